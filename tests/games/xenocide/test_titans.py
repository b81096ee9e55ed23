"""Titans: core and power, repairs, movement, systems (chapter "titans")."""

import pytest

from games.xenocide.battlefield import Battlefield, rules, step
from xenotable.engine import First, Moved, Reckon, cite
from xenotable.games.xenocide import content
from xenotable.games.xenocide.content import Army, Company
from xenotable.games.xenocide.rules.army.lists import refusals, unit_refusals, unit_vp
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.ground.paths import attack_by_terrain, roll_difficult_ground, trials
from xenotable.games.xenocide.rules.movement.allowances import allowance
from xenotable.games.xenocide.rules.movement.legality import move_refusals
from xenotable.games.xenocide.rules.movement.phases import mode_refusals, movement, moving
from xenotable.games.xenocide.rules.pricing.formula import titan_price
from xenotable.games.xenocide.rules.titans import power, systems
from xenotable.games.xenocide.scenes import Activation, LateRepairs, Manner, Movement, Moving, Orders, PowerUp
from xenotable.games.xenocide.state import Battle
from xenotable.games.xenocide.title import GAME

rule = pytest.mark.rule
TANKS = (("medium-tank", 3),)


def titan(kind="bastion-titan", at=(30.0, 20.0), seat=0, features=(), **state):
    """A table with one titan, in its own activation; fields of its row by name, of its unit with a prefix."""
    field = Battlefield(*features)
    unit = {k[5:]: v for k, v in state.items() if k.startswith("unit_")}
    u = field.put(seat, kind, at, **unit)
    field.game.war.set("war", company=field.unit(u).company)
    field.game.titans.set(u, **{k: v for k, v in state.items() if not k.startswith("unit_")})
    return field, u


def row(field, u):
    return field.game.titans[u]


# ---- fielding --------------------------------------------------------------------------------------------------------


@rule("xenocide.army.unit-titan")
def test_a_titan_is_a_unit_of_its_own():
    assert rules(unit_refusals("C", (("bastion-titan", 1),), "6mm")) == []
    assert rules(unit_refusals("C", (("bastion-titan", 1),), "15mm")) == []
    for buys in ((("bastion-titan", 2),), (("bastion-titan", 1), ("medium-tank", 2))):
        assert rules(unit_refusals("C", buys, "6mm")) == ["army.unit-titan"]
    giants = Company("Titans", ((("bastion-titan", 1),), (("bastion-titan+siege-mortar", 1),)))
    mixed = Company("Mixed", ((("bastion-titan", 1),), TANKS))
    others = (Company("A", (TANKS,) * 5), Company("B", (TANKS,) * 5))
    assert rules(refusals(Army("Test", "generic", (giants, mixed, *others)), 2000)) == []


@rule("xenocide.army.titan-options")
def test_alternative_weapons_are_bought_at_the_price_of_the_formula():
    swaps = ("", "+rotary-battery", "+siege-mortar", "+rotary-battery+siege-mortar")
    plain, battery, mortar, both_vp = (unit_vp(((f"bastion-titan{s}", 1),)) for s in swaps)
    entry = content.titans()[0]
    assert [battery - plain, mortar - plain] == [o["vp"] for o in entry["options"]]
    assert both_vp == titan_price(entry, ("siege-mortar", "rotary-battery", "point-defence")) < battery + mortar - plain
    both = kinds()["bastion-titan+rotary-battery+siege-mortar"]
    assert [a.name for a in both.titan.arms] == ["Siege mortar", "Rotary battery", "Point-defence guns"]
    wrong = Army("Test", "generic", (Company("A", ((("bastion-titan+sunlance", 1),),)),))
    assert "army.roster-validation" in rules(refusals(wrong, 1000))


