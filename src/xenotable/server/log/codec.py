"""The lines of a room's log as bytes: `format chain json`.

The format is that of the time of writing; older lines go through the same upgrades as files. The chain is a hash over
the room and all lines up to this one, so that a line which is missing or damaged is noticed and named. Seeds are
sealed: a copy of the database does not foretell dice.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from msgspec.structs import replace

from xenotable.engine.dice import DiceState
from xenotable.engine.formats import FORMAT, upgrade
from xenotable.faults import Fault
from xenotable.server.log.record import Acted, AnyLine, Delta, Opened
from xenotable.server.log.sealing import Seal

SEALED = "sealed:"
OUTSIDE = ("game", "rules", "setup")  # parts of a save that the first line has beside what the match gained

_decode = msgspec.json.Decoder(AnyLine).decode
_encode = msgspec.json.Encoder().encode


class Damaged(Fault):
    """A log that is not as it was written."""


class Codec:
    """Writes and reads the log of one room, in order."""

    def __init__(self, seal: Seal | None, room: str) -> None:
        """Without a seal seeds stay sealed: enough for those who do not look at dice."""
        self._seal, self._room = seal, room
        self._chain, self._length = room, 0

    def encode(self, line: AnyLine) -> bytes:
        """The next line; it counts when it is durable (`written`)."""
        if isinstance(line, Opened | Acted):
            line = replace(line, delta=self._with_seeds(line.delta, self._closed))
        data = _encode(line)
        return b"%d %s %s" % (FORMAT, _link_hash(self._chain, data).encode(), data)

    def written(self, line: bytes) -> None:
        self._chain, self._length = line.split(b" ", 2)[1].decode(), self._length + 1

    def decode(self, sequence: int, line: bytes) -> AnyLine:
        """The next line of the log; Damaged if it is missing or is not what was written."""
        if sequence != self._length:
            raise Damaged(f"Line {self._length} of the log of this room is missing.")
        try:
            since, chain, data = (b"1", b"", line) if line.startswith(b"{") else line.split(b" ", 2)
            self._chain, self._length = _link_hash(self._chain, data), sequence + 1
            if chain and chain != self._chain.encode():
                raise ValueError("the hash is another one")
            found = _decode(data) if int(since) == FORMAT else _upgrade_line(data, int(since))
        except (ValueError, LookupError, TypeError, AttributeError) as fault:
            raise Damaged(f"Line {sequence} of the log of this room is damaged ({fault}).") from None
        if not isinstance(found, Opened | Acted) or not found.delta.frames:
            return found
        try:
            return replace(found, delta=self._with_seeds(found.delta, self._opened))
        except Fault as fault:
            raise Damaged(f"The dice of this room cannot be opened: {fault}") from None

    def _with_seeds(self, delta: Delta, change: Any) -> Delta:
        return replace(delta, frames=[replace(f, dice=change(f.dice)) for f in delta.frames]) if delta.frames else delta

    def _closed(self, dice: DiceState) -> DiceState:
        if not dice.seed or self._seal is None:
            return dice
        return replace(dice, seed=SEALED + self._seal.close(bytes.fromhex(dice.seed), self._room))

    def _opened(self, dice: DiceState) -> DiceState:
        if not dice.seed.startswith(SEALED) or self._seal is None:
            return dice
        return replace(dice, seed=self._seal.open(dice.seed.removeprefix(SEALED), self._room).hex())


def _link_hash(chain: str, data: bytes) -> str:
    return hashlib.sha256(chain.encode() + b" " + data).hexdigest()[:32]


def _upgrade_line(data: bytes, since: int) -> AnyLine:
    plain = msgspec.json.decode(data)
    if "delta" in plain:
        beside = {name: plain[name] for name in OUTSIDE if name in plain}
        parts = upgrade(plain["delta"] | beside, since)
        plain |= {name: parts.pop(name) for name in beside} | {"delta": parts}
    found: AnyLine = _decode(_encode(plain))
    return found
