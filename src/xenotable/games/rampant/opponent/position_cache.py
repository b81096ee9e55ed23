"""What the computer opponent works out once for a position. Whoever asks for its advice changes nothing until he has
it, so what a unit is worth, or could do to another, holds so long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from itertools import chain
from typing import Any, Concatenate, ParamSpec, TypeVar

from xenotable.engine.citing import recall
from xenotable.games.rampant.state import Rampant

P = ParamSpec("P")
T = TypeVar("T")

Answers = dict[Any, Any]
# The position that advice is asked for, and what is known of it; each thread has its own.
_WEIGHED: ContextVar[tuple[Rampant | None, Answers]] = ContextVar("weighed", default=(None, {}))
_LAST: list[tuple[tuple[object, ...], Answers]] = [((), {})]  # the position that advice was asked for last


@contextmanager
def weighing(game: Rampant) -> Iterator[None]:
    """In here nothing is written to the game. A seat that is asked for a unit and then for its order imagines two
    worlds: where both hold the same, what was found out about one holds for the other."""
    position = as_it_lies(game)
    if _LAST[0][0] != position:
        _LAST[0] = (position, {})
    before = _WEIGHED.set((game, _LAST[0][1]))
    try:
        yield
    finally:
        _WEIGHED.reset(before)


def as_it_lies(game: Rampant) -> tuple[object, ...]:
    """All that is written down, and what is supposed of secrets."""
    rows = game.units, game.buildings, game.sides, game.secret
    return (game.setup, game.now, *chain.from_iterable([table.values() for table in rows]))


def once(f: Callable[Concatenate[Rampant, P], T]) -> Callable[Concatenate[Rampant, P], T]:
    """Worked out once in the position that is being weighed; anywhere else as often as it is asked for."""

    @wraps(f)
    def known(game: Rampant, /, *args: Any) -> Any:
        weighed, answers = _WEIGHED.get()
        if game is not weighed:
            return ask(game, *args)
        found = answers.get((f, args))  # under test everything is kept by longer keys
        return recall(answers, (f, args), ask, game, *args) if found is None else found

    ask: Callable[..., Any] = f
    return known  # type: ignore[return-value]  # it takes what f takes, by position
