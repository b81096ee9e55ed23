"""Chapter "options": costs, for whom, what they change on the card, and what they do in play."""

import pytest

from games.rampant.skirmish import Skirmish, hits, rules
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.detachment.legality import unit_refusals
from xenotable.games.rampant.rules.detachment.profiles import profile
from xenotable.games.rampant.rules.roster.cards import card
from xenotable.games.rampant.rules.roster.numbers import cost
from xenotable.games.rampant.scenes import Shooting
from xenotable.games.rampant.state import Entry


def claims(id):
    return pytest.mark.rule(f"rampant.options.{id}")


def bought(kind, *options):
    return profile(Entry("Unit", kind, options))


# What the catalogue's sentences and examples say: type, options, points, and numbers of the card.
CARDS = [
    ("mobile", "heavy", (), 3, {"max_move": 10}),
    ("mobile", "elite", (), 7, {"max_move": 12}),
    ("anti-vehicle", "elite", (), 8, {}),
    ("anti-vehicle", "support", (), 7, {}),
    ("anti-vehicle", "lesser-xenomorph", ("spit",), 6, {}),
    ("anti-vehicle", "soft-skin-vehicle", ("gun-truck",), 5, {}),
    ("assault-drill", "heavy", (), 4, {"attack_value": 5}),
    ("assault-drill", "heavy", ("full-squad",), 6, {"attack_value": 4}),
    ("assault-drill", "elite", (), 8, {"attack_value": 3}),
    ("short-arms", "support", (), 3, {"shoot_range": 12}),
    ("short-arms", "fighting-vehicle", (), 5, {"shoot_range": 12}),
    ("short-arms", "elite", (), 5, {"shoot_range": 12}),
    ("breaching", "elite", (), 8, {}),
    ("breaching", "transport-vehicle", ("walker",), 8, {}),
    ("powered-edges", "lesser-xenomorph", (), 3, {}),
    ("full-squad", "heavy", (), 4, {"strength": 10, "attack_value": 5, "defence_value": 4, "shoot_value": 5}),
    ("full-squad", "light", (), 3, {"strength": 10, "attack_value": 5, "defence_value": 4, "shoot_value": 5}),
    ("full-squad", "berserk", (), 3, {"strength": 10, "attack_value": 3, "defence_value": 6}),
    ("full-squad", "primitive", (), 2, {"strength": 10, "attack_value": 4, "defence_value": 5}),
    ("throng", "primitive", (), 3, {"strength": 15, "attack_value": 3, "defence_value": 5}),
    ("throng", "militia", (), 2, {"strength": 15, "shoot_range": 12, "attack_value": 6}),
    ("conscripted", "heavy", (), 1, {"courage": 5}),
    ("conscripted", "soft-skin-vehicle", (), 1, {"courage": 5}),
    ("titan-plate", "elite", (), 8, {"armour": 5, "max_move": 6}),
    ("raw-fury", "berserk", (), 1, {"attack_value": 5}),
    ("raw-fury", "berserk", ("full-squad",), 2, {"attack_value": 4}),
    ("plated", "berserk", (), 4, {"armour": 3, "attack_value": 4}),
    ("ironclad", "berserk", (), 6, {"armour": 4, "attack_value": 3}),
    ("battle-hardened", "lesser-xenomorph", (), 4, {"defence_value": 5}),
    ("battle-hardened", "berserk", (), 4, {"defence_value": 5}),
    ("long-guns", "support", (), 7, {"shoot_range": 48}),
    ("long-guns", "fighting-vehicle", (), 8, {"shoot_range": 48}),
    ("sharpshooters", "recon", (), 4, {"shoot_value": 5, "shoot_range": 24}),
    ("untried", "recon", (), 1, {}),
    ("bows", "primitive", (), 2, {"shoot": 6, "shoot_value": 6, "shoot_range": 6}),
    ("blood-frenzy", "primitive", ("full-squad",), 1, {}),
    ("blood-frenzy", "primitive", (), 1, {}),
    ("ravening", "militia", (), 1, {"attack": 7, "shoot": 0, "shoot_value": 0, "shoot_range": 0}),
    ("placid", "greater-xenomorph", (), 5, {}),
    ("spit", "lesser-xenomorph", (), 4, {"shoot": 6, "shoot_value": 5, "shoot_range": 18}),
    ("spit", "greater-xenomorph", (), 6, {"shoot": 6, "shoot_value": 5, "shoot_range": 18}),
    ("swarm", "lesser-xenomorph", (), 4, {"strength": 10, "attack_value": 3, "radius": 2.0}),
    ("infantry-hunter", "fighting-vehicle", (), 5, {}),
    ("light-hull", "fighting-vehicle", (), 4, {"armour": 5}),
    ("raw-crew", "fighting-vehicle", (), 5, {"shoot_value": 5}),
    ("raw-crew", "transport-vehicle", (), 3, {"shoot_value": 6}),
    ("walker", "fighting-vehicle", (), 8, {"max_move": 6, "attack_value": 4, "defence_value": 5}),
    ("walker", "soft-skin-vehicle", (), 4, {"max_move": 10, "attack_value": 4, "defence_value": 5}),
    ("walker", "transport-vehicle", (), 6, {"max_move": 8, "attack_value": 4, "defence_value": 5}),
    ("cross-country", "transport-vehicle", (), 5, {}),
    ("bulldoze", "transport-vehicle", (), 5, {}),
    ("seats-5", "soft-skin-vehicle", (), 3, {"seats": 5}),
    ("seats-10", "transport-vehicle", (), 5, {"seats": 10}),
    ("seats-10", "soft-skin-vehicle", (), 4, {"seats": 10}),
    ("seats-15", "soft-skin-vehicle", (), 4, {"seats": 15, "max_move": 10}),
    ("civilian", "soft-skin-vehicle", (), 1, {"armour": 2}),
    ("bolted-plates", "soft-skin-vehicle", (), 3, {"armour": 4, "max_move": 10}),
    ("big-rig", "soft-skin-vehicle", (), 4, {"strength": 10, "max_move": 10, "radius": 2.5}),
    ("scythes", "soft-skin-vehicle", (), 3, {"attack_value": 5}),
    ("gun-truck", "soft-skin-vehicle", (), 4, {"shoot": 6, "shoot_value": 5, "shoot_range": 18}),
]


