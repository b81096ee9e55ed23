"""The objects of a mission, on a table of any size."""

from __future__ import annotations

import math

from xenotable.engine import rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.play.table import table_size
from xenotable.games.xcx.state import BattleSetup


@rule("missions.scaling", neutral=lambda mission, size, thing: thing)
def scale_object(
    mission: content.Mission, size: tuple[int, int], thing: content.MissionObject
) -> content.MissionObject:
    """An object of a mission on a table of another size: its centre moves, to the nearest 0.5, its size stays."""
    if size == (mission.base_width, mission.base_depth):
        return thing
    cx = _half((thing.x + thing.w / 2) * size[0] / mission.base_width, size[0] / 2)
    cy = _half((thing.y + thing.h / 2) * size[1] / mission.base_depth, size[1] / 2)
    return content.MissionObject(thing.kind, thing.number, cx - thing.w / 2, cy - thing.h / 2, thing.w, thing.h)


def _half(v: float, middle: float) -> float:
    """To the nearest 0.5; halfway, the one nearer to the middle of the table."""
    low = math.floor(v * 2) / 2
    if abs(v - low - 0.25) < 1e-9:
        return min((low, low + 0.5), key=lambda c: abs(c - middle))
    return low if v - low < 0.25 else low + 0.5


def mission_objects(setup: BattleSetup) -> tuple[tuple[str, content.MissionObject], ...]:
    mission, size = content.missions()[setup.mission], table_size(setup.limit)
    return tuple((f"o{o.number}", scale_object(mission, size, o)) for o in mission.objects)
