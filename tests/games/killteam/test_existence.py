"""Nothing legal is withheld: where the engine says "impossible", a judge with a dense grid finds nothing either."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from functools import partial

from judge import Tally, judged, positions
from xenotable.games.killteam.rules.turns import can_hatch, hatch_place, hatches
from xenotable.games.killteam.state import KillTeam, scenario_of
from xenotable.games.killteam.title import GAME
from xenotable.table import Point

Zone = tuple[float, float, float, float]


def crowds(every: int) -> Iterator[tuple[KillTeam, str, Zone]]:
    """Positions of played games with one operative off the table, and its drop zone full of enemies."""
    for rnd, game in positions(GAME, range(4), every):
        ids = [i for i, o in game.operatives.items() if o.there]
        if not game.now.scenario or len(ids) < 8:
            continue
        lost, *others = rnd.sample(ids, len(ids))
        seat = game.operatives[lost].seat
        zone = scenario_of(game).zones[game.sides[seat].zone]
        for k, i in enumerate(others):
            x, y = spread(rnd, zone, k, len(others))
            game.operatives.set(i, x=x, y=y, z=0.0, seat=1 - seat, fallen=False)
        game.operatives.set(lost, there=False)
        yield game, lost, zone


def spread(rnd: random.Random, zone: Zone, k: int, n: int) -> Point:
    """The k-th of n places that cover a zone evenly, almost."""
    x0, y0, x1, y1 = zone
    wide, deep = x1 - x0, y1 - y0
    rows = max(1, round(math.sqrt(n * min(wide, deep) / max(wide, deep))))
    u, v = (k // rows + 0.5) * rows / n, (k % rows + 0.5) / rows
    along, across = (u, v) if wide > deep else (v, u)
    x, y = x0 + along * wide + rnd.uniform(-0.4, 0.4), y0 + across * deep + rnd.uniform(-0.4, 0.4)
    return round(x * 1024) / 1024, round(y * 1024) / 1024


def wrong(game: KillTeam, lost: str, p: Point) -> float:
    return 0.0 if hatches(game, game.operatives[lost].seat, lost, *p) else 1.0


def test_a_place_to_hatch_is_found_wherever_there_is_one() -> None:
    tally = Tally()
    for game, lost, (x0, y0, x1, y1) in crowds(12):
        place = hatch_place(game, lost)
        assert place is None or not wrong(game, lost, place)
        middle, far = ((x0 + x1) / 2.0, (y0 + y1) / 2.0), math.hypot(x1 - x0, y1 - y0) / 2.0
        tally.add(can_hatch(game, lost), partial(judged, partial(wrong, game, lost), middle, far, 0.5), lost)
    tally.close()
    assert tally.answered
    assert tally.impossible
