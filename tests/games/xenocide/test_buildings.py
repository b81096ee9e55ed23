"""Buildings: what they are, getting in and out, seeing and shooting through their sides (chapter "buildings")."""

import pytest

from games.xenocide.battlefield import Battlefield, entering, rules
from xenotable.engine import Moved, Placed
from xenotable.games.xenocide.content import buildings, maps
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.buildings.construction import rooms_of
from xenotable.games.xenocide.rules.buildings.entering import at_door, models_at_door, open_to, ways_in
from xenotable.games.xenocide.rules.buildings.garrison_moves import declared, entry_odds, go_in
from xenotable.games.xenocide.rules.buildings.leaving import change_side, rooms_beside, step_out, ways_out
from xenotable.games.xenocide.rules.buildings.occupants import (
    fits,
    holder,
    occupants,
    one_for_all,
    per_side,
    section_refusals,
    sections_of,
    side_at,
    space,
    station_refusals,
    take_sides,
)
from xenotable.games.xenocide.rules.movement.legality import move_refusals
from xenotable.games.xenocide.rules.movement.zones import met_inside
from xenotable.games.xenocide.rules.play.measuring import apart, circle, units_in_contact
from xenotable.games.xenocide.rules.scenarios.scoring import controller
from xenotable.games.xenocide.rules.setup.agreements import announce_buildings
from xenotable.games.xenocide.rules.shooting.alternatives import dig_refusals
from xenotable.games.xenocide.rules.shooting.pools import pools_of
from xenotable.games.xenocide.rules.shooting.targeting import aim, targets
from xenotable.games.xenocide.rules.sight.line_of_sight import model_sees, sight_shape
from xenotable.games.xenocide.scenes import Manner, Movement
from xenotable.games.xenocide.state import Marker
from xenotable.games.xenocide.title import GAME

rule = pytest.mark.rule
HOUSE = (("apartment-block", 20.0, 20.0),)  # 20 to 24 both ways: normal, 4 in high, 4 floors, openings all around
HALL = (("glass-hall", 20.0, 20.0),)  # one floor
PUMP = (("pump-house", 20.0, 20.0),)  # 3 by 3, one floor, openings north and south
ROW = (("row-block", 20.0, 20.0),)  # b0s0 from 20 to 24, b0s1 from 24 to 28
STREET = (("apartment-block", 20.0, 20.0), ("apartment-block", 27.0, 20.0))  # 3 in apart
HANGAR = (("hangar", 20.0, 20.0),)  # openings north and south, vehicles up to size 6


def last(ask):
    return ask.candidates(2, lambda: 0.0)[-1]


# ---- what they are ---------------------------------------------------------------------------------------------------


@rule("xenocide.buildings.sections")
def test_a_row_block_has_two_sections_and_each_stands_for_itself():
    field = Battlefield(buildings=ROW)
    assert list(field.game.sections) == ["b0s0", "b0s1"]
    assert [field.game.sections[s].points for s in field.game.sections] == [10, 10]
    field.game.sections.set("b0s0", points=3)
    assert field.game.sections["b0s1"].points == 10
    west, east = field.game.field.rooms.values()
    assert west.sides == (20.0, 20.0, 24.0, 24.0)
    assert east.sides == (24.0, 20.0, 28.0, 24.0)
    assert west.openings == ("N", "S", "W")
    assert east.openings == ("N", "E", "S")
    assert west.beside == ("b0s1",)
    assert east.beside == ("b0s0",)


@rule("xenocide.buildings.classes")
@rule("xenocide.buildings.structure-size")
def test_construction_and_size_say_what_a_section_is_worth():
    drawn = Battlefield(buildings=tuple((b, 1.0 + 9 * i, 20.0) for i, b in enumerate(list(buildings())[:7])))
    more = Battlefield(buildings=tuple((b, 1.0 + 9 * i, 20.0) for i, b in enumerate(list(buildings())[7:])))
    rooms = [*drawn.game.field.rooms.values(), *more.game.field.rooms.values()]
    worth = {r.label: (r.armor, r.structure, r.cover) for r in rooms}
    assert worth["Apartment block"] == (5, 10, 2)
    assert worth["Prefab hut"] == (4, 5, 1)
    assert worth["Hangar"] == (4, 20, 1)
    assert worth["Fortress hall"] == (6, 20, 2)
    assert worth["Pump house"] == (6, 5, 2)
    assert worth["Command bunker"] == (6, 10, 3)
    assert worth["Pillbox"] == (6, 5, 3)
    assert len(rooms) == 11 + 2 + 4
    for b in buildings().values():  # the entries agree with the rule
        room = next(r for r in rooms if r.label.startswith(b.name))
        assert (room.armor, room.structure) == (b.armor, b.structure)


