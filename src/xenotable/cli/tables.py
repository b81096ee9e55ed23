"""Figures of studies as tables on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from xenotable.games import game as game_named
from xenotable.lab.playing import Row
from xenotable.lab.report.words import NONE, answers, chance, elo_span, points, signed, times
from xenotable.lab.statistics.shifts import Shift
from xenotable.players.tally import Tally

if TYPE_CHECKING:  # it loads numpy, and a simulation needs none
    from xenotable.lab.summary import ArmFigures, Figures

MOST_FAULTS = 5  # that are told one by one


def percent(low: float, high: float) -> str:
    return f"{100 * low:.1f}\u2013{100 * high:.1f} %"


def figures_table(title: str, first: str, *columns: str) -> Table:
    """A name on the left, figures on the right."""
    table = Table(title=title, title_justify="left")
    table.add_column(first, overflow="fold")
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def tally_table(title: str, tallies: Iterable[Tally], intervals: Mapping[str, tuple[float, float]]) -> Table:
    """One line for each player. `intervals` by name, where pairs tell more than games one by one."""
    table = figures_table(title, "Player", "Wins", "Draws", "Losses", "Games", "Share", "95 % interval")
    for t in tallies:
        interval = percent(*intervals.get(t.name, t.interval))
        table.add_row(t.name, str(t.wins), str(t.draws), str(t.losses), str(t.games), f"{t.share:.1%}", interval)
    return table


def arm_table(title: str, arms: Iterable[ArmFigures]) -> Table:
    """One line for each arm: the games of its first side, and what the pairs say."""
    table = figures_table(title, "Arm", "Wins", "Draws", "Losses", "Share", "95 % interval", "p")
    for one in arms:
        t = one.tally
        known = (f"{one.share:.1%}", percent(*one.interval)) if one.has_pairs else (NONE, NONE)
        table.add_row(one.arm.name, str(t.wins), str(t.draws), str(t.losses), *known, chance(one))
    return table


def shift_table(title: str, shifts: Iterable[Shift]) -> Table:
    """What changes did to each side."""
    shifts = list(shifts)
    many = len({s.changes for s in shifts}) > 1
    table = figures_table(title, "Side", "Pairs", "Before", "After", "Change", "95 % interval", "Worth")
    for s in shifts:
        interval = f"{points(s.low)} to {points(s.high)}"
        told = times(s.worth) if s.worth else NONE
        name = f"{s.name}, {', '.join(s.changes)}" if many else s.name
        table.add_row(name, str(s.pairs), f"{s.before:.1%}", f"{s.after:.1%}", points(s.change), interval, told)
    return table


def rating_table(figures: Figures) -> Table:
    table = Table("Side", title="Ratings (Bradley-Terry, seat and scenario taken out)", title_justify="left")
    for column in ("Against an average one", "Elo", "95 % interval (Elo)"):
        table.add_column(column, justify="right")
    for i, league in enumerate(figures.leagues):
        if i:
            table.add_section()
        for r in league.sides:
            table.add_row(r.name, f"{r.share:.1%}", signed(r.elo), elo_span(r))
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
            said = answers(study.sprt)[s.decided] if study.sprt else ""
            console.print(f"{one.arm.name}: {said} (log ratio {s.ratio:+.2f} between {s.low:.2f} and {s.high:.2f}).")
    few = sum(one.has_too_few for one in figures.arms)
    if few:
        where = "" if few == len(figures.arms) else f" of {few} of {len(figures.arms)} arms"
        console.print(f"Too few games to take the luck of the dice out{where}.")
    if figures.shifts:
        console.print(shift_table("What the changes do, in points; the same dice before and after", figures.shifts))
    if any(len(league.sides) > 2 for league in figures.leagues):
        console.print(rating_table(figures))
    if figures.games:
        took = f"{figures.seconds:.0f} s of a processor in all"
        console.print(f"{figures.decisions:.0f} decisions a game on average, {took}.")
    print_faults(console, figures.faults)


def print_faults(console: Console, faults: Sequence[Row]) -> None:
    """The first few games that broke, numbered as `lab replay` takes them."""
    for row in faults[:MOST_FAULTS]:
        console.print(f"[red]{escape(row.arm)}, pair {row.pair}, game {row.game + 1}[/red]: {escape(row.fault)}")
    if len(faults) > MOST_FAULTS:
        console.print(f"{len(faults) - MOST_FAULTS} more games broke.")
