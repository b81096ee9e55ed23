"""Garrisons at the boundaries of their rules: in and out, fire, blows, collapse (chapter "buildings")."""

import pytest

from games.xenocide.battlefield import Battlefield, entering, rules
from xenotable.engine import Moved, Placed
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.assault.flight import passes
from xenotable.games.xenocide.rules.assault.garrison_flight import fall_back
from xenotable.games.xenocide.rules.buildings.assault import break_down, chain, from_sections, help_out, helpers
from xenotable.games.xenocide.rules.buildings.bombardment import section_refusals as fire_refusals
from xenotable.games.xenocide.rules.buildings.bombardment import section_targets
from xenotable.games.xenocide.rules.buildings.collapse import away_refusals, get_away
from xenotable.games.xenocide.rules.buildings.entering import (
    choice_refusals,
    enter_mode_refusals,
    occupy,
)
from xenotable.games.xenocide.rules.buildings.garrison_moves import follow_in, go_in
from xenotable.games.xenocide.rules.buildings.leaving import (
    change_side,
    inside_refusals,
    shift_refusals,
    step_out,
    zone_refusals,
)
from xenotable.games.xenocide.rules.buildings.occupants import (
    fits,
    garrison,
    occupants,
    section_refusals,
    sections_of,
    space,
)
from xenotable.games.xenocide.rules.buildings.structure import batter_section, save_of, shaken, shell_section
from xenotable.games.xenocide.rules.play.measuring import circle
from xenotable.games.xenocide.scenes import Storm
from xenotable.table import Circle

rule = pytest.mark.rule
HOUSE = (("apartment-block", 20.0, 20.0),)  # 20 to 24 both ways, openings all around
PUMP = (("pump-house", 20.0, 20.0),)  # 3 by 3, openings north and south
ROW = (("row-block", 20.0, 20.0),)  # b0s0 from 20 to 24, b0s1 from 24 to 28
STREET = (("apartment-block", 20.0, 20.0), ("apartment-block", 27.0, 20.0))  # 3 in apart
FOOT = "medium-infantry"
CANNON = weapons()["tank-cannon"]


def first(ask):
    return ask.candidates(1, lambda: 0.0)[0]


# ---- in --------------------------------------------------------------------------------------------------------------


@rule("xenocide.buildings.enter-edge")
@rule("xenocide.buildings.enter-ends-move")
@rule("xenocide.ground.impassable")
@rule("xenocide.movement.zone-of-control")
def test_the_way_to_the_wall_must_be_free_and_ends_there():
    field = Battlefield(("solid-wall", 30, 20, 1, 8), buildings=HOUSE)
    u = field.line(0, FOOT, [(22, 17)])
    assert entering(field, u, ((22.0, 19.5),)) == []
    assert entering(field, u, ((22.0, 19.0),)) == ["buildings.enter-edge"]  # half an inch short
    along = entering(field, u, ((22.0, 19.5), (23.0, 19.5)))
    assert along == ["buildings.enter-ends-move"]
    far = field.line(0, "jetbike", [(34, 22)])
    assert "ground.impassable" in entering(field, far, ((24.5, 22.0),))  # through a wall
    bike = field.line(0, "jetbike", [(22, 5)])
    field.line(1, FOOT, [(17.5, 9)])  # 3.5 inches beside the way, and far from the house
    assert "movement.zone-of-control" in entering(field, bike, ((22.0, 19.5),))


@rule("xenocide.flight.jump")
@rule("xenocide.buildings.enter-edge")
def test_a_jump_into_a_building_is_straight_and_stays_on_the_table():
    field = Battlefield(buildings=PUMP)
    u = field.line(0, "leaper", [(21.5, 10)])
    assert entering(field, u, ((21.5, 21.0),), mode="jump") == []
    assert "flight.jump" in entering(field, u, ((15.0, 12.0), (21.5, 21.0)), mode="jump")


@rule("xenocide.buildings.enter-extra-reach")
@rule("xenocide.movement.model-path")
def test_the_others_get_two_inches_more_once_one_is_at_the_wall():
    field = Battlefield(buildings=HOUSE)
    u = field.line(0, FOOT, [(21, 15.5), (23, 13.5)])  # Move 4
    assert entering(field, u, ((21.0, 19.5),), ((23.0, 19.5),)) == []
    field.game.models.set(f"{u}m1", y=13.4)
    assert entering(field, u, ((21.0, 19.5),), ((23.0, 19.5),)) == ["movement.model-path"]
    field.game.models.set(f"{u}m0", y=15.4)  # now nobody reaches it by itself
    assert entering(field, u, ((21.0, 19.5),)) == ["movement.model-path"]


