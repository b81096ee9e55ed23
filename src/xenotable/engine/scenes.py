"""Where the game is: a stack of frozen rows. The function of the top one runs; what it returns takes its place, first
one first. At the start of a scene the state alone determines what follows: a safe point."""

from __future__ import annotations

import typing
from collections.abc import Callable
from types import GeneratorType
from typing import Any, TypeVar

from xenotable.engine.asks import SAFE, Flow
from xenotable.engine.rows import Row

F = TypeVar("F", bound=Callable[..., Any])


class Scene(Row, tag=True, frozen=True):
    """A row that says where the game is: `[Turn(3), Activations(1), Movement(0, 2)]`.

    Saves know it by its tag, which is the name of the class. One that is renamed keeps its old tag, and with it old
    saves and fingerprints: `class Activations(Scene, frozen=True, tag="Orders")`."""


Then = list[Scene] | Flow[list[Scene]]  # what follows from a scene: at once, or after its decisions

_PLAYED: dict[type[Scene], Callable[..., Any]] = {}
_BY_STATE: dict[type, dict[str, type[Scene]]] = {}


def scene(function: F) -> F:
    """`def movement(game: Duel, at: Movement) -> Flow[list[Scene]]` plays the scene Movement of Duel. One that asks
    nothing may be a plain function; so may one that seldom asks: it gives its scenes at once or, having written
    nothing, the flow in which it asks."""
    hints = typing.get_type_hints(function)
    at, state = hints["at"], hints["game"]
    if not hasattr(state, "tables"):
        raise TypeError(f"{function.__qualname__} must say whose scene it plays: `game: Duel`, not {state}.")
    if at in _PLAYED or tag_of(at) in scenes_of(state):
        raise ValueError(f"{state.__name__} has two scenes called {tag_of(at)}: a save could not tell them apart.")
    _BY_STATE.setdefault(state, {})[tag_of(at)] = at
    _PLAYED[at] = function
    return function


def tag_of(kind: type[Scene]) -> str:
    return str(kind.__struct_config__.tag)


def scenes_of(state: type) -> dict[str, type[Scene]]:
    """All scenes of a game by the names in its saves."""
    return _BY_STATE.get(state, {})


def run(game: Any) -> Flow[None]:
    scenes = game.scenes
    while scenes and game.result is None:
        at = scenes[-1]
        after = _PLAYED[type(at)](game, at)
        if type(after) is GeneratorType:  # where nobody can stop, nobody needs to come back to the beginning
            if game.sparse:
                game.begun = game.length
            else:
                yield SAFE
            after = yield from after
        if after and len(after) == 1:
            scenes[-1] = after[0]
        else:
            scenes[-1:] = after[::-1] if after else ()
