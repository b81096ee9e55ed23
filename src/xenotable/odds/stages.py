"""An exchange in two stages, each worked out once for all that it reads of the terms: odds by the hundred thousand.

Most of what differs between two attacks matters to one half of them alone: the dice of the attacker, or what the target
makes of hits. So the registered steps of either half are run by the enumerator once for each set of values that it is
declared to read, and kept; an attack is then a sum over two short tables. All other fields are UNREAD: a step that
looks at one of them is found out, and the enumerator runs the whole exchange, so a table never misses a rule.

    VOLLEY = Stages(FULL, "divide", Wound(), first=("kind", "dice", "need"), then=("kind", "armour", "have"))
    VOLLEY.ends(terms)          # what `distribution(FULL, terms, Wound())` gives
    VOLLEY.many(list_of_terms)  # the same for many, as arrays
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Generic, NamedTuple, NoReturn

from msgspec.structs import replace

from xenotable.engine.citing import recall
from xenotable.odds.exact import distribution
from xenotable.odds.exchange import R, Steps, T

First = tuple[tuple[Any, ...], int, tuple[float, ...]]  # records, their number as a set, and the chance of each
Table = tuple[tuple[Any, ...], tuple[tuple[tuple[int, float], ...], ...]]  # ends, and for each record: which, how often


class LooksFurther(LookupError):
    """A step that reads more of the terms than was declared."""


class Unread:
    """Stands in the terms where steps must not look. Whatever does look is found out."""

    def refuse(self, *_: Any) -> NoReturn:
        raise LooksFurther

    def __eq__(self, other: object) -> bool:
        return True if other is self else self.refuse()

    __hash__ = object.__hash__  # not one in Python: the enumerator hashes terms a hundred thousand times
    __bool__ = __int__ = __index__ = __float__ = __lt__ = __le__ = __gt__ = __ge__ = __neg__ = refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = refuse
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = refuse
    __contains__ = __iter__ = __len__ = refuse


UNREAD: Any = Unread()
MOST = 65536  # entries of a table: then it begins anew, so that nobody fills the memory with questions


class Group(NamedTuple, Generic[R]):
    """Some of many exchanges, all with the same possible ends: which ones, and a row of chances for each."""

    ends: Sequence[R]
    places: Sequence[int]
    chances: Any  # an array


class Stages(Generic[T, R]):
    """An exchange, cut before the step called `split`; `first` and `then` name what each half reads of the terms."""

    def __init__(self, steps: Steps[T, R], split: str, start: R, first: Sequence[str], then: Sequence[str]) -> None:
        at = next(n for n, step in enumerate(steps.plan) if step.name == split)
        self.steps, self.halves = steps, (Steps[T, R](steps.plan[:at]), Steps[T, R](steps.plan[at:]))
        self.start, self.reads = start, (tuple(first), tuple(then))
        self.values = attrgetter(*first), attrgetter(*then)
        self.kept: tuple[dict[Any, Any], ...] = {}, {}, {}  # first halves, second ones, and those as matrices
        self.numbers: dict[tuple[R, ...], int] = {}  # of the sets of records that first halves lead to

    def ends(self, terms: T) -> Sequence[tuple[R, float]]:
        """How the exchange can end, with chances."""
        try:
            records, number, chances = self._first(terms)
            ends, table = self._then(terms, records, number)
        except LooksFurther:
            return tuple(distribution(self.steps, terms, self.start).items())
        found = [0.0] * len(ends)
        for p, leads in zip(chances, table, strict=True):
            for n, q in leads:
                found[n] += p * q
        return list(zip(ends, found, strict=True))

    def many(self, terms: Sequence[T]) -> list[Group[R]]:
        """How many exchanges can end, those of a kind together."""
        import numpy as np

        halves: dict[Any, First | None] = {}  # of these exchanges; None: the first half looks further
        groups: dict[Any, tuple[list[int], list[tuple[float, ...]]]] = {}
        found = []
        first_values, then_values = self.values
        for n, one in enumerate(terms):
            key = first_values(one)
            if key not in halves:
                halves[key] = self._first_if_known(one)
            half = halves[key]
            if half is None:
                found.append(self._in_full(terms, [n]))
                continue
            group = groups.get(key := (half[1], then_values(one)))
            if group is None:
                group = groups[key] = [], []
            group[0].append(n)
            group[1].append(half[2])
        for key, (places, rows) in groups.items():
            try:
                ends, matrix = recall(self.kept[2], key, self._matrix, terms[places[0]])
                found.append(Group(ends, places, np.array(rows) @ matrix))
            except LooksFurther:
                found.append(self._in_full(terms, places))
        return found

    def _in_full(self, terms: Sequence[T], places: list[int]) -> Group[R]:
        """Those at these places by the enumerator alone."""
        import numpy as np

        shown = [distribution(self.steps, terms[n], self.start) for n in places]
        ends = tuple(dict.fromkeys(end for after in shown for end in after))
        return Group(ends, places, np.array([[after.get(end, 0.0) for end in ends] for after in shown]))

    def _matrix(self, terms: T) -> tuple[tuple[R, ...], Any]:
        """The ends, and the chance of each by the record that the first half leads to."""
        import numpy as np

        ends, table = self._then(terms, *self._first(terms)[:2])
        matrix = np.zeros((len(table), len(ends)))
        for record, leads in enumerate(table):
            for end, p in leads:
                matrix[record, end] = p
        return ends, matrix

    def _first_if_known(self, terms: T) -> First | None:
        try:
            return self._first(terms)
        except LooksFurther:
            return None

    def _first(self, terms: T) -> First:
        for kept in self.kept:
            if len(kept) > MOST:
                kept.clear()
        return recall(self.kept[0], self.values[0](terms), self._first_half, terms)

    def _first_half(self, terms: T) -> First:
        ends = distribution(self.halves[0], self._bare(terms, 0), self.start)
        ordered = sorted(ends.items(), key=lambda item: repr(item[0]))  # equal sets are the same, in whatever order
        records = tuple(record for record, _ in ordered)
        number = self.numbers.setdefault(records, len(self.numbers))
        return records, number, tuple(p for _, p in ordered)

    def _then(self, terms: T, records: tuple[R, ...], number: int) -> Table:
        return recall(self.kept[1], (number, self.values[1](terms)), self._second_half, terms, records)

    def _second_half(self, terms: T, records: tuple[R, ...]) -> Table:
        bare, ends, table = self._bare(terms, 1), dict[R, int](), []
        for record in records:
            after = distribution(self.halves[1], bare, record)
            table.append(tuple((ends.setdefault(end, len(ends)), p) for end, p in after.items()))
        return tuple(ends), tuple(table)

    def _bare(self, terms: Any, half: int) -> Any:
        """The terms with only what this half reads."""
        others = [name for name in terms.__struct_fields__ if name not in self.reads[half]]
        return replace(terms, **dict.fromkeys(others, UNREAD))
