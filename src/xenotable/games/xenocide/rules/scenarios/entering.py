"""A unit of an invasion enters the table (rule "scenarios.invasion-entry")."""

from __future__ import annotations

from xenotable.engine import Choose, Flow, Scene, rule, scene
from xenotable.games.xenocide.rules.movement.moving import ask_move, perform
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.scenarios.entry import brought, ranged_edge, stand_at_edge, start_at
from xenotable.games.xenocide.rules.setup.deployment import embark
from xenotable.games.xenocide.rules.transport.passengers import carriers
from xenotable.games.xenocide.scenes import Entered, Manner
from xenotable.games.xenocide.state import Xenocide


@rule("scenarios.invasion-entry")
def enter(game: Xenocide, unit: str) -> Flow[list[Scene]]:
    """A unit comes onto the table: every model measures its move from one point of the edge."""
    seat = game.units[unit].seat
    point = yield from Choose(
        seat=seat, key="entry", rule="scenarios.invasion-entry", prompt="Where does {u} enter?", args={"u": unit},
        among=lambda: (*ranged_edge(game, seat), None), label=lambda i: "Not yet" if i is None else f"at {i} in",
    )  # fmt: skip
    if point is None:
        return []
    if carriers(game, unit):
        yield from embark(game, unit)
    start_at(game, unit, point)
    if not any(kind_of(game, m).move for m in game.units[unit].models):
        stand_at_edge(game, unit)
        return []
    went = yield from ask_move(game, unit, Manner(), "enter-move")
    if not all(went.paths.get(m) for m in game.units[unit].models):
        game.tell("{u} stays off the table.", "scenarios.invasion-entry-blocked", u=unit)
        return []
    return [*(yield from perform(game, unit, Manner(), went)), Entered(unit)]


@scene
def entered(game: Xenocide, at: Entered) -> list[Scene]:
    brought(game, at.unit)
    return []
