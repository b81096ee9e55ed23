"""Tasks, research, orbital and global defense: dice, threat and pushing your luck."""

from __future__ import annotations

import pytest

from games.xcom.warroom import COMMANDER, LEADER, OFFICER, SCIENTIST, War, rule
from xenotable.engine import is_legal
from xenotable.games.xcom.rules.cards.windows import use_refusals
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.tasks import dice_of, task_seat
from xenotable.games.xcom.scenes import (
    Audit,
    BaseDamage,
    BaseStart,
    Crises,
    Globe,
    GlobePanic,
    GlobeTask,
    LabTask,
    Mission,
    Orbit,
    OrbitPanic,
    OrbitTask,
    Recruit,
    Reports,
    Research,
    Return,
)
from xenotable.games.xcom.state import Throw


def lab(war: War, scientists: int, card: str = "neural-link", tokens: int = 0) -> War:
    war.tech("lab1", card, tokens)
    war.assign("scientist", "lab1", scientists)
    return war.play(LabTask(0))


def sky(ufos: int, planes: int, where: str = "asia", **panic: int) -> War:
    war = War().ufos(**{where: ufos}).panic(**panic)
    war.assign("interceptor", where, planes)
    return war.play(GlobeTask(where))


def orbit(ufos: int, satellites: int) -> War:
    war = War().ufos(orbit=ufos)
    war.assign("satellite", "orbit", satellites)
    return war.play(OrbitTask())


# ---- dice ------------------------------------------------------------------------------------------------------------


@rule("tasks.dice", "research.tokens")
def test_five_and_six_are_successes():
    war = lab(War(), 3).roll(4, 5, 6, 8).go(push=[True])
    assert war.game.labs["lab1"].tokens == 2


@rule("tasks.roll", "research.dice")
def test_one_die_for_each_unit_and_one_alien_die():
    war = lab(War(), 3).roll(1, 1, 1, 8).go(push=[True])
    rolls = [(e.key, len(e.value)) for e in war.match.tape if e.kind == "roll"]
    assert rolls == [("roll", 3), ("alien", 1)]


@rule("tasks.dice-order", "mission.icons")
def test_the_order_of_the_dice():
    war = War()
    (support,) = war.squad("mission", "support*")
    (sniper,) = war.squad("mission", "sniper")
    icons = (("shield*", support, False), ("blast", "", False), ("aim", sniper, False))
    throw = Throw("mission", "mission", units=(support, sniper), icons=icons, more=1)
    assert dice_of(war.game, throw) == [support, support, support, sniper, "effect"]
    war.mission("relief-corridor", done=2).play(Mission("mission"))
    war.roll(1, 1, 1, 5, 8).go(attack="task", icon=[support, None, sniper])
    assert [e.value for e in war.match.tape if e.key == "roll"] == [(1, 1, 1, 5)]


@rule("tasks.no-dice-limit", "effects.add_dice")
def test_five_dice_with_lance_cannons_and_afterburners():
    war = sky(3, 2)
    war.card("tech-lance-cannons", "tech-afterburner-refit")
    war.roll(1, 1, 1, 1, 1, 8).go(push=[True], card="tech-afterburner-refit")
    assert [len(e.value) for e in war.match.tape if e.key == "roll"] == [5]


@rule("tasks.needs-unit")
def test_no_dice_are_added_where_nobody_works():
    war = War().card("asset-dissection-theatre").tech("lab1", "neural-link").put(salvage=("enemy-gaunt-scout",))
    war.play(LabTask(0))
    assert war.over
    assert not is_legal(use_refusals(war.game, "asset-dissection-theatre", Context("card")))


@rule("tasks.needs-goal")
def test_nothing_is_rolled_where_nothing_can_be_gained():
    assert sky(0, 3).over
    assert orbit(0, 2).over


