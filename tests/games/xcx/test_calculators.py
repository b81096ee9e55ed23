"""Calculators: what is typed in counts for each of the two models, as it would on the table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from xenotable.engine.display import Forecast
from xenotable.games.xcx import content
from xenotable.games.xcx.forecasts.attacks import of_attack
from xenotable.games.xcx.forecasts.calculators import Fighter, Shooter, Target, model_in_calculator
from xenotable.games.xcx.forecasts.stage import MINE, YOURS, stage, values_of
from xenotable.games.xcx.rules.modifiers.values import MELEE
from xenotable.games.xcx.rules.squad.profiles import profile_of, recruit_profile
from xenotable.games.xcx.state import Recruit
from xenotable.games.xcx.title import GAME

rule = pytest.mark.rule
GUNNERS = [u for u in content.units().values() if any(content.weapons()[w].range for w in u.loadout)]
FIGHTERS = [u for u in content.units().values() if u.fight]


def exact(found: Forecast) -> dict[str, str]:
    return {c.label: c.exact for c in found.chances}


def weapon_in(values: dict[str, Any]) -> content.Weapon:
    return next(w for w in content.weapons().values() if w.name == values["weapon"])


@pytest.mark.parametrize("unit", GUNNERS, ids=lambda u: u.id)
def test_a_unit_shoots_in_the_calculator_as_on_the_table(bench: Any, unit: content.Unit) -> None:
    """Whichever skill its gun is used with; against a Bulwark, whose card is unlike the shooter's."""
    values = values_of(unit, Shooter)
    weapon, foe = weapon_in(values), content.units()["bulwark"]
    points = foe.armour_points.get(weapon.type, 0) + (0 if weapon.type != "explosive" else 2)
    target = {"armour": foe.armour, "points": points, "wounds": foe.wounds}
    far = weapon.range * 0.75 > 12  # nobody snipes from nearby
    (told,) = GAME.calculate("shoot", {"shooter": values, "target": target, "modifiers": {"far": far}}, True)
    b = bench(factions=("ADVENT", "ADVENT"))
    gap = weapon.range * (0.75 if far else 0.25) + (unit.base + foe.base) / 2
    a, t = b.add(0, unit.id, 10, 5), b.add(1, "bulwark", 10, 5 + gap)
    assert exact(told) == exact(of_attack(b.game, a, t, weapon.id, "fire", exact=True))


@pytest.mark.parametrize("unit", FIGHTERS, ids=lambda u: u.id)
def test_a_unit_fights_in_the_calculator_as_on_the_table(bench: Any, unit: content.Unit) -> None:
    values = values_of(unit, Fighter)
    weapon = weapon_in(values)
    (told,) = GAME.calculate("fight", {"attacker": values}, True)
    b = bench(factions=("ADVENT", "ADVENT"))
    a, t = b.add(0, unit.id, 10, 5), b.add(1, "advent-trooper", 10, 5 + (unit.base + 1.0) / 2)
    assert exact(told) == exact(of_attack(b.game, a, t, weapon.id, MELEE, exact=True))


@rule("xcx.play.odds-preview")
def test_each_model_of_a_calculator_has_a_card_of_its_own() -> None:
    """Both are the same unit of the same Squad; so their cards must not be kept by what they are."""
    game = stage((Shooter(aim=9), Target(armour=5, wounds=7)), 6.0)
    assert game.kits[MINE] == game.kits[YOURS]
    mine, yours = profile_of(game, MINE), profile_of(game, YOURS)
    assert (mine.skills["aim"], yours.skills["aim"]) == (9, 7)
    assert (mine.unit.armour, yours.unit.armour) == (8, 5)
    assert (game.models[MINE].full, game.models[YOURS].full) == (3, 7)
    plain = recruit_profile(game.kits[MINE].recruit, "ADVENT")
    assert (plain.skills["aim"], plain.unit.armour) == (7, 8)  # nor does anybody else get them
    for one in (game, game.copy()):  # looking ahead takes them along
        assert profile_of(one, MINE) is mine
        assert profile_of(one, YOURS) is yours
    assert exact(of_attack(game.copy(), MINE, YOURS, "patrol-rifle", "fire", exact=True)) == {
        "hit": str(Fraction(33, 36)), "damage": str(Fraction(33 * 10, 36 * 36)), "kill": "",
    }  # fmt: skip


@rule("xcx.squad.base-loadout")
def test_another_kit_is_another_card(bench: Any) -> None:
    b = bench()
    a, other = b.add(0, "volunteer", 10, 5), b.add(0, "volunteer", 14, 5)
    before, fork = profile_of(b.game, a), b.game.copy()
    b.game.kits.set(a, recruit=Recruit("volunteer", primary="sun-rifle", ups=("aim",)))
    assert [w.id for w in profile_of(b.game, a).weapons] == ["sun-rifle", "knife"]
    assert profile_of(b.game, a).skills["aim"] == 8
    assert [w.id for w in profile_of(b.game, other).weapons] == ["patrol-rifle", "knife"]
    assert profile_of(fork, a) is before  # what happens in one world changes no card in another
    assert profile_of(b.game, a).skills["aim"] == 8


def test_a_model_of_a_list_is_taken_to_the_calculator_with_its_own_skill() -> None:
    gremlin = recruit_profile(Recruit("gremlin", ups=("computer_use",)), "XCX")
    assert model_in_calculator(gremlin).values == {"shooter": {"aim": 9, "weapon": "Arc Coil", "rules": ""}}
