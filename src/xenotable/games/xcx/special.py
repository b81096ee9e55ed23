"""Special rules that are events of their own: Lasso, Scatter, High Explosive, Zapper, Marching Order."""

from __future__ import annotations

import math
from collections.abc import Iterator

from xenotable.engine import Arrange, Choose, Flow, Piece, Place, Placed, Random, Refusal, acts, cite, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.damage import armour_points, armour_value, reduced, weapon_damage
from xenotable.games.xcx.engaged import engage, rank
from xenotable.games.xcx.forced import forced_to
from xenotable.games.xcx.layouts import field_of
from xenotable.games.xcx.measuring import distance_between
from xenotable.games.xcx.models import is_ai, seat_of, standing
from xenotable.games.xcx.movement import can_end, others
from xenotable.games.xcx.recruits import profile_of
from xenotable.games.xcx.sight import sees
from xenotable.games.xcx.state import CIVIL, NEUTRAL, Xcx
from xenotable.games.xcx.terrain import SOLID, TOL
from xenotable.table import Circle, Costs, Point, snapped
from xenotable.table.legal import Walk

APART, SPREAD, BLAST, FUSE = 1.0, 12.0, 1.0, 3.0


# ---- Zapper and High Explosive ---------------------------------------------------------------------------------------


@rule("special.zapper", neutral=lambda game, id: None)
def zapped(game: Xcx, id: str) -> None:
    """Down at once, and this counts as its activation; in the middle of its own, that activation ends."""
    from xenotable.games.xcx.bag import counts_as_activation

    cite("special.zapper-needs-damage")
    if game.models[id].activated:
        cite("special.zapper-activated")
    game.models.set(id, down=True, watch=False, halted=game.now.active == id or game.models[id].halted)
    counts_as_activation(game, id)
    game.tell("{who} is shocked to the ground.", "special.zapper", who=id)


@rule("special.high-explosive", neutral=lambda game, circle: None)
def high_explosive(game: Xcx, circle: Circle) -> None:
    """Every terrain piece within 2 Range of a damaged model is destroyed."""
    gone = field_of(game).destroyed_around(circle, 2.0)
    if gone:
        game.note(gone=(*game.now.gone, *gone))
        game.tell("The blast destroys {n} pieces of terrain.", "special.high-explosive", n=len(gone))


# ---- Scatter ---------------------------------------------------------------------------------------------------------


@rule("special.scatter-spot", neutral=lambda game, target, p: iter(()))
def spot_refusals(game: Xcx, target: str, p: Point) -> Iterator[Refusal]:
    """Exactly 3 Range from the edge of the target's base, on the table."""
    field, t = field_of(game), game.models[target]
    if not (0 <= p[0] <= field.width and 0 <= p[1] <= field.depth):
        yield Refusal("special.scatter-spot", "The spot must be on the table.", {})
    gap = distance_between(field, t, Circle(p[0], p[1], 0.0))
    if abs(gap - FUSE) > 0.002:
        yield Refusal("special.scatter-spot", "The spot must be exactly 3 Range away, not {gap:.2f}.", {"gap": gap})


def spots(game: Xcx, target: str) -> list[Point]:
    """Every 15 degrees around the target, starting east; or the spaces at distance 3."""
    field, t = field_of(game), game.models[target]
    if field.grid is not None:
        at = field.grid.space(t.here)
        return [p for p in field.points() if field.grid.apart(at, field.grid.space(p)) == 3]
    far = t.r + FUSE
    turns = [math.radians(15 * k) for k in range(24)]
    found = [snapped((t.x + far * math.cos(a), t.y + far * math.sin(a))) for a in turns]
    return [p for p in found if 0 <= p[0] <= field.width and 0 <= p[1] <= field.depth]


def caught(game: Xcx, spot: Point) -> list[str]:
    """Every model, friend, foe or civilian, whose base is within 1 Range of the spot, by number."""
    here = Circle(spot[0], spot[1], 0.0)
    found = [i for i in standing(game) if distance_between(field_of(game), here, game.models[i]) <= BLAST + TOL]
    return sorted(found, key=lambda i: rank(game, i))


@rule("ai.scatter-choice", neutral=lambda game, id, target: spots(game, target)[0])
def worst_spot(game: Xcx, id: str, target: str) -> Point:
    """Most of the shooter's side and none of its own; else nobody; nearest to the shooter, lower x, lower y."""
    side, mine = game.models[id].side, game.models[target].side
    shooter = game.models[id].here

    def key(p: Point) -> tuple[float, ...]:
        sides = [game.models[i].side for i in caught(game, p)]
        own, foes = sides.count(mine), sides.count(side)
        grade = -foes if foes and not own else 0 if not sides else 100 + own
        return (grade, round(math.dist(p, shooter), 6), p[0], p[1])

    return min(spots(game, target), key=key)


def targeted_seat(game: Xcx, target: str) -> int:
    """The targeted player; civilians are the protector's."""
    m = game.models[target]
    if m.side != CIVIL:
        return seat_of(game, target)
    side = game.now.first_role
    return -1 if is_ai(game, side) else game.commanders[side][0]


