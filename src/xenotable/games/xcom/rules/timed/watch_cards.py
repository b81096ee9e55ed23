"""Cards with the watch symbol: one command each, which brings all its choices with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from xenotable.engine import Ask, Choose, Flow, Pick, Refusal, rule
from xenotable.games.xcom.content import Effect, card_of
from xenotable.games.xcom.rules.cards.hand import hand
from xenotable.games.xcom.rules.cards.ownership import watch_cards
from xenotable.games.xcom.rules.cards.prices import pay
from xenotable.games.xcom.rules.cards.windows import use_refusals
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import carry_out, option_refusals
from xenotable.games.xcom.rules.effects.unit_operations import (
    assign_refusals,
    assignments,
    move_refusals,
    possible_moves,
    recruits,
    unmovable,
)
from xenotable.games.xcom.rules.effects.words import described
from xenotable.games.xcom.rules.effects.world_operations import ufo_moves, ufo_refusals
from xenotable.games.xcom.rules.units.unit_locations import train_refusals
from xenotable.games.xcom.state import RESERVE, Xcom

USE = "use"
Refuse = Callable[[Any], Iterable[Refusal]]


@rule("timed.watch-cards", neutral=lambda game: ())
def watch_asks(game: Xcom) -> Iterator[Ask[Any]]:
    """An ask to the owner of each watch card; of one that cannot be used now every choice is closed."""
    for seat, card in watch_cards(game):
        yield ask_of(game, seat, card, card_of(card).effects[0])


def ask_of(game: Xcom, seat: int, card: str, effect: Effect) -> Ask[Any]:
    """The choices of the card's effect as one ask; which kind it is follows from the operation."""
    known: list[tuple[Refusal, ...]] = []

    def against() -> tuple[Refusal, ...]:
        """Why the card cannot be used now: worked out when somebody looks, once for all choices."""
        if not known:
            known.append(tuple(use_refusals(game, card, ctx)))
        return known[0]

    def closed(refusals: Refuse) -> Refuse:
        return lambda choice: against() or refusals(choice)

    base: dict[str, Any] = {
        "seat": seat,
        "key": card,
        "rule": "timed.watch-cards",
        "prompt": "Use {card}?",
        "args": {"card": card},
    }
    ctx, arrow = Context("card", card, seat), lambda pair: _arrow(game, pair)
    match effect.do:
        case "train":
            return Choose(**base, among=lambda: recruits(game), why_not=closed(lambda u: train_refusals(game, u)))
        case "move_ufo":
            ways = closed(lambda m: ufo_refusals(game, *m))
            return Choose(**base, among=lambda: ufo_moves(game, fallen=True), why_not=ways, label=arrow)
        case "choose":
            return Choose(
                **base,
                among=lambda: range(len(effect.options)),
                why_not=closed(lambda i: option_refusals(game, effect, ctx, i)),
                label=lambda i: described(effect.options[i]),
            )
        case "cycle_tech":
            most = min(effect.count, len(hand(game)))
            return Pick(**base, among=lambda: hand(game), least=1, most=most, why_not=closed(lambda _: ()))
        case "assign_unit":
            return Pick(
                **base,
                among=lambda: assignments(game, effect),
                least=1,
                most=effect.count,
                why_not=closed(lambda m: assign_refusals(game, (m,))),
                legal=lambda orders: assign_refusals(game, orders),
                label=arrow,
            )
        case "move_unit":
            base["prompt"] = "Use {card}? The units move in the order in which you pick them."
            return Pick(
                **base,
                among=lambda: possible_moves(game),
                least=1,
                most=effect.count,
                ordered=True,
                why_not=closed(lambda m: unmovable(game, m[0])),
                legal=lambda orders: move_refusals(game, orders),
                label=arrow,
            )
    return Choose(**base, among=lambda: (USE,), why_not=closed(lambda _: ()), label=lambda _: "Use")


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
