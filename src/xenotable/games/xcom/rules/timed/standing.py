"""What stands open from one moment of the timed phase to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from xenotable.engine import Ask, Reply
from xenotable.games.xcom.state import Xcom

Standing = dict[str, Any] | None  # what stood open before; None: nothing did, and nothing is kept
MOMENT = "moment"  # where asks are kept that stand open until something but words is heard
WORDS = ("signal", "instructions")


def stands(
    standing: Standing, what: str, key: Any, make: Callable[..., Sequence[Ask[Any]]], *args: Any
) -> Sequence[Ask[Any]]:
    """The asks that stood open at the moment before, as long as their key is the same; else new ones in their place."""
    if standing is None:
        return make(*args)
    found = standing.get(what)
    if found is None or found[0] != key:
        found = standing[what] = (key, make(*args))
    asks: Sequence[Ask[Any]] = found[1]
    return asks


def end_moment(game: Xcom, reply: Reply) -> None:
    """Something is heard. After mere words all the rest stands open as it did; anything else may change it."""
    if reply.key not in WORDS and game.standing is not None:
        game.standing.pop(MOMENT, None)
