"""Titans in close assault (chapters "titans" and "assault")."""

import pytest

from games.xenocide.battlefield import Battlefield
from xenotable.games.xenocide.rules.assault import dice as assault_dice
from xenotable.games.xenocide.rules.assault import morale, titan_hits
from xenotable.games.xenocide.rules.assault.flight import flee
from xenotable.games.xenocide.rules.movement.moving import begin_assault
from xenotable.games.xenocide.rules.titans import assault
from xenotable.games.xenocide.scenes import Fight

rule = pytest.mark.rule


def brawl(kind="bastion-titan", enemy="medium-tank", n=3, **state):
    """A titan of Blue in contact with an enemy unit, in Blue's activation."""
    field = Battlefield()
    u = field.put(0, kind, (30.0, 20.0), order="assault")
    t = field.put(1, enemy, (30.0, 25.0), n)
    field.game.war.set("war", company="b0")
    field.game.titans.set(u, **state)
    return field, u, t


def row(field, u):
    return field.game.titans[u]


def split(field, u, foe, **answers):
    field.run(assault_dice.split(field.game, u, field.unit(u).models, True, [foe]), **{"split": 0, **answers})
    return field.unit(u).attack, field.unit(u).defence


# ---- its dice --------------------------------------------------------------------------------------------------------


@rule("xenocide.titans.assault-dice")
@rule("xenocide.titans.assault-weapons")
def test_a_close_assault_weapon_adds_its_dice_and_a_third_may_defend():
    field, u, t = brawl()
    assert split(field, u, t, split=4) == (8, 4)
    with pytest.raises(AssertionError, match="split"):
        split(field, u, t, split=5)
    field.game.titans.set(u, damaged=("w1",))
    assert split(field, u, t) == (8, 0)


@rule("xenocide.titans.assault-weapons")
def test_power_in_a_weapon_stays_until_the_assault_is_over():
    field, u, t = brawl(power=3)
    assert split(field, u, t, blades=2) == (20, 0)
    assert (row(field, u).power, row(field, u).blades) == (1, (("w1", 2),))
    assert split(field, u, t, blades=1) == (24, 0)  # the next round: at most 3 in all
    field.game.titans.set(u, power=4)
    assert split(field, u, t) == (24, 0)
    assault_dice.clear(field.game, (u, t))
    assert (row(field, u).blades, row(field, u).power) == ((), 4)
    assert assault.dice(field.game, u) == 12


@rule("xenocide.titans.assault-weapons")
def test_power_that_goes_into_repairs_is_not_there_for_the_sword():
    field, u, t = brawl(core=3, power=1)
    field.roll(6).play(Fight(0, (u,), (t,), step="tally", done=(t,)), power=[(u, "core")], blades=0, split=0)
    assert (row(field, u).power, row(field, u).blades, field.unit(u).attack) == (0, (), 12)


@rule("xenocide.titans.power-outside")
def test_kept_power_may_be_used_when_the_titan_is_assaulted():
    field, u, t = brawl(power=1)
    field.game.war.set("war", company="r0")
    assert split(field, u, t, blades=1) == (16, 0)


@rule("xenocide.titans.assault-core-zero")
def test_without_a_core_half_of_the_dice_are_lost_first():
    field, u, t = brawl("bastion-titan+rotary-battery", core=0)
    assert split(field, u, t) == (4, 0)
    field.game.units.set(u, marks=1)
    assert split(field, u, t) == (2, 0)
    odd, v, w = brawl("mirage-titan", core=0)  # 6 and 3 of the blades: 5 of 9 are lost
    assert split(odd, v, w) == (4, 0)


@rule("xenocide.titans.assault-weapon-specials")
def test_specials_of_a_weapon_hold_for_all_dice():
    field, u, t = brawl("worldmaw", "heavy-tank", 2)
    assert assault.specials(field.game, u) == (True, False)
    assert field.game.kinds["heavy-tank"].cad == 7
    field.roll(6, 1, 1).run(assault_dice.strike_unit(field.game, t, [(u, 3)], True), remove=lambda ask: ask.among()[:1])
    assert field.size(t) == 1
    field.game.titans.set(u, damaged=("w0",))
    field.roll(6, 1, 1).run(assault_dice.strike_unit(field.game, t, [(u, 3)], True))
    assert field.size(t) == 1
    blades, v, _ = brawl("mirage-titan")
    assert assault.specials(blades.game, v) == (False, True)


@rule("xenocide.titans.fire-and-assault")
def test_a_titan_on_fire_and_move_assaults_without_disadvantage():
    field, u, t = brawl()
    tank = field.put(0, "medium-tank", (34.0, 22.0), 2)
    for order, attack in (("fire-and-move", 12), ("move-and-fire", 8), ("assault", 12)):
        for x in (u, tank):
            field.game.units.set(x, order=order)
            begin_assault(field.game, x)
        assert split(field, u, t) == (attack, 0)
        assert assault_dice.is_disadvantaged(field.game, tank) == (order != "assault")


# ---- being hit -------------------------------------------------------------------------------------------------------


def strike(field, u, t, *dice, **answers):
    field.roll(*dice).run(assault_dice.strike_unit(field.game, u, [(t, answers.pop("n"))], True), **answers)


