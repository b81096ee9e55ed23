"""Close assault into, out of and between buildings (chapter "buildings")."""

import pytest

from games.xenocide.battlefield import Battlefield, rules
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.assault import dice
from xenotable.games.xenocide.rules.assault.flight import flee
from xenotable.games.xenocide.rules.assault.sequence import groups, maneuver_refusals, reinforce
from xenotable.games.xenocide.rules.buildings import effects
from xenotable.games.xenocide.rules.buildings.assault import (
    breakable,
    chain,
    doors_to,
    helpers,
    involved_units,
    opposite,
)
from xenotable.games.xenocide.rules.buildings.garrison_moves import follow_in
from xenotable.games.xenocide.rules.buildings.occupants import garrison, occupants, sections_of, walls_in_contact
from xenotable.games.xenocide.rules.buildings.structure import batter_section
from xenotable.games.xenocide.rules.overrun.overrun_round import refusals as overrun_refusals
from xenotable.games.xenocide.rules.play.measuring import in_contact, units_in_contact
from xenotable.games.xenocide.rules.suppression import nerves
from xenotable.games.xenocide.rules.suppression import test as nerve_test
from xenotable.games.xenocide.scenes import CloseAssault, Fight, FollowUp, Manner, Storm
from xenotable.games.xenocide.title import GAME

rule = pytest.mark.rule
HOUSE = (("apartment-block", 20.0, 20.0),)
ROW = (("row-block", 20.0, 20.0),)
STREET = (("apartment-block", 20.0, 20.0), ("apartment-block", 27.0, 20.0))
TOWN = (("apartment-block", 20.0, 20.0), ("apartment-block", 27.0, 20.0), ("apartment-block", 20.0, 27.0))
ARCOLOGY = (("arcology", 20.0, 20.0),)  # b0s0 and b0s1 in the south, b0s2 and b0s3 in the north
FOOT = "medium-infantry"
CAD = kinds()[FOOT].cad


def phase(field, company="b0"):
    """The Close Assault phase of a company begins."""
    field.game.war.set("war", company=company)
    return Storm(0)


def first(ask):
    return ask.candidates(1, lambda: 0.0)[0]


def last(ask):
    return ask.candidates(2, lambda: 0.0)[-1]


def points(field, s="b0s0"):
    return field.game.sections[s].points


# ---- into a building -------------------------------------------------------------------------------------------------


@rule("xenocide.buildings.cad-bonus")
def test_a_defending_garrison_is_better_off_by_one_and_an_assaulting_one_is_not():
    field = Battlefield(buildings=HOUSE)
    u = field.house(field.line(1, FOOT, [(0, 0)]))
    assert list(dice.levels_of(field.game, u, True).values()) == [min(6, CAD + 1)]
    assert list(dice.levels_of(field.game, u, False).values()) == [CAD]
    field.game.units.set(u, marks=1)
    assert list(dice.levels_of(field.game, u, True).values()) == [CAD]  # bonus and penalty cancel each other


@rule("xenocide.buildings.cad-suppressed")
def test_a_suppressed_garrison_keeps_its_printed_cad_whatever_it_is():
    field = Battlefield(buildings=(("hangar", 20.0, 20.0),))
    heavy = next(k.id for k in field.game.kinds.values() if k.cad == 7 and k.titan is None)
    u = field.house(field.put(1, heavy, (5, 5), 1, marks=1))
    assert list(dice.levels_of(field.game, u, True).values()) == [7]
    dug = field.put(1, heavy, (50, 5), 1, marks=1, dug=True)
    assert list(dice.levels_of(field.game, dug, True).values()) == [6]


@rule("xenocide.buildings.measuring")
def test_contact_with_a_garrison_is_measured_from_every_edge():
    field = Battlefield(buildings=HOUSE)
    foe = field.house(field.line(1, FOOT, [(0, 0)]), side="N")
    near, far = field.line(0, FOOT, [(22, 15.6)]), field.line(0, FOOT, [(22, 15.4)])  # 3.9 and 4.1 in
    assert units_in_contact(field.game, near) == [foe]
    assert units_in_contact(field.game, far) == []
    assert rules(maneuver_refusals(field.game, foe)) == ["buildings.zone-of-control"]


