"""How choices inside an exchange are answered while odds are worked out: by a stated policy, or by trying all answers.

A policy is a function `(terms, record, ask) -> answer`, where `record` is what stood at the start of the step, or a
mapping from the keys of asks to answers or such functions. It says UNSET where it has no opinion.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from xenotable.engine.asks import UNSET, Ask
from xenotable.engine.decisions import Choose, Confirm, Number, Pick
from xenotable.engine.refusals import is_legal
from xenotable.engine.rows import Row
from xenotable.faults import nearest

Answering = Callable[[Any, Any, Any], Any]  # the ask may be annotated as what it is: `ask: Choose[str]`
Policy = Answering | Mapping[str, Any]


class Unanswered(LookupError):
    """A choice that no policy answers, or not with something allowed."""


class Stated(Row, frozen=True):
    """A mapping as a policy; hashable, so that results can be kept."""

    answers: tuple[tuple[str, Any], ...]

    def __call__(self, terms: Any, record: Any, ask: Ask[Any]) -> Any:
        known = dict(self.answers)
        answer = known.get(ask.key, UNSET)
        if answer is UNSET:
            answer = known.get(ask.key.partition(":")[0], UNSET)  # "reroll" answers "reroll:u4" too
        if answer is UNSET or callable(answer):
            return answer if answer is UNSET else answer(terms, record, ask)
        settled = settle(ask, answer)
        if settled is not UNSET:
            return settled
        if forced := ask.only():
            return forced[0]
        raise Unanswered(f'The policy answers "{ask.key}" with {answer!r}, which is not allowed here; see `prefer`.')


class Prefer(Row, frozen=True):
    answers: tuple[Any, ...]

    def __call__(self, terms: Any, record: Any, ask: Ask[Any]) -> Any:
        for answer in self.answers:
            settled = settle(ask, answer)
            if settled is not UNSET:
                return settled
        raise Unanswered(f'None of the answers {list(self.answers)} is allowed for "{ask.key}".')


def settle(ask: Ask[Any], answer: Any) -> Any:
    """The answer as the rules offered it, or UNSET where it is not allowed."""
    if isinstance(ask, Choose):  # by far the most frequent, and its `check` takes pains to word the refusal
        return next((o for o in ask.options() if type(o) is type(answer) and o == answer), UNSET)
    return ask.settle(answer) if is_legal(ask.check(answer)) else UNSET


def prefer(*answers: Any) -> Answering:
    """For a mapping: the first of these answers that is allowed."""
    return Prefer(answers)


def policy_function(policy: Policy | None) -> Answering | None:
    """Any policy as a function."""
    if isinstance(policy, Mapping):
        return Stated(tuple(sorted(policy.items(), key=lambda item: item[0])))
    return policy


def fallback(ask: Ask[Any], policy: Answering | None) -> Any:
    """What is answered where neither a policy nor best play does: the only answer there is, or the ask's default."""
    if forced := ask.only():
        return forced[0]
    if ask.default is not UNSET:
        return ask.default
    known = [key for key, _ in policy.answers] if isinstance(policy, Stated) else []
    raise Unanswered(f'No policy answers "{ask.key}", and no value says what is best.{nearest(ask.key, known)}')


def alternatives(ask: Ask[Any]) -> Sequence[Any]:
    """Every legal answer, for best play to try."""
    if isinstance(ask, Choose):
        return ask.options()
    if isinstance(ask, Confirm):
        return (True, False)
    if isinstance(ask, Number):
        return range(ask.low, ask.high + 1)
    if isinstance(ask, Pick):
        options = ask.options()
        most = len(options) if ask.most is None else min(ask.most, len(options))
        picks = [p for size in range(ask.least, most + 1) for p in combinations(options, size)]
        judge = ask.legal
        return picks if judge is None else [p for p in picks if is_legal(judge(p))]
    raise Unanswered(f'Best play does not try out a {type(ask).__name__} ("{ask.key}"); state a policy for it.')
