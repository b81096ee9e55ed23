"""Command points and what they buy (chapter "command"). Uses that belong to another chapter are asked there."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xenocide.state import Xenocide

EACH_TURN = 3


@rule("command.three-per-turn")
def refill(game: Xenocide) -> None:
    for seat in (0, 1):
        game.sides.set(seat, points=EACH_TURN)


@rule("command.spend-any-time")
def pay(game: Xenocide, seat: int, use: str, n: int = 1) -> None:
    left = game.sides[seat].points - n
    game.sides.set(seat, points=left)
    game.tell("{who} spends {n} command point(s); {left} left.", use, who=game.seat_name(seat), n=n, left=left)
