"""The examples of docs/hosting.md, tried out: a proxy with TLS that obeys the lines for nginx, in front of the real
command on a real PostgreSQL; and every command that is shown there."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import ipaddress
import json
import re
import shlex
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import crossplane
import httpx
import pytest
from websockets.sync.client import connect

from server.serving import PATIENCE, Process
from xenotable.cli import build

TEXT = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
NGINX = re.search(r"```nginx\n(.*?)```", TEXT, re.DOTALL)[1]  # type: ignore[index]  # there is one
HEADERS = dict(re.findall(r"proxy_set_header (\S+) (\S+);", NGINX))
COMMANDS = [line.partition("#")[0] for line in TEXT.splitlines() if line.startswith("xenotable ")]


def certificate(folder: Path) -> tuple[Path, Path]:
    """One for 127.0.0.1, signed by itself."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption(), serialization.PrivateFormat.PKCS8
    (folder / "key.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, plain[1], plain[0]))
    (folder / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    return folder / "cert.pem", folder / "key.pem"


class Proxy:
    """What nginx would do with our lines: ends TLS, sets the headers, passes everything on."""

    def __init__(self, upstream: str, folder: Path) -> None:
        self.upstream = upstream
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.load_cert_chain(*certificate(folder))
        self.trust = ssl.create_default_context(cafile=str(folder / "cert.pem"))
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        self.server = asyncio.run_coroutine_threadsafe(self._open(), self.loop).result(PATIENCE)
        self.address = f"127.0.0.1:{self.server.sockets[0].getsockname()[1]}"

    async def _open(self) -> asyncio.Server:
        return await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self.context)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, port = self.upstream.split(":")
        inward, outward = await asyncio.open_connection(host, int(port))
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            outward.write(self._headed(head, writer.get_extra_info("peername")[0]).encode())
            ways = [asyncio.ensure_future(pass_on(*way)) for way in ((reader, outward), (inward, writer))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
        except asyncio.IncompleteReadError:
            pass  # a line that was opened and not used
        finally:
            for end in (outward, writer):
                end.close()
                with contextlib.suppress(OSError, TimeoutError):
                    await asyncio.wait_for(end.wait_closed(), 1.0)

    def _headed(self, head: str, peer: str) -> str:
        first, *lines = head.strip().split("\r\n")
        given = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        forwarded = given.get("x-forwarded-for")
        upgrade = given.get("upgrade", "")
        values = {
            "$http_host": given["host"],
            "$proxy_add_x_forwarded_for": f"{forwarded}, {peer}" if forwarded else peer,
            "$http_upgrade": upgrade,
            "$connection_upgrade": "upgrade" if upgrade else "close",
        }
        passed = {"host": self.upstream, "connection": "close"} | {
            name: value for name, value in given.items() if name not in ("host", "connection", "upgrade")
        }
        passed |= {name.lower(): values[value] for name, value in HEADERS.items()}
        kept = [f"{name}: {value}" for name, value in passed.items() if value]  # nginx drops the empty ones
        return "\r\n".join([first, *kept, "", ""])

    def close(self) -> None:
        async def end() -> None:
            self.server.close()
            left = asyncio.all_tasks() - {asyncio.current_task()}
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), self.loop).result(PATIENCE)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()


@pytest.fixture
def proxy(postgres: str, tmp_path: Path) -> Iterator[Proxy]:
    with Process(postgres, "--behind-proxy", "--rate", "5", "--sockets", "2") as server:
        standing = Proxy(server.address, tmp_path)
        yield standing
        standing.close()


def test_people_play_behind_the_proxy_each_with_the_limits_of_their_own_address(proxy: Proxy):
    base = f"https://{proxy.address}"
    with httpx.Client(base_url=base, verify=proxy.trust, timeout=PATIENCE, headers={"Origin": base}) as http:
        seated = http.post("/api/rooms", json={"game": "duel"}).json()
        socket = f"wss://{proxy.address}/api/rooms/{seated['room']['id']}/socket"
        with connect(socket, ssl=proxy.trust, origin=base) as line:  # type: ignore[arg-type]  # a plain string will do
            line.send(json.dumps({"type": "hello", "tokens": list(seated["tokens"].values())}))
            assert json.loads(line.recv(PATIENCE))["type"] == "welcome"
        assert (
            http.post("/api/rooms", json={"game": "duel"}, headers={"Origin": "https://evil.example"}).status_code
            == 403
        )
        forged = [http.get("/api/games/x", headers={"X-Forwarded-For": f"192.0.2.{n}"}).status_code for n in range(60)]
        assert 429 in forged  # whatever a client says of itself, it is one address
        with httpx.Client(
            base_url=base,
            verify=proxy.trust,
            transport=httpx.HTTPTransport(verify=proxy.trust, local_address="127.0.0.2"),
        ) as other:
            assert other.get("/api/games/x").status_code == 404
            assert other.get("/healthz").status_code == 200
            assert other.get("/metrics").status_code == 403  # though the proxy is on the same machine


def test_the_example_says_what_matters():
    assert HEADERS["Host"] == "$http_host"
    assert HEADERS["Upgrade"] == "$http_upgrade"
    assert HEADERS["Connection"] == "$connection_upgrade"
    assert HEADERS["X-Forwarded-For"] == "$proxy_add_x_forwarded_for"
    assert "proxy_http_version 1.1;" in NGINX


def nginx_faults(lines: str, folder: Path) -> list[str]:
    """What is wrong with these lines in the part `http` of a configuration: unknown directives, wrong places,
    too few or too many arguments. What a `map` holds are values, which only the other way of reading knows."""
    file = folder / "nginx.conf"
    found: list[str] = []
    for strict, text in ((False, lines), (True, re.sub(r"(map [^{]*\{)[^}]*\}", r"\1}", lines))):
        file.write_text(f"events {{}}\nhttp {{\n{text}}}\n")
        found += [fault["error"] for fault in crossplane.parse(str(file), strict=strict)["errors"]]
    return found


def test_nginx_would_read_the_example(tmp_path: Path):
    assert nginx_faults(NGINX, tmp_path) == []
    for right, wrong in (
        ("proxy_http_version 1.1;", "proxy_http_versio 1.1;"),
        ("proxy_pass http://127.0.0.1:8420;", "proxy_pass;"),
        ("client_max_body_size 8m;", "client_max_body_size 8m"),
        ("location / {", "location / {{"),
        ("server_name table.example;", "} server_name table.example; server {"),
    ):
        assert nginx_faults(NGINX.replace(right, wrong), tmp_path), wrong


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_that_is_shown_is_understood(line: str):
    """Its options are those of the real command, which is asked for help with them instead of being run."""
    _, called, *given = shlex.split(line)
    with pytest.raises(SystemExit) as end:
        build(called)(args=[called, *given, "--help"], prog_name="xenotable")
    assert end.value.code == 0


def test_commands_are_shown():
    assert len(COMMANDS) == 15
