"""The command line as people call it, without the time that a process of its own takes to start."""

from __future__ import annotations

import io
import subprocess
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from xenotable.cli import main

ROOT = Path(__file__).parents[1]


def xenotable(*args: str, home: Path | None = None) -> subprocess.CompletedProcess[str]:
    """What a command says, and how it ends; `home`: where it keeps its data."""
    raw, err, code = io.BytesIO(), io.StringIO(), 0
    out = io.TextIOWrapper(raw, encoding="utf-8", write_through=True)  # some of it comes as bytes
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.chdir(ROOT)
        if home is not None:
            patch.setenv("XDG_DATA_HOME", str(home))
        try:
            main(args)
        except SystemExit as end:
            code = int(end.code or 0)
    return subprocess.CompletedProcess(args, code, raw.getvalue().decode(), err.getvalue())
