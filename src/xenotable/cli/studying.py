"""Running a study from the command line: what it will take, progress, Ctrl-C. Where nobody sees a bar, nothing is
loaded to draw one."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from xenotable.faults import Fault
from xenotable.games import game as game_named
from xenotable.kernels import compile_in_background
from xenotable.lab.playing import CLOCKED, Item, Pair, Row, games_in
from xenotable.lab.running import Shard, engine_for, missing, run
from xenotable.lab.statistics.pairs import CHANCE
from xenotable.lab.statistics.sequential import half_width, pairs_expected
from xenotable.lab.store import Store
from xenotable.lab.study import Study, rules_hash
from xenotable.lab.working import Job
from xenotable.players import declared

INTERRUPTED = 130
Jobs = Annotated[
    int, typer.Option(min=1, max=1024, help="How many processes; the results are the same for any number.")
]

COMPILER = 60.0  # seconds that compiling a game takes, or more
PAYS = 3.0  # how many times as long the games left must take
SILENT = 30.0  # seconds without a word, at most, where nobody sees a bar
A_WHILE = 5.0  # seconds after which one can tell how long games last


def play_study(
    study: Study,
    out: Path | None = None,
    jobs: int = 1,
    on: str = "",
    shard: Shard = (1, 1),
    records: bool = False,
) -> list[Row]:
    """Plays what is missing and gives all rows. Ctrl-C ends it, and what is there is given too."""
    if study.sprt is not None and shard != (1, 1):
        raise Fault("A sequential rule looks at all pairs in order, so it cannot be split; give a number of pairs.")
    with Store(study, out) as store:
        left = list(missing(study, store.rows, shard))
        games = sum(games_in(study.arm(item.arm)) for item in left)
        foretell(study, left, store.rows)
        jobs = min(jobs, len(left))  # more would have nothing to do
        compiling, said = Compiling(study.game, games), Milestones(games)
        job = Job(study, rules_hash(study.game), games // max(1, jobs), records)
        try:
            if not left:
                return store.rows
            with engine_for(job, jobs, on) as engine, progress_bar(f"Playing {study.name}", games) as advance:
                for pair in run(study, store, engine, shard):
                    keep_records(study, out, pair)
                    advance(len(pair.rows))
                    compiling.note(len(pair.rows))
                    said.note(len(pair.rows))
        except KeyboardInterrupt:
            kept = f"; {out} keeps them, and the same command goes on" if out is not None else ""
            say(f"Interrupted. {len(store.rows)} games are there{kept}.")
        return store.rows


class Compiling:
    """Compiles in the background once that pays: when games have gone on for a while, and what is left of them would
    take several times as long as the compiler. Results do not depend on it."""

    def __init__(self, game: str, games: int) -> None:
        self.game, self.left = game, games
        self.start, self.done, self.begun = time.monotonic(), 0, False

    def note(self, games: int) -> None:
        self.left, self.done = self.left - games, self.done + games
        if not self.begun and pays_to_compile(time.monotonic() - self.start, self.done, self.left):
            self.begun = True
            compile_in_background(game_named(self.game).kernels, say)


def pays_to_compile(seconds: float, done: int, left: int) -> bool:
    """After so many seconds and games, with so many games left."""
    return seconds >= A_WHILE and left * seconds / done >= PAYS * COMPILER


class Milestones:
    """Where there is no terminal a bar could move on, a line now and then: a long run is never silent."""

    def __init__(self, games: int) -> None:
        self.games, self.done = games, 0
        self.start = self.last = time.monotonic()

    def note(self, games: int) -> None:
        self.done, now = self.done + games, time.monotonic()
        if has_bar() or now - self.last < SILENT:
            return
        self.last = now
        left = round((now - self.start) * (self.games / self.done - 1) / 60)
        to_go = f"about {left} min" if left else "less than a minute"
        say(f"{self.done} of {self.games} games; {to_go} to go.")


def say(line: str) -> None:
    """To who runs the study, beside its rows."""
    typer.echo(line, err=True)


def has_bar() -> bool:
    """Whether there is a terminal on which a bar can move."""
    return sys.stderr.isatty()


@contextmanager
def progress_bar(what: str, games: int) -> Iterator[Callable[[int], object]]:
    """A bar, if somebody sees it; gives what moves it on by so many games."""
    if not has_bar():
        yield lambda games: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield partial(progress.advance, progress.add_task(what, total=games))


def foretell(study: Study, left: Sequence[Item], there: Sequence[Row]) -> None:
    """What is about to be done, and what it can tell."""
    if there:
        say(f"{len(there)} games are there already; {games_left(study, left)} to go.")
    clocked = sorted({p for arm in study.arms for p in arm.players if p in CLOCKED})
    if clocked:
        by = "thinks by the clock: its games" if len(clocked) == 1 else "think by the clock: their games"
        say(f"{' and '.join(clocked)} {by} differ from run to run.")
    outside = sorted({p for arm in study.arms for p in arm.players if p in declared()})
    if outside:
        are = "comes from outside: its games are the same again if it is"
        many = "come from outside: their games are the same again if they are"
        say(f"{' and '.join(outside)} {are if len(outside) == 1 else many}.")
    if study.sprt is None:
        return
    rule = study.sprt
    even, other = pairs_expected(*msgspec.structs.astuple(rule))
    say(
        f"An arm needs about {even:.0f} pairs if the first side wins {rule.null:.0%}, about {other:.0f} if it wins "
        f"{rule.alternative:.0%}; {study.pairs} at most."
    )


def games_left(study: Study, left: Iterable[Item]) -> int:
    return sum(games_in(study.arm(item.arm)) for item in left)


def precision(study: Study) -> str:
    """What a fixed number of pairs can tell, in a sentence; of games, where there are no sides to change."""
    per_pair = max(map(games_in, study.arms))
    told = 100 * half_width(study.pairs, 2 * CHANCE / per_pair)
    counted = ("game tells", "games tell") if per_pair == 1 else ("pair tells", "pairs tell")
    return f"{study.pairs} {counted[study.pairs > 1]} a share to about ± {min(told, 50):.2g} points."


# ---- records ---------------------------------------------------------------------------------------------------------


def keep_records(study: Study, out: Path | None, pair: Pair) -> None:
    if not pair.records:
        return
    if out is None:
        raise Fault("Records are kept beside the rows; say where with --out.")
    from xenotable.lab.report.writing import keep_record

    for row, record in zip(pair.rows, pair.records, strict=True):
        keep_record(out, study, row, record)


# ---- the end ---------------------------------------------------------------------------------------------------------


def print_rows(rows: Iterable[Row]) -> None:
    """One line of JSON a game, for machines."""
    for row in rows:
        sys.stdout.write(msgspec.json.encode(row).decode() + "\n")


def exit_code(rows: Sequence[Row], wanted: int) -> None:
    """Ends with 1 when a game broke, with 130 when it was interrupted."""
    if any(row.fault for row in rows):
        raise typer.Exit(1)
    if len(rows) < wanted:
        raise typer.Exit(INTERRUPTED)
