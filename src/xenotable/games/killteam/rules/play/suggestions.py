"""Answers suggested to machines (chapter play), each worked out when somebody looks at it: random play looks at one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class Suggestions(Sequence[T]):
    """So many answers; `make(i)` works out the i-th, once."""

    __slots__ = ("_made", "_make", "_n")

    def __init__(self, n: int, make: Callable[[int], T]) -> None:
        self._n, self._make = n, make
        self._made: dict[int, T] = {}

    def __len__(self) -> int:
        return self._n

    @overload
    def __getitem__(self, i: int) -> T: ...
    @overload
    def __getitem__(self, i: slice) -> list[T]: ...
    def __getitem__(self, i: int | slice) -> T | list[T]:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(self._n))]
        if not -self._n <= i < self._n:
            raise IndexError(i)
        i %= self._n
        if i not in self._made:
            self._made[i] = self._make(i)
        return self._made[i]


def suggest(n: int, make: Callable[[], T | None]) -> Sequence[T]:
    """Up to n answers of a maker that may find none: the first is looked for at once, the others on demand."""
    first = make()
    if first is None:
        return ()
    return Suggestions(n, lambda i: make() or first if i else first)
