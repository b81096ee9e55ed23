"""Chapter "moving": maximum movement, paths, separation, the edges of the table."""

import pytest

from games.rampant.skirmish import Skirmish, hits, rules, way
from xenotable.engine import Moved, Placed
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.detachment.profiles import profile
from xenotable.games.rampant.rules.moving.allowance import allowance
from xenotable.games.rampant.rules.moving.move_order import manner_refusals
from xenotable.games.rampant.rules.moving.paths import carry_out
from xenotable.games.rampant.rules.play.conventions import circle
from xenotable.games.rampant.scenes import Combined, Moving, Orders
from xenotable.games.rampant.state import Entry
from xenotable.games.rampant.title import GAME


def march(kind, *bought, at=(24, 24)):
    battle = Skirmish()
    uid = battle.put(0, kind, at, *bought)
    return battle, uid


MAXIMUM = {
    "moving.max-12": (12, ("lesser-xenomorph", "soft-skin-vehicle")),
    "moving.max-10": (10, ("greater-xenomorph", "transport-vehicle")),
    "moving.max-8": (8, ("elite", "light", "berserk", "primitive", "recon", "fighting-vehicle")),
    "moving.max-6": (6, ("heavy", "support", "militia")),
}


@pytest.mark.parametrize(
    ("kind", "far"),
    [
        pytest.param(kind, far, marks=pytest.mark.rule(f"rampant.{id}"))
        for id, (far, kinds) in MAXIMUM.items()
        for kind in kinds
    ],
)
def test_a_move_goes_as_far_as_the_maximum_and_no_farther(kind, far):
    battle, uid = march(kind, at=(24, 10))
    battle.start(Moving(uid)).go(**({"manner": "move"} if "prone" in battle.game.profile[uid].has else {}))
    assert battle.why_not(way(uid, (24, 10 + far + 0.1))) == {"moving.action"}
    battle.go(move=way(uid, (24, 10 + far)))
    assert battle.place(uid) == (24, 10 + far)


def test_every_type_has_its_maximum_in_one_list():
    listed = {kind: far for far, kinds in MAXIMUM.values() for kind in kinds}
    assert {kind: row.max_move for kind, row in content().units.items()} == listed


@pytest.mark.rule("rampant.moving.mobile-and-slow", "rampant.xeno.slow", "rampant.options.mobile")
def test_mobile_adds_four_slow_takes_two_and_nothing_goes_below_two():
    assert profile(Entry("a", "heavy", ("mobile",))).max_move == 10
    assert profile(Entry("a", "lesser-xenomorph", (), ("slow",))).max_move == 10
    rig = ("big-rig", "bolted-plates", "seats-15")
    assert profile(Entry("a", "soft-skin-vehicle", rig)).max_move == 6
    assert profile(Entry("a", "soft-skin-vehicle", (*rig, "walker"), ("slow",))).max_move == 2


@pytest.mark.rule("rampant.moving.action")
def test_a_move_never_ends_in_contact_and_may_stay():
    battle, uid = march("light", at=(24, 10))
    foe = battle.put(1, "heavy", (24, 18))  # 5 in away
    battle.start(Moving(uid)).go(manner="move")
    assert battle.why_not(way(uid, (32.1, 10))) == {"moving.action"}  # 8.1 in
    assert battle.why_not(way(uid, (24, 15))) == {"moving.separation"}
    assert not battle.why_not(way(uid, (24, 14)))
    assert not battle.why_not({"paths": {}})
    battle.go(move=way(uid, (24, 14)))
    assert battle.place(uid) == (24, 14)
    assert battle.unit(foe).strength == 5


@pytest.mark.rule("rampant.moving.path-cost", "rampant.terrain.rough-moving")
def test_rough_ground_costs_twice_and_a_path_may_bend():
    battle = Skirmish()
    battle.land("bog", 0, 27, 48, 40)
    uid = battle.put(0, "light", (24, 24))
    battle.start(Moving(uid)).go(manner="move")
    assert not battle.why_not(way(uid, (24, 27), (24, 29.5)))  # 3 open, 2.5 rough: 8
    assert battle.why_not(way(uid, (24, 29.6))) == {"moving.action"}
    assert not battle.why_not(way(uid, (28, 24), (28, 20)))
    assert battle.why_not(way(uid, (28, 24), (28, 19.9))) == {"moving.action"}


