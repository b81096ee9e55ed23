"""Chapter "firefight": the shoot-back reaction."""

from fractions import Fraction

import pytest

from games.rampant.skirmish import Skirmish, claim, hits, way
from xenotable.games.rampant.scenes import Shooting
from xenotable.odds import sums


def shot_at(mine, theirs, gap=10.0, way="shoot", **row):
    """The first unit aims at the second; the battle waits for the answer, if one is offered."""
    battle = Skirmish(react=True)
    a, b = battle.face_off(mine, theirs, gap)
    battle.rows[b] |= row
    battle.start(Shooting(a, way))
    return battle, a, b


@pytest.mark.rule("rampant.firefight.what")
@pytest.mark.parametrize(("way"), ["shoot", "skirmish", "advance"])
def test_the_owner_may_answer_every_kind_of_shot(way):
    battle, recon, target = shot_at(("recon",), ("heavy",), way=way)
    battle.go(target=target)
    assert battle.asked == "firefight"
    assert battle.ask.seat == 1
    battle.roll(*hits(0)).go(firefight=False)
    assert battle.unit(recon).strength == 5


@pytest.mark.rule("rampant.specials.firefight")
def test_units_without_the_drill_never_answer():
    battle, _, target = shot_at(("heavy",), ("lesser-xenomorph", "spit"))
    battle.roll(*hits(0)).go(target=target)
    assert battle.asked == ""


@pytest.mark.parametrize(
    ("mine", "theirs", "gap", "answer"),
    [
        claim("firefight.range", "support", "light", 20.0, False),  # out of the 18 in of the target
        ("support", "light", 18.0, True),
        ("light", "support", 20.0, True),  # extreme range for the shooter, not for the target
        ("heavy", "berserk", 12.0, True),
        claim("firefight.range", "heavy", "berserk", 12.1, False),
    ],
)
def test_within_the_own_range(mine, theirs, gap, answer):
    battle, _, target = shot_at((mine,), (theirs,), gap)
    if not answer:
        battle.roll(*hits(0))
    battle.go(target=target)
    assert (battle.asked == "firefight") is answer


@pytest.mark.parametrize(
    ("mine", "gap", "answer"),
    [
        claim("firefight.target-limits", ("recon", "sharpshooters"), 16.0, False),
        (("recon", "sharpshooters"), 12.0, True),
        claim("firefight.target-limits", ("elite", "cloaked"), 15.0, False),
        (("elite", "cloaked"), 12.0, True),
    ],
)
def test_who_could_not_be_aimed_at_is_not_answered(mine, gap, answer):
    battle, _, target = shot_at(mine, ("heavy",), gap)
    if not answer:
        battle.roll(*hits(0))
    battle.go(target=target)
    assert (battle.asked == "firefight") is answer


@pytest.mark.rule("rampant.firefight.declare-before-dice", "rampant.firefight.test")
def test_declared_and_tested_before_anybody_rolls_to_hit():
    battle, _, target = shot_at(("heavy",), ("heavy",))
    battle.go(target=target)
    assert not [e for e in battle.match.tape if e.kind == "roll"]
    battle.roll(5, 3, *hits(2, face=6), *hits(3, face=6), 4, 4, 4, 4).go(firefight=True)
    keys = [e.key for e in battle.match.tape if e.kind == "roll"]
    assert keys[:3] == ["firefight-test", "hit", "hit"]


@pytest.mark.rule("rampant.firefight.test")
@pytest.mark.parametrize(("dice", "answers"), [((4, 3), True), ((3, 3), False), ((6, 6), True)])
def test_seven_or_more_whatever_the_shoot_score(dice, answers):
    """Support Infantry shoots free and stands beside its Commander: the test is the same."""
    battle, shooter, target = shot_at(("heavy",), ("support",))
    battle.put(1, "heavy", (30, 20), commander=True)
    battle.roll(*dice, *hits(0), *(hits(1, face=4) if answers else ()), *((2, 2) if answers else ()))
    battle.go(target=target, firefight=True)
    assert ("shoots back" in battle.told()) is answers
    assert battle.unit(shooter).strength == 5
    assert sums(2, exact=True).at_least(7) == Fraction(21, 36)


@pytest.mark.rule("rampant.firefight.success")
def test_the_answer_meets_the_shooters_cover():
    battle, shooter, target = shot_at(("light",), ("elite",))
    battle.land("scrub", 20, 2, 28, 8)
    battle.roll(6, 6, *hits(0), *hits(6, face=4), 6, 6).go(target=target, firefight=True)
    assert battle.unit(shooter).strength == 3


@pytest.mark.rule("rampant.firefight.simultaneous")
def test_who_is_destroyed_still_delivers_its_fire():
    battle, shooter, target = shot_at(("heavy", "full-squad"), ("light",), strength=2)
    battle.roll(4, 3, *hits(5, face=5), *hits(3, of=5, face=6), 6, 6).go(target=target, firefight=True)
    assert battle.unit(target).gone == "destroyed"
    assert battle.unit(shooter).strength == 9


