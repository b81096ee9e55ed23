"""Moving: maximum movement, paths, separation, the edges of the table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from xenotable.engine import Flow, Move, Moved, Option, Piece, Point, Random, Refusal, cite, rule
from xenotable.games.rampant.state import NOW, Rampant, garrison, switched, under
from xenotable.games.rampant.terrain import (
    BUILDING,
    CRUSH,
    FENCE,
    ROUGH,
    SOLID,
    WIRE,
    change,
    circle,
    field,
    outline,
)
from xenotable.table import Circle, Costs, Fault, Ground, Walk, faults, leg_cost, legs, length, polygon, snapped
from xenotable.table import furthest_towards as table_furthest
from xenotable.table import reach as table_reach
from xenotable.table.near import TOLERANCE, segment_to_piece
from xenotable.table.shapes import Piece as Land

COLUMN = 0.5  # half the width of a column of infantry on the march
NEVER = 1000.0  # what it costs to cross what cannot be crossed
CARRIER_LIMIT = 8.0

MAX_RULES = {12: "moving.max-12", 10: "moving.max-10", 8: "moving.max-8", 6: "moving.max-6"}


@rule("moving.separation")
def separation(game: Rampant) -> float:
    """How far units keep apart: 1 in, 3 in with Wide Order."""
    if switched(game, "wide-order"):
        cite("variants.wide-order")
        return 3.0
    return 1.0


@rule("moving.column")
def way_radius(game: Rampant, uid: str) -> float:
    """On the way infantry is a column, a vehicle its whole footprint."""
    what = game.profile[uid]
    return what.radius if what.vehicle else COLUMN


def hard_going(game: Rampant, uid: str) -> bool:
    """Do Leaden Limbs weigh on the unit's movement?"""
    if not under(game, uid, "leaden-limbs"):
        return False
    cite("psychic.leaden-limbs")
    return game.profile[uid].has.isdisjoint(("sure-footed", "cross-country", "hover", "flying"))


@rule("terrain.rough-moving")
def going(game: Rampant, uid: str) -> Costs:
    """What terrain does to this unit on the move."""
    what = game.profile[uid]
    if "flying" in what.has:
        cite("xeno.flying-move")
        return Costs(no_end=SOLID | BUILDING)
    if "hover" in what.has:
        cite("xeno.hover")
        return Costs(impassable=BUILDING, no_end=SOLID)
    slow: tuple[tuple[int, float], ...] = ((ROUGH, 2.0),)
    for special in ("sure-footed", "cross-country"):
        if special in what.has:
            cite(f"specials.{special}")
            slow = ()
    return Costs(impassable=SOLID | BUILDING, slow=slow, crossing=crossing(game, uid))


@rule("terrain.obstacle-crossing")
def crossing(game: Rampant, uid: str) -> tuple[tuple[int, float], ...]:
    """What linear obstacles cost; vehicles need Bulldoze or Walker to cross at all."""
    what = game.profile[uid]
    if what.vehicle and "bulldoze" in what.has:
        cite("specials.bulldoze")
        return ()
    if what.vehicle and "walker" not in what.has:
        return ((FENCE | WIRE, NEVER),)
    if hard_going(game, uid):  # the budget is halved instead, so what does not double is halved too
        return ((FENCE, 1.0), (WIRE, 2.0))
    return ((FENCE, 2.0), (WIRE, 4.0))


@rule("moving.action")
def allowance(game: Rampant, uid: str, share: float = 1.0) -> float:
    """What a Move may cost: Maximum Movement or a share of it; a carrier's is limited, a weighed-down unit's halved."""
    most = game.profile[uid].max_move
    if most in MAX_RULES:
        cite(MAX_RULES[most])
    far = most * share
    if game.now.carrier == uid:
        cite("scenarios.envoy-carrying")
        far = min(far, CARRIER_LIMIT)
    return far / 2.0 if hard_going(game, uid) else far


def others(game: Rampant, *but: str) -> list[Circle]:
    """The footprints of all units on the open table but these."""
    return [
        Circle(row.x, row.y, game.profile[u].radius)
        for u, row in game.units.items()
        if row.where == "table" and u not in but
    ]


def ids_on_table(game: Rampant, *but: str) -> list[str]:
    return [u for u, row in game.units.items() if row.where == "table" and u not in but]


@rule("terrain.building-measure")
def enemy_houses(game: Rampant, uid: str, *but: str) -> list[Land]:
    """Buildings held by the enemy: the separation is kept from these."""
    seat = game.units[uid].seat
    return [
        outline(game, row.inside)
        for u, row in game.units.items()
        if row.where == "inside" and row.seat != seat and row.inside not in but and u not in but
    ]


