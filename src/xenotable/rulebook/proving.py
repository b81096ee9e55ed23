"""`make prove`: run each test again without the rule it claims. If it still passes, it proves nothing.

A rule with `neutral=` (or `acts`) is knocked out. Any other, and what of it stands elsewhere, is changed in its rows of
data (`content_changes`) or its functions (`mutants`): one of the changes must fail the test. Where a rule follows from
others (`exercises=`), those are taken, one at a time.

Then every change of the claimed rules that nobody has noticed so far is looked at by tests that run the line, also by
those of the same file that claim nothing: those that run little else first, and no more than `LOOKERS`. At the end
stands, for each game, how many claims are proved, and how many of all changes were noticed; the others are listed in
`build/survivors-<game>.txt`.

`--claims-only` tries no more than the claims need; `--prove-change=FILE` (a diff) does so for what a change touches.
`--sample=5` judges no claims and tries five of every hundred changes, which `--sample-seed` picks: an estimate of the
share that is noticed, in minutes. `--changes=FILE` does so with the changes that a file lists, such as the survivors.
"""

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any, Literal

import pytest
from _pytest.runner import CallInfo, runtestprotocol
from msgspec import convert

from xenotable.limiting import time_limit
from xenotable.rulebook import testing  # switches tracing on: before the engine
from xenotable.rulebook.changes import Changes
from xenotable.rulebook.content_changes import ContentChange, content_changed, content_changes
from xenotable.rulebook.coverage import import_all
from xenotable.rulebook.lines import Line, is_run, lines_run
from xenotable.rulebook.mutants import Mutant, forget_results, in_place, living_functions, mutants_of, wider_mutants_of

VERDICT, TRIED, KILLED = "verdict", "tried", "killed"  # under these names reports carry, also between processes, ...
PROVED, UNPROVED, UNPROVABLE, BROKEN = ORDER = ("proved", "unproved", "unprovable", "broken")
SLOWER, PATIENCE = 10, 3.0  # a change that makes a test so many times slower, and seconds on top, is noticed, too
TOUCHED = 120  # tests that are proved after a change; of more, a selection

WANTED = pytest.StashKey[list[pytest.Item]]()

QUICK_TEST = 0.3  # seconds of the processor: slower tests look only at what they claim
LOOKERS = 40  # tests that look at a change, at most

_trials: list["Trial"] = []  # of this process


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--claims-only", action="store_true", help="change rules no more than the claims need")
    parser.addoption("--prove-change", metavar="FILE", help="a diff without context: prove the rules that it touches")
    parser.addoption("--sample", metavar="PERCENT", type=float, help="try so many changes of the rules, and no claims")
    parser.addoption("--sample-seed", metavar="N", type=int, default=1, help="which changes are in the sample")
    parser.addoption("--changes", metavar="FILE", help="try the changes that it lists, and no claims")