@rule("xenocide.movement.zoc-building-entry")
def test_suppressed_units_do_not_enter_beside_the_enemy():
    field = Battlefield(buildings=HOUSE)
    u = field.line(0, FOOT, [(22, 17)], marks=1)
    assert rules(choice_refusals(field.game, u, "b0s0")) == []
    foe = field.line(1, FOOT, [(22, 27.5)])
    (refused,) = choice_refusals(field.game, u, "b0s0")
    assert (refused.rule, refused.args["t"]) == ("movement.zoc-building-entry", foe)
    field.game.units.set(u, freed=True)
    assert rules(choice_refusals(field.game, u, "b0s0")) == []
    field.game.units.set(u, marks=0, freed=False)
    assert rules(choice_refusals(field.game, u, "b0s0")) == []


@rule("xenocide.buildings.enter-ends-move")
@rule("xenocide.buildings.capacity")
def test_as_many_go_in_as_there_is_room_for():
    field = Battlefield(buildings=PUMP)
    n = space(field.game, "b0s0")  # of size 1 as many
    u = field.line(0, FOOT, [(20.5 + 0.2 * i, 19.5) for i in range(n + 2)])
    field.run(occupy(field.game, u, "b0s0", field.unit(u).models), stations=first)
    assert len(occupants(field.game, "b0s0")) == n
    assert field.unit(u).moved
    other = field.line(0, FOOT, [(21, 19.5)])
    assert rules(section_refusals(field.game, "b0s0", other, field.unit(other).models)) == ["buildings.capacity"]


@rule("xenocide.buildings.enter-edge")
def test_who_thinks_better_of_it_stays_outside():
    field = Battlefield(buildings=HOUSE)
    u = field.line(0, FOOT, [(22, 17)], order="move-and-fire")
    offered = []

    def none(ask):
        offered.extend(ask.among())

    assert field.run(go_in(field.game, u, "enter"), section=none) == []
    assert offered == ["b0s0", None]
    assert "enter-building" not in field.asked
    assert field.run(go_in(field.game, u, "enter"), section="b0s0", enter_building=lambda _: Moved()) == []
    assert not field.unit(u).moved


@rule("xenocide.buildings.enter-who")
def test_nobody_enters_what_no_way_leads_to():
    field = Battlefield(buildings=HOUSE)
    far = field.line(0, FOOT, [(60, 40)])
    assert rules(enter_mode_refusals(field.game, far, "enter")) != []
    near = field.line(0, FOOT, [(22, 17)])
    assert rules(enter_mode_refusals(field.game, near, "enter")) == []
    tank = field.line(0, "medium-tank", [(26, 17)])
    assert rules(enter_mode_refusals(field.game, tank, "enter")) != []
    room = field.game.field.rooms["b0s0"]
    assert fits(room, kinds()[FOOT])
    assert not fits(room, kinds()["medium-tank"])


# ---- out, and about --------------------------------------------------------------------------------------------------


@rule("xenocide.buildings.leave")
def test_a_garrison_with_one_way_out_is_not_asked():
    field = Battlefield(("solid-wall", 18, 23, 8, 1), buildings=PUMP)
    u = field.house(field.line(0, FOOT, [(0, 0)]), side="N")
    before = field.run(step_out(field.game, u, "walk"))
    assert "way-out" not in field.asked
    assert list(before) == [f"{u}m0"]
    assert field.at(f"{u}m0")[1] < 20.0
    field = Battlefield(buildings=PUMP)
    u = field.house(field.line(0, FOOT, [(0, 0)]), side="N")
    field.run(step_out(field.game, u, "walk"), way_out="N")
    assert "way-out" in field.asked
    assert field.at(f"{u}m0")[1] > 23.0


@rule("xenocide.buildings.leave")
def test_who_finds_no_way_out_stays_inside():
    walls = (("solid-wall", 18, 23, 8, 1), ("solid-wall", 18, 19, 8, 1))
    field = Battlefield(*walls, buildings=PUMP)
    u = field.house(field.line(0, FOOT, [(0, 0)]), side="N")
    assert field.run(step_out(field.game, u, "walk")) == {}
    assert list(sections_of(field.game, u)) == ["b0s0"]


