"""Checks the keys by which answers are kept: whenever one serves, the function is asked once more. For tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from msgspec import Struct

from xenotable.engine import citing


class Stale(AssertionError):
    """A kept answer is not what its function says now: the key does not hold all that the answer depends on."""


def _equals_itself_alone(answer: Any) -> bool:
    return type(answer).__eq__ is object.__eq__ or (isinstance(answer, Struct) and not answer.__struct_config__.eq)


@contextmanager
def doubt_kept_answers() -> Iterator[Counter[str]]:
    """Meanwhile every answer that `memoize`, `recall` or `reuse` kept is compared with what its function says now.
    Gives how many were compared, by function. Answers that only equal themselves cannot be compared and are not."""
    compared: Counter[str] = Counter()
    asking: list[Any] = []

    def serve(answer: Any, cited: frozenset[str], function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        citing.SEEN.update(cited)
        name = f"{function.__module__}.{function.__qualname__}"
        if not asking and not _equals_itself_alone(answer):  # what a doubt asks for is not doubted in turn
            asking.append(name)
            try:
                now, _ = citing.overhear(function, *args)
            finally:
                asking.pop()
            compared[name] += 1
            if now != answer:
                raise Stale(f"{name} was kept as {answer!r}, and is {now!r}")
        return answer

    with patch.object(citing, "serve", serve):
        yield compared
