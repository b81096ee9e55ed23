"""Chapter "specials": what the special rules of units do on the move; those of fire and fighting stand there."""

import math

import pytest

from games.rampant.skirmish import Skirmish, rules, way
from xenotable.games.rampant.rules.moving.move_legality import MoveContext, move_refusals
from xenotable.games.rampant.rules.specials.charging import counter_refusals, meet
from xenotable.games.rampant.rules.specials.moving import seat_refusals
from xenotable.games.rampant.rules.terrain.field import field
from xenotable.games.rampant.scenes import Attack, Moving


def costs(kind, *bought, land, inches, path=((24.0, 18.0),), start=(24, 10)):
    """A way is legal with just so much movement, and not with less."""
    battle = Skirmish()
    battle.land(*land)
    unit = battle.put(0, kind, start, *bought)
    enough = rules(move_refusals(MoveContext(battle.game, unit, inches), path))
    less = rules(move_refusals(MoveContext(battle.game, unit, inches - 0.05), path))
    return (enough, less) == (set(), {"moving.action"})


BOG = ("bog", 10, 10, 38, 16)  # 6 in of bog from y=10 on


@pytest.mark.rule("rampant.specials.sure-footed")
@pytest.mark.parametrize("kind", ["berserk", "primitive", "recon", "lesser-xenomorph", "greater-xenomorph"])
def test_the_sure_footed_pay_one_inch_in_rough_ground(kind):
    assert costs(kind, land=BOG, inches=8.0)


@pytest.mark.rule("rampant.terrain.rough-moving")
def test_others_pay_two():
    assert costs("light", land=BOG, inches=14.0)


@pytest.mark.rule("rampant.specials.cross-country")
def test_cross_country_vehicles_pay_one():
    wood = ("woods", 10, 10, 38, 15)
    assert costs("fighting-vehicle", land=wood, inches=8.0)
    assert costs("transport-vehicle", land=wood, inches=13.0)
    assert costs("transport-vehicle", "cross-country", land=wood, inches=8.0)


@pytest.mark.rule("rampant.specials.bulldoze")
@pytest.mark.parametrize("kind", ["wall", "rampart"])
def test_a_bulldozer_crushes_what_can_be_crushed(kind):
    battle = Skirmish()
    battle.land(kind, 5, 30, 30, 30)
    tank = battle.put(0, "fighting-vehicle", (17, 26))
    battle.put(1, "heavy", (40, 44))
    battle.start(Moving(tank)).go(move=way(tank, (17, 34)))  # 8 in: the obstacle costs nothing
    lines = sorted(land.piece.line for land in field(battle.live).lands.values() if land.piece.line)
    whole = [((5.0, 30.0), (30.0, 30.0))]
    assert lines == (whole if kind == "rampart" else [((5.0, 30.0), (15.0, 30.0)), ((19.0, 30.0), (30.0, 30.0))])


@pytest.mark.rule("rampant.specials.bulldoze")
def test_without_bulldoze_a_hedge_cannot_be_crossed():
    for bought, legal in (((), False), (("bulldoze",), True)):
        battle = Skirmish()
        battle.land("hedge", 5, 14, 40, 14)
        truck = battle.put(0, "transport-vehicle", (24, 10), *bought)
        found = rules(move_refusals(MoveContext(battle.game, truck, 10.0), ((24.0, 20.0),)))
        assert (found == set()) is legal


@pytest.mark.rule("rampant.options.walker", "rampant.terrain.obstacle-crossing")
def test_walkers_climb_like_infantry():
    hedge = ("hedge", 5, 14, 40, 14)
    assert costs("soft-skin-vehicle", "walker", land=hedge, inches=8 + 2)
    assert costs("light", land=hedge, inches=8 + 2)


@pytest.mark.rule("rampant.xeno.hover")
def test_hover_ignores_the_ground():
    assert costs("light", "hover", land=BOG, inches=8.0)
    battle = Skirmish()
    battle.land("chasm", 10, 12, 38, 16)
    drones = battle.put(0, "light", (24, 10), "hover")
    context = MoveContext(battle.game, drones, 8.0)
    assert not rules(move_refusals(context, ((24.0, 18.0),)))
    assert rules(move_refusals(context, ((24.0, 15.0),))) == {"terrain.impassable"}


@pytest.mark.rule("rampant.xeno.flying-move")
def test_who_flies_goes_over_everything_but_ends_apart():
    battle = Skirmish()
    battle.land("woods", 20, 12, 28, 15)
    battle.land("wall", 10, 15.5, 38, 15.5)
    lances = battle.put(0, "elite", (24, 10), "flying", "mobile")
    battle.put(1, "heavy", (24, 16.5))
    context = MoveContext(battle.game, lances, 12.0)
    assert not rules(move_refusals(context, ((24.0, 22.0),)))
    assert rules(move_refusals(MoveContext(battle.game, lances, 11.9), ((24.0, 22.0),))) == {"moving.action"}
    assert rules(move_refusals(context, ((24.0, 20.4),)))  # 0.9 in from the enemy
    assert not rules(move_refusals(context, ((24.0, 20.5),)))


