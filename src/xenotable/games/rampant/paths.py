"""Drawing a way and carrying it out: facing, crushing, leaving the table (chapters "moving" and "vehicles")."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from xenotable.engine import Flow, Move, Moved, Option, Piece, Point, cite, rule
from xenotable.games.rampant.field import CRUSH, change, circle, field
from xenotable.games.rampant.losses import end_powers
from xenotable.games.rampant.marching import Marching, march_refusals, outlines, reverses, some_ways, way_towards
from xenotable.games.rampant.state import NOW, Rampant, garrison, passenger
from xenotable.table import Circle, Costs, Walk, legs, length, snapped
from xenotable.table.moving import leg_cost
from xenotable.table.near import TOLERANCE

# ---- carrying a move out ---------------------------------------------------------------------------------------------


def ask_way(
    game: Rampant, uid: str, budget: float, rule_id: str, start: Circle | None = None, but: Sequence[str] = ()
) -> Move:
    """The ask for a way on the open table. Vehicles may drive the last leg in reverse."""
    march = Marching(game, uid, budget, but, start)
    what = game.profile[uid]
    modes = (Option("forward", "Forward"), Option("reverse", "Last leg in reverse")) if what.vehicle else ()
    return Move(
        seat=game.units[uid].seat,
        key="move",
        rule=rule_id,
        prompt="Move {u} up to {far:g} in",
        args={"u": uid, "far": budget},
        pieces=(Piece(uid, (march.base.x, march.base.y), what.radius, budget, what.vehicle),),
        legal=lambda m: march_refusals(march, m.paths.get(uid, ()), m.mode == "reverse"),
        propose=lambda n, rnd: [Moved({uid: way} if way else {}) for way in some_ways(march, n, rnd)],
        modes=modes,
        reach=lambda piece, mode: outlines(slowed(march, mode)),
        toward=lambda piece, goal, mode: Moved({uid: way_towards(slowed(march, mode), goal)}, mode),
    )


def slowed(march: Marching, mode: str) -> Marching:
    """For what is suggested in reverse: half the budget pays for every way, whichever of its legs is the last."""
    if mode != "reverse" or not reverses(march.game, march.uid):
        return march
    return Marching(march.game, march.uid, march.budget / 2.0, start=march.base)


def carry_out(game: Rampant, uid: str, start: Circle, moved: Moved) -> None:
    """Puts a unit where its way led; what it crushed is gone."""
    path = [(p[0], p[1]) for p in moved.paths.get(uid, ())]
    if not path:
        if moved.facing.get(uid) is not None and game.profile[uid].vehicle:
            game.units.set(uid, facing=moved.facing[uid])
        return
    far = length(start, path)
    x, y = path[-1]
    game.units.set(uid, x=x, y=y, moved=game.units[uid].moved + far, prone=False)
    game.units.set(uid, facing=_faced(game, uid, start, path, moved))
    if "bulldoze" in game.profile[uid].has:
        crush(game, start, path)
    game.tell("{u} moves {far:.1f} in.", "moving.action", u=uid, far=far)


@rule("moving.no-facing")
def _faced(game: Rampant, uid: str, start: Circle, path: list[tuple[float, float]], moved: Moved) -> float:
    """Only vehicles have a facing: the way they drove, or as their owner turns them at the end."""
    if not game.profile[uid].vehicle:
        return game.units[uid].facing
    if uid in moved.facing:
        cite("vehicles.driving")
        return moved.facing[uid]
    a, b = list(legs(start, path))[-1]
    if a == b:
        return game.units[uid].facing
    degrees = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    return (degrees + 180.0 if moved.mode == "reverse" else degrees) % 360.0


@rule("specials.bulldoze")
def crush(game: Rampant, start: Circle, path: list[tuple[float, float]]) -> None:
    """The 4 in around each crossing of a crushable obstacle are gone after the move."""
    for p, q in legs(start, path):
        for hit in field(game).ground.crossings(p, q, CRUSH):
            assert hit.piece.line is not None
            (ax, ay), (bx, by) = hit.piece.line
            t = (hit.t0 + hit.t1) / 2.0
            x, y = p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t
            long = math.hypot(bx - ax, by - ay)
            ux, uy = (bx - ax) / long, (by - ay) / long
            at = (x - ax) * ux + (y - ay) * uy
            _cut(game, hit.piece.name, (ax, ay), (ux, uy), long, at)


def _cut(game: Rampant, name: str, a: Point, u: Point, long: float, at: float) -> None:
    kind = field(game).lands[name].kind.id
    left, right = at - 2.0, at + 2.0
    new = []
    for tag, (s, e) in (("w", (0.0, left)), ("e", (right, long))):
        if e - s > 0.01:
            (x0, y0), (x1, y1) = (
                snapped((a[0] + u[0] * s, a[1] + u[1] * s)),
                snapped((a[0] + u[0] * e, a[1] + u[1] * e)),
            )
            new.append(f"+{kind} {name}{tag} {x0} {y0} {x1} {y1}")
    change(game, f"-{name}", *new)
    game.tell("A stretch of {what} is crushed.", "specials.bulldoze", what=kind)


def plain_move(game: Rampant, uid: str, budget: float, rule_id: str = "moving.action") -> Flow[None]:
    """A Move on the open table."""
    moved = yield from ask_way(game, uid, budget, rule_id)
    carry_out(game, uid, circle(game, uid), moved)


# ---- leaving the table willingly -------------------------------------------------------------------------------------


@rule("play.table")
def edge_distance(game: Rampant, p: Point, edge: str) -> float:
    width, depth = field(game).width, field(game).depth
    return {"south": p[1], "north": depth - p[1], "west": p[0], "east": width - p[0]}[edge]


def edge_point(game: Rampant, p: Point, edge: str) -> Point:
    width, depth = field(game).width, field(game).depth
    return {"south": (p[0], 0.0), "north": (p[0], depth), "west": (0.0, p[1]), "east": (width, p[1])}[edge]


def way_out(game: Rampant, uid: str, edge: str, budget: float) -> bool:
    """Can the unit's centre get across this edge within the budget, straight ahead or aslant past an obstacle?"""
    row = game.units[uid]
    if row.where != "table":
        return False
    p, far = (row.x, row.y), edge_distance(game, (row.x, row.y), edge)
    if far > budget + TOLERANCE:
        return False
    march = Marching(game, uid, budget)
    off = Costs(march.costs.impassable, 0, march.costs.slow, march.costs.crossing, edge=False)
    gap = 0.0 if march.flies else march.gap
    walk = Walk(march.base, march.ground, off, march.others, gap, way_r=march.way_r, span=budget)

    def crosses(q: tuple[float, float]) -> bool:
        return walk.clear(p, q) and leg_cost(p, q, march.ground, off) <= budget + TOLERANCE

    return any(crosses(q) for q in edge_points(game, p, edge, math.sqrt(max(0.0, budget * budget - far * far))))


