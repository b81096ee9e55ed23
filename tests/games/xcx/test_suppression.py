"""Chapters `suppression` and `actions`."""

from __future__ import annotations

from typing import Any

import pytest

from xenotable.engine import Moved
from xenotable.games.xcx.rules.actions.orders import order_refusals
from xenotable.games.xcx.rules.modifiers.tables import will_aim
from xenotable.games.xcx.scenes import Activation, Shooting, Striking

rule = pytest.mark.rule


@rule("xcx.suppression.gain", "xcx.suppression.which-hits", "xcx.suppression.persist")
def test_a_hit_leaves_a_marker_even_if_the_armour_holds(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 5), b.add(1, "advent-trooper", 10, 15)
    b.shoot(a, t, "patrol-rifle", [1, 1, 6, 6])
    b.shoot(a, t, "patrol-rifle", [6, 6])
    assert (b.model(t).markers, b.model(t).wounds) == (1, 3)


@rule("xcx.suppression.shredding-one")
def test_shredding_leaves_one_marker(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "breacher", 10, 5), b.add(1, "advent-trooper", 10, 15)
    b.shoot(a, t, "autocannon", [1, 1, 6, 6])
    assert (b.model(t).markers, b.model(t).wounds) == (1, 3)
    b.shoot(a, t, "autocannon", [1, 1, 1, 1])
    assert b.model(t).wounds == 0


@rule("xcx.rewards.pin-down-kit")
def test_a_pin_down_kit_leaves_two(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 5, {"items": (("pin-down-kit", "patrol-rifle"),)})
    t = b.add(1, "advent-trooper", 10, 15)
    b.shoot(a, t, "patrol-rifle", [1, 1, 6, 6])
    assert b.model(t).markers == 2


@rule(
    "xcx.suppression.value",
    "xcx.modifiers.will-table",
    "xcx.squad.leader-killed",
    "xcx.suppression.will-everywhere",
    "xcx.squad.leader-not-replaced",
)
def test_the_value_of_the_will_test(bench: Any) -> None:
    b = bench()
    a = b.add(0, "breacher", 10, 5, markers=2)
    assert will_aim(b.game, a).value == 6
    leader = b.add(0, "volunteer", 12, 5, {"leader": True})
    assert will_aim(b.game, a).value == 6
    b.game.models.set(leader, side=1)  # controlled, not dead: no penalty
    assert will_aim(b.game, a).value == 6
    b.game.models.set(leader, side=0, state="dead")
    assert will_aim(b.game, a).value == 5
    foe = b.add(1, "advent-officer", 20, 20, markers=1)
    assert will_aim(b.game, foe).value == 7
    b.order(a, "overwatch", [3, 3])
    assert not b.model(a).watch
    assert "tests WILL" in "".join(b.log)


@rule("xcx.suppression.test", "xcx.suppression.fail", "xcx.actions.sequence", "xcx.actions.down-lasts")
def test_a_down_model_stands_up_fails_and_is_down_again(bench: Any) -> None:
    b = bench()
    a, _ = b.add(0, "volunteer", 10, 5, markers=2, down=True), b.add(1, "advent-trooper", 10, 15)
    b.activate(a)
    assert not b.model(a).down
    b.match.dice.faces.extend([3, 3])
    b.go(order="fire")
    assert b.model(a).down
    assert b.open == ""


@rule("xcx.suppression.pass")
def test_passing_removes_no_markers(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 5, markers=2), b.add(1, "advent-trooper", 10, 15)
    b.activate(a, [2, 3, 6, 6], order="fire", attack=("patrol-rifle", t))
    b.used_up()
    assert b.model(a).markers == 2


@rule("xcx.suppression.fail-engaged", exercises=["suppression.fail"])
def test_an_engaged_model_that_fails_stays_engaged(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 10, markers=1), b.add(1, "advent-trooper", 11, 10)
    b.engage(a, t)
    b.activate(a, [6, 6], order="strike")
    assert b.model(a).down
    assert b.model(a).engaged == (t,)


