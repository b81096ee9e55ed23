"""Chapter "psychic": manifesting, keeping and ending powers."""

from fractions import Fraction

import pytest

from games.rampant.skirmish import Skirmish, claim, hits, rules
from xenotable.engine import Placed
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.activation.order_tests import modifiers, score_of
from xenotable.games.rampant.rules.attacking.targets import attack_refusals
from xenotable.games.rampant.rules.attacking.values import attack_armour, fight_value
from xenotable.games.rampant.rules.courage.losses import remove
from xenotable.games.rampant.rules.moving.allowance import allowance
from xenotable.games.rampant.rules.psychic.lasting import keep_up
from xenotable.games.rampant.rules.psychic.powers import power_range, power_refusals, power_targets, special_refusals
from xenotable.games.rampant.rules.shooting.armour import shooting_armour
from xenotable.games.rampant.rules.shooting.targets import target_refusals
from xenotable.games.rampant.rules.suppression.effects import suppress
from xenotable.games.rampant.rules.terrain.fighting import rough_sides
from xenotable.games.rampant.rules.xeno.psi import power_free
from xenotable.games.rampant.scenes import Manifest, Melee, Nerve, Orders, Shock, Shooting, Turn
from xenotable.games.rampant.state import Spell
from xenotable.odds import sums


def mind(*powers, tier=None, at=(10, 10), bought=(), **more):
    """A psychic unit of seat 0 that knows these powers; an enemy far away."""
    battle = Skirmish()
    tier = tier or max(1, len(powers))
    psy = battle.put(0, "elite", at, f"psychic:{tier}", *bought, powers=powers, **more)
    battle.put(1, "heavy", (44, 44))
    return battle, psy


def under(power, seat=0, source="a1", ends="start"):
    return (Spell(power, source, ends, seat),)


@pytest.mark.rule("rampant.psychic.manifest")
def test_manifesting_is_an_order_at_the_powers_difficulty():
    battle, psy = mind("barrier", strength=2)
    battle.put(0, "heavy", (16, 10), commander=True)
    assert score_of(battle.game, psy, "manifest:barrier") == 7
    assert modifiers(battle.game, psy, "manifest:barrier", "a2") == 1 - 1
    assert sums(2, exact=True).at_least(7) == Fraction(21, 36)
    battle.start(Orders(0)).roll(4, 3).go(unit=psy, order="manifest:barrier", power_target="a2")
    assert [s.power for s in battle.unit("a2").spells] == ["barrier"]
    assert battle.unit(psy).activated


@pytest.mark.rule("rampant.activation.failure-ends-phase")
def test_a_failed_power_ends_the_phase():
    battle, psy = mind("barrier")
    battle.start(Orders(0)).roll(3, 3).go(unit=psy, order="manifest:barrier", power_target=psy)
    assert battle.live.now.over
    assert battle.unit(psy).spells == ()


@pytest.mark.rule("rampant.psychic.target-first")
def test_the_target_is_named_before_the_test():
    battle, psy = mind("dread-vision", "calm")
    near, far = battle.put(1, "heavy", (31, 10)), battle.put(1, "heavy", (31.5, 14))
    friend = battle.put(0, "heavy", (10, 28))
    battle.land("spires", 6, 18, 14, 20)
    assert not rules(power_refusals(battle.game, psy, "dread-vision", near))
    assert rules(power_refusals(battle.game, psy, "dread-vision", far)) == {"psychic.target-first"}
    assert not rules(power_refusals(battle.game, psy, "calm", friend))  # a friend need not be seen
    hidden = battle.put(1, "heavy", (10, 26))
    assert rules(power_refusals(battle.game, psy, "dread-vision", hidden)) == {"psychic.target-first"}


