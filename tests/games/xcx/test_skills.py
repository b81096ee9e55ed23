"""Chapter `skills`: [Computer Use], [Interact], [Search], [Mindspin] and control."""

from __future__ import annotations

from typing import Any

import pytest

from xenotable.games.xcx.rules.bag.dice import dice, ready
from xenotable.games.xcx.rules.modifiers.tables import aim
from xenotable.games.xcx.rules.play.models import seat_of
from xenotable.games.xcx.rules.shooting.shots import shot_refusals
from xenotable.games.xcx.rules.skills.attempts import attempt_refusals, attempts
from xenotable.games.xcx.rules.skills.control import expire, release, take_control
from xenotable.games.xcx.rules.skills.performing import perform, roll_find
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.scenes import Shooting

rule = pytest.mark.rule


def refused(b: Any, id: str, skill: str, target: str) -> list[str]:
    return [r.rule for r in attempt_refusals(b.game, id, (skill, target))]


@rule("xcx.skills.adjacent", "xcx.skills.search", "xcx.missions.objects", "xcx.tests.value-zero-means-none")
def test_reach_and_skill(bench: Any) -> None:
    b = bench(mission="broken-convoy")
    box = b.thing("container", 13, 10)
    a, spark = b.add(0, "volunteer", 11, 10), b.add(0, "spark", 13, 13)
    assert refused(b, a, "search", box) == []
    b.game.models.set(a, x=10.8)
    assert refused(b, a, "search", box) == ["skills.adjacent"]
    assert "tests.value-zero-means-none" in refused(b, spark, "search", box)
    b.game.models.set(a, x=11.0)
    b.order(a, "down", [4, 4, 1], skill=("search", box))
    assert b.game.things[box].gone
    assert b.model(a).finds == ("nothing",)


@rule("xcx.skills.test-needed", "xcx.skills.no-modifiers")
def test_a_failed_attempt_changes_nothing(bench: Any) -> None:
    b = bench(mission="broken-convoy")
    box = b.thing("container", 12, 10)
    a = b.add(0, "volunteer", 10, 10)
    b.add(1, "advent-trooper", 10, 20, watch=True)
    b.order(a, "down", [5, 5], skill=("search", box))
    assert not b.game.things[box].gone
    assert ("search", box) in attempts(b.game, a)


FINDS = [(2, 0, "supplies"), (5, 3, "scattergun"), (4, 9, "field-dressing"), (6, 1, "weave-vest")]


@rule("xcx.skills.search-table", "xcx.skills.search-find")
@pytest.mark.parametrize(("face", "rank", "find"), FINDS)
def test_the_search_table(bench: Any, face: int, rank: int, find: str) -> None:
    from xenotable.games.xcx.scenes import Order

    b = bench(mission="broken-convoy")
    box = b.thing("container", 12, 10)
    a = b.add(0, "volunteer", 10, 10)
    b.play(Order(a, "down"), dice=[1, 1, face], draws=[rank] if rank else [], answers={"skill": ("search", box)})
    assert b.model(a).finds == (find,)


@rule("xcx.skills.computer-use-targets", "xcx.special.machine")
def test_what_can_be_hacked(bench: Any) -> None:
    b = bench(mission="open-line")
    terminal = b.thing("terminal", 12, 10)
    a, own = b.add(0, "signalist", 10, 10), b.add(0, "gremlin", 10, 12)
    drone, trooper = b.add(1, "lens-drone", 10, 8), b.add(1, "advent-trooper", 12, 8)
    assert refused(b, a, "computer_use", terminal) == []
    assert refused(b, a, "computer_use", drone) == []
    assert "skills.computer-use-targets" in refused(b, a, "computer_use", own)
    assert "skills.computer-use-targets" in refused(b, a, "computer_use", trooper)


@rule("xcx.skills.hack-terminal")
def test_a_hacked_terminal_changes_hands(bench: Any) -> None:
    b = bench(mission="open-line")
    terminal = b.thing("terminal", 12, 10)
    a = b.add(0, "signalist", 10, 10)
    b.order(a, "down", [4, 4], skill=("computer_use", terminal))
    assert b.game.things[terminal].holder == 0
    assert refused(b, a, "computer_use", terminal) == ["skills.hack-terminal"]