class Marching:
    """Everything a unit's movement is judged by, put together once."""

    def __init__(
        self, game: Rampant, uid: str, budget: float, but: Sequence[str] = (), start: Circle | None = None
    ) -> None:
        self.game, self.uid, self.budget = game, uid, budget
        self.base = circle(game, uid) if start is None else start
        self.costs, self.ground = going(game, uid), field(game).ground
        self.gap = separation(game)
        self.ids = ids_on_table(game, uid, *but)
        around = [circle(game, u) for u in self.ids]
        self.flies = "flying" in game.profile[uid].has
        # Who flies passes over units and only ends apart from them.
        self.others: list[Circle] = [] if self.flies else around
        self.solid = [Circle(c.x, c.y, c.r + self.gap - TOLERANCE) for c in around] if self.flies else []
        self.houses = enemy_houses(game, uid, *but)
        self.way_r = way_radius(game, uid)

    def walk(self) -> Walk:
        return Walk(
            self.base, self.ground, self.costs, self.others, 0.0 if self.flies else self.gap,
            solid=self.solid, way_r=self.way_r, span=self.budget + 0.01,
        )  # fmt: skip

    def faults(self, path: Sequence[Point], budget: float | None = None) -> Iterator[Fault]:
        return faults(
            self.base, [(p[0], p[1]) for p in path], self.ground, self.costs, self.others,
            0.0 if self.flies else self.gap, self.budget if budget is None else budget,
            solid=self.solid, way_r=self.way_r,
        )  # fmt: skip

    def near_house(self, p: Point, q: Point, last: bool) -> bool:
        """Does a leg come too close to a building held by the enemy?"""
        r = (self.base.r if last else self.way_r) + self.gap - TOLERANCE
        a, b = (p[0], p[1]), (q[0], q[1])
        return any(segment_to_piece(b if last else a, b, h) < r for h in self.houses)

    def keeps_off(self, path: Sequence[Point]) -> bool:
        if not self.houses or self.flies:
            return not (self.houses and path and self.near_house(path[-1], path[-1], True))
        pairs = list(legs(self.base, [(p[0], p[1]) for p in path]))
        return not any(self.near_house(p, q, False) for p, q in pairs) and not (
            pairs and self.near_house(pairs[-1][1], pairs[-1][1], True)
        )

    def widened(self) -> Ground:
        """The ground with the buildings of the enemy made wider by the separation: for finding ways."""
        if not self.houses:
            return self.ground
        wide = []
        for i, house in enumerate(self.houses):
            xs, ys, g = [p[0] for p in house.corners], [p[1] for p in house.corners], self.gap
            x0, y0, x1, y1 = min(xs) - g, min(ys) - g, max(xs) + g, max(ys) + g
            wide.append(polygon(f"kept-off-{i}", ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), self.costs.impassable & BUILDING))
        return self.ground.plus(*wide)


@rule("moving.path-cost")
def path_cost(game: Rampant, uid: str, start: Circle, path: Sequence[Point], back: bool = False) -> float:
    """What a path costs; the last leg of a vehicle in reverse costs it twice."""
    costs, ground = going(game, uid), field(game).ground
    spent = [leg_cost(p, q, ground, costs) for p, q in legs(start, [(p[0], p[1]) for p in path])]
    if back and spent:
        cite("vehicles.driving")
        spent.append(spent[-1])
    return sum(spent)


def reverses(game: Rampant, uid: str) -> bool:
    """Does reversing cost this unit extra?"""
    what = game.profile[uid]
    if not what.has.isdisjoint(("walker", "flying", "hover")):
        cite("vehicles.walker-driving")
        return False
    return what.vehicle


FAULT_RULES = {
    "impassable": ("terrain.impassable", "{u} cannot go through {what}."),
    "close": ("moving.separation", "{u} would come {amount:.2f} in too close to {other}."),
    "edge": ("moving.table-edge", "{u} may not leave the table."),
    "end": ("terrain.impassable", "{u} may not stop on {what}."),
    "long": ("moving.action", "That way is {amount:.2f} in too long for {u}."),
}


