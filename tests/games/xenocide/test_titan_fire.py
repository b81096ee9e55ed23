"""Shooting with and at titans (chapter "titans", with parts of "stats", "saves", "sight" and "suppression")."""

import pytest

from games.xenocide.battlefield import Battlefield, rules
from xenotable.games.xenocide.rules.army.models import armoury
from xenotable.games.xenocide.rules.overwatch import reaction
from xenotable.games.xenocide.rules.saves.cover import save_values
from xenotable.games.xenocide.rules.shooting.fire import fire
from xenotable.games.xenocide.rules.shooting.pools import volley_of, volleys_for
from xenotable.games.xenocide.rules.shooting.sequence import declare, salvo
from xenotable.games.xenocide.rules.shooting.targeting import aim, best_accuracy, target_refusals, targets
from xenotable.games.xenocide.rules.sight.line_of_sight import model_sees, sight_shape
from xenotable.games.xenocide.rules.suppression import cad_level, could_hurt, in_good_cover, target_number
from xenotable.games.xenocide.rules.suppression import test as nerve
from xenotable.games.xenocide.rules.titans.cover import in_forest
from xenotable.games.xenocide.rules.titans.hits import take
from xenotable.games.xenocide.rules.titans.shooting import line_refusals
from xenotable.games.xenocide.rules.titans.systems import is_hampered
from xenotable.games.xenocide.rules.titans.weapons import guns, level_refusals, line_at, lines_now
from xenotable.games.xenocide.rules.transport.weapon_systems import systems
from xenotable.games.xenocide.scenes import Pool, Salvo, Volley
from xenotable.games.xenocide.state import Fire

rule = pytest.mark.rule


def face_off(kind="bastion-titan", enemy="medium-tank", n=3, far=20.0, features=(), **state):
    """A titan of Blue and an enemy so far away; fields of the titan's row by name."""
    field = Battlefield(*features)
    u = field.put(0, kind, (30.0, 10.0), order="fire-and-move")
    t = field.put(1, enemy, (30.0, 10.0 + far), n)
    field.game.war.set("war", company="b0")
    field.game.titans.set(u, **state)
    return field, u, t


def row(field, u):
    return field.game.titans[u]


def hit(field, u, *dice, weapon="tank-cannon", strength=None, hits=1, cover=0):
    """Hits on a titan, with these save dice."""
    w = armoury()[weapon]
    kind = field.game.kinds[row(field, u).kind]
    force = w.strength if strength is None else strength
    pool = Pool(kind.id, cover, kind.aspect, field.unit(u).models, save_values(kind, cover, w, force))
    v = Volley(w, hits, 1, w.accuracy, force, (pool,), 1, (1, 0))
    return field.roll(*dice).run(take(field.game, u, v, pool, hits), cripple=[])


# ---- weapons by power ------------------------------------------------------------------------------------------------


@rule("xenocide.titans.weapon-levels")
def test_a_weapon_fires_by_the_line_of_its_power():
    field, u, t = face_off(power=4, far=35.0)
    answers = {"level": [2], "target": t}
    (plan,) = field.run(declare(field.game, u), **answers)
    assert plan == Salvo(u, (("macro-cannon@2", t, 0),))
    assert (row(field, u).power, row(field, u).fired) == (2, ("w0",))
    w = armoury()["macro-cannon@2"]
    assert (w.shots, w.range, w.strength) == (3, 60, 4)
    field.roll(1, 1, 6, 6, 6)  # two hits; armour 5 against strength 4 saves on 1
    field.run(salvo(field.game, plan), remove=lambda ask: ask.among()[:2])
    assert field.size(t) == 1