@rule("xenocide.buildings.change-side")
def test_changing_sides_is_a_move_and_ends_the_watch():
    field = Battlefield(buildings=HOUSE)
    u = field.house(field.line(0, FOOT, [(0, 0)], watch=True))
    assert rules(shift_refusals(field.game, u)) == []
    field.run(change_side(field.game, u), sides=first)
    assert (field.unit(u).moved, field.unit(u).watch) == (True, False)
    outside = field.line(0, FOOT, [(10, 10)])
    assert rules(shift_refusals(field.game, outside)) == ["buildings.change-side"]


@rule("xenocide.buildings.footprint")
def test_nobody_walks_through_the_wall():
    field = Battlefield(buildings=HOUSE)
    u = field.line(0, FOOT, [(0, 0), (10, 10)])
    field.game.models.set(f"{u}m0", section="b0s0", x=22.0, y=20.0)
    assert rules(inside_refusals(field.game, u, field.unit(u).models)) == ["buildings.footprint"]
    assert rules(inside_refusals(field.game, u, [f"{u}m1"])) == []


@rule("xenocide.buildings.zone-of-control")
@pytest.mark.parametrize(("y", "near"), [(15.4, False), (15.6, True)])
def test_four_inches_around_the_walls_of_the_enemy(y, near):
    field = Battlefield(buildings=HOUSE)
    foe = field.house(field.line(1, FOOT, [(0, 0)]))
    u = field.line(0, FOOT, [(22, 10)])
    base = circle(field.game, f"{u}m0")
    path = [(22.0, 12.0), (22.0, y)]
    assert rules(zone_refusals(field.game, u, base, path, ())) == (["buildings.zone-of-control"] if near else [])
    assert rules(zone_refusals(field.game, u, base, [(22.0, 17.0)], ())) == ["buildings.zone-of-control"]
    assert rules(zone_refusals(field.game, u, base, [(22.0, 17.0)], (foe,))) == []
    inside = Circle(22.0, 17.0, 0.5)  # who begins there may leave
    assert rules(zone_refusals(field.game, u, inside, [(22.0, 12.0)], ())) == []


@rule("xenocide.assault.flee-past")
@pytest.mark.parametrize(("x", "near"), [(15.4, False), (15.6, True)])
def test_a_flight_keeps_away_from_the_walls_of_others(x, near):
    field = Battlefield(buildings=HOUSE)
    walls = field.game.field.rooms["b0s0"].walls
    base = Circle(x, 10.0, 0.5)
    assert passes(base, (x, 10.0), (x, 30.0), walls) == near


@rule("xenocide.assault.flee-garrison")
def test_who_falls_back_into_the_next_section_has_fled_and_moved():
    field = Battlefield(buildings=ROW)
    u = field.house(field.line(1, FOOT, [(0, 0)], watch=True), "b0s1", "E")
    foe = field.line(0, FOOT, [(31, 22)])
    assert field.run(fall_back(field.game, u, [foe]), fall_back="b0s0", stations=first)
    row = field.unit(u)
    assert (row.fled, row.watch, row.moved) == (True, False, True)
    assert list(sections_of(field.game, u)) == ["b0s0"]


@rule("xenocide.buildings.garrison-loses")
def test_who_follows_up_may_leave_the_building_alone():
    field = Battlefield(buildings=HOUSE)
    u = field.line(0, FOOT, [(22, 16)])
    offered = []

    def none(ask):
        offered.extend(ask.among())

    assert not field.run(follow_in(field.game, u), occupy=none)
    assert offered == ["b0s0", None]
    assert field.run(follow_in(field.game, u), occupy="b0s0", occupy_move=first, stations=first)
    assert "follows up" in field.told()
    assert garrison(field.game, "b0s0") == [u]
    far = field.line(0, FOOT, [(22, 15.4)])  # 4.1 inches from the wall
    field.asked.clear()
    assert not field.run(follow_in(field.game, far))
    assert "occupy" not in field.asked


# ---- fire and blows --------------------------------------------------------------------------------------------------


@rule("xenocide.buildings.shoot-at-hit")
@rule("xenocide.movement.engaged-no-shooting")
@rule("xenocide.buildings.collapse-terrain")
def test_which_sections_are_no_targets():
    field = Battlefield(buildings=(*HOUSE, ("apartment-block", 40.0, 20.0), ("apartment-block", 60.0, 20.0)))
    u = field.line(0, "medium-tank", [(30, 5)])
    friend = field.house(field.line(0, FOOT, [(0, 0)]), "b0s0")
    foe = field.house(field.line(1, FOOT, [(0, 0)]), "b1s0")
    why = lambda s: rules(fire_refusals(field.game, u, CANNON, s))  # noqa: E731
    assert (why("b0s0"), why("b1s0")) == (["buildings.shoot-at-hit"], [])
    assert section_targets(field.game, u, CANNON) == ["b1s0", "b2s0"]
    field.line(0, FOOT, [(42, 26)])  # 2 inches from the wall: the garrison is fighting
    assert why("b1s0") == ["movement.engaged-no-shooting"]
    field.game.sections.set("b2s0", down=True)
    assert why("b2s0") == ["buildings.collapse-terrain"]
    assert friend
    assert foe