@pytest.mark.parametrize(
    ("id", "kind", "others", "points", "numbers"),
    [pytest.param(*c, marks=claims(c[0]), id=f"{c[0]}-{c[1]}-{len(c[2])}") for c in CARDS],
)
def test_what_an_option_costs_and_changes(id, kind, others, points, numbers):
    entry = Entry("Unit", kind, (*others, id))
    assert not rules(unit_refusals(entry, 36))
    assert cost(entry) == points
    without, found = bought(kind, *others), profile(entry)
    assert {f: getattr(found, f) for f in numbers} == numbers
    granted = set(content().options[id].grants.get("all", ()) + content().options[id].grants.get(kind, ()))
    assert granted <= set(found.specials)
    assert set(found.specials) - granted == set(without.specials) - set(content().options[id].removes)
    assert numbers or found.specials != without.specials  # it does something to the card


@pytest.mark.parametrize(
    ("id", "kind", "lost"),
    [
        pytest.param("untried", "recon", "skirmish", marks=claims("untried")),
        pytest.param("sharpshooters", "recon", "skirmish", marks=claims("sharpshooters")),
        pytest.param("placid", "greater-xenomorph", "wild-charge", marks=claims("placid")),
        pytest.param("spit", "lesser-xenomorph", "wild-charge", marks=claims("spit")),
        pytest.param("infantry-hunter", "fighting-vehicle", "anti-vehicle", marks=claims("infantry-hunter")),
        pytest.param("light-hull", "fighting-vehicle", "breaching", marks=claims("light-hull")),
        pytest.param("light-hull", "fighting-vehicle", "bulldoze", marks=claims("light-hull")),
        pytest.param("seats-10", "transport-vehicle", "transport-5", marks=claims("seats-10")),
    ],
)
def test_an_option_may_take_a_special_away(id, kind, lost):
    assert lost in bought(kind).has
    assert lost not in bought(kind, id).has


@pytest.mark.rule("rampant.options.list")
def test_the_list_is_complete_and_for_known_types():
    assert len(content().options) == 48
    for id, option in content().options.items():
        assert option.cost, id
        assert set(option.cost) <= set(content().units), id
    assert card(Entry("U", "heavy", ("mobile", "full-squad"))).fields["Options"] == "Mobile, Full Squad"


@pytest.mark.rule("rampant.options.once")
def test_a_worn_full_squad_keeps_its_values():
    from xenotable.games.rampant.rules.shooting.dice import combat_dice

    battle = Skirmish()
    squad = battle.put(0, "heavy", (24, 10), "full-squad", strength=3)
    other = battle.put(0, "heavy", (30, 10))
    assert (battle.game.profile[squad].attack_value, battle.game.profile[squad].defence_value) == (5, 4)
    assert combat_dice(battle.game, squad) == 5  # half strength is counted from 10
    assert battle.game.profile[other].attack_value == 6
    with_two = unit_refusals(Entry("U", "heavy", ("full-squad", "full-squad")), 24)
    assert "options.once" in rules(with_two)


# ---- in play: shooting -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shooter", "target", "n", "lost"),
    [
        pytest.param(
            ("elite", "anti-vehicle"),
            ("fighting-vehicle",),
            6,
            2,
            marks=pytest.mark.rule("rampant.specials.anti-vehicle"),
        ),
        pytest.param(("elite", "penetrators"), ("heavy",), 5, 2, marks=claims("penetrators")),
        pytest.param(("elite",), ("elite", "titan-plate"), 6, 1, marks=claims("titan-plate")),
        pytest.param(("elite", "anti-vehicle"), ("elite", "titan-plate"), 6, 3, marks=claims("titan-plate")),
        pytest.param(("elite",), ("berserk", "plated"), 8, 2, marks=claims("plated")),
        pytest.param(("elite",), ("berserk", "ironclad"), 8, 2, marks=claims("ironclad")),
        pytest.param(("fighting-vehicle",), ("transport-vehicle",), 6, 3, marks=claims("infantry-hunter")),
        pytest.param(
            ("fighting-vehicle", "infantry-hunter"), ("transport-vehicle",), 6, 1, marks=claims("infantry-hunter")
        ),
        pytest.param(("elite",), ("fighting-vehicle", "light-hull"), 10, 2, marks=claims("light-hull")),
        pytest.param(("elite",), ("soft-skin-vehicle", "civilian"), 6, 3, marks=claims("civilian")),
        pytest.param(("elite",), ("soft-skin-vehicle", "bolted-plates"), 7, 1, marks=claims("bolted-plates")),
    ],
)
def test_hits_and_what_they_cost(shooter, target, n, lost):
    battle = Skirmish()
    a, b = battle.face_off(shooter, target)
    battle.put(1, "fighting-vehicle", (40, 40), "infantry-hunter")  # so that its absence elsewhere is a choice
    dice = (6, 6) if lost < 3 else (6,)  # for Courage
    battle.start(Shooting(a)).roll(*hits(n, face=4), *dice).go(target=b)
    assert battle.unit(b).strength == 5 - lost
