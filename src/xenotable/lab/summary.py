"""The figures of a study, worked out from its rows: what the terminal prints, the report shows and machines read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt

import msgspec
from msgspec.structs import replace

from xenotable.lab.playing import Row, games_in
from xenotable.lab.scoring import pair_luck, pair_score, result_of
from xenotable.lab.statistics.luck import LEAST, Adjusted, adjust
from xenotable.lab.statistics.pairs import Pentanomial, holm
from xenotable.lab.statistics.ratings import Meeting, Ratings, rate
from xenotable.lab.statistics.sequential import bounds, decide, log_ratio
from xenotable.lab.statistics.shifts import Shift, shift_of
from xenotable.lab.study import Arm, Study
from xenotable.odds.intervals import wilson
from xenotable.players.tally import Tally

STRANGEST = 6


class Sequential(msgspec.Struct, frozen=True):
    """Where a sequential test stands."""

    ratio: float
    low: float
    high: float
    decided: str


class ArmFigures(msgspec.Struct, frozen=True):
    """What one arm has brought. Where two sides meet, shares are those of the first."""

    arm: Arm
    sides: tuple[str, ...]  # what those who meet are called, also among other arms
    tally: Tally
    outcomes: Pentanomial
    seats: tuple[Tally, ...]
    scenarios: tuple[Tally, ...]
    trail: tuple[tuple[float, float, float], ...]  # after each pair: share, lower and upper bound
    adjusted: Adjusted | None
    dice: bool  # any were rolled, so that there is luck
    p: float
    p_holm: float
    sequential: Sequential | None = None

    @property
    def has_pairs(self) -> bool:
        """Whether any pair has ended; a game, where there are no sides to change."""
        return bool(self.trail)

    @property
    def share(self) -> float:
        """Of the first side; of nothing it is even."""
        return self.outcomes.mean if self.arm.mirrored else self.tally.share

    @property
    def interval(self) -> tuple[float, float]:
        return self.outcomes.interval if self.arm.mirrored else self.tally.interval

    @property
    def has_too_few(self) -> bool:
        """Dice were rolled, and there are not yet the pairs to find out how results follow them."""
        return self.dice and len(self.trail) < LEAST


class Strange(msgspec.Struct, frozen=True):
    """A game that is worth a look, and why."""

    row: Row
    why: str


class Figures(msgspec.Struct, frozen=True):
    """All of a study."""

    study: Study
    rules: str
    games: int
    decisions: float
    seconds: float
    faults: tuple[Row, ...]
    arms: tuple[ArmFigures, ...]
    leagues: tuple[Ratings, ...]
    shifts: tuple[Shift, ...]
    strangest: tuple[Strange, ...]


def summarise(study: Study, rows: Sequence[Row], resamples: int = 200) -> Figures:
    """All figures of what has been played so far; whole pairs count."""
    sound = [row for row in rows if not row.fault]
    arms = [figures_of(study, arm, [row for row in sound if row.arm == arm.name]) for arm in study.arms]
    compared = [i for i, one in enumerate(arms) if one.arm.mirrored and one.outcomes.pairs]
    for i, p in zip(compared, holm([arms[i].p for i in compared]), strict=True):
        arms[i] = replace(arms[i], p_holm=p)
    ratings = tuple(rate(met, resamples) for met in leagues(study, sound))
    n = len(rows)
    return Figures(
        study,
        rows[0].rules if rows else "",
        n,
        sum(row.decisions for row in rows) / n if n else 0.0,
        sum(row.seconds for row in rows),
        tuple(row for row in rows if row.fault),
        tuple(arms),
        ratings,
        tuple(shifts_of(study, sound)),
        strangest(sound, arms),
    )


def figures_of(study: Study, arm: Arm, rows: Sequence[Row]) -> ArmFigures:
    pairs = [pair for pair in pairs_of(rows) if len(pair) == games_in(arm)]
    scored = [(score, pair) for pair in pairs if (score := pair_score(pair)) is not None]
    scores = [score for score, _ in scored]
    outcomes = Pentanomial.of(scores)
    tally = Tally(arm.sides[0])
    for row in rows:
        got = result_of(row, 0)
        if got is not None:
            tally.count(row.results[0] if not arm.mirrored else got)
    return ArmFigures(
        arm, side_names(study, arm), tally, outcomes, seat_tallies(rows), scenario_tallies(arm, rows),
        trail_of(arm, scores),
        adjust(scores, [pair_luck(pair) for _, pair in scored]), any(row.luck for row in rows),
        outcomes.p if arm.mirrored else 1.0, 1.0, sequential_of(study, outcomes),
    )  # fmt: skip


def pairs_of(rows: Iterable[Row]) -> list[list[Row]]:
    found: dict[int, list[Row]] = {}
    for row in rows:
        found.setdefault(row.pair, []).append(row)
    return [found[pair] for pair in sorted(found)]


def sequential_of(study: Study, outcomes: Pentanomial) -> Sequential | None:
    rule = study.sprt
    if rule is None:
        return None
    ratio = log_ratio(outcomes.counts, rule.null, rule.alternative)
    return Sequential(ratio, *bounds(rule.alpha, rule.beta), decide(outcomes.counts, *msgspec.structs.astuple(rule)))


def seat_tallies(rows: Sequence[Row]) -> tuple[Tally, ...]:
    """What each seat got, whoever sat there."""
    seats = max((len(row.results) for row in rows), default=0)
    found = [Tally(f"seat {seat + 1}") for seat in range(seats)]
    for row in rows:
        for seat, got in enumerate(row.results):
            found[seat].count(got)
    return tuple(found)


def scenario_tallies(arm: Arm, rows: Sequence[Row]) -> tuple[Tally, ...]:
    """What the first side got in each scenario."""
    found: dict[str, Tally] = {}
    for row in rows:
        got = result_of(row, 0)
        if got is not None:
            found.setdefault(row.battle, Tally(row.battle)).count(row.results[0] if not arm.mirrored else got)
    return tuple(found[name] for name in sorted(found))


def trail_of(arm: Arm, scores: Sequence[float]) -> tuple[tuple[float, float, float], ...]:
    """How the estimate came to where it is."""
    counts = [0] * 5
    trail = []
    for score in scores:
        counts[round(score * 4)] += 1
        now = Pentanomial((counts[0], counts[1], counts[2], counts[3], counts[4]))
        low, high = now.interval if arm.mirrored else wilson(now.mean, now.pairs)
        trail.append((now.mean, low, high))
    return tuple(trail)


# ---- ratings ---------------------------------------------------------------------------------------------------------


def leagues(study: Study, rows: Sequence[Row]) -> list[list[Meeting]]:
    """The games of those who met each other, directly or by way of others; under changed rules a side is another."""
    games: list[Meeting] = []
    names = {arm.name: side_names(study, arm) for arm in study.arms if arm.mirrored}
    for row in rows:
        if row.arm in names and set(row.sides) == {0, 1} and len(row.sides) == 2:
            first, second = (names[row.arm][side] for side in row.sides)
            games.append(Meeting(first, second, row.battle, row.results[0], (row.arm, row.pair)))
    groups: list[set[str]] = []
    for game in games:
        met = {game.first, game.second}
        mine = [group for group in groups if group & met]
        groups = [group for group in groups if not group & met] + [met.union(*mine)]
    return [[game for game in games if game.first in group] for group in groups]


def side_names(study: Study, arm: Arm) -> tuple[str, ...]:
    """What the sides of an arm are called where arms may differ in more than who meets."""
    changes = [*arm.patch] if any(a.patch != arm.patch for a in study.arms) else []
    changes += arm.readings if any(a.readings != arm.readings for a in study.arms) else ()
    fewer = [[f"{n} fewer"] if n else [] for n in arm.thinned]
    marks = [", ".join([*changes, *out]) for out in fewer]
    return tuple(f"{side} ({mark})" if mark else side for side, mark in zip(arm.sides, marks, strict=False))


# ---- what changes of the rules did -----------------------------------------------------------------------------------


def shifts_of(study: Study, rows: Sequence[Row]) -> list[Shift]:
    """For each change of the rules, what it did to each side over all whom it met; the largest first."""
    scores: dict[str, dict[int, float]] = {}
    for arm in study.arms:
        whole = (p for p in pairs_of(row for row in rows if row.arm == arm.name) if len(p) == games_in(arm))
        scores[arm.name] = {pair[0].pair: s for pair in whole if (s := pair_score(pair)) is not None}
    found: dict[tuple[tuple[str, ...], str], list[tuple[float, float]]] = {}
    for base, varied in changed_arms(study.arms):
        changes = tuple(change for change in varied.patch if change not in base.patch)
        before, after = scores[base.name], scores[varied.name]
        both = [(before[pair], after[pair]) for pair in before if pair in after]
        found.setdefault((changes, base.sides[0]), []).extend(both)
        if base.mirrored:
            found.setdefault((changes, base.sides[1]), []).extend((1 - b, 1 - a) for b, a in both)
    made = [shift_of(changes, side, both) for (changes, side), both in found.items() if both]
    return sorted(made, key=lambda shift: -abs(shift.change))


def changed_arms(arms: Sequence[Arm]) -> Iterator[tuple[Arm, Arm]]:
    """Each arm under changed rules, with the arm that is the same with the fewest of the changes."""
    for varied in arms:
        alike = [
            arm
            for arm in arms
            if set(arm.patch) < set(varied.patch)
            and replace(arm, name="", patch=()) == replace(varied, name="", patch=())
        ]
        if alike:
            yield min(alike, key=lambda arm: len(arm.patch)), varied


# ---- games that are worth a look -------------------------------------------------------------------------------------


def strangest(rows: Sequence[Row], arms: Sequence[ArmFigures]) -> tuple[Strange, ...]:
    """Those that went most against what was to be expected: of the sides, and of the dice; and the longest."""
    by_name = {one.arm.name: one for one in arms}
    found = []
    for row in rows:
        got = result_of(row, 0)
        if got is None:
            continue
        surprise = got - by_name[row.arm].share
        luck = luck_of(row)
        found.append((abs(surprise) + 0.15 * abs(luck) * (1 if surprise * luck < 0 else 0.2), row, got, luck))
    found.sort(key=lambda x: (-x[0], x[1].pair, x[1].game))
    out = [Strange(row, _why(by_name[row.arm], got, luck)) for _, row, got, luck in found[:STRANGEST]]
    if rows:
        longest = max(rows, key=lambda row: row.decisions)
        out.append(Strange(longest, f"The longest game: {longest.decisions} decisions."))
    return tuple(out)


def luck_of(row: Row) -> float:
    """The dice of the first side against those of the second, in standard deviations."""
    above = sum(pair_luck([row]).values())
    spread = sqrt(sum(row.spread))
    return above / spread if spread else 0.0


def _why(one: ArmFigures, got: float, luck: float) -> str:
    """In words: who did what, how often that happened, with what dice."""
    t = one.tally
    what, so_often = ("won", t.wins) if got == 1 else ("lost", t.losses) if got == 0 else ("drew", t.draws)
    rare = f", as in {so_often} of {t.games} games here" if 2 * so_often < t.games else ""
    dice = "usual" if abs(luck) < 0.5 else "better" if luck > 0 else "worse"
    return f"{t.name} {what}{rare}, with {dice} dice ({luck:+.1f} standard deviations)."
