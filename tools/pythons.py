"""`make pythons`: a quick part of the tests on every Python that we support and this machine has.

Each version gets the lock in a folder of its own, so that the versions that we pin are tried with it too.
"""

import os
import subprocess
import sys
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13")


def interpreter(version: str) -> str | None:
    """A Python of this version: by its name, or one that pyenv keeps but does not put into the way."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for command in (f"python{version}", *(str(f) for f in kept.glob(f"{version}.*/bin/python{version}"))):
        try:
            subprocess.run((command, "-c", ""), check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        return command
    return None


def main() -> None:
    found = {version: interpreter(version) for version in VERSIONS}
    failed = []
    for version, python in found.items():
        if python is not None:
            sys.stdout.write(f"\nPython {version}\n")
            sys.stdout.flush()
            done = subprocess.run(("make", "quick", f"PYTHON={python}", f"VENV=.venv-{version}"), check=False)
            failed += [version] * (done.returncode != 0)
    missing = ", ".join(version for version, python in found.items() if python is None)
    sys.stdout.write(f"\nNot found on this machine: Python {missing}.\n" if missing else "\nAll versions were found.\n")
    if failed:
        sys.exit(f"Failed on Python {', '.join(failed)}.")


if __name__ == "__main__":
    main()
