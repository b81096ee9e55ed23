"""[Armour], and how near a model must be to work on something."""

from __future__ import annotations

from xenotable.engine import cite, rule
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import Xcx
from xenotable.table import Circle

REACH = 1.0
FAR = 12.0


@rule("skills.armour", neutral=lambda game, model: 12)
def armour_value(game: Xcx, model: str) -> int:
    """Step 1: the card's value, changed by the armour worn (a minus is good for the wearer)."""
    p = profile_of(game, model)
    if p.worn is None or not p.worn.armour_value:
        return p.unit.armour
    cite("rewards.siege-plate")
    return p.unit.armour + p.worn.armour_value


@rule("skills.adjacent", neutral=lambda game, model, target: 99.0)
def gap_to(game: Xcx, model: str, target: str) -> float:
    """Base to base, to an object or a model."""
    here = game.models[model].circle
    if target in game.things:
        return field_of(game).to_thing(here, game.things[target])
    return distance_between(field_of(game), here, game.models[target])


def circle_of(game: Xcx, target: str) -> Circle:
    if target in game.models:
        return game.models[target].circle
    t = game.things[target]
    return Circle(t.x + t.w / 2, t.y + t.h / 2, t.r)
