"""What a Courage test brings: suppression, retreat, rout; and the tests of a whole army."""

from __future__ import annotations

from xenotable.engine import Flow, Scene, acts, cite, rule, scene
from xenotable.games.rampant.rules.courage.courage_test import (
    ask_next,
    courage_test,
    passes,
    pay_harsh,
    takes_courage_tests,
)
from xenotable.games.rampant.rules.courage.losses import remove, suffer
from xenotable.games.rampant.rules.retreat.sequence import retreat
from xenotable.games.rampant.rules.scenarios.scoring import early_end
from xenotable.games.rampant.rules.suppression.effects import suppress
from xenotable.games.rampant.scenes import Aftermath, ArmyTests, Nerve, Shock
from xenotable.games.rampant.state import Rampant, fielded_units


@scene
def nerve(game: Rampant, at: Nerve) -> Flow[list[Scene]]:
    """One unit tests and bears the result in full."""
    shock = at.shock
    if not takes_courage_tests(game, shock.unit):
        return []
    total, need, helped = yield from courage_test(game, shock)
    after: list[Scene] = []
    if not passes(total, need):
        routs = total <= 0 and acts("courage.fail-rout")
        after = remove(game, shock.unit, "routed", shock) if routs else (yield from fail_courage(game, shock))
    return [*after, *pay_harsh(game, shock.unit, helped)]


def fail_courage(game: Rampant, shock: Shock) -> Flow[list[Scene]]:
    """Failed above 0: retreat, then the marker; who has it already loses a point first."""
    unit = shock.unit
    if game.units[unit].suppressed and acts("courage.fail-already-suppressed"):
        says = "{unit}, already Suppressed, loses {n:more Strength Point}."
        gone = suffer(game, unit, 1, "courage.fail-already-suppressed", shock, says)
        return gone if gone is not None else (yield from retreat(game, shock))
    cite("courage.fail-suppress")
    after = yield from retreat(game, shock)
    cite("retreat.then-suppressed")
    suppress(game, unit)
    return after


# ---- army-wide tests -------------------------------------------------------------------------------------------------


@scene
@rule("courage.event-order")
def aftermath(game: Rampant, at: Aftermath) -> list[Scene]:
    """Only after everything else of an event: each unit tests at most once for all the causes together."""
    active = game.now.active
    for seat in (active, 1 - active):
        grief = game.sides[seat].grief
        if not grief:
            continue
        game.sides.set(seat, grief=())
        units = tuple(u for u in fielded_units(game, seat) if takes_courage_tests(game, u))
        if "commander" in grief:
            cite("command.loss")
            cite("courage.when-commander-lost")
            game.tell("The Commander of {who} is lost.", "command.loss", who=game.seat_name(seat))
        if "half" in grief:
            game.tell("Half the points of {who} are lost.", "courage.when-half-lost", who=game.seat_name(seat))
        if units and (set(grief) != {"last"} or len(units) == 1):
            return [ArmyTests(seat, units), at]
    early_end(game)
    return []


@scene
@rule("courage.army-test-once")
def army_tests(game: Rampant, at: ArmyTests) -> Flow[list[Scene]]:
    """The owner chooses the order of the units."""
    left = tuple(u for u in at.left if takes_courage_tests(game, u))
    if not left:
        return []
    shock = yield from ask_next(game, [Shock(u, "army") for u in left], "courage.army-test-once")
    return [Nerve(shock), ArmyTests(at.seat, tuple(u for u in left if u != shock.unit))]
