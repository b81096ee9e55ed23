"""How far a model may move (chapter "movement")."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import cite, rule
from xenotable.engine.memory import until_written
from xenotable.games.xenocide.content import Kind
from xenotable.games.xenocide.rules.ground.paths import road_bonus
from xenotable.games.xenocide.rules.play.measuring import circle, stances
from xenotable.games.xenocide.rules.play.positions import ANYWHERE, Stance, close_by, close_to
from xenotable.games.xenocide.rules.titans.systems import is_buried, move_of
from xenotable.games.xenocide.rules.turn.orders import assault_pace
from xenotable.games.xenocide.scenes import Manner
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import FREE, Circle, Costs, Point

COHERENCY = 8.0


def pace(game: Xenocide, model: str) -> float:
    """The Move of a model in this activation."""
    row = game.models[model]
    kind = game.kinds[row.kind]
    if kind.titan is not None:
        return move_of(game, model, kind)
    return assault_pace(kind) if game.units[row.unit].order == "assault" else kind.move


@rule("movement.allowance")
def allowance(game: Xenocide, model: str, manner: Manner, path: Sequence[Point] = ()) -> float:
    """How far a model may go along this path before the ground is rolled for."""
    kind = game.kinds[game.models[model].kind]
    if kind.move == 0:
        cite("movement.move-zero")
        return 0.0
    if manner.limit:
        return manner.limit
    mode = manner.mode
    if mode == "jump":
        return kind.jump
    if mode == "teleport":
        return kind.teleport
    if mode in ("dive", "surface"):
        return move_of(game, model, kind) - 4.0 if not is_buried(game, model) else 0.0
    if mode == "tunnel":
        return move_of(game, model, kind)
    far = pace(game, model)
    used = dict(manner.spent).get(model, 0.0) if manner.spent else 0.0
    bonus = road_bonus(game, kind, far, circle(game, model), path) if path else 0.0
    return max(0.0, far + bonus - used)


@until_written
def farthest(game: Xenocide, unit: str, mode: str = "walk", limit: float = 0.0) -> float:
    """How far the quickest model of a unit may go in this way, without a road."""
    manner = Manner(mode, limit=limit)
    return max((allowance(game, m, manner) for m in game.units[unit].models), default=0.0)


def costs(game: Xenocide, kind: Kind, manner: Manner) -> Costs:
    if manner.mode == "walk":
        return game.field.walks[kind.mover]
    if manner.mode == "fly":
        return FREE
    return game.field.air[kind.mover]


def friends(game: Xenocide, unit: str, box: Stance = ANYWHERE, far: float = 0.0) -> list[Circle]:
    """The other bases of the same side that come so near to a rectangle: passed freely, never stood on."""
    others = close_by(stances(game, game.units[unit].seat), box, far)
    near = [c for f, at in others if f != unit for c in at.circles]
    return close_to(near, box, far)


@rule("movement.firing-order-assault", neutral=lambda game: False)
def by_orders(game: Xenocide) -> bool:
    """Whether an assault that was started on firing orders is fought at a disadvantage."""
    if game.reads("movement.firing-order-assault=no-disadvantage"):
        return False
    cite("assault.disadvantage-firing-duration")
    return True
