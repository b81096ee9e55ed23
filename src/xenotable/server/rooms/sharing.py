"""The hands that people have in the dice: the server commits to a secret, every client to a share, then the shares are
shown and an epoch of fair dice begins. `docs/fair-dice.md` shows the messages in use.

Whoever calls these holds the lock of the room.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from xenotable.engine.fair import Epoch, Fair, Fairness, Share, commitment, fresh_secret
from xenotable.engine.saving import Save
from xenotable.faults import Fault
from xenotable.server.log.codec import Damaged
from xenotable.server.log.dice import without_foretelling
from xenotable.server.log.record import Begun, Committed, Ledger, Pledge, Pledged, Round, Shown, delta_since
from xenotable.server.log.sealing import Seal
from xenotable.server.messages.bodies import EpochWire, FairWire, ShareWire

if TYPE_CHECKING:
    from xenotable.server.rooms.room import Room

HEX = re.compile(r"[0-9a-f]{64}")


class Missing(msgspec.Struct, frozen=True):
    """The seats that the dice wait for: to sit down, to commit to a share, to show it."""

    come: list[int]
    commit: list[int]
    show: list[int]


def new_pledge(seal: Seal, room: str) -> Pledge:
    secret = fresh_secret()
    return Pledge(commitment(secret), seal.close(secret, room))


def unseal(ledger: Ledger, seal: Seal, room: str) -> Fairness:
    """With the secrets, for the room itself and for everybody when the match is over."""
    begun = {e.commitment for e in ledger.fair.epochs}
    try:
        known = {c: seal.open(sealed, room).hex() for c, sealed in ledger.sealed.items() if c in begun}
    except Fault as fault:
        raise Damaged(f"The dice of this room cannot be opened: {fault}") from None
    return ledger.fair.opened(known)


def with_secrets(saved: Save, ledger: Ledger, seal: Seal, room: str) -> Save:
    return replace(saved, fair=unseal(ledger, seal, room)) if ledger.is_fair else saved


def public_record(ledger: Ledger, seal: Seal, room: str) -> bytes:
    """A match as it may leave the server: without what foretells its dice before it is over."""
    shown, saved = ledger.last.result is not None or ledger.opened.watch, ledger.record()
    return msgspec.json.encode(with_secrets(saved, ledger, seal, room) if shown else without_foretelling(saved))


# ---- one step after the other ----------------------------------------------------------------------------------------


async def look_after(room: Room) -> None:
    """Begins what can begin: a round when somebody new sits here, an epoch when nothing is missing for it."""
    if room.match.over or room.opened.watch or room.closed:
        return
    if room.round is None and any(room.online(seat) for seat in room.humans if seat not in room.counted):
        await pledge(room)
    elif room.round is not None and room.round.void:
        await pledge(room, room.round.attempt + 1)
    if room.round is None:
        return
    left = missing_shares(room)
    if left.come or left.commit:
        for seat in [s for s in room.humans if s not in room.round.hashes and room.online(s) and not room.brings(s)]:
            await note(room, Committed(seat))  # they may be gone when the others come, or the others are elsewhere
    elif not left.commit and not left.show:
        await begin(room)
    room.tell_room()


async def note(room: Room, line: Committed | Shown) -> None:
    await room.commit(line)
    room.take_note(line)


async def pledge(room: Room, attempt: int = 1) -> None:
    line = Pledged(new_pledge(room.server.seal, room.id), attempt)
    await room.commit(line)
    room.match.hold_dice()
    room.round = Round(line.pledge, attempt)


def missing_shares(room: Room) -> Missing:
    """At the first epoch opponents wait for each other; later nobody waits for those who are not there."""
    current, seats = room.round, room.seats
    assert current is not None
    people = [seat for seat, row in enumerate(seats) if row.kind != "machine"]
    present = [seat for seat in people if room.present(seat)]
    first = not any(e.commitment for e in room.fairness().epochs)
    if first and (not present or not room.match.title.together):
        come = [seat for seat in people if seat not in present and seat not in current.hashes]
    else:
        come = []
    commit = [s for s in present if not current.hashes.get(s) and _to_commit(room, s, current)]
    show = [seat for seat, promised in current.hashes.items() if promised and seat not in current.shares]
    return Missing(come, commit, show)


def _to_commit(room: Room, seat: int, current: Round) -> bool:
    """Those at another process are asked there, and what they say is in the log."""
    return room.brings(seat) or (not room.online(seat) and seat not in current.hashes)


async def begin(room: Room) -> None:
    current = room.round
    assert current is not None
    shares = [Share(seat, current.hashes[seat], current.shares[seat]) for seat in sorted(current.shares)]
    secret = room.server.seal.open(current.pledge.sealed, room.id)
    room.match.tick(room.clock.now())
    room.match.begin_epoch(Epoch(0, current.pledge.commitment, shares, secret.hex(), current.attempt))
    counted = [s for s in room.humans if s in room.counted or s in current.hashes or room.online(s)]
    epoch = replace(room.fairness().epochs[-1], secret="")
    waited = room.unlogged
    if waited:
        await room.commit_change(Begun(epoch, counted, delta_since(room.match, room.mark)))
    else:
        await room.commit(Begun(epoch, counted))
    room.round, room.counted = None, set(counted)
    if waited:
        room.show()


async def commit(room: Room, seat: int, epoch: str, promised: str) -> None:
    """Somebody's client has made a share. Another one from the same seat begins the round anew: the first is lost."""
    if not HEX.fullmatch(promised):
        raise Fault("A commitment is a SHA-256 in 64 hexadecimal letters.")
    current = room.round
    if current is None or current.pledge.commitment != epoch or current.hashes.get(seat) == promised:
        return  # sent before the client heard that this is settled
    if current.hashes.get(seat):
        await pledge(room, current.attempt + 1)
    else:
        await note(room, Committed(seat, promised))
    await look_after(room)


async def show(room: Room, seat: int, epoch: str, value: str) -> None:
    current = room.round
    if current is None or current.pledge.commitment != epoch or not _all_committed(room):
        return  # too late, or too early: the client is asked again
    if not HEX.fullmatch(value) or commitment(bytes.fromhex(value)) != current.hashes.get(seat):
        raise Fault("That is not the share that this seat has committed to.")
    if seat not in current.shares:
        await note(room, Shown(seat, value))
    await look_after(room)


def _all_committed(room: Room) -> bool:
    left = missing_shares(room)
    return not left.come and not left.commit


# ---- what is told ----------------------------------------------------------------------------------------------------


def wire(room: Room) -> FairWire | None:
    if not isinstance(room.match.dice, Fair):
        return None
    over = room.match.over and not room.unlogged  # an end that is not on disk may not have been one
    known = room.fairness()
    known = known if over or room.opened.watch else known.sealed()
    epochs = [EpochWire(e.commitment, _shares(e.shares), e.secret, e.attempt) for e in known.epochs]
    current = room.round
    if current is None or room.match.over:
        return FairWire(epochs)
    left = missing_shares(room)
    given = [ShareWire(s, h, current.shares.get(s, "")) for s, h in sorted(current.hashes.items()) if h]
    coming = EpochWire(current.pledge.commitment, given, "", current.attempt)
    show = left.show if _all_committed(room) else []
    return FairWire(epochs, coming, left.come, left.commit, show, room.match.waits)


def _shares(shares: Iterable[Share]) -> list[ShareWire]:
    return [ShareWire(s.seat, s.commitment, s.value) for s in shares]