@pytest.mark.rule("rampant.psychic.one-lasting")
def test_one_lasting_power_at_a_time():
    battle, psy = mind("barrier", "veil", "mend-flesh")
    one, two = battle.put(0, "heavy", (16, 10)), battle.put(0, "heavy", (22, 10), strength=3)
    battle.start(Manifest(psy, "barrier", one), Manifest(psy, "veil", two), Manifest(psy, "mend-flesh", two)).go()
    assert battle.unit(one).spells == ()
    assert [s.power for s in battle.unit(two).spells] == ["veil"]
    assert battle.unit(two).strength == 4


@pytest.mark.rule("rampant.psychic.end-with-source")
@pytest.mark.parametrize("what", ["suppressed", "destroyed"])
def test_a_power_ends_with_its_source(what):
    battle, psy = mind("barrier")
    tide = battle.put(0, "lesser-xenomorph", (16, 10), spells=under("barrier"))
    if what == "suppressed":
        suppress(battle.game, psy)
    else:
        remove(battle.game, psy, what)
    assert battle.game.units[tide].spells == ()


@pytest.mark.rule("rampant.psychic.end-with-source")
def test_a_power_ends_when_its_time_is_over():
    battle, psy = mind("barrier", "veil", "leaden-limbs")
    spells = under("barrier")
    battle.rows[psy] |= {"spells": spells}
    veiled = battle.put(0, "heavy", (16, 10), spells=under("veil", 1, "a1", "end"))
    heavy = battle.put(1, "heavy", (30, 30), spells=under("leaden-limbs", 1, "a1", "end"))
    battle.start(Turn(1, 1), Turn(2, 0)).go(unit="end")
    assert battle.live.now.active == 0
    assert [battle.unit(u).spells for u in (psy, veiled, heavy)] == [(), (), ()]


@pytest.mark.rule("rampant.psychic.no-duplicate")
def test_the_same_power_does_not_add_to_itself():
    battle, psy = mind("barrier")
    other = battle.put(0, "elite", (16, 10), "psychic:1", powers=("barrier",))
    unit = battle.put(0, "heavy", (22, 10))
    battle.start(Manifest(psy, "barrier", unit), Manifest(other, "barrier", unit)).go()
    assert shooting_armour(battle.live, "b1", unit, False, "") == 4


@pytest.mark.rule("rampant.psychic.impel")
def test_impel_saves_one_order():
    battle, _ = mind("impel")
    surge = battle.put(0, "heavy", (22, 10), spells=under("impel"))
    battle.start(Orders(0)).roll(1, 2).go(unit=surge, order="move")
    assert battle.asked == "order-again"
    battle.roll(4, 3).go(order_again="impel")
    assert not battle.live.now.over
    assert battle.unit(surge).spells == ()  # used up


@pytest.mark.rule("rampant.psychic.calm")
def test_calm_lets_courage_be_tested_again():
    battle, _ = mind("calm")
    unit = battle.put(0, "heavy", (22, 10), spells=under("calm"))
    battle.start(Nerve(Shock(unit, "shoot", source=True, x=44.0, y=44.0))).roll(1, 2)
    key = battle.asked
    assert "calm" in battle.options()
    battle.roll(4, 4).go(**{key.replace("-", "_"): "calm"})
    assert not battle.unit(unit).suppressed
    assert [s.power for s in battle.unit(unit).spells] == ["calm"]  # for each failed test


@pytest.mark.rule("rampant.psychic.beckon")
def test_beckon_brings_drop_troops():
    battle, psy = mind("beckon")
    drop, reserve = battle.put(0, "elite", None, "drop-troops"), battle.put(0, "heavy", None)
    battle.put(1, "heavy", (30, 10))
    assert rules(power_refusals(battle.game, psy, "beckon", reserve)) == {"psychic.beckon"}
    battle.start(Manifest(psy, "beckon", drop)).go()
    assert battle.asked == "drop"
    assert "psychic.beckon" in battle.why_not(Placed({drop: (10.0, 25.1)}))  # 12.1 in
    assert "xeno.drop-troops" in battle.why_not(Placed({drop: (22.0, 10.0)}))  # 5 in from the enemy
    battle.go(drop=Placed({drop: (20.0, 10.0)}))
    assert battle.place(drop) == (20, 10)
    assert battle.unit(drop).activated


