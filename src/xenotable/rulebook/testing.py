"""The pytest plugin: a test that claims a rule fails unless the engine cited it while the test ran.

`@pytest.mark.rule("killteam.specials.rending")` is the claim. A rule that follows from others has no branch of its own
that could cite it: its claim says which rules of the book the test exercises (`exercises=["specials.hot", ...]`), and
holds only if the engine cited each of them. What passed is written to `.coverage-of-rules.json`, from which
`xenotable rules GAME --coverage` tells the tests of a rule.
"""

import os

os.environ["XENOTABLE_TRACE"] = "1"  # before any game is imported: without it `@rule` returns the bare function

from collections.abc import Generator, Iterator

import pytest
from msgspec import convert

from xenotable.engine.citing import SEEN, TRACING
from xenotable.faults import Fault, nearest
from xenotable.rulebook.catalogue import catalogue
from xenotable.rulebook.coverage import note_run

PROVED = "rule"  # the name under which a report carries, also between processes, what its test proved
CLAIMS_OFF = pytest.StashKey[bool]()  # set while a rule is knocked out: then only the test's own assertions count


def claims(item: pytest.Item) -> dict[str, list[str]]:
    """The rules that a test claims, its own, its class's and its module's, each with the rules that it exercises."""
    found: dict[str, list[str]] = {}
    for mark in item.iter_markers("rule"):
        for id in mark.args:
            found.setdefault(id, [f"{id.partition('.')[0]}.{other}" for other in mark.kwargs.get("exercises", ())])
    return found


def claim_faults(item: pytest.Item) -> Iterator[str]:
    for mark in item.iter_markers("rule"):
        if not mark.args or mark.kwargs.keys() - {"exercises"} or not all(isinstance(id, str) for id in mark.args):
            yield f'{item.nodeid} needs rule ids: @pytest.mark.rule("game.chapter.slug", ...).'
            return
    for id in dict.fromkeys(id for claim in claims(item).items() for id in (claim[0], *claim[1])):
        game, _, slug = id.partition(".")
        try:
            rules = {*catalogue(game).rules, *(reading.id for reading in catalogue(game).readings())}
        except Fault as fault:
            yield f'{item.nodeid} claims "{id}": {fault}'
            continue
        if slug not in rules:
            known = (f"{game}.{rule}" for rule in rules)
            yield f'{item.nodeid} claims the rule "{id}", which does not exist.{nearest(id, known)}'


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", 'rule("game.chapter.slug", ...): the rules of a rulebook that this test proves')
    if not TRACING:
        raise pytest.UsageError("A game was imported before the rulebook plugin; load it with -p, not from a conftest.")
    if not hasattr(config, "workerinput"):  # only the process that hears all reports writes them down
        config.pluginmanager.register(Recorder(config), "xenotable-recorder")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    items = (node for node in report.result or () if isinstance(node, pytest.Item))
    if faults := [fault for item in items for fault in claim_faults(item)]:
        report.outcome = "failed"
        report.longrepr = "\n".join(faults)
        report.result = []
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    SEEN.clear()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    yield
    if item.stash.get(CLAIMS_OFF, False):
        return
    for id, exercised in claims(item).items():
        for needed in exercised or [id]:
            if needed.partition(".")[2] not in SEEN:
                what = f"claims the rule {id}, but it" if needed == id else f"claims the rule {id}, but {needed}"
                used = ", ".join(sorted(SEEN)) or "none"
                pytest.fail(f"{what} was not cited while the test ran (cited: {used})", pytrace=False)
    item.user_properties += [(PROVED, claim) for claim in claims(item).items()]


class Recorder:
    """Gathers over all reports, those of xdist's workers too, which tests stood by their claims."""

    def __init__(self, config: pytest.Config) -> None:
        self.root = config.rootpath
        self.proved: dict[str, dict[str, list[str]]] = {}  # of every test that ran: the rules it proved, and by which

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            claimed = [claim for name, claim in report.user_properties if name == PROVED]
            self.proved[report.nodeid] = dict(convert(claimed, list[tuple[str, list[str]]]))
        elif not report.passed:
            self.proved[report.nodeid] = {}

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.proved:
            note_run(self.root, self.proved)