def test_who_flies_does_not_land_on_spires():
    battle = Skirmish()
    battle.land("spires", 20, 14, 28, 18)
    lances = battle.put(0, "elite", (24, 10), "flying")
    assert rules(move_refusals(MoveContext(battle.game, lances, 8.0), ((24.0, 16.0),))) == {"terrain.impassable"}


@pytest.mark.rule("rampant.specials.bulldoze")
@pytest.mark.parametrize("turned", [False, True])
def test_a_bulldozer_breaks_four_inches_out_of_an_obstacle(turned):
    """A hedge across its way, from either end; what is left of it stays where it stood."""
    battle = Skirmish()
    ends = (18.0, 22.0, 33.0, 22.0)
    battle.land("hedge", *(ends[2:] + ends[:2] if turned else ends), name="h")
    tank = battle.put(0, "fighting-vehicle", (24, 18))
    battle.put(1, "heavy", (4, 44))
    battle.start(Moving(tank)).go(move=way(tank, (24, 25)))
    left = {name: land.piece.line for name, land in field(battle.live).lands.items() if name.startswith("h")}
    stretches = {tuple(sorted(line)) for line in left.values()}
    assert stretches == {((18, 22), (22, 22)), ((26, 22), (33, 22))}
    slanted = Skirmish()
    slanted.land("hedge", 20, 16, 28, 28, name="h")
    tank = slanted.put(0, "fighting-vehicle", (24, 18))
    slanted.put(1, "heavy", (4, 44))
    slanted.start(Moving(tank)).go(move=way(tank, (24, 25)))
    rest = [land.piece.line for name, land in field(slanted.live).lands.items() if name.startswith("h")]
    gap = [p for line in rest for p in line if p not in ((20, 16), (28, 28))]
    assert math.dist(*gap) == pytest.approx(4.0, abs=0.01)
    assert (gap[0][0] + gap[1][0]) / 2 == pytest.approx(24, abs=0.01)
    short = Skirmish()
    short.land("hedge", 22, 22, 26, 22, name="h")
    tank = short.put(0, "fighting-vehicle", (24, 18))
    short.put(1, "heavy", (4, 44))
    short.start(Moving(tank)).go(move=way(tank, (24, 25)))
    assert not [name for name in field(short.live).lands if name.startswith("h")]  # nothing is left of it


@pytest.mark.rule("rampant.specials.transport", "rampant.scenarios.envoy-carrying")
def test_why_a_unit_does_not_ride():
    battle = Skirmish("the-envoy")
    truck, tank = battle.put(0, "transport-vehicle", (10, 10)), battle.put(0, "fighting-vehicle", (20, 10))
    theirs = battle.put(1, "transport-vehicle", (30, 30))
    squad, envoy = battle.put(0, "light", (10, 16)), battle.put(0, "light", (20, 16))
    battle.now(carrier=envoy)
    for unit, vehicle, refused in (
        (squad, truck, set()), (squad, tank, {"specials.transport"}), (squad, theirs, {"specials.transport"}),
        (envoy, truck, {"scenarios.envoy-carrying"}),
    ):  # fmt: skip
        assert rules(seat_refusals(battle.game, unit, vehicle)) == refused


@pytest.mark.rule("rampant.specials.counter-charge-move")
@pytest.mark.parametrize(("ax", "ay"), [(24, 10), (24, 26), (16, 18), (32, 18), (18, 10)])
def test_a_counter_charge_goes_straight_at_the_attacker(ax, ay):
    """Four inches, or until contact."""
    battle = Skirmish()
    attacker, unit = battle.put(0, "elite", (ax, ay)), battle.put(1, "berserk", (24, 18))
    meet(battle.game, unit, attacker)
    far = math.dist((ax, ay), (24, 18))
    share = min(4.0, far - 3.0) / far
    assert battle.place(unit) == pytest.approx((24 + (ax - 24) * share, 18 + (ay - 18) * share), abs=0.01)


@pytest.mark.rule("rampant.specials.counter-charge-move")
def test_a_counter_charge_stops_short_of_what_is_in_its_way():
    battle = Skirmish()
    attacker, unit = battle.put(0, "elite", (24, 10)), battle.put(1, "berserk", (24, 18))
    battle.put(1, "light", (27.5, 14))  # a comrade beside the way
    meet(battle.game, unit, attacker)
    x, y = battle.place(unit)
    assert x == 24
    assert 14 < y < 18
    assert math.dist((x, y), (27.5, 14)) >= 4.0 - 0.01
    close = Skirmish()
    attacker, unit = close.put(0, "elite", (24, 15)), close.put(1, "berserk", (24, 18))  # in contact already
    meet(close.game, unit, attacker)
    assert close.place(unit) == (24, 18)


@pytest.mark.rule("rampant.specials.counter-charge")
def test_who_counter_charges_and_may_decline():
    battle = Skirmish(react=True)
    attacker, unit = battle.put(0, "elite", (24, 10)), battle.put(1, "berserk", (24, 17))
    plain = battle.put(1, "heavy", (30, 17))
    assert rules(counter_refusals(battle.game, plain, attacker)) == {"specials.counter-charge"}
    assert rules(counter_refusals(battle.game, unit, attacker)) == set()
    battle.start(Attack(attacker)).go(target=unit, counter_charge=False)
    assert "counter-test" not in [e.key for e in battle.match.tape]
    assert battle.place(unit) == (24, 17)