@rule("xenocide.buildings.assault-building")
def test_dice_at_a_section_succeed_against_its_armour():
    field = Battlefield(buildings=HOUSE)
    u = field.put(0, FOOT, (22, 17), 4)
    foe = field.house(field.put(1, FOOT, (0, 0), 2))
    assert walls_in_contact(field.game, u, [foe]) == ["b0s0"]
    # 4, 5, 6: two successes; a die each time against the garrison
    field.roll(4, 5, 6, 1, 1).run(batter_section(field.game, "b0s0", [(u, 3)]))
    assert points(field) == 8
    assert field.size(foe) == 2
    field.game.sections.set("b0s0", points=1)
    # the first takes the last point, both force a test on 2 or less; the garrison is shaken once
    field.roll(5, 6, 1, 2, 3, 1, 1).run(batter_section(field.game, "b0s0", [(u, 2)]), get_away=first)
    assert field.game.sections["b0s0"].down
    assert field.size(foe) == 2


@rule("xenocide.buildings.assault-building")
@rule("xenocide.assault.allocate-attacks")
def test_the_dice_of_an_assault_are_divided_between_garrison_and_walls():
    field = Battlefield(buildings=HOUSE)
    u = field.put(0, FOOT, (22, 17), 4, charge="assault", attack=4)
    foe = field.house(field.put(1, FOOT, (0, 0), 2))
    field.roll(1, 5, 5, 5, 1, 1, 1)  # one die at the garrison misses, three at the walls hit; three dice inside
    field.run(dice.strike(field.game, [u], [foe], True, False), divide={foe: 1, "b0s0": 3})
    assert points(field) == 7


@rule("xenocide.flight.burrow-structures")
def test_burrowers_undermine_a_building():
    field = Battlefield(buildings=HOUSE)
    u = field.put(0, "delver", (22, 17), 1)
    field.roll(5, 6).run(batter_section(field.game, "b0s0", [(u, 2)]))
    assert points(field) == 6
    field.game.sections.set("b0s0", points=1)
    field.roll(6, 2).run(batter_section(field.game, "b0s0", [(u, 1)]))  # stands only on a 1
    assert field.game.sections["b0s0"].down


@rule("xenocide.buildings.assault-building-garrison")
def test_an_attack_on_a_section_involves_everybody_in_it():
    field = Battlefield(buildings=STREET)
    u = field.house(field.put(0, FOOT, (0, 0), 2, order="assault"), "b0s0", "E")
    one = field.house(field.put(1, FOOT, (0, 0), 2), "b1s0", "W")
    two = field.house(field.put(1, FOOT, (0, 0), 2), "b1s0", "N")
    assert involved_units(field.game, "b1s0") == [one, two]
    field.play(phase(field), sally="b1s0")
    assert groups(field.game, 0) == [((u,), (one, two))]


@rule("xenocide.buildings.assault-empty-building")
def test_an_empty_section_is_attacked_in_one_round_without_answer():
    field = Battlefield(buildings=HOUSE)
    u = field.put(0, FOOT, (22, 17), 3, order="assault")
    assert breakable(field.game, u) == ["b0s0"]
    n = 3 * kinds()[FOOT].caa
    field.roll(*[5] * n).plays(phase(field), break_down=["b0s0"])
    assert points(field) == 10 - n
    assert field.unit(u).marks == 0
    field.game.units.set(u, order="move-and-fire")
    assert breakable(field.game, u) == []


# ---- standoff --------------------------------------------------------------------------------------------------------


