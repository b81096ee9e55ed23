"""Chapters `charging` and `engaged`: contact, blows, flight and free attacks."""

from __future__ import annotations

from typing import Any

import pytest

from xenotable.engine import Moved
from xenotable.games.xcx.rules.actions.orders import ORDERS, order_refusals
from xenotable.games.xcx.rules.charging import charge_path, strikes
from xenotable.games.xcx.rules.engaged.free_attacks import free_attackers, free_options
from xenotable.games.xcx.rules.modifiers.tables import aim
from xenotable.games.xcx.rules.movement.legality import move_refusals

rule = pytest.mark.rule


def why(b: Any, id: str, *path: tuple[float, float], mode: str = "charge") -> list[str]:
    return [r.rule for r in move_refusals(b.game, id, True, Moved({id: path}, mode))]


@rule(
    "xcx.charging.declare",
    "xcx.charging.contact",
    "xcx.charging.engages",
    "xcx.charging.attack",
    "xcx.actions.run",
    "xcx.charging.no-suppression",
    "xcx.engaged.state",
    "xcx.charging.weapon-zero",
)
def test_a_charge_engages_and_strikes(bench: Any) -> None:
    b = bench().terrain("hard", 9, 16.5, 2, 1)
    a, t = b.add(0, "pathfinder", 10, 5), b.add(1, "advent-trooper", 10, 15)
    b.order(a, "run", [4, 4, 6, 6], move=Moved({a: ((10.0, 14.0),)}, "charge"), strike=("machete", t))
    b.used_up()
    assert b.model(a).engaged == (t,)
    assert b.model(t).engaged == (a,)
    assert b.model(t).markers == 0
    assert aim(b.game, a, t, "machete", "melee").value == 8


@rule("xcx.movement.separation-exceptions", "xcx.charging.path", "xcx.movement.separation")
def test_a_charge_must_touch_whom_it_comes_near(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "pathfinder", 10, 5), b.add(1, "advent-trooper", 10, 15)
    b.add(1, "advent-trooper", 11.6, 14)
    assert set(why(b, a, (10.0, 14.0))) == {"movement.separation"}  # 0.6 from the other one
    b.game.models.set("b2", x=11.0)
    assert why(b, a, (10.0, 14.0)) == []  # touches both
    assert why(b, a, (10.0, 12.0)) == ["charging.contact"]
    assert charge_path(b.game, a, t) is not None


@rule("xcx.movement.charge-needs-no-sight", "xcx.movement.allowance")
def test_a_charge_round_a_corner(bench: Any) -> None:
    b = bench().terrain("impassable", 8, 9, 4, 2)
    a, t = b.add(0, "volunteer", 10, 7), b.add(1, "advent-trooper", 10, 13)
    way = charge_path(b.game, a, t)
    assert way is not None
    assert len(way) > 1
    assert why(b, a, *way) == []
    far = b.add(1, "advent-trooper", 10, 30)
    assert charge_path(b.game, a, far) is None


@rule("xcx.charging.gun-penalty", "xcx.charging.down-bonus", "xcx.actions.down-effect")
@pytest.mark.parametrize(("weapon", "down", "value"), [("scattergun", True, 7), ("machete", True, 10)])
def test_down_is_bad_against_a_charge(bench: Any, weapon: str, down: bool, value: int) -> None:
    b = bench()
    a, t = b.add(0, "pathfinder", 10, 10), b.add(1, "advent-trooper", 11, 10, down=down)
    assert aim(b.game, a, t, "scattergun", "melee").value == (7 if down else 5)
    assert aim(b.game, a, t, weapon, "melee").value == value


@rule("xcx.charging.unarmed", "xcx.charging.gun-restrictions")
def test_what_can_be_used_in_contact(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "longwatch", 10, 10), b.add(1, "advent-trooper", 11, 10)
    assert strikes(b.game, a, (t,)) == [("sidearm", t), ("unarmed", t)]
    breacher = b.add(0, "breacher", 20, 10)
    assert strikes(b.game, breacher, (t,)) == [("autocannon", t), ("unarmed", t)]
    b.strike(a, t, "unarmed", [1, 1, 1, 1])
    assert b.model(t).wounds == 2


@rule("xcx.special.shredding-close")
def test_shredding_does_nothing_in_contact(bench: Any) -> None:
    from xenotable.games.xcx.rules.shooting.attack import terms_of

    b = bench()
    a, t = b.add(0, "breacher", 10, 10), b.add(1, "advent-trooper", 11, 10)
    terms = terms_of(b.game, a, t, "autocannon", "melee")
    assert (terms.value, terms.shredding, terms.plus) == (5, False, 1)


@rule("xcx.engaged.only-run", "xcx.actions.availability", "xcx.actions.run-engaged", "xcx.actions.one-order")
def test_an_engaged_model_only_fights_or_flees(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 10, markers=3), b.add(1, "advent-trooper", 11, 10)
    b.engage(a, t)
    assert [o for o in ORDERS if not [*order_refusals(b.game, a, o)]] == ["strike", "flee"]
    free = b.add(0, "volunteer", 30, 30)
    assert {o: [r.rule for r in order_refusals(b.game, free, o)] for o in ("strike", "flee")} == {
        "strike": ["engaged.only-run"],
        "flee": ["engaged.only-run"],
    }
    b.activate(a)
    assert b.why("rally") == ["engaged.only-run"]
    assert b.open == "order"


@rule("xcx.engaged.attack", "xcx.actions.attack-optional")
def test_an_engaged_model_may_attack_without_moving(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 10), b.add(1, "advent-trooper", 11, 10)
    b.engage(a, t)
    b.activate(a, [1, 1, 1, 1], order="strike", strike=("knife", t))
    assert b.model(t).wounds == 1
    b.game.models.set(a, activated=False)
    b.activate(a, [], order="strike", strike=None)
    assert b.model(t).wounds == 1


