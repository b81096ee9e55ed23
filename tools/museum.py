"""Adds this version to the museum: `python tools/museum.py` writes one save, one replay and the log of one database of
every game and campaign into `tests/museum/VERSION/`. To be run before a release, and again whenever the rules of a game
or the format of records change before it; what is released stays as it is."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from xenotable import __version__
from xenotable.engine import Match, Title, View, Wait, save
from xenotable.engine.fair import Epoch, Fair, Share, commitment
from xenotable.games import NAMES, family
from xenotable.players import RandomPlayer, play_out
from xenotable.server.log.storage import LOG
from xenotable.server.messages.bodies import NewRoom, SeatPlan
from xenotable.server.rooms import deciding, seating, sharing
from xenotable.server.rooms.room import Room
from xenotable.server.rooms.table_server import Settings, TableServer

MUSEUM = Path(__file__).parents[1] / "tests" / "museum" / __version__
KEY = "00" * 32  # seals the dice of the museum's logs, so that every later version can open them
SECRET = bytes(range(32))
SAVED, REPLAYED, LOGGED = 50, 110, 40  # entries of the record: enough for keyframes, and small
OFFERS = {  # the shortest battle of each game
    "killteam-campaign": "alone-veil-court",
    "xcom": "first",
    "xcom-companion": "easy",
}


class Enough(Exception):
    """The record is as long as it shall be."""


def main() -> None:
    MUSEUM.mkdir(exist_ok=True)
    for package in NAMES:
        for title in family(package).values():
            (MUSEUM / f"{title.id}.save.json").write_bytes(save(played(title, SAVED, Match(new(title), "museum"))))
            (MUSEUM / f"{title.id}.replay.json").write_bytes(save(ended(played(title, REPLAYED, fair_match(title)))))
            (MUSEUM / f"{title.id}.log.tsv").write_text(asyncio.run(logged(title)))


def offer(title: Title[Any]) -> str:
    return OFFERS.get(title.id) or title.offers()[0].id


def new(title: Title[Any]) -> Any:
    return title.new(next(o.setup for o in title.offers() if o.id == offer(title)))


def fair_match(title: Title[Any]) -> Match[Any]:
    """With dice that a server and everybody's share have made."""
    match = Match(new(title), Fair())
    shares = [Share(seat, commitment(share(seat)), share(seat).hex()) for seat in range(match.game.seats)]
    match.begin_epoch(Epoch(0, commitment(SECRET), shares, SECRET.hex()))
    return match


def share(seat: int) -> bytes:
    return bytes([seat]) * len(SECRET)


def played(title: Title[Any], length: int, match: Match[Any]) -> Match[Any]:
    """The match, gone on by random players up to this length of its record."""

    def watch(match: Match[Any]) -> None:
        if len(match.tape) >= length:
            raise Enough

    with contextlib.suppress(Enough):
        play_out(match, {s: RandomPlayer(title, s) for s in range(match.game.seats)}, watch=watch)
    return match


def ended(match: Match[Any]) -> Match[Any]:
    """Somebody gives up; where the book does not allow that, the match is played out."""
    if match.concede(0) and not match.over:
        play_out(match, {s: RandomPlayer(match.title, s) for s in range(match.game.seats)})
    return match


async def logged(title: Title[Any]) -> str:
    """The rows of a database as text: room, sequence and line, a tab between them."""
    with tempfile.TemporaryDirectory() as folder:
        key = Path(folder) / "server.key"
        key.write_text(KEY)
        key.chmod(0o600)
        server = TableServer(Settings(f"sqlite:///{folder}/games.db", key_file=str(key)))
        await server.start()
        try:
            await room_played(server, title)
            with server.storage.engine.connect() as connection:
                rows = connection.execute(sa.select(LOG).order_by(LOG.c.room, LOG.c.sequence)).all()
        finally:
            await server.stop()
    return "".join(f"{row.room}\t{row.sequence}\t{row.line.decode()}\n" for row in rows)


async def room_played(server: TableServer, title: Title[Any]) -> None:
    seats = new(title).seats
    plans = [SeatPlan("human", name="Ada"), *[SeatPlan("open")] * (seats - 1)]
    seated = await server.open(NewRoom(title.id, offer(title), seats=plans))
    room = await server.room(seated.room.id)
    for seat in range(1, len(room.seats)):
        await seating.join(room, seat, "Bo")
    await sit_down(room)
    players = [RandomPlayer(title, seat) for seat in range(seats)]
    while not room.match.over and len(room.match.tape) < LOGGED:
        await decided(room, players)


class Everybody:
    """All at one screen."""

    name, address, fair = "", "", True

    def __init__(self, seats: int) -> None:
        self.seats = set(range(seats))

    def send(self, data: bytes) -> None:
        pass

    def close(self, says: str) -> None:
        pass


async def sit_down(room: Room) -> None:
    """Everybody comes and has a hand in the dice."""
    await room.enter(Everybody(len(room.seats)), 0)
    async with room.lock:
        assert room.round is not None
        epoch = room.round.pledge.commitment
        for seat in range(len(room.seats)):
            await sharing.commit(room, seat, epoch, commitment(share(seat)))
        for seat in range(len(room.seats)):
            await sharing.show(room, seat, epoch, share(seat).hex())
        assert room.round is None


async def decided(room: Room, players: list[RandomPlayer]) -> None:
    """One decision of whoever wants to decide; if all would rather wait, time passes."""
    match = room.match
    for seat in dict.fromkeys(a.seat for i, a in enumerate(match.open) if i not in match.held):
        said = players[seat].decide(View(match, seat))
        if not isinstance(said, Wait):
            at = match.find(seat, said.key)
            assert at is not None
            ask = match.id(match.open[at])
            ack = await deciding.act(room, seat, ask, f"do {len(match.tape)}", said.value)
            assert not ack.refusals, ack
            return
    room.clock.set(match.due() or room.clock.now() + 1000)
    await deciding.tick(room)


if __name__ == "__main__":
    main()
