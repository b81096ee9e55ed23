"""Decks: drawing, turning up, discarding and looking, with what lies hidden kept hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xenotable.engine import NOBODY, Flow, Reckon
from xenotable.games.xcom.content import SCIENTIST
from xenotable.games.xcom.rules.timed.peeking import end_look
from xenotable.games.xcom.state import Xcom


def deck_size(game: Xcom, deck: str) -> int:
    row = game.decks[deck]
    return row.unknown + len(row.below)


def top(game: Xcom, deck: str, n: int = 1) -> tuple[str, ...]:
    """The top cards as they lie; only for the rules that draw or look."""
    hidden: tuple[str, ...] = getattr(game.secret[NOBODY], deck)
    return (hidden + game.decks[deck].below)[:n]


def draw(game: Xcom, deck: str) -> Flow[str]:
    """Takes the top card, "" from an empty deck. What came up is noted on the way, so that a world imagined from before
    the draw finds the same card here."""
    if not deck_size(game, deck):
        return ""
    card = yield from Reckon(work=lambda: top(game, deck)[0])
    swap_hidden(game, deck, top(game, deck)[0], card)
    return take_top(game, deck)


def swap_hidden(game: Xcom, deck: str, here: str, card: str) -> None:
    """In an imagined world the card may lie elsewhere among the hidden ones: it changes places with the one here."""
    if here == card:
        return
    hidden = game.secret[NOBODY]

    def swapped(cards: Sequence[str]) -> tuple[str, ...]:
        return tuple(here if c == card else card if c == here else c for c in cards)

    changes: dict[str, Any] = {deck: swapped(getattr(hidden, deck))}
    if deck == "enemy":
        changes["down"] = tuple((space, swapped((c,))[0]) for space, c in hidden.down)
        changes["salvage"] = swapped(hidden.salvage)
    game.secret.set(NOBODY, **changes)
    if deck == "tech":
        game.secret.set(SCIENTIST, hand=swapped(game.secret[SCIENTIST].hand))


def turn_up(game: Xcom, space: str) -> Flow[str]:
    """The face-down enemy of a space, seen by all from now on."""
    card: str = yield from Reckon(work=lambda: dict(game.secret[NOBODY].down)[space])
    swap_hidden(game, "enemy", dict(game.secret[NOBODY].down)[space], card)
    down = tuple((s, c) for s, c in game.secret[NOBODY].down if s != space)
    game.secret.set(NOBODY, down=down)
    game.foes.set(space, card=card)
    return card


def open_salvage(game: Xcom) -> Flow[str]:
    """The first salvage card that nobody has seen."""
    card: str = yield from Reckon(work=lambda: game.secret[NOBODY].salvage[0])
    swap_hidden(game, "enemy", game.secret[NOBODY].salvage[0], card)
    game.secret.set(NOBODY, salvage=game.secret[NOBODY].salvage[1:])
    return card


def discard(game: Xcom, deck: str, *cards: str) -> None:
    game.decks.set(deck, discard=(*game.decks[deck].discard, *cards))


def take_top(game: Xcom, deck: str) -> str:
    """Takes the top card off as it lies."""
    card = top(game, deck)[0]
    row = game.decks[deck]
    if row.unknown:
        game.secret.set(NOBODY, **{deck: getattr(game.secret[NOBODY], deck)[1:]})
        game.decks.set(deck, unknown=row.unknown - 1)
    else:
        game.decks.set(deck, below=row.below[1:])
    end_look(game, deck)
    return card


def hide_enemy(game: Xcom, slot: str) -> None:
    """The top enemy card face down on a space of a mission."""
    game.secret.set(NOBODY, down=(*game.secret[NOBODY].down, (slot, take_top(game, "enemy"))))


def hide_salvage(game: Xcom) -> None:
    """The top enemy card unseen on the salvage pile."""
    game.secret.set(NOBODY, salvage=(*game.secret[NOBODY].salvage, take_top(game, "enemy")))
    game.put(salvage=(*game.now.salvage, "?"))
