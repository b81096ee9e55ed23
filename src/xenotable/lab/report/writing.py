"""Writes the report of a study beside its rows: NAME.html, records of the games that are worth a look in NAME.records/,
and NAME.card.json, which says in a few words what the report is about. NAME.md is the same figures as a short text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from xenotable.faults import Fault
from xenotable.files import write_file
from xenotable.games import game as game_named
from xenotable.lab.playing import Row
from xenotable.lab.report.markdown import markdown
from xenotable.lab.report.page import page
from xenotable.lab.store import Key, check_writable, key_of, read_store
from xenotable.lab.study import Study, rules_hash
from xenotable.lab.summary import Figures, Strange, summarise
from xenotable.lab.working import Job, Worker, record_row

RECORDS, CARD, PAGE, TEXT = ".records", ".card.json", ".html", ".md"


class WatchedGame(msgspec.Struct, frozen=True):
    """A game of a report that can be watched: the file of its record, and why it is worth it."""

    file: str
    arm: str
    why: str


class Card(msgspec.Struct, frozen=True):
    """What a report is about."""

    name: str
    game: str
    title: str
    games: int
    arms: int
    watch: tuple[WatchedGame, ...] = ()


def record_name(study: Study, row: Row) -> str:
    """A file name for a game: number of the arm, pair, game."""
    at = next(i for i, arm in enumerate(study.arms, 1) if arm.name == row.arm)
    return f"{at}-{row.pair}-{row.game}.json"


def records_folder(store: Path) -> Path:
    return store.with_suffix(RECORDS)


def keep_record(store: Path, study: Study, row: Row, record: bytes) -> Path:
    folder = records_folder(store)
    folder.mkdir(exist_ok=True)
    file = folder / record_name(study, row)
    write_file(file, record)
    return file


def check_page(out: Path) -> None:
    """Fault if no report can be written there."""
    if out.suffix not in (PAGE, TEXT):
        raise Fault(f"{out.name}: a report is a page ({PAGE}) or a text ({TEXT}).")
    check_writable(out)


def write_report(store: Path, out: Path) -> Figures:
    """The report of what is in a store."""
    kept = read_store(store)
    figures = summarise(kept.study, kept.rows)
    if out.suffix == TEXT:
        write_file(out, markdown(figures).encode())
        return figures
    records = find_records(store, figures)
    folder = records_folder(store)
    links = {key: f"{folder.name}/{file.name}" for key, file in records.items()}
    write_file(out, page(figures, kept.rows, links).encode())
    watch = tuple(
        WatchedGame(records[key_of(one.row)].name, one.row.arm, one.why)
        for one in figures.strangest
        if key_of(one.row) in records
    )
    study = kept.study
    card = Card(study.name, study.game, game_named(study.game).title, figures.games, len(study.arms), watch)
    write_file(out.with_suffix(CARD), msgspec.json.encode(card))
    return figures


def find_records(store: Path, figures: Figures) -> dict[Key, Path]:
    """Records of the games that are worth a look; those that were not kept are made by playing them once more."""
    study, found = figures.study, {}
    worker = Worker(Job(study, rules_hash(study.game)), ())
    try:
        for row in unique_rows(figures.strangest):
            file = records_folder(store) / record_name(study, row)
            if not file.exists():
                try:
                    keep_record(store, study, row, worker.do(record_row, row.arm, row))
                except Fault:
                    continue  # by other rules, or a player who thinks by the clock: it is gone
            found[key_of(row)] = file
    finally:
        worker.close()
    return found


def unique_rows(games: Sequence[Strange]) -> list[Row]:
    return list({key_of(one.row): one.row for one in games}.values())
