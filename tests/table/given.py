"""Hypothesis strategies: points on the grid, simple outlines, grounds."""

import math

from hypothesis import strategies as st

from xenotable.table import Circle, Ground, Piece, Point, disc, polygon, rectangle, snap, snap_point, wall

WIDTH, DEPTH = 24.0, 24.0

coordinates = st.one_of(
    st.integers(0, 24).map(float),  # whole inches, so that corners and faces are met exactly
    st.integers(0, 24 * 1024).map(lambda k: k / 1024),
)
points = st.tuples(coordinates, coordinates)
heights = st.sampled_from((0.0, 0.5, 1.0, 2.0, 3.0, 5.0))
lines = st.tuples(points, points)


@st.composite
def outlines(draw: st.DrawFn) -> list[Point]:
    """A simple polygon, often not convex: corners at growing angles around a centre."""
    n = draw(st.integers(3, 8))
    x, y = draw(st.integers(4, 20)), draw(st.integers(4, 20))
    turns = [(k + draw(st.floats(0.05, 0.85))) * 2 * math.pi / n for k in range(n)]
    return [snap_point((x + r * math.cos(t), y + r * math.sin(t))) for t in turns for r in (draw(st.floats(0.5, 4.0)),)]


@st.composite
def rectangles(draw: st.DrawFn) -> list[Point]:
    x, y = draw(st.integers(0, 20)), draw(st.integers(0, 20))
    w, h = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


@st.composite
def pieces(draw: st.DrawFn, name: str) -> Piece:
    bits = draw(st.sampled_from((1, 2, 3)))
    low, high = draw(st.sampled_from(((0.0, 1.0), (0.0, 3.0), (0.0, 1024.0), (1.0, 2.0))))
    kind = draw(st.sampled_from(("rectangle", "outline", "disc", "wall")))
    if kind == "disc":
        return disc(name, draw(coordinates), draw(coordinates), draw(st.floats(0.25, 3)), bits, low, high)
    if kind == "wall":
        a = draw(points)
        b = draw(points.filter(lambda b: math.dist(a, b) > 0.5))
        return wall(name, a, b, draw(st.sampled_from((0.0, 0.25))), bits, low, high)
    if kind == "rectangle":
        return polygon(name, draw(rectangles()), bits, low, high)
    try:
        return polygon(name, draw(outlines()), bits, low, high)
    except ValueError:  # the snapped corners fell on one line, or the outline crossed itself
        return rectangle(name, 3, 3, 5, 6, bits, low, high)


@st.composite
def grounds(draw: st.DrawFn, most: int = 8) -> Ground:
    n = draw(st.integers(0, most))
    return Ground.of([draw(pieces(f"p{i}")) for i in range(n)], WIDTH, DEPTH)


@st.composite
def circles(draw: st.DrawFn) -> Circle:
    x, y = draw(points)
    return Circle(x, y, snap(draw(st.sampled_from((0.5, 0.75, 1.0)))))
