"""An exchange is a list of named steps over fixed terms and a small frozen record of what it has become so far.

The live game runs the steps with `resolve`; exact odds run the very same functions over all dice (`exact`). Nothing is
registered globally: every sequence of every game is an `Exchange` of its own.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from xenotable.engine.asks import All, Ask, First, Flow
from xenotable.faults import nearest

T = TypeVar("T", bound=Hashable)  # the terms: what is fixed for this attack
R = TypeVar("R", bound=Hashable)  # the record: what it has become so far
X = TypeVar("X")

Function = Callable[[Any, Any], Any]  # (terms, record) -> record, or -> Flow[record] where it asks
Until = Callable[[Any, Any], bool]  # (terms, record)
Answered = Callable[[Ask[Any], Any], None]

ATTACKER, DEFENDER = 0, 1  # the seats that steps know; `assign_seats` makes real ones of them


class Step(NamedTuple):
    function: Function
    asks: bool
    until: Until | None  # repeated as long as this does not hold; None: done once
    name: str


class Steps(Generic[T, R]):
    """The steps of one very attack. Two compilations of the same rules are the same object, so it is its own key."""

    __slots__ = ("plan",)

    def __init__(self, plan: Iterable[Step]) -> None:
        self.plan = tuple(plan)

    def __repr__(self) -> str:
        return f"Steps({', '.join(step.function.__name__ for step in self.plan)})"


class Exchange(Generic[T, R]):
    """`ATTACK = Exchange[Terms, Shot]("roll", "rerolls", "saves", "damage")` names the moments in the book's order.

    Each moment has at most one step of its own and any number of special rules after it, in the order in which
    `specials` names them: where a rule is written makes no difference.
    """

    def __init__(self, *moments: str, specials: Sequence[str] = ()) -> None:
        for what, names in (("moment", moments), ("special rule", specials)):
            if len(set(names)) < len(names):
                raise ValueError(f"An exchange names each {what} once: {', '.join(names)}.")
        self.moments, self.order = moments, tuple(specials)
        self._steps: dict[str, tuple[Function, Until | None]] = {}
        self._specials: dict[tuple[str, str], Function] = {}  # by name and moment
        self._compiled: dict[frozenset[str], Steps[T, R]] = {}

    def step(
        self, moment: str, until: Callable[[T, R], bool] | None = None
    ) -> Callable[[Callable[[T, R], X]], Callable[[T, R], X]]:
        """What the book does at this moment: once, or over and over until the predicate holds (asked before each)."""
        self._known(moment)

        def register(function: Callable[[T, R], X]) -> Callable[[T, R], X]:
            if moment in self._steps:
                raise ValueError(f'The moment "{moment}" has a step already: {self._steps[moment][0].__name__}.')
            self._steps[moment] = function, until
            self._compiled.clear()
            return function

        return register

    def special(self, name: str, at: str) -> Callable[[Callable[[T, R], X]], Callable[[T, R], X]]:
        """What a special rule does at a moment, after the step of the book. A rule may hook into several moments."""
        self._known(at)
        if name not in self.order:
            raise ValueError(f'This exchange declares no special rule "{name}".{nearest(name, self.order)}')

        def register(function: Callable[[T, R], X]) -> Callable[[T, R], X]:
            if (name, at) in self._specials:
                raise ValueError(f'"{name}" is hooked into the moment "{at}" already.')
            self._specials[name, at] = function
            self._compiled.clear()
            return function

        return register

    @property
    def specials(self) -> frozenset[str]:
        """The special rules that do something in this exchange."""
        return frozenset(name for name, _ in self._specials)

    def has_hook(self, special: str, moments: Iterable[str]) -> bool:
        """Does a special rule do something at one of these moments?"""
        return any((special, moment) in self._specials for moment in moments)

    def compiled(self, specials: Iterable[str] = ()) -> Steps[T, R]:
        """The steps with these special rules; names that do nothing here (they act elsewhere) make no difference."""
        names = frozenset(specials)
        steps = self._compiled.get(names)
        if steps is None:
            known = names & self.specials
            steps = self._compiled.get(known)
            if steps is None:
                steps = self._compiled[known] = Steps(s for m in self.moments for s in self._at(m, known))
            self._compiled[names] = steps
        return steps

    def _known(self, moment: str) -> None:
        if moment not in self.moments:
            raise ValueError(f'This exchange has no moment "{moment}".{nearest(moment, self.moments)}')

    def _at(self, moment: str, specials: frozenset[str]) -> list[Step]:
        own, until = self._steps.get(moment, (None, None))
        hooks = [(name, self._specials[name, moment]) for name in self.order if (name, moment) in self._specials]
        if own is None and not hooks:
            raise ValueError(f'Nothing is registered for the moment "{moment}".')
        functions = ([own] if own is not None else []) + [f for name, f in hooks if name in specials]
        if until is not None and len(functions) > 1:
            functions = [_in_turn(functions)]  # the special rules belong to each round, not to the end
        return [Step(f, _asks(f), until, moment) for f in functions]


def _asks(function: Function) -> bool:
    return inspect.isgeneratorfunction(inspect.unwrap(function))


def _in_turn(functions: Sequence[Function]) -> Function:
    parts = [(f, _asks(f)) for f in functions]

    def in_turn(terms: Any, record: Any) -> Flow[Any]:
        for function, asks in parts:
            record = (yield from function(terms, record)) if asks else function(terms, record)
        return record

    return in_turn


# ---- in the live game ------------------------------------------------------------------------------------------------


def resolve(steps: Steps[T, R], terms: T, record: R) -> Flow[R]:
    """One step after another, asks and dice going to the table."""
    for function, asks, until, _ in steps.plan:
        if until is None:
            record = (yield from function(terms, record)) if asks else function(terms, record)
        else:
            while not until(terms, record):
                record = (yield from function(terms, record)) if asks else function(terms, record)
    return record


def assign_seats(flow: Flow[X], seats: Sequence[int], answered: Answered | None = None) -> Flow[X]:
    """The flow with real seats: seat 0 of its asks is `seats[0]`, and so on; chance keeps its own.

    `answered(ask, value)` is called before the flow goes on, so that what an answer costs is paid, or told, at once.
    """
    value: Any = None
    while True:
        try:
            ask = flow.send(value)
        except StopIteration as end:
            result: X = end.value
            return result
        _seat(ask, seats)
        value = yield ask
        if answered is not None:
            answered(ask, value)


def _seat(ask: Ask[Any], seats: Sequence[int]) -> None:
    if ask.seat >= 0:
        ask.seat = seats[ask.seat]
    if isinstance(ask, All | First):
        for part in ask.asks:
            _seat(part, seats)
