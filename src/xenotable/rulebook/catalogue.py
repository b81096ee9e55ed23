"""A game's catalogue: chapters, rules with our rulings, and the content as data.

It lies in the game's package as `rulebook.toml` (rules, and content if the game likes) and any `content/*.toml`. Each
part is read when somebody asks for it: a simulation needs the content and never parses the texts.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

import msgspec

from xenotable.faults import Fault, nearest

if TYPE_CHECKING:
    from xenotable.engine.readings import Reading

Entry = dict[str, Any]  # one table of a TOML file: what it holds is the game's business
T = TypeVar("T")

BOOK = "rulebook.toml"
OWN_TABLES = ("game", "chapter", "rule", "origin", "alias")  # of the book itself; all other tables are content

Origin = Literal["source", "restored", "ours"]
ORIGINS: dict[Origin, str] = {
    "source": "stands in the source document that this game was made from",
    "restored": "belongs to the published game as we know it; the source document takes it for granted",
    "ours": "was made up for this table",
}


class CatalogueFault(Fault):
    """A catalogue that cannot be right. Each fault is a sentence that names the file, the entry and what is wrong."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    summary: str
    source: str = ""


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    about: str


class Alternative(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another reading of a rule than our ruling, on which a table may agree. In the set-up it is `rule=id`."""

    id: str
    says: str
    preset: Literal["", "letter"] = ""  # "letter": the source has it so, word for word


class Rule(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"source": "from", "alternatives": "reading"}
):
    """One testable statement. `source` is the heading of the source document, for a rule whose origin that is."""

    id: str
    origin: Origin
    says: str
    source: str = ""
    ruling: str = ""
    example: str = ""
    alternatives: tuple[Alternative, ...] = ()

    @property
    def chapter(self) -> str:
        return self.id.partition(".")[0]

    @property
    def readings(self) -> "tuple[Reading, ...]":
        """The alternatives as a table chooses among them."""
        from xenotable.engine.readings import Reading  # see the head of this package

        mine = self.alternatives
        return tuple(Reading(f"{self.id}={a.id}", self.id, a.says, self.says, self.ruling, a.preset) for a in mine)


class Part(NamedTuple):
    """A content table, or some entries of one, as one file holds it."""

    file: str
    table: str
    entries: tuple[Entry, ...]


AMENDED: dict[str, tuple[str, ...]] = {}  # by game: changes to its content in this process, see `amending`


@cache
def catalogue(game: str) -> "Catalogue":
    """The catalogue of a game by its name, read once per process."""
    if game not in games():
        raise Fault(f'There is no game "{game}".{nearest(game, games())} The games are: {", ".join(games())}.')
    return Catalogue(resources.files("xenotable.games") / game, AMENDED.get(game, ()))


@cache
def games() -> tuple[str, ...]:
    """The games that have a rulebook. Found by looking, so that no game package is imported for its texts."""
    games = resources.files("xenotable.games")
    return tuple(sorted(folder.name for folder in games.iterdir() if folder.is_dir() and (folder / BOOK).is_file()))


class Catalogue:
    """The rules and the content of one game; see `check` for what makes it sound."""

    def __init__(self, folder: Traversable, amendments: tuple[str, ...] = ()) -> None:
        self.folder, self.amendments = folder, amendments

    @cached_property
    def _book(self) -> Entry:
        return read(self.folder / BOOK)

    @cached_property
    def game(self) -> Game:
        return convert(self._book.get("game", {}), Game, f"{BOOK}: game")

    @cached_property
    def chapters(self) -> Mapping[str, Chapter]:
        return index_entries(self._typed_in_book("chapter", Chapter), f"{BOOK}: chapter")

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        return index_entries(self._typed_in_book("rule", Rule), f"{BOOK}: rule")

    def readings(self) -> "tuple[Reading, ...]":
        """All that a table may read otherwise than we rule, in the order of the book."""
        return tuple(reading for rule in self.rules.values() for reading in rule.readings)

    def _typed_in_book(self, table: str, kind: type[T]) -> tuple[T, ...]:
        return convert_entries(Part(BOOK, table, entries_of(self._book.get(table, []), table, BOOK)), kind)

    @cached_property
    def content_files(self) -> tuple[Part, ...]:
        folder = self.folder / "content"
        if not folder.is_dir():
            return ()
        files = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
        return tuple(part for file in files for part in parts_of(read(file), f"content/{file.name}"))

    @cached_property
    def content_in_book(self) -> tuple[Part, ...]:
        own = {table: value for table, value in self._book.items() if table not in OWN_TABLES}
        return tuple(parts_of(own, BOOK))

    @cached_property
    def origins(self) -> Mapping[str, Origin]:
        """Where content comes from, by table, and by `table.id` for entries unlike the rest of it."""
        return convert(self._book.get("origin", {}), dict[str, Origin], f"{BOOK}: origin")

    def origin(self, table: str, id: str) -> Origin:
        """Where an entry of a content table comes from."""
        return self.origins.get(f"{table}.{id}") or self.origins[table]

    @cached_property
    def aliases(self) -> dict[str, str]:
        """What people call fields whose names are letters: wounds for W."""
        return convert(self._book.get("alias", {}), dict[str, str], f"{BOOK}: alias")

    def parts(self, table: str) -> tuple[Part, ...]:
        """A content table as the files hold it, with the changes of a study."""
        found = tuple(part for part in self.content_files if part.table == table)
        # A table stands either in content/ or in the rulebook (`check` sees to it), so the texts stay unread.
        found = found or tuple(part for part in self.content_in_book if part.table == table)
        if not found:
            raise CatalogueFault([f'The catalogue has no table "{table}".{nearest(table, self.tables)}'])
        return self._amended(table, found) if self.amendments else found

    def _amended(self, table: str, found: tuple[Part, ...]) -> tuple[Part, ...]:
        from xenotable.rulebook.amending import amended_parts, parse_amendment

        wanted = [a for a in map(parse_amendment, self.amendments) if a.path[0] == table]
        return amended_parts(found, wanted, self.aliases) if wanted else found

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of all content tables."""
        return tuple(dict.fromkeys(part.table for part in (*self.content_files, *self.content_in_book)))

    def plain(self, table: str) -> tuple[Entry, ...]:
        """The entries of a content table as they stand in the file. They are shared: read, do not write."""
        return tuple(entry for part in self.parts(table) for entry in part.entries)

    def content(self, table: str, kind: type[T]) -> tuple[T, ...]:
        """The entries of a content table, each made a `kind`."""
        return tuple(entry for part in self.parts(table) for entry in convert_entries(part, kind))

    def by_id(self, table: str, kind: type[T]) -> dict[str, T]:
        """The entries of a content table that have an `id`, by it."""
        return index_entries(self.content(table, kind), table)

    def single(self, table: str, kind: type[T]) -> T:
        """A table that stands once in the catalogue (`[pricing]`, not `[[pricing]]`)."""
        only, *more = self.content(table, kind)
        if more:
            raise CatalogueFault([f'"{table}" stands {len(more) + 1} times in the catalogue; one was expected.'])
        return only

    def check(self, references: Mapping[tuple[str, str], str] | None = None) -> None:
        """Raise a CatalogueFault that lists everything wrong. `references` says which keys name entries of which table:
        `{("unit", "specials"): "special", ("detachment", "unit.type"): "unit", ("scenario", "rules"): "rule"}`."""
        from xenotable.rulebook.checking import faults

        if found := list(faults(self, references or {})):
            raise CatalogueFault(found)


def read(file: Traversable) -> Entry:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as fault:
        raise CatalogueFault([f"{file.name} is not valid TOML: {fault}."]) from None
    except UnicodeDecodeError as fault:
        raise CatalogueFault([f"{file.name} is not UTF-8 text: {fault.reason} at byte {fault.start}."]) from None
    except OSError:
        raise CatalogueFault([f"{file} cannot be read."]) from None


def parts_of(tables: Entry, file: str) -> Iterator[Part]:
    for table, value in tables.items():
        yield Part(file, table, (value,) if isinstance(value, dict) else entries_of(value, table, file))


def entries_of(value: object, table: str, file: str) -> tuple[Entry, ...]:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise CatalogueFault([f'{file}: "{table}" must be a table or an array of tables.'])
    return tuple(value)


def convert_entries(part: Part, kind: type[T]) -> tuple[T, ...]:
    """All entries as `kind`; where some do not fit, one fault for each of them."""
    made: list[T] = []
    faults: list[str] = []
    for number, entry in enumerate(part.entries, 1):
        try:
            made.append(convert(entry, kind, f"{part.file}: {title(part.table, entry, number)}"))
        except CatalogueFault as fault:
            faults += fault.faults
    if faults:
        raise CatalogueFault(faults)
    for alter in ALTERED:
        for entry_made in made:
            alter(entry_made)
    return tuple(made)


ALTERED: list[Callable[[Any], None]] = []  # under proof: what is done to entries that are made meanwhile


def convert(entry: Entry, kind: type[T], where: str) -> T:
    try:
        return msgspec.convert(entry, kind)
    except msgspec.ValidationError as fault:
        what, _, path = str(fault).partition(" - at `$.")
        key = f' at "{path.rstrip("`")}"' if path else ""
        raise CatalogueFault([f"{where} does not fit{key}: {what}."]) from None


def title(table: str, entry: Entry, number: int) -> str:
    """How a fault names an entry: by its id, else by its place in the file."""
    return f'{table} "{entry["id"]}"' if isinstance(entry.get("id"), str) else f"{table} number {number}"


def index_entries(entries: tuple[T, ...], what: str) -> dict[str, T]:
    by_id: dict[str, T] = {}
    for entry in entries:
        id: str | None = getattr(entry, "id", None)
        if id is None:
            raise CatalogueFault([f"{what}: an entry has no id."])
        if id in by_id:
            raise CatalogueFault([f'{what} "{id}" stands twice.'])
        by_id[id] = entry
    return by_id
