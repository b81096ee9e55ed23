"""`xenotable serve`: what a person gets who mistypes something."""

import contextlib
import socket
import sys
from pathlib import Path

import pytest

from server.serving import Process
from xenotable.cli import main
from xenotable.cli.serve import USUAL_PORT, data_folder, file_in, listener, usual_listener
from xenotable.faults import Fault


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--database", "nonsense"], "not a database address"),
        (["--database", "sqlite:////no/such/folder/x.db"], "does not open"),
        (["--database", "sqlite://", "--game", "nothing.py"], "no file"),
        (["--host", "300.1.1.1"], "300.1.1.1 cannot be used: it is no address of this machine"),
        (["--port", "99999"], "65535"),
        (["--data", "here", "--database", "sqlite://"], "not both"),
        (["--data", "/dev/null/games"], "cannot be made"),
    ],
)
def test_a_mistyped_option_gets_a_sentence(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as end:
        main(["serve", *(arguments if "--port" in arguments else ["--port", "0", *arguments])])
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert words in said
    assert "Traceback" not in said


def test_a_named_port_that_is_taken_gets_a_sentence(capsys: pytest.CaptureFixture[str]):
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(SystemExit) as end:
        main(["serve", "--port", str(other.getsockname()[1]), "--database", "sqlite://"])
    assert end.value.code == 2
    assert "try --port 0" in capsys.readouterr().err


def test_without_a_named_port_the_next_free_one_is_taken(capsys: pytest.CaptureFixture[str]):
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(Fault):  # somebody else has it on this machine
            stack.enter_context(listener("127.0.0.1", USUAL_PORT))
        ports = [stack.enter_context(usual_listener("127.0.0.1")).getsockname()[1] for _ in range(25)]
    assert len({USUAL_PORT, *ports}) == 26
    assert f"Port {USUAL_PORT} is taken, by another table perhaps, so this one takes {ports[0]}." in (
        capsys.readouterr().out
    )


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the folder of data is named otherwise there")
def test_games_are_kept_in_the_folder_for_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "xenotable"
    assert file_in(data_folder()) == f"sqlite:///{tmp_path}/xenotable/games.db"
    assert (tmp_path / "xenotable").is_dir()


def test_the_command_serves(tmp_path: Path):
    with Process(f"sqlite:///{tmp_path}/games.db") as server:
        assert "duel" in [game["id"] for game in server.http.get("/api/games").json()]
        assert server.http.get("/api/games", headers={"Host": "elsewhere.example"}).status_code == 403
