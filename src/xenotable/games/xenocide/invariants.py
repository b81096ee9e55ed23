"""What can never be true of a battle; soak tests look at it after every decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from xenotable.games.xenocide.rules.buildings.occupants import crews_of
from xenotable.games.xenocide.rules.titans.systems import faults
from xenotable.games.xenocide.state import Xenocide


def broken_invariants(game: Xenocide) -> Iterator[str]:
    for id, row in game.units.items():
        if any(m not in game.models for m in (*row.models, *row.riding)):
            yield f"{id} names a model that is gone"
        if row.marks and row.watch:
            yield f"{id} is suppressed and on overwatch"
        if (row.charge or row.sally) and not game.now.company:
            yield f"{id} is in an assault that is over"
    yield from outside(game)
    yield from overlaps(game)
    if game.titans:
        yield from faults(game)
    yield from misplaced_occupants(game)
    for seat, side in game.sides.items():
        gone = sum(u.vp for u in game.units.values() if u.seat == seat and not (u.models or u.riding))
        if side.lost != gone or not 0 <= side.points <= 3:
            yield f"side {seat} lost {side.lost}, eliminated units cost {gone}; {side.points} command points"


def outside(game: Xenocide) -> Iterator[str]:
    models, kinds, ground = game.models, game.kinds, game.field.ground
    for id, unit in game.units.items():
        if unit.on and not unit.burrowed:
            for model in unit.models:
                row = models[model]
                r = kinds[row.kind].radius - 0.01
                if not row.section and not (r <= row.x <= ground.width - r and r <= row.y <= ground.depth - r):
                    yield f"{model} of {id} stands off the table at {row.x}, {row.y}"


def overlaps(game: Xenocide) -> Iterator[str]:
    """Bases that stand on each other; from west to east, so that only neighbours are compared."""
    models, kinds = game.models, game.kinds
    low = [
        (row.x, row.y, kinds[row.kind].radius, m)
        for u in game.units.values()
        if u.on and not u.burrowed and not u.high
        for m in u.models
        if not ((row := models[m]).section or row.door)
    ]
    low.sort()
    widest = max((r for _, _, r, _ in low), default=0.0)
    for i, (x, y, r, model) in enumerate(low, 1):
        reach = x + r + widest
        for ox, oy, other, n in islice(low, i, None):
            if ox > reach:
                break
            if (x - ox) ** 2 + (y - oy) ** 2 < (r + other - 0.01) ** 2:
                yield f"{model} and {n} overlap"


def misplaced_occupants(game: Xenocide) -> Iterator[str]:
    """What cannot be of sections and who is in them."""
    for s, row in game.sections.items():
        if not 0 <= row.points <= game.field.rooms[s].structure or (row.down and row.points):
            yield f"{s} has {row.points} structure points"
        if here := [m for seat in (0, 1) for m in crews_of(game, seat).get(s, ())]:
            yield from crew_faults(game, s, here)


def crew_faults(game: Xenocide, s: str, here: Sequence[str]) -> Iterator[str]:
    room = game.field.rooms[s]
    if game.sections[s].down:
        yield f"{here} are in {s}, which has collapsed"
    if sum(game.kinds[game.models[m].kind].size for m in here) > room.capacity:
        yield f"{s} holds too many: {here}"
    if len({game.units[game.models[m].unit].seat for m in here}) > 1:
        yield f"enemies share {s}: {here}"
    x0, y0, x1, y1 = room.sides
    for model in here:
        x, y = game.models[model].x, game.models[model].y
        if not (x0 <= x <= x1 and y0 <= y <= y1) or not (x in (x0, x1) or y in (y0, y1)):
            yield f"{model} is in {s} but at no side of it"
        if game.units[game.models[model].unit].high or game.units[game.models[model].unit].burrowed:
            yield f"{model} is in {s} and high or underground"
