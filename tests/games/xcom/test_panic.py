"""Panic: the track, and what a fall means. Winning, losing and the end of a round."""

from __future__ import annotations

import pytest

from games.xcom.warroom import LEADER, OFFICER, YELLOW, Planned, Report, War, rule
from xenotable.engine import NOBODY, Match
from xenotable.games.xcom.content import CONTINENTS, colour
from xenotable.games.xcom.rules.effects.context import Rise
from xenotable.games.xcom.rules.panic import calm, fall, least, most, reported_colours, rise
from xenotable.games.xcom.rules.victory import points, score
from xenotable.games.xcom.scenes import (
    BaseCheck,
    GlobePanic,
    MissionFight,
    OrbitPanic,
    Prepare,
    Refresh,
    Reports,
    Return,
)
from xenotable.games.xcom.state import Setup
from xenotable.games.xcom.title import GAME


@rule("panic.track")
@pytest.mark.parametrize(("space", "name"), [(0, "yellow"), (3, "yellow"), (4, "red"), (7, "red"), (8, "orange")])
def test_colours_of_the_panic_track(space, name):
    assert colour("panic", space) == name


@rule("panic.report-colours")
def test_a_report_names_the_colour_of_each_continent_not_its_space():
    war = War().calm(0).panic(asia=4, africa=8).fallen("europe")
    expected = {"asia": "red", "africa": "orange", "europe": "orange"}
    assert reported_colours(war.game) == tuple(expected.get(c, "yellow") for c in CONTINENTS)


@rule("panic.top")
def test_rises_beyond_orange_are_lost():
    war = War().panic(asia=7).ufos(asia=3).play(GlobePanic("asia"))
    assert war.match.game.continents["asia"].panic == 8


@rule("panic.bottom")
def test_panic_does_not_fall_below_zero():
    war = War().panic(asia=1)
    calm(war.game, "asia", 2, "effects.reduce_panic")
    assert war.at("asia") == 0


@rule("panic.most")
def test_a_continent_on_orange_is_not_the_most_panicked():
    war = War().panic(asia=8, europe=6, africa=6)
    assert most(war.game) == ["africa", "europe"]


@rule("panic.least")
def test_a_fallen_continent_is_not_the_least_panicked():
    war = War().calm(2).panic(asia=1).fallen("africa")
    assert least(war.game) == ["asia"]


@rule("panic.nobody")
def test_an_effect_that_finds_nobody_does_nothing():
    war = War().calm(8).ufos(orbit=2).play(OrbitPanic())
    assert war.match.over


@rule("panic.rise")
def test_one_space_at_a_time():
    war = War().panic(asia=2)
    list(rise(war.game, "asia", Rise(), "panic.rise"))
    assert war.at("asia") == 3


@rule("panic.fall-when", "panic.fall-ufos", "panic.fall-count", "panic.fallen")
def test_a_continent_on_orange_falls_at_the_report_and_its_ufos_count_in_orbit():
    war = War().panic(asia=8).ufos(orbit=1, asia=3).play(Reports())
    assert war.match.game.continents["asia"].fallen
    assert war.game.now.orbit == 4
    assert war.game.reports[1].orbit == 4
    assert war.game.reports[1].colours[1] == "orange"
    told = war.story()
    assert told.index("Report: 1 UFO in orbit.") < told.index("Asia falls into panic; UFOs that move to orbit: 3.")
    calm(war.game, "asia", 2, "effects.reduce_panic")
    assert war.at("asia") == 8


@rule("panic.fall-when", "effects.reduce_panic")
def test_before_the_report_a_continent_can_still_be_saved():
    from xenotable.games.xcom.scenes import Rewards

    war = War().mission("council-summit", 3).panic(europe=8).play(Rewards((0,)), Reports())
    assert war.match.game.continents["europe"].panic == 6
    assert not war.game.continents["europe"].fallen
    assert War().panic(europe=8).play(Reports()).match.game.continents["europe"].fallen


@rule("panic.fallen")
def test_a_fallen_continent_is_never_chosen_and_does_not_move():
    war = War().calm(2).panic(asia=0)
    fall(war.game, "asia")
    assert "asia" not in least(war.game)
    list(rise(war.game, "asia", Rise(), "panic.rise"))
    assert war.at("asia") == 0


# ---- end of the round ------------------------------------------------------------------------------------------------


@rule("endround.refresh-cards", "endround.no-cards")
def test_exhausted_cards_are_refreshed_first():
    war = War().card("asset-field-surgeon", exhausted=True).put(hq_used=True).play(Refresh())
    assert not war.match.game.cards["asset-field-surgeon"].exhausted
    assert not war.game.now.hq_used
    assert war.open_keys() == ["start"]


