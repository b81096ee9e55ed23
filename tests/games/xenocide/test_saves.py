"""Sight and cover (chapters "sight" and "saves")."""

import random

import pytest

from games.xenocide.battlefield import Battlefield
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.saves.cover import cover, save_values, vehicles
from xenotable.games.xenocide.rules.shooting.targeting import aim, target_refusals
from xenotable.games.xenocide.rules.sight.line_of_sight import THROUGH, model_sees, sight_shape
from xenotable.games.xenocide.rules.sight.rays import open_ray

rule = pytest.mark.rule
RIFLES = weapons()["assault-rifles"]


def looks(*features, a=(20, 10), b=(20, 30), kinds_=("medium-infantry", "medium-infantry")):
    field = Battlefield(*features)
    one, two = field.line(0, kinds_[0], [a]), field.line(1, kinds_[1], [b])
    return model_sees(field.game, f"{one}m0", f"{two}m0"), model_sees(field.game, f"{two}m0", f"{one}m0")


@rule("xenocide.sight.solid")
@rule("xenocide.sight.rays")
@rule("xenocide.sight.eye")
def test_solid_features_block_below_their_top():
    assert looks(("solid-wall", 15, 20, 10, 1)) == (False, False)
    assert looks(("solid-wall", 15, 20, 4.75, 1)) == (True, True)  # a ray to the rim passes beside it
    assert looks(("low-wall", 15, 20, 10, 0.5)) == (True, True)


@rule("xenocide.sight.obscuring")
def test_four_inches_of_forest_can_be_seen_through():
    assert looks(("forest", 0, 18, 72, 4.0)) == (True, True)
    assert looks(("forest", 0, 18, 72, 4.1)) == (False, False)


@rule("xenocide.sight.obscuring")
def test_obscuring_features_add_up():
    assert looks(("brush", 0, 15, 72, 2), ("forest", 0, 20, 72, 2.5)) == (False, False)
    assert looks(("forest", 0, 18, 72, 3), ("smoke", 0, 19, 72, 3)) == (True, True)  # overlapping counts once


@rule("xenocide.sight.obscuring")
def test_terrain_that_one_stands_in_counts_too():
    assert looks(("forest", 0, 27, 72, 12)) == (True, True)
    assert looks(("forest", 0, 25, 72, 12)) == (False, False)


@rule("xenocide.sight.elevation")
def test_a_plateau_raises_the_eye_and_hides_what_is_below_its_edge():
    for behind, clear in ((0.5, True), (4.0, False)):
        assert looks(("cliff", 10, 2, 20, 10), a=(20, 12 - behind), b=(20, 24.5))[0] is clear


@rule("xenocide.sight.stealth")
@rule("xenocide.stats.stealth-stat")
def test_stealth_is_seen_from_twelve_inches_or_by_recon():
    field = Battlefield()
    a, hidden = field.line(0, "medium-tank", [(20, 10)]), field.line(1, "veil-scout", [(20, 31)])
    gun = weapons()["tank-cannon"]
    assert not aim(field.game, a, gun, hidden).direct
    recon = field.line(0, "scout-car", [(33, 31)])
    assert aim(field.game, a, gun, hidden).direct
    field.game.models.set(f"{recon}m0", x=34.0)
    assert not aim(field.game, a, gun, hidden).direct
    field.game.models.set(f"{a}m0", y=18.0)
    assert aim(field.game, a, gun, hidden).direct


@rule("xenocide.sight.stealth")
def test_stealth_is_found_out_by_any_model_of_the_firing_unit_whatever_it_carries():
    field = Battlefield()
    hidden = field.line(1, "veil-scout", [(20, 31)])
    unit = field.line(0, "medium-tank", [(20, 10)])
    field.mix(unit, "medium-infantry", [(20, 17)])
    cannon = weapons()["tank-cannon"]
    assert not aim(field.game, unit, cannon, hidden).direct
    field.game.models.set(field.unit(unit).models[1], y=19.0)
    assert aim(field.game, unit, cannon, hidden).direct == (f"{unit}m0",)