def edge_points(game: Rampant, p: Point, edge: str, aside: float) -> Iterator[tuple[float, float]]:
    """Points of an edge up to so far to either side of a place, the nearest first."""
    x, y = edge_point(game, p, edge)[:2]
    size, level = field(game), edge in ("south", "north")
    yield x, y
    for k in range(1, int(aside) + 1):
        for step in (float(k), -float(k)):
            q = (x + step, y) if level else (x, y + step)
            if 0.0 <= q[0] <= size.width and 0.0 <= q[1] <= size.depth:
                yield q


def leave(game: Rampant, uid: str) -> None:
    """Out of the battle by its own will: not removed. Who rides in a vehicle leaves with it."""
    row = game.units[uid]
    rider = passenger(game, uid)
    end_powers(game, uid)
    game.units.set(uid, where="gone", gone="exited", inside="", spells=())
    game.sides.set(row.seat, exited=(*game.sides[row.seat].exited, uid))
    game.tell("{u} leaves the table.", "moving.table-edge", u=uid)
    if rider:
        leave(game, rider)


def held(game: Rampant, building: str, seat: int) -> bool:
    """Is a building held by the enemy of this seat?"""
    return any(game.units[u].seat != seat for u in garrison(game, building))


def round_no(game: Rampant) -> int:
    return game.battle[NOW].round
