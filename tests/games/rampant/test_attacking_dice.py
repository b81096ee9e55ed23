"""Chapter "attacking": dice, values and Armour of a fight, on both sides."""

import pytest

from driver import numbers
from games.rampant.positions import fight, meet
from games.rampant.skirmish import Skirmish, claim, hits
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.attacking.values import attack_armour, attack_blow, building_armour, fight_value
from xenotable.games.rampant.rules.terrain.fighting import rough_sides
from xenotable.games.rampant.scenes import Melee

# ---- dice, values, Armour --------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.attacking.values", "rampant.attacking.losses")
def test_attack_value_against_defence_value():
    battle, a, b = meet(("greater-xenomorph",), ("heavy",))
    battle.roll(3, 3, 2, 6, 1, 1, 1, 1, 1, 1)  # 3 hits at 3+: one point of Armour 3
    battle.roll(5, 4, 6, 1, 5, 5, 1, 1, 1, 1)  # 4 hits at 5+: one point of Armour 4
    battle.roll(4, 1, 5, 5).go()
    assert (battle.unit(a).strength, battle.unit(b).strength) == (4, 4)


@pytest.mark.rule("rampant.attacking.losses")
def test_remaining_hits_are_wasted():
    battle, a, b = fight(("light",), ("light",), 7, 1, 6)
    battle.go()
    assert (battle.unit(b).strength, battle.unit(a).strength) == (2, 5)


@pytest.mark.parametrize(
    ("strength", "dice"),
    [
        pytest.param((5, 3), (10, 10), marks=pytest.mark.rule("rampant.attacking.dice-full")),
        pytest.param((2, 3), (5, 10), marks=pytest.mark.rule("rampant.attacking.dice-half")),
        pytest.param((3, 1), (10, 5), marks=pytest.mark.rule("rampant.attacking.dice-half")),
    ],
)
def test_dice_are_counted_before_losses(strength, dice):
    battle, a, b = meet(("heavy",), ("heavy",))
    battle.rows[a] |= {"strength": strength[0]}
    battle.rows[b] |= {"strength": strength[1]}
    battle.roll(*hits(0, of=dice[0]), *hits(0, of=dice[1])).go()
    assert [e.value for e in battle.match.tape if e.kind == "roll"] == [(1,) * dice[0], (1,) * dice[1]]


@pytest.mark.rule("rampant.attacking.suppressed-sixes", "rampant.suppression.hits-on-six")
def test_the_suppressed_hit_on_six():
    battle, a, b = meet(("light",), ("elite",))
    battle.rows[b] |= {"suppressed": True}
    battle.roll(*hits(0), 6, 5, 4, 4, 6, 1, 2, 3, 5, 5, 4, 4).go()
    assert "Elite Infantry b1 scores 2" in battle.told()
    assert battle.unit(a).strength == 4


@pytest.mark.rule("rampant.terrain.rough-dash")
def test_rough_ground_does_not_help_the_suppressed_nor_those_without_a_value():
    battle, a, b = meet(("support",), ("heavy",))
    battle.land("woods", 10, 10, 40, 40)
    battle.rows[b] |= {"suppressed": True}
    ground = rough_sides(battle.game, a, b, False)
    assert fight_value(battle.game, b, False, ground) == 6
    assert fight_value(battle.game, a, True, ground) == 0


ARMOUR = [
    ("attacking.armour-order", ("elite", "powered-edges"), ("heavy",), ("wall", 10, 18.2, 40, 18.2), 3 + 1 - 1),
    ("attacking.armour-order", ("elite", "powered-edges"), ("heavy",), ("woods", 10, 10, 40, 40), 2 - 1),
    ("specials.powered-edges", ("elite", "powered-edges"), ("elite",), None, 3),
    ("attacking.armour-order", ("elite", "powered-edges"), ("primitive",), None, 1),
    ("specials.powered-edges", ("lesser-xenomorph", "powered-edges"), ("heavy",), None, 2),
    ("specials.breaching", ("elite", "breaching"), ("fighting-vehicle",), None, 3),
    ("specials.breaching", ("elite", "breaching"), ("fighting-vehicle",), ("bog", 10, 10, 40, 40), 1),
    ("specials.vehicle", ("elite", "breaching"), ("heavy",), None, 3),
    ("specials.breaching", ("fighting-vehicle",), ("transport-vehicle",), None, 2),
    ("specials.breaching", ("fighting-vehicle",), ("elite", "titan-plate"), None, 2),
    ("specials.ranger", ("light",), ("elite",), ("woods", 10, 10, 40, 40), 4),
    ("terrain.rough-fighting", ("light",), ("heavy",), ("woods", 10, 10, 40, 40), 2),
    ("terrain.rough-fighting", ("light",), ("militia",), ("woods", 10, 10, 40, 40), 2),
    ("terrain.cover-not-in-attacks", ("light",), ("heavy",), ("scrub", 10, 10, 40, 40), 3),
    ("terrain.obstacle-defence", ("light",), ("heavy",), ("wall", 10, 18.2, 40, 18.2), 4),
    ("attacking.armour-order", ("light",), ("heavy",), ("wire", 10, 18.2, 40, 18.2), 3),
    ("options.hide-armour", ("light",), ("primitive", "hide-armour"), None, 2),
    ("options.titan-plate", ("elite", "breaching"), ("elite", "titan-plate"), None, 2),
]


