"""Odds on the asks of titans."""

from games.xenocide.battlefield import Battlefield
from xenotable.games.xenocide.rules.assault import dice
from xenotable.games.xenocide.rules.titans.shooting import barrels, load_weapon


def test_odds_stand_on_the_asks_for_power():
    field = Battlefield()
    u, t = field.put(0, "bastion-titan", (30, 10)), field.put(1, "medium-tank", (30, 30), 3)
    field.game.titans.set(u, power=4)
    shown = {}

    def look(ask):
        shown[ask.args["w"]] = [ask.odds(p) for p in ask.options()]
        return

    for barrel in barrels(field.game, u):
        field.run(load_weapon(field.game, u, barrel, lambda w: ()), level=look)
    assert [len(s or []) for s in shown["Macro cannon"]] == [0, 1, 1, 1]
    means = [s[0].mean for s in shown["Macro cannon"][1:]]
    assert means == sorted(means)
    assert means[0] < means[1] < means[2]
    near = field.put(1, "medium-tank", (30, 15), 3)
    figures = []

    def blades(ask):
        figures.extend(ask.odds(p)[0].mean for p in ask.options())
        return 0

    field.run(dice.split(field.game, u, field.unit(u).models, True, (near,)), blades=blades, split=0)
    assert figures == sorted(figures)
    assert figures[-1] > figures[0]
    assert (field.game.titans[u].power, field.game.titans[u].blades) == (4, ())
    assert field.size(t) == 3
