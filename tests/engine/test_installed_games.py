"""Games of strangers: installed beside Xenotable and found by their entry points."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from xenotable import games
from xenotable.server.game_registry import GameRegistry

FILES = {
    "starfall/__init__.py": "",
    "starfall/state.py": """
from xenotable.engine import Game, Row, Scene

class Sky(Row, frozen=True):
    stars: int = 2

class Starfall(Game):
    pass

class Falling(Scene, frozen=True):
    left: int
""",
    "starfall/rules/__init__.py": "",
    "starfall/rules/falling/__init__.py": "",
    "starfall/rules/falling/stars.py": """
from xenotable.engine import Choose, Flow, Scene, rule, scene
from starfall.state import Falling, Starfall

@scene
@rule("falling.stars")
def fall(game: Starfall, at: Falling) -> Flow[list[Scene]]:
    if not at.left:
        game.finish((0,), "The sky is empty.", "falling.stars")
        return []
    yield from Choose(seat=at.left % 2, key="wish", rule="falling.stars", among=lambda: ("love", "gold"))
    return [Falling(at.left - 1)]
""",
    "starfall/title.py": """
from starfall import rules
from starfall.state import Falling, Sky, Starfall
from xenotable.engine import Offer, Title

class Winter(Starfall):
    pass

def new(setup):
    game = Starfall(setup)
    game.scenes = [Falling(setup.stars)]
    return game

def offers():
    return [Offer("night", "One night", "Two stars.", Sky())]

GAME = Title(
    id="starfall", title="Starfall", about="Stars fall.", state=Starfall, setup=Sky, new=new, offers=offers,
    chapters=(rules,),
)
WINTER = Title(id="starfall-winter", title="Starfall in winter", state=Winter, setup=Sky, new=new, offers=offers)
""",
    "starfall-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: starfall\nVersion: 1.0\n",
    "starfall-1.0.dist-info/entry_points.txt": """
[xenotable.games]
starfall = starfall.title:GAME
broken = starfall.nowhere:GAME
wrong = starfall.title:WINTER
""",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def xenotable(site: Path, *args: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(site), "XENOTABLE_TRACE": "0"}
    return subprocess.run([sys.executable, "-m", "xenotable", *args], env=env, capture_output=True, text=True)


def test_an_installed_game_is_played_by_its_name(site: Path) -> None:
    said = xenotable(site, "sim", "starfall", "-n", "2", "--json")
    assert said.returncode == 0, said.stderr
    assert len(said.stdout.splitlines()) == 2


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("broken", '"broken" cannot be loaded: ModuleNotFoundError'),
        ("wrong", 'The entry point "wrong" (starfall.title:WINTER) is not the title of a game of that id.'),
        ("starfal", 'There is no game "starfal". Did you mean "starfall"?'),
    ],
)
def test_what_is_wrong_with_an_installed_game_is_a_sentence(site: Path, name: str, says: str) -> None:
    said = xenotable(site, "sim", name, "-n", "1")
    assert said.returncode != 0
    assert says in " ".join((said.stdout + said.stderr).split())
    assert "Traceback" not in said.stderr


def test_a_server_offers_installed_games_and_their_second_titles(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(site))
    for remembered in (games.installed_games, games.family, games.game):
        remembered.cache_clear()
    try:
        ids = [game.id for game in GameRegistry().all()]
        assert ids[-2:] == ["starfall", "starfall-winter"]
        assert "broken" not in ids
        assert games.game("starfall-winter").title == "Starfall in winter"
    finally:
        for remembered in (games.installed_games, games.family, games.game):
            remembered.cache_clear()
