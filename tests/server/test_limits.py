"""How deep a message may be: found by going over it a fixed number of times, whatever is in it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xenotable.server.limits import DEEPEST, TooMuch, check_depth

NESTED = st.recursive(
    st.text(alphabet='[]{}"\\a', max_size=8) | st.none(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(alphabet='"[}\\', max_size=3), inner, max_size=3)
    ),
    max_leaves=60,
)


class Counted(bytes):
    """Counts the characters that are looked at."""

    looked = 0

    def _look(self) -> None:
        Counted.looked += len(self)

    def __iter__(self) -> Iterator[int]:
        self._look()
        return super().__iter__()

    def count(self, *args: Any) -> int:
        self._look()
        return super().count(*args)

    def replace(self, *args: Any) -> Counted:
        self._look()
        return Counted(super().replace(*args))

    def split(self, *args: Any) -> list[bytes]:
        self._look()
        return [Counted(part) for part in super().split(*args)]

    def translate(self, *args: Any, **more: Any) -> Counted:
        self._look()
        return Counted(super().translate(*args, **more))


def depth(value: object) -> int:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inside is None else 1 + max(map(depth, inside), default=0)


@given(NESTED, st.integers(0, DEEPEST + 3))
def test_the_depth_is_that_of_the_brackets_outside_strings(value: object, more: int):
    for _ in range(more):
        value = [value, "]"]
    data = json.dumps(value).encode()
    if depth(value) > DEEPEST:
        with pytest.raises(TooMuch):
            check_depth(data)
    else:
        check_depth(data)


@given(st.lists(st.sampled_from(['"', '\\"', "\\\\", "\\", "[", "]", "{", "}", "a", '"a', '\\"[']), max_size=6))
def test_what_is_looked_at_grows_with_the_message_alone(pattern: list[str]):
    """Unfinished strings, escapes and brackets in any order, two hundred times over."""
    data = Counted('"'.join(["", *pattern]).encode() * 200)
    Counted.looked = 0
    with contextlib.suppress(TooMuch):
        check_depth(data)
    assert len(data) <= Counted.looked <= 5 * len(data)


@pytest.mark.parametrize("tail", ["", "\\", '"', "["])
@pytest.mark.parametrize("part", ['"', '\\"', '"\\', "[]", "{}", "[[]]", "[" * 24 + "]" * 24 + ","])
def test_a_large_hostile_message_is_dealt_with(part: str, tail: str):
    """Some of these would have taken hours; the time limit of the tests is the judge."""
    data = (part * (8 * 1024 * 1024 // len(part)) + tail).encode()
    with contextlib.suppress(TooMuch):
        check_depth(data)
