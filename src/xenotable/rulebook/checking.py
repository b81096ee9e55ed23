"""What makes a catalogue sound: ids are unique, chapters and references exist, no text is empty."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from xenotable.faults import nearest
from xenotable.rulebook.catalogue import BOOK, OWN_TABLES, Catalogue, CatalogueFault, title

References = Mapping[tuple[str, str], str]


def faults(book: Catalogue, references: References) -> Iterator[str]:
    """Every fault, as a sentence. What cannot even be read hides only its own part of the catalogue."""
    if unreadable := list(_unreadable(book)):
        yield from unreadable
        return
    yield from _texts(book)
    yield from _chapters(book)
    yield from _origins(book)
    yield from _tables_in_two_places(book)
    yield from _content_ids(book)
    yield from _rules_named_by_content(book)
    for (table, path), target in references.items():
        yield from _references(book, table, path, target)


def _unreadable(book: Catalogue) -> Iterator[str]:
    parts: tuple[Callable[[], object], ...] = (
        lambda: book.game,
        lambda: book.chapters,
        lambda: book.rules,
        lambda: book.tables,
        lambda: book.origins,
    )
    told: set[str] = set()
    for part in parts:
        try:
            part()
        except CatalogueFault as fault:
            yield from (sentence for sentence in fault.faults if sentence not in told)
            told.update(fault.faults)


def _texts(book: Catalogue) -> Iterator[str]:
    for chapter in book.chapters.values():
        if not (chapter.title.strip() and chapter.about.strip()):
            yield f'{BOOK}: chapter "{chapter.id}" has an empty text.'
    for rule in book.rules.values():
        if not rule.says.strip():
            yield f'{BOOK}: rule "{rule.id}" has an empty text.'


def _chapters(book: Catalogue) -> Iterator[str]:
    for rule in book.rules.values():
        chapter, dot, slug = rule.id.partition(".")
        if not (chapter and dot and slug) or "." in slug:
            yield f'{BOOK}: rule "{rule.id}" must be named chapter.slug.'
        elif chapter not in book.chapters:
            yield f'{BOOK}: rule "{rule.id}" is in no chapter.{nearest(chapter, book.chapters)}'


def _origins(book: Catalogue) -> Iterator[str]:
    """Players can tell the book from our inventions: a heading for what stands there, a word for everything else."""
    for rule in book.rules.values():
        if (rule.origin == "source") != bool(rule.source.strip()):
            need = "needs the heading it comes from" if rule.origin == "source" else "can have no heading of the source"
            yield f'{BOOK}: rule "{rule.id}" of origin "{rule.origin}" {need}.'
    for table in book.tables:
        if table not in (*book.origins, *OWN_TABLES):
            yield f'{BOOK}: origin says nothing of the table "{table}".'
    for name in book.origins:
        table, _, id = name.partition(".")
        if table not in book.tables or (id and id not in _ids(book, table)):
            yield f'{BOOK}: origin speaks of "{name}", which is not in the catalogue.{nearest(name, book.tables)}'


def _tables_in_two_places(book: Catalogue) -> Iterator[str]:
    in_book = {part.table for part in book.content_in_book}
    for part in book.content_files:
        if part.table in OWN_TABLES:
            yield f'{part.file}: "{part.table}" belongs into {BOOK}.'
        elif part.table in in_book:
            yield f'{part.file}: table "{part.table}" stands in {BOOK} too; keep it in one place.'


def _content_ids(book: Catalogue) -> Iterator[str]:
    for table in book.tables:
        times = Counter(entry["id"] for entry in book.plain(table) if isinstance(entry.get("id"), str))
        for part in book.parts(table):
            for number, entry in enumerate(part.entries, 1):
                if "id" in entry and not (isinstance(entry["id"], str) and entry["id"]):
                    yield f"{part.file}: {table} number {number} has an id that is not a word."
                elif times[entry.get("id", "")] > 1:
                    times[entry["id"]] = 0  # told once
                    yield f"{part.file}: {title(table, entry, number)} stands twice."


def _rules_named_by_content(book: Catalogue) -> Iterator[str]:
    """A key called `rule`, however deep, names a rule of the book."""
    for table in book.tables:
        for part in book.parts(table):
            for number, entry in enumerate(part.entries, 1):
                for id in _rule_keys(entry):
                    if id not in book.rules:
                        where = f"{part.file}: {title(table, entry, number)}"
                        yield f'{where} names the rule "{id}", which does not exist.{nearest(id, book.rules)}'


def _rule_keys(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "rule" and isinstance(inner, str):
                yield inner
            else:
                yield from _rule_keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _rule_keys(inner)


def _references(book: Catalogue, table: str, path: str, target: str) -> Iterator[str]:
    missing = [name for name in (table, target) if name not in (*book.tables, "rule", "chapter")]
    if missing:
        yield f'The reference from "{table}" to "{target}" names no table of the catalogue: {", ".join(missing)}.'
        return
    known = _ids(book, target)
    for part in book.parts(table):
        for number, entry in enumerate(part.entries, 1):
            for name in _names_at(entry, path.split(".")):
                if name not in known:
                    where = f"{part.file}: {title(table, entry, number)}"
                    what = f'names at "{path}" the {target} "{name}", which does not exist.'
                    yield f"{where} {what}{nearest(name, known)}"


def _ids(book: Catalogue, target: str) -> set[str]:
    if target == "rule":
        return set(book.rules)
    if target == "chapter":
        return set(book.chapters)
    return {entry["id"] for entry in book.plain(target) if "id" in entry}


def _names_at(value: object, path: list[str]) -> Iterator[str]:
    """The names a key holds: itself, the words of a list, or the keys of a table (a cost per unit type)."""
    if isinstance(value, list):
        for inner in value:
            yield from _names_at(inner, path)
    elif path and isinstance(value, dict):
        if path[0] in value:
            yield from _names_at(value[path[0]], path[1:])
    elif isinstance(value, dict):
        yield from value
    elif isinstance(value, str):
        yield value
    elif value is not None and not path:
        yield str(value)
