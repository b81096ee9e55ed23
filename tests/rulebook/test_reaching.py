"""A rule counts as covered only where a game can reach its function."""

from pathlib import Path

import pytest

from xenotable.rulebook import reaching
from xenotable.rulebook.catalogue import games

FILES = {
    "../../cli/odds.py": "def f():\n    from xenotable.games.toy.rules.moving import hover_odds\n",
    "title.py": "from xenotable.games.toy.rules import moving\nGAME = dict(new=moving.new)\n",
    "rules/moving.py": """
from xenotable.games.toy.rules.terrain import rough as slow
from xenotable.games.toy import scenes
STEP = 6
def new(setup):
    return [walk(setup)]
@rule("moving.walk")
def walk(far):
    return slow(far) + STEP
@rule("moving.fly")
def fly(far):
    return far
@scene
def turn(game, at):
    return sprint(game)
@rule("moving.sprint")
def sprint(game):
    return 2 * STEP
def hover_odds():
    return hover()
def hover():
    return STEP
""",
    "rules/terrain.py": """
@rule("terrain.rough")
@cache
def rough(far):
    return 2 * far
def smooth(far):
    return rough(far)
TABLE = {"mud": smooth}
look_up(smooth_enough)
def smooth_enough():
    return 1
""",
}


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names that can be reached in a small game."""
    package = tmp_path / "xenotable"
    for name, text in FILES.items():
        file = (package / "games" / "toy" / name).resolve()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    monkeypatch.setattr(reaching, "PACKAGE", package)
    return {name for _, name in reaching.reachable_places("toy")}


def test_what_the_front_door_names_is_followed_to_the_end(toy: set[str]) -> None:
    assert {"GAME", "new", "walk", "rough", "STEP"} <= toy


def test_what_registers_itself_is_reached(toy: set[str]) -> None:
    assert {"turn", "sprint"} <= toy


def test_what_a_module_does_when_it_is_loaded_is_reached(toy: set[str]) -> None:
    assert "smooth_enough" in toy


def test_what_the_rest_of_the_product_imports_is_reached(toy: set[str]) -> None:
    assert {"hover_odds", "hover"} <= toy


def test_what_nobody_calls_is_not_reached(toy: set[str]) -> None:
    assert not {"fly", "TABLE", "smooth"} & toy


@pytest.mark.parametrize("game", games())
def test_the_games_reach_nearly_all_of_their_functions(game: str) -> None:
    """So that a mistake of the reading itself would be seen at once."""
    sources = reaching.read_all(f"xenotable.games.{game}")
    defined = {place for source in sources for place, _ in reaching.definitions(source) if place[1]}
    assert len(reaching.reachable_places(game) & defined) > 0.95 * len(defined)