@rule("endround.refresh-units")
def test_only_units_in_the_reserves_are_refreshed():
    war = War()
    war.assign("satellite", "orbit", 1, exhausted=True)
    war.game.units.set("sat2", exhausted=True)
    war.play(Refresh())
    assert war.match.game.units["sat1"].exhausted
    assert not war.game.units["sat2"].exhausted


@rule("cards.pay-satellite")
@rule("endround.return-exhausted", exercises=["endround.refresh-units"])
def test_a_price_in_the_reserve_is_over_a_round_sooner_than_a_loss_on_the_board():
    war = War().card("asset-uplink-relay")
    war.assign("interceptor", "asia", 1)
    war.assign("satellite", "orbit", 1, exhausted=True)
    war.timed("budget").say("asset-uplink-relay", (("int1", "europe"),))
    paid = next(u for u, row in war.game.units.items() if row.exhausted and row.place == "reserve")
    war.put(phase="resolution").play(Refresh())
    assert not war.match.game.units[paid].exhausted
    assert war.unit("sat1").exhausted


@rule("endround.discards")
def test_discards_go_below_in_the_order_of_discarding():
    war = War().deck("crisis", "lab-fire", "false-calm")
    war.game.decks.set("crisis", discard=("crisis-power-drain", "crisis-media-leak"))
    war._unshelve("crisis", "crisis-power-drain", "crisis-media-leak")
    war.play(Refresh())
    assert war.match.game.decks["crisis"].below == ("crisis-power-drain", "crisis-media-leak")
    assert war.game.decks["crisis"].discard == ()


@rule("endround.return", "mission.abandon", "mission.persist")
def test_all_units_return_but_soldiers_on_missions():
    war = War().mission("convoy-rescue").mission("beachhead")
    war.squad("mission", "heavy")
    war.squad("final", "sniper")
    war.squad("base", "support")
    war.assign("interceptor", "asia", 2)
    war.play(MissionFight("mission")).go(attack=[None])
    war.play(Return())
    assert war.match.game.units["heavy1"].place == "mission"
    assert war.unit("sniper1").place == "final"
    assert war.units_in("reserve", "interceptor") == 6
    assert war.unit("support1").place == "reserve"


@rule("endround.elite", "effects.train")
def test_a_trained_soldier_returns_elite():
    war = War().card("asset-officer-training").timed("budget").say("asset-officer-training", "heavy1")
    assert war.unit("heavy1").place == "card"
    war.put(phase="resolution").play(Return())
    assert war.match.game.units["heavy1"].elite
    assert war.unit("heavy1").place == "reserve"


@rule("units.elite-max")
def test_there_is_no_fifth_elite_soldier():
    war = War()
    for s in ("heavy1", "heavy2", "sniper1", "sniper2"):
        war.game.units.set(s, elite=True)
    war.assign("support", "card", 1)
    war.play(Return())
    assert not war.match.game.units["support1"].elite


@rule("endround.report-orbit", "endround.report-mission", "endround.report-panic")
def test_the_game_fills_in_the_reports():
    war = War().calm(0).panic(asia=5).ufos(orbit=2).mission("convoy-rescue").play(Reports())
    war.match  # noqa: B018
    assert war.game.reports[1] == Report(2, "play", ("yellow", "red", *YELLOW[2:]))
    war = War().put(report="completed").play(Reports())
    assert war.match.game.reports[1].mission == "completed"


@rule("endround.prepare", "play.decisions-end")
def test_the_central_officer_starts_the_next_phase_without_a_timer():
    war = War(timer="on").play(Prepare(2))
    war.game.reports.add(1, Report(0, "none", YELLOW))
    assert war.asked() == (OFFICER, "start")
    assert war.match.due() is None
    war.say("start", "start", at=7_000)
    assert war.clock.began == 7_000


# ---- the end of the game ---------------------------------------------------------------------------------------------


@rule("victory.lose-panic")
def test_two_fallen_continents_lose_the_game_for_all():
    war = War().panic(asia=8).play(Reports())
    assert war.match.game.result is None
    war = War().panic(asia=8, europe=8).play(Reports())
    assert war.match.game.result.rule == "victory.lose-panic"
    assert war.game.result.winners == ()


@rule("victory.lose-base", "base.check")
def test_a_destroyed_base_loses_before_the_mission():
    from xenotable.games.xcom.rules.base.damage import damage_base

    war = War().put(damage=9)
    list(damage_base(war.game, "base.damage"))
    assert war.game.now.damage == 9
    war.play(BaseCheck())
    assert war.match.game.result.rule == "victory.lose-base"


