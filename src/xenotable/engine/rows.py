"""State: one small mutable table of immutable rows. A copy copies a few dicts; the rows are shared."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

import msgspec
from msgspec.structs import asdict, replace

K = TypeVar("K", int, str)
R = TypeVar("R", bound="Row")


class Row(msgspec.Struct, frozen=True, gc=False):
    """Numbers, strings, ids and tuples; never a list, a set or a dict, so rows can be hashed, shared and compared."""


class Table(dict[K, R]):
    """Rows by id. There is no way to write a row back: one can only change fields of the row that is there *now*."""

    __slots__ = ()

    def set(self, key: K, /, **changes: Any) -> R:
        """Puts a changed row in the place of this one."""
        row = replace(self[key], **changes)
        dict.__setitem__(self, key, row)
        return row

    def swap(self, key: K, old: R, new: R) -> None:
        """Puts a row that was worked out from this one in its place, if that one is still there."""
        if self[key] is not old:
            raise RuntimeError(f"{key!r} has been written since: what is put there was worked out from an old row")
        if type(self) is Table:
            dict.__setitem__(self, key, new)
        else:
            self.set(key, **asdict(new))  # a table that watches its fields

    def add(self, key: K, row: R) -> None:
        """A new row; an id is used once."""
        if key in self:
            raise KeyError(f"{key!r} is in the table already")
        dict.__setitem__(self, key, row)

    def remove(self, key: K) -> None:
        """Takes the row out of the table."""
        dict.__delitem__(self, key)
        rows = dict(self)  # without the gap that a deletion leaves, and that makes every later copy five times as slow
        self.clear()
        self.update(rows)

    def copy(self) -> Table[K, R]:
        return Table(self)

    def __setitem__(self, key: K, row: R) -> NoReturn:
        raise TypeError("use set(id, field=...) for a row that is there, add(id, row) for a new one")

    def __delitem__(self, key: K) -> NoReturn:
        raise TypeError("use remove(id)")
