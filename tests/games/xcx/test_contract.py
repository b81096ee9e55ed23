"""The engine's contract, held by the battle and by the campaign."""

from collections.abc import Iterator
from typing import Any

import pytest

from contract import GameContract
from xenotable.engine import Match
from xenotable.games.xcx.rules.content import coop, solo
from xenotable.games.xcx.title import CAMPAIGN, GAME
from xenotable.players import RandomPlayer, play_out


class BattleContract(GameContract):
    """A battle may be conceded at the end of a round only."""

    game = GAME

    def test_anybody_may_concede(self) -> None:
        seed, setup = next(self.setups())
        match = self.match(seed, setup)
        players = {s: RandomPlayer(self.game, f"{seed}:{s}") for s in range(match.game.seats)}
        assert match.concede(0)[0].rule == "missions.concede"

        class Ended(Exception):
            pass

        def watch(now: Match[Any]) -> None:
            if any(a.key.startswith("onward") for a in now.open):
                raise Ended

        with pytest.raises(Ended):
            play_out(match, players, watch=watch)
        self.check_conceding(match)


class TestBattle(BattleContract):
    decisions = 70
    every = 9


class TestAgainstCards(BattleContract):
    """Alone and together against AI cards."""

    decisions = 16
    every = 8

    def setups(self) -> Iterator[tuple[int, Any]]:
        yield 1, solo("broken-convoy", 500, "impossible")
        yield 2, coop("attrition", 500)


class TestCampaign(GameContract):
    game = CAMPAIGN
    decisions = 60
    every = 9

    def has_catalogue(self) -> bool:
        return False

    def test_same_seed_and_answers_give_the_same_bytes_in_any_process(self) -> None:
        """A campaign has no name of its own to be found by in another process; within one it is held."""
        prints = {self.finish(self.match(1, next(self.setups())[1]), 4, 60) for _ in range(2)}
        assert len(prints) == 1
