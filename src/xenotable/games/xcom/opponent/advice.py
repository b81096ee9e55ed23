"""AI players: advice on any open ask, by the rules of chapter ai, with a sentence why.

It reads only what the role may see: public rows and the role's own secrets. The list of coming actions and the order of
the decks in an imagined world are guesses and are never looked at.
"""

from __future__ import annotations

from typing import Any

from xenotable.engine import Advice, Ask, Match, Random, by_key, rule
from xenotable.games.xcom.opponent.resolution import RESOLVE, first_candidate
from xenotable.games.xcom.opponent.timed import TIMED, watch_card
from xenotable.games.xcom.state import Xcom

resolution = by_key(RESOLVE, otherwise=first_candidate)


@rule("ai.hint", neutral=lambda *_: None)
@rule("ai.same-rules", neutral=lambda *_: None)
def advise(world: Match[Xcom], seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """A legal answer with its reason; None to let the ask be for now. In the timed phase the clock decides as well."""
    game = world.game
    if game.now.phase == "timed" and ask.key in TIMED:
        return TIMED[ask.key](game, seat, ask, world.now)
    if ask.key.startswith(("asset-", "tech-")):
        return watch_card(game, ask, world.now)
    return resolution(world, seat, ask, rnd)
