"""Where AI models are deployed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.missions.zones import in_zone
from xenotable.games.xcx.rules.movement.positions import has_room, others, stands
from xenotable.games.xcx.rules.sight import look, shade
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.terrain.forms import IN_HARD, IN_SOFT, OPEN
from xenotable.games.xcx.rules.terrain.ground import field_of, top
from xenotable.games.xcx.state import Xcx
from xenotable.table import Circle, Point


@rule("ai.deployment", neutral=lambda game, waiting: (waiting[-1], field_of(game).points()[0]))
def deployment(game: Xcx, waiting: Sequence[str]) -> tuple[str, Point]:
    """The dearest first, in cover from the centre of the enemy edge, nearest to the middle of its front line."""
    id = min(waiting, key=lambda i: (-profile_of(game, i).cost, game.models[i].number))
    field, row = field_of(game), game.models[id]
    card = content.ai_cards().get(row.unit)
    key = (game.now.south == row.owner, row.r, card is not None and card.prefer == "melee")
    if key not in field.posts:
        field.posts[key] = Posts(game, id, *key)
    around = others(game, id).values()
    return id, next(p for p in field.posts[key] if has_room(field, p, row.r, around))


class Posts:
    """All places of a zone where a base of this size may stand, in the order in which the AI wants them: each is looked
    at when its turn could come, and remembered."""

    def __init__(self, game: Xcx, model: str, south: bool, r: float, fierce: bool) -> None:
        field, side = field_of(game), game.models[model].owner
        deep, far = 8 if field.depth == 36 else 12, top(game)
        self.field, self.r, self.known = field, r, list[Point]()
        self.eye = Circle(field.width / 2, far if south else 0.0, 0.0)
        rise = far / field.depth
        front = (field.width / 2, deep * rise if south else far - deep * rise)
        rows = {y for y in field.rows() if in_zone(game, side, Circle(field.width / 2, y, r))}
        spots = [p for p in field.outward(front) if p[1] in rows]
        # In the best cover first, of equals the nearest to the front line; the next one last.
        self.fierce, wanted = fierce, (OPEN,) if fierce else (OPEN, IN_SOFT, IN_HARD)
        self.rest = [(cover, p) for cover in wanted for p in reversed(spots)]

    def __iter__(self) -> Iterator[Point]:
        k, known = 0, self.known
        while k < len(known) or self._more():
            yield known[k]
            k += 1

    def _more(self) -> bool:
        """Finds the next place, if there is one."""
        while self.rest:
            wanted, p = self.rest.pop()
            if self._cover(p, wanted) == wanted and stands(self.field, p, self.r):
                self.known.append(p)
                return True
        return False

    def _cover(self, p: Point, least: int) -> int:
        """The cover there, as far as it can be so much."""
        here = Circle(p[0], p[1], self.r)
        most = OPEN if self.fierce else shade(self.field, here)
        return max(OPEN, look(self.field, self.eye, here)) if most and most >= least else OPEN
