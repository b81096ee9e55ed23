"""Odds: exact figures, checked against the catalogue's examples and against simulated rolls."""

from __future__ import annotations

import os
import random
from fractions import Fraction

import pytest

from games.xcom.warroom import OFFICER, War, rule
from xenotable.engine import Match, Seeded
from xenotable.games.xcom.forecasts.dice import DOUBLES, at_least, loss_chance, policy, successes, ufos_left
from xenotable.games.xcom.forecasts.simulation import repeat_task
from xenotable.games.xcom.forecasts.timed import defence_odds, panic_forecast
from xenotable.games.xcom.rules.units.unit_locations import soldiers_at
from xenotable.games.xcom.scenes import BaseFight, GlobeTask, LabTask, MissionFight, OrbitTask
from xenotable.games.xcom.state import Xcom
from xenotable.games.xcom.title import GAME

TRIES = int(os.environ.get("XENOTABLE_TRIALS", "20000"))
PLAYED = int(os.environ.get("XENOTABLE_TRIALS", "400"))  # by the rules themselves, which takes longer


@rule("odds.per-roll", "odds.exact")
def test_one_roll():
    assert at_least(3, 2) == Fraction(7, 27)
    assert loss_chance(2) == Fraction(1, 4)
    assert sum(successes(7)) == 1


@rule("odds.until-done", "research.odds-example")
def test_cost_two_with_three_scientists():
    out = policy(3, 2)
    assert out.complete == Fraction(6644771, 8503056)
    assert float(out.loss) == pytest.approx(0.410785, abs=1e-6)


@rule("odds.until-done")
def test_one_satellite_against_one_ufo():
    out = policy(1, 1)
    assert out.complete == Fraction(5315, 7776)
    assert float(out.loss) == pytest.approx(0.474730, abs=1e-6)


@rule("odds.stop-at")
@pytest.mark.parametrize(
    ("k", "complete", "loss"),
    [(1, (1, 9), (1, 8)), (2, (10, 27), (23, 72)), (3, (257, 486), (67, 144))],
)
def test_stopping_at_a_threat(k, complete, loss):
    out = policy(2, 2, k=k)
    assert (out.complete, out.loss) == (Fraction(*complete), Fraction(*loss))


@rule("odds.exact")
@pytest.mark.parametrize(("dice", "need", "k", "armor", "minus"), [(3, 2, 5, 0, 0), (4, 3, 5, 1, 0), (2, 4, 3, 0, 1)])
def test_exact_odds_agree_with_simulated_rolls(dice, need, k, armor, minus):
    rnd = random.Random(dice * 100 + need)
    done = lost = 0
    for _ in range(TRIES):
        left, threat, loss = need, 1, False
        while left > 0 and threat <= k and not loss:
            left -= max(0, sum(rnd.randint(1, 6) >= 5 for _ in range(dice)) - armor)
            loss = rnd.randint(1, 8) - minus <= threat
            threat = min(5, threat + 1) if k == 5 else threat + 1
        done += left <= 0
        lost += loss
    out = policy(dice, need, 1, k, armor, minus)
    successes(dice)
    for seen, p in ((done, float(out.complete)), (lost, float(out.loss))):
        assert abs(seen / TRIES - p) < 4 * (p * (1 - p) / TRIES) ** 0.5 + 1e-9


def four_sigma(seen: float, p: float, n: int) -> bool:
    return abs(seen - p) <= 4 * (p * (1 - p) / n) ** 0.5 + 1e-9


@rule("odds.until-done", "odds.stop-at", "odds.simulate-task")
@pytest.mark.timeout(7200)  # for a million
@pytest.mark.parametrize("k", [2, 5])
@pytest.mark.parametrize("task", ["research", "orbit", "global"])
def test_exact_odds_agree_with_pushes_played_by_the_rules(task, k):
    war = War().ufos(orbit=2, asia=3).tech("lab1", "turret-grid")
    war.assign("scientist", "lab1", 3)
    war.assign("satellite", "orbit", 2)
    war.assign("interceptor", "asia", 2)
    war.play({"research": LabTask(0), "orbit": OrbitTask(), "global": GlobeTask("asia")}[task])
    done, lost, exact = repeat_task(war.match, PLAYED, k, seed=77)
    assert four_sigma(done, float(exact.complete), PLAYED)
    assert four_sigma(lost, float(exact.loss), PLAYED)


