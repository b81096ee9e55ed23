"""Invasion generator: the wave, where UFOs go, the order of the actions and scrambling."""

from __future__ import annotations

import pytest

from games.xcom.warroom import rule
from xenotable.games.xcom.content import CONTINENTS, book
from xenotable.games.xcom.rules.budget import funding
from xenotable.games.xcom.rules.generator.invasion import earlier, invade, scramble_action, scrambles, target
from xenotable.games.xcom.rules.generator.order import contents, order_actions
from xenotable.games.xcom.rules.generator.placement import descents, detections, group_ufos, place
from xenotable.games.xcom.rules.generator.wave import (
    Brief,
    Invasion,
    Rolls,
    clamp_wave,
    focus,
    may_choose_mission,
    may_deploy_squad,
    shift,
    unlocking_round,
    wave,
)
from xenotable.games.xcom.rules.modes.lobby import sequence
from xenotable.games.xcom.rules.modes.tutorial import lesson
from xenotable.games.xcom.rules.setup.opening import opening
from xenotable.games.xcom.rules.timed.action_list import frame_actions
from xenotable.games.xcom.state import Planned, Report

YELLOW = ("yellow",) * 6


class Script:
    """A list of virtual rolls; one too many or one left is an error."""

    def __init__(self, *results: int) -> None:
        self.left = list(results)

    def __call__(self, sides: int) -> int:
        result = self.left.pop(0)
        assert 1 <= result <= sides, f"{result} on a d{sides}"
        return result


def rolls(*results: int) -> Rolls:
    return Rolls(Script(*results))


def brief(
    difficulty: str = "normal",
    plan: str = "beachhead",
    round_: int = 1,
    orbit: int = 0,
    mission: str = "none",
    colours: tuple[str, ...] = YELLOW,
    **more: int,
) -> Brief:
    reports = (*[Report(0, "none", YELLOW)] * (round_ - 1), Report(orbit, mission, colours))
    return Brief(difficulty, plan, round_, reports, **more)


def coloured(**colours: str) -> tuple[str, ...]:
    return tuple(colours.get(c, "yellow") for c in CONTINENTS)


THREE_RED = coloured(asia="red", africa="red", europe="red")


@rule("generator.wave")
def test_the_wave_adds_the_figures_of_difficulty_and_plan():
    assert wave(brief("normal", "beachhead")) == (3, 1, 1)
    # Round 5 of Quiet Coup: 4/2/2 and -1 enemy, +1 crisis make 4/1/3; Jamming then takes a crisis.
    assert wave(brief("normal", "quiet_coup", 5, orbit=1)) == (4, 1, 2)


@rule("generator.wave")
def test_from_round_nine_the_eighth_figures_serve():
    eighth = wave(brief("impossible", round_=8, mission="completed"))
    assert eighth == (6, 4, 3)
    assert wave(brief("impossible", round_=9, mission="completed")) == eighth


@rule("generator.clamp")
@pytest.mark.parametrize(("raw", "cut"), [((9, 5, 4), (8, 4, 3)), ((0, -1, -1), (1, 0, 0))])
def test_the_wave_is_kept_within_limits(raw, cut):
    assert clamp_wave(*raw) == cut


@rule("generator.clamp")
def test_a_fifth_enemy_by_reprisal_is_cut():
    assert wave(brief("impossible", round_=8, mission="completed"))[1] == 4


@rule("generator.focus")
def test_the_first_focus_that_applies():
    assert focus(brief(round_=1, orbit=3)) == ""
    assert focus(brief(round_=2, colours=coloured(asia="red", africa="orange"), mission="completed")) == "terror"
    assert focus(brief(round_=2, mission="completed", orbit=2)) == "reprisal"
    assert focus(brief(round_=2, orbit=1, mission="play")) == "jamming"
    assert focus(brief(round_=2, colours=coloured(asia="red"))) == "unrest"


@rule("generator.focus-terror")
def test_terror_brings_ufos_for_enemies():
    assert wave(brief("normal", round_=3, colours=THREE_RED)) == (4, 1, 1)


@rule("generator.focus-reprisal")
def test_reprisal_brings_enemies_for_ufos():
    assert wave(brief("normal", round_=3, mission="completed")) == (2, 3, 1)