@pytest.mark.rule("rampant.psychic.beckon", exercises=["xeno.psychic", "terrain.building-measure"])
@pytest.mark.parametrize(
    ("tier", "inside", "far"),
    [(3, False, 12.0), (4, False, 18.0), (3, True, 12.0), (4, True, 18.0)],  # from the own rim, or the building's edge
)
def test_beckon_reaches_as_far_as_its_psychic(tier, inside, far):
    battle = Skirmish()
    house = battle.land("house", 8, 8.5, 12, 11.5)
    where = {"where": "inside", "inside": house, "x": 10.0, "y": 10.0} if inside else {}
    powers = ("beckon", "calm", "barrier")
    psy = battle.put(0, "elite", None if inside else (10, 10), f"psychic:{tier}", powers=powers, **where)
    drop = battle.put(0, "elite", None, "drop-troops")
    battle.put(1, "heavy", (40, 44))
    battle.start(Manifest(psy, "beckon", drop)).go()
    rim = 11.5
    assert battle.why_not(Placed({drop: (10.0, rim + far + 1.6)})) == {"psychic.beckon"}
    battle.go(drop=Placed({drop: (10.0, rim + far + 1.5)}))
    assert battle.place(drop) == (10.0, rim + far + 1.5)


@pytest.mark.rule("rampant.psychic.mend-flesh", "rampant.psychic.mend-machine")
def test_mending():
    battle, psy = mind("mend-flesh", "mend-machine")
    hurt, whole = battle.put(0, "light", (16, 10), strength=3), battle.put(0, "light", (22, 10))
    truck = battle.put(0, "transport-vehicle", (16, 18), strength=4)
    robots = battle.put(0, "heavy", (22, 18), "machine", strength=4)
    assert rules(power_refusals(battle.game, psy, "mend-flesh", whole)) == {"psychic.mend-flesh"}
    assert rules(power_refusals(battle.game, psy, "mend-flesh", robots)) == {"psychic.mend-flesh"}
    assert rules(power_refusals(battle.game, psy, "mend-machine", hurt)) == {"psychic.mend-machine"}
    assert not rules(power_refusals(battle.game, psy, "mend-machine", robots))
    battle.start(Manifest(psy, "mend-flesh", hurt), Manifest(psy, "mend-machine", truck)).go()
    assert (battle.unit(hurt).strength, battle.unit(truck).strength) == (4, 5)


@pytest.mark.rule("rampant.psychic.dread-vision")
def test_dread_vision_suppresses_on_the_spot():
    battle, psy = mind("dread-vision")
    elite, robots = battle.put(1, "elite", (10, 20)), battle.put(1, "heavy", (16, 20), "machine")
    undead, shaken = battle.put(1, "heavy", (4, 20), "undying"), battle.put(1, "heavy", (20, 10), suppressed=True)
    for unit in (robots, undead, shaken):
        assert "psychic.dread-vision" in rules(power_refusals(battle.game, psy, "dread-vision", unit))
    battle.start(Manifest(psy, "dread-vision", elite)).go()
    assert battle.unit(elite).suppressed
    assert battle.place(elite) == (10, 20)
    assert battle.unit(elite).strength == 5


@pytest.mark.rule("rampant.psychic.leaden-limbs")
def test_leaden_limbs_weigh_on_moving_and_fighting():
    battle, _ = mind("leaden-limbs")
    spells = under("leaden-limbs", 1, "a1", "end")
    heavy, berserk = (battle.put(1, k, (20 + 8 * i, 30), spells=spells) for i, k in enumerate(("heavy", "berserk")))
    assert (allowance(battle.game, heavy), allowance(battle.game, berserk)) == (3, 8)
    ground = rough_sides(battle.game, "a1", heavy, False)
    assert attack_armour(battle.game, heavy, "a1", True, ground, False) == 2
    assert fight_value(battle.game, heavy, False, ground) == 5
    assert "a1" not in ground.rough  # the attacker is not drawn in
    assert fight_value(battle.game, berserk, True, rough_sides(battle.game, "a1", berserk, False)) == 4