@rule("xenocide.sight.stealth-spotting")
def test_stealth_hides_from_spotters_too():
    hidden = next(k.id for k in Battlefield().game.kinds.values() if k.stealth)
    howitzer = weapons()["howitzer"]

    def accuracy(spotter, y, wall=True):
        field = Battlefield(*([("solid-wall", 0, 20, 72, 1)] if wall else []))
        gun = field.line(0, "medium-artillery", [(20, 5)])
        foe = field.line(1, hidden, [(20, 40)])
        if spotter:
            field.line(0, spotter, [(20, y)])
        return aim(field.game, gun, howitzer, foe).accuracy

    recon = next(k.id for k in Battlefield().game.kinds.values() if k.recon and not k.stealth)
    assert (accuracy(recon, 22), accuracy(recon, 30)) == (0, 2)  # 18 and 10 inches away
    assert (accuracy("medium-infantry", 22), accuracy("medium-infantry", 30)) == (0, 1)
    field = Battlefield()
    guns = field.line(0, "medium-artillery", [(20, 5), (24, 5)])
    foe = field.line(1, hidden, [(20, 40)])
    assert aim(field.game, guns, howitzer, foe).indirect == ()  # in plain view, but 35 inches away


@rule("xenocide.sight.stealth")
def test_who_aims_at_stealth_is_told_why_not():
    field = Battlefield()
    a, hidden = field.line(0, "medium-tank", [(20, 10)]), field.line(1, "veil-scout", [(20, 31)])
    (refused,) = target_refusals(field.game, a, weapons()["tank-cannon"], hidden)
    assert (refused.rule, refused.remedy) == (
        "sight.stealth",
        "Come within 12 in of it, or bring a Recon model that near.",
    )


@rule("xenocide.sight.burrowed-unseen")
def test_burrowed_models_are_not_seen():
    field = Battlefield()
    a, b = field.line(0, "medium-tank", [(20, 10)]), field.line(1, "delver", [(20, 20)], burrowed=True)
    assert not aim(field.game, a, weapons()["tank-cannon"], b).direct


@rule("xenocide.sight.models-do-not-block")
def test_models_do_not_block_sight():
    field = Battlefield()
    a, b = field.line(0, "medium-infantry", [(20, 10)]), field.line(1, "medium-infantry", [(20, 20)])
    field.line(1, "heavy-tank", [(20, 15)])
    assert model_sees(field.game, f"{a}m0", f"{b}m0")


# ---- cover -----------------------------------------------------------------------------------------------------------


def covered(kind, at, *features, shooter=(20.0, 5.0), dug=False, others=()):
    field = Battlefield(*features)
    u = field.line(1, kind, [at], dug=dug)
    for k, p in others:
        field.line(1, k, [p])
    return cover(field.game, f"{u}m0", at, shooter, vehicles(field.game), dug)


@rule("xenocide.saves.cover-in")
@rule("xenocide.saves.cover-soft", exercises=["saves.cover-in"])
@rule("xenocide.saves.cover-hard", exercises=["saves.cover-in"])
@rule("xenocide.saves.cover-fortified", exercises=["saves.cover-in"])
@rule("xenocide.saves.cover-infantry")
@rule("xenocide.stats.type-infantry")
@pytest.mark.parametrize(
    ("terrain", "foot", "truck"), [("forest", 2, 1), ("ruins", 3, 2), ("trench", 4, 3), ("brush", 0, 0)]
)
def test_cover_of_what_a_model_stands_in(terrain, foot, truck):
    here = (terrain, 18, 18, 4, 4)
    assert covered("medium-infantry", (20, 20), here) == foot
    assert covered("gun-truck", (20, 20), here) == truck
    for each in ("forest", "ruins", "trench"):
        assert covered("medium-infantry", (20, 20), (each, 18, 18, 4, 4)) > 1


