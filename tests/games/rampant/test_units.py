"""Chapter "units": the thirteen profiles, read from the sentences of the rules themselves."""

import re

import pytest

from games.rampant.skirmish import Skirmish
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.detachment.profiles import profile
from xenotable.games.rampant.rules.roster.cards import numbers
from xenotable.games.rampant.state import Entry
from xenotable.rulebook import catalogue

TYPES = list(content().units)


def printed(says):
    """What a sentence like "Elite Infantry, 6 points: Attack Free (5+), Move 5+ ..." says of each field."""
    head, _, rest = says.partition(": ")
    name, points = re.fullmatch(r"(.*), (\d+) points?", head).groups()
    body, _, specials = rest.partition("Specials: ")
    found = {"name": name, "Points": points, "specials": specials.split(".")[0]}
    for field in ("Attack", "Move", "Shoot", "Courage", "Attack Value", "Defence Value"):
        at = re.search(rf"(?:^|[ ,]){field} (Free \(\d\+\)|\d\+|-)(?=[,.])", body)
        found[field] = at.group(1)
    found["Armour"] = re.search(r"Armour (\d)", body).group(1)
    shoot = re.search(r"Shoot Value (\d\+) at (\d+) in", body)
    found["Shoot Value / Range"] = f"{shoot.group(1)} / {shoot.group(2)}" if shoot else "-"
    found["Maximum Movement"] = re.search(r"Maximum Movement (\d+) in", body).group(1)
    found["Strength Points"] = re.search(r"(\d+) Strength Points", body).group(1)
    return found


@pytest.mark.parametrize("id", [pytest.param(t, marks=pytest.mark.rule(f"rampant.units.{t}")) for t in TYPES])
def test_the_profile_is_the_one_in_the_book(id):
    says = printed(catalogue("rampant").rules[f"units.{id}"].says)
    mine = profile(Entry("Unit", id))
    assert mine.title == says.pop("name")
    assert ", ".join(content().specials[s].name for s in mine.specials) == says.pop("specials").strip()
    assert numbers(mine) == says


@pytest.mark.rule("rampant.units.source")
def test_there_are_thirteen_types():
    assert len(content().units) == len(TYPES) == 13


@pytest.mark.rule("rampant.units.classes")
def test_xenomorphs_are_infantry():
    vehicles = {"fighting-vehicle", "transport-vehicle", "soft-skin-vehicle"}
    assert {t for t in TYPES if profile(Entry("Unit", t)).vehicle} == vehicles


@pytest.mark.rule("rampant.units.classes")
@pytest.mark.parametrize(("kind", "inches"), [("lesser-xenomorph", 6.0), ("soft-skin-vehicle", 12.0)])
def test_infantry_retreats_half_as_far(kind, inches):
    from xenotable.games.rampant.rules.retreat.flight import retreat_distance

    battle = Skirmish()
    unit = battle.put(0, kind, (24, 24))
    assert retreat_distance(battle.game, unit) == inches


@pytest.mark.rule("rampant.play.footprint")
@pytest.mark.parametrize(
    ("kind", "bought", "diameter"),
    [
        ("heavy", (), 3),
        ("heavy", ("full-squad",), 4),
        ("militia", (), 4),
        ("militia", ("throng",), 5),
        ("lesser-xenomorph", ("swarm",), 4),
        ("soft-skin-vehicle", (), 4),
        ("soft-skin-vehicle", ("big-rig",), 5),
        ("fighting-vehicle", (), 4),
    ],
)
def test_the_footprint_follows_the_starting_strength(kind, bought, diameter):
    from xenotable.games.rampant.rules.play.conventions import circle

    battle = Skirmish()
    unit = battle.put(0, kind, (24, 24), *bought, strength=3)
    assert circle(battle.game, unit).r * 2 == diameter


@pytest.mark.rule("rampant.play.height")
def test_greater_xenomorphs_and_vehicles_are_tall():
    from xenotable.games.rampant.rules.play.conventions import low as _low

    battle = Skirmish()
    ids = {t: battle.put(0, t, (24, 24)) for t in TYPES}
    tall = {t for t, uid in ids.items() if not _low(battle.game, uid)}
    assert tall == {"greater-xenomorph", "fighting-vehicle", "transport-vehicle", "soft-skin-vehicle"}