@rule("xenocide.titans.core")
@rule("xenocide.titans.power-gain")
def test_a_titan_begins_with_its_core_and_layers_but_without_power():
    companies = (Company("T", ((("bastion-titan", 1),), TANKS)), Company("A", (TANKS, TANKS)), Company("B", (TANKS,)))
    army = Army("Test", "generic", companies)
    game = GAME.new(Battle("attrition", "crossroads", 1000, (army, army)))
    t = game.titans["b0u0"]
    assert (t.core, t.power, t.layers) == (4, 0, 3)
    field, u = titan(power=1)
    field.play(PowerUp(0, field.unit(u).company))
    assert row(field, u).power == 4  # what was left is not added
    systems.lose_core_level(field.game, u, "titans.damage")
    field.play(PowerUp(0, field.unit(u).company))
    assert (row(field, u).core, row(field, u).power) == (3, 3)


@rule("xenocide.titans.power-core-loss")
def test_power_drawn_stays_until_the_core_is_gone():
    field, u = titan(core=2, power=3)
    systems.lose_core_level(field.game, u, "titans.damage")
    assert (row(field, u).core, row(field, u).power) == (1, 3)
    systems.lose_core_level(field.game, u, "titans.damage")
    assert (row(field, u).core, row(field, u).power) == (0, 0)


@rule("xenocide.titans.core-zero-repair")
@pytest.mark.parametrize(("die", "core", "pool"), [(3, 1, 1), (4, 0, 0)])
def test_a_titan_without_a_core_tries_to_restart_it(die, core, pool):
    field, u = titan(core=0, layers=0)
    field.roll(die)
    field.play(PowerUp(0, field.unit(u).company))
    assert (row(field, u).core, row(field, u).power) == (core, pool)
    assert row(field, u).layers == 0


@rule("xenocide.titans.core-zero-acts")
def test_a_titan_without_a_core_still_moves_and_shoots_what_needs_no_power():
    from xenotable.games.xenocide.rules.transport.weapon_systems import systems

    field, u = titan("obelisk-titan", core=0, power=0, unit_order="move-and-fire")
    assert [w.name for w in systems(field.game, u)] == ["Shard storm at power 0"]
    assert allowance(field.game, field.unit(u).models[0], Manner()) == 8
    assert rules(mode_refusals(field.game, u, "move")) == []


# ---- regeneration ----------------------------------------------------------------------------------------------------


@rule("xenocide.titans.regenerating")
def test_regenerating_titans_repair_before_they_draw_power():
    field, u = titan("worldmaw", core=3)
    field.roll(4)
    field.play(PowerUp(0, field.unit(u).company))
    assert (row(field, u).core, row(field, u).power) == (4, 4)
    field.roll(5)
    field.play(PowerUp(0, field.unit(u).company))
    assert (row(field, u).core, row(field, u).power) == (4, 4)
    hale, v = titan("worldmaw")
    hale.play(PowerUp(0, hale.unit(v).company))
    assert "repair" not in hale.asked


@rule("xenocide.titans.regenerating")
def test_at_core_zero_the_free_attempt_is_the_restart():
    field, u = titan("worldmaw", core=0, damaged=("drive",))
    field.roll(4)
    field.play(PowerUp(0, field.unit(u).company))
    assert (row(field, u).core, row(field, u).power, row(field, u).damaged) == (1, 1, ("drive",))
    assert field.asked.count("repair") == 1


@rule("xenocide.titans.regenerating")
def test_what_is_regenerated_is_named_before_the_roll():
    field, u = titan("worldmaw", core=5, damaged=("drive", "w1"))
    field.roll(1)
    field.play(PowerUp(0, field.unit(u).company), regenerate="w1")
    assert (row(field, u).core, row(field, u).damaged) == (5, ("drive",))


# ---- power -----------------------------------------------------------------------------------------------------------


def spending(field, *uses):
    """Spends power beside the order of a unit, one use after another, then gives the order."""
    field.play(Orders(0, field.game.now.company), power=list(uses), order="assault")


@rule("xenocide.titans.power-spend")
@rule("xenocide.titans.repair")
@rule("xenocide.titans.repair-no-power")
def test_repairs_cost_a_point_each():
    field, u = titan(core=2, power=3)
    field.roll(4, 2, 3)
    spending(field, (u, "core"), (u, "core"), (u, "core"))
    assert (row(field, u).core, row(field, u).power) == (4, 0)
    assert field.unit(u).order == "assault"


