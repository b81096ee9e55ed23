"""Answers that stay as they are while the server runs: written and packed once, so that whoever fetches them costs no
more than a refusal, and nothing is sent to who has it already."""

from __future__ import annotations

import gzip
import hashlib
from typing import Any

import msgspec
from litestar import Request, Response

Asked = Request[Any, Any, Any]
LEAST = 1000  # bytes that are worth packing


class Prepared(msgspec.Struct, frozen=True):
    plain: bytes
    packed: bytes  # b"": not worth it
    kind: str
    tag: str  # changes with what is in it


def prepare(data: bytes, kind: str) -> Prepared:
    packed = gzip.compress(data, mtime=0) if len(data) >= LEAST else b""
    return Prepared(data, packed, kind, f'"{hashlib.sha256(data).hexdigest()[:32]}"')


def respond(request: Asked, answer: Prepared) -> Response[bytes]:
    headers = {"ETag": answer.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == answer.tag:
        return Response(b"", status_code=304, headers=headers)
    if answer.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(answer.packed, media_type=answer.kind, headers=headers | {"Content-Encoding": "gzip"})
    return Response(answer.plain, media_type=answer.kind, headers=headers)
