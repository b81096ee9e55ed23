"""Chapter `ai`: what each letter of a card does."""

from __future__ import annotations

import math
from typing import Any

import pytest

from games.xcx.ai_cards import card
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.ai.attack_values import cover_from
from xenotable.games.xcx.rules.ai.destinations import Destinations
from xenotable.games.xcx.rules.ai.letters import (
    attack_plan,
    defend,
    fall_back,
    in_contact,
    machine_in_reach,
    measures,
    move,
    objective,
    plan_of_letter,
    preferred_target,
    to_the_edge,
    wanted_objectives,
)
from xenotable.games.xcx.scenes import Activation

rule = pytest.mark.rule


@rule("xcx.ai.priority-lists", "xcx.ai.priority-meanings")
def test_priorities(bench: Any) -> None:
    b = bench(ai=(False, True))
    t = b.add(1, "thinling", 10, 20)
    foes = [b.add(0, "breacher", 10, 10, wounds=4), b.add(0, "volunteer", 12, 10, wounds=2), b.add(0, "seer", 14, 10)]
    assert preferred_target(b.game, t, foes, card("thinling")) == foes[1]  # wounded, weakest, closest
    assert preferred_target(b.game, t, foes, card("strider")) == foes[0]  # strongest
    twins = [b.add(0, "volunteer", 20, 10), b.add(0, "volunteer", 0, 10)]
    assert preferred_target(b.game, t, list(reversed(twins)), card("strider")) == twins[0]


@rule("xcx.ai.positions", "xcx.ai.in-cover-from")
def test_considered_positions(bench: Any) -> None:
    b = bench(ai=(False, True)).terrain("impassable", 9, 22, 2, 2).terrain("hard", 14, 17, 2, 1)
    t, a = b.add(1, "advent-trooper", 10, 20.5), b.add(0, "volunteer", 15, 5)
    ways = Destinations(b.game, t, False)
    assert (10.0, 20.5) in ways.points()
    assert all(p == ways.here or (p[0] % 1, p[1] % 1) == (0.5, 0.5) for p in ways.points())
    assert ways.path((10.5, 25.5)) is None or len(ways.path((10.5, 25.5)) or ()) > 1  # round the block or not at all
    assert ways.path((10.5, 22.5)) is None
    assert cover_from(b.game, a, ways.at((15.0, 18.5))) == 2


@rule("xcx.ai.attack-targets", "xcx.ai.attack-how")
def test_attack_without_recklessness(bench: Any) -> None:
    b = bench(ai=(False, True)).terrain("hard", 8, 17.0, 4, 1)
    t, a = b.add(1, "advent-trooper", 10, 18.75), b.add(0, "volunteer", 10, 5)
    assert attack_plan(b.game, t, card("advent-trooper"), False)[:4] == ("fire", (), "coil-rifle", a)  # from cover
    b.game.models.set(t, x=16.5, y=21.5)
    order, path, weapon, target, why = attack_plan(b.game, t, card("advent-trooper"), False)
    assert (order, weapon, target) == ("advance", "coil-rifle", a)
    assert cover_from(b.game, a, Destinations(b.game, t, False).at((path[-1][0], path[-1][1]))) > 0
    assert "strongest" in why
    alone = bench(ai=(False, True)).terrain("impassable", 0, 15, 36, 2)
    far = alone.add(1, "advent-trooper", 10, 30)
    alone.add(0, "volunteer", 10, 2)
    assert attack_plan(alone.game, far, card("advent-trooper"), False)[0] == "run"  # nobody to attack: M


@rule("xcx.ai.attack-reckless", "xcx.ai.mark-reckless")
def test_a_reckless_warden_charges(bench: Any) -> None:
    b = bench(ai=(False, True)).terrain("hard", 8, 15, 4, 1)
    t, a = b.add(1, "shock-warden", 10, 17), b.add(0, "volunteer", 10, 6)
    order, _, _, target, _ = plan_of_letter(b.game, t, card("shock-warden"), "A!")
    assert (order, target) == ("charge", a)


@rule("xcx.ai.engaged", "xcx.ai.mark-remain")
def test_an_engaged_ai_model(bench: Any) -> None:
    b = bench(ai=(False, True))
    t, a = b.add(1, "advent-trooper", 10, 20), b.add(0, "volunteer", 10, 19)
    b.engage(t, a)
    assert in_contact(b.game, t, "A", False)[0] == "strike"
    assert in_contact(b.game, t, "F", True)[0] == "strike"
    assert in_contact(b.game, t, "F", False)[0] == "flee"
    b.play(Activation(t), dice=[6, 1, 1, 1, 1])
    assert b.model(a).wounds < 3


