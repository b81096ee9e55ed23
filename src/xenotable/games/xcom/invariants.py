"""What must never be, in the game and in its companion."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import cite
from xenotable.games.xcom.rules.play.hidden import whereabouts
from xenotable.games.xcom.rules.setup.pieces import deck_cards, ufos_out
from xenotable.games.xcom.rules.units.unit_locations import misplaced_units
from xenotable.games.xcom.state import UFOS, Companion, Xcom


def broken_companion_invariants(game: Companion) -> Iterator[str]:
    if not 1 <= game.now.threat <= 5 or not 0 <= game.draft[0].orbit <= 24:
        yield "a counter is out of its range"


def broken_invariants(game: Xcom) -> Iterator[str]:
    """What must never be."""
    yield from misplaced_units(game)
    cite("units.ufo-limit")
    if ufos_out(game) > UFOS:
        yield "more UFOs than there are"
    war = game.now
    if not (0 <= war.damage <= 9 and 1 <= war.threat <= 5 and war.emergency >= 0 and war.credits >= 0):
        yield f"a track or a purse is out of its range: {war}"
    if any(not 0 <= c.panic <= 8 or (c.fallen and c.ufos) for c in game.continents.values()):
        yield "a continent is out of its range"
    yield from _cards_broken(game)


def _cards_broken(game: Xcom) -> Iterator[str]:
    """Every card of a deck is in exactly one place."""
    for deck, cards in whereabouts(game).items():
        if len(cards) != len(set(cards)):
            yield f"a card of the {deck} deck is there twice"
        if game.now.round and sorted(cards) != sorted(deck_cards(deck, game.now.plan, game.setup.timer)):
            yield f"a card of the {deck} deck is missing"
