"""The unit that docs/add-a-unit.md adds is whole, and costs what the page says."""

import tomllib

import msgspec

from docs.pages import ROOT, blocks
from xenotable.games.xenocide.content import Entry
from xenotable.games.xenocide.rules.pricing.formula import price as price_of
from xenotable.games.xenocide.rules.stats.values import read

PAGE = "docs/add-a-unit.md"


def test_the_unit_of_the_page_is_whole_and_costs_what_the_page_says() -> None:
    [entry] = tomllib.loads(next(blocks(PAGE, "toml")))["unit"]
    price = price_of(read(msgspec.convert(entry, Entry)))
    assert f"writes the price: {price}." in (ROOT / PAGE).read_text(encoding="utf-8")
