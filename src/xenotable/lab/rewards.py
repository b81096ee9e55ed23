"""What a position is worth to a seat. The reward of a step is how much that grew.

So the rewards of a match sum up to what its end was worth. Any function of a view will do; these two are known by name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xenotable.engine import View
from xenotable.faults import Fault, nearest

Worth = Callable[[View[Any]], float]


def result(view: View[Any]) -> float:
    """1 for a victory, -1 for a defeat (all of them, where all play together), 0 for a draw and until the end."""
    results = view.title.results(view.game)
    return 2 * results[view.seat] - 1 if results else 0.0


def score(view: View[Any]) -> float:
    """How many points the seat is ahead. Who plays together counts the points themselves."""
    game = view.game
    scores = game.result.scores if game.result is not None and game.result.scores else view.title.progress(game).scores
    if view.seat >= len(scores):
        return 0.0
    own = scores[view.seat]
    if view.title.together or len(scores) == 1:
        return own
    best = max(scores)
    return own - (best if own < best else min(scores))


WORTHS: dict[str, Worth] = {"result": result, "score": score}


def worth_named(worth: str | Worth) -> Worth:
    """A way to reward by its name, or a function of one's own."""
    if callable(worth):
        return worth
    if worth not in WORTHS:
        raise Fault(f'There is no reward "{worth}".{nearest(worth, WORTHS)} There are {", ".join(WORTHS)}.')
    return WORTHS[worth]