@rule("xenocide.titans.repair")
def test_a_core_is_not_repaired_beyond_its_start_and_systems_are_repaired_by_name():
    field, u = titan(core=4, power=3, damaged=("w0", "drive"))
    assert rules(power.use_refusals(field.game, (u, "core"))) == ["titans.repair"]
    field.roll(3, 4)
    spending(field, (u, "drive"), (u, "w0"))
    assert (row(field, u).damaged, row(field, u).power) == (("w0",), 1)


@rule("xenocide.titans.recharge")
def test_a_layer_is_recharged_without_a_roll():
    field, u = titan(layers=1, power=3)
    spending(field, (u, "recharge"), (u, "recharge"))
    assert (row(field, u).layers, row(field, u).power) == (3, 1)
    assert rules(power.use_refusals(field.game, (u, "recharge"))) == ["titans.recharge"]
    field.game.titans.set(u, layers=0, damaged=("projector",))
    assert rules(power.use_refusals(field.game, (u, "recharge"))) == ["titans.recharge"]


@rule("xenocide.titans.power-outside")
def test_no_repairs_and_no_shields_outside_the_own_activation():
    field, u = titan(core=2, layers=1, power=2)
    assert rules(power.use_refusals(field.game, (u, "recharge"))) == []
    for company in ("", "r0"):
        field.game.war.set("war", company=company)
        for what in ("core", "recharge", "boost"):
            assert rules(power.use_refusals(field.game, (u, what))) == ["titans.power-outside"]


@rule("xenocide.titans.power-spend")
def test_power_is_offered_beside_every_decision_but_boosts_not_beside_the_move_itself():
    field, u = titan(core=3, power=2, unit_order="move-and-fire")
    flow, value, seen = movement(field.game, Movement(0, field.unit(u).company, False)), None, []
    while True:
        try:
            ask = flow.send(value)
        except StopIteration as end:
            if not end.value or not isinstance(end.value[0], Moving):
                break
            flow, value = moving(field.game, end.value[0]), None
            continue
        if isinstance(ask, Reckon):
            value = ask.work()
            continue
        assert isinstance(ask, First)
        now, offer = ask.asks
        seen.append((now.key, {what for _, what in offer.options()}))
        value = field._answer(ask, {"unit": u, "how": "move", "move": Moved()})
        cite(offer.rule)  # a match does, when it puts the offer
    assert seen == [("unit", {"core", "boost"}), ("how", {"core", "boost"}), ("move", {"core"})]


@rule("xenocide.titans.power-spend")
def test_a_titan_hurt_on_its_way_may_recharge_before_the_next_enemy_fires():
    field, u = titan(at=(30.0, 15.0), power=2, unit_order="move-and-fire")
    first, second = (field.put(1, "medium-tank", (x, 46.0), 2, watch=True) for x in (28.0, 33.0))
    m = field.unit(u).models[0]
    field.roll(1, 6, 1, 6, 6)  # one cannon hits and overloads a layer; the second unit misses
    answers = {"unit": u, "how": "move", "move": Moved({m: ((30.0, 16.0),)}), "react": [first, second, None]}
    asked = []

    def recharge(ask):  # an ask of its own: nobody of this side decides anything else now
        asked.append((ask.seat, field.asked.count("react")))
        return (u, "recharge")

    field.play(Movement(0, field.unit(u).company, False), power=recharge, **answers)
    assert asked == [(0, 1)]
    assert (row(field, u).layers, row(field, u).power) == (3, 1)


@rule("xenocide.rally.titan-late-repairs")
def test_power_that_is_left_goes_into_repairs_at_the_end():
    field, u = titan(core=2, power=2)
    field.roll(3)
    field.play(LateRepairs(0, field.unit(u).company), power=[(u, "core"), None])
    assert (row(field, u).core, row(field, u).power) == (3, 1)
    idle, v = titan(power=0, core=1)
    idle.play(LateRepairs(0, idle.unit(v).company))
    assert idle.asked == []


