"""Line of sight and cover between spaces."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import acts, cite, rule
from xenotable.games.xcx.kernels import steps_apart
from xenotable.games.xcx.rules.terrain.field import Field
from xenotable.games.xcx.rules.terrain.forms import HARD, IMPASSABLE, IN_HARD, IN_SOFT, OPEN, SOFT, UNSEEN
from xenotable.kernels import is_loaded, kernel, load
from xenotable.table import Base, Hexes
from xenotable.table.grid_lines import hex_line, square_line
from xenotable.table.grids import Spaces


def grid_shades(field: Field, grid: Spaces) -> list[int]:
    """The most cover that a model can have in each space, by its number: what lies beside it, or Soft Cover in it."""
    if not field.grid_shades:
        found, near = [OPEN] * len(field.numbered), grid.plan.near
        for n, bits in enumerate(field.numbered):
            if bits & (HARD | SOFT):
                cover = IN_HARD if bits & HARD else IN_SOFT
                for t in near[n]:
                    if found[t] < cover:
                        found[t] = cover
            if bits & SOFT and found[n] == OPEN:
                found[n] = IN_SOFT
        field.grid_shades += found
    return field.grid_shades


@rule("grid.sight-line", neutral=lambda field, grid, a, b: OPEN)
def grid_line(field: Field, grid: Spaces, a: Base, b: Base) -> int:
    """From centre to centre; where it runs between two spaces, both must block or cover."""
    cite("grid.sight-edges")
    cite("sight.symmetric")
    s, t, stride, hexes = field.number((a.x, a.y)), field.number((b.x, b.y)), grid.plan.stride, isinstance(grid, Hexes)
    if is_loaded(__name__):
        blocked, cover = line_between(field.numbered, s, t, stride, hexes)
    else:  # plain code is quicker where lines are known
        start = min(s, t)  # the same line, found once for both directions
        met = grid.between(grid.plan.spaces[grid.plan.places[start]], grid.plan.spaces[grid.plan.places[max(s, t)]])
        blocked, cover = line_meets(field.numbered, met, start, s, t, stride, hexes)
    return _seen(field, t, blocked, cover)


@rule("grid.sight-line", neutral=lambda field, grid, lines: [OPEN] * len(lines))
def grid_lines(field: Field, grid: Spaces, lines: Sequence[tuple[int, int]]) -> list[int]:
    """The same for many pairs of spaces, by their numbers."""
    found = lines_between(field.numbered, lines, grid.plan.stride, isinstance(grid, Hexes)) if lines else []
    return [_seen(field, t, blocked, cover) for (_, t), (blocked, cover) in zip(lines, found, strict=True)]


def _seen(field: Field, t: int, blocked: bool, cover: int) -> int:
    """What is seen of a model in a space, by what lies on the line to it."""
    if blocked and acts("grid.sight-blocked"):
        return UNSEEN
    own = IN_SOFT if field.numbered[t] & SOFT else OPEN
    return cover if cover > own and acts("grid.cover") else own


# ---- by numbers: compiled while the game goes on ---------------------------------------------------------------------


def use_compiled() -> None:
    """From now on lines are drawn by compiled code."""
    load(__name__)


@kernel("(i8[::1], i8, i8, i8, b1)")
def line_between(forms: Sequence[int], s: int, t: int, stride: int, hexes: bool) -> tuple[bool, int]:
    """Whether the line from one space to another is blocked, and the cover that lies on it for the latter."""
    start, end = (s, t) if s < t else (t, s)  # the same line for both directions
    i, j, k, m = start % stride, start // stride - 1, end % stride, end // stride - 1
    odd = j & 1 if hexes else 0  # a shift by whole columns and so many rows changes nothing
    crossed = hex_line(odd, k - i, m - j + odd) if hexes else square_line(0, k - i, m - j)
    met = [((v - odd) * stride + u, (y - odd) * stride + x) for u, v, x, y in crossed]
    return line_meets(forms, met, start, s, t, stride, hexes)


@kernel("(i8[::1], i8[:,::1], i8, b1)")
def lines_between(
    forms: Sequence[int], lines: Sequence[tuple[int, int]], stride: int, hexes: bool
) -> list[tuple[bool, int]]:
    """The same for many pairs of spaces."""
    return [line_between(forms, s, t, stride, hexes) for s, t in lines]


@kernel()
def line_meets(
    forms: Sequence[int], met: Sequence[tuple[int, int]], start: int, s: int, t: int, stride: int, hexes: bool
) -> tuple[bool, int]:
    """The same by what the line meets: pairs of spaces, by how much higher their numbers are than one to start from."""
    blocked, cover = False, OPEN
    for o, other in met:
        u, v = start + o, start + other
        one, two = forms[u], forms[v]
        if one == 0 or two == 0:
            continue
        u_by_t, v_by_t = _beside(u, t, stride, hexes), _beside(v, t, stride, hexes)
        if _blocks(one, u_by_t or _beside(u, s, stride, hexes)) and _blocks(
            two, v_by_t or _beside(v, s, stride, hexes)
        ):
            blocked = True
        if u_by_t and v_by_t and not (one | two) & IMPASSABLE:
            cover = max(cover, IN_HARD if one & two & HARD else IN_SOFT)
    return blocked, cover


@kernel()
def _beside(n: int, m: int, stride: int, hexes: bool) -> bool:
    """Are two spaces neighbours?"""
    return steps_apart(n % stride, n // stride - 1, m % stride, m // stride - 1, hexes) == 1


@kernel()
def _blocks(bits: int, beside: bool) -> bool:
    """Impassable terrain always, Hard Cover unless observer or target stand beside it."""
    return bool(bits & IMPASSABLE) or (bool(bits & HARD) and not beside)
