"""Effect vocabulary: every operation, by the cards that use it."""

from __future__ import annotations

from typing import Any

import pytest

from games.xcom.effects import base, crisis, effect, go
from games.xcom.warroom import COMMANDER, LEADER, OFFICER, SCIENTIST, War, rule
from xenotable.engine import NOBODY
from xenotable.games.xcom.content import Effect, book
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import RUN, decider, holds, useful
from xenotable.games.xcom.rules.effects.words import WORDS, described
from xenotable.games.xcom.scenes import BaseDamage, BaseFight, Crises, GlobePanic, Rewards
from xenotable.games.xcom.state import Foe


@rule("effects.format")
def test_every_operation_of_the_table_is_implemented():
    from xenotable.games.xcom.content import load
    from xenotable.rulebook import catalogue

    made = load(catalogue("xcom"))
    useful(War().game, Effect("repair"), Context("card"))  # brings the operations in
    read_elsewhere = {"alien_minus", "armor", "unscramble", "wild_icon"}
    assert set(made.operations) == set(RUN) | read_elsewhere


@rule("effects.decider")
@pytest.mark.parametrize(
    ("source", "seat"),
    [("crisis", 0), ("each_round", 0), ("mission", 3), ("critical", 3), ("enemy", 3), ("card", 2)],
)
def test_who_decides_inside_an_effect(source, seat):
    assert decider(source, OFFICER) == seat


CONDITIONS = {
    "orbit>=1": True, "orbit>=2": False, "ufos.asia>=2": True, "ufos.africa>=1": False, "soldiers.pool>=4": True,
    "soldiers.pool>=5": False, "interceptors.reserve>=6": True, "task.units>=1": False, "task.enemy": False,
    "task.base": False, "killed.base": False,
}  # fmt: skip


@rule("effects.if")
def test_conditions():
    war = War().ufos(orbit=1, asia=2)
    assert {text: holds(war.game, text, Context("crisis")) for text in CONDITIONS} == CONDITIONS
    assert holds(war.game, "killed.base", Context("enemy", killed="base"))


@rule("effects.if", "effects.damage")
def test_orbital_strike():
    war = go(crisis("orbital-strike").ufos(orbit=1))
    assert war.game.now.damage == 1
    war = go(crisis("orbital-strike").calm(3).panic(asia=1))
    assert war.game.now.damage == 0
    assert war.at("asia") == 2


@rule("effects.cancel_damage")
def test_what_a_card_cancels_does_not_call_the_else():
    war = go(
        crisis("orbital-strike").calm(3).ufos(orbit=1).panic(asia=1).card("tech-blast-doors"), card="tech-blast-doors"
    )
    assert war.game.now.damage == 0
    assert war.at("asia") == 1


@rule("effects.upto", "effects.destroy_ufo")
def test_up_to_two_ufos_where_the_decider_likes():
    war = War().mission("downed-saucer", 3).ufos(asia=1, europe=3).play(Rewards((1,)))
    assert war.asked() == (LEADER, "destroy")
    war.go(destroy=["europe", "europe"])
    assert (war.game.continents["asia"].ufos, war.game.continents["europe"].ufos) == (1, 1)
    war = War().mission("downed-saucer", 3).ufos(asia=1, europe=3).play(Rewards((1,))).go(destroy=[None])
    assert war.game.continents["europe"].ufos == 3


@rule("effects.where", "panic.least")
def test_least_is_found_anew_for_each_space():
    war = go(crisis("false-calm").calm(3).panic(asia=1))
    assert war.at("asia") == 3


@rule("effects.choose")
def test_an_option_that_cannot_be_carried_out_in_full_cannot_be_picked():
    war = go(crisis("ministerial-inquiry").put(emergency=2))
    assert (war.game.now.emergency, war.at("europe"), war.at("north_america")) == (2, 2, 2)
    war = crisis("ministerial-inquiry").put(emergency=3).play(Crises())
    assert war.options("option") == [0, 1]
    war.go(option=0)
    assert war.game.now.emergency == 0


@rule("effects.roll_alien")
@pytest.mark.parametrize(("alien", "panic"), [(4, 3), (5, 2)])
def test_cult_uprising_rolls_the_alien_die(alien, panic):
    war = crisis("cult-uprising").roll(alien)
    go(war, rise="asia")
    assert war.at("asia") == panic


