"""Puts what proves records in the page beside the built client: Python as WebAssembly (an npm package of the client's
lock) and the one package that rules need (from requirements/play.txt, where the hash of its build for WebAssembly
stands, too). `make web` runs it; the rules themselves come from the server."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNTIME = ROOT / "web" / "node_modules" / "pyodide"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PACKAGE = "msgspec"


def main() -> None:
    folder = ROOT / "src" / "xenotable" / "server" / "static" / "prover"
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        shutil.copyfile(RUNTIME / name, folder / name)
    info = json.loads((RUNTIME / "pyodide-lock.json").read_text())["info"]
    fetch(folder / f"{PACKAGE}.whl", f"pyemscripten_{info['abi_version']}_wasm32", info["python"])


def fetch(file: Path, platform: str, python: str) -> None:
    """The pinned package for this platform; pip compares it with the hashes of the lock."""
    with tempfile.TemporaryDirectory() as name:
        wanted = Path(name) / "wanted.txt"
        wanted.write_text(pinned((ROOT / "requirements" / "play.txt").read_text().splitlines()))
        command = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "--require-hashes", "--dest", name]
        command += ["--only-binary=:all:", f"--platform={platform}", f"--python-version={python}"]
        subprocess.run([*command, "-r", str(wanted)], check=True)
        shutil.copyfile(next(Path(name).glob("*.whl")), file)


def pinned(lines: list[str]) -> str:
    """Its lines of the lock: the version, and the hashes, which are set in."""
    rest = itertools.dropwhile(lambda line: not line.startswith(f"{PACKAGE}=="), lines)
    first = next(rest)
    return "\n".join([first, *itertools.takewhile(lambda line: line.startswith(" "), rest)])


if __name__ == "__main__":
    main()
