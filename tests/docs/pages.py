"""What stands in the pages of the documentation."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
FILES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "web" / "README.md", *(ROOT / "docs").rglob("*.md"))
PAGES = sorted(file.relative_to(ROOT).as_posix() for file in FILES)


@cache
def tokens(page: str) -> tuple[Token, ...]:
    """The page in pieces, those within a line included."""
    found = MarkdownIt().enable("table").parse((ROOT / page).read_text(encoding="utf-8"))
    return tuple(piece for token in found for piece in (token, *(token.children or ())))


def blocks(page: str, *languages: str) -> Iterator[str]:
    """Blocks of code in one of these languages; an indented block has none."""
    return (t.content for t in tokens(page) if t.type in ("fence", "code_block") and t.info.strip() in languages)


def spans(page: str) -> Iterator[str]:
    """Code within a line."""
    return (" ".join(t.content.split()) for t in tokens(page) if t.type == "code_inline")


def targets(page: str) -> Iterator[str]:
    """Where links and pictures of the page lead."""
    for token in tokens(page):
        target = token.attrGet("src" if token.type == "image" else "href")
        if target:
            yield str(target)
