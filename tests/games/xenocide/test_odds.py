"""Odds on the asks for points and other dice."""

import pytest

from games.xenocide.battlefield import Battlefield, duel
from xenotable.games.xenocide.rules.scenarios.scoring import break_target
from xenotable.games.xenocide.rules.suppression import test as nerve
from xenotable.games.xenocide.scenes import Fight


def test_the_active_side_attacks_however_its_units_have_come_into_the_assault():
    field, a, b = duel(n=3, m=3)
    field.game.units.set(b, dug=True)
    field.game.war.set("war", company="b0")
    shown = {}

    def kept(ask):
        shown[ask.args["unit"]] = [f.title for f in ask.odds(0)]
        return 0

    field.play(Fight(0, (a,), (b,), 2, "tally"), split=kept)
    field.play(Fight(0, (a,), (b,), 2, "tally", (b,)), split=kept)
    assert list(shown) == [b, a]
    assert shown[a] == shown[b]  # the attacker strikes first


def test_the_odds_of_another_die_and_of_points_stand_on_the_asks():
    field = Battlefield()
    u = field.line(0, "medium-infantry", [(10, 10)])
    seen = []

    def look(ask):
        seen.extend(ask.odds(x).chances[0].p for x in (False, True))
        return False

    field.roll(2, 2).run(nerve(field.game, u, 7, "suppression.test"), steady=look)
    assert seen == [0.0, pytest.approx(4 / 6)]  # 4 rolled, 7 needed: 3 and more

    def spend(ask):
        seen[:] = [ask.odds(n).chances[0].p for n in (0, 1, 3)]
        return 1

    assert field.run(break_target(field.game, 0), break_points=spend) == 8
    assert seen == [pytest.approx(10 / 36), pytest.approx(15 / 36), pytest.approx(26 / 36)]
