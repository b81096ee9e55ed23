"""The hand of the Chief Scientist."""

from __future__ import annotations

from xenotable.engine import Flow, cite
from xenotable.games.xcom.content import SCIENTIST
from xenotable.games.xcom.rules.cards.decks import draw
from xenotable.games.xcom.state import Xcom


def draw_hand(game: Xcom, n: int) -> Flow[None]:
    for _ in range(n):
        card = yield from draw(game, "tech")
        if not card:
            cite("actions.new-tech-short")
            return
        game.secret.set(SCIENTIST, hand=(*hand(game), card))
        game.put(hand=len(hand(game)))


def drop_from_hand(game: Xcom, *cards: str) -> None:
    game.secret.set(SCIENTIST, hand=tuple(c for c in hand(game) if c not in cards))
    game.put(hand=len(hand(game)), shown=tuple(c for c in game.now.shown if c not in cards))


def hand(game: Xcom) -> tuple[str, ...]:
    found: tuple[str, ...] = game.secret[SCIENTIST].hand
    return found