@rule("xenocide.titans.weapon-needs-power")
def test_a_weapon_without_an_unpowered_line_needs_power():
    field, u, t = face_off("obelisk-titan", power=3)
    lance = guns(field.game, u)[0]
    assert rules(level_refusals(field.game, u, lance, 0)) == ["titans.weapon-needs-power"]
    assert rules(level_refusals(field.game, u, lance, 1)) == []
    field.game.titans.set(u, power=0)
    assert [w.name for w in lines_now(field.game, u)] == ["Shard storm at power 0"]
    assert rules(level_refusals(field.game, u, lance, 2)) == ["titans.power-spend"]
    assert field.size(t) == 3


@rule("xenocide.titans.weapon-once")
def test_each_weapon_fires_once_an_activation():
    field, u, t = face_off(power=4)
    field.run(declare(field.game, u), level=[1, 0], target=t, focus=0)
    assert row(field, u).fired == ("w0", "w2")
    assert systems(field.game, u) == []
    assert rules(level_refusals(field.game, u, guns(field.game, u)[0], 0)) == ["titans.weapon-once"]


@rule("xenocide.titans.systems")
def test_a_damaged_weapon_is_silent():
    field, u, t = face_off(power=4, damaged=("w0",))
    assert [w.id for w in systems(field.game, u)] == ["point-defence@0", "point-defence@1"]
    assert "titans.systems" in rules(level_refusals(field.game, u, guns(field.game, u)[0], 0))
    assert targets(field.game, u, armoury()["point-defence@0"]) == [t]


@rule("xenocide.titans.shooting-options")
def test_titans_split_their_fire_direct_it_and_hold_it():
    field, u, t = face_off("crawler-titan+macro-cannon", power=5)
    other = field.put(1, "medium-infantry", (36.0, 28.0), 4)
    (plan,) = field.run(declare(field.game, u), level=[1, 0, 2], target=[t, other, t], focus=0, directed=())
    assert plan.left == (("macro-cannon@1", t, 0), ("rotary-battery@0", other, 0), ("macro-cannon@2", t, 0))
    assert row(field, u).power == 5 - 3
    field.game.titans.set(u, fired=(), power=5)
    assert field.run(declare(field.game, u), level=[None, None, None]) == []
    assert (row(field, u).power, row(field, u).fired) == (5, ())
    field.game.titans.set(u, fired=())
    field.mix(t, "apc", [(34.0, 30.0)])
    (plan,) = field.run(declare(field.game, u), level=[0, None, None], target=t, directed=("kind", "apc"))
    assert plan.directed == ((t, ("kind", "apc")),)


@rule("xenocide.titans.shooting-options")
@rule("xenocide.titans.power-outside")
def test_on_overwatch_kept_power_goes_into_weapons():
    field, u, t = face_off(power=2, far=40.0)
    field.game.units.set(u, watch=True)
    field.game.war.set("war", company="r0")
    field.roll(6, 6, 6)
    here = {m: field.at(m) for m in field.unit(t).models}
    field.run(reaction(field.game, t, here, {}), react=[u, None], level=[2])
    assert (row(field, u).power, row(field, u).fired, field.unit(u).watch) == (0, ("w0",), False)
    assert "3 dice" in field.told()


@rule("xenocide.titans.weapon-levels")
@rule("xenocide.titans.power-spend")
def test_levels_out_of_range_and_beyond_the_power_are_refused_with_reasons():
    field, u, t = face_off(power=1, far=34.0)
    cannon, short = guns(field.game, u)

    def why(w):
        return target_refusals(field.game, u, w, t)

    assert rules(line_refusals(field.game, u, short, why, 0)) == ["shooting.eligibility"]
    assert rules(line_refusals(field.game, u, cannon, why, 2)) == ["titans.power-spend"]
    assert rules(line_refusals(field.game, u, cannon, why, None)) == []
    assert line_at(cannon, 3) is None
    assert rules(line_refusals(field.game, u, cannon, why, 3)) == ["titans.weapon-levels", "titans.power-spend"]


