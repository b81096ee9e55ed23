"""Reports of studies that lie in the data folder, where `xenotable lab run` puts them: a list, the pages, and records
of games that can be watched."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.params import FromPath

from xenotable.engine.saving import Save
from xenotable.server.game_registry import Unknown
from xenotable.server.messages.bodies import ReportWire

CARD, PAGE, RECORDS = ".card.json", ".html", ".records"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
# A report is a page of its own that runs nothing and asks nobody for anything.
ALONE = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-downloads"}
MOST = 200  # reports that are listed, the newest first

Asked = Request[Any, Any, Any]


def folder_of(request: Asked) -> Path | None:
    named = request.app.state.server.settings.reports
    return Path(named) if named else None


def read_file(request: Asked, *parts: tuple[str, str]) -> bytes:
    """A file of the folder, by plain names and endings; Unknown for anything else."""
    folder = folder_of(request)
    if folder is not None and all(NAME.fullmatch(name) for name, _ in parts):
        file = folder.joinpath(*(name + ending for name, ending in parts))
        if file.is_file() and not file.is_symlink():
            return file.read_bytes()
    raise Unknown("There is no such report.")


@get("/api/lab", summary="Reports of studies", sync_to_thread=True)
def list_reports(request: Asked) -> list[ReportWire]:
    folder = folder_of(request)
    if folder is None or not folder.is_dir():
        return []
    cards = sorted(folder.glob(f"*{CARD}"), key=lambda file: -file.stat().st_mtime)[:MOST]
    found = []
    for card in cards:
        id = card.name.removesuffix(CARD)
        if not NAME.fullmatch(id) or not (folder / f"{id}{PAGE}").is_file():
            continue
        try:
            plain = msgspec.json.decode(card.read_bytes())
            found.append(msgspec.convert({**plain, "id": id, "made": int(card.stat().st_mtime)}, ReportWire))
        except (msgspec.MsgspecError, OSError, TypeError):
            continue  # half written, or by another hand
    return found


@get("/api/lab/{report:str}", summary="A report, as a page", media_type=MediaType.HTML, sync_to_thread=True)
def show_report(request: Asked, report: FromPath[str]) -> Response[str]:
    page = read_file(request, (report.removesuffix(PAGE), PAGE))
    return Response(page.decode(), headers=ALONE)


@get("/api/lab/{report:str}/{record:str}", summary="The record of a game of a study", gives=Save, sync_to_thread=True)
def show_record(request: Asked, report: FromPath[str], record: FromPath[str]) -> Response[bytes]:
    parts = (report.removesuffix(RECORDS), RECORDS), (record.removesuffix(".json"), ".json")
    return Response(read_file(request, *parts), media_type=MediaType.JSON)


HANDLERS = [list_reports, show_report, show_record]