@rule("odds.per-roll", "odds.modifiers")
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("foe", ["gaunt-scout", "aegis-core", "oracle"])
def test_the_odds_of_an_attack_agree_with_attacks_played_by_the_rules(foe):
    """What the screen says of soldiers on the icons of an enemy, its armour and its hold on the alien die included."""
    war = War()
    war.foe(foe)
    war.dice = Seeded("icons")  # type: ignore[assignment]  # the attack is laid; its dice do not matter
    war.squad("base", "assault", "heavy*", "sniper", "support*")
    war.play(BaseFight()).say("attack", "base1")
    while "icon" in war.open_keys():
        last = war.options("icon")[0]
        (now, *_), before = war.ask("icon").odds(last), war.match.fork()
        war.say("icon", last)
    enough, loss = (c.p for c in now.chances)
    fallen = war_dead(before)
    killed = lost = 0
    for i in range(PLAYED):
        world = before.fork(Seeded(f"{foe} {i}"))
        world.play(last)
        killed += "base1" not in world.game.foes
        lost += war_dead(world) > fallen
    assert four_sigma(killed / PLAYED, enough, PLAYED)
    assert four_sigma(lost / PLAYED, loss, PLAYED)


def war_dead(match: Match[Xcom]) -> int:
    return len(soldiers_at(match.game, "pool"))


@rule("odds.exact", "odds.stop-at")
def test_doubles_are_as_good_as_fractions_on_a_screen():
    for dice in range(1, 9):
        for need in range(1, 5):
            for k in range(1, 6):
                exact, quick = policy(dice, need, 1, k, 1, 1), policy(dice, need, 1, k, 1, 1, DOUBLES)
                assert exact.loss > 0
                assert quick.complete == pytest.approx(float(exact.complete), abs=1e-12)
                assert quick.loss == pytest.approx(float(exact.loss), abs=1e-12)
                assert quick.rolls == pytest.approx(float(exact.rolls), abs=1e-12)
    assert sum(successes(3)) == 1


@rule("odds.panic-forecast")
def test_forecast_of_panic_and_ufos():
    war = War().panic(asia=7, europe=2).ufos(asia=3, europe=1).fallen("africa")
    assert panic_forecast(war.game)["asia"] == 8
    assert panic_forecast(war.game)["europe"] == 3
    assert "africa" not in panic_forecast(war.game)
    war.assign("interceptor", "asia", 2)
    spread = defence_odds(war.game, "asia")
    assert sum(spread) == 1
    assert spread[0] == policy(2, 3).complete
    assert ufos_left(0, 2) == (0, 0, 1)


@rule("odds.modifiers", "odds.per-roll")
def test_the_ask_shows_the_odds_with_passive_cards_in_and_others_beside():
    war = War().card("tech-lance-cannons", "tech-afterburner-refit").ufos(asia=2)
    war.assign("interceptor", "asia", 2)
    war.play(GlobeTask("asia"))
    now, *policies = war.ask("push").odds(True)
    assert now.notes[0] == "3 dice, threat 1"
    assert "with Afterburner Refit" in now.notes[1]
    assert now.chances[0].p == pytest.approx(7 / 27)
    assert [p.rule for p in policies] == ["odds.stop-at"] * 4 + ["odds.until-done"]
    assert policies[-1].chances[0].p == pytest.approx(float(policy(3, 2).complete))


@rule("odds.modifiers", "cards.pay-first", "effects.if")
def test_a_line_with_a_card_respects_its_price_and_condition_and_names_it():
    war = War().card("asset-dissection-theatre").tech("lab1", "lance-rifles").put(headquarters="europe")
    war.assign("scientist", "lab1", 2)
    war.play(LabTask(0))
    notes = "\n".join(war.ask("push").odds(True)[0].notes)
    assert "with Open Faculty" in notes  # the bonus of the headquarters by its own name
    assert "Dissection Theatre" not in notes  # there is no salvage to pay with
    war = War().card("tech-xeno-biology").put(salvage=("enemy-mimic",)).mission("archive-vault")
    war.squad("mission", "heavy", "support", "assault", "sniper")
    war.play(MissionFight("mission"))
    notes = "\n".join(war.ask("attack").odds("task")[0].notes)
    assert "Xeno-Biology" not in notes  # the task has no enemy


@rule("odds.modifiers")
def test_a_card_that_lowers_threat_says_beside_the_roll_how_likely_a_loss_is_with_it():
    war = War().card("tech-ghost-weave").mission("convoy-rescue").put(threat=4)
    war.squad("mission", "heavy")
    war.play(MissionFight("mission"))
    assert "with Ghost Weave: 25.0% for a loss" in war.ask("attack").odds("task")[0].notes
    war = War().card("tech-ghost-weave").mission("convoy-rescue").put(threat=1)
    war.squad("mission", "heavy")
    war.play(MissionFight("mission"))
    assert "Ghost Weave" not in "".join(war.ask("attack").odds("task")[0].notes)  # it goes no lower


