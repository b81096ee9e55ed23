"""The container without a container engine: what Dockerfile and compose file say is run here, in places of this test.

Not run: the account that the image makes for itself.
"""

import json
import re
import shlex
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from sqlalchemy import create_engine, text
from websockets.sync.client import connect

from package.conftest import OUTSIDE, ROOT, run
from server.postgresql import postgresql
from server.serving import Running

DOCKERFILE = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text())
_, BUILD, FINAL = DOCKERFILE.split("\nFROM ")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]


def instruction(stage: str, name: str) -> str:
    """The one instruction of this name in a stage."""
    (said,) = re.findall(rf"^{name} (.*)", stage, flags=re.MULTILINE)
    return str(said)


def placed(said: str, places: dict[str, object]) -> str:
    """A text of the container with the places of this test in it; each must be named there."""
    for there, here in places.items():
        assert there in said, f"{there} in {said}"
        said = said.replace(there, str(here))
    return said


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the build stage fills and the final stage copies."""
    folder = tmp_path_factory.mktemp("image")
    # Compiling everything ahead is for the image only; it takes longer than all the rest.
    places = {"wheel": f"wheel DIST={folder}/dist", " dist/": f" {folder}/dist/", "/opt/xenotable": folder / "opt"}
    programs = Path(sys.executable).parent
    commands = placed(instruction(BUILD, "RUN"), {**places, " --compile-bytecode": "", ".venv/bin": programs})
    run("sh", "-ec", commands, PATH=f"{programs}:{OUTSIDE['PATH']}")
    assert instruction(FINAL, "COPY") == "--from=build /opt/xenotable /opt/xenotable"
    return folder / "opt"


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """The service `database`."""
    with postgresql() as address:
        yield address


@pytest.fixture(scope="module")
def table(image: Path, database: str) -> Iterator[tuple[Running, int]]:
    """The service `table` and its port."""
    port = free_port()
    _, _, there = database.rpartition("@")
    address = placed(
        SERVICES["table"]["environment"]["XENOTABLE_DATABASE"],
        {":${PASSWORD:?Set PASSWORD, of letters and digits.}": "", "database/club": there},
    )
    command = json.loads(placed(instruction(FINAL, "CMD"), {"0.0.0.0": "127.0.0.1", "8420": port}))
    program = image / "bin" / command[0]
    more = {"XENOTABLE_BEHIND_PROXY": SERVICES["table"]["environment"]["XENOTABLE_BEHIND_PROXY"]}
    with Running(str(program), *command[1:], XENOTABLE_DATABASE=address, **more) as server:
        yield server, port


def test_the_table_keeps_games_in_the_database(table: tuple[Running, int], database: str) -> None:
    server, _ = table
    room = server.http.post("/api/rooms", json={"game": "rampant"}).json()["room"]["id"]
    engine = create_engine(database)
    with engine.connect() as line:
        assert room in line.execute(text("SELECT DISTINCT room FROM log")).scalars().all()
    engine.dispose()


def test_the_image_knows_when_it_is_well(table: tuple[Running, int], image: Path) -> None:
    _, port = table
    said = re.search(r"CMD (\[.*\])", instruction(FINAL, "HEALTHCHECK"))
    assert said
    command = json.loads(said[1])
    run(image / "bin" / command[0], *command[1:-1], placed(command[-1], {"8420": port}))
    with pytest.raises(AssertionError, match="refused"):
        run(image / "bin" / command[0], *command[1:-1], placed(command[-1], {"8420": free_port()}))


def test_the_proxy_speaks_tls_and_passes_sockets(table: tuple[Running, int], tmp_path: Path) -> None:
    server, port = table
    public = free_port()
    # In a club it gets certificates for a public name, and redirects from port 80.
    here = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
    file = tmp_path / "Caddyfile"
    file.write_text(here + (ROOT / "deploy" / "Caddyfile").read_text())
    caddy = (str(Path(sys.executable).with_name("caddy")), "run", "--adapter", "caddyfile", "--config", str(file))
    site = {"SITE": f"localhost:{public}", "TABLE": f"127.0.0.1:{port}", "XDG_DATA_HOME": str(tmp_path)}
    with (tmp_path / "log").open("w") as log, subprocess.Popen(caddy, env=OUTSIDE | site, stderr=log) as proxy:
        try:
            root = tmp_path / "caddy" / "pki" / "authorities" / "local" / "root.crt"
            page = first_page(f"https://localhost:{public}/", root, proxy)
            assert "<title>" in page
            room = server.http.post("/api/rooms", json={"game": "rampant"}).json()["room"]["id"]
            known = ssl.create_default_context(cafile=str(root))
            own = f"https://localhost:{public}"
            with connect(f"wss://localhost:{public}/api/rooms/{room}/socket", ssl=known, origin=own) as line:
                line.send(json.dumps({"type": "hello", "tokens": [], "version": 0}))
                assert json.loads(line.recv(60))["type"] == "welcome"
        finally:
            proxy.terminate()


def first_page(address: str, root: Path, proxy: "subprocess.Popen[bytes]") -> str:
    """The page, once the proxy has made its certificate."""
    while True:
        assert proxy.poll() is None, "the proxy ended"
        try:
            known = ssl.create_default_context(cafile=str(root))
            return httpx.get(address, verify=known, timeout=60).text
        except (OSError, httpx.TransportError):
            time.sleep(0.05)


def test_what_the_services_say_of_each_other() -> None:
    """Names and ports that stand in two places."""
    assert set(SERVICES) == {"table", "database", "proxy"}
    assert "ports" not in SERVICES["table"], "its clients are believed because only the proxy reaches it"
    assert SERVICES["database"]["environment"]["POSTGRES_USER"] == "club"
    assert instruction(FINAL, "EXPOSE") in (ROOT / "deploy" / "Caddyfile").read_text()
    assert {v.split(":")[0] for s in SERVICES.values() for v in s["volumes"]} == {*COMPOSE["volumes"], "./Caddyfile"}
    assert shlex.split(instruction(FINAL, "VOLUME")) == [SERVICES["table"]["volumes"][0].split(":")[1]]
