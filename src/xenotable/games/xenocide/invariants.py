"""What can never be true of a battle; soak tests look at it after every decision."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.games.xenocide.play import circle
from xenotable.games.xenocide.state import Xenocide


def broken(game: Xenocide) -> Iterator[str]:
    for id, u in game.units.items():
        if any(m not in game.models for m in (*u.models, *u.riding)):
            yield f"{id} names a model that is gone"
        if u.on and not u.burrowed:
            for m in u.models:
                if not game.field.ground.on_table(circle(game, m), 0.01):
                    yield f"{m} of {id} stands off the table at {game.models[m].x}, {game.models[m].y}"
        if u.marks and u.watch:
            yield f"{id} is suppressed and on overwatch"
    yield from overlaps(game)
    if game.titans:
        from xenotable.games.xenocide.titans import faults

        yield from faults(game)
    yield from misplaced(game)
    for seat, side in game.sides.items():
        gone = sum(u.vp for u in game.units.values() if u.seat == seat and not (u.models or u.riding))
        if side.lost != gone or not 0 <= side.points <= 3:
            yield f"side {seat} lost {side.lost}, eliminated units cost {gone}; {side.points} command points"


def overlaps(game: Xenocide) -> Iterator[str]:
    down = [u for u in game.units.values() if u.on and not u.burrowed and not u.high]
    low = [(m, circle(game, m)) for u in down for m in u.models if not (game.models[m].section or game.models[m].door)]
    for i, (m, a) in enumerate(low):
        for n, b in low[i + 1 :]:
            if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < (a.r + b.r - 0.01) ** 2:
                yield f"{m} and {n} overlap"


def misplaced(game: Xenocide) -> Iterator[str]:
    """What cannot be of sections and who is in them."""
    for s, row in game.sections.items():
        if not 0 <= row.points <= game.field.rooms[s].structure or (row.down and row.points):
            yield f"{s} has {row.points} structure points"
        here = [m for u in game.units.values() for m in u.models if game.models[m].section == s]
        if row.down and here:
            yield f"{here} are in {s}, which has collapsed"
        if sum(game.kinds[game.models[m].kind].size for m in here) > game.field.rooms[s].capacity:
            yield f"{s} holds too many: {here}"
        if len({game.units[game.models[m].unit].seat for m in here}) > 1:
            yield f"enemies share {s}: {here}"
        x0, y0, x1, y1 = game.field.rooms[s].sides
        for m in here:
            x, y = game.models[m].x, game.models[m].y
            if not (x0 <= x <= x1 and y0 <= y <= y1) or not (x in (x0, x1) or y in (y0, y1)):
                yield f"{m} is in {s} but at no side of it"
            if game.units[game.models[m].unit].high or game.units[game.models[m].unit].burrowed:
                yield f"{m} is in {s} and high or underground"
