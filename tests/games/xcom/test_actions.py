"""Actions: what each action of the timed phase allows or demands."""

from __future__ import annotations

from inspect import isgeneratorfunction, unwrap

import pytest

from games.xcom.warroom import COMMANDER, LEADER, SCIENTIST, YELLOW, Planned, Report, War, rule
from xenotable.engine import View
from xenotable.engine.scenes import _PLAYED, scenes_of
from xenotable.games.xcom.rules.actions.asks import emergency_hint, recommended_scientists
from xenotable.games.xcom.scenes import BaseFight, Globe, OrbitPanic
from xenotable.games.xcom.state import Xcom
from xenotable.games.xcom.title import GAME


@rule("actions.new-tech")
def test_six_cards_from_the_top_make_the_hand():
    war = War().deck("tech", "war-bonds", "press-office", "turret-grid", "skyhook", "skyspear", "think-tank")
    war.timed("new_tech")
    assert [c[5:] for c in war.game.secret[SCIENTIST].hand] == [
        "war-bonds", "press-office", "turret-grid", "skyhook", "skyspear", "think-tank",
    ]  # fmt: skip


@rule("actions.new-tech-short", "cards.deck-empty")
def test_a_short_deck_gives_what_it_has():
    war = War().deck("tech", "war-bonds", "press-office", "turret-grid", "skyhook", only=True).timed("new_tech")
    assert war.game.now.hand == 4
    war = War().deck("enemy", "gaunt-scout", only=True)
    from xenotable.games.xcom.content import Effect
    from xenotable.games.xcom.rules.effects.context import Context
    from xenotable.games.xcom.rules.effects.interpreter import carry_out

    list(carry_out(war.game, (Effect("gain_salvage", 2),), Context("mission")))
    assert war.game.now.salvage == ("?",)


@rule("effects.draw_tech")
def test_think_tank_draws_two_more():
    assert War().card("tech-think-tank").timed("new_tech").game.now.hand == 8


@rule("actions.hand-private", "play.hidden-role")
def test_the_hand_is_seen_by_its_owner_until_a_card_is_shown():
    war = War().timed("new_tech")
    first = war.game.secret[SCIENTIST].hand[0]
    assert View(war.match, SCIENTIST).game.secret[SCIENTIST].hand
    assert not View(war.match, COMMANDER).game.secret[SCIENTIST].hand
    war.say("show", first)
    assert war.game.now.shown == (first,)
    dream = war.match.imagine(COMMANDER, 4).game
    assert first in dream.secret[SCIENTIST].hand
    assert len(dream.secret[SCIENTIST].hand) == 6


@rule("actions.hand-private")
def test_a_card_can_be_shown_in_the_resolution_phase_and_nobody_waits_for_it():
    war = War().hand("war-bonds", "press-office").ufos(asia=1)
    war.assign("interceptor", "asia")
    war.play(Globe()).go()
    assert [(a.seat, a.key) for a in war.match.open] == [(COMMANDER, "push"), (SCIENTIST, "show")]
    assert View(war.match, SCIENTIST).undecided() == []
    assert [w.seat for w in View(war.match, LEADER).waiting()] == [COMMANDER]
    war.say("show", "tech-press-office")
    assert war.game.now.shown == ("tech-press-office",)
    assert "The Chief Scientist shows Press Office." in war.story(LEADER)
    assert war.match.answer(COMMANDER, False, "push") == []  # the decision beside it went on standing open
    assert war.match.tape[-1].asked == (COMMANDER,)  # so that it can be taken back without asking others


def test_a_card_can_be_shown_before_an_attack_and_before_panic_of_the_orbit():
    base = War().hand("war-bonds")
    base.foe("husk-gunner")
    base.squad("base", "assault")
    base.play(BaseFight())
    panic = War().hand("war-bonds").calm(3).panic(asia=1, africa=1).ufos(orbit=1).fallen("europe").play(OrbitPanic(1))
    for war in (base, panic):
        assert (SCIENTIST, "show") in [(a.seat, a.key) for a in war.match.open]


