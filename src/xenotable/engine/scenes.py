"""Where the game is: a stack of frozen rows. The function of the top one runs; what it returns takes its place, first
one first. At the start of a scene the state alone determines what follows: a safe point."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable
from typing import Any, TypeVar

from xenotable.engine.asks import SAFE, Flow
from xenotable.engine.citing import home
from xenotable.engine.rows import Row

F = TypeVar("F", bound=Callable[..., Any])


class Scene(Row, tag=True, frozen=True):
    """A row that says where the game is: `[Turn(3), Activations(1), Movement(0, 2)]`."""


_PLAYED: dict[type[Scene], tuple[Callable[..., Any], bool]] = {}
_BY_HOME: dict[str, dict[str, type[Scene]]] = {}


def scene(function: F) -> F:
    """`def movement(game, at: Movement) -> Flow[list[Scene]]` plays the scene Movement; one that asks nothing may be a
    plain function."""
    at = typing.get_type_hints(function)["at"]
    _PLAYED[at] = function, inspect.isgeneratorfunction(inspect.unwrap(function))
    _BY_HOME.setdefault(home(function.__module__), {})[at.__name__] = at
    return function


def scenes_of(module: str) -> dict[str, type[Scene]]:
    """All scenes of the game that a module belongs to, by name."""
    return _BY_HOME.get(home(module), {})


def run(game: Any) -> Flow[None]:
    scenes = game.scenes
    while scenes and game.result is None:
        at = scenes[-1]
        play, asks = _PLAYED[type(at)]
        if asks:
            yield SAFE
            after = yield from play(game, at)
        else:  # nobody can stop in it, so nobody needs to come back to its beginning
            after = play(game, at)
        scenes.pop()
        if after:
            scenes.extend(reversed(after))
