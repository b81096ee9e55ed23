"""Chapter `damage`: the Armour VALUE is rolled under and hurts (low is good); Armour POINTS reduce damage."""

from __future__ import annotations

from typing import Any

import pytest

from xenotable.games.xcx.rules.ai.letters import measures
from xenotable.games.xcx.rules.damage.armour import armour_points, heal, reduce_damage, wounds_at_stake
from xenotable.games.xcx.rules.shooting.attack import terms_of
from xenotable.games.xcx.rules.skills.reach import armour_value

rule = pytest.mark.rule


def against_volunteer(bench: Any, weapon: str = "coil-rifle", kit: Any = None, shooter: Any = None) -> Any:
    b = bench(factions=("ADVENT", "XCX"))
    a = b.add(0, "advent-trooper", 10, 5, {"primary": weapon, **(shooter or {})})
    t = b.add(1, "volunteer", 10, 15, kit)
    return b, a, t


@rule("xcx.damage.armour-test", "xcx.damage.armour-procedure", "xcx.damage.armour-who-rolls", "xcx.skills.armour")
def test_a_total_at_or_below_the_value_hurts(bench: Any) -> None:
    for roll, hurt in (((4, 4), True), ((4, 5), False), ((1, 1), True), ((6, 6), False)):
        b, a, t = against_volunteer(bench)
        b.shoot(a, t, "coil-rifle", [1, 1, *roll])
        b.used_up()
        assert (b.model(t).wounds < 3) is hurt, roll
        assert b.model(t).markers == (0 if b.model(t).state == "dead" else 1)


@rule("xcx.squad.faction-xcx")
def test_xcx_models_have_one_physical_point(bench: Any) -> None:
    b, a, t = against_volunteer(bench)
    assert wounds_at_stake(b.game, a, t, "coil-rifle", "fire") == 3
    hired = b.add(1, "freelance-gunhand", 20, 15)
    assert wounds_at_stake(b.game, a, hired, "coil-rifle", "fire") == 4
    b.shoot(a, t, "coil-rifle", [1, 1, 1, 1])
    assert b.model(t).wounds == 0


@rule("xcx.damage.worn-armour", "xcx.damage.armour-points", "xcx.modifiers.armour-table", "xcx.damage.types")
def test_worn_armour_replaces_the_figures_it_lists(bench: Any) -> None:
    b, a, t = against_volunteer(bench, kit={"armour": "weave-vest"})
    assert wounds_at_stake(b.game, a, t, "coil-rifle", "fire") == 2
    assert armour_points(b.game, t, "explosive", 0) == 0
    spark = b.add(1, "spark", 20, 15)
    assert armour_points(b.game, spark, "physical", 0) == 2
    assert armour_points(b.game, spark, "poison", 0) == 3


@rule("xcx.rewards.siege-plate", "xcx.damage.minimum-one")
def test_siege_plate_lowers_the_value_and_the_floor_is_one(bench: Any) -> None:
    b, _, t = against_volunteer(bench, kit={"armour": "siege-plate"})
    assert armour_value(b.game, t) == 7
    assert armour_points(b.game, t, "physical", 0) == 4
    assert reduce_damage(2, 4) == 1
    assert reduce_damage(2, 1) == 1
    from xenotable.games.xcx.rules.movement.positions import mobility

    assert mobility(b.game, t) == 5


