"""The log on disk: one table of (room, sequence, line), and small ones beside it. One writer thread commits whatever
has come together; a line is durable before anybody hears of it. The unique (room, sequence) decides races between
processes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import queue
import threading
import uuid
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from xenotable.faults import Fault

CHANNEL = "xenotable"
DELETED = b'{"type":"deleted"}'  # all that is left of a table that the administrator deleted

log = logging.getLogger(__name__)

TABLES = sa.MetaData()
LOG = sa.Table(
    "log",
    TABLES,
    sa.Column("room", sa.String(32), primary_key=True),
    sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("line", sa.LargeBinary, nullable=False),
)
ROOMS = sa.Table(
    "rooms",
    TABLES,
    sa.Column("room", sa.String(32), primary_key=True),
    sa.Column("touched", sa.Float, nullable=False),  # seconds since 1970
    sa.Column("packed", sa.LargeBinary),  # the lines of an archived room
)
PROCESSES = sa.Table(
    "processes",
    TABLES,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("beat", sa.Float, nullable=False),  # seconds since 1970
)
BANS = sa.Table(
    "bans",
    TABLES,
    sa.Column("address", sa.String(64), primary_key=True),
    sa.Column("until", sa.Float, nullable=False),  # seconds since 1970
)
MEETINGS = sa.Table(
    "meetings",
    TABLES,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),  # who writes says which one was read
    sa.Column("touched", sa.Float, nullable=False),  # seconds since 1970
    sa.Column("data", sa.LargeBinary, nullable=False),
)
LISTS = sa.Table(
    "lists",
    TABLES,
    sa.Column("id", sa.String(64), primary_key=True),  # the hash of the key in its link
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),  # seconds since 1970
    sa.Column("data", sa.LargeBinary, nullable=False),  # the list as packed JSON
)
SINCE = (
    sa.select(LOG.c.sequence, LOG.c.line)
    .where(LOG.c.room == sa.bindparam("room"), LOG.c.sequence >= sa.bindparam("since"))
    .order_by(LOG.c.sequence)
)
NOTIFICATION = "select pg_notify(%s, %s)"


class Taken(Exception):
    """Another process has written this line of the log first."""


class Unwritten(Exception):
    """The disk or the database is not there, or did not take the line. Why is for the log of the server alone."""

    def __init__(self, reason: str) -> None:
        super().__init__("The server cannot reach its records just now; nothing was changed. Please try again soon.")
        log.error("the database does not do its work: %s", reason)


class Lost(Exception):
    """Another process was quicker, or the log could not be written: nothing is acknowledged."""


class Wanted(NamedTuple):
    room: str
    sequence: int
    line: bytes
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]

    def settle(self, fault: Exception | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
            self.loop.call_soon_threadsafe(self._settle, fault)

    def _settle(self, fault: Exception | None) -> None:
        if self.done.done():
            return
        if fault is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(fault)


class Storage:
    def __init__(self, url: str, make: bool = True) -> None:
        """`make`: a file that is not there is made."""
        self.me = uuid.uuid4().hex[:12]  # tells our own news from those of other processes
        try:
            self.engine = sa.create_engine(url)
            self.postgres = self.engine.dialect.name == "postgresql"
            if self.engine.dialect.name == "sqlite":
                file = self.engine.url.database
                if not make and file and not os.path.exists(file):
                    raise Fault(f"There is no database {file}; a server makes it when it starts.")
                _keep_private(file)
                sa.event.listen(self.engine, "connect", _durable)
            with self.engine.begin() as connection:
                TABLES.create_all(connection)
        except (sa.exc.ArgumentError, sa.exc.NoSuchModuleError):
            raise Fault(f'"{_hide_password(url)}" is not a database address; try sqlite:///games.db') from None
        except ModuleNotFoundError:
            raise Fault("PostgreSQL needs one more package: pip install 'xenotable[postgres]'") from None
        except DBAPIError as fault:
            raise Fault(f"The database {_hide_password(url)} does not open: {_reason(fault)}") from None
        self._insertion = str(LOG.insert().compile(self.engine))
        self._kept: sa.PoolProxiedConnection | None = None  # the line to the database of the thread that writes
        self._queue: queue.SimpleQueue[Wanted | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="log-writer", daemon=True)
        self._writer.start()
        self._listening: threading.Thread | None = None
        self._closing = threading.Event()

    # ---- writing ---------------------------------------------------------------------------------------------------

    async def append(self, room: str, sequence: int, line: bytes) -> None:
        """Returns when the line is durable; Taken or Unwritten if it is not."""
        loop = asyncio.get_running_loop()
        wanted = Wanted(room, sequence, line, loop, loop.create_future())
        self._queue.put(wanted)
        await wanted.done

    def _write(self) -> None:
        while True:
            batch = [self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get())
            lines = [w for w in batch if w is not None]
            if lines:
                self._commit(lines)
            if len(lines) < len(batch):
                if self._kept is not None:
                    self._kept.close()
                return

    def _commit(self, lines: Sequence[Wanted]) -> None:
        fault: Exception | None = None
        try:
            self._insert(lines)
        except self._clash:
            if len(lines) > 1:  # one of them came too late: each for itself, so that the others do not suffer
                for line in lines:
                    self._commit([line])
                return
            fault = Taken()
        except Exception as trouble:
            fault = Unwritten(_reason(trouble))
        for line in lines:
            line.settle(fault)

    def _insert(self, lines: Sequence[Wanted]) -> None:
        """By the driver itself, over a line that stays open: whatever stands before it takes longer than writing."""
        if self._kept is None:
            self._kept = self.engine.raw_connection()
        driver: Any = self._kept.driver_connection
        try:
            if self.postgres:
                with driver.cursor() as cursor:
                    rows = [{"room": w.room, "sequence": w.sequence, "line": w.line} for w in lines]
                    cursor.executemany(self._insertion, rows)
                    cursor.executemany(NOTIFICATION, [(CHANNEL, self._news(w.room, w.sequence)) for w in lines])
            else:
                driver.executemany(self._insertion, [(w.room, w.sequence, w.line) for w in lines])
            driver.commit()
        except Exception:
            self._undo()
            raise

    def _undo(self) -> None:
        """Takes back what was not committed. A line over which not even that can be said is broken: another is next."""
        assert self._kept is not None
        try:
            self._kept.rollback()
        except Exception:
            self._kept.invalidate()
            self._kept = None

    @property
    def _clash(self) -> type[Exception]:
        """What the driver says when a place in the log is taken."""
        assert self.engine.dialect.dbapi is not None
        return self.engine.dialect.dbapi.IntegrityError

    def notify(self, connection: sa.Connection, places: Sequence[tuple[str, int]]) -> None:
        """Tells other processes of lines, if the database can."""
        if self.postgres:
            news = [(CHANNEL, self._news(room, sequence)) for room, sequence in places]
            connection.exec_driver_sql(NOTIFICATION, news)

    def _news(self, room: str, sequence: int) -> str:
        return f"{self.me} {room} {sequence}"

    # ---- reading ---------------------------------------------------------------------------------------------------

    async def lines(self, room: str, since: int = 0) -> list[tuple[int, bytes]]:
        """The lines of a room in order; none if there is no such room."""
        return await asyncio.to_thread(self.read, room, since)

    def read(self, room: str, since: int = 0) -> list[tuple[int, bytes]]:
        """The same for a thread that may wait."""
        try:
            with self.engine.connect() as connection:
                rows = connection.execute(SINCE, {"room": room, "since": since})
                return [(row.sequence, bytes(row.line)) for row in rows]
        except DBAPIError as fault:
            raise Unwritten(_reason(fault)) from None

    def latest(self, rooms: Sequence[str]) -> dict[str, int]:
        """The last line of each room, whoever has written it."""
        found: dict[str, int] = {}
        with self.engine.connect() as connection:
            for i in range(0, len(rooms), 500):
                of = LOG.c.room.in_(rooms[i : i + 500])
                query = sa.select(LOG.c.room, sa.func.max(LOG.c.sequence)).where(of).group_by(LOG.c.room)
                found.update((row[0], row[1]) for row in connection.execute(query))
        return found

    # ---- news from other processes ---------------------------------------------------------------------------------

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Calls `heard(room, sequence)` in this event loop whenever another process has written a line."""
        if self.postgres:
            loop = asyncio.get_running_loop()
            self._listening = threading.Thread(target=self._listen, args=(loop, heard), name="log-news", daemon=True)
            self._listening.start()

    def _listen(self, loop: asyncio.AbstractEventLoop, heard: Callable[[str, int], None]) -> None:
        import psycopg

        address = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._closing.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    while not self._closing.is_set():
                        for note in connection.notifies(timeout=0.5):
                            who, room, sequence = note.payload.split()
                            if who != self.me:
                                loop.call_soon_threadsafe(heard, room, int(sequence))
            except (psycopg.Error, RuntimeError):  # the database restarts, or the loop is closed
                self._closing.wait(1.0)

    def close(self) -> None:
        self._closing.set()
        self._queue.put(None)
        self._writer.join()
        if self._listening is not None:
            self._listening.join()
        self.engine.dispose()


def _keep_private(file: str | None) -> None:
    """The file is for its owner alone; what SQLite puts beside it has the same mode. If it cannot be made here, SQLite
    says why."""
    if file and file != ":memory:":
        with contextlib.suppress(OSError):
            os.close(os.open(file, os.O_CREAT | os.O_RDONLY, 0o600))
            os.chmod(file, 0o600)


def _durable(connection: Any, _record: Any) -> None:
    """WAL keeps readers out of the writer's way; FULL puts every commit on the disk before it returns."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()


def _hide_password(url: str) -> str:
    """The address without its password."""
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except sa.exc.ArgumentError:
        return url.split("@")[-1]


def _reason(fault: Exception) -> str:
    """The first line of what the database says: no statement, no parameters."""
    said = str(fault.orig) if isinstance(fault, DBAPIError) else str(fault)
    return (said.strip().splitlines() or [type(fault).__name__])[0]
