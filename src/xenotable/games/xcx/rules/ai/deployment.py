"""Where AI models are deployed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.missions.zones import in_zone
from xenotable.games.xcx.rules.movement.positions import has_room, others, stands
from xenotable.games.xcx.rules.sight import looks_at, shady_points
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.terrain.forms import IN_HARD, IN_SOFT, OPEN
from xenotable.games.xcx.rules.terrain.ground import field_of, top
from xenotable.games.xcx.state import Xcx
from xenotable.table import Circle, Point


@rule("ai.deployment", neutral=lambda game, waiting: (waiting[-1], field_of(game).points()[0]))
def deployment(game: Xcx, waiting: Sequence[str]) -> tuple[str, Point]:
    """The dearest first, in cover from the centre of the enemy edge, nearest to the middle of its front line."""
    id = min(waiting, key=lambda i: (-profile_of(game, i).cost, game.models[i].number))
    return id, next(free_posts(game, id))


def free_posts(game: Xcx, model: str) -> Iterator[Point]:
    """The places where it can be put down now, in the order in which the AI wants them."""
    field, row = field_of(game), game.models[model]
    card = content.ai_cards().get(row.unit)
    key = (game.now.south == row.owner, row.r, card is not None and card.prefer == "melee")
    if key not in field.posts:
        field.posts[key] = posts(game, model, *key)
    around = others(game, model).values()
    return (p for p in field.posts[key] if stands(field, p, row.r) and has_room(field, p, row.r, around))


def posts(game: Xcx, model: str, south: bool, r: float, fierce: bool) -> list[Point]:
    """All places of a zone in the order in which the AI wants them: in the best cover first, of equals the nearest to
    the front line."""
    field, side = field_of(game), game.models[model].owner
    deep, far = 8 if field.depth == 36 else 12, top(game)
    rise = far / field.depth
    front = (field.width / 2, deep * rise if south else far - deep * rise)
    rows = frozenset(y for y in field.rows() if in_zone(game, side, Circle(field.width / 2, y, r)))
    spots = field.outward(front, rows)
    if fierce:
        return spots
    eye, shady = Circle(field.width / 2, far if south else 0.0, 0.0), shady_points(field, spots, r)
    cover = dict(zip(shady, looks_at(field, eye, shady, r), strict=True))
    ranks: dict[int, list[Point]] = {IN_HARD: [], IN_SOFT: [], OPEN: []}
    for p in spots:
        ranks[max(OPEN, cover.get(p, OPEN))].append(p)
    return [*ranks[IN_HARD], *ranks[IN_SOFT], *ranks[OPEN]]
