"""Battles between machines, from a seed (chapter odds)."""

from __future__ import annotations

from xenotable.engine import Match, rule
from xenotable.engine.dice import Seeded
from xenotable.games.killteam.rules.setup.ready import random_setup
from xenotable.games.killteam.rules.setup.sequence import begin


@rule("odds.simulate")
def simulated(seed: int, players: tuple[str, str]) -> str:
    """A whole battle of random answers from a seed; the same seed gives the same end."""
    source = Seeded(f"{seed}:{players}")

    def rnd() -> float:
        return source.below(1 << 24) / (1 << 24)

    match = Match(begin(random_setup(rnd)), seed, live=False)
    while not match.over:
        at = next(i for i in range(len(match.open)) if i not in match.held)
        options = match.open[at].candidates(2, rnd)
        match.play(options[int(rnd() * len(options))], at)
    return match.game.fingerprint()
