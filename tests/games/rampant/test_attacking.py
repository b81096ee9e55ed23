"""Chapter "attacking": close combat, whom and where, tests and retreats, Storm."""

import math

import pytest

from driver import numbers
from games.rampant.positions import fight, meet
from games.rampant.skirmish import Skirmish, claim, hits, rules, way
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.attacking.targets import attack_refusals
from xenotable.games.rampant.scenes import Attack
from xenotable.games.rampant.state import Spell

# ---- whom and where --------------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.attacking.sequence")
def test_an_attack_from_target_to_courage():
    battle = Skirmish()
    pack, light = battle.face_off(("lesser-xenomorph",), ("light",), 8.0)
    battle.roll(*hits(6, face=4), *hits(3, face=5))
    battle.roll(6, 3, 3)  # the Light Infantry lost more: one die at -3 = 3, fails; then the pack: 6 - 1 = 5
    battle.start(Attack(pack)).go(target=light, contact=way(pack, (24, 12)))
    assert (battle.unit(light).strength, battle.unit(pack).strength) == (2, 4)
    told = battle.told()
    assert told.index("Light Infantry b1 fails its Courage test: 3") < told.index("Lesser Xenomorphs a1 passes")
    assert battle.unit(light).suppressed
    assert battle.place(light) == pytest.approx((24, 19), abs=0.01)
    assert battle.place(pack) == (24, 12)  # the enemy has gone: nobody else retreats


@pytest.mark.rule("rampant.attacking.target")
def test_a_target_must_be_seen():
    battle = Skirmish()
    pack, enemy = battle.face_off(("lesser-xenomorph",), ("light",), 5.0)
    battle.land("spires", 22, 7.5, 26, 8.5)
    assert "attacking.target" in rules(attack_refusals(battle.game, pack, enemy))


@pytest.mark.rule("rampant.xeno.flying-attack")
def test_who_flies_is_attacked_only_by_who_flies():
    battle = Skirmish()
    berserk, lances = battle.face_off(("berserk",), ("elite", "flying"), 5.0)
    wings = battle.put(0, "elite", (30, 4), "flying")
    assert rules(attack_refusals(battle.game, berserk, lances)) == {"xeno.flying-attack"}
    assert not rules(attack_refusals(battle.game, wings, lances))
    assert not rules(attack_refusals(battle.game, lances, berserk))


@pytest.mark.parametrize(
    ("kind", "gap", "bog", "legal"),
    [
        claim("attacking.reach", "lesser-xenomorph", 8.0, (7, 12), True),
        ("heavy", 4.0, (5, 8), False),
        claim("attacking.reach", "heavy", 4.0, (5, 6), True),
    ],
)
def test_terrain_counts_on_the_way(kind, gap, bog, legal):
    battle = Skirmish()
    battle.land("bog", 10, bog[0], 38, bog[1])
    attacker, enemy = battle.face_off((kind,), ("light",), gap)
    assert rules(attack_refusals(battle.game, attacker, enemy)) == (set() if legal else {"attacking.reach"})


@pytest.mark.rule("rampant.attacking.reach")
def test_a_third_unit_keeps_its_inch():
    battle = Skirmish()
    attacker, enemy = battle.face_off(("light",), ("light",), 6.0)
    for x in (19.6, 28.4):  # 1.4 in from the enemy's rim on either side
        battle.put(1, "light", (x, 13))
    for x in (19.6, 24.0, 28.4):
        battle.put(0, "light", (x, 17.5))
    assert not rules(attack_refusals(battle.game, attacker, enemy))
    for x in (20.5, 27.5):  # two more before it: 4 in between their rims, but the footprint must fit at the end
        battle.put(1, "light", (x, 9.5))
    assert rules(attack_refusals(battle.game, attacker, enemy)) == {"attacking.reach"}


@pytest.mark.rule("rampant.attacking.contact")
def test_the_attacker_stops_touching():
    battle = Skirmish()
    attacker, enemy = battle.put(0, "light", (24, 10)), battle.put(1, "light", (24, 18))
    battle.start(Attack(attacker)).go(target=enemy)
    assert battle.asked == "contact"
    assert "attacking.contact" in battle.why_not(way(attacker, (24, 14)))
    assert "attacking.contact" in battle.why_not(way(attacker, (24, 15.5)))
    assert "moving.action" in battle.why_not(way(attacker, (16, 12), (24, 15)))
    battle.roll(*hits(0), *hits(0)).go(contact=way(attacker, (24, 15)))
    assert battle.unit(attacker).moved == 5.0


# ---- tests and retreats ----------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.attacking.courage")
def test_only_losses_are_tested_not_hits():
    battle, _, b = fight(("heavy",), ("heavy",), 3, 2, 6, 6)
    battle.go()
    assert battle.told().count("Courage test") == 1
    assert "b1 passes its Courage test: 11" in battle.told()
    assert battle.unit(b).strength == 4


