"""Chapter "command": the Commander's reach, its loss, and the traits."""

from fractions import Fraction

import pytest

from games.rampant.positions import chance
from games.rampant.skirmish import Skirmish, claim, hits, rules, way
from xenotable.games.rampant.content import content
from xenotable.games.rampant.opponent.tactics import on_seasoned
from xenotable.games.rampant.rules.activation.order_legality import why_not_order
from xenotable.games.rampant.rules.activation.wild_charge import must_charge
from xenotable.games.rampant.rules.command import (
    courage_bonus,
    from_commander,
    leading_commander,
    order_bonus,
    roll_trait,
)
from xenotable.games.rampant.rules.courage.courage_test import courage_test_for
from xenotable.games.rampant.rules.courage.losses import remove
from xenotable.games.rampant.rules.detachment.legality import roster_refusals
from xenotable.games.rampant.rules.detachment.profiles import profile
from xenotable.games.rampant.rules.psychic.powers import power_refusals
from xenotable.games.rampant.rules.roster.cards import card_rows
from xenotable.games.rampant.rules.roster.numbers import free_action
from xenotable.games.rampant.rules.shooting.dice import combat_dice
from xenotable.games.rampant.scenes import Aftermath, Begin, Charges, Melee, Nerve, Orders, Shock, Shooting
from xenotable.games.rampant.state import Entry, Roster


def led(trait="", kind="heavy", at=(10, 10), **more):
    """A Commander of seat 0 with a trait; an enemy far away."""
    battle = Skirmish(ask_all=more.pop("ask_all", False)).side(0, trait=trait)
    chief = battle.put(0, kind, at, *more.pop("bought", ()), commander=True, **more)
    battle.put(1, "heavy", (44, 44))
    return battle, chief


@pytest.mark.rule("rampant.command.model")
@pytest.mark.parametrize(("x", "bonus"), [(24.0, 1), (24.1, 0)])
def test_measured_from_the_commanders_own_base(x, bonus):
    battle, chief = led(bought=("full-squad",))  # the footprint of its unit does not matter
    unit = battle.put(0, "heavy", (x, 10))
    assert from_commander(battle.game, unit, chief) == pytest.approx(x - 12.0)
    assert (order_bonus(battle.game, unit), order_bonus(battle.game, chief)) == (bonus, 1)


@pytest.mark.rule("rampant.command.order-bonus")
def test_the_order_bonus():
    battle, _ = led()
    near, far = battle.put(0, "light", (24, 10)), battle.put(0, "light", (30, 10))
    assert (chance(battle, near, "shoot"), chance(battle, far, "shoot")) == (30, 26)


@pytest.mark.rule("rampant.command.courage-bonus")
def test_the_courage_bonus_counts_once():
    battle, chief = led()
    near = battle.put(0, "heavy", (24, 10), strength=2)
    test = courage_test_for(battle.game, Shock(near, "shoot", lost=1))
    assert (test.dice, test.bonus) == (1, 0)
    assert courage_test_for(battle.game, Shock(chief, "army")).bonus == 1


@pytest.mark.rule("rampant.command.suppressed")
def test_a_suppressed_commander_gives_nothing():
    battle, chief = led("drillmaster", suppressed=True)
    near = battle.put(0, "heavy", (20, 10))
    assert (order_bonus(battle.game, near), courage_bonus(battle.game, near)) == (0, 0)
    assert courage_test_for(battle.game, Shock(chief, "rally")).bonus == 0
    assert "command.trait-range" in rules(why_not_order(battle.game, near, "move/drillmaster"))


@pytest.mark.rule("rampant.command.last-to-fall")
@pytest.mark.parametrize("how", ["destroyed", "routed", "fled"])
def test_the_commander_lives_as_long_as_its_unit(how):
    battle, chief = led(strength=1)
    battle.put(0, "heavy", (20, 10))
    assert leading_commander(battle.game, 0) == chief
    assert "commander" not in battle.game.sides[0].grief
    remove(battle.game, chief, how)
    assert leading_commander(battle.game, 0) == ""
    assert "commander" in battle.game.sides[0].grief


