"""Shooting: who fires, what hits, who is hit (chapters "shooting", "aoe" and "artillery")."""

import pytest
from msgspec.structs import replace

from games.xenocide.battlefield import Battlefield, faces, rules
from games.xenocide.shots import CANNON, HOWITZER, RIFLES, pool, volley
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.rules.shooting.alternatives import dig_refusals
from xenotable.games.xenocide.rules.shooting.choices import directions, focus_steps, singled_out
from xenotable.games.xenocide.rules.shooting.fire import again, fire, mingled_units
from xenotable.games.xenocide.rules.shooting.hits import deal, effective, read, rolls_again, to_hit
from xenotable.games.xenocide.rules.shooting.pools import pools_of, volleys_for
from xenotable.games.xenocide.rules.shooting.sequence import act_refusals, declare, shooting
from xenotable.games.xenocide.rules.shooting.targeting import aim, target_refusals
from xenotable.games.xenocide.rules.sight.line_of_sight import model_sees
from xenotable.games.xenocide.rules.stats.specials import direct_accuracy
from xenotable.games.xenocide.rules.suppression import must_test
from xenotable.games.xenocide.scenes import Firing, Salvo, Shooting

rule = pytest.mark.rule


@rule("xenocide.shooting.eligibility")
@rule("xenocide.shooting.soft-range")
def test_one_model_in_range_brings_the_whole_unit():
    field = Battlefield()
    tanks = field.line(0, "medium-tank", [(10, 10), (10, 5), (13, 5), (16, 5), (12, 3)])
    foe = field.line(1, "medium-tank", [(10, 47.5)])
    assert rules(target_refusals(field.game, tanks, CANNON, foe)) == []
    assert len(aim(field.game, tanks, CANNON, foe).direct) == 5
    far = field.line(1, "medium-tank", [(50, 47.5)])
    assert rules(target_refusals(field.game, tanks, CANNON, far)) == ["shooting.eligibility"]


@rule("xenocide.shooting.eligibility")
def test_who_is_in_range_must_also_see():
    field = Battlefield(("solid-wall", 6, 30, 8, 1))
    tanks = field.line(0, "medium-tank", [(10, 14), (24, 8)])  # the first is in range and behind the wall
    foe = field.line(1, "medium-tank", [(10, 47)])
    assert model_sees(field.game, f"{tanks}m1", f"{foe}m0")
    assert aim(field.game, tanks, CANNON, foe).direct == ()
    assert rules(target_refusals(field.game, tanks, CANNON, foe)) == ["shooting.eligibility"]
    field.game.models.set(f"{tanks}m1", y=13.0)
    assert aim(field.game, tanks, CANNON, foe).direct == (f"{tanks}m1",)


@rule("xenocide.shooting.model-los")
@rule("xenocide.shooting.unseen-models")
def test_who_sees_nobody_does_not_fire_and_who_is_not_seen_is_not_hit():
    field = Battlefield(("solid-wall", 8, 14, 4, 1))
    a = field.line(0, "medium-infantry", [(10, 12.5), (16, 12)])
    foe = field.line(1, "medium-infantry", [(10, 18), (17, 18)])
    found = aim(field.game, a, RIFLES, foe)
    assert found.direct == (f"{a}m0", f"{a}m1")  # one looks past the wall, the other beside it
    hidden = field.line(1, "medium-infantry", [(11.8, 15.6)])
    assert aim(field.game, a, RIFLES, hidden).direct == (f"{a}m1",)
    lone = field.line(0, "medium-infantry", [(10, 12.5)])
    found = aim(field.game, lone, RIFLES, foe)
    assert f"{foe}m0" not in found.exposed
    assert [p.models for p in pools_of(field.game, RIFLES, foe, found, found.direct)] == [(f"{foe}m1",)]


