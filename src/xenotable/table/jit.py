"""numba's `njit` with a cache that forgets in time.

numba asks only whether the file of a function has changed, not those of the functions it calls: after an update old and
new code would run together. So the cache lies in a folder named after all compiled code there is.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import numba

njit = numba.njit
PACKAGE = Path(__file__).parents[1]
COMPILED = ("compiled", "twin", "quick", "kernel")  # how the names of modules begin that are compiled or shape it
CONFIG: Any = numba.config  # its settings come from the environment, so no type knows them


def named(sources: Iterable[Path]) -> str:
    """Another name for any other code."""
    return "numba-" + sha256(b"\0".join(s.read_bytes() for s in sorted(sources))).hexdigest()[:16]


def modules() -> list[Path]:
    return [p for p in PACKAGE.rglob("*.py") if p.name.startswith(COMPILED)]


if CONFIG.CACHE_DIR or os.access(PACKAGE, os.W_OK):  # else numba finds a place of the user's
    CONFIG.CACHE_DIR = str(Path(CONFIG.CACHE_DIR or PACKAGE / "__pycache__") / named(modules()))
