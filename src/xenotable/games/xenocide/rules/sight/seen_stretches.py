"""When somebody on the move comes into sight: every stretch of a way on which an eye sees him, however short (rule
"overwatch.trigger").

On a straight leg the answer of a ray changes only where the ray passes a corner of a block or slips over its top, where
the mover comes into range or steps onto a plateau: all these moments are roots of equations, and between two of them
one look is enough. Only how deep a ray runs through obscuring ground changes in between; there looks are `FINE` apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from xenotable.games.xenocide.rules.buildings.occupants import looks_out
from xenotable.games.xenocide.rules.sight.eyes import Seen
from xenotable.games.xenocide.rules.sight.line_of_sight import RIM, base, between, hidden_by, seen_past, sight_shape
from xenotable.games.xenocide.state import Block, Xenocide
from xenotable.table import Point, gap

GRID = 1 / 1024  # inches: nobody stands between two points of it
FINE = 0.25  # inches between two looks through obscuring ground
Stretch = tuple[float, float]  # shares of a way


def unseen_stretches(
    game: Xenocide, guns: Sequence[str], far: float, starts: Mapping[str, Point],
    ways: Mapping[str, Sequence[Point]], known: Sequence[float],
) -> list[float]:  # fmt: skip
    """Moments, as shares of the way, that show a stretch in sight and range of a gun which the moments known miss."""
    found = list(known)
    for gun in guns:
        eye = sight_shape(game, gun)
        for model, start in starts.items():
            if ways.get(model):
                for low, high in stretches(game, gun, eye, far, model, start, ways[model]):
                    if not any(low <= share <= high for share in found):
                        found.append((low + high) / 2.0)
    return sorted(found[len(known) :])


def stretches(
    game: Xenocide, gun: str, eye: Seen, far: float, model: str, start: Point, path: Sequence[Point]
) -> Iterator[Stretch]:
    """The stretches of a model's way on which one eye sees it in range."""
    points = [start, *path]
    total = sum(math.dist(a, b) for a, b in pairwise(points))
    begun: float | None = None
    done = 0.0
    for a, b in pairwise(points):
        long = math.dist(a, b)
        if not long:
            continue
        ends = sight_shape(game, model, a), sight_shape(game, model, b)
        blocks = between(game, (eye,), ends)
        dark = bool(blocks) and hidden_by(blocks, eye, ends)
        shares = [0.0, 1.0] if dark else turning_points(game, gun, eye, far, ends, blocks)
        for u, v in pairwise(shares):
            at = a[0] + (b[0] - a[0]) * (u + v) / 2.0, a[1] + (b[1] - a[1]) * (u + v) / 2.0
            if in_view(game, gun, eye, far, blocks, sight_shape(game, model, at)):
                begun = (done + u * long) / total if begun is None else begun
            elif begun is not None:
                yield begun, (done + u * long) / total
                begun = None
        done += long
    if begun is not None:
        yield begun, 1.0


def in_view(game: Xenocide, gun: str, eye: Seen, far: float, blocks: Sequence[Block], mark: Seen) -> bool:
    return gap(base(eye), base(mark)) <= far and looks_out(game, gun, mark) and seen_past(blocks, eye, mark)


def turning_points(
    game: Xenocide, gun: str, eye: Seen, far: float, ends: tuple[Seen, Seen], blocks: Sequence[Block]
) -> list[float]:
    """The shares of a leg at which it can change whether an eye sees who walks it, with 0 and 1."""
    here, there = ends
    found = [*in_range(eye, here, there, far + eye[2] + here[2])]
    if section := game.models[gun].section:  # it looks out at one side
        found += crossings(game.field.rooms[section].sides, here, there)
    if blocks:
        found += [u for sides, _ in game.field.cliffs for u in crossings(sides, here, there)]
    heights = {here[3], there[3]}
    for block in blocks:
        for dx, dy in RIM:
            p = here[0] + dx * here[2], here[1] + dy * here[2]
            q = there[0] + dx * there[2], there[1] + dy * there[2]
            found += past_corners(eye, block, p, q)
            for z in heights:
                found += over_top(eye, block, p, q, z)
    if any(not solid for *_, solid in blocks):
        steps = math.ceil(math.dist(here[:2], there[:2]) / FINE)
        found += [k / steps for k in range(1, steps)]
    return apart_enough(sorted(u for u in found if 0.0 < u < 1.0), GRID / math.dist(here[:2], there[:2]))


def apart_enough(shares: Sequence[float], least: float) -> list[float]:
    """0, those that are not within a step of the grid of the one before, and 1."""
    found = [0.0]
    for share in shares:
        if share - found[-1] > least:
            found.append(share)
    return [*found, 1.0]


def in_range(eye: Seen, a: Seen, b: Seen, far: float) -> Iterator[float]:
    """Where a leg crosses a circle around an eye."""
    dx, dy, ox, oy = b[0] - a[0], b[1] - a[1], a[0] - eye[0], a[1] - eye[1]
    square, half, rest = dx * dx + dy * dy, ox * dx + oy * dy, ox * ox + oy * oy - far * far
    under = half * half - square * rest
    if under >= 0.0:
        yield (-half - math.sqrt(under)) / square
        yield (-half + math.sqrt(under)) / square


def crossings(sides: tuple[float, float, float, float], a: Seen, b: Seen) -> Iterator[float]:
    """Where a leg crosses the lines of a rectangle's sides."""
    for edge, p, q in ((sides[0], a[0], b[0]), (sides[2], a[0], b[0]), (sides[1], a[1], b[1]), (sides[3], a[1], b[1])):
        if p != q:
            yield (edge - p) / (q - p)


def past_corners(eye: Seen, block: Block, p: Point, q: Point) -> Iterator[float]:
    """Where the ray to a point on its way from p to q passes a corner of a block."""
    x0, y0, x1, y1 = block[:4]
    for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)):
        dx, dy = x - eye[0], y - eye[1]
        turn = dx * (q[1] - p[1]) - dy * (q[0] - p[0])
        if turn:
            yield -(dx * (p[1] - eye[1]) - dy * (p[0] - eye[0])) / turn


def over_top(eye: Seen, block: Block, p: Point, q: Point, height: float) -> Iterator[float]:
    """Where the ray comes out over the top of a block exactly at one of its sides."""
    rise = height - eye[3]
    share = (block[4] - eye[3]) / rise if rise else 0.0
    if not 0.0 < share < 1.0:
        return
    for side, start, a, b in (
        (block[0], eye[0], p[0], q[0]), (block[2], eye[0], p[0], q[0]),
        (block[1], eye[1], p[1], q[1]), (block[3], eye[1], p[1], q[1]),
    ):  # fmt: skip
        if a != b:
            yield (start + (side - start) / share - a) / (b - a)