@rule("xenocide.sight.titan-eye")
def test_titans_look_over_what_hides_others():
    field, u, t = face_off(far=24.0, features=(("solid-wall", 20, 20, 20, 1),), n=1)
    wall = field.game.field.features[0].height
    assert sight_shape(field.game, field.unit(u).models[0])[3] == 6.0 > wall
    tank = field.put(0, "medium-tank", (36.0, 10.0))
    foe = field.unit(t).models[0]
    assert model_sees(field.game, field.unit(u).models[0], foe)
    assert not model_sees(field.game, field.unit(tank).models[0], foe)


# ---- hits ------------------------------------------------------------------------------------------------------------


@rule("xenocide.titans.damage")
def test_unsaved_hits_take_core_levels_and_destroy_at_zero():
    field, u, _ = face_off(core=1, layers=0)
    assert hit(field, u, 6, 6, hits=2) == 2
    assert field.size(u) == 0
    assert field.game.sides[0].lost == field.unit(u).vp


@rule("xenocide.titans.damage")
def test_the_rest_of_a_volley_is_lost_on_a_titan_that_is_gone():
    field, u, _ = face_off(core=0, layers=0)
    assert hit(field, u, 6, hits=5) == 1
    assert field.size(u) == 0


@rule("xenocide.titans.deflector-save")
@pytest.mark.parametrize(
    ("strength", "dice", "core", "layers"), [(1, (4,), 4, 2), (3, (4,), 4, 2), (3, (5, 6), 3, 2), (0, (1,), 4, 2)]
)
def test_a_deflector_blocks_on_four(strength, dice, core, layers):
    field, u, _ = face_off(layers=2)
    hit(field, u, *dice, strength=strength)
    assert (row(field, u).core, row(field, u).layers) == (core, layers)
    assert field.asked[0] == "deflect"


@rule("xenocide.saves.order")
def test_cover_saves_before_the_deflector_is_touched():
    field, u, _ = face_off(layers=2)
    hit(field, u, 2, strength=3, cover=2)  # the die of the cover; one for the deflector would have overloaded it
    assert field.asked == ["cover"]
    assert (row(field, u).core, row(field, u).layers) == (4, 2)


@rule("xenocide.titans.deflector-overload")
@pytest.mark.parametrize(("strength", "die"), [(3, 3), (1, 1), (5, 4)])
def test_a_die_within_the_strength_of_the_weapon_overloads_a_layer(strength, die):
    field, u, _ = face_off(layers=2)
    hit(field, u, die, strength=strength)
    assert (row(field, u).core, row(field, u).layers) == (4, 1)


@rule("xenocide.titans.deflector-one-by-one")
@rule("xenocide.saves.same-roll")
def test_hits_come_one_by_one_and_the_last_layer_protects_from_one_alone():
    field, u, _ = face_off(layers=1)
    tanks = field.put(1, "medium-tank", (36.0, 30.0), 2)
    field.roll(1, 1, 2, 6)  # two hits; the layer blocks the first and is gone; armour 6 - 2 fails against the second
    field.run(fire(field.game, tanks, armoury()["tank-cannon"], u))
    assert (row(field, u).core, row(field, u).layers) == (3, 0)


@rule("xenocide.titans.deflector-breaker")
def test_a_shield_breaker_tears_a_layer_off_and_goes_on_to_the_armour():
    field, u, _ = face_off(layers=1)
    hit(field, u, 3, weapon="mirage-lance@0")  # armour 6 against strength 3
    assert (row(field, u).core, row(field, u).layers) == (4, 0)
    hit(field, u, 4, weapon="mirage-lance@0")
    assert row(field, u).core == 3


@rule("xenocide.titans.deflector-core-zero")
def test_without_a_core_all_layers_are_lost():
    field, u, _ = face_off(core=1, layers=3)
    hit(field, u, 5, 6)
    assert (row(field, u).core, row(field, u).layers) == (0, 0)
    field.game.titans.set(u, core=1)
    assert row(field, u).layers == 0