@pytest.mark.parametrize(
    ("mine", "theirs", "land", "armour"),
    [pytest.param(*a[1:], marks=pytest.mark.rule(f"rampant.{a[0]}"), id=f"{a[0]}-{i}") for i, a in enumerate(ARMOUR)],
)
def test_armour_of_the_defender(mine, theirs, land, armour):
    battle, a, b = meet(mine, theirs)
    if land:
        battle.land(*land)
    ground = rough_sides(battle.game, a, b, False)
    assert attack_armour(battle.game, b, a, True, ground, False) == armour
    rough = land and land[0] in ("woods", "bog")
    if rough and "ranger" not in battle.game.profile[b].has:
        assert fight_value(battle.game, b, False, ground) == fight_value(battle.game, b, True, ground) == 5


@pytest.mark.rule("rampant.specials.powered-edges")
def test_a_tank_uses_its_edges_on_infantry():
    battle, a, b = meet(("fighting-vehicle",), ("heavy",))
    assert attack_blow(battle.game, a, b, True, rough_sides(battle.game, a, b, False), False).armour == 2
    other, a, b = meet(("fighting-vehicle",), ("soft-skin-vehicle",))
    assert attack_blow(other.game, a, b, True, rough_sides(other.game, a, b, False), False).armour == 1


@pytest.mark.parametrize(
    ("wood", "armour"),
    [
        claim("terrain.rough-who", (10, 18.6, 40, 30), (2, 2)),
        claim("terrain.rough-who", (10, 10, 40, 18.4), (2, 3)),
        ((10, 30, 40, 40), (3, 3)),
    ],
)
def test_who_goes_in_after_the_enemy_fights_on_its_ground(wood, armour):
    battle, a, b = meet(("heavy",), ("heavy",))  # centres at y=17 and y=20
    battle.land("woods", *wood)
    ground = rough_sides(battle.game, a, b, False)
    found = (
        attack_armour(battle.game, a, b, False, ground, False),
        attack_armour(battle.game, b, a, True, ground, False),
    )
    assert found == armour


@pytest.mark.rule("rampant.specials.prone")
@pytest.mark.parametrize(("theirs", "value"), [(("light", "full-squad"), 5), (("primitive",), 6), (("heavy",), 5)])
def test_the_prone_defend_badly(theirs, value):
    battle, a, b = meet(("elite",), theirs)
    battle.rows[b] |= {"prone": True}
    assert fight_value(battle.game, b, False, rough_sides(battle.game, a, b, False)) == value


@pytest.mark.rule("rampant.xeno.monofilament")
def test_monofilament_sixes_count_twice():
    battle, _a, b = meet(("elite", "monofilament"), ("elite",))
    battle.roll(6, 6, 5, 4, 1, 1, 2, 2, 3, 3, *hits(0), 5, 5).go()
    assert "a1 scores 6 hits" in battle.told()
    assert battle.unit(b).strength == 4


@pytest.mark.rule("rampant.xeno.undying-hits")
def test_the_undying_round_up_in_attacks():
    battle, _, b = fight(("light",), ("light", "undying"), 3, 0, 6, 6)
    battle.go()
    assert battle.unit(b).strength == 3


@pytest.mark.parametrize(("tier", "dice", "lost"), [claim("xeno.deflector", 3, (5, 1), 1), (2, (), 2)])
def test_only_the_third_deflector_works_in_attacks(tier, dice, lost):
    battle, _, b = fight(("elite",), ("heavy", f"deflector:{tier}"), 6, 0, *dice, 6, 6)
    battle.go()
    assert battle.unit(b).strength == 5 - lost


@pytest.mark.parametrize(
    ("strength", "took", "gave", "left"), [claim("xeno.infectious", 12, 2, 1, 11), (15, 0, 1, 15), (12, 0, 0, 12)]
)
def test_the_infectious_regain_a_point(strength, took, gave, left):
    battle, a, _b = meet(("militia", "throng", "undying", "infectious"), ("primitive",))
    battle.rows[a] |= {"strength": strength}
    battle.roll(*hits(gave, face=6), *hits(took, face=6))
    if took:
        battle.roll(6, 6)
    if gave:
        battle.roll(6, 6)
    battle.go()
    assert battle.unit(a).strength == left


