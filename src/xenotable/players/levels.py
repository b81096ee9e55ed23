"""Levels for newcomers and for the experienced: as a game's book prescribes them, or else our own way."""

from __future__ import annotations

import random
import time
from typing import Any

from xenotable.engine import Title, View, Wait
from xenotable.players.protocol import Decision
from xenotable.players.random_player import FEW
from xenotable.players.searcher import Searcher
from xenotable.players.tactician import Tactician

ERRS = 1 / 3  # how often a recruit does anything legal, where no book says how a recruit decides
SECONDS = 1.5  # how long a veteran thinks, where nobody sets a deadline


class Recruit:
    """As the game's book prescribes it (`Title.recruit`); elsewhere the tactician, whose answer errs one time in three.

    When to act, and on what, is the tactician's word: who errs there takes other people's decisions away from them.
    """

    def __init__(self, title: Title[Any], seed: int | str = 0) -> None:
        self.random = random.Random(f"recruit:{seed}")
        self.tactician = Tactician(title, seed)
        self.own = title.recruit

    def decide(self, view: View[Any], deadline: float | None = None) -> Decision | Wait:
        rnd = self.random.random
        if self.own is None:
            decision = self.tactician.decide(view, deadline)
            if isinstance(decision, Wait) or rnd() >= ERRS:
                return decision
            ask = next(ask for ask in view.undecided() if ask.key == decision.key)
            return next((Decision(ask.key, answer, "Chosen at random.") for answer in ask.drawn(FEW, rnd)), decision)
        world = view.imagine(self.random.randbytes(16))
        for i, ask in enumerate(world.open):
            advice = self.own(world, view.seat, ask, rnd) if ask.seat == view.seat and i not in world.held else None
            if advice is not None and ask.accepts(advice[0]):
                return Decision(ask.key, advice[0], advice[1])
        return self.tactician.decide(view, deadline)


class Veteran:
    """As the game's book prescribes it (`Title.veteran`); elsewhere the searcher."""

    def __init__(self, title: Title[Any], seed: int | str = 0) -> None:
        self.random = random.Random(f"veteran:{seed}")
        self.searcher = Searcher(title, seed)
        self.own = title.veteran

    def decide(self, view: View[Any], deadline: float | None = None) -> Decision | Wait:
        if self.own is None:
            return self.searcher.decide(view, deadline)
        until = time.monotonic() + SECONDS if deadline is None else deadline
        world = view.imagine(self.random.randbytes(16))
        for i, ask in enumerate(world.open):
            if ask.seat != view.seat or i in world.held:
                continue
            advice = self.own(world, view.seat, ask, self.random.random, lambda: time.monotonic() < until)
            if advice is not None and ask.accepts(advice[0]):
                return Decision(ask.key, advice[0], advice[1])
        return self.searcher.tactician.decide(view, deadline)