@rule("xenocide.setup.building-agreement")
def test_everything_about_the_buildings_is_said_before_the_battle():
    field = Battlefield(buildings=(*ROW, ("pillbox", 40.0, 20.0), ("pillbox", 50.0, 20.0)))
    announce_buildings(field.game)
    told = field.told()
    assert "Row block: normal construction, armour 5, hard cover, holds 8, 10 structure points in each of 2" in told
    assert "Pillbox (2 of them): bunker construction, armour 6, fortified cover, holds 4, 5 structure points" in told
    assert "ways in: north, east, west; vehicles up to size 1" in told


@pytest.mark.parametrize("map_id", list(maps()))
def test_no_two_sections_of_a_shipped_map_overlap(map_id):
    rooms = list(rooms_of(maps()[map_id]).values())
    assert rooms
    for i, a in enumerate(rooms):
        for b in rooms[i + 1 :]:
            assert (
                a.sides[2] <= b.sides[0]
                or b.sides[2] <= a.sides[0]
                or a.sides[3] <= b.sides[1]
                or (b.sides[3] <= a.sides[1])
            )


# ---- who gets in -----------------------------------------------------------------------------------------------------


@rule("xenocide.buildings.enter-who")
def test_infantry_small_vehicles_and_what_the_doors_let_through():
    cases = [
        (HOUSE, "medium-infantry", True), (HOUSE, "wisp-drone", True), (HOUSE, "medium-tank", False),
        (HANGAR, "medium-tank", True), (HANGAR, "arc-gunship", False),
    ]  # fmt: skip
    for house, kind, gets_in in cases:
        field = Battlefield(buildings=house)
        assert fits(field.game.field.rooms["b0s0"], kinds()[kind]) is gets_in
        u = field.line(0, kind, [(22, 18)])
        found = rules(section_refusals(field.game, "b0s0", u, field.unit(u).models))
        assert found == ([] if gets_in else ["buildings.enter-who"])


@rule("xenocide.buildings.capacity")
def test_a_ninth_squad_does_not_fit():
    field = Battlefield(buildings=HOUSE)
    field.house(field.put(0, "medium-infantry", (22, 22), 6))
    u = field.put(0, "medium-infantry", (22, 17), 3)
    assert space(field.game, "b0s0") == 2
    models = field.unit(u).models
    assert rules(section_refusals(field.game, "b0s0", u, models[:2])) == []
    assert rules(section_refusals(field.game, "b0s0", u, models)) == ["buildings.capacity"]


@rule("xenocide.buildings.enter-enemy")
def test_nobody_enters_where_the_enemy_is():
    field = Battlefield(buildings=HOUSE)
    field.house(field.put(1, "medium-infantry", (22, 22), 2))
    u = field.line(0, "medium-infantry", [(22, 17)])
    assert entering(field, u, ((22, 19.5),)) == ["buildings.enter-enemy"]
    assert holder(field.game, "b0s0") == 1


@rule("xenocide.buildings.enter-edge")
def test_models_get_in_by_touching_a_side_with_an_opening():
    field = Battlefield(buildings=PUMP)
    u = field.line(0, "medium-infantry", [(21.5, 17)])
    assert entering(field, u, ((21.5, 19.5),)) == []
    assert entering(field, u, ((21.5, 18.5),)) == ["buildings.enter-edge"]
    west = field.line(0, "medium-infantry", [(18, 21.5)])
    assert entering(field, west, ((19.5, 21.5),)) == ["buildings.enter-edge"]
    bird = field.line(0, "hookwing", [(18, 22)])
    assert entering(field, bird, ((19.5, 22),)) == []  # by the roof
    frog = field.line(0, "leaper", [(12, 21.5)])
    assert entering(field, frog, ((20, 21.5),), mode="jump") == []


