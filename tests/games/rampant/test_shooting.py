"""Chapter "shooting": targets, ranges, dice, Armour and losses; and Bombardment."""

import pytest

from games.rampant.positions import fire
from games.rampant.skirmish import Skirmish, claim, hits, rules
from xenotable.games.rampant.rules.shooting.armour import shooting_armour
from xenotable.games.rampant.rules.shooting.bombardment import aim_refusals
from xenotable.games.rampant.rules.shooting.dice import combat_dice, volley
from xenotable.games.rampant.rules.shooting.targets import target_refusals
from xenotable.games.rampant.rules.specials.shooting import spot_refusals
from xenotable.games.rampant.scenes import Bombardment, Orders, Shooting


@pytest.mark.rule("rampant.shooting.sequence", "rampant.firefight.simultaneous", "rampant.shooting.courage-order")
def test_an_exchange_of_fire_from_target_to_courage():
    battle = Skirmish()
    light, support = battle.face_off(("light",), ("support",), 15.0)
    battle.roll(4, 3)  # the target answers: 7
    battle.roll(*hits(2, face=6)).roll(*hits(6, face=4))  # both throw
    battle.roll(3, 2).roll(6)  # the target tests at -1: 4; then the shooter, 2 left: one die at -3
    battle.start(Shooting(light)).go(target=support, firefight=True)
    assert (battle.unit(support).strength, battle.unit(light).strength) == (4, 2)
    told = battle.told()
    assert "Support Infantry b1 passes its Courage test: 4 against 4" in told
    assert "Light Infantry a1 fails its Courage test: 3 against 4" in told
    assert told.index("b1 passes") < told.index("a1 fails")


@pytest.mark.rule("rampant.shooting.courage-order")
def test_the_target_retreats_before_the_shooter_tests():
    battle = Skirmish()
    shooter, target = battle.face_off(("heavy",), ("heavy",))
    battle.roll(4, 3, *hits(1, face=6), *hits(1, face=6), 1, 2, 2, 2)
    battle.start(Shooting(shooter)).go(target=target, firefight=True)
    told = battle.told()
    assert told.index("b1 retreats 3.0 in") < told.index("a1 passes its Courage test: 4")


@pytest.mark.rule("rampant.shooting.target")
def test_one_enemy_on_the_table():
    battle = Skirmish()
    shooter = battle.put(0, "heavy", (24, 10))
    truck = battle.put(1, "transport-vehicle", (24, 22))
    riders = battle.put(1, "light", where="aboard", inside=truck)
    reserve = battle.put(1, "light", where="reserve")
    near = battle.put(1, "light", (30, 20))
    battle.start(Shooting(shooter))
    assert set(battle.options()) == {truck, near}
    assert rules(target_refusals(battle.game, shooter, riders)) == {"shooting.target"}
    assert rules(target_refusals(battle.game, shooter, reserve)) == {"shooting.target"}


@pytest.mark.rule("rampant.shooting.sight-needed")
def test_sight_is_needed_at_every_range():
    battle = Skirmish()
    battle.land("spires", 18, 14, 30, 16)
    shooter, target = battle.face_off(("heavy",), ("heavy",), 10.0)
    other = battle.put(1, "heavy", (40, 4))
    assert rules(target_refusals(battle.game, shooter, target)) == {"shooting.sight-needed"}
    assert not rules(target_refusals(battle.game, shooter, other))


@pytest.mark.rule("rampant.shooting.no-friends")
def test_friends_are_no_targets_and_never_hit():
    battle = Skirmish()
    shooter, target = battle.face_off(("elite",), ("heavy",))
    friend = battle.put(0, "light", (29, 19))
    assert "shooting.no-friends" in rules(target_refusals(battle.game, shooter, friend))
    battle.start(Shooting(shooter)).roll(*hits(10, face=4), 6).go(target=target)
    assert battle.unit(target).strength == 2
    assert battle.unit(friend).strength == 5


RANGES = [
    ("range-24", "support", 24),
    ("range-18", "elite", 18),
    ("range-18", "heavy", 18),
    ("range-18", "light", 18),
    ("range-18", "fighting-vehicle", 18),
    ("range-12", "berserk", 12),
    ("range-12", "recon", 12),
    ("range-12", "transport-vehicle", 12),
    ("range-6", "militia", 6),
    ("range-6", "soft-skin-vehicle", 6),
]


