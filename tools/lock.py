"""Pin every dependency: `requirements/play.txt` for players, `requirements/dev.txt` for developers.

A fresh environment resolves what pyproject.toml asks for, and what it got is written down as `name==version`: no
addresses, so the files work with whatever package index a machine is set up to use.
"""

import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = {
    "play.txt": ("web",),
    "dev.txt": ("web", "postgres", "lab", "dev"),
}


def wanted(extras: tuple[str, ...]) -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    found: list[str] = [*project["dependencies"]]
    for extra in extras:
        found += project["optional-dependencies"][extra]
    return found


def main() -> None:
    folder = ROOT / "requirements"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        venv.create(scratch, with_pip=True)
        pip = [str(Path(scratch) / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]
        pinned: list[str] = []
        for name, extras in LOCKS.items():
            # What players got constrains what developers get: both must run the same versions.
            constraints = Path(scratch) / "constraints.txt"
            constraints.write_text("\n".join(pinned))
            subprocess.run([*pip, "install", "--quiet", "-c", str(constraints), *wanted(extras)], check=True)
            frozen = subprocess.run([*pip, "freeze"], check=True, capture_output=True, text=True).stdout
            pinned = [line for line in frozen.splitlines() if "==" in line]
            lines = ["# Made by `make lock`. Change pyproject.toml, not this file.", *pinned, ""]
            (folder / name).write_text("\n".join(lines))
            sys.stdout.write(f"requirements/{name}: {len(pinned)} packages\n")


if __name__ == "__main__":
    main()