@rule("xenocide.buildings.enter-edge")
def test_a_base_gets_in_by_the_side_that_it_touches_also_beside_a_corner():
    field = Battlefield(buildings=PUMP)
    u = field.line(0, "medium-infantry", [(22.875, 17)])
    assert entering(field, u, ((22.875, 19.5),)) == []  # nearer to the line of the east side, but it touches the south
    assert entering(field, u, ((23.25, 19.5625),)) == []  # its rim touches the end of the south side
    assert open_to(field.game, u, "enter") == ["b0s0"]
    east = field.line(0, "medium-infantry", [(25, 20.375)])
    assert entering(field, east, ((23.5, 20.375),)) == ["buildings.enter-edge"]  # the east side alone
    assert entering(field, east, ((23.5, 20.0),)) == []
    assert open_to(field.game, east, "enter") == ["b0s0"]


@rule("xenocide.buildings.enter-ends-move")
def test_who_passes_a_wall_without_openings_is_not_inside():
    field = Battlefield(buildings=PUMP)
    u = field.line(0, "medium-infantry", [(25, 21.5)])
    assert entering(field, u, ((23.5, 21.5), (23.5, 20.0))) == []
    assert entering(field, u, ((23.5, 20.0), (23.5, 19.9375))) == ["buildings.enter-ends-move"]
    field.game.models.set(field.unit(u).models[0], x=23.5, y=21.5)
    at_door(field.game, Manner(section="b0s0"), field.unit(u).models)
    assert models_at_door(field.game, u, "b0s0") == []  # where the ground stopped it
    field.game.models.set(field.unit(u).models[0], y=20.0)
    at_door(field.game, Manner(section="b0s0"), field.unit(u).models)
    assert models_at_door(field.game, u, "b0s0") == list(field.unit(u).models)


@rule("xenocide.buildings.enter-extra-reach")
def test_the_nearest_may_be_the_one_that_needs_the_extra_reach():
    field = Battlefield(buildings=PUMP)
    u = field.line(0, "medium-infantry", [(27.40625, 21.5), (21.5, 15.53125)])
    assert set(ways_in(field.game, u, Manner(section="b0s0")).paths) == set(field.unit(u).models)


@rule("xenocide.buildings.enter-edge")
def test_where_not_all_fit_those_go_in_who_would_be_torn_off_outside():
    field = Battlefield(buildings=PUMP)  # room for size 4
    places = [(21.5, 19.5 - far) for far in (1.0, 2.125, 3.25, 4.375, 8.5)]
    u = field.line(0, "thren-warrior", places)
    assert open_to(field.game, u, "enter") == ["b0s0"]
    assert field.unit(u).models[-1] in ways_in(field.game, u, Manner(section="b0s0")).paths


@rule("xenocide.buildings.enter-edge")
def test_a_unit_that_hangs_together_over_more_than_8_inches_leaves_nobody_farther_behind():
    field = Battlefield(buildings=HOUSE)
    u = field.line(0, "thren-warrior", [(22, 15), (22, 13), (20.5, 13), (22, 5.5)])  # the last is 14 inches off
    assert open_to(field.game, u, "enter") == ["b0s0"]
    assert len(ways_in(field.game, u, Manner(section="b0s0")).paths) == 4
    field.game.models.set(f"{u}m3", y=5.0)  # half an inch too far: it would be left behind
    assert open_to(field.game, u, "enter") == []
    assert ways_in(field.game, u, Manner(section="b0s0")).paths == {}


@rule("xenocide.buildings.enter-edge")
def test_jumpers_need_not_reach_more_than_the_wall():
    field = Battlefield(buildings=HOUSE)
    u = field.line(0, "leaper", [(22, 20 - kinds()["leaper"].jump - 0.25)])
    assert open_to(field.game, u, "enter-jump") == ["b0s0"]


