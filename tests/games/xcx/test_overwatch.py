"""Chapter `overwatch`: a move is resolved step by step."""

from __future__ import annotations

import math
from typing import Any

import pytest

from xenotable.engine import UNSET, Moved, StandingOrder
from xenotable.games.xcx.rules.modifiers.tables import aim
from xenotable.games.xcx.rules.overwatch.reactions import react_ask
from xenotable.games.xcx.rules.overwatch.steps import path_steps, react_options
from xenotable.games.xcx.rules.play.reaction_presets import preset
from xenotable.games.xcx.state import Marker

rule = pytest.mark.rule


def runner(bench: Any, unit: str = "volunteer", mode: str = "inches") -> tuple[Any, str, str]:
    b = bench(mode)
    return b, b.add(0, unit, 10, 10), b.add(1, "advent-trooper", 10, 25, watch=True)


@rule("xcx.overwatch.steps")
@pytest.mark.parametrize(("end", "steps"), [((10.0, 14.5), 5), ((10.0, 22.0), 12)])
def test_one_step_for_each_inch(bench: Any, end: tuple[float, float], steps: int) -> None:
    b, a, _ = runner(bench)
    found = path_steps(b.game, a, (end,))
    assert len(found) == steps
    assert found[0] == (10.0, 11.0)
    assert found[-1] == end


@rule("xcx.overwatch.trigger", "xcx.overwatch.choice", "xcx.play.decisions-interrupt")
def test_every_step_is_offered_and_holding_keeps_overwatch(bench: Any) -> None:
    b, a, w = runner(bench)
    b.order(a, "run", move=Moved({a: ((10.0, 13.0),)}, "run"), react=[None], halt=False)
    assert b.model(a).here == (10.0, 12.0)
    assert b.open == "react"
    assert b.model(w).watch
    b.go(react=None, halt=False)
    assert b.model(a).here == (10.0, 13.0)
    assert b.model(w).watch


@rule("xcx.overwatch.shot", "xcx.overwatch.one-trigger-many", "xcx.overwatch.state")
def test_a_watcher_fires_once_where_the_mover_then_is(bench: Any) -> None:
    b, a, w = runner(bench)
    other = b.add(1, "advent-trooper", 14, 25, watch=True)
    b.order(a, "run", [6, 6], move=Moved({a: ((10.0, 14.0),)}, "run"), react=[None, (w, "coil-rifle")], halt=False)
    assert b.model(a).here == (10.0, 12.0)
    assert not b.model(w).watch
    assert b.model(other).watch
    assert b.open == "react"
    assert [o for o in b.match.open[0].among() if o] == [(other, "coil-rifle")]


@rule("xcx.overwatch.phantom", "xcx.special.phantom")
def test_phantom_draws_no_fire(bench: Any) -> None:
    b, a, w = runner(bench, "pathfinder")
    b.order(a, "run", move=Moved({a: ((10.0, 20.0),)}, "run"))
    assert b.model(a).here == (10.0, 20.0)
    assert b.model(w).watch
    hidden = b.add(1, "advent-trooper", 30, 30)
    b.game.models.set(hidden, state="reserve")
    b.game.markers.add("i1", Marker(hidden, 30.0, 30.0))  # now every step is looked at
    b.order(a, "run", move=Moved({a: ((6.0, 18.0),)}, "run"))
    assert b.model(w).watch


@rule("xcx.overwatch.charged", "xcx.engaged.state")
def test_the_target_of_a_charge_fires_before_contact_only(bench: Any) -> None:
    b = bench()
    a, w = b.add(0, "volunteer", 10, 10), b.add(1, "advent-trooper", 10, 13, watch=True)
    b.order(a, "run", move=Moved({a: ((10.0, 12.0),)}, "charge"), react=[None])
    assert b.open == "strike"
    assert not b.model(w).watch


@rule("xcx.overwatch.interrupt-effects", "xcx.special.zapper")
@rule("xcx.special.zapper-activated", exercises=["special.zapper"])
def test_a_shock_stops_the_mover_where_it_may_stand(bench: Any) -> None:
    b = bench(factions=("ADVENT", "XCX")).terrain("hard", 8, 11, 4, 1)
    a, w = b.add(0, "bulwark", 10, 9.5, activated=True), b.add(1, "gremlin", 10, 16, watch=True)
    b.game.note(active=a)
    b.order(a, "run", [1, 1, 1, 1], move=Moved({a: ((10.0, 13.5),)}, "run"), react=[None, (w, "arc-coil")], halt=False)
    assert b.model(a).down
    assert b.model(a).here[1] < 11
    assert b.open == ""


