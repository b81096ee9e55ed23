"""Plays any legal answer. Works for every ask of every game, because asks offer candidates."""

from __future__ import annotations

import random
from typing import Any

from xenotable.engine import Game, View, Wait
from xenotable.players.protocol import Decision

FEW = 4  # candidates wanted of asks whose answers cannot be listed
IDLE = 2_000  # milliseconds that pass when a timed ask is left alone
PATIENCE = 0.3  # how often a timed ask is left alone


class RandomPlayer:
    def __init__(self, kind: type[Game], seed: int | str = 0) -> None:
        self.rnd = random.Random(f"random:{seed}").random

    def decide(self, view: View[Any], deadline: float | None = None) -> Decision | Wait:
        rnd = self.rnd
        asks = view.undecided()
        if len(asks) == 1 and view.due is None:
            ask = asks[0]
            answers = ask.candidates(FEW, rnd)
            if not answers:
                return Wait(IDLE)
        else:
            if view.due is not None and rnd() < PATIENCE:
                return Wait(IDLE)
            offered = [(a, c) for a in asks if (c := a.candidates(FEW, rnd))]
            if not offered:
                return Wait(IDLE)
            ask, answers = offered[int(rnd() * len(offered))]
        return Decision(ask.key, answers[int(rnd() * len(answers))], "Chosen at random.")
