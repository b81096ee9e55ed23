"""Chapter "shooting": area effect, artillery, pooled fire and the saves against them."""

import pytest
from msgspec.structs import replace

from games.xenocide.battlefield import Battlefield, faces, rules
from games.xenocide.shots import HOWITZER, RIFLES, pool, volley
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.rules.aoe import area_hits
from xenotable.games.xenocide.rules.play.measuring import circle
from xenotable.games.xenocide.rules.shooting.choices import directions, focus_steps
from xenotable.games.xenocide.rules.shooting.fire import still_there
from xenotable.games.xenocide.rules.shooting.hits import effective, read, saves
from xenotable.games.xenocide.rules.shooting.pools import pools_of, volleys_for
from xenotable.games.xenocide.rules.shooting.sequence import act_refusals
from xenotable.games.xenocide.rules.shooting.targeting import aim, targets
from xenotable.games.xenocide.rules.sight.line_of_sight import model_sees
from xenotable.games.xenocide.scenes import Pool, Pooled, Shooting, Shot, Volley
from xenotable.table import gap

rule = pytest.mark.rule


# ---- area effect -----------------------------------------------------------------------------------------------------


@rule("xenocide.aoe.hit")
@rule("xenocide.aoe.cap")
def test_area_hits_are_rolled_and_capped():
    v = volley(3, dice=1, weapon=HOWITZER, cap=6)
    tally = read(v, effective(v), faces(1), ())
    assert Battlefield().roll(4, 1).run(area_hits(v, tally)) == 3
    chorus = volley(3, dice=1, weapon=weapons()["chorus-array"], cap=5)
    assert Battlefield().roll(6, 5, 4).run(area_hits(chorus, tally)) == 5


@rule("xenocide.aoe.splash")
def test_a_miss_by_one_splashes():
    v = volley(3, dice=2, weapon=HOWITZER)
    tally = read(v, effective(v), faces(4, 5), ())
    assert (tally.splash, tally.misses) == (1, 1)
    assert Battlefield().run(area_hits(v, tally)) == 2


@rule("xenocide.aoe.splash-low-accuracy")
def test_splash_at_accuracy_zero():
    v = volley(1, (-1,), dice=3, weapon=HOWITZER)
    tally = read(v, effective(v), faces(1, 1, 2), faces(3, 5))
    assert (tally.hits, tally.splash, tally.misses) == ((1,), 1, 1)
    low = volley(0, (-1,), dice=1, weapon=HOWITZER)
    assert read(low, effective(low), faces(1), faces(5)).splash == 0


@rule("xenocide.aoe.allocation")
@rule("xenocide.aoe.no-directed-fire")
def test_area_hits_reach_models_that_nobody_sees():
    field = Battlefield(("solid-wall", 18, 24, 3, 1))
    guns = field.line(0, "medium-artillery", [(20, 10)])
    foe = field.line(1, "medium-infantry", [(19.5, 25.6), (26, 26)])
    found = aim(field.game, guns, HOWITZER, foe)
    assert found.exposed == (f"{foe}m1",)
    made = pools_of(field.game, HOWITZER, foe, found, found.direct)
    assert sum(len(p.models) for p in made) == 2
    assert directions(field.game, guns, [HOWITZER], foe) == [()]
    assert focus_steps(HOWITZER) == ()


# ---- artillery -------------------------------------------------------------------------------------------------------


def hidden_target():
    field = Battlefield(("solid-wall", 10, 20, 30, 1))
    guns = field.line(0, "medium-artillery", [(20, 10)])
    foe = field.line(1, "medium-infantry", [(20, 23), (22, 23), (24, 23)])
    return field, guns, foe


@rule("xenocide.artillery.direct")
def test_artillery_that_sees_fires_with_accuracy_three():
    field = Battlefield()
    guns, foe = field.put(0, "medium-artillery", (20, 10)), field.put(1, "medium-tank", (20, 40), 2)
    sharp = replace(HOWITZER, accuracy=5)
    (v,) = volleys_for(field.game, guns, sharp, foe, aim(field.game, guns, HOWITZER, foe))
    assert effective(v) == (3,)


@rule("xenocide.artillery.indirect")
@rule("xenocide.artillery.indirect-range")
@rule("xenocide.artillery.spotter-limits")
def test_indirect_fire_needs_a_spotter_within_24_inches():
    field, guns, foe = hidden_target()
    assert targets(field.game, guns, HOWITZER) == []
    field.line(0, "medium-tank", [(22, 47.2)])
    found = aim(field.game, guns, HOWITZER, foe)
    assert (found.direct, found.indirect, found.accuracy) == ((), (f"{guns}m0",), 1)
    field.game.models.set("b0u1m0", y=23.0, x=50.0)
    assert not aim(field.game, guns, HOWITZER, foe).indirect
    field.game.models.set("b0u1m0", y=40.0, x=22.0)
    near = replace(HOWITZER, range=11.0)
    known = field.game.kinds
    field.game.kinds = {**known, "medium-artillery": replace(known["medium-artillery"], weapons=(HOWITZER, near))}
    assert aim(field.game, guns, HOWITZER, foe).indirect
    assert not aim(field.game, guns, near, foe).indirect
    field.game.units.set("b0u1", burrowed=True)
    assert not aim(field.game, guns, HOWITZER, foe).indirect


