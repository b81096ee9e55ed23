"""Each picture of the documentation is there, is looked at somewhere, and is one that `make screenshots` takes anew."""

import re
from pathlib import Path

from docs.pages import PAGES, ROOT, targets

FOLDER = ROOT / "docs" / "screenshots"
KINDS = (".png", ".webp")


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
    taken |= set(re.findall(r"docs/screenshots/([\w-]+)\.webp", camera))
    assert {picture.stem for picture in FOLDER.iterdir()} == taken
