"""Where the computer opponent deploys its detachment (chapter "solo")."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from xenotable.engine import Placed
from xenotable.games.rampant.deployment import fits
from xenotable.games.rampant.field import HARD, SOFT, areas_at, centre, field, middle, outline
from xenotable.games.rampant.goals import objective_points
from xenotable.games.rampant.marching import Marching
from xenotable.games.rampant.paths import edge_point
from xenotable.games.rampant.places import length
from xenotable.games.rampant.scenarios import scenario
from xenotable.games.rampant.siege import standing_generators
from xenotable.games.rampant.specials import wild
from xenotable.games.rampant.state import Rampant, fielded
from xenotable.games.rampant.worths import worth
from xenotable.games.rampant.zones import own_zones
from xenotable.table import bounds, snapped
from xenotable.table.near import point_to_segment

Point = tuple[float, float]
STRIDE = 2.0  # inches between the places that are looked at


def leaves(game: Rampant, seat: int) -> list[str]:
    """The edges over which this side scores by leaving."""
    part = "attacker" if seat == game.now.attacker else "defender"
    return [o.edge for o in scenario(game).objectives if o.kind == "exit" and o.who == part]


def wish_from(game: Rampant, seat: int, p: Sequence[float]) -> Point:
    """The point that a unit at a place will make for: an edge, an objective, or the middle."""
    points: list[Point] = []
    for edge in leaves(game, seat):
        x, y = edge_point(game, (p[0], p[1]), edge)[:2]
        points.append((x, y))
    points = points or [at for at, _ in objective_points(game, seat)]
    if seat == game.now.attacker and standing_generators(game):
        points = [front(game, seat)]
    return min(points, key=lambda q: math.dist(p[:2], q), default=(field(game).width / 2, field(game).depth / 2))


def front(game: Rampant, seat: int) -> Point:
    """The generator that has most enemies about it: all go there, and find both."""
    foes = [(centre(game, f), worth(game, f)) for f in fielded(game, 1 - seat)]
    spots = [middle(outline(game, b)) for b in standing_generators(game)]
    return max(spots, key=lambda p: sum(w / (12.0 + math.dist(p, at)) for at, w in foes))


def exposure(game: Rampant, seat: int, p: Point, q: Point) -> float:
    """How many enemies could fall upon a unit on its way; those who charge unasked count twice."""
    total = 0.0
    for foe in fielded(game, 1 - seat):
        what = game.profile[foe]
        if what.attack and what.attack_value and point_to_segment(centre(game, foe), p, q) < what.max_move + 4.0:
            total += 2.0 if wild(game, foe) else 1.0
    return total


def lined_up(game: Rampant, seat: int, units: Sequence[str]) -> Placed:
    """One unit after another where it stands best, the Commander first and the others rather near it."""
    at: dict[str, Sequence[float]] = {}
    order = sorted(units, key=lambda u: (not game.profile[u].commander, -game.profile[u].radius, -worth(game, u), u))
    for uid in order:
        spots = [p for p in zone_spots(game, seat, uid) if fits(game, seat, uid, p, at)]
        if spots:
            march = Marching(game, uid, game.profile[uid].max_move)
            best: Point = min(spots, key=lambda p: stand(game, seat, p, at, order[0], march))
            at[uid] = best
    return Placed({u: tuple(at[u]) for u in units if u in at})


def zone_spots(game: Rampant, seat: int, uid: str) -> Iterator[Point]:
    r, size = game.profile[uid].radius, field(game)
    for zone in own_zones(game, seat):
        x0, y0, x1, y1 = bounds(zone)
        for j in range(int((y1 - y0) / STRIDE) + 1):
            for i in range(int((x1 - x0) / STRIDE) + 1):
                x, y = x0 + i * STRIDE, y0 + j * STRIDE
                yield snapped((min(max(x, r), size.width - r), min(max(y, r), size.depth - r)))


def stand(game: Rampant, seat: int, p: Point, at: Mapping[str, Sequence[float]], chief: str, march: Marching) -> float:
    """How bad a place is to begin from: the way, the enemies beside it, no cover, far from the Commander."""
    q = wish_from(game, seat, p)
    bad = length(march, p, q) + 6.0 * exposure(game, seat, p, q) if leaves(game, seat) else math.dist(p, q)
    if chief in at:
        bad += 0.5 * max(0.0, math.dist(p, (at[chief][0], at[chief][1])) - 10.0)
    return bad - (1.0 if areas_at(game, p, SOFT | HARD) else 0.0)