@pytest.mark.rule("rampant.command.loss")
def test_when_the_commander_is_lost_all_on_the_table_test_and_no_bonus_is_left():
    battle, chief = led(at=(10, 4))
    units = [battle.put(0, "elite", (20 + 6 * i, 4)) for i in range(3)]
    reserve = battle.put(0, "elite", None)
    remove(battle.game, chief, "destroyed")
    battle.start(Aftermath()).roll(6, 6, 6, 6, 6, 6).go(next_test=units[:2])
    assert battle.told().count("passes its Courage test: 12 against 3") == 3
    assert order_bonus(battle.live, units[0]) == 0
    assert battle.unit(reserve).where == "reserve"


@pytest.mark.rule("rampant.command.aboard", exercises=["command.model", "command.suppressed"])
def test_a_commander_aboard_is_measured_from_the_vehicle():
    battle = Skirmish()
    truck = battle.put(0, "transport-vehicle", (20, 20))
    battle.put(0, "heavy", commander=True, where="aboard", inside=truck)
    near, far = battle.put(0, "heavy", (34, 20)), battle.put(0, "heavy", (34.1, 20))
    assert (order_bonus(battle.game, near), order_bonus(battle.game, far)) == (1, 0)
    away = Skirmish()
    away.put(0, "heavy", None, commander=True)
    alone = away.put(0, "heavy", (10, 10))
    assert order_bonus(away.game, alone) == 0
    orbit = Skirmish()  # aboard a vehicle that has not come down yet
    carrier = orbit.put(0, "transport-vehicle", None, "drop-troops")
    orbit.put(0, "heavy", commander=True, where="aboard", inside=carrier)
    below = orbit.put(0, "heavy", (4, 4))
    assert order_bonus(orbit.game, below) == 0


@pytest.mark.parametrize(
    ("trait", "picked", "legal"),
    [
        ("drillmaster", True, True),
        claim("command.trait", "hesitant", True, False),
        ("hesitant", False, True),
        ("", True, True),
        claim("command.trait", "hero", False, False),
        ("roll:champion", True, True),
        claim("command.trait", "roll:hero", True, False),
        claim("command.trait", "hampion", True, False),
        *((trait.id, True, trait.roll >= 3) for trait in content().traits.values()),
    ],
)
def test_which_traits_may_be_had(trait, picked, legal):
    units = tuple(Entry(f"U{i}", "light", commander=i == 0, seasoned_free="move") for i in range(3))
    assert ("command.trait" in rules(roster_refusals(Roster("R", units, trait), 24, picked))) is not legal


@pytest.mark.rule("rampant.command.trait")
@pytest.mark.parametrize("table", ["firebrand", "tactician", "champion"])
def test_a_trait_is_rolled_on_the_table_that_was_picked(table):
    for die in range(1, 7):
        battle = Skirmish().side(0, f"roll:{table}")
        battle.put(0, "heavy", (24, 10), commander=True)
        flow = roll_trait(battle.game, 0)
        with pytest.raises(StopIteration):
            flow.send(next(flow).counts([die]))
        trait = content().traits[battle.game.sides[0].trait]
        assert (trait.table, trait.roll) == (table, die)


@pytest.mark.rule("rampant.command.champion-3-seasoned", exercises=["roster.activation-column"])
def test_a_commander_who_turns_out_to_be_seasoned_names_the_free_action():
    battle = Skirmish().side(0, "roll:champion")
    chief = battle.put(0, "heavy", (24, 10), commander=True)
    other = battle.put(0, "heavy", (30, 10))
    battle.put(1, "heavy", (24, 40))
    battle.start(Begin()).roll(3)
    assert battle.asked == "seasoned"
    assert battle.options() == ["attack", "move", "shoot"]
    assert on_seasoned(battle.live, 0, battle.ask, lambda: 0.5)[0] == "attack"  # it shoots free already; 6+, not 5+
    battle.roll(6, 1).go(seasoned="move")
    assert [free_action(battle.live, chief, a) for a in ("attack", "move", "shoot")] == [False, True, True]
    assert not free_action(battle.live, other, "move")
    shown = [dict(card_rows(battle.live.profile[u], battle.live, u))["Move"] for u in (chief, other)]
    assert shown == ["Free (5+)", "5+"]