@pytest.mark.rule("rampant.psychic.veil")
def test_a_veil_hides_beyond_twelve_inches():
    battle, _ = mind("veil")
    unit = battle.put(0, "heavy", (24, 10), spells=under("veil", 1, "a1", "end"))
    far, near = battle.put(1, "support", (24, 33)), battle.put(1, "lesser-xenomorph", (39, 10))
    assert rules(target_refusals(battle.game, far, unit)) == {"psychic.veil"}
    assert not rules(attack_refusals(battle.game, near, unit))


@pytest.mark.rule("rampant.psychic.guide-the-shot")
def test_guide_the_shot_throws_all_misses_again():
    battle, _ = mind("guide-the-shot")
    shooter = battle.put(0, "heavy", (24, 10), "full-squad", spells=under("guide-the-shot"))
    target = battle.put(1, "light", (24, 22))
    battle.start(Shooting(shooter)).roll(*hits(3), 5, 6, 1, 1, 2, 3, 4, 6, 6).go(target=target)
    assert battle.unit(target).strength == 3  # five hits on Armour 2


@pytest.mark.rule("rampant.psychic.guide-the-blade")
def test_guide_the_blade_throws_all_misses_again():
    battle, _ = mind("guide-the-blade")
    unit = battle.put(0, "elite", (24, 17), spells=under("guide-the-blade"))
    enemy = battle.put(1, "elite", (24, 20))
    battle.start(Melee(unit, enemy)).roll(*hits(4, face=4), *hits(3, of=6, face=4), *hits(0), 5, 5).go()
    assert battle.unit(enemy).strength == 4
    assert "scores 7 hits" in battle.told()


@pytest.mark.rule("rampant.psychic.barrier")
def test_a_barrier_adds_after_rough_ground_and_halving():
    battle, _ = mind("barrier")
    battle.land("woods", 20, 20, 40, 40)
    unit = battle.put(0, "heavy", (30, 30), spells=under("barrier"))
    edges, guns = battle.put(1, "elite", (30, 27), "powered-edges"), battle.put(1, "heavy", (30, 34))
    ground = rough_sides(battle.game, edges, unit, False)
    assert attack_armour(battle.game, unit, edges, True, ground, False) == 2 + 1 - 1
    assert shooting_armour(battle.game, guns, unit, False, "") == 3 + 1 + 1


@pytest.mark.rule("rampant.psychic.hurl")
def test_hurl_moves_a_unit_over_anything():
    battle, psy = mind("hurl")
    battle.land("spires", 8, 22, 12, 24)
    unit = battle.put(1, "heavy", (10, 20), prone=True, suppressed=True)
    battle.put(1, "light", (10, 30.5))
    riding = battle.put(1, "heavy", where="aboard", inside="b1")
    assert riding not in power_targets(battle.game, psy, "hurl")
    assert rules(special_refusals(battle.game, "hurl", riding)) == {"psychic.hurl"}
    assert not rules(special_refusals(battle.game, "hurl", unit))
    battle.start(Manifest(psy, "hurl", unit)).roll(5, 2).go(direction=90)
    assert battle.asked == "along"
    far = [p[1] - 20 for p in battle.options()]
    assert max(far) <= 6.5  # 7 in would be 0.5 in from the other unit
    assert 0.0 in far
    battle.go(along=next(p for p in battle.options() if p[1] - 20 == 6.0))
    row = battle.unit(unit)
    assert (row.y, row.prone, row.suppressed) == (26, False, True)


