"""How to win is on the screen in every battle, by rules of the book; and looking at it changes nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from xenotable.engine import Match, Panel, Roll, TypedIn, View
from xenotable.games import NAMES, game
from xenotable.players import Decision, RandomPlayer, play_out, player
from xenotable.rulebook import catalogue

BATTLES = 6  # at most, until one sways: random players do little to each other in a small one


def shown(match: Match[Any], seat: int) -> dict[str, Panel]:
    return {panel.id: panel for panel in match.title.panels(View(match, seat).game, seat)}


@pytest.mark.parametrize("name", NAMES)
def test_every_battle_says_how_it_is_won_and_how_it_stands(name: str):
    title, rules = game(name), catalogue(name).rules
    standing: set[str] = set()

    def watch(match: Match[Any]) -> None:
        if len(match.tape) % 10 or match.over:
            return
        before = match.game.fingerprint()
        panels = shown(match, 0)
        assert match.game.fingerprint() == before
        goal = panels["goal"]
        assert goal.kind == "goal"
        assert len({line.label for line in goal.lines}) >= 3
        assert all(line.rule in rules for line in goal.lines if line.rule)
        if "standing" in panels:
            lines = panels["standing"].lines
            assert all(line.rule in rules for line in lines if line.rule)
            standing.add(next(line.value for line in lines if line.label.startswith("If ")))

    for seed in range(BATTLES):
        match: Match[Any] = Match(title.new(title.offers()[name != "xcx"].setup), seed)
        standing.clear()
        play_out(match, {s: RandomPlayer(title, s) for s in range(match.game.seats)}, watch=watch)
        assert "standing" not in shown(match, 0), "when it is over, the result says it"
        if len(standing) > 1:  # it changes as the battle goes on
            return
    pytest.fail("how it stands never changed in a battle")


def test_the_forecast_of_the_points_is_the_count_at_the_end():
    """With real dice Xenos Rampant asks whether it ends, when all rounds are counted and the end is not."""
    title = game("rampant")
    relay = next(o.setup for o in title.offers() if o.id == "hold-the-relay")
    match: Match[Any] = Match(title.new(replace(relay, variants=("no-vows",), rounds=2)), TypedIn("count"))
    rnd, said, scores = Random(1), "", [""]
    then: list[float | None] = []
    while not match.over:
        ask = match.open[0]
        if ask.key == "battle-end":
            lines = shown(match, 0)["standing"].lines
            said = next(line.value for line in lines if line.label.startswith("If "))
            scores = [line.value for line in lines if line.seat is not None]
            then = [line.then for line in lines if line.seat is not None]
        if isinstance(ask, Roll):
            ends = ask.key == "battle-end"
            match.answer(ask.seat, [ask.sides if ends else rnd.randint(1, ask.sides) for _ in range(ask.n)], ask.key)
        else:
            decided = RandomPlayer(title, len(match.tape)).decide(View(match, ask.seat))
            assert isinstance(decided, Decision)
            match.answer(ask.seat, decided.value, decided.key)
    assert match.game.result is not None
    a, b = match.game.result.scores
    assert a + b > 0
    assert said.startswith(f"{a:g} to {b:g}")
    assert scores == [f"{a:g}", f"{b:g}"]
    assert then == [a, b]


@pytest.mark.parametrize("relay", [False, True])
def test_a_round_of_xcom_is_a_row_of_steps(relay: bool):
    """Those that are done, the present one, those to come; what comes in the timed phase nobody knows, and where one
    player reads the actions out, the others see none of them."""
    title = game("xcom")
    match: Match[Any] = Match(title.new(replace(title.offers()[0].setup, relay=relay)), "steps")
    lit: set[str] = set()

    def watch(match: Match[Any]) -> None:
        war = match.game.now
        if match.over or not war.round:
            return
        stages = shown(match, 0)["steps"].stages
        states = [stage.state for stage in stages]
        assert states == sorted(states, key=["done", "next", "later"].index)
        assert states.count("next") <= 1
        lit.update(stage.title for stage in stages if stage.state == "next")
        if war.phase == "timed":
            known = sum(stage.state != "later" for stage in stages)
            assert known == (1 if relay else max(1, len(war.past)))

    play_out(match, {s: player("tactician", title, s) for s in range(match.game.seats)}, watch=watch)
    assert {"Global defense", "Mission"} <= lit
    assert ("Timed phase" in lit) == relay
