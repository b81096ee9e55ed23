"""The models of a move or a placing, made when somebody looks: a fork that answers from the tape never does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

from xenotable.engine import Piece


class Pieces(Sequence[Piece]):
    def __init__(self, make: Callable[[], list[Piece]]) -> None:
        self.make = make
        self.made: list[Piece] | None = None

    def all(self) -> list[Piece]:
        if self.made is None:
            self.made = self.make()
        return self.made

    @overload
    def __getitem__(self, i: int) -> Piece: ...
    @overload
    def __getitem__(self, i: slice) -> list[Piece]: ...
    def __getitem__(self, i: int | slice) -> Piece | list[Piece]:
        return self.all()[i]

    def __len__(self) -> int:
        return len(self.all())