@pytest.mark.rule("rampant.attacking.courage-order")
@pytest.mark.parametrize(("attack", "defend", "first"), [(6, 3, "b1"), (3, 3, "a1"), (3, 6, "a1")])
def test_who_lost_more_tests_first(attack, defend, first):
    battle, _, _ = fight(("heavy",), ("heavy",), attack, defend, 6, 6, 6, 6)
    battle.go()
    told = battle.told()
    other = {"a1": "b1", "b1": "a1"}[first]
    assert told.index(f"{first} passes its Courage") < told.index(f"{other} passes its Courage")


@pytest.mark.rule("rampant.attacking.still-in-contact")
def test_nobody_retreats_from_the_dead():
    battle, a, b = meet(("heavy",), ("heavy",))
    battle.rows[b] |= {"strength": 2}
    battle.roll(*hits(6, face=6), *hits(5, of=5, face=6), 6, 6).go()
    assert battle.unit(b).gone == "destroyed"
    assert "retreats" not in battle.told()
    assert battle.place(a)[1] == 17
    assert battle.unit(a).strength == 4


@pytest.mark.rule("rampant.attacking.loser", "rampant.attacking.loser-not-suppressed")
def test_who_lost_more_retreats_without_a_marker():
    battle, a, b = fight(("light",), ("light",), 4, 2, 6, 6, 6, 6)
    battle.go()
    assert battle.place(b) == pytest.approx((24, 24), abs=0.01)
    assert battle.place(a) == (24, 17)
    assert not battle.unit(b).suppressed


@pytest.mark.rule("rampant.courage.fail-already-suppressed")
def test_a_suppressed_defender_that_fails_loses_one_more():
    battle, a, b = meet(("heavy",), ("heavy",))
    battle.rows[b] |= {"suppressed": True}
    battle.roll(*hits(3, face=6), *hits(3, face=6), 6, 6, 2, 2).go()  # attacker passes; 4 - 1 = 3 fails
    assert battle.unit(b).strength == 3
    assert battle.place(b)[1] == pytest.approx(23, abs=0.01)
    assert battle.place(a)[1] == 17


@pytest.mark.rule("rampant.attacking.tie")
@pytest.mark.parametrize(("n", "dice"), [(0, ()), (6, (6, 6, 6, 6))])
def test_a_tie_sends_the_attacker_back(n, dice):
    battle, a, b = fight(("heavy",), ("heavy",), n, n, *dice)
    battle.go()
    assert battle.place(a)[1] == pytest.approx(14, abs=0.01)
    assert battle.place(b)[1] == 20
    assert not battle.unit(a).suppressed


@pytest.mark.rule("rampant.attacking.loser-not-suppressed")
def test_a_suppressed_loser_retreats_and_stays_suppressed():
    battle, _, b = meet(("heavy",), ("heavy",))
    battle.rows[b] |= {"suppressed": True}
    battle.roll(*hits(6, face=6), *hits(0), 6, 6).go()
    assert battle.place(b)[1] == pytest.approx(23, abs=0.01)
    assert battle.unit(b).suppressed
    assert battle.unit(b).strength == 3


@pytest.mark.rule("rampant.attacking.blocked-retreat")
def test_a_blocked_loser_takes_casualties():
    battle, _, b = fight(("light",), ("light",), 2, 0, 6, 6, 3, 6)
    battle.land("chasm", 0, 23.5, 48, 40)  # 2 in behind its rim
    battle.go(fan="left")  # 45 degrees: 2.83 in of 4, so 2 dice
    assert battle.unit(b).strength == 3
    assert battle.unit(b).gone == ""


# ---- Storm -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.attacking.storm")
@pytest.mark.parametrize(("kind", "far"), [("light", 3.0), ("heavy", 2.0)])
def test_the_winner_may_storm(kind, far):
    battle, a, _ = fight(("light",), (kind,), 3, 0, 6, 6)
    battle.land("scrub", 10, 19, 40, 21)
    battle.go(storm=True)
    assert battle.place(a)[1] - 17 == pytest.approx(far, abs=0.0011)  # the very last point that leaves 1 in


@pytest.mark.rule("rampant.attacking.storm")
def test_a_destroyed_enemy_leaves_its_place():
    battle, a, b = meet(("light",), ("light",))
    battle.land("scrub", 10, 19, 40, 21)
    battle.rows[b] |= {"strength": 1}
    battle.roll(*hits(2, face=6), *hits(0, of=5)).go(storm=True)
    assert battle.place(a) == pytest.approx((24, 20), abs=0.01)


@pytest.mark.rule("rampant.attacking.storm")
def test_who_should_have_retreated_but_was_hemmed_in_does_not_storm():
    for courage, asked in (((6, 6), "storm"), ((1, 2, 6, 6, 6, 6), "")):
        battle, a, b = meet(("light",), ("light",))
        battle.land("scrub", 10, 19, 40, 21)
        battle.land("chasm", 0, 0, 48, 15.5)  # at its back: nowhere to go
        battle.rows[b] |= {"strength": 1}
        battle.roll(*hits(2, face=6), *hits(2, of=5, face=6), *courage).go(**({} if asked else {"retreat": "away"}))
        assert battle.unit(b).gone == "destroyed"
        assert battle.place(a) == pytest.approx((24, 17), abs=0.01)
        assert battle.unit(a).suppressed is not bool(asked)
        assert battle.asked == asked


