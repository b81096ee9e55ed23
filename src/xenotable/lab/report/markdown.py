"""The figures of a study as Markdown: short enough to lie beside the study and be read there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xenotable.games import game as game_named
from xenotable.lab.report.page import merged
from xenotable.lab.report.words import NONE, answers, chance, elo_span, points, share, signed, span, times, without
from xenotable.lab.statistics.ratings import Rating
from xenotable.lab.summary import ArmFigures, Figures

EVEN = (0.4, 0.6)  # the share of a side that is as good as the other
VERDICTS = ("whole interval inside", "share inside", "share outside", "whole interval outside")


def markdown(figures: Figures) -> str:
    """The whole report as a text."""
    sections = (head, results, sequential, shifts, balance, ratings, seats, faults)
    parts = [section(figures) for section in sections]
    return "\n\n".join(part for part in parts if part) + "\n"


def table(columns: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rule = ["---", *["--:"] * (len(columns) - 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (columns, rule, *lines))


def head(figures: Figures) -> str:
    study = figures.study
    return (
        f"# {study.name}\n\n{game_named(study.game).title}: {figures.games} games, {figures.decisions:.0f} decisions a "
        f"game on average, {figures.seconds:.0f} s of a processor in all. Rules {figures.rules}, study "
        f"{study.identity()}, seed {study.seed}.\n\nWhere two sides meet, each battle is played twice with the same "
        "dice, sides changed. A share is victories plus half the draws of the first side; intervals hold the true "
        "value 95 times in 100; p is corrected for the number of comparisons."
    )


def results(figures: Figures) -> str:
    columns = ("arm", "won", "drawn", "lost", "share", "interval", "p", "luck taken out")
    return "## Results\n\n" + table(columns, map(result_line, figures.arms))


def result_line(one: ArmFigures) -> list[str]:
    t, a = one.tally, one.adjusted
    luckless = f"{share(a.mean)} ({span(a.low, a.high)})" if a is not None else without(one)
    known = [share(one.share), span(*one.interval)] if one.has_pairs else [NONE, NONE]
    return [one.arm.name, str(t.wins), str(t.draws), str(t.losses), *known, chance(one), luckless]


def sequential(figures: Figures) -> str:
    rule = figures.study.sprt
    if rule is None:
        return ""
    lines = (
        [one.arm.name, str(one.outcomes.pairs), f"{one.sequential.ratio:+.2f}", answers(rule)[one.sequential.decided]]
        for one in figures.arms
        if one.sequential is not None
    )
    said = f"Played until it was settled whether the first side wins {rule.null:.0%} or {rule.alternative:.0%}."
    return f"## Sequential test\n\n{said}\n\n" + table(("arm", "pairs", "log ratio", "answer"), lines)


def shifts(figures: Figures) -> str:
    """What changes of the rules did, where arms differ in nothing else."""
    if not figures.shifts:
        return ""
    columns = ("side", "change", "pairs", "before", "after", "in points", "interval", "same dice worth")
    lines = (
        [
            s.name, ", ".join(s.changes), str(s.pairs), share(s.before), share(s.after), points(s.change),
            f"{points(s.low)} to {points(s.high)}", times(s.worth),
        ]
        for s in figures.shifts
    )  # fmt: skip
    return "## What the changes do\n\n" + table(columns, lines)


def balance(figures: Figures) -> str:
    """Which lists are even and which are not, where one player leads both sides."""
    met = [one for one in figures.arms if len(set(one.arm.lists)) == 2 and len(set(one.arm.players)) == 1]
    if not met:
        return ""
    verdicts = [(evenness(one), f"- {one.arm.name}: {share(one.outcomes.mean)}") for one in met]
    counts = ", ".join(f"{word} {sum(said == word for said, _ in verdicts)}" for word in VERDICTS)
    parts = [f"## Balance\n\nEven means a share of 40 to 60 %. Pairings: {counts}."]
    listed = {word: [line for said, line in verdicts if said == word] for word in VERDICTS[2:]}
    parts += [f"{word.capitalize()}:\n\n" + "\n".join(lines) for word, lines in listed.items() if lines]
    return "\n\n".join(parts)


def evenness(one: ArmFigures) -> str:
    low, high = one.interval
    least, most = EVEN
    inside, outside = least <= low and high <= most, high < least or low > most
    if least <= one.outcomes.mean <= most:
        return VERDICTS[0 if inside else 1]
    return VERDICTS[3 if outside else 2]


def ratings(figures: Figures) -> str:
    leagues = [league for league in figures.leagues if len(league.sides) > 2]
    columns = ("side", "Elo", "interval", "against an average side")
    tables = [table(columns, map(rating_line, league.sides)) for league in leagues]
    return "\n\n".join(["## Ratings", *tables]) if tables else ""


def rating_line(r: Rating) -> list[str]:
    return [r.name, signed(r.elo), elo_span(r), share(r.share)]


def seats(figures: Figures) -> str:
    found = merged(one.seats for one in figures.arms)
    if len(found) < 2 or game_named(figures.study.game).together:
        return ""
    columns = ("seat", "won", "drawn", "lost", "share", "interval")
    lines = ([t.name, str(t.wins), str(t.draws), str(t.losses), share(t.share), span(*t.interval)] for t in found)
    return "## Seats\n\n" + table(columns, lines)


def faults(figures: Figures) -> str:
    lines = [f"- {row.arm}, pair {row.pair}, game {row.game + 1}: {row.fault}" for row in figures.faults]
    return "\n".join(["## Games that broke\n", *lines]) if lines else ""