@pytest.mark.rule("rampant.moving.separation", "rampant.moving.column")
def test_one_inch_from_everybody_all_the_way():
    battle = Skirmish()
    uid = battle.put(0, "light", (24, 10), "mobile")
    left, right = battle.put(0, "light", (21, 15)), battle.put(1, "light", (27, 15))  # 3 in between the edges
    battle.start(Moving(uid)).go(manner="move")
    assert not battle.why_not(way(uid, (24, 20)))  # the column passes with 1 in to either side
    assert battle.why_not(way(uid, (24, 15))) == {"moving.separation"}  # but the footprint does not fit there
    assert battle.why_not(way(uid, (24.2, 15), (24, 20))) == {"moving.separation"}
    assert battle.why_not(way(uid, (21, 20))) == {"moving.separation"}  # straight through a friend
    assert left < right


def test_a_vehicle_is_checked_with_its_whole_footprint():
    for gap, legal in ((6.0, True), (5.9, False)):
        battle = Skirmish()
        truck = battle.put(0, "soft-skin-vehicle", (24, 8))
        battle.put(1, "light", (24 - gap / 2 - 1.5, 14))
        battle.put(1, "light", (24 + gap / 2 + 1.5, 14))
        battle.start(Moving(truck)).go()
        assert (battle.why_not(way(truck, (24, 20))) == set()) is legal


@pytest.mark.rule("rampant.moving.start-too-close", exercises=["moving.separation"])
def test_who_starts_too_close_may_only_go_away():
    battle = Skirmish()
    uid = battle.put(0, "light", (24, 10))
    battle.put(1, "light", (24, 13.5))  # a gap of 0.5 in
    battle.start(Moving(uid)).go(manner="move")
    assert battle.why_not(way(uid, (24, 10.1))) == {"moving.separation"}
    assert not battle.why_not(way(uid, (24, 9.8)))


@pytest.mark.rule("rampant.moving.no-facing")
def test_only_vehicles_turn():
    battle = Skirmish()
    squad, truck = battle.put(0, "light", (10, 10)), battle.put(0, "soft-skin-vehicle", (30, 10), facing=90.0)
    battle.start(Moving(squad), Moving(truck))
    battle.go(manner="move", move=[way(squad, (14, 10)), way(truck, (34, 10))])
    assert battle.unit(squad).facing == 90.0
    assert battle.unit(truck).facing == 0.0


@pytest.mark.rule("rampant.moving.table-edge")
def test_passengers_leave_with_their_vehicle():
    battle = Skirmish("break-the-line")
    truck = battle.put(0, "soft-skin-vehicle", (20, 44), facing=90.0)
    squad = battle.put(0, "light", where="aboard", inside=truck)
    battle.put(0, "light", (5, 5))
    battle.put(1, "light", (40, 30))
    battle.start(Moving(truck)).go(manner="exit:north")
    assert (battle.unit(truck).gone, battle.unit(squad).gone) == ("exited", "exited")
    assert battle.of_side(0).exited == (truck, squad)
    assert battle.of_side(0).removed == 0
    assert not list(GAME.invariants(battle.game))


@pytest.mark.rule("rampant.moving.table-edge")
@pytest.mark.parametrize(("y", "out"), [(42, True), (40.1, False)])
def test_a_unit_leaves_aslant_where_the_straight_way_is_barred(y, out):
    battle = Skirmish("break-the-line").now(attacker=0)
    runner = battle.put(0, "light", (24, y))
    battle.put(1, "heavy", (23, 46.5))
    battle.start(Moving(runner))
    assert ("exit:north" in battle.options()) is out


@pytest.mark.rule("rampant.moving.table-edge", "rampant.scenarios.break-the-line")
def test_nobody_leaves_but_where_the_scenario_says_so():
    battle = Skirmish("break-the-line")
    raider = battle.put(0, "light", (20, 44))
    guard = battle.put(1, "light", (40, 44))
    battle.put(0, "light", (5, 5))
    battle.start(Moving(raider), Moving(guard)).go()
    assert "exit:north" in battle.options()
    assert "exit:east" not in battle.options()
    battle.go(manner="exit:north")
    assert battle.unit(raider).gone == "exited"
    assert battle.of_side(0).removed == 0
    assert battle.of_side(0).exited == (raider,)
    assert "exit:north" not in battle.options()  # the Defender's turn to move: no way out
    battle.go(manner="move")
    assert battle.why_not(way(guard, (47, 44))) == {"moving.table-edge"}


