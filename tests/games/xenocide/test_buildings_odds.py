"""Odds of fights in and between buildings."""

import pytest

from games.xenocide.battlefield import Battlefield
from xenotable.games.xenocide.forecasts.shooting import of_target
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.assault import dice
from xenotable.games.xenocide.rules.buildings.assault import from_sections, prospects


def test_the_odds_of_a_fight_across_the_street_know_the_walls():
    field = Battlefield(buildings=(("apartment-block", 20.0, 20.0), ("apartment-block", 27.0, 20.0)))
    u = field.house(field.put(0, "medium-infantry", (0, 0), 4, order="assault"), "b0s0", "E")
    foe = field.house(field.put(1, "medium-infantry", (0, 0), 4), "b1s0", "W")
    there, back = prospects(field.game, u, [foe], "out")[:2]
    assert there.mean < back.mean  # who assaults out of his building has no bonus
    storm = prospects(field.game, u, [foe], "storm")
    assert storm[1].mean < back.mean  # between sections he has
    assert field.unit(u).sally == ""


def test_the_odds_of_storming_dividing_and_escaping_stand_on_the_asks():
    field = Battlefield(buildings=(("row-block", 20.0, 20.0),))
    u = field.house(field.put(0, "medium-infantry", (0, 0), 4, order="assault"), "b0s0", "E")
    foe = field.house(field.put(1, "medium-infantry", (0, 0), 3), "b0s1", "W")
    shown = {}

    def storm(ask):
        shown["storm"] = ask.odds(("b0s0",))
        return ()

    field.run(from_sections(field.game, 0, "b0s1", ("b0s0",)), storm=storm)
    assert [f.title for f in shown["storm"]] == [f"{x} strikes {y}" for x, y in _both(field, u, foe)]
    tanks = field.put(0, "medium-tank", (24, 10), 3)
    _, buried = of_target(field.game, tanks, kinds()["medium-tank"].weapons[0], "b0s1")
    assert buried.mean == pytest.approx(3 * 3 / 6)  # each of them escapes on 3 or less
    other = field.put(1, "medium-infantry", (24, 14), 3)
    more = field.put(1, "medium-infantry", (24, 6), 3)
    field.game.units.set(tanks, attack=6)

    def divide(ask):
        shown["divide"] = ask.odds({other: 4, more: 2})
        return {other: 6, more: 0}

    field.run(dice.divide(field.game, tanks, (other, more)), divide=divide)
    assert [f.notes[0] for f in shown["divide"]] == ["4 dice against 0 on defence", "2 dice against 0 on defence"]
    assert shown["divide"][0].mean > shown["divide"][1].mean


def _both(field, a, b):
    a, b = field.game.name(a), field.game.name(b)
    return (a, b), (b, a)
