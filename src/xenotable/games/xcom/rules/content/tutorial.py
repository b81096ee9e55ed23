"""The cards of the lessons."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xcom.content import book


@rule("content.tutorial", neutral=lambda deck, order: order)
def stack_deck(deck: str, order: tuple[str, ...]) -> tuple[str, ...]:
    """The lessons' cards come up in their order; the rest stay as shuffled."""
    first: list[str] = []
    for script in book().lessons:
        crises = [c for pair in script.crises for c in pair]
        first += {"tech": script.hand, "mission": script.missions, "crisis": crises, "enemy": script.enemies}[deck]
    return (*first, *(c for c in order if c not in first))
