"""Small tables beside the log that all processes of a server and its administrator share: which processes live, and
which addresses are kept out."""

from __future__ import annotations

import sqlalchemy as sa

from xenotable.server.log.storage import BANS, PROCESSES

BEAT = 10.0  # seconds between two signs of life of a process
DEAD = 3 * BEAT  # seconds without one after which nobody is taken to be at a process
REMEMBERED = 86_400.0  # seconds for which it is known when a process ended


def beat(engine: sa.Engine, me: str, now: float) -> None:
    with engine.begin() as connection:
        if not connection.execute(PROCESSES.update().where(PROCESSES.c.id == me).values(beat=now)).rowcount:
            connection.execute(PROCESSES.insert().values(id=me, beat=now))
        connection.execute(PROCESSES.delete().where(PROCESSES.c.beat < now - REMEMBERED))


def beats(engine: sa.Engine) -> dict[str, float]:
    """When each process gave its last sign of life."""
    with engine.connect() as connection:
        return {row.id: row.beat for row in connection.execute(PROCESSES.select())}


def ban(engine: sa.Engine, address: str, until: float) -> None:
    with engine.begin() as connection:
        connection.execute(BANS.delete().where(BANS.c.address == address))
        connection.execute(BANS.insert().values(address=address, until=until))


def unban(engine: sa.Engine, address: str) -> bool:
    with engine.begin() as connection:
        return bool(connection.execute(BANS.delete().where(BANS.c.address == address)).rowcount)


def bans(engine: sa.Engine, now: float) -> dict[str, float]:
    """The addresses that are kept out, and until when."""
    with engine.begin() as connection:
        connection.execute(BANS.delete().where(BANS.c.until <= now))
        return {row.address: row.until for row in connection.execute(BANS.select())}