@pytest.mark.rule("rampant.xeno.stunners-attack")
def test_stunned_points_decide_who_retreats():
    battle, a, b = meet(("heavy", "stunners"), ("heavy",))
    battle.roll(*hits(6, face=6), *hits(3, face=6), 6, 6, 6, 6).go(stun="stun")  # enemy tests at -4: 8
    assert (battle.unit(a).strength, battle.unit(b).strength) == (4, 5)
    assert "Courage test: 8 against 4" in battle.told()
    assert battle.place(b)[1] == pytest.approx(23, abs=0.01)  # 2 against 1: it retreats 3 in
    assert not battle.unit(b).suppressed


@pytest.mark.rule("rampant.xeno.stunners")
def test_stunning_that_would_cost_nothing_is_not_tested():
    battle, a, _ = meet(("heavy", "stunners"), ("heavy",))
    battle.roll(*hits(2, face=6), *hits(0)).go(stun="stun")
    assert "Courage" not in battle.told()
    assert battle.place(a)[1] == pytest.approx(14, abs=0.01)  # 0 and 0: the attacker retreats


# ---- both sides of a fight -------------------------------------------------------------------------------------------


def dice_thrown(battle):
    return [(e.key, e.seat) for e in battle.match.tape if e.kind == "roll"]


@pytest.mark.rule("rampant.attacking.values", "rampant.xeno.deflector")
def test_each_side_throws_its_own_dice_and_deflects_its_own_losses():
    battle, a, b = meet(("heavy", "deflector:3"), ("heavy", "deflector:3"))
    battle.roll(*hits(6, face=6), *hits(3, face=6), 1, 5, 1, 6, 6, 6, 6).go()
    assert dice_thrown(battle)[:4] == [("hit", 0), ("hit", 1), ("deflect", 1), ("deflect", 0)]
    assert (battle.unit(a).strength, battle.unit(b).strength) == (4, 4)


@pytest.mark.rule("rampant.terrain.building-strikes-back", "rampant.xeno.deflector")
def test_the_other_side_throws_for_the_masonry():
    battle = Skirmish()
    shack = battle.land("shack", 22, 34, 26, 37)
    uid = battle.put(0, "heavy", (24, 32.5), "deflector:3")
    battle.start(Melee(uid, shack)).roll(*hits(0), 5, 6, 5, 1, 2, 1, 6, 6).go()
    assert dice_thrown(battle) == [("hit", 0), ("hit", 1), ("deflect", 0), ("courage", 0)]


