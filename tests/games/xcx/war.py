"""A campaign between missions, for tests."""

from __future__ import annotations

from typing import Any

from xenotable.engine import Match, Scripted
from xenotable.games.xcx.title import CAMPAIGN

CARDS = (("spades", 2), ("hearts", 9), ("clubs", 7))
OFFERS = {o.id: o.setup for o in CAMPAIGN.offers()}


class War:
    """A campaign between missions, with scripted dice and answers by key."""

    def __init__(self, offer: str = "campaign-solo", winners: tuple[int, ...] = ()) -> None:
        self.game = CAMPAIGN.new(OFFERS[offer])
        self.game.ledger.set("now", winners=winners, mission=max(1, len(winners)))

    def play(self, *scenes: Any, dice: Any = (), draws: Any = (), **answers: Any) -> War:
        self.game.scenes = list(reversed(scenes))
        self.match = Match(self.game, Scripted(dice, draws))
        self.game = self.match.game
        while self.match.open:
            ask = next(a for i, a in enumerate(self.match.open) if i not in self.match.held)
            key = ask.key.partition(":")[0]
            if key not in answers or answers[key] == []:
                break
            said = answers[key].pop(0) if isinstance(answers[key], list) else answers[key]
            why = self.match.answer(ask.seat, said, self.match.id(ask))
            assert not why, [str(r) for r in why]
        self.game = self.match.game
        return self

    @property
    def open(self) -> str:
        return self.match.open[0].key.partition(":")[0] if self.match.open else ""