@rule("xcx.overwatch.interrupt-effects", "xcx.special.lasso-blocked")
def test_a_runner_pulled_short_of_contact_stays_where_it_was_pulled(bench: Any) -> None:
    b = bench().terrain("pit", 9, 19, 2, 1)
    a, w = b.add(0, "volunteer", 10, 10), b.add(1, "lashback", 10, 25, watch=True)
    b.game.note(active=a)
    b.order(a, "run", [1, 1, 6, 6], move=Moved({a: ((10.0, 16.0),)}, "run"), react=(w, "lash-tendril"))
    assert b.model(a).here[1] == pytest.approx(18.5, abs=0.02)
    assert (b.model(a).engaged, b.open) == ((), "")
    assert b.log[-1].startswith("Volunteer 1 is stopped at 10.0, 18.5")


@rule("xcx.overwatch.interrupt-effects")
def test_a_flight_that_is_shocked_where_no_place_on_its_way_is_legal_falls_at_the_nearest(bench: Any) -> None:
    b = bench().terrain("hard", 8, 9.5, 1.25, 1)
    a, foe = b.add(0, "volunteer", 10, 10), b.add(1, "advent-trooper", 11, 10)
    w = b.add(1, "gremlin", 10, 4, watch=True)
    b.game.note(active=a)
    b.engage(a, foe)
    b.order(a, "flee", [1, 1, 1, 1], flee=Moved({a: ((4.0, 10.0),)}), free=None, react=[(w, "arc-coil")])
    m, others = b.model(a), [b.model(i) for i in b.game.models if i != a]
    assert m.down
    assert all(math.dist(m.here, o.here) >= 1 + m.r + o.r - 0.001 for o in others)
    assert 0 < math.dist(m.here, (9.0, 10.0)) < 1.25  # out of the Hard Cover in which it was hit, by the shortest way


def test_a_wounded_mover_goes_on_and_may_shoot(bench: Any) -> None:
    b, a, w = runner(bench)
    answers = {"move": Moved({a: ((10.0, 14.0),)}), "react": [(w, "coil-rifle")], "halt": False, "timing": False}
    b.order(a, "advance", [1, 1, 6, 6], **answers)
    assert b.model(a).markers == 1
    assert b.model(a).here == (10.0, 14.0)
    assert b.open == "attack"


@rule("xcx.overwatch.change-of-path")
def test_a_mover_under_fire_may_stop_a_charger_may_not(bench: Any) -> None:
    b, a, _ = runner(bench)
    b.order(a, "run", move=Moved({a: ((10.0, 14.0),)}, "run"), react=[None], halt=True)
    assert b.model(a).here == (10.0, 11.0)
    assert b.open == ""


@rule("xcx.engaged.flee-move")
@rule("xcx.engaged.flee-triggers-react", exercises=["overwatch.trigger"])
def test_a_flight_on_a_grid_does_not_stop_beside_whom_it_flees(bench: Any) -> None:
    b = bench("square")
    a, foe = b.add(0, "volunteer", 10, 10), b.add(1, "advent-trooper", 10, 11)
    b.add(1, "advent-trooper", 25, 10, watch=True)
    b.engage(a, foe)
    path = ((11.5, 10.5), (12.5, 10.5), (13.5, 10.5))
    b.order(a, "flee", flee=Moved({a: path}), free=None, react=[None, None])
    assert b.model(a).here == (12.5, 10.5)  # beside the foe it was not asked; here it may stop
    assert b.open == "halt"
    b.go(halt=True)
    assert b.model(a).here == (12.5, 10.5)


@rule("xcx.play.reaction-presets")
def test_presets_answer_for_a_player(bench: Any) -> None:
    b, a, w = runner(bench)
    value = aim(b.game, w, a, "coil-rifle", "react").value
    assert preset(b.game, [w], a, value) == (w, "coil-rifle")
    assert preset(b.game, [w], a, {w: value + 1}) is None
    assert preset(b.game, [w], a, {"somebody-else": 6}) is UNSET  # about this one the player is asked
    ask = react_ask(b.game, [w], a)
    assert ask.obey({w: value}) == [(w, "coil-rifle")]
    assert ask.obey({w: "never"}) == [None]
    assert ask.obey({}) == []
    assert StandingOrder({w: 6}, f"{b.game.name(w)}: fire at 6 or more") in ask.presets()
    b.order(a, "run")
    b.match.dice.faces.extend([6, 6])
    b.match.order(1, "react", {w: 8})
    b.go(move=Moved({a: ((10.0, 16.0),)}, "run"), halt=False, react=[None, None, None, None])
    assert not b.model(w).watch  # it fired when the value rose to 8, at less than half the Range
    b.match.order(1, "react", UNSET)


