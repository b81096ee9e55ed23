"""Ways to somewhere: shortest legal paths, what lies in reach, straight pushes.

Way-points that a shortest path may bend at stand around the corners of whatever is in the way, far enough off for the
base. A* joins them; a leg is examined exactly (`legal.Walk`) only when it is about to be used. Round corners are gone
round in two or more straight legs, so a path may be up to 2 % longer than the mathematically shortest one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from xenotable.table import shortest_paths
from xenotable.table.ground import Ground
from xenotable.table.legal import Walk
from xenotable.table.moving import FREE, Costs, affordable, cost, leg_cost, tolls_of, trim_path
from xenotable.table.near import TOLERANCE
from xenotable.table.shapes import SNAP, Circle, Point, along
from xenotable.table.shortest_paths import WalkRows

WIDER = 8  # rings, each by a radius wider, where who cannot stand at a goal looks for a place


def path_to(
    base: Circle,
    goal: Point,
    budget: float | None,
    ground: Ground,
    costs: Costs = FREE,
    others: Sequence[Circle] = (),
    gap: float = 0.0,
    *,
    solid: Sequence[Circle] = (),
    way_r: float | None = None,
    near: float = 0.0,
) -> list[Point] | None:
    """The cheapest legal path to a goal (or to within `near` of it), or None if there is none within the budget."""
    start = (base.x, base.y)
    if math.dist(start, goal) <= near + 1e-9:
        return []
    limit = math.inf if budget is None else budget + TOLERANCE
    if math.dist(start, goal) - near > limit:
        return None
    walk = Walk(base, ground, costs, others, gap, solid=solid, way_r=way_r, span=limit)
    goals = shortest_paths.places_about(*walk.ends_about(goal, near), *start, *goal, near, 0.0, 1)
    if not goals:
        return None
    return search(walk, start, goals, limit)[0]


def furthest_towards(
    base: Circle,
    goal: Point,
    budget: float,
    ground: Ground,
    costs: Costs = FREE,
    others: Sequence[Circle] = (),
    gap: float = 0.0,
    *,
    solid: Sequence[Circle] = (),
    way_r: float | None = None,
    near: float = 0.0,
) -> list[Point]:
    """As far along the shortest way to the goal as the budget allows, ending where the base may stand.

    Where the base cannot stand at the goal, towards the nearest place where it can; where no way leads there, towards
    the way-point nearest to it. A goal beyond the budget is approached by a good way, not always the very shortest.
    Empty: better stay.
    """
    start = (base.x, base.y)
    far = math.dist(start, goal)
    if far <= near + 1e-9:
        return []
    limit = 1.5 * far + 2.0 * budget + 4.0 * base.r
    walk = Walk(base, ground, costs, others, gap, solid=solid, way_r=way_r, span=limit)
    there = walk.ends_about(goal, near + (WIDER - 1) * base.r)
    goals = shortest_paths.places_about(*there, *start, *goal, near, base.r, WIDER)
    path, settled = search(walk, start, goals, limit, goal, 1.0 if far <= budget else 1.25)
    if path is None:
        if not settled:
            return []
        best = min(settled, key=lambda p: (math.dist(p, goal), p))
        path = settled[best]
    return _stand(walk, base, path, budget)


def _stand(walk: Walk, base: Circle, path: list[Point], budget: float) -> list[Point]:
    """The path cut to the budget, and further back until the base may end there."""
    ground, costs = walk.ground, walk.costs
    way, back = trim_path(base, path, budget + TOLERANCE / 2.0, ground, costs), 0.125
    while way:
        p = way[-2] if len(way) > 1 else (base.x, base.y)
        end = _towards(way[-1], p) if way != path[: len(way)] else way[-1]
        free = end != p and walk.ends(end) and walk.clear(p, end)
        if free and cost(base, [*way[:-1], end], ground, costs) <= budget + TOLERANCE:  # a shorter leg can count more
            return [*way[:-1], end]
        long = math.dist(p, way[-1])
        if long <= back:
            way.pop()
        else:
            way[-1] = along(p, way[-1], 1.0 - back / long)
    return []


def _towards(q: Point, p: Point) -> Point:
    """q on the grid, rounded towards p so that the leg does not grow."""
    x = math.floor(q[0] * SNAP) if q[0] >= p[0] else math.ceil(q[0] * SNAP)
    y = math.floor(q[1] * SNAP) if q[1] >= p[1] else math.ceil(q[1] * SNAP)
    return (x / SNAP, y / SNAP)


Paths = tuple[list[Point] | None, dict[Point, list[Point]]]


def far(p: Point, q: Point) -> float:
    """From point to point: just these operations, so that compiled code finds the same."""
    dx, dy = p[0] - q[0], p[1] - q[1]
    return math.sqrt(dx * dx + dy * dy)


def search(
    walk: Walk, start: Point, goals: list[Point], limit: float, focus: Point | None = None, eager: float = 1.0
) -> Paths:
    """A* over way-points, examining a leg only when it is cheapest: the path to the first goal or, when there is none,
    all paths found.

    eager: 1 finds the cheapest path, more finds a path sooner that is at most that much dearer.
    Without goals and focus nothing is aimed at: all way-points within the limit are found.
    """
    costs = walk.costs
    aim = focus if focus is not None else goals[0] if goals else start
    slack = max((far(g, aim) for g in goals), default=0.0 if focus is not None else math.inf)
    straight = not costs.slow and not costs.crossing
    if goals and straight and far(start, goals[0]) <= limit and walk.clear(start, goals[0]):
        return [goals[0]], {}
    ends = sorted({*goals} - {start})
    order = shortest_paths.find_ways(*walk_rows(walk), ends, *start, *aim, slack, limit, eager, walk.tol)
    ways = _ways(order)
    if order[-1][:2] in ends:
        return ways[-1], {}
    return None, {(x, y): way for (x, y, _), way in zip(order, ways, strict=True)}


def walk_rows(walk: Walk) -> WalkRows:
    """What a search for the ways of a walk looks at, for kernels."""
    rows, (slow, crossing, least, *_) = walk.ground.rows(), tolls_of(walk.ground, walk.costs)
    return walk.ways_off()[1], *walk.obstacles()[1:], rows.turn_spans, rows.turns, slow, crossing, least


def _ways(order: Sequence[tuple[float, float, int]]) -> list[list[Point]]:
    """The way to each place that `settle` reached."""
    ways: list[list[Point]] = [[]]
    for x, y, before in order[1:]:
        ways.append([*ways[before], (x, y)])
    return ways


def reach(
    base: Circle,
    budget: float,
    ground: Ground,
    costs: Costs = FREE,
    others: Sequence[Circle] = (),
    gap: float = 0.0,
    *,
    way_r: float | None = None,
    rays: int = 48,
) -> list[list[Point]]:
    """Where the centre can get to: overlapping outlines whose union is the area. For display only.

    From every way-point that can be reached, how far one gets straight on in each of `rays` directions with what is
    left of the budget. Where a base may not end is not left out.
    """
    start = (base.x, base.y)
    walk = Walk(base, ground, costs, others, gap, way_r=way_r, span=budget)
    _, settled = search(walk, start, [], budget) if budget > 0.0 else (None, {start: []})
    outlines: list[list[Point]] = []
    for p, path in settled.items():
        left = budget - sum(leg_cost(a, b, ground, costs) for a, b in zip((start, *path), path, strict=False))
        if left > 0.05:
            outlines.append([_straight_on(walk, p, 2.0 * math.pi * k / rays, left) for k in range(rays)])
    return outlines


def _straight_on(walk: Walk, p: Point, turn: float, left: float) -> Point:
    ux, uy = math.cos(turn), math.sin(turn)
    far = min(left, _to_border(walk, p, ux, uy)) if walk.costs.edge else left
    q = (p[0] + ux * far, p[1] + uy * far)
    t = walk.stop(p, q)[0]
    q = (p[0] + ux * far * t, p[1] + uy * far * t)
    if (walk.costs.slow or walk.costs.crossing) and p != q:
        t = affordable(p, q, left, walk.ground, walk.costs)
        q = along(p, q, t)
    return q


def _to_border(walk: Walk, p: Point, ux: float, uy: float) -> float:
    """How far the base can go in a direction before its rim reaches the table's edge."""
    far, r = math.inf, walk.way_r
    for at, u, size in ((p[0], ux, walk.ground.width), (p[1], uy, walk.ground.depth)):
        if u > 0.0:
            far = min(far, max(0.0, (size - r - at) / u))
        elif u < 0.0:
            far = min(far, max(0.0, (at - r) / -u))
    return far


def fan(direction: Point, degrees: Iterable[float] = (0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0)) -> list[Point]:
    """The direction turned by each of these angles (counter-clockwise), as unit vectors."""
    long = math.hypot(*direction) or 1.0
    ux, uy = direction[0] / long, direction[1] / long
    turns = [(math.cos(math.radians(d)), math.sin(math.radians(d))) for d in degrees]
    return [(ux * c - uy * s, ux * s + uy * c) for c, s in turns]
