"""What campaigns of different games share: a match whose answers are results of other matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from xenotable.engine.game import Game

G = TypeVar("G", bound=Game)


def distinct(names: Sequence[str]) -> bool:
    return len(set(names)) == len(names)


# ---- what its page shows


def stage_state(n: int, done: int) -> str:
    """Where the n-th stage stands when so many are done: done, next or later."""
    return "done" if n <= done else "next" if n == done + 1 else "later"


def tone_of(winner: int, side: int | None) -> str:
    """How a stage that is over looks to a side (None: to a bystander); no winner is a draw."""
    if side is None:
        return ""
    return "warn" if winner < 0 else "good" if winner == side else "bad"


def told_about(stories: Iterable[tuple[str, Sequence[str]]], head: str) -> Iterator[str]:
    """What people's stories say under a heading, each sentence beginning with the name."""
    for name, story in stories:
        for line in story:
            if line.startswith(head):
                yield f"{name} {line.removeprefix(head)}"
