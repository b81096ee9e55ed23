"""The wheel in an empty environment elsewhere: it plays, serves, simulates and shows rules; and how it is built."""

import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from package.conftest import LOCK, OUTSIDE, UV, from_cache, run
from server.serving import DUEL, Client, Running
from xenotable import __version__

BUILD = (UV, "build", "--no-build-isolation", "--offline", "--out-dir", "dist", "--python", sys.executable)


def test_there_is_one_version(installed: Path, wheel: Path, tmp_path: Path) -> None:
    assert run(installed / "xenotable", "--version", cwd=tmp_path) == f"xenotable {__version__}\n"
    assert run(installed / "python", "-m", "xenotable", "--version", cwd=tmp_path) == f"xenotable {__version__}\n"
    assert wheel.name == f"xenotable-{__version__}-py3-none-any.whl"


def test_the_code_is_that_of_the_wheel(installed: Path, tmp_path: Path) -> None:
    where = run(installed / "python", "-c", "import xenotable; print(xenotable.__file__)", cwd=tmp_path)
    assert where.startswith(str(installed.parent))


def test_it_shows_rules(installed: Path, tmp_path: Path) -> None:
    assert "Rending" in run(installed / "xenotable", "rules", "killteam", "rending", cwd=tmp_path)


def test_it_plays(installed: Path, tmp_path: Path) -> None:
    said = run(installed / "xenotable", "play", "rampant", "--seed", "5", cwd=tmp_path, typed="?\nauto\nauto\nq\n")
    assert "Type an answer" in said
    assert "Good-bye" in said


def test_it_simulates(installed: Path, tmp_path: Path) -> None:
    said = run(installed / "xenotable", "sim", DUEL, "-n", "3", "--players", "tactician,random", cwd=tmp_path)
    assert "tactician" in said
    assert "decisions a game" in said


def test_it_serves_the_page_and_the_socket(installed: Path, tmp_path: Path) -> None:
    where = ("--port", "0", "--data", str(tmp_path))
    with Running(str(installed / "xenotable"), "serve", *where) as server:
        page = server.http.get("/").text
        assets = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page)
        assert {Path(asset).suffix for asset in assets} == {".js", ".css"}
        assert all(server.http.get(asset).status_code == 200 for asset in assets)
        seated = server.http.post("/api/rooms", json={"game": "rampant"}).json()
        seats = Client(server.address, seated["room"]["id"], *seated["tokens"].values())
        assert seats.until("welcome")["states"]
        seats.close()
    assert (tmp_path / "games.db").is_file()


def test_uv_runs_it_without_an_installation(wheel: Path, tmp_path: Path) -> None:
    command = ("tool", "run", "--constraints", LOCK, "--python", sys.executable, "--from", wheel)
    said = from_cache(*command, "xenotable", "--version", cwd=tmp_path)
    assert said == f"xenotable {__version__}\n"


def test_a_wheel_can_be_built_from_the_source_archive_alone(wheel: Path, tmp_path: Path) -> None:
    (archive,) = wheel.parent.glob("*.tar.gz")
    run(*BUILD, "--wheel", archive, cwd=tmp_path, PATH="")
    assert (tmp_path / "dist" / wheel.name).read_bytes() == wheel.read_bytes()


@pytest.fixture
def without_client(wheel: Path, tmp_path: Path) -> Path:
    (archive,) = wheel.parent.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    shutil.rmtree(source / "src" / "xenotable" / "server" / "static")
    return source


@pytest.mark.parametrize("kind", ["--wheel", "--sdist"])
def test_nothing_is_built_without_the_client(kind: str, without_client: Path) -> None:
    command = (*BUILD, kind)
    done = subprocess.run(command, cwd=without_client, env=OUTSIDE, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "The browser client is not built" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list((without_client / "dist").glob("xenotable*"))


def test_a_developer_installs_before_there_is_a_client(without_client: Path) -> None:
    run(sys.executable, "-c", "from hatchling.build import build_editable; build_editable('dist')", cwd=without_client)
    assert list((without_client / "dist").glob("*.whl"))
