"""Line of sight: nine rays from the eye to each model, solid features, four inches of obscuring ones (chapter
"sight")."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import cite, rule
from xenotable.engine.citing import TRACING
from xenotable.games.xenocide.rules.buildings.effects import at_window
from xenotable.games.xenocide.rules.buildings.occupants import faces
from xenotable.games.xenocide.rules.play.measuring import WITHIN
from xenotable.games.xenocide.rules.sight import corridors, rays
from xenotable.games.xenocide.rules.sight.eyes import Seen, eye_at
from xenotable.games.xenocide.state import Block, Xenocide
from xenotable.table import Circle
from xenotable.table.ground import union
from xenotable.table.shapes import snap

THROUGH = 4.0 + WITHIN  # inches of obscuring terrain that a ray may run through
KEPT = 8192  # remembered answers; the oldest half is forgotten when they are more
_H = 0.7071067811865476
RIM = ((0.0, 0.0), (1.0, 0.0), (_H, _H), (0.0, 1.0), (-_H, _H), (-1.0, 0.0), (-_H, -_H), (0.0, -1.0), (_H, -_H))


def seen(game: Xenocide, m: str, at: tuple[float, float] | None = None) -> Seen:
    """A model as sight knows it, where it stands (remembered while its row is the same) or at another place."""
    if at is not None or TRACING:
        return looked_at(game, m, at)
    row = game.models[m]
    high = game.units[row.unit].high
    known = game.glances.get(m)
    if known is None or known[0] is not row or known[1] is not high:
        known = game.glances[m] = (row, high, looked_at(game, m, None))
    return known[2]


@rule("sight.eye")
def looked_at(game: Xenocide, m: str, at: tuple[float, float] | None) -> Seen:
    if at is None and game.models[m].section:
        return at_window(game, m)
    x, y = at if at is not None else (game.models[m].x, game.models[m].y)
    return eye_at(game, m, x, y)


def between(game: Xenocide, ones: Sequence[Seen], others: Sequence[Seen]) -> list[Block]:
    """The solid and obscuring blocks that can lie between two groups."""
    low = min(min(s[3] for s in ones), min(s[3] for s in others))
    return corridors.between(game.field.blocks, corridors.around(ones, True), corridors.around(others, True), low)


@rule("sight.solid", neutral=lambda block: False)
def stops(block: Block) -> bool:
    return block[5]


@rule("sight.inside-obscuring")
@rule("sight.obscuring", neutral=lambda plan, runs: False)
def too_deep(plan: float, runs: list[tuple[float, float]]) -> bool:
    return plan * sum(t1 - t0 for t0, t1 in union(runs)) > THROUGH


def clear(blocks: Sequence[Block], px: float, py: float, pz: float, qx: float, qy: float, qz: float) -> bool:
    """Does a ray from p to q meet nothing solid and at most four inches of obscuring terrain below its top? Touching a
    side or a corner is not meeting."""
    if qx < px or (qx == px and qy < py):  # both directions of a line are clipped as one
        px, py, pz, qx, qy, qz = qx, qy, qz, px, py, pz
    dx, dy, dz = qx - px, qy - py, qz - pz
    ly, hy = (py, qy) if py < qy else (qy, py)
    runs: list[tuple[float, float]] = []
    for block in blocks:
        x0, y0, x1, y1, top, _ = block
        if x0 > qx or x1 < px or y0 > hy or y1 < ly:
            continue
        span = inside(x0, x1, px, dx, inside(y0, y1, py, dy, (0.0, 1.0)))
        t0, t1 = below(top, pz, dz, span)
        if t0 >= t1:
            continue
        if stops(block):
            return False
        runs.append((t0, t1))
    return not runs or not too_deep((dx * dx + dy * dy) ** 0.5, runs)


def inside(low: float, high: float, at: float, by: float, span: tuple[float, float]) -> tuple[float, float]:
    """The part of a span in which a coordinate lies between two sides."""
    if by == 0.0:
        return span if low < at < high else (1.0, 0.0)
    s0, s1 = (low - at) / by, (high - at) / by
    if s0 > s1:
        s0, s1 = s1, s0
    return (s0 if s0 > span[0] else span[0]), (s1 if s1 < span[1] else span[1])


def below(top: float, z: float, by: float, span: tuple[float, float]) -> tuple[float, float]:
    """The part of a span in which a ray is below the top of a feature."""
    if by == 0.0:
        return span if z < top else (1.0, 0.0)
    t = (top - z) / by
    return (span[0], min(span[1], t)) if by > 0.0 else (max(span[0], t), span[1])


@rule("sight.rays", neutral=lambda parts, eye, target: True)
def sees(parts: Sequence[Block], eye: Seen, target: Seen) -> bool:
    """Is one of the nine rays to the centre and the rim of the target clear?"""
    x, y, r, z = target
    px, py, _, pz = eye
    if not parts or clear(parts, px, py, pz, x, y, z):
        return True
    return r > 0.0 and any(clear(parts, px, py, pz, snap(x + r * u), snap(y + r * v), z) for u, v in RIM[1:])


@rule("sight.models-do-not-block")
def visible(game: Xenocide, eyes: Sequence[Seen], targets: Sequence[Seen]) -> tuple[tuple[bool, ...], ...]:
    """For each eye, which targets it sees; remembered, because the same units look at each other again and again."""
    key = (tuple(eyes), tuple(targets))
    found: tuple[tuple[bool, ...], ...] | None = game.sights.get(key)
    if found is None:
        found = looked(game, eyes, targets)
        if len(game.sights) >= KEPT:
            for old in list(game.sights)[: KEPT // 2]:
                del game.sights[old]
        game.sights[key] = found
    return found


def looked(game: Xenocide, eyes: Sequence[Seen], targets: Sequence[Seen]) -> tuple[tuple[bool, ...], ...]:
    """Eye by eye, or all rays at once where these have been compiled. Both give the same answers."""
    if rays.is_warm() and game.field.apart and not TRACING:
        return rays.at_once(rays.town_of(game.field), eyes, targets, RIM[1:], THROUGH)
    parts = between(game, eyes, targets)
    if not parts:
        return ((True,) * len(targets),) * len(eyes)
    if len(eyes) * len(targets) > 1 and not TRACING:
        here, there = corridors.around(eyes, False), corridors.around(targets, True)
        if corridors.hidden(parts, here, there, max(max(s[3] for s in eyes), max(s[3] for s in targets)), THROUGH):
            return ((False,) * len(targets),) * len(eyes)
    if not TRACING:
        return rays.table(parts, eyes, targets, RIM[1:], THROUGH)
    return tuple(tuple(sees(parts, e, t) for t in targets) for e in eyes)


def model_sees(game: Xenocide, m: str, target: str) -> bool:
    return visible(game, (seen(game, m),), (seen(game, target),))[0][0] and faces(game, m, target)


@rule("sight.burrowed-unseen", neutral=lambda game, u: False)
def unseen(game: Xenocide, u: str) -> bool:
    return game.units[u].burrowed


def base(s: Seen) -> Circle:
    return Circle(s[0], s[1], s[2])


def watchers(game: Xenocide, seat: int) -> list[str]:
    """The models of a side that can look: on the table, not burrowed."""
    cite("artillery.spotter-limits")
    return [m for u in game.units.values() if u.seat == seat and u.on and not u.burrowed for m in u.models]
