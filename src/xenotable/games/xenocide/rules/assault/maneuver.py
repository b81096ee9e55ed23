"""How far models may shift before a round (rule "assault.maneuver")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Refusal, rule
from xenotable.games.xenocide.rules.buildings.walls import gap
from xenotable.games.xenocide.rules.play.measuring import bases, circle
from xenotable.games.xenocide.scenes import Manner
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle


@rule("assault.maneuver", neutral=lambda *a: ())
def maneuver_refusals(game: Xenocide, unit: str, manner: Manner, last: Sequence[Circle]) -> Iterator[Refusal]:
    """Every model that maneuvers ends nearer to an enemy of the assault."""
    foes = bases(game, manner.named)
    for model, after in zip(game.units[unit].models, last, strict=True):
        before = circle(game, model)
        if (before.x, before.y) != (after.x, after.y) and not any(gap(after, f) < gap(before, f) for f in foes):
            yield Refusal("assault.maneuver", "A model of {unit} would not come nearer to the enemy.", {"unit": unit})
            return
