"""The five rulebooks as pages, made from the catalogues whenever the site is built."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import content
from wording import escaped, origin_word, phrase, titled

from xenotable.rulebook import Catalogue, Rule, catalogue
from xenotable.rulebook.catalogue import ORIGINS, Chapter

GAMES = ("rampant", "killteam", "xcx", "xenocide", "xcom")  # as the start page of the table lists them
ID = re.compile(r"\b[a-z]+\.[a-z][a-z0-9-]*\b")


def navigation() -> list[Any]:
    """The section of the site: for each game its chapters in the order of the book, then its tables."""
    return ["rulebooks/index.md", *({catalogue(game).game.name: chapters_of(game)} for game in GAMES)]


def chapters_of(game: str) -> list[Any]:
    book, folder = catalogue(game), f"rulebooks/{game}"
    chapters = [{chapter.title: f"{folder}/{chapter.id}.md"} for chapter in book.chapters.values()]
    tables = [{titled(table): f"{folder}/tables/{table}.md"} for table in book.tables]
    return [f"{folder}/index.md", *chapters, {"Tables": tables}]


def pages() -> Iterator[tuple[str, str]]:
    """Path and text of every page."""
    yield "rulebooks/index.md", list_of_books()
    for game in GAMES:
        book, folder = catalogue(game), f"rulebooks/{game}"
        yield f"{folder}/index.md", contents(book)
        for chapter in book.chapters.values():
            yield f"{folder}/{chapter.id}.md", page(book, chapter)
        for table in book.tables:
            yield f"{folder}/tables/{table}.md", content.page(book, table, partial(linked, book, up="../"))


def list_of_books() -> str:
    rows = "\n".join(
        f"| [{escaped(book.game.name)}]({game}/index.md) | {len(book.chapters)} | {len(book.rules)} "
        f"| {sum(bool(rule.ruling) for rule in book.rules.values())} |"
        for game, book in ((game, catalogue(game)) for game in GAMES)
    )
    origins = "\n".join(f"- {origin_word(origin)} It {meaning}." for origin, meaning in ORIGINS.items())
    return f"""# The rulebooks

Every rule that the table plays by, in our own words. Each has an id, and the log of a battle leads to it. Search finds
any of them by a word or by its id.

| game | chapters | rules | with a ruling |
|---|---:|---:|---:|
{rows}

Under the name of each rule stands whose it is, and where it is of the source, the heading there:

{origins}

!!! ruling "Our ruling"
    A box like this one holds what we decided where the book is silent or contradicts itself. It is ours, not the
    book's. Your group may decide otherwise.

The pages are made from the data that the table itself plays by, so they cannot differ from it. The terminal shows the
same:

    xenotable rules killteam rending
"""


def contents(book: Catalogue) -> str:
    count = {chapter: sum(rule.chapter == chapter for rule in book.rules.values()) for chapter in book.chapters}
    chapters = "\n".join(
        f"| [{escaped(chapter.title)}]({chapter.id}.md) | {linked(book, chapter.about)} | {count[chapter.id]} |"
        for chapter in book.chapters.values()
    )
    tables = "\n".join(f"| [{titled(table)}](tables/{table}.md) | {len(book.plain(table))} |" for table in book.tables)
    return f"""# {escaped(book.game.name)}

{escaped(book.game.summary)}

| chapter | about | rules |
|---|---|---:|
{chapters}

## Tables {"{ #tables }"}

| table | entries |
|---|---:|
{tables}
"""


def page(book: Catalogue, chapter: Chapter) -> str:
    rules = "\n".join(entry(book, rule) for rule in book.rules.values() if rule.chapter == chapter.id)
    return f"# {escaped(chapter.title)}\n\n{linked(book, chapter.about)}\n\n{rules}"


def entry(book: Catalogue, rule: Rule) -> str:
    parts = [
        f"## {phrase(rule.id.partition('.')[2])} {{ #{rule.id} }}",
        f"`{rule.id}` {origin(rule)}",
        linked(book, rule.says),
    ]
    if rule.ruling:
        parts.append(f'!!! ruling "Our ruling"\n    {linked(book, rule.ruling)}')
    if rule.example:
        parts.append(f'!!! example "Example"\n    {linked(book, rule.example)}')
    return "\n\n".join(parts) + "\n"


def origin(rule: Rule) -> str:
    """Whose a rule is, and under which heading the source has it."""
    heading = f' <span class="heading-of-source">{escaped(rule.source)}</span>' if rule.source else ""
    return origin_word(rule.origin) + heading


def linked(book: Catalogue, text: str, up: str = "") -> str:
    """A text whose mentions of rules lead to them."""

    def link(found: re.Match[str]) -> str:
        rule = book.rules.get(found[0])
        return f"[`{rule.id}`]({up}{rule.chapter}.md#{rule.id})" if rule else found[0]

    return ID.sub(link, escaped(text))
