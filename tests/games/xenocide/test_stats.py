"""What the values of a model mean (chapters "stats", "content" and parts of "play")."""

import msgspec
import pytest

from games.xenocide.battlefield import Battlefield
from xenotable.games.xenocide import content
from xenotable.games.xenocide.content import armies, buildings, factions, maps, scenarios, terrains
from xenotable.games.xenocide.rules.army.lists import army_value, ready_armies
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.assault.levels import lower, raise_level
from xenotable.games.xenocide.rules.play.measuring import apart, in_contact
from xenotable.games.xenocide.rules.pricing import formula
from xenotable.games.xenocide.rules.stats.values import cad_level, value_refusals
from xenotable.games.xenocide.title import GAME

rule = pytest.mark.rule


@rule("xenocide.stats.cad-order")
def test_cad_levels_are_ordered():
    assert [cad_level(c) for c in ("1", "2", "6", "66", "666", "6666")] == [1, 2, 6, 7, 8, 9]
    assert lower(cad_level("66")) == cad_level("6")
    assert lower(cad_level("6")) == cad_level("5")
    assert lower(cad_level("1")) == cad_level("1")
    assert raise_level(cad_level("66")) == cad_level("66")


@rule("xenocide.content.unit-data")
@rule("xenocide.stats.vp")
@rule("xenocide.stats.move-special")
def test_every_unit_has_the_price_of_the_formula_and_legal_values():
    assert len([k for k in kinds().values() if not k.titan]) == 40
    assert len(kinds()) == 40 + 14  # six titans, with each choice of weapons
    for k in kinds().values():
        assert formula.price(k) == k.vp, k.id
        assert list(value_refusals(k)) == [], k.id
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
    assert [r.rule for r in value_refusals(bad)] == [
        "stats.move", "stats.aspect", "stats.armor", "stats.shield-stat", "stats.cad", "stats.strength",
    ]  # fmt: skip


@rule("xenocide.content.weapon-data")
def test_weapons_are_shipped_with_their_values():
    w = content.weapons()["howitzer"]
    assert (w.shots, w.range, w.accuracy, w.strength, w.aoe) == (1, 72, 3, 1, 2)
    assert w.special == ("artillery", "suppression")
    assert len(content.weapons()) == 41


@rule("xenocide.content.terrain-data")
@rule("xenocide.content.building-data")
@rule("xenocide.content.map-data")
@rule("xenocide.content.scenario-data")
@rule("xenocide.content.army-data")
@rule("xenocide.content.factions")
def test_everything_else_is_shipped():
    assert (len(terrains()), len(buildings()), len(maps()), len(scenarios())) == (20, 13, 5, 4)
    assert list(factions()) == ["generic", "lumen", "thren"]
    assert all(a.points - 40 <= a.vp <= a.points for a in armies().values())
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


@rule("xenocide.content.cover-types")
@rule("xenocide.content.cover-movement-specials")
@rule("xenocide.content.cover-defence-specials")
@rule("xenocide.content.cover-assault-specials")
@rule("xenocide.content.cover-ranged-specials")
@rule("xenocide.stats.ranged-specials")
@rule("xenocide.content.generic-named-models")
@rule("xenocide.content.titan-data")
def test_the_content_shows_every_rule():
    every = list(kinds().values())
    assert {k.types for k in every} >= {("infantry", "skimmer"), ("infantry", "hover")}
    assert {t for k in every for t in k.types} == {
        "infantry", "walker", "wheeled", "tracked", "skimmer", "hover", "flyer",
    }  # fmt: skip
    for special in ("jump", "teleport", "burrowing", "amphibious", "stealth", "entrench", "recon", "guard", "charge",
                    "cutter", "shatter"):  # fmt: skip
        assert any(getattr(k, special) for k in every), special
    assert {k.shield for k in every} == {0, 1, 2, 3}
    assert any(k.move == 0 for k in every)
    assert any(k.size == 1 and not k.infantry for k in every)
    assert {k.open_transport for k in every if k.transport} == {True, False}
    assert {s for w in content.weapons().values() for s in w.special} == {
        "suppression", "shield-breaker", "ignores-cover", "artillery", "anti-air", "bombs", "crippling",
    }  # fmt: skip
    assert {w.aoe for w in content.weapons().values()} == {0, 1, 2, 3}
    named = ("heavy-tank", "medium-tank", "anti-aircraft-tank", "grav-assault-infantry", "light-dropship",
             "medium-infantry", "apc", "medium-artillery", "jetbike", "speeder", "light-hovertank")  # fmt: skip
    assert all(kinds()[k].faction == "generic" for k in named)
    assert len(content.titans()) == 6
    assert {k.cad for k in every} | {cad_level(t["cad"]) for t in content.titans()} == {3, 4, 5, 6, 7, 8, 9}


