"""Line of sight: nine rays from the eye to each model, solid features, four inches of obscuring ones (chapter
"sight")."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import cite, rule
from xenotable.engine.memory import until_it_moved
from xenotable.games.xenocide.rules.buildings.effects import at_window
from xenotable.games.xenocide.rules.buildings.occupants import faces
from xenotable.games.xenocide.rules.play.measuring import WITHIN
from xenotable.games.xenocide.rules.sight import corridors, rays
from xenotable.games.xenocide.rules.sight.viewpoints import Seen, eye_at
from xenotable.games.xenocide.state import Block, Xenocide
from xenotable.kernels import Rows
from xenotable.table import Circle

THROUGH = 4.0 + WITHIN  # inches of obscuring terrain that a ray may run through
KEPT = 8192  # remembered answers; the oldest half is forgotten when they are more
_H = 0.7071067811865476
RIM = ((0.0, 0.0), (1.0, 0.0), (_H, _H), (0.0, 1.0), (-_H, _H), (-1.0, 0.0), (-_H, -_H), (0.0, -1.0), (_H, -_H))
WHOLE, TURNS = Rows(RIM), Rows(RIM[1:])  # with and without the centre


def sight_shape(game: Xenocide, model: str, at: tuple[float, float] | None = None) -> Seen:
    """A model as sight knows it, where it stands or at another place."""
    return looked_at(game, model, at) if at is not None else where_it_stands(game, game.models[model].unit, model)


@until_it_moved
def where_it_stands(game: Xenocide, unit: str, model: str) -> Seen:
    return looked_at(game, model, None)


@until_it_moved
def shapes(game: Xenocide, unit: str) -> tuple[Seen, ...]:
    """The models of a unit as sight knows them."""
    return tuple([where_it_stands(game, unit, m) for m in game.units[unit].models])


@rule("sight.eye")
def looked_at(game: Xenocide, model: str, at: tuple[float, float] | None) -> Seen:
    if at is None and game.models[model].section:
        return at_window(game, model)
    x, y = at if at is not None else (game.models[model].x, game.models[model].y)
    return eye_at(game, model, x, y)


@rule("sight.solid", neutral=lambda blocks: tuple((*b[:5], False) for b in blocks))
def solid(blocks: Sequence[Block]) -> Sequence[Block]:
    """Blocks as rays meet them: what is solid stops a ray at once."""
    return blocks


@rule("sight.inside-obscuring")
@rule("sight.obscuring", neutral=lambda: float("inf"))
def depth() -> float:
    """So many inches of obscuring terrain a ray may run through."""
    return THROUGH


def between(game: Xenocide, ones: Sequence[Seen], others: Sequence[Seen]) -> list[Block]:
    """The solid and obscuring blocks that can lie between two groups."""
    low = min(min(s[3] for s in ones), min(s[3] for s in others))
    blocks = solid(game.field.blocks)
    return corridors.between(blocks, corridors.around(ones, True), corridors.around(others, True), low)


@rule("sight.rays", neutral=lambda blocks, eye, marks: True)
def sees_any(blocks: Sequence[Block], eye: Seen, marks: Sequence[Seen]) -> bool:
    """Is the ray to one of these points clear?"""
    px, py, _, pz = eye
    through = depth()
    return any(rays.open_ray(blocks, px, py, pz, x, y, z, through) for x, y, _, z in marks)


@rule("sight.models-do-not-block")
def visible(game: Xenocide, eyes: Sequence[Seen], targets: Sequence[Seen]) -> tuple[tuple[bool, ...], ...]:
    """For each eye, which targets it sees; remembered, because the same units look at each other again and again."""
    key = (tuple(eyes), tuple(targets))
    found: tuple[tuple[bool, ...], ...] | None = game.sights.get(key)
    if found is None:
        found = sight_table(game, eyes, targets)
        if len(game.sights) >= KEPT:
            for old in list(game.sights)[: KEPT // 2]:
                del game.sights[old]
        game.sights[key] = found
    return found


@rule("sight.rays", neutral=lambda game, eyes, targets: ((True,) * len(targets),) * len(eyes))
def sight_table(game: Xenocide, eyes: Sequence[Seen], targets: Sequence[Seen]) -> tuple[tuple[bool, ...], ...]:
    """A target is seen if one of the nine rays to its centre and its rim is clear."""
    found, n = rays.table(solid(game.field.blocks), eyes, targets, TURNS, depth()), len(targets)
    return tuple([tuple(found[i : i + n]) for i in range(0, len(found), n)])


def model_sees(game: Xenocide, model: str, target: str) -> bool:
    return visible(game, (sight_shape(game, model),), (sight_shape(game, target),))[0][0] and faces(game, model, target)


@rule("sight.burrowed-unseen", neutral=lambda game, unit: False)
def unseen(game: Xenocide, unit: str) -> bool:
    return game.units[unit].burrowed


def base(s: Seen) -> Circle:
    return Circle(s[0], s[1], s[2])


def watchers(game: Xenocide, seat: int) -> list[str]:
    """The models of a side that can look: on the table, not burrowed."""
    cite("artillery.spotter-limits")
    return [m for u in game.units.values() if u.seat == seat and u.on and not u.burrowed for m in u.models]