@pytest.mark.rule("rampant.psychic.unravel")
def test_unravel_ends_all_lasting_powers():
    battle, psy = mind("unravel")
    spells = (*under("barrier", 1, "b1"), *under("veil", 0, "b1", "end"))
    unit = battle.put(1, "heavy", (10, 20), spells=spells)
    assert score_of(battle.game, psy, "manifest:unravel") == 8
    battle.start(Manifest(psy, "unravel", unit)).go()
    assert battle.unit(unit).spells == ()


# ---- xeno rules of the mind --------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.xeno.psychic")
def test_the_fourth_tier_reaches_farther():
    from xenotable.games.rampant.rules.detachment.legality import unit_refusals
    from xenotable.games.rampant.state import Entry

    battle, psy = mind("barrier", "veil", "hurl", tier=4)
    assert power_range(battle.game, psy, "barrier") == 24
    weak, low = mind("barrier", "veil")
    assert power_range(weak.game, low, "barrier") == 18
    for tier, n in ((1, 1), (2, 2), (3, 3), (4, 3)):
        known = ("barrier", "veil", "hurl", "calm")
        for count in (n, n + 1):
            entry = Entry("Mind", "elite", (), (f"psychic:{tier}",), powers=known[:count])
            assert ("xeno.psychic" in rules(unit_refusals(entry, 24))) is (count != n)


@pytest.mark.parametrize(("dice", "left"), [claim("xeno.backlash", (4, 4), 1), ((4, 3), 5)])
def test_backlash_on_a_double(dice, left):
    battle, psy = mind("barrier", bought=("backlash",))
    unit = battle.put(0, "heavy", (16, 10))
    battle.put(0, "elite", (30, 10), "psychic:1", "backlash", powers=("barrier",), strength=4)
    battle.start(Orders(0)).roll(*dice).go(unit=psy, order="manifest:barrier", power_target=unit)
    assert battle.unit(psy).strength == left
    assert [s.power for s in battle.unit(unit).spells] == ["barrier"]


@pytest.mark.rule("rampant.xeno.backlash")
def test_a_power_ends_at_once_with_its_destroyed_psychic():
    battle, psy = mind("barrier", bought=("backlash",), strength=4)
    unit = battle.put(0, "heavy", (16, 10), "full-squad")
    battle.put(0, "elite", (30, 10))
    battle.side(0, total=100)
    battle.start(Orders(0)).roll(4, 4).go(unit=psy, order="manifest:barrier", power_target=unit)
    assert battle.unit(psy).gone == "destroyed"
    assert battle.unit(unit).spells == ()


@pytest.mark.rule("rampant.xeno.psi-null")
@pytest.mark.parametrize(("die", "works"), [(4, False), (3, True)])
def test_a_psi_null_shrugs_powers_off(die, works):
    battle, psy = mind("barrier")
    unit = battle.put(0, "heavy", (16, 10), "psi-null")
    battle.start(Manifest(psy, "barrier", unit)).roll(die).go()
    assert bool(battle.unit(unit).spells) is works


@pytest.mark.rule("rampant.xeno.psi-null")
@pytest.mark.parametrize(("die", "powers"), [(4, (["veil"], [])), (3, ([], ["barrier"]))])
def test_a_power_that_is_shrugged_off_ends_no_other(die, powers):
    battle, psy = mind("barrier", "veil")
    friend, null = battle.put(0, "heavy", (10, 16)), battle.put(0, "heavy", (16, 10), "psi-null")
    battle.start(Manifest(psy, "veil", friend), Manifest(psy, "barrier", null)).roll(die).go()
    assert tuple([s.power for s in battle.unit(u).spells] for u in (friend, null)) == powers


@pytest.mark.rule("rampant.xeno.psi-kin")
def test_psi_kin_manifest_easy_powers_freely():
    found = {}
    for tier in (1, 2, 3):
        battle, psy = mind("calm", "barrier", "unravel", bought=(f"psi-kin:{tier}",))
        found[tier] = [power_free(battle.game, psy, f"manifest:{p}") for p in ("calm", "barrier", "unravel")]
    assert found == {1: [True, False, False], 2: [True, True, False], 3: [True, True, True]}
    battle.start(Orders(0)).go(unit=psy, order="manifest:calm", power_target=psy)
    assert [s.power for s in battle.unit(psy).spells] == ["calm"]
    assert battle.unit(psy).activated