def test_no_scene_of_the_resolution_phase_forgets_the_hand():
    """A new scene that asks is set up, timed, or has the hand beside its decisions."""
    elsewhere = ("setup", "timed", "modes")  # whose scenes ask in other phases
    played_by = [_PLAYED[kind] for kind in scenes_of(Xcom).values()]
    for played in (one for one in played_by if one.__module__.startswith("xenotable.")):  # tests have some of their own
        chapter = played.__module__.partition(".rules.")[2].partition(".")[0]
        if chapter not in elsewhere and isgeneratorfunction(unwrap(played)):
            assert played.__code__.co_qualname.startswith("hand_beside."), played.__qualname__


@rule("actions.hand-leftover")
def test_cards_left_in_hand_are_discarded_in_the_order_drawn():
    from xenotable.games.xcom.scenes import Refresh

    war = War().hand("war-bonds", "press-office").deck("tech", "skyhook").play(Refresh())
    assert war.match.game.now.hand == 0
    assert war.game.decks["tech"].below[-2:] == ("tech-war-bonds", "tech-press-office")


@rule("actions.budget")
def test_thirteen_credits_on_normal_with_all_continents_yellow():
    assert War().timed("budget").game.now.credits == 13


@rule("actions.budget", "effects.gain_credits", "setup.headquarters-bonus")
def test_war_bonds_and_the_headquarters_in_africa_add_a_credit_each():
    assert War().card("tech-war-bonds").timed("budget").game.now.credits == 14
    assert War().put(headquarters="africa").timed("budget").game.now.credits == 14
    assert War().put(headquarters="africa").fallen("africa").timed("budget").game.now.credits == 13


@rule("actions.ufos-detected")
def test_a_place_shown_twice_gets_two_ufos():
    war = War().timed(Planned("ufos_detected", ("asia", "asia"))).done()
    assert war.game.continents["asia"].ufos == 2


@rule("actions.ufos-fallen")
def test_a_ufo_for_a_fallen_continent_goes_to_orbit():
    war = War().fallen("asia").timed(Planned("ufos_detected", ("asia",))).done()
    assert war.game.continents["asia"].ufos == 0
    assert war.game.now.orbit == 1


@rule("setup.ufo-supply")
def test_no_ufo_is_placed_when_the_supply_is_empty():
    war = War().ufos(orbit=12, asia=11).timed(Planned("ufos_detected", ("europe", "africa"))).done()
    assert war.game.continents["europe"].ufos == 1
    assert war.game.continents["africa"].ufos == 0
    assert not [b for b in GAME.invariants(war.game) if "UFO" in b]


@rule("actions.ufos-descend", "actions.descend-fewer")
@pytest.mark.parametrize(("orbit", "landed"), [(3, (1, 2)), (2, (1, 1)), (1, (1, 0)), (4, (1, 2))])
def test_ufos_descend_in_the_shown_order_until_orbit_is_empty(orbit, landed):
    war = War().ufos(orbit=orbit).timed(Planned("ufos_descend", ("asia", "europe", "europe"))).done()
    assert (war.game.continents["asia"].ufos, war.game.continents["europe"].ufos) == landed
    assert war.game.now.orbit == max(0, orbit - 3)


@rule("actions.choose-mission")
def test_the_squad_leader_keeps_one_of_two_missions():
    war = War().deck("mission", "archive-vault", "convoy-rescue").timed("choose_mission")
    assert war.ask("act").seat == LEADER
    war.act("mission-archive-vault").done()
    assert war.game.ventures["mission"].card == "mission-archive-vault"
    assert war.game.decks["mission"].discard == ("mission-convoy-rescue",)


@rule("actions.choose-mission-zero")
def test_without_a_choice_both_missions_are_discarded():
    war = War(timer="on").deck("mission", "archive-vault", "convoy-rescue").timed("choose_mission").tick(24_000)
    assert not war.game.ventures
    assert len(war.game.decks["mission"].discard) == 2


@rule("actions.choose-mission-short", exercises=["timed.mechanical", "actions.choose-mission"])
def test_a_short_mission_deck():
    war = War().deck("mission", "archive-vault", only=True).timed("choose_mission")
    assert war.options("act") == [(0, "mission-archive-vault")]
    war.done()
    war = War().deck("mission", only=True).timed("choose_mission").done()
    assert not war.game.ventures


