"""Timed phase: the two kinds of actions, DONE and Pause."""

from __future__ import annotations

import pytest

from games.xcom.timed_phase import on
from games.xcom.warroom import COMMANDER, LEADER, OFFICER, SCIENTIST, Planned, War, rule
from xenotable.engine import Match, View, load, save
from xenotable.games.xcom.content import book
from xenotable.games.xcom.rules.content.soldiers import remember
from xenotable.games.xcom.rules.timed.clock import (
    add_pause,
    add_time,
    at_zero,
    back_again,
    can_pause,
    due,
    halve_time,
    pause_budget,
)
from xenotable.games.xcom.rules.timed.phase import begin, resolution
from xenotable.games.xcom.state import UNLIMITED, Clock, Setup
from xenotable.games.xcom.title import GAME
from xenotable.rulebook import catalogue

# ---- two kinds of actions --------------------------------------------------------------------------------------------


@rule("timed.two-kinds", "timed.interface")
def test_the_interface_names_box_title_role_and_time():
    war = on(Planned("deploy_satellites", scrambled=True), "crisis")
    assert "SCRAMBLED: Deploy Satellites (13 s), Central Officer." in war.story()
    war.done()
    assert "ALIEN: Crisis! (24 s), Commander." in war.story()
    assert {a.side for a in book().actions.values()} == {"xcom", "alien", "all"}


@rule("timed.responsible", "roles.owner-decides")
def test_only_the_responsible_role_performs_an_action():
    war = on("deploy_satellites")
    (no,) = war.match.answer(LEADER, (0, "sat1", "orbit"), "act")
    assert (no.rule, str(no)) == ("roles.owner-decides", "That is for the Central Officer to decide.")
    assert war.match.answer(LEADER, (0,), "done")[0].rule == "roles.owner-decides"
    assert war.ask("act").seat == OFFICER


@rule("timed.xcom-optional", "timed.done-xcom")
def test_done_is_accepted_in_an_xcom_action_with_nothing_placed():
    war = on("deploy_squad", "deploy_interceptors").done(at=100)
    assert war.units_in("reserve", "interceptor") == 6
    assert war.clock.action == "ending"


@rule("timed.alien-mandatory", "timed.done-refused")
def test_a_crisis_must_be_chosen_before_done():
    war = on("crisis")
    assert war.refused("done", (0,)) == ["timed.done-refused"]
    war.act(war.game.now.drawn[0]).done(at=1_000)
    assert len(war.game.now.crises) == 1


@rule("timed.alien-zero")
def test_an_alien_action_at_zero_expires_and_goes_on():
    war = on("crisis").tick(24_000)
    assert war.clock.expired
    assert "EXPIRED" in war.story()
    assert war.tick(60_000).clock.action == "crisis"
    war.act(war.game.now.drawn[0]).done(at=61_000)
    assert war.clock.action == "ending"


@rule("timed.expired-halves")
def test_the_action_after_an_expired_one_has_half_its_time():
    war = on("crisis", "deploy_satellites").tick(25_000)
    war.act(war.game.now.drawn[0]).done()
    assert war.left == 7_000
    assert halve_time(4_000) == 3_000


@rule("timed.expired-halves", "timed.skip-empty")
def test_a_skipped_action_is_not_the_next_one():
    war = on("enemy_in_base", "deploy_squad", "deploy_satellites").tick(10_000).done(at=11_000)
    assert (war.clock.action, war.left) == ("deploy_satellites", 7_000)


@rule("timed.expired-drain")
def test_an_expired_action_drains_the_pause():
    war = on("enemy_in_base", "deploy_satellites").tick(10_000).done(at=17_500)
    assert war.clock.budget == 52_500
    war = on("enemy_in_base", "budget").tick(10_000).done(at=200_000)
    assert war.clock.budget == 0
    war = on("enemy_in_base", "budget", difficulty="easy").tick(12_000).done(at=200_000)
    assert war.clock.budget == UNLIMITED


@rule("timed.expired-no-chain")
def test_halving_never_accumulates():
    war = on("enemy_in_base", "enemy_in_base", "deploy_interceptors", difficulty="hard").tick(8_000).done(at=9_000)
    assert war.left == 4_000
    war.tick(13_000).done(at=14_000)
    assert war.left == 10_000


