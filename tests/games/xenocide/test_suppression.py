"""Suppression and rallying (chapters "suppression" and "rally")."""

import pytest

from games.xenocide.battlefield import Battlefield
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.rules import rally
from xenotable.games.xenocide.rules.suppression import (
    cad_level,
    could_hurt,
    must_test,
    note_dice,
    note_hits,
    target_number,
    test,
)
from xenotable.games.xenocide.rules.transport.passengers import mount
from xenotable.games.xenocide.scenes import Morale, Pool, Suppression, Volley
from xenotable.games.xenocide.state import Fire
from xenotable.odds import sums

rule = pytest.mark.rule
nerve = test
del test  # a function of the rules, not a test


def shots(weapon="assault-rifles", dice=1, armor=2, accuracy=3, aspect=0, strength=None):
    w = weapons()[weapon]
    s = w.strength if strength is None else strength
    p = Pool("x", 0, aspect, ("a", "b"), (0, 0, max(0, min(6, armor - s))))
    return Volley(w, dice, dice, accuracy, s, (p,), 6, (0, 1))


@rule("xenocide.suppression.could-hurt")
def test_which_shots_could_cause_a_casualty():
    assert not could_hurt(shots(armor=6))
    assert could_hurt(shots(armor=6, strength=1))
    assert not could_hurt(shots(armor=7, strength=1))
    assert not could_hurt(shots(accuracy=0, aspect=-3))


@rule("xenocide.suppression.threshold")
def test_who_must_test():
    assert must_test(Fire(2, shots=2))
    assert not must_test(Fire(6, shots=3))
    assert must_test(Fire(6, shots=4))
    assert must_test(Fire(6, area=2))
    assert not must_test(Fire(6, area=1))


@rule("xenocide.suppression.shots-counted")
@rule("xenocide.stats.suppression-weapon")
@rule("xenocide.suppression.mod-suppression-weapons")
@rule("xenocide.suppression.mod-units")
@rule("xenocide.suppression.mod-hit")
def test_fire_is_noted():
    field = Battlefield()
    u = field.put(1, "medium-infantry", (20, 20), 6)
    for shooter, v, hits in (("b0u7", shots("howitzer", 3), 2), ("b0u8", shots("assault-rifles", 3, armor=6), 1)):
        note_dice(field.game, u, shooter, v)
        note_hits(field.game, u, v, hits, guns=hits)
    fire = field.game.fire[u]
    assert (fire.shots, fire.area, fire.units, fire.hit, fire.weapons) == (3, 6, ("b0u7",), True, 2)
    assert target_number(field.game, u, fire) == 3 + 1 + 1 + 1 + 2  # one unit, overwhelming area, hit, two weapons


@rule("xenocide.suppression.worked-example")
@rule("xenocide.suppression.mod-overwhelming")
@rule("xenocide.suppression.mod-casualty")
@rule("xenocide.suppression.mod-cover")
def test_the_worked_example():
    field = Battlefield()
    u = field.put(1, "medium-infantry", (20, 20), 6, dug=True)
    fire = Fire(6, shots=12, units=("a", "b"), hit=True, casualty=True)
    assert target_number(field.game, u, fire) == 7
    field.game.units.set(u, dug=False)
    assert target_number(field.game, u, fire) == 8
    assert sums(2).at_least(7) == pytest.approx(21 / 36)


@rule("xenocide.suppression.mod-half")
def test_below_half():
    for start, left, more in ((9, 4, 1), (8, 4, 0)):
        field = Battlefield()
        u = field.put(1, "medium-infantry", (20, 20), left)
        field.game.units.set(u, start=start)
        assert target_number(field.game, u, Fire(left)) == 3 + more


@rule("xenocide.suppression.mod-cover")
def test_more_than_half_in_hard_cover():
    field = Battlefield(("ruins", 18, 18, 4, 8))
    u = field.line(1, "medium-tank", [(20, 20), (20, 23), (24, 20), (24, 23)])
    assert target_number(field.game, u, Fire(4)) == 3
    field.game.models.set(f"{u}m2", x=21.0, y=25.5)
    assert target_number(field.game, u, Fire(4)) == 2


