"""Chapter "xeno": costs and changes on the card; what the rules do in play stands in the chapters they act in."""

import pytest

from games.rampant.positions import entry
from games.rampant.skirmish import Skirmish, claim, hits, rules
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.activation.order_legality import orders_of
from xenotable.games.rampant.rules.activation.order_tests import modifiers, score_of
from xenotable.games.rampant.rules.courage.courage_test import courage_test_for
from xenotable.games.rampant.rules.detachment.legality import unit_refusals
from xenotable.games.rampant.rules.detachment.profiles import profile
from xenotable.games.rampant.rules.moving.allowance import allowance
from xenotable.games.rampant.rules.roster.cards import card
from xenotable.games.rampant.rules.roster.numbers import cost
from xenotable.games.rampant.rules.shooting.dice import volley
from xenotable.games.rampant.rules.shooting.targets import target_refusals
from xenotable.games.rampant.rules.terrain.cover import cover
from xenotable.games.rampant.rules.terrain.sight import sees
from xenotable.games.rampant.scenes import Combined, Melee, Nerve, Orders, Shock, Shooting

COSTS = {  # as the sentences of the chapter say
    "slow": -1, "assault-shields": 2, "harsh-leader": 1, "cloaked": 3, "field-surgeon": 2, "infectious": 1,
    "sworn-foe": 4, "otherworldly": 0, "volatile:1": 1, "volatile:2": 2, "iron-discipline": 2, "dreadful": 2,
    "skittish": -1, "flying": 2, "deflector:1": 1, "deflector:2": 2, "deflector:3": 3, "grudge": 1, "overmind": 1,
    "rooted": -2, "forward-scouts": 1, "inspiring": 2, "machine": 0, "hired-guns": -1, "monofilament": 2,
    "psychic:1": 1, "psychic:2": 2, "psychic:3": 3, "psychic:4": 4, "backlash": -1, "psi-null": 1, "psi-kin:1": 1,
    "psi-kin:2": 2, "psi-kin:3": 3, "regrowth": 1, "hover": 1, "drop-troops": 1, "gyro-mounts": 2, "stunners": 1,
    "blink": 1, "unarmed": -1, "undying": 0, "unstable": -2,
}  # fmt: skip


@pytest.mark.rule("rampant.xeno.list")
def test_what_xeno_rules_cost():
    assert {b.partition(":")[0] for b in COSTS} == set(content().xeno)
    for bought, points in COSTS.items():
        assert cost(entry("elite", bought)) == 6 + points, bought
    assert "Deflector 2" in card(entry("elite", "deflector:2")).fields["Xeno rules"]


@pytest.mark.rule("rampant.xeno.slow", "rampant.moving.mobile-and-slow")
def test_slow_units():
    from xenotable.games.rampant.rules.retreat.flight import retreat_distance

    battle = Skirmish()
    pack = battle.put(0, "lesser-xenomorph", (24, 24), "slow")
    assert allowance(battle.game, pack) == 10
    assert retreat_distance(battle.game, pack) == 5
    rig = ("big-rig", "bolted-plates", "seats-15")
    assert profile(entry("soft-skin-vehicle", *rig)).max_move == 6
    assert profile(entry("soft-skin-vehicle", *rig, "walker", "slow")).max_move == 2
    assert "detachment.options-eligible" in rules(unit_refusals(entry("heavy", "mobile", "slow"), 24))


@pytest.mark.rule("rampant.xeno.assault-shields")
def test_assault_shields():
    assert profile(entry("heavy", "assault-shields")).defence_value == 4
    assert profile(entry("heavy", "assault-shields")).armour == 3
    battle = Skirmish()
    shooter, target = battle.face_off(("heavy",), ("heavy", "assault-shields"))
    assert volley(battle.game, shooter, target, "shoot").armour == 4


@pytest.mark.rule("rampant.xeno.iron-discipline")
@pytest.mark.parametrize(
    ("kind", "more", "courage"), [("recon", (), 4), ("heavy", (), 3), ("elite", (), 3), ("heavy", ("undying",), 0)]
)
def test_iron_discipline(kind, more, courage):
    assert profile(entry(kind, "iron-discipline", *more)).courage == courage


