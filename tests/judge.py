"""A judge of "impossible": lays a dense grid over the table, looks closer where least is wrong, and knows no geometry.

Where an engine says that there is no legal answer, the judge must not find one that passes the game's own check.
`XENOTABLE_JUDGE=20` looks at twenty times as many positions as `make test` does.
"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from xenotable.engine import Match, Title
from xenotable.players import RandomPlayer, play_out
from xenotable.table import Point, Region, snap_point

MORE = int(os.environ.get("XENOTABLE_JUDGE", "1"))
RIM = 0.006  # regions are drawn a little inside what is allowed
CLOSER = 12  # places that are looked at more closely, each time


def positions(title: Title[Any], seeds: Sequence[int], every: int) -> Iterator[tuple[random.Random, Any]]:
    """States from games played at random, with a source of luck for each."""
    for seed in [s + len(seeds) * k for k in range(MORE) for s in seeds]:
        match = Match(title.new(title.random_setup(random.Random(seed).random)), seed, live=False)
        found: list[Any] = []

        def watch(m: Match[Any], found: list[Any] = found) -> None:
            if len(m.tape) % every == 0:
                found.append(m.game.copy())

        play_out(match, {s: RandomPlayer(title, f"{seed}:{s}") for s in range(match.game.seats)}, watch=watch)
        for k, game in enumerate(found):
            yield random.Random(f"{seed}:{k}"), game


def judged(wrong: Callable[[Point], float], about: Point, far: float, step: float = 0.25) -> Point | None:
    """A place within so much of another with nothing wrong, or None where the judge finds none either.

    wrong: how much speaks against a place (the number of reasons, or how far they are from being met).
    """
    x, y = about
    n = math.ceil(far / step)
    square = [(x + i * step, y + j * step) for i in range(-n, n + 1) for j in range(-n, n + 1)]
    best = _ranked(wrong, square, about, far)
    while best:
        if best[0][0] <= 0.0:
            return best[0][1]
        step /= 4.0
        if step < 1.0 / 2048.0:
            return None
        around = {
            (p[0] + i * step, p[1] + j * step) for _, p in best[:CLOSER] for i in range(-3, 4) for j in range(-3, 4)
        }
        best = _ranked(wrong, around, about, far)
    return None


def _ranked(
    wrong: Callable[[Point], float], points: Iterable[Point], about: Point, far: float
) -> list[tuple[float, Point]]:
    return sorted((wrong(p), p) for p in {snap_point(q) for q in points} if math.dist(p, about) <= far)


class Tally:
    """What the judge has seen: questions with an answer, those that were refused without one, and those withheld."""

    def __init__(self) -> None:
        self.answered = self.impossible = 0
        self.withheld: list[str] = []

    def add(self, offered: bool, judge: Callable[[], Any], what: str) -> None:
        """The judge is asked only where nothing was offered."""
        if offered:
            self.answered += 1
        elif (found := judge()) is None:
            self.impossible += 1
        else:
            self.withheld.append(f"{what}: {found}")

    def close(self) -> None:
        """Nothing was withheld. `pytest -s` shows the figures."""
        total = self.answered + len(self.withheld)
        says = f"{total} with an answer, {len(self.withheld)} withheld; {self.impossible} without one"
        print(says)
        assert not self.withheld, f"{says}: {self.withheld[:5]}"


def agree(region: Region, check: Callable[[Point], bool], points: Iterable[Point]) -> None:
    """A region says what the check says: it allows nothing that is refused, and leaves out nothing but a rim.

    Else a "no" would not be certain: the check refuses for something that the region was not told, or the other way
    round."""
    for p in map(snap_point, points):
        held = not region.empty and region.holds(*p)
        if held:
            assert check(p), f"the region allows {p}, the check does not"
        elif check(p):
            around = [(p[0] + dx, p[1] + dy) for dx, dy in ((RIM, 0.0), (-RIM, 0.0), (0.0, RIM), (0.0, -RIM))]
            assert not all(check(q) for q in around), f"the check allows {p}, the region does not"
