"""Chapter `bag`: who acts next."""

from __future__ import annotations

from typing import Any

import pytest

from xenotable.games.xcx.rules.bag.dice import dice, next_draws, ready, wiped_out
from xenotable.games.xcx.scenes import Round, RoundEnd, Turn
from xenotable.games.xcx.state import BattleSetup, Side, Squad
from xenotable.games.xcx.title import GAME

rule = pytest.mark.rule


def squads(bench: Any, a: int, b: int, **more: Any) -> Any:
    t = bench(**more)
    for i in range(a):
        t.add(0, "volunteer", 4 + 3 * i, 4)
    for i in range(b):
        t.add(1, "advent-trooper", 4 + 3 * i, 32)
    return t


@rule("xcx.bag.fill", "xcx.bag.invariant", "xcx.bag.pick-unactivated", "xcx.bag.draw")
def test_one_die_for_each_living_model(bench: Any) -> None:
    b = squads(bench, 6, 6)
    b.play(Round(1), draws=[1])
    assert dice(b.game) == ((0, 6), (1, 6), (2, 0))
    assert b.open == "model"
    assert b.match.open[0].seat == 1
    assert set(b.match.open[0].among()) == set(ready(b.game, 1))
    b.game.models.set("b1", state="dead")
    assert dice(b.game)[1] == (1, 5)
    b.game.models.set("b2", activated=True)
    assert "b2" not in ready(b.game, 1)
    assert dice(b.game)[1] == (1, 4)


@rule("xcx.bag.odds-shown")
def test_the_chances_of_the_next_draws(bench: Any) -> None:
    b = squads(bench, 2, 4)
    assert next_draws(b.game)[1] == pytest.approx((4 / 6, 2 / 5, 1 / 5))
    assert next_draws(squads(bench, 3, 1).game)[0] == pytest.approx((3 / 4, 1 / 2, 1 / 4))
    assert next_draws(squads(bench, 3, 1).game)[1] == pytest.approx((1 / 4, 0, 0))
    assert next_draws(bench().game) == {0: (0, 0, 0), 1: (0, 0, 0), 2: (0, 0, 0)}
    panel = next(p for p in GAME.panels(b.game, 0) if p.id == "bag")
    assert (panel.kind, panel.lines[1].now) == ("bag", 4)
    assert [line.seat for line in panel.lines] == [0, 1]


@rule("xcx.bag.turn-and-round", "xcx.bag.round-end", "xcx.bag.no-pass")
def test_a_round_is_every_die_once(bench: Any) -> None:
    b = squads(bench, 1, 1)
    b.game.models.set("a1", markers=2)
    answers = {"model": "a1", "order": ["down", "overwatch"], "onward": "on"}
    b.play(Round(1), draws=[0, 1, 1], answers=answers)
    assert b.game.now.round == 2
    assert b.model("a1").down
    assert b.model("a1").markers == 2
    assert b.open == "order"


@rule("xcx.bag.dead-die", "xcx.ai.difficulty")
def test_difficulty_withholds_and_adds_dice(bench: Any) -> None:
    from msgspec.structs import replace

    for difficulty, n in (("easy", 4), ("normal", 5), ("classic", 6), ("impossible", 7)):
        b = squads(bench, 1, 6, ai=(False, True))
        sides = (b.setup.sides[0], replace(b.setup.sides[1], difficulty=difficulty))
        b.game.setup = replace(b.setup, sides=sides)
        b.play(Round(1), draws=[0])
        assert dice(b.game)[1] == (1, n), difficulty
    b.game.note(spare=(0, 1))
    for i in ("b1", "b2", "b3", "b4", "b5", "b6"):
        b.game.models.set(i, activated=True, controls="a1")
    b.game.models.set("a1", activated=True)
    b.play(Turn(), draws=[1])
    assert "The die finds nobody and is set aside." in b.log
    one = squads(bench, 1, 1, ai=(False, True))
    one.game.setup = replace(one.setup, sides=(one.setup.sides[0], replace(one.setup.sides[1], difficulty="easy")))
    one.play(Round(1), draws=[0])
    assert dice(one.game)[1] == (1, 1)  # always at least one


@rule("xcx.bag.one-side-wiped", "xcx.missions.points")
def test_the_battle_ends_when_a_side_is_gone(bench: Any) -> None:
    b = squads(bench, 1, 1)
    assert not wiped_out(b.game)
    b.game.models.set("b1", state="dead")
    b.game.note(points=(1, 0))
    b.play(Turn())
    assert b.game.result is not None
    assert b.game.result.winners == (0,)
    both = squads(bench, 1, 1)
    for i in ("a1", "b1"):
        both.game.models.set(i, state="dead")
    both.play(RoundEnd(1))
    assert both.game.result.winners == ()


