"""What the values of a model mean (chapters "stats", "content" and parts of "play")."""

import msgspec
import pytest

from games.xenocide.battlefield import Battlefield
from xenotable.games.xenocide import content, pricing
from xenotable.games.xenocide.content import (
    armies,
    buildings,
    cad_level,
    factions,
    faults,
    kinds,
    maps,
    scenarios,
    terrains,
)
from xenotable.games.xenocide.state import apart, in_contact
from xenotable.games.xenocide.suppression import lower, raised

rule = pytest.mark.rule


@rule("xenocide.stats.cad-order")
def test_cad_levels_are_ordered():
    assert [cad_level(c) for c in ("1", "2", "6", "66", "666", "6666")] == [1, 2, 6, 7, 8, 9]
    assert lower(cad_level("66")) == cad_level("6")
    assert lower(cad_level("6")) == cad_level("5")
    assert lower(cad_level("1")) == cad_level("1")
    assert raised(cad_level("66")) == cad_level("66")


@rule("xenocide.content.unit-data")
@rule("xenocide.stats.vp")
@rule("xenocide.stats.move-special")
def test_every_unit_has_the_price_of_the_formula_and_legal_values():
    content.kinds.cache_clear()
    assert len(kinds()) == 40
    for k in kinds().values():
        assert pricing.price(k) == k.vp, k.id
        assert faults(k) == [], k.id
    assert (kinds()["leaper"].jump, kinds()["blink-guard"].teleport, kinds()["delver"].burrowing) == (16, 12, True)
    assert kinds()["lurker"].amphibious


@rule("xenocide.stats.move")
@rule("xenocide.stats.aspect")
@rule("xenocide.stats.armor")
@rule("xenocide.stats.shield-stat")
@rule("xenocide.stats.cad")
@rule("xenocide.stats.strength")
def test_values_out_of_range_are_named():
    k = kinds()["medium-infantry"]
    strong = msgspec.structs.replace(k.weapons[0], strength=6)
    bad = msgspec.structs.replace(k, move=10.0, aspect=4, armor=8, shield=5, cad=1, weapons=(strong,))
    assert [r for r, _ in faults(bad)] == [
        "stats.move", "stats.aspect", "stats.armor", "stats.shield-stat", "stats.cad", "stats.strength",
    ]  # fmt: skip


@rule("xenocide.content.weapon-data")
def test_weapons_are_shipped_with_their_values():
    content.weapons.cache_clear()
    w = content.weapons()["howitzer"]
    assert (w.shots, w.range, w.accuracy, w.strength, w.aoe) == (1, 72, 3, 1, 2)
    assert w.special == {"artillery", "suppression"}
    assert len(content.weapons()) == 41


@rule("xenocide.content.terrain-data")
@rule("xenocide.content.building-data")
@rule("xenocide.content.map-data")
@rule("xenocide.content.scenario-data")
@rule("xenocide.content.army-data")
@rule("xenocide.content.factions")
def test_everything_else_is_shipped():
    for table in (terrains, buildings, maps, scenarios, armies, factions):
        table.cache_clear()
    assert (len(terrains()), len(buildings()), len(maps()), len(scenarios())) == (20, 13, 4, 4)
    assert list(factions()) == ["generic", "lumen", "thren"]
    assert (armies()["generic-1000"].vp, armies()["lumen-1000"].vp, armies()["thren-1000"].vp) == (997, 992, 996)
    for m in maps().values():
        assert all(f[0] in terrains() for f in m.features)
        assert all(b[0] in buildings() for b in m.buildings)


@rule("xenocide.play.measuring")
@rule("xenocide.play.bases")
def test_distances_run_from_edge_to_edge():
    field = Battlefield()
    a, b = field.line(0, "medium-infantry", [(10, 10)]), field.line(1, "medium-infantry", [(19, 10)])
    assert apart(field.game, a, b) == 8.0


@rule("xenocide.play.contact-distance")
@pytest.mark.parametrize(("x", "contact"), [(14.99, True), (15.0, False), (15.01, False)])
def test_contact_is_strictly_below_four_inches(x, contact):
    field = Battlefield()
    a, b = field.line(0, "medium-infantry", [(10, 10)]), field.line(1, "medium-infantry", [(x, 10)])
    assert in_contact(field.game, a, b) is contact