@pytest.mark.parametrize(
    ("kind", "reach"),
    [pytest.param(k, n, marks=pytest.mark.rule(f"rampant.shooting.{r}"), id=k) for r, k, n in RANGES],
)
def test_ranges(kind, reach):
    """Exactly at range is normal range; beyond it extreme range, or nothing."""
    for gap in (float(reach), reach + 0.5):
        battle = Skirmish()
        shooter, target = battle.face_off((kind,), ("heavy",), gap)
        legal = gap == reach or reach > 12
        found = rules(target_refusals(battle.game, shooter, target))
        assert found == (set() if legal else {"shooting.extreme-range"})
        if legal:
            assert volley(battle.game, shooter, target, "shoot").armour == 3 + (gap > reach)
            battle.start(Shooting(shooter)).roll(*hits(0)).go(target=target)


@pytest.mark.rule("rampant.shooting.range-none")
@pytest.mark.parametrize("kind", ["primitive", "lesser-xenomorph", "greater-xenomorph"])
def test_some_have_nothing_to_shoot_with(kind):
    battle = Skirmish()
    shooter, target = battle.face_off((kind,), ("heavy",), 3.0)
    assert rules(target_refusals(battle.game, shooter, target)) == {"roster.dash"}


@pytest.mark.parametrize(
    ("mine", "gap", "legal"),
    [
        (("lesser-xenomorph", "spit"), 30.0, True),
        claim("shooting.extreme-range", ("lesser-xenomorph", "spit", "short-arms"), 13.0, False),
        (("recon", "sharpshooters"), 30.0, True),
        (("soft-skin-vehicle", "gun-truck"), 20.0, True),
        claim("shooting.extreme-range", ("militia", "throng"), 12.5, False),
        claim("shooting.extreme-range", ("primitive", "bows"), 7.0, False),
        claim("shooting.extreme-range", ("support", "short-arms"), 12.5, False),
        (("support", "long-guns"), 30.0, True),
    ],
)
def test_extreme_range_hangs_on_the_number(mine, gap, legal):
    battle = Skirmish()
    shooter, target = battle.face_off(mine, ("heavy",), gap)
    assert rules(target_refusals(battle.game, shooter, target)) == (set() if legal else {"shooting.extreme-range"})


@pytest.mark.rule("rampant.shooting.extreme-range")
def test_a_skirmisher_has_twelve_inches():
    battle = Skirmish()
    shooter, target = battle.face_off(("recon", "old-scouts"), ("heavy",), 12.5)
    assert "shooting.extreme-range" in rules(target_refusals(battle.game, shooter, target, "skirmish"))


@pytest.mark.rule("rampant.shooting.extreme-armour", "rampant.terrain.cover-hard")
def test_extreme_range_adds_one_armour():
    battle = Skirmish()
    shooter, target = battle.face_off(("heavy",), ("light",), 20.0)
    battle.land("ruins", 20, 20, 28, 30)
    assert shooting_armour(battle.game, shooter, target, True, "") == 2 + 2 + 1
    battle.start(Shooting(shooter)).roll(*hits(9, face=6), 6, 6).go(target=target)
    assert battle.unit(target).strength == 4


@pytest.mark.parametrize(
    ("bought", "strength", "dice"),
    [
        pytest.param((), 3, 10, marks=pytest.mark.rule("rampant.shooting.dice-full")),
        pytest.param((), 2, 5, marks=pytest.mark.rule("rampant.shooting.dice-half")),
        pytest.param(("full-squad",), 6, 10, marks=pytest.mark.rule("rampant.shooting.dice-full")),
        pytest.param(("full-squad",), 5, 5, marks=pytest.mark.rule("rampant.shooting.dice-half")),
        pytest.param(("full-squad",), 1, 5, marks=pytest.mark.rule("rampant.shooting.dice-half")),
    ],
)
def test_how_many_dice(bought, strength, dice):
    battle = Skirmish()
    shooter, target = battle.face_off(("heavy", *bought), ("heavy",), strength=strength)
    assert combat_dice(battle.game, shooter) == dice
    battle.start(Shooting(shooter)).roll(*hits(0, of=dice)).go(target=target)


@pytest.mark.rule("rampant.shooting.dice-half", "rampant.play.rounding")
@pytest.mark.parametrize(("strength", "dice"), [(8, 10), (7, 5)])
def test_half_of_fifteen(strength, dice):
    battle = Skirmish()
    throng = battle.put(0, "militia", (24, 10), "throng", strength=strength)
    worn = battle.put(0, "militia", (34, 10), "throng", strength=1)
    assert (combat_dice(battle.game, throng), combat_dice(battle.game, worn)) == (dice, 5)


