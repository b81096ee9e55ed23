"""Cards with the watch symbol: one command each, which brings all its choices with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from xenotable.engine import Ask, Choose, Flow, Pick, Refusal, rule
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
    """An ask to the owner of each watch card; of one that cannot be used now every choice is closed."""
    last = game.clock[0].action == ENDING
    return stands(standing, "cards", (last, game.now.hand, *game.cards), _watch_asks, game, standing, last)


def _watch_asks(game: Xcom, standing: Standing, last: bool) -> Sequence[Ask[Any]]:
    """That of a card which can draw anew as many as there are in the hand is another one when that has changed. They
    are in nobody's way before this is the last chance."""
    found: list[Ask[Any]] = []
    for seat, card in watch_cards(game):
        effect = card_of(card).effects[0]
        hand = game.now.hand if effect.do == "cycle_tech" else None
        found += stands(standing, card, (last, seat, hand), _watch_ask, game, seat, card, effect, last)
    return found


def _watch_ask(game: Xcom, seat: int, card: str, effect: Effect, last: bool) -> Sequence[Ask[Any]]:
    ask = KINDS.get(effect.do, _use)(WatchCard(game, seat, card, effect))
    ask.can_wait = not last
    return (ask,)


class Reasons:
    """Reasons that are kept, and worked out as far as somebody reads them: mostly the first is enough."""

    __slots__ = ("_found", "_left")

    def __init__(self, first: Refusal, left: Iterator[Refusal]) -> None:
        self._found, self._left = [first], left

    def __iter__(self) -> Iterator[Refusal]:
        yield from self._found
        for reason in self._left:
            self._found.append(reason)
            yield reason


class WatchCard:
    """A watch card that stands open to its owner. The choices of its effect are one ask; which kind it is follows from
    the operation. All that is asked about it is worked out when somebody looks, so that the ask can stand as long as
    the card is in play."""

    __slots__ = ("card", "effect", "game", "seat")

    def __init__(self, game: Xcom, seat: int, card: str, effect: Effect) -> None:
        self.game, self.seat, self.card, self.effect = game, seat, card, effect

    @property
    def context(self) -> Context:
        return Context("card", self.card, self.seat)

    def against(self, choice: Any = None) -> Iterable[Refusal]:
        """Why the card cannot be used now, whatever is chosen: once for all choices. Nothing is false, reasons are
        true."""
        known, card = self.game.against, self.card
        if card not in known:
            reasons = use_refusals(self.game, card, self.context)
            first = next(reasons, None)
            known[card] = () if first is None else Reasons(first, reasons)
        return known[card]

    def closed(self) -> bool:
        """Whether it cannot be used now. Mostly because it is exhausted, which is seen without a look at all else."""
        return spent(self.game, self.card) or bool(self.against())

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
    return Choose(**said, among=lambda: (USE,), why_not=card.against, closed=card.closed, label=lambda _: "Use")


def _train(card: WatchCard) -> Ask[Any]:
    game = card.game
    return Choose(
        **_said(card.seat, card.card),
        among=lambda: recruits(game),
        why_not=lambda unit: card.against() or train_refusals(game, unit),
        closed=card.closed,
    )


def _move_ufo(card: WatchCard) -> Ask[Any]:
    game = card.game
    return Choose(
        **_said(card.seat, card.card),
        among=lambda: ufo_moves(game, fallen=True),
        why_not=lambda move: card.against() or ufo_refusals(game, *move),
        closed=card.closed,
        label=card.arrow,
    )


def _choose(card: WatchCard) -> Ask[Any]:
    effect = card.effect
    return Choose(
        **_said(card.seat, card.card),
        among=lambda: range(len(effect.options)),
        why_not=lambda i: card.against() or option_refusals(card.game, effect, card.context, i),
        closed=card.closed,
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
        why_not=card.against,
        closed=card.closed,
    )


def _assign_unit(card: WatchCard) -> Ask[Any]:
    game, effect = card.game, card.effect
    return Pick(
        **_said(card.seat, card.card),
        among=lambda: assignments(game, effect),
        least=1,
        most=effect.count,
        why_not=lambda move: card.against() or assign_refusals(game, (move,)),
        legal=lambda orders: assign_refusals(game, orders),
        label=card.arrow,
        closed=card.closed,
    )


def _move_unit(card: WatchCard) -> Ask[Any]:
    game = card.game
    return Pick(
        **_said(card.seat, card.card, IN_ORDER),
        among=lambda: possible_moves(game),
        least=1,
        most=card.effect.count,
        ordered=True,
        why_not=lambda move: card.against() or unmovable(game, move[0]),
        legal=lambda orders: move_refusals(game, orders),
        label=card.arrow,
        closed=card.closed,
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


def play_watch_card(game: Xcom, card: str, value: Any) -> Flow[None]:
    """Price first, then the effect with the choices that came along."""
    seat = game.cards[card].seat
    yield from pay(game, card)
    game.tell("{who} uses {card}.", "timed.watch-cards", who=game.seat_name(seat), card=card)
    effect = card_of(card).effects[0]
    given = list(value) if effect.do in ("cycle_tech", "assign_unit", "move_unit") else [value]
    yield from carry_out(game, card_of(card).effects, Context("card", card, seat, given))
