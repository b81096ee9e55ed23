"""The lint that keeps the house of a game: what it refuses, and that it lets a sound one be."""

from pathlib import Path
from types import ModuleType

import pytest

from rulebook.test_stale_rows import load

house: ModuleType = load("house")

SOUND = {
    "__init__.py": '"""A game."""',
    "content.py": "@rule('content.units')\ndef units(): ...",
    "kernels.py": "import numba",
    "state.py": "from xenotable.games.moon import content",
    "scenes.py": "from xenotable.games.moon.state import Moon",
    "rules/__init__.py": "",
    "rules/moving.py": "from xenotable.games.moon.scenes import Walk\n@rule('moving.walk')\ndef walk(): ...",
    "rules/shooting/__init__.py": "",
    "rules/shooting/dice.py": "from xenotable.games.moon.rules import moving\n@rule('shooting.roll')\ndef roll(): ...",
    "forecasts/__init__.py": "",
    "forecasts/shots.py": "from xenotable.games.moon.rules.shooting import dice\n@rule('odds.shot')\ndef shot(): ...",
    "opponent/__init__.py": "",
    "opponent/tactics.py": """
from xenotable.games.moon.forecasts import shots

@rule('solo.aim')
def aim():
    import numpy
    from xenotable.games.moon import kernels
""",
    "show/__init__.py": "",
    "show/board.py": "from xenotable.games.moon.rules import moving\n@rule('play.board')\ndef board(): ...",
    "title.py": "from xenotable.games.moon import rules\nfrom xenotable.games.moon.show import board",
}


def faults(folder: Path, file: str = "__init__.py", text: str = SOUND["__init__.py"]) -> list[str]:
    """What is refused of the sound house with one file changed."""
    package = folder / "xenotable" / "games" / "moon"
    for name, source in {**SOUND, file: text}.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(source, encoding="utf-8")
    return [fault.removeprefix(f"{package}/") for fault in house.faults_of("moon", folder)]


def test_a_sound_house(tmp_path: Path) -> None:
    assert faults(tmp_path) == []


def test_what_lives_within_a_line_may_be_short(tmp_path: Path) -> None:
    text = "near = [u for u in units]\nfar = max(units, key=lambda u: u)\nfor u, v in points: ..."
    assert faults(tmp_path, "rules/moving.py", text) == []


def test_a_citation_stands_beside_what_follows_the_rule(tmp_path: Path) -> None:
    text = "def walk():\n    cite('moving.walk')\n    if far:\n        cite('moving.far')\n        return 1"
    assert faults(tmp_path, "rules/moving.py", text) == []


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("rules/moving.py", "@rule('shooting.range')\ndef far(): ...", "is at home in rules/shooting"),
        ("show/board.py", "@rule('odds.hit')\ndef hit(): ...", "is at home in rules/odds"),
        ("state.py", "from xenotable.games.moon.rules import moving", "state must not know rules"),
        ("rules/moving.py", "import xenotable.games.moon.forecasts.shots", "rules must not know forecasts"),
        ("rules/moving.py", "def f():\n    from xenotable.games.moon import state", "is imported inside a function"),
        ("rules/moving.py", "if TRACING: ...", "no rule may ask whether a test is watching"),
        ("rules/moving.py", "if far:\n    cite('moving.walk')", "nothing here follows the rule"),
        ("rules/moving.py", "if far: go()\nelse:\n    cite('moving.walk')", "nothing here follows the rule"),
        ("rules/moving.py", "if far:\n    'why'\n    cite('moving.walk')\n    pass", "nothing here follows the rule"),
        ("rules/moving.py", "for id in found:\n    cite(id)", "nothing here follows the rule"),
        ("rules/moving.py", "match far:\n    case 1:\n        cite('moving.walk')", "nothing here follows the rule"),
        ("rules/moving.py", "far and cite('moving.walk')", "nothing here follows the rule"),
        ("rules/moving.py", "[cite(id) for id in found]", "nothing here follows the rule"),
        ("rules/moving.py", "def note():\n    'why'\n    cite('moving.walk')", "nothing here follows the rule"),
        ("rules/moving.py", "from xenotable.games.moon.rules.shooting import dice", "a cycle of imports"),
        ("rules/moving.py", "def walk(game, u): ...", "the id u is spelled out: unit"),
        ("state.py", "class Shot:\n    op: str", "the id op is spelled out: operative"),
        ("rules/moving.py", "for u in units: ...", "the id u is spelled out: unit"),
        ("helpers.py", "", "stands in no room"),
        ("__init__.py", "from xenotable.games.moon import state", "the package itself holds a docstring alone"),
    ],
)
def test_what_is_refused(tmp_path: Path, file: str, text: str, says: str) -> None:
    found = faults(tmp_path, file, text)
    assert any(says in fault for fault in found), found


def test_games_that_are_done_stay_so() -> None:
    assert house.main([]) == 0