@rule("generator.focus-jamming")
def test_jamming_sends_one_ufo_to_orbit_for_a_crisis():
    jammed = brief("normal", round_=5, orbit=1)
    assert wave(jammed) == (4, 2, 1)
    assert detections(jammed, 4, rolls(1, 1, 1))[0] == "orbit"


@rule("generator.focus-unrest")
def test_unrest_brings_a_crisis_for_a_ufo():
    assert wave(brief("easy", round_=2)) == (2, 1, 2)
    assert shift("unrest") == (-1, 0, 1)


@rule("generator.next-enemies")
def test_announced_enemies_join_the_wave_within_its_limit():
    assert wave(brief("normal", "hive_below", round_=3, mission="play", orbit=1, more_enemies=1))[1] == 3
    assert wave(brief("impossible", round_=8, orbit=1, more_enemies=3))[1] == 4


@rule("generator.placement")
@pytest.mark.parametrize(
    ("result", "where"),
    [(1, "africa"), (3, "africa"), (4, "asia"), (13, "south_america"), (14, "orbit"), (16, "orbit")],
)
def test_red_continents_weigh_by_the_difficulty(result, where):
    assert place(coloured(africa="red"), 3, rolls(result), "UFO") == where


@rule("generator.placement")
def test_a_fallen_continent_has_no_weight():
    d = rolls(1)
    assert place(coloured(africa="orange"), 3, d, "UFO") == "asia"
    assert d.noted == [("UFO", 13, 1)]


@rule("generator.forced-orbit")
def test_the_first_ufos_go_to_orbit_by_plan_and_focus():
    jammed = brief("normal", "black_signal", round_=2, orbit=1)
    assert detections(jammed, 3, rolls(1)) == ("orbit", "orbit", "africa")
    assert detections(jammed, 1, rolls()) == ("orbit",)


@rule("generator.descent", "generator.all-descend")
def test_every_ufo_reported_in_orbit_descends_to_a_continent():
    d = rolls(2, 3, 12)
    assert descents(brief(orbit=3), d) == ("africa", "asia", "south_america")
    assert [sides for _, sides, _ in d.noted] == [12, 12, 12]


@rule("generator.grouping")
def test_ufos_are_shown_in_pairs():
    assert [p.places for p in group_ufos("abcde")] == [("a", "b"), ("c", "d"), ("e",)]


def ids(body: list[Planned]) -> list[str]:
    return [p.id for p in body]


@rule("generator.contents", "actions.research-all-labs")
def test_the_body_of_an_ordinary_round():
    body = ids(contents(brief(), (), ("asia", "orbit", "africa"), 1, 1))
    assert body == [
        "ufos_detected", "ufos_detected", "enemy_in_base", "crisis", "choose_mission", "assign_research_1",
        "assign_research_2", "assign_research_3", "emergency_funding", "deploy_satellites", "deploy_interceptors",
        "deploy_squad", "defend_base",
    ]  # fmt: skip
    assert "ufos_descend" in ids(contents(brief(orbit=1), ("asia",), ("asia",), 0, 0))


@rule("generator.choose-mission-when", "generator.mission-report")
def test_a_mission_is_chosen_when_none_is_in_play():
    for mission, choose in (("none", True), ("completed", True), ("play", False)):
        assert may_choose_mission(brief(round_=2, mission=mission)) is choose


@rule("generator.choose-mission-when")
def test_no_mission_is_chosen_from_the_unlocking_on():
    assert may_choose_mission(brief(round_=6))
    assert not may_choose_mission(brief(round_=7))


@rule("generator.deploy-squad-when")
def test_the_squad_deploys_where_a_mission_is_or_will_be():
    assert may_deploy_squad(brief(round_=2, mission="play"))
    assert may_deploy_squad(brief(round_=2))
    assert not may_deploy_squad(brief(round_=7, mission="completed"))
    assert may_deploy_squad(brief(round_=7, mission="play"))


@rule("generator.order")
def test_the_order_is_drawn_among_those_available():
    body = [
        Planned("ufos_detected", ("a",)),
        Planned("ufos_detected", ("b",)),
        Planned("crisis"),
        Planned("assign_research_1"),
    ]
    d = rolls(3, 3, 1)
    assert order_actions(body, d) == [body[2], body[3], body[0], body[1]]
    assert [sides for _, sides, _ in d.noted] == [4, 3, 2]


