"""Servers by the dozen: `python nursery.py` imports everything once. For each line on its input, a list of arguments,
it forks and becomes `xenotable` with these in the new process, which says its id first; it says when that has ended.

So a server that is to be killed costs a fraction of a second, and is a process of its own all the same."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from xenotable.cli import main
from xenotable.server.game_registry import GameRegistry

LATE = (  # what a server imports when it needs it
    "anyio._backends._asyncio",
    "litestar._kwargs",
    "litestar.middleware._internal.exceptions",
    "litestar.middleware.response_cache",
    "litestar.plugins.attrs",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite",
    "uvicorn.lifespan.on",
    "uvicorn.loops.uvloop",
    "uvicorn.protocols.websockets.auto",
    "xenotable.cli.serve",
    "xenotable.server.app",
    "xenotable.server.http.listening",
)


def bear(arguments: Sequence[str]) -> None:
    child = os.fork()
    if not child:
        print(os.getpid(), flush=True)
        main(arguments)
        sys.exit()
    os.waitpid(child, 0)
    print("ended", flush=True)


if __name__ == "__main__":
    for module in LATE:
        import_module(module)
    GameRegistry().all()  # the books are read, too
    for line in sys.stdin.buffer:  # as text nobody has read it yet when a command begins
        bear(json.loads(line))
