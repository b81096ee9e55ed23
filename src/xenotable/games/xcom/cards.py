"""Cards: who owns them, what they cost, and the windows in which they are used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from xenotable.engine import Choose, Flow, Refusal, cite, rule
from xenotable.games.xcom.content import Effect, book
from xenotable.games.xcom.decks import discard, open_salvage
from xenotable.games.xcom.panic import Rise
from xenotable.games.xcom.roles import COMMANDER, WINDOW_ORDER
from xenotable.games.xcom.state import RESERVE, Xcom, card_of
from xenotable.games.xcom.units import exhaust

PROMPTS = {
    "panic": "Panic in {c} is about to rise: use a card?",
    "damage": "The base is about to take damage: use a card?",
    "kill": "An enemy was killed: use a card?",
    "pre_roll": "Use a card before this roll?",
    "post_roll": "The dice lie: use a card?",
}


class Ctx:
    """Where an effect comes from: a card, a crisis, a mission, an enemy, the plan or the headquarters; who decides; the
    choices that a watch card brings with it; and the rise or damage that a card may answer."""

    __slots__ = ("card", "decider", "given", "killed", "prevent", "rises", "source")

    def __init__(
        self,
        source: str,
        card: str = "",
        decider: int = COMMANDER,
        given: list[Any] | None = None,
        rises: Rise | None = None,
        killed: str = "",
    ) -> None:
        self.source, self.card, self.decider, self.given = source, card, decider, given
        self.rises, self.killed = rises, killed
        self.prevent = False  # the damage that a card has cancelled


def effects_of(id: str) -> tuple[Effect, ...]:
    bonus = book().continents.get(id)
    return bonus.effects if bonus is not None else card_of(id).effects


@rule("cards.optional", neutral=lambda id: False)
def is_passive(id: str) -> bool:
    """Works always and cannot be refused: no price, and not tied to an action."""
    bonus = book().continents.get(id)
    if bonus is not None:
        return not bonus.once
    card = card_of(id)
    return not card.pay and not card.window.startswith("action:")


def _window_of(id: str) -> str:
    bonus = book().continents.get(id)
    return bonus.window if bonus is not None else card_of(id).window


@rule("cards.task", neutral=lambda game, id: True)
def fits_task(game: Xcom, id: str) -> bool:
    """Whether the card may touch the roll on the table."""
    bonus = book().continents.get(id)
    tasks = bonus.task if bonus is not None else card_of(id).task
    return not tasks or (0 in game.throws and game.throws[0].task in tasks)


@rule("setup.headquarters-bonus", neutral=lambda game: "")
def bonus_in_force(game: Xcom) -> str:
    """The continent that gives its bonus; "" once it has fallen."""
    home = game.w.headquarters
    return home if home and not game.continents[home].fallen else ""


# ---- the price -------------------------------------------------------------------------------------------------------


@rule("cards.pay-first", neutral=lambda game, id: ())
def price_refusals(game: Xcom, id: str) -> Iterator[Refusal]:
    for price in card_of(id).pay:
        what, _, n = price.partition(":")
        if what == "exhaust" and game.cards[id].exhausted:
            yield Refusal("cards.exhaust", "{card} is exhausted.", {"card": id})
        elif what == "salvage" and len(game.w.salvage) < int(n):
            yield Refusal("cards.pay-first", "{card} costs {n} salvage.", {"card": id, "n": int(n)})
        elif what == "satellite" and len(ready_satellites(game)) < int(n):
            says = "{card} needs {n} ready satellite in the reserve."
            yield Refusal("cards.pay-first", says, {"card": id, "n": int(n)})


@rule("cards.pay-satellite", neutral=lambda game: [])
def ready_satellites(game: Xcom) -> list[str]:
    """Those that can pay: in the reserve and ready."""
    return [i for i, u in game.units.items() if u.kind == "satellite" and u.place == RESERVE and not u.exhausted]


def pay(game: Xcom, id: str) -> Flow[None]:
    for price in card_of(id).pay:
        what, _, n = price.partition(":")
        if what == "exhaust":
            game.cards.set(id, exhausted=True)
        elif what == "salvage":
            cite("cards.salvage-others")
            yield from spend_salvage(game, int(n))
        else:
            for unit in ready_satellites(game)[: int(n)]:
                exhaust(game, unit, "cards.pay-satellite")


@rule("cards.salvage", neutral=lambda *_: None)
def spend_salvage(game: Xcom, n: int) -> Flow[None]:
    """The card gained first is spent first and goes to the enemy discard pile, where everybody sees it."""
    for _ in range(n):
        first = game.w.salvage[0]
        if first == "?":
            first = yield from open_salvage(game)
        game.put(salvage=game.w.salvage[1:])
        discard(game, "enemy", first)


# ---- when a card can be used -----------------------------------------------------------------------------------------


def use_refusals(game: Xcom, id: str, ctx: Ctx) -> Iterator[Refusal]:
    """Why a card cannot be used in its own window now."""
    from xenotable.games.xcom.effects import useful

    if id in book().continents:
        cite("cards.once-round")
        if game.w.hq_used:
            yield Refusal("cards.once-round", "The headquarters bonus was used this round.")
    else:
        yield from price_refusals(game, id)
    if not any(useful(game, e, _as_card(game, id, ctx)) for e in effects_of(id)):
        yield Refusal("cards.no-effect", "{card} would change nothing now.", {"card": id})


def _as_card(game: Xcom, id: str, ctx: Ctx) -> Ctx:
    """The same moment, with this card as the source and its owner as the decider."""
    if id in book().continents:
        mine = Ctx("hq", id, ctx.decider, ctx.given, ctx.rises, ctx.killed)
    else:
        cite("cards.tech-owner")
        mine = Ctx("card", id, game.cards[id].seat, ctx.given, ctx.rises, ctx.killed)
    return mine


def holders(game: Xcom, window_: str, task_seat: int) -> Iterator[tuple[int, str]]:
    """Cards in play that belong to this window, with the seat that may use them; passive ones left out."""
    cards = book().cards
    for id, row in game.cards.items():
        card = cards[id]
        if card.window == window_ and card.pay and not row.exhausted and fits_task(game, id):
            yield row.seat, id
    home = bonus_in_force(game)
    if home and not game.w.hq_used:
        bonus = book().continents[home]
        if bonus.window == window_ and bonus.once and fits_task(game, home):
            yield task_seat, home


def usable(game: Xcom, window_: str, seat: int, task_seat: int, ctx: Ctx, used: tuple[str, ...] = ()) -> list[str]:
    mine = [c for s, c in holders(game, window_, task_seat) if s == seat and c not in used]
    return [c for c in mine if not any(True for _ in use_refusals(game, c, ctx))]


@rule("cards.windows", neutral=lambda *_: None)
@rule("cards.window-order", neutral=lambda *_: None)
@rule("cards.twice", neutral=lambda *_: None)
def window(game: Xcom, name: str, first: int, ctx: Ctx) -> Flow[None]:
    """Each role in order uses one card or passes, until all pass in a row. Nobody without a usable card is asked."""
    if not any(True for _ in holders(game, name, first)):
        return
    ctx.decider = first
    order = (first, *(s for s in WINDOW_ORDER if s != first))
    used: tuple[str, ...] = ()
    passed = i = 0
    while passed < len(order):
        seat = order[i % len(order)]
        i += 1
        cards = usable(game, name, seat, first, ctx, used)
        chosen = (yield from _offer(name, seat, cards, ctx)) if cards else None
        if chosen is None:
            passed += 1
            continue
        passed, used = 0, (*used, chosen)
        yield from use(game, chosen, ctx)


def _offer(name: str, seat: int, cards: list[str], ctx: Ctx) -> Flow[str | None]:
    where = {"c": ctx.rises.continent} if ctx.rises is not None else {}
    chosen: str | None = yield from Choose(
        seat=seat,
        key=f"card:{name}",
        rule="cards.windows",
        prompt=PROMPTS.get(name, "Use a card now?"),
        args=where,
        among=lambda: (None, *cards),
        default=None,
    )
    return chosen


@rule("cards.exhaust", neutral=lambda *_: None)
@rule("cards.nesting", neutral=lambda *_: None)
def use(game: Xcom, id: str, ctx: Ctx) -> Flow[None]:
    """The whole price first, then the effects in their order."""
    from xenotable.games.xcom.effects import carry_out

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
    cards = book().cards
    for id in game.cards:
        card = cards[id]
        if card.window == name and not card.pay and fits_task(game, id):
            yield from ((id, e) for e in card.effects)
    home = bonus_in_force(game)
    if home:
        bonus = book().continents[home]
        if bonus.window == name and not bonus.once and fits_task(game, home):
            yield from ((home, e) for e in bonus.effects)


@rule("cards.step-points", neutral=lambda *_: None)
@rule("cards.resolution-start", neutral=lambda *_: None)
def step_point(game: Xcom, first: int) -> Flow[None]:
    """One of the points at which cards with the window step can be used."""
    yield from window(game, "step", first, Ctx("card"))


@rule("cards.no-watch", neutral=lambda id: True)
def has_watch(id: str) -> bool:
    """Only cards with the watch symbol can be used in a timed phase."""
    return book().cards[id].timed


def watch_cards(game: Xcom) -> Iterator[tuple[int, str]]:
    """Ready cards with the watch symbol, with their owners."""
    for id, row in game.cards.items():
        if has_watch(id) and not row.exhausted:
            yield row.seat, id
