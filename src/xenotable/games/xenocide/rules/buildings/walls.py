"""Distances to models inside buildings, from the outline of their section (rule "buildings.measuring"): geometry."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from xenotable.engine import cite, rule
from xenotable.games.xenocide.rules.play.models import own_base
from xenotable.games.xenocide.state import Sides, Walls, Xenocide
from xenotable.table import Circle, Point
from xenotable.table.near import segment_to_segment
from xenotable.table.near import to_edge as base_to_edge


@rule("buildings.measuring", neutral=own_base)
def measured_outline(game: Xenocide, model: str) -> Circle:
    """Distances to a model inside a section are measured from the outline of the section."""
    return game.field.rooms[game.models[model].section].walls


@rule("buildings.standoff", neutral=lambda: False)
def stands_off() -> bool:
    """Enemies in different buildings or sections leave each other alone until somebody decides otherwise."""
    cite("buildings.sections-adjacent")
    return True


SIDES = ("N", "E", "S", "W")
OUTWARD = {"N": (0.0, 1.0), "E": (1.0, 0.0), "S": (0.0, -1.0), "W": (-1.0, 0.0)}
CORNER = 0.125  # how far from a corner of its section a model looks out


def walls(sides: Sides) -> Walls:
    return Walls((sides[0] + sides[2]) / 2.0, (sides[1] + sides[3]) / 2.0, 0.0, 0.0, sides)


def gap(a: Circle, b: Circle) -> float:
    """Base to base, or to the outline of a section. (`gap` of two round bases written out: it is asked so often.)"""
    if type(a) is not Walls:
        if type(b) is Walls:
            return off_walls(a.x, a.y, a.r, b.sides)
        x, y = a.x - b.x, a.y - b.y
        apart = sqrt(x * x + y * y) - a.r - b.r
        return apart if apart > 0.0 else 0.0
    if type(b) is not Walls:
        return off_walls(b.x, b.y, b.r, a.sides)
    px0, py0, px1, py1 = a.sides
    qx0, qy0, qx1, qy1 = b.sides
    dx = px0 - qx1 if px0 > qx1 else qx0 - px1 if qx0 > px1 else 0.0
    dy = py0 - qy1 if py0 > qy1 else qy0 - py1 if qy0 > py1 else 0.0
    far: float = (dx * dx + dy * dy) ** 0.5
    return far if far > 0.0 else 0.0


def off_walls(x: float, y: float, r: float, sides: Sides) -> float:
    """`gap` of a round base and a section."""
    x0, y0, x1, y1 = sides
    dx = x - x1 if x > x1 else x0 - x if x0 > x else 0.0
    dy = y - y1 if y > y1 else y0 - y if y0 > y else 0.0
    far: float = (dx * dx + dy * dy) ** 0.5 - r
    return far if far > 0.0 else 0.0


def spread(bases: Sequence[Circle]) -> float:
    """The distance between the two models of a unit that are farthest apart."""
    widest = 0.0
    for i, a in enumerate(bases):
        x, y, r, round_ = a.x, a.y, a.r, type(a) is Circle
        for b in bases[i + 1 :]:
            if round_ and type(b) is Circle:  # `gap` of two round bases written out: it is asked so often
                dx, dy = x - b.x, y - b.y
                far = sqrt(dx * dx + dy * dy) - r - b.r
            else:
                far = gap(a, b)
            if far > widest:
                widest = far
    return widest


def breadth(c: Circle) -> float:
    """From the middle of a base, or of a side of a section, to its rim."""
    return max(c.sides[2] - c.sides[0], c.sides[3] - c.sides[1]) / 2.0 if isinstance(c, Walls) else c.r


def both_inside(a: Circle, b: Circle) -> bool:
    return isinstance(a, Walls) and isinstance(b, Walls)


def to_edge(c: Circle, width: float, depth: float, edge: str = "") -> float:
    """A base, or the outline of a section, to an edge of the table."""
    if not isinstance(c, Walls):
        return base_to_edge(c, width, depth, edge)
    x0, y0, x1, y1 = c.sides
    return min(base_to_edge(Circle(x, y, 0.0), width, depth, edge) for x in (x0, x1) for y in (y0, y1))


def towards(c: Circle, other: Circle) -> Circle:
    """A round base itself; of a section, the point of its outline that is nearest to the other base."""
    if not isinstance(c, Walls):
        return c
    x0, y0, x1, y1 = c.sides
    return Circle(min(max(other.x, x0), x1), min(max(other.y, y0), y1), 0.0)


def leg_apart(p: Point, q: Point, sides: Sides) -> float:
    """How near a straight leg comes to a section; 0 where it runs through."""
    x0, y0, x1, y1 = sides
    if x0 <= p[0] <= x1 and y0 <= p[1] <= y1:
        return 0.0
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return min(segment_to_segment(p, q, corners[i - 1], corners[i]) for i in range(4))


def zone_circles(c: Walls, reach: float) -> list[Circle]:
    """Round zones that together lie inside the zone of control of a section and nearly fill it: for finding ways."""
    x0, y0, x1, y1 = c.sides
    half = min(x1 - x0, y1 - y0) / 2.0
    corners = [Circle(x, y, reach) for x in (x0, x1) for y in (y0, y1)]
    return [Circle(c.x, c.y, half + reach), *corners]


# ---- the four sides --------------------------------------------------------------------------------------------------


def side_of(sides: Sides, at: Point) -> str:
    """The side of a section that a point is nearest to."""
    x0, y0, x1, y1 = sides
    best, least = "N", abs(y1 - at[1])
    for side, far in (("E", abs(x1 - at[0])), ("S", abs(at[1] - y0)), ("W", abs(at[0] - x0))):
        if far < least:
            best, least = side, far
    return best


def line_of(sides: Sides, side: str) -> Sides:
    """One side alone, as a rectangle without breadth."""
    x0, y0, x1, y1 = sides
    if side in ("N", "S"):
        return (x0, y1, x1, y1) if side == "N" else (x0, y0, x1, y0)
    return (x1, y0, x1, y1) if side == "E" else (x0, y0, x0, y1)


def beside(sides: Sides, side: str, at: Point, r: float) -> Point:
    """Where a base that comes from a place outside first touches a side: round its end, where it comes from there."""
    x0, y0, x1, y1 = line_of(sides, side)
    x, y = min(max(at[0], x0), x1), min(max(at[1], y0), y1)
    dx, dy = at[0] - x, at[1] - y
    (u, v), out = OUTWARD[side], outside(sides, side, at)
    if out < 0.0:  # from behind it comes along the next wall
        dx, dy = dx - u * out, dy - v * out
    far = sqrt(dx * dx + dy * dy)
    return (_grid(x + dx / far * r), _grid(y + dy / far * r)) if far else off_side(side, (x, y), r)


def on_side(sides: Sides, side: str, at: Point) -> Point:
    """The point of a side nearest to a place, a little away from the corners."""
    x0, y0, x1, y1 = sides
    x = min(max(at[0], x0 + CORNER), x1 - CORNER)
    y = min(max(at[1], y0 + CORNER), y1 - CORNER)
    if side in ("N", "S"):
        return x, y1 if side == "N" else y0
    return x1 if side == "E" else x0, y


def along(sides: Sides, side: str, n: int) -> list[Point]:
    """n points spread over a side."""
    x0, y0, x1, y1 = sides
    shares = [(k + 1) / (n + 1) for k in range(n)]
    if side in ("N", "S"):
        return [(_grid(x0 + (x1 - x0) * t), y1 if side == "N" else y0) for t in shares]
    return [(x1 if side == "E" else x0, _grid(y0 + (y1 - y0) * t)) for t in shares]


def outside(sides: Sides, side: str, at: Point) -> float:
    """How far a place lies beyond the line of a side; below 0: on the inner side of it."""
    x0, y0, x1, y1 = sides
    if side == "N":
        return at[1] - y1
    if side == "E":
        return at[0] - x1
    return y0 - at[1] if side == "S" else x0 - at[0]


def off_side(side: str, at: Point, far: float) -> Point:
    """A point pushed straight out from a side."""
    dx, dy = OUTWARD[side]
    return _grid(at[0] + dx * far), _grid(at[1] + dy * far)


def _grid(x: float) -> float:
    return round(x * 1024) / 1024