@pytest.mark.rule("rampant.command.trait-range", "rampant.command.tactician-5-fire-control")
def test_a_trait_helps_within_twelve_inches():
    battle, _ = led("fire-control")
    near, far = battle.put(0, "light", (24, 10)), battle.put(0, "light", (24.6, 14))
    battle.put(1, "heavy", (24, 24)), battle.put(1, "heavy", (20, 24))
    assert not rules(why_not_order(battle.game, near, "shoot/fire-control"))
    assert rules(why_not_order(battle.game, far, "shoot/fire-control")) == {"command.trait-range"}
    battle.start(Orders(0)).roll(*hits(0)).go(unit=near, order="shoot/fire-control", target="b3")
    assert "fire-control" in battle.of_side(0).used


def test_a_trait_does_not_free_a_rebound_order():
    battle, _ = led("drillmaster")
    elite = battle.put(0, "elite", (20, 10), rallied=True)
    assert "command.trait-range" in rules(why_not_order(battle.game, elite, "move/drillmaster"))
    battle.start(Orders(0)).roll(1, 1).go(unit=elite, order="move")
    assert battle.live.now.over


# ---- Firebrand -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.command.firebrand-1-cautious")
def test_a_cautious_commander_is_not_ordered_to_attack():
    battle, chief = led("cautious", "elite")
    other = battle.put(0, "elite", (16, 10))
    battle.put(1, "heavy", (10, 18)), battle.put(1, "heavy", (16, 18))
    assert rules(why_not_order(battle.game, chief, "attack")) == {"command.firebrand-1-cautious"}
    assert not rules(why_not_order(battle.game, other, "attack"))
    assert not rules(why_not_order(battle.game, chief, "shoot"))


@pytest.mark.rule("rampant.command.firebrand-2-uninspiring")
def test_an_uninspiring_commander_gives_no_courage():
    battle, chief = led("uninspiring")
    assert (courage_bonus(battle.game, chief), order_bonus(battle.game, chief)) == (0, 1)


@pytest.mark.rule("rampant.command.firebrand-3-headlong")
@pytest.mark.parametrize(("kind", "dice"), [("heavy", (6, 6)), ("berserk", ())])
def test_a_headlong_commander_charges(kind, dice):
    battle, chief = led("headlong", kind)
    battle.put(1, "light", (10, 17))
    assert must_charge(battle.game, 0) == [chief]
    battle.start(Charges(0)).roll(*dice).go()
    assert battle.asked == "contact"


@pytest.mark.rule("rampant.command.firebrand-4-taskmaster")
def test_a_taskmaster_is_a_harsh_leader_with_a_long_arm():
    for x, helped in ((24.0, True), (25.2, False)):
        battle, chief = led("taskmaster")
        unit = battle.put(0, "heavy", (x, 10))
        battle.start(Nerve(Shock(unit, "shoot", source=True, x=44.0, y=44.0)))
        battle.roll(*((1, 1) if helped else (1, 2)))
        if helped:
            key = battle.asked
            assert chief in battle.options()
            battle.roll(2, 3).go(**{key.replace("-", "_"): chief})
            assert battle.unit(unit).strength == 4
        else:
            battle.go()
            assert battle.unit(unit).strength == 5


@pytest.mark.rule("rampant.command.firebrand-5-fearless")
def test_a_fearless_commander_ignores_the_dreadful():
    battle, chief = led("fearless")
    other = battle.put(0, "heavy", (16, 10))
    found = [courage_test_for(battle.game, Shock(u, "attack", lost=1, dread=True)).bonus for u in (chief, other)]
    assert found == [1 - 1, 1 - 1 - 1]


