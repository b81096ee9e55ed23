"""The closed vocabulary of decisions. Browser, machines, network and learning environments each implement it once, so a
new rule never needs a new kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from xenotable.engine.asks import Ask, Random, T, freeze
from xenotable.engine.refusals import MalformedAnswer, Refusal, is_legal

TRIES = 24  # random combinations that a Pick or Assign tries per candidate


def _is(option: object, value: object) -> bool:
    """Equal, and of one type: True is not 1."""
    return type(option) is type(value) and option == value


class StandingOrder(msgspec.Struct, frozen=True):
    """A standing order that is more than a plain option, and its words: {"w4": 6} and "Warden 4: fire at 6 or more".
    Orders that are mappings add up."""

    value: Any
    label: str


class Choose(Ask[T]):
    """One of the options. `open` knows those that `why_not` leaves open: the rules had to find them out before they
    could ask."""

    among: Callable[[], Sequence[T]]
    why_not: Callable[[T], Iterable[Refusal]] | None = None
    label: Callable[[T], str] | None = None
    on: Callable[[T], str] | None = (
        None  # the piece or place that an option belongs to; default: the option, if it is an id
    )
    odds: Callable[[T], Any] | None = None  # a Forecast, or several, of choosing this
    has_odds: Callable[[T], bool] | None = None  # which options have some; default: all but None
    orders: Callable[[Any], T | None] | None = None  # what a standing order that is no plain option answers
    presets: Callable[[], Sequence[StandingOrder]] | None = None  # the orders of that kind that make sense here
    open: Callable[[], Sequence[T]] | None = None

    def foretells(self, option: T) -> bool:
        """Whether there are odds of choosing this."""
        if self.odds is None:
            return False
        return option is not None if self.has_odds is None else self.has_odds(option)

    def options(self, enough: int = 0) -> list[T]:
        """The legal ones among what is shown; no more than are `enough` (0: all)."""
        if self.open is not None:
            return list(self.open())
        why_not = self.why_not
        if why_not is None:
            return list(self.among())
        options = []
        for option in self.among():
            for _ in why_not(option):
                break
            else:
                options.append(option)
                if len(options) == enough:
                    break
        return options

    def check(self, value: T) -> Iterable[Refusal]:
        among = self.among()
        for option in among:
            if _is(option, value):
                return () if self.why_not is None else list(self.why_not(option))
        return [no_such_option()]

    def settle(self, value: T) -> T:
        return next(o for o in self.among() if _is(o, value))

    def candidates(self, n: int, rnd: Random) -> Sequence[T]:
        return self.options()

    def drawn(self, n: int, rnd: Random) -> Sequence[T]:
        """Options are looked at in any order until one is legal: that is as fair as looking at all, and quicker."""
        why_not = self.why_not if self.open is None else None
        among = self.among() if self.open is None else self.open()
        if why_not is None:
            return (among[int(rnd() * len(among))],) if among else ()
        left = list(among)
        while left:
            i = int(rnd() * len(left))
            for _ in why_not(left[i]):
                break
            else:
                return (left[i],)
            left[i] = left[-1]
            left.pop()
        return ()

    def only(self) -> Sequence[T]:
        options = self.options(enough=2)
        return options if len(options) == 1 else ()

    def obey(self, order: Any) -> Sequence[T]:
        answer = self.orders(order) if self.orders is not None else order
        return [o for o in self.options() if _is(o, answer)][:1]


class Confirm(Ask[bool]):
    """Yes or no."""

    yes: str = "Yes"
    no: str = "No"
    odds: Callable[[bool], Any] | None = None
    orders: Callable[[Any], bool | None] | None = None
    presets: Callable[[], Sequence[StandingOrder]] | None = None

    def check(self, value: bool) -> Iterable[Refusal]:
        if type(value) is not bool:
            yield Refusal("engine.no-such-option", "Answer yes or no.")

    def candidates(self, n: int, rnd: Random) -> Sequence[bool]:
        return (True, False)

    def obey(self, order: Any) -> Sequence[bool]:
        answer = self.orders(order) if self.orders is not None else order
        return (answer,) if type(answer) is bool else ()


class Pick(Ask[tuple[T, ...]]):
    """Some of the options: at least `least`, at most `most`, in the options' own order, or in the order in which they
    were picked if it is `ordered`. `legal` judges the whole. `open` as for one (`Choose`)."""

    among: Callable[[], Sequence[T]]
    least: int = 0
    most: int | None = None
    ordered: bool = False
    why_not: Callable[[T], Iterable[Refusal]] | None = None
    legal: Callable[[tuple[T, ...]], Iterable[Refusal]] | None = None
    label: Callable[[T], str] | None = None
    on: Callable[[T], str] | None = None
    odds: Callable[[tuple[T, ...]], Any] | None = None  # a Forecast, or several, of picking these
    open: Callable[[], Sequence[T]] | None = None

    def options(self) -> list[T]:
        """What may be picked, each for itself."""
        if self.open is not None:
            return list(self.open())
        why_not = self.why_not
        return [o for o in self.among() if why_not is None or is_legal(why_not(o))]

    def shape(self, said: object) -> tuple[T, ...]:
        if not isinstance(said, list | tuple):
            raise MalformedAnswer("Answer with a list of what you pick.")
        return freeze(said)  # type: ignore[no-any-return]  # a tuple, because a list or tuple came in

    def check(self, value: tuple[T, ...]) -> Iterator[Refusal]:
        among = self.among()
        most, closed = len(among) if self.most is None else self.most, False
        if not self.least <= len(value) <= most:
            yield Refusal(
                "engine.how-many",
                "Pick from {a} to {b}; {n} were picked.",
                {"a": self.least, "b": most, "n": len(value)},
            )
        for i, v in enumerate(value):
            if not any(_is(o, v) for o in among):
                yield no_such_option()
                return
            if any(_is(v, w) for w in value[:i]):
                yield Refusal("engine.picked-twice", "Nothing can be picked twice.")
                return
            for refusal in self.why_not(v) if self.why_not is not None else ():
                closed = True
                yield refusal
        if self.legal is not None and not closed:
            yield from self.legal(self.settle(value))

    def settle(self, value: tuple[T, ...]) -> tuple[T, ...]:
        among = self.among()
        if self.ordered:
            return tuple(next(o for o in among if _is(o, v)) for v in value)
        return tuple(o for o in among if any(_is(o, v) for v in value))

    def candidates(self, n: int, rnd: Random) -> Sequence[tuple[T, ...]]:
        options = self.options()
        most = len(options) if self.most is None else min(self.most, len(options))
        if self.least > most:
            return []
        out: dict[tuple[T, ...], None] = {}
        for _ in range(n * TRIES):
            size = self.least + int(rnd() * (most - self.least + 1))
            left = list(range(len(options)))
            chosen = [left.pop(int(rnd() * len(left))) for _ in range(size)]
            pick = tuple(options[i] for i in (chosen if self.ordered else sorted(chosen)))
            if pick not in out and (self.legal is None or is_legal(self.legal(pick))):
                out[pick] = None
                if len(out) >= n:
                    break
        return list(out)

    def drawn(self, n: int, rnd: Random) -> Sequence[tuple[T, ...]]:
        return self.candidates(1, rnd)

    def only(self) -> Sequence[tuple[T, ...]]:
        if self.least == 0 and self.most != 0 and self.among():
            return ()
        options = tuple(self.options())
        return (options,) if len(options) == self.least else ()


class Number(Ask[int]):
    """A whole number from low to high."""

    low: int
    high: int

    def check(self, value: int) -> Iterator[Refusal]:
        if type(value) is not int or not self.low <= value <= self.high:
            yield Refusal(
                "engine.range", "Answer with a whole number from {a} to {b}.", {"a": self.low, "b": self.high}
            )

    def candidates(self, n: int, rnd: Random) -> Sequence[int]:
        return range(self.low, self.high + 1)

    def only(self) -> Sequence[int]:
        return (self.low,) if self.low == self.high else ()

    def obey(self, order: Any) -> Sequence[int]:
        return (order,) if type(order) is int and self.low <= order <= self.high else ()


class Bucket(msgspec.Struct, frozen=True):
    """A place that takes a share: at least and at most so many."""

    value: str
    label: str = ""
    least: int = 0
    most: int | None = None
    on: str = ""


class Assign(Ask[dict[str, int]]):
    """Divides a total over buckets; all of it unless `partly`."""

    total: int
    buckets: Sequence[Bucket]
    unit: str = "die"
    partly: bool = False
    legal: Callable[[Mapping[str, int]], Iterable[Refusal]] | None = None
    odds: Callable[[Mapping[str, int]], Any] | None = None  # a Forecast, or several, of dividing it so

    def shape(self, said: object) -> dict[str, int]:
        if not isinstance(said, dict):
            raise MalformedAnswer("Answer with a number for each bucket.")
        unknown = [k for k in said if not any(b.value == k for b in self.buckets)]
        if unknown:
            raise MalformedAnswer("That is none of the places that take a share.")
        if any(type(n) is not int or n < 0 for n in said.values()):
            raise MalformedAnswer("Each bucket gets a whole number, 0 or more.")
        return {b.value: said.get(b.value, 0) for b in self.buckets}

    def check(self, value: dict[str, int]) -> Iterator[Refusal]:
        spent = sum(value.values())
        if spent > self.total or (spent < self.total and not self.partly):
            yield Refusal("engine.wrong-sum", "{n} are to be divided, not {s}.", {"n": self.total, "s": spent})
        for b in self.buckets:
            n = value[b.value]
            if n < b.least or (b.most is not None and n > b.most):
                most = self.total if b.most is None else b.most
                args = {"b": b.label or b.value, "x": b.least, "y": most, "n": n}
                yield Refusal("engine.bucket", "{b} takes from {x} to {y}, not {n}.", args)
        if self.legal is not None:
            yield from self.legal(value)

    def candidates(self, n: int, rnd: Random) -> Sequence[dict[str, int]]:
        out: list[dict[str, int]] = []
        for _ in range(n * TRIES):
            value = {b.value: b.least for b in self.buckets}
            left = self.total - sum(value.values())
            if self.partly:
                left = int(rnd() * (left + 1))
            for _ in range(max(0, left)):
                room = [b.value for b in self.buckets if b.most is None or value[b.value] < b.most]
                if not room:
                    break
                value[room[int(rnd() * len(room))]] += 1
            if value not in out and is_legal(self.check(value)):
                out.append(value)
                if len(out) >= n:
                    break
        return out

    def drawn(self, n: int, rnd: Random) -> Sequence[dict[str, int]]:
        return self.candidates(1, rnd)

    def only(self) -> Sequence[dict[str, int]]:
        if len(self.buckets) == 1 and not self.partly:
            value = {self.buckets[0].value: self.total}
        elif self.total == 0:
            value = {b.value: 0 for b in self.buckets}
        else:
            return ()
        return (value,) if is_legal(self.check(value)) else ()


class Arrange(Ask[tuple[T, ...]]):
    """An order of the items; those at the `locked` places stay there."""

    items: Sequence[T]
    locked: Sequence[int] = ()
    label: Callable[[T], str] | None = None

    def shape(self, said: object) -> tuple[T, ...]:
        if not isinstance(said, list | tuple):
            raise MalformedAnswer("Answer with a list of all the items in order.")
        return freeze(said)  # type: ignore[no-any-return]  # a tuple, because a list or tuple came in

    def check(self, value: tuple[T, ...]) -> Iterator[Refusal]:
        left = list(self.items)
        for v in value:
            at = next((i for i, item in enumerate(left) if _is(item, v)), None)
            if at is None:
                yield Refusal("engine.not-an-order", "Every item exactly once, please; one is too much.")
                return
            del left[at]
        if left:
            says, name = "Every item exactly once, please; {v} is missing.", self.label or str
            yield Refusal("engine.not-an-order", says, {"v": name(left[0])})
            return
        for i in self.locked:
            if value[i] != self.items[i]:
                yield Refusal("engine.locked", "Place {n} stays as it is.", {"n": i + 1})

    def candidates(self, n: int, rnd: Random) -> Sequence[tuple[T, ...]]:
        free = [i for i in range(len(self.items)) if i not in self.locked]
        out = []
        for _ in range(max(1, n)):
            left, order = list(free), list(self.items)
            for i in free:
                order[i] = self.items[left.pop(int(rnd() * len(left)))]
            out.append(tuple(order))
        return out

    def only(self) -> Sequence[tuple[T, ...]]:
        return (tuple(self.items),) if len(self.items) - len(self.locked) <= 1 else ()


class Play(Ask[dict[str, Any]]):
    """A whole battle: a campaign is a match whose answers are results of other matches."""

    game: str
    setup: Any
    legal: Callable[[Mapping[str, Any]], Iterable[Refusal]]
    propose: Callable[[int, Random], Sequence[dict[str, Any]]]
    report: Callable[[Any], dict[str, Any]] | None = None  # the answer, read off the battle when it is over

    def shape(self, said: object) -> dict[str, Any]:
        if not isinstance(said, dict) or not all(isinstance(k, str) for k in said):
            raise MalformedAnswer("Answer with the result of the battle.")
        return {k: freeze(v) for k, v in said.items()}

    def check(self, value: dict[str, Any]) -> Iterable[Refusal]:
        return self.legal(value)

    def candidates(self, n: int, rnd: Random) -> Sequence[dict[str, Any]]:
        return self.propose(n, rnd)


def no_such_option() -> Refusal:
    """For nonsense only: whatever somebody could reasonably point at stands among the options, closed by its rule."""
    return Refusal("engine.no-such-option", "That is not one of the options.", {}, "Choose one of those shown.")
