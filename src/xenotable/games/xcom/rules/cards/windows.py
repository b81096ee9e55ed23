"""The windows in which cards are used, and their use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Choose, Flow, Forecast, Refusal, Slot, cite, memoize, rule
from xenotable.games.xcom.content import COMMANDER, LEADER, OFFICER, SCIENTIST, Effect, book, card_of, effects_of
from xenotable.games.xcom.rules.cards.ownership import fits_task, is_passive
from xenotable.games.xcom.rules.cards.prices import pay, price_refusals
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import carry_out, useful
from xenotable.games.xcom.rules.setup.pieces import bonus_in_force
from xenotable.games.xcom.state import Xcom

card_odds = Slot[[Xcom, str], Sequence[Forecast]]("xcom.card_odds")  # of the dice that the use of a card rolls
PROMPTS = {
    "panic": "Panic in {c} is about to rise: use a card?",
    "damage": "The base is about to take damage: use a card?",
    "kill": "An enemy was killed: use a card?",
    "pre_roll": "Use a card before this roll?",
    "post_roll": "The dice lie: use a card?",
}


def use_refusals(game: Xcom, id: str, ctx: Context) -> Iterator[Refusal]:
    """Why a card cannot be used in its own window now."""
    if id in book().continents:
        cite("cards.once-round")
        if game.now.hq_used:
            yield Refusal("cards.once-round", "The headquarters bonus was used this round.")
    else:
        yield from price_refusals(game, id)
    mine = _as_card(game, id, ctx)
    if not any(useful(game, e, mine) for e in effects_of(id)):
        yield Refusal("cards.no-effect", "{card} would change nothing now.", {"card": id})


def _as_card(game: Xcom, id: str, ctx: Context) -> Context:
    """The same moment, with this card as the source and its owner as the decider."""
    if id in book().continents:
        mine = Context("hq", id, ctx.decider, ctx.given, ctx.rises, ctx.killed)
    else:
        mine = Context("card", id, game.cards[id].seat, ctx.given, ctx.rises, ctx.killed)
    return mine


@memoize(1024)
def _of_window(cards: tuple[str, ...], window_: str, passive: bool) -> list[str]:
    """Those of these cards that belong to this window and work always, or those that are used."""
    known = book().cards
    return [id for id in cards if known[id].window == window_ and is_passive(id) == passive]


def holders(game: Xcom, window_: str, task_seat: int) -> Iterator[tuple[int, str]]:
    """Cards in play that belong to this window, with the seat that may use them; passive ones left out."""
    for id in _of_window(tuple(game.cards), window_, False):
        row = game.cards[id]
        if not row.exhausted and fits_task(game, id):
            yield row.seat, id
    home = bonus_in_force(game)
    if home and not game.now.hq_used:
        bonus = book().continents[home]
        if bonus.window == window_ and not is_passive(home) and fits_task(game, home):
            yield task_seat, home


def usable(game: Xcom, held: list[tuple[int, str]], seat: int, ctx: Context, used: tuple[str, ...] = ()) -> list[str]:
    """Which of the cards held this seat can use now."""
    mine = [c for s, c in held if s == seat and c not in used]
    return [c for c in mine if next(use_refusals(game, c, ctx), None) is None]


@rule("cards.windows", neutral=lambda *_: None)
@rule("cards.window-order", neutral=lambda *_: None)
@rule("cards.twice", neutral=lambda *_: None)
def window(game: Xcom, name: str, first: int, ctx: Context) -> Flow[None]:
    """Each role in order uses one card or passes, until all pass in a row. Nobody without a usable card is asked."""
    held = list(holders(game, name, first))
    if not held:
        return
    ctx.decider = first
    order = (first, *(s for s in WINDOW_ORDER if s != first))
    used: tuple[str, ...] = ()
    passed = i = 0
    while passed < len(order):
        seat = order[i % len(order)]
        i += 1
        cards = usable(game, held, seat, ctx, used)
        chosen = (yield from _offer(game, name, seat, cards, used, ctx)) if cards else None
        if chosen is None:
            passed += 1
            continue
        passed, used = 0, (*used, chosen)
        yield from use(game, chosen, ctx)
        held = list(holders(game, name, first))


def rolls_dice(game: Xcom, card: str | None) -> bool:
    """Whether the use of a card rolls dice, or adds some to the roll to come."""
    if card is None or 0 not in game.throws:
        return False
    before = ("add_dice",) if not game.throws[0].rolled else ()
    return any(effect.do in (*before, "reroll_xcom", "reroll_alien") for effect in effects_of(card))


def _offer(game: Xcom, name: str, seat: int, cards: list[str], used: tuple[str, ...], ctx: Context) -> Flow[str | None]:
    where = {"c": ctx.rises.continent} if ctx.rises is not None else {}
    chosen: str | None = yield from Choose(
        seat=seat,
        key=f"card:{name}",
        rule="cards.windows",
        prompt=PROMPTS.get(name, "Use a card now?"),
        args=where,
        among=lambda: (None, *cards, *_others(game, name, seat, cards)),
        why_not=lambda card: () if card is None or card in cards else _shut(game, card, used, ctx),
        open=lambda: (None, *cards),
        default=None,
        odds=lambda card: card_odds(game, card) if card and rolls_dice(game, card) else None,
        has_odds=lambda card: rolls_dice(game, card),
    )
    return chosen


def _others(game: Xcom, name: str, seat: int, cards: list[str]) -> list[str]:
    """Cards of this window that this seat holds and cannot use now."""
    held = [c for c, row in game.cards.items() if row.seat == seat and c not in cards]
    return [c for c in held if book().cards[c].window == name and not is_passive(c)]


def _shut(game: Xcom, card: str, used: tuple[str, ...], ctx: Context) -> Iterator[Refusal]:
    if card in used:
        yield Refusal("cards.twice", "{card} was used in this window already.", {"card": card})
    elif not fits_task(game, card):
        yield Refusal("cards.task", "{card} has nothing to do with this task.", {"card": card})
    else:
        yield from use_refusals(game, card, ctx)


@rule("cards.exhaust", neutral=lambda *_: None)
@rule("cards.nesting", neutral=lambda *_: None)
def use(game: Xcom, id: str, ctx: Context) -> Flow[None]:
    """The whole price first, then the effects in their order."""
    mine = _as_card(game, id, ctx)
    if id in book().continents:
        game.put(hq_used=True)
        game.tell("The headquarters bonus {bonus} is used.", "cards.once-round", bonus=book().continents[id].bonus)
    else:
        yield from pay(game, id)
        game.tell("{who} uses {card}.", "cards.exhaust", who=game.seat_name(game.cards[id].seat), card=id)
    yield from carry_out(game, effects_of(id), mine)
    ctx.prevent = ctx.prevent or mine.prevent


@rule("cards.passive-order", neutral=lambda *_: ())
def passives(game: Xcom, name: str) -> Iterator[tuple[str, Effect]]:
    """The effects of passive cards and bonuses in this window, with the card."""
    for id in _of_window(tuple(game.cards), name, True):
        if fits_task(game, id):
            yield from ((id, e) for e in card_of(id).effects)
    home = bonus_in_force(game)
    if home:
        bonus = book().continents[home]
        if bonus.window == name and is_passive(home) and fits_task(game, home):
            yield from ((home, e) for e in bonus.effects)


@rule("cards.step-points", neutral=lambda *_: None)
@rule("cards.resolution-start", neutral=lambda *_: None)
def step_point(game: Xcom, first: int) -> Flow[None]:
    """One of the points at which cards with the window step can be used."""
    yield from window(game, "step", first, Context("card"))


WINDOW_ORDER = (COMMANDER, OFFICER, SCIENTIST, LEADER)
