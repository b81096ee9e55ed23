"""The rules of this server as an archive, for pages that prove records by themselves: all of the package that plays,
and nothing of what serves."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import xenotable

PARTS = ("engine", "table", "kernels", "rulebook", "odds", "games")
KINDS = (".py", ".toml")
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same files are the same archive


def rules_archive() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, file in files():
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), file.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def files() -> Iterator[tuple[str, Path]]:
    package = Path(xenotable.__file__).parent
    found = [*package.glob("*.py"), *(file for part in PARTS for file in (package / part).rglob("*"))]
    for file in sorted(found):
        if file.suffix in KINDS:
            yield f"{package.name}/{file.relative_to(package).as_posix()}", file
