"""Chapter "specials": what the special rules of units do on the move; those of fire and fighting stand there."""

import pytest

from games.rampant.skirmish import Skirmish, rules, way
from xenotable.games.rampant.rules.moving.move_legality import MoveContext, move_refusals
from xenotable.games.rampant.rules.terrain.field import field
from xenotable.games.rampant.scenes import Moving


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
