"""Timed phase: timers, DONE, Pause, EXPIRED and several people acting at once."""

from __future__ import annotations

import pytest

from games.xcom.timed_phase import late, on
from games.xcom.warroom import COMMANDER, LEADER, OFFICER, SCIENTIST, Planned, War, rule
from xenotable.engine import Match, View
from xenotable.games.xcom.content import book, text_of
from xenotable.games.xcom.rules.timed.clock import back_again, full_time, halve_time, pause_budget
from xenotable.games.xcom.show.panels import panels
from xenotable.games.xcom.state import UNLIMITED, Clock, Foe, Setup
from xenotable.games.xcom.title import GAME

# ---- time ------------------------------------------------------------------------------------------------------------


@rule("timed.durations", "timed.scramble-no-time")
@pytest.mark.parametrize(
    ("action", "seconds"),
    [
        ("new_tech", (25, 20, 15, 12)), ("budget", (12, 10, 8, 6)), ("crisis", (30, 24, 18, 14)),
        ("deploy_squad", (30, 25, 20, 15)), ("deploy_satellites", (16, 13, 10, 8)), ("defend_base", (24, 20, 16, 12)),
        ("ending", (20, 16, 12, 8)), ("assign_research_2", (30, 24, 18, 14)), ("enemy_in_base", (12, 10, 8, 6)),
    ],
)  # fmt: skip
def test_times_by_difficulty(action, seconds):
    for level, expected in zip(("easy", "normal", "hard", "impossible"), seconds, strict=True):
        war = on(Planned(action, scrambled=True), difficulty=level)
        if action != "deploy_squad":
            war.match  # noqa: B018  # starts it
        assert full_time(action, level, "on") == expected * 1000


@rule("timed.scramble-no-time")
def test_a_scrambled_action_keeps_its_time():
    assert on(Planned("deploy_satellites", scrambled=True)).left == on("deploy_satellites").left == 13_000


@rule("modes.timer-option")
def test_relaxed_doubles_every_figure_before_anything_else():
    war = on("deploy_satellites", timer="relaxed")
    assert war.left == 26_000
    assert war.clock.budget == 120_000
    assert halve_time(26_000) == 13_000
    assert pause_budget("normal", "relaxed", cut=20) == 100_000


@rule("modes.timer-off", "timed.ending")
def test_without_timers_nothing_expires_and_ending_waits_for_done():
    war = on("crisis", timer="off")
    war.tick(10**7)
    assert war.clock.action == "crisis"
    assert "pause" not in war.open_keys()
    war.act("crisis-market-crash").done().tick(10**8)
    assert war.clock.action == "ending"
    war.done()
    assert war.game.now.phase != "timed"


@rule("timed.clock")
def test_the_same_inputs_at_the_same_times_give_the_same_game():
    def played() -> War:
        war = on("deploy_satellites", "budget")
        war.say("pause", (0,), at=3_000).say("pause", (0,), at=8_000)
        return war.tick(18_000)

    one, two = played(), played()
    assert one.clock.action == "budget"
    assert one.clock.began == 18_000
    assert one.game.encoded() == two.game.encoded()


@rule("timed.one-at-a-time", "timed.no-assets-between")
def test_the_next_action_appears_when_the_current_one_has_ended():
    war = on("budget", "deploy_satellites")
    assert war.clock.action == "budget"
    war.done(at=2_000)
    assert (war.clock.action, war.clock.began) == ("deploy_satellites", 2_000)


@rule("timed.round")
def test_every_round_is_a_timed_phase_and_then_a_resolution_phase():
    match = Match(GAME.new(Setup("easy", "beachhead", "off", headquarters="asia")), 3)
    assert match.answer(OFFICER, "start") == []
    assert match.game.now.phase == "timed"
    assert match.game.now.round == 1
    while match.game.now.phase == "timed":
        if match.game.now.drawn and not match.game.now.chosen and match.game.clock[0].action == "crisis":
            assert match.answer(COMMANDER, (match.game.clock[0].n, match.game.now.drawn[0]), "act") == []
        assert match.answer(OFFICER, (match.game.clock[0].n,), "done") == []
    assert match.game.now.phase == "resolution"


# ---- what stands open ------------------------------------------------------------------------------------------------


