"""Chapter solo: the machine plays by the rules, from what it may know, and says why."""

import random
import re

import pytest

from games.killteam.field import Field, rule
from xenotable.engine import Choose, Forecast, Match, View
from xenotable.games.killteam.opponent import setup as opponent_setup
from xenotable.games.killteam.opponent import tactics
from xenotable.games.killteam.opponent.attacks import reroll, subject
from xenotable.games.killteam.opponent.position_value import (
    best_shot,
    choose_option,
    doctrine_weights,
    never_suicide,
    rough,
    wants_engage,
    worth,
)
from xenotable.games.killteam.rules.content import rosters
from xenotable.games.killteam.scenes import Act, Activate, Firefight, Turn
from xenotable.games.killteam.state import CONCEAL, ENGAGE, BattleSetup
from xenotable.games.killteam.title import GAME
from xenotable.players import play_out, player


def two(solo=("", ""), **k):
    return (
        Field(solo=solo)
        .operative("a1", "cw-warden", 5, 5, **k)
        .operative("b1", "fp-penitent", 5, 12, wounds=2)
        .cp(1, 0)
    )


def advice(field, key):
    ask = next(a for a in field.match.open if a.key == key)
    world = field.match.imagine(ask.seat, b"x" * 16)
    mine = next(a for a in world.open if a.key == key)
    return tactics.advise(world, ask.seat, mine, random.Random(1).random)


@rule("solo.all-decisions", "solo.same-rules", "solo.fair-information", "solo.seeded", "solo.takeover", "solo.hint")
def test_a_whole_battle_between_machines_is_legal_and_repeatable():
    def played():
        setup = BattleSetup(
            "salvage-run", (rosters.default_roster("carrion-brood"), rosters.default_roster("veil-court"))
        )
        match = Match(GAME.new(setup), 11)
        play_out(match, {s: player("tactician", GAME, f"11:{s}") for s in (0, 1)})
        return match

    one = played()
    assert one.game.result is not None
    assert played().game.encoded() == one.game.encoded()
    assert list(GAME.invariants(one.game)) == []


@rule("solo.explain", "solo.activation-choice")
def test_the_choice_is_explained_with_its_rivals():
    field = two().operative("a2", "cw-warden", 25, 20).play(Firefight(0), stop="activate")
    answer, why = advice(field, "activate")
    assert answer == "a1"
    assert "It promises most. Next best: " in why
    assert not re.search(r"\d\.\d", why)  # no scores


@rule("solo.levels")
def test_a_recruit_picks_among_the_best_and_keeps_its_ploys():
    from xenotable.games.killteam.opponent.position_value import Scored

    field = two(("recruit", ""))
    options = [Scored(float(n), n, str(n)) for n in range(10)]
    picks = {choose_option(field.game, 0, options, random.Random(s).random)[0] for s in range(60)}
    assert picks <= {4, 5, 6, 7, 8, 9}
    assert len(picks) > 2
    assert choose_option(two().game, 0, options, random.Random(1).random)[0] == 9
    assert opponent_setup.ploy(field.game, 0, None, random.Random(1).random)[0] is None


@rule("solo.order-choice")
def test_orders():
    field = two()
    assert wants_engage(field.game, "a1")
    sniper = Field().operative("a1", "cw-deadeye", 5, 5).operative("b1", "fp-penitent", 25, 20)
    assert not wants_engage(sniper.game, "a1")
    field.play(Activate("a1"), stop="order")
    assert advice(field, "order")[0] in (ENGAGE, CONCEAL)


@rule("solo.never-suicide")
def test_a_hot_weapon_weighs_its_burn():
    from xenotable.games.killteam.rules.datacards.attack_terms import shot_terms
    from xenotable.games.killteam.rules.datacards.printed import Use

    field = Field().operative("a1", "cw-lancer", 5, 5, wounds=3).operative("b1", "fp-penitent", 5, 12)
    use = Use("a1", "cw-plasma-lance", 1, "shoot", "b1")
    assert never_suicide(field.game, use, shot_terms(field.game, use)) > 3
    assert best_shot(field.game, "a1", "shoot", doctrine_weights(field.game, 0), 1).answer[1] == 0


