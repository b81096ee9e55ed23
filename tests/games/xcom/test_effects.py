"""Effect vocabulary: every operation, by the cards that use it."""

from __future__ import annotations

from typing import Any

import pytest

from games.xcom.warroom import COMMANDER, LEADER, OFFICER, SCIENTIST, War, rule
from xenotable.engine import NOBODY, Flow, Scene, scene
from xenotable.games.xcom.content import Effect, book
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import RUN, carry_out, decider, holds, useful
from xenotable.games.xcom.rules.effects.words import WORDS, described
from xenotable.games.xcom.scenes import (
    BaseDamage,
    BaseFight,
    Crises,
    GlobePanic,
    GlobeTask,
    LabTask,
    MissionFight,
    Rewards,
)
from xenotable.games.xcom.state import Foe, Throw, Xcom


def crisis(card: str, plan: str = "beachhead") -> War:
    war = War(plan=plan).put(crises=(f"crisis-{card}",))
    war._unshelve("crisis", f"crisis-{card}")
    return war


def go(war: War, **answers: Any) -> War:
    return war.play(Crises()).go(**answers)


class TestScene(Scene, frozen=True):
    """Carries out one effect as a mission's reward would."""

    __test__ = False
    effects: tuple[Effect, ...]


@scene
def _carried(game: Xcom, at: TestScene) -> Flow[list[Scene]]:
    yield from carry_out(game, at.effects, Context("mission", "mission-dust-line", LEADER))
    return []


def effect(war: War, do: str, *args: Any, **keys: Any) -> War:
    war.play(TestScene((Effect(do, *args, **keys),)))
    assert war.match is not None
    return war


def sky(ufos: int, planes: int, *cards: str) -> War:
    war = War().ufos(asia=ufos).card(*cards)
    war.assign("interceptor", "asia", planes)
    return war.play(GlobeTask("asia"))


def base(*classes: str, foe: str = "husk-gunner", cards: tuple[str, ...] = (), plan: str = "beachhead") -> War:
    war = War(plan=plan).card(*cards)
    war.foe(foe)
    war.squad("base", *classes)
    return war.play(BaseFight())


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


@rule("effects.add_dice")
def test_dice_before_the_roll():
    war = sky(3, 2, "tech-afterburner-refit").roll(1, 1, 1, 1, 8).go(push=[True], card="tech-afterburner-refit")
    assert [len(e.value) for e in war.match.tape if e.key == "roll"] == [4]


@rule("effects.add_success")
def test_neural_link_adds_a_success():
    war = base("sniper", foe="gaunt-sapper", cards=("tech-neural-link",)).roll(1, 8)
    war.go(attack=["base1"], card="tech-neural-link")
    assert "base1" not in war.game.foes


@rule("effects.reroll_xcom")
def test_lance_rifles_reroll_two_dice():
    war = base("heavy*", foe="carapace-brute", cards=("tech-lance-rifles",)).roll(1, 5, 2, 8, 6, 3)
    war.go(attack=["base1"], icon=["heavy1"], card="tech-lance-rifles", reroll=[(2, 0)])
    assert war.game.foes["base1"].tokens == 2


@rule("effects.reroll_alien")
def test_a_reroll_of_the_alien_die_stands_better_or_worse():
    war = sky(1, 1, "tech-global-net").roll(1, 6, 1).go(push=[True], card=["tech-global-net"])
    assert war.units_in("pool", "interceptor") == 3


@rule("effects.alien_plus", "cards.salvage", "cards.salvage-others")
def test_alien_alloys_add_two_to_the_alien_die():
    war = sky(1, 1, "tech-alien-alloys").put(threat=4, salvage=("enemy-gaunt-scout",))
    war._unshelve("enemy", "enemy-gaunt-scout")
    war.roll(1, 3).go(push=[True], card="tech-alien-alloys")
    assert war.units_in("pool", "interceptor") == 2
    assert war.game.now.salvage == ()
    assert war.game.decks["enemy"].discard == ("enemy-gaunt-scout",)


@rule("effects.alien_minus")
def test_the_oracle_takes_one_from_the_alien_die():
    for alien, place in ((2, "pool"), (3, "base")):
        war = base("support", foe="oracle", plan="harvest").roll(1, 1, alien).go(attack=["base1"])
        assert war.unit("support1").place == place


@rule("effects.armor")
def test_the_aegis_core_ignores_the_first_success():
    war = (
        base("heavy", "support", foe="aegis-core").roll(5, 6, 2, 2, 8).go(attack=["base1"], icon=["heavy1", "support1"])
    )
    assert war.game.foes["base1"].tokens == 1


@rule("effects.lower_threat")
def test_ghost_weave_lowers_threat():
    war = War().mission("convoy-rescue").card("tech-ghost-weave").put(threat=4)
    war.squad("mission", "heavy")
    war.play(MissionFight("mission")).roll(1, 1, 3).go(attack=["task"], card="tech-ghost-weave")
    assert war.game.now.threat == 3
    assert war.unit("heavy1").place == "mission"