@rule("xcx.ai.defend")
def test_defend(bench: Any) -> None:
    b = bench(ai=(False, True)).terrain("soft", 8, 17.6, 4, 0.9)
    t, _ = b.add(1, "advent-officer", 10, 19.5), b.add(0, "volunteer", 10, 5)
    assert defend(b.game, t, card("advent-officer"), False)[0] == "overwatch"
    b.game.models.set(t, markers=1)
    assert defend(b.game, t, card("advent-officer"), False)[0] == "rally"
    b.game.models.set(t, markers=0, x=14.0)
    assert defend(b.game, t, card("advent-officer"), False)[0] == "advance"
    ghost = b.add(1, "hollowface", 30, 30)
    b.terrain("impassable", 20, 20, 16, 1)
    assert defend(b.game, ghost, card("hollowface"), True)[0] == "down"  # nothing that may react


@rule("xcx.ai.fallback")
def test_fall_back_out_of_sight(bench: Any) -> None:
    b = bench(ai=(False, True)).terrain("impassable", 16, 22, 4, 3)
    t, a = b.add(1, "advent-trooper", 10, 20), b.add(0, "volunteer", 10, 5)
    order, path, *_ = fall_back(b.game, t, False)
    assert order == "run"
    from xenotable.games.xcx.rules.ai.attack_values import seen_by

    assert not seen_by(b.game, (a,), Destinations(b.game, t, True).at((path[-1][0], path[-1][1])))
    _, away, *_ = fall_back(b.game, t, True)
    assert away[-1][1] > path[-1][1]  # with ! only distance counts


@rule("xcx.ai.move")
def test_move_towards_the_goal_from_cover_to_cover(bench: Any) -> None:
    b = bench(ai=(False, True)).terrain("soft", 8, 24, 4, 1)
    t, _ = b.add(1, "advent-trooper", 10, 33), b.add(0, "volunteer", 10, 2)
    order, path, *_ = move(b.game, t, card("advent-trooper"), False)
    assert order == "run"
    assert 24 <= path[-1][1] <= 27
    _, path, *_ = move(b.game, t, card("advent-trooper"), True)
    assert path[-1][1] < 22


@rule("xcx.ai.objective", "xcx.ai.mission-objectives")
def test_objectives(bench: Any) -> None:
    b = bench(mission="broken-convoy", ai=(False, True))
    box = b.thing("container", 18, 18)
    t, _ = b.add(1, "advent-trooper", 18, 30), b.add(0, "volunteer", 2, 2)
    assert wanted_objectives(b.game, t) == [("search", box)]
    order, path, *_ = objective(b.game, t, card("advent-trooper"), False)
    assert order == "run"
    b.game.models.set(t, x=path[-1][0], y=path[-1][1])
    assert objective(b.game, t, card("advent-trooper"), False)[:4] == ("skill", (), "search", box)
    c = bench(mission="attrition", ai=(False, True))
    t, _ = c.add(1, "advent-trooper", 18, 20), c.add(0, "volunteer", 18, 10)
    assert objective(c.game, t, card("advent-trooper"), False)[0] in ("fire", "advance")
    line = bench(mission="open-line", ai=(False, True), size=48)
    line.thing("terminal", 20, 20)
    weak = line.add(1, "strider", 20, 24)
    assert wanted_objectives(line.game, weak) == []


@rule("xcx.ai.objective-carry")
def test_a_carrier_runs_home(bench: Any) -> None:
    b = bench(mission="heart-of-the-hive", ai=(False, True), size=48)
    b.add(0, "volunteer", 2, 2)
    t = b.add(1, "bulwark", 20, 40, core=True)
    order, path, *_ = to_the_edge(b.game, t)
    assert order == "run"
    assert path[-1][1] > 45
    b.activate(t, [2])
    assert b.model(t).y > 45


@rule("xcx.ai.hacking")
def test_an_enemy_machine_in_reach_is_an_objective(bench: Any) -> None:
    b = bench(ai=(False, True))
    t, drone = b.add(1, "arbiter-nine", 10, 20), b.add(0, "gremlin", 10, 12)
    assert objective(b.game, t, card("arbiter-nine"), False)[:4] == ("skill", (), "computer_use", drone)