@rule("timed.ending-pause")
@rule("timed.expired-ending", exercises=["timed.ending-pause", "timed.expired-halves"])
def test_only_the_base_time_of_ending_is_halved():
    war = on("enemy_in_base", difficulty="hard").tick(8_000).done(at=30_000)
    assert war.clock.action == "ending"
    assert war.left == 6_000 + 18_000


@rule("timed.ending-pause")
def test_the_pause_that_is_left_is_added_to_ending():
    war = on("budget").say("pause", (0,), at=0).done(at=36_500)
    assert war.left == 39_500
    assert war.clock.budget == 0
    assert on(difficulty="easy").left == 20_000


@rule("timed.ending")
def test_ending_ends_at_zero():
    war = on().tick(75_999)
    assert war.game.now.phase == "timed"
    assert war.tick(76_000).game.now.phase != "timed"


# ---- DONE and Pause --------------------------------------------------------------------------------------------------


@rule("timed.done")
def test_only_the_central_officer_taps_done_and_unused_time_is_lost():
    war = on("deploy_satellites", "budget")
    assert war.ask("done").seat == OFFICER
    war.done(at=1_000)
    assert war.left == 10_000


@rule("timed.ready-signal")
def test_signals_change_nothing_by_themselves():
    war = on("deploy_satellites")
    war.say("signal", "ready", LEADER).say("signal", "pause", COMMANDER)
    assert war.clock.ready == (LEADER,)
    assert war.clock.wanted == (COMMANDER,)
    assert war.clock.paused is None
    assert war.clock.action == "deploy_satellites"


@rule("timed.mechanical", "actions.new-tech")
def test_the_game_does_the_mechanical_steps():
    war = on("new_tech", "budget", Planned("ufos_detected", ("asia", "orbit")))
    assert len(war.game.secret[SCIENTIST].hand) == 6
    war.done()
    assert war.game.now.credits == 13
    war.done()
    assert war.game.continents["asia"].ufos == 0
    war.done()
    assert war.game.continents["asia"].ufos == 1
    assert war.game.now.orbit == 1


@rule("timed.pause")
def test_a_pause_stops_the_timer_and_costs_its_time():
    war = on("deploy_satellites").say("pause", (0,), at=0).say("pause", (0,), at=5_000)
    assert war.clock.zero == 18_000
    assert war.clock.budget == 55_000
    war = on("deploy_satellites", "budget").say("pause", (0,), at=1_000).done(at=4_000)
    assert war.clock.paused is None
    assert war.clock.budget == 57_000


@rule("timed.pause-acting")
def test_the_role_goes_on_acting_in_a_pause():
    war = on("deploy_satellites").say("pause", (0,), at=1_000).act("sat1", "orbit", at=30_000)
    assert war.units_in("orbit") == 1


@rule("timed.pause-budget")
@pytest.mark.parametrize(("level", "ms"), [("easy", -1), ("normal", 60_000), ("hard", 40_000), ("impossible", 20_000)])
def test_the_pause_budget_by_difficulty(level, ms):
    assert pause_budget(level, "on") == ms


@rule("timed.pause-empty")
def test_an_empty_pause_ends_by_itself():
    war = on("deploy_satellites", difficulty="impossible").say("pause", (0,), at=2_000).tick(22_000)
    assert war.clock.paused is None
    assert war.clock.budget == 0
    assert war.refused("pause", (0,)) == ["timed.pause-empty"]
    war.tick(28_000)
    assert war.clock.action == "ending"


@rule("timed.pause-expired")
def test_no_pause_while_expired_nor_in_ending():
    war = on("crisis").tick(24_000)
    assert war.refused("pause", (0,)) == ["timed.pause-expired"]
    assert on().refused("pause", (0,)) == ["timed.pause-expired"]
    assert on(difficulty="easy").say("pause", (0,), at=1).clock.paused == 1


@rule("timed.instructions")
def test_instructions_show_their_text_to_who_asks_and_cost_nothing():
    war = on("deploy_satellites", difficulty="hard")
    war.game.clock.set(0, budget=0)
    war.say("instructions", (0,), at=1_000)
    assert (war.clock.paused, war.clock.budget) == (None, 0)
    assert f"Deploy Satellites: {catalogue('xcom').rules['actions.satellites'].says}" in war.story(OFFICER)
    assert "Deploy Satellites: " not in war.story(LEADER)
    assert war.refused("instructions", (0,)) == ["timed.instructions"]  # once is enough for the log
    shown = next(p for p in GAME.panels(war.game, LEADER) if p.id == "action")
    assert any(line.label == "Instructions" and "satellite" in line.value for line in shown.lines)
    assert war.done(at=2_000).refused("instructions", (0,)) == ["timed.stale"]


