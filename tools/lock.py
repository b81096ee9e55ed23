"""Pin every dependency with its hashes, in one file for each purpose.

uv resolves what pyproject.toml asks for, for every platform and Python version at once. No addresses are written, so
the files work with whatever package index a machine is set up to use; the hashes say that it is the same package.
"""

import subprocess
import sys
from pathlib import Path

import uv

ROOT = Path(__file__).resolve().parent.parent
DEVELOPERS = ("web", "postgres", "lab", "cluster", "dev", "docs")
LOCKS = {
    "install.txt": ("--group=install",),
    "serve.txt": ("pyproject.toml", "--extra=postgres"),
    "play.txt": ("pyproject.toml", "--extra=web"),
    "dev.txt": ("pyproject.toml", *(f"--extra={extra}" for extra in DEVELOPERS)),
}
FOR_ALL = ("--universal", "--python-version=3.11", "--generate-hashes")
QUIETLY = ("--quiet", "--no-annotate", "--no-header", "--no-emit-index-url")


def main() -> None:
    folder = ROOT / "requirements"
    together: list[str] = []
    for name, wanted in LOCKS.items():
        file = folder / name
        command = [uv.find_uv_bin(), "pip", "compile", *FOR_ALL, *QUIETLY, *wanted, *together]
        # Versions that are pinned already stay unless somebody asks for newer ones: make lock UPGRADE=--upgrade
        subprocess.run([*command, *sys.argv[1:], f"--output-file={file}"], cwd=ROOT, check=True)
        pinned = file.read_text()
        file.write_text(f"# Made by `make lock`. Change pyproject.toml, not this file.\n{pinned}")
        # What one got constrains the next: all must run the same versions.
        together += ["--constraints", str(file)]
        sys.stdout.write(f"requirements/{name}: {pinned.count('==')} packages\n")


if __name__ == "__main__":
    main()
