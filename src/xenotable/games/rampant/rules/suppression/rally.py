"""The Rally test at the start of a phase."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Choose, Flow, Refusal, Scene, Then, acts, cite, rule, scene
from xenotable.games.rampant.rules.courage.courage_test import (
    courage_odds,
    courage_test,
    passes,
    pay_harsh,
    takes_courage_tests,
)
from xenotable.games.rampant.rules.courage.losses import remove, suffer
from xenotable.games.rampant.rules.retreat.sequence import retreat
from xenotable.games.rampant.scenes import Aftermath, Rally, Shock
from xenotable.games.rampant.state import Rampant, fielded_units


def to_rally(game: Rampant, seat: int) -> tuple[str, ...]:
    """The units that are Suppressed at the start of their owner's phase."""
    units = game.units
    return tuple([u for u in game.members[seat] if units[u].suppressed and units[u].where != "gone"])


@scene
@rule("suppression.must-rally")
def rally(game: Rampant, at: Rally) -> Then:
    """One Rally test after another, in the order of the active player; none can be skipped."""
    cite("activation.rally-first")
    if not at.left:
        return []
    left = tuple([u for u in at.left if game.units[u].suppressed and game.units[u].where != "gone"])
    return next_rally(game, at, left) if left else []


def next_rally(game: Rampant, at: Rally, left: tuple[str, ...]) -> Flow[list[Scene]]:
    unit = left[0]
    if len(left) > 1:
        unit = yield from Choose(
            seat=at.seat,
            key="rally",
            rule="activation.rally-first",
            prompt="Which Suppressed unit rallies next?",
            among=lambda: (*left, *(u for u in fielded_units(game, at.seat) if u not in left)),
            why_not=lambda u: () if u in left else rally_refusals(game, u),
            odds=lambda u: courage_odds(game, Shock(u, "rally")),
        )
    after = yield from rally_test(game, unit)
    rest = tuple(u for u in left if u != unit)
    cite("activation.rally-never-ends-phase")
    cite("activation.failure-exceptions")
    return [*after, Aftermath(), Rally(at.seat, rest)]


def rally_refusals(game: Rampant, unit: str) -> Iterator[Refusal]:
    """Why a unit takes no Rally test now."""
    if game.units[unit].rallied:
        yield Refusal("suppression.rally-test", "{unit} has taken its Rally test in this phase.", {"unit": unit})
    else:
        yield Refusal("activation.rally-first", "{unit} is not Suppressed; orders come later.", {"unit": unit})


@rule("suppression.rally-test")
def rally_test(game: Rampant, unit: str) -> Flow[list[Scene]]:
    """A Courage test without a penalty for losses; it is the unit's activation."""
    game.units.set(unit, rallied=True, activated=True)
    if not takes_courage_tests(game, unit):
        return []
    shock = Shock(unit, "rally")
    total, need, helped = yield from courage_test(game, shock)
    if passes(total, need):
        return rally_passed(game, unit, helped)
    if total <= 0 and acts("suppression.rally-rout"):
        return [*remove(game, unit, "routed"), *pay_harsh(game, unit, helped)]
    return (yield from rally_failed(game, shock, helped))


@rule("suppression.rally-success")
def rally_passed(game: Rampant, unit: str, helped: str) -> list[Scene]:
    """The marker goes; only Rebound lets the unit act again in this phase."""
    rebound = "rebound" in game.profile[unit].has and acts("specials.rebound")
    game.units.set(unit, suppressed=False, activated=not rebound)
    game.tell("{unit} rallies.", "suppression.rally-success", unit=unit)
    return pay_harsh(game, unit, helped)


@rule("suppression.rally-failure")
def rally_failed(game: Rampant, shock: Shock, helped: str) -> Flow[list[Scene]]:
    """Keeps its marker, loses 1 point, retreats, does nothing else."""
    unit = shock.unit
    says = "{unit} does not rally and loses {n:Strength Point}."
    gone = suffer(game, unit, 1, "suppression.rally-failure", says=says)
    if gone is not None:
        return gone
    after = yield from retreat(game, shock)
    return [*after, *pay_harsh(game, unit, helped)]
