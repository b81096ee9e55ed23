"""Operations on cards: the hand, decks, cards in play."""

from __future__ import annotations

from xenotable.engine import Choose, Flow, cite
from xenotable.games.xcom.content import ROLES, SCIENTIST, Effect, book, card_of
from xenotable.games.xcom.rules.cards.decks import deck_size, discard, top
from xenotable.games.xcom.rules.cards.hand import draw_hand, drop_from_hand
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import one_of, operation
from xenotable.games.xcom.rules.timed.peeking import end_look
from xenotable.games.xcom.state import Xcom


@operation("draw_tech")
def draw_tech(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    yield from draw_hand(game, effect.count)


@operation("cycle_tech", full=lambda g, e, c: g.now.hand > 0)
def cycle_tech(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    """Discards are open to all; as many are drawn."""
    gone = tuple(ctx.given or ())
    for card in gone:
        drop_from_hand(game, card)
        discard(game, "tech", card)
        game.tell("The Chief Scientist discards {card} from the hand.", "effects.cycle_tech", card=card)
    yield from draw_hand(game, len(gone))


@operation("peek", full=lambda g, e, c: deck_size(g, e.deck) > 0)
def peek(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    """Only the user sees them; the order can be changed until a card of that deck is drawn or the phase ends."""
    cite("timed.peek-open")
    if game.now.looked:
        end_look(game, game.now.looked)
    cards = top(game, effect.deck, effect.count)
    game.put(looking=ctx.decider, looked=effect.deck, look=len(cards))
    game.secret.set(ctx.decider, peeked=cards)
    game.tell(
        "{who} looks at the top {n:card} of the {deck} deck.",
        "effects.peek",
        who=game.seat_name(ctx.decider),
        n=len(cards),
        deck=effect.deck,
    )
    yield from ()


def in_play(game: Xcom) -> list[str]:
    """Cards in play in the order of the book, whenever they came: the first is what an open choice ends with."""
    cite("timed.forced-choice")
    return [c for c in book().cards if c in game.cards]


def tired_cards(game: Xcom, ctx: Context) -> list[str]:
    return [c for c in in_play(game) if game.cards[c].exhausted and c != ctx.card]


@operation("refresh_card", full=lambda g, e, c: bool(tired_cards(g, c)))
def refresh_card(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    for _ in range(effect.count):
        options: list[str | None] = [*tired_cards(game, ctx)]
        if effect.upto:
            options.append(None)
        chosen = yield from one_of(game, ctx, "refresh", "effects.refresh_card", "Which card is refreshed?", options)
        if chosen is None:
            return
        game.cards.set(chosen, exhausted=False)
        game.tell("{card} is refreshed.", "effects.refresh_card", card=chosen)


def exhaustible(game: Xcom, role: str) -> list[str]:
    ready = [c for c in in_play(game) if not game.cards[c].exhausted and "exhaust" in card_of(c).pay]
    return [c for c in ready if not role or ROLES[game.cards[c].seat] == role]


@operation("exhaust_card")
def exhaust_card(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    for _ in range(effect.count):
        if not (ready := exhaustible(game, effect.role)):
            return
        chosen: str = yield from one_of(game, ctx, "exhaust", "effects.exhaust_card", "Which card is exhausted?", ready)
        game.cards.set(chosen, exhausted=True)
        game.tell("{card} is exhausted.", "effects.exhaust_card", card=chosen)


def researched_cards(game: Xcom) -> list[str]:
    return [c for c in in_play(game) if card_of(c).deck == "tech"]


@operation("discard_tech", full=lambda g, e, c: len(researched_cards(g)) >= e.count)
def discard_tech(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    """The Chief Scientist chooses, whoever decides the rest."""
    cite("cards.discard-tech")
    for _ in range(effect.count):
        techs = researched_cards(game)
        if not techs:
            return
        chosen = techs[0]
        if len(techs) > 1:
            chosen = yield from Choose(
                seat=SCIENTIST,
                key="discard",
                rule="effects.discard_tech",
                prompt="Which tech is discarded?",
                among=lambda techs=techs: techs,  # type: ignore[misc]
            )
        game.cards.remove(chosen)
        discard(game, "tech", chosen)
        game.tell("{card} is discarded.", "effects.discard_tech", card=chosen)