@rule("xenocide.flight.teleport-test")
def test_teleporters_port_inside_and_always_test():
    field = Battlefield(buildings=HOUSE)
    u = field.put(0, "blink-guard", (22, 16), 3, order="move-and-fire")
    field.roll(4).run(go_in(field.game, u, "enter-teleport"), section="b0s0",
                      enter_building=last,
                      stations=lambda a: a.candidates(1, lambda: 0.0)[0])  # fmt: skip
    assert len(occupants(field.game, "b0s0")) == 3
    far = Battlefield(buildings=HOUSE)
    other = far.put(0, "blink-guard", (22, 16), 3, order="move-and-fire")
    far.roll(5).run(go_in(far.game, other, "enter-teleport"), section="b0s0",
                    enter_building=last)  # fmt: skip
    assert not occupants(far.game, "b0s0")


@rule("xenocide.buildings.enter-place")
def test_who_enters_is_put_to_any_side():
    field = Battlefield(buildings=HOUSE)
    u = field.put(0, "medium-infantry", (22, 17), 2, order="move-and-fire")
    a, b = field.unit(u).models
    field.run(go_in(field.game, u, "enter"), section="b0s0", enter_building=last,
              stations=Placed({a: (22.0, 24.3), b: (20.1, 21.0)}))  # fmt: skip
    assert side_at(field.game, a) == "N"
    assert field.at(a) == (22.0, 24.0)
    assert side_at(field.game, b) == "W"
    assert field.at(b) == (20.0, 21.0)
    assert rules(station_refusals(field.game, u, [a], ["b0s0"], Placed({a: (22.0, 22.0)}))) == ["buildings.enter-place"]


@rule("xenocide.buildings.enter-place")
def test_all_at_one_side_in_one_word():
    field = Battlefield(buildings=PUMP)  # one floor: two of four at a side
    u = field.put(0, "medium-infantry", (22, 17), 2)
    models = field.unit(u).models
    assert one_for_all(field.game, u, models, ("b0s0",)) == [("b0s0", x) for x in "NSEW"]
    field.run(take_sides(field.game, u, models, ("b0s0",), "stations", "buildings.enter-place"), side=("b0s0", "S"))
    assert {side_at(field.game, m) for m in models} == {"S"}
    more = field.put(0, "medium-infantry", (22, 17), 2)
    assert ("b0s0", "S") not in one_for_all(field.game, more, field.unit(more).models, ("b0s0",))


@rule("xenocide.buildings.enter-extra-reach")
def test_two_more_inches_once_one_model_is_at_the_wall():
    field = Battlefield(buildings=HOUSE)
    u = field.line(0, "medium-infantry", [(22, 16.5), (21, 14)])  # 3 and 5.5 in from the wall
    assert entering(field, u, ((22, 19.5),), ((21, 19.5),)) == []
    assert entering(field, u, (), ((21, 19.5),)) == ["movement.model-path"]
    field.game.models.set(f"{u}m1", y=13.4)
    assert entering(field, u, ((22, 19.5),), ((21, 19.5),)) == ["movement.model-path"]
    assert list(ways_in(field.game, u, Manner(section="b0s0")).paths) == [f"{u}m0"]


@rule("xenocide.buildings.enter-ends-move")
def test_entering_ends_the_move_of_the_unit():
    field = Battlefield(buildings=HOUSE)
    u = field.line(0, "skitterling", [(18, 18)], order="move-and-fire")
    assert entering(field, u, ((21, 19.5), (23, 19.5))) == ["buildings.enter-ends-move"]
    field.plays(Movement(0, "b0", False), unit=u, how="enter", section="b0s0",
                enter_building=last,
                stations=lambda a: a.candidates(1, lambda: 0.0)[0])  # fmt: skip
    assert sections_of(field.game, u) == ["b0s0"]
    assert field.unit(u).moved
    assert field.unit(u).acted
    assert "enters Apartment block" in field.told()


@rule("xenocide.buildings.enter-edge")
def test_who_only_stands_at_the_wall_does_not_go_in():
    field = Battlefield(buildings=HOUSE)
    u = field.line(0, "medium-infantry", [(22, 17)], order="move-and-fire")
    field.mix(u, "apc", [(21, 18.0)])
    apc = field.unit(u).models[1]
    field.game.models.set(apc, y=20.0 - circle(field.game, apc).r)  # its base touches the wall
    field.run(go_in(field.game, u, "enter"), section="b0s0", enter_building=last, side=("b0s0", "N"))
    assert [field.game.models[m].section for m in field.unit(u).models] == ["b0s0", ""]
    other = field.line(0, "medium-infantry", [(22, 14)], order="move-and-fire")
    assert "buildings.enter-edge" in entering(field, other, ((22.0, 17.0),))  # before the wall, not at it
    at_the_wall = 20.0 - circle(field.game, f"{other}m0").r
    assert "buildings.enter-edge" not in entering(field, other, ((22.0, at_the_wall),))


