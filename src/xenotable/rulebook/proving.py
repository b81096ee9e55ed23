"""`make prove`: run each test again without the rule it claims. If it still passes, it proves nothing.

Only rules with `neutral=` can be taken out without breaking the flow; the others are counted and nothing more. Where a
rule follows from others (`exercises=`), those are taken out, one at a time: without one of them the test must fail.
"""

from collections import Counter

import pytest
from _pytest.runner import runtestprotocol

from xenotable.rulebook import testing  # switches tracing on: before the engine
from xenotable.rulebook.catalogue import games
from xenotable.rulebook.coverage import import_all

VERDICT = "verdict"  # the name under which a report carries, also between processes, how its claims fared
PROVED, UNPROVED, NO_NEUTRAL, BROKEN = "proved", "unproved", "without neutral", "broken"


def pytest_configure(config: pytest.Config) -> None:
    for game in games():
        import_all(f"xenotable.games.{game}")  # so that every `neutral=` is known before tests are chosen
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Tally(), "xenotable-tally")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    idle = [item for item in items if not testing.claims(item)]
    config.hook.pytest_deselected(items=idle)
    items[:] = [item for item in items if testing.claims(item)]


def pytest_runtest_protocol(item: pytest.Item) -> bool:
    """Run the test as it is, and if it passes once more for each of its rules with that rule knocked out."""
    from xenotable.engine.citing import NEUTRAL

    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    # Everything is torn down after each run: a fixture made without the rule must not serve a run with it.
    reports = runtestprotocol(item, log=False, nextitem=None)
    sound = all(report.passed for report in reports)
    verdicts = dict.fromkeys(testing.claims(item), NO_NEUTRAL if sound else BROKEN)
    if sound:
        for id, exercised in testing.claims(item).items():
            if parts := [part for part in exercised or [id] if part in NEUTRAL]:
                verdicts[id] = PROVED if any(fails_without(item, part) for part in parts) else UNPROVED
    for report in reports:
        if report.when == "call":
            tell(report, verdicts)
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def fails_without(item: pytest.Item, id: str) -> bool:
    from xenotable.engine.citing import knock_out

    knock_out(id)
    # Without the rule the test may well take another way and cite less; only its own assertions shall fail it.
    item.stash[testing.CLAIMS_OFF] = True
    try:
        return not all(report.passed for report in runtestprotocol(item, log=False, nextitem=None))
    finally:
        knock_out(None)
        item.stash[testing.CLAIMS_OFF] = False


def tell(report: pytest.TestReport, verdicts: dict[str, str]) -> None:
    report.user_properties = [*report.user_properties, *((VERDICT, verdict) for verdict in verdicts.values())]
    if idle := [id for id, verdict in verdicts.items() if verdict == UNPROVED]:
        report.outcome = "failed"
        report.longrepr = f"passes without {', '.join(idle)} too: it proves nothing about it"


class Tally:
    """Counts the verdicts over all reports and says them at the end."""

    def __init__(self) -> None:
        self.verdicts: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.verdicts.update(str(verdict) for name, verdict in report.user_properties if name == VERDICT)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:  # where nothing is claimed, nothing is wrong
            session.exitstatus = pytest.ExitCode.OK

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        counts = ", ".join(f"{self.verdicts[kind]} {kind}" for kind in (PROVED, UNPROVED, NO_NEUTRAL, BROKEN))
        terminalreporter.section("claims of rules")
        terminalreporter.line(f"{self.verdicts.total()} claims: {counts}")