@rule("xenocide.shooting.declare-targets")
@rule("xenocide.stats.shots")
def test_each_weapon_system_has_its_own_target():
    field = Battlefield()
    field.game.sides.set(0, points=0)
    tanks = field.put(0, "medium-tank", (20, 10), 4, order="move-and-fire")
    armour, foot = field.put(1, "medium-tank", (20, 30), 2), field.put(1, "medium-infantry", (30, 25), 3)
    (salvo,) = field.run(declare(field.game, tanks), target=[armour, foot], focus=0)
    assert salvo == Salvo(tanks, (("tank-cannon", armour, 0), ("hull-gun", foot, 0)))
    assert len(aim(field.game, tanks, CANNON, armour).direct) == 4
    assert volleys_for(field.game, tanks, weapons()["hull-gun"], foot, aim(field.game, tanks, RIFLES, foot)) == []
    hull_gun = weapons()["hull-gun"]
    (v,) = volleys_for(field.game, tanks, hull_gun, foot, aim(field.game, tanks, hull_gun, foot))
    assert v.dice == 8
    field.roll(6, 6, 6, 6).play(salvo)


@rule("xenocide.shooting.hit-roll")
@rule("xenocide.stats.accuracy")
def test_dice_equal_or_under_the_accuracy_hit():
    v = volley(3, dice=4)
    assert read(v, effective(v), faces(1, 3, 4, 6), ()).hits == (2,)
    sure = volley(6, dice=3)
    assert read(sure, effective(sure), faces(6, 6, 6), ()).hits == (3,)
    field = Battlefield()
    tanks, foe = field.put(0, "medium-tank", (20, 10)), field.put(1, "medium-tank", (20, 30))
    (v,) = volleys_for(field.game, tanks, CANNON, foe, aim(field.game, tanks, CANNON, foe))
    assert effective(v) == (3,)
    assert field.roll(3).run(to_hit(v)).hits == (1,)
    assert field.roll(4).run(to_hit(v)).hits == (0,)
    assert direct_accuracy(weapons()["lance-rifle"]) == weapons()["lance-rifle"].accuracy == 4


@rule("xenocide.shooting.accuracy-modifiers")
@rule("xenocide.shooting.suppressed-accuracy")
def test_suppression_costs_one_however_many_markers():
    field = Battlefield()
    tanks, foe = field.put(0, "medium-tank", (20, 10), marks=3), field.put(1, "medium-infantry", (20, 30), 3)
    (v,) = volleys_for(field.game, tanks, CANNON, foe, aim(field.game, tanks, CANNON, foe))
    assert effective(v) == (3 - 1 - 1,)


@pytest.mark.parametrize(
    ("accuracy", "first", "seconds", "hits"),
    [
        pytest.param(0, (1, 1, 5), (4, 5), 1, marks=rule("xenocide.shooting.accuracy-zero")),
        pytest.param(-1, (1, 1, 5), (2, 3), 1, marks=rule("xenocide.shooting.accuracy-minus-one")),
        pytest.param(-2, (1, 1), (1, 2), 1, marks=rule("xenocide.shooting.accuracy-minus-two")),
    ],
)
def test_accuracy_below_one_needs_a_second_roll(accuracy, first, seconds, hits):
    field = Battlefield()
    v = volley(accuracy, dice=len(first))
    assert rolls_again(effective(v))
    assert field.roll(*first, *seconds).run(to_hit(v)).hits == (hits,)


@rule("xenocide.shooting.accuracy-minus-three")
def test_at_minus_three_the_shot_is_not_offered():
    field = Battlefield()
    guns = field.put(0, "medium-infantry", (20, 10), 3, marks=1)
    foe = field.put(1, "jetbike", (20, 20), 3)
    blunt = replace(weapons()["squad-launcher"], accuracy=1)
    known = field.game.kinds
    field.game.kinds = {**known, "medium-infantry": replace(known["medium-infantry"], weapons=(blunt,))}
    assert rules(target_refusals(field.game, guns, blunt, foe)) == []
    field.game.kinds = {**field.game.kinds, "jetbike": replace(known["jetbike"], aspect=-3)}
    assert rules(target_refusals(field.game, guns, blunt, foe)) == ["shooting.accuracy-minus-three"]