@rule("xcx.ai.positions")
def test_positions_behind_a_corner_far_away_are_found(bench: Any) -> None:
    """A way round a building may use up nearly the whole allowance."""
    b = bench(ai=(False, True)).terrain("impassable", 8, 22, 4, 3)
    t = b.add(1, "advent-trooper", 10, 27)
    b.add(0, "volunteer", 10, 2)
    ways = Destinations(b.game, t, True)
    way = ways.path((10.5, 18.5))
    assert way is not None
    assert len(way) > 1
    order, path, *_ = move(b.game, t, card("advent-trooper"), True)
    assert order == "run"
    assert path[-1][1] < 19


@rule("xcx.ai.priority-meanings")
@pytest.mark.parametrize(("priority", "figures"), [
    ("closest", (4, 9)), ("furthest", (-4, -9)), ("weakest", (110, 70)), ("strongest", (-110, -70)),
    ("wounded", (-1, 0)), ("healthiest", (-4, -3)),
])  # fmt: skip
def test_what_a_priority_measures(bench: Any, priority: str, figures: tuple[float, float]) -> None:
    b = bench(ai=(False, True))
    t = b.add(1, "thinling", 10, 20)
    one, two = b.add(0, "breacher", 10, 15, wounds=4), b.add(0, "volunteer", 10, 10)  # 4 and 9 away
    assert measures(b.game, t, (one, two), priority) == list(figures)


@rule("xcx.ai.attack-targets", "xcx.ai.attack-how")
def test_which_way_a_card_attacks(bench: Any) -> None:
    b = bench(ai=(False, True))
    t, a = b.add(1, "shock-warden", 10, 20), b.add(0, "volunteer", 10, 10)
    assert attack_plan(b.game, t, card("shock-warden"), False)[:1] == ("charge",)  # it prefers melee
    trooper = card("advent-trooper")
    t = b.add(1, "advent-trooper", 16, 20)
    assert attack_plan(b.game, t, trooper, False)[:4] == ("fire", (), "coil-rifle", a)  # no cover in reach
    b.game.models.set(a, y=2.0)
    b.game.models.set(t, y=30.0)
    order, _, weapon, target, why = attack_plan(b.game, t, trooper, False)
    assert (order, weapon, target) == ("advance", "coil-rifle", a)  # 28 away, the Range is 24
    assert why == "It attacks Volunteer 1 (strongest, wounded, closest)."
    far = b.add(0, "spark", 34, 0.75)
    *_, why = attack_plan(b.game, t, trooper, False)
    assert why == f"It attacks Volunteer 1 (strongest, wounded, closest). Out of its reach: {b.game.name(far)}."
    hound = bench(ai=(False, True))
    t, a = hound.add(1, "scrap-hound", 10, 20), hound.add(0, "volunteer", 10, 10)
    assert attack_plan(hound.game, t, card("scrap-hound"), False)[0] == "charge"
    hound.game.models.set(a, x=30.0, y=1.0)
    assert attack_plan(hound.game, t, trooper, False)[0] == "run"  # no gun, and too far for a charge


@rule("xcx.ai.defend")
def test_who_defends_itself_without_cover(bench: Any) -> None:
    b = bench(ai=(False, True)).terrain("soft", 8, 17.6, 4, 0.9)
    t, a = b.add(1, "advent-officer", 14, 19.5), b.add(0, "volunteer", 10, 5)
    officer = card("advent-officer")
    order, path, weapon, target, _ = defend(b.game, t, officer, False)
    assert (order, weapon, target) == ("advance", "coil-rifle", a)
    assert cover_from(b.game, a, Destinations(b.game, t, False).at((path[-1][0], path[-1][1])))
    assert defend(b.game, t, officer, True)[0] == "overwatch"  # reckless: it stays
    b.terrain("impassable", 5, 10, 12, 1)
    assert defend(b.game, t, officer, False)[0] == "overwatch"  # nobody sees it
    c = bench(ai=(False, True)).terrain("soft", 8, 17.6, 4, 0.9)
    t, a = c.add(1, "advent-officer", 14, 19.5), c.add(0, "longwatch", 10, 0.5)
    c.game.models.set(t, y=33.0)
    assert defend(c.game, t, officer, False)[0] == "overwatch"  # no cover in reach
    d = bench(ai=(False, True)).terrain("soft", 8, 27.6, 4, 0.9)
    t, a = d.add(1, "shock-warden", 13, 30), d.add(0, "volunteer", 10, 5)
    assert defend(d.game, t, card("shock-warden"), False)[:4:2] == ("advance", "")  # 18 are too few for a shot