@rule("actions.choose-mission-fallen")
def test_a_mission_in_a_fallen_continent_may_be_chosen():
    war = War().fallen("europe").deck("mission", "archive-vault", "convoy-rescue").timed("choose_mission")
    war.act("mission-archive-vault").done()
    assert war.game.ventures["mission"].card == "mission-archive-vault"


@rule("actions.mission-enemies")
def test_enemies_go_face_down_on_their_spaces_from_left_to_right():
    war = War().deck("mission", "downed-saucer", "convoy-rescue").deck("enemy", "gaunt-scout", "gaunt-raider")
    war.timed("choose_mission").act("mission-downed-saucer").done()
    assert [(s, f.card) for s, f in war.game.foes.items()] == [("mission1", ""), ("mission3", "")]
    assert war.game.secret[-1].down == (("mission1", "enemy-gaunt-scout"), ("mission3", "enemy-gaunt-raider"))
    assert all(not View(war.match, seat).game.secret[-1].down for seat in range(4))


@rule("actions.crisis", "actions.crisis-pool")
def test_the_commander_adds_one_crisis_below_the_older_ones():
    war = War().deck("crisis", "lab-fire", "false-calm", "power-drain", "media-leak").timed("crisis", "crisis")
    assert war.ask("act").seat == COMMANDER
    war.act("crisis-false-calm").done().act("crisis-power-drain").done()
    assert war.game.now.crises == ("crisis-false-calm", "crisis-power-drain")
    assert war.game.decks["crisis"].discard == ("crisis-lab-fire", "crisis-media-leak")
    assert war.at("asia") == 1


@rule("actions.crisis-short")
def test_a_short_crisis_deck():
    war = War().deck("crisis", "lab-fire", only=True).timed("crisis", "crisis", "budget").done()
    assert war.game.now.crises == ("crisis-lab-fire",)
    war.done()
    assert war.clock.action == "budget"


@rule("actions.research", "actions.research-three")
def test_a_tech_card_and_up_to_three_scientists():
    war = War().hand("war-bonds").timed("assign_research_1").act("tech-war-bonds", "lab1")
    for i in (1, 2, 3):
        war.act(f"sci{i}", "lab1")
    assert war.cannot("sci4", "lab1") == ["actions.research-three"]
    assert war.game.labs["lab1"].tech == "tech-war-bonds"
    assert war.game.now.hand == 0


@rule("actions.research-empty")
def test_no_scientists_without_a_card():
    war = War().hand("war-bonds").timed("assign_research_2")
    assert war.cannot("sci1", "lab2") == ["actions.research-empty"]
    war.act("tech-war-bonds", "lab2").act("sci1", "lab2")
    assert war.cannot("tech-war-bonds", "hand") == ["actions.research-empty"]


@rule("actions.research-occupied")
def test_an_unfinished_card_is_kept_or_given_up_with_its_tokens():
    war = War().tech("lab1", "neural-link", 2).hand("war-bonds").timed("assign_research_1", "budget")
    war.act("tech-war-bonds", "lab1").act("tech-war-bonds", "hand")
    assert war.game.labs["lab1"].tech == "tech-neural-link"
    assert war.game.labs["lab1"].tokens == 2
    war.act("tech-war-bonds", "lab1").done()
    assert war.game.decks["tech"].discard == ("tech-neural-link",)
    assert war.game.labs["lab1"].tokens == 0


@rule("actions.research-recommend")
def test_the_hint_is_the_successes_that_are_missing():
    war = War().tech("lab1", "neural-link", 1).tech("lab2", "burst-codec")
    assert recommended_scientists(war.game, "lab1") == 3
    assert recommended_scientists(war.game, "lab2") == 1
    assert recommended_scientists(war.game, "lab3") == 0


@rule("actions.enemy-in-base")
def test_an_enemy_enters_the_base_face_up():
    war = War().deck("enemy", "husk-trooper").timed("enemy_in_base")
    assert war.game.foes["base1"].card == "enemy-husk-trooper"


