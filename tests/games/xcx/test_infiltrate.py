"""Chapter `special`: Infiltrate."""

from __future__ import annotations

import random
from typing import Any

import pytest

from xenotable.engine import Moved, Placed
from xenotable.games.xcx.rules.bag.dice import appear, dice
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.special.infiltration import ai_declares, marker_refusals, revelations, seen_markers
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.scenes import Infiltrate, Moving, Round, Turn
from xenotable.games.xcx.state import Marker

rule = pytest.mark.rule


def hidden(bench: Any, **more: Any) -> tuple[Any, str]:
    b = bench(**more)
    ghost = b.add(1, "hollowface", 0, 0)
    b.game.models.set(ghost, state="reserve", x=0.0, y=0.0)
    return b, ghost


@rule("xcx.special.infiltrate-setup")
def test_where_markers_may_be_placed(bench: Any) -> None:
    b, ghost = hidden(bench)
    b.terrain("impassable", 0, 12, 36, 1).terrain("hard", 20, 20, 2, 2)
    b.add(0, "volunteer", 10, 5)
    b.game.markers.add("i1", Marker(ghost, 18.0, 20.0))

    def why(x: float, y: float) -> list[str]:
        return [r.says for r in marker_refusals(b.game, ghost, (x, y))]

    assert why(5.0, 22.0) == []
    assert any("12 Range" in s for s in why(7.2, 22.0))
    assert any("terrain" in s for s in why(21.0, 21.0))
    assert any("zone" in s for s in why(18.0, 4.0))
    c, other = hidden(bench)
    c.add(0, "volunteer", 10, 5)
    assert [r.rule for r in marker_refusals(c.game, other, (20.0, 20.0))] == ["special.infiltrate-setup"]
    b.play(Infiltrate((ghost,), 1), answers={"marker": [Placed({"i2": (5.0, 22.0)}), Placed({"i3": (31.0, 22.0)})]})
    assert len(b.game.markers) == 3


@rule(
    "xcx.special.infiltrate-seen",
    "xcx.special.infiltrate-markers",
    "xcx.special.infiltrate-arrival",
    "xcx.bag.arrivals",
)
def test_a_marker_is_discovered_on_the_way(bench: Any) -> None:
    b, ghost = hidden(bench)
    b.terrain("impassable", 8, 15, 4, 3)
    a = b.add(0, "volunteer", 10, 10)
    b.game.markers.add("i1", Marker(ghost, 10.0, 22.0))
    b.game.markers.add("i2", Marker(ghost, 30.0, 30.0))
    b.terrain("impassable", 24, 24, 4, 4)
    before = dict(dice(b.game))[1]
    b.order(a, "run", move=Moved({a: ((20.0, 10.0),)}, "run"))
    assert b.open == "discovered"
    assert b.match.open[0].seat == 1
    assert set(b.match.open[0].among()) == {("i1", True), ("i1", False)}
    b.go(discovered=("i1", True))
    assert b.model(ghost).here == (10.0, 22.0)
    assert not b.game.markers
    assert dict(dice(b.game))[1] == before + 1
    assert b.model(a).here == (20.0, 10.0)


def ambush(bench: Any, **more: Any) -> tuple[Any, str, str]:
    """A runner from (10, 10) to the north comes past a wall after 3 inches and sees a marker beside its way: it passes
    the marker, but not the broader base of whoever is there."""
    b, ghost = hidden(bench, **more)
    b.terrain("impassable", 10.8, 10, 0.5, 4.8)
    a = b.add(0, "volunteer", 10, 10)
    b.game.markers.add("i1", Marker(ghost, 12.125, 17.0))
    b.game.markers.add("i2", Marker(ghost, 34.0, 34.0))
    b.terrain("impassable", 24, 24, 6, 6)
    return b, a, b.add(1, "advent-trooper", 10, 20)


NORTH, ROUND = ((10.0, 18.0),), ((9.5, 15.0), (9.5, 18.0), (10.0, 19.0))