@rule("xcx.engaged.free-attack")
def test_who_may_make_a_free_attack(bench: Any) -> None:
    b = bench()
    one, two = b.add(0, "volunteer", 10, 10), b.add(0, "volunteer", 12, 10)
    t = b.add(1, "shock-warden", 11, 10)
    b.engage(one, t)
    assert free_attackers(b.game, one) == (t,)
    b.engage(two, t)
    assert free_attackers(b.game, one) == ()


@rule("xcx.engaged.free-attack-shooting", "xcx.engaged.free-attack-order", "xcx.engaged.ends")
def test_a_free_shot_is_at_distance_zero(bench: Any) -> None:
    b = bench().terrain("hard", 9, 8.5, 3, 1).terrain("soft", 8, 10, 4, 4)  # a hedge that covers it from afar
    a, t = b.add(0, "volunteer", 10, 10.5), b.add(1, "advent-trooper", 11, 10.5, down=True)
    b.engage(a, t)
    assert aim(b.game, t, a, "coil-rifle", "free").value == 8
    assert aim(b.game, t, a, "coil-rifle", "free-melee").value == 5
    b.order(a, "flee", [2, 2, 6, 6], flee=Moved({a: ((10.0, 20.0),)}), free=(t, "coil-rifle", "free"))
    assert b.model(a).here == (10.0, 20.0)
    assert b.model(a).markers == 1
    assert b.model(a).engaged == b.model(t).engaged == ()


@rule("xcx.engaged.flee-move")
def test_a_flight_keeps_away_from_everybody(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 10), b.add(1, "advent-trooper", 11, 10)
    b.add(0, "volunteer", 10, 20)
    b.engage(a, t)
    b.order(a, "flee")
    assert "engaged.flee-move" in b.why(Moved({a: ((10.0, 18.2),)}))
    assert b.why(Moved()) == ["engaged.flee-move"]
    assert b.why(Moved({a: ((4.0, 16.0),)})) == []


@rule("xcx.engaged.flee-stopped", "xcx.special.lasso")
def test_a_lasso_holds_a_fleeing_model(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 10), b.add(1, "lashback", 11.25, 10)
    b.game.note(active=a)
    b.engage(a, t)
    assert aim(b.game, t, a, "lash-tendril", "free").value == 9
    assert (t, "lash-tendril", "free") in free_options(b.game, t, a)
    b.order(a, "flee", [4, 5, 6, 6], flee=Moved({a: ((10.0, 20.0),)}), free=(t, "lash-tendril", "free"))
    assert b.model(a).here == (10.0, 10.0)
    assert b.model(a).engaged == (t,)
    assert "Volunteer 1 does not get away." in b.log


@rule("xcx.overwatch.trigger")
@rule("xcx.engaged.flee-triggers-react", exercises=["overwatch.trigger"])
def test_a_fleeing_model_draws_react_fire(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 10), b.add(1, "advent-trooper", 11, 10)
    b.add(1, "advent-trooper", 20, 10, watch=True)
    b.engage(a, t)
    b.order(a, "flee", flee=Moved({a: ((4.0, 10.0),)}), free=None)
    assert b.open == "react"


@rule("xcx.charging.ends-overwatch")
@rule("xcx.engaged.third-parties", exercises=["charging.engages"])
def test_a_friend_joins_by_charging(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 10), b.add(1, "advent-trooper", 11, 10)
    friend = b.add(0, "volunteer", 15, 10)
    b.engage(a, t)
    b.order(friend, "run", move=Moved({friend: ((12.0, 10.0),)}, "charge"), strike=None)
    assert b.model(t).engaged == (a, friend)
    other, watcher = b.add(0, "volunteer", 20, 20), b.add(1, "advent-trooper", 25, 20, watch=True)
    b.order(other, "run", move=Moved({other: ((24.0, 20.0),)}, "charge"), react=None, strike=None)
    assert not b.model(watcher).watch


@rule("xcx.charging.weapon-zero")
def test_cover_means_nothing_in_contact(bench: Any) -> None:
    b = bench().terrain("soft", 8, 8, 6, 6)
    a, t = b.add(0, "pathfinder", 10, 10), b.add(1, "advent-trooper", 11, 10)
    assert aim(b.game, a, t, "machete", "melee").value == 8


@rule("xcx.engaged.state", "xcx.engaged.ends", "xcx.actions.down-lasts", "xcx.overwatch.state")
def test_the_story_tells_who_is_engaged_and_who_gets_up(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 10), b.add(1, "advent-trooper", 10, 14, down=True)
    b.order(a, "run", move=Moved({a: ((10.0, 13.0),)}, "charge"), strike=None)
    assert "Volunteer 1 and ADVENT Trooper 1 are engaged." in b.log
    b.activate(t, order="flee", flee=Moved({t: ((10.0, 20.0),)}), free=None)
    assert "ADVENT Trooper 1 gets up." in b.log
    assert "ADVENT Trooper 1 and Volunteer 1 are engaged no longer." in b.log
    b.game.models.set(a, watch=True)
    b.activate(a, order="down")
    assert "Volunteer 1 is on Overwatch no longer." in b.log


@rule("xcx.rewards.field-dressing", "xcx.damage.healing-cap")
def test_the_story_tells_how_many_wounds_were_restored(bench: Any) -> None:
    b = bench()
    a = b.add(0, "breacher", 10, 10, {"items": (("trauma-kit", ""),)}, wounds=2)
    b.order(a, "down", skill=("trauma-kit", a))
    assert b.log[-1] == "Breacher 1 treats Breacher 1 with a Trauma Kit: 3 Wounds restored, 5 now."
