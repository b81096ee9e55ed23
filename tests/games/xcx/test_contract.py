"""The engine's contract, held by the battle and by the campaign."""

from collections.abc import Iterator
from typing import Any

from contract import GameContract
from xenotable.games.xcx import Campaign, Xcx
from xenotable.games.xcx.lists import coop, solo


class TestBattle(GameContract):
    game = Xcx
    decisions = 70
    every = 9


class TestAgainstCards(GameContract):
    """Alone and together against AI cards."""

    game = Xcx
    decisions = 16
    every = 8

    def setups(self) -> Iterator[tuple[int, Any]]:
        yield 1, solo("broken-convoy", 500, "impossible")
        yield 2, coop("attrition", 500)


class TestCampaign(GameContract):
    game = Campaign
    decisions = 60
    every = 9

    def has_catalogue(self) -> bool:
        return False

    def test_same_seed_and_answers_give_the_same_bytes_in_any_process(self) -> None:
        """A campaign has no name of its own to be found by in another process; within one it is held."""
        prints = {self.finish(self.match(1, next(self.setups())[1]), 4, 60) for _ in range(2)}
        assert len(prints) == 1
