"""Chapters `charging` and `engaged`: contact, blows, flight and free attacks."""

from __future__ import annotations

from typing import Any

import pytest

from xenotable.engine import Moved
from xenotable.games.xcx.rules.actions.orders import ORDERS, order_refusals
from xenotable.games.xcx.rules.charging import charge_path, contact, contacts_at, strike_refusals, strikes
from xenotable.games.xcx.rules.engaged.contact import engage
from xenotable.games.xcx.rules.engaged.fleeing import flee_refusals
from xenotable.games.xcx.rules.engaged.free_attacks import free_attackers, free_options
from xenotable.games.xcx.rules.modifiers.tables import aim
from xenotable.games.xcx.rules.movement.legality import move_refusals
from xenotable.games.xcx.scenes import Moving

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


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("xcx.charging.path")
def test_how_far_a_charge_reaches(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 10), b.add(1, "advent-trooper", 10, 23)
    assert charge_path(b.game, a, t) == [(10.0, 22.0)]  # exactly 12
    b.game.models.set(t, y=23.25)
    assert charge_path(b.game, a, t) is None
    o = bench().terrain("obstacle", 0, 14, 36, 1)
    a, t = o.add(0, "volunteer", 10, 10), o.add(1, "advent-trooper", 10, 22)
    assert charge_path(o.game, a, t) == [(10.0, 21.0)]  # the Obstacle counts double: 12
    o.game.models.set(t, y=22.25)
    assert charge_path(o.game, a, t) is None
    g = bench("square")
    a, t = g.add(0, "volunteer", 10.5, 10.5), g.add(1, "advent-trooper", 10.5, 22.5)
    assert len(charge_path(g.game, a, t) or ()) == 11
    g.game.models.set(t, y=23.5)  # the last of twelve steps leads beside it
    assert len(charge_path(g.game, a, t) or ()) == 12
    g.game.models.set(t, y=24.5)
    assert charge_path(g.game, a, t) is None


