"""A comparison with another commit leaves nothing behind, however it ends."""

import os
import signal
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_who_is_ended_from_outside_removes_the_worktree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Git is no part of a fresh machine, so what would be said to it is written down."""
    monkeypatch.syspath_prepend(ROOT)
    compare = import_module("benchmarks.compare")
    said = []

    def git(command: list[str | Path], check: bool) -> None:
        said.append(command[4])
        if command[4] == "add":
            Path(command[-2]).mkdir()

    monkeypatch.setattr("subprocess.run", git)
    trees = []

    def begin() -> None:
        with compare.ending_in_order(), compare.checked_out("HEAD") as tree:
            trees.append(tree)
            os.kill(os.getpid(), signal.SIGTERM)
            raise AssertionError("it goes on")

    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(SystemExit) as end:
        begin()
    assert (end.value.code, said) == (143, ["add", "remove"])
    assert not trees[0].exists()
    assert signal.getsignal(signal.SIGTERM) == before
