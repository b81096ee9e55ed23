"""Specials of weapons and of close assault (chapter "stats")."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import rule
from xenotable.games.xenocide.content import Kind, Weapon
from xenotable.games.xenocide.rules.artillery import artillery_direct
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.state import Xenocide


@rule("stats.anti-air")
def anti_air(w: Weapon) -> bool:
    return "anti-air" in w.special


@rule("stats.accuracy")
def direct_accuracy(w: Weapon) -> int:
    return artillery_direct(w) if w.artillery else w.accuracy


@rule("stats.ca-shatter", neutral=lambda: False)
def is_shattered() -> bool:
    return True


@rule("stats.ca-cutter", neutral=lambda: 1)
def cutter_worth() -> int:
    return 2


EDGES = ((True, True), (True, False), (False, True))  # Cutter, Shatter


@rule("stats.ca-by-model")
def edged_dice(by: Sequence[tuple[Kind, int]]) -> tuple[int, ...]:
    """How many dice of a unit come from models with Cutter and Shatter, with Cutter alone, with Shatter alone; `by`
    gives the dice of each kind of model."""
    return tuple(sum(n for kind, n in by if (kind.cutter, kind.shatter) == edge) for edge in EDGES)


def drawn_dice(edged: list[int], n: int) -> list[tuple[tuple[bool, bool], int]]:
    """n attack dice by their specials: those that have any first. What is drawn is gone."""
    found = []
    for i, edge in enumerate(EDGES):
        take = min(n, edged[i])
        edged[i], n = edged[i] - take, n - take
        found.append((edge, take))
    return [(edge, count) for edge, count in (*found, ((False, False), n)) if count]


@rule("stats.ca-charge", neutral=lambda kind: 0)
def charge_bonus(kind: Kind) -> int:
    return kind.charge


@rule("stats.ca-guard", neutral=lambda game, models: 0)
def guard_dice(game: Xenocide, models: Sequence[str]) -> int:
    return sum(kind_of(game, m).guard for m in models)


@rule("stats.shots")
def dice_of(w: Weapon, guns: Sequence[str]) -> int:
    return w.shots * len(guns)


@rule("stats.suppression-weapon", neutral=lambda guns: 0)
def suppression_weapons(guns: int) -> int:
    return guns


@rule("stats.type-combination", neutral=lambda found: found[-1])
def combined_class(found: list[tuple[int, str]]) -> tuple[int, str]:
    return min(found)
