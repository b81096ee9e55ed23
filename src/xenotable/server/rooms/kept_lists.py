"""Lists that a server keeps for whoever has their private link, with their versions. The key in the link is known to
its owner alone: here stands its hash, so that a copy of the database opens no list. Versions are only ever added, so
two devices never overwrite each other."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from xenotable.engine.muster import ArmyList, from_json, to_json
from xenotable.faults import Fault
from xenotable.server.game_registry import Unknown
from xenotable.server.log.record import hash_token
from xenotable.server.log.storage import LISTS
from xenotable.server.messages.list_bodies import KeptList, KeptVersion

MOST_VERSIONS = 30  # of a list; then the oldest goes
KEY = re.compile(r"[A-Za-z0-9_-]{20,64}")


def add_version(engine: sa.Engine, key: str, army: ArmyList, now: float, first: bool = False) -> KeptList:
    """One version more; `first`: of a new list. Unknown when there is none of this key."""
    data = zlib.compress(to_json(army))
    while True:
        numbers = [] if first else _numbers(engine, key)
        if not numbers and not first:
            raise unknown()
        number = max(numbers, default=-1) + 1
        try:
            with engine.begin() as connection:
                connection.execute(LISTS.insert().values(id=hash_token(key), number=number, at=now, data=data))
                old = sa.and_(LISTS.c.id == hash_token(key), LISTS.c.number <= number - MOST_VERSIONS)
                connection.execute(LISTS.delete().where(old))
        except IntegrityError:  # another device kept one in the same moment
            continue
        return find(engine, key)


def _numbers(engine: sa.Engine, key: str) -> list[int]:
    with engine.connect() as connection:
        return list(connection.execute(sa.select(LISTS.c.number).where(LISTS.c.id == hash_token(key))).scalars())


def find(engine: sa.Engine, key: str) -> KeptList:
    """All versions, the newest last; Unknown when there is none of this key."""
    if not KEY.fullmatch(key):
        raise unknown()
    with engine.connect() as connection:
        mine = LISTS.select().where(LISTS.c.id == hash_token(key)).order_by(LISTS.c.number)
        rows = connection.execute(mine).all()
    if not rows:
        raise unknown()
    armies = [(_army(row.data), int(row.at)) for row in rows]
    return KeptList(key, armies[-1][0].game, [KeptVersion(army, army.points or 0, at) for army, at in armies])


def _army(data: bytes) -> ArmyList:
    return from_json(zlib.decompress(bytes(data)))


def unknown() -> Unknown:
    return Unknown("There is no such list; perhaps the link is not complete, or the list was deleted.")


def delete(engine: sa.Engine, key: str) -> None:
    if not _delete(engine, hash_token(key)):
        raise unknown()


def _delete(engine: sa.Engine, id: str) -> int:
    with engine.begin() as connection:
        return connection.execute(LISTS.delete().where(LISTS.c.id == id)).rowcount


# ---- for the administrator -------------------------------------------------------------------------------------------


class ListedList(NamedTuple):
    """A list of the database, by the beginning of its hash: the administrator cannot open it as its owner."""

    id: str
    army: ArmyList
    versions: int
    at: float


def all_lists(engine: sa.Engine) -> Iterator[ListedList]:
    newest = sa.select(LISTS.c.id, sa.func.max(LISTS.c.number).label("last"), sa.func.count().label("versions"))
    latest = newest.group_by(LISTS.c.id).subquery()
    query = sa.select(LISTS, latest.c.versions).join(
        latest, sa.and_(LISTS.c.id == latest.c.id, LISTS.c.number == latest.c.last)
    )
    with engine.connect() as connection:
        for row in connection.execute(query.order_by(LISTS.c.at)):
            yield ListedList(row.id[:SHOWN], _army(row.data), row.versions, row.at)


SHOWN = 16  # digits of a hash that name a list


def delete_by_id(engine: sa.Engine, id: str) -> None:
    with engine.connect() as connection:
        begins = LISTS.c.id.startswith(id, autoescape=True)
        found = set(connection.execute(sa.select(LISTS.c.id).where(begins)).scalars())
    if len(id) < SHOWN or len(found) != 1:
        raise Fault(f'There is no list "{id[:40]}"; `xenotable admin lists` names them.')
    _delete(engine, found.pop())
