"""What the ground under a fight does to either side."""

from __future__ import annotations

from typing import NamedTuple

from xenotable.engine import acts, rule
from xenotable.games.rampant.rules.play.conventions import centre, circle
from xenotable.games.rampant.rules.specials.moving import ranges
from xenotable.games.rampant.rules.terrain.cover import in_rough, obstacles_between
from xenotable.games.rampant.state import Rampant, under


class Footing(NamedTuple):
    """Who counts as standing in rough terrain in this fight."""

    rough: frozenset[str]


@rule("terrain.rough-who", neutral=lambda *a: Footing(frozenset()))
def rough_sides(game: Rampant, attacker: str, defender: str, countered: bool) -> Footing:
    """Judged when the dice are rolled: by the own centre; the attacker also by the ground of whom it attacks."""
    rough = {u for u in (attacker, defender) if in_rough(game, u)}
    if defender in rough:
        rough.add(attacker)
    if game.units[defender].where == "inside" and acts("terrain.building-attack-garrison"):
        rough |= {attacker, defender}
    for unit in (attacker, defender):
        if under(game, unit, "leaden-limbs") and acts("psychic.leaden-limbs"):
            rough.add(unit)
    return Footing(frozenset(u for u in rough if not ranges(game, u)))


@rule("terrain.obstacle-defence", neutral=lambda *a: False)
def is_defended(game: Rampant, unit: str, enemy: str) -> bool:
    """Does an obstacle within 1 in of the defender lie between the two?"""
    if game.units[unit].where != "table":
        return False
    return any(True for _ in obstacles_between(game, circle(game, unit), centre(game, enemy)))


def own_footing(game: Rampant, unit: str) -> Footing:
    """The ground of a unit that fights a building: its own alone counts."""
    rough = in_rough(game, unit) or under(game, unit, "leaden-limbs")
    return Footing(frozenset({unit}) if rough and not ranges(game, unit) else frozenset())