@pytest.mark.rule("rampant.command.firebrand-6-sound-the-charge")
def test_sound_the_charge_frees_one_attack_a_turn():
    battle, _ = led("sound-the-charge")
    one, two = battle.put(0, "heavy", (16, 10)), battle.put(0, "heavy", (22, 10))
    battle.put(1, "heavy", (16, 16)), battle.put(1, "heavy", (22, 16))
    battle.start(Orders(0)).roll(*hits(0), *hits(0))
    battle.go(unit=one, order="attack/sound-the-charge", target="b2", contact=way(one, (16, 13)))
    assert battle.asked == "unit"
    assert "command.trait-range" in rules(why_not_order(battle.live, two, "attack/sound-the-charge"))


# ---- Tactician -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.command.tactician-1-hesitant")
def test_a_hesitant_commander_gives_no_order_bonus():
    battle, chief = led("hesitant")
    assert (order_bonus(battle.game, chief), courage_bonus(battle.game, chief)) == (0, 1)


@pytest.mark.rule("rampant.command.tactician-3-commanding-voice", "rampant.play.rerolls")
@pytest.mark.parametrize(("again", "over"), [((4, 4), False), ((1, 2), True)])
def test_commanding_voice_saves_one_order_a_turn(again, over):
    battle, _ = led("commanding-voice")
    unit = battle.put(0, "heavy", (20, 10))
    battle.start(Orders(0)).roll(1, 2).go(unit=unit, order="move")
    assert battle.asked == "order-again"
    battle.roll(*again).go(order_again="commanding-voice")
    assert battle.live.now.over is over
    assert battle.of_side(0).used == ("commanding-voice",)
    p = Fraction(10, 36)
    assert 1 - p * p == Fraction(299, 324)


@pytest.mark.rule("rampant.command.tactician-3-commanding-voice")
def test_a_second_failure_in_the_turn_stands():
    for used, ends in (((), False), (("commanding-voice",), True)):
        battle, _ = led("commanding-voice")
        battle.side(0, used=used)
        unit = battle.put(0, "heavy", (20, 10))
        battle.start(Orders(0)).roll(1, 1).go(unit=unit, order="move")
        assert battle.live.now.over is ends


@pytest.mark.rule("rampant.command.tactician-4-drillmaster")
def test_a_drillmaster_frees_one_move_a_turn():
    battle, _ = led("drillmaster")
    one, two = battle.put(0, "heavy", (16, 10)), battle.put(0, "heavy", (22, 10))
    battle.start(Orders(0)).go(unit=one, order="move/drillmaster", manner="move", move=way(one, (16, 15)))
    assert not [e for e in battle.match.tape if e.kind == "roll"]
    assert battle.place(one) == (16, 15)
    assert rules(why_not_order(battle.live, two, "move/drillmaster")) == {"command.trait-range"}
    assert chance(battle, two, "move") == 33


@pytest.mark.rule("rampant.command.tactician-6-firm-hand")
def test_a_firm_hand_holds_one_unit_back():
    battle, _ = led("firm-hand")
    one, two = battle.put(0, "lesser-xenomorph", (16, 10)), battle.put(0, "lesser-xenomorph", (22, 10))
    battle.put(1, "heavy", (19, 20))
    battle.start(Charges(0), Orders(0)).roll(1, 1).go(charge=one, firm_hand=True)
    assert (battle.unit(one).charge, battle.unit(two).charge) == ("skipped", "held")
    assert not rules(why_not_order(battle.live, one, "attack"))


# ---- Planner and Champion --------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.command.planner-1-pen-pusher", "rampant.command.planner-6-quartermaster")
def test_traits_that_change_the_limit():
    from xenotable.games.rampant.rules.detachment.points import most_points

    assert [most_points(24, t) for t in ("pen-pusher", "", "quartermaster")] == [22, 24, 26]