@rule("xenocide.movement.zoc-building-entry")
def test_entering_a_house_next_to_enemies_in_the_open_is_an_assault():
    field = Battlefield(buildings=HOUSE)
    u = field.line(0, "medium-infantry", [(22, 17)], order="assault")
    foe = field.line(1, "medium-infantry", [(22, 27.5)])  # 3 in from the house
    assert met_inside(field.game, u, "b0s0") == (foe,)
    assert declared(field.game, u, "b0s0").endswith(f"assaulting {field.game.name(foe)}")  # it is said before
    assert entry_odds(field.game, u, "b0s0", (foe,))
    field.run(go_in(field.game, u, "enter"), section="b0s0", enter_building=last,
              stations=lambda a: a.candidates(1, lambda: 0.0)[0])  # fmt: skip
    assert units_in_contact(field.game, u) == [foe]
    assert field.unit(u).charge == "assault"


@rule("xenocide.buildings.standoff")
def test_enemies_in_another_house_only_stand_off():
    field = Battlefield(buildings=STREET)
    u = field.line(0, "medium-infantry", [(22, 17)], order="move-and-fire")
    foe = field.house(field.line(1, "medium-infantry", [(0, 0)]), "b1s0", "W")
    assert met_inside(field.game, u, "b0s0") == ()
    assert entering(field, u, ((22, 19.5),)) == []
    field.house(u, "b0s0", "E")
    assert units_in_contact(field.game, u) == []
    assert units_in_contact(field.game, foe) == []
    assert targets(field.game, u, kinds()["medium-infantry"].weapons[0]) == [foe]  # they may shoot at each other


# ---- inside ----------------------------------------------------------------------------------------------------------


@rule("xenocide.buildings.measuring")
def test_distances_are_measured_from_the_outline():
    field = Battlefield(buildings=ROW, scenario="seize-ground")
    u = field.house(field.line(0, "medium-infantry", [(0, 0)]), "b0s0", "W")
    foe = field.line(1, "medium-infantry", [(27, 27)])
    assert apart(field.game, u, foe) == pytest.approx((3**2 + 3**2) ** 0.5 - 0.5)
    mate = field.house(field.line(0, "medium-infantry", [(0, 0)]), "b0s1", "E")
    assert apart(field.game, u, mate) == 0.0
    field.game.markers.add("o0", Marker(-1, 22.0, 22.0))
    assert controller(field.game, "o0") == 0
    field.game.units.set(mate, on=False)
    assert controller(field.game, "o0") == 0


@rule("xenocide.buildings.zone-of-control")
def test_a_garrison_controls_four_inches_around_its_walls():
    field = Battlefield(buildings=HOUSE)
    field.house(field.line(1, "medium-infantry", [(0, 0)]), side="N")
    u = field.line(0, "jetbike", [(12, 15)])
    r = circle(field.game, f"{u}m0").r
    assert rules(move_refusals(field.game, u, Manner(), Moved({f"{u}m0": ((12, 15.0), (23, 15.0))}))) == []
    field.game.models.set(f"{u}m0", y=16.5 - r)
    near = Moved({f"{u}m0": ((23, 16.5 - r),)})
    assert "buildings.zone-of-control" in rules(move_refusals(field.game, u, Manner(), near))


@rule("xenocide.buildings.one-side")
def test_one_floor_has_room_for_half_the_capacity_at_a_side():
    hall, house = Battlefield(buildings=HALL), Battlefield(buildings=HOUSE)
    assert per_side(hall.game.field.rooms["b0s0"]) == 4
    assert per_side(house.game.field.rooms["b0s0"]) == 8
    for field, said in ((hall, ["buildings.one-side"]), (house, [])):
        u = field.put(0, "medium-infantry", (22, 17), 5)
        models = field.unit(u).models
        put = Placed({m: (20.5 + i / 2, 24.0) for i, m in enumerate(models)})
        assert rules(station_refusals(field.game, u, models, ["b0s0"], put)) == said


