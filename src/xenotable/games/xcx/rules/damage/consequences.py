"""What damage brings: lost Wounds, special rules of the weapon, death."""

from __future__ import annotations

from xenotable.engine import Flow, cite, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.damage.armour import lose
from xenotable.games.xcx.rules.engaged.contact import part_from_all
from xenotable.games.xcx.rules.missions import tasks
from xenotable.games.xcx.rules.skills.control import control_ends_by_death
from xenotable.games.xcx.rules.special.weapons import high_explosive, shock
from xenotable.games.xcx.state import CIVIL, DEAD, NEUTRAL, Xcx


@rule("damage.death", neutral=lambda game, model, killer="": None)
def die(game: Xcx, model: str, killer: str = "") -> Flow[None]:
    """Removed at once with its markers; engagements end, its die is handled by the bag, the mission takes note."""
    row = game.models[model]
    cite("bag.kill-activated" if row.activated else "bag.kill-unactivated")
    control_ends_by_death(game, model)
    part_from_all(game, model)
    game.models.set(model, state=DEAD, markers=0, down=False, watch=False)
    game.tell("{who} is out of the battle.", "damage.death", who=model)
    if killer and game.models[model].owner not in (CIVIL, game.models[killer].side, game.models[killer].owner):
        game.models.set(killer, kills=game.models[killer].kills + 1)  # nobody is decorated for shooting a comrade
    if game.kits[model].leader and game.models[model].owner < NEUTRAL:
        game.tell("The Leader has fallen: the Squad has -1 WILL.", "squad.leader-killed")
    tasks.on_death(game, model, killer)
    return
    yield


def consequences(game: Xcx, model: str, target: str, weapon: str, lost: int) -> Flow[None]:
    """Damage is applied: Wounds, then Zapper, High Explosive and death."""
    rules = content.weapons()[weapon].rules
    circle = game.models[target].circle
    dead = lose(game, target, lost)
    if "Zapper" in rules and not dead:
        shock(game, target)
    if "High Explosive" in rules:
        high_explosive(game, circle)
    if dead:
        yield from die(game, target, model)