@rule("xenocide.buildings.standoff")
def test_across_the_street_nothing_happens_until_the_active_player_wants_it():
    field = Battlefield(buildings=STREET)
    u = field.house(field.put(0, FOOT, (0, 0), 3, order="assault"), "b0s0", "E")
    foe = field.house(field.put(1, FOOT, (0, 0), 3), "b1s0", "W")
    assert opposite(field.game, u) == ["b1s0"]
    assert groups(field.game, 0) == []
    field.plays(phase(field), sally=None)
    assert groups(field.game, 0) == []
    field.plays(phase(field), sally="b1s0")
    assert groups(field.game, 0) == [((u,), (foe,))]
    assert in_contact(field.game, u, foe)
    assert "assaults Apartment block 2 across the street" in field.told()
    # the attacker has no bonus, the defender has
    assert set(dice.levels_of(field.game, u, False).values()) == {CAD}
    assert set(dice.levels_of(field.game, foe, True).values()) == {min(6, CAD + 1)}
    dice.clear(field.game, [u, foe])
    assert groups(field.game, 0) == []


@rule("xenocide.buildings.standoff-activated")
def test_only_garrisons_of_the_active_company_assault_out_of_their_building():
    field = Battlefield(buildings=(("apartment-block", 20.0, 20.0), ("apartment-block", 27.0, 20.0)))
    u = field.house(field.put(0, FOOT, (0, 0), 2, company=1), "b0s0", "E")
    field.house(field.put(1, FOOT, (0, 0), 2), "b1s0", "W")
    field.plays(phase(field, "b0"), sally="b1s0")
    assert "sally" not in field.asked
    assert not field.unit(u).sally
    field.plays(phase(field, "b1"), sally="b1s0")
    assert field.unit(u).sally == "out"


@rule("xenocide.buildings.standoff")
def test_whoever_finds_nobody_to_fight_stands_off_again():
    field = Battlefield(buildings=STREET)
    u = field.house(field.put(0, FOOT, (0, 0), 3), "b0s0", "E")  # of another company: without orders
    foe = field.house(field.put(1, FOOT, (0, 0), 3), "b1s0", "W")
    field.plays(phase(field), sally="b1s0")
    assert field.unit(u).charge == ""
    field.game.units.set(foe, on=False)
    field.play(CloseAssault(0))
    field.game.units.set(foe, on=True)
    assert {field.unit(x).sally for x in (u, foe)} == {""}
    assert groups(field.game, 0) == []


@rule("xenocide.buildings.standoff-chain")
def test_garrisons_near_an_assault_choose_whether_to_take_part():
    field = Battlefield(buildings=TOWN)
    red = field.house(field.put(1, FOOT, (0, 0), 2), "b0s0", "E")
    blue = field.house(field.put(0, FOOT, (0, 0), 2), "b1s0", "W")
    other = field.house(field.put(0, FOOT, (0, 0), 2), "b2s0", "S")
    attacker = field.put(0, FOOT, (22, 17), 2, charge="assault")
    assert groups(field.game, 0) == [((attacker,), (red,))]
    mine, theirs = field.run(chain(field.game, 0, (attacker,), (red,)), join=[True, False])
    assert mine == (attacker, blue)
    assert theirs == (red,)
    assert in_contact(field.game, blue, red)
    assert not in_contact(field.game, other, red)
    assert not any(effects.behind_walls() and x > CAD for x in dice.levels_of(field.game, blue, False).values())


@rule("xenocide.buildings.standoff-chain")
def test_the_chain_goes_on_and_the_active_player_is_asked_first():
    field = Battlefield(buildings=(*STREET, ("apartment-block", 34.0, 20.0)))
    red = field.house(field.put(1, FOOT, (0, 0), 2), "b0s0", "E")
    blue = field.house(field.put(0, FOOT, (0, 0), 2), "b1s0", "W")
    next_red = field.house(field.put(1, FOOT, (0, 0), 2), "b2s0", "W")  # 10 in from the assault, 3 in from blue
    attacker = field.put(0, FOOT, (22, 17), 2, charge="assault", order="assault")
    order = []
    field.play(CloseAssault(0), join=lambda ask: order.append(ask.args["unit"]) or True)
    assert order == [blue, next_red]
    assert {field.unit(u).sally for u in (red, blue, next_red)} == {"out"}
    ((mine, theirs),) = groups(field.game, 0)
    assert set(mine) == {attacker, blue}
    assert set(theirs) == {red, next_red}