@rule("xenocide.titans.armor-seven")
def test_armour_seven_needs_strength_two():
    field, u, _ = face_off("crawler-titan", layers=0)
    for strength in (0, 1):
        assert hit(field, u, strength=strength) == 0
    assert hit(field, u, 5, strength=2) == 0
    assert hit(field, u, 6, strength=2) == 1
    foot = field.put(1, "medium-infantry", (30.0, 20.0), 6)
    rifles = armoury()["assault-rifles"]
    plain, focused = (volleys_for(field.game, foot, rifles, u, aim(field.game, foot, rifles, u), n) for n in (0, 2))
    assert not could_hurt(plain[0])
    assert (could_hurt(focused[0]), focused[0].pools[0].saves[2]) == (True, 5)


@rule("xenocide.stats.crippling")
def test_crippling_hits_damage_a_system_of_the_shooters_choice():
    field, u, _ = face_off(layers=0)
    lance = armoury()["sunlance@1"]
    foe = field.put(1, "obelisk-titan", (30.0, 40.0))
    pools = volleys_for(field.game, foe, lance, u, aim(field.game, foe, lance, u))[0].pools
    v = volley_of(field.game, foe, lance, u, 2, field.unit(foe).models, 4, 4, pools)
    field.roll(6, 6).run(take(field.game, u, v, v.pools[0], 2), cripple=["drive", "w0"])
    assert (row(field, u).core, row(field, u).damaged) == (2, ("drive", "w0"))
    field.roll(2).run(take(field.game, u, v, v.pools[0], 1))  # saved: nothing is damaged
    assert row(field, u).damaged == ("drive", "w0")


def test_crippling_has_no_effect_on_other_models():
    field, u, t = face_off("obelisk-titan", power=3)
    field.roll(1, 6).run(fire(field.game, u, armoury()["sunlance@1"], t), remove=lambda ask: ask.among()[:1])
    assert field.size(t) == 2
    assert "cripple" not in field.asked


# ---- shields that hide -----------------------------------------------------------------------------------------------


@rule("xenocide.titans.diffraction")
def test_diffraction_hides_while_core_and_projector_work():
    field, u, t = face_off("mirage-titan", n=3)

    def accuracy(weapon):
        w = armoury()[weapon]
        found = aim(field.game, t, armoury()["tank-cannon"], u)
        return best_accuracy(field.game, w, found, t, u)

    assert (accuracy("macro-cannon@0"), accuracy("mirage-lance@0")) == (2, 5)
    cannon = armoury()["tank-cannon"]
    pools = volleys_for(field.game, t, cannon, u, aim(field.game, t, cannon, u))[0].pools
    assert pools[0].aspect == -2
    field.game.titans.set(u, damaged=("projector",))
    assert accuracy("macro-cannon@0") == 5
    field.game.titans.set(u, damaged=(), core=0)
    assert accuracy("macro-cannon@0") == 5


@rule("xenocide.titans.flicker")
def test_flicker_is_a_cover_save_that_does_not_add_up():
    field, u, _ = face_off("obelisk-titan")
    assert hit(field, u, 3, strength=4) == 0
    assert hit(field, u, 4, 6, cover=1) == 1  # 3, not 4
    assert hit(field, u, 6, weapon="shard-storm@1", strength=4) == 1  # ignores cover: armour alone
    assert hit(field, u, 6, weapon="mirage-lance@0") == 1  # Shield Breaker
    field.game.titans.set(u, core=2, damaged=("projector",))
    assert hit(field, u, 6) == 1
    field.game.titans.set(u, core=0, damaged=())
    assert hit(field, u, 6) == 1


@rule("xenocide.titans.flicker")
def test_flicker_stops_in_the_midst_of_a_volley():
    field, u, _ = face_off("obelisk-titan", core=1)
    assert hit(field, u, 4, 6, 6, hits=2) == 2
    assert field.size(u) == 0


# ---- cover for giants ------------------------------------------------------------------------------------------------


