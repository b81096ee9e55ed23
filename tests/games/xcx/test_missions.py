"""Chapter `missions`: before the battle, the six missions, and the end."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from xenotable.engine import Moved, Placed
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.ai.squads import ready
from xenotable.games.xcx.rules.bag.dice import dice
from xenotable.games.xcx.rules.content import versus
from xenotable.games.xcx.rules.damage.consequences import die
from xenotable.games.xcx.rules.missions.end import reward_cards
from xenotable.games.xcx.rules.missions.hive import end_of_move, hatch, maw
from xenotable.games.xcx.rules.missions.objects import mission_objects, scale_object
from xenotable.games.xcx.rules.missions.points import harvest
from xenotable.games.xcx.rules.missions.tasks import on_interact, workable
from xenotable.games.xcx.rules.missions.zones import deploy_refusals, in_zone
from xenotable.games.xcx.rules.movement.positions import mobility
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.play.simulation import fought_by_cards
from xenotable.games.xcx.rules.terrain.ground import field_of, top
from xenotable.games.xcx.scenes import Activation, Deploy, Leaders, RollOff, Round, RoundEnd, Turn
from xenotable.games.xcx.state import BattleSetup, Recruit, Side, Squad
from xenotable.games.xcx.title import GAME
from xenotable.table import Circle

rule = pytest.mark.rule


def kill(b: Any, id: str, by: str = "") -> None:
    for _ in die(b.game, id, by):
        raise AssertionError("nothing is asked")


# ---- before the first die --------------------------------------------------------------------------------------------


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
    assert units == ["advent-trooper", "advent-trooper", "advent-officer", "shock-warden", "bulwark", "advent-trooper"]
    assert game.kits["b6"].recruit.free
    game.note(south=1)
    assert rank(game, "b6") < rank(game, "a1")


# ---- Cut the Spire ---------------------------------------------------------------------------------------------------


def spire(bench: Any) -> tuple[Any, str, str]:
    b = bench(mission="cut-the-spire")
    site = b.thing("site", 17, 17, 2, 2)
    return b, site, b.add(0, "volunteer", 16, 18)


@rule("xcx.missions.spire-plant", "xcx.missions.spire-detonate", "xcx.missions.spire-lost")
def test_the_charge(bench: Any) -> None:
    b, site, a = spire(bench)
    other = b.add(0, "volunteer", 16, 15)
    foe = b.add(1, "advent-officer", 10, 18)
    b.order(a, "down", [1, 1], skill=("interact", site))
    assert b.game.now.planter == a
    from xenotable.games.xcx.rules.skills.attempts import attempts

    assert ("interact", site) not in attempts(b.game, other)  # only one charge
    b.shoot(foe, a, "coil-rifle", [1, 1, 6, 6])
    assert b.game.now.planter == ""  # any hit, even if the Armour holds
    b.game.note(planter=a)
    b.game.models.set(foe, x=20.0, y=18.0)
    b.order(foe, "down", [1, 1], skill=("interact", site))
    assert b.game.now.planter == ""
    b.game.note(planter=a)
    b.activate(a)
    assert b.game.result is not None
    assert b.game.result.winners == (0,)


@rule("xcx.missions.spire-end")
def test_the_spire_stands(bench: Any) -> None:
    b, _, _ = spire(bench)
    b.add(1, "advent-officer", 10, 18)
    b.game.note(round=6)
    b.play(RoundEnd(6))
    assert b.game.result.winners == (1,)
    c, _, a = spire(bench)
    c.add(1, "advent-officer", 10, 18)
    for i in (a, "b1"):
        c.game.models.set(i, state="dead")
    c.play(Turn())
    assert c.game.result.winners == (1,)


# ---- Attrition, Broken Convoy ----------------------------------------------------------------------------------------


@rule("xcx.missions.attrition")
def test_attrition_counts_kills_and_leaders(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 10)
    for i in range(3):
        b.add(1, "advent-trooper", 20 + 3 * i, 20)
    b.add(1, "advent-officer", 20, 25, {"leader": True})
    for id in ("b1", "b2", "b3", "b4"):
        kill(b, id, a)
    assert b.game.now.points == (5, 0)
    assert b.model(a).kills == 4


@rule("xcx.missions.convoy-search", "xcx.missions.convoy-carry")
def test_the_convoy(bench: Any) -> None:
    b = bench(mission="broken-convoy")
    one, two = b.thing("container", 12, 10), b.thing("container", 20, 10)
    a, c = b.add(0, "volunteer", 10, 10), b.add(0, "volunteer", 18, 10)
    b.add(1, "advent-trooper", 30, 30)
    b.order(a, "down", [1, 1, 1], skill=("search", one))
    b.order(c, "down", [1, 1, 2], skill=("search", two))
    assert b.game.now.points == (2, 0)
    b.game.note(round=6)
    b.play(RoundEnd(6))
    assert b.game.now.points == (3, 0)
    assert b.game.result.winners == (0,)
    assert [i for i, t in b.game.things.items() if not t.gone] == []


# ---- Open Line -------------------------------------------------------------------------------------------------------


@rule("xcx.missions.line-score")
def test_terminals_score_from_the_second_round(bench: Any) -> None:
    b = bench(mission="open-line", size=48)
    for x in (10, 20, 30):
        b.thing("terminal", x, 24)
    b.add(0, "signalist", 10, 10)
    b.add(1, "advent-officer", 30, 40)
    b.game.things.set("o1", holder=0)
    b.game.things.set("o2", holder=0)
    b.play(RoundEnd(1), draws=[0])
    assert b.game.now.points == (0, 0)
    for n in range(2, 7):
        b.game.note(round=n)
        b.play(RoundEnd(n), draws=[0])
    assert b.game.now.points == (10, 0)
    assert b.game.result.winners == (0,)


@rule("xcx.missions.wiped-out")
def test_what_a_survivor_still_collects(bench: Any) -> None:
    b = bench(mission="open-line", size=48)
    for x in (10, 20, 30):
        b.thing("terminal", x, 24)
    b.add(0, "signalist", 10, 10)
    b.add(1, "advent-trooper", 30, 40)
    b.game.models.set("b1", state="dead")
    b.game.note(round=4)
    b.play(Turn())
    assert b.game.now.points == (9, 0)
    c = bench(mission="broken-convoy")
    c.thing("container", 10, 20)
    c.thing("container", 20, 20)
    c.add(0, "volunteer", 10, 10)
    c.add(1, "advent-trooper", 30, 30, wounds=3)
    c.game.models.set("b1", state="dead")
    c.play(Turn())
    assert c.game.now.points == (2, 0)


# ---- Exodus ----------------------------------------------------------------------------------------------------------


def exodus(bench: Any) -> tuple[Any, str, str, str]:
    b = bench(mission="exodus", size=48)
    civilian = b.add(3, "civilian", 20, 20)
    return b, civilian, b.add(0, "volunteer", 22, 20), b.add(1, "advent-trooper", 20, 12)


@rule("xcx.missions.exodus-roles", "xcx.missions.exodus-rescue")
def test_rescue_and_hunt(bench: Any) -> None:
    from xenotable.games.xcx.rules.shooting.shots import shots

    game = GAME.new(versus("exodus", 750))
    assert sum(m.unit == "civilian" for m in game.models.values()) == 6
    b, civilian, a, hunter = exodus(bench)
    assert ("coil-rifle", civilian) in shots(b.game, hunter, "fire")
    assert ("patrol-rifle", civilian) not in shots(b.game, a, "fire")
    second = b.add(3, "civilian", 25, 25)
    b.shoot(hunter, second, "coil-rifle", [1, 1, 4, 5])
    assert b.game.now.points == (0, 2)
    b.order(a, "down", [1, 1], skill=("interact", civilian))
    assert b.game.now.points == (2, 2)
    assert b.model(civilian).state == "left"


@rule("xcx.missions.exodus-panic")
def test_civilians_run_from_hunters(bench: Any) -> None:
    b, civilian, _, hunter = exodus(bench)
    b.game.models.set("a1", x=40.0)
    b.play(RoundEnd(1), draws=[0])
    assert b.model(civilian).here == (20.0, 24.0)
    b.game.models.set(hunter, y=2.0)
    b.game.note(round=1)
    b.play(RoundEnd(1), draws=[0])
    assert b.model(civilian).here == (20.0, 24.0)


@rule("xcx.missions.exodus-engaging-civilians")
def test_charging_a_civilian(bench: Any) -> None:
    b, civilian, _, hunter = exodus(bench)
    b.order(hunter, "run", move=Moved({hunter: ((20.0, 19.0),)}, "charge"), strike=None)
    assert b.model(hunter).here == (20.0, 19.0)
    assert b.model(hunter).engaged == b.model(civilian).engaged == ()


# ---- Heart of the Hive -----------------------------------------------------------------------------------------------


def hive(bench: Any) -> tuple[Any, str]:
    b = bench(mission="heart-of-the-hive", size=48)
    core = b.thing("container", 24, 24)
    b.thing("nest", 10.5, 24.5)
    b.thing("nest", 37.5, 23.5)
    return b, core


@rule("xcx.missions.hive-core", "xcx.missions.hive-drop")
def test_the_core_is_heavy_and_falls(bench: Any) -> None:
    b, core = hive(bench)
    a = b.add(0, "pathfinder", 22, 24)
    b.add(1, "advent-trooper", 40, 40)
    b.order(a, "down", [1, 1], skill=("search", core))
    assert b.model(a).core
    assert mobility(b.game, a) == 5
    kill(b, a, "b1")
    assert (b.game.things[core].x, b.game.things[core].y, b.game.things[core].gone) == (22.0, 24.0, False)
    assert b.game.now.core == (22.0, 24.0)


@rule("xcx.missions.hive-exit")
def test_a_carrier_leaves_and_wins(bench: Any) -> None:
    b, _ = hive(bench)
    a = b.add(0, "pathfinder", 24, 8, core=True)
    b.add(1, "advent-trooper", 40, 40)
    b.order(a, "run", move=Moved({a: ((24.0, 0.5),)}, "run"))
    assert b.game.result.winners == (0,)
    assert b.model(a).state == "left"


@rule("xcx.missions.hive-exit")
@pytest.mark.parametrize("watch", [False, True])
def test_a_carrier_that_charges_to_its_edge_leaves_as_well(bench: Any, watch: bool) -> None:
    b, _ = hive(bench)
    a, foe = b.add(0, "pathfinder", 24, 6, core=True), b.add(1, "advent-trooper", 25, 0.5)
    b.add(1, "advent-trooper", 40, 40, watch=watch)
    b.order(a, "run", move=Moved({a: ((24.0, 0.5),)}, "charge"))
    assert b.game.result.winners == (0,)
    assert (b.model(a).state, b.model(foe).engaged) == ("left", ())


@rule("xcx.missions.hive-nests", "xcx.missions.hive-maw", "xcx.missions.hive-neutral-dice")
@rule("xcx.ai.neutral-side", exercises=["missions.hive-neutral-dice", "missions.hive-nests"])
def test_the_hive_wakes(bench: Any) -> None:
    b, _ = hive(bench)
    b.add(0, "volunteer", 10, 10)
    b.add(1, "advent-trooper", 40, 40)
    b.play(Round(2), draws=[2, 0], dice=[1])
    assert sum(m.unit == "gnasher" for m in b.game.models.values()) == 2
    assert dict(dice(b.game))[2] + 1 == 2  # one has just been drawn
    b.game.things.set("o2", gone=True)
    b.play(Round(3), draws=[0])
    assert sum(m.unit == "gnasher" for m in b.game.models.values()) == 3
    maw = next(m for m in b.game.models.values() if m.unit == "brood-maw")
    assert abs(maw.x - 24) < 4
    assert abs(maw.y - 24) < 4


@rule("xcx.missions.hive-nests")
def test_closing_a_nest_and_the_limit_of_six(bench: Any) -> None:
    b, _ = hive(bench)
    a = b.add(0, "volunteer", 9, 24.5)
    on_interact(b.game, a, "o2")
    assert b.game.now.points == (2, 0)
    for _ in range(8):
        hatch(b.game, "o3")
    assert sum(m.unit == "gnasher" for m in b.game.models.values()) == 6


@rule("xcx.missions.hive-end")
def test_the_end_of_the_hive(bench: Any) -> None:
    b, _ = hive(bench)
    a = b.add(0, "volunteer", 9, 20)
    b.add(1, "advent-trooper", 40, 40)
    beast = b.add(2, "brood-maw", 20, 20)
    kill(b, beast, a)
    assert b.game.now.points == (4, 0)
    b.game.models.set("b1", core=True)
    b.game.note(round=7)
    b.play(RoundEnd(7))
    assert b.game.result.winners == (1,)


# ---- the end ---------------------------------------------------------------------------------------------------------


@rule("xcx.missions.concede", "xcx.missions.rewards")
def test_conceding_and_the_cards_of_the_end(bench: Any) -> None:
    b = bench()
    b.add(0, "volunteer", 10, 10)
    b.add(1, "advent-trooper", 30, 30)
    b.play(Activation("a1"))
    assert b.match.concede(0)[0].rule == "missions.concede"  # not in the middle of a round
    assert b.match.game.result is None
    b.play(RoundEnd(1))
    assert [a.key for a in b.match.open] == ["onward:0", "onward:1"]
    assert b.match.concede(0) == []
    assert b.match.game.result.winners == (1,)
    assert [reward_cards(b.match.game.mission, outcome) for outcome in (1, 0, -1)] == [3, 2, 1]


@rule("xcx.missions.points", "xcx.missions.length")
def test_points_decide_after_the_last_round(bench: Any) -> None:
    b = bench()
    b.add(0, "volunteer", 10, 10)
    b.add(1, "advent-trooper", 30, 30)
    b.game.note(points=(2, 2), round=5)
    b.play(RoundEnd(5))
    assert b.game.result.winners == ()


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


@rule("xcx.missions.objects", "xcx.missions.spire-plant", "xcx.missions.spire-lost", "xcx.skills.hack-terminal")
def test_what_an_object_cannot_be_worked_on_for(bench: Any) -> None:
    def why(b: Any, model: str, *deed: str) -> list[str]:
        return [r.rule for r in workable(b.game, model, *deed)]

    b, site, a = spire(bench)
    box, line = b.thing("container", 12, 10), b.thing("terminal", 12, 14)
    foe = b.add(1, "advent-officer", 20, 18)
    assert why(b, a, "search", site) == why(b, a, "interact", box) == why(b, a, "search", line) == ["missions.objects"]
    assert why(b, a, "search", box) == why(b, a, "computer_use", line) == why(b, a, "interact", site) == []
    assert why(b, foe, "interact", site) == ["missions.spire-lost"]
    b.game.note(planter=a)
    assert why(b, a, "interact", site) == ["missions.spire-plant"]
    assert why(b, foe, "interact", site) == []
    b.game.things.set(line, holder=0)
    b.game.things.set(box, gone=True)
    assert why(b, a, "computer_use", line) == ["skills.hack-terminal"]
    assert why(b, foe, "computer_use", line) == []
    assert why(b, a, "search", box) == ["missions.objects"]


@rule("xcx.missions.exodus-rescue", exercises=["missions.zones"])
def test_only_protectors_lead_civilians_to_safety(bench: Any) -> None:
    b, civilian, a, hunter = exodus(bench)
    assert in_zone(b.game, 0, Circle(1.0, 1.0, 0.5))
    refused = ["missions.exodus-rescue"]
    assert [*workable(b.game, a, "interact", civilian)] == []
    assert [r.rule for r in workable(b.game, hunter, "interact", civilian)] == refused
    assert [r.rule for r in workable(b.game, a, "interact", hunter)] == refused
    other = bench()
    lost, friend = other.add(3, "civilian", 20, 20), other.add(0, "volunteer", 22, 20)
    assert [r.rule for r in workable(other.game, friend, "interact", lost)] == refused


@rule("xcx.missions.spire-detonate", "xcx.missions.spire-lost")
def test_the_planters_next_activation_is_the_blast_and_nothing_else(bench: Any) -> None:
    b, _, a = spire(bench)
    b.add(1, "advent-trooper", 30, 30)
    b.game.note(planter=a)
    b.play(Activation(a))
    assert (b.open, b.game.result.winners) == ("", (0,))
    c, _, a = spire(bench)
    c.add(1, "advent-trooper", 30, 30)
    c.game.note(planter=a)
    kill(c, a)
    assert c.game.now.planter == ""


@rule("xcx.missions.attrition")
def test_who_is_worth_nothing_in_attrition(bench: Any) -> None:
    b = bench()
    a, beast, stray = b.add(0, "volunteer", 10, 10), b.add(2, "gnasher", 20, 20), b.add(3, "civilian", 25, 20)
    foe = b.add(1, "advent-trooper", 30, 30)
    own = b.add(0, "volunteer", 12, 10)
    for id in (beast, stray):
        kill(b, id, a)
    assert b.game.now.points == (0, 0)
    kill(b, own, a)
    assert (b.game.now.points, b.model(a).kills) == ((0, 1), 1)  # the beast counts, civilian and comrade do not
    kill(b, foe)
    assert b.game.now.points == (1, 1)


@rule("xcx.missions.exodus-rescue", "xcx.missions.hive-end")
def test_what_deaths_are_worth_in_other_missions(bench: Any) -> None:
    b, civilian, a, hunter = exodus(bench)
    kill(b, hunter, a)
    assert b.game.now.points == (0, 0)
    kill(b, civilian)
    assert b.game.now.points == (0, 2)
    h, _ = hive(bench)
    a, beast, maw = h.add(0, "volunteer", 9, 20), h.add(2, "gnasher", 20, 20), h.add(2, "brood-maw", 30, 20)
    foe = h.add(1, "advent-trooper", 40, 40)
    kill(h, beast, maw)
    kill(h, a, foe)
    assert h.game.now.points == (0, 0)
    kill(h, h.add(2, "gnasher", 20, 20), foe)
    kill(h, maw, foe)
    assert h.game.now.points == (0, 5)


@rule("xcx.missions.exodus-panic")
def test_civilians_run_from_the_nearest_within_twelve(bench: Any) -> None:
    b, civilian, _, hunter = exodus(bench)
    b.game.models.set("a1", x=40.0)
    b.game.models.set(hunter, y=7.0)  # exactly 12 away
    b.play(RoundEnd(1), draws=[0])
    assert b.model(civilian).here == (20.0, 24.0)
    c, civilian, _, hunter = exodus(bench)
    c.game.models.set(hunter, y=6.9)
    c.game.models.set("a1", x=40.0)
    c.play(RoundEnd(1), draws=[0])
    assert c.model(civilian).here == (20.0, 20.0)
    d, civilian, _, hunter = exodus(bench)
    d.game.models.set("a1", x=40.0)
    d.add(1, "advent-trooper", 25, 20)  # nearer than the other, to the east
    d.play(RoundEnd(1), draws=[0])
    assert d.model(civilian).here == (16.0, 20.0)


@rule("xcx.missions.hive-core", "xcx.missions.hive-drop")
def test_the_core_is_picked_up_dropped_and_picked_up_again(bench: Any) -> None:
    b, core = hive(bench)
    a, c = b.add(0, "pathfinder", 22, 24), b.add(0, "pathfinder", 22, 22)
    b.add(1, "advent-trooper", 40, 40)
    b.order(a, "down", [1, 1], skill=("search", core))
    assert (b.game.things[core].gone, b.game.now.gone, b.game.now.core, b.model(a).core) == (True, (core,), (), True)
    assert b.model(a).objectives == 1
    kill(b, a)
    assert not b.model(a).core
    assert b.game.things[core].kind == "core"
    b.order(c, "down", [1, 1], skill=("search", core))
    assert (b.game.now.gone, b.game.now.core, b.model(c).core) == ((core,), (), True)
    other = bench(mission="broken-convoy")
    box = other.thing("container", 12, 10)
    searcher = other.add(0, "volunteer", 10, 10)
    other.order(searcher, "down", [1, 1, 1], skill=("search", box))
    assert (other.game.now.gone, other.model(searcher).core) == ((box,), False)


@rule("xcx.missions.hive-exit")
@pytest.mark.parametrize(("row", "y", "leaves"), [
    ({"core": True}, 0.5, True), ({"core": True}, 0.75, False), ({"core": False}, 0.5, False),
    ({"core": True}, 47.5, False), ({"core": True, "state": "dead"}, 0.5, False),
])  # fmt: skip
def test_who_leaves_with_the_core(bench: Any, row: dict[str, Any], y: float, leaves: bool) -> None:
    b, _ = hive(bench)
    a, foe = b.add(0, "pathfinder", 24, y), b.add(1, "advent-trooper", 25, y)
    b.game.models.set(a, **row)
    b.engage(a, foe)
    end_of_move(b.game, a)
    assert (b.model(a).state == "left", b.model(a).objectives, b.game.result is not None) == (leaves, leaves, leaves)
    assert b.model(foe).engaged == (() if leaves else (a,))


@rule("xcx.missions.hive-nests")
def test_a_gnasher_crawls_out_on_the_side_of_the_nearest_player(bench: Any) -> None:
    b, _ = hive(bench)
    b.add(0, "volunteer", 10.5, 10)
    b.add(2, "gnasher", 12.5, 25)
    hatch(b.game, "o2")
    assert b.model("n2").here == (10.5, 23.0)
    assert b.model("n2").number == 2


@rule("xcx.missions.hive-nests")
def test_closing_a_nest_scores_and_nothing_hatches_there(bench: Any) -> None:
    b, _ = hive(bench)
    a = b.add(0, "volunteer", 9, 24.5)
    b.add(1, "advent-trooper", 40, 40)
    on_interact(b.game, a, "o2")
    assert (b.game.things["o2"].holder, b.game.things["o2"].gone, b.model(a).objectives) == (0, True, 1)
    b.play(Round(2), draws=[0])
    assert sum(m.unit == "gnasher" for m in b.game.models.values()) == 1


@rule("xcx.missions.hive-maw")
@pytest.mark.parametrize("mode", ["inches", "square", "hex"])
def test_the_maw_rises_in_the_middle_three_away_from_everybody(bench: Any, mode: str) -> None:
    b = bench(mode, mission="heart-of-the-hive", size=48)
    maw(b.game)
    field = field_of(b.game)
    middle = (24.0, top(b.game) / 2 if mode == "hex" else 24.0)
    at = b.model("n1").here
    assert math.dist(at, middle) <= (0.0 if mode == "inches" else 1.0)
    c = bench(mode, mission="heart-of-the-hive", size=48)
    a = c.add(0, "volunteer", *middle)
    maw(c.game)
    assert distance_between(field, c.model(a), c.model("n1")) == pytest.approx(3, abs=0.01)


@rule("xcx.missions.wiped-out")
@pytest.mark.parametrize(("mission", "things", "left", "points"), [
    ("broken-convoy", ("container", "container"), ("volunteer", "bulwark"), 2),
    ("broken-convoy", ("container", "terminal"), ("volunteer",), 1),
    ("broken-convoy", ("container",), ("bulwark",), 0),  # nobody can search
    ("open-line", ("terminal", "terminal"), ("strider", "signalist"), 6),
    ("open-line", ("terminal", "terminal"), ("strider",), 0),  # nobody can hack, none is held
    ("open-line", ("terminal", "derelict"), ("signalist",), 3),
    ("attrition", ("container",), ("volunteer",), 0),
])  # fmt: skip
def test_who_is_left_collects_what_its_models_can(
    bench: Any, mission: str, things: tuple[str, ...], left: tuple[str, ...], points: int
) -> None:
    b = bench(mission=mission, size=48)
    for k, kind in enumerate(things):
        b.thing(kind, 10 + 5 * k, 24)
    for k, unit in enumerate(left):
        b.add(0, unit, 10 + 5 * k, 10)
    b.game.note(round=4)
    harvest(b.game, 0)
    assert b.game.now.points == (points, 0)


@rule("xcx.missions.wiped-out")
@pytest.mark.parametrize(("side", "unit", "points"), [(0, "volunteer", 2), (0, "gremlin", 0), (1, "strider", 2)])
def test_civilians_that_are_left(bench: Any, side: int, unit: str, points: int) -> None:
    b = bench(mission="exodus", size=48)
    b.add(3, "civilian", 20, 20)
    b.add(side, unit, 30, 30)
    harvest(b.game, side)
    assert b.game.now.points[side] == points


@rule("xcx.missions.wiped-out")
def test_held_terminals_count_for_whoever_holds_them_even_without_a_hacker(bench: Any) -> None:
    b = bench(mission="open-line", size=48)
    b.thing("terminal", 10, 24)
    b.thing("terminal", 20, 24)
    b.game.things.set("o1", holder=1)
    b.add(1, "strider", 30, 30)
    b.game.note(round=1)
    harvest(b.game, 1)
    assert b.game.now.points == (0, 5)  # rounds 2 to 6


@rule("xcx.missions.convoy-carry", "xcx.missions.points")
def test_what_is_carried_home_counts(bench: Any) -> None:
    b = bench(mission="broken-convoy")
    a, fallen = b.add(0, "volunteer", 10, 10), b.add(0, "volunteer", 14, 10)
    foe = b.add(1, "advent-trooper", 30, 30)
    b.game.models.set(a, finds=("nothing", "sidearm", "supplies"))
    b.game.models.set(fallen, finds=("sidearm",), state="dead")
    b.game.models.set(foe, finds=("sidearm",) * 3)
    b.game.note(round=6)
    b.play(RoundEnd(6))
    assert (b.game.now.points, b.game.result.winners) == ((2, 3), (1,))


@rule("xcx.missions.concede")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_side_that_concedes_has_lost(bench: Any, seat: int) -> None:
    b = bench()
    b.add(0, "volunteer", 10, 10)
    b.add(1, "advent-trooper", 30, 30)
    b.play(RoundEnd(1))
    assert b.match.concede(seat) == []
    now = b.match.game.now
    assert (b.match.game.result.winners, now.winner, now.conceded, now.over) == ((1 - seat,), 1 - seat, seat, True)
