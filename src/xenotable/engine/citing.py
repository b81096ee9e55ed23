"""Which rule stands behind which function, and (under test) which rules were really used.

Outside tests `rule` hands back the bare function and `cite` does nothing, because rules run millions of times in a
simulation. The test plugin sets `XENOTABLE_TRACE=1` before any game is imported; only then are calls recorded.
"""

from __future__ import annotations

import functools
import inspect
import os
import sys
from collections.abc import Callable, Generator
from operator import is_
from types import FrameType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

TRACING = os.environ.get("XENOTABLE_TRACE") == "1"
SEEN: set[str] = set()  # ids cited since somebody last cleared it, without the game's name
RULES: dict[str, list[tuple[str, str]]] = {}  # "game.chapter.slug" -> [(module, function)]
NEUTRAL: set[str] = set()  # "game.chapter.slug" of rules that can be knocked out without breaking the flow
CITERS: dict[str, set[tuple[str, str]]] = {}  # under proof: the functions that cited a rule, as (module, function)
PROVING = [False]  # whether those are noted
NOTHING: frozenset[str] = frozenset()
_knocked: set[str] = set()
_CODE = [object()]  # stands for the code of all rules as it is now


def game_of(module: str) -> str:
    """The game that a module belongs to: `rampant`, or the name of the module for a game elsewhere."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["xenotable", "games"] else parts[-1]


def rule(id: str, neutral: Callable[..., Any] | None = None) -> Callable[[F], F]:
    """Says that a function implements the rule. `neutral(*args)` gives what the rule's absence would return: it makes
    the rule provable, because a test that claims the rule must fail while the rule is knocked out."""

    def decorate(function: F) -> F:
        full = f"{game_of(function.__module__)}.{id}"
        RULES.setdefault(full, []).append((function.__module__, function.__qualname__))
        if neutral is not None:
            NEUTRAL.add(full)
        return _record_calls(function, id, full, neutral) if TRACING else function

    return decorate


def _record_calls(function: F, id: str, full: str, neutral: Callable[..., Any] | None) -> F:
    flows = inspect.isgeneratorfunction(inspect.unwrap(function))

    @functools.wraps(function)
    def cited(*args: Any, **kwargs: Any) -> Any:
        SEEN.add(id)
        if neutral is not None and full in _knocked:
            absent = neutral(*args, **kwargs)
            return _just(absent) if flows else absent
        return function(*args, **kwargs)

    return cited  # type: ignore[return-value]  # functools.wraps keeps the signature, which mypy cannot see


def _just(value: Any) -> Generator[Any, Any, Any]:
    return value
    yield  # makes this a generator that asks nothing


def overhear(function: Callable[..., T], *args: Any, **kwargs: Any) -> tuple[T, frozenset[str]]:
    """What a function answers, and the rules that it cited on the way (outside tests: none). Who keeps the answer cites
    them again whenever it serves, and does not let it serve once a rule is knocked out (see `knocked_out`)."""
    if not TRACING:
        return function(*args, **kwargs), NOTHING
    others = set(SEEN)
    SEEN.clear()
    try:
        return function(*args, **kwargs), frozenset(SEEN)
    finally:
        SEEN.update(others)


def serve(answer: T, cited: frozenset[str], function: Callable[..., T], args: tuple[Any, ...]) -> T:
    """A kept answer serves under test: what it cited is cited again. A check of all that is kept (`tests/doubting.py`)
    takes its place and asks the function once more."""
    SEEN.update(cited)
    return answer


def memoize(size: int | None) -> Callable[[F], F]:
    """Keeps the results of a pure function, so many of them (None: all); under test with what they cited."""

    def decorate(function: F) -> F:
        if not TRACING:
            return functools.lru_cache(size)(function)  # type: ignore[return-value]  # same calls

        content = function.__module__.endswith(".content")  # is read once: a proof changes its rows where they are

        @functools.lru_cache(size)
        def keep(world: tuple[Any, ...], *args: Any, **kwargs: Any) -> tuple[Any, frozenset[str]]:
            return overhear(function, *args, **kwargs)

        @functools.wraps(function)
        def recall(*args: Any, **kwargs: Any) -> Any:
            answer, cited = keep(world_of_rules()[: -1 if content else None], *args, **kwargs)
            return serve(answer, cited, function, args)

        return recall  # type: ignore[return-value]  # same calls

    return decorate


def recall(known: dict[Any, Any], key: Any, function: Callable[..., T], *args: Any) -> T:
    """What the function answers, kept by a key that says all that the answer depends on; under test with what it
    cited."""
    if not TRACING:
        answer: T | None = known.get(key)
        if answer is None:
            answer = known[key] = function(*args)
        return answer
    key = (key, *world_of_rules())
    if key not in known:
        known[key] = overhear(function, *args)
    kept, cited = known[key]
    served: T = serve(kept, cited, function, args)
    return served


def note_citer(id: str, frame: FrameType | None) -> None:
    """Under proof: notes the nearest function of a game that is running; ids that are worked out stand nowhere else."""
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if module.startswith("xenotable.games."):
            CITERS.setdefault(id, set()).add((module, frame.f_code.co_qualname.partition(".<locals>")[0]))
            return
        frame = frame.f_back


def reuse(
    known: dict[Any, Any],
    key: Any,
    rows: tuple[Any, ...],
    function: Callable[..., T],
    *args: Any,
    same: Callable[[Any, Any], bool] = is_,
) -> T:
    """What the function made of these very rows the last time, or makes of them now. Rows are frozen, so the same
    objects are the same values, and nothing has to be compared or hashed; `same=eq` for rows that somebody may have
    written once more as they were. Only the latest answer is kept by a key."""
    rows = (*rows, *world_of_rules()) if TRACING else rows
    found = known.get(key)
    if found is None or len(found[0]) != len(rows) or not all(map(same, found[0], rows)):
        found = known[key] = (rows, *overhear(function, *args))
    answer: T = found[1]
    return serve(answer, found[2], function, args) if TRACING else answer


def knock_out(full: str | None) -> None:
    """Switches one rule off (None: all on again). Only under test."""
    _knocked.clear()
    if full is not None:
        _knocked.add(full)


def knocked_out() -> frozenset[str]:
    """The rules that are switched off now; results worked out without them are not those of the book."""
    return frozenset(_knocked)


def world_of_rules() -> tuple[Any, ...]:
    """What answers under test depend on beside their keys: the rules that are switched off, and the code of all."""
    return (*sorted(_knocked), _CODE[0])


def forget_kept() -> None:
    """No answer that was kept up to now serves any more: the code of a rule is changed. Only under proof."""
    _CODE[0] = object()


def acts_in(module: str, id: str) -> bool:
    """The same for a game that is known by one of its modules. Only under test."""
    SEEN.update((id, id.partition("=")[0]))
    full = f"{game_of(module)}.{id}"
    NEUTRAL.add(full)
    return full not in _knocked


if TRACING:

    def cite(id: str) -> None:
        """Says that this branch follows a rule."""
        SEEN.add(id)
        if PROVING[0]:
            note_citer(id, sys._getframe(1))

    def acts(id: str) -> bool:
        """A condition that cites: `if "swift" in has and acts("specials.swift")`. It does not hold while the rule is
        knocked out, which makes a rule that is one branch of a function provable without a function of its own."""
        return acts_in(sys._getframe(1).f_globals["__name__"], id)

else:

    def cite(id: str) -> None:
        """Says that this branch follows a rule."""

    def acts(id: str) -> bool:
        """A condition that cites: true, except under proof."""
        return True
