"""What the use of a card costs."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Flow, Refusal, cite, memoize, rule
from xenotable.games.xcom.content import card_of
from xenotable.games.xcom.rules.cards.decks import discard, open_salvage
from xenotable.games.xcom.rules.units.losses import exhaust
from xenotable.games.xcom.state import RESERVE, Xcom

EXHAUST = ("exhaust", 1)


@rule("cards.pay-first", neutral=lambda game, id: ())
def price_refusals(game: Xcom, id: str) -> Iterator[Refusal]:
    if spent(game, id):
        yield Refusal("cards.exhaust", "{card} is exhausted.", {"card": id})
    for what, n in prices_of(id):
        if what == "salvage" and len(game.now.salvage) < n:
            yield Refusal("cards.pay-first", "{card} costs {n} salvage.", {"card": id, "n": n})
        elif what == "satellite" and len(ready_satellites(game)) < n:
            says = "{card} needs {n} ready satellite in the reserve."
            yield Refusal("cards.pay-first", says, {"card": id, "n": n})


def spent(game: Xcom, id: str) -> bool:
    """Whether the card is exhausted and would have to be exhausted once more."""
    return game.cards[id].exhausted and EXHAUST in prices_of(id)


@memoize(256)
def prices_of(card: str) -> list[tuple[str, int]]:
    """What is paid, and how much of it."""
    return [(what, int(n or 1)) for what, _, n in (price.partition(":") for price in card_of(card).pay)]


@rule("cards.pay-satellite", neutral=lambda game: [])
def ready_satellites(game: Xcom) -> list[str]:
    """Those that can pay: in the reserve and ready."""
    return [i for i, u in game.units.items() if u.kind == "satellite" and u.place == RESERVE and not u.exhausted]


def pay(game: Xcom, id: str) -> Flow[None]:
    for what, n in prices_of(id):
        if what == "exhaust":
            game.cards.set(id, exhausted=True)
        elif what == "salvage":
            cite("cards.salvage-others")
            yield from spend_salvage(game, n)
        else:
            for unit in ready_satellites(game)[:n]:
                exhaust(game, unit, "cards.pay-satellite")


@rule("cards.salvage", neutral=lambda *_: None)
def spend_salvage(game: Xcom, n: int) -> Flow[None]:
    """The card gained first is spent first and goes to the enemy discard pile, where everybody sees it."""
    for _ in range(n):
        first = game.now.salvage[0]
        if first == "?":
            first = yield from open_salvage(game)
        game.put(salvage=game.now.salvage[1:])
        discard(game, "enemy", first)
        game.tell("{card} is spent from the salvage.", "cards.salvage", card=first)
