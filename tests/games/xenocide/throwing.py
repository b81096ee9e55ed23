"""Dice for exchanges that are played very often. The rules are certain but for their dice, so what follows from a
sequence of rolls is played by the live rules once and known from then on: a trial throws its dice and, where exactly
these were thrown before, needs the rules no more. Now and then a known result is played again all the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache

from xenotable.engine import Roll
from xenotable.engine.dice import OVER, SIX, count_classes

Counts = tuple[int, ...]
Asked = tuple[int, tuple[int, ...]]  # how many dice, and the cuts of their classes
Rolls = Callable[[Roll], Counts]
AGAIN = 64  # every so often what is known is played again
TASTE = 20_000  # trials after which an exchange with too many different courses is played every time


class Knot:
    """After some rolls: the next one and where its counts lead, or the result."""

    __slots__ = ("after", "asked", "classes", "result")

    def __init__(self) -> None:
        self.asked: Asked | None = None
        self.classes = b""
        self.after: dict[Counts, Knot] = {}
        self.result: Sequence[float] | None = None

    def ask(self, asked: Asked) -> None:
        if self.asked is None:
            self.asked, self.classes = asked, classes(asked[1])
        assert self.asked == asked, "the same dice lead to another roll"


@lru_cache(None)
def classes(cuts: tuple[int, ...]) -> bytes:
    """The class of each face, to translate faces with."""
    return bytes(sum(face >= cut for cut in cuts) for face in range(256))


class Trials:
    """Trials of one exchange. `play` resolves it with the live rules, on dice that are given to it."""

    def __init__(self, seed: str, play: Callable[[Rolls], Sequence[float]]) -> None:
        self.play, self.root = play, Knot()
        self.rnd, self.faces, self.at = random.Random(seed), b"", 0
        self.tried = self.played = 0
        self.learns = True

    def throw(self, n: int) -> bytes:
        if self.at + n > len(self.faces):
            self.faces, self.at = self.rnd.randbytes(1 << 16).translate(SIX, OVER), 0
        self.at += n
        return self.faces[self.at - n : self.at]

    def trial(self) -> Sequence[float]:
        self.tried += 1
        if self.tried == TASTE and self.played > 0.7 * TASTE:
            self.learns, self.root = False, Knot()
        if not self.learns:
            return self.play(lambda ask: count_classes(self.throw(ask.n), ask.cuts))
        knot, thrown = self.root, []
        while knot.result is None and knot.asked is not None:
            n, cuts = knot.asked
            faces = self.throw(n).translate(knot.classes)
            counts = tuple([faces.count(k) for k in range(len(cuts) + 1)])
            thrown.append(counts)
            there = knot.after.get(counts)
            if there is None:
                break
            knot = there
        if knot.result is None or self.tried % AGAIN == 0:
            return self.live(thrown)
        return knot.result

    def live(self, thrown: Sequence[Counts]) -> Sequence[float]:
        """Played by the rules: with these rolls, then with fresh ones."""
        self.played += 1
        knot, left = self.root, iter(thrown)

        def roll(ask: Roll) -> Counts:
            nonlocal knot
            assert ask.sides == 6
            knot.ask((ask.n, ask.cuts))
            counts = next(left, None)
            if counts is None:
                counts = count_classes(self.throw(ask.n), ask.cuts)
            there = knot.after.get(counts)
            if there is None:
                there = knot.after[counts] = Knot()
            knot = there
            return counts

        result = tuple(self.play(roll))
        assert next(left, None) is None, "the same dice lead to fewer rolls"
        assert knot.result in (None, result), "the same dice lead to another result"
        knot.result = result
        return result