@rule("xenocide.buildings.change-side")
def test_a_garrison_changes_sides_or_goes_next_door_instead_of_moving():
    field = Battlefield(buildings=ROW)
    u = field.house(field.put(0, "medium-infantry", (0, 0), 2, order="move-and-fire"), "b0s0", "N")
    a, b = field.unit(u).models
    field.run(change_side(field.game, u), sides=Placed({a: (22.0, 20.0), b: (28.0, 22.0)}))
    assert side_at(field.game, a) == "S"
    assert field.game.models[b].section == "b0s1"
    assert side_at(field.game, b) == "E"
    assert field.unit(u).moved
    field.house(u, "b0s0", "N")
    field.house(field.line(1, "medium-infantry", [(0, 0)]), "b0s1", "E")
    assert rooms_beside(field.game, u) == ["b0s0"]


@rule("xenocide.buildings.leave")
def test_a_garrison_leaves_by_a_side_with_an_opening_and_measures_from_there():
    field = Battlefield(buildings=PUMP)
    u = field.house(field.line(0, "medium-infantry", [(0, 0)], order="move-and-fire"), side="N")
    m = f"{u}m0"
    assert ways_out(field.game, "b0s0", [m]) == ("N", "S")
    field.run(step_out(field.game, u, "walk"), way_out="S")
    assert field.at(m) == (21.5, 19.5)
    assert field.game.models[m].section == ""
    assert rules(move_refusals(field.game, u, Manner(), Moved({m: ((21.5, 15.5),)}))) == []
    assert rules(move_refusals(field.game, u, Manner(), Moved({m: ((21.5, 15.4),)}))) == ["movement.model-path"]
    bird = field.house(field.line(0, "hookwing", [(0, 0)]), side="N")
    assert ways_out(field.game, "b0s0", [f"{bird}m0"]) == ("N", "E", "S", "W")


@rule("xenocide.buildings.leave")
def test_who_does_not_move_is_still_inside():
    field = Battlefield(buildings=HOUSE)
    u = field.house(field.put(0, "medium-infantry", (0, 0), 2, order="move-and-fire"), side="N")
    a, b = field.unit(u).models
    field.plays(Movement(0, "b0", False), unit=u, how="move", way_out="N", move=Moved({a: ((21.5, 27.0),)}))
    assert field.game.models[a].section == ""
    assert field.at(a) == (21.5, 27.0)
    assert field.game.models[b].section == "b0s0"
    assert side_at(field.game, b) == "N"
    assert not list(GAME.invariants(field.game))


@rule("xenocide.buildings.leave")
def test_teleporters_leave_through_the_wall():
    field = Battlefield(buildings=PUMP)
    u = field.house(field.line(0, "blink-guard", [(0, 0)], order="move-and-fire"), side="E")  # no door there
    m = f"{u}m0"
    field.plays(Movement(0, "b0", False), unit=u, how="teleport", move=Moved({m: ((35.5, 21.5),)}))
    assert field.at(m) == (35.5, 21.5)  # 12 in from where it stood before the wall
    assert field.game.models[m].section == ""


@rule("xenocide.buildings.enter-edge")
@rule("xenocide.buildings.enter-who")
def test_high_models_land_on_the_roof():
    field = Battlefield(buildings=PUMP)
    u = field.put(0, "hookwing", (21.5, 14), 2, order="move-and-fire", high=True)
    field.plays(Movement(0, "b0", False), unit=u, how="enter-land", section="b0s0", enter_building=last,
                side=("b0s0", "E"))  # fmt: skip
    assert sections_of(field.game, u) == ["b0s0"]
    assert not field.unit(u).high
    assert not list(GAME.invariants(field.game))


@rule("xenocide.play.no-overlap")
def test_who_stays_outside_when_others_land_on_the_roof_needs_room_below():
    field = Battlefield(buildings=PUMP)
    u = field.line(0, "hookwing", [(21.5, 14), (17.0, 14)], order="move-and-fire", high=True)
    way = ((21.5, 18.0),)
    assert "play.no-overlap" not in entering(field, u, way, mode="land")
    field.line(0, "medium-infantry", [(17.2, 14)])  # below the other one, who comes down too
    assert "play.no-overlap" in entering(field, u, way, mode="land")


