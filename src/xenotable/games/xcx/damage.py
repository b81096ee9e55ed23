"""Armour, damage and death. The VALUE is rolled under and hurts: low is good. POINTS reduce damage: high is good."""

from __future__ import annotations

from xenotable.engine import Flow, cite, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.modifiers import FREE_MELEE, MELEE, shot_from
from xenotable.games.xcx.recruits import profile_of
from xenotable.games.xcx.state import CIVIL, DEAD, NEUTRAL, Xcx


@rule("skills.armour", neutral=lambda game, id: 12)
def armour_value(game: Xcx, id: str) -> int:
    """Step 1: the card's value, changed by the armour worn (a minus is good for the wearer)."""
    p = profile_of(game, id)
    if p.worn is None or not p.worn.armour_value:
        return p.unit.armour
    cite("rewards.siege-plate")
    return p.unit.armour + p.worn.armour_value


@rule("damage.worn-armour", neutral=lambda card, worn, kind: card.get(kind, 0))
def worn_points(card: dict[str, int], worn: content.Armour, kind: str) -> int:
    """An item replaces the card's figure of the types it lists; other types keep the card's."""
    return worn.armour_points.get(kind, card.get(kind, 0))


@rule("squad.faction-xcx", neutral=lambda game, id: 0)
def xcx_point(game: Xcx, id: str) -> int:
    return 1 if profile_of(game, id).xcx else 0


@rule("special.blast-padding", neutral=lambda game, id: 0)
def padding(game: Xcx, id: str) -> int:
    return 2 if "Blast Padding" in profile_of(game, id).rules else 0


@rule("special.cowardly", neutral=lambda game, id, cover: 0)
def cowardly(game: Xcx, id: str, cover: int) -> int:
    """In cover against this very shot, whatever a Sniper makes of the cover."""
    return 1 if cover > 0 and "Cowardly" in profile_of(game, id).rules else 0


@rule("damage.armour-points", neutral=lambda game, id, kind, cover: 0)
def armour_points(game: Xcx, id: str, kind: str, cover: int) -> int:
    """Step 4: points of the weapon's own type and of no other."""
    cite("damage.types")
    cite("modifiers.armour-table")
    p = profile_of(game, id)
    card = p.unit.armour_points
    points = worn_points(card, p.worn, kind) if p.worn is not None else card.get(kind, 0)
    if kind == "physical":
        points += xcx_point(game, id)
        if "Cowardly" in p.rules:
            points += cowardly(game, id, cover)
    elif kind == "explosive":
        points += padding(game, id)
    return points


@rule("damage.minimum-one", neutral=lambda damage, points: damage - points)
def reduced(damage: int, points: int) -> int:
    """Step 5: points never reduce applied Damage below 1."""
    return max(1, damage - points)


@rule("rewards.overcharge", neutral=lambda game, id, weapon: content.weapons()[weapon].damage)
def weapon_damage(game: Xcx, id: str, weapon: str) -> int:
    more = 1 if "overcharge-cell" in profile_of(game, id).fitted.get(weapon, ()) else 0
    return content.weapons()[weapon].damage + more


def wounds_at_stake(
    game: Xcx, id: str, target: str, weapon: str, manner: str, seen: tuple[float, int] | None = None
) -> int:
    """What a passed Armour test would cost, before looking at the Wounds left."""
    cover = 0 if manner in (MELEE, FREE_MELEE) else (seen or shot_from(game, id, target, manner))[1]
    if cover and "Sniper" in content.weapons()[weapon].rules:
        cite("special.cowardly-sniper")
    kind = content.weapons()[weapon].type
    return reduced(weapon_damage(game, id, weapon), armour_points(game, target, kind, cover))


@rule("damage.wounds", neutral=lambda game, id, wounds: False)
def lose(game: Xcx, id: str, wounds: int) -> bool:
    """Removes Wounds, never below 0; True if the model dies of it."""
    left = max(0, game.models[id].wounds - wounds)
    cite("skills.wounds")
    game.models.set(id, wounds=left)
    game.tell("{who} loses {n} Wounds, {left} left.", "damage.wounds", who=id, n=wounds, left=left)
    return left == 0


@rule("damage.wounded", neutral=lambda game, id: False)
def is_wounded(game: Xcx, id: str) -> bool:
    return game.models[id].wounds < game.models[id].full


@rule("damage.healing-cap", neutral=lambda game, id, n: game.models.set(id, wounds=game.models[id].wounds + n))
def heal(game: Xcx, id: str, n: int) -> None:
    m = game.models[id]
    game.models.set(id, wounds=min(m.full, m.wounds + n))


@rule("damage.death", neutral=lambda game, id, killer="": None)
def die(game: Xcx, id: str, killer: str = "") -> Flow[None]:
    """Removed at once with its markers; engagements end, its die is handled by the bag, the mission takes note."""
    from xenotable.games.xcx import missions
    from xenotable.games.xcx.engaged import part_from_all
    from xenotable.games.xcx.skills import control_ends_by_death

    m = game.models[id]
    cite("bag.kill-activated" if m.activated else "bag.kill-unactivated")
    control_ends_by_death(game, id)
    part_from_all(game, id)
    game.models.set(id, state=DEAD, markers=0, down=False, watch=False)
    game.tell("{who} is out of the battle.", "damage.death", who=id)
    if killer and game.models[id].owner not in (CIVIL, game.models[killer].side, game.models[killer].owner):
        game.models.set(killer, kills=game.models[killer].kills + 1)  # nobody is decorated for shooting a comrade
    if game.kits[id].leader and game.models[id].owner < NEUTRAL:
        game.tell("The Leader has fallen: the Squad has -1 WILL.", "squad.leader-killed")
    missions.on_death(game, id, killer)
    return
    yield
