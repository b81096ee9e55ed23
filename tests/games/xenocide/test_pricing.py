"""The points formula (chapter "pricing")."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from xenotable.games.xenocide import pricing as p
from xenotable.games.xenocide.content import kinds, titans, weapons

rule = pytest.mark.rule


@rule("xenocide.pricing.formula")
@rule("xenocide.pricing.offence")
@rule("xenocide.pricing.durability")
def test_medium_infantry_costs_ten():
    k = kinds()["medium-infantry"]
    fire = sum(p.weapon_value(w) for w in k.weapons)
    mobile = p.mobility(k.move, k.types, k.jump, k.teleport, False, False)
    o = p.offence(fire, k.caa, 0.0, mobile)
    assert o == pytest.approx(3.1672, abs=1e-4)
    assert p.durability(k) == pytest.approx(1.7496)
    assert p.vp(o, p.durability(k), 0.0) == 10


@rule("xenocide.pricing.weapon-value")
@rule("xenocide.pricing.accuracy-factor")
@rule("xenocide.pricing.strength-factor")
@rule("xenocide.pricing.range-factor")
@rule("xenocide.pricing.area-factor")
@rule("xenocide.pricing.ranged-special-factor")
def test_values_of_weapons():
    assert p.weapon_value(weapons()["tank-cannon"]) == pytest.approx(1.8112, abs=1e-4)
    assert p.weapon_value(weapons()["howitzer"]) == pytest.approx(16.1684, abs=1e-4)
    assert p.range_factor(weapons()["cluster-bombs"]) == 1.0
    assert p.accuracy_factor(weapons()["lance-rifle"]) == pytest.approx(4 / 6)


@rule("xenocide.pricing.mobility")
def test_mobility_of_grav_assault_infantry():
    k = kinds()["grav-assault-infantry"]
    assert p.mobility(k.move, k.types, k.jump, k.teleport, k.burrowing, k.amphibious) == pytest.approx(1.3667, abs=1e-4)


@rule("xenocide.pricing.assault-special-points")
def test_points_of_assault_specials():
    assert p.special_points(6, 1, 2, True, True) == pytest.approx(1 + 0.8 + 1.2 + 0.5)


@rule("xenocide.pricing.armor-factor")
@rule("xenocide.pricing.aspect-factor")
@rule("xenocide.pricing.cad-factor")
def test_durability_of_the_heavy_tank():
    assert p.durability(kinds()["heavy-tank"]) == pytest.approx(6.0)
    k = kinds()["medium-tank"]
    harder = msgspec.structs.replace(k, aspect=-1)
    assert p.durability(harder) == pytest.approx(1.35 * p.durability(k))


@rule("xenocide.pricing.defensive-factors")
def test_durability_of_lancer_adepts():
    assert p.durability(kinds()["lancer-adept"]) == pytest.approx(2.6244)


@rule("xenocide.pricing.utility")
def test_utility():
    assert [p.utility(kinds()[k]) for k in ("apc", "scout-car", "siege-emplacement", "jetbike")] == [2, 3, 1, 0]


@rule("xenocide.pricing.titan-fire")
@rule("xenocide.pricing.titan-assault")
@rule("xenocide.pricing.titan-durability")
@rule("xenocide.army.titan-options")
def test_titans_and_their_options_have_the_price_of_the_formula():
    assert p.titan_fire(p.titan_weapons()["macro-cannon"]["levels"]) == pytest.approx(10.889, abs=1e-3)
    assert p.titan_assault(p.titan_weapons()["titan-assault-sword"]) == 6
    assert p.titan_durability(titans()[0]) == pytest.approx(40.8)
    for t in titans():
        assert p.titan_price(t) == t["vp"], t["id"]
        assert p.option_prices(t) == [o["vp"] for o in t["options"]], t["id"]
    assert p.titan_price(titans()[0], ("siege-mortar", "rotary-battery", "point-defence")) == 196


@rule("xenocide.pricing.price-test")
def test_prices_armies_and_quoted_numbers_follow_from_the_weights():
    assert p.mispriced(k for k in kinds().values() if k.titan is None) == []
    home = Path(__file__).parents[3]
    said = subprocess.run([sys.executable, "tools/reprice.py", "--check"], cwd=home, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
