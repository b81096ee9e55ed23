"""What a change of the rules does: the same battles and dice with and without it, pair by pair."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import sqrt
from typing import Any

import msgspec
from msgspec.structs import replace

from xenotable.engine import Title
from xenotable.games import game as game_named
from xenotable.lab.playing import Row
from xenotable.lab.scoring import pair_score
from xenotable.lab.statistics.pairs import CHANCE
from xenotable.lab.study import Arm, Study, WrittenStudy, make_study
from xenotable.lab.summary import pairs_of
from xenotable.odds.intervals import Z
from xenotable.rulebook.amending import check_amendments, parse_amendment


class Shift(msgspec.Struct, frozen=True):
    """What a change did to the share of a side."""

    name: str
    pairs: int
    before: float
    after: float
    change: float
    low: float
    high: float
    worth: float  # so many times the games would be needed without the same dice on both sides; 0: no pair differed


def with_and_without(written: WrittenStudy, changes: Sequence[str]) -> Study:
    """The study with each arm twice: as it is, and under the changes. Of ready-made lists only those meet that the
    change concerns, if any list names what is changed."""
    title = game_named(written.game)
    canonical = tuple(str(parse_amendment(change)) for change in changes)
    check_amendments(written.game, canonical)
    study = make_study(
        written if written.lists or written.offers or not title.lists() else replace(written, lists="every")
    )
    concerned = lists_with(title, {parse_amendment(change).path[1] for change in canonical})
    arms = [arm for arm in study.arms if not concerned or not arm.lists or concerned & set(arm.lists)] or study.arms
    return replace(study, arms=tuple(one for arm in arms for one in (arm, changed(arm, canonical))))


def changed(arm: Arm, changes: tuple[str, ...]) -> Arm:
    return replace(arm, name=f"{arm.name} with {', '.join(changes)}", patch=(*arm.patch, *changes))


def lists_with(title: Title[Any], ids: set[str]) -> set[str]:
    """The ready-made lists in whose set-ups one of these entries stands."""
    found = set()
    for name in title.lists():
        text = msgspec.json.encode(title.pairing(name, name, lambda: 0.5)).decode()
        if any(re.search(rf'"{re.escape(id)}"', text) for id in ids):
            found.add(name)
    return found


def shifts(study: Study, rows: Sequence[Row]) -> list[Shift]:
    """For each side, what the change did to it over all whom it met; the largest first."""
    by_arm: dict[str, dict[int, float]] = {}
    for arm in study.arms:
        pairs = pairs_of(row for row in rows if row.arm == arm.name)
        by_arm[arm.name] = {pair[0].pair: s for pair in pairs if (s := pair_score(pair)) is not None}
    found: dict[str, list[tuple[float, float]]] = {}
    for base, varied in zip(study.arms[::2], study.arms[1::2], strict=True):
        both = [(by_arm[base.name][n], by_arm[varied.name][n]) for n in by_arm[base.name] if n in by_arm[varied.name]]
        found.setdefault(base.sides[0], []).extend(both)
        if base.mirrored:
            found.setdefault(base.sides[1], []).extend((1 - before, 1 - after) for before, after in both)
    made = [shift(name, both) for name, both in found.items() if both]
    return sorted(made, key=lambda s: -abs(s.change))


def shift(name: str, both: Sequence[tuple[float, float]]) -> Shift:
    before, after = [b for b, _ in both], [a for _, a in both]
    change, low, high = shift_interval([a - b for b, a in both])
    paired = variance([a - b for b, a in both])
    apart = variance(before) + variance(after)
    worth = apart / paired if paired else 0.0
    return Shift(name, len(both), sum(before) / len(both), sum(after) / len(both), change, low, high, worth)


def shift_interval(differences: Sequence[float]) -> tuple[float, float, float]:
    """The mean and its 95 % interval, as if beside these pairs one had gone each way by pure chance: that no pair has
    changed yet does not mean that none will."""
    n, mean = len(differences), sum(differences) / len(differences)
    squares = sum((d - mean) ** 2 for d in differences) + 2 * CHANCE
    half = Z * sqrt(squares / max(1, n - 1) / n)
    return mean, max(-1.0, mean - half), min(1.0, mean + half)


def variance(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sum((v - mean) ** 2 for v in values) / max(1, len(values) - 1)
