"""Moving: maximum movement, paths, separation, the edges of the table."""

from __future__ import annotations

from xenotable.engine import acts, cite, remembered, rule
from xenotable.games.rampant.field import BUILDING, FENCE, ROUGH, SOLID, WIRE, outline
from xenotable.games.rampant.state import Rampant, switched, under
from xenotable.table import Costs
from xenotable.table.shapes import Piece as Land

COLUMN = 0.5  # half the width of a column of infantry on the march
NEVER = 1000.0  # what it costs to cross what cannot be crossed
CARRIER_LIMIT = 8.0

MAX_RULES = {12: "moving.max-12", 10: "moving.max-10", 8: "moving.max-8", 6: "moving.max-6"}


@rule("moving.separation", neutral=lambda *a: 0.0)
def separation(game: Rampant) -> float:
    """How far units keep apart: 1 in, 3 in with Wide Order."""
    if switched(game, "wide-order") and acts("variants.wide-order"):
        return 3.0
    return 1.0


@rule("moving.column", neutral=lambda game, uid: game.profile[uid].radius)
def way_radius(game: Rampant, uid: str) -> float:
    """On the way infantry is a column, a vehicle its whole footprint."""
    what = game.profile[uid]
    return what.radius if what.vehicle else COLUMN


def hard_going(game: Rampant, uid: str) -> bool:
    """Do Leaden Limbs weigh on the unit's movement?"""
    if not under(game, uid, "leaden-limbs"):
        return False
    cite("psychic.leaden-limbs")
    return game.profile[uid].has.isdisjoint(("sure-footed", "cross-country", "hover", "flying"))


@rule("terrain.rough-moving", neutral=lambda *a: Costs())
def going(game: Rampant, uid: str) -> Costs:
    """What terrain does to this unit on the move."""
    what = game.profile[uid]
    return _going(what.vehicle, what.has, hard_going(game, uid))


@remembered(1024)
def _going(vehicle: bool, has: frozenset[str], weighed: bool) -> Costs:
    if "flying" in has and acts("xeno.flying-move"):
        return Costs(no_end=SOLID | BUILDING)
    if "hover" in has and acts("xeno.hover"):
        return Costs(impassable=BUILDING, no_end=SOLID)
    slow: tuple[tuple[int, float], ...] = ((ROUGH, 2.0),)
    if vehicle:
        cite("vehicles.terrain")
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


@rule("moving.action", neutral=lambda *a: 99.0)
def allowance(game: Rampant, uid: str, share: float = 1.0) -> float:
    """What a Move may cost: Maximum Movement or a share of it; a carrier's is limited, a weighed-down unit's halved."""
    most = game.profile[uid].max_move
    if most in MAX_RULES:
        cite(MAX_RULES[most])
    far = most * share
    if game.now.carrier == uid and acts("scenarios.envoy-carrying"):
        far = min(far, CARRIER_LIMIT)
    return far / 2.0 if hard_going(game, uid) else far


def ids_on_table(game: Rampant, *but: str) -> list[str]:
    return [u for u, row in game.units.items() if row.where == "table" and u not in but]


@rule("terrain.building-measure", neutral=lambda *a: [])
def enemy_houses(game: Rampant, uid: str, *but: str) -> list[Land]:
    """Buildings held by the enemy: the separation is kept from these."""
    seat = game.units[uid].seat
    return [
        outline(game, row.inside)
        for u, row in game.units.items()
        if row.where == "inside" and row.seat != seat and row.inside not in but and u not in but
    ]


@rule("retreat.infantry-distance", neutral=lambda *a: 0.0)
def retreat_distance(game: Rampant, uid: str) -> float:
    """Half its Maximum Movement for infantry, all of it for vehicles and for whoever flies."""
    what = game.profile[uid]
    if what.vehicle and acts("retreat.vehicle-distance"):
        far = float(what.max_move)
    else:
        far = float(what.max_move) if "flying" in what.has else what.max_move / 2.0
    return far / 2.0 if hard_going(game, uid) else far
