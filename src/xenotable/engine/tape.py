"""The record of a match: every answer, die face, draw and expiry, with seat, key and time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from xenotable.engine.asks import Ask, freeze
from xenotable.engine.dice import Dice, DiceState

ANSWER, FORCED, STANDING, EXPIRY = "answer", "forced", "standing", "expired"
ROLL, DRAW, SHUFFLE = "roll", "draw", "shuffle"
CONCEDE, CLAIM = "concede", "claim"  # what ends a match whatever the rules are about
SAID = frozenset((ANSWER, FORCED, STANDING))
CHANCE = frozenset((ROLL, DRAW, SHUFFLE))


class Entry(msgspec.Struct, gc=False, omit_defaults=True, array_like=True):
    """One line of the tape. `asked`: the seats that had an ask open meanwhile; `seen`: who may know the value. Of fair
    dice `about` says what the question was about, and `lots` the lots that were drawn."""

    kind: str
    seat: int
    key: str
    value: Any
    at: int = 0
    asked: tuple[int, ...] = ()
    seen: tuple[int, ...] | None = None
    about: str = ""
    lots: tuple[int, ...] = ()


class Unfit(Exception):
    """A tape that the rules, as they are now, do not follow."""


class Replaying:
    """Chance as it was taped; the source behind it keeps step, so that play goes on from there without a seam."""

    __slots__ = ("fair", "left", "source", "strict", "typed")

    def __init__(self, source: Dice, entries: Sequence[Entry], strict: bool = False) -> None:
        self.source, self.typed, self.fair, self.strict = source, source.typed, source.fair, strict
        self.left = [e for e in entries if e.kind in CHANCE and not (e.kind == ROLL and source.typed)]
        self.left.reverse()

    def _next(self, kind: str) -> Any:
        if self.left[-1].kind != kind:
            raise Unfit(f"the tape has a {self.left[-1].kind} where the rules want a {kind}")
        return self.left.pop().value

    def roll(self, n: int, sides: int = 6) -> Sequence[int]:
        if not self.left:
            return self.source.roll(n, sides)
        faces: Sequence[int] = self._next(ROLL)
        if len(faces) != n or any(not 1 <= f <= sides for f in faces):
            raise Unfit(f"the rules want {n} dice, the tape has {list(faces)}")
        self._same(self.source.roll(n, sides) if n else (), faces)
        return faces

    def draw(self, bag: Sequence[tuple[Any, int]]) -> Any:
        if not self.left:
            return self.source.draw(bag)
        what = freeze(self._next(DRAW))
        if not any(what == w and n > 0 for w, n in bag):
            raise Unfit(f"{what!r} was drawn, but is not in the bag")
        self._same(self.source.draw(bag), what)
        return what

    def shuffle(self, items: Sequence[Any]) -> tuple[Any, ...]:
        if not self.left:
            return self.source.shuffle(items)
        order: tuple[Any, ...] = freeze(self._next(SHUFFLE))
        if sorted(map(repr, order)) != sorted(map(repr, items)):
            raise Unfit("the items that were shuffled are not those of the tape")
        self._same(self.source.shuffle(items), order)
        return order

    def chance(self, ask: Ask[Any], index: int, now: int) -> Entry | None:
        """Of fair dice."""
        source: Any = self.source
        if not self.left:
            entry: Entry | None = source.chance(ask, index, now)
            return entry
        entry = self.left.pop()
        entry = replace(entry, value=freeze(entry.value))
        if wrong := source.replayed(ask, index, entry, self.strict):
            raise Unfit(wrong)
        return entry

    def _same(self, fresh: Any, taped: Any) -> None:
        """Strictly (verifying), the seed must give what the tape says."""
        if self.strict and tuple_of(fresh) != tuple_of(taped):
            raise Unfit(f"the seed gives {tuple_of(fresh)}, the tape says {tuple_of(taped)}")

    def copy(self) -> Dice:
        return self.source.copy()

    def state(self) -> DiceState:
        return self.source.state()


def tuple_of(value: Any) -> Any:
    return tuple(value) if isinstance(value, list | tuple | bytes) else value
