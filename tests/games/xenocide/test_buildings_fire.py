"""Fire at buildings, structure points and collapse (chapter "buildings")."""

import pytest

from games.xenocide.battlefield import Battlefield, rules
from xenotable.engine import Moved, Placed
from xenotable.games.xenocide.forecasts.buildings import after_hits, of_bombardment
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.buildings.bombardment import (
    aim_at,
    fire_at,
    focus_fire,
    merge_hits,
    section_refusals,
    section_targets,
)
from xenotable.games.xenocide.rules.buildings.collapse import away_refusals, collapse, escapes_on
from xenotable.games.xenocide.rules.buildings.collapse import tests as collapse_tests
from xenotable.games.xenocide.rules.buildings.entering import enter_mode_refusals
from xenotable.games.xenocide.rules.buildings.occupants import occupants
from xenotable.games.xenocide.rules.buildings.occupants import section_refusals as no_entry
from xenotable.games.xenocide.rules.buildings.structure import save_of, shaken, shell_section, stands_on
from xenotable.games.xenocide.rules.movement.legality import move_refusals
from xenotable.games.xenocide.rules.sight.line_of_sight import model_sees
from xenotable.games.xenocide.scenes import Manner
from xenotable.games.xenocide.title import GAME

rule = pytest.mark.rule
HOUSE = (("apartment-block", 20.0, 20.0),)
ROW = (("row-block", 20.0, 20.0),)
FOOT = "medium-infantry"
STATION = (("power-station", 20.0, 20.0),)
TANK = kinds()["medium-tank"]
CANNON = max(TANK.weapons, key=lambda w: w.strength)
GUNS = next(k for k in kinds().values() if any(w.artillery and w.aoe for w in k.weapons))
SHELLS = next(w for w in GUNS.weapons if w.artillery and w.aoe)


def points(field, s="b0s0"):
    return field.game.sections[s].points


# ---- hits ------------------------------------------------------------------------------------------------------------


@rule("xenocide.buildings.shoot-at-hit")
def test_only_a_six_misses_whatever_the_accuracy():
    field = Battlefield(buildings=HOUSE)
    u = field.line(0, "medium-tank", [(22, 10)], marks=1)  # suppressed
    assert CANNON.shots == 1
    assert CANNON.accuracy < 5
    save = save_of(5, CANNON.strength)
    field.roll(5, save + 1).run(fire_at(field.game, u, CANNON, "b0s0"))
    assert points(field) == 9
    field.roll(6).run(fire_at(field.game, u, CANNON, "b0s0"))
    assert points(field) == 9


@rule("xenocide.buildings.shoot-at-save")
def test_armour_less_strength():
    field = Battlefield(buildings=HOUSE)
    assert save_of(5, 2) == 3
    field.roll(3, 4).run(shell_section(field.game, "b0s0", 0, [(2, 2)]))
    assert points(field) == 9
    assert "loses 1 structure point; it has 9 left" in field.told()
    field.run(shell_section(field.game, "b0s0", 0, [(5, 2)]))  # no save at all
    assert points(field) == 7


@rule("xenocide.buildings.shoot-at-area")
def test_three_hits_merge_into_one_that_is_stronger():
    field = Battlefield(buildings=STATION)  # armour 6
    u = field.line(0, GUNS.id, [(22, 4)])
    assert SHELLS.strength == 0 or SHELLS.aoe
    dice = SHELLS.shots
    # every die hits, and each area die is a 6: three hits each
    hits = dice * SHELLS.aoe * 3
    times = hits // 3
    field.roll(*[1] * dice, *[6] * (dice * SHELLS.aoe))
    save = save_of(6, SHELLS.strength + 1)
    field.roll(*[save + 1] * times)
    if hits % 3:
        field.roll(*[1] * (hits % 3))
    field.run(fire_at(field.game, u, SHELLS, "b0s0"), merge=[times, 0])
    assert points(field) == 10 - times


@rule("xenocide.buildings.shoot-at-area")
def test_ten_weak_hits_on_armour_six_are_three_better_ones():
    field = Battlefield(buildings=STATION)
    u = field.line(0, GUNS.id, [(22, 4)])
    assert field.run(merge_hits(field.game, u, "b0s0", {0: 10})) == {0: 1, 1: 3}  # what is suggested
    assert save_of(6, 1) == 5
    assert field.run(merge_hits(field.game, u, "b0s0", {0: 10}), merge=[3, 1]) == {0: 1, 1: 0, 2: 1}
    assert field.run(merge_hits(field.game, u, "b0s0", {0: 10}), merge=[0]) == {0: 10}