# ---- seeing and shooting ---------------------------------------------------------------------------------------------


@rule("xenocide.buildings.sight-from")
def test_a_garrison_looks_from_the_roof_of_its_side():
    field = Battlefield(("solid-wall", 15, 30, 15, 1), buildings=HOUSE)  # 2 in high
    u = field.house(field.line(0, "medium-infantry", [(0, 0)]), side="N")
    m = f"{u}m0"
    assert sight_shape(field.game, m) == (22.0, 24.0, 0.0, 4.0)
    foe = field.line(1, "medium-infantry", [(22, 46)])
    assert model_sees(field.game, m, f"{foe}m0")
    field.game.models.set(m, section="", y=25.0)  # in the street the wall hides the enemy
    assert not model_sees(field.game, m, f"{foe}m0")


@rule("xenocide.buildings.shoot-out")
@rule("xenocide.buildings.shoot-in")
def test_fire_goes_through_the_side_that_a_model_occupies():
    field = Battlefield(buildings=HOUSE)
    u = field.house(field.line(0, "medium-infantry", [(0, 0)]), side="N")
    ahead, behind = field.line(1, "medium-infantry", [(22, 30)]), field.line(1, "medium-infantry", [(22, 14)])
    w = kinds()["medium-infantry"].weapons[0]
    assert aim(field.game, u, w, ahead).direct
    assert not aim(field.game, u, w, behind).direct
    assert aim(field.game, ahead, w, u).direct
    assert not aim(field.game, behind, w, u).direct
    field.game.units.set(behind, high=True)  # even from above, or up: not through the back wall
    assert not aim(field.game, u, w, behind).direct
    assert not aim(field.game, behind, w, u).direct


@rule("xenocide.buildings.shoot-out")
def test_no_fire_through_a_blind_wall_but_from_the_roof_above_it():
    field = Battlefield(buildings=PUMP)
    foe = field.line(1, "medium-infantry", [(28, 21.5)])
    u = field.house(field.line(0, "medium-infantry", [(0, 0)]), side="E")
    jumper = field.house(field.line(0, "grav-assault-infantry", [(0, 0)]), side="E")
    w = kinds()["medium-infantry"].weapons[0]
    assert not aim(field.game, u, w, foe).direct
    assert aim(field.game, jumper, kinds()["grav-assault-infantry"].weapons[0], foe).direct
    assert aim(field.game, foe, w, u).direct  # but he can be seen there


@rule("xenocide.saves.cover-building")
@pytest.mark.parametrize(
    ("house", "kind", "cover"),
    [(HOUSE, "medium-infantry", 3), (HALL, "medium-infantry", 2), ((("pillbox", 20.0, 20.0),), "medium-infantry", 4),
     (HOUSE, "wisp-drone", 2)],
)  # fmt: skip
def test_models_in_a_building_have_its_cover(house, kind, cover):
    field = Battlefield(buildings=house)
    u = field.house(field.line(1, kind, [(0, 0)]), side="N")
    shooter = field.line(0, "medium-infantry", [(22, 32)])
    w = kinds()["medium-infantry"].weapons[0]
    found = aim(field.game, shooter, w, u)
    assert [p.cover for p in pools_of(field.game, w, u, found, found.direct)] == [cover]


@rule("xenocide.buildings.no-dig")
def test_nobody_digs_in_a_building():
    field = Battlefield(buildings=HOUSE)
    u = field.put(0, "medium-infantry", (22, 10), 2, order="fire-and-move")
    assert rules(dig_refusals(field.game, u)) == []
    field.house(u)
    assert rules(dig_refusals(field.game, u)) == ["buildings.no-dig"]


@rule("xenocide.buildings.footprint")
def test_who_does_not_enter_goes_round():
    field = Battlefield(buildings=HOUSE)
    u = field.line(0, "medium-infantry", [(22, 19)])
    assert rules(move_refusals(field.game, u, Manner(), Moved({f"{u}m0": ((22, 22),)}))) == ["ground.impassable"]
