"""For those who run the server: whether it is well, and its figures."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
from typing import Any

import sqlalchemy as sa
from litestar import MediaType, Request, Response, get
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from sqlalchemy.exc import SQLAlchemyError

from xenotable.server.limits import Denied
from xenotable.server.rooms.table_server import TableServer
from xenotable.server.visitors import address_of

Asked = Request[Any, Any, Any]
PATIENCE = 2.0  # seconds for the database to answer


@get("/healthz", summary="Whether the server and its database answer")
async def show_health(request: Asked) -> Response[dict[str, str]]:
    server: TableServer = request.app.state.server
    try:
        await asyncio.wait_for(asyncio.to_thread(answers, server.storage.engine), PATIENCE)
    except (SQLAlchemyError, TimeoutError):
        return Response({"status": "The database does not answer."}, status_code=503)
    return Response({"status": "ok"})


def answers(engine: sa.Engine) -> None:
    with engine.connect() as connection:
        connection.execute(sa.text("select 1"))


@get(
    "/metrics",
    media_type=MediaType.TEXT,
    summary="Figures for Prometheus; on this machine only, or with the token of the server",
)
async def show_figures(request: Asked) -> Response[str]:
    server: TableServer = request.app.state.server
    if not (from_here(request) or has_token(request, server.settings.metrics_token)):
        raise Denied("The figures are for those who run this server.")
    kind, _, _ = CONTENT_TYPE_LATEST.rpartition(";")  # the framework adds the character set
    return Response(server.metrics.text().decode(), media_type=kind)


def from_here(request: Asked) -> bool:
    """Whether a program on this machine asks. What a proxy on this machine passes on comes from elsewhere."""
    address = address_of(request)
    forwarded = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    return not forwarded and "/" not in address and bool(address) and ipaddress.ip_address(address).is_loopback


def has_token(request: Asked, token: str) -> bool:
    given = request.headers.get("authorization", "")
    return bool(token) and hmac.compare_digest(given.encode(), f"Bearer {token}".encode())


HANDLERS = [show_health, show_figures]