@rule("actions.base-spaces")
def test_a_seventh_enemy_damages_the_base_instead():
    war = War()
    for i, card in enumerate(
        ("gaunt-scout", "gaunt-raider", "gaunt-sapper", "gaunt-mender", "husk-trooper", "husk-gunner")
    ):
        war.foe(card, f"base{i + 1}")
    left = war.game.decks["enemy"].unknown
    war.timed("enemy_in_base")
    assert war.game.now.damage == 1
    assert war.game.decks["enemy"].unknown == left


@rule("actions.enemy-deck-empty")
def test_an_empty_enemy_deck_places_nobody():
    war = War().deck("enemy", only=True).timed("enemy_in_base", "budget").done()
    assert not war.game.foes
    assert war.clock.action == "budget"


@rule("actions.deploy-squad-reveal")
def test_deploy_squad_turns_the_enemies_up():
    war = War().deck("mission", "downed-saucer", "convoy-rescue").deck("enemy", "gaunt-scout", "gaunt-raider")
    war.timed("choose_mission", "deploy_squad").act("mission-downed-saucer").done()
    assert war.game.foes["mission1"].card == "enemy-gaunt-scout"
    assert war.game.foes["mission3"].card == "enemy-gaunt-raider"


@rule("actions.deploy-squad", "actions.deploy-squad-four", "actions.deploy-stay", "actions.deploy-free-choice")
def test_at_most_four_soldiers_with_those_of_earlier_rounds():
    war = War().mission("convoy-rescue")
    stayed = war.squad("mission", "sniper", "sniper")
    war.timed("deploy_squad").act("support1", "mission").act("support2", "mission")
    assert war.cannot("heavy1", "mission") == ["actions.deploy-squad-four"]
    assert "timed.takeback" in war.cannot(stayed[0], "reserve")
    assert war.units_in("mission") == 4


@rule("actions.emergency")
@rule("actions.emergency-once", exercises=["actions.emergency", "timed.stale"])
def test_credits_move_from_the_card_to_the_budget():
    war = War("hard").put(credits=10).timed("emergency_funding", "budget").act(3)
    assert (war.game.now.emergency, war.game.now.credits) == (5, 13)
    war.act(0)
    assert (war.game.now.emergency, war.game.now.credits) == (8, 10)
    assert war.cannot(9) == ["actions.emergency"]
    war.act(8).done()
    assert war.refused("done", (0,)) == ["timed.stale"]
    assert war.game.now.emergency == 0


@rule("actions.emergency-hint")
def test_in_round_one_three_or_four_credits_are_recommended():
    assert emergency_hint(1) == (3, 4)
    assert emergency_hint(2) is None
    war = War().timed("emergency_funding")
    assert "3 or 4 credits are recommended" in war.ask("act").prompt
    war = War().put(round=2)
    war.game.reports.add(1, Report(0, "none", YELLOW))
    assert "recommended" not in war.timed("emergency_funding").ask("act").prompt


@rule("timed.commit")
@pytest.mark.parametrize(("action", "deck", "cards"), [
    ("crisis", "crisis", ("lab-fire", "false-calm")),
    ("choose_mission", "mission", ("convoy-rescue", "relief-corridor")),
])  # fmt: skip
def test_the_card_that_is_chosen_so_far_stands_closed_beside_the_other(action: str, deck: str, cards: tuple[str, str]):
    war = War().deck(deck, *cards).timed(action)
    first, second = (f"{deck}-{card}" for card in cards)
    assert war.choices == {first: "", second: ""}
    war.act(second)
    assert war.choices == {first: "", second: f"{war.game.name(second)} is chosen so far."}
    war.act(first).act(second).done()
    assert second in (*war.game.now.crises, *(v.card for v in war.game.ventures.values()))


@rule("actions.emergency")
def test_as_many_credits_as_have_joined_so_far_are_no_other_answer():
    war = War("hard").put(emergency=2).timed("emergency_funding")
    assert war.choices == {0: "So far 0 emergency credits join the budget.", 1: "", 2: ""}
    assert war.act(1).choices == {0: "", 1: "So far 1 emergency credit joins the budget.", 2: ""}
    assert war.cannot(1) == ["actions.emergency"]
    assert war.act(0).game.now.emergency == 2