@rule("xenocide.suppression.test")
@rule("xenocide.suppression.markers")
@rule("xenocide.suppression.loses-overwatch")
def test_low_is_bad():
    field = Battlefield()
    u = field.put(1, "medium-infantry", (20, 20), 6, watch=True, dug=True)
    assert field.roll(3, 4).run(nerve(field.game, u, 7, "suppression.test"))
    assert field.unit(u).watch
    assert not field.roll(3, 3).run(nerve(field.game, u, 7, "suppression.test"), steady=False)
    assert (field.unit(u).marks, field.unit(u).watch, field.unit(u).dug) == (1, False, True)


@rule("xenocide.suppression.always-pass")
def test_eleven_always_passes():
    field = Battlefield()
    u = field.put(1, "medium-infantry", (20, 20), 6)
    assert field.roll(5, 6).run(nerve(field.game, u, 13, "suppression.test"))
    assert not field.roll(5, 5).run(nerve(field.game, u, 13, "suppression.test"), steady=False)


@rule("xenocide.command.use-suppression-die")
@rule("xenocide.command.spend-any-time")
def test_a_point_adds_a_die_after_a_failure():
    field = Battlefield()
    u = field.put(1, "medium-infantry", (20, 20), 6)
    assert field.roll(2, 3, 3).run(nerve(field.game, u, 8, "suppression.test"), steady=True)
    assert field.game.sides[1].points == 2
    field.game.sides.set(1, points=0)
    assert not field.roll(2, 3).run(nerve(field.game, u, 8, "suppression.test"))
    assert field.asked.count("steady") == 1


@rule("xenocide.suppression.timing")
@rule("xenocide.suppression.eliminated-no-test")
def test_one_test_for_everything_fired_in_a_phase():
    field = Battlefield()
    u = field.put(1, "medium-infantry", (20, 20), 6)
    gone = field.put(1, "medium-infantry", (40, 20), 1)
    field.game.fire.add(u, Fire(6, shots=12, units=("a", "b", "c"), hit=True))
    field.game.fire.add(gone, Fire(1, shots=12))
    field.game.units.set(gone, models=())
    field.game.sides.set(1, points=0)
    field.roll(1, 1).plays(Suppression((u, gone)))
    assert field.unit(u).marks == 1
    assert not field.game.fire


@rule("xenocide.suppression.effects")
@rule("xenocide.assault.cad-suppressed")
@rule("xenocide.assault.cad-bonus")
def test_cad_of_the_suppressed_and_the_dug_in():
    field = Battlefield()
    foot, tank = field.put(1, "medium-infantry", (20, 20)), field.put(1, "heavy-tank", (30, 20))
    walker = field.put(1, "assault-walker", (40, 20))
    level = lambda u, strong: cad_level(field.game, f"{u}m0", strong)  # noqa: E731  # read like the book's table
    assert (level(foot, False), level(foot, True), level(tank, True), level(walker, True)) == (4, 5, 7, 6)
    for u in (foot, tank, walker):
        field.game.units.set(u, marks=2)
    assert (level(foot, False), level(foot, True), level(tank, False), level(walker, True)) == (3, 4, 6, 6)


# ---- rally -----------------------------------------------------------------------------------------------------------


@rule("xenocide.rally.who")
@rule("xenocide.rally.roll")
@rule("xenocide.rally.success")
@rule("xenocide.rally.failure")
@rule("xenocide.rally.no-auto")
def test_rallying():
    field = Battlefield()
    field.game.sides.set(0, points=0)
    a, b = field.put(0, "medium-infantry", (10, 10), 3, marks=1), field.put(0, "medium-infantry", (60, 10), 3, marks=3)
    field.roll(3, 4).play(Morale(0, "b0"), rally=a)
    assert field.unit(a).marks == 0
    field.roll(4, 4).play(Morale(0, "b0"), rally=b)
    assert field.unit(b).marks == 1
    assert field.play(Morale(0, "b0")) == []


@rule("xenocide.rally.company-bonus")
def test_a_friend_of_the_company_within_12_inches_helps():
    field = Battlefield()
    a = field.line(0, "medium-infantry", [(10, 10)], marks=1)
    friend = field.line(0, "medium-infantry", [(23, 10)])
    assert rally.company_bonus(field.game, a) == 1
    field.game.models.set(f"{friend}m0", x=23.1)
    assert rally.company_bonus(field.game, a) == 0
    field.game.units.set(friend, company="b1")
    field.game.models.set(f"{friend}m0", x=12.0)
    assert rally.company_bonus(field.game, a) == 0


