"""For tests of both readings of a rule: as we rule, and as a table may read it instead."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def both(id: str, ruled: T, otherwise: T) -> tuple[tuple[tuple[str, ...], T], tuple[tuple[str, ...], T]]:
    """The readings of a set-up, none and this one, each with what shall come of it."""
    return ((), ruled), ((id,), otherwise)
