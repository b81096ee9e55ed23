"""Companion mode: the pages of the guide, one for each step."""

from __future__ import annotations

import msgspec

from xenotable.engine import rule
from xenotable.games.xcom.rules.generator.wave import unlocking_round
from xenotable.games.xcom.state import Companion


class Page(msgspec.Struct, frozen=True):
    id: str
    title: str
    role: int
    text: str
    rule: str
    task: bool = False  # has the threat counter and the odds
    reset: bool = False  # the threat counter may be reset
    asks: str = ""  # a question before Next


PAGES = (
    Page(
        "audit",
        "Audit",
        0,
        "Count all units on the board and pay one credit for each. For each unpaid unit the most-"
        "panicked continent rises by one.",
        "budget.audit-count",
    ),
    Page(
        "recruit",
        "Recruit and build",
        0,
        "Buy soldiers and Interceptors from the pool; the rest of the credits is lost.",
        "budget.recruit",
    ),
    Page("crises", "Crises", 0, "Resolve the crisis pool from top to bottom.", "budget.crises"),
    Page(
        "research", "Research", 1, "Labs I, II, III: one die per scientist; push or stop.", "research.order", True, True
    ),
    Page(
        "orbit",
        "Orbital defense",
        2,
        "One die per satellite. Each UFO left raises the least-panicked continent.",
        "orbit.dice",
        True,
        True,
    ),
    Page(
        "globe",
        "Global defense",
        0,
        "Each continent in any order. Each UFO left raises its continent.",
        "globe.order",
        True,
        True,
    ),
    Page(
        "base",
        "Base defense",
        3,
        "Soldiers on icons; threat is not reset. Each enemy left damages the base.",
        "base.threat",
        True,
        False,
        "destroyed",
    ),
    Page("mission", "Mission", 3, "Three tasks from left to right; threat is not reset.", "mission.three-tasks", True),
    Page(
        "final",
        "Final mission",
        3,
        "Like a mission, with its own threat. Completing it wins the game.",
        "finale.resolve",
        True,
        False,
        "completed",
    ),
    Page("pressure", "Pressure", 0, "Carry out the each-round effect of the plan.", "finale.pressure"),
    Page(
        "refresh",
        "Refresh",
        2,
        "Refresh cards, then units in the reserves; discards go below their decks.",
        "endround.refresh-cards",
    ),
    Page("return", "Return", 2, "All units return to their reserves but soldiers on missions.", "endround.return"),
)


@rule("companion.guide", neutral=lambda unlocked: ())
def pages(unlocked: bool) -> tuple[Page, ...]:
    """In the fixed order; those of the final mission only once it is unlocked."""
    return tuple(p for p in PAGES if unlocked or p.id not in ("final", "pressure"))


def unlocked_in_round(game: Companion) -> int:
    printed = game.setup.printed
    reports = [game.reports[i] for i in range(game.now.round)]
    return unlocking_round(game.now.plan, reports, printed.clock if printed else 0)
