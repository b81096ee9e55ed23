"""Catalogues: what is read, and the sentence for everything that can be wrong."""

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from xenotable.faults import Fault
from xenotable.rulebook import Catalogue, CatalogueFault, Rule, catalogue, games
from xenotable.rulebook.catalogue import OWN_TABLES

SOUND = """
[game]
id = "duel"
name = "Duel"
summary = "Two swords."

[[chapter]]
id = "steel"
title = "Steel"
about = "Swords."

[[rule]]
id = "steel.parry"
origin = "source"
from = "Blades"
says = "A parry cancels a hit."
ruling = "One parry, one hit."
"""

Write = Callable[..., Catalogue]


class Blade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    reach: int
    kind: str = msgspec.field(default="straight", name="class")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(book: str, **content: str) -> Catalogue:
        """A catalogue whose content is all ours, unless the book says itself where its content comes from."""
        tables = dict.fromkeys(re.findall(r"^\[+(\w+)\]", "\n".join((book, *content.values())), flags=re.MULTILINE))
        if "origin" not in tables:
            book += "\n[origin]\n" + "".join(f'{name} = "ours"\n' for name in tables if name not in OWN_TABLES)
        (tmp_path / "rulebook.toml").write_text(book, encoding="utf-8")
        for name, text in content.items():
            (tmp_path / "content").mkdir(exist_ok=True)
            (tmp_path / "content" / f"{name}.toml").write_text(text, encoding="utf-8")
        return Catalogue(tmp_path)

    return write


def faults_of(book: Catalogue, references: dict[tuple[str, str], str] | None = None) -> tuple[str, ...]:
    with pytest.raises(CatalogueFault) as caught:
        book.check(references)
    return caught.value.faults


def test_a_sound_catalogue_gives_chapters_and_rules(write: Write) -> None:
    book = write(SOUND)
    book.check()
    assert book.game.name == "Duel"
    assert list(book.chapters) == ["steel"]
    assert book.rules["steel.parry"] == Rule(
        "steel.parry", "source", "A parry cancels a hit.", "Blades", ruling="One parry, one hit."
    )
    assert book.rules["steel.parry"].chapter == "steel"


def test_content_has_the_origin_of_its_table_unless_it_has_its_own(write: Write) -> None:
    blades = '[[blade]]\nid = "rapier"\n[[blade]]\nid = "katana"\n'
    book = write(SOUND + '[origin]\nblade = "ours"\n"blade.rapier" = "source"\n' + blades)
    book.check()
    assert (book.origin("blade", "rapier"), book.origin("blade", "katana")) == ("source", "ours")


def test_content_stands_in_the_book_or_beside_it(write: Write) -> None:
    book = write(SOUND + '[[shield]]\nid = "buckler"\n', arms='[[blade]]\nid = "rapier"\nreach = 4\nclass = "thin"\n')
    book.check()
    assert set(book.tables) == {"shield", "blade"}
    assert book.plain("shield") == ({"id": "buckler"},)
    assert book.by_id("blade", Blade) == {"rapier": Blade("rapier", 4, "thin")}


def test_a_table_may_be_spread_over_several_content_files(write: Write) -> None:
    book = write(SOUND, east='[[blade]]\nid = "katana"\nreach = 3\n', west='[[blade]]\nid = "rapier"\nreach = 4\n')
    assert [blade.id for blade in book.content("blade", Blade)] == ["katana", "rapier"]


def test_content_is_read_without_the_texts(write: Write) -> None:
    book = write("this is no rulebook at all", arms='[[blade]]\nid = "rapier"\nreach = 4\n')
    assert [blade.reach for blade in book.content("blade", Blade)] == [4]


def test_a_table_that_stands_once(write: Write) -> None:
    class Pricing(msgspec.Struct):
        scale: float

    book = write(SOUND + "[pricing]\nscale = 1.5\n")
    assert book.single("pricing", Pricing).scale == 1.5


def test_single_refuses_a_table_that_stands_more_often(write: Write) -> None:
    book = write(SOUND + '[[blade]]\nid = "a"\nreach = 1\n[[blade]]\nid = "b"\nreach = 1\n')
    with pytest.raises(CatalogueFault, match=r'"blade" stands 2 times in the catalogue; one was expected\.'):
        book.single("blade", Blade)


