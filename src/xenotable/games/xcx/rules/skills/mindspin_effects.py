"""What a mind that is spun does."""

from __future__ import annotations

from xenotable.engine import Flow, cite, rule
from xenotable.games.xcx.rules.movement.forced import forced_to, straight_away
from xenotable.games.xcx.rules.movement.positions import allowance
from xenotable.games.xcx.rules.skills.control import freed_by_own, take_control
from xenotable.games.xcx.state import Xcx


@rule("skills.mindspin-no-damage", neutral=lambda game, model, target, effect: None)
def apply_mindspin(game: Xcx, model: str, target: str, effect: str) -> Flow[None]:
    """No Armour test and no damage: Psi Panic, Psi Disorientation or Mind Control."""
    if effect == "panic":
        panic(game, model, target)
    elif effect == "disorientation":
        game.models.set(target, down=True, watch=False)
        game.tell("{who} is disoriented and goes Down.", "skills.mindspin-disorientation", who=target)
    elif game.models[target].owner == game.models[model].side:
        freed_by_own(game, target)
    else:
        take_control(game, model, target, "skills.control-start")
    return
    yield


@rule("skills.mindspin-panic", neutral=lambda game, model, target: None)
def panic(game: Xcx, model: str, target: str) -> None:
    """It runs twice its Mobility directly away from the caster; a forced move."""
    end = straight_away(game, target, game.models[model].here, float(allowance(game, target, True)))
    cite("skills.mindspin-panic-timing")
    forced_to(game, target, end)
    x, y = end
    game.tell("{who} panics and runs to {x:.1f}, {y:.1f}.", "skills.mindspin-panic", who=target, x=x, y=y)
