"""The page: every figure as a table that can be read, copied and spoken; plots beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import resources

import msgspec

from xenotable.games import game as game_named
from xenotable.lab.playing import Row
from xenotable.lab.report import plots
from xenotable.lab.report.words import NONE, answers, chance, elo_span, points, share, signed, span, times, without
from xenotable.lab.scoring import pair_score
from xenotable.lab.statistics.ratings import Ratings
from xenotable.lab.store import Key, key_of
from xenotable.lab.summary import Figures, Strange, luck_of, pairs_of
from xenotable.players.tally import Tally

LUCKY = 1200  # points of the plot of luck; more make it no clearer

Links = Mapping[Key, str]  # where the record of a game is


def page(figures: Figures, rows: Sequence[Row], links: Links) -> str:
    """The whole report as a text of HTML."""
    title = escape(f"{figures.study.name} · {game_named(figures.study.game).title}")
    css = (resources.files("xenotable.lab.report") / "page.css").read_text(encoding="utf-8")
    parts = (
        head(figures),
        *(matrix(figures, league) for league in figures.leagues if len(league.sides) > 2),
        arms(figures),
        sequential(figures),
        shifts(figures),
        rated(figures),
        splits(figures),
        learning(figures),
        luck(figures, rows),
        strangest(figures.strangest, links),
        faults(figures),
        study_text(figures),
    )
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>\n{css}</style></head>\n'
        f"<body><main>\n{''.join(parts)}\n</main></body></html>\n"
    )


def table(columns: Sequence[str], lines: Iterable[Sequence[str]], kind: str = "") -> str:
    """Cells are HTML; the first of each line names it."""
    rows = [[name, *map(as_cell, cells)] for name, *cells in lines]
    words = {i for row in rows for i, cell in enumerate(row) if cell.startswith('<td class="text"')}
    head = "".join(f'<th scope="col"{words_if(i in words)}>{column}</th>' for i, column in enumerate(columns))
    body = "".join(f'<tr><th scope="row">{name}</th>{"".join(cells)}</tr>\n' for name, *cells in rows)
    name = f" class={kind}" if kind else ""
    return wide(f"<table{name}><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table>", "A table")


def words_if(true: bool) -> str:
    return ' class="text"' if true else ""


def wide(html: str, what: str) -> str:
    """Something that scrolls where the page is narrow, by keys too."""
    return f'<div class="wide" role="group" tabindex="0" aria-label="{what}">{html}</div>\n'


def as_cell(html: str) -> str:
    return html if html.startswith("<td") else f"<td>{html}</td>"


def section(title: str, *parts: str) -> str:
    return f"<section><h2>{escape(title)}</h2>\n{''.join(parts)}</section>\n"


def figure(svg: str, caption: str) -> str:
    return f"<figure>{wide(svg, 'A plot')}<figcaption>{caption}</figcaption></figure>\n"


# ---- sections --------------------------------------------------------------------------------------------------------


def head(figures: Figures) -> str:
    study = figures.study
    said = (
        f"{figures.games} games in {len(study.arms)} {'arm' if len(study.arms) == 1 else 'arms'}, "
        f"{figures.decisions:.0f} decisions a game on average, {figures.seconds:.0f} s of a processor in all."
    )
    return (
        f"<h1>{escape(study.name)}</h1>\n<p>{escape(game_named(study.game).title)}. {said}</p>\n"
        f'<p class="quiet">Rules {escape(figures.rules)}, study {study.identity()}, seed {study.seed}. Where two sides '
        "meet, each battle is played twice with the same dice, sides changed, and the pair is what is counted. A share "
        "is victories plus half the draws; intervals hold the true value 95 times in 100.</p>\n"
    )


def side_labels(figures: Figures, league: Ratings) -> tuple[str, dict[str, str]]:
    """The changes of the rules under which all of a league met, and what its sides are called then."""
    names = {rating.name for rating in league.sides}
    met = [one for one in figures.arms if names.issuperset(one.sides)]
    plain = {side: name for one in met for side, name in zip(one.sides, one.arm.sides, strict=True)}
    changes = {", ".join((*one.arm.patch, *one.arm.readings)) for one in met}
    if len(changes) > 1 or len(set(plain.values())) < len(names):
        return "", {name: name for name in names}
    return changes.pop() if any(name != plain[name] for name in names) else "", plain


def matrix(figures: Figures, league: Ratings) -> str:
    names = sorted(rating.name for rating in league.sides)
    changes, label = side_labels(figures, league)
    cells: dict[tuple[str, str], str] = {}
    for one in figures.arms:
        if len(one.sides) != 2 or one.sides[0] not in names or not one.outcomes.pairs:
            continue
        first, second = one.sides
        low, high = one.interval
        cells[first, second] = heat(one.outcomes.mean, low, high)
        cells[second, first] = heat(1 - one.outcomes.mean, 1 - high, 1 - low)
    lines = [[escape(label[a]), *(cells.get((a, b), "<td>\u00b7</td>") for b in names)] for a in names]
    said = "<p>The share of the side on the left against the side above, with its interval.</p>"
    title = f"Who beats whom with {changes}" if changes else "Who beats whom"
    return section(title, said, table(["Side", *(escape(label[name]) for name in names)], lines, "matrix"))


def heat(value: float, low: float, high: float) -> str:
    strength = min(85, round(abs(value - 0.5) * 170))
    colour = f"color-mix(in srgb, var(--{'high' if value > 0.5 else 'low'}) {strength}%, transparent)"
    return f'<td style="background: {colour}"><b>{value:.0%}</b><small>{low:.0%}\u2013{high:.0%}</small></td>'


def arms(figures: Figures) -> str:
    lucky, meet = any(one.adjusted for one in figures.arms), any(one.arm.mirrored for one in figures.arms)
    lines = []
    for one in figures.arms:
        t, a = one.tally, one.adjusted
        out = [f"{share(a.mean)}<small>{span(a.low, a.high)}</small>", f"{a.saved:.0%}"] if a else [without(one), ""]
        lines.append([
            escape(one.arm.name), str(t.wins), str(t.draws), str(t.losses),
            f"{share(one.share)}<small>{span(*one.interval)}</small>" if one.has_pairs else NONE,
            *([chance(one)] if meet else ()),
            *(out if lucky else ()),
            *([" ".join(map(str, one.outcomes.counts)) if one.arm.mirrored else ""] if meet else ()),
        ])  # fmt: skip
    more = ("Luck taken out", "Variance saved") if lucky else ()
    compared, by_outcome = (("p (Holm)",), ("Pairs by outcome",)) if meet else ((), ())
    columns = ("Arm", "Wins", "Draws", "Losses", "Share", *compared, *more, *by_outcome)
    said = (
        "<p>Games of the first side, and what the pairs say. p: how often equal sides would look so different in any "
        "of the comparisons together. Pairs by outcome: none, a quarter, half, three quarters, all of the pair.</p>"
        if meet
        else ""
    )
    whose = "The share of the first side" if meet else "The share"
    caption = f"{whose}, with its interval."
    if lucky:
        came, left = (f'<span class="{kind}"></span>' for kind in ("mark", "mark two"))
        caption = f"{whose}: {came} as it came, {left} with the luck of the dice taken out."
    return section("Results", said, table(columns, lines), figure(plots.shares(figures.arms), caption))


def sequential(figures: Figures) -> str:
    rule = figures.study.sprt
    if rule is None:
        return ""
    lines = [
        [
            escape(one.arm.name),
            str(one.outcomes.pairs),
            f"{s.ratio:+.2f}",
            f"{s.low:.2f} to {s.high:.2f}",
            answers(rule)[s.decided],
        ]
        for one in figures.arms
        if (s := one.sequential) is not None
    ]
    said = (
        f"<p>Played until it is settled whether the first side wins {rule.null:.0%} or {rule.alternative:.0%}; an "
        f"answer is wrong at most {rule.alpha:.0%} and {rule.beta:.0%} of the time.</p>"
    )
    return section("Sequential test", said, table(("Arm", "Pairs", "Log ratio", "Bounds", "Answer"), lines))


def shifts(figures: Figures) -> str:
    """What changes of the rules did, where arms differ in nothing else."""
    if not figures.shifts:
        return ""
    lines = [
        [
            f"{escape(s.name)}<small>{escape(', '.join(s.changes))}</small>",
            str(s.pairs),
            share(s.before),
            share(s.after),
            f"{points(s.change)}<small>{points(s.low)} to {points(s.high)}</small>",
            times(s.worth),
        ]
        for s in figures.shifts
    ]
    said = (
        "<p>The same battles and dice with and without a change, compared pair by pair, over all whom a side met. The "
        "last column: so many times the games would be needed if the dice were not the same.</p>"
    )
    columns = ("Side", "Pairs", "Before", "After", "Change in points", "Same dice worth")
    return section("What the changes do", said, table(columns, lines))


def rated(figures: Figures) -> str:
    out = []
    for league in figures.leagues:
        changes, label = side_labels(figures, league)
        out.append(f"<h3>With {escape(changes)}</h3>\n" if changes else "")
        lines = [
            [escape(label[r.name]), f"{signed(r.elo)}<small>{elo_span(r)}</small>", share(r.share)]
            for r in league.sides
        ]
        out.append(table(("Side", "Elo", "Against an average side"), lines))
        if len(league.sides) > 2:
            out.append(figure(plots.ratings(league, label), "Ratings with their intervals, the strongest first."))
        out.append(first_seat(league))
    said = "<p>Bradley-Terry: one strength for each side explains all results, seat and scenario taken out.</p>"
    return section("Ratings", said, *out) if out else ""


def first_seat(league: Ratings) -> str:
    """What it is worth to sit in the first seat, all in all and where."""
    seat, places = league.seat, league.scenarios if len(league.scenarios) > 1 else ()
    said = f"<p>The first seat is worth {signed(seat.elo)} Elo ({elo_span(seat)})"
    if not places:
        return f"{said}.</p>"
    lines = [[escape(place.name), signed(seat.elo + place.elo)] for place in places]
    return f"{said}; by scenario:</p>" + table(("Scenario", "Elo of the first seat"), lines)


def splits(figures: Figures) -> str:
    together = game_named(figures.study.game).together
    seats = [] if together else merged(one.seats for one in figures.arms)
    places = [place for one in figures.arms for place in one.scenarios]
    columns = ("Seat", "Games", "Wins", "Draws", "Losses", "Share")
    parts = ["<h3>Seats</h3>", table(columns, map(split_line, seats))] if seats else []
    names = list(dict.fromkeys(t.name for t in places))
    if len(names) > 1:
        lines = []
        for one in figures.arms:
            by = {t.name: t for t in one.scenarios}
            lines.append([escape(one.arm.name), *(cell(by.get(name)) for name in names)])
        whose = "The share of all together." if together else "The share of the first side."
        parts += [f"<h3>Scenarios</h3><p>{whose}</p>", table(["Arm", *map(escape, names)], lines)]
    return section("By scenario" if together else "By seat and scenario", *parts) if parts else ""


def split_line(t: Tally) -> list[str]:
    got = f"{share(t.share)}<small>{span(*t.interval)}</small>"
    return [escape(t.name), str(t.games), str(t.wins), str(t.draws), str(t.losses), got]


def cell(t: Tally | None) -> str:
    return f"{t.share:.0%}<small>{t.games} games</small>" if t is not None else "\u00b7"


def merged(groups: Iterable[Sequence[Tally]]) -> list[Tally]:
    """All tallies of one name together."""
    found: dict[str, Tally] = {}
    for group in groups:
        for t in group:
            whole = found.setdefault(t.name, Tally(t.name))
            whole.wins, whole.draws, whole.losses = whole.wins + t.wins, whole.draws + t.draws, whole.losses + t.losses
            whole.got += t.got
    return list(found.values())


def learning(figures: Figures) -> str:
    if not any(one.trail for one in figures.arms):
        return ""
    more = len(figures.arms) - plots.MOST_TRAILS
    meet = any(one.arm.mirrored for one in figures.arms)
    what = "The share of the first side after each pair" if meet else "The share after each game"
    rest = f" The first {plots.MOST_TRAILS} arms; {more} more are in the table above." if more > 0 else ""
    caption = f"{what}, and its interval.{rest}"
    return section("How the estimate settled", figure(plots.trails(figures.arms), caption))


def luck(figures: Figures, rows: Sequence[Row]) -> str:
    points = []
    for one in figures.arms:
        for pair in pairs_of(row for row in rows if row.arm == one.arm.name):
            score = pair_score(pair)
            if score is not None and any(row.spread for row in pair):
                points.append((sum(map(luck_of, pair)) / len(pair) ** 0.5, score))
    if not points:
        return ""
    said = (
        "<p>What dice gave beyond their exact mean is luck: on average it is nothing, and it moves results. Taking out "
        "as much of it as results follow leaves the mean where it is and narrows the interval. How much was saved "
        "stands in the table of results; few games do not tell what results follow, and are left as they are.</p>"
    )
    if any(one.arm.mirrored for one in figures.arms):
        across, of_each = "dice of the first side less those of the second, in standard deviations", "pair"
    else:
        across, of_each = "dice above their mean, in standard deviations", "game"
    plot = plots.luck(points[:LUCKY], across, f"share of the {of_each}")
    return section("Luck", said, figure(plot, f"A point for each {of_each}."))


def strangest(games: Sequence[Strange], links: Links) -> str:
    if not games:
        return ""
    lines = []
    for one in games:
        row, where = one.row, links.get(key_of(one.row), "")
        name = f"{escape(row.arm)}<small>pair {row.pair}, game {row.game + 1}</small>"
        record = f'<a href="{escape(where)}" download>record</a>' if where else ""
        lines.append([
            name, text(row.battle), text(row.says), text(one.why), record,
        ])  # fmt: skip
    said = "<p>A record can be watched step by step: open it on the start page of the table, or at #/lab.</p>"
    return section(
        "The strangest games", said, table(("Game", "Scenario", "How it ended", "Why it is here", "Replay"), lines)
    )


def text(value: str) -> str:
    return f"<td{words_if(True)}>{escape(value)}</td>"


def faults(figures: Figures) -> str:
    if not figures.faults:
        return ""
    lines = [[escape(row.arm), str(row.pair), str(row.game + 1), text(row.fault)] for row in figures.faults]
    return section("Games that broke", table(("Arm", "Pair", "Game", "What happened"), lines))


def study_text(figures: Figures) -> str:
    plain = msgspec.json.format(msgspec.json.encode(figures.study), indent=2).decode()
    return f"<details><summary>The study</summary><pre>{escape(plain)}</pre></details>\n"