@rule("xcx.suppression.down-order", "xcx.skills.used-on-down")
def test_a_plain_down_needs_no_roll_a_skill_does(bench: Any) -> None:
    b = bench(mission="broken-convoy")
    box = b.thing("container", 12, 10)
    a = b.add(0, "volunteer", 10, 10, markers=1)
    b.order(a, "down", skill=None)
    assert b.model(a).down
    b.game.models.set(a, down=False)
    b.order(a, "down", [6, 6], skill=("search", box))
    b.used_up()
    assert b.model(a).down
    assert not b.game.things[box].gone
    b.game.models.set(a, down=False)
    b.order(a, "down", [1, 1, 1, 1, 1], skill=("search", box))  # WILL, the skill, what is in it
    b.used_up()
    assert b.game.things[box].gone


@rule("xcx.actions.rally", "xcx.actions.rally-self-only")
def test_rally_removes_a_d6_of_markers_without_a_test(bench: Any) -> None:
    for markers, face, left in ((4, 3, 1), (2, 5, 0), (0, 6, 0)):
        b = bench()
        a, friend = b.add(0, "volunteer", 10, 10, markers=markers), b.add(0, "volunteer", 12, 10, markers=2)
        b.order(a, "rally", [face])
        assert b.model(a).markers == left
        assert b.model(friend).markers == 2


@rule("xcx.actions.advance", "xcx.actions.advance-timing", "xcx.play.decisions-turn")
@pytest.mark.parametrize("first", [True, False])
def test_an_advance_shoots_before_or_after_its_move(bench: Any, first: bool) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 5), b.add(1, "advent-trooper", 10, 17)  # 11 away, 6 after the move
    way, shot_at = Moved({a: ((10.0, 11.0),)}), ("patrol-rifle", t)
    b.activate(a, [4, 3, 6, 6], order="advance", timing=first, move=way, attack=shot_at)
    b.used_up()
    assert b.model(a).here == (10.0, 11.0)
    assert b.model(t).markers == 1  # 7 + 1 - 1 = 7
    moved = next(i for i, line in enumerate(b.log) if "moves." in line)
    shot = next(i for i, line in enumerate(b.log) if "shoots at" in line)
    assert (shot < moved) is first


@rule("xcx.actions.fire", "xcx.actions.attack-optional")
def test_fire_does_not_move_and_need_not_shoot(bench: Any) -> None:
    b = bench()
    a, _ = b.add(0, "volunteer", 10, 5), b.add(1, "advent-trooper", 10, 15)
    b.activate(a, order="fire", attack=None)
    assert b.open == ""
    assert b.model(a).here == (10.0, 5.0)


@rule("xcx.actions.overwatch", "xcx.overwatch.state")
def test_overwatch_lasts_until_the_next_activation(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 5)
    b.activate(a, order="overwatch")
    assert b.model(a).watch
    b.activate(a, order="down")
    assert "Volunteer 1 is on Overwatch no longer." in b.log
    assert (b.model(a).watch, b.model(a).down) == (False, True)


@rule("xcx.suppression.no-test-for-reactions")
def test_reactions_need_no_test(bench: Any) -> None:
    b = bench()
    a, w = b.add(0, "volunteer", 10, 5), b.add(1, "advent-trooper", 10, 15, watch=True, markers=3)
    b.order(a, "run", [6, 6], move=Moved({a: ((10.0, 6.0),)}, "run"), react=(w, "coil-rifle"))
    b.used_up()
    assert not b.model(w).watch


@rule("xcx.play.take-back")
def test_a_choice_can_be_taken_back_until_a_die_is_rolled(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 5), b.add(1, "advent-trooper", 10, 15)
    b.activate(a, [1, 1, 6, 6], order="fire")
    order = next(i for i, e in enumerate(b.match.tape) if e.key == "order")
    assert b.match.free_undo(0) == order
    b.go(attack=("patrol-rifle", t))
    assert b.match.free_undo(0) is None


@rule("xcx.play.take-back", "xcx.overwatch.choice")
def test_nothing_is_taken_back_once_an_ai_could_have_fired(bench: Any) -> None:
    b = bench(ai=(False, True)).terrain("soft", 8, 2, 4, 8)
    a, w = b.add(0, "volunteer", 10, 5), b.add(1, "advent-trooper", 10, 25, watch=True)
    b.activate(a, order="run")
    assert b.match.free_undo(0) is not None
    b.go(move=Moved({a: ((10.0, 8.0),)}, "run"))  # at long range and in cover the card waits for a better moment
    assert (b.open, b.model(w).watch) == ("halt", True)
    assert "ADVENT Trooper 1 holds its fire." in b.log
    assert b.match.free_undo(0) is None


