"""Which orders move when, and how far (chapter "turn")."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xenocide.content import Kind


@rule("turn.order-move-and-fire")
def moves_first(order: str) -> bool:
    return order == "move-and-fire"


@rule("turn.order-fire-and-move")
def moves_second(order: str) -> bool:
    return order in ("fire-and-move", "assault")


@rule("turn.assault-order-infantry-move", neutral=lambda kind: kind.move)
def assault_pace(kind: Kind) -> float:
    return 8.0 if kind.infantry and kind.move == 4.0 else kind.move