@rule("xcx.special.hacker")
def test_a_hacker_works_at_twelve(bench: Any) -> None:
    b = bench(mission="open-line")
    terminal = b.thing("terminal", 10, 23)
    a = b.add(0, "signalist", 10, 10)
    assert refused(b, a, "computer_use", terminal) == []
    b.game.models.set(a, y=9.9)
    assert refused(b, a, "computer_use", terminal) == ["skills.adjacent"]
    c = bench(mission="open-line").terrain("impassable", 8, 15, 4, 2)
    terminal = c.thing("terminal", 10, 20)
    hidden = c.add(0, "signalist", 10, 10)
    assert refused(c, hidden, "computer_use", terminal) == ["skills.adjacent"]


@rule("xcx.skills.hack-shutdown", "xcx.bag.forced-activation")
def test_a_hacked_machine_shuts_down_and_loses_its_die(bench: Any) -> None:
    b = bench()
    a, drone = b.add(0, "signalist", 10, 10), b.add(1, "lens-drone", 10, 12)
    b.order(a, "down", [3, 4], skill=("computer_use", drone))
    assert b.model(drone).down
    assert dice(b.game)[1] == (1, 0)


@rule("xcx.skills.hack-override", "xcx.skills.control-start", "xcx.skills.control-separation")
def test_a_great_hack_may_override(bench: Any) -> None:
    b = bench()
    a, drone = b.add(0, "signalist", 10, 10), b.add(1, "lens-drone", 10, 12)
    b.order(a, "down", [2, 2], skill=("computer_use", drone), override=True)
    assert (b.model(drone).side, b.model(drone).owner, b.model(drone).caster) == (0, 1, a)
    assert b.model(a).controls == drone


@rule("xcx.skills.hack-derelict", "xcx.missions.line-derelicts")
def test_a_derelict_joins(bench: Any) -> None:
    b = bench(mission="open-line")
    wreck = b.thing("derelict", 13, 10)
    a = b.add(0, "signalist", 10, 10, activated=True)
    b.order(a, "down", [4, 4], skill=("computer_use", wreck))
    spark = b.model("a2")
    assert (spark.unit, spark.side, spark.here) == ("spark", 0, (13.0, 10.0))
    assert dice(b.game)[0] == (0, 0)  # its die enters with the next round
    assert b.game.kits["a2"].faction == ""


@rule("xcx.special.weak-minded")
def test_weak_minded_models_only_search(bench: Any) -> None:
    b = bench(mission="open-line")
    terminal, box = b.thing("terminal", 12, 10), b.thing("container", 8, 10)
    a = b.add(1, "advent-trooper", 10, 10, {"ups": ()})
    assert "special.weak-minded" in refused(b, a, "computer_use", terminal)
    assert refused(b, a, "search", box) == []
    c = bench(mission="cut-the-spire", factions=("ADVENT", "XCX"))
    site, trooper = c.thing("site", 11, 10, 2, 2), c.add(0, "advent-trooper", 10, 10)
    assert profile_of(c.game, trooper).skill("interact") == 6
    assert refused(c, trooper, "interact", site) == ["special.weak-minded"]  # nothing else stands against it


@rule("xcx.skills.interact", "xcx.missions.spire-plant")
def test_interact_does_what_the_mission_says(bench: Any) -> None:
    b = bench(mission="cut-the-spire")
    site = b.thing("site", 11, 10, 2, 2)
    a = b.add(0, "volunteer", 10, 10)
    b.order(a, "down", [4, 4], skill=("interact", site))
    assert b.game.now.planter == a


# ---- Mindspin --------------------------------------------------------------------------------------------------------


def spun(bench: Any, effect: list[int], **more: Any) -> tuple[Any, str, str]:
    b = bench(factions=("ADVENT", "XCX"))
    a, t = b.add(0, "thinling", 10, 10, activated=True), b.add(1, "breacher", 10, 14, **more)
    b.play(Shooting(a, "fire"), dice=[4, 4, *effect], answers={"attack": ("mindspin", t)})
    return b, a, t