@rule("base.check-late", "victory.told")
def test_the_base_on_orange_is_checked_again_at_the_reports():
    war = War().put(damage=9).play(Reports())
    assert war.match.game.result.rule == "victory.lose-base"


@rule("victory.win", "finale.win", "victory.order", "roles.cooperative")
def test_a_completed_final_mission_wins_even_with_two_continents_on_orange():
    war = War().mission("beachhead", 2, t3="boss-spire-warden").panic(asia=8, africa=8)
    war.game.foes.set("final3", tokens=2)
    war.squad("final", "heavy")
    war.play(MissionFight("final"), Reports()).roll(5, 1, 1).go(attack="final3", icon=["heavy1", None])
    assert war.match.game.result.rule == "victory.win"
    assert war.game.result.winners == (0, 1, 2, 3)


@rule("victory.no-other-end")
def test_running_out_of_everything_does_not_end_the_game():
    war = War().put(emergency=0, credits=0, round=30)
    for u in list(war.game.units):
        if war.game.units[u].kind in ("soldier", "interceptor"):
            war.game.units.set(u, place="pool")
    for r in range(1, 30):
        war.game.reports.add(r, Report(0, "none", YELLOW))
    war.play(Reports())
    assert war.match.game.result is None
    assert war.open_keys() == ["start"]


@rule("victory.concede")
def test_giving_up_is_a_loss():
    match = Match(GAME.new(Setup()), 1)
    assert match.concede(LEADER) == []
    assert match.game.result.rule == "victory.concede"
    assert match.game.result.winners == ()
    assert match.game.result.scores == (float(score(match.game, False)),) * 4


@rule("victory.score")
def test_the_score_of_the_example():
    assert points(True, "hard", ufos=5, pool=6, reds=3, oranges=1, damage=6) == 91
    war = War("hard").calm(0).panic(asia=4, africa=5, europe=7).put(damage=6).ufos(orbit=2, asia=3)
    war.fallen("australia")
    for u in ("assault1", "assault2", "heavy1", "heavy2"):
        war.game.units.set(u, place="pool")
    for u in ("assault3", "heavy3", "sniper3", "support3"):
        war.game.units.set(u, place="reserve")
    assert score(war.game, True) == 91
    assert points(False, "easy", 24, 0, 0, 2, 9) == -52


@rule("panic.least")
def test_other_continents_stand_at_a_tie_closed():
    war = War().calm(3).panic(asia=1, africa=1).ufos(orbit=1).fallen("europe").play(OrbitPanic(1))
    assert set(war.options("tie:least")) == {"asia", "africa"}
    assert war.refused("tie:least", "australia") == ["panic.least"]
    assert war.refused("tie:least", "europe") == ["panic.fallen"]


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("panic.rise", "panic.top")
def test_what_does_not_rise():
    war = War().calm(2).panic(asia=8).fallen("africa")
    for continent in ("asia", "africa"):
        list(rise(war.game, continent, Rise(), "globe.panic"))
    assert (war.at("asia"), war.at("africa")) == (8, 8)
    rises = Rise()
    rises.left["europe"] = 1  # one space was cancelled beforehand
    list(rise(war.game, "europe", rises, "globe.panic"))
    assert (war.at("europe"), rises.left["europe"]) == (2, 0)
    list(rise(war.game, "europe", rises, "globe.panic"))
    assert war.at("europe") == 3


@rule("panic.fall-ufos", "panic.fallen")
def test_a_fallen_continent_keeps_no_ufo():
    war = War().ufos(orbit=2, asia=3).panic(asia=8)
    fall(war.game, "asia")
    row = war.game.continents["asia"]
    assert (row.fallen, row.ufos, war.game.now.orbit) == (True, 0, 5)


@rule("endround.report-orbit", "endround.prepare")
def test_the_next_round_is_prepared_with_nothing_left_of_the_last():
    war = War().ufos(orbit=2).put(round=3)
    war.game.secret.set(NOBODY, coming=(Planned("budget"),), focus="terror", rolls=(("x", 6, 1),))
    war.play(Reports())
    assert "Report: 2 UFOs in orbit." in war.story()
    assert (war.game.now.phase, war.game.reports[3].orbit) == ("prepare", 2)
    secret = war.game.secret[NOBODY]
    assert (secret.coming, secret.focus, secret.rolls) == ((), "", ())
    assert war.ask("start").args == {"n": 4}
