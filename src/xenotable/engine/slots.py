"""Slots: what rules call by name before it is written. A rule that asks declares one for its odds; a forecast, which
builds on the rules, fills it. So rules never import what is built on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_SLOTS: dict[str, Slot] = {}  # type: ignore[type-arg]  # of any kind, by name: a module read again declares it anew


class Slot(Generic[P, R]):
    """`order_odds = Slot[[Rampant, str, str], Odds]("rampant.order_odds")` beside the ask; `@order_odds.fill` above the
    function that gives them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.function: Callable[P, R] | None = None
        _SLOTS[name] = self

    def fill(self, function: Callable[P, R]) -> Callable[P, R]:
        """Puts the function into the slot; a second one is an error."""
        if self.function is not None:
            raise ValueError(f"The slot {self.name} is filled already, by {self.function.__qualname__}.")
        self.function = function
        return function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if self.function is None:
            raise RuntimeError(f"nothing fills the slot {self.name}")
        return self.function(*args, **kwargs)


def unfilled_slots(game: str) -> list[str]:
    """The slots of a game that nothing fills, among everything that is loaded."""
    return [slot.name for slot in _SLOTS.values() if slot.function is None and slot.name.startswith(f"{game}.")]