@rule("actions.satellites")
def test_three_satellites_and_no_fourth():
    war = War().timed("deploy_satellites")
    for i in (1, 2, 3):
        war.act(f"sat{i}", "orbit")
    assert war.cannot("sat4", "orbit") == ["actions.satellites"]


@rule("actions.interceptors", "play.refuse")
def test_three_interceptors_to_each_continent():
    war = War().timed("deploy_interceptors")
    for i in range(1, 7):
        war.act(f"int{i}", "asia" if i <= 3 else "europe")
    war.game.units.set("int7", place="reserve")
    assert war.cannot("int7", "asia") == ["actions.interceptors"]


@rule("actions.interceptors-orbit")
def test_interceptors_never_go_to_orbit():
    assert War().timed("deploy_interceptors").cannot("int1", "orbit") == ["actions.interceptors-orbit"]


@rule("actions.interceptors-fallen", "panic.fallen")
def test_a_fallen_continent_is_not_defended():
    war = War().panic(asia=8)
    from xenotable.games.xcom.rules.panic import fall

    fall(war.game, "asia")
    assert war.timed("deploy_interceptors").cannot("int1", "asia") == ["actions.interceptors-fallen"]


@rule("actions.defend-base")
def test_any_number_of_soldiers_in_the_base():
    war = War().timed("defend_base")
    for soldier in ("assault1", "heavy1", "sniper1", "support1", "assault2", "heavy2", "sniper2", "support2"):
        war.act(soldier, "base")
    assert war.units_in("base") == 8


@rule("actions.no-exhausted", "units.exhausted")
def test_exhausted_units_cannot_be_assigned():
    war = War()
    war.game.units.set("sat1", exhausted=True)
    assert war.timed("deploy_satellites").cannot("sat1", "orbit") == ["actions.no-exhausted"]


@rule("actions.one-place")
def test_a_unit_is_in_one_place():
    war = War()
    war.assign("interceptor", "asia", 1)
    assert war.timed("deploy_interceptors").cannot("int1", "europe") == ["actions.one-place"]


@rule("roles.owner-decides")
def test_a_role_cannot_assign_the_units_of_another():
    assert War().timed("deploy_interceptors").cannot("sat1", "asia") == ["roles.owner-decides"]


@rule("actions.unlock-final", "finale.unlock", "finale.boss")
def test_unlocking_lays_the_final_mission_out_even_if_time_runs_out():
    war = War(timer="on").deck("enemy", "gaunt-scout").timed("unlock_final", "budget").tick(10_000)
    assert war.game.now.unlocked
    assert war.game.ventures["final"].card == "beachhead"
    assert war.game.foes["final2"].card == ""
    assert war.game.foes["final3"].card == "boss-spire-warden"


@rule("actions.deploy-final")
def test_soldiers_go_to_the_final_mission():
    war = War().mission("black_signal", t3="boss-choirmaster").timed("deploy_final")
    for soldier in ("assault1", "heavy1", "sniper1", "support1"):
        war.act(soldier, "final")
    assert war.cannot("assault2", "final") == ["actions.deploy-squad-four"]


