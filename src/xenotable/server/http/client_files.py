"""The files of the browser table."""

from __future__ import annotations

import asyncio
import mimetypes
from collections.abc import Callable
from functools import partial
from pathlib import Path

from litestar import HttpMethod, Response, route
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

from xenotable.server.http.rules_archive import rules_archive
from xenotable.server.prepared import Asked, Prepared, prepare, respond

PROVER = "prover/"  # what proves records in the page: large and seldom wanted


def read_file(path: Path) -> Prepared:
    kind = "text/javascript" if path.suffix == ".mjs" else mimetypes.guess_type(path.name)[0]
    return prepare(path.read_bytes(), kind or "application/octet-stream")


def read_rules() -> Prepared:
    return prepare(rules_archive(), "application/zip")


def client_files(folder: Path) -> HTTPRouteHandler:
    """Answers for every file in the folder; its index.html stands at the root."""
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    files = {name: read_file(path) for name, path in paths.items() if not name.startswith(PROVER)}
    later: dict[str, Callable[[], Prepared]] = {
        **{name: partial(read_file, path) for name, path in paths.items() if name.startswith(PROVER)},
        PROVER + "xenotable.zip": read_rules,
    }

    @route(
        ["/", "/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False, is_packed=True
    )
    async def send_file(request: Asked) -> Response[bytes]:
        name = request.scope["path"].strip("/") or "index.html"
        if name not in files and name in later:
            files[name] = await asyncio.to_thread(later[name])
        if name not in files:
            raise NotFoundException
        return respond(request, files[name])

    return send_file
