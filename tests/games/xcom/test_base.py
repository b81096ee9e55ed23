"""Base defense, missions and the final mission."""

from __future__ import annotations

import pytest

from games.xcom.warroom import COMMANDER, LEADER, War, rule
from xenotable.games.xcom.content import book, colour
from xenotable.games.xcom.rules.base.attack import for_icon
from xenotable.games.xcom.rules.base.damage import damage_base
from xenotable.games.xcom.scenes import BaseDamage, BaseFight, BaseStart, FinalEnd, Mission, MissionFight, Rewards
from xenotable.games.xcom.state import Foe


def base(*classes: str, foe: str = "husk-gunner") -> War:
    war = War()
    war.foe(foe)
    war.squad("base", *classes)
    return war.play(BaseFight())


def dice(war: War) -> list[int]:
    return [len(e.value) for e in war.match.tape if e.key == "roll"]


# ---- base ------------------------------------------------------------------------------------------------------------


@rule("base.tasks", "base.threat", "base.reassign")
def test_enemies_are_attacked_in_any_order_at_rising_threat():
    war = War()
    for i, foe in enumerate(("husk-trooper", "veil-captain", "void-lancer")):
        war.foe(foe, f"base{i + 1}")
    war.squad("base", "sniper")
    war.put(threat=4).play(BaseStart())
    war.roll(1, 1, 8, 1, 1, 8, 1, 8)
    assert war.match.game.now.threat == 1
    war.go(attack=["base2", "base1", "base3"], icon="sniper1")
    assert war.game.now.threat == 4
    first = next(line for line in war.story().splitlines() if "threat" in line)
    assert first.startswith("Veil Captain")
    assert war.options("attack") == ["base1", "base2", "base3", None]
    assert dice(war) == [2, 2, 1]


@rule("base.icons-match", "units.match", "units.classes")
def test_a_soldier_goes_only_on_an_icon_of_its_class():
    war = base("heavy", "assault", "sniper", "support")
    assert for_icon(war.game, "base", "blast*", set(), "") == ["heavy1", "sniper1"]
    assert for_icon(war.game, "base", "shield", set(), "") == ["assault1", "support1"]


@rule("base.one-per-icon")
def test_one_soldier_per_icon():
    war = base("heavy", "heavy", foe="gaunt-sapper")
    war.roll(1, 8).go(attack=["base1"])
    assert dice(war) == [1]
    war = base("heavy")  # the second icon, shield, stays empty
    war.roll(1, 1, 8).go(attack=["base1"])
    assert dice(war) == [2]


@rule("base.dice")
def test_two_ordinary_soldiers_on_two_icons():
    war = base("sniper", "support", foe="void-lancer").roll(1, 1, 8)
    war.go(attack=["base1"], icon=["support1", "sniper1"])
    assert dice(war) == [2]


@rule("base.gold")
def test_gold_on_both_sides_adds_a_die():
    for soldier, n in (("heavy", 2), ("sniper", 1)):
        war = base(soldier).roll(*[1] * n, 8).go(attack=["base1"])
        assert dice(war) == [n]


@rule("base.elite", "units.elite")
def test_an_elite_soldier_adds_a_die_in_the_base_too():
    war = base("heavy*", foe="carapace-brute").roll(1, 1, 1, 8).go(attack=["base1"], icon=["heavy1"])
    assert dice(war) == [3]
    war = base("sniper*", foe="gaunt-scout").roll(1, 1, 8).go(attack=["base1"])
    assert dice(war) == [2]


@rule("base.success", "base.kill-salvage")
def test_tokens_equal_to_health_kill_and_give_one_salvage():
    war = War()
    war.foe("carapace-brute", tokens=1)
    war.squad("base", "heavy")
    war.play(BaseFight()).roll(5, 5, 8).go(attack=["base1"], icon=["heavy1"])
    assert "base1" not in war.game.foes
    assert war.game.now.salvage == ("enemy-carapace-brute",)


@rule("base.loss", "base.continue")
def test_a_loss_takes_the_soldiers_on_icons_and_the_others_fight_on():
    war = base("heavy", "assault", "support").roll(1, 1, 1, 1).go(attack=["base1"], icon=["heavy1", "assault1"])
    assert war.units_in("base") == 1
    assert war.unit("heavy1").place == war.unit("assault1").place == "pool"
    assert war.asked() == (LEADER, "attack")
    war.roll(1, 1).go(attack=["base1"])
    assert war.units_in("base") == 0
    assert war.over


