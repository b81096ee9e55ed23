"""Whom a weapon may be aimed at, and what is said where it may not (chapters "shooting" and "artillery")."""

import pytest

from games.xenocide.battlefield import Battlefield, rules
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.rules.shooting.targeting import aim, fire_refusals, target_refusals

rule = pytest.mark.rule
CANNON = weapons()["tank-cannon"]  # 36 in
HOWITZER = weapons()["howitzer"]
FOOT = "medium-infantry"


def why(field, unit, target, weapon=CANNON):
    """The rules against a shot, and what would help."""
    return [(r.rule, r.remedy) for r in target_refusals(field.game, unit, weapon, target)]


@rule("xenocide.shooting.eligibility")
@rule("xenocide.stats.range")
def test_range_is_measured_from_base_to_base_and_what_is_missing_is_told():
    field = Battlefield()
    u, foe = field.line(0, "medium-tank", [(10, 10)]), field.line(1, FOOT, [(47.25, 10)])
    assert why(field, u, foe) == []
    field.game.models.set(f"{foe}m0", x=48.75)
    (refused,) = target_refusals(field.game, u, CANNON, foe)
    assert (refused.rule, refused.args["far"], refused.args["more"]) == ("shooting.eligibility", 37.5, 1.5)
    field.line(0, "medium-tank", [(60, 40)])  # of another unit: it does not help
    assert len(why(field, u, foe)) == 1


@rule("xenocide.shooting.eligibility")
def test_what_helps_depends_on_why_nobody_sees_the_target():
    field = Battlefield(("solid-wall", 0, 15, 40, 1))
    near, foe = field.line(0, "medium-tank", [(20, 10)]), field.line(1, FOOT, [(20, 20)])
    assert why(field, near, foe) == [("shooting.eligibility", "Find a clear line of sight.")]
    both = field.line(0, "medium-tank", [(22, 10), (68, 20)])  # one is near, the other one sees
    assert why(field, both, foe) == [("shooting.eligibility", "Bring a model with a clear line nearer.")]
    field.game.models.set(f"{both}m1", x=50.0)
    assert why(field, both, foe) == []


@rule("xenocide.sight.stealth")
def test_a_unit_of_which_some_do_not_hide_is_no_stealth_unit():
    field = Battlefield()
    u = field.line(0, "medium-tank", [(20, 10)])
    hidden = field.line(1, "veil-scout", [(20, 31), (22, 31)])
    assert [rule_id for rule_id, _ in why(field, u, hidden)] == ["sight.stealth"]
    field.mix(hidden, FOOT, [(24, 31)])
    assert why(field, u, hidden) == []


@rule("xenocide.buildings.shoot-in")
def test_who_is_at_no_side_that_the_shooter_sees_into():
    field = Battlefield(buildings=(("pump-house", 20.0, 20.0),))  # openings north and south
    u = field.line(0, "medium-tank", [(21.5, 10)])
    foe = field.house(field.line(1, FOOT, [(0, 0)]), side="N")
    assert why(field, u, foe) == [("shooting.eligibility", "Find a clear line of sight.")]
    field.house(foe, side="S")
    assert why(field, u, foe) == []


@rule("xenocide.shooting.who-may-shoot")
@rule("xenocide.turn.order-assault")
@rule("xenocide.movement.engaged-no-shooting")
@rule("xenocide.setup.off-table-status")
def test_who_may_not_shoot_at_all():
    field = Battlefield()
    u = field.line(0, "delver", [(10, 10)], order="move-and-fire")
    assert rules(fire_refusals(field.game, u)) == []
    for row, broken in (
        ({"order": "assault"}, "turn.order-assault"),
        ({"burrowed": True}, "shooting.who-may-shoot"),
        ({"on": False}, "setup.off-table-status"),
    ):
        before = {key: getattr(field.unit(u), key) for key in row}
        field.game.units.set(u, **row)
        assert rules(fire_refusals(field.game, u)) == [broken]
        field.game.units.set(u, **before)
    field.line(1, FOOT, [(10, 14)])
    assert rules(fire_refusals(field.game, u)) == ["movement.engaged-no-shooting"]


@rule("xenocide.artillery.indirect")
@rule("xenocide.artillery.spotter-limits")
def test_a_friend_spots_from_24_inches_if_it_sees_one_of_the_target():
    def accuracy(*spotters):
        field = Battlefield(("solid-wall", 0, 12, 72, 1), ("solid-wall", 30, 30, 6, 1))
        gun = field.line(0, "medium-artillery", [(20, 5)])
        foe = field.line(1, FOOT, [(20, 40), (33, 40)])
        for spotter in spotters:
            field.line(0, FOOT, [spotter])
        return aim(field.game, gun, HOWITZER, foe).accuracy

    assert accuracy() == 0
    assert accuracy((20, 15.0)) == 1  # 24 inches to the nearest
    assert accuracy((20, 14.9)) == 0
    assert accuracy((30.5, 28)) == 1  # it sees one of them past the wall
    assert accuracy((20, 5.5)) == 0  # behind the wall itself
    assert accuracy((60, 46), (20, 20)) == 1