@rule("effects.add_ufo")
def test_ufo_flap_with_a_tie():
    war = crisis("ufo-flap").calm(3).panic(asia=1, africa=1, europe=5).play(Crises())
    assert war.asked() == (COMMANDER, "tie:least")
    war.go(tie="asia")
    assert (war.game.continents["asia"].ufos, war.game.continents["europe"].ufos) == (1, 1)


@rule("effects.move_ufo")
def test_decoy_beacon_moves_a_ufo():
    war = War().card("tech-decoy-beacon").ufos(orbit=1, asia=1).fallen("africa").timed("budget")
    assert ("asia", "africa") not in war.options("tech-decoy-beacon")
    war.say("tech-decoy-beacon", ("orbit", "europe"))
    assert war.game.now.orbit == 0
    assert war.game.continents["europe"].ufos == 1


@rule("effects.raise_panic")
def test_media_leak_raises_two_red_continents_of_choice():
    war = crisis("media-leak").panic(asia=4, africa=5, europe=7).play(Crises())
    assert war.asked() == (COMMANDER, "reds")
    war.go(reds=("asia", "europe"))
    assert (war.at("asia"), war.at("africa"), war.at("europe")) == (5, 5, 8)
    war = go(crisis("media-leak").panic(asia=3))
    assert war.at("asia") == 4


@rule("effects.redirect_panic")
def test_the_hotline_sends_panic_to_another_continent_of_the_colour():
    war = War().card("asset-hotline").panic(asia=7, europe=5).ufos(asia=1).play(GlobePanic("asia"))
    war.go(card="asset-hotline")
    assert (war.at("asia"), war.at("europe")) == (7, 6)


@rule("effects.cancel_panic")
def test_the_press_office_cancels_one_space():
    war = War().card("tech-press-office").panic(asia=2).ufos(asia=2).play(GlobePanic("asia"))
    war.go(card=["tech-press-office"])
    assert war.at("asia") == 3


@rule("effects.gain_emergency")
def test_emergency_credits_have_no_upper_limit():
    assert effect(War().put(emergency=10), "gain_emergency", 3).game.now.emergency == 13


@rule("effects.cycle_tech")
def test_theory_group_changes_two_cards():
    war = War().card("asset-theory-group").hand("war-bonds", "skyhook").deck("tech", "neural-link", "think-tank")
    war.timed("budget").say("asset-theory-group", ("tech-war-bonds", "tech-skyhook"))
    assert war.game.secret[SCIENTIST].hand == ("tech-neural-link", "tech-think-tank")
    assert war.game.decks["tech"].discard == ("tech-war-bonds", "tech-skyhook")


@rule("effects.refresh_card")
def test_reverse_engineering_refreshes_cards_but_not_itself():
    war = War().card("tech-reverse-engineering").card("tech-powered-armor", exhausted=True)
    war.put(salvage=("enemy-gaunt-scout", "enemy-gaunt-raider"))
    war._unshelve("enemy", "enemy-gaunt-scout", "enemy-gaunt-raider")
    war.play(Crises()).go(card="tech-reverse-engineering", option=2, refresh=["tech-powered-armor"])
    assert not war.game.cards["tech-powered-armor"].exhausted
    assert war.game.cards["tech-reverse-engineering"].exhausted


@rule("effects.exhaust_card")
def test_mimic_exhausts_a_card_of_the_squad_leader():
    war = War(plan="quiet_coup").card("asset-field-surgeon", "asset-standby-squad", "asset-hotline")
    war.deck("enemy", "mimic").timed("enemy_in_base")
    assert war.ask("exhaust").seat == LEADER
    assert war.options("exhaust") == ["asset-field-surgeon", "asset-standby-squad"]
    war.say("exhaust", "asset-field-surgeon")
    assert war.game.cards["asset-field-surgeon"].exhausted