@rule("xcx.bag.pick-unactivated")
def test_who_has_fallen_before_its_turn_comes_does_not_act(bench: Any) -> None:
    b = bench()
    a, other = b.add(0, "volunteer", 10, 5), b.add(0, "volunteer", 14, 5)
    b.game.models.set(a, state="dead")
    b.play(Activation(a), Activation(other))
    assert (b.open, b.game.now.active, b.log) == ("order", other, ["Volunteer 2 is activated."])


@rule("xcx.actions.sequence", "xcx.actions.one-order", "xcx.play.decisions-turn")
def test_an_activation_ends_what_lasted_from_the_last_one(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 5, watch=True, halted=True)
    b.activate(a)
    assert (b.model(a).watch, b.model(a).halted, b.model(a).activated) == (False, False, True)
    assert b.why("strike") == b.why("flee") == ["engaged.only-run"]
    assert b.open == "order"


@rule("xcx.actions.availability", "xcx.engaged.flee-move")
def test_whoever_is_hemmed_in_cannot_flee_but_may_fight(bench: Any) -> None:
    b = bench("square")
    a, t = b.add(0, "volunteer", 0.5, 0.5), b.add(1, "advent-trooper", 1.5, 0.5)
    for x, y in ((0.5, 1.5), (1.5, 1.5)):
        b.add(0, "volunteer", x, y)
    b.engage(a, t)
    assert [r.rule for r in order_refusals(b.game, a, "flee")] == ["engaged.flee-move"]
    assert [r.rule for r in order_refusals(b.game, a, "down")] == ["engaged.only-run"]
    b.activate(a)
    assert b.open == "strike"  # the only order that is left


@rule("xcx.actions.rally")
def test_a_rally_tells_how_many_markers_it_removed(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 10, markers=2)
    b.order(a, "rally", [5])
    assert "Volunteer 1 rallies: 2 markers removed, 0 left." in b.log


@rule("xcx.actions.advance")
def test_who_does_not_walk_may_still_shoot_and_a_run_of_no_step_is_nothing(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 5, down=False), b.add(1, "advent-trooper", 10, 15, watch=True)
    b.activate(a, [1, 1, 6, 6], order="advance", timing=False, move=Moved({}), attack=("patrol-rifle", t))
    assert (b.model(a).here, b.model(t).markers) == ((10.0, 5.0), 1)
    assert not any("moves." in line for line in b.log)
    b.activate(a, order="run", move=Moved({}))
    assert (b.open, b.model(a).here) == ("", (10.0, 5.0))


@rule("xcx.movement.allowance")
def test_whoever_goes_down_after_its_shot_does_not_walk(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 5)
    b.order(a, "walk")
    assert b.open == "move"
    b.game.models.set(a, halted=True)
    b.order(a, "walk")
    assert b.open == ""


@rule("xcx.shooting.when", "xcx.charging.attack")
def test_who_has_been_stopped_neither_shoots_nor_strikes(bench: Any) -> None:
    b = bench()
    a, t = b.add(0, "volunteer", 10, 5, halted=True), b.add(1, "advent-trooper", 10, 15)
    b.play(Shooting(a, "fire"))
    assert (b.open, b.log) == ("", [])
    b.engage(a, t)
    b.play(Striking(a, (t,)))
    assert b.open == ""
    b.game.models.set(a, halted=False)
    b.game.models.set(t, state="dead")
    b.play(Striking(a, (t,)))
    assert b.open == ""  # nobody is left to strike at
    b.game.models.set(a, engaged=())
    b.play(Shooting(a, "fire"))
    assert (b.open, b.log) == ("", ["Volunteer 1 has nobody to shoot at."])


@rule("xcx.charging.attack")
def test_a_card_strikes_without_asking_anybody(bench: Any) -> None:
    b = bench(ai=(False, True))
    a, t = b.add(1, "advent-trooper", 10, 10), b.add(0, "volunteer", 11, 10)
    b.engage(a, t)
    b.play(Striking(a, (t,)), dice=[1, 1, 1, 1])
    assert (b.open, b.model(t).wounds) == ("", 0)
