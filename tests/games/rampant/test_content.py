"""Chapter "content": what ships is complete, legal and linked to its rules."""

from functools import partial

import pytest

from games.rampant.skirmish import rules
from xenotable.games.rampant.content import content
from xenotable.games.rampant.muster import list_groups
from xenotable.games.rampant.rules.content import entry_of, ready, tutorial
from xenotable.games.rampant.rules.detachment.legality import roster_refusals, total, unit_refusals
from xenotable.games.rampant.rules.detachment.profiles import profile
from xenotable.games.rampant.rules.roster.numbers import cost
from xenotable.games.rampant.rules.xeno.purchases import tier
from xenotable.games.rampant.state import NOW
from xenotable.games.rampant.title import GAME
from xenotable.odds import Odds, distribution
from xenotable.rulebook import catalogue

DETACHMENTS = list(content().detachments)
READY = [(d, u) for d in content().detachments.values() for u in d.unit]


@pytest.mark.rule("rampant.content.types", "rampant.options.list", "rampant.xeno.list", "rampant.units.source")
def test_all_kinds_of_content_ship():
    assert {table: len(getattr(content(), table)) for table in content().__struct_fields__} == {
        "units": 13,
        "specials": 27,
        "options": 48,
        "xeno": 35,
        "traits": 24,
        "powers": 13,
        "terrain": 18,
        "vows": 12,
        "scenarios": 7,
        "detachments": 6,
        "hires": 25,
    }


@pytest.mark.rule("rampant.content.types")
def test_every_entry_is_linked_to_its_rule():
    c, book = content(), catalogue("rampant").rules
    for table in (c.specials, c.options, c.xeno, c.traits, c.powers, c.vows, c.scenarios):
        for id, found in table.items():
            assert found.rule in book, id
    assert all(f"units.{id}" in book for id in c.units)
    traits = {(t.table, t.roll) for t in c.traits.values()}
    assert traits == {(t, n) for t in ("firebrand", "tactician", "planner", "champion") for n in range(1, 7)}


@pytest.mark.parametrize("id", DETACHMENTS)
def test_a_ready_detachment_is_legal_and_worth_24_points(id):
    roster = ready(id)
    assert not [r.says for r in roster_refusals(roster)]
    assert total(roster) == content().detachments[id].points == 24
    assert roster.trait in content().traits
    assert roster.posture in ("line", "rush", "raid")
    assert sum(e.commander for e in roster.units) == 1


@pytest.mark.rule("rampant.content.detachments")
def test_the_six_ready_detachments_can_be_played():
    names = ["Cinder Company", "Ninefold Brood", "Silent Vault", "Ashen Choir", "Lancet Cadre", "Thornwood Tribe"]
    assert [ready(id).name for id in DETACHMENTS] == names
    fielded = {r.name for offer in GAME.offers() for r in offer.setup.rosters}
    assert fielded == set(names)
    for offer in GAME.offers():
        assert not [r.says for r in GAME.setup_refusals(offer.setup)], offer.id


@pytest.mark.parametrize("unit", [*(u for _, u in READY), *content().hires], ids=lambda unit: unit.name)
def test_the_profile_of_a_ready_unit_is_the_one_it_ships_with(unit):
    """Cost and final numbers were written down by hand; the builder must come to the same."""
    entry = entry_of(unit)
    assert cost(entry) == unit.points
    final = profile(entry)
    assert {f: getattr(final, f) for f in unit.final} == unit.final


@pytest.mark.rule("rampant.content.hire-list")
def test_every_option_and_xeno_rule_is_used_somewhere():
    hires = [entry_of(u) for u in content().hires]
    assert len(hires) == 25
    offered = next(g for g in list_groups(24) if g.id == "hire")
    assert [c.id for c in offered.choices] == [u.name for u in content().hires]
    assert offered.repeats  # a unit may be hired more than once
    for entry in hires:
        assert not [r.says for r in unit_refusals(entry, 24)], entry.name
    units = [*hires, *(entry_of(u) for _, u in READY)]
    assert {o for u in units for o in u.options} == set(content().options)
    assert {tier(x)[0] for u in units for x in u.xeno} == set(content().xeno)
    tiers = {tier(x) for u in units for x in u.xeno}
    for id in ("deflector", "volatile", "psychic"):
        assert {(id, t.tier) for t in content().xeno[id].tiers} <= tiers


def test_a_tier_that_is_no_number_is_the_first():
    assert [tier(f"deflector:{n}") for n in ("2", "²", "9" * 5000)] == [("deflector", n) for n in (2, 1, 1)]


