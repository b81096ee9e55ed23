"""What screens show of buildings; units that start in them; bombs on them."""

import pytest

from games.xenocide.battlefield import Battlefield
from xenotable.engine import Moved
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.buildings.collapse import collapse
from xenotable.games.xenocide.rules.buildings.occupants import sections_of
from xenotable.games.xenocide.rules.flight.flyers import drop, flown_over
from xenotable.games.xenocide.rules.setup.deployment import zone_refusals
from xenotable.games.xenocide.rules.setup.garrisons import sections_with_room, starts_in_building
from xenotable.games.xenocide.scenes import Bombing
from xenotable.games.xenocide.show.display import board, panels, tokens
from xenotable.games.xenocide.state import Marker

rule = pytest.mark.rule
HOUSE = (("apartment-block", 20.0, 20.0),)


def first(ask):
    return ask.candidates(1, lambda: 0.0)[0]


def area(field, s="b0s0"):
    return next(a for a in board(field.game).areas if a.id == s)


def test_a_section_shows_its_points_and_its_garrison():
    field = Battlefield(buildings=HOUSE)
    assert area(field).label == "Apartment block"
    assert "10 of 10 structure points" in area(field).about
    u = field.house(field.put(0, "medium-infantry", (0, 0), 2), side="E")
    field.game.sections.set("b0s0", points=7)
    assert area(field).label == "Apartment block 7/10"
    assert f"{field.unit(u).name}: 2 at the east side" in area(field).about
    line = next(p for p in panels(field.game, 0) if p.id == "buildings").lines[0]
    assert (line.label, line.value, line.now, line.full, line.on) == (
        "Apartment block", field.unit(u).name, 7, 10, "b0s0",
    )  # fmt: skip
    token = next(t for t in tokens(field.game, 0) if t.id == f"{u}m0")
    assert token.inside == "b0s0"
    assert token.at[0] == 24.0
    assert [m.sign for m in token.marks] == ["IN"]


def test_rubble_is_drawn_as_rubble():
    field = Battlefield(buildings=HOUSE)
    field.run(collapse(field.game, "b0s0"))
    assert (area(field).kind, area(field).label) == ("rubble", "Rubble of Apartment block")
    assert next(p for p in panels(field.game, 0) if p.id == "buildings").lines[0].value == "rubble"


@rule("xenocide.setup.deploy-legal")
def test_a_unit_starts_in_a_section_that_lies_wholly_in_its_zone():
    field = Battlefield(buildings=(("prefab-hut", 20.0, 2.0), ("prefab-hut", 30.0, 4.0)))
    u = field.put(0, "medium-infantry", (0, 0), 4, on=False)

    def zone(here):
        return zone_refusals(field.game, u, here)

    assert sections_with_room(field.game, u, zone) == ["b0s0"]
    field.run(
        starts_in_building(field.game, u, zone), billet="b0s0", stations=lambda a: a.candidates(1, lambda: 0.0)[0]
    )
    assert sections_of(field.game, u) == ["b0s0"]
    assert field.unit(u).on
    more = field.put(0, "medium-infantry", (0, 0), 1, on=False)
    assert sections_with_room(field.game, more, lambda here: zone_refusals(field.game, more, here)) == []  # it is full
    foe = field.put(1, "medium-infantry", (0, 0), 1, on=False)
    field.game.sides.set(1, edge="south")
    assert sections_with_room(field.game, foe, lambda here: zone_refusals(field.game, foe, here)) == []


@rule("xenocide.scenarios.centers-deployment")
def test_forward_deployment_in_a_building_around_the_marker():
    field = Battlefield(buildings=HOUSE, scenario="command-centers")
    u = field.put(0, "medium-infantry", (0, 0), 4, on=False)
    field.game.markers.add("o0", Marker(0, 22.0, 22.0))
    assert sections_with_room(field.game, u, lambda here: zone_refusals(field.game, u, here)) == ["b0s0"]
    field.game.markers.set("o0", x=26.0)
    assert sections_with_room(field.game, u, lambda here: zone_refusals(field.game, u, here)) == []


@rule("xenocide.flight.bombs")
def test_bombs_on_a_building():
    field = Battlefield(buildings=HOUSE)
    bomber = next(k for k in kinds().values() if any(w.bombs for w in k.weapons))
    bomb = next(w for w in bomber.weapons if w.bombs)
    u = field.line(0, bomber.id, [(22, 10)], high=True)
    over = Moved({f"{u}m0": ((22, 30),)})
    assert flown_over(field.game, u, over, "b0s0") == [f"{u}m0"]
    assert flown_over(field.game, u, Moved({f"{u}m0": ((30, 30),)}), "b0s0") == []
    field.roll(*[6] * bomb.shots)
    dice = bomb.shots * bomb.aoe
    save = 5 - bomb.strength
    field.roll(*[save + 1] * dice if 0 < save < 6 else [])
    field.run(drop(field.game, Bombing(u, (("b0s0", (f"{u}m0",)),))), bomb="b0s0", merge=0)
    assert field.game.sections["b0s0"].points == 10 - dice * (save < 6)