@rule("effects.discard_tech", "cards.discard-tech")
def test_the_chief_scientist_chooses_the_tech_that_is_discarded():
    war = War(plan="quiet_coup").card("tech-war-bonds", "tech-skyhook").put(damage=3)
    war.foe("gaunt-scout")
    war.play(BaseDamage())
    assert war.asked() == (SCIENTIST, "discard")
    war.go(discard="tech-skyhook")
    assert war.game.decks["tech"].discard == ("tech-skyhook",)
    war = War(plan="quiet_coup").put(damage=3, emergency=5)
    war.foe("gaunt-scout")
    war.play(BaseDamage())
    assert war.match.game.now.emergency == 3


@rule("effects.gain_salvage")
def test_salvage_from_the_deck_is_unseen():
    war = effect(War().deck("enemy", "gaunt-scout", "gaunt-raider"), "gain_salvage", 2)
    assert war.game.now.salvage == ("?", "?")
    assert war.game.secret[NOBODY].salvage == ("enemy-gaunt-scout", "enemy-gaunt-raider")


@rule("effects.lose_salvage")
def test_too_little_salvage_is_kept_and_the_else_follows():
    war = crisis("stolen-specimens").put(salvage=("enemy-gaunt-scout",)).play(Crises()).go(rise="asia")
    assert war.game.now.salvage == ("enemy-gaunt-scout",)
    assert war.at("asia") == 2
    war = crisis("stolen-specimens").put(salvage=("enemy-gaunt-scout", "enemy-gaunt-raider")).play(Crises())
    assert war.match.game.now.salvage == ()


@rule("effects.add_enemy", "actions.base-spaces")
def test_a_breach_brings_an_enemy_that_is_fought_in_the_same_round():
    war = go(crisis("sector-nine").deck("enemy", "husk-gunner"))
    assert war.game.foes["base1"].card == "enemy-husk-gunner"
    war = crisis("sector-nine")
    for i, card in enumerate(
        ("gaunt-scout", "gaunt-raider", "gaunt-sapper", "gaunt-mender", "husk-trooper", "husk-gunner")
    ):
        war.foe(card, f"base{i + 1}")
    go(war)
    assert war.game.now.damage == 1


@rule("effects.repair")
def test_repair_stops_at_zero():
    assert effect(War().put(damage=1), "repair", 2).game.now.damage == 0


@rule("effects.damage", "base.critical")
def test_damage_comes_one_at_a_time():
    war = War(plan="harvest").put(damage=5).panic(asia=3)
    effect(war, "damage", 2)
    assert war.game.now.damage == 7
    assert war.at("asia") == 4


@rule("effects.cut_pause", "effects.force_scramble")
def test_static_storm_works_on_the_next_phase():
    from xenotable.games.xcom.rules.timed.clock import pause_budget

    war = go(crisis("static-storm"))
    assert (war.game.now.cut, war.game.now.scrambles) == (20, 1)
    assert pause_budget("impossible", "on", 20) == 0
    assert pause_budget("easy", "on", 20) == -1


@rule("effects.unscramble")
def test_the_countermeasure_suite_fails_a_scramble():
    from xenotable.games.xcom.rules.cards.windows import passives
    from xenotable.games.xcom.rules.effects.world_operations import unscrambles

    war = War().card("tech-countermeasure-suite")
    assert unscrambles([e for _, e in passives(war.game, "generate")]) == 1


@rule("effects.traits")
def test_a_brood_carrier_killed_on_a_losing_roll():
    war = base("heavy", foe="brood-carrier").deck("enemy", "gaunt-scout")
    war.game.foes.set("base1", tokens=1)
    war.roll(5, 1).go(attack=["base1"], icon=["heavy1"])
    assert war.match.game.foes["base1"].card == "enemy-gaunt-scout"
    assert war.unit("heavy1").place == "pool"
    story = war.story()
    assert story.index("Gaunt Scout enters") < story.index("is lost")


@rule("effects.traits")
def test_an_acid_spitter_damages_the_base_on_a_loss():
    war = base("heavy", foe="acid-spitter").roll(1, 1).go(attack=["base1"], icon=["heavy1"])
    assert war.game.now.damage == 1
    war = War(plan="harvest").panic(asia=3)
    war.foe("mindbreaker")
    war.squad("base", "support")
    war.play(BaseFight()).roll(1, 1).go(attack=["base1"], icon=["support1"])
    assert war.at("asia") == 4


