"""What `make` says while it prepares: each step in a plain line, the output of a command only where it fails."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from package.conftest import ROOT


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def step(command: str) -> "subprocess.CompletedProcess[str]":
    words = (sys.executable, ROOT / "tools" / "step.py", "7", "Baking bread", "sh", "-c", command)
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_a_step_says_what_it_does_and_how_long_it_takes() -> None:
    done = step("echo noise; echo warning >&2")
    assert done.returncode == 0
    said = done.stdout.splitlines()
    assert said[0] == "Baking bread (about 7 s) ..."
    assert said[1].startswith("  done in ")
    assert len(said) == 2
    assert done.stderr == ""


def test_a_step_that_fails_shows_all_that_was_said() -> None:
    done = step("echo flour; echo no yeast >&2; exit 3")
    assert done.returncode == 3
    assert done.stderr.splitlines()[:2] == ["flour", "no yeast"]
    assert "This did not work: Baking bread." in done.stderr
    assert "done in" not in done.stdout


def test_a_long_step_gives_signs_of_life(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    steps = tool("step")
    monkeypatch.setattr(steps, "PATIENCE", 0.01)
    assert steps.main("1", "Baking bread", sys.executable, "-c", "import time; time.sleep(0.2)") == 0
    assert "still busy after" in capsys.readouterr().out


@pytest.mark.parametrize(("works", "called"), [("true", "uv\n"), ("false", "uv\npip\n")])
def test_pip_installs_where_uv_cannot(works: str, called: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs, log = tmp_path / "bin", tmp_path / "log"
    programs.mkdir()
    for name, script in (("uv", f"echo uv >> {log}; {works}"), ("python", f"echo pip >> {log}")):
        (programs / name).write_text(f"#!/bin/sh\n{script}\n")
        (programs / name).chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(programs / "python"))
    assert tool("install").main(str(tmp_path), "something") == 0
    assert log.read_text() == called
