"""When somebody on the move comes into sight: every stretch of a way on which an eye sees him, however short (rule
"overwatch.trigger").

On a straight leg the answer of a ray changes only where the ray passes a corner of a block or slips over its top, where
the mover comes into range or steps onto a plateau: all these moments are roots of equations, and between two of them
one look is enough. Only how deep a ray runs through obscuring ground changes in between; there looks are `FINE` apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from xenotable.games.xenocide.rules.buildings.occupants import looks_out
from xenotable.games.xenocide.rules.sight.line_of_sight import RIM, between, hidden_by, seen_past, sight_shape
from xenotable.games.xenocide.rules.sight.viewpoints import Seen
from xenotable.games.xenocide.state import Block, Xenocide
from xenotable.table import Point

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
        for share, seen in seen_parts(game, gun, eye, far, model, a, b):
            if seen:
                begun = (done + share * long) / total if begun is None else begun
            elif begun is not None:
                yield begun, (done + share * long) / total
                begun = None
        done += long
    if begun is not None:
        yield begun, 1.0


def seen_parts(
    game: Xenocide, gun: str, eye: Seen, far: float, model: str, a: Point, b: Point
) -> Iterable[tuple[float, bool]]:
    """The parts of a leg in which nothing changes: where each begins, as a share of it, and whether it is seen."""
    ends = sight_shape(game, model, a), sight_shape(game, model, b)
    if not comes_near(eye, ends, far):
        return ((0.0, False),)
    blocks = between(game, (eye,), ends)
    if not game.field.cliffs:
        blocks = low_enough(blocks, eye, ends)
    if blocks and hidden_by(blocks, eye, ends):
        return ((0.0, False),)
    shares = turning_points(game, gun, eye, far, ends, blocks)
    middles = [(u + v) / 2.0 for u, v in pairwise(shares)]
    places = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in middles]
    if game.field.cliffs:
        marks = [sight_shape(game, model, at) for at in places]
    else:  # it is as high everywhere
        marks = [(x, y, ends[0][2], ends[0][3]) for x, y in places]
    return zip(shares, in_view(game, gun, eye, far, blocks, marks), strict=False)


def low_enough(blocks: Sequence[Block], eye: Seen, ends: tuple[Seen, Seen]) -> list[Block]:
    """Without the blocks that every ray passes above: of a ray that rises steeply, only the part near its lower end is
    below their tops. (Where the ground is level. By the rectangle around that part.)"""
    (ax, ay, r, z), (bx, by, *_) = ends
    ex, ey, _, ez = eye
    low, high, near = min(z, ez), max(z, ez), r + GRID
    found = []
    for block in blocks:
        x0, y0, x1, y1, top, _ = block
        if top <= low:
            continue
        below = (top - low) / (high - low) if top < high else 1.0
        begin, end = (0.0, below) if z < ez else (1.0 - below, 1.0)  # of the ray, from the mover to the eye
        xs = [x + (ex - x) * t for x in (ax, bx) for t in (begin, end)]
        ys = [y + (ey - y) * t for y in (ay, by) for t in (begin, end)]
        if x0 <= max(xs) + near and x1 >= min(xs) - near and y0 <= max(ys) + near and y1 >= min(ys) - near:
            found.append(block)
    return found


def comes_near(eye: Seen, ends: tuple[Seen, Seen], far: float) -> bool:
    """Can who walks a leg come into range at all? (By the rectangle around it.)"""
    (ax, ay, r, _), (bx, by, *_) = ends
    x, y, reach = eye[0], eye[1], far + eye[2] + r + GRID
    return min(ax, bx) - reach <= x <= max(ax, bx) + reach and min(ay, by) - reach <= y <= max(ay, by) + reach


def in_view(
    game: Xenocide, gun: str, eye: Seen, far: float, blocks: Sequence[Block], marks: Sequence[Seen]
) -> list[bool]:
    """Which of these marks an eye sees in range. (`gap` written out: it is asked so often.)"""
    ex, ey, er, _ = eye
    near = [math.sqrt((ex - x) * (ex - x) + (ey - y) * (ey - y)) - er - r <= far for x, y, r, _ in marks]
    if game.models[gun].section:
        near = [there and looks_out(game, gun, mark) for there, mark in zip(near, marks, strict=True)]
    clear = iter(seen_past(blocks, eye, [mark for mark, there in zip(marks, near, strict=True) if there]))
    return [there and next(clear) for there in near]


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
    found += past_blocks(eye, here, there, blocks)
    if any(not solid for *_, solid in blocks):
        steps = math.ceil(math.dist(here[:2], there[:2]) / FINE)
        found += [k / steps for k in range(1, steps)]
    return apart_enough(sorted([u for u in found if 0.0 < u < 1.0]), GRID / math.dist(here[:2], there[:2]))


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


def past_blocks(eye: Seen, here: Seen, there: Seen, blocks: Sequence[Block]) -> list[float]:
    """Where the ray to a point on the rim of who walks passes a corner of a block, or comes out over its top exactly at
    one of its sides."""
    found: list[float] = []
    x, y, _, z = eye
    rim = []
    for u, v in RIM:
        px, py = here[0] + u * here[2], here[1] + v * here[2]
        rim.append((px, py, there[0] + u * there[2] - px, there[1] + v * there[2] - py))
    heights = {here[3], there[3]} - {z}
    for x0, y0, x1, y1, top, _ in blocks:
        west, east, south, north = x0 - x, x1 - x, y0 - y, y1 - y
        corners = ((west, south), (east, south), (east, north), (west, north))
        shares = [share for height in heights if 0.0 < (share := (top - z) / (height - z)) < 1.0]
        for px, py, run, rise in rim:
            for dx, dy in corners:
                if turn := dx * rise - dy * run:
                    found.append(-(dx * (py - y) - dy * (px - x)) / turn)
            for share in shares:
                found += [(x + side / share - px) / run for side in (west, east) if run]
                found += [(y + side / share - py) / rise for side in (south, north) if rise]
    return found
