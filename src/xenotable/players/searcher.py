"""Imagines worlds, tries each promising answer in them and plays on; the best mean wins. The deadline always holds."""

from __future__ import annotations

import random
import time
from typing import Any

from xenotable.engine import Match, Title, View, Wait
from xenotable.players.protocol import Decision
from xenotable.players.random_player import FEW
from xenotable.players.tactician import Tactician

BUDGET = 0.5  # seconds, where nobody sets a deadline
WIDTH = 6  # answers that are tried
DEPTH = 60  # decisions played on in each imagined world


class Searcher:
    """The tactician's advice is always among the answers tried, and stands when there is no time for more."""

    def __init__(self, title: Title[Any], seed: int | str = 0) -> None:
        self.random = random.Random(f"searcher:{seed}")
        self.tactician = Tactician(title, seed)

    def decide(self, view: View[Any], deadline: float | None = None) -> Decision | Wait:
        until = time.monotonic() + BUDGET if deadline is None else deadline
        first = self.tactician.decide(view)
        asks = view.undecided()
        if isinstance(first, Wait) or len(asks) != 1:
            return first
        ask = asks[0]
        answers = [first.value, *(c for c in ask.candidates(WIDTH, self.random.random) if c != first.value)][:WIDTH]
        if len(answers) == 1:
            return first
        totals, trials = [0.0] * len(answers), 0
        while time.monotonic() < until:
            seed = self.random.randbytes(16)
            for i, answer in enumerate(answers):
                totals[i] += self._worth(view, ask.key, answer, seed)
            trials += 1
        best = max(range(len(answers)), key=lambda i: totals[i])
        if not trials or totals[best] <= totals[0]:
            return first
        return Decision(ask.key, answers[best], f"Best of {len(answers)} answers in {trials} imagined battles.")

    def _worth(self, view: View[Any], key: str, answer: Any, seed: bytes) -> float:
        world = view.imagine(seed)
        at = world.find(view.seat, key)
        if at is None or not world.open[at].accepts(answer):
            return -1.0
        world.play(answer, at)
        rnd = random.Random(seed).random
        for _ in range(DEPTH):
            if not world.open or not _any_answer(world, rnd):
                break
        return self._judged(world, view.seat)

    def _judged(self, world: Match[Any], seat: int) -> float:
        """From -1 (lost) to 1 (won); a battle that goes on is judged by the game's tactics, if they can."""
        result = world.game.result
        if result is not None:
            return 1.0 if seat in result.winners else -1.0 if result.winners else 0.0
        judge = world.title.prospects
        return judge(world.game, seat) if judge is not None else 0.0


def _any_answer(world: Match[Any], rnd: Any) -> bool:
    for i, ask in enumerate(world.open):
        if i not in world.held and (answers := ask.candidates(FEW, rnd)):
            world.play(answers[int(rnd() * len(answers))], i)
            return True
    due = world.due()
    if due is not None:
        world.tick(due)
    return due is not None