@pytest.mark.rule("rampant.xeno.unarmed")
def test_the_unarmed_have_a_dash():
    squad = profile(entry("light", "full-squad", "unarmed"))
    assert (squad.strength, squad.attack_value, squad.defence_value) == (10, 5, 4)
    assert (squad.shoot, squad.shoot_value, squad.shoot_range) == (0, 0, 0)
    assert cost(entry("light", "full-squad", "unarmed")) == 2
    assert cost(entry("light", "field-surgeon", "unarmed")) == 2
    assert not rules(unit_refusals(entry("light", "full-squad", "unarmed"), 24))
    assert "xeno.unarmed" in rules(unit_refusals(entry("primitive", "unarmed"), 24))
    for option in ("heavy-weapon", "penetrators", "short-arms"):
        assert "detachment.options-eligible" in rules(unit_refusals(entry("light", option, "unarmed"), 24)), option


@pytest.mark.rule("rampant.xeno.cloaked")
@pytest.mark.parametrize(("gap", "legal"), [(12.0, True), (12.5, False)])
def test_the_cloaked_are_shot_from_near_only(gap, legal):
    battle = Skirmish()
    shooter, blades = battle.face_off(("heavy",), ("elite", "cloaked"), gap)
    assert rules(target_refusals(battle.game, shooter, blades)) == (set() if legal else {"xeno.cloaked"})
    near, twin = battle.put(0, "heavy", (40, 4)), battle.put(1, "elite", (40, 14), "cloaked")
    battle.start(Shooting(near)).roll(*hits(9, face=6), 6, 6).go(target=twin)
    assert battle.unit(twin).strength == 4  # 9 hits on Armour 4 + 1


@pytest.mark.rule("rampant.xeno.skittish")
def test_the_skittish_fear_the_dreadful_twice():
    battle = Skirmish()
    levy = battle.put(0, "heavy", (24, 24), "conscripted", "skittish", strength=4)
    assert courage_test_for(battle.game, Shock(levy, "rally")).bonus == -1
    assert courage_test_for(battle.game, Shock(levy, "attack", lost=1, dread=True)).bonus == -3


@pytest.mark.rule("rampant.xeno.loss-order", "rampant.xeno.deflector", "rampant.xeno.otherworldly-weakness")
def test_losses_are_doubled_then_deflected_then_treated():
    battle = Skirmish()
    attacker, target = battle.face_off(("elite", "otherworldly"), ("heavy", "otherworldly", "deflector:3"), 0.0)
    battle.put(1, "heavy", (30, 7), "otherworldly", "field-surgeon")
    battle.roll(*hits(6, face=6), *hits(0))  # 6 hits on Armour 3: 2, doubled 4
    battle.roll(5, 2, 6, 1, 4)  # two deflected, one treated: 1 lost
    battle.roll(6, 6).start(Melee(attacker, target)).go()
    assert battle.unit(target).strength == 4
    assert battle.unit(target).unstable


@pytest.mark.rule("rampant.xeno.sworn-foe")
def test_sworn_foes_do_not_fear_the_dreadful_they_hate():
    battle = Skirmish().side(0, foe="alien")
    zealots, others = battle.put(0, "heavy", (24, 24), "sworn-foe"), battle.put(0, "heavy", (34, 24))
    horror = battle.put(1, "heavy", (24, 30), "dreadful", kin="alien")
    shocks = [Shock(u, "attack", lost=1, by=horror, dread=True) for u in (zealots, others)]
    assert [courage_test_for(battle.game, s).bonus for s in shocks] == [-1, -2]


@pytest.mark.rule("rampant.xeno.field-surgeon")
@pytest.mark.parametrize(("die", "left"), [(4, 3), (3, 2)])
def test_a_surgeon_also_treats_what_no_enemy_did(die, left):
    """An Unstable unit loses 3 by a double; the surgeon beside it may keep one of the points."""
    battle = Skirmish()
    rifles = battle.put(0, "heavy", (10, 4), "unstable")
    battle.put(0, "light", (16, 4), "field-surgeon"), battle.put(1, "heavy", (24, 44))
    battle.start(Orders(0)).roll(3, 3, die).go(unit=rifles, order="move")
    assert battle.unit(rifles).strength == left


@pytest.mark.rule("rampant.xeno.field-surgeon")
def test_a_surgeon_digs_in_the_rubble():
    battle = Skirmish()
    hall = battle.land("hall", 20, 20, 28, 28)
    row = {"where": "inside", "inside": hall, "x": 24.0, "y": 24.0}
    squad, surgeon = battle.put(1, "heavy", **row), battle.put(1, "light", None, "field-surgeon", **row)
    shock = Shock(hall, "shoot", source=True, x=24.0, y=4.0)
    from xenotable.engine import Placed
    from xenotable.games.rampant.rules.terrain.buildings import hurt_building

    battle.game.scenes = []
    after = hurt_building(battle.game, hall, 10, shock)
    battle.start(*after).roll(1, 3, 4, 6, 6, 5).go(crawl_out=squad)  # two lost, one of them kept
    assert battle.asked == "rubble"
    battle.roll(*[6] * 5).go(rubble=[Placed({squad: (21.5, 24.0)}), Placed({surgeon: (26.5, 24.0)})])
    battle.roll(*[6] * 4).go(next_test=surgeon)
    assert battle.unit(squad).strength == 4
    assert battle.told().index("a2 passes" if surgeon == "a2" else "b2 passes") < battle.told().index("b1 passes")


