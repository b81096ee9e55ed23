"""A campaign between missions, for tests."""

from __future__ import annotations

from typing import Any

from campaigning import Campaigning
from xenotable.engine.wording import render_template
from xenotable.games.xcx.rules.campaign.battles import battle_setup
from xenotable.games.xcx.state import Xcx
from xenotable.games.xcx.title import CAMPAIGN, GAME

CARDS = (("spades", 2), ("hearts", 9), ("clubs", 7))
OFFERS = {o.id: o.setup for o in CAMPAIGN.offers()}


class War(Campaigning):
    """A campaign between missions."""

    def __init__(self, offer: str = "campaign-solo", winners: tuple[int, ...] = ()) -> None:
        self.game = CAMPAIGN.new(OFFERS[offer])
        self.game.ledger.set("now", winners=winners, mission=max(1, len(winners)))

    def one_each(self, mission: int = 1) -> Xcx:
        """The battle to which each side sends its first soldier."""
        for seat in (0, 1):
            first = next(i for i, s in self.game.soldiers.items() if s.seat == seat)
            self.game.accounts.set(seat, mustered=(first,), leader=first)
        return GAME.new(battle_setup(self.game, mission))

    @property
    def shown(self) -> dict[str, str]:
        """What is open to the player, by its label, and why the rest is closed."""
        ask: Any = self.match.open[0]
        label = ask.label or str
        words = {
            label(o): [render_template(r.says, r.args, self.game.name) for r in ask.why_not(o)] for o in ask.among()
        }
        assert [label(o) for o in ask.options()] == [o for o, why in words.items() if not why]
        return {o: " ".join(why) for o, why in words.items()}

    @property
    def open(self) -> str:
        return self.match.open[0].key.partition(":")[0] if self.match.open else ""