def pytest_configure(config: pytest.Config) -> None:
    from xenotable.engine.citing import PROVING

    for option, meant in (("prove_change", "a diff"), ("changes", "a list of changes, such as `make prove` leaves")):
        file = config.getoption(option)
        if file and not Path(file).is_file():
            raise pytest.UsageError(f"There is no file {file}; it is to be {meant}.")
    PROVING[0] = True
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Tally(), "xenotable-tally")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    files = {item.path for item in items if testing.claims(item)} if is_thorough(config) else set()
    wanted = [item for item in items if testing.claims(item) or item.path in files]
    for game in {id.partition(".")[0] for item in wanted for id in testing.claims(item)}:
        import_all(f"xenotable.games.{game}")  # so that every `neutral=` and every function is known
    living_functions()
    if diff := config.getoption("prove_change"):
        changes = Changes(Path(diff).read_text(encoding="utf-8"))
        wanted = [item for item in wanted if changes.touch_test(item) or any(map(changes.touch_rule, rules_of(item)))]
        wanted = wanted[:: 1 + len(wanted) // TOUCHED]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(wanted)])
    items[:] = config.stash[WANTED] = wanted


def rules_of(item: pytest.Item) -> list[str]:
    """The rules that a test claims, and those by which it does."""
    return [rule for id, exercised in testing.claims(item).items() for rule in (exercised or [id])]


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run the test as it is, and if it passes once more for each of its rules without that rule. After the last one
    the tests look at what is left."""
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    # Everything is torn down after each run: a fixture made without the rule must not serve a run with it.
    start, verdicts, tried = process_time(), {}, {}
    reports = runtestprotocol(item, log=False, nextitem=None)
    is_quick = process_time() - start <= QUICK_TEST
    if not all(report.passed for report in reports):
        verdicts = dict.fromkeys(testing.claims(item), BROKEN)
    else:
        trial = Trial(item, sum(report.duration for report in reports), is_quick)
        if is_judging(item.config):
            verdicts = {id: trial.verdict(id, exercised) for id, exercised in testing.claims(item).items()}
        tried = dict(trial.tried)
        _trials.append(trial)
    if nextitem is None and is_thorough(item.config):
        tried |= look_at_changes(item.config)
    tell(reports[-1], verdicts, tried)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def look_at_changes(config: pytest.Config) -> dict[Mutant | ContentChange, bool]:
    """Every wanted change of the rules that are claimed, and whether a test of this process notices it."""
    claimed = sorted({rule for item in config.stash[WANTED] for rule in rules_of(item)})
    changes = sorted({mutant for rule in claimed for mutant in mutants_of(rule) if is_wanted(mutant, config)})
    killed = {change for trial in _trials for change, noticed in trial.tried.items() if noticed}
    return {mutant: mutant in killed or any(trial.notices(mutant) for trial in lookers(mutant)) for mutant in changes}


def lookers(mutant: Mutant) -> list["Trial"]:
    able = [trial for trial in _trials if trial.runs(mutant) and (trial.is_quick or trial.means(mutant))]
    return sorted(able, key=lambda trial: (not trial.is_quick, len(trial.ran or ())))[:LOOKERS]


class Trial:
    """One test, run again and again with something of its rules missing or wrong."""

    def __init__(self, item: pytest.Item, seconds: float, is_quick: bool) -> None:
        self.item, self.limit, self.is_quick = item, SLOWER * seconds + PATIENCE, is_quick
        self.tried: dict[Mutant | ContentChange, bool] = {}  # whether the test noticed
        self.ran: set[Line] | None = None
        if is_quick:  # to look at every line takes many times as long
            with lines_run(item.nodeid) as self.ran:
                self.fails()

    def verdict(self, id: str, exercised: list[str]) -> str:
        """Whether the test means the rule."""
        from xenotable.engine.citing import NEUTRAL

        parts = exercised or [id]
        neutral = [part for part in parts if part in NEUTRAL]
        rows = [change for part in parts for change in content_changes(part)]
        mutants = [mutant for part in parts for mutant in mutants_of(part)]
        if any(self.fails_without(part) for part in neutral):
            return PROVED
        wider = [mutant for part in parts for mutant in wider_mutants_of(part)]
        changes: list[Mutant | ContentChange] = [*rows, *mutants, *wider]
        if any(self.notices(change) for change in changes):
            return PROVED
        return UNPROVED if neutral or any(change in self.tried for change in changes) else UNPROVABLE

    def means(self, mutant: Mutant) -> bool:
        return any(mutant in mutants_of(rule) for rule in rules_of(self.item))

    def runs(self, change: Mutant | ContentChange) -> bool:
        """Whether it may be so: of slow tests and of data it is not known."""
        return self.ran is None or not isinstance(change, Mutant) or is_run(change, self.ran)

    def notices(self, change: Mutant | ContentChange) -> bool:
        if change not in self.tried:
            with in_place(change) if isinstance(change, Mutant) else content_changed(change) as done:
                if not done:
                    return False
                self.tried[change] = self.runs(change) and self.fails()
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


def is_judging(config: pytest.Config) -> bool:
    """Whether claims are judged."""
    return not (config.getoption("sample") or config.getoption("changes"))


def is_thorough(config: pytest.Config) -> bool:
    """Whether every change is tried, and not only as many as it takes to prove the claims."""
    return not (config.getoption("claims_only") or config.getoption("prove_change"))


def is_wanted(mutant: Mutant, config: pytest.Config) -> bool:
    """Whether it stands in the rules of a game (opponents, odds and pictures are held by other means) and, where
    only some are tried, is one of those."""
    if ".rules." not in mutant.module:
        return False
    if file := config.getoption("changes"):
        return str(mutant) in listed(file)
    sample = config.getoption("sample")
    return not sample or in_sample(mutant, sample, config.getoption("sample_seed"))


@cache
def listed(file: str) -> frozenset[str]:
    return frozenset(Path(file).read_text(encoding="utf-8").splitlines())


def in_sample(mutant: Mutant, percent: float, seed: int) -> bool:
    """The same changes on every machine and in every process."""
    return zlib.crc32(f"{seed} {mutant}".encode()) % 10_000 < percent * 100


def tell(report: pytest.TestReport, verdicts: dict[str, str], tried: dict[Mutant | ContentChange, bool]) -> None:
    said: list[tuple[str, object]] = [(VERDICT, claim) for claim in verdicts.items()]
    said += [(KILLED if noticed else TRIED, str(change)) for change, noticed in tried.items()]
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
        files: dict[str, Iterable[str]] = {"proof": self.details()}
        if thorough:
            files |= {f"survivors-{game}": self.survivors(game) for game in self.games()}
        build = config.rootpath / "build"
        build.mkdir(exist_ok=True)
        for name, lines in files.items():
            (build / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        terminalreporter.line("What cannot be proved: build/proof.txt; what no test noticed: build/survivors-*.txt")

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

    def survivors(self, game: str) -> list[str]:
        return sorted(m for m in self.tried - self.killed if m.startswith(f"xenotable.games.{game}.rules."))


def share(part: int, of: int) -> str:
    return f"{part / of:.1%}" if of else "-"
