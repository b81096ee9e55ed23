"""The two movement phases: a unit at a time, with everything that a move sets off (chapter "movement")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from xenotable.engine import Choose, Flow, Forecast, Pick, Reckon, Refusal, Scene, cite, is_legal, scene
from xenotable.engine.memory import until_it_moved, until_written
from xenotable.engine.slots import Slot
from xenotable.games.xenocide.content import Kind
from xenotable.games.xenocide.rules.buildings.entering import ENTERING, enter_mode_refusals
from xenotable.games.xenocide.rules.buildings.garrison_moves import go_in
from xenotable.games.xenocide.rules.buildings.leaving import change_side, shift_refusals, stay_behind, step_out
from xenotable.games.xenocide.rules.buildings.occupants import indoors
from xenotable.games.xenocide.rules.buildings.titan_overrun import burst, burst_refusals
from xenotable.games.xenocide.rules.flight.flyers import flies, fly, may_return
from xenotable.games.xenocide.rules.flight.special_moves import landing_refusals, way_refusals
from xenotable.games.xenocide.rules.flight.teleport_insertion import insert, may_insert
from xenotable.games.xenocide.rules.flight.teleport_transport import in_refusals, may_port, port_in, port_out
from xenotable.games.xenocide.rules.movement.allowances import farthest
from xenotable.games.xenocide.rules.movement.moving import ask_move, perform, rest_refusals
from xenotable.games.xenocide.rules.movement.suppressed import free_by_command
from xenotable.games.xenocide.rules.play.measuring import CONTACT, apart, stance, stances, units_in_contact
from xenotable.games.xenocide.rules.play.models import is_titan, kind_of
from xenotable.games.xenocide.rules.play.positions import close_by
from xenotable.games.xenocide.rules.play.units import (
    away_refusals,
    company_first,
    company_refusals,
    company_units,
    on_table,
    standing_units,
)
from xenotable.games.xenocide.rules.scenarios.entering import enter
from xenotable.games.xenocide.rules.scenarios.entry import by_port, may_enter
from xenotable.games.xenocide.rules.titans import power
from xenotable.games.xenocide.rules.titans.systems import is_hampered
from xenotable.games.xenocide.rules.transport.boarding import STAGES, board_refusals, cargo_refusals
from xenotable.games.xenocide.rules.turn.orders import moves_first, moves_second
from xenotable.games.xenocide.scenes import Board, Carry, Manner, Movement, Moving, Suppression
from xenotable.games.xenocide.state import Xenocide

MODES = {
    "move": "walk", "assault": "walk", "overrun": "walk", "jump": "jump", "jump-assault": "jump",
    "teleport": "teleport", "teleport-assault": "teleport", "dive": "dive", "tunnel": "tunnel",
    "surface": "surface", "surface-assault": "surface", "fly": "fly", "land": "land",
    "land-assault": "land", "load": "walk", "collect": "walk", "unload": "walk", "set-down": "walk",
    "exchange": "walk", "relay": "walk", "board": "walk", "teleport-in": "teleport",
    "stay": "walk", **ENTERING, "shift": "walk", "burst": "walk",
}  # fmt: skip
MODE_WORDS = {
    "enter": "into a building", "enter-jump": "jump into a building", "enter-teleport": "teleport into a building",
    "enter-land": "land on a building", "shift": "to another side or section", "burst": "burst through a building",
}  # fmt: skip


def may_move(game: Xenocide, unit: str, second: bool) -> bool:
    row = game.units[unit]
    if row.acted or row.moved or not (moves_second(row.order) if second else moves_first(row.order)):
        return False
    if not row.models:
        return may_port(game, unit)
    if flies(game, unit):
        return row.on or may_return(game, unit)
    if not row.on:
        return may_insert(game, unit) or may_enter(game, unit)
    return any(kind_of(game, m).move for m in row.models) and not units_in_contact(game, unit)


@scene
@power.at_any_moment
def movement(game: Xenocide, at: Movement) -> Flow[list[Scene]]:
    """One unit makes its movement action, then the same scene again."""
    cite("play.decisions-movement")
    waiting = yield from Reckon(
        key="waiting", rule="movement.action",
        work=lambda: tuple(u for u in company_units(game, at.company) if may_move(game, u, at.second)),
    )  # fmt: skip
    if not waiting:
        return resolve_bombs(game, at.second)
    unit = yield from Choose(
        seat=at.seat, key="unit", rule="movement.action", prompt="Which unit moves next?",
        among=lambda: to_move(game, at, waiting), open=lambda: due_to_move(game, waiting),
        why_not=lambda x: () if x is None or x in waiting else staying_refusals(game, x, at),
        label=lambda x: "Nobody else" if x is None else game.name(x),
    )  # fmt: skip
    if unit is None:
        return resolve_bombs(game, at.second)
    game.units.set(unit, acted=True)
    return [Moving(at.seat, unit), at]


def to_move(game: Xenocide, at: Movement, waiting: Sequence[str]) -> list[str | None]:
    """The units of the company, those that cannot move now closed, and the others."""
    others = [x for x in company_first(game, at.company, at.seat) if x not in waiting]
    return [*waiting, *others, *due_to_move(game, waiting)[len(waiting) :]]


def due_to_move(game: Xenocide, waiting: Sequence[str]) -> Sequence[str | None]:
    """Those who can move now, or nobody; flyers in the air must move."""
    must = any(flies(game, x) and game.units[x].on for x in waiting)
    return waiting if must else (*waiting, None)


def staying_refusals(game: Xenocide, unit: str, at: Movement) -> Iterator[Refusal]:
    """Why a unit does not move now."""
    row, args = game.units[unit], {"unit": unit}
    if row.company != at.company:
        yield from company_refusals(game, unit, at.company)
    elif row.acted or row.moved:
        yield Refusal("movement.action", "{unit} has made its move.", args)
    elif not (moves_second(row.order) if at.second else moves_first(row.order)):
        yield Refusal("turn.orders-given", "By its orders {unit} does not move in this phase.", args)
    elif not row.models:
        yield Refusal("transport.load-unload-timing", "{unit} rides: it gets out when its transports move.", args)
    elif not row.on:
        yield Refusal("setup.off-table-status", "{unit} is not on the table and cannot come yet.", args)
    elif units_in_contact(game, unit):
        yield Refusal("movement.action", "{unit} is in contact with the enemy.", args, "The assault comes first.")
    else:
        yield Refusal("movement.move-zero", "{unit} cannot move.", args)


@scene
@power.at_any_moment
def moving(game: Xenocide, at: Moving) -> Flow[list[Scene]]:
    """The movement action of a unit: by its own ways, or as flyers, passengers and units off the table do it."""
    unit = at.unit
    if not game.units[unit].models:
        yield from free_by_command(game, unit)
        return (yield from port_out(game, unit))
    if flies(game, unit):
        return (yield from fly(game, unit))
    if not game.units[unit].on:
        port = yield from by_port(game, unit)
        return (yield from insert(game, unit) if port else enter(game, unit))
    yield from free_by_command(game, unit)
    how = yield from Choose(
        seat=at.seat, key="how", rule="movement.action", prompt="How does {unit} move?", args={"unit": unit},
        among=lambda: ways_of(game, unit), why_not=lambda mode: mode_refusals(game, unit, mode),
        odds=lambda mode: assault_odds(game, unit, mode), has_odds=rolls_dice,
        label=lambda mode: MODE_WORDS.get(mode, mode), on=lambda mode: unit,
    )  # fmt: skip
    if how == "stay":
        return []
    if how in STAGES:
        return [Carry(unit, how)]
    if how == "board":
        return [Board(unit)]
    if how == "teleport-in":
        yield from port_in(game, unit)
        return []
    if how in ENTERING:
        return (yield from go_in(game, unit, how))
    if how == "shift":
        yield from change_side(game, unit)
        return []
    if how == "burst":
        return (yield from burst(game, unit))
    paid = power.pay_way(game, unit, MODES[how])
    manner = yield from manner_of(game, unit, how)
    before = yield from step_out(game, unit, manner.mode)
    went = yield from ask_move(game, unit, manner)
    stay_behind(game, before, went)
    if not any(went.paths.values()) and not (how == "dive" or (how.startswith("surface") and can_rise(game, unit))):
        power.pay_back(game, unit, MODES[how], paid)
        return []
    return (yield from perform(game, unit, manner, went))


def rolls_dice(mode: str) -> bool:
    """Whether a way to move comes to dice: by an assault, or where a teleport ends."""
    return mode.endswith("assault") or mode in ("overrun", "teleport")


@until_it_moved
def ways_of(game: Xenocide, unit: str) -> tuple[str, ...]:
    """The ways of moving to choose from: those that models of this kind have, open now or not."""
    kinds = frozenset([game.models[m].kind for m in game.units[unit].models])
    return ways_with(tuple([game.kinds[k] for k in sorted(kinds)]), is_titan(game, unit), bool(indoors(game, unit)))


@lru_cache(maxsize=512)
def ways_with(kinds: tuple[Kind, ...], giant: bool, housed: bool) -> tuple[str, ...]:
    has = {
        "walk": True, "jump": any(k.jump for k in kinds), "teleport": any(k.teleport for k in kinds),
        "fly": any(k.hover for k in kinds), "dive": any(k.burrowing for k in kinds),
    }  # fmt: skip
    has |= {"land": has["fly"], "tunnel": has["dive"], "surface": has["dive"]}
    loads = any(k.transport for k in kinds)
    shut = {*(() if loads else STAGES), *(() if giant else ("burst",)), *(() if housed else ("shift",))}
    return tuple(m for m, mode in MODES.items() if has[mode] and m not in shut)


def can_rise(game: Xenocide, unit: str, mode: str = "surface") -> bool:
    """May a burrowed unit come up, or a high one down, right where it is: on nobody, on ground for it, clear of the
    enemy?"""
    ends = {m: (game.models[m].x, game.models[m].y) for m in game.units[unit].models}
    free = is_legal(rest_refusals(game, unit, Manner(mode), dict.fromkeys(ends, ())))
    return (
        free
        and is_legal(landing_refusals(game, unit, mode, ends))
        and not any(apart(game, unit, t) < CONTACT for t in standing_units(game, 1 - game.units[unit].seat))
    )


def resolve_bombs(game: Xenocide, second: bool) -> list[Scene]:
    """Bombs of the first movement count with the Shooting phase; those of the second are tested for at once."""
    if second and game.fire:
        return [Suppression(tuple(game.fire))]
    return []


def mode_refusals(game: Xenocide, unit: str, how: str) -> Iterator[Refusal]:
    """Why a way of moving is closed to a unit now."""
    if how == "stay":
        return
    if how not in STAGES:
        yield from way_refusals(game, unit, MODES[how])
    if how in STAGES:
        yield from cargo_refusals(game, unit, how)
    if how in (*STAGES, "board") and indoors(game, unit):
        yield Refusal("buildings.leave", "{unit} is in a building.", {"unit": unit}, "Leave it first.")
    if how == "board":
        yield from board_refusals(game, unit)
    if how == "teleport-in":
        yield from in_refusals(game, unit)
    if how in ENTERING:
        yield from enter_mode_refusals(game, unit, how)
    elif how == "shift":
        yield from shift_refusals(game, unit)
    elif how == "burst":
        yield from burst_refusals(game, unit)
    assaults = how.endswith("assault") or how == "overrun"
    yield from power.way_refusals(game, unit, MODES[how], assaults)
    if assaults and is_hampered(game, unit):
        cite("movement.suppressed-no-assault")
        yield Refusal("movement.suppressed-no-assault", "{unit} is suppressed and cannot assault.", {"unit": unit},
                      "Pay a command point.")  # fmt: skip
    elif assaults and not near_enemies(game, unit, how):
        yield Refusal("movement.assault-move", "No enemy is in reach of {unit}.", {"unit": unit})


def near_enemies(game: Xenocide, unit: str, how: str) -> list[str]:
    """The enemies in reach of an assault; of an overrun only those in the open."""
    near = enemies_reached(game, unit, MODES[how])
    return [t for t in near if not indoors(game, t)] if how == "overrun" else near


@until_written
def enemies_reached(game: Xenocide, unit: str, mode: str) -> list[str]:
    """The enemies that a unit could come into contact with in this way of moving."""
    here, far = stance(game, unit), farthest(game, unit, mode)
    near = close_by(stances(game, 1 - game.units[unit].seat), here, far + CONTACT)
    return [t for t, _ in near if apart(game, unit, t) - far < CONTACT]


assault_odds = Slot[[Xenocide, str, str], Sequence[Forecast] | None]("xenocide.assault_odds")


def manner_of(game: Xenocide, unit: str, how: str) -> Flow[Manner]:
    """Assaults and overruns name their enemies before the unit is moved."""
    if not (how.endswith("assault") or how == "overrun"):
        return Manner(MODES[how])
    named = yield from Pick(
        seat=game.units[unit].seat, key="named", rule="movement.assault-declare",
        prompt="Which enemies does {unit} go for?", args={"unit": unit}, least=1, label=lambda t: game.name(t),
        among=lambda: all_prey(game, unit, how), why_not=lambda t: prey_refusals(game, unit, how, t),
    )  # fmt: skip
    return Manner(MODES[how], named, how == "overrun")


def all_prey(game: Xenocide, unit: str, how: str) -> list[str]:
    """The enemies in reach, then the others."""
    near = near_enemies(game, unit, how)
    return [*near, *(t for t in on_table(game, 1 - game.units[unit].seat) if t not in near)]


def prey_refusals(game: Xenocide, unit: str, how: str, t: str) -> Iterator[Refusal]:
    """Why a unit cannot go for an enemy."""
    if t in near_enemies(game, unit, how):
        return
    if game.units[t].burrowed or game.units[t].high:
        yield from away_refusals(game, t)
        return
    if how == "overrun" and indoors(game, t):
        yield Refusal("overrun.who-cannot", "{t} is in a building: only titans overrun it.", {"t": t})
        return
    more = apart(game, unit, t) - farthest(game, unit, MODES[how]) - CONTACT
    args = {"unit": unit, "t": t, "more": max(0.1, more)}
    yield Refusal(
        "movement.assault-move", "{t} is out of reach of {unit} by {more:.1f} in.", args, "Come nearer first."
    )
