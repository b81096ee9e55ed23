"""From a layout to the ground of a battle, and the ground as it lies now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from xenotable.engine import memoize
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.grid.objects import layout_ground
from xenotable.games.xcx.rules.missions.objects import mission_objects
from xenotable.games.xcx.rules.play.table import table_size
from xenotable.games.xcx.rules.terrain.field import Field, Sighted
from xenotable.games.xcx.state import BattleSetup, Xcx

UNCHANGED: tuple[tuple[str, ...], tuple[float, ...]] = ((), ())  # nothing is gone, the core does not lie about


def top(game: Xcx) -> float:
    """How far north the table reaches."""
    return field_of(game).depth if field_of(game).mode != "hex" else 0.5 + (field_of(game).depth - 0.5) * 0.866


def layout_for(setup: BattleSetup) -> content.Layout:
    """The layout chosen, or the mission's own, or the first of the table's size."""
    size = table_size(setup.limit)
    fits = [a for a in content.layouts().values() if (a.width, a.depth) == size]
    wanted = setup.layout or content.missions()[setup.mission].layout
    return next((a for a in fits if a.id == wanted), fits[0])


def first_field(setup: BattleSetup) -> Field:
    return _field(setup.mode, layout_for(setup).id, mission_objects(setup))


@memoize(128)
def _field(mode: str, layout: str, objects: tuple[tuple[str, content.MissionObject], ...]) -> Field:
    field = Field(mode, layout_ground(content.layouts()[layout], objects), objects)
    alike = _alike(mode, field.width, field.depth, field.sighted, field.numbered)
    if alike:
        field.resembles(alike[0])
    else:
        alike.append(field)
    return field


@lru_cache(128)
def _alike(mode: str, width: float, depth: float, sighted: tuple[Sighted, ...], numbered: Sequence[int]) -> list[Field]:
    """The first ground on which sight meets just this, once it is laid out; missions on one layout often differ in
    other things only."""
    return []


def field_of(game: Xcx) -> Field:
    """The ground as it lies now: mostly as it lay when somebody last asked."""
    now, (then, field) = game.battle["now"], game.lies
    if then is not now:
        if then is None or then.gone is not now.gone or then.core is not now.core:
            field = _field_by(game, (now.gone, now.core))
        game.lies = (now, field)
    found: Field = field
    return found


def _field_by(game: Xcx, key: tuple[tuple[str, ...], tuple[float, ...]]) -> Field:
    """The ground without what is gone, and with the core where it lies."""
    fields = game.fields
    if UNCHANGED not in fields:
        fields[UNCHANGED] = first_field(game.setup)
    if key not in fields:
        fields[key] = fields[UNCHANGED].changed(*key)
    found: Field = fields[key]
    return found


def lay_out(game: Xcx, field: Field) -> None:
    """Another ground than that of the set-up, with nothing gone yet."""
    game.fields.clear()
    game.fields[UNCHANGED], game.lies = field, (None, None)