@rule("xcx.ai.fallback")
def test_where_a_model_falls_back_to(bench: Any) -> None:
    b = bench(ai=(False, True))
    t = b.add(1, "advent-trooper", 10, 20)
    assert fall_back(b.game, t, False)[0] == "down"  # from nobody
    a = b.add(0, "volunteer", 10, 5)
    _, path, *_ = fall_back(b.game, t, False)
    assert path[-1][1] > 30  # nothing hides it: as far as it can
    b.game.models.set(t, y=35.5, x=0.5)
    b.game.models.set(a, x=35.5, y=0.5)
    assert fall_back(b.game, t, True)[0] == "down"  # in the corner
    cover = bench(ai=(False, True)).terrain("soft", 8, 23.6, 4, 0.9)
    t, a = cover.add(1, "advent-trooper", 10, 20), cover.add(0, "volunteer", 10, 5)
    _, path, *_ = fall_back(cover.game, t, False)
    assert cover_from(cover.game, a, Destinations(cover.game, t, True).at((path[-1][0], path[-1][1])))
    _, path, *_ = fall_back(cover.game, t, True)
    assert path[-1][1] > 30


@rule("xcx.ai.move")
def test_when_a_model_does_not_move(bench: Any) -> None:
    b = bench(ai=(False, True))
    t = b.add(1, "advent-trooper", 10, 20)
    assert move(b.game, t, card("advent-trooper"), False)[0] == "overwatch"  # nobody to move on
    b.add(0, "volunteer", 10, 18)
    assert move(b.game, t, card("advent-trooper"), False)[0] == "overwatch"  # no nearer place that is legal
    assert move(b.game, t, card("advent-trooper"), True)[0] == "overwatch"


@rule("xcx.ai.objective", "xcx.ai.hacking")
def test_which_objective_comes_first(bench: Any) -> None:
    b = bench(mission="broken-convoy", ai=(False, True))
    far, near = b.thing("container", 20, 10), b.thing("container", 20, 14)
    t = b.add(1, "advent-officer", 20, 18)
    b.add(0, "volunteer", 2, 2)
    order, *_, why = objective(b.game, t, card("advent-officer"), False)
    assert (order, why) == ("run", f"It makes for {b.game.name(near)}.")
    b.game.models.set(t, y=16.0)  # 1 away
    assert objective(b.game, t, card("advent-officer"), False)[3] == near
    drone = b.add(0, "gremlin", 21.5, 16)
    assert objective(b.game, t, card("advent-officer"), False)[2:4] == ("computer_use", drone)  # nearer than 1
    b.game.models.set(drone, x=22.0)  # as near: the machine first
    assert objective(b.game, t, card("advent-officer"), False)[2:4] == ("computer_use", drone)
    b.game.models.set(drone, x=22.5)
    assert objective(b.game, t, card("advent-officer"), False)[2:4] == ("search", near)
    assert far


@rule("xcx.ai.hacking")
@pytest.mark.parametrize(("unit", "gap", "hacks"), [
    ("arbiter-nine", 12.0, True), ("arbiter-nine", 12.25, False), ("advent-officer", 1.0, True),
    ("advent-officer", 1.25, False), ("advent-trooper", 1.0, False), ("lens-drone", 1.0, True),
])  # fmt: skip
def test_how_near_a_machine_must_be(bench: Any, unit: str, gap: float, hacks: bool) -> None:
    b = bench(ai=(False, True))
    t = b.add(1, unit, 10, 10)
    drone = b.add(0, "gremlin", 10, 10 + gap)
    b.game.models.set(drone, y=10 + gap + b.model(t).r + b.model(drone).r)
    assert machine_in_reach(b.game, t) == (drone if hacks else "")
    if hacks:
        nearer = b.add(0, "gremlin", 10 + b.model(t).r + 0.5 + min(gap, 0.75), 10)
        b.add(0, "volunteer", 9, 9)
        assert machine_in_reach(b.game, t) == nearer


@rule("xcx.ai.mark-reckless", "xcx.ai.mark-remain", "xcx.ai.engaged")
def test_what_the_marks_of_a_letter_change(bench: Any) -> None:
    b = bench(ai=(False, True)).terrain("soft", 8, 17.6, 4, 0.9)
    t = b.add(1, "advent-officer", 14, 19.5)
    foe = b.add(0, "volunteer", 10, 5)
    officer = card("advent-officer")
    assert [plan_of_letter(b.game, t, officer, letter)[0] for letter in ("D", "D!")] == ["advance", "overwatch"]
    assert plan_of_letter(b.game, t, officer, "F")[4] == "It falls back."
    assert plan_of_letter(b.game, t, officer, "M")[4] == f"It moves on {b.game.name(foe)}."
    assert plan_of_letter(b.game, t, officer, "O")[4].startswith("It attacks")
    b.game.models.set(foe, x=14.0, y=18.5)
    b.engage(t, foe)
    assert [plan_of_letter(b.game, t, officer, letter)[0] for letter in ("A", "F*", "M*", "F", "M", "O")] == [
        "strike", "strike", "strike", "flee", "flee", "flee",
    ]  # fmt: skip