@rule("timed.open-asks")
def test_several_asks_stand_open_side_by_side():
    war = War(timer="on").card("asset-standby-squad", "asset-theory-group").hand("war-bonds").timed("crisis")
    seats = {(a.seat, a.key) for a in war.match.open}
    assert {
        (COMMANDER, "act"), (OFFICER, "done"), (OFFICER, "pause"), (OFFICER, "instructions"),
        (LEADER, "asset-standby-squad"), (SCIENTIST, "asset-theory-group"), (SCIENTIST, "show"), (COMMANDER, "signal"),
    } <= seats  # fmt: skip
    war.say("asset-standby-squad", (("assault1", "base"),))
    assert "act" in war.open_keys(COMMANDER)


@rule("timed.open-asks")
def test_ending_has_no_ask_of_an_action():
    assert "act" not in on().open_keys()


@rule("timed.watch-cards")
def test_a_card_is_in_nobodys_way_before_the_last_chance():
    card = "asset-officer-training"
    war = War(timer="on").card(card).timed("emergency_funding")

    def waits() -> list[tuple[str, bool]]:
        mine = [ask for ask in war.match.open if ask.seat == COMMANDER and ask.key in ("act", card, "signal")]
        return [(ask.key, ask.can_wait) for ask in mine]

    assert waits() == [("act", False), (card, True), ("signal", False)]
    war.done()
    assert war.clock.action == "ending"
    assert waits() == [(card, False), ("signal", False)]
    war.say(card, "sniper1")
    assert war.game.cards[card].exhausted


def cards_of(war: War, seat: int) -> dict[str, str]:
    """The cards of a role as its screen shows them: what stands before the text of each."""
    panel = next(panel for panel in panels(war.match.game, seat) if panel.id == "cards")
    return {line.on: line.value.removesuffix(text_of(line.on)) for line in panel.lines}


@rule("timed.open-asks", "timed.watch-cards", "cards.no-effect", "cards.exhaust", "cards.pay-first")
def test_a_card_that_cannot_be_used_is_no_question_and_says_why():
    train, uplink, codec = "asset-officer-training", "asset-uplink-relay", "tech-burst-codec"
    war = War(timer="on").card(train, uplink, "tech-skyhook", codec)
    for sat in [i for i, u in war.game.units.items() if u.kind == "satellite"]:
        war.game.units.set(sat, exhausted=True)
    for unit in [i for i, u in war.game.units.items() if u.kind == "interceptor"]:
        war.game.units.set(unit, place="pool")
    war.timed("deploy_interceptors")
    assert {train, codec} <= set(war.open_keys())
    assert not {uplink, "tech-skyhook"} & set(war.open_keys())
    assert cards_of(war, COMMANDER)["tech-skyhook"] == "Not now: Skyhook Carriers would change nothing now. "
    assert cards_of(war, OFFICER)[uplink] == "Not now: Uplink Relay needs 1 ready satellite in the reserve. "
    assert war.refused(uplink, (("int1", "europe"),)) == ["cards.pay-first", "cards.no-effect"]
    assert cards_of(war, COMMANDER)[train] == "Usable now. "
    war.say(train, "sniper1")
    assert train not in war.open_keys()
    assert cards_of(war, COMMANDER)[train] == "Exhausted. "
    assert war.refused(train, "heavy1")[0] == "cards.exhaust"


@rule("timed.atomic", "actions.one-place")
def test_the_first_command_wins_and_the_second_is_refused():
    war = War(timer="on").card("asset-officer-training")
    for u in [i for i, u in war.game.units.items() if u.kind == "soldier" and i != "sniper1"]:
        war.game.units.set(u, place="pool")
    war.timed("defend_base")
    war.say("asset-officer-training", "sniper1")
    assert war.cannot("sniper1", "base") == ["actions.one-place"]


@rule("timed.stale")
def test_done_for_an_action_that_is_over_never_ends_the_next_one():
    war = on("emergency_funding", "deploy_interceptors").tick(10_000)
    assert war.clock.action == "deploy_interceptors"
    assert war.refused("done", (0,)) == ["timed.stale"]
    assert war.refused("pause", (0,)) == ["timed.stale"]
    assert war.left == 25_000