BROKEN = {
    "no TOML": (
        SOUND + "\n[[rule]\n",
        "rulebook.toml is not valid TOML: Expected ']]' at the end of an array declaration",
    ),
    "no game": (SOUND.replace("[game]", "[gamble]"), "rulebook.toml: game does not fit: Object missing required field"),
    "missing text": (
        SOUND.replace('says = "A parry cancels a hit."', ""),
        'rule "steel.parry" does not fit: Object missing',
    ),
    "wrong type": (
        SOUND.replace('"Blades"', "7"),
        'rule "steel.parry" does not fit at "from": Expected `str`, got `int`.',
    ),
    "unknown key": (
        SOUND + 'says_too = "x"\n',
        'rule "steel.parry" does not fit: Object contains unknown field `says_too`.',
    ),
    "empty rule": (
        SOUND.replace("A parry cancels a hit.", " "),
        'rulebook.toml: rule "steel.parry" has an empty text.',
    ),
    "no origin": (SOUND.replace('origin = "source"\n', ""), "Object missing required field `origin`"),
    "strange origin": (SOUND.replace('"source"', '"core"'), "Invalid enum value 'core'"),
    "no heading": (
        SOUND.replace('from = "Blades"\n', ""),
        'rule "steel.parry" of origin "source" needs the heading it comes from.',
    ),
    "a heading of ours": (
        SOUND.replace('"source"', '"ours"'),
        'rule "steel.parry" of origin "ours" can have no heading of the source.',
    ),
    "content of nobody": (SOUND + "[origin]\n[[blade]]\n", 'origin says nothing of the table "blade".'),
    "origin of nothing": (
        SOUND + '[origin]\nblade = "ours"\n"blade.rapeir" = "source"\n[[blade]]\nid = "rapier"\n',
        'origin speaks of "blade.rapeir", which is not in the catalogue.',
    ),
    "empty chapter": (SOUND.replace('"Swords."', '""'), 'rulebook.toml: chapter "steel" has an empty text.'),
    "rule twice": (SOUND + SOUND[SOUND.index("[[rule]]") :], 'rulebook.toml: rule "steel.parry" stands twice.'),
    "no chapter": (
        SOUND.replace("steel.parry", "stele.parry"),
        'rulebook.toml: rule "stele.parry" is in no chapter. Did you mean "steel"?',
    ),
    "no slug": (SOUND.replace("steel.parry", "parry"), 'rulebook.toml: rule "parry" must be named chapter.slug.'),
    "deep slug": (SOUND.replace("steel.parry", "steel.a.b"), 'rule "steel.a.b" must be named chapter.slug.'),
    "content twice": (
        SOUND + '[[blade]]\nid = "rapier"\n[[blade]]\nid = "rapier"\n',
        'rulebook.toml: blade "rapier" stands twice.',
    ),
    "id no word": (SOUND + "[[blade]]\nid = 3\n", "rulebook.toml: blade number 1 has an id that is not a word."),
    "unknown rule": (
        SOUND + '[[blade]]\nid = "rapier"\nuse = {rule = "steel.pary"}\n',
        'blade "rapier" names the rule "steel.pary", which does not exist. Did you mean "steel.parry"?',
    ),
    "loose value": (
        SOUND.replace("[game]", "blade = 3\n[game]"),
        'rulebook.toml: "blade" must be a table or an array of',
    ),
}


@pytest.mark.parametrize(("text", "sentence"), BROKEN.values(), ids=BROKEN)
def test_a_broken_catalogue_is_told_in_a_sentence(write: Write, text: str, sentence: str) -> None:
    (fault,) = faults_of(write(text))
    assert sentence in fault
    assert fault.endswith((".", "?"))


def test_toml_faults_name_the_line(write: Write) -> None:
    (fault,) = faults_of(write('[game]\nid = "duel\n'))
    assert "line 2" in fault


def test_a_missing_book_is_told(tmp_path: Path) -> None:
    with pytest.raises(CatalogueFault, match=r"rulebook.toml cannot be read"):
        Catalogue(tmp_path).check()