@rule("xenocide.buildings.shoot-at-save")
@pytest.mark.parametrize(
    ("armor", "strength", "save"), [(5, 0, 5), (5, 2, 3), (5, 5, 0), (5, 7, 0), (6, 0, 6), (8, 1, 6), (7, 2, 5)]
)
def test_the_save_of_a_section(armor, strength, save):
    assert save_of(armor, strength) == save


@rule("xenocide.buildings.shoot-at-save")
def test_the_owner_of_the_other_side_rolls_for_the_walls():
    field = Battlefield(buildings=HOUSE)
    field.roll(5, 6).run(shell_section(field.game, "b0s0", 0, [(0, 2)]))  # armour 5
    assert field.deciders["structure"] == 1
    assert field.game.sections["b0s0"].points == 9
    field.roll(6).run(shell_section(field.game, "b0s0", 1, [(0, 1)]))
    assert field.deciders["structure"] == 0
    strong = Battlefield(buildings=(("power-station", 20.0, 20.0),))  # armour 6
    strong.run(shell_section(strong.game, "b0s0", 0, [(0, 3)]))
    assert "structure" not in strong.asked


@rule("xenocide.buildings.structure-occupants")
def test_the_weakest_inside_says_which_dice_count():
    field = Battlefield(buildings=(("hangar", 20.0, 20.0),))
    u = field.line(1, FOOT, [(0, 0)])
    field.mix(u, "apc", [(0, 0)])
    field.house(u)
    field.roll(4).run(shaken(field.game, "b0s0", 0, 1))  # infantry falls on 4, the carrier on 5
    assert [field.game.models[m].kind for m in field.unit(u).models] == ["apc"]
    assert field.deciders["shaken"] == 0
    field.roll(4).run(shaken(field.game, "b0s0", 0, 1))
    assert field.size(u) == 1


@rule("xenocide.buildings.assault-building")
def test_only_units_of_burrowers_undermine():
    def left(*extra):
        field = Battlefield(buildings=HOUSE)
        u = field.line(0, "delver", [(22, 17)])
        if extra:
            field.mix(u, *extra)
        armor = field.game.field.rooms["b0s0"].armor
        field.roll(armor).run(batter_section(field.game, "b0s0", ((u, 1),)))
        return field.game.sections["b0s0"].points

    assert left() < left(FOOT, [(24, 17)]) == 9


@rule("xenocide.buildings.assault-empty-building")
def test_an_empty_building_may_be_left_alone():
    field = Battlefield(buildings=HOUSE)
    u = field.line(0, FOOT, [(22, 17)], order="assault")
    offered = []

    def none(ask):
        offered.extend(ask.among())

    field.run(break_down(field.game, u, ("b0s0",)), break_down=none)
    assert offered == [None, "b0s0"]
    assert "breach" not in field.asked


@rule("xenocide.buildings.sections-assault")
def test_nobody_storms_unless_sections_are_chosen():
    for chosen in ((), ("b0s0",)):
        field = Battlefield(buildings=ROW)
        u = field.house(field.line(0, FOOT, [(0, 0)], order="assault"), "b0s0", "N")
        foe = field.house(field.line(1, FOOT, [(0, 0)], order="assault"), "b0s1", "N")
        field.run(from_sections(field.game, 0, "b0s1", ("b0s0",)), storm=chosen)
        assert [field.unit(x).sally for x in (u, foe)] == (["storm"] * 2 if chosen else ["", ""])
        assert [field.unit(x).charge for x in (u, foe)] == (["assault", ""] if chosen else ["", ""])


@rule("xenocide.buildings.standoff")
def test_each_question_of_a_storm_is_asked_once():
    field = Battlefield(buildings=ROW)
    field.house(field.line(0, FOOT, [(0, 0)], order="assault"), "b0s0", "N")
    field.house(field.line(1, FOOT, [(0, 0)]), "b0s1", "N")
    field.game.war.set("war", company="b0")
    (again,) = field.play(Storm(0), storm=())
    assert again.asked == ("in b0s1",)
    assert field.play(again) == []


