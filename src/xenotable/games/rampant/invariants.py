"""What must hold at every moment of a battle, for soak tests."""

from __future__ import annotations

import math
from collections.abc import Iterator

from xenotable.games.rampant.rules.terrain.field import field, is_standing
from xenotable.games.rampant.scenes import Collapse
from xenotable.games.rampant.state import Rampant

WHERE = ("table", "inside", "aboard", "reserve", "gone")


def broken_invariants(game: Rampant) -> Iterator[str]:
    """Invariants that do not hold, as sentences."""
    if not game.now.terrain:
        return
    width, depth = field(game).width, field(game).depth
    for unit, row in game.units.items():
        what = game.profile[unit]
        if row.where not in WHERE:
            yield f"{unit} is nowhere: {row.where}"
        if row.where != "gone" and not 0 < row.strength <= what.strength:
            yield f"{unit} has {row.strength} of {what.strength} Strength Points"
        if row.where == "gone" and not row.gone:
            yield f"{unit} is gone for no reason"
        if row.where == "table" and not (
            what.radius - 0.01 <= row.x <= width - what.radius + 0.01
            and what.radius - 0.01 <= row.y <= depth - what.radius + 0.01
        ):
            yield f"{unit} at {row.x}, {row.y} is not wholly on the table"
        if row.where == "inside" and not is_standing(game, row.inside) and not has_survivors_coming(game):
            yield f"{unit} is in {row.inside}, which does not stand"
        if row.where == "aboard" and row.inside and game.units[row.inside].where == "gone":
            yield f"{unit} rides in {row.inside}, which is gone"
        if row.suppressed and "machine" in what.has:
            yield f"the Machine {unit} is Suppressed"
    yield from overlaps(game)
    for seat, side in game.sides.items():
        points = sum(
            game.profile[u].points
            for u, r in game.units.items()
            if r.seat == seat and r.gone in ("destroyed", "routed", "fled")
        )
        if side.removed != points and game.result is None:
            yield f"side {seat} counts {side.removed} points removed, but {points} are"


def has_survivors_coming(game: Rampant) -> bool:
    """Are units still to come out of a fallen building?"""
    return any(isinstance(scene, Collapse) for scene in game.scenes)


def overlaps(game: Rampant) -> Iterator[str]:
    """Footprints never overlap."""
    here = [(u, r.x, r.y, game.profile[u].radius) for u, r in game.units.items() if r.where == "table"]
    for i, (a, ax, ay, ar) in enumerate(here):
        for b, bx, by, br in here[:i]:
            if math.hypot(ax - bx, ay - by) < ar + br - 0.02:
                yield f"{a} and {b} overlap"