@rule("xenocide.army.example-army")
def test_the_example_army():
    joe = armies()["joes-example"]
    assert army_value(ready_armies()["joes-example"]) == joe.vp == 1063
    names = ["Heavy Armor", "Assault Company", "Mechanized Infantry Company", "Light Cavalry Company"]
    assert [c.name for c in joe.companies] == names
    assert joe.vp == sum(c.vp for c in joe.companies) <= joe.points == 1100
    assert max(c.vp for c in joe.companies) / joe.vp < 0.4


@rule("xenocide.play.open-information")
def test_only_orders_bids_and_command_centers_are_hidden():
    from xenotable.games.xenocide.state import Hidden

    field = Battlefield()
    field.put(0, "medium-tank", (10, 10), 2)
    field.game.companies.set("b0", planned=True)
    field.game.secret.set(0, order=("b0",), bid=2)
    assert Hidden.__struct_fields__ == ("order", "bid", "real")
    other = field.game.blanked(1)
    assert other.secret[0] == Hidden()
    assert other.units == field.game.units
    GAME.redeal(other, 1, lambda: 0.0)
    assert other.secret[0].order == ("b0",)


@rule("xenocide.play.who-chooses-first")
def test_the_active_player_tests_first():
    from xenotable.games.xenocide.rules.assault import morale

    field = Battlefield()
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    a, b = field.line(0, "medium-tank", [(10, 10)]), field.line(1, "medium-tank", [(10, 14)])
    field.roll(1, 1, 6, 6).run(morale.tests(field.game, [a], [b], 1))
    assert (field.unit(a).marks, field.unit(b).marks) == (1, 0)


@rule("xenocide.stats.move")
@rule("xenocide.stats.aspect")
@rule("xenocide.stats.armor")
@rule("xenocide.stats.shield-stat")
@rule("xenocide.stats.cad")
@rule("xenocide.stats.strength")
def test_values_end_at_their_limits():
    tank, giant = kinds()["medium-tank"], kinds()["bastion-titan"]
    gun = tank.weapons[0]

    def wrong(kind=tank, **change):
        return [r.rule for r in value_refusals(msgspec.structs.replace(kind, **change))]

    for field, good, bad, rule_id in (
        ("move", (0, 4, 24), (-4, 6, 28), "stats.move"),
        ("aspect", (-3, 3), (-4, 4), "stats.aspect"),
        ("armor", (0, 6), (-1, 7), "stats.armor"),
        ("shield", (0, 4), (-1, 5), "stats.shield-stat"),
        ("cad", (2, 8), (1, 9), "stats.cad"),
    ):
        assert [wrong(**{field: n}) for n in good] == [[]] * len(good)
        assert [wrong(**{field: n}) for n in bad] == [[rule_id]] * len(bad)
    assert [wrong(giant, armor=n) for n in (7, 8)] == [[], ["stats.armor"]]
    assert [wrong(giant, cad=n) for n in (9, 10)] == [[], ["stats.cad"]]
    strong = [msgspec.structs.replace(gun, strength=n) for n in (0, 5, 6)]
    assert [wrong(weapons=(gun, w)) for w in strong] == [[], [], ["stats.strength"]]  # one of two is enough
