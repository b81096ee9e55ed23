"""Cards with the watch symbol: one command each, which brings all its choices with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from xenotable.engine import Ask, Choose, Flow, Pick, Refusal, is_legal, rule
from xenotable.engine.citing import reuse
from xenotable.games.xcom.content import Effect, card_of
from xenotable.games.xcom.rules.cards.hand import hand
from xenotable.games.xcom.rules.cards.ownership import watch_cards
from xenotable.games.xcom.rules.cards.prices import pay, spent
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
from xenotable.games.xcom.rules.timed.clock import ENDING
from xenotable.games.xcom.rules.timed.standing import Standing, stands
from xenotable.games.xcom.rules.units.unit_locations import train_refusals
from xenotable.games.xcom.state import RESERVE, Xcom

USE = "use"
USE_IT = "Use {card}? {text}"
IN_ORDER = "Use {card}? {text} The units move in the order in which you pick them."


@rule("timed.watch-cards", neutral=lambda *_: ())
def watch_asks(game: Xcom, standing: Standing) -> Sequence[Ask[Any]]:
    """An ask to the owner of each watch card that could be used now; of the others the owner's cards say why not."""
    last, able = game.clock[0].action == ENDING, usable_cards(game)
    return stands(standing, "cards", (last, game.now.hand, able), _watch_asks, game, standing, able, last)


def usable_cards(game: Xcom) -> tuple[tuple[int, str], ...]:
    """The watch cards that could be used now, with their owners. All that they depend on is public, so that the worlds
    that players imagine at one moment work it out once."""
    tables = (game.units, game.continents, game.cards, game.labs, game.ventures, game.decks)
    rows = (game.now, game.clock[0], *[row for table in tables for row in table.values()])
    return reuse(game.known, "usable cards", rows, _usable_cards, game)


def _usable_cards(game: Xcom) -> tuple[tuple[int, str], ...]:
    ready = [(seat, card) for seat, card in watch_cards(game) if not spent(game, card)]
    return tuple([(seat, card) for seat, card in ready if is_legal(watch_refusals(game, seat, card))])


def watch_refusals(game: Xcom, seat: int, card: str) -> Iterator[Refusal]:
    """Why a watch card cannot be used now, whatever is chosen."""
    return use_refusals(game, card, Context("card", card, seat))


def _watch_asks(game: Xcom, standing: Standing, able: Sequence[tuple[int, str]], last: bool) -> Sequence[Ask[Any]]:
    """That of a card which can draw anew as many as there are in the hand is another one when that has changed. They
    are in nobody's way before this is the last chance."""
    found: list[Ask[Any]] = []
    for seat, card in able:
        effect = card_of(card).effects[0]
        hand = game.now.hand if effect.do == "cycle_tech" else None
        found += stands(standing, card, (last, seat, hand), _watch_ask, game, seat, card, effect, last)
    return found


def _watch_ask(game: Xcom, seat: int, card: str, effect: Effect, last: bool) -> Sequence[Ask[Any]]:
    ask = KINDS.get(effect.do, _use)(WatchCard(game, seat, card, effect))
    ask.can_wait = not last
    return (ask,)


class WatchCard:
    """A watch card that stands open to its owner. The choices of its effect are one ask; which kind it is follows from
    the operation. All that is asked about it is worked out when somebody looks, so that the ask can stand as long as
    the card can be used."""

    __slots__ = ("card", "effect", "game", "seat")

    def __init__(self, game: Xcom, seat: int, card: str, effect: Effect) -> None:
        self.game, self.seat, self.card, self.effect = game, seat, card, effect

    @property
    def context(self) -> Context:
        return Context("card", self.card, self.seat)

    def arrow(self, pair: tuple[str, str]) -> str:
        return _arrow(self.game, pair)


@lru_cache(256)
def _said(seat: int, card: str, prompt: str = USE_IT) -> dict[str, Any]:
    """What an ask about this card says, whatever its kind."""
    args = {"card": card, "text": card_of(card).text}
    return {"seat": seat, "key": card, "rule": "timed.watch-cards", "prompt": prompt, "args": args}


def _use(card: WatchCard) -> Ask[Any]:
    """There is nothing to choose but the use itself."""
    said = _said(card.seat, card.card)
    return Choose(**said, among=lambda: (USE,), label=lambda _: "Use")


def _train(card: WatchCard) -> Ask[Any]:
    game = card.game
    return Choose(
        **_said(card.seat, card.card),
        among=lambda: recruits(game),
        why_not=lambda unit: train_refusals(game, unit),
    )


def _move_ufo(card: WatchCard) -> Ask[Any]:
    game = card.game
    return Choose(
        **_said(card.seat, card.card),
        among=lambda: ufo_moves(game, fallen=True),
        why_not=lambda move: ufo_refusals(game, *move),
        label=card.arrow,
    )


def _choose(card: WatchCard) -> Ask[Any]:
    effect = card.effect
    return Choose(
        **_said(card.seat, card.card),
        among=lambda: range(len(effect.options)),
        why_not=lambda i: option_refusals(card.game, effect, card.context, i),
        label=lambda i: described(effect.options[i]),
    )


def _cycle_tech(card: WatchCard) -> Ask[Any]:
    game = card.game
    most = min(card.effect.count, game.now.hand)
    return Pick(
        **_said(card.seat, card.card),
        among=lambda: hand(game),
        least=1,
        most=most,
    )


def _assign_unit(card: WatchCard) -> Ask[Any]:
    game, effect = card.game, card.effect
    return Pick(
        **_said(card.seat, card.card),
        among=lambda: assignments(game, effect),
        least=1,
        most=effect.count,
        why_not=lambda move: assign_refusals(game, (move,)),
        legal=lambda orders: assign_refusals(game, orders),
        label=card.arrow,
    )


def _move_unit(card: WatchCard) -> Ask[Any]:
    game = card.game
    return Pick(
        **_said(card.seat, card.card, IN_ORDER),
        among=lambda: possible_moves(game),
        least=1,
        most=card.effect.count,
        ordered=True,
        why_not=lambda move: unmovable(game, move[0]),
        legal=lambda orders: move_refusals(game, orders),
        label=card.arrow,
    )


KINDS: dict[str, Callable[[WatchCard], Ask[Any]]] = {
    "train": _train,
    "move_ufo": _move_ufo,
    "choose": _choose,
    "cycle_tech": _cycle_tech,
    "assign_unit": _assign_unit,
    "move_unit": _move_unit,
}


def _arrow(game: Xcom, pair: tuple[str, str]) -> str:
    what, where = pair
    return f"{game.name(what)} → {'reserve' if where == RESERVE else game.name(where)}"


def play_watch_card(game: Xcom, card: str, value: Any, now: int) -> Flow[None]:
    """Price first, then the effect with the choices that came along."""
    seat = game.cards[card].seat
    yield from pay(game, card)
    game.tell("{who} uses {card}.", "timed.watch-cards", who=game.seat_name(seat), card=card)
    effect = card_of(card).effects[0]
    given = list(value) if effect.do in ("cycle_tech", "assign_unit", "move_unit") else [value]
    yield from carry_out(game, card_of(card).effects, Context("card", card, seat, given, now=now))