@rule("xcx.special.infiltrate-arrival", "xcx.overwatch.steps")
def test_what_reacts_on_the_step_of_a_reveal_is_not_skipped(bench: Any) -> None:
    b, a, w = ambush(bench)
    b.game.models.set(w, watch=True)
    b.order(a, "run", move=[Moved({a: NORTH}, "run")], react=[None, None], halt=False, discovered=("i1", True))
    assert (b.model(a).here, b.open, b.match.open[0].seat) == ((10.0, 13.0), "react", b.model(w).seat)
    b.go(react=None)
    assert b.open == "move"


@rule("xcx.special.infiltrate-arrival")
@pytest.mark.parametrize(("obstacle", "left"), [(0, 9), (1, 8)])
def test_the_rest_of_a_move_pays_for_the_obstacle_behind_it(bench: Any, obstacle: int, left: float) -> None:
    b, a, _ = ambush(bench)
    if obstacle:
        b.terrain("obstacle", 9, 11, 1.5, obstacle)
    b.order(a, "run", move=[Moved({a: NORTH}, "run")], discovered=("i1", True))
    assert b.match.open[0].pieces[0].budget == pytest.approx(left, abs=0.01)


@rule("xcx.special.infiltrate-arrival", "xcx.charging.attack")
def test_a_charge_that_a_reveal_interrupts_may_go_on_as_a_charge(bench: Any) -> None:
    b, a, foe = ambush(bench)
    b.order(a, "run", move=[Moved({a: ((10.0, 19.0),)}, "charge")], discovered=("i1", True))
    assert (b.model(a).here, b.open) == ((10.0, 13.0), "move")
    assert [m.value for m in b.match.open[0].modes] == ["run", "charge"]
    assert "movement.allowance" in b.why(Moved({a: ((5.0, 15.0), *ROUND)}, "charge"))
    b.go(move=Moved({a: ROUND}, "charge"))
    assert (b.open, b.model(a).engaged) == ("strike", (foe,))


@rule("xcx.special.infiltrate-arrival", "xcx.charging.path")
def test_a_charge_of_the_ai_goes_on_past_a_reveal(bench: Any) -> None:
    b, a, foe = ambush(bench, ai=(True, False))
    steps = tuple((10.0, 10.0 + k) for k in range(1, 10))
    b.play(Moving(a, steps, True, (foe,)), dice=[6, 6], answers={"discovered": ("i1", True)})
    assert b.model(a).engaged == (foe,)


@rule("xcx.special.infiltrate-last")
def test_at_the_last_marker_it_must_be_there(bench: Any) -> None:
    b, ghost = hidden(bench)
    b.game.markers.add("i1", Marker(ghost, 10.0, 22.0))
    assert revelations(b.game, ("i1",)) == [("i1", True)]
    b.game.markers.add("i2", Marker(ghost, 30.0, 22.0))
    assert ("i1", False) in revelations(b.game, ("i1", "i2"))
    c, ghost = hidden(bench)
    a = c.add(0, "volunteer", 10, 10)
    c.game.markers.add("i1", Marker(ghost, 20.0, 20.0))
    other = c.add(1, "hollowface", 0, 0)
    c.game.models.set(other, state="reserve", x=0.0, y=0.0)
    c.game.markers.add("i2", Marker(other, 20.0, 33.0))
    c.game.markers.add("i3", Marker(other, 33.0, 20.0))
    c.order(a, "run", move=Moved({a: ((10.0, 12.0),)}, "run"))
    assert c.why(("i1", False)) == ["special.infiltrate-last"]


@rule("xcx.special.infiltrate-start-of-round", "xcx.bag.round-start")
def test_it_may_appear_at_the_start_of_a_round(bench: Any) -> None:
    b, ghost = hidden(bench)
    b.terrain("impassable", 0, 15, 36, 3)
    b.add(0, "volunteer", 10, 10)
    b.game.markers.add("i1", Marker(ghost, 10.0, 22.0))
    b.game.markers.add("i2", Marker(ghost, 30.0, 22.0))
    b.play(Round(2), answers={"declare": "i2"}, draws=[0])
    assert b.model(ghost).here == (30.0, 22.0)
    assert dict(dice(b.game)) == {0: 0, 1: 1, 2: 0}  # the drawn die is used, the arrival brought one