@rule("xcx.special.blast-padding")
def test_blast_padding_reduces_explosions_only(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX"))
    a, t = b.add(0, "bulwark", 10, 5), b.add(1, "breacher", 10, 15)
    assert wounds_at_stake(b.game, a, t, "grenade-launcher", "fire") == 4
    assert armour_points(b.game, t, "physical", 0) == 1


@rule("xcx.special.cowardly")
@rule("xcx.special.cowardly-sniper", exercises=["special.cowardly"])
def test_cowardly_counts_in_cover_only_even_against_snipers(bench: Any) -> None:
    b = bench().terrain("soft", 8, 23.2, 4, 0.9)
    a, t = b.add(0, "volunteer", 10, 5), b.add(1, "thinling", 10, 25)
    sniper = b.add(0, "longwatch", 10.2, 3)
    assert wounds_at_stake(b.game, a, t, "patrol-rifle", "fire") == 2
    assert wounds_at_stake(b.game, sniper, t, "marksman-rifle", "fire") == 2
    b.game.models.set(t, x=25.0)
    assert wounds_at_stake(b.game, a, t, "patrol-rifle", "fire") == 3


@rule("xcx.rewards.overcharge")
def test_overcharge_adds_damage_before_points(bench: Any) -> None:
    b, a, t = against_volunteer(bench, shooter={"items": (("overcharge-cell", "coil-rifle"),)})
    assert wounds_at_stake(b.game, a, t, "coil-rifle", "fire") == 4


@rule("xcx.damage.wounds", "xcx.damage.wounded", "xcx.skills.wounds")
def test_wounds_do_not_go_below_zero(bench: Any) -> None:
    b, a, t = against_volunteer(bench, "patrol-rifle")
    assert measures(b.game, a, (t,), "wounded") == [0]
    b.shoot(a, t, "patrol-rifle", [1, 1, 2, 2])
    assert b.model(t).wounds == 1
    assert measures(b.game, a, (t,), "wounded") == [-2]
    b.shoot(a, t, "patrol-rifle", [1, 1, 2, 2])
    assert b.model(t).wounds == 0


@rule("xcx.damage.death", "xcx.bag.kill-unactivated", "xcx.bag.invariant")
def test_the_dead_leave_with_their_markers_and_their_die(bench: Any) -> None:
    from xenotable.games.xcx.rules.bag.dice import dice

    b, a, t = against_volunteer(bench)
    b.add(1, "volunteer", 20, 15)
    b.game.models.set(t, markers=2)
    assert dice(b.game)[1] == (1, 2)
    b.shoot(a, t, "coil-rifle", [1, 1, 1, 1])
    assert (b.model(t).state, b.model(t).markers) == ("dead", 0)
    assert dice(b.game)[1] == (1, 1)
    assert "Volunteer 1 is out of the battle." in b.log


@rule("xcx.bag.kill-activated")
def test_a_model_that_has_acted_takes_no_die_with_it(bench: Any) -> None:
    from xenotable.games.xcx.rules.bag.dice import dice

    b, a, t = against_volunteer(bench)
    b.add(1, "volunteer", 20, 15)
    b.game.models.set(t, activated=True)
    before = dice(b.game)
    b.shoot(a, t, "coil-rifle", [1, 1, 1, 1])
    assert dice(b.game) == before


@rule("xcx.damage.healing-cap", "xcx.rewards.field-dressing", "xcx.actions.down")
@pytest.mark.parametrize(("item", "after"), [("field-dressing", 4), ("trauma-kit", 5)])
def test_dressings_heal_up_to_the_start(bench: Any, item: str, after: int) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 10, {"items": ((item, ""),)}), b.add(0, "breacher", 12, 10, wounds=2)
    b.order(a, "down", skill=(item, t))
    assert b.model(t).wounds == after
    assert b.model(a).used == (item,)
    assert b.model(a).down
    b.order(a, "down", skill=[])
    assert b.open == ""  # used up: nothing is offered any more
    heal(b.game, t, 9)
    assert b.model(t).wounds == 5
    from xenotable.games.xcx.rules.skills.attempts import attempt_refusals

    drone = b.add(0, "gremlin", 10, 12)
    other = b.add(0, "volunteer", 12, 12, {"items": ((item, ""),)})
    refused = [r.rule for r in attempt_refusals(b.game, other, (item, drone))]
    assert refused == (["rewards.field-dressing"] if item == "field-dressing" else [])
    assert [r.rule for r in attempt_refusals(b.game, a, (item, t))] == ["rewards.field-dressing"]  # used up


@rule("xcx.damage.same-for-melee", exercises=["damage.armour-test"])
@rule("xcx.charging.gun-armour")
def test_close_combat_uses_the_same_armour(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX"))
    a, t = b.add(0, "advent-trooper", 10, 10), b.add(1, "volunteer", 11, 10)
    b.engage(a, t)
    b.strike(a, t, "coil-rifle", [1, 1, 4, 4])  # 8 + 1 = 9 is above 8: holds
    assert b.model(t).wounds == 3
    b.strike(a, t, "coil-rifle", [1, 1, 3, 4])
    assert b.model(t).wounds == 0
    assert terms_of(b.game, a, t, "knife", "melee").plus == 0
