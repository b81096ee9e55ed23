"""The odds page: every weapon and datacard of the book can be put into it, and it says what the command says."""

import msgspec
import pytest

from xenotable.faults import Fault
from xenotable.games.killteam.content import units
from xenotable.games.killteam.forecasts.situations import Shoot, read, shoot_answers
from xenotable.games.killteam.title import GAME

SHOOT, SEVERAL, FIGHT = GAME.calculators()


def first(calculator):
    return {g.id: {f.name: f.value for f in g.fields} for g in calculator.groups}


def test_it_answers_as_the_command_does():
    (found,) = GAME.calculate("shoot", first(SHOOT))
    given = {"attacks": 4, "skill": 3, "damage": [3, 4], "defence": 3, "save": 4, "wounds": 10}
    answer = shoot_answers(read(msgspec.json.encode(given), Shoot)[0])[0]
    assert found.mean == pytest.approx(answer["mean"])
    assert found.chances[0].p == pytest.approx(answer["kill"])
    assert sum(c.p for c in found.distribution) == pytest.approx(1)


@pytest.mark.parametrize("preset", SHOOT.groups[0].presets, ids=lambda p: p.label)
def test_every_ranged_weapon_can_be_asked_for(preset):
    values = first(SHOOT)
    values["weapon"] |= preset.values
    assert GAME.calculate("shoot", values)[0].mean >= 0


@pytest.mark.parametrize("preset", FIGHT.groups[0].presets[::3], ids=lambda p: p.label)
def test_melee_weapons_leave_wounds_on_both_sides(preset):
    values = first(FIGHT)
    values["attacker"] |= preset.values
    mine, yours = GAME.calculate("fight", values)
    assert sum(c.p for c in mine.distribution) == pytest.approx(1)
    assert mine.chances[0].label == yours.chances[0].label == "incapacitated"


def test_every_datacard_is_a_target():
    assert len(SHOOT.groups[1].presets) == 32


@pytest.mark.parametrize(
    ("id", "group", "field", "value", "says"),
    [
        ("shoot", "weapon", "attacks", 99, "attacks"),
        ("shoot", "weapon", "rules", "Lethall 5+", "Lethal"),
        ("shoot", "play", "policy", "bst", "best"),
        ("shot", "weapon", "attacks", 4, "shoot"),
        ("shoot", "weapon", "attacks", -1, "at least 0"),
    ],
)
def test_what_does_not_fit_gets_a_sentence(id, group, field, value, says):
    values = first(SHOOT)
    values[group][field] = value
    with pytest.raises(Fault, match=says):
        GAME.calculate(id, values)


def test_weapons_stand_with_those_who_bear_them():
    maul = next(p for p in FIGHT.groups[0].presets if p.label == "Hammerer: thunder maul")
    assert (maul.under, maul.values["rules"]) == ("Ferric Penitents", "Brutal, Stun")
    assert maul.values["wounds"] == units()["fp-hammerer"].W
    rifles = [p for p in SHOOT.groups[0].presets if "plasma lance" in p.label]
    assert [p.label for p in rifles] == [f"Plasma Lancer: plasma lance ({way})" for way in ("steady", "overcharged")]
    assert "wounds" not in rifles[0].values
    assert {p.under for p in SHOOT.groups[0].presets} >= {"Cinder Wardens", "Equipment"}


def test_best_play_is_not_asked_of_twenty_dice():
    values = first(SHOOT)
    values["weapon"]["attacks"] = 20
    assert GAME.calculate("shoot", values)[0].mean > 0
    values["play"]["policy"] = "best"
    with pytest.raises(Fault, match="up to 12 attack dice"):
        GAME.calculate("shoot", values)