@rule("xcx.ai.infiltrate")
def test_how_the_ai_infiltrates(bench: Any) -> None:
    b, ghost = hidden(bench, ai=(False, True))
    b.terrain("impassable", 0, 12, 36, 1)
    b.add(0, "volunteer", 10, 5)
    b.play(Infiltrate((ghost,)))
    first, *rest = b.game.markers.values()
    assert (first.x, first.y) == (17.5, 17.5)
    assert len(rest) == 2
    assert not ai_declares(b.game, next(iter(b.game.markers)))
    b.add(0, "volunteer", 17.5, 25)
    assert ai_declares(b.game, next(iter(b.game.markers)))


# ---- where the rules end ---------------------------------------------------------------------------------------------


def hiding(bench: Any, side: int = 1, **more: Any) -> tuple[Any, str]:
    """An infiltrator of a side, and a wall across the table that nobody sees through."""
    b = bench(factions=("ADVENT", "ADVENT"), **more).terrain("impassable", 0, 17, 36, 2)
    ghost = b.add(side, "hollowface", 0, 0)
    b.game.models.set(ghost, state="reserve", x=0.0, y=0.0)
    b.add(1 - side, "advent-trooper", 10, 5 if side else 31)
    return b, ghost


@rule("xcx.special.infiltrate-setup")
def test_how_far_a_marker_keeps_away(bench: Any) -> None:
    b, ghost = hiding(bench)
    b.add(1, "advent-trooper", 4, 31)
    b.thing("container", 11, 24)
    b.game.markers.add("i1", Marker(ghost, 30.0, 24.0))
    for x, y, good in (
        (4.0, 24.0, True), (17.0, 24.0, True), (17.25, 24.0, False),  # 12 from another marker of its own
        (4.0, 29.0, True), (4.0, 29.25, False),  # 1 from a model
        (4.0, 19.5, True), (4.0, 19.25, False),  # off the wall
        (9.0, 24.0, True), (9.25, 24.0, False),  # 1 from an object
    ):  # fmt: skip
        assert (not [*marker_refusals(b.game, ghost, (x, y))]) is good, (x, y)


@rule("xcx.special.infiltrate-setup")
@pytest.mark.parametrize(("side", "near", "far"), [(1, 8.5, 8.75), (0, 27.5, 27.25)])
def test_no_marker_touches_the_zone_of_the_enemy(bench: Any, side: int, near: float, far: float) -> None:
    b, ghost = hiding(bench, side)
    for y, said in ((near, True), (far, False), (4.0 + 28 * side, False)):
        assert ("zone" in " ".join(r.says for r in marker_refusals(b.game, ghost, (20.0, y)))) is said, y


@rule("xcx.special.infiltrate-setup")
def test_to_be_seen_by_many_is_one_reason(bench: Any) -> None:
    b, ghost = hiding(bench)
    b.add(0, "advent-trooper", 14, 5)
    assert [r.says for r in marker_refusals(b.game, ghost, (20.0, 14.0))] == ["An enemy sees that place."]


@rule("xcx.special.infiltrate-setup")
def test_three_markers_for_each_infiltrator_and_then_the_next(bench: Any) -> None:
    b, ghost = hiding(bench)
    places = [Placed({f"i{n}": (5.0 + 13 * (n - 1), 24.0)}) for n in (1, 2, 3)]
    b.play(Infiltrate((ghost,)), answers={"marker": places})
    assert (b.open, [(k.x, k.y) for k in b.game.markers.values()]) == ("", [(5.0, 24.0), (18.0, 24.0), (31.0, 24.0)])
    assert b.model(ghost).state == "reserve"
    c, ghost = hiding(bench, mode="square")
    c.play(Infiltrate((ghost,)), answers={"marker": [Placed({"i1": (5.3, 24.2)})]})
    assert (c.game.markers["i1"].x, c.game.markers["i1"].y) == (5.5, 24.5)


