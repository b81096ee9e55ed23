"""Rulings are the players' choice: each rule as we rule, and as a table may read it instead."""

import pytest

from games.xcom.warroom import War
from readings import both
from xenotable.games.xcom.rules.panic import Rise, rise
from xenotable.games.xcom.scenes import BaseFight, Refresh, Reports
from xenotable.games.xcom.state import Planned


@pytest.mark.rule("xcom.timed.expired-halves", "xcom.timed.expired-halves=xcom-only")
def test_which_action_an_expired_one_shortens():
    for chosen, times in both("timed.expired-halves=xcom-only", (5_000, 13_000), (10_000, 7_000)):
        war = War(timer="on", readings=chosen).timed("enemy_in_base", "enemy_in_base", "deploy_satellites")
        war.tick(10_000).done(at=11_000)
        first = war.left  # of the second alien action
        war.done(at=12_000)
        assert (first, war.left) == times
        war = War(timer="on", readings=chosen).timed("enemy_in_base", "deploy_satellites", "budget")
        war.tick(10_000).done(at=11_000)
        assert war.left == 7_000
        war.done(at=12_000)
        assert war.left == 10_000  # once is enough


@pytest.mark.rule("xcom.actions.hand-leftover", "xcom.actions.hand-leftover=kept")
def test_what_becomes_of_cards_left_in_hand():
    for chosen, left in both("actions.hand-leftover=kept", 0, 2):
        war = War(readings=chosen).hand("war-bonds", "press-office").play(Refresh())
        assert war.match.game.now.hand == left


@pytest.mark.rule("xcom.actions.hand-leftover=kept")
def test_a_hand_that_was_kept_is_filled_up_to_six():
    for chosen, drawn in both("actions.hand-leftover=kept", 8, 6):
        war = War(readings=chosen).hand("war-bonds", "press-office").timed("new_tech")
        assert war.game.now.hand == drawn


@pytest.mark.rule("xcom.panic.fall-when", "xcom.panic.fall-when=at-once")
def test_when_a_continent_on_orange_falls():
    for chosen, fallen in both("panic.fall-when=at-once", False, True):
        war = War(readings=chosen).panic(asia=7).ufos(orbit=1, asia=3)
        for _ in rise(war.game, "asia", Rise(), "globe.panic"):
            pytest.fail("nobody has a card to answer with")
        assert war.game.continents["asia"].panic == 8
        assert war.game.continents["asia"].fallen is fallen
        assert war.game.now.orbit == (4 if fallen else 1)
        war.play(Reports())
        assert war.match.game.continents["asia"].fallen
        assert war.game.now.orbit == 4  # its UFOs go there once


@pytest.mark.rule("xcom.base.elite", "xcom.base.elite=missions-only")
def test_whether_an_elite_soldier_has_its_die_in_the_base():
    for chosen, n in both("base.elite=missions-only", 3, 2):
        war = War(readings=chosen)
        war.foe("carapace-brute")
        war.squad("base", "heavy*")
        war.play(BaseFight()).roll(*[1] * n, 8).go(attack=["base1"], icon=["heavy1"])
        assert [len(e.value) for e in war.match.tape if e.key == "roll"] == [n]


@pytest.mark.rule("xcom.timed.mechanical", "xcom.timed.mechanical=ufos-by-hand")
def test_who_places_ufos():
    for chosen, by_hand in both("timed.mechanical=ufos-by-hand", False, True):
        war = War(readings=chosen).timed(Planned("ufos_detected", places=("asia", "asia", "orbit")), "budget")
        assert any(ask.key == "act" for ask in war.match.open) is by_hand
        if by_hand:
            assert war.refused("done", (war.game.clock[0].n,)) == ["timed.done-refused"]
            assert war.cannot("orbit") == ["actions.ufos-detected"]
            war.act("asia").act("asia")
            assert war.game.continents["asia"].ufos == 2
            war.act("orbit")
        before = (war.game.continents["asia"].ufos, war.game.now.orbit)
        war.done()
        assert (war.game.continents["asia"].ufos, war.game.now.orbit) == (2, 1)
        assert before == ((2, 1) if by_hand else (0, 0))
        assert war.game.now.credits == 13  # the budget, which appears next, is formed by the game in either reading


@pytest.mark.rule("xcom.timed.mechanical=ufos-by-hand", "xcom.actions.descend-fewer")
def test_ufos_that_descend_by_hand_end_with_those_in_orbit():
    war = War(readings=("timed.mechanical=ufos-by-hand",)).ufos(orbit=1)
    war.timed(Planned("ufos_descend", places=("asia", "europe")), "budget").act("asia")
    assert (war.game.now.orbit, war.game.continents["asia"].ufos) == (0, 1)
    assert war.cannot("europe") == ["actions.ufos-descend"]
    war.done()
    assert war.game.continents["europe"].ufos == 0