@pytest.mark.rule("rampant.terrain.building-profile", "rampant.specials.breaching")
def test_a_building_is_breached_like_a_vehicle():
    battle = Skirmish()
    bunker, shack = battle.land("bunker", 22, 34, 26, 37), battle.land("shack", 2, 34, 4, 36)
    armour = {b: battle.game.buildings[b].armour for b in (bunker, shack)}
    for b, printed in armour.items():
        found = [building_armour(battle.game, b, r) for r in ("", "breaching", "powered-edges")]
        assert found == [printed, printed // 2, printed - 1]
    with numbers(content().terrain["shack"], armour=1):
        weak = Skirmish()
        hut = weak.land("shack", 2, 34, 4, 36)
        assert [building_armour(weak.game, hut, r) for r in ("", "breaching", "powered-edges")] == [1, 1, 1]


@pytest.mark.rule("rampant.specials.one-reduction")
def test_only_who_has_two_rules_against_armour_is_asked():
    battle, _, _ = meet(("fighting-vehicle",), ("transport-vehicle",))  # both rules; Powered Edges alone
    battle.roll(*hits(2, face=6), *hits(6, face=6), 6, 6, 6, 6).go(reduction="breaching")
    assert [e.key for e in battle.match.tape].count("reduction") == 1
    assert [battle.unit(u).strength for u in ("a1", "b1")] == [4, 4]  # Armour 6 - 1 and 5 / 2
    plain, _, b = meet(("fighting-vehicle",), ("heavy",))  # infantry is not breached, and has no such rule itself
    plain.roll(*hits(2, face=6), *hits(0), 6, 6).go()
    assert plain.unit(b).strength == 4
    assert "reduction" not in [e.key for e in plain.match.tape]


@pytest.mark.rule("rampant.specials.prone")
def test_who_lies_prone_defends_badly_and_attacks_as_ever():
    for prone, defence in ((False, 4), (True, 5)):
        battle, a, b = meet(("elite",), ("heavy",))
        battle.rows[a] |= {"prone": prone}
        ground = rough_sides(battle.game, a, b, False)
        assert fight_value(battle.game, a, False, ground) == defence
        assert fight_value(battle.game, a, True, ground) == 4


@pytest.mark.parametrize(
    ("bought", "countered", "total"),
    [((), True, 4), (("dreadful",), False, 4), claim("xeno.dreadful", ("dreadful",), True, 3)],
)
def test_a_dreadful_target_frightens_its_attacker_only_with_a_counter_charge(bought, countered, total):
    battle, a, b = meet(("heavy",), ("heavy", *bought))
    battle.roll(*hits(0), *hits(3, face=6), 3, 2).start(Melee(a, b, countered)).go()
    assert f"a1 {'passes' if total == 4 else 'fails'} its Courage test: {total} against 4" in battle.told()


@pytest.mark.rule("rampant.terrain.cover-for-courage")
def test_a_wall_behind_is_no_cover_in_a_fight():
    battle, _, _ = fight(("heavy",), ("heavy",), 3, 0, 3, 1)
    battle.land("wall", 20, 22, 28, 22)
    battle.go()
    assert "b1 fails its Courage test: 3 against 4" in battle.told()


@pytest.mark.rule("rampant.xeno.volatile-1")
def test_who_explodes_in_a_fight_takes_the_victor_along():
    battle, _, b = meet(("heavy",), ("heavy", "volatile:1"))
    battle.rows[b] |= {"strength": 1}
    battle.put(1, "light", (4, 44))
    battle.roll(
        *hits(3, face=6), *hits(0, of=5), 6, 6, 6
    ).go()  # one die on the attacker; both that are left are steady
    assert battle.unit(b).gone == "destroyed"
    assert battle.told().count("explodes") == 1


@pytest.mark.rule("rampant.xeno.stunners-attack")
def test_stunned_points_decide_who_tests_first():
    battle, _, _ = meet(("heavy", "stunners"), ("heavy",))
    battle.roll(*hits(6, face=6), *hits(3, face=6), 6, 6, 6, 6).go(stun="stun")
    assert battle.told().index("b1 passes") < battle.told().index("a1 passes")


@pytest.mark.rule("rampant.xeno.stunners-attack")
def test_an_attacker_that_is_stunned_more_is_driven_back():
    battle, a, b = meet(("heavy",), ("heavy", "stunners"))
    battle.roll(*hits(3, face=6), *hits(6, face=6), 6, 6, 6, 6).go(stun="stun")
    assert (battle.unit(a).strength, battle.unit(b).strength) == (5, 4)
    assert battle.place(a)[1] == pytest.approx(14, abs=0.01)


@pytest.mark.rule("rampant.xeno.infectious")
def test_an_infectious_defender_grows_too():
    battle, _, b = meet(("heavy",), ("militia", "infectious"))
    battle.rows[b] |= {"strength": 8}
    battle.roll(*hits(0), *hits(3, face=6), 6, 6).go()
    assert battle.unit(b).strength == 9


@pytest.mark.rule("rampant.scenarios.vow-first-strike")
def test_the_first_losses_of_a_battle_may_fall_in_a_fight():
    battle, _, _ = fight(("heavy",), ("heavy",), 3, 0, 6, 6)
    battle.go()
    assert "first-strike" in battle.of_side(0).facts
    assert "first-strike" not in battle.of_side(1).facts


@pytest.mark.rule("rampant.attacking.storm")
@pytest.mark.parametrize("yes", [True, False])
def test_the_winner_need_not_storm(yes):
    battle, a, _ = fight(("light",), ("light",), 3, 0, 6, 6)
    battle.land("scrub", 10, 19, 40, 21)
    battle.go(storm=yes)
    assert (battle.place(a) == (24, 17)) is not yes
    assert ("storms" in battle.told()) is yes


@pytest.mark.rule("rampant.attacking.storm")
@pytest.mark.parametrize(("kind", "bought", "offered"), [("light", (), True), ("fighting-vehicle", ("walker",), False)])
def test_a_beaten_garrison_leaves_its_building_to_who_fits_in(kind, bought, offered):
    battle = Skirmish()
    house = battle.land("house", 22, 34, 26, 37)
    garrison = battle.put(1, "light", where="inside", inside=house, x=24.0, y=35.5)
    attacker = battle.put(0, kind, (24, 34 - (1.5 if kind == "light" else 2.0)), *bought)
    battle.put(1, "light", (4, 44))
    battle.start(Melee(attacker, garrison)).roll(*hits(8 if offered else 4, face=6), *hits(0), 6).go()
    assert battle.unit(garrison).where == "table"
    assert battle.asked == ("storm" if offered else "")
    if offered:
        battle.go(storm=True)
        assert battle.unit(attacker).inside == house