@rule("odds.per-roll", "effects.add_success")
@pytest.mark.parametrize(("tokens", "enough"), [(1, 1.0), (0, 1 / 9)])
def test_dice_again_count_what_a_card_has_added_after_armor(tokens, enough):
    war = War().card("tech-neural-link", "tech-lance-rifles")
    war.foe("aegis-core", tokens=tokens)
    war.squad("base", "heavy")
    cards = ["tech-neural-link", "tech-lance-rifles"]
    war.play(BaseFight()).roll(1, 1, 8).go(attack=["base1"], icon=["heavy1"], card=cards)
    assert war.ask("reroll").odds((2, 0)).chances[0].p == pytest.approx(enough)


@rule("effects.prevent_loss")
def test_the_alien_die_again_loses_nothing_once_the_loss_is_prevented():
    for armored, lost in ((False, 3 / 8), (True, 0.0)):
        war = War().card("tech-global-net", *(["tech-powered-armor"] if armored else [])).put(threat=3)
        war.foe("gaunt-sapper")
        war.squad("base", "heavy")
        said = {"card": ["tech-powered-armor"]} if armored else {}
        war.play(BaseFight()).roll(1, 2).go(attack=["base1"], **said)
        assert war.asked()[0] == OFFICER
        assert war.match.top.odds("tech-global-net")[0].chances[0].p == pytest.approx(lost)


@rule("odds.per-roll", "base.tasks")
def test_no_attack_is_rolled_without_odds_having_been_on_offer():
    war = War().card()
    war.squad("base", "support")
    war.foe("oracle")  # shield*: the specialist rolls two dice; the alien die counts 1 less
    war.play(BaseFight())
    now, *_ = war.ask("attack").odds("base1")
    assert now.notes[:2] == (f"with {war.game.name('support1')}", "2 dice, threat 1")
    assert now.chances[0].p == pytest.approx(1 / 9)
    assert now.chances[1].p == pytest.approx(2 / 8)
    assert war.ask("attack").odds(None) is None


@rule("odds.per-roll", "cards.post-roll")
def test_no_card_rolls_dice_without_odds_having_been_on_offer():
    def fought(card: str) -> War:
        war = War().card(card)
        war.squad("base", "support")
        war.foe("oracle")  # health 2, and the alien die counts 1 less
        return war.play(BaseFight()).roll(1, 6, 2).go(attack="base1", icon="support1")

    (again,) = fought("tech-lance-rifles").match.open[0].odds("tech-lance-rifles")
    assert again.chances[0].p == pytest.approx(1 / 3)  # one die missed, and one more success is needed
    (alien,) = fought("tech-global-net").match.open[0].odds("tech-global-net")
    assert alien.chances[0].p == pytest.approx(2 / 8)
    war = fought("tech-lance-rifles").go(card="tech-lance-rifles")
    assert war.ask("reroll").odds((1, 1)).chances[0].p == pytest.approx(1 / 9)


@rule("base.icons-match")
def test_every_soldier_stands_at_an_icon_open_or_closed():
    war = War()
    war.squad("base", "support", "heavy", "assault")
    war.foe("oracle")
    war.play(BaseFight()).go(attack="base1")
    assert war.refused("icon", "heavy1") == ["base.icons-match"]
    war.go(icon=["support1"])
    assert war.refused("icon", "support1") == ["base.one-per-icon"]


@rule("odds.budget-forecast")
def test_the_budget_line():
    war = War().put(credits=13, emergency=4)
    war.assign("interceptor", "asia", 3)
    lines = {line.label: line.value for p in GAME.panels(war.game, 0) if p.id == "budget" for line in p.lines}
    assert lines == {"Credits": "13", "Units assigned": "3", "Difference": "+10", "Emergency Funding": "4"}


@rule("odds.timed-hidden")
def test_no_forecast_uses_the_coming_actions():
    war = War().timed("budget", "deploy_satellites", "crisis")
    one, two = war.match.imagine(0, 1), war.match.imagine(0, 2)
    assert one.game.secret[-1].coming != two.game.secret[-1].coming
    assert GAME.panels(one.game, 0) == GAME.panels(two.game, 0) == GAME.panels(war.match.game, 0)