@pytest.mark.rule("rampant.shooting.dice-fixed-before")
def test_losses_of_the_exchange_do_not_cost_dice():
    battle = Skirmish()
    shooter, target = battle.face_off(("light",), ("heavy", "full-squad"), strength=3)
    battle.rows[target] |= {"strength": 5}
    battle.roll(6, 1, *hits(3, face=6), *hits(4, of=5, face=5))  # 10 dice against 5
    battle.roll(6).roll(5)  # courage of both, one die each by now: 6 - 1, 5 - 2
    battle.start(Shooting(shooter)).go(target=target, firefight=True)
    assert (battle.unit(target).strength, battle.unit(shooter).strength) == (4, 1)


@pytest.mark.rule("rampant.shooting.hit", "rampant.play.dice")
@pytest.mark.parametrize("extra", [(), ("ruins",)])
def test_a_hit_is_a_hit_whatever_the_cover(extra):
    battle = Skirmish()
    shooter, target = battle.face_off(("heavy", "full-squad"), ("light",))
    for kind in extra:
        battle.land(kind, 20, 15, 28, 25)
    battle.start(Shooting(shooter)).roll(6, 5, 5, 4, 3, 3, 2, 1, 1, 1, 6, 6).go(target=target)
    assert "a1 shoots at Light Infantry b1: 3 hits" in battle.told()


@pytest.mark.rule("rampant.shooting.armour-order", "rampant.specials.anti-vehicle")
def test_armour_is_halved_before_it_is_added_to():
    battle = Skirmish()
    battle.land("scrub", 18, 20, 30, 30)
    shooter, target = battle.face_off(("elite", "anti-vehicle"), ("transport-vehicle",), 18.5)
    assert volley(battle.game, shooter, target, "shoot").armour == 5 // 2 + 1 + 1


@pytest.mark.rule("rampant.shooting.armour-order", "rampant.specials.elusive", "rampant.options.penetrators")
def test_armour_is_reduced_last_and_never_below_one():
    battle = Skirmish()
    battle.land("ruins", 18, 12, 30, 22)
    shooter, target = battle.face_off(("heavy", "penetrators"), ("recon",), 10.0)
    bare = battle.put(1, "primitive", (40, 6))
    assert volley(battle.game, shooter, target, "shoot").armour == 2 + 2 - 1
    assert volley(battle.game, shooter, bare, "shoot").armour == 1


@pytest.mark.rule("rampant.shooting.losses")
@pytest.mark.parametrize(("n", "lost"), [(7, 2), (2, 0), (3, 1), (0, 0)])
def test_full_numbers_of_hits_cost_points(n, lost):
    assert fire(("elite",), ("heavy",), n, face=4) == lost


@pytest.mark.rule("rampant.shooting.destroyed")
@pytest.mark.parametrize("n", [6, 9])
def test_at_zero_a_unit_is_destroyed_without_a_test(n):
    battle = Skirmish()
    shooter, target = battle.face_off(("elite",), ("heavy",))
    battle.rows[target] |= {"strength": 2}
    battle.start(Shooting(shooter)).roll(*hits(n, face=4)).go(target=target)
    row = battle.unit(target)
    assert (row.strength, row.gone, row.where) == (0, "destroyed", "gone")


@pytest.mark.rule("rampant.shooting.courage-on-any-hit")
def test_a_hit_without_loss_is_tested_too():
    battle = Skirmish()
    shooter, target = battle.face_off(("heavy",), ("elite",))
    battle.start(Shooting(shooter)).roll(*hits(1, face=6), 1, 1).go(target=target)
    assert battle.unit(target).strength == 5
    assert battle.unit(target).suppressed


@pytest.mark.rule("rampant.shooting.suppressed", "rampant.suppression.no-reactions", "rampant.firefight.suppressed")
def test_the_suppressed_do_not_answer():
    battle = Skirmish(react=True)
    shooter, target = battle.face_off(("heavy",), ("support",), 10.0)
    battle.rows[target] |= {"suppressed": True}
    battle.start(Shooting(shooter)).roll(*hits(0)).go(target=target)
    assert battle.asked == ""
    assert battle.unit(target).targeted


# ---- at the limits -------------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.shooting.bombardment-order")
def test_where_a_bombardment_may_be_aimed():
    battle = Skirmish()
    battle.land("spires", 20, 20, 28, 24)
    observer = battle.put(0, "support", (24, 10), "bombardment")
    for at, legal in (
        ((24, 17.5), True), ((24, 17.4), False),  # 6 in from the footprint
        ((0, 10), True), ((-0.1, 10), False), ((48, 10), True), ((48.1, 10), False), ((4, 0), True), ((4, -0.1), False),
        ((4, 48), True), ((4, 48.1), False),
        ((24, 30), False),  # behind the spires
    ):  # fmt: skip
        assert (rules(aim_refusals(battle.game, observer, at)) == set()) is legal, at
    night = Skirmish("night-convoy")
    observer = night.put(0, "support", (24, 10), "bombardment")
    assert rules(aim_refusals(night.game, observer, (24, 30))) == {"scenarios.night-visibility"}


