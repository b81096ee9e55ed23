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

Answers = dict[Any, Any]
# The position that advice is asked for, and what is known of it: in this world, and in every world that looks the same;
# each thread has its own.
_WEIGHED: ContextVar[tuple[Rampant | None, Answers, Answers]] = ContextVar("weighed", default=(None, {}, {}))
_SEEN: list[tuple[tuple[object, ...], Answers]] = [((), {})]  # the table as it lay when advice was asked for last


@contextmanager
def weighing(game: Rampant) -> Iterator[None]:
    """In here nothing is written to the game."""
    lies = as_it_lies(game)
    if _SEEN[0][0] != lies:
        _SEEN[0] = (lies, {})
    before = _WEIGHED.set((game, {}, _SEEN[0][1]))
    try:
        yield
    finally:
        _WEIGHED.reset(before)


def as_it_lies(game: Rampant) -> tuple[object, ...]:
    """All that everybody can see."""
    return (game.setup, game.now, *game.sides.values(), *game.units.values(), *game.buildings.values())


def once(f: Callable[Concatenate[Rampant, P], T]) -> Callable[Concatenate[Rampant, P], T]:
    """Worked out once in the position that is being weighed; anywhere else as often as it is asked for."""
    return _known(f, 1)  # type: ignore[no-any-return]  # it takes what f takes, by position


def once_for_all(f: Callable[Concatenate[Rampant, P], T]) -> Callable[Concatenate[Rampant, P], T]:
    """The same of a question that has nothing to do with secrets: a seat that is asked for a unit and then for its
    order imagines two worlds, and the table lies the same in both."""
    return _known(f, 2)  # type: ignore[no-any-return]  # it takes what f takes, by position


def _known(f: Callable[..., Any], where: int) -> Any:
    @wraps(f)
    def known(game: Rampant, /, *args: Any) -> Any:
        weighed = _WEIGHED.get()
        if game is not weighed[0]:
            return f(game, *args)
        answers: Answers = weighed[where]  # type: ignore[assignment]  # one of the two
        return recall(answers, (f, args), f, game, *args)

    return known