@rule("xenocide.buildings.shoot-at-focus")
def test_focus_fire_against_a_building():
    field = Battlefield(buildings=HOUSE)
    u = field.put(0, "medium-infantry", (22, 14), 6)
    w = kinds()["medium-infantry"].weapons[0]
    dice = w.shots * len(aim_at(field.game, u, w, "b0s0").direct)
    assert w.strength == 0
    assert dice >= 6
    assert focus_fire(w, dice, 1) == [(1, dice // 3), *([(0, dice % 3)] if dice % 3 else [])]
    strong, rest = divmod(dice, 3)
    field.roll(*[1] * strong, *[6] * rest, *[5] * strong).run(fire_at(field.game, u, w, "b0s0", 1))
    assert points(field) == 10 - strong  # armour 5 less 1: a 5 fails


@rule("xenocide.buildings.shoot-at-indirect")
def test_artillery_fires_at_a_building_that_somebody_spots():
    low = Battlefield(("solid-wall", 5, 12, 40, 1), buildings=(("pillbox", 20.0, 20.0),))  # 1 in high behind 2 in
    guns = low.line(0, GUNS.id, [(22, 2)])
    assert aim_at(low.game, guns, SHELLS, "b0s0").direct == ()
    assert rules(section_refusals(low.game, guns, SHELLS, "b0s0")) == ["shooting.eligibility"]
    spotter = low.line(0, "medium-infantry", [(22, 30)])
    assert aim_at(low.game, guns, SHELLS, "b0s0").indirect == tuple(low.unit(guns).models)
    assert section_targets(low.game, guns, SHELLS) == ["b0s0"]
    low.game.models.set(f"{spotter}m0", y=47.9)  # 24.4 in from the pillbox
    assert aim_at(low.game, guns, SHELLS, "b0s0").indirect == ()
    low.game.models.set(f"{spotter}m0", y=30.0)
    low.game.units.set(guns, marks=1)
    assert aim_at(low.game, guns, SHELLS, "b0s0").indirect == ()


@rule("xenocide.buildings.shoot-at-hit")
def test_nobody_fires_at_friends_or_rubble():
    field = Battlefield(buildings=HOUSE)
    u = field.line(0, "medium-tank", [(22, 10)])
    mate = field.house(field.line(0, "medium-infantry", [(0, 0)]))
    assert rules(section_refusals(field.game, u, CANNON, "b0s0")) == ["buildings.shoot-at-hit"]
    field.game.units.set(mate, on=False, models=())
    assert section_targets(field.game, u, CANNON) == ["b0s0"]
    field.game.sections.set("b0s0", points=0, down=True)
    assert rules(section_refusals(field.game, u, CANNON, "b0s0")) == ["buildings.collapse-terrain"]


# ---- the garrison ----------------------------------------------------------------------------------------------------


@rule("xenocide.buildings.structure-occupants")
def test_each_point_lost_is_a_die_against_each_unit_inside():
    field = Battlefield(buildings=HOUSE)
    u = field.house(field.put(1, "medium-infantry", (0, 0), 4))
    level = kinds()["medium-infantry"].cad
    assert level <= 5
    field.roll(level, level - 1).run(shaken(field.game, "b0s0", 0, 2))
    assert field.size(u) == 3
    field.game.units.set(u, marks=1)  # suppressed: one level lower
    field.roll(level - 1).run(shaken(field.game, "b0s0", 0, 1))
    assert field.size(u) == 2


@rule("xenocide.buildings.structure-no-suppression")
def test_fire_at_the_building_suppresses_nobody():
    field = Battlefield(buildings=HOUSE)
    u = field.house(field.put(1, "medium-infantry", (0, 0), 6))
    tanks = field.put(0, "medium-tank", (22, 10), 3)
    hits = 3 * CANNON.shots
    field.roll(*[1] * hits, *[6] * hits, *[1] * hits)
    field.run(fire_at(field.game, tanks, CANNON, "b0s0"))
    assert points(field) == 10 - hits
    assert field.size(u) == 6
    assert len(field.game.fire) == 0


# ---- collapse --------------------------------------------------------------------------------------------------------


@rule("xenocide.buildings.collapse-zero")
def test_the_hit_that_takes_the_last_point_and_every_later_one_force_a_test():
    field = Battlefield(buildings=HOUSE)
    field.game.sections.set("b0s0", points=1)
    # strength 3: save on 2. First hit saved, second takes the last point, third gets no save; two tests on 2 or less
    field.roll(2, 3, 1, 2).run(shell_section(field.game, "b0s0", 0, [(3, 3)]))
    assert points(field) == 0
    assert not field.game.sections["b0s0"].down
    field.roll(2, 3).run(shell_section(field.game, "b0s0", 0, [(3, 3)]))  # the third hit finds rubble
    assert field.game.sections["b0s0"].down


@rule("xenocide.buildings.collapse-test")
@pytest.mark.parametrize(("strength", "need"), [(0, 5), (3, 2), (5, 0)])
def test_a_section_stands_on_five_less_the_strength(strength, need):
    assert stands_on(strength) == need
    field = Battlefield(buildings=HOUSE)
    field.game.sections.set("b0s0", points=0)
    if need:
        field.roll(need).run(collapse_tests(field.game, "b0s0", 0, [need]))
        assert not field.game.sections["b0s0"].down
        field.roll(need + 1)
    field.run(collapse_tests(field.game, "b0s0", 0, [need]))
    assert field.game.sections["b0s0"].down


@rule("xenocide.buildings.collapse-escape")
def test_who_escapes():
    assert escapes_on(kinds()["medium-infantry"]) == 3
    assert escapes_on(kinds()["grav-assault-infantry"]) == 4
    assert escapes_on(kinds()["hookwing"]) == 4
    assert escapes_on(kinds()["blink-guard"]) == 5
    field = Battlefield(buildings=HOUSE)
    u = field.house(field.put(1, "medium-infantry", (0, 0), 6))
    field.roll(1, 2, 3, 4, 5, 6).run(collapse(field.game, "b0s0"), get_away=first)
    assert field.size(u) == 3
    assert f"3 models of {field.unit(u).name} are buried." in field.told()


def first(ask):
    return ask.candidates(1, lambda: 0.0)[0]


@rule("xenocide.transport.survivors")
def test_passengers_get_out_of_a_transport_that_is_buried():
    field = Battlefield(buildings=(("hangar", 20.0, 20.0),))
    u = field.put(1, "apc", (0, 0), 1)
    field.house(u, side="N")
    field.mix(u, FOOT, [(0, 0)])
    carrier, rider = field.unit(u).models
    field.game.units.set(u, models=(carrier,), riding=(rider,))
    field.game.models.set(rider, inside=carrier)
    field.roll(6, 1).run(collapse(field.game, "b0s0"), get_down=first, get_away=first)  # buried; the rider is lucky
    assert field.unit(u).models == (rider,)
    assert field.game.models[rider].inside == ""
    assert not list(GAME.invariants(field.game))


@rule("xenocide.buildings.collapse-place")
def test_survivors_stand_near_the_rubble_or_next_door_and_clear_of_the_enemy():
    field = Battlefield(buildings=ROW)
    u = field.house(field.put(1, "medium-infantry", (0, 0), 3), "b0s0", "S")
    field.line(0, "medium-infantry", [(22, 14)])
    a, b, c = field.unit(u).models
    field.game.sections.set("b0s0", points=0)

    def said(at):
        return rules(away_refusals(field.game, "b0s0", u, Placed(at)))

    assert said({a: (22.0, 24.5)}) == []
    assert said({a: (28.0, 22.0)}) == []
    assert said({a: (22.0, 28.6)}) == ["buildings.collapse-place"]  # 4.1 in away
    assert said({a: (22.0, 18.5)}) == ["buildings.collapse-place"]  # in contact with the enemy
    assert said({a: (22.0, 24.5), b: (22.5, 24.5)}) == ["play.no-overlap"]
    field.roll(1, 1, 1).run(collapse(field.game, "b0s0"), get_away=Placed({a: (22.0, 24.5), b: (28.0, 22.0)}))
    assert field.size(u) == 2
    assert c not in field.game.models
    assert field.game.models[b].section == "b0s1"
    assert field.at(b) == (28.0, 22.0)
    assert field.game.models[a].section == ""
    assert not list(GAME.invariants(field.game))


@rule("xenocide.buildings.collapse-terrain")
def test_rubble_is_closed_and_still_hides_what_is_behind_it():
    field = Battlefield(buildings=HOUSE)
    u = field.line(0, "medium-infantry", [(22, 17)])
    foe = field.line(1, "medium-infantry", [(22, 28)])
    field.run(collapse(field.game, "b0s0"))
    assert field.game.sections["b0s0"].down
    assert points(field) == 0
    assert rules(no_entry(field.game, "b0s0", u, field.unit(u).models)) == ["buildings.collapse-terrain"]
    assert rules(enter_mode_refusals(field.game, u, "enter")) == ["buildings.enter-edge"]
    through = Moved({f"{u}m0": ((22, 20),)})
    assert rules(move_refusals(field.game, u, Manner(), through)) == ["ground.impassable"]
    assert not model_sees(field.game, f"{u}m0", f"{foe}m0")
    assert occupants(field.game, "b0s0") == []


# ---- odds ------------------------------------------------------------------------------------------------------------


def test_the_odds_of_a_bombardment_are_those_of_its_dice():
    # one point left, two hits of strength 3: save on 2, stands on 2
    found = after_hits(5, 1, 3, 2, False)
    fails, falls = 4 / 6, 4 / 6
    hold = 1 - falls
    assert found[0, False] == pytest.approx((2 / 6) ** 2)
    down = fails * falls + fails * hold * falls + (2 / 6) * fails * falls
    assert found[1, True] == pytest.approx(down)
    assert sum(found.values()) == pytest.approx(1.0)
    field = Battlefield(buildings=HOUSE)
    u = field.line(0, "medium-tank", [(22, 10)])
    shown = of_bombardment(field.game, u, CANNON, "b0s0")
    assert shown.mean == pytest.approx(5 / 6 * (1 - save_of(5, CANNON.strength) / 6))
