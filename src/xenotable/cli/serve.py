"""`xenotable serve`: the browser table. One process, one port; games are kept in a file and outlive the server."""

import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from xenotable.faults import Fault

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def command(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any free one.")] = 8420,
    database: Annotated[
        str, typer.Option(help="Where games are kept, e.g. postgresql+psycopg://user@host/club; else a file of yours.")
    ] = "",
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
    game: Annotated[list[str] | None, typer.Option(help="A Python file with a game of your own; repeatable.")] = None,
    think: Annotated[float, typer.Option(help="Seconds that a machine may think about a decision.")] = 2.0,
    rate: Annotated[float, typer.Option(help="Messages a second that one client may send.")] = 30.0,
    key_file: Annotated[
        str,
        typer.Option(help="The key that seals dice in the database; else in your settings folder."),
    ] = "",
) -> None:
    import uvicorn

    from xenotable.server.app import create_app
    from xenotable.server.limits import UPLOAD
    from xenotable.server.rooms import Settings

    hosts = (*LOOPBACK, "[::1]") if host in LOOPBACK else ()  # a foreign name for this machine is a trick
    files = tuple(str(Path(file).resolve()) for file in game or ())
    settings = Settings(database or default_database(), files, key_file, think=think, rate=rate, hosts=hosts)
    with listener(host, port) as bound:
        app = create_app(settings)
        address = f"http://{host if host not in ('0.0.0.0', '::') else 'localhost'}:{bound.getsockname()[1]}/"
        typer.echo(f"Xenotable is at {address} (end it with Ctrl-C; games are kept).")
        sys.stdout.flush()
        if open_page:
            threading.Timer(1.0, webbrowser.open, [address]).start()
        config = uvicorn.Config(app, log_level="warning", access_log=False, ws_max_size=UPLOAD, server_header=False)
        uvicorn.Server(config).run(sockets=[bound])


def listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, because asyncio switches delayed sending off (40 ms a message) only for sockets that say so.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen(128)  # whoever calls while the games are loaded waits a moment and is not turned away
    except OSError as fault:
        bound.close()
        raise Fault(f"Port {port} of {host} cannot be used ({fault.strerror}); try --port 0.") from None
    return bound


def default_database() -> str:
    """A file in the folder where this system keeps the data of programs."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folder = base / "xenotable"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.chmod(0o700)  # also one of an older version: games are nobody else's business
    except OSError as fault:
        raise Fault(f"The folder {folder} cannot be made ({fault.strerror}); set --database") from None
    return f"sqlite:///{folder / 'games.db'}"