@pytest.mark.rule("rampant.psychic.end-with-source")
def test_a_power_ends_when_its_source_or_target_goes_aboard_or_away():
    from xenotable.games.rampant.rules.moving.table_edge import leave
    from xenotable.games.rampant.rules.vehicles import board, board_refusals

    battle, psy = mind("barrier")
    truck = battle.put(0, "soft-skin-vehicle", (14.5, 10), "seats-10")
    unit = battle.put(0, "heavy", (22, 10), spells=under("barrier"))
    assert not rules(board_refusals(battle.game, psy, truck, 8.0))
    battle.game.scenes = []
    board(battle.game, psy, truck)
    assert battle.game.units[unit].spells == ()
    other, psy = mind("barrier")
    unit = other.put(0, "heavy", (22, 10), spells=under("barrier"))
    leave(other.game, psy)
    assert other.game.units[unit].spells == ()


@pytest.mark.rule("rampant.specials.rebound", "rampant.xeno.machine-worn")
def test_after_a_rally_and_in_worn_machines_no_power_is_free():
    for row, bought, free in (({}, (), True), ({"rallied": True}, (), False), ({"strength": 2}, ("machine",), False)):
        battle, psy = mind("calm", bought=("psi-kin:1", *bought), **row)
        assert power_free(battle.game, psy, "manifest:calm") is free


# ---- powers at their limits ------------------------------------------------------------------------------------------


@pytest.mark.rule("rampant.psychic.one-lasting")
def test_how_long_each_power_lasts():
    ends = {"own-next-phase": ("start", 0), "enemy-phase-end": ("end", 1)}
    for id, power in content().powers.items():
        if power.lasts == "instant":
            continue
        battle = Skirmish()
        psy = battle.put(0, "elite", (24, 10), "psychic:1", powers=(id,))
        target = battle.put(1, "heavy", (24, 16)) if power.target == "enemy" else battle.put(0, "heavy", (24, 14))
        keep_up(battle.game, psy, target, id)
        (spell,) = battle.unit(target).spells
        assert (spell.ends, spell.seat) == ends.get(power.lasts, ("end", battle.unit(target).seat)), id


@pytest.mark.rule("rampant.psychic.target-first")
def test_why_a_power_may_not_be_aimed_at_somebody():
    battle = Skirmish()
    psy = battle.put(0, "elite", (24, 10), "psychic:1", powers=("dread-vision",))
    friend = battle.put(0, "light", (24, 40))
    far = content().powers["dread-vision"].range
    near, away = battle.put(1, "heavy", (24, 13 + far)), battle.put(1, "heavy", (27.5 + far, 10))
    found = {t: list(power_refusals(battle.game, psy, "dread-vision", t)) for t in (friend, near, away)}
    assert [[r.says for r in found[t]] for t in (friend, near)] == [["{p} is for enemies."], []]
    assert [r.args["over"] for r in found[away]] == [pytest.approx(0.5)]
    (refusal,) = power_refusals(battle.game, psy, "calm", near)
    assert refusal.says == "{p} is for friends."


@pytest.mark.rule("rampant.psychic.target-first", "rampant.scenarios.night-visibility")
def test_powers_reach_no_farther_into_the_night_than_sight():
    battle = Skirmish("night-convoy")
    psy = battle.put(0, "elite", (24, 10), "psychic:4", powers=("dread-vision", "calm", "hurl"))
    foe, friend = battle.put(1, "heavy", (24, 32)), battle.put(0, "heavy", (36, 28))  # beyond 18 in both
    assert "scenarios.night-visibility" in rules(power_refusals(battle.game, psy, "dread-vision", foe))
    assert rules(power_refusals(battle.game, psy, "calm", friend)) == set()


