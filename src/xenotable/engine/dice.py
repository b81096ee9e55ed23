"""Where chance comes from. Rules see counts per class of faces, never faces; the tape keeps the faces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Protocol

import msgspec

SIX = bytes(b % 6 + 1 for b in range(256))
OVER = bytes(range(252, 256))  # bytes that would favour the low faces


class DiceState(msgspec.Struct, frozen=True):
    """What a save keeps of a source."""

    kind: str
    seed: str = ""
    block: int = 0
    pos: int = 0
    draws: int = 0


class Dice(Protocol):
    """Where chance comes from."""

    typed: bool  # True: people roll real dice, and every Roll stands open until they type the faces in
    fair: bool  # True: chance is asked by question (`fair.py`)

    def roll(self, n: int, sides: int = 6) -> Sequence[int]:
        """The faces of n dice."""
        ...

    def draw(self, bag: Sequence[tuple[Any, int]]) -> Any:
        """One piece out of a bag of (what, how many)."""
        ...

    def shuffle(self, items: Sequence[Any]) -> tuple[Any, ...]:
        """The items in a random order."""
        ...

    def copy(self) -> Dice:
        """A source that gives the same from here on."""
        ...

    def state(self) -> DiceState:
        """What a save keeps of it."""
        ...


class Seeded:
    """SHA-256 of (seed, counter): the same on every machine and in a browser, quick to copy, provable afterwards."""

    __slots__ = ("block", "draws", "faces", "pos", "seed")
    typed, fair = False, False

    def __init__(self, seed: bytes | int | str, block: int = 0, pos: int = 0, draws: int = 0) -> None:
        self.seed = as_seed(seed)
        self.block, self.pos, self.draws = block, pos, draws
        self.faces = _faces(self.seed, block - 1) if block else b""

    def roll(self, n: int, sides: int = 6) -> bytes:
        if sides != 6:
            return bytes(self.below(sides) + 1 for _ in range(n))
        start = self.pos
        out = self.faces[start : start + n]
        self.pos = start + len(out)
        while len(out) < n:
            self.faces = _faces(self.seed, self.block)
            self.block += 1
            self.pos = min(n - len(out), len(self.faces))
            out += self.faces[: self.pos]
        return out

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, all equally likely."""
        size = 1 if n <= 256 else ((n - 1).bit_length() + 7) // 8
        fair = 256**size // n * n
        while True:
            block = sha256(self.seed + b"d" + self.draws.to_bytes(8, "big")).digest()
            self.draws += 1
            for i in range(0, 33 - size, size):
                value = block[i] if size == 1 else int.from_bytes(block[i : i + size], "big")
                if value < fair:
                    return value % n

    def draw(self, bag: Sequence[tuple[Any, int]]) -> Any:
        return piece(bag, self.below(lots_in(bag)))

    def shuffle(self, items: Sequence[Any]) -> tuple[Any, ...]:
        left = list(items)
        return tuple(left.pop(self.below(len(left))) for _ in range(len(left)))

    def copy(self) -> Seeded:
        copy = Seeded.__new__(Seeded)
        copy.seed, copy.faces = self.seed, self.faces
        copy.block, copy.pos, copy.draws = self.block, self.pos, self.draws
        return copy

    def state(self) -> DiceState:
        return DiceState("seeded", self.seed.hex(), self.block, self.pos, self.draws)


class TypedIn(Seeded):
    """People roll real dice and type the faces in; bags and decks are still drawn here."""

    __slots__ = ()
    typed = True

    def copy(self) -> TypedIn:
        return TypedIn(self.seed, self.block, self.pos, self.draws)

    def state(self) -> DiceState:
        return DiceState("typed", self.seed.hex(), self.block, self.pos, self.draws)


KINDS = {"seeded": Seeded, "typed": TypedIn}


class DiceFault(Exception):
    """A scripted source was asked for something that is not in the script."""


