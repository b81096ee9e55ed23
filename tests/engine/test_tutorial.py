"""The tutorial is the game: its blocks, put together, are the file that runs."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def source() -> str:
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / "write-your-own-game.md").read_text(encoding="utf-8"), re.S)
    return "\n\n".join(blocks)


def test_the_blocks_of_the_tutorial_are_duel():
    assert source() == (DOCS / "duel.py").read_text(encoding="utf-8")