@rule("roles.no-veto", "budget.audit-deficit")
def test_a_role_may_overspend():
    from xenotable.games.xcom.scenes import Audit

    war = War().put(credits=13)
    war.assign("scientist", "lab1", 3)
    war.assign("interceptor", "asia", 3)
    war.assign("interceptor", "europe", 3)
    war.assign("satellite", "orbit", 3)
    war.assign("scientist", "lab2", 1)
    war.timed("defend_base").act("assault1", "base").act("assault2", "base")
    assert war.units_in("base") == 2
    war.put(phase="resolution").play(Audit()).go(tie="africa")
    assert "15 units, 13 credits: 2 units are not paid." in war.story()
    assert war.at("africa") == 3


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("actions.research", "actions.research-occupied", "timed.takeback")
def test_what_cannot_be_placed_in_a_lab():
    war = War().hand("war-bonds", "neural-link").tech("lab2", "burst-codec").timed("assign_research_1")
    assert war.cannot("tech-war-bonds", "lab2") == ["actions.research"]  # the action is about lab 1
    assert war.cannot("tech-war-bonds", "orbit") == war.cannot("tech-war-bonds") == ["engine.no-such-option"]
    assert war.cannot("tech-burst-codec", "lab1") == ["engine.no-such-option"]  # it is not in the hand
    assert war.cannot("tech-burst-codec", "hand") == ["timed.takeback"]
    war.act("tech-war-bonds", "lab1")
    assert war.cannot("tech-neural-link", "hand") == ["timed.takeback"]
    war.act("tech-neural-link", "lab1")  # instead of the other, which goes back
    assert war.game.labs["lab1"].tech == "tech-neural-link"
    assert war.game.labs["lab1"].old == ""
    assert (war.game.secret[SCIENTIST].hand, war.game.now.hand) == (("tech-war-bonds",), 1)
    war.act("tech-neural-link", "hand")
    assert (war.game.labs["lab1"].tech, war.game.now.chosen, war.game.now.hand) == ("", "", 2)
    assert "to be discarded" not in war.story(SCIENTIST)


@rule("actions.research-occupied", "timed.takeback")
def test_a_card_that_was_given_up_may_stay_after_all_even_with_scientists_beside_it():
    war = War().tech("lab1", "neural-link", 2).hand("war-bonds").timed("assign_research_1", "budget")
    war.act("tech-war-bonds", "lab1").act("sci1", "lab1")
    assert "tech-neural-link" in war.game.labs["lab1"].old
    war.act("tech-war-bonds", "hand")
    row = war.game.labs["lab1"]
    assert (row.tech, row.tokens, row.old, row.old_tokens) == ("tech-neural-link", 2, "", 0)
    assert "tech-war-bonds" in war.game.now.shown


@rule("actions.research-recommend")
def test_no_more_than_three_scientists_and_none_too_many_are_recommended():
    war = War().tech("lab1", "neural-link").tech("lab2", "neural-link", 9)
    assert recommended_scientists(war.game, "lab1") == 3
    assert recommended_scientists(war.game, "lab2") == 0


@rule("actions.deploy-free-choice", "roles.owner-decides", "timed.takeback")
def test_where_an_action_sends_nobody():
    war = War().timed("deploy_interceptors")
    assert (
        war.cannot("int1", "nowhere") == war.cannot("nobody", "asia") == war.cannot("int1") == ["engine.no-such-option"]
    )
    assert war.cannot("int1", "lab1") == ["actions.interceptors"]
    assert war.cannot("sat1", "lab1") == ["roles.owner-decides"]
    war.act("int1", "asia").act("int1", "reserve")
    assert war.unit("int1").place == "reserve"
    assert "goes back to the reserve" in war.story()


@rule("actions.interceptors", "play.refuse")
def test_a_full_continent_stays_in_the_ask_closed_by_its_rule():
    war = War().timed("deploy_interceptors")
    for i in (1, 2, 3):
        war.act(f"int{i}", "asia")
    n = war.clock.n
    assert (n, "int4", "asia") in list(war.ask("act").among())
    assert war.cannot("int4", "asia") == ["actions.interceptors"]
    war.act("int4", "europe")


@rule("timed.peek-open", "effects.peek")
def test_an_order_that_comes_after_done_hears_that_the_look_is_over():
    war = War(timer="off").card("tech-crisis-forecast")
    war.deck("crisis", "market-crash", "capital-riots", "false-calm", "lab-fire").timed("budget", "crisis")
    war.say("tech-crisis-forecast", "use")
    ask = war.ask("peek-order")
    assert (ask.secret, ask.always) == (True, True)
    late, order = war.match.id(ask), tuple(reversed(ask.items))
    war.done()
    (no,) = war.match.answer(ask.seat, order, late)
    assert no.rule == "timed.peek-open"
    assert str(no).startswith("The look is over: ")
    assert war.game.now.drawn == ("crisis-market-crash", "crisis-capital-riots")
    assert war.game.secret[ask.seat].peeked == ()
