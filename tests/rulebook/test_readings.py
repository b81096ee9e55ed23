"""Every reading that a table may choose is data beside a ruling, code in the chapter of its rule, and tested."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import xenotable
from xenotable.lab.playing import Item, play_game
from xenotable.lab.study import WrittenStudy, make_study
from xenotable.rulebook import catalogue, games
from xenotable.rulebook.coverage import read_claims

ROOT = Path(__file__).parents[2]
GAMES = Path(xenotable.__file__).parent / "games"


def readings_asked_for(game: str) -> dict[str, set[Path]]:
    """The readings that the code of a game asks for, with the files."""
    found: dict[str, set[Path]] = {}
    for file in (GAMES / game).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="reads"), args=[ast.Constant(value=str(id))]):
                    found.setdefault(id, set()).add(file.relative_to(GAMES / game))
    return found


@pytest.mark.parametrize("game", games())
def test_every_reading_has_its_code_and_no_code_asks_for_another(game: str) -> None:
    asked = readings_asked_for(game)
    assert sorted(asked) == sorted(reading.id for reading in catalogue(game).readings())


@pytest.mark.parametrize("game", games())
def test_every_reading_is_tested_beside_the_ruling(game: str) -> None:
    tests = ROOT / "tests" / "games" / game / "test_readings.py"
    claimed = {id for id, _, _ in read_claims(ast.parse(tests.read_text(encoding="utf-8")))}
    for reading in catalogue(game).readings():
        assert {f"{game}.{reading.id}", f"{game}.{reading.rule}"} <= claimed


@pytest.mark.parametrize("game", games())
def test_battles_can_be_played_by_the_letter_and_with_every_other_reading(game: str) -> None:
    readings = catalogue(game).readings()
    first = {reading.rule: reading.id for reading in reversed(readings)}
    letter = tuple(reading.id for reading in readings if reading.preset == "letter")
    for n, chosen in enumerate((letter, tuple(first.values()))):
        study = make_study(WrittenStudy(game, player="random", seed=n, check=True, rulings=chosen))
        row = play_game(study, Item(study.arms[0].name, 0), 0).row
        assert row.fault == ""
        assert tuple(row.setup["readings"]) == chosen
