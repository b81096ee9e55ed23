"""Plays by the game's own `tactics`: scored candidates, with a sentence why."""

from __future__ import annotations

import importlib
import random
from typing import Any, Protocol

from xenotable.engine import Ask, First, Game, Match, Misheard, Random, View, Wait, allowed
from xenotable.engine.citing import home
from xenotable.players.protocol import Decision

FEW = 8
IDLE = 1_000


class Tactics(Protocol):
    """What a game's module `tactics` offers: advice on one open ask of an imagined world; None lets it be."""

    def advise(self, world: Match[Any], seat: int, ask: Ask[Any], rnd: Random) -> tuple[Any, str] | None: ...


def tactics_of(kind: type[Game]) -> Tactics | None:
    """The game's tactics; None for a game that has none."""
    name = f"{home(kind.__module__)}.tactics"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name not in (name, home(kind.__module__)):
            raise
        return None


class Tactician:
    def __init__(self, kind: type[Game], seed: int | str = 0) -> None:
        self.random = random.Random(f"tactician:{seed}")
        self.tactics = tactics_of(kind)

    def decide(self, view: View[Any], deadline: float | None = None) -> Decision | Wait:
        """One world is imagined, so that advice can look at everything without knowing what it must not."""
        rnd = self.random.random
        world = view.imagine(self.random.randbytes(16))
        mine = [a for i, a in enumerate(world.open) if a.seat == view.seat and i not in world.held]
        for ask in mine:
            advice = self.tactics.advise(world, view.seat, ask, rnd) if self.tactics is not None else None
            if advice is not None and legal(ask, advice[0]):
                return Decision(ask.key, advice[0], advice[1])
        if view.due is not None or (type(world.top) is First and any(a.seat != view.seat for a in world.open)):
            return Wait(IDLE)  # time passes, or somebody else goes on
        for ask in mine:
            if answers := ask.candidates(FEW, rnd):
                return Decision(ask.key, answers[int(rnd() * len(answers))], "No choice is better than another.")
        return Wait(IDLE)


def legal(ask: Ask[Any], value: Any) -> bool:
    try:
        return allowed(ask.check(ask.shape(value)))
    except Misheard:
        return False