@rule("effects.hold_threat")
def test_fire_discipline_holds_threat():
    war = base("heavy", cards=("asset-fire-discipline",)).put(threat=2).roll(1, 1, 8)
    war.go(attack=["base1"], card="asset-fire-discipline")
    assert war.game.now.threat == 2


@rule("effects.prevent_loss")
def test_powered_armor_prevents_the_loss():
    war = base("heavy", "assault", cards=("tech-powered-armor",)).put(threat=3).roll(1, 1, 1, 2)
    war.go(attack=["base1"], icon=["heavy1", "assault1"], card="tech-powered-armor")
    assert war.units_in("base") == 2
    assert war.game.now.threat == 4


@rule("effects.save_units", "cards.once-round", "tasks.loss-ends")
def test_one_interceptor_survives_and_the_task_still_ends():
    war = sky(3, 3).put(headquarters="north_america").roll(1, 1, 1, 1).go(push=[True], card="north_america")
    assert war.units_in("asia") == 1
    assert war.units_in("pool", "interceptor") == 4
    assert war.over
    assert war.game.now.hq_used


@rule("effects.wild_icon", "units.match")
def test_breaching_drones_let_a_soldier_use_a_foreign_icon():
    war = base("heavy*", foe="seeker-drone", cards=("tech-breaching-drones",)).roll(5, 1, 8).go(attack=["base1"])
    assert [len(e.value) for e in war.match.tape if e.key == "roll"] == [2]
    assert war.game.cards["tech-breaching-drones"].exhausted
    war = base("heavy", foe="seeker-drone")
    assert war.over


@rule("effects.place_success", "research.complete")
def test_automated_labs_finish_a_card_without_a_roll():
    war = War().card("tech-automated-labs").tech("lab1", "skyhook", 1)
    war.assign("scientist", "lab1", 1)
    war.play(LabTask(0)).go(card="tech-automated-labs")
    assert "tech-skyhook" in war.game.cards
    assert not war.unit("sci1").exhausted


@rule("effects.place_success", "cards.optional")
def test_the_turret_grid_is_passive_and_leaves_the_choice():
    from xenotable.games.xcom.rules.cards.ownership import is_passive
    from xenotable.games.xcom.scenes import BaseStart

    assert is_passive("tech-turret-grid")
    assert not is_passive("asset-emergency-funding")
    assert is_passive("africa")
    assert not is_passive("asia")
    war = War().card("tech-turret-grid")
    war.foe("gaunt-scout")
    war.foe("husk-trooper", "base2")
    war.play(BaseStart())
    assert war.asked() == (LEADER, "token")
    war.go(token="base1")
    assert war.game.now.salvage == ("enemy-gaunt-scout",)


@rule("effects.remove_success", "effects.exhaust_unit")
def test_lab_fire():
    war = crisis("lab-fire").tech("lab1", "neural-link", 2).tech("lab2", "war-bonds").tech("lab3", "skyhook", 1)
    go(war)
    assert [war.game.labs[lab].tokens for lab in ("lab1", "lab2", "lab3")] == [1, 0, 0]
    assert sum(u.exhausted for u in war.game.units.values()) == 1


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


@rule("effects.free_build")
def test_an_interceptor_for_nothing():
    war = effect(War(), "free_build", 1)
    assert war.units_in("reserve", "interceptor") == 7


@rule("effects.free_recruit")
def test_trauma_gel_recruits_at_a_step():
    war = War().card("tech-trauma-gel").play(Crises()).go(card="tech-trauma-gel", recruit="heavy3")
    assert war.unit("heavy3").place == "reserve"


@rule("effects.assign_unit", "budget.audit-count")
def test_standby_squad_assigns_a_soldier_that_costs_a_credit():
    from xenotable.games.xcom.rules.budget import assigned_units

    war = War().card("asset-standby-squad").timed("budget").say("asset-standby-squad", (("heavy1", "base"),))
    assert assigned_units(war.game) == 1


@rule("effects.assign_unit", "actions.interceptors")
def test_skyhook_keeps_the_limits_of_the_action():
    war = War().card("tech-skyhook")
    war.assign("interceptor", "asia", 2)
    war.timed("budget")
    assert war.refused("tech-skyhook", (("int3", "asia"), ("int4", "asia"))) == ["actions.interceptors"]
    war.say("tech-skyhook", (("int3", "asia"), ("int4", "europe")))
    assert war.units_in("asia") == 3
    assert war.units_in("europe") == 1


@rule("effects.move_unit")
def test_uplink_relay_moves_units_of_any_role():
    war = War().card("asset-uplink-relay")
    war.assign("interceptor", "asia", 1)
    war.squad("base", "heavy")
    war.assign("satellite", "orbit", 1, exhausted=True)
    war.timed("budget")
    assert not [m for m in war.options("asset-uplink-relay") if m[0] == "sat1"]
    war.say("asset-uplink-relay", (("int1", "europe"), ("heavy1", "reserve")))
    assert war.unit("int1").place == "europe"
    assert war.unit("heavy1").place == "reserve"
    assert war.game.cards["asset-uplink-relay"].exhausted