@rule("base.damage", "base.discard", "base.damage-order")
def test_survivors_cause_damage_and_are_discarded_in_the_chosen_order():
    war = War()
    war.foe("gaunt-scout", "base1", tokens=0)
    war.foe("husk-trooper", "base2", tokens=1)
    war.play(BaseDamage()).go(survivor=["base2"])
    assert war.game.now.damage == 2
    assert war.game.decks["enemy"].discard == ("enemy-husk-trooper", "enemy-gaunt-scout")
    assert not war.game.foes


@rule("base.damage-order", "effects.cancel_damage")
def test_on_damage_belongs_to_surviving_and_not_to_the_marker():
    war = War(plan="quiet_coup").card("tech-blast-doors").put(emergency=5)
    war.foe("saboteur")
    war.play(BaseDamage()).go(card="tech-blast-doors")
    assert war.game.now.damage == 0
    assert war.game.now.emergency == 3


@rule("base.track")
def test_the_damage_track():
    assert [colour("damage", n) for n in range(4, 10)] == ["red", "blue", "red", "blue", "red", "orange"]


@rule("base.critical")
def test_a_red_space_carries_out_the_critical_effect_before_further_damage():
    war = War(plan="harvest").put(damage=3).panic(asia=3)
    war.foe("gaunt-scout", "base1")
    war.foe("gaunt-raider", "base2")
    war.play(BaseDamage()).go(survivor="base1")
    assert war.game.now.damage == 5
    assert war.at("asia") == 4
    story = war.story()
    assert story.index("damage: 4") < story.index("Critical") < story.index("Panic in Asia") < story.index("damage: 5")


@rule("base.critical-again")
def test_entering_a_red_space_again_is_critical_again():
    war = War(plan="harvest").put(damage=4).panic(asia=3)
    war.put(damage=3)
    list(damage_base(war.game, "base.damage"))
    assert war.at("asia") == 4
    war.put(damage=3)
    list(damage_base(war.game, "base.damage"))
    assert war.at("asia") == 5


@rule("base.critical-decide")
def test_critical_choices_belong_to_the_squad_leader():
    war = War(plan="hive_below").put(damage=3)
    war.foe("gaunt-scout")
    war.play(BaseDamage())
    assert war.asked() == (LEADER, "option")
    war.go(option=1)
    assert war.units_in("pool", "interceptor") == 3


@rule("base.orange")
def test_the_marker_stops_on_orange():
    war = War().put(damage=8)
    list(damage_base(war.game, "base.damage"))
    assert war.game.now.damage == 9
    list(damage_base(war.game, "base.damage"))
    assert war.game.now.damage == 9


# ---- missions --------------------------------------------------------------------------------------------------------


@rule("mission.three-tasks", "mission.many-per-round", "mission.threat", "mission.skill-task")
def test_three_tasks_from_left_to_right_in_one_round():
    war = War().mission("archive-vault").put(threat=5)
    war.squad("mission", "assault", "sniper", "support")
    war.play(Mission("mission")).roll(5, 1, 8, 5, 8, 1, 5, 8)
    war.go(attack="task", icon=["support1", "support1", "sniper1"], reward=[0])
    threats = [line[line.index("threat") + 7] for line in war.story().splitlines() if " at threat " in line]
    assert threats == ["1", "2", "3"]
    assert "Archive Vault is completed." in war.story()


@rule("mission.icons", "mission.skill-task", "mission.no-carry")
def test_a_skill_task_needs_one_success_and_the_rest_is_lost():
    war = War().mission("relief-corridor", done=1)
    war.squad("mission", "assault", "sniper", "support")
    war.play(MissionFight("mission")).roll(5, 6, 8).go(attack=["task"], icon=["assault1", "sniper1"])
    assert war.game.ventures["mission"].done == 2


@rule("mission.enemy-task")
def test_an_enemy_task_is_done_when_the_enemy_is_killed():
    war = War().mission("downed-saucer", t1="husk-trooper", t3="gaunt-scout")
    war.game.foes.set("mission1", tokens=1)
    war.squad("mission", "sniper")
    war.play(MissionFight("mission")).roll(5, 1, 8).go(attack=["mission1"])
    assert war.game.ventures["mission"].done == 1
    assert war.game.now.salvage == ("enemy-husk-trooper",)


