"""Transports on the move: getting in and out at the start and at the end of their drive, walking up to one, dropping
from high ones (chapter "transport")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xenotable.engine import Choose, Flow, Moved, Pick, Random, Scene, allowed, cite, rule, scene
from xenotable.games.xenocide.cargo import STAGES, guests, hosts
from xenotable.games.xenocide.flight import way_refusals
from xenotable.games.xenocide.ground import slowed, trials
from xenotable.games.xenocide.marching import approach, some_moves
from xenotable.games.xenocide.movement import Manner, allowance, friends, moves_first, zones
from xenotable.games.xenocide.moves import Board, Carry, Ways, ask_move, can_rise, perform, whole_refusals
from xenotable.games.xenocide.overwatch import react
from xenotable.games.xenocide.power import at_any_moment
from xenotable.games.xenocide.state import Xenocide, circle, kind_of, touched
from xenotable.games.xenocide.transport import NEAR, boarding, carriers, load, may_ride, passengers, room, unload
from xenotable.table import Circle, Point, gap, moved

EXCHANGE = 8.0  # inches that unloading and loading in one move cost a transport
ALL = 1000.0  # more inches than anybody has
TOUCHING = 0.05
DRIVES = {"walk": "low", "fly": "high", "land": "high, and land"}


# ---- loading, driving, unloading -------------------------------------------------------------------------------------


@scene
@at_any_moment
@rule("transport.load-unload-timing")
def carry(game: Xenocide, at: Carry) -> Flow[list[Scene]]:
    """The start of the movement action, the drive, the end."""
    first, last = STAGES[at.how]
    u, busy, trails = at.unit, at.busy, dict(at.trails)
    if at.stage == 1:
        went = yield from drive(game, at, first, last)
        trails = {c: ((game.models[c].x, game.models[c].y),) for c in carriers(game, u)} | went
    elif first == "load" or (at.stage == 2 and last == "load"):
        busy += yield from take_in(game, u, busy)
    elif first == "unload" or (at.stage == 2 and last == "unload"):
        busy += yield from alight(game, u, busy, trails)
    if at.stage == 2 or not carriers(game, u):
        return []
    return [Carry(u, at.how, at.stage + 1, busy, tuple(trails.items()))]


def take_in(game: Xenocide, u: str, but: Sequence[str]) -> Flow[tuple[str, ...]]:
    """Everybody of the unit who can gets in, and the guests that the owner picks."""
    near = [g for g in guests(game, u) if any(game.models[m].unit == g for m in boarding(game, u, but, (g,)))]
    chosen: tuple[str, ...] = ()
    if game.units[u].high:
        return ()
    if near:
        chosen = yield from Pick(
            seat=game.units[u].seat, key="guests", rule="transport.who-may-ride",
            prompt="Who else gets into the transports of {u}?", args={"u": u}, among=lambda: near,
            label=lambda g: game.name(g), default=(),
        )  # fmt: skip
    return load(game, u, but, chosen)


def drive(game: Xenocide, at: Carry, first: str, last: str) -> Flow[dict[str, tuple[Point, ...]]]:
    """The transports go on; gives their ways."""
    u = at.unit
    mode = yield from altitude(game, u, last == "load")
    cost = exchanging() if first and last else 0.0
    mine = carriers(game, u)
    afoot = ALL if last == "load" else 0.0  # who waits to be taken in has not moved
    spent = tuple((m, cost if m in mine else ALL if m in at.busy else afoot) for m in game.units[u].models)
    manner = Manner(mode, spent=spent)
    went = yield from ask_move(game, u, manner)
    ways = {c: ((game.models[c].x, game.models[c].y), *went.way(c)) for c in mine}
    if any(went.paths.values()) or (mode == "land" and game.units[u].high and can_rise(game, u, "land")):
        yield from perform(game, u, manner, went)
    return {c: way for c, way in ways.items() if c in game.models}


@rule("transport.load-and-unload-cost", neutral=lambda: 0.0)
def exchanging() -> float:
    return EXCHANGE


def altitude(game: Xenocide, u: str, down: bool) -> Flow[str]:
    """Low or high, for transports that hover; who takes somebody in at the end must be down then."""
    modes = [m for m in DRIVES if allowed(way_refusals(game, u, m)) and not (down and m == "fly")]
    if len(modes) < 2:
        return modes[0] if modes else "walk"
    return (
        yield from Choose(
            seat=game.units[u].seat, key="drive", rule="flight.hover-altitude", prompt="How does {u} go?",
            args={"u": u}, among=lambda: modes, label=lambda m: DRIVES[m],
        )
    )  # fmt: skip


def alight(
    game: Xenocide, u: str, but: Sequence[str], trails: Mapping[str, tuple[Point, ...]]
) -> Flow[tuple[str, ...]]:
    """Passengers get out where their transports are now, or along the way of high ones; gives who did."""
    rode = {p: {m: (game.models[m].x, game.models[m].y) for m in ms} for p, ms in passengers(game, u, but).items()}
    out = yield from unload(game, u, but=but, trails=trails)
    for p, placed in out.items():
        if placed:
            if p != u:
                game.units.set(p, acted=True, moved=True)
            yield from step_out(game, p, rode[p], placed, game.units[u].high)
    return tuple(m for placed in out.values() for m in placed)


def step_out(
    game: Xenocide, p: str, starts: Mapping[str, Point], placed: Mapping[str, Point], high: bool
) -> Flow[None]:
    """Rolls for the ground stepped into, then the enemy may react."""
    steps: Ways = {m: [at] for m, at in placed.items() if m in game.models}
    if not high and trials(game, p, steps):
        cite("transport.unload-terrain")
        yield from slowed(game, p, steps, dict.fromkeys(steps, NEAR))
    yield from react(game, p, {m: at for m, at in starts.items() if m in game.models}, steps)
    if game.units[p].models and moves_first(game.units[p].order):
        cite("transport.unloaded-shooting")


# ---- walking up to a transport ---------------------------------------------------------------------------------------


@scene
@at_any_moment
@rule("transport.load-distance")
def board(game: Xenocide, at: Board) -> Flow[list[Scene]]:
    """The unit moves; who then touches a transport gets in, and that transport goes nowhere in this activation."""
    u = at.unit
    among = hosts(game, u)
    host = among[0]
    if len(among) > 1:
        host = yield from Choose(
            seat=game.units[u].seat, key="host-transport", rule="transport.load-distance",
            prompt="Which transports does {u} walk up to?", args={"u": u}, among=lambda: among,
            label=lambda h: game.name(h),
        )  # fmt: skip
    manner = Manner(spent=tuple((c, ALL) for c in carriers(game, u)))
    went = yield from ask_move(game, u, manner, propose=lambda n, rnd: walks_up(game, u, host, manner, n, rnd))
    if any(went.paths.values()):
        yield from perform(game, u, manner, went)
    if not game.units[u].models or host not in game.units or touched(game, u):
        return []
    if boarding(game, host, guests=(u,) if host != u else (), near=TOUCHING):
        load(game, host, guests=(u,) if host != u else (), near=TOUCHING)
        game.units.set(host, acted=True, moved=True)
    return []


def walks_up(game: Xenocide, u: str, host: str, manner: Manner, n: int, rnd: Random) -> list[Moved]:
    """Each model goes to touch the nearest transport with room, as far as there is any."""
    off = [z for _, z in zones(game, u, manner)] + friends(game, u)
    cars = carriers(game, host)
    solid = [circle(game, c) for c in cars] if host == u else []
    placed: list[Circle] = []
    paths: dict[str, tuple[tuple[float, ...], ...]] = {}
    left = {c: room(game, c) for c in cars}
    for m in game.units[u].models:
        size, base = kind_of(game, m).size, circle(game, m)
        able = [c for c in cars if left[c] >= size] if may_ride(game, m) and m not in cars else []
        for c in sorted(able, key=lambda c: gap(base, circle(game, c)))[:1]:
            others = [*off, *solid, *placed]
            way = approach(game, base, circle(game, c), allowance(game, m, manner), kind_of(game, m), others)
            left[c] -= size
            if way:
                paths[m] = tuple(way)
                placed.append(moved(base, way[-1]))
    good = bool(paths) and allowed(whole_refusals(game, u, manner, Moved(paths)))
    return [Moved(paths)] if good else some_moves(game, u, manner, n, rnd)
