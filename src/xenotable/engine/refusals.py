"""Why something is not allowed. Legal means that nothing comes out: machines stop at the first, people get all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from xenotable.engine.citing import TRACING, cite


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """`says` and `remedy` are templates, filled with `args` only when somebody reads them."""

    rule: str
    says: str
    args: dict[str, Any] = {}
    remedy: str = ""

    if TRACING:

        def __post_init__(self) -> None:
            cite(self.rule)

    def __str__(self) -> str:
        return filled(self.says, self.args)


class Misheard(Exception):
    """An answer that has not even the form of one."""

    def __init__(self, says: str, **args: Any) -> None:
        super().__init__(filled(says, args))
        self.refusal = Refusal("engine.misheard", says, args)


def allowed(refusals: Iterable[Refusal]) -> bool:
    """Whether nothing speaks against it; stops at the first reason."""
    for _ in refusals:
        return False
    return True


class Count(int):
    """A number that can be written with what it counts: `{n:model}` is 1 model or 2 models, `{n:die|dice}` 1 die."""

    def __format__(self, spec: str) -> str:
        if len(spec) < 2 or not spec.isascii() or not spec[0].isalpha():
            return int.__format__(self, spec)
        one, _, many = spec.partition("|")
        return f"{int(self)} {one if self == 1 else many or one + 's'}"


def filled(template: str, args: dict[str, Any]) -> str:
    return template.format(**{k: Count(v) if type(v) is int else v for k, v in args.items()})


def worded(template: str, args: dict[str, Any], name: Callable[[str], str]) -> str:
    """A template in words: ids of pieces become their names, and a sentence that opens with one gets its capital."""
    said = filled(template, {k: name(v) if type(v) is str else v for k, v in args.items()})
    return said[:1].upper() + said[1:] if template.startswith("{") else said
