"""What the pages and the sources call a file is one: whoever reads of it finds it."""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from docs.pages import ROOT

ROOMS = ("benchmarks", "deploy", "docs", "examples", "src", "tests", "tools", "web")
MADE = {"__pycache__", "node_modules", "static"}
TEXTS = {".css", ".md", ".mjs", ".py", ".toml", ".ts", ".tsx"}
NAMED = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.(?:css|json|md|mjs|py|toml|tsx?))`")
FOLDER = re.compile(r"^\| `src/([a-z]+)` \|", re.MULTILINE)


@cache
def files() -> tuple[Path, ...]:
    """All that is written by hand or kept in the tree."""
    return (*ROOT.glob("*.md"), *(file for room in ROOMS for file in within(ROOT / room)))


def within(folder: Path) -> Iterator[Path]:
    for at, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in MADE]
        yield from (Path(at) / name for name in names)


def test_a_file_that_is_named_is_there() -> None:
    parts = [file.relative_to(ROOT).parts for file in files()]
    known = {"/".join(path[i:]) for path in parts for i in range(len(path))}
    now = (file for file in files() if file.suffix in TEXTS and file.name != "CHANGELOG.md")  # that tells of what was
    texts = {file: file.read_text(encoding="utf-8") for file in now}
    named = {(file.name, name) for file, text in texts.items() for name in NAMED.findall(text)}
    assert len(named) > 50
    assert {(where, name) for where, name in named if name not in known} == set()


def test_the_client_has_the_folders_that_its_page_lists() -> None:
    there = {path.name for path in (ROOT / "web" / "src").iterdir() if path.is_dir()}
    assert set(FOLDER.findall((ROOT / "web" / "README.md").read_text(encoding="utf-8"))) == there
