"""Odds of fights in and between buildings."""


from games.xenocide.battlefield import Battlefield
from xenotable.games.xenocide.storming import prospects


def test_the_odds_of_a_fight_across_the_street_know_the_walls():
    field = Battlefield(buildings=(("apartment-block", 20.0, 20.0), ("apartment-block", 27.0, 20.0)))
    u = field.house(field.put(0, "medium-infantry", (0, 0), 4, order="assault"), "b0s0", "E")
    foe = field.house(field.put(1, "medium-infantry", (0, 0), 4), "b1s0", "W")
    there, back = prospects(field.game, u, [foe])[:2]
    assert there.mean < back.mean  # who assaults out of his building has no bonus
    storm = prospects(field.game, u, [foe], "storm")
    assert storm[1].mean < back.mean  # between sections he has
    assert field.unit(u).sally == ""
