"""Companion mode: the app for the physical game."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from contract import GameContract
from games.xcom.warroom import rule
from xenotable.engine import Choose, Match, View, load, save
from xenotable.engine.viewing import prompt_of
from xenotable.games.xcom.content import OFFICER, book
from xenotable.games.xcom.rules.companion.pages import pages
from xenotable.games.xcom.rules.companion.session import Cue, cue, replies_on_leaving
from xenotable.games.xcom.rules.companion.timed import plain_brief
from xenotable.games.xcom.rules.generator.wave import unlocking_round
from xenotable.games.xcom.rules.roles import split_refusals
from xenotable.games.xcom.rules.timed.clock import is_alien
from xenotable.games.xcom.scenes import CoReports, Guide
from xenotable.games.xcom.show.companion import action_panel
from xenotable.games.xcom.state import Clock, Companion, Desk, PrintedPlan, Report, Setup, TableSetup
from xenotable.games.xcom.title import COMPANION, GAME

YELLOW = ("yellow",) * 6


class TestContract(GameContract):
    game = COMPANION

    def locator(self) -> str:
        return "xenotable.games.xcom"

    def test_same_seed_and_answers_give_the_same_bytes_in_any_process(self) -> None:
        one, two = (Match(COMPANION.new(TableSetup()), 4) for _ in range(2))
        assert self.finish(one, 4, 60) == self.finish(two, 4, 60)


class App:
    """The app at a table."""

    def __init__(self, seed: int = 1, **setup: Any) -> None:
        self.match = Match(COMPANION.new(TableSetup(**setup)), seed)

    @property
    def game(self) -> Companion:
        return self.match.game

    def say(self, key: str, value: Any, at: int | None = None) -> App:
        refusals = self.match.answer(0, value, key, at=at)
        assert not refusals, [f"{r.rule}: {r}" for r in refusals]
        return self

    def refused(self, key: str, value: Any) -> list[str]:
        refusals = self.match.answer(0, value, key)
        assert refusals
        return [r.rule for r in refusals]

    def open_keys(self) -> list[str]:
        return [a.key for a in self.match.open]

    def story(self) -> str:
        return "\n".join(View(self.match, 0).story())

    def phase(self) -> App:
        """The whole timed phase, DONE at once."""
        self.say("start", "start")
        while self.game.now.phase == "timed":
            self.say("done", self.game.clock[0].n)
        return self

    def pages(self) -> App:
        while self.game.now.phase == "guide":
            if "question" in self.open_keys():
                self.say("question", False)
            else:
                self.say("page", "next")
        return self

    def report(self, **answers: Any) -> App:
        """Without an answer about the mission: there is none in play."""
        for key, value in answers.items():
            self.say(key, value)
        if not self.game.draft[0].mission:
            self.say("mission", "none")
        return self.say("confirm", "confirm")


def at_reports(*colours: str) -> App:
    app = App(timer="off")
    app.game.reports.set(0, colours=colours or YELLOW)
    app.phase().pages()
    assert app.game.now.phase == "reports"
    return app


@rule("companion.scope", "companion.setup", "modes.companion")
def test_it_shows_what_the_table_needs_for_set_up():
    app = App(difficulty="hard", plan="harvest")
    lines = {(line.label, line.value) for p in COMPANION.panels(app.game, 0) if p.id == "setup" for line in p.lines}
    assert ("Plan", "Harvest") in lines
    assert ("Emergency Funding", "8 credits") in lines
    assert ("Asia", "panic 2") in lines
    assert sum(label == "Starting UFO" for label, _ in lines) <= 4
    assert app.open_keys() == ["start"]
    assert [r.rule for r in COMPANION.setup_refusals(TableSetup(players=5))] == ["companion.setup"]


CARD = PrintedPlan("Plan of the box", 3, 2, (0, 2, 0, 0, 0, 1))


@rule("companion.printed-plan")
def test_a_plan_of_the_box_brings_its_own_figures():
    app = App(difficulty="normal", plan="beachhead", printed=CARD)
    start = book().difficulties["normal"].start_panic
    assert app.game.now.panic == (start, start + 2, start, start, start, start + 1)
    lines = {(line.label, line.value) for p in COMPANION.panels(app.game, 0) if p.id == "setup" for line in p.lines}
    assert ("Plan", "Plan of the box") in lines
    app.say("start", "start")
    brief = plain_brief(app.game)
    assert (brief.plan, brief.clock, brief.orbit) == ("beachhead", 3, 2)
    coming = [place for a in app.game.secret[-1].coming if a.id == "ufos_detected" for place in a.places]
    assert coming.count("orbit") >= 2
    reports = [Report(0, "none", YELLOW)] * 4
    assert [unlocking_round("beachhead", reports[:n], CARD.clock) for n in (3, 4)] == [0, 4]
    assert unlocking_round("beachhead", reports) == 0  # ours takes longer


@rule("companion.printed-plan")
@pytest.mark.parametrize(
    ("plan", "card", "says"),
    [
        ("", CARD, "Say which of our plans the invasion shall grow like."),
        ("harvest", replace(CARD, name=" "), "The plan needs the name that is printed on it."),
        ("harvest", replace(CARD, clock=0), "The final mission is unlocked after 1 to 20 rounds, not 0."),
        ("harvest", replace(CARD, orbit=9), "Of a wave 0 to 8 UFOs go to orbit, not 9."),
        ("harvest", replace(CARD, panic=(8,) * 6), "Every continent starts on a yellow or red space: up to 6 more."),
    ],
)
def test_what_cannot_stand_on_a_plan(plan, card, says):
    assert [str(r) for r in COMPANION.setup_refusals(TableSetup(plan=plan, printed=card))] == [says]
    assert list(COMPANION.setup_refusals(TableSetup(plan="harvest", printed=CARD))) == []


@rule("companion.tutorial")
@pytest.mark.parametrize("seed", [1, 2])
def test_an_easy_evening_may_begin_with_the_tutorial_round(seed):
    app = App(seed, difficulty="easy", timer="on", tutorial=True)
    assert app.game.now.ufos == ()
    app.say("start", "start")
    assert (app.game.clock[0].action, app.game.clock[0].zero) == ("new_tech", None)  # without timers
    detected = [a.places for a in app.game.secret[-1].coming if a.id == "ufos_detected"]
    assert detected == [("north_america", "south_america")]
    assert [a.id for a in app.match.imagine(0, 5).game.secret[-1].coming][:2] == ["budget", "ufos_detected"]
    while app.game.now.phase == "timed":
        app.say("done", app.game.clock[0].n)
    app.pages().say("mission", "none").say("confirm", "confirm").say("start", "start", at=1_000)
    assert app.game.now.round == 2
    assert app.game.clock[0].zero is not None  # an Easy game with its timers
    refused = list(COMPANION.setup_refusals(TableSetup("normal", tutorial=True)))
    assert [r.rule for r in refused] == ["companion.tutorial"]


@rule("modes.companion", "companion.plan-data", "modes.seed")
def test_the_same_seed_and_reports_give_the_invasion_of_the_digital_game():
    app = App(seed=9, difficulty="normal", plan="black_signal", timer="off")
    digital = Match(GAME.new(Setup("normal", "black_signal", "off")), 9)
    assert app.game.secret[-1].seed == digital.game.secret[-1].seed
    app.say("start", "start")
    digital.answer(OFFICER, "start")
    assert app.game.secret[-1].coming == digital.game.secret[-1].coming
    assert app.game.now.headquarters == digital.game.now.headquarters


@rule("companion.timed")
def test_every_action_is_shown_and_done_is_always_taken():
    app = App(seed=3, difficulty="normal", plan="beachhead")
    app.say("start", "start", at=1_000)
    shown = []
    while app.game.now.phase == "timed":
        panel = action_panel(app.game)
        shown.append(app.game.clock[0].action)
        if shown[-1] == "budget":
            assert ("Credits", "13") in [(line.label, line.value) for line in panel.lines]
        if shown[-1].startswith("assign_research"):
            assert panel.lines[1].label == "Lab"
        app.say("done", app.game.clock[0].n)
    assert "crisis" in shown
    assert "deploy_squad" in shown
    assert shown[-1] == "ending"


@rule("companion.timed", "timed.alien-zero")
def test_it_keeps_the_clock_of_the_digital_game():
    app = App(seed=3, difficulty="normal", plan="beachhead").say("start", "start", at=0)
    app.match.tick(20_000)
    assert app.game.clock[0].action == "budget"
    app.say("pause", 1, at=22_000)
    app.say("pause", 1, at=27_000)
    assert app.game.clock[0].budget == 55_000
    while not is_alien(app.game.clock[0]):
        app.say("done", app.game.clock[0].n)
    app.match.tick(app.match.due())
    assert app.game.clock[0].expired


@rule("companion.sound")
def test_every_moment_has_its_own_sound_and_label():
    moments = [
        cue(Clock(0, "deploy_satellites", zero=13_000), 0),
        cue(Clock(0, "deploy_satellites", zero=13_000, scrambled=True), 0),
        cue(Clock(0, "crisis", zero=24_000), 0),
        cue(Clock(0, "crisis", zero=24_000), 20_000),
        cue(Clock(0, "crisis", zero=24_000, expired=True), 30_000),
        cue(Clock(0, "ending", zero=16_000), 0),
    ]
    assert len({m.tone for m in moments}) == len({m.label for m in moments}) == 6
    assert moments[3].label == "4 s"
    assert [m.label for m in moments[:3]] == ["XCOM", "SCRAMBLED", "ALIEN"]


@rule("companion.guide")
def test_pages_in_the_fixed_order_with_back():
    app = App(timer="off").phase()
    assert [p.id for p in pages(False)] == [
        "audit", "recruit", "crises", "research", "orbit", "globe", "base", "mission", "refresh", "return",
    ]  # fmt: skip
    assert [p.id for p in pages(True)][8:10] == ["final", "pressure"]
    app.say("page", "next").say("page", "next").say("page", "back")
    assert app.game.now.page == 1
    assert app.match.due() is None


@rule("companion.threat-helper")
def test_the_threat_counter():
    app = App(timer="off").phase()
    for _ in range(3):
        app.say("page", "next")
    for _ in range(4):
        app.say("threat", "+1")
    assert app.game.now.threat == 5
    assert app.refused("threat", "+1")
    app.say("threat", "reset")
    assert app.game.now.threat == 1
    for _ in range(3):
        app.say("page", "next")
    assert app.refused("threat", "reset")  # base defense


@rule("companion.ask-base")
def test_a_destroyed_base_is_announced():
    app = App(timer="off").phase()
    for _ in range(7):
        app.say("page", "next")
    app.say("question", True).say("finish", "finish")
    assert app.game.result.rule == "companion.ask-base"
    assert app.game.result.winners == ()
    app = at_reports().report(base=True)
    app.say("finish", "finish")
    assert app.game.result.rule == "companion.ask-base"


@rule("companion.ask-final", "companion.score")
def test_a_completed_final_mission_is_announced_with_its_score():
    app = App(timer="off", difficulty="hard", plan="beachhead").phase()
    for n in range(1, 7):
        app.game.reports.add(n, Report(0, "none", YELLOW))
    app.game.put(round=7, page=len(pages(True)) - 4)
    app.say("page", "next").say("question", True)
    app.game.draft.set(0, colours=("red", "red", "red", "orange", "yellow", "yellow"))
    app.say("ufos", 5).say("pool", 6).say("damage", 6).say("finish", "finish")
    assert app.game.result.rule == "companion.ask-final"
    assert app.game.result.scores == (91.0,)


@rule("companion.score")
def test_without_entries_there_is_no_score():
    app = at_reports().report(base=True).say("ufos", 3).say("finish", "finish")
    assert app.game.result.scores == ()


@rule("companion.ask-orbit", "companion.ask-mission", "companion.ask-panic", "companion.confirm")
def test_answers_can_be_changed_until_confirm_and_then_prepare_the_next_round():
    app = at_reports().say("orbit", 9).say("orbit", 2).say("mission", "play").say("panic", ("asia", "red"))
    app.report()
    assert app.game.reports[1] == Report(2, "play", ("yellow", "red", *YELLOW[2:]))
    app.say("start", "start")
    ids = [p.id for p in app.game.secret[-1].coming]
    assert "ufos_descend" in ids
    assert "choose_mission" not in ids


@rule("companion.ask-fallen-ufos")
def test_the_ufos_of_a_fallen_continent_are_asked_for_and_added():
    app = at_reports()
    assert "fallen" not in app.open_keys()
    app.say("orbit", 1).say("panic", ("asia", "orange")).say("fallen", 3)
    app.report()
    assert app.game.reports[1].orbit == 4


@rule("companion.validate")
def test_impossible_reports_are_refused_and_odd_ones_warned_of():
    app = at_reports("yellow", "orange", "red", "yellow", "yellow", "yellow")
    assert app.refused("orbit", 25) == ["engine.range"]
    assert app.refused("panic", ("asia", "red")) == ["companion.validate"]
    app.say("panic", ("australia", "yellow"))
    assert "Please check: Australia goes from red to yellow" in app.story()
    app.say("orbit", 0).say("panic", ("africa", "orange")).say("fallen", 10).say("orbit", 20)
    assert app.refused("confirm", "confirm") == ["companion.ask-mission", "companion.validate"]


@rule("companion.ask-mission", "companion.confirm")
def test_the_mission_is_asked_anew_every_round():
    app = at_reports().report(mission="completed")
    app.phase().pages()
    assert app.refused("confirm", "confirm") == ["companion.ask-mission"]
    app.say("mission", "play").report()
    assert [app.game.reports[n].mission for n in (1, 2)] == ["completed", "play"]


@rule("companion.confirm", "companion.guide")
def test_back_keeps_what_was_entered():
    app = at_reports().say("orbit", 5).say("mission", "play").say("panic", ("asia", "red")).say("back", "back")
    app.say("page", "back").pages().report()
    assert app.game.reports[1] == Report(5, "play", ("yellow", "red", *YELLOW[2:]))


@rule("companion.confirm", "companion.ask-fallen-ufos")
def test_confirm_does_not_stick_on_ufos_of_a_continent_that_has_not_fallen_after_all():
    app = at_reports().say("panic", ("asia", "orange")).say("fallen", 10).say("orbit", 20)
    app.say("panic", ("asia", "red")).report()
    assert app.game.reports[1].orbit == 20


@rule("companion.lose-panic")
def test_two_orange_continents_lose():
    app = at_reports().say("panic", ("asia", "orange")).say("panic", ("africa", "orange")).report()
    app.say("finish", "finish")
    assert app.game.result.rule == "companion.lose-panic"


@rule("companion.adjust")
def test_cards_of_the_table_can_be_entered_and_taken_back():
    app = App(seed=3, difficulty="normal", plan="beachhead").say("start", "start", at=0)
    assert app.refused("adjust", ("time", 0)) == ["companion.adjust"]
    assert app.refused("adjust", ("pause", 601)) == ["companion.adjust"]
    assert app.refused("adjust", ("sunshine", 1)) == ["engine.no-such-option"]
    app.say("adjust", ("time", 15)).say("adjust", ("pause", -33)).say("adjust", ("pause", 13))
    assert app.game.clock[0].zero == 35_000
    assert app.game.clock[0].budget == 40_000
    while app.game.now.phase == "timed":
        app.say("done", app.game.clock[0].n)
    app.say("adjust", ("pause", 20)).say("adjust", ("scramble", 1)).say("adjust", ("enemy", 1)).say("retract", 2)
    assert app.game.now.adjusted == (("pause", 20), ("scramble", 1))
    app.pages().report(orbit=0, mission="none")
    app.say("start", "start")
    assert app.game.clock[0].budget == 40_000
    assert sum(p.scrambled for p in app.game.secret[-1].coming) == 1
    assert app.game.now.adjusted == ()


@rule("companion.resume", "timed.leave")
def test_a_closed_app_resumes_at_the_same_page_and_paused():
    app = App(timer="off").phase().say("page", "next")
    again, note = load(save(app.match), COMPANION)
    assert note == ""
    assert again.game.now == app.game.now
    app = App(seed=3, difficulty="normal").say("start", "start", at=0).say("resumed", "resumed", at=5_000)
    assert app.game.clock[0].paused == 5_000


@rule("companion.history")
def test_the_history_tells_actions_times_and_reports():
    app = App(seed=3, difficulty="normal", plan="beachhead").say("start", "start", at=0)
    app.match.tick(20_000)
    while app.game.now.phase == "timed":
        app.say("done", app.game.clock[0].n)
    first = app.game.history[0]
    assert (first.action, first.ended - first.began, first.how) == ("new_tech", 20_000, "zero")
    app.pages().report(base=True).say("finish", "finish")
    panel = next(p for p in COMPANION.panels(app.game, 0) if p.id == "history")
    assert panel.lines[0].value == "20 s, zero"
    assert "rolls:" in app.story()


@rule("companion.odds")
def test_the_odds_panel_changes_nothing():
    app = App(timer="off").phase()
    for _ in range(3):
        app.say("page", "next")
    before = app.game.now
    app.say("odds", (3, 2, 1))
    assert app.game.now == before
    assert "until done 78.1%" in app.story()


def test_the_scenes_of_the_guide_are_plain_rows():
    assert (Guide(), CoReports()) == (Guide(), CoReports())
    assert Desk().threat == 1


@rule("roles.ai-fill")
def test_people_cover_all_roles_at_the_table():
    assert not [r for n in (1, 2, 3, 4) for r in COMPANION.setup_refusals(TableSetup(players=n))]
    assert [r.rule for r in split_refusals(((0, 1),), companion=True)] == ["roles.ai-fill"]


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("companion.sound")
@pytest.mark.parametrize(("clock", "now", "found"), [
    (Clock(action="crisis", zero=9_000, expired=True), 8_000, Cue("expired", "EXPIRED", (220, 220, 220))),
    (Clock(action="crisis", zero=9_000), 4_000, Cue("last-seconds", "5 s", (880,))),
    (Clock(action="crisis", zero=9_000), 7_001, Cue("last-seconds", "2 s", (880,))),
    (Clock(action="crisis", zero=9_000), 8_999, Cue("last-seconds", "1 s", (880,))),
    (Clock(action="crisis", zero=9_000), 3_999, Cue("alien", "ALIEN", (330, 262))),
    (Clock(action="crisis", zero=9_000), 9_000, Cue("alien", "ALIEN", (330, 262))),
    (Clock(action="crisis", zero=9_000, paused=8_000), 8_500, Cue("alien", "ALIEN", (330, 262))),
    (Clock(action="crisis", zero=None), 0, Cue("alien", "ALIEN", (330, 262))),
    (Clock(action="budget", zero=60_000), 0, Cue("xcom", "XCOM", (523, 659))),
    (Clock(action="budget", zero=60_000, scrambled=True), 0, Cue("scrambled", "SCRAMBLED", (440, 466, 440))),
    (Clock(action="ending", zero=60_000), 0, Cue("ending", "ENDING", (523, 392, 262))),
])  # fmt: skip
def test_what_the_device_sounds_and_shows(clock, now, found):
    assert cue(clock, now) == found


@rule("companion.printed-plan")
def test_the_limits_of_what_stands_on_a_plan():
    def wrong(**more: Any) -> int:
        return len([*COMPANION.setup_refusals(TableSetup(plan="harvest", printed=replace(CARD, **more)))])

    room = 7 - book().difficulties["normal"].start_panic
    for fine in (
        {"name": "A"}, {"name": "A" * 40}, {"clock": 1}, {"clock": 20}, {"orbit": 0}, {"orbit": 8},
        {"panic": (0,) * 6}, {"panic": (0, 0, 0, 0, 0, room)},
    ):  # fmt: skip
        assert wrong(**fine) == 0, fine
    for bad in (
        {"name": ""}, {"name": "A" * 41}, {"clock": 0}, {"clock": 21}, {"orbit": -1}, {"orbit": 9},
        {"panic": (0,) * 5}, {"panic": (0, 0, 0, 0, 0, room + 1)}, {"panic": (-1, 0, 0, 0, 0, 0)},
    ):  # fmt: skip
        assert wrong(**bad) == 1, bad


@rule("companion.adjust")
def test_how_many_seconds_a_card_may_give_or_take():
    app = App(seed=3, difficulty="normal", plan="beachhead").say("start", "start", at=0)
    for bad in (("pause", 0), ("pause", -601), ("time", -1), ("time", 601)):
        assert app.refused("adjust", bad) == ["companion.adjust"], bad
    for fine in (("pause", -600), ("pause", 600), ("time", 1), ("time", 600)):
        app.say("adjust", fine)
    while app.game.now.phase == "timed":
        app.say("done", app.game.clock[0].n)
    assert app.refused("adjust", ("pause", 0)) == app.refused("adjust", ("pause", -1)) == ["companion.adjust"]
    app.say("adjust", ("pause", 1))


@rule("companion.adjust", "timed.alien-zero")
def test_an_expired_action_gets_no_more_time():
    app = App(seed=3, difficulty="normal", plan="beachhead").say("start", "start", at=0)
    while not is_alien(app.game.clock[0]):
        app.say("done", app.game.clock[0].n)
    app.match.tick(10_000_000)
    assert app.game.clock[0].expired
    assert app.refused("adjust", ("time", 15)) == ["companion.adjust"]
    app.say("adjust", ("pause", 15))


@rule("companion.resume")
def test_who_closes_the_app_pauses_what_can_be_paused():
    app = App(seed=3, difficulty="normal", plan="beachhead")
    assert replies_on_leaving(app.game, 0, True) == ()
    app.say("start", "start", at=0)
    assert replies_on_leaving(app.game, 0, True) == ((0, "pause", (app.game.clock[0].n,)),)
    app.say("pause", app.game.clock[0].n, at=1_000)
    assert replies_on_leaving(app.game, 0, True) == ()
    assert replies_on_leaving(App(timer="off").say("start", "start").game, 0, True) == ()


@rule("companion.guide", "companion.ask-base", "companion.ask-final", exercises=["companion.guide"])
def test_the_odds_of_the_guide_and_its_questions():
    app = App(timer="off").phase()
    asked = list[str]()
    while app.game.now.phase == "guide":
        if "odds" in app.open_keys():
            options = next(a for a in app.match.open if a.key == "odds").options()
            assert (min(options), max(options), len(options)) == ((1, 1, 1), (8, 4, 5), 8 * 4 * 5)
        if "question" in app.open_keys():
            asked.append(app.match.open[0].rule)
            app.say("question", False)
        else:
            app.say("page", "next")
    assert asked == ["companion.ask-base"]


@rule("companion.score")
def test_the_entries_of_the_score_have_their_limits():
    app = at_reports().report(base=True)
    limits = {a.key: (a.low, a.high) for a in app.match.open if a.key != "finish"}
    assert limits == {"ufos": (0, 24), "pool": (0, 20), "damage": (0, 9)}
    app.say("ufos", 3).say("pool", 2).say("damage", 1).say("finish", "finish")
    assert app.game.result.winners == ()
    assert len(app.game.result.scores) == 1


@rule("companion.validate", "companion.ask-panic")
def test_reports_are_compared_with_those_of_the_round_before():
    app = at_reports().report(mission="none", panic=("asia", "red"))
    app.phase().pages()
    assert app.game.now.round == 2
    assert app.refused("orbit", 25) == ["engine.range"]
    app.say("panic", ("asia", "yellow"))
    assert "Please check: Asia goes from red to yellow in one round." in app.story()
    app.say("panic", ("africa", "orange")).say("orbit", 20).say("fallen", 4)
    app.say("mission", "none").say("confirm", "confirm")
    assert app.game.reports[2].orbit == 24  # as many as there are


@rule("companion.printed-plan", "companion.guide", "companion.timed")
def test_no_screen_names_a_card_that_the_box_does_not_have():
    app = App(difficulty="normal", plan="harvest", timer="off", printed=CARD)
    screens = list[str]()

    def look() -> None:
        for panel in COMPANION.panels(app.game, 0):
            screens.extend(f"{panel.title} {line.label} {line.value}" for line in panel.lines)
        for ask in app.match.open:
            options = ask.options() if isinstance(ask, Choose) else ()
            screens.extend([prompt_of(ask, app.game), *(ask.label(o) for o in options if ask.label)])

    look()
    app.say("start", "start")
    while app.game.now.phase == "timed":
        look()
        app.say("done", app.game.clock[0].n)
    while app.game.now.phase == "guide":
        look()
        app.say("question", False) if "question" in app.open_keys() else app.say("page", "next")
    look()
    app.report(mission="none")
    look()
    text = "\n".join([*screens, app.story()])
    assert len(text) > 5_000
    ours = {card.name for card in book().cards.values()} | {plan.name for plan in book().plans.values()}
    ours.discard("Emergency Funding")  # the pile of credits, which every box has
    assert [name for name in sorted(ours) if re.search(rf"\b{re.escape(name)}\b", text)] == []