@pytest.mark.rule("rampant.xeno.drop-troops")
def test_nobody_drops_next_to_a_garrison():
    from xenotable.games.rampant.rules.xeno.moving import drop_refusals

    battle = Skirmish()
    house = battle.land("house", 22, 34, 26, 37)
    battle.put(1, "light", where="inside", inside=house, x=24.0, y=35.5)
    drop = battle.put(0, "elite", None, "drop-troops")
    assert rules(drop_refusals(battle.game, drop, (24.0, 26.6))) == {"xeno.drop-troops"}  # 5.9 in from the wall
    assert not rules(drop_refusals(battle.game, drop, (24.0, 26.5)))


@pytest.mark.parametrize(("gap", "seen"), [claim("xeno.flying-sight", 10.0, False), (6.0, True)])
def test_a_wood_hides_from_who_flies_beyond_six_inches(gap, seen):
    battle = Skirmish()
    lances, squad = battle.face_off(("elite", "flying"), ("light",), gap)
    y = battle.rows[squad]["y"]
    battle.land("woods", 20, y - 2, 28, y + 6)
    assert sees(battle.game, lances, squad) is sees(battle.game, squad, lances) is seen
    if seen:
        assert cover(battle.game, squad, lances) == 1
        assert cover(battle.game, lances, squad) == 0


def test_walls_and_units_do_not_matter_to_who_flies():
    battle = Skirmish()
    lances, squad = battle.face_off(("elite", "flying"), ("light",), 10.0)
    y = battle.rows[squad]["y"]
    battle.land("wall", 10, y - 2, 40, y - 2)
    battle.land("spires", 22, 8, 26, 10)
    battle.put(1, "transport-vehicle", (24, 12))
    assert sees(battle.game, lances, squad)
    assert cover(battle.game, squad, lances) == 0
    ground = battle.put(0, "elite", (20, 4))
    assert cover(battle.game, squad, ground) > 0


@pytest.mark.rule("rampant.options.bombardment")
def test_called_bombardment_gives_the_order():
    for kind, points in (("recon", 6), ("elite", 10), ("light", 5), ("heavy", 6)):
        assert cost(entry(kind, "bombardment")) == points
    battle = Skirmish()
    recon, plain = battle.put(0, "recon", (10, 10), "bombardment"), battle.put(0, "recon", (20, 10))
    battle.put(0, "heavy", (10, 16), commander=True)
    assert "bombard" in orders_of(battle.game, recon)
    assert "bombard" not in orders_of(battle.game, plain)
    assert (score_of(battle.game, recon, "bombard"), modifiers(battle.game, recon, "bombard")) == (7, 1)


@pytest.mark.rule("rampant.options.hunters-eyes")
def test_hunters_eyes_find_the_elusive_but_not_the_cloaked():
    battle = Skirmish()
    battle.land("scrub", 20, 20, 28, 32)
    rifles, scouts = battle.face_off(("recon", "sharpshooters", "hunters-eyes"), ("recon",), 20.0)
    plain = battle.put(0, "recon", (28, 4), "sharpshooters")
    assert not rules(target_refusals(battle.game, rifles, scouts))
    assert rules(target_refusals(battle.game, plain, scouts)) == {"specials.elusive"}
    assert volley(battle.game, rifles, scouts, "shoot").armour == 3
    hidden = battle.put(1, "elite", (34, 24), "cloaked")
    assert rules(target_refusals(battle.game, rifles, hidden)) == {"xeno.cloaked"}
    assert cost(entry("recon", "sharpshooters", "hunters-eyes")) == 5


@pytest.mark.parametrize(("bought", "n"), [claim("options.old-scouts", ("old-scouts",), 3), ((), 0)])
def test_old_scouts_shoot_well_while_skirmishing(bought, n):
    battle = Skirmish()
    scouts, foe = battle.face_off(("recon", *bought), ("heavy",), 10.0)
    battle.put(0, "recon", (40, 4), "old-scouts")
    battle.start(Combined(scouts, "skirmish")).roll(*hits(3, face=5), *((6, 6) if n else ()))
    battle.go(part=["shoot", "done"], target=foe)
    assert f"{n} hits" in battle.told()
    assert cost(entry("recon", "old-scouts")) == 4