@pytest.mark.rule("rampant.shooting.bombardment-order")
def test_a_bombardment_is_suggested_where_the_enemy_stands():
    battle = Skirmish()
    observer = battle.put(0, "support", (24, 4), "bombardment")
    for x in (10, 38):
        battle.put(1, "light", (x, 30))
    battle.put(0, "light", (24, 30))
    battle.start(Orders(0)).go(unit=observer, order="bombard")
    found = [p.at["aim"] for p in battle.ask.propose(60, lambda: 0.75)]
    assert found[:4] == [(11, 31), (39, 31), (10, 30), (38, 30)]  # near each enemy, then right upon it
    assert found[4:44] == [(36, 36)] * 40
    assert len(battle.ask.propose(1, lambda: 0.75)) == 1
    assert len(battle.ask.propose(0, lambda: 0.75)) == 1


@pytest.mark.rule("rampant.shooting.bombardment-effect")
@pytest.mark.parametrize(("gap", "struck"), [(3.0, True), (3.1, False)])
def test_a_bombardment_reaches_three_inches(gap, struck):
    battle = Skirmish()
    observer, foe = battle.put(0, "support", (24, 4), "bombardment"), battle.put(1, "light", (24, 25.5 + gap))
    battle.start(Bombardment(observer, 24.0, 24.0)).roll(*(hits(2, of=5, face=6) if struck else ())).roll(
        *((6, 6) if struck else ())
    ).go()
    assert battle.unit(foe).strength == (4 if struck else 5)


@pytest.mark.rule("rampant.firefight.simultaneous", "rampant.xeno.deflector")
def test_each_side_throws_its_own_dice_in_a_firefight():
    battle = Skirmish(react=True)
    shooter, target = battle.face_off(("heavy", "deflector:1"), ("heavy", "deflector:1"), 10.0)
    battle.roll(6, 6, *hits(3, face=6), *hits(3, face=6), 1, 1, 6, 6, 6, 6)
    battle.start(Shooting(shooter)).go(target=target, firefight=True)
    thrown = [(e.key, e.seat) for e in battle.match.tape if e.kind == "roll"]
    assert [t for t in thrown if t[0] in ("hit", "deflect")] == [("hit", 0), ("hit", 1), ("deflect", 1), ("deflect", 0)]


@pytest.mark.rule("rampant.specials.spotted-fire", "rampant.options.lobbed-fire")
def test_who_spots_for_whom():
    battle = Skirmish()
    battle.land("spires", 30, 20, 38, 22)
    near, far = battle.put(0, "recon", (10, 24)), battle.put(0, "recon", (44, 4))
    hidden, target = battle.put(0, "recon", (34, 14)), battle.put(1, "heavy", (25, 24))  # 12 in from the first
    blocked = battle.put(1, "heavy", (34, 27))
    assert rules(spot_refusals(battle.game, near, target, True)) == set()
    assert rules(spot_refusals(battle.game, far, target, False)) == {"specials.spotted-fire"}
    assert rules(spot_refusals(battle.game, hidden, blocked, True)) == {"options.lobbed-fire"}
    assert rules(spot_refusals(battle.game, hidden, blocked, False)) == set()
    battle.game.units.set(near, x=9.9)
    assert rules(spot_refusals(battle.game, near, target, True)) == {"specials.spotted-fire"}


@pytest.mark.rule("rampant.terrain.building-target")
def test_a_fallen_building_is_no_target():
    battle = Skirmish()
    shack, house = battle.land("shack", 22, 20, 26, 23), battle.land("house", 30, 20, 34, 23)
    shooter = battle.put(0, "heavy", (24, 10))
    assert rules(target_refusals(battle.game, shooter, shack)) == set()
    battle.game.buildings.set(shack, strength=0)
    assert rules(target_refusals(battle.game, shooter, shack)) == {"terrain.building-target"}
    assert rules(target_refusals(battle.game, shooter, house)) == set()


@pytest.mark.rule("rampant.shooting.extreme-range")
def test_who_is_out_of_range_says_by_how_much():
    battle = Skirmish()
    shooter, target = battle.face_off(("support", "short-arms"), ("light",), 12.5)
    (refusal,) = target_refusals(battle.game, shooter, target)
    assert (refusal.args["far"], refusal.args["over"]) == (pytest.approx(12.5), pytest.approx(0.5))
