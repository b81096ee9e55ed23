"""The enumerator: runs the very steps of an exchange over all dice, merging equal records between steps.

A step that asks nothing costs a call per record, one that asks a generator per outcome. Rolls branch over counts per
class, so the record of an attack should hold nothing that no later step reads.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

from xenotable.engine import citing
from xenotable.engine.asks import UNSET, Ask, Draw, Flow, Reckon, Roll
from xenotable.engine.dice import count_classes
from xenotable.odds.exchange import Function, R, Step, Steps, T
from xenotable.odds.policies import Answering, Policy, Unanswered, alternatives, fallback, policy_function

Fan = Sequence[tuple[Any, Any]]  # what chance can bring, with probabilities
Value = Callable[[Any, Any], Any]
ROUNDS = 10_000  # a repeated step that goes on longer never ends
TIE = 1e-10  # floats that differ by less are the same worth, well above what adding up in another order brings


@lru_cache(1024)
def outcomes(n: int, cuts: tuple[int, ...], sides: int = 6, exact: bool = False) -> Fan:
    """All counts per class of n dice with their probabilities (Fractions if exact)."""
    shares = count_classes(range(1, sides + 1), cuts, sides)
    found: list[tuple[tuple[int, ...], int]] = []

    def go(at: int, left: int, ways: int, got: tuple[int, ...]) -> None:
        share = shares[at]
        if at == len(shares) - 1:
            if share or not left:
                found.append(((*got, left), ways * share**left))
            return
        for k in range(left + 1 if share else 1):
            go(at + 1, left - k, ways * comb(left, k) * share**k, (*got, k))

    go(0, n, 1, ())
    total = sides**n
    return tuple((counts, Fraction(ways, total) if exact else ways / total) for counts, ways in found)


def draw_outcomes(bag: Sequence[tuple[Any, int]], exact: bool = False) -> Fan:
    """What one draw brings."""
    total = sum(n for _, n in bag)
    if not total:
        raise ValueError("Nothing can be drawn from an empty bag.")
    return tuple((what, Fraction(n, total) if exact else n / total) for what, n in bag if n)


def fan(ask: Ask[Any], exact: bool) -> Fan | None:
    """What chance can answer; None where somebody decides."""
    if type(ask) is Roll:
        return outcomes(ask.n, ask.cuts, ask.sides, exact)
    if type(ask) is Draw:
        return draw_outcomes(ask.bag, exact)
    if type(ask) is Reckon:
        return ((ask.work(), 1),)
    return None


def reopen_flow(function: Function, terms: Any, record: Any, said: tuple[Any, ...]) -> Flow[Any]:
    """A generator cannot be copied: this is a new one, brought to where all of this has been said."""
    flow: Flow[Any] = function(terms, record)
    next(flow)
    for answer in said:
        flow.send(answer)
    return flow


class Best:
    """Best play by expectimax from the end: seat 0 wants the value high, every other seat low. Each record is valued
    once per step; `choices` keeps the answer for each choice by (step, record at its start, what was said in it)."""

    def __init__(self, steps: Steps[Any, Any], terms: Any, value: Value, say: Answering | None, exact: bool) -> None:
        self.plan, self.terms, self.value, self.say, self.exact = steps.plan, terms, value, say, exact
        self.tie = 0 if exact else TIE
        self.memos: list[dict[Any, Any]] = [{} for _ in steps.plan]
        self.choices: dict[tuple[int, Any, tuple[Any, ...]], Any] = {}

    def worth(self, at: int, record: Any) -> Any:
        plan, terms = self.plan, self.terms
        while True:
            if at == len(plan):
                return self.value(terms, record)
            function, asks, until, _ = plan[at]
            if until is not None and until(terms, record):
                at += 1
            elif asks or until is not None:
                break
            else:
                record = function(terms, record)
                at += 1
        memo = self.memos[at]
        if record in memo:
            known = memo[record]
            if known is UNSET:
                raise Unanswered(f'"{plan[at].name}" can come back to where it was; state a policy for its choices.')
            return known
        memo[record] = UNSET
        worth = self.branch(at, record, ()) if asks else self.worth(at, function(terms, record))
        memo[record] = worth
        return worth

    def branch(self, at: int, record: Any, said: tuple[Any, ...]) -> Any:
        function, _, until, _ = self.plan[at]
        terms, after = self.terms, at if until is not None else at + 1
        flow: Flow[Any] | None = function(terms, record)
        try:
            ask = next(flow)  # type: ignore[arg-type]  # just made
            for answer in said:
                ask = flow.send(answer)  # type: ignore[union-attr]
        except StopIteration as end:
            return self.worth(after, end.value)

        def follow(answer: Any) -> Any:
            nonlocal flow
            here = reopen_flow(function, terms, record, said) if flow is None else flow
            flow = None
            try:
                here.send(answer)
            except StopIteration as end:
                return self.worth(after, end.value)
            return self.branch(at, record, (*said, answer))

        chances = fan(ask, self.exact)
        if chances is not None:
            return self._mix(chances, follow)
        answer = UNSET if self.say is None else self.say(terms, record, ask)
        if answer is not UNSET:
            return follow(answer)
        worth, self.choices[at, record, said] = self._pick(ask, follow)
        return worth

    def _mix(self, chances: Fan, follow: Callable[[Any], Any]) -> Any:
        return sum([p * follow(answer) for answer, p in chances])

    def _pick(self, ask: Ask[Any], follow: Callable[[Any], Any]) -> tuple[Any, Any]:
        options = answers_to(ask)
        sign = 1 if ask.seat == 0 else -1
        best, choice = follow(options[0]), options[0]
        for option in options[1:]:
            worth = follow(option)
            if (worth - best) * sign > self.tie:
                best, choice = worth, option
        return best, choice


def answers_to(ask: Ask[Any]) -> Sequence[Any]:
    """All that best play may choose from."""
    options = alternatives(ask)
    if not options:
        raise Unanswered(f'"{ask.key}" has no legal answer.')
    return options


class Spread:
    """Runs the steps forward: one mapping from records to probabilities, step by step."""

    def __init__(
        self, steps: Steps[Any, Any], terms: Any, say: Answering | None, best: Best | None, exact: bool
    ) -> None:
        self.plan, self.terms, self.say, self.best, self.exact = steps.plan, terms, say, best, exact

    def run(self, start: Any) -> dict[Any, Any]:
        here: dict[Any, Any] = {start: Fraction(1) if self.exact else 1.0}
        for at, step in enumerate(self.plan):
            here = self.once(at, step, here) if step.until is None else self.repeated(at, step, here)
        return here

    def once(self, at: int, step: Step, here: dict[Any, Any]) -> dict[Any, Any]:
        function, asks, _, _ = step
        terms, to = self.terms, dict[Any, Any]()
        for record, p in here.items():
            if asks:
                self.branch(at, function, record, p, to)
            else:
                after = function(terms, record)
                to[after] = to.get(after, 0) + p
        return to

    def repeated(self, at: int, step: Step, here: dict[Any, Any]) -> dict[Any, Any]:
        terms, until, done = self.terms, step.until, dict[Any, Any]()
        for _ in range(ROUNDS):
            to: dict[Any, Any] = {}
            for record, p in here.items():
                if until is None or until(terms, record):
                    done[record] = done.get(record, 0) + p
                else:
                    for end, q in self.onward(at, step, record, p).items():
                        to[end] = to.get(end, 0) + q
            if not to:
                return done
            here = to
        raise ValueError(f'The step "{step.name}" never ends.')

    def onward(self, at: int, step: Step, record: Any, p: Any) -> dict[Any, Any]:
        """Where a repeated step leads. If it can lead back to the same record (ties are rolled again), the other ends
        share that chance, as if it were rolled until it does not."""
        ends = self.once(at, step, {record: p})
        back = ends.pop(record, 0)
        if not ends:
            raise ValueError(f'The step "{step.name}" never ends.')
        return {end: q * p / (p - back) for end, q in ends.items()} if back else ends

    def branch(self, at: int, function: Function, record: Any, p: Any, to: dict[Any, Any]) -> None:
        """All ways through one step from one record."""
        terms, exact = self.terms, self.exact
        todo: list[tuple[tuple[Any, ...], Any]] = [((), p)]
        while todo:
            said, p = todo.pop()
            flow: Flow[Any] | None = function(terms, record)
            try:
                ask = next(flow)  # type: ignore[arg-type]  # just made
                for answer in said:
                    ask = flow.send(answer)  # type: ignore[union-attr]
                while (chances := fan(ask, exact)) is None:
                    answer = self.answer(at, record, said, ask)
                    said = (*said, answer)
                    ask = flow.send(answer)  # type: ignore[union-attr]
            except StopIteration as end:
                to[end.value] = to.get(end.value, 0) + p
                continue
            for answer, q in chances:
                here = reopen_flow(function, terms, record, said) if flow is None else flow
                flow = None
                try:
                    here.send(answer)
                except StopIteration as end:
                    to[end.value] = to.get(end.value, 0) + p * q
                else:
                    todo.append(((*said, answer), p * q))

    def answer(self, at: int, record: Any, said: tuple[Any, ...], ask: Ask[Any]) -> Any:
        if self.say is not None:
            answer = self.say(self.terms, record, ask)
            if answer is not UNSET:
                return answer
        return fallback(ask, self.say) if self.best is None else self.best.choices[at, record, said]


# ---- the door --------------------------------------------------------------------------------------------------------


def distribution(
    steps: Steps[T, R],
    terms: T,
    start: R,
    policy: Policy | None = None,
    value: Callable[[T, R], float] | None = None,
    exact: bool = False,
) -> dict[R, float]:
    """How an exchange can end, with probabilities: floats, or Fractions if exact. Do not change it: it is remembered.

    `policy` answers the choices; where it has no opinion both sides play best for `value` of the final record (seat 0
    wants it high, the others low). Without a value, an ask's only answer or its default is taken.
    """
    say = policy_function(policy)
    try:
        hash(say)
    except TypeError:  # a mapping with answers that cannot be kept as a key
        return _worked_out(steps, terms, start, say, value, exact)
    ends, cited = _cached_odds(steps, terms, start, say, value, exact, citing.knocked_out())
    citing.SEEN.update(cited)
    return ends


def worth(
    steps: Steps[T, R],
    terms: T,
    start: R,
    value: Callable[[T, R], float],
    policy: Policy | None = None,
    exact: bool = False,
) -> float:
    """What the exchange is worth with best play, without the distribution: for those who only compare."""
    worth: float = Best(steps, terms, value, policy_function(policy), exact).worth(0, start)
    return worth


def _worked_out(
    steps: Steps[Any, Any], terms: Any, start: Any, say: Answering | None, value: Value | None, exact: bool
) -> dict[Any, Any]:
    best = None
    if value is not None:
        best = Best(steps, terms, value, say, exact)
        best.worth(0, start)
    return Spread(steps, terms, say, best, exact).run(start)


@lru_cache(2048)
def _cached_odds(
    steps: Steps[Any, Any],
    terms: Hashable,
    start: Hashable,
    say: Answering | None,
    value: Value | None,
    exact: bool,
    knocked: frozenset[str],
) -> tuple[dict[Any, Any], frozenset[str]]:
    return citing.overhear(_worked_out, steps, terms, start, say, value, exact)