@rule("xenocide.shooting.mixed-aspect")
@rule("xenocide.shooting.deal-aspects")
@rule("xenocide.shooting.deal-evenly")
def test_hits_know_the_lowest_aspect_they_reach():
    v = volley(3, (0, -1), 4)
    tally = read(v, effective(v), faces(1, 2, 3, 3), ())
    assert tally.hits == (2, 2)
    infantry, apc = pool("inf", -1, 6), pool("apc", 0, 3)
    assert deal((infantry, apc), tally.hits) == [2, 2]
    assert deal((pool("inf", 0, 6), pool("apc", 0, 3)), (5,)) == [3, 2]
    assert deal((pool("inf", -1, 6), pool("apc", 0, 3)), (5, 0)) == [0, 5]


@rule("xenocide.shooting.mixed-aspect-low-accuracy")
def test_a_one_is_rolled_again_for_the_lower_aspect():
    v = volley(1, (0, -1), 2)
    assert rolls_again(effective(v))
    tally = read(v, effective(v), faces(1, 1), faces(4, 5))
    assert tally.hits == (1, 1)


@rule("xenocide.shooting.deal-evenly")
def test_a_full_pool_waits_until_everybody_has_a_hit():
    assert deal((pool("a", 0, 1), pool("b", 0, 4)), (5,)) == [1, 4]
    assert deal((pool("a", 0, 1), pool("b", 0, 4)), (6,)) == [2, 4]


@rule("xenocide.shooting.pools")
@rule("xenocide.saves.split-cover")
def test_pools_by_kind_and_cover():
    field = Battlefield(("forest", 18, 24, 4, 4))
    a = field.put(0, "medium-tank", (20, 10), 3)
    foe = field.line(1, "medium-infantry", [(20, 25), (24, 25), (25, 26)])
    field.mix(foe, "medium-tank", [(26, 24)])
    found = aim(field.game, a, CANNON, foe)
    made = pools_of(field.game, CANNON, foe, found, found.direct)
    assert sorted((p.kind, p.cover, len(p.models)) for p in made) == [
        ("medium-infantry", 0, 2), ("medium-infantry", 2, 1), ("medium-tank", 0, 1),
    ]  # fmt: skip


@rule("xenocide.shooting.single-type")
def test_hits_on_models_that_are_alike_need_no_order():
    field = Battlefield(("ruins", 24, 26.5, 4, 4))
    a = field.put(0, "medium-tank", (20, 10), 2)
    alike, mixed = field.put(1, "medium-infantry", (20, 28), 2), field.line(1, "medium-infantry", [(10, 28), (26, 28)])
    field.roll(1, 1).run(fire(field.game, a, CANNON, alike))
    assert "pools" not in field.asked
    field.roll(1, 1, 6).run(fire(field.game, a, CANNON, mixed), pools=lambda ask: ask.items)
    assert "pools" in field.asked


@rule("xenocide.shooting.remove-models")
@rule("xenocide.shooting.sequence")
def test_the_owner_chooses_who_falls():
    field = Battlefield()
    a, foe = field.put(0, "medium-tank", (20, 10), 2), field.put(1, "medium-infantry", (20, 28), 4)
    field.roll(1, 2)  # strength 2 against armour 2: no save
    field.run(fire(field.game, a, CANNON, foe), remove=(f"{foe}m0", f"{foe}m2"))
    assert field.unit(foe).models == (f"{foe}m1", f"{foe}m3")


@rule("xenocide.shooting.unit-eliminated")
@rule("xenocide.scenarios.attrition-loss")
def test_the_full_price_is_lost_with_the_last_model():
    field = Battlefield()
    a, foe = field.put(0, "medium-tank", (20, 10), 3), field.put(1, "medium-infantry", (20, 28), 2)
    field.roll(1).run(fire(field.game, field.put(0, "medium-tank", (30, 10)), CANNON, foe), remove=(f"{foe}m0",))
    assert field.game.sides[1].lost == 0
    field.roll(1, 1, 1).run(fire(field.game, a, CANNON, foe))
    assert field.game.sides[1].lost == 2 * field.game.kinds["medium-infantry"].vp