@rule("special.scatter-explosion", neutral=lambda game, id, target, weapon: None)
def explode(game: Xcx, id: str, target: str, weapon: str) -> Flow[None]:
    """It goes off where the targeted player says: each model caught is hit, one after the other."""
    from xenotable.games.xcx.shooting import consequences
    from xenotable.games.xcx.suppression import hit_by
    from xenotable.games.xcx.tests import two_dice, under

    seat = targeted_seat(game, target)
    if seat < 0:
        spot = worst_spot(game, id, target)
    else:
        placed = yield from spot_ask(game, seat, target)
        spot = (placed.at["blast"][0], placed.at["blast"][1])
    game.tell("It explodes at {x:.1f}, {y:.1f}.", "special.scatter-spot", x=spot[0], y=spot[1])
    victims = caught(game, spot)
    if len(victims) > 1 and seat >= 0:
        victims = list(
            (
                yield from Arrange(
                    seat=seat,
                    key="victims",
                    rule="special.scatter-explosion",
                    prompt="In which order are they hit?",
                    items=tuple(victims),
                    label=game.name,
                )
            )
        )
    for victim in victims:
        hit_by(game, victim, (id, weapon))
        faces = yield from two_dice(seat_of(game, victim), "armour", "damage.armour-test", "Armour test: high is good")
        if under(sum(faces), armour_value(game, victim)):
            kind = content.weapons()[weapon].type
            lost = reduced(weapon_damage(game, id, weapon), armour_points(game, victim, kind, 0))
            yield from consequences(game, id, victim, weapon, lost)


def spot_ask(game: Xcx, seat: int, target: str) -> Place:
    def propose(n: int, rnd: Random) -> list[Placed]:
        return [Placed({"blast": p}) for p in spots(game, target)]

    return Place(
        seat=seat,
        key="spot",
        rule="special.scatter-spot",
        prompt="Where does the shot at {who} explode?",
        args={"who": target},
        pieces=(Piece("blast", game.models[target].here, 0.25),),
        propose=propose,
        legal=lambda placed: spot_refusals(game, target, (placed.at["blast"][0], placed.at["blast"][1])),
    )


# ---- Lasso -----------------------------------------------------------------------------------------------------------


@rule("special.lasso", neutral=lambda game, id, target: None)
def lasso(game: Xcx, id: str, target: str) -> Flow[None]:
    """The target is pulled straight to the firer until the bases touch, and the two are engaged."""
    if game.now.active == target and acts("special.lasso-react"):
        game.models.set(target, halted=True)
    if target in game.models[id].engaged:
        return
    spots = grid_pull(game, id, target) if field_of(game).grid is not None else pull(game, id, target)
    goal = spots[0] if spots else (game.models[target].here, False)
    if len(spots) > 1 and not is_ai(game, game.models[id].side):
        goal = yield from Choose(
            seat=seat_of(game, id),
            key="pull",
            rule="special.lasso-blocked",
            prompt="Where is {who} pulled to?",
            args={"who": target},
            among=lambda: spots,
            label=lambda s: f"{s[0][0]:.1f}, {s[0][1]:.1f}",
        )
    forced_to(game, target, goal[0])
    game.tell("{who} is pulled towards {firer}.", "special.lasso", who=target, firer=id)
    if goal[1]:
        engage(game, id, target)


Pull = tuple[Point, bool]  # where, and whether that is contact


@rule("special.lasso-blocked", neutral=lambda game, id, target: [])
def pull(game: Xcx, id: str, target: str) -> list[Pull]:
    """The contact point on the line, the nearest legal ones beside it, or the last legal point before an obstacle."""
    f, t, ground = game.models[id], game.models[target], field_of(game).ground
    dx, dy = f.x - t.x, f.y - t.y
    long, touch = math.hypot(dx, dy), f.r + t.r
    if long <= touch + TOL:
        return [(t.here, True)]
    bodies = [game.models[i].circle for i in standing(game) if i not in (id, target)]
    walk = Walk(t.circle, ground, Costs(impassable=SOLID), bodies, 0.0, span=long)
    goal = snapped((f.x - dx / long * touch, f.y - dy / long * touch))
    share = walk.stop(t.here, goal)[0]
    if share < 1.0:
        gone = math.dist(t.here, goal) * share
        while gone > 0:
            p = snapped((t.x + dx / long * gone, t.y + dy / long * gone))
            if can_end(game, target, p, t.r):
                return [(p, False)]
            gone -= 1 / 64
        return [(t.here, False)]
    around = [c for _, c in others(game, target, (id,))]  # the two of them may touch
    if can_end(game, target, goal, t.r, around):
        return [(goal, True)]
    first = math.atan2(-dy, -dx)
    for k in range(1, 37):
        turned = [first + math.radians(5 * k), first - math.radians(5 * k)]
        ring = [snapped((f.x + touch * math.cos(a), f.y + touch * math.sin(a))) for a in turned]
        legal = sorted({p for p in ring if can_end(game, target, p, t.r, around)})
        if legal:
            return [(p, True) for p in legal]
    return [(t.here, False)]


@rule("special.lasso-grid", neutral=lambda game, id, target: [])
def grid_pull(game: Xcx, id: str, target: str) -> list[Pull]:
    """The free space beside the firer nearest to the target; an Impassable space on the line stops the pull."""
    grid = field_of(game).grid
    assert grid is not None
    f, t = grid.space(game.models[id].here), grid.space(game.models[target].here)
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


# ---- Marching Order --------------------------------------------------------------------------------------------------


@rule("special.marching-order", neutral=lambda game, id: [])
def marchers(game: Xcx, id: str) -> list[str]:
    """The Troopers that this Officer may send first: unactivated, within 24 Range and in sight."""
    m = game.models[id]
    if "Marching Order" not in profile_of(game, id).rules or m.side in game.now.marched or m.side >= NEUTRAL:
        return []
    cite("special.marching-order-limits")
    from xenotable.games.xcx.bag import dice, ready

    if not dict(dice(game)).get(m.side):
        return []
    near = [i for i in ready(game, m.side) if i != id and game.models[i].unit == "advent-trooper"]
    field = field_of(game)
    return [
        i for i in near if distance_between(field, m, game.models[i]) <= 24 + TOL and sees(field, m, game.models[i])
    ]
