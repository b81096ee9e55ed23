"""Rulings are the players' choice: each rule as we rule, and as a table may read it instead."""

import pytest

from games.killteam.field import Field, refused, shoot
from readings import both
from xenotable.games.killteam.rules.datacards.attack_terms import shot_terms
from xenotable.games.killteam.rules.datacards.modified import change_apl
from xenotable.games.killteam.rules.datacards.printed import Use, apl
from xenotable.games.killteam.rules.datacards.special_rules import rules_for
from xenotable.games.killteam.rules.setup.sequence import begin
from xenotable.games.killteam.rules.shooting.sequence import use_up_weapon
from xenotable.games.killteam.rules.shooting.targets import target_refusals, weapon_refusals
from xenotable.games.killteam.state import CONCEAL, BattleSetup


@pytest.mark.rule("killteam.setup.command-points", "killteam.setup.command-points=two")
def test_how_many_command_points_a_player_starts_with():
    for chosen, points in both("setup.command-points=two", 3, 2):
        game = begin(BattleSetup("relay-ground", readings=chosen))
        assert [side.cp for side in game.sides.values()] == [points, points]


@pytest.mark.rule("killteam.datacards.apl-modifier-cap", "killteam.datacards.apl-modifier-cap=one-by-one")
def test_whether_one_relay_order_undoes_two_stuns():
    for chosen, left in both("datacards.apl-modifier-cap=one-by-one", 1, 2):
        field = Field(readings=chosen).operative("a1", "cw-warden", 5, 5)
        for by in (-1, -1, 1):
            change_apl(field.game, "a1", by, "specials.stun-shooting")
        assert apl(field.game, "a1") == left
        assert apl(Field(readings=chosen).operative("a1", "cw-warden", 5, 5, mods=(-1, -1)).game, "a1") == 1


@pytest.mark.rule("killteam.datacards.apl-change-while-active", "killteam.datacards.apl-change-while-active=keeps-ap")
def test_whether_a_stun_takes_ap_that_were_generated():
    for chosen, ap in both("datacards.apl-change-while-active=keeps-ap", 0, 1):
        field = Field(readings=chosen).operative("a1", "cw-warden", 5, 5).active("a1", 1)
        change_apl(field.game, "a1", -1, "specials.stun-fight-second")
        assert field["a1"].ap == ap


@pytest.mark.rule("killteam.shooting.target-dies-early", "killteam.shooting.target-dies-early=goes-on")
def test_whether_mortal_wounds_end_the_attack():
    for chosen, rolled in both("shooting.target-dies-early=goes-on", False, True):
        field = Field(readings=chosen).operative("a1", "cw-deadeye", 5, 5).operative("b1", "fp-penitent", 5, 15)
        terms = shot_terms(field.game, Use("a1", "cw-long-rifle", 0, "shoot", target="b1"))
        assert terms.goes_on is rolled
        asked = []
        dice = "6 6 1 1 1 1 1" if rolled else "6 6 1 1"
        shot = shoot(dice, "MW3", skill=2, normal=3, critical=3, defence=3, wounds=6, log=asked, goes_on=terms.goes_on)
        assert ("defence" in [key for key, _ in asked]) is rolled
        assert shot.damage == (12 if rolled else 6)
    plain = Field(readings=("shooting.target-dies-early=goes-on",)).operative("a1", "cw-warden", 5, 5)
    plain.operative("b1", "fp-penitent", 5, 15)
    assert not shot_terms(plain.game, Use("a1", "cw-carbine", 0, "shoot", target="b1")).goes_on


@pytest.mark.rule("killteam.specials.unwieldy-free", "killteam.specials.unwieldy-free=costs-nothing")
def test_whether_a_free_shot_with_an_unwieldy_weapon_needs_ap():
    for chosen, no in both("specials.unwieldy-free=costs-nothing", ["specials.unwieldy"], []):
        field = (
            Field(readings=chosen)
            .operative("a1", "cw-mortarist", 5, 5)
            .operative("b1", "fp-penitent", 5, 15)
            .active("a1", 1)
        )
        free, paid = (Use("a1", "cw-tube-mortar", 0, "shoot", free=f) for f in (True, False))
        assert refused(weapon_refusals(field.game, free, 0)) == no
        assert refused(weapon_refusals(field.game, paid, 0)) == ["specials.unwieldy"]


@pytest.mark.rule("killteam.specials.unwieldy-free=costs-nothing")
def test_a_free_shot_then_takes_no_ap():
    for chosen, left in both("specials.unwieldy-free=costs-nothing", 1, 2):
        field = (
            Field(readings=chosen)
            .operative("a1", "cw-mortarist", 5, 5)
            .operative("b1", "fp-penitent", 5, 15)
            .active("a1", 2)
        )
        use = Use("a1", "cw-tube-mortar", 0, "shoot", target="b1", free=True)
        use_up_weapon(field.game, use, rules_for(field.game, use))
        assert field["a1"].ap == left


@pytest.mark.rule("killteam.combos.barrage-blast", "killteam.combos.barrage-blast=no-cover")
def test_whether_a_roof_saves_a_follow_up_target():
    for chosen, kept in both("combos.barrage-blast=no-cover", 1, 0):
        field = Field(readings=chosen).operative("a1", "cw-mortarist", 3, 11).operative("b1", "fp-penitent", 14, 11)
        field.terrain(("gantry", 20, 11)).operative("b2", "fp-penitent", 16.8, 11)
        second = Use("a1", "cw-tube-mortar", 0, "shoot", target="b2", original="b1")
        assert shot_terms(field.game, second).cover == kept
        assert shot_terms(field.game, second._replace(original="")).cover == 1


@pytest.mark.rule("killteam.terrain.vantage-mixed", "killteam.terrain.vantage-mixed=light-suffices")
def test_whether_heavy_cover_beside_light_hides_from_above():
    for chosen, no in both("terrain.vantage-mixed=light-suffices", ["sight.cover-conceal-benefit"], []):
        field = (
            Field(readings=chosen)
            .operative("a1", "cw-warden", 5, 11, 2.5)
            .operative("b1", "cw-warden", 13, 11, order=CONCEAL)
        )
        field.terrain(("container", 5, 11), ("barricade", 12.15, 11, 90), ("wall", 12.2, 13, 90))
        assert refused(target_refusals(field.game, Use("a1", "cw-carbine", 0, "shoot"), "b1")) == no
        field.terrain(("container", 5, 11), ("wall", 12.2, 11, 90))
        assert refused(target_refusals(field.game, Use("a1", "cw-carbine", 0, "shoot"), "b1"))
