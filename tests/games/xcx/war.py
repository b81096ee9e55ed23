"""A campaign between missions, for tests."""

from __future__ import annotations

from campaigning import Campaigning
from xenotable.games.xcx.title import CAMPAIGN

CARDS = (("spades", 2), ("hearts", 9), ("clubs", 7))
OFFERS = {o.id: o.setup for o in CAMPAIGN.offers()}


class War(Campaigning):
    """A campaign between missions."""

    def __init__(self, offer: str = "campaign-solo", winners: tuple[int, ...] = ()) -> None:
        self.game = CAMPAIGN.new(OFFERS[offer])
        self.game.ledger.set("now", winners=winners, mission=max(1, len(winners)))

    @property
    def open(self) -> str:
        return self.match.open[0].key.partition(":")[0] if self.match.open else ""
