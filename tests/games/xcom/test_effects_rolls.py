"""Effect vocabulary: what changes a roll."""

from __future__ import annotations

from games.xcom.effects import base, effect, sky
from games.xcom.warroom import War, rule
from xenotable.games.xcom.scenes import MissionFight
from xenotable.games.xcom.state import Throw


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
