"""Running a study from the command line: what it will take, progress, Ctrl-C, and figures as tables."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from xenotable.faults import Fault
from xenotable.games import game as game_named
from xenotable.kernels import compile_in_background
from xenotable.lab.playing import CLOCKED, Item, Pair, Row, games_in
from xenotable.lab.running import Shard, engine_for, missing, run
from xenotable.lab.statistics.sequential import half_width, pairs_expected
from xenotable.lab.store import Store
from xenotable.lab.study import Study, rules_hash
from xenotable.lab.summary import ArmFigures, Figures
from xenotable.lab.working import Job
from xenotable.players import declared
from xenotable.players.tally import Tally

INTERRUPTED = 130
MOST_FAULTS = 5  # that are told one by one

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
    console = Console(stderr=True)
    if study.sprt is not None and shard != (1, 1):
        raise Fault("A sequential rule looks at all pairs in order, so it cannot be split; give a number of pairs.")
    with Store(study, out) as store:
        left = list(missing(study, store.rows, shard))
        games = sum(games_in(study.arm(item.arm)) for item in left)
        foretell(console, study, left, store.rows)
        compiling, said = Compiling(study.game, games, console), Milestones(console, games)
        job = Job(study, rules_hash(study.game), games // max(1, jobs), records)
        try:
            with engine_for(job, jobs, on) as engine, progress_bar(console) as progress:
                task = progress.add_task(f"Playing {study.name}", total=games)
                for pair in run(study, store, engine, shard):
                    keep_records(study, out, pair)
                    progress.advance(task, len(pair.rows))
                    compiling.note(len(pair.rows))
                    said.note(len(pair.rows))
        except KeyboardInterrupt:
            kept = f"; {out} keeps them, and the same command goes on" if out is not None else ""
            console.print(f"Interrupted. {len(store.rows)} games are there{kept}.")
        return store.rows


class Compiling:
    """Compiles in the background once that pays: when games have gone on for a while, and what is left of them would
    take several times as long as the compiler. Results do not depend on it."""

    def __init__(self, game: str, games: int, console: Console) -> None:
        self.game, self.left, self.console = game, games, console
        self.start, self.done, self.begun = time.monotonic(), 0, False

    def note(self, games: int) -> None:
        self.left, self.done = self.left - games, self.done + games
        if not self.begun and pays_to_compile(time.monotonic() - self.start, self.done, self.left):
            self.begun = True
            compile_in_background(game_named(self.game).kernels, self.console.print)


def pays_to_compile(seconds: float, done: int, left: int) -> bool:
    """After so many seconds and games, with so many games left."""
    return seconds >= A_WHILE and left * seconds / done >= PAYS * COMPILER


class Milestones:
    """Where there is no terminal a bar could move on, a line now and then: a long run is never silent."""

    def __init__(self, console: Console, games: int) -> None:
        self.console, self.games, self.done = console, games, 0
        self.start = self.last = time.monotonic()

    def note(self, games: int) -> None:
        self.done, now = self.done + games, time.monotonic()
        if self.console.is_terminal or now - self.last < SILENT:
            return
        self.last = now
        left = (now - self.start) * (self.games / self.done - 1)
        self.console.print(f"{self.done} of {self.games} games; about {max(1, round(left / 60))} min to go.")


def progress_bar(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def foretell(console: Console, study: Study, left: Sequence[Item], there: Sequence[Row]) -> None:
    """What is about to be done, and what it can tell."""
    if there:
        console.print(f"{len(there)} games are there already; {games_left(study, left)} to go.")
    clocked = sorted({p for arm in study.arms for p in arm.players if p in CLOCKED})
    if clocked:
        by = "thinks by the clock: its games" if len(clocked) == 1 else "think by the clock: their games"
        console.print(f"{' and '.join(clocked)} {by} differ from run to run.")
    outside = sorted({p for arm in study.arms for p in arm.players if p in declared()})
    if outside:
        are = "comes from outside: its games are the same again if it is"
        many = "come from outside: their games are the same again if they are"
        console.print(f"{' and '.join(outside)} {are if len(outside) == 1 else many}.")
    if study.sprt is None:
        return
    rule = study.sprt
    even, other = pairs_expected(*msgspec.structs.astuple(rule))
    console.print(
        f"An arm needs about {even:.0f} pairs if the first side wins {rule.null:.0%}, about {other:.0f} if it wins "
        f"{rule.alternative:.0%}; {study.pairs} at most."
    )


def games_left(study: Study, left: Iterable[Item]) -> int:
    return sum(games_in(study.arm(item.arm)) for item in left)


def precision(study: Study) -> str:
    """What a fixed number of pairs can tell, in a sentence."""
    return f"{study.pairs} pairs tell a share to about ± {100 * half_width(study.pairs):.2g} points."


# ---- records ---------------------------------------------------------------------------------------------------------


def keep_records(study: Study, out: Path | None, pair: Pair) -> None:
    if not pair.records:
        return
    if out is None:
        raise Fault("Records are kept beside the rows; say where with --out.")
    from xenotable.lab.report.writing import keep_record

    for row, record in zip(pair.rows, pair.records, strict=True):
        keep_record(out, study, row, record)


# ---- tables ----------------------------------------------------------------------------------------------------------


def percent(low: float, high: float) -> str:
    return f"{100 * low:.1f}\u2013{100 * high:.1f} %"


def print_rows(rows: Iterable[Row]) -> None:
    """One line of JSON a game, for machines."""
    for row in rows:
        sys.stdout.write(msgspec.json.encode(row).decode() + "\n")


def figures_table(title: str, first: str, *columns: str) -> Table:
    """A name on the left, figures on the right."""
    table = Table(title=title, title_justify="left")
    table.add_column(first, overflow="fold")
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def tally_table(title: str, tallies: Iterable[Tally]) -> Table:
    table = figures_table(title, "Player", "Wins", "Draws", "Losses", "Games", "Share", "95 % interval")
    for t in tallies:
        table.add_row(
            t.name, str(t.wins), str(t.draws), str(t.losses), str(t.games), f"{t.share:.1%}", percent(*t.interval)
        )
    return table


def arm_table(title: str, arms: Iterable[ArmFigures]) -> Table:
    """One line for each arm: the games of its first side, and what the pairs say."""
    table = figures_table(title, "Arm", "Wins", "Draws", "Losses", "Share", "95 % interval", "p")
    for one in arms:
        t = one.tally
        share = one.outcomes.mean if one.arm.mirrored else t.share
        table.add_row(
            one.arm.name, str(t.wins), str(t.draws), str(t.losses), f"{share:.1%}", percent(*one.interval),
            f"{one.p_holm:.3f}" if one.arm.mirrored else "",
        )  # fmt: skip
    return table


def rating_table(figures: Figures) -> Table:
    table = Table("Side", title="Ratings (Bradley-Terry, seat and scenario taken out)", title_justify="left")
    for column in ("Against an average one", "Elo", "95 % interval (Elo)"):
        table.add_column(column, justify="right")
    from xenotable.lab.statistics.ratings import ELO

    for i, league in enumerate(figures.leagues):
        if i:
            table.add_section()
        for r in league.sides:
            table.add_row(r.name, f"{r.share:.1%}", f"{r.elo:+.0f}", f"{r.low * ELO:+.0f} to {r.high * ELO:+.0f}")
    return table


def print_figures(figures: Figures) -> None:
    """All of a study on the terminal."""
    console = Console()
    study = figures.study
    of = game_named(study.game).title
    console.print(arm_table(f"{study.name}: {figures.games} games of {of}", figures.arms))
    for one in figures.arms:
        if one.adjusted is not None:
            a = one.adjusted
            says = f"{a.mean:.1%} with the luck of the dice taken out ({percent(a.low, a.high)})"
            console.print(f"{one.arm.name}: {says}; that saved {a.saved:.0%} of the variance.")
        if one.sequential is not None:
            s = one.sequential
            said = {"": "still open", "null": "the null holds", "alternative": "the alternative holds"}[s.decided]
            console.print(f"{one.arm.name}: {said} (log ratio {s.ratio:+.2f} between {s.low:.2f} and {s.high:.2f}).")
    few = sum(one.has_too_few for one in figures.arms)
    if few:
        where = "" if few == len(figures.arms) else f" of {few} of {len(figures.arms)} arms"
        console.print(f"Too few games to take the luck of the dice out{where}.")
    if any(len(league.sides) > 2 for league in figures.leagues):
        console.print(rating_table(figures))
    if figures.games:
        console.print(f"{figures.decisions:.0f} decisions a game on average, {figures.seconds:.0f} s of a processor.")
    print_faults(console, figures.faults)


def print_faults(console: Console, faults: Sequence[Row]) -> None:
    """The first few games that broke, numbered as `lab replay` takes them."""
    for row in faults[:MOST_FAULTS]:
        console.print(f"[red]{escape(row.arm)}, pair {row.pair}, game {row.game + 1}[/red]: {escape(row.fault)}")
    if len(faults) > MOST_FAULTS:
        console.print(f"{len(faults) - MOST_FAULTS} more games broke.")


def exit_code(rows: Sequence[Row], wanted: int) -> None:
    """Ends with 1 when a game broke, with 130 when it was interrupted."""
    if any(row.fault for row in rows):
        raise typer.Exit(1)
    if len(rows) < wanted:
        raise typer.Exit(INTERRUPTED)
