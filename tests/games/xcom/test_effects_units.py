"""Effect vocabulary: what is done to units and success tokens."""

from __future__ import annotations

from games.xcom.effects import crisis, effect, go
from games.xcom.warroom import LEADER, War, rule
from xenotable.games.xcom.scenes import Crises, LabTask, Rewards


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