@pytest.mark.rule("rampant.moving.move-alternatives", "rampant.specials.prone")
def test_a_move_may_be_used_in_other_ways():
    battle = Skirmish()
    house = battle.land("house", 22, 14, 26, 17)
    light = battle.put(0, "light", (24, 10))
    truck = battle.put(0, "soft-skin-vehicle", (30, 10), "seats-5")
    battle.start(Moving(light)).go()
    assert set(battle.options()) == {"move", "prone", f"enter:{house}", f"board:{truck}"}
    battle.go(manner="prone")
    assert battle.unit(light).prone


def test_leaden_limbs_halve_what_a_move_may_cost():
    from xenotable.games.rampant.state import Spell

    battle = Skirmish()
    spell = Spell("leaden-limbs", "b1", "end", 0)
    heavy = battle.put(0, "heavy", (24, 24), spells=(spell,))
    berserk = battle.put(0, "berserk", (10, 24), spells=(spell,))
    battle.put(1, "light", (24, 40), "psychic:1", powers=("leaden-limbs",))
    assert allowance(battle.game, heavy) == 3.0
    assert allowance(battle.game, berserk) == 8.0


# ---- ways to use a Move, at their limits -----------------------------------------------------------------------------


@pytest.mark.rule("rampant.specials.prone", "rampant.scenarios.envoy-carrying", "rampant.xeno.blink")
def test_which_ways_to_use_a_move_are_closed():
    battle = Skirmish("the-envoy")
    far = battle.land("house", 40, 40, 44, 44)
    squad, blinker = battle.put(0, "light", (22, 10)), battle.put(0, "light", (10, 10), "blink")
    truck = battle.put(0, "transport-vehicle", (40, 10))
    battle.now(carrier=blinker)
    for unit, manner, share, order, refused in (
        (squad, "prone", 1.0, "move", set()),
        (squad, "prone", 0.5, "skirmish", {"specials.prone"}),
        (squad, "prone", 1.0, "advance", {"specials.prone"}),
        (squad, "move", 0.5, "skirmish", set()),
        (blinker, "blink", 1.0, "move", {"scenarios.envoy-carrying"}),
        (squad, "blink", 1.0, "move", set()),
        (squad, "blink", 0.5, "skirmish", {"xeno.blink"}),
        (squad, "blink", 1.0, "advance", {"xeno.blink"}),
        (squad, f"enter:{far}", 1.0, "move", {"terrain.building-enter"}),
        (squad, f"board:{truck}", 1.0, "move", {"vehicles.board"}),
    ):
        assert rules(manner_refusals(battle.game, unit, manner, share, order)) == refused, (manner, order)


@pytest.mark.rule("rampant.specials.prone")
def test_who_advances_and_fires_does_not_go_to_ground_in_between():
    battle = Skirmish()
    scouts, foe = battle.put(0, "light", (24, 10), "gyro-mounts"), battle.put(1, "heavy", (24, 24))
    near = battle.land("house", 28, 8, 32, 12)
    battle.start(Orders(0)).roll(6, 6, *hits(0)).go(unit=scouts, order="advance", part=["shoot", "move"], target=foe)
    assert battle.asked == "manner"
    assert battle.options() == ["move", f"enter:{near}"]
    assert battle.why_not("prone") == {"specials.prone"}


@pytest.mark.rule("rampant.specials.skirmish")
@pytest.mark.parametrize(
    ("row", "at", "asked"), [({}, (24, 10), "part"), ({"suppressed": True}, (24, 10), ""), ({}, (24, 8), "")]
)
def test_a_skirmish_goes_on_unless_the_answer_drove_it_back(row, at, asked):
    battle = Skirmish()
    recon = battle.put(0, "recon", (24, 10), **row)
    battle.put(1, "heavy", (24, 44))
    battle.start(Combined(recon, "skirmish", False, True, *map(float, at))).go()
    assert battle.asked == asked


