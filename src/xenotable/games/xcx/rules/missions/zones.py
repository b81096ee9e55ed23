"""Deployment zones: who may stand where."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from xenotable.engine import Refusal, rule
from xenotable.games.xcx.rules.movement.positions import can_end, others
from xenotable.games.xcx.rules.play.table import within
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import RESERVE, Xcx
from xenotable.table import Circle, Point


@rule("missions.zones", neutral=lambda game, side, c, touch=False: True)
def in_zone(game: Xcx, side: int, c: Circle, touch: bool = False) -> bool:
    """Does the whole base (or, `touch`, any part of it) lie in a side's deployment strip?"""
    field = field_of(game)
    deep = 8 if field.depth == 36 else 12
    y = field.row((c.x, c.y))
    if field.grid is not None:
        low = high = y
    else:
        low, high = y - c.r, y + c.r
    if touch:
        low, high = high, low
    return within(high if game.now.south == side else field.depth - low, deep)


def deploy_refusals(game: Xcx, model: str, p: Point, around: Collection[Circle] | None = None) -> Iterator[Refusal]:
    row = game.models[model]
    if not in_zone(game, row.owner, Circle(p[0], p[1], row.r)):
        yield Refusal("missions.zones", "{who} must stand wholly in its deployment zone.", {"who": model})
    if not can_end(game, model, p, row.r, around):
        says = "{who} cannot stand there: keep off terrain, objects and 1 Range from others."
        yield Refusal("missions.deploy", says, {"who": model})


def to_place(game: Xcx, side: int) -> list[str]:
    return [
        i
        for i, m in game.models.items()
        if m.owner == side and m.state == RESERVE and "Infiltrate" not in profile_of(game, i).rules
    ]


def zone_spots(game: Xcx, model: str) -> list[Point]:
    """All deployment points (i+0.5, j+0.5), or spaces, where a model may be put down."""
    around = others(game, model).values()
    return [p for p in field_of(game).points() if next(deploy_refusals(game, model, p, around), None) is None]