@rule("xenocide.turn.phases")
def test_an_activation_with_titans_begins_with_power_and_ends_with_repairs():
    field, u = titan()
    field.game.war.set("war", company="")
    names = [type(s).__name__ for s in field.play(Activation(0, field.unit(u).company))]
    assert names[:2] == ["PowerUp", "Orders"]
    assert names[-2:] == ["LateRepairs", "EndActivation"]
    field.game.titans.remove(u)
    names = [type(s).__name__ for s in field.play(Activation(0, field.unit(u).company))]
    assert "PowerUp" not in names


# ---- moving ----------------------------------------------------------------------------------------------------------


@rule("xenocide.titans.stat-move-boost")
def test_a_boost_lengthens_the_move_once():
    field, u = titan(power=2, unit_order="move-and-fire")
    m = field.unit(u).models[0]
    assert allowance(field.game, m, Manner()) == 8
    field.run(power.spend(field.game, (u, "boost")))
    assert (allowance(field.game, m, Manner()), row(field, u).power) == (12, 1)
    assert rules(power.use_refusals(field.game, (u, "boost"))) == ["titans.stat-move-boost"]
    assert rules(move_refusals(field.game, u, Manner(), step(field, u, 0, 12))) == []
    assert rules(move_refusals(field.game, u, Manner(), step(field, u, 0, 12.5))) == ["movement.model-path"]
    field.play(PowerUp(0, field.unit(u).company))
    assert allowance(field.game, m, Manner()) == 8
    field.game.units.set(u, moved=True)
    assert rules(power.use_refusals(field.game, (u, "boost"))) == ["titans.stat-move-boost"]


@rule("xenocide.titans.systems")
def test_a_damaged_drive_halves_the_move_and_forbids_boosts_and_special_movement():
    field, u = titan("mirage-titan", power=3, damaged=("drive",), unit_order="move-and-fire")
    assert allowance(field.game, field.unit(u).models[0], Manner()) == 6
    assert rules(power.use_refusals(field.game, (u, "boost"))) == ["titans.systems"]
    assert rules(mode_refusals(field.game, u, "teleport")) == ["titans.systems"]
    field, u = titan(power=3, damaged=("drive",))
    assert allowance(field.game, field.unit(u).models[0], Manner()) == 4


@rule("xenocide.titans.special-movement-power")
@pytest.mark.parametrize(("kind", "how"), [("mirage-titan", "teleport"), ("skyrender", "jump"), ("worldmaw", "dive")])
def test_special_movement_costs_a_point(kind, how):
    field, u = titan(kind, power=0, unit_order="move-and-fire")
    assert rules(mode_refusals(field.game, u, how)) == ["titans.special-movement-power"]
    field.game.titans.set(u, power=2)
    assert rules(mode_refusals(field.game, u, how)) == []
    at = Movement(0, field.unit(u).company, False)
    field.play(at, unit=u, how=how, move=step(field, u, 0, 4))
    assert (row(field, u).power, field.unit(u).moved) == (1, True)
    if how != "dive":  # who stays after all keeps its power
        field.game.units.set(u, moved=False, acted=False)
        field.play(at, unit=u, how=how, move=Moved())
        assert row(field, u).power == 1


@rule("xenocide.titans.special-movement-power")
def test_the_power_of_a_jump_cannot_be_spent_twice():
    field, u = titan("skyrender", core=2, power=1, unit_order="move-and-fire")
    at = Movement(0, field.unit(u).company, False)
    field.play(at, unit=u, how="jump", move=step(field, u, 0, 4))
    assert (row(field, u).power, field.asked[-3:]) == (0, ["unit", "how", "move"])
    assert power.spend_ask(field.game, boosts=False) is None