@rule("generator.no-trivial-roll")
def test_a_die_with_one_side_is_not_rolled():
    d = rolls()
    assert order_actions([Planned("defend_base")], d) == [Planned("defend_base")]
    assert d.noted == []


@rule("generator.prerequisites")
def test_an_unscrambled_answer_comes_after_its_question():
    for seed in range(40):
        round_ = invade(brief(round_=1), sequence(f"{seed:016x}", "round 1"))
        order = [p.id for p in round_.actions]
        last = {a: len(order) - 1 - order[::-1].index(a) for a in set(order)}
        assert order.index("deploy_interceptors") > last["ufos_detected"]
        assert order.index("deploy_satellites") > last["ufos_detected"]
        assert order.index("defend_base") > last["enemy_in_base"]
        assert order.index("deploy_squad") > max(last["enemy_in_base"], last["choose_mission"])
        assert order.index("emergency_funding") > last["crisis"]


@rule("generator.scramble-roll")
@pytest.mark.parametrize(("difficulty", "n"), [("easy", 1), ("normal", 2), ("hard", 3), ("impossible", 3)])
def test_each_ufo_in_orbit_may_scramble(difficulty, n):
    assert scrambles(brief(difficulty, orbit=3), rolls(8, 9, 2)) == n


@rule("generator.scramble-roll")
def test_at_most_six_ufos_try_to_scramble():
    d = rolls(*[20] * 6)
    assert scrambles(brief(orbit=9), d) == 0
    assert len(d.noted) == 6


@rule("generator.scramble-force")
def test_a_forced_scramble_needs_no_roll():
    assert scrambles(brief(scrambles=1), rolls()) == 1


@rule("generator.scramble-cancel")
def test_countermeasures_take_one_scramble_away():
    assert scrambles(brief(orbit=2, scrambles=1, unscramble=1), rolls(1, 1)) == 2
    assert scrambles(brief(unscramble=1), rolls()) == 0


BODY = [Planned(a) for a in ("crisis", "emergency_funding", "ufos_detected", "deploy_satellites", "defend_base")]


@rule("generator.scramble-target")
def test_the_target_is_a_response_in_the_order_of_the_rows():
    assert target(BODY, rolls(2)) == 3  # Emergency Funding, Deploy Satellites, Defend the Base
    assert target([Planned("crisis")], rolls()) is None


@rule("generator.scramble-once")
def test_an_action_is_scrambled_once():
    body = [Planned("emergency_funding", scrambled=True), Planned("defend_base")]
    assert target(body, rolls()) == 1


@rule("generator.scramble-never")
def test_alien_actions_research_and_choose_mission_are_never_scrambled():
    for action in book().actions.values():
        scrambled_ = target([Planned(action.id)], rolls()) is not None
        assert scrambled_ == action.response
    assert not any(
        book().actions[a].response for a in ("new_tech", "budget", "unlock_final", "choose_mission", "ending")
    )


@rule("generator.scramble-move")
def test_the_target_moves_to_an_earlier_place_and_is_yellow():
    moved = scramble_action(BODY, 3, rolls(2))
    assert ids(moved) == ["crisis", "deploy_satellites", "emergency_funding", "ufos_detected", "defend_base"]
    assert [p.scrambled for p in moved] == [False, True, False, False, False]


@rule("generator.scramble-first")
def test_the_first_action_stays_but_turns_yellow():
    moved = scramble_action([Planned("emergency_funding"), Planned("crisis")], 0, rolls())
    assert moved[0] == Planned("emergency_funding", (), True)


@rule("generator.scramble-squad")
def test_a_squad_stays_behind_the_choice_of_its_mission():
    body = [Planned("crisis")] * 9
    body[2], body[8] = Planned("choose_mission"), Planned("deploy_squad")
    assert earlier(body, 8, rolls(1)) == 3
    assert earlier(body, 8, rolls(6)) == 8
    assert earlier([Planned("choose_mission"), Planned("deploy_squad")], 1, rolls()) == 1