@rule("xcx.skills.mindspin-to-hit", "xcx.special.unstable")
def test_the_value_of_mindspin(bench: Any) -> None:
    b = bench().terrain("soft", 8, 16.2, 4, 0.9)
    a, t = b.add(0, "seer", 10, 9), b.add(1, "advent-trooper", 10, 18)
    assert aim(b.game, a, t, "mindspin", "fire").value == 10 + 1 - 1 - 2


@rule("xcx.skills.mindspin-as-shooting", "xcx.skills.mindspin-machines", "xcx.overwatch.no-sniper-no-psi")
def test_where_mindspin_cannot_be_used(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX"))
    a, t, drone = b.add(0, "thinling", 10, 10), b.add(1, "volunteer", 10, 14), b.add(1, "gremlin", 12, 14)

    def why(target: str, manner: str) -> list[str]:
        return [r.rule for r in shot_refusals(b.game, a, "mindspin", target, manner)]

    assert why(t, "fire") == why(t, "advance") == []
    assert why(t, "react") == ["overwatch.no-sniper-no-psi"]
    assert why(t, "free") == ["skills.mindspin-as-shooting"]
    assert why(drone, "fire") == ["skills.mindspin-machines"]


@rule("xcx.skills.mindspin-no-damage", "xcx.skills.mindspin-disorientation", "xcx.skills.mindspin-table")
def test_disorientation(bench: Any) -> None:
    b, _, t = spun(bench, [3, 4])
    m = b.model(t)
    assert (m.wounds, m.markers, m.down, m.activated) == (5, 1, True, False)


@rule("xcx.skills.mindspin-panic", "xcx.skills.mindspin-panic-timing")
def test_panic(bench: Any) -> None:
    b, _, t = spun(bench, [1, 1], down=False, watch=True)
    assert b.model(t).here == (10.0, 24.0)
    assert (b.model(t).watch, b.model(t).activated) == (False, False)


@rule("xcx.skills.mindspin-panic", "xcx.movement.forced")
def test_whoever_panics_with_a_monster_at_its_back_stays_in_contact_with_it(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX"))
    a, t, maw = b.add(0, "thinling", 10, 4), b.add(1, "volunteer", 10, 12), b.add(2, "brood-maw", 10, 13.5)
    b.engage(t, maw)
    b.game.models.set(t, down=True)
    b.shoot(a, t, "mindspin", [1, 1, 1, 1])
    assert any("panics" in line for line in b.log)
    assert b.model(t).here == (10.0, 12.0)  # it cannot run through it
    assert not b.model(t).down
    assert (b.model(t).engaged, b.model(maw).engaged) == ((maw,), (t,))


@rule("xcx.skills.control-start", "xcx.skills.control-caster-locked", "xcx.skills.control-next-round")
def test_mind_control_and_the_dice(bench: Any) -> None:
    b, a, t = spun(bench, [6, 5])
    own, other = b.add(0, "advent-trooper", 20, 10), b.add(1, "volunteer", 20, 20)
    assert (b.model(t).side, b.model(t).activated) == (0, True)
    assert dice(b.game) == ((0, 1), (1, 1), (2, 0))  # the owner's die for it is gone
    for i in b.game.models:
        b.game.models.set(i, activated=False)
    b.game.note(round=2)
    assert ready(b.game, 0) == [t, own]  # never the caster
    assert dice(b.game) == ((0, 2), (1, 1), (2, 0))
    assert ready(b.game, 1) == [other]
    assert b.model(a).controls == t


@rule("xcx.skills.control-acts", exercises=["skills.control-start", "suppression.test"])
def test_a_controlled_model_is_commanded_by_the_other_side(bench: Any) -> None:
    b, _, t = spun(bench, [6, 5])
    friend = b.add(1, "volunteer", 10, 20)
    b.game.models.set(t, activated=False)
    b.game.note(round=2)
    assert seat_of(b.game, t) == 0
    b.activate(t, [2, 2, 6, 6, 1, 1], order="fire", attack=("autocannon", friend))
    assert b.model(friend).markers == 0  # the WILL test came first (markers: 1), then two to-hit tests
    assert "tests WILL" in "".join(b.log)
    assert profile_of(b.game, t).xcx


@rule("xcx.skills.control-ends")
def test_control_lasts_to_the_end_of_the_next_round(bench: Any) -> None:
    b, a, t = spun(bench, [6, 6])
    expire(b.game)
    assert b.model(t).side == 0
    b.game.note(round=2)
    expire(b.game)
    assert (b.model(t).side, b.model(t).caster, b.model(a).controls) == (1, "", "")


def second_round(b: Any) -> None:
    for i in b.game.models:
        b.game.models.set(i, activated=False)
    b.game.note(round=2)


def kill(b: Any, id: str) -> None:
    from xenotable.games.xcx.rules.damage.consequences import die

    for _ in die(b.game, id):
        raise AssertionError("nothing is asked")


@rule("xcx.skills.control-caster-dies")
def test_the_caster_dies(bench: Any) -> None:
    b, a, t = spun(bench, [6, 6])
    second_round(b)
    kill(b, a)
    assert (b.model(t).side, b.model(t).activated) == (1, True)
    assert dice(b.game) == ((0, 0), (1, 0), (2, 0))


@rule("xcx.skills.control-victim-dies")
@pytest.mark.parametrize(("acted", "left"), [(False, 1), (True, 0)])
def test_the_controlled_model_dies(bench: Any, acted: bool, left: int) -> None:
    b, a, t = spun(bench, [6, 6])
    second_round(b)
    b.game.models.set(t, activated=acted)
    kill(b, t)
    assert dice(b.game)[0] == (0, left)  # the caster may act with its die, if that is still in the bag
    assert b.model(a).controls == ""
    assert b.game.now.points == (1, 0)  # the kill counts against the owner


@rule("xcx.skills.control-by-owner")
def test_its_own_side_frees_it(bench: Any) -> None:
    b = bench(factions=("XCX", "ADVENT"))
    seer, t = b.add(0, "seer", 10, 10, activated=True), b.add(0, "breacher", 10, 14)
    thief = b.add(1, "thinling", 14, 14)
    take_control(b.game, thief, t, "skills.control-start")
    second_round(b)
    b.play(Shooting(seer, "fire"), dice=[2, 2, 6, 6], answers={"attack": ("mindspin", t)})
    assert (b.model(t).side, b.model(t).activated) == (0, True)
    assert b.model(seer).controls == ""
    assert ready(b.game, 1) == [thief]


def test_a_caster_that_changes_sides_lets_go(bench: Any) -> None:
    b = bench(factions=("XCX", "ADVENT"))
    seer, t = b.add(0, "seer", 10, 10), b.add(1, "advent-trooper", 10, 14)
    thief = b.add(1, "thinling", 14, 14)
    take_control(b.game, seer, t, "skills.control-start")
    take_control(b.game, thief, seer, "skills.control-start")
    assert (b.model(t).side, b.model(seer).side) == (1, 1)
    release(b.game, seer)
    assert b.model(seer).side == 0


@rule("xcx.skills.hack-derelict")
def test_a_derelict_woken_by_a_controlled_hacker_obeys_its_master(bench: Any) -> None:
    b = bench(mission="open-line")
    wreck = b.thing("derelict", 13, 10)
    a, caster = b.add(0, "signalist", 10, 10), b.add(1, "thinling", 20, 20)
    b.game.note(round=2)
    take_control(b.game, caster, a, "skills.control-start")
    b.order(a, "down", [4, 4], skill=("computer_use", wreck))
    assert (b.model("b2").unit, b.model("b2").side, seat_of(b.game, "b2")) == ("spark", 1, 1)


@rule("xcx.skills.control-start")
def test_a_model_won_over_this_round_acts_for_nobody_even_with_an_added_die(bench: Any) -> None:
    from xenotable.games.xcx.rules.bag.rounds import ready_again

    b = bench(ai=(False, True))
    a, caster, other = b.add(0, "volunteer", 10, 10), b.add(1, "thinling", 20, 20), b.add(1, "advent-trooper", 25, 25)
    take_control(b.game, caster, a, "skills.control-start")
    for i in (caster, other):
        b.game.models.set(i, activated=True)
    b.game.note(spare=(0, 1))
    assert ready_again(b.game, 1) == [other]
    b.game.note(round=2)
    assert a in ready_again(b.game, 1)


@rule("xcx.damage.death")
def test_nobody_is_credited_with_a_comrade(bench: Any) -> None:
    b = bench()
    a, friend = b.add(0, "volunteer", 10, 10), b.add(0, "volunteer", 10, 15, wounds=1)
    caster, foe = b.add(1, "thinling", 20, 20), b.add(1, "advent-trooper", 14, 10, wounds=1)
    b.shoot(a, foe, "patrol-rifle", [1, 1, 1, 1])
    assert b.model(a).kills == 1
    take_control(b.game, caster, a, "skills.control-start")
    b.shoot(a, friend, "patrol-rifle", [1, 1, 1, 1])
    assert b.model(friend).state == "dead"
    assert b.model(a).kills == 1


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("xcx.skills.mindspin-as-shooting", "xcx.shooting.max-range", "xcx.tests.value-zero-means-none")
def test_at_whom_mindspin_may_be_aimed(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX")).terrain("impassable", 20, 9, 1, 2)
    a, t, friend = b.add(0, "thinling", 10, 10), b.add(1, "volunteer", 10, 29), b.add(0, "advent-trooper", 14, 14)

    def why(who: str, target: str) -> list[str]:
        return [r.rule for r in shot_refusals(b.game, who, "mindspin", target, "fire")]

    assert why(a, t) == []  # exactly 18
    b.game.models.set(t, y=29.5)
    assert why(a, t) == ["shooting.max-range"]
    b.game.models.set(t, y=28.0)
    assert why(friend, t) == ["tests.value-zero-means-none", "shooting.max-range"]
    assert why(a, friend) == ["shooting.target-legal"]
    b.game.models.set(t, x=25.0, y=10.0)  # behind the wall
    assert why(a, t) == ["shooting.target-legal"]
    b.game.models.set(t, x=10.0, y=20.0)
    b.engage(t, friend)
    assert why(a, t) != []
    b.game.models.set(friend, engaged=())
    b.game.models.set(t, engaged=())
    foe = b.add(1, "volunteer", 11, 10)
    b.engage(a, foe)
    assert why(a, t) != []


@rule("xcx.skills.mindspin-to-hit", "xcx.skills.mindspin-disorientation")
def test_mindspin_on_the_move_and_what_disorientation_ends(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX"))
    a, t = b.add(0, "thinling", 10, 10), b.add(1, "breacher", 10, 14, watch=True)
    assert aim(b.game, a, t, "mindspin", "fire").value == 10
    assert aim(b.game, a, t, "mindspin", "advance").value == 9
    b.shoot(a, t, "mindspin", [4, 4, 3, 4])
    assert (b.model(t).down, b.model(t).watch) == (True, False)


@rule("xcx.skills.control-start", "xcx.skills.control-separation", "xcx.missions.spire-lost")
def test_what_a_change_of_sides_ends(bench: Any) -> None:
    b = bench(mission="cut-the-spire")
    a, foe = b.add(0, "volunteer", 10, 10, watch=True), b.add(1, "advent-trooper", 11, 10)
    caster = b.add(1, "thinling", 20, 20)
    b.engage(a, foe)
    b.game.note(planter=a)
    take_control(b.game, caster, a, "skills.control-start")
    row = b.model(a)
    assert (row.side, row.watch, row.activated, row.engaged, b.model(foe).engaged) == (1, False, True, (), ())
    assert (row.caster, row.until, b.model(caster).controls, b.game.now.planter) == (caster, 2, a, "")
    b.game.models.set(a, watch=True, activated=False)
    other = b.add(0, "volunteer", 9, 10)
    b.engage(a, other)
    b.game.note(planter=a)
    release(b.game, a)
    row = b.model(a)
    assert (row.side, row.watch, row.activated, row.engaged, row.until) == (0, False, True, (), 0)
    assert (b.model(other).engaged, b.game.now.planter) == ((), "")
    before = b.model(foe)
    release(b.game, foe)  # whom nobody controls is as it was
    assert b.model(foe) == before


@rule("xcx.skills.control-ends")
def test_a_chain_of_control_falls_with_its_middle(bench: Any) -> None:
    b = bench()
    seer, thief = b.add(0, "seer", 10, 10), b.add(1, "thinling", 14, 14)
    t = b.add(1, "advent-trooper", 10, 14)
    take_control(b.game, thief, seer, "skills.control-start")
    take_control(b.game, seer, b.add(0, "volunteer", 18, 10), "skills.control-start")
    b.game.note(round=2)
    expire(b.game)
    assert [m.side for m in b.game.models.values()] == [0, 1, 1, 0]
    assert [m.controls for m in b.game.models.values()] == ["", "", "", ""]
    assert t


@rule("xcx.skills.control-victim-dies")
def test_a_death_that_has_nothing_to_do_with_control_ends_none(bench: Any) -> None:
    b, a, t = spun(bench, [6, 6])
    kill(b, b.add(1, "volunteer", 20, 20))
    assert (b.model(t).side, b.model(a).controls) == (0, t)
    kill(b, t)
    assert (b.model(a).controls, b.model(t).side) == ("", 1)


@rule("xcx.skills.used-on-down", "xcx.skills.computer-use-targets")
def test_who_cannot_use_a_skill(bench: Any) -> None:
    b = bench(mission="open-line")
    line = b.thing("terminal", 13, 10)
    a, foe = b.add(0, "volunteer", 11, 10), b.add(1, "advent-trooper", 10, 10)
    assert refused(b, a, "computer_use", line) == []
    assert refused(b, a, "computer_use", foe) == ["skills.computer-use-targets"]
    b.engage(a, foe)
    assert refused(b, a, "computer_use", line) == ["skills.used-on-down"]
    weak = b.add(0, "gremlin", 13, 12)
    box = b.thing("site", 15, 12)
    assert "tests.value-zero-means-none" in refused(b, weak, "interact", box)


@rule("xcx.skills.hack-derelict", "xcx.missions.line-derelicts")
def test_a_woken_derelict_is_no_object_any_more(bench: Any) -> None:
    b = bench(mission="open-line")
    wreck = b.thing("derelict", 13, 10)
    b.add(0, "volunteer", 30, 30)
    a = b.add(0, "signalist", 10, 10)
    b.order(a, "down", [4, 4], skill=("computer_use", wreck))
    assert (b.game.things[wreck].gone, b.game.now.gone, b.model("a3").number) == (True, (wreck,), 3)
    assert (b.model("a3").here, b.model("a3").activated) == ((13.0, 10.0), True)
    assert b.game.things[wreck].holder not in (0, 1)
    assert b.model(a).objectives == 1


@rule("xcx.skills.test-needed", "xcx.skills.used-on-down")
@pytest.mark.parametrize(("dice_", "ai", "ask", "side"), [
    ([2, 2], False, "override", 1), ([2, 3], False, "", 1), ([2, 2], True, "", 0),
])  # fmt: skip
def test_a_great_hack_offers_the_override(bench: Any, dice_: list[int], ai: bool, ask: str, side: int) -> None:
    b = bench(ai=(ai, False))
    a, drone = b.add(0, "signalist", 10, 10), b.add(1, "lens-drone", 10, 12, watch=True)  # 9: half is 4
    flow = perform(b.game, a, ("computer_use", drone))
    asked = list[str]()
    said: Any = None
    try:
        while True:
            found = flow.send(said)
            asked.append(found.key)
            said = found.counts(dice_) if found.key == "skill" else True
    except StopIteration:
        pass
    assert asked == ["skill", *([ask] if ask else [])]
    assert b.model(drone).side == (0 if dice_ == [2, 2] else side)
    assert not b.model(drone).watch


@rule("xcx.skills.search", "xcx.skills.search-find")
def test_a_search_is_an_objective_and_every_rank_can_be_drawn(bench: Any) -> None:
    b = bench(mission="broken-convoy")
    box = b.thing("container", 12, 10)
    a = b.add(0, "volunteer", 10, 10)
    b.order(a, "down", [1, 1, 2], skill=("search", box))
    assert (b.model(a).objectives, b.model(a).finds) == (1, ("supplies",))
    flow = roll_find(b.game, 0)
    roll = next(flow)
    draw = flow.send(roll.counts([5]))
    assert draw.bag == [(rank, 4) for rank in range(1, 11)]
