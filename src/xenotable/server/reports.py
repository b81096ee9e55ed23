"""Reports of studies that lie in the data folder, where `xenotable lab run` puts them: a list, the pages, and records
of games that can be watched."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.params import FromPath

from xenotable.server.bodies import ReportWire
from xenotable.server.game_registry import Unknown

CARD, PAGE, RECORDS = ".card.json", ".html", ".records"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
# A report is a page of its own that runs nothing and asks nobody for anything.
ALONE = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-downloads"}
MOST = 200  # reports that are listed, the newest first

Asked = Request[Any, Any, Any]


def folder_of(request: Asked) -> Path:
    return Path(request.app.state.house.settings.reports)


def found_file(folder: Path, *parts: str) -> Path:
    """A file of the folder by plain names; Unknown if it is not there, or is none of the kinds that are shown."""
    stems = [part.partition(".")[0] for part in parts]
    file = folder.joinpath(*parts)
    if not str(folder) or not all(map(NAME.fullmatch, stems)) or not file.is_file() or file.is_symlink():
        raise Unknown("There is no such report.")
    return file


@get("/api/lab", summary="Reports of studies", sync_to_thread=True)
def list_reports(request: Asked) -> list[ReportWire]:
    folder = folder_of(request)
    if not str(folder) or not folder.is_dir():
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


@get("/api/lab/{id:str}", summary="A report, as a page", media_type=MediaType.HTML, sync_to_thread=True)
def show_report(request: Asked, id: FromPath[str]) -> Response[str]:
    name = id.removesuffix(PAGE)
    return Response(found_file(folder_of(request), f"{name}{PAGE}").read_text(encoding="utf-8"), headers=ALONE)


@get("/api/lab/{id:str}/{record:str}", summary="The record of a game of a study", sync_to_thread=True)
def show_record(request: Asked, id: FromPath[str], record: FromPath[str]) -> Response[bytes]:
    name, file = id.removesuffix(RECORDS), record.removesuffix(".json")
    data = found_file(folder_of(request), f"{name}{RECORDS}", f"{file}.json").read_bytes()
    return Response(data, media_type=MediaType.JSON)


HANDLERS = [list_reports, show_report, show_record]
