"""What an administrator does to the tables of a database, be the server running or not: a running one notices, because
the next line of the log is taken."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from xenotable.faults import Fault
from xenotable.server.log.archive import Lines, unpack
from xenotable.server.log.codec import Codec, Damaged
from xenotable.server.log.record import Closed, Ledger, hash_token
from xenotable.server.log.sealing import Seal
from xenotable.server.log.storage import DELETED, LOG, ROOMS, Storage, Taken
from xenotable.server.rooms.sharing import public_record

log = logging.getLogger(__name__)


class Listed(NamedTuple):
    """A table of the database."""

    room: str
    ledger: Ledger
    archived: bool

    @property
    def state(self) -> str:
        ledger = self.ledger
        if ledger.closed:
            return "closed"
        if ledger.opened.watch:
            return "record"
        return "over" if ledger.last.result is not None else "archived" if self.archived else "playing"

    @property
    def people(self) -> list[str]:
        return [row.name or row.kind for row in self.ledger.seats]


def tables(engine: sa.Engine, seal: Seal | None = None) -> Iterator[Listed]:
    """All tables that can be read, one after the other: there may be many."""
    with engine.connect() as connection:
        names = connection.execute(sa.select(LOG.c.room).where(LOG.c.sequence == 0).order_by(LOG.c.room))
        logs = ((room, _lines(connection, room), False) for room in names.scalars().all())
        packed = connection.execute(ROOMS.select().where(ROOMS.c.packed.is_not(None)).order_by(ROOMS.c.room)).all()
        archived = ((row.room, unpack(bytes(row.packed)), True) for row in packed)
        for room, lines, away in itertools.chain(logs, archived):
            codec = Codec(seal, room)
            try:
                yield Listed(room, Ledger(codec.decode(*line) for line in lines), away)
            except Damaged as fault:
                log.warning("%s cannot be read: %s", room, fault)


def _lines(connection: sa.Connection, room: str) -> Lines:
    rows = connection.execute(LOG.select().where(LOG.c.room == room).order_by(LOG.c.sequence))
    return [(row.sequence, bytes(row.line)) for row in rows]


def tables_of(engine: sa.Engine, person: str, seal: Seal | None = None) -> list[Listed]:
    """The tables where somebody of this name sits, or the holder of this token."""
    key, name = hash_token(person), person.casefold()
    return [
        table
        for table in tables(engine, seal)
        if any(row.key == key or (row.key and row.name.casefold() == name) for row in table.ledger.seats)
    ]


def close(storage: Storage, room: str, says: str) -> None:
    """People can still look at the table, but nobody plays on."""
    while True:
        last = _last(storage.engine, room)
        with storage.engine.connect() as connection:
            lines = _lines(connection, room)
        codec = Codec(None, room)
        for line in lines:
            codec.decode(*line)
        try:
            asyncio.run(storage.append(room, last + 1, codec.encode(Closed(says))))
        except Taken:
            continue  # somebody has just decided something
        return


def delete(storage: Storage, room: str) -> None:
    """Nothing is left but the place of the next line: a server that has the table in memory finds it taken."""
    while True:
        with storage.engine.begin() as connection:
            gone = connection.execute(ROOMS.delete().where(ROOMS.c.room == room, ROOMS.c.packed.is_not(None))).rowcount
        if gone:
            return
        last = _last(storage.engine, room)
        try:
            with storage.engine.begin() as connection:
                connection.execute(LOG.insert().values(room=room, sequence=last + 1, line=DELETED))
                connection.execute(LOG.delete().where(LOG.c.room == room, LOG.c.sequence <= last))
                connection.execute(ROOMS.delete().where(ROOMS.c.room == room))
                storage.notify(connection, [(room, last + 1)])
        except IntegrityError:
            continue
        return


def _last(engine: sa.Engine, room: str) -> int:
    mine = LOG.c.room == room
    with engine.connect() as connection:
        first, last = connection.execute(
            sa.select(sa.func.min(LOG.c.sequence), sa.func.max(LOG.c.sequence)).where(mine)
        ).one()
    if first is None or first > 0:
        raise Fault(f'There is no table "{room[:40]}".')
    return int(last)


def export_table(table: Listed, seal: Seal) -> dict[str, Any]:
    """What is kept of a table. The record of a match that goes on holds the secrets of all: it stays here meanwhile."""
    ledger = table.ledger
    running = table.state in ("playing", "archived")
    return {
        "table": table.room,
        "game": ledger.opened.game,
        "opened": datetime.fromtimestamp(ledger.opened.at).astimezone().isoformat(),
        "seats": table.people,
        "chat": ledger.chat,
        "save": None if running else msgspec.Raw(public_record(ledger, seal, table.room)),
    }
