"""How games went: counted in studies, in `sim` and when a list is tried out."""

from __future__ import annotations

import msgspec

from xenotable.odds.intervals import wilson


class Tally(msgspec.Struct):
    """Games of somebody: victories, draws and defeats. A draw is half a victory in the share."""

    name: str = ""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    got: float = 0.0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        return self.got / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.share, self.games)

    def count(self, got: float) -> None:
        self.got += got
        self.wins += got == 1
        self.losses += got == 0
        self.draws += 0 < got < 1
