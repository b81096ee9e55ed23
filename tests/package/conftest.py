"""The package as `make wheel` builds it, and environments elsewhere to install it into."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import uv

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements" / "play.txt"
UV = uv.find_uv_bin()
# What a shell of a stranger has: nothing of this checkout, of its environment, or of a make that runs these tests.
OURS = ("VIRTUAL_ENV", "PYTHONPATH", "MAKEFLAGS", "MAKELEVEL", "MFLAGS")
OUTSIDE = {name: value for name, value in os.environ.items() if name not in OURS}
OUTSIDE["VENV"] = Path(sys.prefix).name  # for make: the environment of the Python that runs these tests


def run(*command: object, cwd: Path = ROOT, typed: str = "", **environment: str) -> str:
    """What a command says; it must succeed."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=cwd, env=OUTSIDE | environment, input=typed, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


def from_cache(*command: object, cwd: Path = ROOT) -> str:
    """uv with packages that it fetched when this checkout was made ready; it asks the index only if some are gone."""
    try:
        return run(UV, *command, cwd=cwd, UV_OFFLINE="1")
    except AssertionError:
        return run(UV, *command, cwd=cwd)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the source archive that stands beside it."""
    folder = tmp_path_factory.mktemp("dist")
    run("make", "wheel", f"DIST={folder}")
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the wheel and what it asks for, in the versions of the lock."""
    environment = tmp_path_factory.mktemp("elsewhere") / "environment"
    run(UV, "venv", "--python", sys.executable, environment)
    from_cache("pip", "install", "--python", environment, "--constraints", LOCK, wheel)
    return environment / "bin"