@rule("xenocide.buildings.standoff-chain")
@pytest.mark.parametrize("joins", [True, False])
def test_a_garrison_across_the_street_joins_or_stands_off(joins):
    field = Battlefield(buildings=STREET)
    u = field.house(field.line(0, FOOT, [(0, 0)], watch=True, fallen=2, fled=True), "b0s0", "E")
    foe = field.house(field.line(1, FOOT, [(0, 0)]), "b1s0", "W")
    other = field.line(0, FOOT, [(29, 17)])  # fights at the other house
    among = []

    def said(ask):
        among.append((tuple(ask.among()), ask.default))
        return joins

    mine, theirs = field.run(chain(field.game, 0, (other,), (foe,)), join=said)
    assert among == [((False, True), False)]
    assert mine == ((other, u) if joins else (other,))
    assert theirs == (foe,)
    row = field.unit(u)
    assert (row.sally, row.fallen, row.fled, row.watch) == (("out", 0, False, False) if joins else ("", 2, True, True))
    assert field.unit(foe).sally == ("out" if joins else "")
    assert field.unit(other).sally == ""


@rule("xenocide.buildings.sections-reinforce")
def test_help_comes_only_to_a_fight_between_sections():
    field = Battlefield(buildings=ROW)
    u = field.house(field.line(0, FOOT, [(0, 0)]), "b0s0", "N")
    foe = field.house(field.line(1, FOOT, [(0, 0)]), "b0s1", "N")
    friend = field.line(0, FOOT, [(20.5, 17)])
    assert helpers(field.game, 0, (u,), (foe,)) == []
    field.game.units.set(u, sally="storm")
    assert helpers(field.game, 0, (u,), (foe,)) == [friend]
    help_out(field.game, friend, (u,), (foe,))
    assert field.unit(friend).sally == "storm"
    assert list(sections_of(field.game, friend)) == ["b0s0"]
    far = field.line(0, FOOT, [(22, 5)])
    help_out(field.game, far, (u,), (foe,))
    assert field.unit(far).sally == ""


# ---- collapse --------------------------------------------------------------------------------------------------------


@rule("xenocide.buildings.collapse-place")
@rule("xenocide.play.no-overlap")
def test_where_survivors_of_a_collapse_may_stand():
    field = Battlefield(("plasma-crater", 10, 19, 8, 6), buildings=HOUSE)
    u = field.line(1, FOOT, [(22, 20), (22, 21)])
    for m in field.unit(u).models:
        field.game.models.set(m, door="b0s0")
    field.game.sections.set("b0s0", down=True)
    field.line(1, FOOT, [(22, 26)])
    refused = lambda *points: rules(  # noqa: E731
        away_refusals(field.game, "b0s0", u, Placed({f"{u}m{i}": p for i, p in enumerate(points)}))
    )
    assert refused((22.0, 15.5), (24.0, 16.0)) == []  # 4 inches from the rubble
    assert refused((22.0, 15.4), (24.0, 16.0)) == ["buildings.collapse-place"]
    assert refused((22.0, 26.5), (24.0, 16.0)) == ["play.no-overlap"]
    assert refused((22.0, 16.0), (22.5, 16.0)) == ["play.no-overlap"]
    assert refused((17.0, 22.0), (22.0, 16.0)) == ["buildings.collapse-place"]  # impassable
    field.line(0, FOOT, [(30, 17)])
    assert refused((26.5, 17.0), (24.0, 16.0)) == ["buildings.collapse-place"]  # in contact with the enemy


@rule("xenocide.buildings.collapse-place")
@pytest.mark.parametrize(("n", "words"), [(0, ""), (1, "1 model of"), (2, "2 models of")])
def test_survivors_without_a_place_are_lost(n, words):
    field = Battlefield(buildings=HOUSE)
    u = field.line(1, FOOT, [(22, 20), (22, 21)])
    field.run(get_away(field.game, "b0s0", u))
    assert field.asked == []  # nobody was inside
    for m in field.unit(u).models:
        field.game.models.set(m, door="b0s0")
    spots = {f"{u}m0": (22.0, 17.0), f"{u}m1": (24.0, 17.0)}
    put = Placed(dict(list(spots.items())[n:]))
    field.run(get_away(field.game, "b0s0", u), get_away=put)
    assert field.size(u) == 2 - n
    assert ("no way out" in field.told()) == bool(n)
    assert words in field.told()
    if n < 2:
        assert field.at(f"{u}m1") == (24.0, 17.0)
