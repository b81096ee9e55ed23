"""A unit of an invasion enters the table (rule "scenarios.invasion-entry")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Choose, Flow, Forecast, Moved, Pick, Refusal, Scene, rule, scene
from xenotable.engine.slots import Slot
from xenotable.games.xenocide.rules.flight.special_moves import way_refusals
from xenotable.games.xenocide.rules.movement.moving import ask_move, ends_of, in_reach, perform
from xenotable.games.xenocide.rules.overwatch import reaction
from xenotable.games.xenocide.rules.play.units import away_refusals, on_table, standing_units
from xenotable.games.xenocide.rules.scenarios.entry import brought, ranged_edge, stand_at_edge, start_at, still
from xenotable.games.xenocide.rules.setup.deployment import embark
from xenotable.games.xenocide.rules.titans.systems import is_hampered
from xenotable.games.xenocide.rules.transport.passengers import carriers
from xenotable.games.xenocide.scenes import Entered, Manner
from xenotable.games.xenocide.state import Xenocide


@rule("scenarios.invasion-entry")
def enter(game: Xenocide, unit: str) -> Flow[list[Scene]]:
    """A unit comes onto the table: every model measures its move from one point of the edge."""
    seat = game.units[unit].seat
    point = yield from Choose(
        seat=seat, key="entry", rule="scenarios.invasion-entry", prompt="Where does {unit} enter?", args={"unit": unit},
        among=lambda: (*ranged_edge(game, seat), None), label=lambda i: "Not yet" if i is None else f"at {i} in",
    )  # fmt: skip
    if point is None:
        return []
    if carriers(game, unit):
        yield from embark(game, unit)
    start_at(game, unit, point)
    guns = still(game, unit)
    if guns and not stand_at_edge(game, unit):
        return []
    movers = [m for m in game.units[unit].models if m not in guns]
    if not movers:
        return reaction(game, unit, ends_of(game, unit, Moved()), {})
    manner = yield from manner_of_entry(game, unit)
    went = yield from ask_move(game, unit, manner, "enter-move")
    if not all(went.paths.get(m) for m in movers):
        game.tell("{unit} stays off the table.", "scenarios.invasion-entry-blocked", unit=unit)
        return []
    return [*(yield from perform(game, unit, manner, went)), Entered(unit)]


ENTRIES = {
    "move": ("walk", "It moves on"), "assault": ("walk", "It assaults"), "jump": ("jump", "It jumps on"),
    "jump-assault": ("jump", "It jumps into an assault"), "fly": ("fly", "It flies on, high"),
    "land": ("land", "It flies on and lands"), "land-assault": ("land", "It lands in an assault"),
}  # fmt: skip
entry_assault_odds = Slot[[Xenocide, str, Sequence[str]], Sequence[Forecast] | None]("xenocide.entry_assault_odds")


@rule("scenarios.invasion-entry-move", neutral=lambda game, unit: Manner())
def manner_of_entry(game: Xenocide, unit: str) -> Flow[Manner]:
    """How a unit comes on: by any movement of its own, also into a declared assault."""
    how = yield from Choose(
        seat=game.units[unit].seat, key="enter-how", rule="scenarios.invasion-entry-move",
        prompt="How does {unit} enter?",
        args={"unit": unit}, among=lambda: tuple(ENTRIES), why_not=lambda x: entry_refusals(game, unit, x),
        default="move",
        label=lambda x: ENTRIES[x][1],
        odds=lambda x: entry_assault_odds(game, unit, in_reach_of(game, unit, x)) if x.endswith("assault") else None,
        has_odds=lambda x: x.endswith("assault"),
    )  # fmt: skip
    if not how.endswith("assault"):
        return Manner(ENTRIES[how][0])
    named = yield from Pick(
        seat=game.units[unit].seat, key="named", rule="movement.assault-declare",
        prompt="Which enemies does {unit} go for?", args={"unit": unit}, least=1, label=lambda t: game.name(t),
        among=lambda: on_table(game, 1 - game.units[unit].seat),
        why_not=lambda t: far_refusals(game, unit, t, in_reach_of(game, unit, how)),
    )  # fmt: skip
    return Manner(ENTRIES[how][0], named)


def entry_refusals(game: Xenocide, unit: str, how: str) -> Iterator[Refusal]:
    closed = list(way_refusals(game, unit, ENTRIES[how][0]))
    yield from closed
    if closed or not how.endswith("assault"):
        return
    if is_hampered(game, unit):
        yield Refusal("movement.suppressed-no-assault", "{unit} is suppressed and cannot assault.", {"unit": unit})
    elif not in_reach_of(game, unit, how):
        yield Refusal(
            "movement.assault-move", "No enemy is in reach of {unit}.", {"unit": unit}, "Enter nearer to one."
        )


def far_refusals(game: Xenocide, unit: str, t: str, near: Sequence[str]) -> Iterator[Refusal]:
    away = list(away_refusals(game, t))
    yield from away
    if t not in near and not away:
        says = "{t} is out of reach of {unit}."
        yield Refusal("movement.assault-move", says, {"unit": unit, "t": t}, "Enter nearer to it.")


def in_reach_of(game: Xenocide, unit: str, how: str) -> list[str]:
    foes = standing_units(game, 1 - game.units[unit].seat)
    return [t for t in foes if in_reach(game, unit, Manner(ENTRIES[how][0]), t)]


@scene
def entered(game: Xenocide, at: Entered) -> list[Scene]:
    brought(game, at.unit)
    return []
