"""Suppressed units do not come nearer to the enemy (rule "movement.suppressed-move")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Refusal, rule
from xenotable.games.xenocide.rules.buildings.walls import gap
from xenotable.games.xenocide.rules.play.measuring import WITHIN, bases
from xenotable.games.xenocide.rules.play.positions import nearest
from xenotable.games.xenocide.rules.play.units import above_ground
from xenotable.games.xenocide.rules.saves.cover import cover_in
from xenotable.games.xenocide.rules.titans.systems import is_hampered
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle

SAFE = 12.0


@rule("movement.suppressed-move", neutral=lambda *a: ())
def nearing_refusals(game: Xenocide, unit: str, before: Sequence[Circle], last: Sequence[Circle]) -> Iterator[Refusal]:
    """No model of a suppressed unit comes nearer to its nearest enemy (or, if the table reads it so, to any enemy
    unit), unless all end in cover and far away."""
    row = game.units[unit]
    if not is_hampered(game, unit):
        return
    foes = bases(game, above_ground(game, 1 - row.seat))
    if not foes:
        return
    groups = [foes]
    if game.reads("movement.suppressed-move=every-enemy"):
        groups = [bases(game, (foe,)) for foe in above_ground(game, 1 - row.seat)]
    steps = list(zip(before, last, strict=True))
    if not any(nearest((b,), group) < nearest((a,), group) - WITHIN for a, b in steps for group in groups if group):
        return
    far = all(gap(e, f) >= SAFE - WITHIN for e in last for f in foes)
    if far and all(cover_in(game, e.x, e.y) for e in last):
        return
    remedy = "Go back, reach cover 12 in away, or pay a command point."
    yield Refusal("movement.suppressed-move", "{unit} is suppressed and may not come nearer.", {"unit": unit}, remedy)
