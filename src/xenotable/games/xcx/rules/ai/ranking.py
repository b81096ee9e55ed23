"""Places in the order in which they are wanted: mostly the first few decide, so no more are put in order."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from xenotable.table import Point

G = TypeVar("G", bound=tuple[object, ...])
Far = tuple[float, Point]  # how far away a place is


class Ranked(Generic[G]):
    """Graded places, the lowest grade first. They can be gone through again."""

    def __init__(self, graded: list[G]) -> None:
        heapq.heapify(graded)
        self.rest: list[Any] = graded
        self.known: list[G] = []

    def __iter__(self) -> Iterator[G]:
        k, known = 0, self.known
        while k < len(known) or self._more():
            yield known[k]
            k += 1

    def _more(self) -> bool:
        """Finds the next place, if there is one."""
        if not self.rest:
            return False
        self.known.append(heapq.heappop(self.rest))
        return True


class Group:
    """A group of places that have not been graded yet."""

    def __init__(self, key: Any) -> None:
        self.key = key


class Grouped(Ranked[G]):
    """Graded places in groups: a group is graded when it may hold the next place. `groups` names them, each with
    figures that come before the grades of all its places."""

    def __init__(
        self,
        groups: Iterable[tuple[tuple[Any, ...], Any]],
        graded: Callable[[Any], Iterable[G]],
        alone: Iterable[G] = (),  # places that are in no group
    ) -> None:
        super().__init__([*alone])
        self.rest += [(*first, n, Group(key)) for n, (first, key) in enumerate(groups)]
        heapq.heapify(self.rest)
        self.graded = graded

    def _more(self) -> bool:
        rest = self.rest
        while rest:
            first = heapq.heappop(rest)
            if type(first[-1]) is not Group:
                self.known.append(first)
                return True
            for place in self.graded(first[-1].key):
                heapq.heappush(rest, place)
        return False


def lowest_first(
    least: Iterable[tuple[float, Point]], grade: Callable[[Point], float | None]
) -> Iterator[tuple[float, Point]]:
    """Places by their grade, the lowest first, of equals the one with the lower coordinates. `least` is what the grade
    of each can be at least: it is looked at closely when its turn could come, and None leaves it out."""
    heap = [(estimate, p, False) for estimate, p in least]
    heapq.heapify(heap)
    while heap:
        found, p, sure = heapq.heappop(heap)
        if sure:
            yield found, p
        elif (exact := grade(p)) is not None:
            heapq.heappush(heap, (exact, p, True))