@pytest.mark.rule("rampant.psychic.target-first")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_closed_mind_is_no_target_whichever_side_it_leads(seat):
    battle = Skirmish().side(1 - seat, trait="closed-mind")
    psy = battle.put(seat, "elite", (24, 10), "psychic:1", powers=("dread-vision",))
    chief, other = battle.put(1 - seat, "heavy", (24, 17), commander=True), battle.put(1 - seat, "heavy", (30, 17))
    assert rules(power_refusals(battle.game, psy, "dread-vision", chief)) == {"command.champion-4-closed-mind"}
    assert rules(power_refusals(battle.game, psy, "dread-vision", other)) == set()


@pytest.mark.rule("rampant.psychic.mend-flesh")
def test_what_single_powers_ask_of_their_target():
    battle = Skirmish()
    house = battle.land("house", 30, 20, 34, 23)
    hurt = {"strength": 3}
    flesh, whole = battle.put(0, "heavy", (10, 10), **hurt), battle.put(0, "heavy", (14, 10))
    tank, robot = (
        battle.put(0, "fighting-vehicle", (18, 10), **hurt),
        battle.put(0, "heavy", (22, 10), "machine", **hurt),
    )
    drop, plain = battle.put(0, "heavy", None, "drop-troops"), battle.put(0, "heavy", None)
    garrison = battle.put(1, "light", where="inside", inside=house, x=32.0, y=21.5)
    shaken, calm = battle.put(1, "heavy", (40, 10), suppressed=True), battle.put(1, "heavy", (44, 10))
    machine = battle.put(1, "heavy", (40, 16), "machine")
    for power, target, refused in (
        ("mend-flesh", flesh, 0), ("mend-flesh", whole, 1), ("mend-flesh", tank, 1), ("mend-flesh", robot, 1),
        ("mend-machine", tank, 0), ("mend-machine", robot, 0), ("mend-machine", flesh, 1), ("mend-machine", whole, 2),
        ("beckon", drop, 0), ("beckon", plain, 1), ("hurl", calm, 0), ("hurl", garrison, 1),
        ("dread-vision", calm, 0), ("dread-vision", shaken, 1), ("dread-vision", machine, 1), ("calm", plain, 0),
    ):  # fmt: skip
        found = [r.rule for r in special_refusals(battle.game, power, target)]
        assert found == [content().powers[power].rule] * refused, (power, target)


@pytest.mark.rule("rampant.psychic.manifest")
def test_a_power_is_told_and_dies_with_who_manifests_it():
    battle = Skirmish()
    psy, friend = battle.put(0, "elite", (24, 10), "psychic:1", powers=("calm",)), battle.put(0, "light", (24, 15))
    battle.start(Manifest(psy, "calm", psy), Manifest(psy, "calm", friend)).go()
    assert "manifests Calm on itself" in battle.told()
    assert f"manifests Calm on {battle.game.name(friend)}" in battle.told()
    dead = Skirmish()
    psy, friend = dead.put(0, "elite", where="gone", gone="destroyed"), dead.put(0, "light", (24, 15))
    dead.start(Manifest(psy, "calm", friend)).go()
    assert dead.unit(friend).spells == ()


@pytest.mark.rule("rampant.psychic.hurl")
def test_who_is_hurled_flies_as_far_as_the_dice_and_lies_prone_no_more():
    battle = Skirmish()
    psy = battle.put(0, "elite", (24, 6), "psychic:1", powers=("hurl",))
    foe = battle.put(1, "heavy", (24, 14), prone=True)
    battle.start(Manifest(psy, "hurl", foe)).roll(2, 3).go(direction=90)
    assert battle.options()[0] == pytest.approx((24, 19), abs=0.01)
    battle.go(along=battle.options()[0])
    assert not battle.unit(foe).prone
