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


class Outward(Ranked[Far]):
    """Places by their distance. They come in columns; `columns` says of each how near its places are at least, and
    `places` gives them with their distances when one of them may be the next."""

    def __init__(self, columns: Iterable[tuple[float, int]], places: Callable[[int], list[Far]]) -> None:
        super().__init__([])
        self.rest = [(least, (), i) for least, i in columns]  # sorted before every place at that distance
        heapq.heapify(self.rest)
        self.places = places

    def add(self, places: Iterable[Far]) -> None:
        """Puts places among them that are in no column."""
        for place in places:
            heapq.heappush(self.rest, place)

    def _more(self) -> bool:
        rest = self.rest
        while rest:
            first = heapq.heappop(rest)
            if len(first) == 2:
                self.known.append(first)
                return True
            self.add(self.places(first[2]))
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