@pytest.mark.rule("rampant.content.tutorial")
def test_the_first_battle_is_small():
    setup = tutorial()
    found = [{e.name: cost(e) for e in r.units} for r in setup.rosters]
    assert found == [
        {"Command Section": 6, "Rifle Section": 4, "Vanguard Section": 3, "Trackfinder Team": 2},
        {"Broodmother": 7, "Ripper Tide": 5, "Ripper Surge": 4},
    ]
    assert [total(r) for r in setup.rosters] == [15, 16]
    assert (setup.scenario, setup.rounds, setup.terrain) == ("first-blood", 5, "")
    assert all(r.trait == "" for r in setup.rosters)
    assert "no-vows" in setup.variants
    assert GAME.offers()[0].setup == setup
    assert not rules(GAME.setup_refusals(setup))


@pytest.mark.rule("rampant.content.odds")
def test_the_odds_of_a_volley_are_exact():
    from games.rampant.skirmish import Skirmish
    from xenotable.games.rampant.forecasts.asks import target_forecasts
    from xenotable.games.rampant.rules.play.dice import Wound
    from xenotable.games.rampant.rules.shooting.dice import volley
    from xenotable.games.rampant.rules.xeno.loss_order import FULL

    battle = Skirmish()
    elite, target = battle.put(0, "elite", (24, 10)), battle.put(1, "heavy", (24, 25))
    terms = volley(battle.game, elite, target, "shoot")
    ends = distribution(FULL, terms, Wound(), exact=True)
    lost = Odds.of(ends, lambda w: w.lost)
    assert [lost[n] * 1024 for n in range(4)] == [56, 582, 375, 11]
    shown = target_forecasts(battle.game, elite, target, "shoot")
    first = shown[0] if isinstance(shown, list) else shown
    assert first.mean == pytest.approx(float(lost.mean))


@pytest.mark.parametrize("id", list(content().scenarios))
def test_the_data_of_a_scenario_lies_on_its_table(id):
    scenario = content().scenarios[id]
    width, depth = scenario.table
    assert scenario.rounds >= 5
    assert scenario.attacker_home
    assert scenario.defender_home
    for spot in (*scenario.attacker_zone, *scenario.defender_zone, *scenario.terrain, *scenario.objectives):
        if spot.x is not None and spot.y is not None:
            r = spot.r or 0.0
            assert spot.x - r >= 0
            assert spot.x + r <= width
            assert spot.y - r >= 0
            assert spot.y + r <= depth
        else:
            assert 0 <= spot.x0 <= spot.x1 <= width
            assert 0 <= spot.y0 <= spot.y1 <= depth
    assert all(spot.kind in content().terrain for spot in scenario.terrain)


@pytest.mark.parametrize("limit", [12, 18, 24, 30, 36])
def test_random_set_ups_are_legal(limit):
    from xenotable.engine import Seeded

    dice = Seeded(limit)
    rnd = partial(lambda d: d.below(1 << 20) / (1 << 20), dice)
    for _ in range(8):
        setup = GAME.random_setup(rnd)
        assert not [r.says for r in GAME.setup_refusals(setup)]


def test_any_two_ready_detachments_can_be_paired_for_balancing():
    seen = set()
    for i, first in enumerate(GAME.lists()):
        for second in GAME.lists():
            setup = GAME.pairing(first, second, lambda i=i: i / 6)
            assert [r.name for r in setup.rosters] == [ready(first).name, ready(second).name]
            assert not rules(GAME.setup_refusals(setup))
            seen.add(setup.scenario)
    assert len(seen) > 3


TABLES = ("special", "option", "xeno", "trait", "power", "vow", "scenario")


@pytest.mark.parametrize("table", TABLES)
def test_an_entry_comes_from_where_its_rule_comes_from(table):
    book = catalogue("rampant")
    for entry in book.plain(table):
        assert book.origin(table, entry["id"]) == book.rules[entry["rule"]].origin, entry["id"]


def test_players_read_where_units_battles_traits_and_vows_come_from():
    offer = next(o for o in GAME.offers() if o.id == "first-blood")
    game = GAME.new(offer.setup)
    game.battle.set(NOW, terrain="first-blood")
    game.secret.set(0, vows=("first-strike",))
    shown = {line.label: line.origin for panel in GAME.panels(game, 0) for line in panel.lines if line.origin}
    assert offer.origin == "ours"
    assert shown == {"What scores": "ours", "Scenario": "ours", "Trait": "restored", "First Strike": "ours"}
    assert {t.origin for t in GAME.tokens(game, 0)} == {"restored"}
