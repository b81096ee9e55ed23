"""Chapter `missions`: before the battle."""

from __future__ import annotations

import random
from typing import Any

import pytest

from xenotable.engine import Placed
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.ai.squads import ready
from xenotable.games.xcx.rules.content import versus
from xenotable.games.xcx.rules.missions.objects import mission_objects, scale_object
from xenotable.games.xcx.rules.missions.zones import deploy_refusals, in_zone
from xenotable.games.xcx.rules.play.simulation import fought_by_cards
from xenotable.games.xcx.scenes import Deploy, Leaders, RollOff
from xenotable.games.xcx.state import BattleSetup, Recruit, Side, Squad
from xenotable.games.xcx.title import GAME
from xenotable.table import Circle

rule = pytest.mark.rule


@rule("xcx.missions.roll-off", "xcx.missions.edges", "xcx.missions.deploy")
def test_roll_off_edges_and_deployment(bench: Any) -> None:
    b = bench()
    b.game = GAME.new(versus("attrition", 500))
    b.play(Leaders(), RollOff(), dice=[4, 4, 2, 5], answers={"edge": "north"})
    assert b.game.now.winner_of_roll == 1
    assert b.game.now.south == 0
    assert b.open == "deploy"
    assert b.match.open[0].seat == 0  # the loser of the roll-off first
    assert "missions.zones" in b.why(Placed({"a1": (10.0, 9.0)}))
    b.go(deploy=[Placed({"a1": (12.0, 4.0)})])
    assert b.match.open[0].seat == 1
    one, two = (fought_by_cards(versus("attrition", 500), 3) for _ in range(2))
    assert one.fingerprint() == two.fingerprint()


@rule("xcx.missions.zones")
def test_the_whole_base_lies_in_the_zone(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 20, 20)
    for y, good in ((7.5, True), (7.6, False), (0.5, True)):
        assert (not [*deploy_refusals(b.game, a, (10.0, y))]) is good


@rule("xcx.squad.leader-one", "xcx.play.decisions-before")
def test_leaders_are_chosen_unseen_and_revealed_together(bench: Any) -> None:
    from msgspec.structs import replace

    from xenotable.engine import View

    b = bench()
    b.game = GAME.new(replace(versus("attrition", 500), pick_leaders=True))
    b.play(Leaders(), RollOff(), dice=[1, 2])
    b.match.answer(0, "a2", b.match.id(b.match.open[0]))
    assert "a2 leads" not in str(View(b.match, 1).encoded())
    assert not b.game.kits["a2"].leader
    b.go(leader="b1")
    assert b.game.kits["a2"].leader
    assert b.game.kits["b1"].leader
    assert sum(k.leader for k in b.game.kits.values()) == 2


@rule("xcx.missions.roles", "xcx.ai.small-choices")
def test_roles(bench: Any) -> None:
    b = bench(mission="cut-the-spire")
    b.add(0, "volunteer", 10, 10)
    b.play(RollOff(), dice=[1, 6], answers={"edge": "north"})
    assert b.game.now.first_role == 0
    assert b.game.now.south == 1
    same = bench(mission="exodus", factions=("XCX", "XCX"))
    same.add(0, "volunteer", 10, 10)
    same.play(RollOff(), dice=[6, 1], answers={"role": "hunter", "edge": "south"})
    assert same.game.now.first_role == 1
    ai = bench(mission="attrition", ai=(False, True))
    ai.add(0, "volunteer", 10, 10)
    ai.play(RollOff(), dice=[1, 6])
    assert ai.game.now.south == 0  # the AI takes the north edge


@rule("xcx.missions.scaling")
def test_objects_on_other_tables() -> None:
    convoy = {n: (o.x, o.y) for n, o in mission_objects(versus("broken-convoy", 1000))}
    assert convoy["o2"] == (8.5, 24.5)
    ((_, spire),) = mission_objects(versus("cut-the-spire", 1000))
    assert (spire.x, spire.y, spire.w) == (23, 23, 2)


@rule("xcx.play.model-numbers")
def test_model_numbers() -> None:
    from xenotable.games.xcx.rules.play.models import rank

    game = GAME.new(versus("attrition", 500))
    units = [m.unit for m in game.models.values() if m.owner == 1]
    assert units == ["advent-trooper"] * 2 + ["advent-officer"] + ["shock-warden"] * 2 + ["advent-trooper"]
    assert game.kits["b6"].recruit.free
    game.note(south=1)
    assert rank(game, "b6") < rank(game, "a1")


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("xcx.missions.zones")
@pytest.mark.parametrize(("size", "south", "y", "whole", "part"), [
    (36, 0, 7.5, True, True), (36, 0, 7.75, False, True), (36, 0, 8.5, False, True), (36, 0, 8.75, False, False),
    (36, 1, 28.5, True, True), (36, 1, 28.25, False, True), (36, 1, 27.25, False, False),
    (48, 0, 11.5, True, True), (48, 0, 11.75, False, True), (48, 1, 36.5, True, True), (48, 1, 36.25, False, True),
])  # fmt: skip
def test_a_zone_is_eight_deep_and_twelve_on_larger_tables(
    bench: Any, size: int, south: int, y: float, whole: bool, part: bool
) -> None:
    b = bench(size=size)
    b.game.note(south=south)
    here = Circle(10.0, y, 0.5)
    assert (in_zone(b.game, 0, here), in_zone(b.game, 0, here, touch=True)) == (whole, part)


