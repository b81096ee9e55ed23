"""AI players: advice on any open ask, by the rules of chapter ai, with a sentence why.

It reads only what the role may see: public rows and the role's own secrets. The list of coming actions and the order of
the decks in an imagined world are guesses and are never looked at.
"""

from __future__ import annotations

from typing import Any

from xenotable.engine import Ask, Match, Random, cite, rule
from xenotable.games.xcom.opponent.resolution import RESOLVE, Advice
from xenotable.games.xcom.opponent.timed import TIMED, WATCH, watch_card
from xenotable.games.xcom.state import Xcom


@rule("ai.hint", neutral=lambda *_: None)
@rule("ai.same-rules", neutral=lambda *_: None)
def advise(world: Match[Xcom], seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """A legal answer with its reason; None to let the ask be for now."""
    game = world.game
    if game.now.phase == "timed" and ask.key in TIMED:
        return TIMED[ask.key](game, seat, ask, world.now)
    if ask.key in WATCH or ask.key.startswith(("asset-", "tech-")):
        return watch_card(game, ask, world.now)
    kind = ask.key.partition(":")[0]
    if kind in RESOLVE:
        return RESOLVE[kind](game, ask)
    cite("ai.ties")
    options = list(ask.candidates(8, rnd))
    return (options[0], "One is as good as another: the first is taken.") if options else None