def cover_of(field, u, t, weapon="tank-cannon"):
    w = armoury()[weapon]
    return volleys_for(field.game, t, w, u, aim(field.game, t, w, u))[0].pools[0].cover


@rule("xenocide.titans.cover-forest")
@pytest.mark.parametrize(("kind", "cover"), [("bastion-titan", 1), ("crawler-titan", 1)])
def test_a_wood_half_as_tall_is_soft_cover(kind, cover):
    field, u, t = face_off(kind, features=(("forest", 28, 8, 4, 4),))
    assert field.game.field.features[0].height * 2 >= field.game.kinds[kind].height
    assert cover_of(field, u, t) == cover


@rule("xenocide.titans.cover-terrain")
def test_a_lower_wood_and_anything_else_that_others_hide_in_is_none():
    for feature in ("brush", "ruins"):
        field, u, t = face_off(features=((feature, 28, 8, 4, 4),))
        assert cover_of(field, u, t) == 0
        assert in_forest(field.game, 100.0, sight_shape(field.game, field.unit(u).models[0])) == 0


@rule("xenocide.titans.cover-terrain")
@pytest.mark.parametrize(
    ("building", "cover"),
    [pytest.param("apartment-block", 2, marks=rule("xenocide.titans.cover-terrain")), ("pump-house", 0)],
)
def test_something_solid_half_as_tall_is_hard_cover(building, cover):
    field = Battlefield(buildings=((building, 27.0, 13.0),))
    u = field.put(0, "bastion-titan", (30.0, 10.0))
    t = field.put(1, "medium-tank", (30.0, 36.0), 3)
    assert cover_of(field, u, t) == cover
    assert in_good_cover(field.game, u, field.at(field.unit(t).models[0])) == cover // 2
    beside = field.put(1, "medium-tank", (60.0, 8.0), 2)
    assert cover_of(field, u, beside) == 0


# ---- suppression -----------------------------------------------------------------------------------------------------


@rule("xenocide.suppression.titan-dice")
def test_titans_roll_three_dice_and_keep_two():
    field, u, _ = face_off()
    assert field.roll(1, 3, 5).run(nerve(field.game, u, 8, "suppression.test")) is True
    assert field.roll(1, 3, 5, 2).run(nerve(field.game, u, 10, "suppression.test"), steady=True) is True
    assert field.roll(2, 2, 5).run(nerve(field.game, u, 10, "suppression.test"), steady=False) is False
    assert field.unit(u).marks == 1


@rule("xenocide.suppression.titan-effects")
def test_a_suppressed_titan_shoots_worse_and_is_easier_to_hit():
    field, u, t = face_off(far=20.0)
    cannon = armoury()["macro-cannon@0"]
    before = volleys_for(field.game, u, cannon, t, aim(field.game, u, cannon, t))[0].accuracy
    m = field.unit(u).models[0]
    assert cad_level(field.game, m, False) == 8
    field.game.units.set(u, marks=1)
    assert volleys_for(field.game, u, cannon, t, aim(field.game, u, cannon, t))[0].accuracy == before - 1
    assert cad_level(field.game, m, False) == 7
    assert not is_hampered(field.game, u)


@rule("xenocide.suppression.mod-casualty")
@rule("xenocide.suppression.mod-half")
def test_lost_core_levels_count_for_the_test_of_a_titan():
    field, u, t = face_off(layers=0)
    field.roll(1, 6, 6, 6).run(fire(field.game, t, armoury()["tank-cannon"], u))
    assert (row(field, u).core, field.game.fire[u].casualty) == (3, True)
    quiet = Fire(1, nearest=(30.0, 30.0, 1.0))
    assert target_number(field.game, u, quiet) == 3
    assert target_number(field.game, u, field.game.fire[u]) == 3 + 1 + 1 + 1  # one unit, a hit, a casualty
    field.game.titans.set(u, core=1)
    assert target_number(field.game, u, quiet) == 4