def test_shipped_cards_use_every_letter_that_remains_engaged() -> None:
    letters = {letter for c in content.ai_cards().values() for letter in (*c.healthy, *c.wounded)}
    assert {"F*", "M*", "D*", "O*", "A*"} <= letters


@rule("xcx.ai.attack-reckless")
def test_a_reckless_attack_takes_what_is_worth_most(bench: Any) -> None:
    b = bench(ai=(False, True))
    trooper = card("advent-trooper")
    t, a = b.add(1, "advent-trooper", 10, 30), b.add(0, "volunteer", 10, 16)  # 13 away: short after an Advance
    order, path, weapon, target, _ = attack_plan(b.game, t, trooper, True)
    assert (order, weapon, target) == ("advance", "coil-rifle", a)  # 7 on the move at short range, 6 from here
    assert math.dist(path[-1], (10.0, 16.0)) < 13
    b.game.models.set(a, y=25.0)  # 4 away
    assert attack_plan(b.game, t, trooper, True)[0] == "fire"
    blade = b.add(1, "hollowface", 20, 20)
    b.game.models.set(a, x=20.0, y=12.0)
    assert attack_plan(b.game, blade, card("hollowface"), True)[0] == "charge"
    b.game.models.set(a, x=35.0, y=1.0)
    assert attack_plan(b.game, blade, card("hollowface"), True)[0] == "run"  # out of everybody's reach


@rule("xcx.ai.mission-objectives")
def test_which_objectives_a_side_wants(bench: Any) -> None:
    line = bench(mission="open-line", ai=(False, True), size=48)
    wreck, terminal = line.thing("derelict", 20, 24), line.thing("terminal", 20, 20)
    t = line.add(1, "advent-officer", 20, 30)
    assert wanted_objectives(line.game, t) == [("computer_use", terminal)]  # terminals first
    line.game.things.set(terminal, holder=1)
    assert wanted_objectives(line.game, t) == [("computer_use", wreck)]
    line.game.things.set(wreck, gone=True)
    assert wanted_objectives(line.game, t) == []
    hive = bench(mission="heart-of-the-hive", ai=(False, True), size=48)
    core, nest = hive.thing("container", 24, 24), hive.thing("nest", 10.5, 24.5)
    t = hive.add(1, "advent-officer", 20, 30)
    assert wanted_objectives(hive.game, t) == [("search", core)]
    hive.game.things.set(core, gone=True)
    assert wanted_objectives(hive.game, t) == [("interact", nest)]
    for role, found in ((1, True), (0, False)):
        exodus = bench(mission="exodus", ai=(False, True), size=48)
        civilian = exodus.add(3, "civilian", 20, 20)
        t = exodus.add(1, "advent-officer", 20, 30)
        exodus.game.note(first_role=role)
        assert wanted_objectives(exodus.game, t) == ([("interact", civilian)] if found else [])


@rule("xcx.ai.objective-carry")
@pytest.mark.parametrize(("south", "y"), [(0, 47.0), (1, 1.0)])
def test_a_carrier_runs_to_its_own_edge(bench: Any, south: int, y: float) -> None:
    b = bench(mission="heart-of-the-hive", ai=(False, True), size=48)
    b.game.note(south=south)
    t = b.add(1, "bulwark", 20.25, 43 if south == 0 else 5, core=True)
    r = b.model(t).r
    order, path, *_ = to_the_edge(b.game, t)
    assert (order, path[-1][1]) == ("run", 48 - r if south == 0 else r)
    assert abs(path[-1][0] - 20.25) <= 0.5  # the nearest place there
    b.game.models.set(t, x=path[-1][0], y=path[-1][1])
    assert to_the_edge(b.game, t)[0] == "overwatch"  # it is there
    g = bench("square", mission="heart-of-the-hive", ai=(False, True), size=48)
    g.game.note(south=south)
    t = g.add(1, "bulwark", 20.5, 44.5 if south == 0 else 3.5, core=True)
    assert to_the_edge(g.game, t)[1][-1][1] == (47.5 if south == 0 else 0.5)