@rule("xenocide.rally.company-bonus")
def test_who_rides_is_near_where_its_transports_are():
    field = Battlefield()
    cars = field.line(0, "apc", [(10, 10)], marks=1)
    riders = field.line(0, "medium-infantry", [(40, 40)], marks=1)
    assert rally.company_bonus(field.game, cars) == 0
    mount(field.game, f"{riders}m0", f"{cars}m0")
    assert (rally.company_bonus(field.game, cars), rally.company_bonus(field.game, riders)) == (1, 1)
    field.line(0, "medium-tank", [(14, 10)], marks=1)
    field.game.units.set(riders, company="b1")
    assert rally.company_bonus(field.game, riders) == 0


@rule("xenocide.command.use-rally-die")
def test_a_third_die_keeps_the_two_highest():
    field = Battlefield()
    a = field.put(0, "medium-infantry", (10, 10), 3, marks=1)
    field.roll(1, 3, 4).play(Morale(0, "b0"), rally=a, rally_die=True)
    assert (field.unit(a).marks, field.game.sides[0].points) == (0, 2)
    assert sums(3, highest=2).at_least(7) == pytest.approx(174 / 216)


@rule("xenocide.rally.delayed-units")
def test_units_held_back_rally_with_their_host():
    field = Battlefield()
    a = field.put(0, "medium-infantry", (10, 10), 3, marks=1)
    field.game.units.set(a, company="b1")
    assert field.play(Morale(0, "b0")) == []
    field.roll(6, 6).play(Morale(0, "b1"), rally=a)
    assert field.unit(a).marks == 0


@rule("xenocide.rally.who")
def test_who_does_not_try_to_rally_is_told_why():
    field = Battlefield()
    shaken = field.line(0, "medium-tank", [(10, 10)], marks=1)
    calm = field.line(0, "medium-tank", [(20, 10)])
    tried = field.line(0, "medium-tank", [(30, 10)], marks=1, acted=True)
    other = field.line(0, "medium-tank", [(40, 10)], marks=1, company=1)
    closed = {}

    def nobody(ask):
        closed.update({u: [r.says for r in ask.why_not(u)] for u in ask.among()})

    assert field.play(Morale(0, "b0"), rally=nobody) == []
    assert closed[shaken] == closed[None] == []
    assert (closed[calm], closed[tried]) == (["{unit} is not suppressed."], ["{unit} has tried already."])
    assert len(closed[other]) == 1


@rule("xenocide.rally.roll")
@rule("xenocide.command.use-rally-die")
@pytest.mark.parametrize(
    ("extra", "faces", "rallies"),
    [(False, (3, 4), True), (False, (3, 3), False), (True, (1, 3, 4), True), (True, (3, 3, 3), False)],
)
def test_seven_rally_a_unit_with_one_marker(extra, faces, rallies):
    field = Battlefield()
    u = field.line(0, "medium-tank", [(10, 10)], marks=1)
    shown = []

    def die(ask):
        shown.append((tuple(ask.among()), ask.default, ask.odds(True).chances[0].p, ask.odds(False).chances[0].p))
        return extra

    field.roll(*faces).play(Morale(0, "b0"), rally=u, rally_die=die)
    assert (field.unit(u).marks == 0) == rallies
    ((among, default, three, two),) = shown
    assert (among, default) == ((False, True), False)
    assert two == pytest.approx(21 / 36)  # 7 and more with two dice
    assert three == pytest.approx(174 / 216)  # with the two highest of three


@rule("xenocide.rally.roll")
@rule("xenocide.rally.company-bonus")
def test_the_bonus_of_the_company_counts_in_the_roll_and_in_the_odds():
    field = Battlefield()
    u = field.line(0, "medium-tank", [(10, 10)], marks=1)
    field.line(0, "medium-tank", [(16, 10)])
    field.game.sides.set(0, points=0)
    chances = []

    def first(ask):
        chances.append(ask.odds(u).chances[0].p)
        return u

    field.roll(3, 3).play(Morale(0, "b0"), rally=first)
    assert field.unit(u).marks == 0  # six and one
    assert chances == [pytest.approx(26 / 36)]