@rule("generator.unlock", "generator.clock")
@pytest.mark.parametrize(
    ("plan", "missions", "round_"),
    [
        ("beachhead", "", 7),
        ("beachhead", "ccnn", 5),
        ("beachhead", "ccc", 4),
        ("quiet_coup", "", 6),
        ("harvest", "", 7),
    ],
)
def test_rounds_and_missions_together_unlock_the_final_mission(plan, missions, round_):
    names = {"c": "completed", "n": "none"}
    told = [Report(0, names[m], YELLOW) for m in missions] + [Report(0, "none", YELLOW)] * 9
    reports = (Report(0, "none", YELLOW), *told)
    assert unlocking_round(plan, reports) == round_
    assert unlocking_round(plan, reports[: round_ - 1]) == 0


@rule("generator.unlock-stays")
def test_what_is_unlocked_stays_so():
    reports = [Report(0, "none", YELLOW)] * 12
    assert unlocking_round("beachhead", reports) == unlocking_round("beachhead", reports[:8]) == 7


@rule("timed.first-two")
def test_every_list_begins_with_tech_and_budget_and_ends_with_ending():
    plain = frame_actions(brief(), [Planned("crisis")])
    assert ids(list(plain)) == ["new_tech", "budget", "crisis", "ending"]
    assert ids(list(frame_actions(brief(round_=7), ()))) == ["new_tech", "budget", "unlock_final", "ending"]


@rule("generator.steps", "generator.first-round-deck")
def test_a_whole_round_uses_its_rolls_in_the_order_of_the_steps():
    script = [1, 1, 1, 1, *[1] * 12, 1, 1, 1]
    d = Script(*script, *[1] * 20)
    made = invade(brief(orbit=1), d)
    what = [name for name, _, _ in made.rolls]
    assert what[:4] == ["descent", "UFO", "UFO", "UFO"]
    assert what.index("order") == 4
    assert what[-3:] == ["scramble", "target", "position"]
    assert made.focus == ""


@rule("generator.report-only", "modes.seed")
def test_the_same_report_and_seed_give_the_same_round_whatever_came_before():
    one = invade(brief(round_=3, orbit=2), sequence("ab" * 8, "round 3"))
    two = invade(brief(round_=3, orbit=2), sequence("ab" * 8, "round 3"))
    other = invade(brief(round_=3, orbit=2), sequence("ab" * 8, "round 4"))
    assert one == two
    assert one != other
    assert isinstance(one, Invasion)
    rounds = [invade(brief("impossible", round_=5, orbit=6), sequence("ab" * 8, f"round {n}")) for n in range(6)]
    assert any(action.scrambled for found in rounds for action in found.actions)


@rule("setup.headquarters")
def test_an_injected_roll_decides_the_headquarters():
    fixed = opening("easy", "beachhead", "", Script(3, 1, 1))
    assert fixed.headquarters == "australia"


@rule("setup.plan")
def test_the_plan_may_be_rolled_in_the_order_of_the_rows():
    assert opening("easy", "", "asia", Script(5, 1, 1)).plan == "quiet_coup"


@rule("setup.start-ufos")
@pytest.mark.parametrize(("difficulty", "n"), [("easy", 2), ("normal", 3), ("hard", 4), ("impossible", 4)])
def test_starting_ufos_are_rolled_with_orbit(difficulty, n):
    fixed = opening(difficulty, "beachhead", "asia", Script(*[15] * n))
    assert fixed.ufos == ("orbit",) * n


@rule("budget.funding", "budget.difficulty", "budget.red-while")
@pytest.mark.parametrize(
    ("difficulty", "colours", "credits_"),
    [
        ("normal", YELLOW, 13),
        ("hard", coloured(asia="red", africa="orange"), 9),
        ("impossible", coloured(asia="red", europe="red", africa="orange"), 7),
        ("impossible", ("orange",) * 6, 0),
        ("easy", YELLOW, 15),
    ],
)
def test_continents_fund_by_the_colour_reported(difficulty, colours, credits_):
    assert funding(difficulty, Report(0, "none", colours)) == credits_


@rule("modes.tutorial")
def test_a_lesson_needs_no_roll():
    first, second = book().lessons
    made = lesson(brief("easy"), first)
    assert ids(list(made.actions))[:3] == ["new_tech", "budget", "ufos_detected"]
    assert made.actions[2].places == ("north_america", "south_america")
    made = lesson(brief("easy", round_=2, mission="play"), second)
    assert "choose_mission" not in ids(list(made.actions))
    assert [p.id for p in made.actions if p.scrambled] == ["deploy_interceptors"]