@rule("xcx.special.infiltrate-setup")
def test_without_a_place_for_a_marker_it_deploys_in_its_own_zone(bench: Any) -> None:
    b, one = hidden(bench)
    two = b.add(1, "hollowface", 0, 0)
    b.game.models.set(two, state="reserve", x=0.0, y=0.0)
    b.add(0, "volunteer", 18, 18)
    b.play(Infiltrate((one, two)))
    assert (b.open, [b.model(i).state for i in (one, two)]) == ("", ["table", "table"])
    assert b.model(one).y - b.model(one).r >= 28
    assert b.model(one).here != b.model(two).here
    assert not b.game.markers


@rule("xcx.special.infiltrate-setup")
def test_with_one_marker_placed_it_waits_there(bench: Any) -> None:
    b, ghost = hidden(bench)
    b.add(0, "volunteer", 18, 18)
    b.game.markers.add("i1", Marker(ghost, 5.0, 30.0))
    other = b.add(1, "hollowface", 30, 30)
    b.game.markers.add("i2", Marker(other, 30.0, 30.0))
    b.play(Infiltrate((ghost,), 1))
    assert (b.open, b.model(ghost).state) == ("", "reserve")


@rule("xcx.special.infiltrate-setup")
def test_what_a_machine_may_try_for_a_marker(bench: Any) -> None:
    b, ghost = hiding(bench)
    b.play(Infiltrate((ghost,)))
    found = b.match.open[0].propose(3, random.Random(1).random)
    assert len({placed.at["i1"] for placed in found}) == 3
    assert [b.why(placed) for placed in found] == [[], [], []]
    nook = bench(factions=("ADVENT", "ADVENT")).terrain("impassable", 16, 20, 4, 1)  # only behind it
    ghost = nook.add(1, "hollowface", 0, 0)
    nook.game.models.set(ghost, state="reserve", x=0.0, y=0.0)
    nook.add(0, "advent-trooper", 18, 12)
    nook.play(Infiltrate((ghost,)))
    found = nook.match.open[0].propose(3, random.Random(1).random)
    assert found
    assert not any(nook.why(placed) for placed in found)


@rule("xcx.special.infiltrate-markers")
@pytest.mark.parametrize("side", [0, 1])
def test_one_enemy_that_sees_a_marker_is_enough_and_friends_do_not_count(bench: Any, side: int) -> None:
    b, ghost = hiding(bench, side)
    foe = next(i for i in b.game.models if i != ghost)
    b.game.markers.add("i1", Marker(ghost, 20.0, 25.0))
    near = b.add(1 - side, "advent-trooper", 25, 25)
    friend = b.add(side, "advent-trooper", 20, 30)
    assert seen_markers(b.game, (near, friend)) == ["i1"]
    assert seen_markers(b.game, (friend,)) == []
    hidden_from = foe if side else near
    b.game.models.set(hidden_from, x=20.0, y=5.0)
    assert seen_markers(b.game, (hidden_from,)) == []
    b.game.models.set(near, x=25.0, y=25.0, state="dead")
    assert seen_markers(b.game, (near,)) == []


@rule("xcx.special.infiltrate-seen", "xcx.special.infiltrate-last")
def test_nobody_is_at_a_marker_that_is_given_up(bench: Any) -> None:
    b, ghost = hidden(bench)
    a = b.add(0, "volunteer", 10, 10)
    for k, x in enumerate((10.0, 25.0)):
        b.game.markers.add(f"i{k + 1}", Marker(ghost, x, 25.0))
    b.terrain("impassable", 20, 20, 10, 1)
    b.order(a, "run", move=Moved({a: ((10.0, 11.0),)}, "run"), discovered=[("i1", False)])
    assert (list(b.game.markers), b.model(ghost).state) == (["i2"], "reserve")


