"""Transports on the move: getting in and out at the start and at the end of their drive, walking up to one, dropping
from high ones (chapter "transport")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from xenotable.engine import Choose, Flow, Moved, Pick, Random, Reckon, Refusal, Scene, cite, is_legal, rule, scene
from xenotable.games.xenocide.rules.flight.special_moves import way_refusals
from xenotable.games.xenocide.rules.ground.paths import roll_difficult_ground, trials
from xenotable.games.xenocide.rules.movement.allowances import allowance
from xenotable.games.xenocide.rules.movement.moving import Ways, ask_move, perform, stir, whole_refusals
from xenotable.games.xenocide.rules.movement.phases import can_rise
from xenotable.games.xenocide.rules.movement.proposals import approach, in_the_way, some_moves
from xenotable.games.xenocide.rules.movement.suppressed import free_by_command
from xenotable.games.xenocide.rules.overwatch import reaction
from xenotable.games.xenocide.rules.play.measuring import circle, units_in_contact
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.play.units import on_table
from xenotable.games.xenocide.rules.titans.power import at_any_moment
from xenotable.games.xenocide.rules.transport.boarding import STAGES, guest_refusals, guests, hosts
from xenotable.games.xenocide.rules.transport.passengers import (
    NEAR,
    boarders,
    carriers,
    load,
    may_ride,
    passengers,
    room,
    unload,
)
from xenotable.games.xenocide.scenes import Board, Boarding, Carry, Manner, StepOut
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle, Point, gap, move_circle

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
    unit, busy = at.unit, at.busy
    if not carriers(game, unit):
        return []
    trails = {c: way for c, way in at.trails if c in game.models}
    after: list[Scene] = []
    what = (first, "drive", last)[at.stage]
    if what == "drive":
        trails, after = yield from drive(game, at, first, last)
    elif what == "load":
        busy += yield from take_in(game, unit, busy)
    elif what == "unload":
        out, after = yield from alight(game, unit, busy, trails)
        busy += out
    return after if at.stage == 2 else [*after, Carry(unit, at.how, at.stage + 1, busy, tuple(trails.items()))]


def take_in(game: Xenocide, unit: str, but: Sequence[str]) -> Flow[tuple[str, ...]]:
    """Everybody of the unit who can gets in, and the guests that the owner picks."""
    near = [g for g in guests(game, unit) if any(game.models[m].unit == g for m in boarders(game, unit, but, (g,)))]
    chosen: tuple[str, ...] = ()
    if game.units[unit].high:
        return ()
    if near:
        chosen = yield from Pick(
            seat=game.units[unit].seat, key="guests", rule="transport.who-may-ride",
            prompt="Who else gets into the transports of {unit}?", args={"unit": unit},
            among=lambda: [*near, *(g for g in on_table(game, game.units[unit].seat) if g not in (unit, *near))],
            why_not=lambda g: () if g in near else guest_refusals(game, unit, g),
            label=lambda g: game.name(g), default=(),
        )  # fmt: skip
    for mover in dict.fromkeys(game.models[m].unit for m in boarders(game, unit, but, chosen)):
        stir(game, mover)
    return load(game, unit, but, chosen)


def drive(game: Xenocide, at: Carry, first: str, last: str) -> Flow[tuple[dict[str, tuple[Point, ...]], list[Scene]]]:
    """The transports go on; gives their ways, and what follows from them."""
    unit = at.unit
    mode = yield from altitude(game, unit, last == "load")
    cost = exchange_cost() if first and last else 0.0
    mine = carriers(game, unit)
    afoot = ALL if last == "load" else 0.0  # who waits to be taken in has not moved
    spent = tuple((m, cost if m in mine else ALL if m in at.busy else afoot) for m in game.units[unit].models)
    manner = Manner(mode, spent=spent)
    went = yield from ask_move(game, unit, manner)
    ways = {c: ((game.models[c].x, game.models[c].y), *went.way(c)) for c in mine}
    after: list[Scene] = []
    if any(went.paths.values()) or (mode == "land" and game.units[unit].high and can_rise(game, unit, "land")):
        after = yield from perform(game, unit, manner, went)
    return ways, after


@rule("transport.load-and-unload-cost", neutral=lambda: 0.0)
def exchange_cost() -> float:
    return EXCHANGE


def altitude(game: Xenocide, unit: str, down: bool) -> Flow[str]:
    """Low or high, for transports that hover; who takes somebody in at the end must be down then."""
    modes = [m for m in DRIVES if is_legal(drive_refusals(game, unit, m, down))]
    if len(modes) < 2:
        return modes[0] if modes else "walk"
    return (
        yield from Choose(
            seat=game.units[unit].seat, key="drive", rule="flight.hover-altitude", prompt="How does {unit} go?",
            args={"unit": unit}, among=lambda: tuple(DRIVES), label=lambda m: DRIVES[m],
            why_not=lambda m: () if m in modes else drive_refusals(game, unit, m, down),
        )
    )  # fmt: skip


def drive_refusals(game: Xenocide, unit: str, mode: str, down: bool) -> Iterator[Refusal]:
    if down and mode == "fly":
        says = "Somebody gets in at the end: {unit} must be down then."
        yield Refusal("transport.high-drop", says, {"unit": unit}, "Land, or go low.")
    yield from way_refusals(game, unit, mode)


def alight(
    game: Xenocide, unit: str, but: Sequence[str], trails: Mapping[str, tuple[Point, ...]]
) -> Flow[tuple[tuple[str, ...], list[Scene]]]:
    """Passengers get out where their transports are now, or along the way of high ones; gives who did, and what
    follows."""
    for p in passengers(game, unit, but):
        if p != unit:
            yield from free_by_command(game, p)
    rode = {p: {m: (game.models[m].x, game.models[m].y) for m in ms} for p, ms in passengers(game, unit, but).items()}
    out = yield from unload(game, unit, but=but, trails=trails)
    after: list[Scene] = []
    for p, placed in out.items():
        if placed:
            stir(game, p)
            if p != unit:
                game.units.set(p, acted=True, moved=True)
            after.append(StepOut(p, tuple(rode[p].items()), tuple(placed.items()), game.units[unit].high))
    return tuple(m for placed in out.values() for m in placed), after


@scene
@at_any_moment
def step_out(game: Xenocide, at: StepOut) -> Flow[list[Scene]]:
    """Rolls for the ground stepped into, then the enemy may react."""
    p = at.unit
    steps: Ways = {m: [spot] for m, spot in at.ends if m in game.models}
    if not at.high and (needed := trials(game, p, steps)):
        cite("transport.unload-terrain")
        yield from roll_difficult_ground(game, p, needed, dict.fromkeys(steps, NEAR))
    return reaction(game, p, {m: spot for m, spot in at.starts if m in game.models}, steps)


# ---- walking up to a transport ---------------------------------------------------------------------------------------


@scene
@at_any_moment
@rule("transport.load-distance")
def board(game: Xenocide, at: Board) -> Flow[list[Scene]]:
    """The unit moves; who then touches a transport gets in, and that transport goes nowhere in this activation."""
    unit = at.unit
    work = partial(hosts, game, unit)  # a fork need not look again
    among = yield from Reckon(key="hosts", rule="transport.load-distance", work=work)
    host = among[0]
    if len(among) > 1:
        host = yield from Choose(
            seat=game.units[unit].seat, key="host-transport", rule="transport.load-distance",
            prompt="Which transports does {unit} walk up to?", args={"unit": unit}, among=lambda: among,
            label=lambda h: game.name(h),
        )  # fmt: skip
    manner = Manner(spent=tuple((c, ALL) for c in carriers(game, unit)))
    went = yield from ask_move(game, unit, manner, propose=lambda n, rnd: walks_up(game, unit, host, manner, n, rnd))
    after = (yield from perform(game, unit, manner, went)) if any(went.paths.values()) else []
    return [*after, Boarding(unit, host)]


@scene
def climb_in(game: Xenocide, at: Boarding) -> list[Scene]:
    """Who touches a transport is inside it."""
    unit, host = at.unit, at.host
    if not game.units[unit].models or host not in game.units or units_in_contact(game, unit):
        return []
    if boarders(game, host, guests=(unit,) if host != unit else (), near=TOUCHING):
        stir(game, unit)
        load(game, host, guests=(unit,) if host != unit else (), near=TOUCHING)
        game.units.set(host, acted=True, moved=True)
    return []


def walks_up(game: Xenocide, unit: str, host: str, manner: Manner, n: int, rnd: Random) -> list[Moved]:
    """Each model goes to touch the nearest transport with room, as far as there is any."""
    budgets = {m: allowance(game, m, manner) for m in game.units[unit].models}
    off = in_the_way(game, unit, manner, max(budgets.values()))
    cars = carriers(game, host)
    solid = [circle(game, c) for c in cars] if host == unit else []
    placed: list[Circle] = []
    paths: dict[str, tuple[tuple[float, ...], ...]] = {}
    left = {c: room(game, c) for c in cars}
    for model in game.units[unit].models:
        size, base = kind_of(game, model).size, circle(game, model)
        able = [c for c in cars if left[c] >= size] if may_ride(game, model) and model not in cars else []
        for c in sorted(able, key=lambda c: gap(base, circle(game, c)))[:1]:
            others = [*off, *solid, *placed]
            way = approach(game, base, circle(game, c), budgets[model], kind_of(game, model), others)
            left[c] -= size
            if way:
                paths[model] = tuple(way)
                placed.append(move_circle(base, way[-1]))
    good = bool(paths) and is_legal(whole_refusals(game, unit, manner, Moved(paths)))
    return [Moved(paths)] if good else some_moves(game, unit, manner, n, rnd)
