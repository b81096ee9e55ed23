"""Odds on the asks for points and other dice."""

import pytest

from games.xenocide.battlefield import Battlefield
from xenotable.games.xenocide.rules.scenarios.scoring import break_target
from xenotable.games.xenocide.rules.suppression import test as nerve


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
