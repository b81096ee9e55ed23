"""`xenotable serve`: the browser table. One process, one port; games are kept in a file and outlive the server."""

import contextlib
import errno
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from xenotable.cli.usage import check_finite
from xenotable.faults import Fault

LOOPBACK = ("127.0.0.1", "localhost", "::1")
USUAL_PORT = 8420
NEXT_PORTS = range(USUAL_PORT + 1, USUAL_PORT + 20)


def command(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help=f"The port; 0 takes any free one. [default: {USUAL_PORT} or the next]"),
    ] = None,
    data: Annotated[Path | None, typer.Option(help="The folder where games are kept; else one of yours.")] = None,
    database: Annotated[
        str,
        typer.Option(
            envvar="XENOTABLE_DATABASE",
            help="A database instead of a file, e.g. postgresql+psycopg://user@host/club",
        ),
    ] = "",
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
    game: Annotated[list[str] | None, typer.Option(help="A Python file with a game of your own; repeatable.")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            help="A machine from outside that can be seated: NAME=my_bot.py:Bot or NAME='exec:COMMAND'; repeatable."
        ),
    ] = None,
    think: Annotated[
        float, typer.Option(min=0.01, callback=check_finite, help="Seconds that a machine may think about a decision.")
    ] = 2.0,
    rate: Annotated[
        float, typer.Option(min=1, callback=check_finite, help="Messages a second that one client may send.")
    ] = 30.0,
    sockets: Annotated[int, typer.Option(min=1, help="Tables that one address may have open at once.")] = 64,
    rooms: Annotated[int, typer.Option(min=1, help="New tables that one address may open in an hour.")] = 60,
    archive: Annotated[int, typer.Option(min=0, help="Days after which idle tables are archived; 0: never.")] = 90,
    metrics_token: Annotated[
        str, typer.Option(envvar="XENOTABLE_METRICS_TOKEN", help="Lets who sends it read /metrics from elsewhere.")
    ] = "",
    behind_proxy: Annotated[
        bool,
        typer.Option(
            "--behind-proxy",
            envvar="XENOTABLE_BEHIND_PROXY",
            help="Believe the address that a proxy adds to X-Forwarded-For.",
        ),
    ] = False,
    key_file: Annotated[
        str,
        typer.Option(help="The key that seals dice in the database; else in your settings folder."),
    ] = "",
) -> None:
    import uvicorn

    from xenotable import games
    from xenotable.cli.outsiders import named_bots
    from xenotable.kernels import compile_in_background
    from xenotable.server.app import create_app
    from xenotable.server.http.listening import configure
    from xenotable.server.rooms.table_server import Settings

    hosts = (*LOOPBACK, "[::1]") if host in LOOPBACK else ()  # a foreign name for this machine is a trick
    files = tuple(str(Path(file).resolve()) for file in game or ())
    if data is not None and database:
        raise Fault("Games are kept in a folder or in a database: give --data or --database, not both.")
    kept = database or file_in(data or data_folder())
    settings = Settings(
        kept,
        files,
        named_bots(bot, think),
        key_file,
        think=think,
        rate=rate,
        sockets=sockets,
        rooms=rooms,
        archive=archive,
        metrics_token=metrics_token,
        hosts=() if behind_proxy else hosts,
        reports=str((data or data_folder()) / "lab"),
        behind_proxy=behind_proxy,
    )
    with usual_listener(host) if port is None else listener(host, port) as bound:
        app = create_app(settings)
        address = f"http://{host if host not in ('0.0.0.0', '::') else 'localhost'}:{bound.getsockname()[1]}/"
        typer.echo(f"Xenotable is at {address} (end it with Ctrl-C; games are kept).")
        compile_in_background(games.kernels(), typer.echo)
        sys.stdout.flush()
        if open_page:
            threading.Timer(1.0, webbrowser.open, [address]).start()
        uvicorn.Server(configure(app)).run(sockets=[bound])


class PortTaken(Fault):
    pass


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
        if isinstance(fault, socket.gaierror) or fault.errno == errno.EADDRNOTAVAIL:
            raise Fault(f"{host} cannot be used: it is no address of this machine; 0.0.0.0 is all of them.") from None
        kind = PortTaken if fault.errno == errno.EADDRINUSE else Fault
        raise kind(f"Port {port} of {host} cannot be used ({fault.strerror}); try --port 0.") from None
    return bound


def usual_listener(host: str) -> socket.socket:
    """On the usual port or, if that is taken, the next free one: browsers remember a person's games by the port."""
    for port in (USUAL_PORT, *NEXT_PORTS, 0):
        with contextlib.suppress(PortTaken):
            bound = listener(host, port)
            break
    got = bound.getsockname()[1]
    if got != USUAL_PORT:
        typer.echo(f"Port {USUAL_PORT} is taken, by another table perhaps, so this one takes {got}.")
    return bound


def data_folder() -> Path:
    """Where this system keeps the data of programs."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "xenotable"


def file_in(folder: Path) -> str:
    """The address of the file with the games in a folder, which is made."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if folder == data_folder():
            folder.chmod(0o700)  # also one of an older version: games are nobody else's business
    except OSError as fault:
        raise Fault(f"The folder {folder} cannot be made ({fault.strerror}); name another with --data.") from None
    return f"sqlite:///{folder.resolve() / 'games.db'}"
