"""Chapter `missions`: the six missions, and the end."""

from __future__ import annotations

import math
from typing import Any

import pytest

from xenotable.engine import Moved
from xenotable.games.xcx.rules.bag.dice import dice
from xenotable.games.xcx.rules.charging import chargeable
from xenotable.games.xcx.rules.content import versus
from xenotable.games.xcx.rules.damage.consequences import die
from xenotable.games.xcx.rules.missions.end import reward_cards
from xenotable.games.xcx.rules.missions.hive import end_of_move, hatch, maw
from xenotable.games.xcx.rules.missions.points import harvest
from xenotable.games.xcx.rules.missions.tasks import on_interact, workable
from xenotable.games.xcx.rules.missions.zones import in_zone
from xenotable.games.xcx.rules.movement.positions import mobility
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.terrain.ground import field_of, top
from xenotable.games.xcx.scenes import Activation, Round, RoundEnd, Turn
from xenotable.games.xcx.title import GAME
from xenotable.table import Circle

rule = pytest.mark.rule


def kill(b: Any, id: str, by: str = "") -> None:
    for _ in die(b.game, id, by):
        raise AssertionError("nothing is asked")


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
    from xenotable.games.xcx.rules.shooting.shots import aims, shot_refusals, shots

    game = GAME.new(versus("exodus", 750))
    assert sum(m.unit == "civilian" for m in game.models.values()) == 6
    b, civilian, a, hunter = exodus(bench)
    assert ("coil-rifle", civilian) not in shots(b.game, hunter, "fire")
    assert not chargeable(b.game, hunter, civilian)
    assert ("coil-rifle", civilian) in aims(b.game, hunter)  # closed for now, not hidden
    refused = [r.rule for r in shot_refusals(b.game, hunter, "coil-rifle", civilian, "fire")]
    assert refused == ["missions.exodus-roles"]
    b.game.note(round=2)
    assert chargeable(b.game, hunter, civilian)
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


@rule("xcx.missions.exodus-panic")
def test_civilians_wait_for_a_protector_beside_them(bench: Any) -> None:
    b, civilian, protector, _ = exodus(bench)  # 1 Range away
    far = b.add(3, "civilian", 25, 20)
    b.play(RoundEnd(1), draws=[0])
    assert b.model(civilian).here == (20.0, 20.0)
    assert b.model(far).here != (25.0, 20.0)
    b.game.models.set(protector, x=22.1)
    b.game.note(round=1)
    b.play(RoundEnd(1), draws=[0])
    assert b.model(civilian).here == (20.0, 24.0)


@rule("xcx.missions.exodus-engaging-civilians")
def test_charging_a_civilian(bench: Any) -> None:
    b, civilian, _, hunter = exodus(bench)
    b.game.note(round=2)
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


@rule("xcx.missions.exodus-panic")
def test_civilians_run_from_the_lowest_number_of_those_equally_near(bench: Any) -> None:
    b, civilian, _, hunter = exodus(bench)  # 7 away, to the south
    b.game.models.set("a1", x=40.0)
    assert b.model(hunter).here == (20.0, 12.0)
    for n in range(9):
        b.add(1, "advent-trooper", 5, 2 + 2 * n)
    tenth = b.add(1, "advent-trooper", 12, 20)  # 7 away, to the west; "b10" or later stands before "b2" in no book
    b.game.models.set(hunter, x=1.0, y=30.0)
    second = b.add(1, "advent-trooper", 40, 2)
    assert (b.model(tenth).number, b.model(second).number) == (11, 12)
    b.game.models.set("b2", x=20.0, y=28.0)  # to the north
    b.play(RoundEnd(1), draws=[0])
    assert b.model(civilian).here == (20.0, 16.0)


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