@rule("xenocide.assault.titan-hits")
def test_every_complete_group_of_sixes_is_a_hit():
    field, u, t = brawl("mirage-titan", core=1)
    strike(field, u, t, 6, 6, 6, 6, 6, n=5)  # CAD 66: two hits, one six lost
    assert field.size(u) == 0
    field, u, t = brawl("worldmaw")
    strike(field, u, t, 6, 6, 6, 5, 5, n=5)  # 6666
    assert row(field, u).core == 6
    assert field.game.sides[0].lost == 0


@rule("xenocide.assault.titan-hits")
def test_suppression_lowers_the_groups_to_single_dice():
    field, u, t = brawl("mirage-titan", core=3)
    field.game.units.set(u, marks=1)
    strike(field, u, t, 6, 6, 5, n=3)
    assert row(field, u).core == 1
    assert titan_hits.hits_on({(6, False, False): 2, (5, False, True): 1}, 5) == [True, False, False]


@rule("xenocide.assault.titan-hits")
def test_defence_dice_break_groups_and_cutters_count_twice():
    field, u, t = brawl(layers=0)
    field.game.units.set(u, defence=1)
    strike(field, u, t, 6, 6, 6, 6, n=3)
    assert row(field, u).core == 4
    assert titan_hits.hits_on({(6, True, False): 2}, 8) == [False]
    assert titan_hits.hits_on({(6, True, False): 1}, 8) == []


@rule("xenocide.titans.deflector-assault")
def test_deflectors_block_blows_and_lose_a_layer_each_time():
    field, u, t = brawl(core=4, layers=2)
    strike(field, u, t, *[6] * 6, 4, 5, n=6)  # CAD 666: two hits
    assert (row(field, u).core, row(field, u).layers) == (3, 1)


@rule("xenocide.stats.ca-shatter")
def test_shatter_takes_a_layer_and_is_not_blocked():
    field, u, t = brawl(enemy="blink-guard", n=4, core=4, layers=2)
    assert field.game.kinds["blink-guard"].shatter
    strike(field, u, t, 6, 6, 6, n=3)
    assert (row(field, u).core, row(field, u).layers) == (3, 1)


def test_flicker_does_nothing_in_close_assault():
    field, u, t = brawl("obelisk-titan")
    strike(field, u, t, 6, 6, n=2)
    assert row(field, u).core == 3


@rule("xenocide.assault.multi-six-weight")
@rule("xenocide.assault.test-half")
@rule("xenocide.assault.test-casualties")
def test_core_levels_count_as_casualties_of_the_assault():
    field, u, t = brawl(layers=0)
    strike(field, u, t, *[6] * 9, n=9)
    assert (row(field, u).core, field.unit(u).fallen) == (1, 3)
    # 3, +2 for three casualties, +1 below half; three models of CAD 5 do not outnumber a 666 by two to one
    assert morale.target_number(field.game, u, [u], [t], 1) == 6


@rule("xenocide.assault.test-cover")
def test_ruins_do_not_shelter_a_giant():
    field = Battlefield(("ruins", 28, 18, 4, 4))
    u, foot = field.put(0, "bastion-titan", (30.0, 20.0)), field.line(0, "medium-infantry", [(31.5, 21.5)])
    assert (morale.cover_modifier(field.game, u), morale.cover_modifier(field.game, foot)) == (0, 1)


@rule("xenocide.titans.flees")
@rule("xenocide.titans.vp-destroyed")
def test_suppressed_titans_flee_and_are_lost_off_the_table():
    field, u, t = brawl()
    field.game.units.set(u, marks=1, charge="assault", came=(30.0, 10.0))
    field.run(flee(field.game, u, [t]), flee=0)
    assert field.at(field.unit(u).models[0])[1] == pytest.approx(12.0)
    assert field.game.sides[0].lost == 0
    edge, v, w = brawl()
    edge.game.models.set(edge.unit(v).models[0], x=4.0, y=4.0)
    edge.game.units.set(v, marks=1, charge="assault", came=(0.0, 0.0))
    edge.run(flee(edge.game, v, [w]), flee=0)
    assert (edge.size(v), edge.game.sides[0].lost, edge.size(w)) == (0, edge.unit(v).vp, 3)


@rule("xenocide.assault.dice-frozen")
def test_a_destroyed_titan_still_strikes_back_with_its_specials():
    field, u, t = brawl("worldmaw", "heavy-tank", 2, core=0)
    field.game.units.set(u, attack=3)
    at = Fight(1, (t,), (u,), step="strike-back")
    field.roll(*[6] * 4).run(assault_dice.strike_unit(field.game, u, [(t, 4)], True))
    assert field.size(u) == 0
    field.roll(6, 1, 1)
    field.play(at, remove=lambda ask: ask.among()[:1])
    assert field.size(t) == 1


@rule("xenocide.titans.assault-weapons")
def test_a_whole_assault_of_a_titan():
    """A Bastion cuts down tanks with two power in its sword; then the power is gone."""
    field, u, t = brawl(power=3)
    field.game.units.set(u, charge="assault", came=(30.0, 10.0))
    field.roll(*[6] * 7, *[1] * 13)  # seven sixes: three tanks fall
    field.roll(*[1] * 6)  # their dice were counted before
    field.plays(Fight(0, (u,), (t,), step="tally"), split=0, blades=[2], follow=None, remove=lambda ask: ask.among())
    assert (field.size(t), field.faces) == (0, [])
    assert (row(field, u).blades, row(field, u).power) == ((), 1)
