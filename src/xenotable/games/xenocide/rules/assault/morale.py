"""The tests after a round of close assault (chapter "assault")."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Flow, cite, rule
from xenotable.games.xenocide.rules.assault.casualties import weight
from xenotable.games.xenocide.rules.play.models import is_titan, kind_of
from xenotable.games.xenocide.rules.play.units import mounted_models
from xenotable.games.xenocide.rules.saves.cover import cover_in
from xenotable.games.xenocide.rules.suppression import test
from xenotable.games.xenocide.rules.titans.frame import below_half
from xenotable.games.xenocide.state import Xenocide


def tests(game: Xenocide, ours: Sequence[str], theirs: Sequence[str], round_: int) -> Flow[None]:
    """Step 7: every unit still present tests, unless only one side is left."""
    cite("play.who-chooses-first")
    left = [[u for u in side if game.units[u].models] for side in (ours, theirs)]
    if not left[0] or not left[1]:
        return
    for side, other in ((0, 1), (1, 0)):
        for unit in left[side]:
            target = target_number(game, unit, left[side], left[other], round_)
            yield from test(game, unit, target, "assault.suppression-test")


def target_number(game: Xenocide, unit: str, mine: Sequence[str], foes: Sequence[str], round_: int) -> int:
    fallen, own, other = game.units[unit].fallen, side_weight(game, mine), side_weight(game, foes)
    return nerve_target(fallen, half(game, unit), own, other, round_, cover_modifier(game, unit))


def nerve_target(fallen: int, halved: int, own: int, other: int, round_: int, shelter: int) -> int:
    """What a unit must roll: by casualties, whether it is below half, the weight of both sides, the round, cover."""
    return 3 + by_casualties(fallen) + halved + outnumbered_modifier(own, other) + long_fight(round_) - shelter


def side_weight(game: Xenocide, units: Sequence[str]) -> int:
    """The models of a side, multi-six models by their weight, those in open transports too."""
    return sum(weight(kind_of(game, m)) for u in units for m in (*game.units[u].models, *mounted_models(game, u)))


@rule("assault.test-casualties", neutral=lambda n: 0)
def by_casualties(n: int) -> int:
    return (n >= 1) + (n >= 2) + (n >= 4)


@rule("assault.test-half", neutral=lambda game, unit: 0)
def half(game: Xenocide, unit: str) -> int:
    return int(below_half(game, unit))


@rule("assault.test-outnumbered", neutral=lambda *a: 0)
def outnumbered_modifier(own: int, other: int) -> int:
    return int(other >= 2 * own)


@rule("assault.test-rounds", neutral=lambda round_: 0)
def long_fight(round_: int) -> int:
    return int(round_ >= 2)


@rule("assault.test-cover", neutral=lambda game, unit: 0)
def cover_modifier(game: Xenocide, unit: str) -> int:
    row = game.units[unit]
    if is_titan(game, unit):
        return 0  # what others hide in does not cover a giant (titans.cover-terrain)
    inside = sum(cover_in(game, game.models[m].x, game.models[m].y) >= 2 for m in row.models)
    return int(row.dug or inside * 2 > len(row.models))
