"""Odds of suppression and of overwatch: where they are shown."""

from games.xenocide.battlefield import Battlefield
from xenotable.games.xenocide.content import weapons
from xenotable.games.xenocide.forecasts.suppression import of_suppression
from xenotable.games.xenocide.rules.overwatch import moment_odds, moments


def scene(kind, n, target, m):
    field = Battlefield(("forest", 18, 24, 4, 8))
    return field, field.put(0, kind, (20, 10), n), field.put(1, target, (21, 26), m)


def test_who_is_hardly_fired_at_need_not_test():
    field, a, b = scene("medium-tank", 1, "medium-infantry", 6)
    assert of_suppression(field.game, a, weapons()["tank-cannon"], b) is None


def test_overwatch_odds_are_those_of_fire_from_that_moment():
    field = Battlefield()
    a, b = field.put(0, "medium-infantry", (20, 10), 5, watch=True), field.put(1, "medium-infantry", (20, 26), 5)
    starts = {m: field.at(m) for m in field.unit(b).models}
    when = moments(starts, {m: [(x, y + 20.0)] for m, (x, y) in starts.items()})
    close, far = moment_odds(field.game, a, b, when[0]), moment_odds(field.game, a, b, when[8])
    assert close
    assert close[0].mean > 0
    assert far == []  # out of range by then
