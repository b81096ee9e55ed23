"""What ground and obstacles cost whoever moves over them."""

from __future__ import annotations

from xenotable.engine import acts, cite, memoize, rule
from xenotable.games.rampant.rules.terrain.field import BUILDING, FENCE, ROUGH, SOLID, WIRE, outline
from xenotable.games.rampant.state import Rampant, under
from xenotable.table import Costs
from xenotable.table.shapes import Piece as Land

NEVER = 1000.0  # what it costs to cross what cannot be crossed


def hard_going(game: Rampant, unit: str) -> bool:
    """Do Leaden Limbs weigh on the unit's movement?"""
    if not under(game, unit, "leaden-limbs"):
        return False
    cite("psychic.leaden-limbs")
    return game.profile[unit].has.isdisjoint(("sure-footed", "cross-country", "hover", "flying"))


@rule("terrain.rough-moving", neutral=lambda *a: Costs())
def terrain_costs(game: Rampant, unit: str) -> Costs:
    """What terrain does to this unit on the move."""
    what = game.profile[unit]
    return _terrain_costs(what.vehicle, what.has, hard_going(game, unit))


@memoize(1024)
def _terrain_costs(vehicle: bool, has: frozenset[str], weighed: bool) -> Costs:
    if "flying" in has and acts("xeno.flying-move"):
        return Costs(no_end=SOLID | BUILDING)
    if "hover" in has and acts("xeno.hover"):
        return Costs(impassable=BUILDING, no_end=SOLID)
    slow: tuple[tuple[int, float], ...] = ((ROUGH, 2.0),)
    for special, id in (("sure-footed", "specials.sure-footed"), ("cross-country", "specials.cross-country")):
        if special in has:
            cite(id)
            slow = ()
    return Costs(impassable=SOLID | BUILDING, slow=slow, crossing=crossing(vehicle, has, weighed))


@rule("terrain.obstacle-crossing", neutral=lambda *a: ())
def crossing(vehicle: bool, has: frozenset[str], weighed: bool) -> tuple[tuple[int, float], ...]:
    """What linear obstacles cost; vehicles need Bulldoze or Walker to cross at all."""
    if vehicle and "bulldoze" in has and acts("specials.bulldoze"):
        return ()
    if vehicle and "walker" not in has:
        return ((FENCE | WIRE, NEVER),)
    if weighed:  # the budget is halved instead, so what does not double is halved too
        return ((FENCE, 1.0), (WIRE, 2.0))
    return ((FENCE, 2.0), (WIRE, 4.0))


@rule("terrain.building-measure", neutral=lambda *a: [])
def enemy_houses(game: Rampant, unit: str, *but: str) -> list[Land]:
    """Buildings held by the enemy: the separation is kept from these."""
    units = game.units
    return [
        outline(game, row.inside)
        for foe in game.members[1 - units[unit].seat]
        if (row := units[foe]).where == "inside" and row.inside not in but and foe not in but
    ]
