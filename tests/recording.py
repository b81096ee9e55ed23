"""Checks what remembered functions declare: the same game on tables that note every field that is read. For tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from msgspec.structs import astuple

from xenotable.engine.memory import READS, ROWS, UNWATCHED, About, RememberingGame, Watched
from xenotable.engine.rows import Row

NOT_TABLES = frozenset(("secret", "scenes", "result", "listener", "length"))


@contextmanager
def record_reads(kind: type[RememberingGame]) -> Iterator[None]:
    """Meanwhile games of this kind are made of tables that note what remembered functions read; slow, for tests."""
    bind, copy_tables = kind._bind, kind._copy_tables

    def bind_and_watch(game: RememberingGame) -> None:
        bind(game)
        watch(game, game.__dict__)

    def copy_and_watch(game: RememberingGame, its: dict[str, Any]) -> None:
        copy_tables(game, its)
        watch(game, its)

    def watch(game: RememberingGame, its: dict[str, Any]) -> None:
        for name in game.tables:
            its[name].watch(name, game.fixed_fields)

    def look(game: RememberingGame, name: str) -> Any:
        if READS and name in NOT_TABLES:
            READS[-1].add((UNWATCHED, name, ()))
        return object.__getattribute__(game, name)

    with ExitStack() as patches:
        for name, value in (
            ("kept", RecordingTable), ("_bind", bind_and_watch), ("_copy_tables", copy_and_watch),
            ("__getattribute__", look),
        ):  # fmt: skip
            patches.enter_context(patch.object(kind, name, value))
        yield


class RecordingTable(Watched):
    """Its rows note which of their fields are read, and it notes who looks for rows."""

    __slots__ = ("fixed", "name")
    name: str
    fixed: frozenset[str]  # fields that nobody may write

    def watch(self, name: str, fixed: frozenset[str]) -> None:
        self.name, self.fixed = name, fixed | {self.unit_field or ""}
        for key, row in dict.items(self):
            dict.__setitem__(self, key, self._recording(key, row))

    def _recording(self, key: Any, row: Row) -> Row:
        return recording_row(self.name, row, self.about(key, row))

    def set(self, key: Any, /, **changes: Any) -> Any:
        assert not self.fixed & changes.keys(), changes
        row = self._recording(key, super().set(key, **changes))
        dict.__setitem__(self, key, row)
        return row

    def add(self, key: Any, row: Any) -> None:
        super().add(key, self._recording(key, row))

    def _note(self) -> None:
        if READS:
            READS[-1].add((self.name, ROWS, ()))

    def get(self, key: Any, default: Any = None) -> Any:
        self._note()
        return super().get(key, default)

    def items(self) -> Any:
        self._note()
        return super().items()

    def values(self) -> Any:
        self._note()
        return super().values()

    def keys(self) -> Any:
        self._note()
        return super().keys()

    def __iter__(self) -> Iterator[Any]:
        self._note()
        return super().__iter__()

    def __contains__(self, key: object) -> bool:
        self._note()
        return super().__contains__(key)

    def __len__(self) -> int:
        self._note()
        return super().__len__()


def recording_row(table: str, row: Row, about: tuple[About, ...]) -> Row:
    """The row as one that notes which of its fields are read."""
    kind = type(row)
    if issubclass(kind, _Noting):
        kind = kind.__mro__[1]
    return _recording_type(table, kind, about)(*astuple(row))


class _Noting:
    """Marks the classes of rows that note what is read."""

    __slots__ = ()


@cache
def _recording_type(table: str, kind: type[Row], about: tuple[About, ...]) -> type[Row]:
    fields = frozenset(kind.__struct_fields__)

    def look(row: Any, name: str) -> Any:
        if READS and name in fields:
            READS[-1].add((table, name, about))
        return object.__getattribute__(row, name)

    meta: Any = type(kind)  # of msgspec, which takes the options of a struct
    noting: type[Row] = meta(kind.__name__, (kind, _Noting), {"__getattribute__": look}, frozen=True)
    return noting
