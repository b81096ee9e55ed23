"""Chapter `special`: explosions, lassos, marching orders."""

from __future__ import annotations

from typing import Any

import pytest

from xenotable.engine import Moved, Placed
from xenotable.games.xcx.rules.ai.reactions import worst_spot
from xenotable.games.xcx.rules.bag.dice import dice
from xenotable.games.xcx.rules.damage.armour import wounds_at_stake
from xenotable.games.xcx.rules.special.officers import march_refusals, marchers
from xenotable.games.xcx.rules.special.scatter import ANYWHERE, Drift, spot_refusals, spots_of_third
from xenotable.games.xcx.rules.special.weapons import grid_pull, pull
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.scenes import Aimed, Shooting

rule = pytest.mark.rule


def grenadier(bench: Any, **more: Any) -> tuple[Any, str, str]:
    b = bench(factions=("ADVENT", "XCX"), **more)
    return b, b.add(0, "bulwark", 10, 8), b.add(1, "volunteer", 10, 18)


@rule("xcx.special.scatter", "xcx.suppression.which-hits")
def test_on_one_to_three_the_hit_stands(bench: Any) -> None:
    b, a, t = grenadier(bench)
    b.shoot(a, t, "grenade-launcher", [1, 1, 3, 6, 6])
    b.used_up()
    assert b.model(t).markers == 1


@rule("xcx.special.scatter-spot", "xcx.special.scatter-explosion", "xcx.play.decisions-interrupt")
def test_a_scattered_shot_explodes_where_the_target_wants(bench: Any) -> None:
    b, a, t = grenadier(bench)
    one, two = b.add(0, "advent-trooper", 10, 14), b.add(0, "advent-trooper", 11.2, 14)
    bystander = b.add(1, "volunteer", 20, 18)
    b.play(Shooting(a, "fire"), dice=[1, 1, 5, 4, 6, 6, 1, 1], answers={"attack": ("grenade-launcher", t)})
    assert b.open == "spot"
    assert b.match.open[0].seat == 1
    assert b.why(Placed({"blast": (10.0, 16.0)})) == ["special.scatter-spot"]
    b.go(spot=Placed({"blast": (10.0, 14.5)}), victims=(two, one))
    assert "The Scatter die shows 4 to 6: it explodes elsewhere." in b.log
    assert "The shot goes astray: roll 4, to the left of the target." in b.log
    assert f"{b.game.name(two)} tests Armour: value 8; roll 6+6 = 12: it holds." in b.log
    assert (b.model(one).wounds, b.model(one).state) == (0, "dead")
    assert (b.model(two).markers, b.model(two).wounds) == (1, 3)
    assert (b.model(t).markers, b.model(bystander).markers) == (0, 0)
    watcher = b.add(0, "advent-trooper", 30, 18, watch=True)
    b.order(bystander, "run", move=Moved({bystander: ((20.0, 19.0),)}, "run"))
    assert b.open == "react"
    assert watcher


@rule("xcx.special.scatter-spot")
@pytest.mark.parametrize(
    ("face", "fits", "wrong"),
    [
        (2, [(10.0, 21.5), (7.9, 20.8)], [(13.5, 18.0), (10.0, 14.5)]),
        (3, [(6.5, 18.0), (10.0, 14.5)], [(13.5, 18.0), (10.0, 21.5)]),
        (5, [(13.5, 18.0), (10.0, 14.5)], [(6.5, 18.0), (10.0, 21.5)]),
    ],
)
def test_a_die_says_into_which_third_a_scattered_shot_goes(bench: Any, face: int, fits: Any, wrong: Any) -> None:
    b, a, t = grenadier(bench)
    b.shoot(a, t, "grenade-launcher", [1, 1, 5, face])
    assert [b.why(Placed({"blast": p})) for p in fits] == [[], []]
    assert [b.why(Placed({"blast": p})) for p in wrong] == [["special.scatter-spot"]] * 2


