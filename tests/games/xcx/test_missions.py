"""Chapter `missions`: before the battle, the six missions, and the end."""

from __future__ import annotations

from typing import Any

import pytest

from xenotable.engine import Moved, Placed
from xenotable.games.xcx.rules.bag.dice import dice
from xenotable.games.xcx.rules.content import versus
from xenotable.games.xcx.rules.damage.consequences import die
from xenotable.games.xcx.rules.missions.end import reward_cards
from xenotable.games.xcx.rules.missions.objects import mission_objects
from xenotable.games.xcx.rules.missions.zones import deploy_refusals
from xenotable.games.xcx.rules.movement.positions import mobility
from xenotable.games.xcx.rules.play.simulation import fought_by_cards
from xenotable.games.xcx.scenes import Activation, Leaders, RollOff, Round, RoundEnd, Turn
from xenotable.games.xcx.title import GAME

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
    from xenotable.games.xcx.rules.missions.hive import hatch
    from xenotable.games.xcx.rules.missions.tasks import on_interact

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