@rule("xcx.special.infiltrate-seen", "xcx.ai.infiltrate")
@pytest.mark.parametrize(("x", "n", "state", "left"), [
    (12.0, 2, "reserve", ["i2"]),  # nobody within twice its Mobility: it was never there
    (21.5, 2, "table", []),
    (12.0, 1, "table", []),  # the last one
])  # fmt: skip
def test_what_the_ai_declares_when_a_marker_is_seen(bench: Any, x: float, n: int, state: str, left: list[str]) -> None:
    b, ghost = hiding(bench, ai=(False, True))
    b.game.models.set("a1", x=x, y=25.0)
    b.game.markers.add("i1", Marker(ghost, 34.5, 25.0))
    if n == 2:
        b.game.markers.add("i2", Marker(ghost, 34.0, 5.0))
    b.play(Turn(), draws=[0])
    assert (b.model(ghost).state, list(b.game.markers)) == (state, left)


@rule("xcx.ai.infiltrate")
@pytest.mark.parametrize(("x", "there"), [(17.0, True), (16.75, False)])
def test_the_ai_is_there_with_an_enemy_within_twice_its_mobility(bench: Any, x: float, there: bool) -> None:
    b, ghost = hiding(bench, ai=(False, True))
    b.game.models.set("a1", x=x, y=25.0)
    b.add(1, "advent-trooper", 29, 25)  # a friend does not count
    b.game.markers.add("i1", Marker(ghost, 30.0, 25.0))
    b.game.markers.add("i2", Marker(ghost, 5.0, 25.0))
    assert ai_declares(b.game, "i1") is there


@rule("xcx.special.infiltrate-start-of-round", "xcx.ai.infiltrate")
@pytest.mark.parametrize(("n", "here"), [(2, None), (3, (22.0, 26.0))])
def test_the_ai_appears_from_the_third_round_on_nearest_to_an_enemy(bench: Any, n: int, here: Any) -> None:
    b, ghost = hiding(bench, ai=(False, True))
    b.game.models.set("a1", x=20.0, y=5.0)
    for k, x in enumerate((5.0, 22.0, 34.0)):
        b.game.markers.add(f"i{k + 1}", Marker(ghost, x, 26.0))
    other = b.add(1, "hollowface", 0, 0)
    b.game.models.set(other, state="reserve", x=0.0, y=0.0)
    b.game.markers.add("i4", Marker(other, 20.0, 24.0))
    b.game.markers.add("i5", Marker(other, 34.0, 20.0))
    b.add(1, "advent-trooper", 5, 30)
    b.play(Round(n), draws=[0])
    assert (b.model(ghost).here if b.model(ghost).state == "table" else None) == here


@rule("xcx.special.infiltrate-start-of-round")
@pytest.mark.parametrize("winner", [0, 1])
def test_the_loser_of_the_roll_off_declares_first(bench: Any, winner: int) -> None:
    b, one = hiding(bench, 0)
    two = b.add(1, "hollowface", 0, 0)
    b.game.models.set(two, state="reserve", x=0.0, y=0.0)
    b.game.markers.add("i1", Marker(one, 5.0, 5.0))
    b.game.markers.add("i2", Marker(two, 30.0, 30.0))
    third = b.add(0, "hollowface", 0, 0)  # without a marker
    b.game.models.set(third, state="reserve", x=0.0, y=0.0)
    b.game.note(winner_of_roll=winner)
    b.add(0, "advent-trooper", 10, 5)
    b.play(Round(1), draws=[0])
    assert b.open == "order"  # in the first round nobody is asked
    b.game.note(round=0)
    b.play(Round(2))
    assert (b.open, b.match.open[0].seat, list(b.match.open[0].among())) == (
        "declare", 1 - winner, [None, "i2" if winner == 0 else "i1"],
    )  # fmt: skip


@rule("xcx.bag.arrivals", "xcx.special.infiltrate-arrival")
def test_who_appears_where_there_is_no_room_stands_beside_it(bench: Any) -> None:
    b, ghost = hiding(bench)
    b.add(1, "advent-trooper", 20.5, 25)
    appear(b.game, ghost, (20.0, 25.0))
    row = b.model(ghost)
    assert distance_between(field_of(b.game), row, b.model("b2")) == pytest.approx(1, abs=0.01)
    assert row.state == "table"
