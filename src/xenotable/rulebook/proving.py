"""`make prove`: run each test again without the rule it claims. If it still passes, it proves nothing.

A rule with `neutral=` (or `acts`) is knocked out. Any other, and what of it stands elsewhere, is changed in its rows of
data (`content_changes`) or its functions (`mutants`): one of the changes must fail the test. Where a rule follows from
others (`exercises=`), those are taken, one at a time. At the end stands, for each game, how many claims are proved, and
how many of all changes of the functions were noticed by a test that claims the rule or by one of a few others that use
it, also by those of the same file that claim nothing; what nobody noticed is listed in `build/proof.txt`.

`--claims-only` tries no more than the claims need; `--prove-change=FILE` (a diff) does so for what a change touches.
`--sample=5` judges no claims and tries five of every hundred changes, which `--sample-seed` picks: an estimate of the
share that is noticed, in minutes, for which every quick test that uses the rule may look at a change.
"""

import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from _pytest.runner import CallInfo, runtestprotocol
from msgspec import convert

from xenotable.limiting import time_limit
from xenotable.rulebook import testing  # switches tracing on: before the engine
from xenotable.rulebook.catalogue import games
from xenotable.rulebook.changes import Changes
from xenotable.rulebook.content_changes import ContentChange, content_changed, content_changes
from xenotable.rulebook.coverage import import_all
from xenotable.rulebook.mutants import Mutant, forget_results, in_place, living_functions, mutants_of, wider_mutants_of

VERDICT, TRIED, KILLED = "verdict", "tried", "killed"  # under these names reports carry, also between processes, ...
PROVED, UNPROVED, UNPROVABLE, BROKEN = ORDER = ("proved", "unproved", "unprovable", "broken")
REPORT = Path("build", "proof.txt")
SLOWER, PATIENCE = 10, 3.0  # a change that makes a test so many times slower, and seconds on top, is noticed, too
TOUCHED = 120  # tests that are proved after a change; of more, a selection

QUICK_TEST = 0.3  # seconds
HELPERS = 4  # other tests that look at a change which the tests of its rule do not notice

_killed: set[Mutant | ContentChange] = set()  # by any test of this process
_helped: Counter[Mutant] = Counter()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--claims-only", action="store_true", help="change rules no more than the claims need")
    parser.addoption("--prove-change", metavar="FILE", help="a diff without context: prove the rules that it touches")
    parser.addoption("--sample", metavar="PERCENT", type=float, help="try so many changes of the rules, and no claims")
    parser.addoption("--sample-seed", metavar="N", type=int, default=1, help="which changes are in the sample")