@rule("effects.values", "content.effects-table")
def test_data_that_the_interpreter_does_not_know_is_refused():
    from msgspec.structs import replace

    from xenotable.games.xcom.content import data_faults

    good = book()
    assert list(data_faults(good)) == []

    def faults(**changes: Any) -> str:
        card = replace(good.cards["tech-skyspear"], **changes)
        return " ".join(data_faults(replace(good, cards={card.id: card})))

    assert "no operation 'explode'" in faults(effects=(Effect("explode"),))
    assert "has no key 'where'" in faults(effects=(Effect("repair", where="asia"),))
    assert "is no value of 'where'" in faults(effects=(Effect("destroy_ufo", where="moon"),))
    assert "belongs to the window post_roll" in faults(effects=(Effect("prevent_loss"),))
    assert "is no condition" in faults(effects=(Effect("destroy_ufo", where="orbit", if_="luck>=1"),))
    assert "is no price" in faults(pay=("gold:3",))
    assert "is no window" in faults(window="teatime")
    assert "watch symbol" in faults(timed=True)
    assert "is no role" in faults(role="cook")
    assert "is no amount" in faults(effects=(Effect("repair", "many"),))


@rule("timed.forced-choice", "effects.exhaust_card")
def test_mimic_exhausts_the_first_card_of_the_book_if_nobody_chooses():
    late, early = "asset-fire-discipline", "asset-field-surgeon"
    war = War(timer="on").card(late, early)  # in play in the other order
    assert list(book().cards).index(early) < list(book().cards).index(late)
    war.mission("convoy-rescue")
    war.game.foes.add("mission2", Foe())
    war.game.secret.set(NOBODY, down=(("mission2", "enemy-mimic"),))
    war.timed("deploy_squad").tick(40_000)
    assert (war.game.cards[early].exhausted, war.game.cards[late].exhausted) == (True, False)


def test_effects_are_described_in_words():
    for card in book().cards.values():
        for words in (described(r) for r in (*card.rewards, *(o for e in card.effects for o in e.options))):
            assert "_" not in words
            assert "(" not in words
    europe, north = Effect("raise_panic", where="europe"), Effect("raise_panic", where="north_america", n=2)
    assert described((europe, north)) == "Panic rises by 1: Europe; Panic rises by 2: North America"
    assert described((Effect("free_build"),)) == "Build 1 Interceptor without paying"
    assert set(WORDS) == {*RUN, "alien_minus", "armor", "unscramble", "wild_icon"}


@rule("effects.gain_credits")
def test_credits_out_of_the_emergency_funding():
    war = War().put(credits=5, emergency=3)
    effect(war, "gain_credits", n=0, from_="emergency")
    assert war.options("credits") == [0, 1, 2, 3]
    war.go(credits=2)
    assert (war.game.now.credits, war.game.now.emergency) == (7, 1)
    effect(war, "gain_credits", n=4)
    assert war.match.game.now.credits == 11


@rule("effects.discard_tech")
def test_techs_are_discarded_as_long_as_there_are_any():
    war = War().card("tech-skyhook")
    effect(war, "discard_tech", n=2)
    assert not war.match.open
    assert war.match.game.decks["tech"].discard == ("tech-skyhook",)
    two = War().card("tech-skyhook", "tech-skyspear")
    effect(two, "discard_tech", n=1)
    assert two.asked() == (SCIENTIST, "discard")


@rule("effects.peek", "timed.peek-open")
def test_a_second_look_ends_the_first():
    war = War().put(looking=OFFICER, looked="enemy", look=2)
    war.game.secret.set(OFFICER, peeked=("enemy-oracle",))
    effect(war, "peek", n=2, deck="crisis")
    game = war.match.game
    assert (game.now.looking, game.now.looked, game.now.look) == (LEADER, "crisis", 2)
    assert (game.secret[OFFICER].peeked, len(game.secret[LEADER].peeked)) == ((), 2)


@rule("effects.destroy_ufo")
def test_no_more_ufos_are_destroyed_than_there_are():
    war = War().ufos(orbit=1)
    effect(war, "destroy_ufo", n=3, where="orbit")
    assert war.match.game.now.orbit == 0