@rule("mission.no-enemy", "mission.task-kinds")
def test_an_enemy_task_without_an_enemy_is_complete_without_a_roll():
    war = War().mission("downed-saucer", t3="gaunt-scout").play(MissionFight("mission"))
    assert war.match.game.ventures["mission"].done == 1


@rule("mission.loss", "mission.loss-continue")
def test_other_soldiers_of_the_mission_live_and_go_on():
    war = War().mission("relief-corridor", done=1)
    war.squad("mission", "assault", "sniper", "support", "heavy")
    war.play(MissionFight("mission")).roll(1, 1, 1).go(attack=["task"], icon=["assault1", "sniper1"])
    assert war.units_in("mission") == 2
    assert war.asked() == (LEADER, "attack")
    assert war.game.now.threat == 2


@rule("mission.complete", "mission.rewards")
def test_the_loss_comes_before_the_rewards():
    war = War().mission("harbor-evacuation", done=2).panic(north_america=5)
    war.squad("mission", "assault")
    war.play(MissionFight("mission")).roll(5, 1).go(attack=["task"])
    assert war.unit("assault1").place == "pool"
    war.go(reward=[1], recruit="assault1")
    assert war.unit("assault1").place == "reserve"
    assert war.at("north_america") == 3
    assert "mission" not in war.game.ventures
    assert war.game.decks["mission"].discard == ("mission-harbor-evacuation",)


@rule("mission.complete")
def test_soldiers_left_on_a_completed_mission_come_home():
    war = War().mission("convoy-rescue", done=2)
    war.squad("mission", "support", "heavy", "heavy")
    war.play(MissionFight("mission")).roll(5, 5, 8).go(attack=["task"], reward=[0])
    assert war.units_in("mission") == 0
    assert war.units_in("reserve", "soldier") == 8
    assert war.game.now.report == "completed"


@rule("mission.rewards", "actions.choose-mission-fallen")
def test_a_reward_that_cannot_be_carried_out_is_lost():
    war = War().fallen("europe").deck("mission", "reactor-breach", "convoy-rescue").timed("choose_mission")
    war.act("mission-reactor-breach").done()
    war.game.ventures.set("mission", done=3)
    war.put(phase="resolution", damage=0).play(Rewards((0, 1))).go(reward=[0])
    assert war.at("europe") == 8
    assert "mission" not in war.game.ventures


@rule("mission.persist", "finale.persist")
def test_an_unfinished_mission_keeps_soldiers_tokens_and_tasks():
    war = War().mission("downed-saucer", 2, t3="husk-trooper").mission("beachhead")
    war.squad("mission", "sniper")
    war.play(MissionFight("mission"), FinalEnd()).roll(5, 1, 8).go(attack=["mission3", None])
    assert war.game.foes["mission3"].tokens == 1
    assert war.game.ventures["mission"].done == 2
    assert war.unit("sniper1").place == "mission"
    assert war.game.now.step == "pressure"


@rule("mission.persist-facedown")
def test_face_down_enemies_are_turned_up_before_a_mission_is_resolved():
    war = War().mission("downed-saucer").deck("enemy", "gaunt-scout")
    war.game.foes.add("mission1", Foe())
    war.game.secret.set(-1, down=(("mission1", "enemy-gaunt-scout"),))
    war._unshelve("enemy", "enemy-gaunt-scout")
    war.play(Mission("mission"))
    assert war.match.game.foes["mission1"].card == "enemy-gaunt-scout"


@rule("mission.one")
def test_there_is_one_mission_in_play():
    war = (
        War()
        .deck("mission", "archive-vault", "convoy-rescue")
        .timed("choose_mission")
        .act("mission-archive-vault")
        .done()
    )
    assert list(war.game.ventures) == ["mission"]


@rule("endround.return")
def test_a_mission_without_soldiers_simply_stays():
    from xenotable.games.xcom.scenes import Return

    war = War().mission("convoy-rescue")
    war.squad("base", "heavy")
    war.play(MissionFight("mission"), Return())
    assert war.match.game.ventures["mission"].card == "mission-convoy-rescue"
    assert war.unit("heavy1").place == "reserve"