@rule("xenocide.shooting.focus-fire")
@rule("xenocide.shooting.focus-fire-limits")
def test_three_dice_make_one_of_more_strength():
    field = Battlefield()
    a, foe = field.put(0, "medium-infantry", (20, 10), 4), field.put(1, "medium-tank", (20, 20), 2)
    found = aim(field.game, a, RIFLES, foe)
    assert [(v.dice, v.strength) for v in volleys_for(field.game, a, RIFLES, foe, found, 1)] == [(2, 1), (2, 0)]
    assert (focus_steps(RIFLES), focus_steps(CANNON), focus_steps(weapons()["rocket-rack"])) == ((1, 2), (), ())
    assert focus_steps(weapons()["lance-rifle"]) == (1,)
    nine, auto = field.put(0, "apc", (30, 10), 3), weapons()["twin-autogun"]
    made = volleys_for(field.game, nine, auto, foe, aim(field.game, nine, auto, foe), 2)
    assert [(v.dice, v.strength) for v in made] == [(1, 2)]
    field.game.sides.set(0, points=0)
    (salvo,) = field.run(declare(field.game, a), target=[foe, None], focus=1)
    assert salvo.left == (("assault-rifles", foe, 1),)


@rule("xenocide.shooting.deal-per-system")
def test_focused_dice_and_what_is_left_over_are_one_system():
    field = Battlefield()
    a = field.put(0, "medium-infantry", (20, 10), 4)
    foe = field.line(1, "medium-infantry", [(20, 20)])
    field.mix(foe, "apc", [(23, 20), (26, 20)])
    # eight dice make two of strength 1 and two left over; infantry first: a focused hit each, then the cycle goes on
    # with the second carrier, and the last hit begins the next cycle. Nobody is removed before all are dealt.
    field.roll(1, 1, 1, 1, 6, 6, 6, 6)
    before = list(field.game.units[foe].models)
    field.run(fire(field.game, a, RIFLES, foe, 1), pools=lambda ask: sorted(ask.items, reverse=True))
    assert field.asked[:5] == ["hit", "hit", "pools", "armour", "armour"]
    assert field.asked.count("pools") == 1
    assert field.size(foe) == len(before) - 3

    field = Battlefield()
    a, foe = field.put(0, "medium-infantry", (20, 10), 4), field.put(1, "medium-infantry", (20, 20), 1)
    other = field.put(1, "medium-infantry", (40, 20), 1)
    field.roll(1, 1, 1, 1, 6, 6, 6, 6).run(fire(field.game, a, RIFLES, foe, 1))
    assert (field.size(foe), field.size(other)) == (0, 1)
    assert field.told().count("loses") == 1  # what is left over does not hit the dead


@rule("xenocide.command.use-directed-fire")
@rule("xenocide.command.directed-fire-hits")
def test_directed_fire_reaches_only_what_was_chosen():
    field = Battlefield()
    a = field.put(0, "medium-tank", (20, 10), 4)
    foe = field.line(1, "medium-infantry", [(20, 25), (22, 25)])
    field.mix(foe, "apc", [(24, 25)])
    assert ("kind", "apc") in directions(field.game, a, [CANNON], foe)
    (salvo,) = field.run(declare(field.game, a), target=[foe, None], directed=("kind", "apc"))
    assert field.game.sides[0].points == 2
    field.roll(1, 2, 3, 3, 6, 6, 1, 1).play(salvo)  # accuracy 3 against aspect 0; armour 3 - 2 = 1
    assert field.size(foe) == 2
    assert all(field.game.models[m].kind == "medium-infantry" for m in field.unit(foe).models)


def test_directions_of_fire_are_worded_for_people():
    field = Battlefield()
    foe = field.line(1, "medium-infantry", [(30, 20), (31.5, 20)])
    picks = ((), ("kind", "apc"), ("aspect", "-1"), ("cover",), ("open",), ("model", field.unit(foe).models[1]))
    assert [singled_out(field.game, d) for d in picks] == [
        "No",
        "Only APC",
        "Only those of aspect -1",
        "Only those in cover",
        "Only those in the open",
        "Only the Medium Infantry at 31.5, 20.0",
    ]


