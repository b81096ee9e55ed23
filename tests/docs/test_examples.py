"""What the pages for bot writers and authors show works as they say."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import msgspec
import pytest

from xenotable.games.xenocide import pricing
from xenotable.games.xenocide.content import Entry, read

DOCS = Path(__file__).parents[2] / "docs"
WITH_CODE = ("write-a-bot.md", "reference-match.md", "reference-lab.md", "reference-odds.md")


def blocks(page: str, language: str) -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", WITH_CODE)
def test_the_code_of_a_page_runs(page: str) -> None:
    code = "\n".join(blocks(page, "python"))
    done = subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_unit_of_the_page_is_whole_and_costs_what_the_page_says() -> None:
    [entry] = tomllib.loads(blocks("add-a-unit.md", "toml")[0])["unit"]
    price = pricing.price(read(msgspec.convert(entry, Entry)))
    assert f"writes the price: {price}." in (DOCS / "add-a-unit.md").read_text(encoding="utf-8")