@rule("tasks.loss")
def test_a_loss_at_threat_two():
    for alien, lost in ((1, True), (2, True), (3, False)):
        war = orbit(3, 2).put(threat=2).roll(1, 1, alien).go(push=[True])
        assert war.unit("sat1").exhausted is lost
        assert war.unit("sat2").exhausted is lost


@rule("tasks.success-on-loss", "tasks.sequence", "units.exhaust-kinds")
@rule("globe.loss", exercises=["tasks.loss-effect", "tasks.loss-ends"])
def test_successes_count_on_a_losing_roll():
    war = sky(2, 2).roll(5, 6, 1).go(push=[True])
    assert war.game.continents["asia"].ufos == 0
    assert war.units_in("pool", "interceptor") == 4


@rule("tasks.threat-advance", "tasks.threat-cap", "tasks.push")
def test_threat_rises_with_every_roll_up_to_five():
    war = sky(1, 1)
    threats = []
    for _ in range(7):
        threats.append(war.match.game.now.threat)
        war.roll(1, 8).go(push=[True])
    assert threats == [1, 2, 3, 4, 5, 5, 5]


@rule("tasks.threat-reset", "research.order")
def test_every_lab_starts_at_threat_one():
    war = War().tech("lab1", "neural-link").tech("lab2", "war-bonds")
    war.assign("scientist", "lab1", 1)
    war.assign("scientist", "lab2", 1)
    war.play(Research(0)).roll(1, 8, 1, 8, 1, 8).go(push=[True, True, True])
    assert war.game.now.threat == 4
    war.go(push=[False])
    assert war.game.now.threat == 1
    assert war.match.game.throws[0].spot == "lab2"


@rule("tasks.stop")
def test_a_player_may_decline_and_nothing_happens():
    war = sky(2, 2).go(push=[False])
    assert war.over
    assert war.game.continents["asia"].ufos == 2


@rule("tasks.loss-effect")
@rule("orbit.loss", exercises=["tasks.loss-effect", "tasks.loss-ends"])
def test_a_loss_ends_the_task():
    war = orbit(3, 2).roll(1, 5, 1).go(push=[True])
    assert war.over
    assert war.game.now.orbit == 2
    assert war.unit("sat1").exhausted
    assert war.unit("sat2").exhausted


@rule("tasks.complete-ends", "orbit.success")
def test_successes_beyond_the_need_are_lost():
    war = orbit(1, 3).roll(5, 5, 6, 8).go(push=[True])
    assert war.game.now.orbit == 0
    assert war.over


@rule("tasks.who-decides")
def test_each_task_belongs_to_its_role():
    assert [task_seat(t) for t in ("research", "orbit", "global", "base", "mission")] == [
        SCIENTIST, OFFICER, COMMANDER, LEADER, LEADER,
    ]  # fmt: skip
    assert orbit(1, 1).asked() == (OFFICER, "push")
    assert sky(1, 1).asked() == (COMMANDER, "push")
    assert lab(War(), 1).asked() == (SCIENTIST, "push")


# ---- research --------------------------------------------------------------------------------------------------------


@rule("research.own-lab", "research.dice")
def test_scientists_work_on_their_own_card_only():
    war = War().tech("lab1", "neural-link").tech("lab2", "war-bonds")
    war.assign("scientist", "lab1", 2)
    war.assign("scientist", "lab2", 3)
    war.play(LabTask(0)).roll(5, 1, 8).go(push=[True])
    assert (war.game.labs["lab1"].tokens, war.game.labs["lab2"].tokens) == (1, 0)


@rule("research.complete", "cards.tech-owner")
def test_enough_tokens_bring_the_card_to_its_role():
    war = lab(War(), 3, "war-bonds", 1).roll(6, 5, 2, 8).go(push=[True])
    assert war.game.cards["tech-war-bonds"].seat == COMMANDER
    assert war.game.labs["lab1"].tech == ""
    assert war.over


