"""Exact odds: the same functions as the battle, checked against figures worked out by hand and against simulation."""

import math
import os

import pytest

from games.rampant.skirmish import Skirmish, hits
from xenotable.games.rampant.content import content
from xenotable.games.rampant.forecasts.asks import (
    attack_forecasts,
    order_forecast,
    power_forecast,
    target_forecasts,
)
from xenotable.games.rampant.forecasts.chances import chances, contest, losses, order_chance
from xenotable.games.rampant.rules.attacking.values import attack_armour
from xenotable.games.rampant.rules.courage.courage_test import courage_test_for
from xenotable.games.rampant.rules.play.dice import Blow, Wound
from xenotable.games.rampant.rules.terrain.fighting import rough_sides
from xenotable.games.rampant.rules.xeno.loss_order import FULL
from xenotable.games.rampant.scenes import Melee, Orders, Shock, Shooting
from xenotable.odds import simulate

TRIALS = int(os.environ.get("XENOTABLE_TRIALS", "20000"))


@pytest.mark.rule("rampant.content.odds")
def test_the_losses_of_a_plain_volley():
    exact = losses(Blow("shoot", 10, 4, 3, 5))
    assert {n: p * 1024 for n, p in exact.items()} == pytest.approx({0: 56, 1: 582, 2: 375, 3: 11})


@pytest.mark.parametrize(
    ("need", "bonus", "ways"), [(5, 0, 30), (6, 0, 26), (6, 1, 30), (7, 0, 21), (7, -1, 15), (8, 0, 15)]
)
@pytest.mark.rule("rampant.content.odds")
def test_activation_tests(need, bonus, ways):
    assert order_chance(need, bonus) * 36 == pytest.approx(ways)
    battle = Skirmish()
    uid = battle.put(0, "light", (24, 10))
    battle.put(1, "heavy", (24, 25))
    assert order_forecast(battle.game, uid, "shoot").chances[0].p == pytest.approx(26 / 36)
    assert order_forecast(battle.game, uid, "move").chances[0].p == 1.0
    assert losses(Blow("shoot", 1, 6, 1, 5)) == pytest.approx({0: 5 / 6, 1: 1 / 6})


BLOWS = [
    Blow("shoot", 10, 5, 3, 5),
    Blow("shoot", 10, 6, 3, 5, double_six=True),
    Blow("shoot", 5, 4, 2, 3, again=99),
    Blow("shoot", 10, 5, 2, 10, again=2, deflect=5),
    Blow("attack", 10, 3, 1, 15, up=True, surgeon=4),
    Blow("attack", 10, 4, 3, 5, double_six=True, doubled=True, deflect=5, surgeon=5),
    Blow("attack", 10, 4, 2, 5, stun=True, deflect=5),
]


RARE = 20  # ends expected less often than this are counted together: single ones are too few for a bell curve


@pytest.mark.timeout(3600)  # a million exchanges take a while
@pytest.mark.parametrize("blow", BLOWS, ids=[str(i) for i in range(len(BLOWS))])
def test_exact_odds_agree_with_simulation(blow):
    """Every end within 4 standard deviations of what the same steps gave with dice."""
    from xenotable.games.rampant.forecasts.chances import ends_of

    exact = dict(ends_of(blow))
    assert sum(exact.values()) == pytest.approx(1.0)
    seen = simulate(FULL, blow, Wound(), n=TRIALS, seed=1)
    assert set(seen) <= set(exact)
    often = [end for end, p in exact.items() if p * TRIALS >= RARE]
    classes = [[end] for end in often] + [[end for end in exact if end not in often]]
    for ends in classes:
        p, n = sum(exact[end] for end in ends), sum(seen[end] for end in ends)
        if p * TRIALS >= RARE:
            assert abs(n - p * TRIALS) <= 4 * math.sqrt(TRIALS * p * (1 - p)), ends
        else:
            assert n <= poisson_limit(p * TRIALS), ends


def poisson_limit(mean: float) -> int:
    """The count that is passed as seldom as 4 standard deviations are."""
    term = math.exp(-mean)
    below, n = term, 0
    while 1.0 - below > 3.2e-5:
        n += 1
        term *= mean / n
        below += term
    return n


def test_a_courage_test_in_figures():
    battle = Skirmish()
    uid = battle.put(0, "heavy", (24, 24), strength=2)
    test = courage_test_for(battle.game, Shock(uid, "shoot", 3))
    assert (test.dice, test.bonus, test.need) == (1, -3, 4)
    assert chances(test) == pytest.approx((0.0, 3 / 6, 3 / 6))


def test_forecasts_speak_of_both_sides():
    battle = Skirmish()
    a, b = battle.face_off(("elite",), ("heavy",), 5.0)
    shots = target_forecasts(battle.game, a, b, "shoot")
    assert [f.rule for f in shots] == ["shooting.hit", "firefight.test"]
    assert sum(c.p for c in shots[0].distribution) == pytest.approx(1.0)
    fights = attack_forecasts(battle.game, a, b)
    assert len(fights) == 2
    assert "Armour 3" in fights[0].notes
    assert sum(contest(Blow("attack", 10, 4, 3, 5), Blow("attack", 10, 5, 4, 5))) == pytest.approx(1.0)
    battle.start(Shooting(a))
    assert battle.ask.odds(b)
    again = Skirmish()
    a, b = again.face_off(("elite",), ("heavy",), 5.0)
    again.start(Orders(0)).go(unit=a)
    assert again.ask.odds("shoot").chances[0].p == 1.0


# ---- what is shown is what happens ---------------------------------------------------------------------------------