@rule("xcx.ai.coop-squads")
def test_partners_agree_or_the_one_who_acted_least_chooses(bench: Any) -> None:
    from xenotable.games.xcx.rules.content import coop

    setup = coop("attrition", 1000)
    assert not [*GAME.setup_refusals(setup)]
    game = GAME.new(setup)
    assert game.seats == 2
    for k, id in enumerate(game.models):
        game.models.set(id, x=2.0 + 2.5 * (k % 18), y=5.0 if game.models[id].owner == 0 else 43.0, state="table")
    b = bench()
    b.game = game
    game.note(round=1)
    first = next(i for i, m in game.models.items() if m.seat == 0)
    second = next(i for i, m in game.models.items() if m.seat == 1)
    b.play(Turn(), draws=[0], answers={"wish": [first, second]})
    assert b.open == "model"
    assert b.match.open[0].seat == 0
    b.go(model=second)
    assert b.open == "order"
    assert b.match.open[0].seat == 1  # its own player commands it
    b.play(Turn(), draws=[0], answers={"wish": [first, first]})
    assert (b.open, b.match.open[0].seat) == ("order", 0)  # who agree are not asked again
    assert isinstance(setup, BattleSetup)
    assert all(isinstance(s, Side) and isinstance(s.squads[0], Squad) for s in setup.sides)


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("xcx.bag.one-side-wiped")
@pytest.mark.parametrize(("mission", "points", "gone", "winners", "by"), [
    ("cut-the-spire", (0, 0), "b", (0,), "missions.spire-end"),
    ("cut-the-spire", (0, 0), "a", (1,), "missions.spire-end"),
    ("cut-the-spire", (0, 0), "ab", (1,), "missions.spire-end"),  # the spire stands
    ("heart-of-the-hive", (0, 9), "b", (0,), "missions.wiped-out"),
    ("heart-of-the-hive", (9, 0), "a", (1,), "missions.wiped-out"),
    ("attrition", (1, 2), "b", (1,), "missions.wiped-out"), ("attrition", (2, 1), "a", (0,), "missions.wiped-out"),
    ("attrition", (2, 2), "a", (), "missions.wiped-out"), ("attrition", (3, 2), "ab", (0,), "bag.one-side-wiped"),
])  # fmt: skip
def test_who_wins_when_nobody_is_left(
    bench: Any, mission: str, points: tuple[int, int], gone: str, winners: tuple[int, ...], by: str
) -> None:
    b = squads(bench, 2, 2, mission=mission)
    b.add(2, "gnasher", 20, 20)
    for i in b.game.models:
        if i[0] in gone:
            b.game.models.set(i, state="dead")
    b.game.note(points=points)
    b.play(Turn())
    assert (b.game.result.winners, b.game.result.rule) == (winners, by)
    assert wiped_out(b.game)  # and stays so


@rule("xcx.bag.one-side-wiped")
def test_whoever_is_still_to_come_counts_and_whoever_has_left_does_not(bench: Any) -> None:
    b = squads(bench, 1, 1)
    b.game.models.set("b1", state="reserve")
    assert not wiped_out(b.game)
    b.game.models.set("b1", state="left")
    assert wiped_out(b.game)


@rule("xcx.bag.invariant", "xcx.skills.control-next-round")
def test_dice_that_are_withheld_never_make_less_than_none(bench: Any) -> None:
    b = squads(bench, 1, 1)
    b.add(2, "gnasher", 20, 20)
    b.game.note(spare=(-2, 3))
    assert dice(b.game) == ((0, 0), (1, 4), (2, 1))
    b.game.models.set("b1", controls="a1")
    assert (dice(b.game)[1], ready(b.game, 1)) == ((1, 3), [])


@rule("xcx.bag.round-start", "xcx.bag.turn-and-round")
def test_a_round_starts_afresh_and_ends_with_nobody_active(bench: Any) -> None:
    b = squads(bench, 2, 2)
    b.game.models.set("a1", activated=True, halted=True)
    b.game.note(active="a1", marched=(0,), spare=(3, 3))
    b.play(Round(2), draws=[0])
    assert (b.model("a1").activated, b.model("a1").halted) == (False, False)
    assert (b.game.now.round, b.game.now.marched, b.game.now.active, b.game.now.spare) == (2, (), "", (0, 0))
    b.game.note(active="a1")
    b.play(Turn(), draws=[0])
    assert (b.open, b.game.now.active) == ("model", "")
    b.game.note(active="a1")
    b.play(RoundEnd(1))
    assert (b.open, b.game.now.active) == ("onward:0", "")


@rule("xcx.bag.round-end", "xcx.skills.control-ends")
def test_control_expires_at_the_end_of_a_round(bench: Any) -> None:
    b = squads(bench, 2, 2)
    b.game.models.set("a1", side=1, caster="b1", until=1)
    b.game.models.set("b1", controls="a1")
    b.play(RoundEnd(1))
    assert (b.model("a1").side, b.model("b1").controls) == (0, "")