@rule("timed.leave")
def test_clocks_stand_while_the_program_is_closed():
    running = Clock(0, "deploy_satellites", zero=13_000, budget=60_000)
    back = back_again(running, left=3_000, now=100_000)
    assert (back.zero, back.paused) == (110_000, 100_000)
    empty = back_again(Clock(0, "deploy_satellites", zero=13_000, budget=0), 3_000, 100_000)
    assert (empty.zero, empty.paused) == (110_000, None)


@rule("modes.online-clock")
def test_half_a_second_of_grace():
    war = on("crisis", "deploy_satellites", grace=500)
    war.act(war.game.now.drawn[0]).done(at=24_400)
    assert not war.clock.expired
    assert (war.left, war.clock.budget) == (13_000, 60_000)
    war = on("crisis", "deploy_satellites", grace=500)
    war.act(war.game.now.drawn[0]).done(at=24_600)
    assert (war.left, war.clock.budget) == (7_000, 59_400)
    war = on("deploy_satellites", grace=500)
    assert war.tick(13_200).refused("pause", (0,)) == ["timed.pause"]
    assert war.tick(13_500).clock.action == "ending"
    assert next(GAME.setup_refusals(Setup(grace=501))).rule == "modes.online-clock"


@rule("modes.online-clock", "effects.add_time")
def test_burst_codec_does_not_revive_an_action_after_its_zero():
    war = War(timer="on", grace=500).card("tech-burst-codec").timed("deploy_satellites", "deploy_interceptors")
    war.tick(13_200)
    assert "act" in war.open_keys()  # what was on its way still counts
    assert war.refused("tech-burst-codec", 0) == ["effects.choose"]
    assert war.tick(13_500).clock.action == "deploy_interceptors"
    war.say("tech-burst-codec", 0, at=14_000)
    assert war.left == 25_000 + 15_000


@rule("timed.expired-drain", "effects.add_pause")
@pytest.mark.parametrize(("used", "left"), [(34_000, 70_000), (94_000, 20_000)])
def test_pause_that_is_gained_after_the_drain_is_over_is_all_there(used: int, left: int):
    """Crisis! has 24 s; from then on 60 s of pause run down, and nothing more than that."""
    war = War("normal", timer="on").card("tech-burst-codec").deck("crisis", "lab-fire", "false-calm")
    war.timed("crisis", "deploy_interceptors").tick(24_000)
    war.say("tech-burst-codec", 1, at=used)
    war.act("crisis-lab-fire", at=used)
    war.done(at=used)
    assert (war.clock.action, war.clock.budget) == ("deploy_interceptors", left)


@rule("timed.watch-cards", "cards.no-watch")
def test_a_watch_card_works_at_any_moment_of_the_phase_and_no_other_card_does():
    war = War(timer="on").card("asset-standby-squad", "asset-field-surgeon", "tech-trauma-gel").timed("crisis")
    war.tick(30_000)
    assert war.clock.expired
    war.say("asset-standby-squad", (("heavy1", "base"),))
    assert war.unit("heavy1").place == "base"
    assert not {"asset-field-surgeon", "tech-trauma-gel"} & set(war.open_keys())
    assert war.refused("asset-standby-squad", (("heavy2", "base"),)) == ["cards.exhaust"]


@rule("timed.hidden-list", "play.hidden")
def test_nobody_sees_the_coming_actions():
    war = on("budget", "deploy_satellites", "crisis")
    for seat in range(4):
        view = View(war.match, seat)
        assert view.game.secret[-1].coming == ()
        assert b"deploy_satellites" not in view.encoded()
        orders = {tuple(p.id for p in view.imagine(n).game.secret[-1].coming) for n in range(8)}
        assert len(orders) > 1  # a guess, and each time another one


@rule("timed.skip-empty")
def test_two_pointless_actions_are_skipped_and_logged():
    war = on("deploy_squad", Planned("ufos_descend", ("asia",)), "deploy_satellites")
    assert war.clock.action == "deploy_satellites"
    assert "Deploy Squad to Mission is skipped." in war.story()
    assert "UFOs Descending! is skipped." in war.story()


