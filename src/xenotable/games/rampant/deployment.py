"""Deployment: who starts where, Sleight of Hand, Lost Orders and Forward Scouts (chapters "setup" and "command")."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from xenotable.engine import (
    Arrange,
    Choose,
    Flow,
    Move,
    Moved,
    Pick,
    Piece,
    Place,
    Placed,
    Random,
    Refusal,
    Roll,
    Scene,
    acts,
    allowed,
    rule,
    scene,
)
from xenotable.games.rampant.field import circle, field, field_of, middle, standing, to_spot
from xenotable.games.rampant.moving import going, separation
from xenotable.games.rampant.paths import ask_way, carry_out
from xenotable.games.rampant.refuge import enter_house
from xenotable.games.rampant.state import Rampant
from xenotable.games.rampant.terrain import has_room
from xenotable.games.rampant.vehicles import board, seat_refusals
from xenotable.games.rampant.zones import own_zones, part_of, scenario_id
from xenotable.table import Circle, bounds, centre_in, snapped
from xenotable.table import Piece as Zone
from xenotable.table.near import TOLERANCE


class Muster(Scene, frozen=True):
    """One side decides where each unit starts; `done`: the units decided about."""

    seat: int
    done: tuple[str, ...] = ()


class Deploy(Scene, frozen=True):
    seat: int
    done: tuple[str, ...] = ()


class Sleight(Scene, frozen=True):
    seat: int


class LostOrders(Scene, frozen=True):
    seat: int


class Scouting(Scene, frozen=True):
    seat: int
    done: tuple[str, ...] = ()


# ---- who starts where ------------------------------------------------------------------------------------------------


def roster_of(game: Rampant, seat: int) -> list[str]:
    return [u for u, row in game.units.items() if row.seat == seat and row.where == "reserve"]


def plain_start(game: Rampant, uid: str) -> str:
    """Where a unit starts unless its owner plans otherwise."""
    return "reserve" if game.units[uid].arrives or "drop-troops" in game.profile[uid].has else "table"


def starts(game: Rampant, seat: int, uid: str) -> list[str]:
    """Where a unit may start, given what is planned for the others; the plain way first."""
    row, what = game.units[uid], game.profile[uid]
    if row.arrives:
        return ["reserve"]
    plans = dict(game.secret[seat].plans)
    found = [plain_start(game, uid)]
    taken = list(plans.values())
    if not what.vehicle:
        for v in roster_of(game, seat):
            rides = f"aboard:{v}"
            if (
                game.profile[v].seats  # most have none
                and v != uid
                and rides not in taken
                and allowed(seat_refusals(game, uid, v))
                and acts("vehicles.start-aboard")
            ):
                found.append(rides)
    if found[0] == "table" and not what.vehicle and not what.tall and "flying" not in what.has and row.strength <= 10:
        found += [f"inside:{b}" for b in zone_houses(game, seat) if taken.count(f"inside:{b}") < _room(game, b)]
    if may_hold_back(game, seat, taken) and "rooted" not in what.has and found[0] == "table":
        found.append("reserve")
    return found


def _room(game: Rampant, building: str) -> int:
    return field(game).lands[building].kind.capacity


def zone_houses(game: Rampant, seat: int) -> list[str]:
    own = _houses_in(game.now.terrain, own_zones(game, seat))
    return [b for b in game.buildings if b in own and standing(game, b) and has_room(game, b, seat)]


@lru_cache(512)
def _houses_in(terrain: str, zones: tuple[Zone, ...]) -> frozenset[str]:
    """The buildings of a table whose middle lies in one of the zones."""
    middles = {b: Circle(*middle(land.piece), 0.0) for b, land in field_of(terrain).lands.items()}
    return frozenset(b for b, at in middles.items() if any(centre_in(at, z) for z in zones))


@rule("scenarios.hold-the-relay", neutral=lambda *a: False)
def may_hold_back(game: Rampant, seat: int, taken: list[str]) -> bool:
    """At the relay the Attacker may keep up to half of the units back."""
    if scenario_id(game) != "hold-the-relay" or part_of(game, seat) != "attacker":
        return False
    return taken.count("reserve") < len(roster_of(game, seat)) // 2


@scene
@rule("play.hidden-information")
def muster(game: Rampant, at: Muster) -> Flow[list[Scene]]:
    """Unit after unit with a choice: on the table, aboard, in a building or in reserve; unseen until all is placed."""
    for uid in roster_of(game, at.seat):
        if uid not in at.done and len(options := starts(game, at.seat, uid)) > 1:
            break
    else:
        return []
    where = yield from Choose(
        seat=at.seat,
        key="start",
        rule="setup.deploy",
        prompt="Where does {u} start?",
        args={"u": uid},
        secret=True,
        among=lambda: options,
        label=lambda o: start_label(game, o),
        always=True,
        on=lambda o: uid,
    )
    game.secret.set(at.seat, plans=(*game.secret[at.seat].plans, (uid, where)))
    deploy = game.scenes[-2]
    if isinstance(deploy, Deploy):
        game.scenes[-2] = replace(deploy, done=(*at.done, uid))
    return [Muster(at.seat, (*at.done, uid))]


def start_label(game: Rampant, start: str) -> str:
    kind, _, what = start.partition(":")
    plain = {"table": "On the table", "reserve": "In reserve"}
    return plain.get(kind) or f"{'Aboard' if kind == 'aboard' else 'In'} {game.name(what)}"


Box = tuple[float, float, float, float]

# ---- placing ---------------------------------------------------------------------------------------------------------


@rule("setup.deploy", neutral=lambda *a: ())
def deploy_refusals(game: Rampant, seat: int, placed: Placed) -> Iterator[Refusal]:
    """Every reason why this deployment is not legal."""
    zones, ground, gap = own_zones(game, seat), field(game).ground, separation(game)
    bases = {u: Circle(p[0], p[1], game.profile[u].radius) for u, p in placed.at.items()}
    for uid, base in bases.items():
        if not ground.on_table(base):
            yield Refusal("setup.deploy", "{u} stands over the edge of the table.", {"u": uid})
        if not any(centre_in(base, z) for z in zones):
            yield Refusal("setup.deploy", "{u} stands outside the deployment zone.", {"u": uid})
        costs = going(game, uid)
        if ground.under(base, costs.impassable | costs.no_end):
            yield Refusal("setup.deploy", "{u} stands on ground that nobody can stand on.", {"u": uid})
        for other, c in bases.items():
            if other < uid and math.hypot(c.x - base.x, c.y - base.y) - c.r - base.r < gap - TOLERANCE:
                yield Refusal("setup.deploy", "{u} and {o} stand too close together.", {"u": uid, "o": other})
        yield from gap_refusals(game, seat, uid, base)


@rule("setup.deploy-enemy-gap", neutral=lambda *a: ())
def gap_refusals(game: Rampant, seat: int, uid: str, base: Circle) -> Iterator[Refusal]:
    """At least 6 in from every enemy."""
    for foe, row in game.units.items():
        if row.seat != seat and row.where in ("table", "inside"):
            far = to_spot(game, foe, (base.x, base.y)) - base.r
            if far < 6.0 - TOLERANCE:
                yield Refusal("setup.deploy-enemy-gap", "{u} stands closer than 6 in to {e}.", {"u": uid, "e": foe})


def whole_refusals(game: Rampant, seat: int, units: list[str], placed: Placed) -> Iterator[Refusal]:
    """The same for a whole detachment: only who finds no place in the zone may be left out."""
    yield from deploy_refusals(game, seat, placed)
    for uid in units:
        if uid not in placed.at and fitting(game, seat, uid, dict(placed.at), lambda: 0.0, True) is not None:
            yield Refusal("setup.deploy", "{u} has no place yet, and there is room.", {"u": uid})


def some_deployments(game: Rampant, seat: int, units: list[str], n: int, rnd: Random) -> list[Placed]:
    return [packed(game, seat, units, rnd) for _ in range(max(1, n // 4))]


def packed(game: Rampant, seat: int, units: list[str], rnd: Random) -> Placed:
    """Units put down one after another where they fit, the large ones first; who finds no place is left out."""
    for tries in range(40):
        at: dict[str, tuple[float, ...]] = {}
        for uid in sorted(units, key=lambda u: -game.profile[u].radius):
            p = fitting(game, seat, uid, at, rnd, tries > 4)
            if p is None:
                break
            at[uid] = p
        else:
            return Placed({u: at[u] for u in units})
    at = {}
    for uid in units:
        p = fitting(game, seat, uid, at, rnd, True)
        if p is not None:
            at[uid] = p
    return Placed(at)


def fitting(
    game: Rampant, seat: int, uid: str, at: dict[str, tuple[float, ...]], rnd: Random, everywhere: bool
) -> tuple[float, float] | None:
    boxes, r = [bounds(z) for z in own_zones(game, seat)], game.profile[uid].radius
    draws = [(rnd(), rnd(), rnd()) for _ in range(30)]  # all of them, used or not: chance does not depend on the place
    grid = boxes[int(rnd() * len(boxes))] if everywhere else None
    width, depth = field(game).width, field(game).depth
    for spot in _spots(boxes, draws, grid):
        p = snapped(spot)
        if not (r <= p[0] <= width - r and r <= p[1] <= depth - r):
            p = snapped((min(max(p[0], r), width - r), min(max(p[1], r), depth - r)))
        if fits(game, seat, uid, p, at):
            return p
    return None


def _spots(
    boxes: list[Box], draws: list[tuple[float, float, float]], grid: Box | None
) -> Iterator[tuple[float, float]]:
    """Random places in the zones, then every inch of one of them."""
    for zone, x, y in draws:
        x0, y0, x1, y1 = boxes[int(zone * len(boxes))]
        yield x0 + x * (x1 - x0), y0 + y * (y1 - y0)
    if grid is not None:
        x0, y0, x1, y1 = grid
        for j in range(int(y1 - y0) + 1):
            for i in range(int(x1 - x0) + 1):
                yield x0 + i, y0 + j


def fits(game: Rampant, seat: int, uid: str, p: tuple[float, float], at: Mapping[str, Sequence[float]]) -> bool:
    """Could a unit be deployed here, beside those placed already?"""
    profile, gap, (x, y) = game.profile, separation(game), p
    r = profile[uid].radius
    for other, q in at.items():
        if math.hypot(q[0] - x, q[1] - y) - r - profile[other].radius < gap:
            return False
    return not any(True for _ in deploy_refusals(game, seat, Placed({uid: p})))


@scene
def deploy(game: Rampant, at: Deploy) -> Flow[list[Scene]]:
    """All units that start on the table are placed at once; then everything is open."""
    plans = dict(game.secret[at.seat].plans)
    units = [
        u for u in roster_of(game, at.seat) if plans.get(u, "table") == "table" and plain_start(game, u) == "table"
    ]
    if units:
        facing = 90.0 if part_of(game, at.seat) == "attacker" else 270.0
        placed = yield from Place(
            seat=at.seat,
            key="deploy",
            rule="setup.deploy",
            prompt="Deploy your detachment in your zone",
            pieces=tuple(Piece(u, (), game.profile[u].radius, 0.0, game.profile[u].vehicle) for u in units),
            zone=f"{part_of(game, at.seat)}-zone-0",
            legal=lambda p: whole_refusals(game, at.seat, units, p),
            optional=True,
            propose=lambda n, rnd: some_deployments(game, at.seat, units, n, rnd),
        )
        for uid in units:
            if uid not in placed.at:
                game.units.set(uid, arrives=2)
                game.tell("{u} finds no room and waits in reserve.", "setup.reserves", u=uid)
                continue
            x, y = placed.at[uid][:2]
            game.units.set(uid, where="table", x=x, y=y, facing=placed.facing.get(uid, facing))
    for uid, start in game.secret[at.seat].plans:
        kind, _, what = start.partition(":")
        if kind == "aboard":
            board(game, uid, what)
        elif kind == "inside":
            enter_house(game, uid, what)
        elif kind == "reserve" and "drop-troops" not in game.profile[uid].has:
            game.units.set(uid, arrives=max(2, game.units[uid].arrives))
            game.tell("{u} waits in reserve.", "setup.reserves", u=uid)
    game.secret.set(at.seat, plans=())
    game.tell("{who} has deployed.", "setup.deploy", reveals=True, who=game.seat_name(at.seat))
    return []


# ---- traits and scouts -----------------------------------------------------------------------------------------------


@scene
def sleight(game: Rampant, at: Sleight) -> Flow[list[Scene]]:
    """Who deployed first and has Sleight of Hand may let up to three units exchange places."""
    if game.sides[at.seat].trait != "sleight-of-hand":
        return []
    units = [u for u, row in game.units.items() if row.seat == at.seat and row.where == "table"]
    if len(units) < 2:
        return []
    chosen = yield from Pick(
        seat=at.seat,
        key="sleight",
        rule="command.planner-5-sleight-of-hand",
        most=3,
        among=lambda: units,
        prompt="Which units exchange places?",
        legal=lambda c: (
            [Refusal("command.planner-5-sleight-of-hand", "One unit alone cannot exchange places.")]
            if len(c) == 1
            else ()
        ),
    )
    if len(chosen) < 2:
        return []
    order = yield from Arrange(
        seat=at.seat,
        key="sleight-order",
        rule="command.planner-5-sleight-of-hand",
        items=chosen,
        prompt="Who goes to the first place, who to the second, who to the third?",
    )
    places = [(game.units[u].x, game.units[u].y) for u in chosen]
    swapped = Placed(dict(zip(order, places, strict=True)))
    rest = {u: (game.units[u].x, game.units[u].y) for u in units if u not in chosen}
    if any(True for _ in deploy_refusals(game, at.seat, Placed({**swapped.at, **rest}))):
        game.tell("They do not fit into each other's places, and stay.", "command.planner-5-sleight-of-hand")
        return []
    for uid, p in swapped.at.items():
        game.units.set(uid, x=p[0], y=p[1])
    game.tell("Some units have changed places.", "command.planner-5-sleight-of-hand")
    return []


@scene
def lost_orders(game: Rampant, at: LostOrders) -> Flow[list[Scene]]:
    """One die per unit in roster order; the first 1 takes that unit off, and rolling stops."""
    if game.sides[at.seat].trait != "lost-orders":
        return []
    for uid in [u for u, row in game.units.items() if row.seat == at.seat and row.where != "gone"]:
        if game.profile[uid].commander:
            continue
        counts = yield from Roll(
            seat=at.seat,
            key="lost-orders",
            rule="command.planner-2-lost-orders",
            prompt="Do the orders reach {u}?",
            args={"u": uid},
            n=1,
            cuts=(2,),
            names=("lost", "arrived"),
        )
        if counts[0]:
            side, was = game.sides[at.seat], game.units[uid].where
            game.units.set(uid, where="gone", gone="absent", inside="")
            game.sides.set(at.seat, total=side.total - game.profile[uid].points)
            for rider, row in list(game.units.items()):
                if row.where == "aboard" and row.inside == uid:
                    late = was == "reserve"  # it has to come on foot, over the home edge
                    game.units.set(rider, where=was, inside="", arrives=1 if late else 0)
            game.tell("The orders for {u} are lost: it takes no part.", "command.planner-2-lost-orders", u=uid)
            return []
    return []


@scene
def scouting(game: Rampant, at: Scouting) -> Flow[list[Scene]]:
    """Forward Scouts make a free Move of their Maximum Movement plus one die, not ending within 6 in of an enemy."""
    waiting = [
        u
        for u, row in game.units.items()
        if row.seat == at.seat
        and row.where == "table"
        and u not in at.done
        and "forward-scouts" in game.profile[u].has
        and "rooted" not in game.profile[u].has
    ]
    if not waiting:
        return []
    uid = waiting[0]
    if len(waiting) > 1:
        uid = yield from Choose(
            seat=at.seat,
            key="scout",
            rule="play.simultaneous",
            prompt="Which scouts go ahead next?",
            among=lambda: waiting,
        )
    counts = yield from Roll(
        seat=at.seat,
        key="scouts",
        rule="xeno.forward-scouts",
        prompt="How far do {u} scout ahead?",
        args={"u": uid},
        n=1,
    )
    far = game.profile[uid].max_move + 1.0 + counts.index(1)
    ask = ask_way(game, uid, far, "xeno.forward-scouts")
    moved = yield from scout_way(game, uid, ask)
    carry_out(game, uid, circle(game, uid), moved)
    game.units.set(uid, moved=0.0)
    return [Scouting(at.seat, (*at.done, uid))]


def scout_way(game: Rampant, uid: str, ask: Move) -> Flow[Moved]:
    """A Move that keeps 6 in from every enemy at its end."""
    plain, propose = ask.legal, ask.propose

    def legal(m: Moved) -> Iterator[Refusal]:
        yield from plain(m)
        end = m.end(uid)
        if end is None:
            return
        base = Circle(end[0], end[1], game.profile[uid].radius)
        for foe, row in game.units.items():
            far = math.hypot(row.x - base.x, row.y - base.y) - base.r - game.profile[foe].radius
            if row.seat != game.units[uid].seat and row.where == "table" and far < 6.0 - TOLERANCE:
                yield Refusal("xeno.forward-scouts", "{u} may not end within 6 in of {e}.", {"u": uid, "e": foe})

    ask.legal = legal
    ask.propose = lambda n, rnd: [m for m in propose(n, rnd) if not any(True for _ in legal(m))] or [Moved()]
    ask.toward = None
    return (yield from ask)
