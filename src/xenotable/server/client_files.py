"""The files of the browser table. They are read and packed once: whoever fetches them costs no more than a refusal."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Any

import msgspec
from litestar import HttpMethod, Request, Response, route
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

Asked = Request[Any, Any, Any]
LEAST = 1000  # bytes that are worth packing


class File(msgspec.Struct, frozen=True):
    plain: bytes
    packed: bytes  # b"": not worth it
    kind: str
    tag: str  # changes with what is in it


def read_file(path: Path) -> File:
    data = path.read_bytes()
    packed = gzip.compress(data, mtime=0) if len(data) >= LEAST else b""
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File(data, packed, kind, f'"{hashlib.sha256(data).hexdigest()[:32]}"')


def client_files(folder: Path) -> HTTPRouteHandler:
    """Answers for every file in the folder; its index.html stands at the root."""
    files = {path.relative_to(folder).as_posix(): read_file(path) for path in folder.rglob("*") if path.is_file()}

    @route(
        ["/", "/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False, is_packed=True
    )
    async def send_file(request: Asked) -> Response[bytes]:
        file = files.get(request.scope["path"].strip("/") or "index.html")
        if file is None:
            raise NotFoundException
        headers = {"ETag": file.tag, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(b"", status_code=304, headers=headers)
        if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.packed, media_type=file.kind, headers=headers | {"Content-Encoding": "gzip"})
        return Response(file.plain, media_type=file.kind, headers=headers)

    return send_file
