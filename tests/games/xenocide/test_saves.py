"""Sight and cover (chapters "sight" and "saves")."""

import pytest

from games.xenocide.battlefield import Battlefield
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.saves.cover import cover, lines, vehicles
from xenotable.games.xenocide.rules.shooting.targeting import aim
from xenotable.games.xenocide.rules.sight.lines import model_sees

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
    assert lines(adept, 3, RIFLES, 4) == (3, 2, 0)
    assert lines(kinds()["heavy-tank"], 0, RIFLES, 0)[2] == 6
    assert lines(kinds()["medium-tank"], 0, RIFLES, 2)[2] == 3


@rule("xenocide.saves.shield-breaker")
@rule("xenocide.saves.ignores-cover")
def test_weapons_that_ignore_saves():
    adept = kinds()["lancer-adept"]
    assert lines(adept, 2, weapons()["prism-cannon"], 3) == (2, 0, 0)
    assert lines(adept, 2, weapons()["flame-projector"], 0) == (0, 2, 2)