@rule("effects.move_unit")
def test_uplink_relay_takes_moves_in_the_order_given():
    war = War().card("asset-uplink-relay")
    war.assign("interceptor", "asia", 3)
    war.assign("interceptor", "europe", 1)
    war.timed("budget")
    first, last = war.game.units["int1"], "int4"
    assert (first.place, war.unit(last).place) == ("asia", "europe")
    makes_room = (("int3", "reserve"), (last, "asia"))
    assert war.refused("asset-uplink-relay", makes_room[::-1]) == ["actions.interceptors"]
    war.say("asset-uplink-relay", makes_room)
    assert (war.unit("int3").place, war.unit(last).place) == ("reserve", "asia")


@rule("effects.refresh_unit")
def test_telescope_farm_refreshes_satellites_anywhere():
    war = War().mission("telescope-farm", 3)
    war.assign("satellite", "orbit", 2, exhausted=True)
    war.game.units.set("sat5", exhausted=True)
    war.play(Rewards((0,)))
    assert not any(u.exhausted for u in war.match.game.units.values())


@rule("effects.refresh_unit")
def test_night_shift_refreshes_in_the_reserve_only():
    war = War().card("asset-night-shift").tech("lab1", "war-bonds")
    war.assign("scientist", "lab1", 1, exhausted=True)
    assert war.timed("budget").refused("asset-night-shift", "use") == ["cards.no-effect"]
    war.game.units.set("sci5", exhausted=True)
    war.timed("budget").say("asset-night-shift", "use")
    assert not war.unit("sci5").exhausted
    assert war.unit("sci1").exhausted


@rule("effects.exhaust_unit")
def test_jammed_uplink_takes_assigned_satellites_first():
    war = crisis("jammed-uplink")
    war.assign("satellite", "orbit", 1)
    go(war)
    assert war.unit("sat1").exhausted
    assert sum(u.exhausted for u in war.game.units.values()) == 2


@rule("effects.lose_unit")
def test_without_a_reserve_a_soldier_of_the_base_is_lost():
    war = crisis("barracks-fever")
    war.squad("base", "heavy", "sniper")
    for i, u in list(war.game.units.items()):
        if u.kind == "soldier" and u.place == "reserve":
            war.game.units.set(i, place="pool")
    war.play(Crises())
    assert war.asked() == (LEADER, "loss")
    war.go(loss="sniper1")
    assert (war.unit("sniper1").place, war.unit("heavy1").place) == ("pool", "base")


@rule("effects.make_elite")
def test_a_soldier_of_the_mission_becomes_elite():
    war = War().mission("dust-line", 3)
    war.squad("mission", "heavy", "sniper")
    war.play(Rewards((0,))).go(elite="sniper1")
    assert war.unit("sniper1").elite


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


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("effects.reroll_xcom")
def test_which_dice_can_be_rolled_again():
    war = base("heavy*", foe="carapace-brute", cards=("tech-lance-rifles",)).roll(1, 5, 6, 8)
    war.go(attack=["base1"], icon=["heavy1"], card="tech-lance-rifles")
    assert war.options("reroll") == [(1, 0), (1, 1), (0, 1), (0, 2)]  # one miss, two successes, two dice at most
    war.roll(1, 1).go(reroll=(0, 2))
    assert war.match.game.foes["base1"].tokens == 0


@rule("effects.lower_threat")
def test_threat_goes_back_to_one_at_least_for_the_roll_on_the_table_too():
    war = War().mission("convoy-rescue").card("tech-ghost-weave").put(threat=2)
    war.squad("mission", "heavy")
    war.play(MissionFight("mission")).roll(1, 1, 2).go(attack=["task"], card="tech-ghost-weave")
    assert war.unit("heavy1").place == "mission"  # a 2 is no loss at threat 1
    low = War().put(threat=3)
    low.game.throws.add(0, Throw("orbit", "orbit", threat=3))
    effect(low, "lower_threat", n=5)
    assert (low.game.now.threat, low.game.throws[0].threat) == (1, 1)


@rule("effects.make_elite")
def test_who_can_become_elite():
    war = War().mission("dust-line", 3)
    war.squad("mission", "heavy*")
    war.squad("base", "sniper")
    effect(war, "make_elite", n=1)
    assert not war.match.open  # nobody there who is not elite
    full = War().mission("dust-line", 3)
    full.squad("base", "heavy*", "sniper*", "assault*", "support*")
    full.squad("mission", "heavy")
    effect(full, "make_elite", n=1)
    assert not full.match.open  # there is no fifth elite soldier
    assert sum(u.elite for u in full.game.units.values()) == 4


@rule("effects.place_success")
def test_tokens_are_placed_one_at_a_time():
    war = War()
    war.foe("gaunt-scout")
    effect(war, "place_success", n=2, on="base_enemy")
    assert not war.match.open
    assert not war.match.game.foes  # killed by the first, and nothing is left for the second
    labs = War().tech("lab1", "neural-link").tech("lab2", "neural-link")
    effect(labs, "place_success", n=2, on="lab").go(token=["lab2", "lab1"])
    assert [labs.match.game.labs[i].tokens for i in ("lab1", "lab2")] == [1, 1]


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