@rule("research.complete-watch")
def test_a_watch_card_waits_for_the_next_timed_phase():
    war = lab(War(), 3, "skyhook").roll(6, 5, 2, 8).go(push=[True])
    assert "tech-skyhook" in war.game.cards
    assert "tech-skyhook" in war.timed("budget").open_keys(COMMANDER)


@rule("endround.refresh-units")
@rule("research.loss", exercises=["tasks.loss-effect"])
@rule("endround.return-exhausted", exercises=["endround.refresh-units", "tasks.loss-effect"])
def test_a_loss_exhausts_for_this_round_and_the_next():
    from xenotable.games.xcom.scenes import Refresh

    war = lab(War(), 2).roll(1, 2, 1).go(push=[True])
    assert war.game.labs["lab1"].tokens == 0
    assert war.unit("sci1").exhausted
    war.play(Refresh())
    assert war.match.game.units["sci1"].place == "reserve"
    assert war.unit("sci1").exhausted
    war.put(round=2).play(Refresh())
    assert not war.match.game.units["sci1"].exhausted


@rule("research.loss-complete")
def test_a_losing_roll_may_complete_the_tech():
    war = lab(War(), 1, "burst-codec").roll(5, 1).go(push=[True])
    assert "tech-burst-codec" in war.game.cards
    assert war.unit("sci1").exhausted


@rule("research.stays")
def test_an_unfinished_card_stays_with_its_tokens():
    from xenotable.games.xcom.scenes import Refresh

    war = lab(War(), 1).roll(5, 8).go(push=[True, False])
    war.play(Refresh())
    assert war.match.game.labs["lab1"].tech == "tech-neural-link"
    assert war.game.labs["lab1"].tokens == 1


# ---- orbit -----------------------------------------------------------------------------------------------------------


@rule("orbit.dice")
def test_exhausted_satellites_give_no_dice():
    war = War().ufos(orbit=2)
    war.assign("satellite", "orbit", 2)
    war.assign("satellite", "orbit", 1, exhausted=True)
    war.play(Orbit()).roll(1, 1, 8).go(push=[True])
    assert [len(e.value) for e in war.match.tape if e.key == "roll"] == [2]


@rule("orbit.panic", "orbit.panic-tie", "panic.least", "orbit.stay")
def test_each_ufo_left_raises_the_least_panicked_continent_anew():
    war = War().calm(4).panic(africa=2, asia=2).ufos(orbit=2).play(OrbitPanic())
    assert war.asked() == (COMMANDER, "tie:least")
    war.go(tie=["asia"])
    assert (war.at("africa"), war.at("asia")) == (3, 3)
    assert war.game.now.orbit == 2


@rule("orbit.panic-always")
def test_panic_comes_without_satellites_too():
    war = War().calm(4).panic(africa=2).ufos(orbit=1).play(Orbit())
    assert war.match.game.continents["africa"].panic == 3


# ---- globe -----------------------------------------------------------------------------------------------------------


@rule("globe.order")
def test_the_commander_chooses_the_order():
    war = War().ufos(asia=1, europe=2).play(Globe())
    assert war.options("continent") == ["asia", "europe"]
    war.go(continent=["europe"])
    assert (war.at("europe"), war.at("asia")) == (3, 2)


@rule("globe.dice", "globe.success")
def test_successes_never_reach_another_continent():
    war = War().ufos(asia=1, europe=2)
    war.assign("interceptor", "asia", 3)
    war.play(Globe()).roll(5, 5, 1, 8).go(continent=["asia"], push=[True])
    assert war.game.continents["asia"].ufos == 0
    assert war.game.continents["europe"].ufos == 2


@rule("globe.panic", "panic.rise")
def test_ufos_left_raise_panic_directly():
    war = War().panic(asia=3).ufos(asia=2).play(GlobePanic("asia"))
    assert war.match.game.continents["asia"].panic == 5


@rule("globe.panic-undefended", "globe.ufos-stay")
def test_an_ignored_ufo_raises_panic_every_round():
    war = War().panic(africa=0).ufos(africa=1)
    for n in (1, 2, 3):
        war.play(Globe())
        assert war.match.game.continents["africa"].panic == n
    assert war.game.continents["africa"].ufos == 1


