"""The cards by which the AI plays its units."""

from __future__ import annotations

from xenotable.games.xcx import content


def card(unit: str) -> content.AiCard:
    return content.ai_cards()[unit]