# ---- between sections ------------------------------------------------------------------------------------------------


@rule("xenocide.buildings.sections-adjacent")
def test_enemies_in_adjacent_sections_are_not_in_contact():
    field = Battlefield(buildings=ROW)
    u = field.house(field.put(0, FOOT, (0, 0), 2), "b0s0", "N")
    foe = field.house(field.put(1, FOOT, (0, 0), 2), "b0s1", "N")
    assert not in_contact(field.game, u, foe)
    assert groups(field.game, 0) == []


@rule("xenocide.buildings.sections-assault")
def test_several_sections_assault_one_next_to_them_with_everybody_in_them():
    field = Battlefield(buildings=ARCOLOGY)
    a = field.house(field.put(0, FOOT, (0, 0), 2, order="assault"), "b0s0", "W")
    b = field.house(field.put(0, FOOT, (0, 0), 2, order="assault"), "b0s3", "E")
    c = field.house(field.put(0, FOOT, (0, 0), 2, order="assault"), "b0s3", "N")
    foe = field.house(field.put(1, FOOT, (0, 0), 2), "b0s1", "E")
    phase(field)
    assert doors_to(field.game, 0, "b0s1") == ["b0s3", "b0s0"]
    field.plays(phase(field), storm=("b0s3", "b0s0"))
    assert {field.unit(u).sally for u in (a, b, c, foe)} == {"storm"}
    ((mine, theirs),) = groups(field.game, 0)
    assert set(mine) == {a, b, c}
    assert theirs == (foe,)


@rule("xenocide.buildings.sections-bonus")
def test_both_sides_fight_inside():
    field = Battlefield(buildings=ROW)
    u = field.house(field.put(0, FOOT, (0, 0), 2, order="assault"), "b0s0", "N")
    foe = field.house(field.put(1, FOOT, (0, 0), 2), "b0s1", "N")
    field.plays(phase(field), storm=("b0s0",))
    for side, defending in ((u, False), (foe, True)):
        assert set(dice.levels_of(field.game, side, defending).values()) == {min(6, CAD + 1)}
        assert nerves(field.game, side) == 3
    field.roll(2, 3, 6).run(nerve_test(field.game, u, 9, "assault.suppression-test"))  # 3 and 6 count
    assert field.unit(u).marks == 0


@rule("xenocide.buildings.sections-reinforce")
def test_help_comes_from_next_door():
    field = Battlefield(buildings=ARCOLOGY)
    u = field.house(field.put(0, FOOT, (0, 0), 2, order="assault"), "b0s0", "W")
    foe = field.house(field.put(1, FOOT, (0, 0), 2), "b0s1", "E")
    near = field.house(field.put(0, FOOT, (0, 0), 2), "b0s2", "W")  # next to the own section, not to the enemy's
    out = field.put(0, FOOT, (18, 22), 2)  # within 4 in of the own section
    far = field.put(0, FOOT, (5, 5), 2)
    assert helpers(field.game, 0, [u], [foe]) == []
    field.plays(phase(field), storm=("b0s0",))
    assert helpers(field.game, 0, [u], [foe]) == [near, out]
    assert far not in helpers(field.game, 0, [u], [foe])
    at = Fight(0, (u,), (foe,), 2, "reinforce-attacker")
    after = field.run(reinforce(field.game, at), reinforce=near)
    assert near in after.attackers
    assert field.game.sides[0].points == 2
    assert in_contact(field.game, near, foe)


# ---- losing ----------------------------------------------------------------------------------------------------------