@rule("mission.after-unlock", exercises=["mission.complete"])
def test_after_the_unlocking_a_mission_can_still_be_completed_for_its_rewards():
    war = War().mission("convoy-rescue", done=2).mission("beachhead")
    war.squad("mission", "support")
    war.play(MissionFight("mission")).roll(5, 5, 8).go(attack=["task"], reward=[0])
    assert "mission" not in war.game.ventures
    assert war.game.now.unlocked


# ---- final mission ---------------------------------------------------------------------------------------------------


@rule("finale.resolve")
def test_the_final_mission_has_its_own_threat_and_soldiers():
    war = War().mission("beachhead", t2="gaunt-scout", t3="boss-spire-warden").put(threat=4)
    war.squad("mission", "heavy")
    war.squad("final", "assault")
    war.play(Mission("final")).roll(5, 1, 8).go(attack=["task"], icon=["assault1"])
    assert war.game.ventures["final"].done == 1
    assert war.game.now.threat == 2


@rule("finale.boss")
def test_a_boss_gives_no_salvage():
    war = War().mission("harvest", 1, t2="boss-reaper-prime")
    war.game.foes.set("final2", tokens=3)
    war.squad("final", "heavy")
    war.play(MissionFight("final")).roll(5, 1, 8).go(attack=["final2"], icon=["heavy1"])
    assert war.game.now.salvage == ()
    assert war.game.ventures["final"].done == 2


@rule("finale.pressure")
@pytest.mark.parametrize(
    ("plan", "check"),
    [
        ("beachhead", lambda w: w.game.now.orbit == 1),
        ("black_signal", lambda w: w.game.now.scrambles == 1),
        ("hive_below", lambda w: w.game.now.more_enemies == 1),
        ("quiet_coup", lambda w: w.at("asia") == 4),
        ("harvest", lambda w: w.game.continents["asia"].ufos == 1),
    ],
)
def test_the_pressure_of_each_plan(plan, check):
    war = War(plan=plan).panic(asia=3).mission(plan).play(FinalEnd())
    assert war.match.over
    assert check(war)


@rule("finale.pressure")
def test_there_is_no_pressure_while_the_final_mission_is_locked():
    war = War(plan="quiet_coup").panic(asia=3, africa=3).mission("quiet_coup").play(FinalEnd())
    assert war.asked() == (COMMANDER, "tie:most")
    war = War(plan="quiet_coup").panic(asia=3).play(FinalEnd())
    assert war.match.game.continents["asia"].panic == 3


@rule("finale.plans")
def test_the_final_missions():
    finals = {p.id: p.final for p in book().plans.values()}
    assert finals["beachhead"] == (("breach*", "aim"), "enemy", "boss-spire-warden")
    assert finals["harvest"] == (("shield*", "aim", "breach"), "boss-reaper-prime", ("breach*", "blast"))
    assert finals["quiet_coup"][2] == "boss-regent"
    war = War(plan="black_signal").timed("unlock_final")
    assert war.game.foes["final3"].card == "boss-choirmaster"


# ---- where the rules end ---------------------------------------------------------------------------------------------


@rule("mission.rewards")
def test_the_order_of_rewards_is_asked_only_where_there_are_several():
    war = War().mission("reactor-breach", 3)
    war.squad("mission", "heavy")
    war.play(Rewards((0, 1)))
    assert (war.asked(), list(war.options("reward"))) == ((LEADER, "reward"), [0, 1])
    alone = War().mission("reactor-breach", 3)
    alone.squad("mission", "heavy")
    alone.play(Rewards((1,)))
    assert "reward" not in alone.open_keys()
    alone.go()
    assert alone.match.game.decks["mission"].discard == ("mission-reactor-breach",)
    assert alone.unit("heavy1").place == "reserve"


@rule("base.damage-order", "base.damage")
def test_a_single_survivor_is_not_asked_about():
    war = War()
    war.foe("gaunt-scout")
    war.play(BaseDamage())
    assert not war.match.open
    assert war.match.game.now.damage == 1


@rule("base.tasks", "base.success")
def test_a_roll_without_success_leaves_no_token_and_the_fight_may_end():
    war = base("heavy*", foe="carapace-brute").roll(1, 1, 1, 8).go(attack=["base1"], icon="heavy1")
    assert war.game.foes["base1"].tokens == 0
    war.go(attack=None)
    assert not war.match.open
    assert not base(foe="carapace-brute").match.open  # nobody is there to fight
