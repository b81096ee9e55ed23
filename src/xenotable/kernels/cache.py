"""Where compiled code is kept between runs: in the user's cache folder, under a key for this code, numba and Python.

numba asks only whether the file of a function has changed, not those of the functions that it calls: after an update
old and new code would run together. So all of it has one key. Which processor it was compiled for is numba's own
business, but what is complete is noted for each kind of processor.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock

PACKAGE = Path(__file__).parents[1]
FOLDER = "XENOTABLE_CACHE"  # the variable that names another folder
KEPT = 3  # keys that stay: those used last
IMPORTS = re.compile(rb"^from (xenotable\.[\w.]+) import", re.MULTILINE)


def root() -> Path:
    from platformdirs import user_cache_path

    return Path(os.environ.get(FOLDER) or user_cache_path("xenotable", appauthor=False)) / "kernels"


def place() -> Path:
    """The folder of this code."""
    return root() / key()


@cache
def key() -> str:
    """Another one for any other code, compiler or place of the package (numba tells files apart by their paths)."""
    about = f"{sys.implementation.cache_tag} numba {version('numba')} {PACKAGE}".encode()
    return digest([about, *(path.read_bytes() for path in sources(PACKAGE))])


def digest(parts: list[bytes]) -> str:
    return sha256(b"\0".join(sha256(part).digest() for part in parts)).hexdigest()[:16]


def sources(package: Path) -> list[Path]:
    """The files with kernels and those that they import from: numba takes constants over into compiled code."""
    texts = {path: text for path in package.rglob("*.py") if b"\n@kernel(" in (text := path.read_bytes())}
    names = {name.decode() for text in texts.values() for name in IMPORTS.findall(text)}
    imported = {package.parent.joinpath(*name.split(".")).with_suffix(".py") for name in names}
    return sorted({*texts, *(path for path in imported if path.is_file())})


@cache
def processor() -> str:
    """A word for the kind of processor, as numba sees it."""
    from llvmlite import binding

    seen = f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"
    return digest([seen.encode()])


def mark(module: str) -> Path:
    """The file that says that all kernels of a module are there."""
    return place() / f"{module}.{processor()}.complete"


def complete(module: str) -> bool:
    return mark(module).exists()


def note(module: str) -> None:
    """All kernels of a module are there."""
    place().mkdir(parents=True, exist_ok=True)
    mark(module).touch()


def lock() -> BaseFileLock:
    """Whoever compiles holds it; the system frees it when its holder dies."""
    from filelock import FileLock

    root().mkdir(parents=True, exist_ok=True)
    return FileLock(root() / "lock", is_singleton=True)


def clean() -> None:
    """Removes the folders of old code. Only for who holds the lock: nobody is compiling into them."""
    folders = sorted((p for p in root().iterdir() if p.is_dir()), key=lambda p: -p.stat().st_mtime_ns)
    for old in [p for p in folders if p != place()][KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
