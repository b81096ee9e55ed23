"""How to win is on the screen in every battle, by rules of the book; and looking at it changes nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from xenotable.engine import Match, Panel, Roll, TypedIn, View
from xenotable.games import NAMES, game
from xenotable.players import Decision, RandomPlayer, play_out
from xenotable.rulebook import catalogue


def shown(match: Match[Any], seat: int) -> dict[str, Panel]:
    return {panel.id: panel for panel in match.title.panels(View(match, seat).game, seat)}


@pytest.mark.parametrize("name", NAMES)
def test_every_battle_says_how_it_is_won_and_how_it_stands(name: str):
    title, rules = game(name), catalogue(name).rules
    match: Match[Any] = Match(title.new(title.offers()[name != "xcx"].setup), "goal")
    standing: list[str] = []

    def watch(match: Match[Any]) -> None:
        if len(match.tape) % 25 or match.over:
            return
        before = match.game.fingerprint()
        panels = shown(match, 0)
        assert match.game.fingerprint() == before
        goal = panels["goal"]
        assert goal.kind == "goal"
        assert len({line.label for line in goal.lines}) >= 3
        assert all(line.rule in rules for line in goal.lines if line.rule)
        if "standing" in panels:
            (line,) = panels["standing"].lines
            assert line.rule in rules
            standing.append(line.value)

    play_out(match, {s: RandomPlayer(title, s) for s in range(match.game.seats)}, watch=watch)
    assert len(set(standing)) > 1, "it changes as the battle goes on"
    assert "standing" not in shown(match, 0), "when it is over, the result says it"


def test_the_forecast_of_the_points_is_the_count_at_the_end():
    """With real dice Xenos Rampant asks whether it ends, when all rounds are counted and the end is not."""
    title = game("rampant")
    beacons = next(o.setup for o in title.offers() if o.id == "three-beacons")
    match: Match[Any] = Match(title.new(replace(beacons, variants=("no-vows",), rounds=2)), TypedIn("count"))
    rnd, said = Random(1), ""
    while not match.over:
        ask = match.open[0]
        if ask.key == "battle-end":
            said = shown(match, 0)["standing"].lines[0].value
        if isinstance(ask, Roll):
            match.answer(ask.seat, [rnd.randint(1, ask.sides) for _ in range(ask.n)], ask.key)
        else:
            decided = RandomPlayer(title, len(match.tape)).decide(View(match, ask.seat))
            assert isinstance(decided, Decision)
            match.answer(ask.seat, decided.value, decided.key)
    assert match.game.result is not None
    a, b = match.game.result.scores
    assert a + b > 0
    assert said.startswith(f"{a:g} to {b:g}")