@rule("solo.doctrine", "solo.directives")
def test_doctrine_and_directive_lean_together():
    field = two(("veteran", "ace"))
    field.play(Turn(2), dice="5 2", draws=("dir-press", "dir-hold"), initiative=0, stop="ploy")
    game = field.match.game
    assert game.sides[0].directive == "dir-press"
    assert game.sides[1].directive == ""
    assert game.secret[1].directive == "dir-hold"
    leans = doctrine_weights(game, 0)
    assert (leans.aggression, leans.objectives, leans.caution) == (-1 + 2, 1 + 0, 1 - 1)
    drawn = [event.words(game.name) for event in field.match.events if event.rule == "solo.directives"]
    assert [words.partition(" drew ")[2] for words in drawn] == ["the directive Press: aggression +2, caution -1."]
    assert b"dir-hold" not in View(field.match, 0).encoded()


@rule("solo.value")
def test_leaders_weigh_more():
    field = Field().operative("a1", "cw-captain", 5, 5).operative("a2", "cw-warden", 8, 5)
    assert worth(field.game, "a1") == 1.5
    assert worth(field.game, "a2") == 1.0


def test_the_quick_estimate_is_near_the_exact_odds():
    from xenotable.games.killteam.forecasts.exact import harm
    from xenotable.games.killteam.rules.shooting.terms import Terms

    for terms in (
        Terms(4, 4, 3, 4, (), 3, 4, 9),
        Terms(5, 3, 3, 4, (("Lethal", 5),), 3, 5, 7),
        Terms(4, 3, 4, 6, (("AP", 1),), 3, 3, 9),
    ):
        mean, kill = rough(terms)
        exact = harm(terms)
        assert mean == pytest.approx(exact.capped, abs=1.6)
        assert kill == pytest.approx(exact.kill, abs=0.3)


def test_every_ask_gets_legal_advice():
    field = two().active("a1").play(Act("a1"), stop="action")
    answer, _ = advice(field, "action")
    assert field.why(0, answer) == []


@rule("content.balance-target")
def test_the_balance_of_two_teams_is_reported():
    assert list(GAME.off_balance({("a", "b"): 0.58, ("b", "c"): 0.5})) == []
    assert list(GAME.off_balance({("a", "b"): 0.7, ("a", "c"): 0.5})) == [
        "a wins 70% of its battles against b; the book wants at most 65%.",
        "a wins 60% of all its battles; the book wants at most 58%.",
    ]


def asked(key, options, odds=None):
    return Choose(seat=0, key=key, rule="ploys.command-reroll", prompt="?", among=lambda: options, odds=odds)


def test_command_points_are_spent_on_rolls_that_tell():
    field = Field().operative("a1", "cw-warden", 5, 3).operative("b1", "fp-penitent", 5, 8).cp(3, 0)
    told = {"keep": 2.0, "miss": 2.1, "1": 3.0}
    odds = lambda k: Forecast("Damage", "odds.shoot", told[k])  # noqa: E731
    assert reroll(field.game, 0, asked("command", ["keep", "miss"], odds), random.random)[0] == "keep"
    assert reroll(field.game, 0, asked("command", ["keep", "1"], odds), random.random)[0] == "1"
    field.cp(1, 0)
    assert reroll(field.game, 0, asked("command", ["keep", "1"], odds), random.random)[0] == "keep"
    assert reroll(field.game, 0, asked("command", ["keep", "6"], odds), random.random) == ("keep", "no die has failed")


def test_the_one_hurt_most_is_healed():
    field = (
        Field(("ferric-penitents", "cinder-wardens"))
        .operative("a1", "fp-reliquarist", 5, 3)
        .operative("a2", "fp-penitent", 5.9, 3)
        .operative("a3", "fp-penitent", 5, 4)
    )
    field = field.operative("b1", "cw-warden", 20, 20)
    field.game.operatives.set("a3", wounds=4)
    heals = asked("subject", ["a1", "a2", "a3"], lambda i: None)
    assert subject(field.game, 0, heals, random.random)[0] == "a3"
    assert tactics._unique_worth(field.game, "a1", "ua-anoint", None) > 0
    field.game.operatives.set("a3", x=15.0)  # out of reach: nobody near needs it
    assert tactics._unique_worth(field.game, "a1", "ua-anoint", None) is None
