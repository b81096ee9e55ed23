"""Rooms that nobody has touched for long leave the log: their lines are packed away in one row, and come back when
somebody follows the link."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from xenotable.server.log.storage import LOG, ROOMS, Unwritten

Lines = list[tuple[int, bytes]]
AT_ONCE = 500  # parameters of a statement
LATELY = 3_600.0  # seconds for which it need not be noted again that somebody was here: rooms stay for days


def pack(lines: Lines) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(lines))


def unpack(data: bytes) -> Lines:
    return msgspec.msgpack.decode(zlib.decompress(data), type=Lines)


def touch(engine: sa.Engine, rooms: Iterable[str], now: float) -> None:
    """Somebody is in these rooms."""
    names = list(rooms)
    with engine.begin() as connection:
        for i in range(0, len(names), AT_ONCE):
            some = names[i : i + AT_ONCE]
            connection.execute(ROOMS.update().where(ROOMS.c.room.in_(some)).values(touched=now))


def fetch(engine: sa.Engine, room: str, now: float) -> None:
    """Somebody opens this room: from now on nobody archives it, and what is archived is unpacked. A room that is not
    listed yet is listed, and thus not archived, by the next `archive`."""
    mine = ROOMS.c.room == room
    try:
        with engine.begin() as connection:
            _unpack(connection, room, mine, now)
    except DBAPIError as fault:
        raise Unwritten(str(fault.orig)) from None


def _unpack(connection: sa.Connection, room: str, mine: sa.ColumnElement[bool], now: float) -> None:
    lately = sa.select(ROOMS.c.room).where(mine, ROOMS.c.touched > now - LATELY, ROOMS.c.packed.is_(None))
    if connection.execute(lately).first() is not None:
        return  # nothing to write, and so nobody waits for the disk
    connection.execute(ROOMS.update().where(mine).values(touched=now))
    data = connection.execute(sa.select(ROOMS.c.packed).where(mine)).scalar()
    if data is not None:
        rows = [{"room": room, "sequence": sequence, "line": line} for sequence, line in unpack(bytes(data))]
        connection.execute(LOG.insert(), rows)
        connection.execute(ROOMS.update().where(mine).values(packed=None))


def archive(engine: sa.Engine, before: float, now: float) -> list[str]:
    """Packs away the rooms that nobody has touched since `before`; gives their names."""
    with engine.begin() as connection:
        unlisted = sa.select(LOG.c.room).where(LOG.c.sequence == 0, LOG.c.room.not_in(sa.select(ROOMS.c.room)))
        if names := list(connection.execute(unlisted).scalars()):
            connection.execute(ROOMS.insert(), [{"room": name, "touched": now} for name in names])
        idle = sa.select(ROOMS.c.room).where(ROOMS.c.touched < before, ROOMS.c.packed.is_(None))
        waiting = list(connection.execute(idle).scalars())
    return [room for room in waiting if _pack(engine, room, before)]


def _pack(engine: sa.Engine, room: str, before: float) -> bool:
    with engine.begin() as connection:
        rows = connection.execute(LOG.select().where(LOG.c.room == room).order_by(LOG.c.sequence))
        lines = [(row.sequence, bytes(row.line)) for row in rows]
        idle = sa.and_(ROOMS.c.room == room, ROOMS.c.touched < before, ROOMS.c.packed.is_(None))
        if not lines or not connection.execute(ROOMS.update().where(idle).values(packed=pack(lines))).rowcount:
            return False  # somebody has come in meanwhile
        connection.execute(LOG.delete().where(LOG.c.room == room))
    return True