@rule("timed.stale", "timed.xcom-zero", "timed.done")
def test_a_late_placement_is_refused_by_how_its_action_ended():
    war = on("deploy_interceptors", "deploy_interceptors").act("int1", "asia", at=24_000).act("int2", "asia", at=24_000)
    assert war.refused("act", (0, "int3", "asia"), at=26_000) == ["timed.xcom-zero"]
    assert war.units_in("asia") == 2
    war = on("deploy_interceptors", "deploy_interceptors").done(at=1_000)
    assert war.refused("act", (0, "int3", "asia")) == ["timed.done"]


@rule("timed.stale", "timed.xcom-zero", "modes.online-clock")
def test_a_late_click_hears_that_the_time_ran_out_and_what_that_cost():
    war = on("choose_mission", "deploy_interceptors", grace=500)
    chosen, done = war.match.id(war.ask("act")), war.match.id(war.ask("done"))
    card = war.game.now.drawn[0]
    assert war.match.answer(LEADER, (0, card), chosen, at=24_500 - 1) == []  # within the grace it counts
    assert war.clock.action == "choose_mission"
    war = on("choose_mission", "deploy_interceptors", grace=500)
    rule_, says = late(war, LEADER, chosen, (0, card), 24_600)
    assert rule_ == "timed.xcom-zero"
    assert says == "The time of Choose Mission ran out: both cards are discarded, there is no mission this round."
    rule_, says = late(war, OFFICER, done, (0,), 24_700)
    assert rule_ == "timed.stale"
    assert says == "Choose Mission has ended (its time ran out); Deploy Interceptors keeps its full time."
    assert war.left == 25_000


@rule("timed.done", "timed.stale", "timed.watch-cards")
def test_a_late_click_hears_how_the_phase_ended():
    war = War(timer="on").card("asset-standby-squad").timed("deploy_interceptors")
    fly = war.match.id(war.ask("act"))
    card = war.match.id(war.ask("asset-standby-squad"))
    war.done(at=2_000)
    assert late(war, COMMANDER, fly, (0, "int1", "asia"), 2_100) == (
        "timed.done",
        "Deploy Interceptors has ended by DONE: nothing more can be placed in it.",
    )
    war.done(at=3_000)
    assert late(war, COMMANDER, fly, (0, "int1", "asia"), 3_100)[1].startswith("The timed phase is over")
    rule_, says = late(war, LEADER, card, (("sniper1", "base"),), 3_200)
    assert (rule_, says[:25]) == ("timed.watch-cards", "The timed phase is over: ")
    assert war.units_in("asia") == 0


@rule("timed.xcom-zero")
def test_an_xcom_action_ends_at_zero_finished_or_not():
    war = on("deploy_interceptors").act("int1", "asia", at=24_000).tick(25_000)
    assert war.clock.action == "ending"
    assert war.units_in("asia") == 1


@rule("timed.forced-choice")
def test_a_forced_choice_left_open_takes_the_first_possibility():
    war = War(timer="on").deck("enemy", "puppeteer").mission("downed-saucer")
    war.game.foes.add("mission1", Foe())
    war.game.secret.set(-1, down=(("mission1", "enemy-puppeteer"),))
    war._unshelve("enemy", "enemy-puppeteer")
    war.panic(africa=0, asia=0).timed("deploy_squad")
    assert war.options("tie:least") == ["africa", "asia"]
    war.tick(25_000)
    assert war.at("africa") == 1
    assert war.at("asia") == 0


@rule("timed.forced-choice", "timed.done-refused")
def test_an_alien_action_waits_for_a_forced_choice():
    war = War(plan="quiet_coup", timer="on").deck("enemy", "puppeteer").timed("enemy_in_base")
    assert war.refused("done", (0,)) == ["timed.forced-choice"]
    war.say("tie:least", "asia").done(at=1_000)
    assert war.at("asia") == 2
    assert war.clock.action == "ending"


@rule("timed.commit")
def test_a_choice_may_be_changed_until_the_action_ends():
    war = War(timer="on").deck("mission", "downed-saucer", "convoy-rescue").timed("choose_mission")
    war.act("mission-downed-saucer").act("mission-convoy-rescue")
    assert not war.game.ventures
    war.done()
    assert war.game.ventures["mission"].card == "mission-convoy-rescue"
    assert war.game.decks["mission"].discard == ("mission-downed-saucer",)
    assert not war.game.foes


