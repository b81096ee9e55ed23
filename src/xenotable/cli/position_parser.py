"""Positions in words: two numbers, or said from a piece or an area of the board by its name or id."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from xenotable.engine import Board, MalformedAnswer, Point, Token
from xenotable.faults import nearest

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)"
PLAIN = re.compile(rf"({NUMBER})\s+({NUMBER})(?:\s+({NUMBER}))?")
TWO = re.compile(rf"{NUMBER}\s+{NUMBER}")
PLUS = re.compile(rf"(?P<base>.+?)\s*\+\s*(?P<x>{NUMBER})\s+(?P<y>{NUMBER})")
TOWARDS = re.compile(rf"(?P<n>{NUMBER})\s+(?P<how>towards?|from)\s+(?P<base>.+)")
COMPASS = {"north": (0.0, 1.0), "south": (0.0, -1.0), "east": (1.0, 0.0), "west": (-1.0, 0.0)}
BESIDE = re.compile(rf"(?P<n>{NUMBER})\s+(?P<way>{'|'.join(COMPASS)})(?:\s+of\s+(?P<base>.+))?")


class PositionParser:
    """What positions can name: pieces on the table by id, name or letters, and areas of the board."""

    def __init__(
        self, board: Board | None = None, tokens: Sequence[Token] = (), name: Callable[[str], str] = str
    ) -> None:
        self.known: dict[str, Point] = {}
        for area in board.areas if board is not None else ():
            for word in (area.id, area.label):
                self._learn(word, middle(area.shape.centre, area.shape.points))
        for token in tokens:
            if token.at:
                for word in (token.glyph, token.label, name(token.id), token.id):
                    self._learn(word, token.at[:2])

    def _learn(self, word: str, at: Point) -> None:
        if word and at:
            self.known[word.lower()] = at

    def way(self, said: str, start: Point) -> tuple[Point, ...]:
        """Points one after the other; each may be said from the one before."""
        words = said.replace(",", " ").split()
        if all(re.fullmatch(NUMBER, word) for word in words):
            return numbers(words)
        found: list[Point] = []
        for part in said.split(","):
            found.append(self.point(part, found[-1] if found else start))
        return tuple(found)

    def is_place(self, said: str) -> bool:
        """Whether this says a place as it stands: "6 4" and "6 towards b2" do, "1 6 4" says it of the first piece."""
        return any(pattern.fullmatch(said.strip().lower()) for pattern in (TWO, TOWARDS, BESIDE))

    def point(self, said: str, start: Point = ()) -> Point:
        """The position that this says; `start` is where the piece is."""
        text = said.strip().lower()
        if found := PLAIN.fullmatch(text):
            return tuple(float(v) for v in found.groups() if v is not None)
        if found := BESIDE.fullmatch(text):
            base = self.place(found["base"]) if found["base"] else self._start(start)
            dx, dy = COMPASS[found["way"]]
            return base[0] + float(found["n"]) * dx, base[1] + float(found["n"]) * dy
        if found := TOWARDS.fullmatch(text):
            return self._towards(float(found["n"]), found["how"], self.place(found["base"]), self._start(start))
        if found := PLUS.fullmatch(text):
            base = self.place(found["base"])
            return base[0] + float(found["x"]), base[1] + float(found["y"])
        return self.place(text)

    def place(self, name: str) -> Point:
        """Where the piece or area of this name is."""
        word = name.strip().lower()
        if word not in self.known:
            if re.fullmatch(r"[-+\d.\s]*", word):
                raise MalformedAnswer("A position is two numbers: x and y.")
            known = sorted(self.known)
            raise MalformedAnswer(
                "There is nothing called {name!r} on the table.{like} A position is two numbers, or said from a piece.",
                name=word[:40], like=nearest(word, known),
            )  # fmt: skip
        return self.known[word]

    def _towards(self, n: float, how: str, base: Point, start: Point) -> Point:
        """So many inches from where the piece is towards a place, or from that place towards the piece."""
        there, here = (base, start) if how != "from" else (start, base)
        far = math.dist(here[:2], there[:2])
        if far == 0:
            raise MalformedAnswer("The piece stands there already.")
        share = n / far
        return here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])

    def _start(self, start: Point) -> Point:
        if not start:
            raise MalformedAnswer("The piece is not on the table yet: say a place from another one.")
        return start


def numbers(words: Sequence[str]) -> tuple[Point, ...]:
    values = [float(word) for word in words]
    if not values or len(values) % 2:
        raise MalformedAnswer("A position is two numbers: x and y.")
    return tuple((values[i], values[i + 1]) for i in range(0, len(values), 2))


def middle(centre: tuple[float, float] | None, points: Sequence[tuple[float, float]]) -> Point:
    if centre is not None:
        return centre
    return tuple(sum(axis) / len(points) for axis in zip(*points, strict=True)) if points else ()