@pytest.mark.rule("rampant.command.planner-4-beloved")
def test_a_beloved_commander_lets_one_test_be_rolled_again_each_turn():
    battle, _ = led("beloved")
    one, two = battle.put(0, "heavy", (20, 10)), battle.put(0, "heavy", (16, 14))
    shocks = [Nerve(Shock(u, "shoot", source=True, x=44.0, y=44.0)) for u in (one, two)]
    battle.start(*shocks).roll(1, 1)
    key = battle.asked
    battle.roll(6, 6, 1, 1).go(**{key.replace("-", "_"): "beloved"})
    assert (battle.unit(one).suppressed, battle.unit(two).suppressed) == (False, True)


@pytest.mark.rule("rampant.command.champion-1-feeble")
@pytest.mark.parametrize(("strength", "dice"), [(5, 9), (2, 4)])
def test_a_feeble_commander_rolls_one_die_fewer(strength, dice):
    battle, chief = led("feeble", strength=strength)
    other = battle.put(0, "heavy", (20, 10), strength=strength)
    assert (combat_dice(battle.game, chief), combat_dice(battle.game, other)) == (dice, dice + 1)


@pytest.mark.rule("rampant.command.champion-3-seasoned")
def test_a_seasoned_commander_has_one_more_free_action():
    entry = Entry("Chief", "heavy", commander=True, seasoned_free="move")
    assert profile(entry, True).free == ("move", "shoot")
    assert profile(entry, False).free == ("shoot",)
    chief = Entry("Chief", "support", commander=True, seasoned_free="attack")
    units = (chief, Entry("A", "light"), Entry("B", "light"))
    assert rules(roster_refusals(Roster("R", units, "seasoned"))) == {"command.champion-3-seasoned"}


@pytest.mark.rule("rampant.command.champion-4-closed-mind")
def test_a_closed_mind_is_shut_to_enemy_powers():
    battle, chief = led("closed-mind")
    friend = battle.put(0, "elite", (16, 10), "psychic:1", powers=("barrier",))
    enemy = battle.put(1, "elite", (10, 20), "psychic:1", powers=("dread-vision",))
    assert rules(power_refusals(battle.game, enemy, "dread-vision", chief)) == {"command.champion-4-closed-mind"}
    assert not rules(power_refusals(battle.game, friend, "barrier", chief))


@pytest.mark.rule("rampant.command.champion-5-deadeye")
def test_a_deadeye_throws_two_misses_again():
    battle, chief = led("deadeye", bought=("full-squad",))
    target = battle.put(1, "light", (10, 22))
    battle.start(Shooting(chief)).roll(5, 6, 5, 1, 1, 1, 1, 1, 1, 1, 5, 1, 6, 6).go(target=target)
    assert battle.unit(target).strength == 3  # four hits on Armour 2


@pytest.mark.rule("rampant.command.champion-5-deadeye")
def test_a_deadeye_may_throw_one_only():
    battle, chief = led("deadeye", bought=("full-squad",), ask_all=True)
    target = battle.put(1, "light", (10, 22))
    battle.start(Shooting(chief)).roll(5, 6, 5, 1, 1, 1, 1, 1, 1, 1).go(target=target)
    assert (battle.ask.default, battle.options()) == (2, [2, 1, 0])
    battle.roll(5, 6, 6).go(throw_again=1)
    assert battle.unit(target).strength == 3


@pytest.mark.rule("rampant.command.champion-6-duellist")
def test_a_duellist_throws_two_misses_again_in_attacks():
    battle, chief = led("duellist", "elite", at=(10, 17))
    enemy = battle.put(1, "elite", (10, 20))
    battle.start(Melee(chief, enemy)).roll(*hits(5, face=4), 4, 6, *hits(0), 5, 5).go()
    assert battle.unit(enemy).strength == 4
    assert "a1 scores 7 hits" in battle.told()
