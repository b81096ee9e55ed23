"""Where the game is: a stack of frozen rows. The function of the top one runs; what it returns takes its place, first
one first. At the start of a scene the state alone determines what follows: a safe point."""

from __future__ import annotations

import typing
from collections.abc import Callable
from types import GeneratorType
from typing import Any, TypeVar

from xenotable.engine.asks import SAFE, Flow
from xenotable.engine.citing import home
from xenotable.engine.rows import Row

F = TypeVar("F", bound=Callable[..., Any])


class Scene(Row, tag=True, frozen=True):
    """A row that says where the game is: `[Turn(3), Activations(1), Movement(0, 2)]`."""


Then = list[Scene] | Flow[list[Scene]]  # what follows from a scene: at once, or after its decisions

_PLAYED: dict[type[Scene], Callable[..., Any]] = {}
_BY_HOME: dict[str, dict[str, type[Scene]]] = {}


def scene(function: F) -> F:
    """`def movement(game, at: Movement) -> Flow[list[Scene]]` plays the scene Movement. One that asks nothing may be a
    plain function; so may one that seldom asks: it gives its scenes at once or, having written nothing, the flow in
    which it asks."""
    at = typing.get_type_hints(function)["at"]
    _PLAYED[at] = function
    _BY_HOME.setdefault(home(function.__module__), {})[at.__name__] = at
    return function


def scenes_of(module: str) -> dict[str, type[Scene]]:
    """All scenes of the game that a module belongs to, by name."""
    return _BY_HOME.get(home(module), {})


def run(game: Any) -> Flow[None]:
    scenes = game.scenes
    while scenes and game.result is None:
        at = scenes[-1]
        after = _PLAYED[type(at)](game, at)
        if type(after) is GeneratorType:  # where nobody can stop, nobody needs to come back to the beginning
            yield SAFE
            after = yield from after
        scenes.pop()
        if after:
            scenes.extend(reversed(after))
