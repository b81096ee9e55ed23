"""What the computer opponent works out once for a position. Whoever asks for its advice changes nothing until he has
it, so what a unit is worth, or could do to another, holds so long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from xenotable.engine.citing import recall
from xenotable.games.rampant.state import Rampant

P = ParamSpec("P")
T = TypeVar("T")


# The position that advice is asked for, and what is known of it; each thread has its own.
_WEIGHED: ContextVar[tuple[Rampant | None, dict[Any, Any]]] = ContextVar("weighed", default=(None, {}))


@contextmanager
def weighing(game: Rampant) -> Iterator[None]:
    """In here nothing is written to the game."""
    before = _WEIGHED.set((game, {}))
    try:
        yield
    finally:
        _WEIGHED.reset(before)


def once(f: Callable[Concatenate[Rampant, P], T]) -> Callable[Concatenate[Rampant, P], T]:
    """Worked out once in the position that is being weighed; anywhere else as often as it is asked for."""

    def known(game: Rampant, /, *args: Any) -> Any:
        weighed, answers = _WEIGHED.get()
        if game is not weighed:
            return work_out(game, *args)
        return recall(answers, (f, args), work_out, game, *args)

    work_out: Callable[..., Any] = f
    found: Any = wraps(f)(known)
    return found  # type: ignore[no-any-return]  # it takes what f takes, by position
