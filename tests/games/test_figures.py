"""Every piece and every ground of every game has a picture that the client can draw."""

from __future__ import annotations

import ast
import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from xenotable.cli.drawing import FILLS
from xenotable.engine import Match, Title
from xenotable.games import game
from xenotable.games.killteam import content as killteam
from xenotable.games.killteam.show import figures as killteam_figures
from xenotable.games.rampant.content import content as rampant
from xenotable.games.rampant.show import figures as rampant_figures
from xenotable.games.rampant.show.tokens import SPELLS
from xenotable.games.xcom.content import book as xcom
from xenotable.games.xcom.show import figures as xcom_figures
from xenotable.games.xcx import content as xcx
from xenotable.games.xcx.show import figures as xcx_figures
from xenotable.games.xenocide.content import entries
from xenotable.games.xenocide.show import figures as xenocide_figures
from xenotable.players import RandomPlayer, play_out
from xenotable.players.running import Stall

CLIENT = Path(__file__).parent.parent.parent / "web" / "src"
GAMES = CLIENT.parent.parent / "src" / "xenotable" / "games"
DRAWN = json.loads((CLIENT / "art/figures.json").read_text())
MARKS = set(re.findall(r"^  (\w+): \{", (CLIENT / "art/marks.ts").read_text(), re.M))
OTHERWISE = ("track",)  # drawn as what it is
STEPS = 40


def unknown(title: Title[Any], match: Match[Any]) -> list[str]:
    shown = [t for seat in range(match.game.seats) for t in title.tokens(match.game, seat)]
    figures = [f"{t.id}: {t.figure}" for t in shown if t.kind not in OTHERWISE and t.figure not in DRAWN]
    return figures + [f"{t.id}: {m.picture}" for t in shown for m in t.marks if m.picture and m.picture not in MARKS]


@pytest.mark.parametrize("name", ["rampant", "killteam", "xcx", "xenocide", "xcom"])
def test_every_token_of_every_ready_battle_names_a_figure(name: str) -> None:
    title = game(name)
    for offer in title.offers():
        match = Match(title.new(offer.setup), 1)
        with suppress(Stall):  # a while is enough
            play_out(match, dict.fromkeys(range(match.game.seats), RandomPlayer(title, 1)), STEPS)
        assert unknown(title, match) == [], offer.id


def test_whatever_marks_a_piece_is_drawn() -> None:
    """As it stands in the code, since few of them come up in a while; only what is a number has letters."""
    trees = [ast.parse(file.read_text()) for file in GAMES.glob("*/show/*.py")]
    calls = [n for tree in trees for n in ast.walk(tree) if isinstance(n, ast.Call) and ast.unparse(n.func) == "Mark"]
    assert calls
    for call in calls:
        named = [*call.args[4:], *(word.value for word in call.keywords if word.arg == "picture")]
        names = [part.value for part in named if isinstance(part, ast.Constant)]
        assert named or "apl-token" in ast.unparse(call), ast.unparse(call)
        assert set(names) <= MARKS, names
    lasting = {id for id, power in rampant().powers.items() if power.lasts != "instant"}
    assert lasting == set(SPELLS)
    assert set(SPELLS.values()) <= MARKS


def test_whatever_a_roster_may_hold_has_a_figure() -> None:
    assert set(killteam.units()) == set(killteam_figures.FIGURES)
    assert set(rampant().units) == set(rampant_figures.BY_TYPE)
    assert set(xcx.units()) == set(xcx_figures.FIGURES)
    assert {o.kind for m in xcx.missions().values() for o in m.objects} - {"civilian"} <= set(xcx_figures.OBJECTS)
    assert {e.id for e in entries()} <= set(xenocide_figures.FIGURES)
    assert set(xcom().units) == set(xcom_figures.UNITS)
    assert {id for id, card in xcom().cards.items() if card.health} == set(xcom_figures.ENEMIES)


def test_all_figures_that_games_name_are_drawn() -> None:
    named = {
        *killteam_figures.FIGURES.values(), killteam_figures.MARKER, killteam_figures.SPOT,
        *rampant_figures.BY_TYPE.values(), *(figure for _, _, figure in rampant_figures.BY_TRAIT),
        *xcx_figures.FIGURES.values(), *xcx_figures.OBJECTS.values(), xcx_figures.HIDDEN,
        *xenocide_figures.FIGURES.values(), *xenocide_figures.BY_TYPE.values(), xenocide_figures.MARKER,
        *xcom_figures.UNITS.values(), *xcom_figures.ENEMIES.values(),
        xcom_figures.UFO, xcom_figures.HEADQUARTERS, xcom_figures.FACE_DOWN,
        xcom_figures.TECHNOLOGY, xcom_figures.CRISIS, xcom_figures.MISSION,
    }  # fmt: skip
    assert named <= set(DRAWN)


DRAWN_GROUND = re.findall(r"^  (\w+): \{ draw", (CLIENT / "art/terrain/index.ts").read_text(), re.MULTILINE)
MARKED = ("zone", "objective")


@pytest.mark.parametrize("name", ["rampant", "killteam", "xcx", "xenocide"])
def test_every_ground_of_every_ready_battle_is_drawn_in_browser_and_terminal(name: str) -> None:
    title = game(name)
    for offer in title.offers():
        match = Match(title.new(offer.setup), 1)
        with suppress(Stall):
            play_out(match, dict.fromkeys(range(match.game.seats), RandomPlayer(title, 1)), STEPS)
        kinds = {a.kind for a in title.board(match.game).areas} - {*MARKED}
        assert kinds <= {*DRAWN_GROUND}, offer.id
        assert kinds - {"road", "ladder"} <= {*FILLS}, offer.id
