"""How the computer fights for buildings."""

import random

import pytest

from games.xenocide.battlefield import Battlefield
from xenotable.engine import Choose, Match
from xenotable.games.xenocide.opponent import tactics
from xenotable.games.xenocide.opponent.buildings import shelling_value, shelter
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.buildings.assault import from_sections, out_of
from xenotable.games.xenocide.rules.buildings.occupants import side_at, take_sides
from xenotable.games.xenocide.state import Marker
from xenotable.games.xenocide.title import GAME
from xenotable.players import RandomPlayer, play_out, player

HOUSE = (("apartment-block", 20.0, 20.0),)
RND = random.Random(3).random


def advised(field, flow):
    """The advice for the first ask of some rules."""
    ask = next(flow)
    return tactics.ADVISORS[ask.key](field.game, ask.seat, ask, RND)


def how(field, u, among=("stay", "move", "enter", "shift")):
    ask = Choose(seat=0, key="how", rule="movement.action", prompt="", args={"unit": u}, among=lambda: among)
    return tactics.how(field.game, 0, ask, RND)


def test_infantry_goes_into_the_building_at_the_objective():
    field = Battlefield(buildings=HOUSE, scenario="seize-ground")
    field.game.markers.add("o0", Marker(-1, 22.0, 25.0))
    u = field.put(0, "medium-infantry", (22, 17), 6, order="move-and-fire")
    field.put(1, "medium-infantry", (22, 44), 6)
    choice, why = how(field, u)
    assert choice == "enter"
    assert "Apartment block" in why
    tanks = field.put(0, "medium-tank", (30, 17), 2, order="move-and-fire")
    assert shelter(field.game, tanks, (22.0, 25.0)) is None
    field.house(u, side="S")
    assert how(field, u)[0] == "shift"  # nobody to shoot at on this side
    field.house(u, side="N")
    assert how(field, u)[0] == "stay"


def test_it_stands_at_the_side_that_looks_at_the_enemy():
    field = Battlefield(buildings=HOUSE)
    u = field.put(0, "medium-infantry", (22, 17), 4)
    field.put(1, "medium-infantry", (40, 22), 4)

    def inside():
        return take_sides(field.game, u, field.unit(u).models, ("b0s0",), "stations", "buildings.enter-place")

    chosen, why = advised(field, inside())
    assert chosen == ("b0s0", "E")
    assert why
    field.run(inside(), side=chosen)
    assert {side_at(field.game, m) for m in field.unit(u).models} == {"E"}


def test_guns_shell_a_garrison_that_they_cannot_hit_otherwise():
    field = Battlefield(buildings=(("prefab-hut", 20.0, 20.0),))
    guns = field.put(0, "medium-artillery", (22, 4), 3)
    w = kinds()["medium-artillery"].weapons[0]
    assert shelling_value(field.game, guns, w, "b0s0") == 0.0  # empty walls are worth nothing
    foe = field.house(field.put(1, "medium-infantry", (0, 0), 4), side="N")
    assert shelling_value(field.game, guns, w, "b0s0") > 0
    ask = Choose(
        seat=0, key="target", rule="shooting.declare-targets", prompt="", args={"unit": guns, "w": w.name},
        among=lambda: ("b0s0", None),
    )  # fmt: skip
    choice, why = tactics.target(field.game, 0, ask, RND)
    assert choice == "b0s0"
    assert "weak point" in why
    field.game.units.set(foe, on=False, models=())
    assert tactics.target(field.game, 0, ask, RND)[0] is None


@pytest.mark.parametrize(
    ("kind", "ours", "theirs", "storms"), [("thren-warrior", 6, 1, True), ("recon-infantry", 1, 6, False)]
)
def test_it_storms_where_it_is_stronger(kind, ours, theirs, storms):
    field = Battlefield(buildings=(("row-block", 20.0, 20.0),))
    field.house(field.put(0, kind, (0, 0), ours, order="assault"), "b0s0", "N")
    field.house(field.put(1, "medium-infantry", (0, 0), theirs), "b0s1", "N")
    chosen, why = advised(field, from_sections(field.game, 0, "b0s1", ["b0s0"]))
    assert chosen == (("b0s0",) if storms else ())
    assert why


@pytest.mark.parametrize(
    ("kind", "ours", "theirs", "sallies"), [("thren-warrior", 6, 1, True), ("recon-infantry", 1, 6, False)]
)
def test_it_crosses_the_street_where_it_is_stronger(kind, ours, theirs, sallies):
    field = Battlefield(buildings=(("apartment-block", 20.0, 20.0), ("apartment-block", 27.0, 20.0)))
    u = field.house(field.put(0, kind, (0, 0), ours, order="assault"), "b0s0", "E")
    field.house(field.put(1, "medium-infantry", (0, 0), theirs), "b1s0", "W")
    chosen, why = advised(field, out_of(field.game, u, ["b1s0"]))
    assert chosen == ("b1s0" if sallies else None)
    assert why


def test_a_city_battle_is_won_against_chance():
    setup = next(o.setup for o in GAME.offers() if o.id == "city-seize-ground-generic-500-thren-500")
    match = Match(GAME.new(setup), 5)
    play_out(match, {0: player("tactician", GAME, 5), 1: RandomPlayer(GAME, 5)})
    assert match.game.result.winners == (0,)