@rule("xcx.charging.attack", "xcx.charging.unarmed", "xcx.charging.gun-restrictions", "xcx.tests.value-zero-means-none")
def test_with_what_a_model_strikes(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX"))
    t = b.add(1, "volunteer", 11, 10)

    def blows_of(unit: str) -> list[str]:
        return [w for w, _ in strikes(b.game, b.add(0, unit, 10, 10), (t,))]

    assert blows_of("advent-trooper") == ["coil-rifle", "knife", "unarmed"]
    assert blows_of("bulwark") == ["autocannon", "unarmed"]
    assert blows_of("lens-drone") == ["lens-beam"]  # it has no [Fight]
    assert blows_of("hollowface") == ["rending-claws", "unarmed"]
    drone, foe = b.add(0, "lens-drone", 10, 11), b.add(1, "volunteer", 20, 20)
    why = [r.rule for r in strike_refusals(b.game, drone, "unarmed", t, (t,))]
    assert why == ["tests.value-zero-means-none"]
    assert [r.rule for r in strike_refusals(b.game, drone, "lens-beam", foe, (t,))] == ["charging.attack"]
    assert [*strike_refusals(b.game, drone, "lens-beam", t, (t,))] == []


@rule("xcx.charging.gun-penalty", "xcx.charging.weapon-zero", "xcx.charging.down-bonus")
def test_the_value_of_a_blow(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX"))
    a, t = b.add(0, "advent-trooper", 10, 10), b.add(1, "volunteer", 11, 10)
    assert [aim(b.game, a, t, w, "melee").value for w in ("coil-rifle", "knife", "unarmed")] == [5, 6, 6]
    b.game.models.set(t, down=True)
    assert [aim(b.game, a, t, w, "melee").value for w in ("coil-rifle", "knife", "unarmed")] == [7, 8, 8]


@rule("xcx.grid.charge-contacts", "xcx.charging.contact")
def test_a_charge_on_inches_touches_all_that_it_touches(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 5)
    one, two = b.add(1, "advent-trooper", 9.5, 10), b.add(1, "advent-trooper", 10.5, 10)
    b.game.models.set(one, x=9.5)
    spot = (10.0, 10.0 - 0.75**0.5)
    b.game.models.set(a, x=spot[0], y=spot[1])
    assert set(contacts_at(b.game, a, spot)) == {one, two}
    g = bench("square")
    a, foe = g.add(0, "volunteer", 10.5, 5.5), g.add(1, "advent-trooper", 10.5, 10.5)
    way = tuple((10.5, 0.5 + j) for j in range(6, 10))
    g.order(a, "run", move=Moved({a: way}, "charge"), strike=None)
    assert g.model(a).engaged == (foe,)  # one alone need not be declared
    g2 = bench("square")
    a = g2.add(0, "volunteer", 10.5, 5.5)
    for x in (10.5, 11.5):
        g2.add(1, "advent-trooper", x, 10.5)
    g2.order(a, "run", move=Moved({a: way}, "charge"))
    assert (g2.open, g2.match.open[0].least) == ("contacts", 1)


@rule("xcx.charging.engages", "xcx.engaged.state")
def test_nobody_is_engaged_with_the_dead_or_by_who_was_stopped(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 10, halted=True), b.add(1, "advent-trooper", 11, 10)
    contact(b.game, Moving(a, (), True, (t,)))
    assert b.model(a).engaged == ()
    b.game.models.set(a, halted=False)
    b.game.models.set(t, state="dead")
    contact(b.game, Moving(a, (), True, (t,)))
    assert b.model(a).engaged == ()
    b.game.models.set(t, state="table", watch=True)
    b.game.models.set(a, watch=True)
    contact(b.game, Moving(a, (), True, (t,)))
    assert (b.model(a).engaged, b.model(t).engaged, b.model(a).watch, b.model(t).watch) == ((t,), (a,), False, False)
    engage(b.game, t, a)
    assert (b.model(a).engaged, b.model(t).engaged) == ((t,), (a,))  # once is enough


@rule("xcx.engaged.free-attack", "xcx.engaged.free-attack-order")
def test_free_attacks_are_made_one_after_the_other_or_declined_together(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 10)
    one, two = b.add(1, "advent-trooper", 11, 10), b.add(1, "advent-trooper", 10, 11)
    for foe in (one, two):
        b.engage(a, foe)
    way = Moved({a: ((4.0, 4.0),)})
    b.order(a, "flee", [6, 6], flee=way, free=[(one, "coil-rifle", "free")])
    assert (b.open, {o[0] for o in b.match.open[0].options() if o}) == ("free", {two})
    assert b.why((one, "coil-rifle", "free")) == ["engaged.free-attack"]  # it has made its own
    b.go(free=None)
    assert (b.open, b.model(a).here) == ("", (4.0, 4.0))
    c = bench()
    a = c.add(0, "volunteer", 10, 10)
    for x, y in ((11, 10), (10, 11)):
        c.engage(a, c.add(1, "advent-trooper", x, y))
    c.order(a, "flee", flee=way, free=[None])
    assert (c.open, c.model(a).here) == ("", (4.0, 4.0))  # one answer for both


@rule("xcx.engaged.flee-move")
def test_where_a_flight_may_not_end(bench: Any) -> None:
    b = bench("square")
    a, foe = b.add(0, "volunteer", 10.5, 10.5), b.add(1, "advent-trooper", 11.5, 10.5)
    b.add(1, "thinling", 5.5, 5.5)
    b.engage(a, foe)

    def why(*path: tuple[float, float]) -> list[str]:
        return [r.rule for r in flee_refusals(b.game, a, Moved({a: path} if path else {}))]

    assert why() == ["engaged.flee-move"]
    assert why((10.5, 9.5)) == ["engaged.flee-move"]  # beside whom it flees
    assert why((9.5, 9.5), (8.5, 8.5)) == []
    assert why((6.5, 6.5)) == []  # beside another
    b.game.models.set(foe, state="dead")
    assert why((10.5, 9.5)) == []