def worded(march: Marching, fault: Fault) -> Refusal:
    """A fault of the table in the words of the book."""
    id, says = FAULT_RULES[fault.kind]
    game = march.game
    args: dict[str, object] = {"u": march.uid, "amount": fault.amount}
    if fault.piece >= 0:
        args["what"] = field(game).label(march.ground.pieces[fault.piece].name)
    if fault.kind == "close":
        args["other"] = march.ids[fault.other]
        if switched(game, "wide-order"):
            id = "variants.wide-order"
    return Refusal(id, says, args)


def march_refusals(march: Marching, path: Sequence[Point], back: bool = False) -> Iterator[Refusal]:
    """Every reason why a unit may not go this way."""
    game, uid = march.game, march.uid
    extra = 0.0
    if back and path and reverses(game, uid):
        cite("vehicles.driving")
        pairs = list(legs(march.base, [(p[0], p[1]) for p in path]))
        extra = leg_cost(*pairs[-1], march.ground, march.costs)
    for fault in march.faults(path, march.budget - extra):
        yield worded(march, fault)
    if not march.keeps_off(path):
        says = "{u} must keep {gap} in away from buildings held by the enemy."
        yield Refusal("terrain.building-measure", says, {"u": uid, "gap": march.gap})


def some_ways(march: Marching, n: int, rnd: Random) -> list[tuple[Point, ...]]:
    """Random straight ways that are legal, and staying; for machines."""
    walk, found = march.walk(), [()]
    x, y = march.base.x, march.base.y
    ways: list[tuple[Point, ...]] = list(found)
    for _ in range(n - 1):
        angle, far = rnd() * 2 * math.pi, march.budget * (0.35 + 0.65 * rnd())
        for share in (1.0, 0.5, 0.25):
            p = snapped((x + far * share * math.cos(angle), y + far * share * math.sin(angle)))
            if (
                walk.clear((x, y), p)
                and walk.ends(p)
                and leg_cost((x, y), p, march.ground, march.costs) <= march.budget + TOLERANCE
                and march.keeps_off((p,))
            ):
                ways.append((p,))
                break
    return ways


def way_towards(march: Marching, goal: Point) -> tuple[Point, ...]:
    """As far towards a goal as the budget goes."""
    ground = march.widened()
    path = table_furthest(
        march.base, (goal[0], goal[1]), march.budget, ground, march.costs, march.others,
        0.0 if march.flies else march.gap, solid=march.solid, way_r=march.way_r,
    )  # fmt: skip
    ok = path and march.keeps_off(path) and next(march.faults(path), None) is None
    return tuple(path) if ok else ()


def outlines(march: Marching) -> list[list[Point]]:
    """The area in reach, for a screen."""
    found = table_reach(
        march.base, march.budget, march.widened(), march.costs, march.others,
        0.0 if march.flies else march.gap, way_r=march.way_r,
    )  # fmt: skip
    return [list(poly) for poly in found]


# ---- carrying a move out ---------------------------------------------------------------------------------------------


def ask_way(game: Rampant, uid: str, budget: float, rule_id: str, start: Circle | None = None, but: Sequence[str] = ()) -> Move:
    """The ask for a way on the open table. Vehicles may drive the last leg in reverse."""
    march = Marching(game, uid, budget, but, start)
    what = game.profile[uid]
    modes = (Option("", "Forward"), Option("reverse", "Last leg in reverse")) if what.vehicle else ()
    return Move(
        seat=game.units[uid].seat, key="move", rule=rule_id, prompt="Move {u} up to {far:g} in",
        args={"u": uid, "far": budget},
        pieces=(Piece(uid, (march.base.x, march.base.y), what.radius, budget, what.vehicle),),
        legal=lambda m: march_refusals(march, m.paths.get(uid, ()), m.mode == "reverse"),
        propose=lambda n, rnd: [Moved({uid: way} if way else {}) for way in some_ways(march, n, rnd)],
        modes=modes,
        reach=lambda piece, mode: outlines(march),
        toward=lambda piece, goal, mode: Moved({uid: way_towards(march, goal)}, mode),
    )  # fmt: skip


def carry_out(game: Rampant, uid: str, start: Circle, moved: Moved) -> None:
    """Puts a unit where its way led; what it crushed is gone."""
    path = [(p[0], p[1]) for p in moved.paths.get(uid, ())]
    if not path:
        if moved.facing.get(uid) is not None and game.profile[uid].vehicle:
            game.units.set(uid, facing=moved.facing[uid])
        return
    far = length(start, path)
    x, y = path[-1]
    game.units.set(uid, x=x, y=y, moved=game.units[uid].moved + far, prone=False)
    game.units.set(uid, facing=_faced(game, uid, start, path, moved))
    if "bulldoze" in game.profile[uid].has:
        crush(game, start, path)
    game.tell("{u} moves {far:.1f} in.", "moving.action", u=uid, far=far)