@pytest.mark.rule("rampant.firefight.failure")
def test_failure_costs_nothing():
    battle, shooter, target = shot_at(("heavy",), ("heavy",))
    battle.roll(2, 4, *hits(0)).go(target=target, firefight=True)
    assert "fails to answer" in battle.told()
    assert (battle.unit(target).strength, battle.unit(shooter).strength) == (5, 5)
    assert not battle.live.now.over


@pytest.mark.rule("rampant.firefight.first-only", "rampant.firefight.chance-lost")
def test_only_against_the_first_shooter_of_a_turn():
    battle, first, target = shot_at(("heavy",), ("heavy",))
    second = battle.put(0, "heavy", (30, 4))
    battle.start(Shooting(first), Shooting(second))
    battle.roll(2, 4, *hits(0), *hits(0)).go(target=[target, target], firefight=True)
    assert battle.asked == ""


@pytest.mark.rule("rampant.firefight.chance-lost")
def test_a_shooter_out_of_range_uses_the_chance_up():
    battle, far, target = shot_at(("support",), ("light",), 22.0)
    near = battle.put(0, "heavy", (24 + 6, 17))
    battle.start(Shooting(far), Shooting(near))
    battle.roll(*hits(0), *hits(0)).go(target=[target, target], spotter="")
    assert battle.asked == ""
    assert battle.match.over


@pytest.mark.rule("rampant.firefight.no-chain")
def test_an_answer_is_not_answered_and_does_not_count_as_a_shot():
    battle, shooter, target = shot_at(("heavy",), ("heavy",))
    battle.roll(6, 6, *hits(0), *hits(1, face=6), 6, 6).go(target=target, firefight=True)
    assert battle.asked == ""
    assert not battle.unit(shooter).targeted
    assert battle.unit(target).targeted


@pytest.mark.rule("rampant.firefight.courage")
def test_the_shooter_tests_after_the_target():
    battle, shooter, target = shot_at(("heavy",), ("heavy",))
    battle.roll(6, 6, *hits(1, face=6), *hits(2, face=6), 6, 6, 1, 1).go(target=target, firefight=True)
    told = battle.told()
    assert told.index("b1 passes") < told.index("a1 fails its Courage test: 2 against 4")
    assert battle.unit(shooter).suppressed


@pytest.mark.rule("rampant.xeno.unstable")
def test_a_double_hurts_the_unstable_even_when_it_answers():
    battle, _, target = shot_at(("heavy",), ("heavy", "unstable"))
    battle.roll(4, 4, *hits(0), *hits(0)).go(target=target, firefight=True)
    assert battle.unit(target).strength == 1  # and it throws the 10 dice that it had
    assert "shoots back" in battle.told()


@pytest.mark.rule("rampant.xeno.otherworldly")
def test_rift_beings_are_unstable_once_they_have_lost_a_point():
    battle, _shooter, target = shot_at(("heavy",), ("heavy", "otherworldly"))
    battle.roll(4, 4, *hits(3, face=6), *hits(0), 6, 6).go(target=target, firefight=True)
    assert battle.unit(target).strength == 4  # the double did nothing, the volley cost a point
    again, _, target = shot_at(("heavy",), ("heavy", "otherworldly"), strength=4, unstable=battle.unit(target).unstable)
    again.roll(4, 4).go(target=target, firefight=True)
    assert again.unit(target).gone == "destroyed"  # the loss comes first: nobody answers, nobody is shot at
    assert "shoots" not in again.told()
    assert "long-arm" not in again.of_side(0).facts


@pytest.mark.rule("rampant.retreat.away", "rampant.shooting.courage-order")
def test_the_shooter_flees_from_where_the_answer_came_though_the_target_has_run_on():
    battle = Skirmish(react=True)
    shooter, target = battle.put(0, "heavy", (24, 9)), battle.put(1, "heavy", (24, 22))
    battle.land("scrub", 26, 20, 34, 28)
    battle.start(Shooting(shooter)).roll(6, 6, *hits(1, face=6), *hits(1, face=6), 1, 1, 1, 1)
    battle.go(target=target, firefight=True, retreat="cover", retreat_move=way(target, (26.5, 22.5)))
    assert battle.place(target) == (26.5, 22.5)
    assert battle.place(shooter) == pytest.approx((24, 6), abs=0.01)  # straight back all the same


@pytest.mark.rule("rampant.shooting.dice-fixed-before", "rampant.xeno.unstable")
def test_an_unstable_unit_answers_with_the_dice_it_had_and_loses_only_what_it_has():
    battle, shooter, target = shot_at(("heavy",), ("heavy", "unstable"), strength=5)
    battle.put(1, "light", (4, 44))
    dice = (4, 4, *hits(10, face=6), *hits(3, face=6))  # a double of 4: one point is left; 10 hits; 10 dice back
    battle.roll(*dice, 6, 6).go(target=target, firefight=True)
    assert "loses 4" in battle.told()
    assert battle.rule_of("loses 1 Strength Point.") == "shooting.losses"  # not three
    assert battle.unit(shooter).strength == 4
