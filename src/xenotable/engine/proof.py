"""Checks the dice of a record without its rules: whether commitments are kept, and whether every die follows from the
secret and the shares. The page does the same in `web/src/fair/proof.ts`."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from xenotable.engine.dice import Seeded
from xenotable.engine.fair import SIZE, Epoch, Fairness, commitment, epoch_at, questions, seed_of
from xenotable.engine.tape import CHANCE, ROLL, Entry

MOST = 1 << 32  # pieces in a bag
SIDES = re.compile(r"d(\d\d?\d?)(?: |$)")


class Proof(msgspec.Struct, frozen=True):
    """What was found: faults, and how much of the record was checked."""

    faults: list[str]
    secrets: int = 0  # secrets of the server that match their commitments
    shares: int = 0  # shares of people that match theirs
    dice: int = 0  # rolls, draws and shuffles that follow
    unshown: int = 0  # whose secret is not shown before the end of the match
    elsewhere: int = 0  # from another table, or from before there were fair dice
    typed: int = 0  # real dice, typed in by people


def proof(tape: Sequence[Entry], known: Fairness) -> Proof:
    faults, secrets, shares = _commitments(known.epochs)
    dice = unshown = elsewhere = typed = 0
    kept = {t.question: t for t in known.taken}
    places = [(f"Entry {i}", question, tape[i], i) for i, question in questions(tape, {})]
    back = [(f"Taken back: {t.entry.key}", t.question, t.entry, -1) for t in known.taken]
    for where, question, entry, i in [*places, *back]:
        at = kept[question].epoch if question in kept else epoch_at(known.epochs, i) if known.epochs else -1
        epoch = known.epochs[at] if 0 <= at < len(known.epochs) else Epoch()
        if known.typed and entry.kind == ROLL:
            typed += 1
        elif not epoch.commitment:
            elsewhere += 1
        elif not epoch.secret:
            unshown += 1
        elif follows(entry, epoch, question):
            dice += 1
        else:
            faults.append(f"{where}: the {entry.kind} does not follow from the secret and the shares.")
    return Proof(faults, secrets, shares, dice, unshown, elsewhere, typed)


def _commitments(epochs: Sequence[Epoch]) -> tuple[list[str], int, int]:
    faults, secrets, shares = [], 0, 0
    for n, epoch in enumerate(epochs, 1):
        if epoch.secret:
            if is_promised_value(epoch.secret, epoch.commitment):
                secrets += 1
            else:
                faults.append(f"Epoch {n}: the secret of the server is not the one that it had committed to.")
        for share in epoch.shares:
            if is_promised_value(share.value, share.commitment):
                shares += 1
            else:
                faults.append(f"Epoch {n}: the share of seat {share.seat} is not the one it had committed to.")
        if [s.seat for s in epoch.shares] != sorted({s.seat for s in epoch.shares}):
            faults.append(f"Epoch {n}: the shares are not in the order of the seats.")
    if [e.start for e in epochs] != sorted(e.start for e in epochs) or any(e.start for e in epochs[:1]):
        faults.append("The epochs are not in order.")
    return faults, secrets, shares


def is_promised_value(value: str, promised: str) -> bool:
    """Whether a value in hex has the size and the hash that were promised."""
    try:
        plain = bytes.fromhex(value)
    except ValueError:
        return False
    return len(plain) == SIZE and commitment(plain) == promised


def follows(entry: Entry, epoch: Epoch, question: str) -> bool:
    """Whether the faces, or the lots of a draw or shuffle, are those of the question."""
    try:
        source = Seeded(seed_of(epoch, question))
        if entry.kind == ROLL:
            sides = SIDES.match(entry.about)
            return list(source.roll(len(entry.value), int(sides[1]) if sides else 6)) == list(entry.value)
        assert entry.kind in CHANCE
        pairs = list(zip(entry.lots[::2], entry.lots[1::2], strict=True))
        return bool(pairs) and all(0 < of <= MOST and source.below(of) == lot for of, lot in pairs)
    except (ValueError, TypeError, ArithmeticError):
        return False