@rule("moving.no-facing")
def _faced(game: Rampant, uid: str, start: Circle, path: list[tuple[float, float]], moved: Moved) -> float:
    """Only vehicles have a facing: the way they drove, or as their owner turns them at the end."""
    if not game.profile[uid].vehicle:
        return game.units[uid].facing
    if uid in moved.facing:
        cite("vehicles.driving")
        return moved.facing[uid]
    a, b = list(legs(start, path))[-1]
    if a == b:
        return game.units[uid].facing
    degrees = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    return (degrees + 180.0 if moved.mode == "reverse" else degrees) % 360.0


@rule("specials.bulldoze")
def crush(game: Rampant, start: Circle, path: list[tuple[float, float]]) -> None:
    """The 4 in around each crossing of a crushable obstacle are gone after the move."""
    for p, q in legs(start, path):
        for hit in field(game).ground.crossings(p, q, CRUSH):
            assert hit.piece.line is not None
            (ax, ay), (bx, by) = hit.piece.line
            t = (hit.t0 + hit.t1) / 2.0
            x, y = p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t
            long = math.hypot(bx - ax, by - ay)
            ux, uy = (bx - ax) / long, (by - ay) / long
            at = (x - ax) * ux + (y - ay) * uy
            _cut(game, hit.piece.name, (ax, ay), (ux, uy), long, at)


def _cut(game: Rampant, name: str, a: Point, u: Point, long: float, at: float) -> None:
    kind = field(game).lands[name].kind.id
    left, right = at - 2.0, at + 2.0
    new = []
    for tag, (s, e) in (("w", (0.0, left)), ("e", (right, long))):
        if e - s > 0.01:
            (x0, y0), (x1, y1) = snapped((a[0] + u[0] * s, a[1] + u[1] * s)), snapped((a[0] + u[0] * e, a[1] + u[1] * e))
            new.append(f"+{kind} {name}{tag} {x0} {y0} {x1} {y1}")
    change(game, f"-{name}", *new)
    game.tell("A stretch of {what} is crushed.", "specials.bulldoze", what=kind)


def plain_move(game: Rampant, uid: str, budget: float, rule_id: str = "moving.action") -> Flow[None]:
    """A Move on the open table."""
    moved = yield from ask_way(game, uid, budget, rule_id)
    carry_out(game, uid, circle(game, uid), moved)


# ---- leaving the table willingly -------------------------------------------------------------------------------------


def edge_distance(game: Rampant, p: Point, edge: str) -> float:
    width, depth = field(game).width, field(game).depth
    return {"south": p[1], "north": depth - p[1], "west": p[0], "east": width - p[0]}[edge]


def edge_point(game: Rampant, p: Point, edge: str) -> Point:
    width, depth = field(game).width, field(game).depth
    return {"south": (p[0], 0.0), "north": (p[0], depth), "west": (0.0, p[1]), "east": (width, p[1])}[edge]


def way_out(game: Rampant, uid: str, edge: str, budget: float) -> bool:
    """Can the unit's centre get across this edge within the budget, straight or round what is in the way?"""
    row = game.units[uid]
    if row.where != "table" or edge_distance(game, (row.x, row.y), edge) > budget + TOLERANCE:
        return False
    march = Marching(game, uid, budget)
    off = Costs(march.costs.impassable, 0, march.costs.slow, march.costs.crossing, edge=False)
    goal = edge_point(game, (row.x, row.y), edge)
    walk = Walk(march.base, march.ground, off, march.others, 0.0 if march.flies else march.gap, way_r=march.way_r, span=budget)
    return walk.clear((row.x, row.y), (goal[0], goal[1])) and (
        leg_cost((row.x, row.y), (goal[0], goal[1]), march.ground, off) <= budget + TOLERANCE
    )


def leave(game: Rampant, uid: str) -> None:
    """Out of the battle by its own will: not removed."""
    row = game.units[uid]
    game.units.set(uid, where="gone", gone="exited", inside="")
    game.sides.set(row.seat, exited=(*game.sides[row.seat].exited, uid))
    game.tell("{u} leaves the table.", "moving.table-edge", u=uid)


def held(game: Rampant, building: str, seat: int) -> bool:
    """Is a building held by the enemy of this seat?"""
    return any(game.units[u].seat != seat for u in garrison(game, building))


def round_no(game: Rampant) -> int:
    return game.battle[NOW].round
