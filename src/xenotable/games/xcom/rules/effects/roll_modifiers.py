"""What enemies and cards in play change about a roll."""

from __future__ import annotations

from xenotable.engine import is_legal, rule
from xenotable.games.xcom.content import card_of
from xenotable.games.xcom.rules.cards.prices import price_refusals
from xenotable.games.xcom.state import Xcom


@rule("effects.alien_minus", neutral=lambda game: 0)
def alien_minus(game: Xcom) -> int:
    """What the enemy of this roll takes from the alien die."""
    return _passive(game, "alien_minus")


@rule("effects.armor", neutral=lambda game: 0)
def armor(game: Xcom) -> int:
    """How many successes the enemy of this roll ignores."""
    return _passive(game, "armor")


def _passive(game: Xcom, what: str) -> int:
    foe = game.throws[0].foe
    if not foe or foe not in game.foes:
        return 0
    return sum(e.count for e in card_of(game.foes[foe].card).passive if e.do == what)


@rule("effects.wild_icon", neutral=lambda *_: "")
def wild_card(game: Xcom, place: str) -> str:
    """A card that could let a soldier use a foreign icon now; "" if there is none."""
    for id, row in game.cards.items():
        card = card_of(id)
        fits = card.window == "assign" and ("base" if place == "base" else "mission") in card.task
        if fits and not row.exhausted and is_legal(price_refusals(game, id)):
            return id
    return ""