def shares(forecast):
    return {c.label: c.p for c in forecast.chances}


@pytest.mark.rule("rampant.options.lobbed-fire", "rampant.specials.spotted-fire")
def test_odds_of_lobbed_fire_count_the_spotter_without_whom_there_is_none():
    battle = Skirmish()
    battle.land("woods", 20, 20, 28, 28)
    pit, scouts = battle.put(0, "support", (24, 8), "lobbed-fire"), battle.put(0, "recon", (34, 32))
    target = battle.put(1, "heavy", (24, 34))
    (shot,) = target_forecasts(battle.game, pit, target, "shoot")
    assert shot.notes[0] == "10 dice on 3+"
    assert f"{battle.game.name(scouts)} spots" in shot.notes
    assert "in the open" in shot.notes  # the wood between hides, but gives no cover to lobbed fire
    battle.start(Shooting(pit)).roll(*hits(0)).go(target=target)
    assert "spots for" in battle.told()


@pytest.mark.rule("rampant.specials.spotted-fire")
def test_where_a_spotter_is_a_choice_both_odds_are_shown():
    battle = Skirmish()
    pit, scouts = battle.put(0, "support", (24, 8)), battle.put(0, "recon", (34, 24))
    target = battle.put(1, "heavy", (24, 28))
    plain, spotted, _ = target_forecasts(battle.game, pit, target, "shoot")  # and the answer
    assert (plain.notes[0], spotted.notes[0]) == ("10 dice on 4+", "10 dice on 3+")
    battle.start(Shooting(pit)).go(target=target)
    assert [f.notes[0] for who in ("", scouts) for f in battle.ask.odds(who)] == ["10 dice on 4+", "10 dice on 3+"]


@pytest.mark.rule("rampant.attacking.reach", "rampant.terrain.obstacle-defence")
def test_odds_of_a_charge_are_judged_in_contact():
    """The charge leaves rough ground behind, and a wall lies between the two only where they meet."""
    battle = Skirmish()
    battle.land("bog", 20, 8, 28, 12)
    battle.land("wall", 20, 15.25, 28, 15.25)
    unit, foe = battle.put(0, "heavy", (24, 11.5)), battle.put(1, "heavy", (24, 17))
    mine, theirs = attack_forecasts(battle.game, unit, foe)
    game = battle.game.copy()
    game.units.set(unit, y=14.0)
    ground = rough_sides(game, unit, foe, False)
    assert not ground.rough
    assert mine.notes[1] == f"Armour {attack_armour(game, foe, unit, True, ground, False)}" == "Armour 4"  # the wall
    assert theirs.notes[1] == f"Armour {attack_armour(game, unit, foe, False, ground, False)}"


@pytest.mark.rule("rampant.xeno.dreadful")
def test_odds_of_a_dreadful_charge_know_the_dread():
    found = []
    for bought in ((), ("dreadful",)):
        battle = Skirmish()
        unit, foe = battle.put(0, "heavy", (24, 10), *bought), battle.put(1, "light", (24, 15))
        found.append(shares(attack_forecasts(battle.game, unit, foe)[0])["passes"])
    assert found[1] < found[0]


@pytest.mark.rule("rampant.xeno.otherworldly-weakness")
def test_odds_of_a_power_know_the_weakness_of_its_target():
    battle = Skirmish()
    psy = battle.put(0, "elite", (24, 10), "psychic:1", powers=("dread-vision",))
    rift, plain = battle.put(1, "heavy", (20, 18), "otherworldly"), battle.put(1, "heavy", (28, 18))
    easy, hard = (power_forecast(battle.game, psy, "dread-vision", t) for t in (rift, plain))
    need = content().powers["dread-vision"].difficulty
    assert easy.chances[0].p == pytest.approx(order_chance(need, 2))
    assert hard.chances[0].p == pytest.approx(order_chance(need))
    shown = shares(order_forecast(battle.game, psy, "manifest:dread-vision"))
    assert shown["succeeds against an Otherworldly enemy"] == pytest.approx(order_chance(need, 2))


@pytest.mark.parametrize("bought", [(), ("machine",), ("stunners",)])
def test_all_that_may_become_of_a_unit_adds_up_to_one(bought):
    battle = Skirmish()
    a, b = battle.face_off(("elite", "stunners"), ("heavy", *bought), 5.0)
    shown = [*target_forecasts(battle.game, a, b, "shoot"), *attack_forecasts(battle.game, a, b)]
    for forecast in shown:
        assert sum(c.p for c in forecast.chances) == pytest.approx(1.0)
    assert "not hit" in shares(shown[0])
    assert "holds its ground" in shares(shown[-1])
    assert ("passes" in shares(shown[0])) is ("machine" not in bought)


@pytest.mark.rule("rampant.xeno.stunners")
def test_stunning_has_odds_of_its_own():
    battle = Skirmish()
    a, b = battle.put(0, "elite", (24, 10), "stunners"), battle.put(1, "heavy", (24, 20))
    battle.start(Shooting(a)).go(target=b)
    (kill,), (stun,) = battle.ask.odds("kill"), battle.ask.odds("stun")
    assert (kill.unit, stun.unit) == ("Strength Points lost", "points stunned")
    assert stun.mean == pytest.approx(kill.mean)
    assert shares(stun)["destroyed"] == 0.0
    assert shares(stun)["passes"] < shares(kill)["passes"]
    fight = Skirmish()
    a, b = fight.put(0, "elite", (24, 10), "stunners"), fight.put(1, "heavy", (24, 13))
    fight.start(Melee(a, b)).go()
    assert fight.ask.odds("stun").unit == "points stunned"