@pytest.mark.rule("rampant.options.crack-crew")
def test_a_crack_crew_fires_on_the_move_without_penalty():
    battle = Skirmish()
    crack = battle.put(0, "fighting-vehicle", (10, 10), "crack-crew")
    plain = battle.put(0, "fighting-vehicle", (30, 10))
    assert [modifiers(battle.game, u, "advance") for u in (crack, plain)] == [0, -1]
    assert cost(entry("fighting-vehicle", "crack-crew")) == 8


@pytest.mark.rule("rampant.options.engineer-kit", "rampant.terrain.building-strikes-back")
@pytest.mark.parametrize(("bought", "n"), [(("engineer-kit",), 1), ((), 3)])
def test_an_engineer_kit_keeps_masonry_off(bought, n):
    from xenotable.games.rampant.rules.terrain.buildings import masonry_blow

    battle = Skirmish()
    tank = battle.put(0, "fighting-vehicle", (24, 10), *bought)
    engineers = battle.put(0, "fighting-vehicle", (40, 10), "engineer-kit")
    blow = masonry_blow(battle.game, tank)
    assert sum(face >= blow.need for face in (6, 5, 5, 2, 1)) == n
    assert masonry_blow(battle.game, engineers).need == 6


@pytest.mark.rule("rampant.content.builder")
def test_the_builder_makes_legal_units_from_the_same_data():
    import random

    from xenotable.games.rampant.rules.content import random_entry

    rnd = random.Random(5).random
    made = [random_entry(f"Unit {i}", 12, 24, i % 6 == 0, rnd) for i in range(120)]
    found = [e for e in made if e is not None]
    assert len(found) > 100
    assert len({e.type for e in found}) == 13
    for unit in found:
        assert not [r.says for r in unit_refusals(unit, 24)]
        assert cost(unit) <= 12
        assert card(unit).fields["Points"] == str(cost(unit))


# ---- Volatile 1: how many dice, and when ---------------------------------------------------------------------------


@pytest.mark.rule("rampant.xeno.volatile-1", "rampant.xeno.volatile-blast", "rampant.retreat.casualty-test")
def test_a_volatile_unit_that_dies_hemmed_in_explodes_with_what_it_had():
    battle = Skirmish()
    battle.land("chasm", 0, 25.5, 48, 40)
    unit, foe = battle.put(0, "light", (24, 24), "volatile:1", strength=2), battle.put(1, "light", (24, 17))
    battle.put(0, "light", (4, 4))
    shock = Shock(unit, "shoot", by=foe, source=True, x=24.0, y=17.0)
    battle.start(Nerve(shock)).roll(2, 1, 3, 6, 6, 6, 6).go()  # Courage, casualties, two dice on the enemy, its Courage
    assert battle.unit(unit).gone == "destroyed"
    assert battle.unit(foe).strength == 4


@pytest.mark.rule("rampant.xeno.volatile-1", "rampant.xeno.harsh-leader")
def test_a_volatile_unit_that_a_harsh_leader_kills_explodes_with_its_last_point():
    battle = Skirmish()
    unit = battle.put(0, "heavy", (24, 24), "volatile:1", strength=1)
    leader = battle.put(0, "heavy", (24, 30), "harsh-leader")
    foe = battle.put(1, "light", (24, 17))
    shock = Shock(unit, "shoot", by=foe, source=True, x=24.0, y=17.0)
    battle.start(Nerve(shock)).roll(1, 6, 1, 6, 6, 6).go(courage_again=leader)  # one die on each; the enemy tests
    assert battle.unit(unit).gone == "destroyed"
    assert battle.rule_of("is destroyed") == "xeno.harsh-leader"


@pytest.mark.rule("rampant.xeno.machine-worn")
def test_a_worn_machine_that_shuts_down_does_not_explode():
    battle = Skirmish()
    robots = battle.put(0, "heavy", (24, 24), "machine", "volatile:1", strength=2, machine_free="move")
    battle.put(0, "heavy", (4, 4), activated=True), battle.put(1, "light", (24, 30))
    battle.start(Orders(0)).roll(1, 1, 6, 6).go(unit=robots, order="move")  # the comrade is alone, and steady
    assert battle.unit(robots).gone == "destroyed"
    assert "explodes" not in battle.told()