def pytest_configure(config: pytest.Config) -> None:
    from xenotable.engine.citing import PROVING

    PROVING[0] = True
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Tally(), "xenotable-tally")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    files = {item.path for item in items if testing.claims(item)} if is_thorough(config) else set()
    wanted = [item for item in items if testing.claims(item) or item.path in files]
    for game in {game for item in wanted for game in games_of(item)}:
        import_all(f"xenotable.games.{game}")  # so that every `neutral=` and every function is known
    living_functions()
    if diff := config.getoption("prove_change"):
        changes = Changes(Path(diff).read_text(encoding="utf-8"))
        wanted = [item for item in wanted if changes.touch_test(item) or any(map(changes.touch_rule, rules_of(item)))]
        wanted = wanted[:: 1 + len(wanted) // TOUCHED]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(wanted)])
    items[:] = wanted


def games_of(item: pytest.Item) -> set[str]:
    """The games whose rules a test claims; of one that claims none, the game in whose folder it stands."""
    return {id.partition(".")[0] for id in testing.claims(item)} or {item.path.parent.name} & set(games())


def rules_of(item: pytest.Item) -> list[str]:
    """The rules that a test claims, and those by which it does."""
    return [rule for id, exercised in testing.claims(item).items() for rule in (exercised or [id])]


def pytest_runtest_protocol(item: pytest.Item) -> bool:
    """Run the test as it is, and if it passes once more for each of its rules without that rule."""
    from xenotable.engine.citing import SEEN

    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    # Everything is torn down after each run: a fixture made without the rule must not serve a run with it.
    reports = runtestprotocol(item, log=False, nextitem=None)
    if all(report.passed for report in reports):
        trial, cited = Trial(item, sum(report.duration for report in reports)), set(SEEN)
        if item.config.getoption("sample"):
            verdicts = {}
            trial.try_changes(rules_of(item))
        else:
            verdicts = {id: trial.verdict(id, exercised) for id, exercised in testing.claims(item).items()}
        trial.help_out(cited)
    else:
        trial, verdicts = None, dict.fromkeys(testing.claims(item), BROKEN)
    for report in reports:
        if report.when == "call":
            tell(report, verdicts, trial)
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


class Trial:
    """One test, run again and again with something of its rules missing or wrong."""

    def __init__(self, item: pytest.Item, seconds: float) -> None:
        self.item, self.limit = item, SLOWER * seconds + PATIENCE
        self.thorough = is_thorough(item.config)
        self.sample, self.seed = item.config.getoption("sample"), item.config.getoption("sample_seed")
        self.tried: dict[Mutant | ContentChange, bool] = {}  # whether the test noticed

    def verdict(self, id: str, exercised: list[str]) -> str:
        """Whether the test means the rule; on the way it tries every change of it that no test has noticed so far."""
        from xenotable.engine.citing import NEUTRAL

        parts = exercised or [id]
        neutral = [part for part in parts if part in NEUTRAL]
        rows = [change for part in parts for change in content_changes(part)]
        mutants = [mutant for part in parts for mutant in mutants_of(part)]
        if self.thorough:
            self.try_changes(parts)
        if any(self.fails_without(part) for part in neutral):
            return PROVED
        mutants.sort(key=lambda mutant: not self.tried.get(mutant, False))  # one that was noticed will do
        wider = [mutant for part in parts for mutant in wider_mutants_of(part)]
        changes: list[Mutant | ContentChange] = [*rows, *mutants, *wider]
        if any(self.notices(change) for change in changes):
            return PROVED
        return UNPROVED if neutral or any(change in self.tried for change in changes) else UNPROVABLE

    def try_changes(self, rules: list[str]) -> None:
        """Every change of these rules that no test has noticed so far."""
        for mutant in (m for rule in rules for m in mutants_of(rule) if self.is_wanted(m)):
            if mutant not in _killed:
                self.notices(mutant)

    def is_wanted(self, mutant: Mutant) -> bool:
        """Whether it stands in the rules of a game (opponents, odds and pictures are held by other means) and, where
        a sample is taken, is in it."""
        return ".rules." in mutant.module and (not self.sample or in_sample(mutant, self.sample, self.seed))

    def help_out(self, cited: set[str]) -> None:
        """Tries changes of other rules that the test has used, as long as no test has noticed them; a quick test, and
        each change a few times only."""
        if not self.thorough or self.limit > SLOWER * QUICK_TEST + PATIENCE:
            return
        for game in games_of(self.item):
            for mutant in (m for id in sorted(cited) for m in mutants_of(f"{game}.{id}") if self.is_wanted(m)):
                if mutant not in _killed and mutant not in self.tried and (self.sample or _helped[mutant] < HELPERS):
                    _helped[mutant] += 1
                    self.notices(mutant)

    def notices(self, change: Mutant | ContentChange) -> bool:
        if change not in self.tried:
            with in_place(change) if isinstance(change, Mutant) else content_changed(change) as done:
                if not done:
                    return False
                self.tried[change] = self.fails()
            if self.tried[change]:
                _killed.add(change)
        return self.tried[change]

    def fails_without(self, id: str) -> bool:
        from xenotable.engine.citing import knock_out

        knock_out(id)
        try:
            return self.fails()
        finally:
            knock_out(None)

    def fails(self) -> bool:
        # Without the rule the test may well take another way and cite less; only its own assertions shall fail it.
        self.item.stash[testing.CLAIMS_OFF] = True
        forget_results()
        try:
            with time_limit(self.limit):
                return not passes_quietly(self.item)
        finally:
            self.item.stash[testing.CLAIMS_OFF] = False
            forget_results()


def passes_quietly(item: Any) -> bool:
    """Runs a test as pytest does, without a report: nobody reads why it fails, and to work that out takes most of the
    time."""

    def step(when: Literal["setup", "call", "teardown"], **more: Any) -> bool:
        hook = getattr(item.ihook, f"pytest_runtest_{when}")
        stops = (pytest.exit.Exception, KeyboardInterrupt)
        return CallInfo.from_call(lambda: hook(item=item, **more), when, stops).excinfo is None

    if not item._request:
        item._initrequest()
    passed = step("setup") and step("call")
    passed = step("teardown", nextitem=None) and passed
    item._request = False
    item.funcargs = None
    return passed


def is_thorough(config: pytest.Config) -> bool:
    """Whether every change is tried, and not only as many as it takes to prove the claims."""
    return not (config.getoption("claims_only") or config.getoption("prove_change"))


def in_sample(mutant: Mutant, percent: float, seed: int) -> bool:
    """The same changes on every machine and in every process."""
    return zlib.crc32(f"{seed} {mutant}".encode()) % 10_000 < percent * 100


def tell(report: pytest.TestReport, verdicts: dict[str, str], trial: Trial | None) -> None:
    said: list[tuple[str, object]] = [(VERDICT, claim) for claim in verdicts.items()]
    for mutant, noticed in (trial.tried if trial else {}).items():
        said.append((KILLED if noticed else TRIED, str(mutant)))
    report.user_properties = [*report.user_properties, *said]


# ---- the sum of it ---------------------------------------------------------------------------------------------------


class Tally:
    """Gathers the verdicts over all reports and says them at the end. The cases of one test stand together: where one
    of them notices that the rule is missing, the others may show where it ends."""

    def __init__(self) -> None:
        self.verdicts: dict[tuple[str, str], str] = {}  # by test and rule
        self.tried: set[str] = set()
        self.killed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call":
            return
        test = report.nodeid.partition("[")[0]
        for name, value in report.user_properties:
            if name == VERDICT:
                id, verdict = convert(value, tuple[str, str])
                known = self.verdicts.setdefault((test, id), verdict)
                self.verdicts[test, id] = min(known, verdict, key=ORDER.index)
            elif name in (TRIED, KILLED):
                (self.killed if name == KILLED else self.tried).add(str(value))

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:  # where nothing is claimed, nothing is wrong
            session.exitstatus = pytest.ExitCode.OK
        elif exitstatus == pytest.ExitCode.OK and UNPROVED in self.verdicts.values():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
        terminalreporter.section("claims of rules")
        for claim, verdict in sorted(self.verdicts.items()):
            if verdict == UNPROVED:
                terminalreporter.line(f"{claim[0]} passes without {claim[1]} too: it proves nothing about it")
        thorough = is_thorough(config)
        for game in sorted(self.games()):
            terminalreporter.line(self.sum_up(game, f"{game}.", f"xenotable.games.{game}.", thorough))
        terminalreporter.line(self.sum_up("all", "", "", thorough))
        file = config.rootpath / REPORT
        file.parent.mkdir(exist_ok=True)
        file.write_text("".join(f"{line}\n" for line in self.details()), encoding="utf-8")
        terminalreporter.line(f"What cannot be proved, and the changes that no test noticed: {REPORT}")

    def games(self) -> set[str]:
        mutants = (change.split(".") for change in self.tried | self.killed if change.startswith("xenotable.games."))
        return {id.partition(".")[0] for _, id in self.verdicts} | {parts[2] for parts in mutants}

    def sum_up(self, title: str, rules: str, module: str, thorough: bool) -> str:
        found = Counter(verdict for (_, id), verdict in self.verdicts.items() if id.startswith(rules))
        kinds = ", ".join(f"{found[kind]} {kind}" for kind in ORDER)
        says = f"{title}: {found.total()} claims: {kinds} ({share(found[PROVED], found.total())} proved)"
        tried = sum(mutant.startswith(module) and ".rules." in mutant for mutant in self.tried | self.killed)
        killed = sum(mutant.startswith(module) and ".rules." in mutant for mutant in self.killed)
        return f"{says}; {killed} of {tried} changes noticed ({share(killed, tried)})" if thorough else says

    def details(self) -> Iterator[str]:
        for kind in (UNPROVED, UNPROVABLE, BROKEN):
            yield from sorted(f"{kind}: {id} by {test}" for (test, id), found in self.verdicts.items() if found == kind)
        yield from sorted(f"unnoticed: {mutant}" for mutant in self.tried - self.killed)


def share(part: int, of: int) -> str:
    return f"{part / of:.1%}" if of else "-"