@rule("xenocide.movement.engaged-no-shooting")
@rule("xenocide.turn.order-assault")
@rule("xenocide.shooting.who-may-shoot")
def test_who_may_not_shoot_or_be_shot_at():
    field = Battlefield()
    a = field.put(0, "medium-infantry", (20, 10), 3, order="move-and-fire")
    b = field.put(0, "medium-tank", (40, 10), 3, order="assault")
    foe = field.put(1, "medium-infantry", (20, 14), 3)
    assert rules(act_refusals(field.game, a, "shoot"))[0] == "movement.engaged-no-shooting"
    assert "turn.order-assault" in rules(act_refusals(field.game, b, "shoot"))
    assert rules(target_refusals(field.game, b, CANNON, foe)) == ["movement.engaged-no-shooting"]
    assert [s for s in field.play(Shooting(0, "b0")) if isinstance(s, Shooting)] == []


@rule("xenocide.shooting.mingled")
@rule("xenocide.shooting.mingled-reroll")
@rule("xenocide.shooting.mingled-suppression")
def test_misses_are_rolled_again_at_mingled_units():
    field = Battlefield()
    a = field.put(0, "medium-tank", (20, 10), 5)
    foe = field.line(1, "medium-tank", [(18, 26), (24, 26), (21, 30)])
    among = field.line(1, "medium-tank", [(21, 27.6)])
    assert mingled_units(field.game, foe) == [among]
    # two of five hit (armour 5 - 2 = 3 saves both), the three misses are rolled at the other unit: one hit, one lost
    field.roll(1, 1, 6, 6, 6, 3, 3, 2, 6, 6, 4).run(fire(field.game, a, CANNON, foe))
    assert (field.size(foe), field.size(among)) == (3, 0)
    assert (field.game.fire[foe].shots, field.game.fire[among].shots) == (5, 5)


@rule("xenocide.shooting.mingled-reroll")
def test_misses_are_not_rolled_at_whom_the_weapon_does_not_reach():
    for y, dice in ((41.0, (6, 3)), (42.5, (6,))):  # within 36 in, and not; both are hit on 3 or less
        field = Battlefield()
        a = field.line(0, "medium-tank", [(20, 4)])
        foe = field.line(1, "medium-tank", [(14, 38), (26, 38), (20, 46)])
        among = field.line(1, "medium-tank", [(20, y)])
        assert mingled_units(field.game, foe) == [among]
        field.roll(*dice, *([6] if len(dice) > 1 else [])).run(fire(field.game, a, CANNON, foe))
        assert field.size(among) == 2 - len(dice)


@rule("xenocide.shooting.mingled-suppression")
def test_all_dice_count_for_each_mingled_unit_even_if_no_die_is_left_for_it():
    field = Battlefield()
    a = field.put(0, "medium-tank", (20, 10), 5)
    foe = field.line(1, "medium-infantry", [(18, 26), (24, 26), (21, 30)])
    among = field.line(1, "medium-infantry", [(21, 27.6)])
    field.roll(1, 1, 1, 1, 1).run(fire(field.game, a, CANNON, foe))
    both = [field.game.fire[u] for u in (foe, among)]
    assert [(f.shots, f.units, f.hit) for f in both] == [(5, (a,), True), (5, (a,), False)]
    assert all(must_test(f) for f in both)


def test_on_overwatch_shells_do_not_follow_whom_no_gun_sees():
    field = Battlefield(buildings=(("apartment-block", 20.0, 20.0),))
    gun = field.put(0, "medium-artillery", (22, 4), 1)
    field.put(0, "recon-infantry", (40, 34), 3)  # its spotter sees what the building hides from the gun
    foe = field.line(1, "medium-tank", [(14, 30), (30, 30), (22, 36)])
    among = field.line(1, "medium-tank", [(22, 31)])
    v = volleys_for(field.game, gun, HOWITZER, foe, aim(field.game, gun, HOWITZER, foe))[0]
    at = Firing(gun, foe, HOWITZER, aim(field.game, gun, HOWITZER, foe), (), missed=1, last=v)
    assert again(field.game, at, among) is not None
    assert again(field.game, replace(at, watching=True), among) is None


