"""The points formula (chapter "pricing")."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from xenotable.games.xenocide import content
from xenotable.games.xenocide.content import Weapon, titans, weapons
from xenotable.games.xenocide.rules.army import models as army_models
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.pricing import formula as p

rule = pytest.mark.rule


@rule("xenocide.pricing.formula")
@rule("xenocide.pricing.offence")
@rule("xenocide.pricing.durability")
def test_what_medium_infantry_costs():
    k, f = kinds()["medium-infantry"], p.factors()
    rifles, launcher = (p.weapon_value(w) for w in k.weapons)
    mobile = 1 + 4 / f.move_base + f.type_mobility["infantry"]
    o = p.offence(rifles + launcher, k.caa, 0.0, mobile)
    assert o == pytest.approx((f.presence + rifles + launcher + 2 * f.assault_weight) * mobile)
    d = f.armor_factor[2] * f.aspect_factor["-1"] * f.cad_factor["4"] * f.infantry_durability
    assert p.durability(k) == pytest.approx(d)
    assert p.vp(o, d, 0.0) == int(f.scale * (o * d) ** 0.5 + 0.5) == k.vp
    assert p.vp(0.0, d, 0.0) == 1


@rule("xenocide.pricing.weapon-value")
@rule("xenocide.pricing.accuracy-factor")
@rule("xenocide.pricing.strength-factor")
@rule("xenocide.pricing.range-factor")
@rule("xenocide.pricing.area-factor")
@rule("xenocide.pricing.ranged-special-factor")
def test_values_of_weapons():
    f = p.factors()
    cannon = 1 * 3 / 6 * f.strength_factor[2] * (36 / f.range_base) ** 0.5
    assert p.weapon_value(weapons()["tank-cannon"]) == pytest.approx(cannon)
    special = f.ranged_special["artillery"] * f.ranged_special["suppression"]
    howitzer = 3 / 6 * f.strength_factor[1] * (72 / f.range_base) ** 0.5 * f.area_factor[2] * special
    assert p.weapon_value(weapons()["howitzer"]) == pytest.approx(howitzer)
    assert p.range_factor(weapons()["cluster-bombs"]) == 1.0
    assert p.accuracy_factor(weapons()["lance-rifle"]) == pytest.approx(4 / 6)


@rule("xenocide.pricing.mobility")
def test_mobility_of_grav_assault_infantry():
    k, f = kinds()["grav-assault-infantry"], p.factors()
    mobile = 1 + 8 / f.move_base + f.type_mobility["infantry"] + f.type_mobility["skimmer"] + 12 / f.jump_base
    assert p.mobility(k.move, k.types, k.jump, k.teleport, k.burrowing, k.amphibious) == pytest.approx(mobile)


@rule("xenocide.pricing.assault-special-points")
def test_points_of_assault_specials():
    f = p.factors()
    points = f.guard_points + 2 * f.charge_points + 6 * f.cutter_points_per_caa + f.shatter_points
    assert p.special_points(6, 1, 2, True, True) == pytest.approx(points)


@rule("xenocide.pricing.armor-factor")
@rule("xenocide.pricing.aspect-factor")
@rule("xenocide.pricing.cad-factor")
def test_durability_of_the_heavy_tank():
    f = p.factors()
    heavy = f.armor_factor[6] * f.aspect_factor["1"] * f.cad_factor["66"]
    assert p.durability(kinds()["heavy-tank"]) == pytest.approx(heavy)
    k = kinds()["medium-tank"]
    harder = msgspec.structs.replace(k, aspect=-1)
    assert p.durability(harder) == pytest.approx(f.aspect_factor["-1"] / f.aspect_factor["0"] * p.durability(k))


@rule("xenocide.pricing.defensive-factors")
def test_durability_of_lancer_adepts():
    f = p.factors()
    bare = f.armor_factor[2] * f.aspect_factor["-1"] * f.cad_factor["4"]
    assert p.durability(kinds()["lancer-adept"]) == pytest.approx(bare * f.infantry_durability / (1 - 2 / 6))


@rule("xenocide.pricing.utility")
def test_utility():
    f, models = p.factors(), ("apc", "scout-car", "siege-emplacement", "jetbike")
    worth = [2 * f.transport_utility, f.recon_utility, f.entrench_utility, 0]
    assert [p.utility(kinds()[k]) for k in models] == worth


@rule("xenocide.pricing.titan-fire")
@rule("xenocide.pricing.titan-assault")
@rule("xenocide.pricing.titan-durability")
@rule("xenocide.army.titan-options")
def test_titans_and_their_options_have_the_price_of_the_formula():
    f, macro = p.factors(), content.titan_weapons()["macro-cannon"]["levels"]
    worth = [p.weapon_value(msgspec.convert({"id": "", "name": "", **x}, Weapon)) for x in macro]
    assert p.titan_fire(macro) == pytest.approx((worth[0] + max(worth[1:])) / 2)
    assert p.titan_assault(content.titan_weapons()["titan-assault-sword"]) == 6
    shell = f.armor_factor[6] * f.aspect_factor["2"] * f.cad_factor["666"]
    assert p.titan_durability(titans()[0]) == pytest.approx(shell * (4 + 1 + 3 * f.layer_weight))
    for t in titans():
        assert p.titan_price(t) == t["vp"], t["id"]
        assert army_models.option_prices(t) == [o["vp"] for o in t["options"]], t["id"]
    both = p.titan_price(titans()[0], ("siege-mortar", "rotary-battery", "point-defence"))
    assert both != p.titan_price(titans()[0]) + sum(army_models.option_prices(titans()[0]))


@rule("xenocide.pricing.price-test")
def test_prices_armies_and_quoted_numbers_follow_from_the_weights():
    assert p.mispriced_models(k for k in kinds().values() if k.titan is None) == []
    home = Path(__file__).parents[3]
    said = subprocess.run([sys.executable, "tools/reprice.py", "--check"], cwd=home, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
