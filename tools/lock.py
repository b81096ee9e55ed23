"""Pin every dependency with its hashes: `requirements/play.txt` for players, `requirements/dev.txt` for developers.

uv resolves what pyproject.toml asks for, for every platform and Python at once. No addresses are written, so the
files work with whatever package index a machine is set up to use; the hashes say that it is the same package.
"""

import subprocess
import sys
from pathlib import Path

import uv

ROOT = Path(__file__).resolve().parent.parent
LOCKS = {
    "play.txt": ("web",),
    "dev.txt": ("web", "postgres", "lab", "dev", "docs"),
}
HOW = (
    "--universal",
    "--python-version=3.11",
    "--generate-hashes",
    "--no-annotate",
    "--no-header",
    "--no-emit-index-url",
)


def main() -> None:
    folder = ROOT / "requirements"
    together: list[str] = []
    for name, extras in LOCKS.items():
        file = folder / name
        wanted = [f"--extra={extra}" for extra in extras]
        command = [uv.find_uv_bin(), "pip", "compile", "--quiet", *HOW, *wanted, *together, "pyproject.toml"]
        # Versions that are pinned already stay unless somebody asks for newer ones: make lock UPGRADE=--upgrade
        subprocess.run([*command, *sys.argv[1:], f"--output-file={file}"], cwd=ROOT, check=True)
        pinned = file.read_text()
        file.write_text(f"# Made by `make lock`. Change pyproject.toml, not this file.\n{pinned}")
        # What players got constrains what developers get: both must run the same versions.
        together = ["--constraints", str(file)]
        sys.stdout.write(f"requirements/{name}: {pinned.count('==')} packages\n")


if __name__ == "__main__":
    main()
