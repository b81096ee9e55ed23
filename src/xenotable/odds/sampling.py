"""The same steps rolled many times with seeded dice: a check that shares nothing with the enumerator but the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import sqrt
from typing import Any

from xenotable.engine.asks import UNSET, Draw, Flow, Reckon, Roll
from xenotable.engine.dice import Dice, Seeded
from xenotable.odds.exchange import Function, R, Steps, T, resolve
from xenotable.odds.policies import Answering, Policy, fallback, policy_function


def simulate(
    steps: Steps[T, R], terms: T, start: R, policy: Policy | None = None, n: int = 10_000, seed: bytes | int | str = 0
) -> Counter[R]:
    """How n exchanges ended."""
    say, dice, at = policy_function(policy), Seeded(seed), [start]

    def noting(function: Function) -> Function:
        def noted(terms: Any, record: Any) -> Any:
            at[0] = record  # a policy is told what stood at the start of the step
            return function(terms, record)

        return noted

    noted: Steps[T, R] = Steps(step._replace(function=noting(step.function)) for step in steps.plan)
    return Counter(_play_flow(resolve(noted, terms, start), dice, say, terms, at) for _ in range(n))


def _play_flow(flow: Flow[R], dice: Dice, say: Answering | None, terms: Any, at: list[Any]) -> R:
    value: Any = None
    while True:
        try:
            ask = flow.send(value)
        except StopIteration as end:
            result: R = end.value
            return result
        if type(ask) is Roll:
            value = ask.counts(dice.roll(ask.n, ask.sides))
        elif type(ask) is Draw:
            value = dice.draw(ask.bag)
        elif type(ask) is Reckon:
            value = ask.work()
        else:
            value = UNSET if say is None else say(terms, at[0], ask)
            if value is UNSET:
                value = fallback(ask, say)


def agrees(ends: Mapping[R, float], counted: Counter[R], sigmas: float = 4) -> bool:
    """Does a simulation fit the exact distribution? Each end may be off by so many standard deviations, and by one more
    count, because rare ends come in whole numbers."""
    n = counted.total()
    if any(end not in ends for end in counted):
        return False
    return all(abs(counted[end] - n * p) <= sigmas * sqrt(n * p * (1 - p)) + 1 for end, p in ends.items())
