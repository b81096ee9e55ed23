"""The hand of the Chief Scientist, who may show any of its cards to the others at any time."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from xenotable.engine import (
    All,
    Ask,
    Choose,
    Draw,
    First,
    Flow,
    Reckon,
    Reply,
    Roll,
    Scene,
    Shuffle,
    Then,
    freely,
    rule,
)
from xenotable.games.xcom.content import SCIENTIST
from xenotable.games.xcom.rules.cards.hand import hand
from xenotable.games.xcom.state import Xcom

S = TypeVar("S", bound=Scene)
UNASKED = (Roll, Draw, Shuffle, Reckon, All, First)


def has_unshown(game: Xcom) -> bool:
    war = game.now
    return war.hand > len(war.shown)


@rule("actions.hand-private")
def show_ask(game: Xcom, aside: bool = False) -> Ask[Any]:
    return Choose(
        seat=SCIENTIST,
        key="show",
        rule="actions.hand-private",
        prompt="Show a tech card to everybody?",
        among=lambda: [c for c in hand(game) if c not in game.now.shown],
        aside=aside,
        can_wait=True,
    )


def show_card(game: Xcom, card: str) -> None:
    game.put(shown=(*game.now.shown, card))
    game.tell("The Chief Scientist shows {card}.", "actions.hand-private", reveals=True, card=card)


def hand_beside(function: Callable[[Xcom, S], Then]) -> Callable[[Xcom, S], Then]:
    """Beside the decisions of a scene of the resolution phase the cards that are left in the hand can be shown."""

    @wraps(function)
    def play(game: Xcom, at: S) -> Then:
        then = function(game, at)
        return then if isinstance(then, list) else beside(game, then)

    return play


def beside(game: Xcom, flow: Flow[list[Scene]]) -> Flow[list[Scene]]:
    def offers() -> list[Ask[Any]]:
        return [show_ask(game, aside=True)] if has_unshown(game) else []

    def show(reply: Reply) -> Flow[None]:
        show_card(game, reply.value)
        yield from ()

    value: Any = None
    while True:
        try:
            ask = flow.send(value)
        except StopIteration as end:
            then: list[Scene] = end.value
            return then
        alone = type(ask) in UNASKED or not has_unshown(game)
        value = (yield ask) if alone else (yield from freely(ask, offers, show))
