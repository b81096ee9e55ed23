"""A content table of a catalogue as a page: what is short stands in one table, what is long under each entry's name."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from wording import escaped, origin_word, phrase, titled

from xenotable.rulebook import Catalogue
from xenotable.rulebook.catalogue import Entry

SHORT = 32  # characters that a cell may hold
Link = Callable[[str], str]  # makes of a text one whose mentions of rules lead to them


def page(book: Catalogue, table: str, link: Link) -> str:
    entries = book.plain(table)
    long = long_keys(entries)
    short = [key for key in keys_of(entries) if key not in long]
    details = [detail(table, number, entry, long, link) for number, entry in enumerate(entries, 1) if long]
    parts = (f"# {titled(table)}", origins(book, table, entries), grid(entries, short, link), *details)
    return "\n\n".join(parts) + "\n"


def keys_of(entries: Iterable[Entry]) -> list[str]:
    """As in the file, but the name first, since it stays in sight while the rest is scrolled, and the id last."""
    keys = dict.fromkeys(key for entry in entries for key in entry)
    return sorted(keys, key=lambda key: (key == "id" and "name" in keys, key != "name"))


def long_keys(entries: Sequence[Entry]) -> list[str]:
    """What does not fit into a row. A single text does: it reads well as one cell."""
    long = [key for key in keys_of(entries) if any(is_long(entry.get(key)) for entry in entries)]
    return [] if len(long) == 1 and all(isinstance(entry.get(long[0], ""), str) for entry in entries) else long


def is_long(value: Any) -> bool:
    return isinstance(value, dict) or is_records(value) or len(inline(value)) > SHORT


def is_records(value: Any) -> bool:
    """A list of tables, as pieces of terrain or profiles of a weapon are."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def inline(value: Any) -> str:
    """A value in one line."""
    match value:
        case bool():
            return "yes" if value else "no"
        case dict():
            return ", ".join(f"{phrase(key).lower()} {inline(one)}" for key, one in value.items())
        case list():
            return ("; " if is_records(value) else ", ").join(map(inline, value))
        case _:
            return str(value)


def origins(book: Catalogue, table: str, entries: Sequence[Entry]) -> str:
    """Whose the entries are: in one word, with those named that differ."""
    whose = book.origins[table]
    others = [entry for entry in entries if book.origin(table, str(entry.get("id", ""))) != whose]
    named = [f"{escaped(name_of(table, 0, entry))} {origin_word(book.origin(table, entry['id']))}" for entry in others]
    return " ".join((origin_word(whose), *(["except", ", ".join(named)] if named else [])))


def grid(entries: Sequence[Entry], keys: Sequence[str], link: Link) -> str:
    head = [" | ".join(map(phrase, keys)), "|".join("---" for _ in keys)]
    rows = [" | ".join(cell(entry.get(key, ""), link) for key in keys) for entry in entries]
    table = "\n".join(f"| {row} |" for row in (*head, *rows))
    return f'<div class="entries" markdown>\n\n{table}\n\n</div>'


def cell(value: Any, link: Link) -> str:
    text = inline(value)
    return f'<span class="words">{link(text)}</span>' if len(text) > SHORT else link(text)


def detail(table: str, number: int, entry: Entry, long: Sequence[str], link: Link) -> str:
    facts = [fact(key, entry[key], link) for key in long if key in entry]
    heading = f"## {escaped(name_of(table, number, entry))} {{ #{entry.get('id', number)} }}"
    return "\n\n".join((heading, *facts))


def name_of(table: str, number: int, entry: Entry) -> str:
    named = (entry[key] for key in ("name", "title", "id") if key in entry)
    return str(next(named, f"{phrase(table)} {number}"))


def fact(key: str, value: Any, link: Link) -> str:
    if is_records(value):
        return f"**{phrase(key)}**\n\n{grid(value, keys_of(value), link)}"
    return f"**{phrase(key)}**: {link(inline(value))}"
