"""Where rows are kept: a file to which lines are only added. The first line holds the study, every further line a game.

A run that was stopped, torn off or killed goes on where it was; two studies, or two sets of rules, never mix.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from io import BufferedWriter
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import msgspec

from xenotable.faults import Fault
from xenotable.files import NO_JSON, read_file, write_file
from xenotable.lab.playing import Row, is_same_game
from xenotable.lab.study import Study, rules_hash

if TYPE_CHECKING:
    from filelock import BaseFileLock

SUFFIX = ".jsonl"
Key = tuple[str, int, int]  # of a row: arm, pair, game


class Header(msgspec.Struct, frozen=True):
    """What the rows below it belong to. A study that goes on with another stop rule writes it anew."""

    study: Study
    identity: str
    rules: str


class Kept(msgspec.Struct, frozen=True):
    """What a store holds."""

    header: Header
    rows: list[Row]
    whole: int  # bytes up to the end of the last whole line

    @property
    def study(self) -> Study:
        return self.header.study


def key_of(row: Row) -> Key:
    return row.arm, row.pair, row.game


def read_store(path: Path) -> Kept:
    """The study and the rows in a file; Fault if it is none. A torn last line is not there yet."""
    data = read_file(path)
    whole = data[: data.rfind(b"\n") + 1]
    header, rows = None, []
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            if line.startswith(b'{"study"'):
                header = msgspec.json.decode(line, type=Header)
            elif header is None:
                break
            else:
                rows.append(msgspec.json.decode(line, type=Row))
        except NO_JSON as fault:
            raise Fault(f"{path} is damaged in line {number}: {fault}.") from None
    if header is None:
        raise Fault(f"{path} holds no study: rows are in a {SUFFIX} file that a run has made.")
    return Kept(header, rows, len(whole))


def locked(path: Path) -> BaseFileLock:
    """The lock of a file, held from now on."""
    from filelock import FileLock, Timeout  # most simulations keep no file, and start sooner without

    try:
        lock = FileLock(f"{path}.lock", timeout=0)
        lock.acquire()
        return lock
    except Timeout:
        raise Fault(f"Another run is writing to {path}.") from None


class Store:
    """A file that rows are added to; without a path they are only remembered."""

    def __init__(self, study: Study, path: Path | None) -> None:
        self.study, self.path = study, path
        self.rows: list[Row] = []
        self.keys: set[Key] = set()
        self.header = Header(study, study.identity(), rules_hash(study.game))
        self.file: BufferedWriter | None = None
        if path is not None:
            check_out(path)

    def __enter__(self) -> Self:
        if self.path is None:
            return self
        self.lock = locked(self.path)
        try:
            self._open(self.path)
        except BaseException:
            self._unlock()
            raise
        return self

    def _open(self, path: Path) -> None:
        if not path.exists() or not path.stat().st_size:
            self.file = path.open("ab")
            self._write(msgspec.json.encode(self.header))
            return
        kept = read_store(path)
        check_same(path, kept.header, self.header)
        self.rows, self.keys = kept.rows, set(map(key_of, kept.rows))
        if path.stat().st_size != kept.whole:
            os.truncate(path, kept.whole)
        self.file = path.open("ab")
        if kept.header != self.header:
            self._write(msgspec.json.encode(self.header))

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        if self.file is not None:
            self.file.close()
        if self.path is not None:
            self._unlock()

    def _unlock(self) -> None:
        self.lock.release()
        Path(self.lock.lock_file).unlink(missing_ok=True)

    def add(self, rows: Iterable[Row]) -> None:
        """All rows of a pair in one write; of a pair that was torn apart only what is missing."""
        new = [row for row in rows if key_of(row) not in self.keys]
        self.rows += new
        self.keys.update(map(key_of, new))
        if self.file is not None and new:
            self._write(b"\n".join(msgspec.json.encode(row) for row in new))

    def _write(self, line: bytes) -> None:
        assert self.file is not None
        try:
            self.file.write(line + b"\n")
            self.file.flush()
        except OSError as fault:
            raise Fault(f"{self.path} cannot be written: {fault.strerror}. What is there can be resumed.") from None


def check_out(path: Path) -> None:
    """Fault if rows cannot be kept there; before the first game, not after the last."""
    if path.suffix != SUFFIX:
        raise Fault(f"{path.name}: rows are kept in a {SUFFIX} file.")
    check_writable(path)


def check_writable(path: Path) -> None:
    """Fault if this file cannot be written."""
    if path.is_dir():
        raise Fault(f"{path} is a folder.")
    if not path.parent.is_dir():
        raise Fault(f"There is no folder {path.parent}.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise Fault(f"{path} cannot be written.")


def check_same(path: Path, there: Header, wanted: Header) -> None:
    if there.identity != wanted.identity:
        said = f'"{there.study.name}" of {there.study.game}; {difference(there.study, wanted.study)}'
        raise Fault(f"{path} holds another study ({said}), and rows of two studies never mix.")
    if there.rules != wanted.rules:
        raise Fault(
            f"{path} was played by other rules ({there.rules}; these are {wanted.rules}), and rows of two rules never "
            "mix."
        )


def difference(there: Study, wanted: Study) -> str:
    """In what two studies differ, in a few words."""
    for word in ("game", "seed", "offers", "scenarios", "limit"):
        was, now = getattr(there, word), getattr(wanted, word)
        if was != now:
            plain = [", ".join(x) or "none" if isinstance(x, tuple) else x for x in (was, now)]
            return f"{word} {plain[0]} there, {plain[1]} here"
    return "other arms"


def merge(paths: Sequence[Path], out: Path) -> Kept:
    """One file of many shards. Games that are there twice must be equal; they follow from the study, after all."""
    check_out(out)
    if out.exists():
        raise Fault(f"{out} is there already.")
    kept = [read_store(path) for path in paths]
    found: dict[Key, Row] = {}
    for path, one in zip(paths, kept, strict=True):
        check_same(path, one.header, kept[0].header)
        for row in one.rows:
            known = found.setdefault(key_of(row), row)
            if not is_same_game(known, row):
                raise Fault(f"{path} tells another end of {row.arm}, pair {row.pair} than a file before it.")
    names = [arm.name for arm in kept[0].study.arms]
    rows = sorted(found.values(), key=lambda r: (r.pair, names.index(r.arm), r.game))
    lines = [msgspec.json.encode(kept[0].header), *map(msgspec.json.encode, rows)]
    write_file(out, b"".join(line + b"\n" for line in lines))
    return Kept(kept[0].header, rows, 0)
