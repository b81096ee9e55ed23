"""Titles: what a game is known by, how its scenes are found, and what rules may leave to others to fill in."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from workshop import GAME as WORKSHOP
from workshop import Plan, Workshop
from xenotable.engine import Game, Match, Offer, Row, Scene, Slot, Title, by_key, scene, title_of
from xenotable.engine.scenes import scenes_of, tag_of
from xenotable.games import NAMES, family
from xenotable.players import RandomPlayer, play_out


class Coin(Game):
    pass


class Toss(Scene, frozen=True, tag="Flip"):
    """Called Flip once."""

    left: int = 2


@scene
def toss(game: Coin, at: Toss) -> list[Scene]:
    if at.left:
        return [Toss(at.left - 1)]
    game.finish((0,), "Heads.", "coin.end")
    return []


def new(setup: Row) -> Coin:
    game = Coin(setup)
    game.scenes = [Toss()]
    return game


COIN = Title(id="coin", title="Coin", state=Coin, setup=Row, new=new, offers=lambda: [Offer("a", "A", "", Row())])


def test_a_title_with_nothing_optional_is_a_whole_game() -> None:
    match = Match(COIN.new(COIN.random_setup(lambda: 0.5)), 1)
    assert match.title is title_of(match.game) is COIN
    assert match.over
    game = match.game
    assert (COIN.tokens(game, 0), COIN.panels(game, 0), COIN.board(game).width) == ((), (), 0)
    assert COIN.peopled("as it is", []) == "as it is"
    assert COIN.may_undo(game, "x")
    assert not COIN.stands_in(game, 0)
    assert COIN.conceded(game, 0).winners == (1,)


def test_a_state_belongs_to_one_title() -> None:
    with pytest.raises(ValueError, match="Coin is the state of 'coin'; 'other' needs one of its own"):
        Title(id="other", title="Other", state=Coin, setup=Row, new=new, offers=list)

    class Lonely(Game):
        pass

    with pytest.raises(LookupError, match="Lonely has no title"):
        title_of(Lonely(None))


# ---- scenes


def test_a_scene_that_was_renamed_keeps_the_name_that_saves_know() -> None:
    assert tag_of(Toss) == "Flip"
    state = COIN.new(Row()).encode()
    assert state["scenes"] == [{"type": "Flip", "left": 2}]
    assert Coin.decode(Row(), state).scenes == [Toss(2)]


def test_two_scenes_of_one_name_are_refused() -> None:
    class Flip(Scene, frozen=True):
        pass

    def flip(game: Coin, at: Flip) -> list[Scene]:
        return []

    flip.__annotations__ |= {"at": Flip}
    with pytest.raises(ValueError, match="Coin has two scenes called Flip"):
        scene(flip)
    with pytest.raises(ValueError, match="Coin has two scenes called Flip"):
        scene(toss)


def test_a_scene_says_whose_it_is() -> None:
    def anywhere(game: object, at: Toss) -> list[Scene]:
        return []

    with pytest.raises(TypeError, match="anywhere must say whose scene it plays"):
        scene(anywhere)


def subclasses(kind: type) -> Iterator[type]:
    for found in kind.__subclasses__():
        yield found
        yield from subclasses(found)


@pytest.mark.parametrize("name", NAMES)
def test_a_loaded_title_knows_every_scene_of_its_package(name: str) -> None:
    known = {kind for title in family(name).values() for kind in scenes_of(title.state).values()}
    written = {s for s in subclasses(Scene) if s.__module__.startswith(f"xenotable.games.{name}.")}
    written = {s for s in written if not s.__subclasses__()}  # what others are made of is no scene by itself
    assert written
    assert written <= known


@pytest.mark.parametrize("name", NAMES)
def test_one_module_of_a_game_does_not_load_the_game(name: str) -> None:
    source = f"import sys, xenotable.games.{name}.content; print(*(m for m in sys.modules if '.{name}.' in m))"
    loaded = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True).stdout.split()
    assert f"xenotable.games.{name}.title" not in loaded
    assert f"xenotable.games.{name}.setup" not in loaded


# ---- slots


def test_a_slot_that_nothing_fills_is_found() -> None:
    class Chance(Game):
        pass

    odds = Slot[[int, int], str]("chance.odds")
    with pytest.raises(ValueError, match=r"Nothing fills chance\.odds"):
        Title(id="chance", title="Chance", state=Chance, setup=Row, new=lambda _: Chance(), offers=lambda: ())
    with pytest.raises(RuntimeError, match=r"nothing fills the slot chance\.odds"):
        odds(1, 2)

    @odds.fill
    def forecast(a: int, b: int) -> str:
        return f"{a} in {b}"

    assert odds(1, 2) == "1 in 2" == forecast(1, 2)
    with pytest.raises(ValueError, match=r"chance\.odds is filled already, by .*forecast"):
        odds.fill(forecast)


def test_every_game_loads_with_all_its_slots_filled() -> None:
    assert len([title for name in NAMES for title in family(name)]) == 8


# ---- advice


def test_advice_goes_by_the_key_of_the_ask() -> None:
    def first(game: Workshop, seat: int, ask: Any, rnd: Any) -> tuple[str, str]:
        return "b", f"for {ask.key}"

    match = Match(WORKSHOP.new(Plan(("choose", "react"))), 1)
    advise = by_key({"choose": first, "react": first, "react:2": lambda *_: None})
    assert advise(match, 0, match.open[0], lambda: 0.0) == ("b", "for choose")
    match.answer(0, "a")
    assert advise(match, 1, match.open[0], lambda: 0.0) == ("b", "for react:1")
    assert by_key({})(match, 1, match.open[0], lambda: 0.0) is None
    assert by_key({}, otherwise=first)(match, 1, match.open[0], lambda: 0.0) == ("b", "for react:1")


def test_matches_of_two_titles_run_side_by_side() -> None:
    one, two = Match(WORKSHOP.new(Plan(("choose",))), 1), Match(COIN.new(Row()), 1)
    play_out(one, {s: RandomPlayer(one.title, s) for s in (0, 1)})
    assert (one.title.id, two.title.id) == ("workshop", "coin")