@rule("xenocide.saves.cover-behind")
def test_cover_behind_a_wall_but_not_behind_a_crater():
    wall = ("low-wall", 15, 17, 10, 0.5)
    assert covered("medium-tank", (20, 18.5), wall) == 2
    assert covered("medium-tank", (20, 20), wall) == 0  # farther than an inch
    assert covered("medium-tank", (20, 18.5), wall, shooter=(20.0, 40.0)) == 0  # the wrong side
    assert covered("medium-tank", (20, 18.5), ("crater", 15, 17, 10, 0.5)) == 0
    assert covered("medium-tank", (20, 18.5), wall, shooter=None) == 0


@rule("xenocide.saves.cover-best")
def test_only_the_best_cover_counts():
    both = (("forest", 15, 18, 10, 6), ("low-wall", 15, 17, 10, 0.5))
    assert covered("medium-tank", (20, 18.5), *both) == 2


@rule("xenocide.saves.cover-dug-in")
def test_digging_in_adds_one():
    assert covered("medium-infantry", (20, 20), dug=True) == 2
    assert covered("siege-emplacement", (20, 20), dug=True) == 1
    assert covered("medium-infantry", (20, 20), ("forest", 18, 18, 4, 4), dug=True) == 3
    assert covered("medium-infantry", (20, 20), ("ruins", 18, 18, 4, 4), dug=True) == 4
    assert covered("medium-infantry", (20, 20), ("trench", 18, 18, 4, 4), dug=True) == 4
    assert covered("medium-tank", (20, 20), dug=True) == 0


@rule("xenocide.saves.vehicles-as-cover")
@rule("xenocide.stats.size")
def test_a_larger_vehicle_covers_who_is_behind_it():
    assert covered("medium-infantry", (20, 20), others=[("apc", (20, 18.5))]) == 3
    assert covered("medium-tank", (20, 20), others=[("apc", (20, 18.5))]) == 0


@rule("xenocide.saves.order")
@rule("xenocide.saves.armor-save")
@rule("xenocide.saves.shield-save")
@rule("xenocide.saves.cover-save")
def test_save_lines():
    adept = kinds()["lancer-adept"]
    assert save_values(adept, 3, RIFLES, 4) == (3, 2, 0)
    assert save_values(kinds()["heavy-tank"], 0, RIFLES, 0)[2] == 6
    assert save_values(kinds()["medium-tank"], 0, RIFLES, 2)[2] == 3


@rule("xenocide.saves.shield-breaker")
@rule("xenocide.saves.ignores-cover")
def test_weapons_that_ignore_saves():
    adept = kinds()["lancer-adept"]
    assert save_values(adept, 2, weapons()["prism-cannon"], 3) == (2, 0, 0)
    assert save_values(adept, 2, weapons()["flame-projector"], 0) == (0, 2, 2)


@rule("xenocide.sight.titan-eye")
@rule("xenocide.buildings.sight-from")
def test_whatever_a_lower_place_sees_the_highest_sees_too():
    """So one height is enough for mounts and heads of titans, and for all floors of a building."""
    rnd, better = random.Random(4), 0
    field = Battlefield(buildings=(("office-tower", 30.0, 20.0),))
    inside = field.house(field.line(0, "medium-infantry", [(0, 0)]), "b0s0", "N")
    titan = field.put(1, next(k.id for k in field.game.kinds.values() if k.titan), (60, 40))
    assert sight_shape(field.game, f"{inside}m0")[3] == field.game.field.rooms["b0s0"].height
    assert sight_shape(field.game, f"{titan}m0")[3] == field.game.kinds[field.game.models[f"{titan}m0"].kind].height
    for _ in range(300):
        blocks = [
            (x, y, x + rnd.uniform(1, 8), y + rnd.uniform(1, 8), rnd.uniform(0.5, 6), rnd.random() < 0.5)
            for x, y in ((rnd.uniform(0, 40), rnd.uniform(0, 40)) for _ in range(4))
        ]
        (x, y), (tx, ty) = ((rnd.uniform(0, 48), rnd.uniform(0, 48)) for _ in range(2))
        floor, roof = sorted(rnd.uniform(0.5, 8) for _ in range(2))
        low, high = (open_ray(blocks, x, y, z, tx, ty, 1.0, THROUGH) for z in (floor, roof))
        assert high or not low
        better += high and not low
    assert better  # it does make a difference