@rule("effects.add_time", "effects.add_pause")
def test_burst_codec_gives_time_or_pause():
    war = War(timer="on").card("tech-burst-codec").timed("deploy_interceptors").tick(21_000)
    war.say("tech-burst-codec", 0)
    assert war.clock.zero - war.match.now == 19_000
    war = War(timer="on").card("tech-burst-codec").timed("deploy_interceptors").say("tech-burst-codec", 1)
    assert war.clock.budget == 80_000
    war = War(timer="on").card("tech-burst-codec").timed().say("tech-burst-codec", 1)
    assert war.left == 16_000 + 60_000 + 20_000


@rule("effects.choose")
def test_no_time_is_added_after_expired():
    war = War(timer="on").card("tech-burst-codec").timed("crisis").tick(24_000)
    assert war.options("tech-burst-codec") == [1]
    war.say("tech-burst-codec", 1)
    assert war.clock.budget == 80_000


def test_the_clock_as_pure_functions():
    clock = Clock(0, "deploy_satellites", zero=13_000, budget=60_000)
    assert due(clock) == 13_000
    late, what = at_zero(clock, 13_000, 500)
    assert (what, due(late, 500)) == ("late", 13_500)
    assert add_time(clock, 15).zero == 28_000
    assert add_pause(clock, -70, 0).budget == 0
    assert can_pause(clock) == ""


def test_a_timed_game_replays_exactly_from_its_record():
    match = Match(GAME.new(Setup("normal", "beachhead")), 5)
    match.answer(OFFICER, "start", at=1_000)
    match.tick(30_000)
    match.answer(OFFICER, (match.game.clock[0].n,), "pause", at=31_000)
    match.tick(50_000)
    again, note = load(save(match), GAME)
    assert note == ""
    assert again.game.encoded() == match.game.encoded()
    assert again.due() == match.due()


@rule("timed.watch-cards", "roles.owner-decides", "actions.one-place", "actions.interceptors")
def test_what_cannot_be_done_now_is_refused_by_its_rule():
    war = War(timer="on").card("tech-skyhook", "asset-standby-squad")
    war.assign("interceptor", "asia", 3)
    war.timed("deploy_interceptors")
    assert war.refused("tech-skyhook", (("int4", "asia"),)) == ["actions.interceptors"]
    assert war.refused("tech-skyhook", (("int1", "europe"),)) == ["actions.one-place"]
    n = war.clock.n
    assert (n, "int1", "europe") in war.ask("act").among()  # closed, not hidden
    assert war.cannot("int1", "europe") == ["actions.one-place"]
    match = war.match
    assert [r.rule for r in match.answer(COMMANDER, (("heavy1", "base"),), "asset-standby-squad")] == [
        "roles.owner-decides"
    ]
    assert [r.rule for r in match.answer(COMMANDER, "use", "tech-burst-codec")] == ["timed.watch-cards"]
    assert [r.rule for r in match.answer(COMMANDER, ("a", "b"), "peek-order")] == ["timed.peek-open"]


@rule("units.training", "actions.one-place")
def test_two_players_for_one_sniper_hear_which_rule_decided_meanwhile():
    def at_squad() -> War:
        return War(timer="on").card("asset-officer-training").mission("convoy-rescue").timed("deploy_squad")

    war = at_squad().act("sniper1", "mission")
    assert war.refused("asset-officer-training", "sniper1") == ["units.training"]
    war = at_squad().say("asset-officer-training", "sniper1")
    assert war.cannot("sniper1", "mission") == ["actions.one-place"]


@rule("timed.round")
def test_a_phase_begins_with_a_new_clock_and_without_what_was_left_of_the_last_one():
    war = War(timer="on").put(scrambles=3, cut=2)
    war.game.clock.set(0, wanted=(LEADER,), expired=True)
    begin(war.game, 1)
    budget = pause_budget("normal", "on", 2)
    assert (war.game.now.round, war.game.now.scrambles, war.game.now.cut) == (1, 0, 0)
    assert war.game.clock[0] == Clock(budget=budget)


@rule("timed.peek-open")
def test_a_look_at_cards_ends_with_the_phase():
    war = War().put(looked="enemy", look=2, looking=SCIENTIST)
    resolution(war.game)
    assert war.game.now.looked == ""


@rule("content.soldier-names")
@pytest.mark.parametrize(("task", "noted"), [("a mission", "a mission"), ("", "base defense")])
def test_the_memorial_names_the_task_or_the_step(task, noted):
    war = War().put(step="base defense")
    remember(war.game, "heavy1", task, 0.25)
    assert (war.game.memorial[0].task, war.game.memorial[0].odds) == (noted, 0.25)