@rule("xcx.missions.zones", "xcx.missions.deploy")
def test_zones_on_a_grid_are_rows(bench: Any) -> None:
    b = bench("square").terrain("hard", 4, 4)
    a, other = b.add(0, "volunteer", 20.5, 20.5), b.add(0, "volunteer", 6.5, 6.5)
    assert in_zone(b.game, 0, Circle(10.5, 7.5, 0.5))
    assert not in_zone(b.game, 0, Circle(10.5, 8.5, 0.5))
    assert [r.rule for r in deploy_refusals(b.game, a, (4.5, 4.5))] == ["missions.deploy"]
    assert [r.rule for r in deploy_refusals(b.game, a, b.model(other).here)] == ["missions.deploy"]
    assert [*deploy_refusals(b.game, a, (10.5, 7.5))] == []


def together(*units: str) -> Any:
    """Two players against the AI, each with these models."""
    squads = tuple(Squad("XCX", tuple(Recruit(u, leader=k == 0) for k, u in enumerate(units))) for _ in range(2))
    return BattleSetup("attrition", 500, "inches", "", (Side(squads), Side((ready("advent-500"),), True)))


@rule("xcx.missions.deploy")
def test_partners_deploy_in_turn_and_only_their_own_models(bench: Any) -> None:
    b = bench()
    b.game = GAME.new(together("volunteer", "volunteer"))
    b.game.note(winner_of_roll=1)
    b.play(Deploy(0))
    assert (b.open, b.match.open[0].seat, [p.on for p in b.match.open[0].pieces]) == ("deploy", 0, ["a1", "a2"])
    assert b.why(Placed({"a1": (12.0, 4.0), "a2": (15.0, 4.0)})) == ["missions.deploy"]
    assert b.why(Placed({"a1": (12.0, 9.0)})) == ["missions.zones"]
    b.go(deploy=[Placed({"a2": (12.0, 4.0)})])
    assert b.model("a2").here == (12.0, 4.0)
    assert (b.match.open[0].seat, [p.on for p in b.match.open[0].pieces]) == (1, ["a3", "a4"])
    assert sum(m.state == "table" for m in b.game.models.values() if m.owner == 1) == 1
    b.go(deploy=[Placed({"a3": (15.0, 4.0)}), Placed({"a1": (18.0, 4.0)})])
    assert (b.match.open[0].seat, [p.on for p in b.match.open[0].pieces]) == (1, ["a4"])


@rule("xcx.missions.deploy", "xcx.special.infiltrate-setup")
@pytest.mark.parametrize("winner", [0, 1])
def test_infiltrators_of_the_loser_hide_first(bench: Any, winner: int) -> None:
    b = bench(factions=("ADVENT", "ADVENT")).terrain("impassable", 0, 17, 36, 2)
    for side in (0, 1):
        b.game.models.set(b.add(side, "hollowface", 0, 0), state="reserve")
        b.add(side, "advent-trooper", 10, 4 if side == 0 else 32)
    b.game.note(winner_of_roll=winner)
    b.play(Deploy(0))
    assert (b.open, b.match.open[0].seat) == ("marker", 1 - winner)


@rule("xcx.missions.deploy")
@pytest.mark.parametrize("mode", ["inches", "square", "hex"])
@pytest.mark.parametrize("south", [0, 1])
def test_what_a_machine_may_try_when_it_deploys(bench: Any, mode: str, south: int) -> None:
    b = bench(mode)
    b.game = GAME.new(versus("attrition", 500, mode=mode))
    b.game.note(winner_of_roll=1, south=south)
    b.play(Deploy(0))
    ask = b.match.open[0]
    found = ask.propose(5, random.Random(3).random)
    assert len(found) == 2
    assert [b.why(placed) for placed in found] == [[], []]


@rule("xcx.missions.scaling")
def test_objects_move_to_the_nearest_half_and_keep_their_size() -> None:
    mission = content.missions()["attrition"]  # 36 by 36

    def at(x: float, y: float, w: float = 0.0, h: float = 0.0, size: tuple[int, int] = (72, 48)) -> tuple[float, ...]:
        o = scale_object(mission, size, content.MissionObject("site", 1, x, y, w, h))
        return o.x, o.y, o.w, o.h

    assert at(10.3, 7.7, size=(36, 36)) == (10.3, 7.7, 0, 0)
    assert at(9, 9) == (18, 12, 0, 0)
    assert at(8, 8, 2, 4) == (17, 11.5, 2, 4)  # the centre (9, 10) goes to (18, 13.33), to the nearest half 13.5
    assert at(9.1, 18) == (18, 24, 0, 0)  # 18.2
    assert at(9.2, 18) == (18.5, 24, 0, 0)  # 18.4
    assert (at(9.125, 18)[0], at(27.125, 18)[0]) == (18.5, 54.0)  # halfway: nearer to the middle


@rule("xcx.missions.objects", "xcx.missions.exodus-roles")
def test_what_lies_on_the_table_when_a_battle_begins() -> None:
    game = GAME.new(versus("open-line", 1000))
    assert {(t.kind, t.r) for t in game.things.values()} == {("terminal", 0.5), ("derelict", 1.0)}
    civilians = [m for m in GAME.new(versus("exodus", 1000)).models.values() if m.owner == 3]
    places = {(o.x, o.y) for _, o in mission_objects(versus("exodus", 1000)) if o.kind == "civilian"}
    assert {m.here for m in civilians} == places
    assert [m.number for m in civilians] == [1, 2, 3, 4, 5, 6]


@rule("xcx.missions.roles", "xcx.ai.small-choices")
def test_an_ai_that_wins_the_roll_takes_the_first_role(bench: Any) -> None:
    b = bench(mission="cut-the-spire", factions=("XCX", "XCX"), ai=(False, True))
    b.add(0, "volunteer", 10, 10)
    b.play(RollOff(), dice=[2, 5])
    assert (b.game.now.winner_of_roll, b.game.now.first_role) == (1, 1)
