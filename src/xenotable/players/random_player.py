"""Plays any legal answer. Works for every ask of every game, because asks offer candidates."""

from __future__ import annotations

import random
from typing import Any

from xenotable.engine import Title, View, Wait
from xenotable.players.protocol import Decision

FEW = 4  # candidates wanted of asks whose answers cannot be listed
IDLE = 2_000  # milliseconds that pass when a timed ask is left alone
PATIENCE = 0.3  # how often a timed ask is left alone
LATER = Wait(IDLE)


class RandomPlayer:
    """Takes any legal answer; for tests and as the weakest opponent."""

    looks_ahead = False

    def __init__(self, title: Title[Any], seed: int | str = 0) -> None:
        self.rnd = random.Random(f"random:{seed}").random

    def decide(self, view: View[Any], deadline: float | None = None) -> Decision | Wait:
        rnd = self.rnd
        if view.due is not None and rnd() < PATIENCE:
            return LATER
        asks = view.undecided()
        while asks:
            ask = asks.pop(int(rnd() * len(asks))) if len(asks) > 1 else asks.pop()
            for answer in ask.drawn(FEW, rnd):
                return Decision(ask.key, answer, "Chosen at random.")
        return LATER