@rule("timed.takeback")
def test_a_unit_moves_within_its_action_and_not_after_it():
    war = on("deploy_interceptors", "deploy_interceptors").act("int1", "asia").act("int1", "europe")
    assert war.unit("int1").place == "europe"
    war.act("int1", "reserve").act("int1", "asia").done()
    assert "actions.one-place" in war.cannot("int1", "europe")
    assert "timed.takeback" in war.cannot("int1", "reserve")


@rule("timed.peek-open", "effects.peek")
def test_a_look_is_over_as_soon_as_a_card_is_drawn():
    war = War(timer="off").card("tech-crisis-forecast")
    war.deck("crisis", "market-crash", "capital-riots", "false-calm", "lab-fire").timed("budget", "crisis")
    war.say("tech-crisis-forecast", "use")
    assert war.ask("peek-order").items == tuple(
        f"crisis-{c}" for c in ("market-crash", "capital-riots", "false-calm", "lab-fire")
    )
    war.done()
    assert "peek-order" not in war.open_keys()
    assert war.game.now.drawn == ("crisis-market-crash", "crisis-capital-riots")


@rule("timed.peek-open")
def test_a_new_order_is_known_to_the_user_alone():
    war = War(timer="off").card("asset-signal-analysis").deck("crisis", "market-crash", "capital-riots", "false-calm")
    war.timed("budget", "crisis").say("asset-signal-analysis", 0)
    order = ("crisis-false-calm", "crisis-market-crash", "crisis-capital-riots")
    assert View(war.match, OFFICER).game.secret[OFFICER].peeked
    assert not View(war.match, COMMANDER).game.secret[OFFICER].peeked
    war.say("peek-order", order).done()
    assert war.game.now.drawn == order[:2]
    assert all(e.value is None for e in View(war.match, COMMANDER).tape() if e.key == "peek-order")
    war.match.imagine(COMMANDER, 1)


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("timed.pause-budget", "timed.expired-halves")
def test_figures_of_the_clock_at_their_limits():
    easy = book().difficulties["easy"].pause
    assert pause_budget("easy", "on") == (UNLIMITED if easy < 0 else easy * 1000)
    assert pause_budget("normal", "on", cut=10_000) == 0
    assert pause_budget("normal", "off") == UNLIMITED
    assert [halve_time(full) for full in (4_000, 6_000, 7_000, 8_000, 15_000)] == [3_000, 3_000, 4_000, 4_000, 8_000]


@rule("timed.leave")
def test_a_pause_that_stood_while_the_program_was_closed_goes_on():
    clock = Clock(0, "deploy_satellites", zero=13_000, budget=60_000, paused=5_000)
    back = back_again(clock, 8_000, 100_000)
    assert (back.zero, back.paused) == (105_000, 97_000)
    running = back_again(Clock(0, "deploy_satellites", zero=13_000, budget=60_000), 8_000, 100_000)
    assert (running.zero, running.paused) == (105_000, 100_000)
    spent = back_again(Clock(0, "deploy_satellites", zero=13_000, budget=0), 8_000, 100_000)
    assert (spent.zero, spent.paused) == (105_000, None)


@rule("timed.ready-signal")
def test_every_role_may_signal_once():
    war = on("deploy_satellites")
    assert sorted(a.seat for a in war.match.open if a.key == "signal") == [0, 1, 2, 3]
    war.say("signal", "ready", seat=LEADER)
    assert list(war.ask("signal", LEADER).among()) == ["pause"]
    war.say("signal", "pause", seat=LEADER)
    assert LEADER not in [a.seat for a in war.match.open if a.key == "signal"]
    assert (war.clock.ready, war.clock.wanted) == ((LEADER,), (LEADER,))


@rule("timed.done", "timed.ending")
def test_when_the_phase_is_over_units_belong_to_no_action():
    war = on("deploy_interceptors").act("int1", "asia").done().done()
    assert war.game.now.phase == "resolution"
    assert {u.action for u in war.game.units.values()} == {-1}
