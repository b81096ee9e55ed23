"""Special rules of weapons: Zapper, High Explosive, Shredding, Lasso."""

from __future__ import annotations

import math
from itertools import takewhile

from msgspec.structs import replace

from xenotable.engine import Choose, Flow, Roll, acts, cite, rule
from xenotable.games.xcx.rules.bag.dice import counts_as_activation
from xenotable.games.xcx.rules.engaged.contact import engage
from xenotable.games.xcx.rules.movement.forced import forced_to
from xenotable.games.xcx.rules.movement.positions import can_end, end_region, others
from xenotable.games.xcx.rules.play.models import is_ai, seat_of, standing_models
from xenotable.games.xcx.rules.play.table import TOL
from xenotable.games.xcx.rules.shooting.terms import Shot, Terms
from xenotable.games.xcx.rules.terrain.forms import SOLID
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.rules.tests import FACES, faces_of, under
from xenotable.games.xcx.state import Xcx
from xenotable.odds import ATTACKER
from xenotable.table import Circle, Costs, Point, legal_places, snap_point
from xenotable.table.legal import Walk

Pull = tuple[Point, bool]  # where, and whether that is contact
EQUAL = 0.004  # places on the grid that are as near as one another


@rule("special.shredding", neutral=lambda t, s: replace(s, hurt=True))
def second_test(t: Terms, s: Shot) -> Flow[Shot]:
    """No Armour test: a second to-hit test with the same value decides."""
    cite("special.shredding-armour-points")
    counts = yield from Roll(
        seat=ATTACKER, key="shred", rule="special.shredding", prompt="Second to-hit test", n=t.dice, cuts=FACES
    )
    return replace(s, hurt=under(sum(faces_of(counts)[:2]), t.value))


@rule("special.zapper", neutral=lambda game, model: None)
def shock(game: Xcx, model: str) -> None:
    """Down at once, and this counts as its activation; in the middle of its own, that activation ends."""
    cite("special.zapper-needs-damage")
    game.models.set(model, down=True, watch=False, halted=game.now.active == model or game.models[model].halted)
    counts_as_activation(game, model)
    game.tell("{who} is shocked to the ground.", "special.zapper", who=model)


@rule("special.high-explosive", neutral=lambda game, circle: None)
def high_explosive(game: Xcx, circle: Circle) -> None:
    """Every terrain piece within 2 Range of a damaged model is destroyed."""
    gone = field_of(game).destroyed_around(circle, 2.0)
    if gone:
        game.note(gone=(*game.now.gone, *gone))
        game.tell("The blast destroys {n} pieces of terrain.", "special.high-explosive", n=len(gone))


@rule("special.lasso", neutral=lambda game, model, target: None)
def lasso(game: Xcx, model: str, target: str) -> Flow[None]:
    """The target is pulled straight to the firer until the bases touch, and the two are engaged."""
    if game.now.active == target and acts("special.lasso-react"):
        game.models.set(target, halted=True)
    if target in game.models[model].engaged:
        return
    spots = grid_pull(game, model, target) if field_of(game).grid is not None else pull(game, model, target)
    goal = spots[0] if spots else (game.models[target].here, False)
    if len(spots) > 1 and not is_ai(game, game.models[model].side):
        goal = yield from Choose(
            seat=seat_of(game, model),
            key="pull",
            rule="special.lasso-blocked",
            prompt="Where is {who} pulled to?",
            args={"who": target},
            among=lambda: spots,
            label=lambda s: f"{s[0][0]:.1f}, {s[0][1]:.1f}",
        )
    forced_to(game, target, goal[0])
    game.tell("{who} is pulled towards {firer}.", "special.lasso", who=target, firer=model)
    if goal[1]:
        engage(game, model, target)


@rule("special.lasso-blocked", neutral=lambda game, model, target: [])
def pull(game: Xcx, model: str, target: str) -> list[Pull]:
    """The contact point on the line, the nearest legal ones beside it, or the last legal point before an obstacle."""
    f, t, field = game.models[model], game.models[target], field_of(game)
    dx, dy = f.x - t.x, f.y - t.y
    long, touch = math.hypot(dx, dy), f.r + t.r
    if long <= touch + TOL:
        return [(t.here, True)]
    bodies = [game.models[i].circle for i in standing_models(game) if i not in (model, target)]
    walk = Walk(t.circle, field.ground, Costs(impassable=SOLID), bodies, 0.0, span=long)
    goal = snap_point((f.x - dx / long * touch, f.y - dy / long * touch))
    share = walk.stop(t.here, goal)[0]
    if share < 1.0:
        gone = math.dist(t.here, goal) * share
        last = (t.x + dx / long * gone, t.y + dy / long * gone)
        line = end_region(field, t.r, others(game, target).values(), t.here, long).on_line(t.here, last)
        free = [p for p in line if can_end(game, target, p, t.r)]
        return [(free[-1] if free else t.here, False)]
    around = others(game, target, (model,)).values()  # the two of them may touch
    if can_end(game, target, goal, t.r, around):
        return [(goal, True)]
    ring = end_region(field, t.r, around, f.here, touch + 1.0).at_most(f.x, f.y, touch, TOL)
    beside = legal_places([ring], goal, lambda p: can_end(game, target, p, t.r, around))
    nearest = next(beside, None)
    if nearest is None:
        return [(t.here, False)]
    as_near = takewhile(lambda p: math.dist(p, goal) <= math.dist(nearest, goal) + EQUAL, beside)
    opposite = [p for p in as_near if math.dist(p, nearest) > 2 * EQUAL][:1]  # to the other side
    return [(p, True) for p in sorted([nearest, *opposite])]


@rule("special.lasso-grid", neutral=lambda game, model, target: [])
def grid_pull(game: Xcx, model: str, target: str) -> list[Pull]:
    """The free space beside the firer nearest to the target; an Impassable space on the line stops the pull."""
    grid = field_of(game).grid
    assert grid is not None
    f, t = grid.space(game.models[model].here), grid.space(game.models[target].here)
    if grid.apart(f, t) <= 1:
        return [(grid.centre(t), True)]
    last = t
    for group in grid.line(t, f):
        if all(grid.forms.get(s, 0) & SOLID for s in group):
            return [(grid.centre(last), False)]
        if can_end(game, target, grid.centre(group[0]), 0.5):
            last = group[0]
    free = [s for s in grid.beside(f) if can_end(game, target, grid.centre(s), 0.5)]
    if not free:
        return [(grid.centre(t), False)]
    near = min(grid.apart(s, t) for s in free)
    return [(grid.centre(s), True) for s in sorted(free) if grid.apart(s, t) == near]