@pytest.mark.rule("rampant.attacking.no-pursuit")
def test_in_the_open_the_winner_stays():
    battle, a, _ = fight(("light",), ("light",), 2, 0, 6, 6)
    battle.go()
    assert battle.asked == ""
    assert battle.place(a) == (24, 17)


@pytest.mark.rule("rampant.attacking.no-pursuit")
def test_vehicles_do_not_storm():
    battle, _, _ = fight(("fighting-vehicle",), ("light",), 2, 0, 6, 6)
    battle.land("scrub", 10, 19, 40, 21)
    battle.go()
    assert battle.asked == ""
    plain, a, _ = fight(("light",), ("light",), 2, 0, 6, 6)
    plain.go()
    assert plain.asked == ""
    assert plain.place(a) == (24, 17)


# ---- who may attack whom, at the limits ------------------------------------------------------------------------------


@pytest.mark.rule("rampant.attacking.reach")
def test_an_enemy_just_out_of_reach_says_how_far():
    for gap in (8.0, 8.5):
        battle = Skirmish()
        attacker, enemy = battle.face_off(("light",), ("light",), gap)
        found = list(attack_refusals(battle.game, attacker, enemy))
        assert [r.args.get("over") for r in found] == ([pytest.approx(0.5)] if gap > 8 else [])


@pytest.mark.rule("rampant.psychic.veil")
def test_who_is_veiled_cannot_be_attacked_from_beyond_twelve_inches():
    for gap, refused in ((12.0, set()), (12.5, {"attacking.reach", "psychic.veil"})):
        battle = Skirmish()
        pack, enemy = battle.face_off(("lesser-xenomorph",), ("light",), gap)
        battle.rows[enemy] |= {"spells": (Spell("veil", "b1", "end", 1),)}
        assert rules(attack_refusals(battle.game, pack, enemy)) == refused


@pytest.mark.rule("rampant.attacking.target", "rampant.xeno.flying-attack")
def test_no_attack_goes_out_of_a_building_and_none_flies_into_one():
    battle = Skirmish()
    house = battle.land("house", 22, 22, 26, 25)
    inside = battle.put(0, "light", where="inside", inside=house, x=24.0, y=23.5)
    wings, walkers = battle.put(1, "elite", (24, 19), "flying"), battle.put(1, "light", (24, 28))
    assert rules(attack_refusals(battle.game, inside, walkers)) == {"attacking.target"}
    assert rules(attack_refusals(battle.game, wings, inside)) == {"xeno.flying-attack"}
    assert rules(attack_refusals(battle.game, walkers, inside)) == set()


@pytest.mark.rule("rampant.roster.dash", "rampant.specials.no-assault")
def test_a_dash_and_no_assault_are_reasons_of_their_own():
    for field in ("attack", "attack_value"):
        with numbers(content().units["heavy"], **{field: 0}):
            battle = Skirmish()
            dash, guns = battle.put(0, "heavy", (20, 10)), battle.put(0, "support", (28, 10))
            enemy, light = battle.put(1, "light", (24, 14)), battle.put(0, "light", (24, 8))
            assert rules(attack_refusals(battle.game, dash, enemy)) == {"roster.dash"}
            assert rules(attack_refusals(battle.game, guns, enemy)) == {"specials.no-assault"}
            assert rules(attack_refusals(battle.game, light, enemy)) == set()


@pytest.mark.rule("rampant.attacking.contact")
def test_the_way_into_contact_does_not_lead_through_the_target():
    battle = Skirmish()
    pack, enemy = battle.put(0, "lesser-xenomorph", (24, 10)), battle.put(1, "light", (24, 16))
    battle.start(Attack(pack)).go(target=enemy)
    assert battle.why_not(way(pack, (24, 19))) == {"attacking.contact"}
    assert battle.why_not(way(pack, (24, 13))) == set()


@pytest.mark.rule("rampant.attacking.contact")
def test_a_click_beside_the_target_is_the_contact_nearest_to_it():
    battle = Skirmish()
    pack, enemy = battle.put(0, "lesser-xenomorph", (24, 10)), battle.put(1, "light", (24, 18))
    battle.start(Attack(pack)).go(target=enemy)
    ends = {x: battle.ask.toward(pack, (x, 18.0), "").paths[pack][-1] for x in (18.0, 30.0)}
    assert ends[18.0][0] < 22.5
    assert ends[30.0][0] > 25.5
    assert all(math.dist(end[:2], (24, 18)) == pytest.approx(3.0, abs=0.01) for end in ends.values())