def test_a_book_in_another_encoding_is_told(tmp_path: Path) -> None:
    (tmp_path / "rulebook.toml").write_bytes(b'[game]\nid = "\xff"\n')
    with pytest.raises(CatalogueFault, match=r"rulebook.toml is not UTF-8 text: .* at byte 13"):
        Catalogue(tmp_path).check()


def test_a_table_in_two_places_is_told(write: Write) -> None:
    blade = '[[blade]]\nid = "rapier"\n'
    assert faults_of(write(SOUND + blade, arms=blade)) == (
        'content/arms.toml: table "blade" stands in rulebook.toml too; keep it in one place.',
    )


def test_rules_in_a_content_file_are_told(write: Write) -> None:
    assert faults_of(write(SOUND, arms='[[rule]]\nid = "steel.thrust"\n')) == (
        'content/arms.toml: "rule" belongs into rulebook.toml.',
    )


def test_all_faults_come_at_once(write: Write) -> None:
    broken = SOUND.replace("A parry cancels a hit.", "").replace('"Swords."', '""')
    assert len(faults_of(write(broken + '[[blade]]\nrule = "steel.cut"\n'))) == 3


REFERENCES = (
    SOUND
    + """
[[blade]]
id = "rapier"
guards = ["cup", "ring"]
makers = [{town = "toledo"}]
cost = {knight = 3}
[[guard]]
id = "cup"
[[guard]]
id = "ring"
[[town]]
id = "toledo"
[[rank]]
id = "knight"
"""
)
NAMED = {("blade", "guards"): "guard", ("blade", "makers.town"): "town", ("blade", "cost"): "rank"}


def test_declared_references_resolve(write: Write) -> None:
    write(REFERENCES).check(NAMED)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"ring"]', '"rin"]', 'names at "guards" the guard "rin", which does not exist. Did you mean "ring"?'),
        ('{town = "toledo"}', '{town = "oslo"}', 'names at "makers.town" the town "oslo", which does not exist.'),
        ("{knight = 3}", "{king = 3}", 'names at "cost" the rank "king", which does not exist.'),
    ],
)
def test_a_reference_to_nothing_is_told(write: Write, old: str, new: str, sentence: str) -> None:
    (fault,) = faults_of(write(REFERENCES.replace(old, new)), NAMED)
    assert fault.startswith(f'rulebook.toml: blade "rapier" {sentence}')


def test_a_reference_between_unknown_tables_is_told(write: Write) -> None:
    assert faults_of(write(REFERENCES), {("blade", "guards"): "gourd"}) == (
        'The reference from "blade" to "gourd" names no table of the catalogue: gourd.',
    )


def test_content_that_does_not_fit_its_struct_names_each_entry(write: Write) -> None:
    book = write(SOUND + '[[blade]]\nid = "rapier"\nreach = "far"\n[[blade]]\nreach = 2\n')
    with pytest.raises(CatalogueFault) as caught:
        book.content("blade", Blade)
    assert caught.value.faults == (
        'rulebook.toml: blade "rapier" does not fit at "reach": Expected `int`, got `str`.',
        "rulebook.toml: blade number 2 does not fit: Object missing required field `id`.",
    )


def test_an_unknown_table_gets_the_nearest_name(write: Write) -> None:
    with pytest.raises(CatalogueFault, match=r'The catalogue has no table "blades"\. Did you mean "blade"\?'):
        write(SOUND + '[[blade]]\nid = "rapier"\n').plain("blades")


def test_an_unknown_game_gets_the_nearest_name() -> None:
    with pytest.raises(Fault, match=r'There is no game "kilteam"\. Did you mean "killteam"\?'):
        catalogue("kilteam")


def test_the_five_games_are_on_the_shelf() -> None:
    assert games() == ("killteam", "rampant", "xcom", "xcx", "xenocide")


@pytest.mark.parametrize("game", games())
def test_the_catalogues_of_the_product_are_sound(game: str) -> None:
    book = catalogue(game)
    book.check()
    assert book.game.id == game
    assert {rule.chapter for rule in book.rules.values()} == set(book.chapters)  # no chapter is empty
