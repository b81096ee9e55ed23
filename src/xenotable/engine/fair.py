"""Fair dice: no side can have chosen them alone, and everybody can check them afterwards without a server.

An *epoch* begins when people sit down: the server commits to a secret by its hash, each person's client to a share by
its hash; then the shares are shown, and the secret at the end of the match. What a question of chance gets depends on
the epoch and on the question alone, so that after an undo the same question has the same dice. `docs/fair-dice.md` has
every byte.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from xenotable.engine.asks import Ask, Draw, Roll, Shuffle, freeze
from xenotable.engine.dice import DiceState, Seeded, lots_in, piece
from xenotable.engine.tape import CHANCE, DRAW, ROLL, SHUFFLE, Entry

LABEL = b"xenotable fair dice 1\n"
SIZE = 32  # bytes of a secret and of a share
MOST = 10_000  # dice of one roll: more come only from a state that somebody has made up
KINDS: dict[type, str] = {Roll: ROLL, Draw: DRAW, Shuffle: SHUFFLE}


class Share(msgspec.Struct, frozen=True):
    """What one person's client put in: random bytes in hex, and the hash that it had shown before."""

    seat: int
    commitment: str
    value: str


class Epoch(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who had a hand in the dice from entry `start` of the tape on. Without a commitment: dice of another table, of
    which nothing is known here."""

    start: int = 0
    commitment: str = ""  # SHA-256 of the secret
    shares: list[Share] = []
    secret: str = ""  # known to the server alone until the match is over
    attempt: int = 1  # how often shares were asked for: somebody may have gone before showing theirs


class Taken(msgspec.Struct, frozen=True):
    """Dice that were seen and then taken back; they stay those of their question."""

    question: str
    epoch: int
    entry: Entry


class Fairness(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a record keeps of fair dice."""

    epochs: list[Epoch] = []
    taken: list[Taken] = []
    typed: bool = False
    waiting: bool = False  # the next epoch has not begun yet

    def sealed(self) -> Fairness:
        """Without the secrets: what may be known before the end."""
        return msgspec.structs.replace(self, epochs=[msgspec.structs.replace(e, secret="") for e in self.epochs])

    def opened(self, secrets: Mapping[str, str]) -> Fairness:
        """With the secrets of those commitments that are given."""
        known = [msgspec.structs.replace(e, secret=secrets.get(e.commitment, e.secret)) for e in self.epochs]
        return msgspec.structs.replace(self, epochs=known)


def fresh_secret() -> bytes:
    return os.urandom(SIZE)


def lone_epoch() -> Epoch:
    """An epoch of a secret alone, where nobody has to be convinced."""
    secret = fresh_secret()
    return Epoch(commitment=commitment(secret), secret=secret.hex())


def commitment(value: bytes) -> str:
    return hashlib.sha256(value).hexdigest()


def seed_of(epoch: Epoch, question: str) -> bytes:
    """The seed of one question; its dice are those of `Seeded` with this seed."""
    parts = [LABEL, bytes.fromhex(epoch.secret), len(epoch.shares).to_bytes(4, "big")]
    for share in epoch.shares:
        parts += share.seat.to_bytes(4, "big"), bytes.fromhex(share.value)
    return hashlib.sha256(b"".join([*parts, question.encode()])).digest()


def epoch_at(epochs: Sequence[Epoch], index: int) -> int:
    """Which epoch an entry of the tape belongs to, unless its question was put before."""
    return max((i for i, e in enumerate(epochs) if e.start <= index), default=-1)


def questions(tape: Sequence[Entry], counts: dict[str, int]) -> Iterator[tuple[int, str]]:
    """The places of chance on a tape, each with its question: what was asked, and how often before."""
    for i, entry in enumerate(tape):
        if entry.kind in CHANCE:
            yield i, question_of(f"{entry.kind}\n{entry.seat}\n{entry.key}\n{entry.about}", counts)


def question_of(asked: str, counts: dict[str, int]) -> str:
    counts[asked] = n = counts.get(asked, 0) + 1
    return f"{asked}\n{n}"


def count_questions(tape: Sequence[Entry]) -> dict[str, int]:
    """How often each question was put."""
    counts: dict[str, int] = {}
    for _ in questions(tape, counts):
        pass
    return counts


class Fair:
    """The source of fair dice. It stops where it waits for an epoch, or does not know the secret of its epoch."""

    __slots__ = ("counts", "epochs", "taken", "typed", "waiting")
    fair = True

    def __init__(self, known: Fairness | None = None, tape: Sequence[Entry] = ()) -> None:
        known = known or Fairness()
        self.epochs, self.typed, self.waiting = tuple(known.epochs), known.typed, known.waiting
        self.taken = {t.question: msgspec.structs.replace(t, entry=freeze_entry(t.entry)) for t in known.taken}
        self.counts = count_questions(tape)

    def chance(self, ask: Ask[Any], index: int, now: int) -> Entry | None:
        """The answer to a Roll, Draw or Shuffle at this place of the tape; None while it has to wait."""
        kind, about = KINDS[type(ask)], about_of(ask)
        asked = f"{kind}\n{ask.seat}\n{ask.key}\n{about}"
        n = self.counts.get(asked, 0) + 1
        question = f"{asked}\n{n}"
        kept = self.taken.get(question)
        epoch = self._epoch(kept)
        if epoch is None and kept is not None and fits(ask, kept.entry):
            value, lots = kept.entry.value, kept.entry.lots
        else:
            epoch = epoch or self._epoch(None)
            if epoch is None:
                return None
            value, lots = draw_answer(ask, Seeded(seed_of(epoch, question)))
        self.counts[asked] = n
        seen = None if kind == ROLL else ask.seen  # type: ignore[attr-defined]  # draws and shuffles have it
        return Entry(kind, ask.seat, ask.key, value, now, (), seen, about, lots)

    def _epoch(self, kept: Taken | None) -> Epoch | None:
        """The epoch of a question that was put before, or of a new one, if its secret is known."""
        if kept is None and (self.waiting or not self.epochs):
            return None
        epoch = self.epochs[kept.epoch if kept is not None else -1]
        return epoch if epoch.secret else None

    def replayed(self, ask: Ask[Any], index: int, entry: Entry, strict: bool) -> str:
        """Keeps step with an entry of the tape; strictly, gives what is wrong with it ("" if nothing is)."""
        question = question_of(f"{entry.kind}\n{entry.seat}\n{entry.key}\n{entry.about}", self.counts)
        if not fits(ask, entry):
            return f"the rules want {KINDS[type(ask)]} {ask.key!r}, the tape has {entry.kind} {entry.key!r}"
        if not strict or not self.epochs:
            return ""
        kept = self.taken.get(question)
        epoch = self.epochs[kept.epoch if kept else epoch_at(self.epochs, index)]
        if not epoch.secret:
            return ""
        if entry.about != about_of(ask):
            return f"the rules ask about {about_of(ask)!r}, the tape says {entry.about!r}"
        fresh = draw_answer(ask, Seeded(seed_of(epoch, question)))
        told = (entry.value if isinstance(ask, Draw) else tuple(entry.value), tuple(entry.lots))
        return "" if fresh == told else f"the secret and the shares give {fresh[0]}, the tape says {told[0]}"

    def begin(self, epoch: Epoch) -> None:
        """From now on the dice come from this epoch; the first one begins with the match, since nothing can be rolled
        before it, whatever was decided meanwhile."""
        begun = epoch if self.epochs else msgspec.structs.replace(epoch, start=0)
        self.epochs, self.waiting = (*self.epochs, begun), False

    def rewound(self, old: Sequence[Entry], tape: Sequence[Entry], at: int) -> Fair:
        """As it is when the tape goes back from `old` to `tape`, of which `at` entries are not replayed: what was
        rolled stays with its question."""
        copy = self.copy()
        for i, question in questions(old, {}):
            if i >= len(tape):
                kept = copy.taken.get(question)
                epoch = kept.epoch if kept else epoch_at(self.epochs, i)
                copy.taken.setdefault(question, Taken(question, epoch, old[i]))
        copy.epochs = cut(self.epochs, len(tape))
        copy.counts = count_questions(tape[:at])
        return copy

    def fairness(self) -> Fairness:
        return Fairness(list(self.epochs), list(self.taken.values()), self.typed, self.waiting)

    def copy(self) -> Fair:
        copy = Fair.__new__(Fair)
        copy.epochs, copy.typed, copy.waiting = self.epochs, self.typed, self.waiting
        copy.taken, copy.counts = self.taken.copy(), self.counts.copy()
        return copy

    def state(self) -> DiceState:
        return DiceState("fair")

    def roll(self, n: int, sides: int = 6) -> Sequence[int]:
        raise NotImplementedError("fair dice are asked by question")

    def draw(self, bag: Sequence[tuple[Any, int]]) -> Any:
        raise NotImplementedError("fair dice are asked by question")

    def shuffle(self, items: Sequence[Any]) -> tuple[Any, ...]:
        raise NotImplementedError("fair dice are asked by question")


def freeze_entry(entry: Entry) -> Entry:
    return msgspec.structs.replace(entry, value=freeze(entry.value))


def cut(epochs: Sequence[Epoch], length: int) -> tuple[Epoch, ...]:
    """The epochs of a tape that went back to this length: what comes now belongs to the last of them."""
    return tuple(msgspec.structs.replace(e, start=length) if e.start > length else e for e in epochs)


def about_of(ask: Ask[Any]) -> str:
    """What a question is about: the sides of other dice than d6, and who and what its words name. Not how many dice,
    nor what they need: a small change elsewhere must not give other dice."""
    named = {name: value for name, value in sorted((ask.args or {}).items()) if isinstance(value, str)}
    words = [msgspec.json.encode(named).decode()] if named else []
    return " ".join([f"d{ask.sides}", *words] if isinstance(ask, Roll) and ask.sides != 6 else words)


def draw_answer(ask: Ask[Any], source: Seeded) -> tuple[Any, tuple[int, ...]]:
    """The answer, and the lots that were drawn for it: (how many there were, which one), again and again."""
    if isinstance(ask, Roll):
        if ask.n > MOST:
            raise ValueError(f"{ask.n} dice are more than a table has")
        return tuple(source.roll(ask.n, ask.sides)), ()
    if isinstance(ask, Draw):
        total = lots_in(ask.bag)
        lot = source.below(total)
        return piece(ask.bag, lot), (total, lot)
    assert isinstance(ask, Shuffle)
    left, out = list(ask.items), []
    lots: list[int] = []
    while left:
        lots += len(left), source.below(len(left))
        out.append(left.pop(lots[-1]))
    return tuple(out), tuple(lots)


def fits(ask: Ask[Any], entry: Entry) -> bool:
    """Whether the rules can take this entry as the answer."""
    if entry.kind != KINDS[type(ask)] or (entry.seat, entry.key) != (ask.seat, ask.key):
        return False
    if isinstance(ask, Roll):
        return len(entry.value) == ask.n and all(1 <= face <= ask.sides for face in entry.value)
    if isinstance(ask, Draw):
        return any(entry.value == what and n > 0 for what, n in ask.bag)
    assert isinstance(ask, Shuffle)
    return sorted(map(repr, entry.value)) == sorted(map(repr, ask.items))
