"""Moves from space to space: their legality, and running directly away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Refusal, acts, cite, rule
from xenotable.games.xcx.rules.movement.positions import others
from xenotable.games.xcx.rules.play.table import within
from xenotable.games.xcx.rules.terrain.forms import HARD, OBJECT, OBSTACLE, SOLID, costs_of, form_name
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import Xcx
from xenotable.table import Costs, Point


@rule("grid.directly-away", neutral=lambda game, model, source, far: game.models[model].here)
def grid_away(game: Xcx, model: str, source: Point, far: float) -> Point:
    """Space by space, each further from the source, closest to the ray; stands in the last legal one it passed."""
    grid = field_of(game).grid
    assert grid is not None
    start = grid.space(game.models[model].here)
    caster = grid.space(source)
    (cx, cy), (sx, sy) = grid.centre(caster), grid.centre(start)
    dx, dy = sx - cx, sy - cy
    taken = {grid.space((c.x, c.y)) for c in others(game, model).values()}
    at, last, left = start, start, far
    while True:
        options = []
        for t in grid.beside(at):
            bits = grid.forms.get(t, 0)
            if t in taken or bits & SOLID or grid.apart(caster, t) <= grid.apart(caster, at):
                continue
            if grid.shut(at, t, Costs(impassable=SOLID)) or (2.0 if bits & OBSTACLE else 1.0) > left:
                continue
            x, y = grid.centre(t)
            options.append((round(abs(dx * (y - cy) - dy * (x - cx)), 6), t))
        if not options:
            return grid.centre(last)
        at = min(options)[1]
        bits = grid.forms.get(at, 0)
        left -= 2.0 if bits & OBSTACLE else 1.0
        if not bits & (HARD | OBSTACLE):
            last = at


@rule("grid.step-cost", neutral=lambda game, model, run, path, limit: iter(()))
def grid_refusals(game: Xcx, model: str, run: bool, path: Sequence[Point], limit: float) -> Iterator[Refusal]:
    """Step by step: to neighbouring, free, enterable spaces, within the allowance."""
    grid = field_of(game).grid
    assert grid is not None
    at = grid.space(game.models[model].here)
    taken = {grid.space((c.x, c.y)): other for other, c in others(game, model).items()}
    costs, spent, seen = costs_of(run), 0.0, 0
    for p in path:
        to = grid.space(p)
        if grid.apart(at, to) != 1:
            yield Refusal("grid.step-cost", "A move goes from space to neighbouring space.", {}, "Name every space.")
            return
        if to in taken:
            cite("movement.through-models")
            yield Refusal("grid.one-model-per-space", "{other} stands in the way.", {"other": taken[to]})
        bits = grid.forms.get(to, 0)
        if bits & costs.impassable:
            yield blocked_space(bits)
        elif grid.shut(at, to, Costs(impassable=SOLID)) and acts("grid.corner-cutting"):
            yield Refusal("grid.corner-cutting", "A diagonal step between two closed spaces is forbidden.", {})
        spent += 2.0 if bits & OBSTACLE else 1.0
        at, seen = to, bits
    if seen & costs.no_end:
        rule_id = "terrain.obstacle-end" if seen & OBSTACLE else "movement.end-positions"
        yield Refusal(rule_id, "A move may not end in {form}.", {"form": form_name(seen)})
    if not within(spent, limit):
        args = {"who": model, "more": spent - limit, "may": limit}
        yield Refusal("movement.allowance", "{who} may move {may:.0f}; that is {more:.0f} too far.", args)


def blocked_space(bits: int) -> Refusal:
    if bits & OBJECT:
        return Refusal("terrain.objectives-are-not-terrain", "No model may enter the space of an objective.", {})
    if bits & (HARD | OBSTACLE):
        args = {"form": form_name(bits)}
        return Refusal("terrain.hard-cover-advance", "{form} can be crossed on a Run only.", args, "Run instead.")
    return Refusal("terrain.impassable", "Nothing moves through Impassable terrain.", {})
