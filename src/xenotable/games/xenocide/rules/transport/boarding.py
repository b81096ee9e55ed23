"""Who may get into which transport, and when (chapter "transport")."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Refusal, rule
from xenotable.games.xenocide.rules.buildings.walls import gap
from xenotable.games.xenocide.rules.movement.allowances import allowance, farthest
from xenotable.games.xenocide.rules.play.measuring import apart, circle
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.play.units import company_units
from xenotable.games.xenocide.rules.transport.passengers import (
    NEAR,
    carriers,
    load_refusals,
    may_drop,
    may_ride,
    passengers,
    room,
    unload_refusals,
)
from xenotable.games.xenocide.rules.turn.orders import moves_second
from xenotable.games.xenocide.scenes import Manner
from xenotable.games.xenocide.state import Xenocide

# what happens at the start and at the end of the drive
STAGES = {
    "load": ("load", ""), "collect": ("", "load"), "unload": ("", "unload"), "set-down": ("unload", ""),
    "exchange": ("unload", "load"), "relay": ("load", "unload"),
}  # fmt: skip


@rule("transport.who-may-ride")
def guests(game: Xenocide, unit: str) -> list[str]:
    """The other units that act with a unit, move in the same phase and have not moved: they may ride with it."""
    second = moves_second(game.units[unit].order)
    return [g for g in company_units(game, game.units[unit].company) if g != unit and _free(game, g, second)]


def _free(game: Xenocide, g: str, second: bool) -> bool:
    unit = game.units[g]
    low = unit.on and unit.models and not unit.burrowed and not unit.high
    return bool(low) and moves_second(unit.order) == second and not unit.acted and not unit.moved


def guest_refusals(game: Xenocide, unit: str, g: str) -> Iterator[Refusal]:
    """Why a unit that could not get in does not."""
    args = {"g": g, "unit": unit}
    if g not in guests(game, unit):
        yield Refusal("transport.who-may-ride", "{g} does not move together with {unit} now.", args)
    elif not any(may_ride(game, m) for m in game.units[g].models):
        yield Refusal("transport.who-may-ride", "{g} cannot be carried.", args)
    else:
        yield Refusal("transport.load-distance", "There is no room for {g} within 4 in of it.", args)


def cargo_refusals(game: Xenocide, unit: str, how: str) -> Iterator[Refusal]:
    """Why a way of carrying is closed to a unit now."""
    first, last = STAGES[how]
    if game.units[unit].burrowed:
        yield Refusal("flight.burrow-move", "{unit} is underground.", {"unit": unit})
    if first == "load":
        yield from load_refusals(game, unit, guests(game, unit))
    if "unload" in (first, last):
        yield from unload_refusals(game, unit)
    if first == "unload" and game.units[unit].high:
        yield from aloft_refusals(game, unit)
    if last == "load" and not waiting_models(game, unit, first == "unload"):
        yield Refusal("transport.load-distance", "Nobody waits for a transport of {unit} in its reach.", {"unit": unit})


def aloft_refusals(game: Xenocide, unit: str) -> Iterator[Refusal]:
    """Who leaves a high transport floats, flies or jumps."""
    them = [m for ms in passengers(game, unit).values() for m in ms]
    if them and not any(may_drop(kind_of(game, m)) and game.models[m].unit != unit for m in them):
        args = {"unit": unit, "k": kind_of(game, them[0]).name}
        yield Refusal("transport.high-drop", "{k} cannot leave {unit} while it is high.", args, "Land first.")


def waiting_models(game: Xenocide, unit: str, emptied: bool = False) -> list[str]:
    """The models that the transports of a unit could drive to and take in (perhaps after letting others out)."""
    empty = [c for c in carriers(game, unit) if emptied or room(game, c)]
    far = max((allowance(game, c, Manner()) for c in empty), default=0.0)
    own = [m for m in game.units[unit].models if not kind_of(game, m).transport]
    afoot = [*own, *(m for g in guests(game, unit) for m in game.units[g].models)]
    return [
        m
        for m in afoot
        if may_ride(game, m) and any(gap(circle(game, m), circle(game, c)) <= far + NEAR for c in empty)
    ]


# ---- walking up to a transport ---------------------------------------------------------------------------------------


def hosts(game: Xenocide, unit: str) -> list[str]:
    """The units with transports that a unit could walk up to: its own, or others that act with it."""
    far = farthest(game, unit)
    able = [h for h in company_units(game, game.units[unit].company) if _open(game, h)]
    able = [h for h in able if any(room(game, c) for c in carriers(game, h))]
    return [h for h in able if h == unit or apart(game, unit, h) <= far]


def _open(game: Xenocide, h: str) -> bool:
    return game.units[h].on and not game.units[h].high and not game.units[h].burrowed


def board_refusals(game: Xenocide, unit: str) -> Iterator[Refusal]:
    able = [m for m in game.units[unit].models if may_ride(game, m) and not kind_of(game, m).transport]
    if not able or not hosts(game, unit):
        yield Refusal("transport.load-distance", "{unit} reaches no transport with room.", {"unit": unit})