@rule("xenocide.artillery.indirect-own-unit")
def test_any_model_of_the_unit_spots_for_it_at_any_distance():
    field, guns, foe = hidden_target()
    field.mix(guns, "medium-infantry", [(50, 40)])  # no gun, farther than 24 in from the target, but it sees
    assert gap(circle(field.game, f"{foe}m0"), circle(field.game, field.unit(guns).models[-1])) > 24.0
    assert model_sees(field.game, field.unit(guns).models[-1], f"{foe}m0")
    found = aim(field.game, guns, HOWITZER, foe)
    assert (found.indirect, found.accuracy) == ((f"{guns}m0",), 2)


@rule("xenocide.artillery.spotter-limits")
def test_suppressed_models_still_spot():
    field, guns, foe = hidden_target()
    spotter = field.line(0, "medium-tank", [(22, 47.2)], marks=2)
    assert aim(field.game, guns, HOWITZER, foe).accuracy == 1
    field.game.units.set(spotter, on=False)
    assert not aim(field.game, guns, HOWITZER, foe).indirect


@rule("xenocide.artillery.indirect-recon")
@rule("xenocide.stats.recon-stat")
def test_recon_spots_out_to_36_inches_at_accuracy_two():
    field, guns, foe = hidden_target()
    field.line(0, "scout-car", [(57, 24)])
    assert aim(field.game, guns, HOWITZER, foe).accuracy == 2
    field.game.models.set("b0u1m0", x=63.0)
    assert aim(field.game, guns, HOWITZER, foe).accuracy == 0


@rule("xenocide.artillery.indirect-own-unit")
def test_its_own_unit_spots_at_accuracy_two():
    field = Battlefield(("solid-wall", 10, 20, 12, 1))
    guns = field.line(0, "medium-artillery", [(15, 18), (23.5, 18)])
    foe = field.line(1, "medium-infantry", [(21, 22.5)])
    found = aim(field.game, guns, HOWITZER, foe)
    assert (found.direct, found.indirect, found.accuracy) == ((f"{guns}m1",), (f"{guns}m0",), 2)


@rule("xenocide.artillery.suppressed")
def test_suppressed_artillery_does_not_fire_indirectly():
    field, guns, foe = hidden_target()
    field.line(0, "scout-car", [(50, 24)])
    field.game.units.set(guns, marks=1)
    assert not aim(field.game, guns, HOWITZER, foe).indirect


@rule("xenocide.artillery.indirect-cover")
def test_against_indirect_fire_only_the_feature_one_is_in_covers():
    field = Battlefield(("solid-wall", 10, 20, 30, 1), ("ruins", 24, 22.5, 4, 4))
    guns = field.line(0, "medium-artillery", [(20, 10)])
    foe = field.line(1, "medium-tank", [(20, 22), (26, 24)])
    field.line(0, "scout-car", [(40, 30)])
    found = aim(field.game, guns, HOWITZER, foe)
    made = pools_of(field.game, HOWITZER, foe, found, found.direct)
    assert sorted(p.cover for p in made) == [0, 2]


# ---- pooled fire -----------------------------------------------------------------------------------------------------


@rule("xenocide.shooting.pooled-fire")
def test_pooled_fire_rolls_everything_before_anybody_falls():
    field = Battlefield()
    field.game.sides.set(0, points=0)
    a = field.line(0, "medium-tank", [(10, 10), (13, 10)], order="move-and-fire")
    b = field.line(0, "medium-tank", [(20, 10), (23, 10)], order="move-and-fire")
    foe = field.line(1, "medium-infantry", [(14 + 1.5 * i, 28) for i in range(5)])
    (scene, _) = field.play(Shooting(0, "b0"), unit=a, act="pool", pool=(b,))
    (scene,) = field.play(scene, target=[foe, None])
    (scene,) = field.play(scene, target=[foe, None])
    (scene,) = field.play(scene)
    assert scene == Pooled((Shot(a, "tank-cannon", foe), Shot(b, "tank-cannon", foe)))
    assert field.unit(a).acted
    assert field.unit(b).acted
    field.asked.clear()
    assert field.roll(1, 1, 2, 6).play(scene) == [Pooled(())]  # two dice each; three hits, no armour saves
    assert field.asked == ["hit", "hit", "remove"]
    assert field.size(foe) == 2
    assert field.game.fire[foe].units == (a, b)


@rule("xenocide.shooting.pooled-fire")
def test_pooled_fire_needs_a_second_unit():
    field = Battlefield()
    a = field.line(0, "medium-tank", [(10, 10)], order="move-and-fire")
    field.line(0, "medium-tank", [(20, 10)], order="assault")
    field.line(1, "medium-infantry", [(14, 28)])
    assert rules(act_refusals(field.game, a, "pool")) == ["shooting.pooled-fire"]


def test_hits_of_another_strength_find_who_is_left():
    field = Battlefield()
    u = field.line(1, "medium-infantry", [(10, 28), (12, 28)])
    here = tuple(field.unit(u).models)
    large, small = Pool("apc", 0, 1, ("gone",), (0, 0, 0)), Pool("medium-infantry", 0, -1, here, (0, 0, 2))
    v = Volley(RIFLES, 6, 3, 3, 0, (large, small), 3, (0, 1))
    now, hits = still_there(field.game, v, (2, 3))
    assert now.pools == (small,)
    assert hits == (3,)  # two hits reached only the models that are gone


# ---- saves -----------------------------------------------------------------------------------------------------------


@rule("xenocide.saves.same-roll")
def test_cover_dice_then_shield_dice_then_armour_dice():
    v, p = volley(), pool(saved=(2, 2, 1))
    assert Battlefield().roll(4, 2, 5, 1, 3, 6).run(saves(v, p, 3)) == 1
    assert Battlefield().run(saves(v, pool(saved=(0, 0, 6)), 3)) == 0
