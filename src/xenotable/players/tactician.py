"""Plays by the game's own advice, which comes with a sentence why."""

from __future__ import annotations

import random
from typing import Any

from xenotable.engine import First, Title, View, Wait
from xenotable.players.protocol import Decision

FEW = 8
IDLE = 1_000


class Tactician:
    """Plays by the tactics that come with the game, and says why."""

    def __init__(self, title: Title[Any], seed: int | str = 0) -> None:
        self.random = random.Random(f"tactician:{seed}")
        self.advise = title.advise

    def decide(self, view: View[Any], deadline: float | None = None) -> Decision | Wait:
        """One world is imagined, so that advice can look at everything without knowing what it must not."""
        rnd = self.random.random
        world = view.imagine(self.random.randbytes(16))
        mine = [a for i, a in enumerate(world.open) if a.seat == view.seat and not a.aside and i not in world.held]
        for ask in mine:
            advice = self.advise(world, view.seat, ask, rnd) if self.advise is not None else None
            if advice is not None and ask.accepts(advice[0]):
                return Decision(ask.key, advice[0], advice[1])
        others = any(a.seat != view.seat and not a.aside for a in world.open)
        if view.due is not None or (type(world.top) is First and others):
            return Wait(IDLE)  # time passes, or somebody else goes on
        for ask in mine:
            if answers := ask.candidates(FEW, rnd):
                return Decision(ask.key, answers[int(rnd() * len(answers))], "One is as good as another here.")
        return Wait(IDLE)