# ---- where the rules end ---------------------------------------------------------------------------------------------

STEPS = [
    (Research(0), "research"), (Orbit(), "orbit"), (Globe(()), "globe"), (BaseStart(), "base"),
    (Mission("mission"), "mission"), (Audit(), "audit"), (Recruit(), "recruit"), (Crises(), "crises"),
    (Return(), "return"), (Reports(), "reports"),
]  # fmt: skip


@rule("cards.step-points", "cards.resolution-start")
@pytest.mark.parametrize(("scene", "name"), STEPS[:8], ids=[name for _, name in STEPS[:8]])
def test_each_step_says_where_the_game_is_and_lets_cards_in(scene, name):
    war = War().card("tech-trauma-gel").ufos(asia=1).play(scene)
    assert (war.asked(), war.game.now.step) == ((LEADER, "card:step"), name)


@rule("endround.report-orbit", "endround.return")
def test_the_last_steps_say_where_the_game_is():
    war = War().play(Return())
    war.assign("satellite", "orbit", 1)
    assert (war.match.game.now.phase, war.units_in("orbit")) == ("prepare", 0)
    war = War().play(Reports())
    assert war.match.game.now.step == "reports"
    assert (war.game.now.phase, war.game.reports[1].mission) == ("prepare", "none")


@rule("tasks.threat-reset")
@pytest.mark.parametrize(("scene", "name"), STEPS[:5], ids=[name for _, name in STEPS[:5]])
def test_threat_starts_at_one_in_every_task(scene, name):
    war = War().ufos(orbit=1, asia=1, africa=1).put(threat=4)
    war.play(scene)
    if name == "globe":
        war.go(continent="africa")
    assert war.match.game.now.threat == 1


@rule("cards.step-points", "globe.panic")
@pytest.mark.parametrize("scene", [GlobePanic("asia"), BaseDamage(), OrbitPanic()], ids=["globe", "base", "orbit"])
def test_cards_come_before_what_is_left_does_its_harm(scene):
    war = War().card("tech-trauma-gel").ufos(orbit=1, asia=1)
    war.foe("gaunt-scout")
    assert war.play(GlobePanic("asia")).asked() == (LEADER, "card:step")
    assert war.play(scene).asked() == (LEADER, "card:step")


@rule("globe.order", "globe.dice")
def test_where_no_ufo_is_left_nothing_is_asked():
    war = War().ufos(asia=1, africa=1)
    war.assign("interceptor", "asia", 1)
    war.play(Globe(()))
    assert set(war.options("continent")) == {"asia", "africa"}
    war = War().ufos(asia=1)
    war.assign("interceptor", "asia", 1)
    assert war.play(Globe(())).asked() == (COMMANDER, "push")  # a single one is not asked about
    war = War().card("tech-trauma-gel").play(Globe(("asia",)))
    assert not war.match.open  # all is done: no card is offered any more
    war = War().card("tech-trauma-gel").ufos(asia=1).play(GlobeTask("asia"))
    assert not war.match.open  # nobody flies there


@rule("cards.step-points", "research.own-lab")
def test_a_card_that_finishes_the_task_leaves_nothing_to_roll():
    done = lab(War().card("tech-automated-labs"), 1, "burst-codec")
    done.go(card="tech-automated-labs")
    assert "push" not in done.open_keys()


@rule("tasks.push", "tasks.stop")
def test_who_stops_leaves_no_dice_on_the_table():
    war = orbit(2, 1).go(push=False)
    assert 0 not in war.match.game.throws


@rule("research.tokens")
def test_a_roll_without_success_leaves_no_token():
    war = lab(War(), 1).roll(1, 8).go(push=[True])
    assert war.match.game.labs["lab1"].tokens == 0
    assert "success tokens" not in war.story(SCIENTIST)
