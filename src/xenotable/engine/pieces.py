"""The decisions about pieces on a table: where they are put, and the ways they go."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from xenotable.engine.asks import Ask, Random, T
from xenotable.engine.refusals import MalformedAnswer, Refusal

Point = tuple[float, ...]  # x, y and, where a game has heights, z; in inches
SNAP = 1024.0  # positions lie on a grid of 1/1024 in: orientation tests are then exact
FAR = 1000.0  # no table is larger


class Piece(msgspec.Struct, frozen=True):
    """A piece that an ask is about, as a screen needs it."""

    on: str
    at: Point = ()
    radius: float = 0.5
    budget: float = 0.0
    turns: bool = False  # it has a facing


class Option(msgspec.Struct, frozen=True):
    """A way of moving: its name on the wire and on the screen."""

    value: str
    label: str = ""


class Placed(msgspec.Struct, frozen=True):
    """Where pieces were put; facing in degrees, east is 0, against the clock."""

    at: dict[str, Point] = {}
    facing: dict[str, float] = {}


class Moved(msgspec.Struct, frozen=True):
    """The ways pieces went: the points after the starting point, the last one being where they stop."""

    paths: dict[str, tuple[Point, ...]] = {}
    mode: str = ""
    facing: dict[str, float] = {}

    def end(self, piece: str) -> Point | None:
        """Where the piece ends; None if it stays."""
        path = self.paths.get(piece)
        return path[-1] if path else None

    def way(self, piece: str) -> list[tuple[float, float]]:
        """The points as seen from above; none if the piece stays."""
        return [(p[0], p[1]) for p in self.paths.get(piece, ())]


def snap_coordinate(v: object) -> float:
    if not isinstance(v, int | float) or isinstance(v, bool) or not math.isfinite(v) or abs(v) > FAR:
        raise MalformedAnswer("A position on the table is given in numbers.")
    return round(v * SNAP) / SNAP


def point(said: object) -> Point:
    if not isinstance(said, list | tuple) or len(said) not in (2, 3):
        raise MalformedAnswer("A position is given as x and y (and a height, where there are heights).")
    return tuple(snap_coordinate(v) for v in said)


def _by_piece(said: object, pieces: Sequence[Piece], what: str) -> dict[str, Any]:
    if not isinstance(said, dict):
        raise MalformedAnswer("Give {what} for each piece.", what=what)
    for k in said:
        if not any(p.on == k for p in pieces):
            raise MalformedAnswer("Only the pieces asked about can be given {what}.", what=what)
    return said


def _facings(said: object, pieces: Sequence[Piece]) -> dict[str, float]:
    return {k: snap_coordinate(v) % 360.0 for k, v in _by_piece(said, pieces, "a facing").items()}


class OnTable(Ask[T]):
    """Where pieces go. `one` is one of a few proposals, drawn before the others are worked out; None where they must
    be."""

    pieces: Sequence[Piece]
    legal: Callable[[T], Iterable[Refusal]]
    propose: Callable[[int, Random], Sequence[T]]
    one: Callable[[Random], T | None] | None = None

    def candidates(self, n: int, rnd: Random) -> Sequence[T]:
        return self.propose(n, rnd)

    def drawn(self, n: int, rnd: Random) -> Sequence[T]:
        one = None if self.one is None else self.one(rnd)
        return super().drawn(n, rnd) if one is None else (one,)


class Place(OnTable[Placed]):
    """Puts pieces on the table; all of them unless `optional`."""

    zone: str = ""  # the area of the board that a screen lights up
    optional: bool = False

    def shape(self, said: object) -> Placed:
        if isinstance(said, Placed):
            said = {"at": said.at, "facing": said.facing}
        if not isinstance(said, dict) or not set(said) <= {"at", "facing"}:
            raise MalformedAnswer('Answer with {{"at": {{piece: [x, y]}}}}.')
        at = {k: point(v) for k, v in _by_piece(said.get("at", {}), self.pieces, "a position").items()}
        return Placed(at, _facings(said.get("facing", {}), self.pieces))

    def check(self, value: Placed) -> Iterable[Refusal]:
        missing = [p.on for p in self.pieces if p.on not in value.at]
        if missing and not self.optional:
            return [Refusal("engine.missing", "{p} has no place yet.", {"p": missing[0]})]
        return list(self.legal(value))


class Move(OnTable[Moved]):
    """Pieces go along paths. `reach` outlines where one piece could stop, `toward` makes a whole legal move out of one
    drag: for people and machines alike."""

    modes: Sequence[Option] = ()
    why_not: Callable[[str], Iterable[Refusal]] | None = None  # why a mode is closed
    reach: Callable[[str, str], Sequence[Sequence[Point]]] | None = None  # piece, mode -> polygons
    toward: Callable[[str, Point, str], Moved | None] | None = None  # piece, goal, mode
    together: Mapping[str, float] | None = None  # what binds the pieces, e.g. {"coherency": 2.0}

    def shape(self, said: object) -> Moved:
        if isinstance(said, Moved):
            said = {"paths": said.paths, "mode": said.mode, "facing": said.facing}
        if not isinstance(said, dict) or not set(said) <= {"paths", "mode", "facing"}:
            raise MalformedAnswer('Answer with {{"mode": name, "paths": {{piece: [[x, y], ...]}}}}.')
        paths = {}
        for k, way in _by_piece(said.get("paths", {}), self.pieces, "a path").items():
            if not isinstance(way, list | tuple) or len(way) > 64:
                raise MalformedAnswer("A path is a list of at most 64 points.")
            paths[k] = tuple(point(p) for p in way)
        mode = said.get("mode", self.modes[0].value if self.modes else "")
        if not isinstance(mode, str) or (mode and not any(m.value == mode for m in self.modes)):
            raise MalformedAnswer("That is none of the ways of moving.")
        return Moved(paths, mode, _facings(said.get("facing", {}), self.pieces))

    def check(self, value: Moved) -> Iterable[Refusal]:
        closed = list(self.why_not(value.mode)) if self.why_not is not None and value.mode else []
        return closed or list(self.legal(value))