class Scripted:
    """For tests: faces in the order they are rolled, draws in the order they are drawn. A missing die is an
    error."""

    __slots__ = ("draws", "faces")
    typed, fair = False, False

    def __init__(self, faces: Iterable[int] = (), draws: Iterable[Any] = ()) -> None:
        self.faces, self.draws = list(faces), list(draws)

    def roll(self, n: int, sides: int = 6) -> tuple[int, ...]:
        if n > len(self.faces):
            raise DiceFault(f"{n} dice are rolled, but only {self.faces} are scripted")
        out = tuple(self.faces[:n])
        if any(not 1 <= f <= sides for f in out):
            raise DiceFault(f"{out} is scripted for dice with {sides} sides")
        del self.faces[:n]
        return out

    def draw(self, bag: Sequence[tuple[Any, int]]) -> Any:
        if not self.draws:
            raise DiceFault(f"a draw from {list(bag)} is not scripted")
        what = self.draws.pop(0)
        if not any(what == w and n > 0 for w, n in bag):
            raise DiceFault(f"{what!r} is scripted, but the bag holds {list(bag)}")
        return what

    def shuffle(self, items: Sequence[Any]) -> tuple[Any, ...]:
        left = list(items)
        out = []
        for _ in range(len(left)):
            out.append(self.draw([(item, 1) for item in left]) if self.draws else left[0])
            left.remove(out[-1])
        return tuple(out)

    def copy(self) -> Scripted:
        return Scripted(self.faces, self.draws)

    def state(self) -> DiceState:
        return DiceState("scripted")


def restore_dice(state: DiceState) -> Dice:
    """The source that a save kept; ValueError if it keeps none. A script is for tests and never comes from a save."""
    if state.kind not in KINDS:
        raise ValueError(f"dice of the kind {state.kind!r} cannot come from a save")
    if min(state.block, state.pos, state.draws) < 0 or max(state.block, state.draws) >= 1 << 63:
        raise ValueError("its dice were never rolled so often")
    return KINDS[state.kind](bytes.fromhex(state.seed), state.block, state.pos, state.draws)


class Numbers(Sequence[tuple[int, int]]):
    """A bag that holds each whole number below n once: a large one is drawn from without a look at all of it."""

    __slots__ = ("n",)

    def __init__(self, n: int) -> None:
        self.n = n

    def __len__(self) -> int:
        return self.n

    def __getitem__(self, i: Any) -> Any:
        return [(k, 1) for k in range(self.n)[i]] if isinstance(i, slice) else (range(self.n)[i], 1)


def lots_in(bag: Sequence[tuple[Any, int]]) -> int:
    """How many lots a bag of (what, how many) holds."""
    return bag.n if type(bag) is Numbers else sum([n for _, n in bag])


def piece(bag: Sequence[tuple[Any, int]], lot: int) -> Any:
    """What this lot, counted from 0, takes out of a bag."""
    if type(bag) is Numbers:
        return lot
    for what, n in bag:
        lot -= n
        if lot < 0:
            return what
    raise AssertionError("the bag is empty")


def as_seed(seed: bytes | int | str) -> bytes:
    if isinstance(seed, bytes):
        return seed
    return sha256(f"{type(seed).__name__}:{seed}".encode()).digest()[:16]


def _faces(seed: bytes, block: int) -> bytes:
    return sha256(seed + block.to_bytes(8, "big")).digest().translate(SIX, OVER)


@lru_cache(None)
def _class_of(cuts: tuple[int, ...], sides: int) -> tuple[int, ...]:
    return tuple(sum(face >= cut for cut in cuts) for face in range(sides + 1))


def count_classes(faces: Iterable[int], cuts: tuple[int, ...], sides: int = 6) -> tuple[int, ...]:
    """How many faces fall into each class: cuts (3, 6) give (below 3, 3 to 5, 6 and more)."""
    look = _class_of(cuts, sides)
    out = [0] * (len(cuts) + 1)
    for face in faces:
        out[look[face]] += 1
    return tuple(out)