@rule("xenocide.assault.flee-garrison")
def test_a_beaten_garrison_runs_out_or_next_door():
    field = Battlefield(buildings=ROW)
    u = field.house(field.put(1, FOOT, (0, 0), 2, marks=1), "b0s0", "W")
    foe = field.put(0, FOOT, (17.5, 22), 2, charge="assault", came=(10.0, 22.0))
    field.run(flee(field.game, u, [foe]), fall_back="b0s1", stations=first)
    assert sections_of(field.game, u) == ["b0s1"]
    assert field.unit(u).fled
    other = Battlefield(buildings=ROW)
    other.game.war.set("war", company="b0")
    u = other.house(other.put(1, FOOT, (0, 0), 2, marks=1), "b0s0", "W")
    foe = other.put(0, FOOT, (17.5, 22), 2, charge="assault", came=(10.0, 22.0))
    other.run(flee(other.game, u, [foe]), fall_back=None)
    assert sections_of(other.game, u) == []
    assert other.size(u) == 2
    assert all(not 20 < other.at(m)[0] < 28 or not 20 < other.at(m)[1] < 24 for m in other.unit(u).models)
    assert not list(GAME.invariants(other.game))


@rule("xenocide.assault.flee-garrison")
def test_no_flight_into_a_section_nearer_to_the_enemy():
    field = Battlefield(buildings=ROW)
    u = field.house(field.put(1, FOOT, (0, 0), 2, marks=1), "b0s1", "E")
    foe = field.put(0, FOOT, (17.5, 22), 2, charge="assault", came=(10.0, 22.0))
    field.run(flee(field.game, u, [foe]))
    assert "fall-back" not in field.asked


@rule("xenocide.buildings.garrison-loses")
@rule("xenocide.assault.follow-up-occupy")
def test_who_drove_the_garrison_out_may_move_in():
    field = Battlefield(buildings=HOUSE)
    u = field.put(0, FOOT, (22, 17.5), 3, charge="assault")
    foe = field.put(1, FOOT, (22, 40), 2, fled=True)
    field.plays(FollowUp(0, (u,), (foe,)), follow=[u, None], occupy="b0s0", occupy_move=last, stations=first)
    assert garrison(field.game, "b0s0") == [u]
    assert len(occupants(field.game, "b0s0")) == 3


@rule("xenocide.buildings.garrison-loses")
def test_a_suppressed_attacker_does_not_occupy():
    field = Battlefield(buildings=HOUSE)
    u = field.put(0, FOOT, (22, 17.5), 3, marks=1)
    assert field.run(follow_in(field.game, u)) is False
    field.game.units.set(u, marks=0)
    assert field.run(follow_in(field.game, u), occupy="b0s0", occupy_move=last,
                     stations=first) is True  # fmt: skip


@rule("xenocide.overrun.who-cannot")
def test_a_garrison_is_not_overrun():
    from xenotable.engine import Moved

    field = Battlefield(buildings=HOUSE)
    u = field.line(0, "medium-tank", [(22, 10)])
    foe = field.house(field.line(1, FOOT, [(0, 0)]))
    manner = Manner(named=(foe,), overrun=True)
    assert "overrun.who-cannot" in rules(overrun_refusals(field.game, u, manner, Moved({f"{u}m0": ((26, 15),)})))


@rule("xenocide.buildings.garrison-loses")
@rule("xenocide.assault.follow-up-occupy")
def test_a_whole_fight_for_a_house():
    """Attackers in the open, a garrison behind walls: rounds until one side runs; the house is free to occupy."""
    field = Battlefield(buildings=HOUSE)
    u = field.put(0, FOOT, (22, 17.5), 6, order="assault", charge="assault", came=(22.0, 10.0))
    foe = field.house(field.put(1, FOOT, (0, 0), 2))
    n = 6 * kinds()[FOOT].caa
    field.roll(*[6] * n, *[1] * 30)
    field.faces += [1] * 200

    field.plays(CloseAssault(0), divide=lambda a: {foe: a.total}, split=0, remove=lambda a: tuple(a.among())[: a.least],
                follow=[u, None], occupy="b0s0", occupy_move=last,
                stations=first, maneuver=None, retreat=(), flee=lambda a: a.default, steady=False)  # fmt: skip
    assert field.size(foe) == 0
    assert garrison(field.game, "b0s0") == [u]
    assert not list(GAME.invariants(field.game))