@rule("xenocide.shooting.dig-in")
@rule("xenocide.shooting.dig-in-where")
@rule("xenocide.stats.entrench-stat")
def test_who_digs_in_and_where():
    field = Battlefield(("road", 0, 20, 72, 2), ("trench", 30, 5, 6, 4))
    foot, tanks = field.put(0, "medium-infantry", (10, 10), 3), field.put(0, "medium-tank", (20, 10), 3)
    gun = field.put(0, "siege-emplacement", (50, 10), 2)
    assert rules(dig_refusals(field.game, foot)) == []
    assert rules(dig_refusals(field.game, gun)) == []
    assert rules(dig_refusals(field.game, tanks)) == ["shooting.dig-in"]
    on_road = field.line(0, "medium-infantry", [(10, 21), (12, 21), (14, 21)])
    in_trench = field.line(0, "medium-infantry", [(31, 6), (33, 6), (35, 6)])
    assert rules(dig_refusals(field.game, on_road)) == ["shooting.dig-in-where"]
    assert rules(dig_refusals(field.game, in_trench)) == ["shooting.dig-in-where"]
    field.game.units.set(foot, order="move-and-fire")
    field.play(Shooting(0, "b0"), unit=foot, act="dig-in")
    assert (field.unit(foot).dug, field.unit(foot).shot) == (True, True)


@rule("xenocide.turn.assault-order-no-dig")
def test_assault_orders_forbid_digging_and_overwatch():
    field = Battlefield()
    foot = field.put(0, "medium-infantry", (10, 10), 3, order="assault")
    assert rules(act_refusals(field.game, foot, "dig-in")) == ["turn.assault-order-no-dig"]
    assert rules(act_refusals(field.game, foot, "overwatch")) == ["turn.assault-order-no-dig"]


# ---- closed, not hidden ----------------------------------------------------------------------------------------------


@rule("xenocide.shooting.declare-targets")
def test_every_enemy_is_a_target_open_or_closed_with_the_reason():
    field = Battlefield(("solid-wall", 0, 20, 16, 1))
    a = field.put(0, "medium-infantry", (20, 10), 3)
    near = field.put(1, "medium-infantry", (24, 22), 3)
    far = field.put(1, "medium-infantry", (60, 44), 3)
    behind = field.put(1, "medium-infantry", (9, 24), 3)
    below = field.put(1, "delver", (30, 22), 2, burrowed=True)
    shown = {}

    def look(ask):
        shown.update({t: [(r.rule, bool(r.remedy)) for r in ask.why_not(t)] for t in ask.among()})
        return near

    field.game.sides.set(0, points=0)
    field.run(declare(field.game, a), target=look, focus=0)
    assert shown == {
        near: [], None: [], far: [("shooting.eligibility", True)], behind: [("shooting.eligibility", True)],
        below: [("sight.burrowed-unseen", True)],
    }  # fmt: skip


@rule("xenocide.shooting.who-may-shoot")
@rule("xenocide.turn.order-assault")
def test_every_unit_of_the_company_stands_in_the_ask_who_shoots():
    field = Battlefield()
    a = field.put(0, "medium-infantry", (20, 10), 3, order="fire-and-move")
    charging = field.put(0, "medium-infantry", (30, 10), 3, order="assault")
    done = field.put(0, "medium-infantry", (40, 10), 3, order="fire-and-move", acted=True)
    shown = {}
    look = lambda ask: shown.update({x: rules(ask.why_not(x)) for x in ask.among()})  # noqa: E731  # nobody
    field.run(shooting(field.game, Shooting(0, "b0")), unit=look)
    assert shown == {a: [], charging: ["turn.order-assault"], done: ["turn.unit-order-within-phase"], None: []}


@rule("xenocide.buildings.shoot-out")
def test_a_garrison_is_told_that_its_side_has_no_opening():
    field = Battlefield(buildings=(("pump-house", 20.0, 20.0),))  # openings north and south
    a = field.house(field.line(0, "medium-infantry", [(0, 0)]), "b0s0", "W")
    foe = field.line(1, "medium-infantry", [(12, 21.5)])
    (refused,) = target_refusals(field.game, a, RIFLES, foe)
    assert (refused.rule, refused.remedy) == ("buildings.shoot-out", "Go to another side of the building.")