@rule("xenocide.titans.special-movement-power")
def test_burrowing_is_paid_once_an_activation_and_nobody_stays_buried_for_want_of_power():
    field, u = titan("worldmaw", power=2, unit_order="move-and-fire", unit_burrowed=True)
    m = field.unit(u).models[0]
    assert allowance(field.game, m, Manner("surface")) == 4
    at = Movement(0, field.unit(u).company, False)
    field.play(at, unit=u, how="surface", move=step(field, u, 0, 4))
    assert (row(field, u).power, field.unit(u).burrowed) == (1, False)
    field, u = titan("worldmaw", power=0, core=0, unit_order="move-and-fire", unit_burrowed=True)
    m = field.unit(u).models[0]
    assert rules(mode_refusals(field.game, u, "tunnel")) == ["titans.special-movement-power"]
    assert rules(mode_refusals(field.game, u, "surface")) == []
    assert allowance(field.game, m, Manner("surface")) == 0
    field.play(Movement(0, field.unit(u).company, False), unit=u, how="surface", move=Moved())
    assert (row(field, u).power, field.unit(u).burrowed) == (0, False)


@rule("xenocide.titans.special-movement-power")
def test_a_titan_held_off_the_table_pays_for_its_insertion():
    from xenotable.engine import Placed
    from xenotable.games.xenocide.rules.flight.teleport_insertion import insert, may_insert

    field, u = titan("mirage-titan", unit_on=False, unit_away=-1)
    assert not may_insert(field.game, u)
    field.game.titans.set(u, power=1)
    assert may_insert(field.game, u)
    field.roll(4).run(insert(field.game, u), insert=Placed({field.unit(u).models[0]: (40.0, 30.0)}))
    assert (row(field, u).power, field.unit(u).on) == (0, True)


@rule("xenocide.ground.difficult-titan")
@pytest.mark.parametrize(("die", "loss"), [(2, 0.0), (3, 2.0), (5, 2.0), (6, 4.0)])
def test_titans_subtract_two_from_terrain_rolls(die, loss):
    field, u = titan("crawler-titan", features=(("ruins", 28, 22, 6, 6),))
    m = field.unit(u).models[0]
    needed = trials(field.game, u, {m: [(30.0, 25.0)]})
    lost = field.roll(die).run(roll_difficult_ground(field.game, u, needed, {m: 8.0}))
    assert lost.get(m, 0.0) == loss


@rule("xenocide.ground.titan-terrain-damage")
def test_the_ground_takes_core_levels():
    field, u = titan(core=1, layers=2)
    m = field.unit(u).models[0]
    field.roll(5).run(attack_by_terrain(field.game, u, [m], "ground.dangerous"))
    assert row(field, u).core == 1
    field.roll(6).run(attack_by_terrain(field.game, u, [m], "ground.dangerous"))
    assert (row(field, u).core, row(field, u).layers, field.size(u)) == (0, 0, 1)
    field.roll(6).run(attack_by_terrain(field.game, u, [m], "ground.dangerous"))
    assert field.size(u) == 0


@rule("xenocide.suppression.titan-effects")
def test_suppressed_titans_move_freely_and_may_assault():
    field, u = titan(unit_order="assault", unit_marks=2)
    t = field.put(1, "medium-tank", (30, 30), 2)
    assert rules(mode_refusals(field.game, u, "assault")) == []
    assert rules(move_refusals(field.game, u, Manner(), step(field, u, 0, 2))) == []
    tanks = field.put(0, "medium-tank", (40, 20), 2, order="assault", marks=1)
    assert rules(move_refusals(field.game, tanks, Manner(), step(field, tanks, 0, 2))) == ["movement.suppressed-move"]
    assert field.size(t) == 2


# ---- victory points --------------------------------------------------------------------------------------------------


@rule("xenocide.titans.vp-destroyed")
def test_the_price_of_a_titan_is_lost_when_it_is_destroyed_and_not_before():
    field, u = titan(core=1)
    systems.lose_core_level(field.game, u, "titans.damage")
    assert field.game.sides[0].lost == 0
    systems.lose_core_level(field.game, u, "titans.damage")
    assert (field.game.sides[0].lost, field.unit(u).on) == (kinds()["bastion-titan"].vp, False)
