"""Why something is not allowed. Legal means that nothing comes out: machines stop at the first, people get all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from xenotable.engine.citing import TRACING, cite
from xenotable.engine.wording import check_template, fill_template


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """`says` and `remedy` are templates, filled with `args` only when somebody reads them."""

    rule: str
    says: str
    args: dict[str, Any] = {}
    remedy: str = ""

    if TRACING:

        def __post_init__(self) -> None:
            cite(self.rule)
            check_template(self.says, self.args)
            check_template(self.remedy, self.args)

    def __str__(self) -> str:
        return fill_template(self.says, self.args)


class MalformedAnswer(Exception):
    """An answer that has not even the form of one."""

    def __init__(self, says: str, **args: Any) -> None:
        super().__init__(fill_template(says, args))
        self.refusal = Refusal("engine.misheard", says, args)


def is_legal(refusals: Iterable[Refusal]) -> bool:
    """Whether nothing speaks against it; stops at the first reason."""
    for _ in refusals:
        return False
    return True
