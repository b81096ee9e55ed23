"""Chapter "shooting": spotters and the Bombardment."""

import pytest

from games.rampant.skirmish import Skirmish, hits, rules
from xenotable.games.rampant.rules.shooting.dice import volley
from xenotable.games.rampant.rules.shooting.targets import target_refusals
from xenotable.games.rampant.rules.specials.shooting import spot_refusals
from xenotable.games.rampant.scenes import Bombardment, Shooting, Turn

# ---- spotters ----------------------------------------------------------------------------------------------------


def mortar(gap=20.0, **row):
    battle = Skirmish()
    pit, target = battle.face_off(("support", "lobbed-fire"), ("heavy",), gap)
    return battle, pit, target, battle.put(0, "recon", (34, 4 + 3 + gap), **row)


@pytest.mark.rule("rampant.specials.spotted-fire", "rampant.specials.spotter-cost")
def test_a_spotter_gives_up_its_activation():
    battle, pit, target, scouts = mortar()
    battle.start(Shooting(pit)).roll(3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 6, 6).go(target=target, spotter=scouts)
    assert battle.unit(target).strength == 4  # three hits at 3+
    assert battle.unit(scouts).activated
    assert "spots for" in battle.told()


@pytest.mark.rule("rampant.specials.spotted-fire")
@pytest.mark.parametrize(
    "row", [{"activated": True}, {"suppressed": True}, {"x": 44.0}, {"charge": "held"}, {"rallied": True}]
)
def test_who_cannot_spot(row):
    able, pit, target, _ = mortar()
    able.start(Shooting(pit)).go(target=target)
    assert able.asked == "spotter"
    assert able.why_not(pit) == {"specials.spotted-fire"}  # nobody spots for itself
    battle, pit, target, scouts = mortar(**row) if "x" not in row else mortar()
    battle.rows[scouts] |= row
    battle.start(Shooting(pit)).roll(3, *hits(0, of=9, miss=3)).go(target=target)
    assert battle.asked == ""
    assert "b1: 0 hits" in battle.told()


@pytest.mark.rule("rampant.specials.spotted-fire")
def test_who_has_rallied_takes_an_order_by_its_rebound_and_does_not_spot():
    battle = Skirmish()
    pit, target = battle.face_off(("support",), ("heavy",), 20.0)
    elite = battle.put(0, "elite", (34, 27), suppressed=True)
    battle.start(Turn(1, 0)).roll(6, 6, *hits(0)).go(unit=pit, order="shoot", target=target)
    assert not battle.unit(elite).suppressed
    assert battle.asked != "spotter"
    assert rules(spot_refusals(battle.game, elite, target, False)) == {"specials.spotted-fire"}
    assert battle.unit(elite).activated is False


@pytest.mark.rule("rampant.options.lobbed-fire")
def test_lobbed_fire_needs_a_spotter_who_sees():
    battle, pit, target, scouts = mortar()
    battle.land("woods", 20, 12, 28, 15)
    assert not rules(target_refusals(battle.game, pit, target))
    battle.start(Shooting(pit)).roll(*hits(3, face=3), 6, 6).go(target=target, spotter=scouts)
    assert battle.unit(target).strength == 4  # the wood between gives no cover
    blind, pit, target, _ = mortar(suppressed=True)
    blind.land("woods", 20, 12, 28, 15)
    assert rules(target_refusals(blind.game, pit, target)) == {"shooting.sight-needed"}


@pytest.mark.rule("rampant.options.lobbed-fire", exercises=["terrain.cover-area"])
def test_lobbed_fire_meets_the_cover_the_target_stands_in():
    battle, pit, target, scouts = mortar()
    battle.land("woods", 20, 12, 28, 15)
    battle.land("ruins", 20, 24, 28, 30)
    assert volley(battle.game, pit, target, "shoot", scouts).armour == 5


# ---- Bombardment -------------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.shooting.bombardment-effect")
def test_everybody_near_the_aim_point_is_struck():
    battle = Skirmish()
    battle.land("scrub", 20, 20, 28, 28)
    observer = battle.put(0, "heavy", (4, 4), "bombardment")
    under, beside = battle.put(1, "heavy", (24, 24)), battle.put(0, "light", (28.5, 24))
    away = battle.put(1, "heavy", (24, 29.6))  # 4.1 in from the point
    battle.roll(*hits(6, face=4)).roll(*hits(2, of=5, face=4))
    battle.roll(4, 4).roll(2, 2)  # the active player's unit tests first: 8 - 1; then 4 - 1 + 1
    battle.start(Bombardment(observer, 24.0, 24.0)).go()
    assert [battle.unit(u).strength for u in (under, beside, away)] == [4, 4, 5]
    told = battle.told()
    assert "passes its Courage test: 4 against 4" in told
    assert told.index("a2 passes") < told.index("b1 passes")


@pytest.mark.rule("rampant.shooting.bombardment-targeted-flag")
def test_a_bombardment_does_not_use_up_the_answer():
    battle = Skirmish(react=True)
    shooter, target = battle.face_off(("heavy", "bombardment"), ("heavy",), 10.0)
    x, y = battle.place(target)
    battle.start(Bombardment(shooter, x, y), Shooting(shooter)).roll(*hits(0)).go(target=target)
    assert battle.asked == "firefight"
