"""How much of their ways the models of a unit can go together (chapter "movement")."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from msgspec import Struct

from xenotable.games.xenocide.rules.movement.allowances import COHERENCY
from xenotable.games.xenocide.rules.play.measuring import WITHIN, circle, stances
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import TOLERANCE, Circle, Point, Region, legs
from xenotable.table.existence import STEP


class Stretch(Struct, frozen=True):
    """The beginning of a model's way: its corners with the share of the way that is done there."""

    base: Circle
    corners: tuple[tuple[float, Point], ...]

    @staticmethod
    def of(base: Circle, path: Sequence[Point], far: float) -> Stretch:
        done, corners = 0.0, [(0.0, (base.x, base.y))]
        for p, q in legs(base, path):
            done += math.dist(p, q)
            if far > 0.0:
                corners.append((done / far, q))
        return Stretch(base, tuple(corners))

    def at(self, share: float) -> Point:
        for (s, p), (t, q) in pairwise(self.corners):
            if share <= t:
                k = (share - s) / (t - s) if t > s else 0.0
                return p[0] + (q[0] - p[0]) * k, p[1] + (q[1] - p[1]) * k
        return self.corners[-1][1]


def deciding_shares(
    game: Xenocide, unit: str, ways: Mapping[str, Sequence[Point]], far: Mapping[str, float]
) -> list[float]:
    """The shares of all ways at which something begins or ends to be in the way, the largest first: if the unit can
    stand together anywhere on them, the farthest such place is one of these."""
    models = game.units[unit].models
    stretches = [Stretch.of(circle(game, m), ways[m], far[m]) for m in models]
    shut = 0
    for model in models:
        shut |= game.field.walks[kind_of(game, model).mover].no_end
    taken = [c for seat in (0, 1) for t, at in stances(game, seat) if t != unit for c in at.circles]
    found = {1.0}
    for stretch in stretches:
        found.update(_alone(stretch, _room(game, stretch, taken, shut)))
    for one, two in combinations(stretches, 2):
        found.update(_together(one, two))
    return sorted((s for s in found if 0.0 < s <= 1.0), reverse=True)


def _room(game: Xenocide, stretch: Stretch, taken: Sequence[Circle], shut: int) -> Region:
    """Where one model may stand."""
    base, ground = stretch.base, game.field.ground
    long = sum(math.dist(p, q) for (_, p), (_, q) in pairwise(stretch.corners))
    region = Region((base.x, base.y), long + 0.1).on_table(ground.width, ground.depth, base.r)
    for c in taken:
        region.at_least(c.x, c.y, c.r + base.r)
    for piece in ground.pieces:
        if piece.bits & shut:
            region.off_piece(piece, base.r)
    return region


def _alone(stretch: Stretch, region: Region) -> Iterator[float]:
    for (s, p), (t, q) in pairwise(stretch.corners):
        long = math.dist(p, q)
        for x in region.on_line(p, q) if long else ():
            yield s + (t - s) * math.dist(p, x) / long


def _together(one: Stretch, two: Stretch) -> Iterator[float]:
    """When two models on their ways only just touch, or are only just near enough."""
    touch = one.base.r + two.base.r
    marks = sorted({s for s, _ in (*one.corners, *two.corners) if s <= 1.0} | {1.0})
    for s, t in pairwise(marks):
        (ax, ay), (bx, by) = ((p[0] - q[0], p[1] - q[1]) for p, q in ((one.at(k), two.at(k)) for k in (s, t)))
        dx, dy = bx - ax, by - ay
        for level in (touch - TOLERANCE + 2 * STEP, touch + COHERENCY + WITHIN - 2 * STEP):
            a, b, c = dx * dx + dy * dy, ax * dx + ay * dy, ax * ax + ay * ay - level * level
            if a > 1e-12 and (root := b * b - a * c) >= 0.0:
                for k in ((-b - math.sqrt(root)) / a, (-b + math.sqrt(root)) / a):
                    if 0.0 <= k <= 1.0:
                        yield s + (t - s) * k
