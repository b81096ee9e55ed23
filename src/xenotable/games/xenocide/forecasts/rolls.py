"""The odds of tests, by the same judgement as the live test."""

from __future__ import annotations

from collections.abc import Callable

from xenotable.engine import Forecast
from xenotable.games.xenocide.rules.scenarios.scoring import break_odds, holds
from xenotable.games.xenocide.rules.suppression import another_die_odds, passes
from xenotable.games.xenocide.state import Xenocide
from xenotable.odds import Odds, sums


def of_test(
    title: str, rule_id: str, dice: int, passed: Callable[[int], bool], so_far: int = 0, exact: bool = False
) -> Forecast:
    """The sum of some dice with what was rolled already, and how likely a test against it is passed."""
    total = sums(dice, exact=exact).map(lambda n: n + so_far) if dice else Odds.certain(so_far)
    good = sum(p for n, p in total.chances.items() if passed(n))
    return total.forecast(title, "", rule_id, [("passes", good)])


@break_odds.fill
def of_break_test(game: Xenocide, target: int) -> Forecast:
    invasion = game.now.scenario == "invasion"
    return of_test(f"Break test against {target}", "scenarios.break-test", 2, lambda n: holds(n, target, invasion))


@another_die_odds.fill
def of_another_die(game: Xenocide, unit: str, target: int, total: int, yes: bool) -> Forecast:
    """A failed test if one more die is bought, or not."""
    says, rule_id = f"{game.name(unit)} needs {target}", "command.use-suppression-die"
    return of_test(says, rule_id, int(yes), lambda n: passes(n, target), total)