@pytest.mark.rule("rampant.specials.skirmish", "rampant.vehicles.advance-and-fire")
def test_the_parts_of_a_combined_order():
    for kind, way_, rule, budget in (
        ("recon", "skirmish", "specials.skirmish", 4.0),
        ("fighting-vehicle", "advance", "vehicles.advance-and-fire", 8.0),
    ):
        battle = Skirmish()
        unit = battle.put(0, kind, (24, 10))
        battle.put(1, "heavy", (24, 22))
        battle.start(Combined(unit, way_)).go()
        assert (battle.asked, battle.ask.rule) == ("part", rule)
        assert [battle.ask.has_odds(part) for part in ("move", "shoot", "done")] == [False, True, False]
        battle.go(part="move")
        if battle.asked == "manner":
            battle.go(manner="move")
        assert battle.ask.pieces[0].budget == budget
        battle.go(move=way(unit, (24, 12)))
        assert battle.asked == "part"
        assert battle.why_not("move") == {rule}


@pytest.mark.rule("rampant.specials.skirmish")
def test_who_is_rooted_only_shoots_in_a_skirmish():
    battle = Skirmish()
    recon, foe = battle.put(0, "recon", (24, 10), "rooted"), battle.put(1, "heavy", (24, 20))
    battle.start(Combined(recon, "skirmish")).go()
    assert battle.why_not("move") == {"xeno.rooted"}
    assert battle.why_not("shoot") == set()
    alone = Skirmish()
    recon, foe = alone.put(0, "recon", (24, 10), "rooted"), alone.put(1, "heavy", (24, 44))
    alone.start(Combined(recon, "skirmish")).go()
    assert alone.asked == ""
    assert alone.unit(foe).strength == 5


@pytest.mark.rule("rampant.vehicles.leave")
def test_who_gets_out_moves_on():
    battle = Skirmish()
    truck = battle.put(0, "transport-vehicle", (24, 24))
    squad = battle.put(0, "light", where="aboard", inside=truck)
    battle.put(1, "heavy", (4, 44))
    battle.start(Moving(squad)).go(manner="leave", door=Placed({squad: (24.0, 27.5)}), move=way(squad, (24, 30)))
    assert battle.place(squad) == (24, 30)
    assert battle.unit(squad).moved == 2.5


@pytest.mark.rule("rampant.moving.no-facing", "rampant.vehicles.driving")
def test_only_vehicles_face_somewhere():
    for kind, path, mode, facing, after in (
        ("transport-vehicle", [], "", {"a1": 45.0}, 45.0),
        ("transport-vehicle", [], "", {}, 10.0),
        ("light", [], "", {"a1": 45.0}, 10.0),
        ("light", [(24.0, 28.0)], "", {"a1": 45.0}, 10.0),
        ("transport-vehicle", [(24.0, 28.0)], "", {}, 90.0),
        ("transport-vehicle", [(24.0, 28.0)], "reverse", {}, 270.0),
        ("transport-vehicle", [(24.0, 22.0)], "reverse", {}, 90.0),
        ("transport-vehicle", [(24.0, 28.0), (24.0, 28.0)], "", {}, 10.0),
        ("transport-vehicle", [(24.0, 28.0)], "", {"a1": 45.0}, 45.0),
    ):
        battle = Skirmish()
        unit = battle.put(0, kind, (24, 24), facing=10.0, prone=kind == "light")
        carry_out(battle.game, unit, circle(battle.game, unit), Moved({unit: tuple(path)}, mode, facing))
        assert battle.unit(unit).facing == after, (kind, path, mode)
        assert battle.unit(unit).prone is (kind == "light" and not path)


@pytest.mark.rule("rampant.moving.separation")
def test_a_move_too_close_to_somebody_names_whom():
    battle = Skirmish()
    unit, foe = battle.put(0, "light", (24, 10)), battle.put(1, "light", (24, 17))
    battle.start(Moving(unit)).go(manner="move")
    _, found = battle.match.check(0, way(unit, (24, 13.5)), "move")
    assert [(r.rule, r.args["other"]) for r in found] == [("moving.separation", foe)]
