"""Rulings are the players' choice: each rule as we rule, and as a table may read it instead."""

import pytest

from games.xenocide.battlefield import Battlefield, rules, step
from readings import both
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.rules.assault.dice import engaged_models, is_disadvantaged
from xenotable.games.xenocide.rules.movement.legality import move_refusals
from xenotable.games.xenocide.rules.movement.moving import begin_assault
from xenotable.games.xenocide.rules.shooting.alternatives import dig_refusals
from xenotable.games.xenocide.rules.shooting.pools import volleys_for
from xenotable.games.xenocide.rules.shooting.targeting import aim
from xenotable.games.xenocide.rules.titans import assault
from xenotable.games.xenocide.scenes import Manner


@pytest.mark.rule("xenocide.shooting.suppressed-accuracy", "xenocide.shooting.suppressed-accuracy=per-marker")
def test_what_three_markers_cost():
    for chosen, expected in both("shooting.suppressed-accuracy=per-marker", 1, 3):
        field, cannon = Battlefield(readings=chosen), weapons()["tank-cannon"]
        tanks, foe = field.put(0, "medium-tank", (20, 10)), field.put(1, "medium-infantry", (20, 30), 3)
        (steady,) = volleys_for(field.game, tanks, cannon, foe, aim(field.game, tanks, cannon, foe))
        field.game.units.set(tanks, marks=3)
        (shaken,) = volleys_for(field.game, tanks, cannon, foe, aim(field.game, tanks, cannon, foe))
        assert steady.accuracy - shaken.accuracy == expected


@pytest.mark.rule("xenocide.artillery.indirect", "xenocide.artillery.indirect=thirty-six")
def test_from_how_far_an_ordinary_model_spots():
    for chosen, expected in both("artillery.indirect=thirty-six", 0, 1):
        field, howitzer = Battlefield(("solid-wall", 10, 20, 30, 1), readings=chosen), weapons()["howitzer"]
        guns, foe = field.line(0, "medium-artillery", [(22, 5)]), field.line(1, "medium-infantry", [(22, 30)])
        spotter = field.line(0, "medium-tank", [(52, 30)])  # some 29 in away
        assert aim(field.game, guns, howitzer, foe).accuracy == expected
        field.game.models.set(f"{spotter}m0", x=60.0)  # some 37 in
        assert aim(field.game, guns, howitzer, foe).accuracy == 0


@pytest.mark.rule("xenocide.shooting.dig-in-where", "xenocide.shooting.dig-in-where=open-or-soft")
def test_whether_one_digs_in_hard_cover():
    for chosen, expected in both("shooting.dig-in-where=open-or-soft", [], ["shooting.dig-in-where"]):
        field = Battlefield(("ruins", 30, 5, 6, 4), ("forest", 10, 5, 6, 4), ("road", 0, 20, 72, 2), readings=chosen)
        hard = field.line(0, "medium-infantry", [(31, 6), (33, 6), (35, 6)])
        road = field.line(0, "medium-infantry", [(10, 21), (12, 21), (14, 21)])
        soft = field.line(0, "medium-infantry", [(11, 6), (13, 6), (15, 6)])
        assert rules(dig_refusals(field.game, hard)) == expected
        assert rules(dig_refusals(field.game, soft)) == []
        assert rules(dig_refusals(field.game, road)) == ["shooting.dig-in-where"]


@pytest.mark.rule("xenocide.movement.suppressed-move", "xenocide.movement.suppressed-move=every-enemy")
def test_whether_a_farther_enemy_holds_a_suppressed_unit_back():
    for chosen, expected in both("movement.suppressed-move=every-enemy", [], ["movement.suppressed-move"]):
        field = Battlefield(readings=chosen)
        u = field.line(0, "medium-infantry", [(20, 20)], marks=1)
        field.line(1, "medium-infantry", [(20, 30)])
        field.line(1, "medium-infantry", [(40, 20)])
        away = step(field, u, 3, -2)  # from the nearest, towards the other
        assert rules(move_refusals(field.game, u, Manner(), away)) == expected
        assert rules(move_refusals(field.game, u, Manner(), step(field, u, -2, -3))) == []  # from both


@pytest.mark.rule("xenocide.movement.firing-order-assault", "xenocide.movement.firing-order-assault=no-disadvantage")
def test_whether_firing_orders_cost_an_assault_its_dice():
    for chosen, expected in both("movement.firing-order-assault=no-disadvantage", True, False):
        field = Battlefield(readings=chosen)
        u = field.line(0, "jetbike", [(10, 10)], order="move-and-fire")
        field.line(1, "medium-infantry", [(10, 14)])
        begin_assault(field.game, u)
        assert is_disadvantaged(field.game, u) is expected
        field.game.units.set(u, marks=1)
        assert is_disadvantaged(field.game, u)  # suppression is another matter


@pytest.mark.rule("xenocide.assault.engaged", "xenocide.assault.engaged=four")
def test_whether_a_second_rank_fights():
    for chosen, expected in both("assault.engaged=four", 2, 1):
        field = Battlefield(readings=chosen)
        a = field.line(0, "medium-infantry", [(10, 10), (10, 8.5), (10, 4)])
        b = field.line(1, "medium-infantry", [(10, 14)])
        assert len(engaged_models(field.game, a, [b])) == expected


@pytest.mark.rule("xenocide.sight.stealth", "xenocide.sight.stealth=any-friend")
def test_who_finds_stealth_for_the_others():
    for chosen, expected in both("sight.stealth=any-friend", False, True):
        field = Battlefield(readings=chosen)
        a, hidden = field.line(0, "medium-tank", [(20, 10)]), field.line(1, "veil-scout", [(20, 31)])
        friend = field.line(0, "medium-infantry", [(30, 31)])
        assert bool(aim(field.game, a, weapons()["tank-cannon"], hidden).direct) is expected
        field.game.models.set(f"{friend}m0", x=40.0)
        assert not aim(field.game, a, weapons()["tank-cannon"], hidden).direct


@pytest.mark.rule("xenocide.titans.assault-core-zero", "xenocide.titans.assault-core-zero=assaulted-only")
def test_whether_a_titan_without_a_core_assaults_with_all_its_dice():
    for chosen, expected in both("titans.assault-core-zero=assaulted-only", (4, 4), (9, 4)):
        field = Battlefield(readings=chosen)
        u = field.put(0, "mirage-titan", (20, 20), charge="assault")
        field.game.titans.set(u, core=0)
        assaulting = assault.dice(field.game, u)
        field.game.units.set(u, charge="")
        assert (assaulting, assault.dice(field.game, u)) == expected