@rule("xcx.ai.reactions")
def test_the_ai_fires_on_the_first_good_step_or_on_the_last(bench: Any) -> None:
    b = bench(ai=(False, True))
    a, w = b.add(0, "volunteer", 10, 5), b.add(1, "advent-trooper", 10, 21, watch=True)
    b.game.models.set(a, down=True)  # harder to hit: 4 at long range, 6 at short
    b.order(a, "run", [6, 6], move=Moved({a: ((10.0, 12.0),)}, "run"), halt=False)
    fired = next(i for i, line in enumerate(b.log) if "fires from Overwatch" in line)
    assert "short range" in b.log[fired + 1]
    b = bench(ai=(False, True))
    a, w = b.add(0, "volunteer", 10, 5, down=True), b.add(1, "advent-trooper", 10, 27, watch=True)
    b.order(a, "run", [6, 6], move=Moved({a: ((10.0, 8.0),)}, "run"), halt=False)
    assert not b.model(w).watch
    assert b.model(a).here == (10.0, 8.0)


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("xcx.overwatch.trigger", "xcx.overwatch.choice")
def test_the_place_where_a_mover_is_watched_is_told_once_a_step(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 5)
    for x in (10, 14):
        b.add(1, "advent-trooper", x, 15, watch=True)
    b.order(a, "run", move=Moved({a: ((10.0, 6.0),)}, "run"), react=None)
    assert [line for line in b.log if "is watched at" in line] == ["Volunteer 1 is watched at 10.0, 6.0."]
    assert b.open == ""
    off = bench()
    a = off.add(0, "volunteer", 10, 5)
    off.add(1, "advent-trooper", 10, 33, watch=True)  # too far off
    off.order(a, "run", move=Moved({a: ((10.0, 6.0),)}, "run"))
    assert (off.open, [line for line in off.log if "watched" in line]) == ("", [])


@rule("xcx.overwatch.shot")
@pytest.mark.parametrize(("y", "shoots"), [(30.0, True), (30.25, False)])
def test_react_fire_reaches_as_far_as_the_weapon(bench: Any, y: float, shoots: bool) -> None:
    b = bench()
    a, w = b.add(0, "volunteer", 10, 5), b.add(1, "advent-trooper", 10, y, watch=True)
    assert react_options(b.game, w, a) == ([(w, "coil-rifle")] if shoots else [])


@rule("xcx.overwatch.steps")
def test_every_step_lies_on_the_fine_grid_of_the_table(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 5)
    found = path_steps(b.game, a, ((11.0, 7.7),))
    assert len(found) == 3
    assert [tuple(round(c * 1024) / 1024 for c in p) for p in found] == list(found)
    assert found[-1] == pytest.approx((11.0, 7.7), abs=0.001)


@rule("xcx.overwatch.change-of-path", "xcx.overwatch.trigger")
def test_a_stop_under_fire_is_offered_and_not_the_default(bench: Any) -> None:
    b = bench()
    a, w = b.add(0, "volunteer", 10, 5), b.add(1, "advent-trooper", 10, 15, watch=True)
    b.order(a, "run", move=Moved({a: ((10.0, 8.0),)}, "run"), react=[None])
    assert (b.open, b.match.open[0].default, list(b.match.open[0].among())) == ("halt", False, [False, True])
    b.go(halt=True)
    assert (b.open, b.model(a).here, b.model(w).watch) == ("", (10.0, 6.0), True)


@rule("xcx.play.reaction-presets")
def test_a_standing_order_takes_the_best_shot(bench: Any) -> None:
    b = bench()
    a = b.add(0, "volunteer", 10, 5)
    w = b.add(1, "lashback", 10, 14, watch=True)  # aim 8 and fight 7, both at short range
    values = {g: aim(b.game, w, a, g, "react").value for _, g in react_options(b.game, w, a)}
    best = max(values, key=lambda g: values[g])
    assert len(set(values.values())) == 2
    assert preset(b.game, [w], a, values[best]) == (w, best)
    assert preset(b.game, [w], a, values[best] + 1) is None
    assert preset(b.game, [w], a, {w: "never"}) is None
    assert preset(b.game, [w], a, {}) is UNSET
