"""What every player is to a match."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from xenotable.engine import View, Wait


class Decision(msgspec.Struct, frozen=True, gc=False):
    """An answer to the open ask with this key, and why."""

    key: str
    value: Any
    reason: str = ""


class Player(Protocol):
    """Whoever can sit in a seat. One that never looks ahead may say `looks_ahead = False`: nothing is copied for it."""

    def decide(self, view: View[Any], deadline: float | None = None) -> Decision | Wait:
        """Answers one of `view.undecided()`; `deadline` is a moment of time.monotonic(), and it holds: when time is up,
        the best found so far is played."""
        ...