@rule("xcx.special.scatter-spot")
def test_a_third_that_is_off_the_table_leaves_the_choice(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX"))
    a, t = b.add(0, "bulwark", 10, 20), b.add(1, "volunteer", 10, 35.5)
    b.shoot(a, t, "grenade-launcher", [1, 1, 5, 1])  # beyond the target is nothing
    assert b.why(Placed({"blast": (13.5, 35.5)})) == []
    b.game.models.set(t, y=34.3)  # only a sliver of the third is left, narrower than 15 degrees
    (spot,) = spots_of_third(b.game, t, Drift((12.0, 20.0), 0))
    assert spot == pytest.approx((6.94, 36.0), abs=0.01)


@rule("xcx.ai.scatter-choice")
def test_the_ai_sends_a_scattered_shot_into_the_shooters(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX"), ai=(False, True))
    a, t = b.add(0, "bulwark", 10, 8), b.add(1, "volunteer", 10, 18)
    b.add(0, "advent-trooper", 13.5, 17)
    right = Drift(b.model(a).here, 2)
    x, y = worst_spot(b.game, a, t, right)
    assert (x, y) == (13.5, 18.0) or (x - 13.5) ** 2 + (y - 17) ** 2 <= 1.5**2
    own = b.add(1, "volunteer", 13.5, 19.5)
    spot = worst_spot(b.game, a, t, right)
    from xenotable.games.xcx.rules.special.scatter import models_in_blast

    assert own not in models_in_blast(b.game, spot)


@rule("xcx.special.high-explosive", "xcx.terrain.destroyed")
def test_high_explosive_clears_terrain_if_it_hurts(bench: Any) -> None:
    b, a, t = grenadier(bench)
    b.terrain("hard", 8, 16, 4, 1).terrain("soft", 20, 20, 2, 2)
    b.shoot(a, t, "grenade-launcher", [1, 1, 1, 6, 6])
    assert b.game.now.gone == ()
    b.shoot(a, t, "grenade-launcher", [1, 1, 1, 1, 1])
    assert b.game.now.gone == ("p0",)
    assert [p.name for p in field_of(b.game).ground.pieces] == ["p1"]


@rule("xcx.special.zapper", "xcx.special.zapper-needs-damage", "xcx.bag.forced-activation")
def test_a_zapper_needs_damage(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "gremlin", 10, 10), b.add(1, "bulwark", 10, 15)
    b.shoot(a, t, "arc-coil", [1, 1, 6, 6])
    assert (b.model(t).down, b.model(t).markers, dice(b.game)[1]) == (False, 1, (1, 1))
    b.shoot(a, t, "arc-coil", [1, 1, 1, 1])
    assert (b.model(t).down, dice(b.game)[1]) == (True, (1, 0))
    b.game.note(active="")


@rule("xcx.special.zapper-activated", exercises=["special.zapper"])
def test_a_zapped_model_that_has_acted_keeps_its_next_round(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "gremlin", 10, 10), b.add(1, "bulwark", 10, 15, activated=True)
    b.shoot(a, t, "arc-coil", [1, 1, 1, 1])
    assert b.model(t).down
    assert not b.model(t).halted


@rule("xcx.special.shredding-armour-points", exercises=["damage.armour-points"])
def test_shredding_ignores_the_test_not_the_points(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "breacher", 10, 10), b.add(1, "strider", 10, 20)
    assert wounds_at_stake(b.game, a, t, "autocannon", "fire") == 2
    b.shoot(a, t, "autocannon", [3, 3, 4, 4])  # value 8
    assert b.model(t).wounds == 5


# ---- Lasso -----------------------------------------------------------------------------------------------------------


@rule("xcx.special.lasso", "xcx.movement.separation-exceptions")
def test_a_lasso_pulls_into_contact(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX")).terrain("hard", 8, 14, 4, 1)
    a, t = b.add(0, "lashback", 10, 10), b.add(1, "volunteer", 10, 20.25, down=True)
    b.game.models.set(t, y=16.5)
    b.shoot(a, t, "lash-tendril", [1, 1, 6, 6])
    assert b.model(t).here == (10.0, 11.25)
    assert b.model(t).engaged == (a,)
    assert (b.model(t).wounds, b.model(t).markers, b.model(t).down) == (3, 1, False)


@rule("xcx.special.lasso", "xcx.engaged.only-run")
def test_who_has_pulled_somebody_into_contact_does_not_walk_away(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX"))
    a, t = b.add(0, "lashback", 10, 10), b.add(1, "volunteer", 10, 16)
    away, shot_at = Moved({a: ((5.0, 10.0),)}), ("lash-tendril", t)
    b.activate(a, [1, 1, 6, 6], order="advance", timing=True, attack=shot_at, move=away)
    assert b.model(a).engaged == (t,)
    assert b.model(a).here == (10.0, 10.0)
    assert any("does not walk away" in line for line in b.log)


@rule("xcx.special.lasso-blocked")
def test_what_stops_a_lasso(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX")).terrain("pit", 8, 13, 4, 1)
    a, t = b.add(0, "lashback", 10, 10), b.add(1, "volunteer", 10, 20)
    ((x, y), contact), *_ = pull(b.game, a, t)
    assert (x, round(y, 1), contact) == (10.0, 14.5, False)
    c = bench(factions=("ADVENT", "XCX")).terrain("hard", 9, 11.5, 2, 0.5)
    a, t = c.add(0, "lashback", 10, 10), c.add(1, "volunteer", 10, 14)
    spots = pull(c.game, a, t)
    assert len(spots) == 2  # the contact point is in Hard Cover: one to either side
    assert all(contact for _, contact in spots)
    assert spots[0][0][0] == pytest.approx(20 - spots[1][0][0], abs=0.01)


@rule("xcx.special.lasso-react")
def test_a_lasso_as_react_fire_ends_the_move(bench: Any) -> None:
    b = bench()
    a, w = b.add(0, "volunteer", 10, 10), b.add(1, "lashback", 10, 25, watch=True)
    b.game.note(active=a)
    b.order(a, "run", [1, 1, 6, 6], move=Moved({a: ((10.0, 16.0),)}, "run"), react=(w, "lash-tendril"))
    assert b.model(a).here == (10.0, 23.75)
    assert b.model(a).engaged == (w,)
    assert b.open == ""


@rule("xcx.special.lasso-grid")
def test_a_lasso_on_a_grid(bench: Any) -> None:
    b = bench("square", factions=("ADVENT", "XCX"))
    a, t = b.add(0, "lashback", 10, 10), b.add(1, "volunteer", 10, 16)
    b.shoot(a, t, "lash-tendril", [1, 1, 6, 6], pull=((10.5, 11.5), True))
    assert b.model(t).here == (10.5, 11.5)
    assert b.model(t).engaged == (a,)
    b = bench("square", factions=("ADVENT", "XCX")).terrain("pit", 10, 13)
    a, t = b.add(0, "lashback", 10, 10), b.add(1, "volunteer", 10, 16)
    b.shoot(a, t, "lash-tendril", [1, 1, 6, 6])
    assert (b.model(t).here, b.model(t).engaged) == ((10.5, 14.5), ())


# ---- Marching Order --------------------------------------------------------------------------------------------------


@rule("xcx.special.marching-order", "xcx.special.marching-order-limits")
def test_an_officer_sends_a_trooper_first(bench: Any) -> None:
    b = bench(size=48)
    officer, trooper = b.add(1, "advent-officer", 10, 10), b.add(1, "advent-trooper", 14, 10)
    far = b.add(1, "advent-trooper", 10, 40)
    b.add(1, "advent-officer", 20, 10)
    assert marchers(b.game, officer) == [trooper]
    assert far
    before = dict(dice(b.game))[1]
    b.activate(officer, march=trooper)
    assert b.game.now.active == trooper
    assert dict(dice(b.game))[1] == before - 2
    b.go(order=["down", "down"])
    assert b.model(officer).down
    assert marchers(b.game, "b4") == []


@rule("xcx.ai.marching-order")
def test_the_ai_marches_whenever_it_can(bench: Any) -> None:
    b = bench(ai=(False, True))
    officer = b.add(1, "advent-officer", 10, 10)
    b.add(1, "advent-trooper", 14, 10)
    near = b.add(1, "advent-trooper", 16, 14)
    b.add(0, "volunteer", 16, 30)
    b.activate(officer, [1, 1])
    assert b.model(near).activated
    assert any("sends ADVENT Trooper 3 first" in line for line in b.log)


@rule("xcx.special.trooper-command")
def test_troopers_use_the_officers_card(bench: Any) -> None:
    from xenotable.games.xcx.rules.ai.cards import column
    from xenotable.games.xcx.rules.special.officers import card_of

    b = bench(ai=(False, True))
    trooper, officer = b.add(1, "advent-trooper", 10, 10, wounds=1), b.add(1, "advent-officer", 20, 10)
    assert column(b.game, trooper, card_of(b.game, trooper))[4] == "A!"
    b.game.models.set(officer, state="dead")
    assert column(b.game, trooper, card_of(b.game, trooper))[4] == "M"


@rule("xcx.special.unique", "xcx.squad.unique")
def test_unique_once_in_a_side() -> None:
    from xenotable.games.xcx.rules.squad.validation import unique_refusals
    from xenotable.games.xcx.state import Recruit, Squad

    one = Squad("XCX", (Recruit("captain-sable"),))
    assert [r.rule for r in unique_refusals([one, one])] == ["squad.unique"]
    assert not [*unique_refusals([one])]


# ---- where the rules end: officers, scatter, weapons -----------------------------------------------------------------


@rule("xcx.special.marching-order", "xcx.special.marching-order-limits", "xcx.bag.pick-unactivated")
def test_whom_an_officer_may_send(bench: Any) -> None:
    def why(x: float, y: float = 10, **row: Any) -> list[Any]:
        b = bench(size=48).terrain("impassable", 20, 20, 2, 2)
        officer, trooper = b.add(1, "advent-officer", 10, 10), b.add(1, "advent-trooper", x, y, **row)
        refusals = [*march_refusals(b.game, officer, trooper)]
        assert marchers(b.game, officer) == ([] if refusals else [trooper])
        return refusals

    assert why(35) == []  # exactly 24
    (far,) = why(36)
    assert (far.rule, far.args) == ("special.marching-order-limits", {"who": "b2", "d": 25.0, "more": 1.0})
    assert [r.rule for r in why(14, activated=True)] == ["bag.pick-unactivated"]
    assert [r.rule for r in why(25, 25)] == ["special.marching-order-limits"]  # out of sight


@rule("xcx.special.marching-order", "xcx.special.marching-order-limits")
def test_one_order_in_a_round_and_only_with_a_die_left(bench: Any) -> None:
    b = bench()
    officer, trooper = b.add(1, "advent-officer", 10, 10, activated=True), b.add(1, "advent-trooper", 14, 10)
    assert marchers(b.game, officer) == [trooper]
    assert marchers(b.game, trooper) == []
    b.game.note(spare=(0, -1))  # its die is withheld
    assert marchers(b.game, officer) == []
    b.game.note(spare=(0, 0), marched=(1,))
    assert marchers(b.game, officer) == []
    b.game.note(marched=(0,))
    b.game.models.set(officer, activated=False)
    b.activate(officer, march=None)
    assert (b.open, b.game.now.active, b.game.now.marched) == ("order", officer, (0,))
    b.game.models.set(officer, activated=False)
    b.activate(officer, march=trooper, order=["down"])
    assert b.game.now.marched == (0, 1)
    assert (b.model(trooper).down, b.open, b.game.now.active) == (True, "order", officer)


@rule("xcx.special.scatter-spot")
@pytest.mark.parametrize(("at", "spot", "good"), [
    ((3.5, 18.0), (0.0, 18.0), True), ((32.5, 18.0), (36.0, 18.0), True),
    ((18.0, 3.5), (18.0, 0.0), True), ((18.0, 32.5), (18.0, 36.0), True),
    ((2.5, 18.0), (-1.0, 18.0), False), ((33.5, 18.0), (37.0, 18.0), False),
    ((18.0, 2.5), (18.0, -1.0), False), ((18.0, 33.5), (18.0, 37.0), False),
    ((18.0, 18.0), (18.0, 15.5), False), ((18.0, 18.0), (18.0, 13.5), False),
])  # fmt: skip
def test_a_scattered_shot_stays_on_the_table_three_from_its_target(
    bench: Any, at: tuple[float, float], spot: tuple[float, float], good: bool
) -> None:
    b = bench()
    t = b.add(1, "advent-trooper", *at)
    assert [r.rule for r in spot_refusals(b.game, t, Drift((18.0, 18.0), ANYWHERE), spot)] == (
        [] if good else ["special.scatter-spot"]
    )


@rule("xcx.special.scatter-explosion")
def test_the_order_of_victims_is_asked_only_where_there_are_several(bench: Any) -> None:
    b, a, t = grenadier(bench)
    one = b.add(0, "advent-trooper", 10, 14)
    shot = [1, 1, 5, 3]
    b.shoot(a, t, "grenade-launcher", [*shot, 6, 6], spot=Placed({"blast": (10.0, 14.5)}))
    assert (b.open, b.model(one).markers) == ("", 1)
    b.shoot(a, t, "grenade-launcher", shot, spot=Placed({"blast": (6.5, 18.0)}))
    assert b.open == ""  # nobody is there
    b.add(0, "advent-trooper", 11.2, 14)
    b.shoot(a, t, "grenade-launcher", shot, spot=Placed({"blast": (10.0, 14.5)}))
    assert b.open == "victims"
    c = bench(factions=("ADVENT", "XCX"), ai=(False, True))
    a, t = c.add(0, "bulwark", 10, 8), c.add(1, "volunteer", 10, 18)
    for x in (10.0, 11.2):
        c.add(0, "advent-trooper", x, 14)
    c.shoot(a, t, "grenade-launcher", [1, 1, 5, 5, 6, 6, 6, 6])
    assert (c.open, c.model("a2").markers, c.model("a3").markers) == ("", 1, 1)


@rule("xcx.special.zapper", "xcx.special.high-explosive")
def test_a_shock_ends_overwatch_and_a_blast_reaches_two(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "gremlin", 10, 10), b.add(1, "bulwark", 10, 15, watch=True)
    b.shoot(a, t, "arc-coil", [1, 1, 1, 1])
    assert (b.model(t).watch, b.model(t).halted) == (False, False)
    c, a, t = grenadier(bench)
    c.terrain("hard", 12.5, 17.5).terrain("hard", 6.25, 17.5)  # exactly 2 and 2.25 from the base
    c.shoot(a, t, "grenade-launcher", [1, 1, 1, 1, 1])
    assert c.game.now.gone == ("p0",)


@rule("xcx.special.lasso-blocked")
def test_how_a_lasso_pulls(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX"))
    a, t = b.add(0, "lashback", 10, 10), b.add(1, "volunteer", 16, 18)
    touch = b.model(a).r + b.model(t).r
    ((x, y), contact) = pull(b.game, a, t)[0]
    assert contact
    assert (x, y) == pytest.approx((10 + 0.6 * touch, 10 + 0.8 * touch), abs=0.01)
    b.game.models.set(t, x=10.0 + touch, y=10.0)
    assert pull(b.game, a, t) == [((10.0 + touch, 10.0), True)]  # in contact already
    c = bench(factions=("ADVENT", "XCX"))
    a, t = c.add(0, "lashback", 10, 10), c.add(1, "volunteer", 20, 10)
    c.add(0, "advent-trooper", 15, 10)  # somebody stands in the way
    ((x, y), contact), *more = pull(c.game, a, t)
    assert (round(x, 1), y, contact, more) == (17.0, 10.0, False, [])


@rule("xcx.special.lasso-blocked")
def test_an_ai_takes_the_first_of_two_places_for_a_lasso(bench: Any) -> None:
    for ai in (False, True):
        b = bench(factions=("ADVENT", "XCX"), ai=(ai, False)).terrain("hard", 9, 11.5, 2, 0.5)
        a, t = b.add(0, "lashback", 10, 10), b.add(1, "volunteer", 10, 14)
        b.play(Aimed(a, "lash-tendril", t, "fire"), dice=[1, 1, 6, 6])
        assert b.open == ("" if ai else "pull")


@rule("xcx.special.lasso-grid")
def test_where_a_lasso_ends_on_a_grid(bench: Any) -> None:
    b = bench("square", factions=("ADVENT", "XCX")).terrain("pit", 10, 11)
    a, t = b.add(0, "lashback", 10.5, 10.5), b.add(1, "volunteer", 11.5, 11.5)
    assert grid_pull(b.game, a, t) == [((11.5, 11.5), True)]  # beside it already
    b.game.models.set(t, x=11.5, y=12.5)  # the line runs through the pit after one step
    assert grid_pull(b.game, a, t) == [((11.5, 11.5), False)]
    c = bench("square", factions=("ADVENT", "XCX"))
    a, t = c.add(0, "lashback", 0.5, 0.5), c.add(1, "volunteer", 0.5, 6.5)
    for x, y in ((0.5, 1.5), (1.5, 1.5), (1.5, 0.5)):
        c.add(0, "advent-trooper", x, y)
    assert grid_pull(c.game, a, t) == [((0.5, 6.5), False)]  # no space beside it is free


@rule("xcx.engaged.flee-stopped", "xcx.special.lasso-react")
def test_a_lasso_on_whom_it_holds_already_pulls_nobody(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX"))
    a, t = b.add(0, "lashback", 10, 10), b.add(1, "volunteer", 11.25, 10)
    b.engage(a, t)
    b.game.note(active=t)
    b.order(t, "flee", [1, 1, 6, 6], flee=Moved({t: ((20.0, 10.0),)}), free=(a, "lash-tendril", "free"))
    assert (b.model(t).here, b.model(t).engaged, b.model(t).halted) == ((11.25, 10.0), (a,), True)
    assert not any("is pulled" in line for line in b.log)
    assert any("does not get away" in line for line in b.log)
