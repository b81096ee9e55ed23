"""The application: addresses, security headers, errors in one sentence, and the built client."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.types import Message, Scope

from xenotable import __version__
from xenotable.faults import Fault
from xenotable.server.game_registry import Unknown
from xenotable.server.http import api, health, list_api, printing, reports
from xenotable.server.http.addresses import Machines, People
from xenotable.server.http.client_files import PROVER, client_files
from xenotable.server.http.socket import room_socket
from xenotable.server.limits import UPLOAD, Denied, TooFast, TooMuch
from xenotable.server.log.codec import Damaged
from xenotable.server.log.storage import Lost, Unwritten
from xenotable.server.messages.bodies import Problem
from xenotable.server.rooms.table_server import Settings, TableServer
from xenotable.server.visitors import address_of

STATIC = Path(__file__).parent / "static"
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# The prover of records is a worker with a policy of its own: it alone may compile, and only WebAssembly.
PROVING = b"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
FOR_EVER = b"public, max-age=31536000, immutable"  # files whose names change with what is in them
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # a link to a room is a key to it
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
STATUS: list[tuple[type[Exception], int, str]] = [
    (Unknown, 404, "unknown"),
    (Denied, 403, "token"),
    (TooMuch, 413, "large"),
    (TooFast, 429, "fast"),
    (Damaged, 503, "fault"),
    (Fault, 400, "bad"),
    (Lost, 503, "fault"),
    (Unwritten, 503, "fault"),
]
SENTENCES = {  # for what the framework refuses
    404: ("There is nothing at this address.", "unknown"),
    405: ("That cannot be done at this address.", "bad"),
    413: ("That message is too large.", "large"),
}

log = logging.getLogger(__name__)
Asked = Request[Any, Any, Any]


def trouble(_: Asked, fault: Exception) -> Response[Problem]:
    """Every error is one sentence; a traceback goes to the log of the server and no further."""
    for kind, status, code in STATUS:
        if isinstance(fault, kind):
            return Response(Problem(str(fault), code), status_code=status)
    if isinstance(fault, PermissionDeniedException):
        return Response(Problem(fault.detail, "bad"), status_code=fault.status_code)
    if isinstance(fault, HTTPException) and fault.status_code < 500:
        said, code = SENTENCES.get(fault.status_code, ("This request is not understood.", "bad"))
        return Response(Problem(said, code), status_code=fault.status_code)
    log.error("a request could not be dealt with", exc_info=fault)
    return Response(Problem("Something went wrong here; nothing was changed.", "fault"), status_code=500)


RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


async def add_security_headers(message: Message, scope: Scope) -> None:
    """Security headers on everything that leaves, files and errors included."""
    if message["type"] == "http.response.start":
        path = scope["path"]
        headers = message["headers"]
        stays = any(name.lower() == b"etag" for name, _ in headers)
        kept = FOR_EVER if path.startswith("/assets/") else b"no-cache" if stays else b"no-store"
        policy = PROVING if path.startswith(f"/{PROVER}") else POLICY.encode()
        added = (b"content-security-policy", policy), (b"cache-control", kept)
        message["headers"] = [*headers, *RAW_HEADERS, *added]


def own_pages_only(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A page from elsewhere must not act for the person who looks at it, be it by a foreign name for this machine.
    Programs that are no browsers send no origin."""
    host, origin = connection.headers.get("host", ""), connection.headers.get("origin")
    known = connection.app.state.hosts
    if known and host.rpartition(":")[0] not in known and host not in known:
        raise PermissionDeniedException("This server does not go by that name.")
    if origin is not None and origin.partition("://")[2] != host:
        raise PermissionDeniedException("This page may not do that.")


def not_too_often(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Whatever is asked for makes work, be it by looking. Files of the client cost no more than a refusal."""
    if connection.scope["path"].startswith(("/api/", "/healthz", "/metrics")):
        connection.app.state.server.visitors.check_request(address_of(connection))


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def not_built() -> str:
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Xenotable</title><p>The browser table is not '
        "built yet. Stop the server and start it with <code>make play</code>, which builds it.</p></html>"
    )


def client() -> Any:
    if not (STATIC / "index.html").is_file():
        return not_built
    return client_files(STATIC)


def create_app(settings: Settings) -> Litestar:
    """The application; Fault if its database or a game's file cannot be opened."""
    server = TableServer(settings)

    @asynccontextmanager
    async def housekeeping(_: Litestar) -> AsyncIterator[None]:
        try:  # what a start that fails has begun, threads and processes, is ended too
            await server.start()
            yield
        finally:
            await server.stop()

    return Litestar(
        state=State(
            {"server": server, "hosts": settings.hosts, "behind_proxy": settings.behind_proxy}, deep_copy=False
        ),
        route_handlers=[
            *api.HANDLERS,
            *list_api.HANDLERS,
            *printing.HANDLERS,
            *reports.HANDLERS,
            *health.HANDLERS,
            room_socket,
            client(),
        ],
        lifespan=[housekeeping],
        exception_handlers={Exception: trouble},
        guards=[own_pages_only, not_too_often],
        before_send=[add_security_headers],
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, gzip_compress_level=3, exclude="/api/rooms", exclude_opt_key="is_packed"
        ),
        request_max_body_size=UPLOAD,
        openapi_config=OpenAPIConfig(
            title="Xenotable",
            version=__version__,
            path="/api/docs",
            render_plugins=[People(path="/"), Machines(path="/openapi.json")],
        ),
        logging_config=None,
    )
