"""Cards with the watch symbol: one command each, which brings all its choices with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from xenotable.engine import Ask, Choose, Flow, Pick, rule
from xenotable.games.xcom.content import Effect, card_of
from xenotable.games.xcom.rules.cards.hand import hand
from xenotable.games.xcom.rules.cards.ownership import watch_cards
from xenotable.games.xcom.rules.cards.prices import pay
from xenotable.games.xcom.rules.cards.windows import use_refusals
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import carry_out, described, pickable
from xenotable.games.xcom.rules.effects.unit_operations import (
    assign_refusals,
    assignments,
    move_refusals,
    moves,
    trainees,
)
from xenotable.games.xcom.rules.effects.world_operations import ufo_moves
from xenotable.games.xcom.state import RESERVE, Xcom

USE = "use"


@rule("timed.watch-cards", neutral=lambda game: ())
def watch_asks(game: Xcom) -> Iterator[Ask[Any]]:
    """An ask to the owner of each watch card that could be used now."""
    for seat, card in watch_cards(game):
        if not any(True for _ in use_refusals(game, card, Context("card", card, seat))):
            yield ask_of(game, seat, card, card_of(card).effects[0])


def ask_of(game: Xcom, seat: int, card: str, effect: Effect) -> Ask[Any]:
    """The choices of the card's effect as one ask; which kind it is follows from the operation."""
    base: dict[str, Any] = {
        "seat": seat,
        "key": card,
        "rule": "timed.watch-cards",
        "prompt": "Use {card}?",
        "args": {"card": card},
    }
    most = effect.count
    match effect.do:
        case "train":
            return Choose(**base, among=lambda: trainees(game))
        case "move_ufo":
            return Choose(**base, among=lambda: ufo_moves(game), label=lambda m: _arrow(game, m))
        case "choose":
            return Choose(
                **base,
                among=lambda: pickable(game, effect, Context("card", card, seat)),
                label=lambda i: described(effect.options[i]),
            )
        case "cycle_tech":
            return Pick(**base, among=lambda: hand(game), least=1, most=min(most, len(hand(game))))
        case "assign_unit":
            return Pick(
                **base,
                among=lambda: assignments(game, effect),
                least=1,
                most=most,
                legal=lambda orders: assign_refusals(game, orders),
                label=lambda m: _arrow(game, m),
            )
        case "move_unit":
            return Pick(
                **base,
                among=lambda: moves(game),
                least=1,
                most=most,
                legal=lambda orders: move_refusals(game, orders),
                label=lambda m: _arrow(game, m),
            )
    return Choose(**base, among=lambda: (USE,), label=lambda _: "Use")


def _arrow(game: Xcom, pair: tuple[str, str]) -> str:
    what, where = pair
    return f"{game.name(what)} → {'reserve' if where == RESERVE else game.name(where)}"


def play_watch_card(game: Xcom, card: str, value: Any) -> Flow[None]:
    """Price first, then the effect with the choices that came along."""
    seat = game.cards[card].seat
    yield from pay(game, card)
    game.tell("{who} uses {card}.", "timed.watch-cards", who=game.seat_name(seat), card=card)
    effect = card_of(card).effects[0]
    given = list(value) if effect.do in ("cycle_tech", "assign_unit", "move_unit") else [value]
    yield from carry_out(game, card_of(card).effects, Context("card", card, seat, given))
