"""What campaigns of different games share: a match whose answers are results of other matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from xenotable.engine.game import Game
from xenotable.engine.match import Match

G = TypeVar("G", bound=Game)


def before(match: Match[G], key: str, otherwise: str) -> Match[G]:
    """The campaign as it stood before the first answer to this ask: another way from there on. `otherwise` says why
    there is none."""
    for i, entry in enumerate(match.tape):
        if entry.key == key:
            return match.at(i)
    raise ValueError(otherwise)


def distinct(names: Sequence[str]) -> bool:
    return len(set(names)) == len(names)
