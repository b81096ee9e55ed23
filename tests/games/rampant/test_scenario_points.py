"""Chapter "scenarios": points at their limits."""

import pytest

from games.rampant.positions import GONE, counted, scores
from games.rampant.skirmish import Skirmish
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.scenarios.scoring import (
    bracket_points,
    centre_holder,
    early_end,
    final_result,
    verdict,
)
from xenotable.games.rampant.rules.scenarios.vows import is_vow_kept
from xenotable.games.rampant.scenes import Orders, RoundEnd

# ---- points at their limits ------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.scenarios.first-blood")
@pytest.mark.parametrize(("x", "y"), [(30, 24), (18, 24), (24, 30), (24, 18)])
def test_who_holds_the_centre(x, y):
    for beyond, suppressed, holder in ((0.0, False, 1), (0.01, False, None), (0.0, True, None)):
        battle = Skirmish()
        at = (x + beyond * (x - 24), y + beyond * (y - 24))
        battle.put(1, "heavy", at, suppressed=suppressed)
        assert centre_holder(battle.game, None) == holder
    both = Skirmish()
    both.put(0, "heavy", (24, 20)), both.put(1, "heavy", (24, 28))
    assert centre_holder(both.game, None) is None
    both.put(0, "light", (20, 24))
    assert centre_holder(both.game, None) == 0


@pytest.mark.rule("rampant.scenarios.winner")
@pytest.mark.parametrize(("points", "kind"), [((4, 9), "A decisive victory"), ((5, 9), "A victory")])
def test_the_second_seat_wins_as_well(points, kind):
    battle = Skirmish().side(0, score=points[0]).side(1, score=points[1])
    result = verdict(battle.game)
    assert result.winners == (1,)
    assert result.says == f"{kind} of Side 1, {points[1]} to {points[0]}."


@pytest.mark.rule("rampant.scenarios.rounds", "rampant.scenarios.three-beacons")
def test_beacons_are_counted_at_the_end_of_a_round_from_the_second_on():
    for number, points in ((1, (0, 0)), (2, (1, 0))):
        battle = Skirmish("three-beacons").now(round=number)
        battle.put(0, "heavy", (12, 24)), battle.put(1, "heavy", (40, 44))
        battle.start(RoundEnd(number)).go()
        assert scores(battle) == points


@pytest.mark.rule("rampant.scenarios.early-end")
def test_a_battle_ends_early_only_once_it_has_begun():
    for phase, ended in (("setup", False), ("orders", True)):
        battle = Skirmish().now(phase=phase)
        battle.put(1, "heavy", (10, 10)), battle.put(0, "heavy", None, **GONE)
        early_end(battle.game)
        assert (battle.game.result is not None) is ended
    assert battle.game.result.winners == (1,)
    result = battle.game.result
    battle.game.units.set("b1", where="gone")
    early_end(battle.game)
    assert battle.game.result is result
    waits = Skirmish()
    waits.put(0, "heavy", (10, 10)), waits.put(1, "heavy", None), waits.put(1, "heavy", None, arrives=3)
    early_end(waits.game)
    assert waits.game.result is None  # one who comes is enough
    rooted = Skirmish()
    rooted.put(0, "heavy", (10, 10)), rooted.put(1, "heavy", None, "rooted", arrives=3)
    early_end(rooted.game)
    assert rooted.game.result.winners == (0,)  # who is rooted never comes


@pytest.mark.rule("rampant.scenarios.night-convoy-points")
def test_what_the_convoy_scores_for():
    """The convoy's units that left, the raiders' that are gone, and raiders worth five points or more."""
    battle = Skirmish("night-convoy").now(attacker=0).side(1, exited=("b1",))
    battle.put(1, "elite", None, where="gone", gone="left"), battle.put(1, "heavy", None, **GONE)
    for kind in ("support", "elite", "greater-xenomorph"):  # 5, 6 and 4 points
        battle.put(0, kind, None, **GONE)
    assert counted(battle) == (bracket_points(2), bracket_points(6) + 2)


@pytest.mark.rule("rampant.scenarios.relay-points")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_relay_counts_three_at_the_end(seat):
    battle = Skirmish("hold-the-relay", keep=True).now(attacker=0)
    battle.put(seat, "heavy", (24, 18.4))  # beside the hall
    assert counted(battle)[seat] == 3
    alone = Skirmish("hold-the-relay", keep=True).now(attacker=0)
    alone.put(seat, "heavy", (4, 4))
    assert counted(alone)[seat] == 0
    far = Skirmish("hold-the-relay", keep=True).now(attacker=0)
    far.put(seat, "heavy", (4, 4))
    assert counted(far, alone=seat)[seat] == 3


@pytest.mark.rule("rampant.scenarios.sabotage")
def test_a_generator_stands_with_its_last_point():
    battle = Skirmish("sabotage", keep=True).now(attacker=0)
    generators = [b for b, row in battle.game.buildings.items() if row.kind == "generator"]
    for generator, strength in zip(generators, (5, 1, 0), strict=True):
        battle.game.buildings.set(generator, strength=strength)
    assert counted(battle) == (3, 4)


@pytest.mark.rule("rampant.scenarios.vows")
def test_vows_of_both_sides_are_counted_at_the_end():
    battle = Skirmish().side(0, facts=("cold-steel",)).side(1, facts=("long-arm",))
    battle.put(0, "heavy", (4, 4)), battle.put(1, "heavy", (44, 44))
    battle.game.secret.set(0, vows=("cold-steel",)), battle.game.secret.set(1, vows=("long-arm",))
    result = final_result(battle.game, None)
    assert result.scores == tuple(content().vows[vow].value for vow in ("cold-steel", "long-arm"))


@pytest.mark.rule("rampant.scenarios.vow-clockwork")
def test_clockwork_is_three_rounds_tested_and_none_failed():
    for tested, failed, kept in (
        ((1, 2, 3), (), True), ((1, 2), (), False), ((2, 3), (), False), ((1, 3), (), False),
        ((1, 2, 3, 4), (4,), True),
        ((1, 2, 3), (1,), False), ((1, 2, 3), (2,), False), ((1, 2, 3), (3,), False),
    ):  # fmt: skip
        battle = Skirmish().side(0, tested=tested, failed=failed)
        assert is_vow_kept(battle.game, 0, "clockwork") is kept


@pytest.mark.rule("rampant.scenarios.concede")
def test_who_concedes_before_the_battle_gives_it_up():
    for seat in (0, 1):
        battle = Skirmish().now(phase="setup")
        battle.put(0, "heavy", (4, 4)), battle.put(1, "heavy", (44, 44))
        battle.start(Orders(0))
        assert battle.match.concede(seat) == []
        assert battle.live.result.winners == (1 - seat,)


@pytest.mark.rule("rampant.scenarios.concede")
def test_who_concedes_loses_its_units_and_the_envoy_stays_where_its_carrier_stood():
    for carrier, marker in (("a1", (24.0, 20.0)), ("b1", None)):
        battle = (
            Skirmish("the-envoy", variants=("no-vows",)).now(round=3, carrier=carrier, marker=None).side(0, removed=1)
        )
        battle.put(0, "heavy", (24, 20)), battle.put(1, "heavy", (40, 40))
        battle.start(Orders(0))
        assert battle.match.concede(0) == []
        assert battle.live.now.marker == marker
        assert battle.live.now.carrier == ("" if marker else carrier)
        assert battle.of_side(0).removed == 3
