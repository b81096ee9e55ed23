"""How far and through whose zone of control: ways of moving, allowances, roads, zones (chapter "movement")."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from xenotable.engine import cite, rule
from xenotable.engine.memory import until_moved, until_written
from xenotable.games.xenocide.board import Walls
from xenotable.games.xenocide.content import Kind
from xenotable.games.xenocide.ground import on_road
from xenotable.games.xenocide.play import WITHIN, bases, circle, circles, kind_of, standing
from xenotable.games.xenocide.state import Xenocide
from xenotable.games.xenocide.titans import buried, move_of
from xenotable.games.xenocide.walls import gap, zone_circles
from xenotable.table import FREE, Circle, Costs, Point

COHERENCY = 8.0


ZONE = 4.0


class Manner(msgspec.Struct, frozen=True):
    """How a unit moves: walking, jumping or teleporting; and the enemies named, if it assaults or overruns."""

    mode: str = "walk"  # walk, jump, teleport, tunnel, dive, surface, fly, land
    named: tuple[str, ...] = ()
    overrun: bool = False
    limit: float = 0.0  # of a maneuver, reinforcement or follow-up; 0: the model's own allowance
    maneuver: bool = False
    section: str = ""  # of a building that it enters
    spent: tuple[tuple[str, float], ...] = ()  # inches that models have used already in this action


@rule("turn.order-move-and-fire")
def moves_first(order: str) -> bool:
    return order == "move-and-fire"


@rule("turn.order-fire-and-move")
def moves_second(order: str) -> bool:
    return order in ("fire-and-move", "assault")


def pace(game: Xenocide, m: str) -> float:
    """The Move of a model in this activation."""
    kind = kind_of(game, m)
    if kind.titan is not None:
        return move_of(game, m, kind)
    return assault_pace(kind) if game.units[game.models[m].unit].order == "assault" else kind.move


@rule("turn.assault-order-infantry-move", neutral=lambda kind: kind.move)
def assault_pace(kind: Kind) -> float:
    return 8.0 if kind.infantry and kind.move == 4.0 else kind.move


@rule("movement.allowance")
def allowance(game: Xenocide, m: str, manner: Manner, path: Sequence[Point] = ()) -> float:
    """How far a model may go along this path before the ground is rolled for."""
    kind = kind_of(game, m)
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
        return move_of(game, m, kind) - 4.0 if not buried(game, m) else 0.0
    if mode == "tunnel":
        return move_of(game, m, kind)
    far = pace(game, m)
    used = dict(manner.spent).get(m, 0.0) if manner.spent else 0.0
    bonus = road_bonus(game, kind, far, circle(game, m), path) if path else 0.0
    return max(0.0, far + bonus - used)


@until_written
def farthest(game: Xenocide, u: str, mode: str = "walk", limit: float = 0.0) -> float:
    """How far the quickest model of a unit may go in this way, without a road."""
    manner = Manner(mode, limit=limit)
    return max((allowance(game, m, manner) for m in game.units[u].models), default=0.0)


@rule("ground.road-bonus", neutral=lambda *a: 0.0)
def road_bonus(game: Xenocide, kind: Kind, far: float, base: Circle, path: Sequence[Point]) -> float:
    """A quarter of the Move for at least half of it on a road; half for wheels; nothing for who floats."""
    if not game.field.roads or not path or on_road(game.field, base, path) < far / 2.0 - WITHIN:
        return 0.0
    ground = [t for t in kind.types if t not in ("skimmer", "hover", "flyer")]
    if not ground:
        cite("flight.skimmer-road")
        return 0.0
    return far / 2.0 if "wheeled" in ground else far / 4.0


def costs(game: Xenocide, kind: Kind, manner: Manner) -> Costs:
    if manner.mode == "walk":
        return game.field.walks[kind.mover]
    if manner.mode == "fly":
        return FREE
    return game.field.air[kind.mover]


def zones(game: Xenocide, u: str, manner: Manner) -> Sequence[Circle]:
    """The zones of control that a unit must keep out of, as enlarged bases: of every enemy it has not named. Not to be
    changed, for others look at the same list."""
    if manner.mode in ("tunnel", "dive"):
        return []
    if manner.mode in ("fly", "land"):
        cite("movement.zoc-high")
        return []
    if manner.mode == "jump":
        cite("flight.jump-zoc")
    return zones_against(game, game.units[u].seat, manner.named, manner.section)


@until_moved
@rule("movement.zoc-none-for")
def zones_against(game: Xenocide, seat: int, named: tuple[str, ...], section: str) -> list[Circle]:
    near = [t for t in standing(game, 1 - seat) if t not in named]
    if section:
        near = [t for t in near if not zone_covers(game, t, section)]
    return [z for t in near for c in dict.fromkeys(circles(game, t)) for z in zones_of(c)]


@rule("movement.zoc-building-entry", neutral=lambda *a: False)
def zone_covers(game: Xenocide, t: str, s: str) -> bool:
    """Does a section lie in the zone of control of a unit? Then this zone may be crossed on the way in."""
    return any(gap(c, game.field.rooms[s].walls) < ZONE for c in circles(game, t))


def zones_of(c: Circle) -> list[Circle]:
    return zone_circles(c, ZONE) if isinstance(c, Walls) else [zone(c)]


@rule("movement.zone-of-control", neutral=lambda c: c)
def zone(c: Circle) -> Circle:
    return Circle(c.x, c.y, c.r + ZONE)


@until_moved
def side_bases(game: Xenocide, seat: int) -> list[Circle]:
    """All bases of a side that stand on the ground."""
    return bases(game, standing(game, seat))


@until_moved
def friends(game: Xenocide, u: str) -> list[Circle]:
    """The other bases of the same side: passed freely, never stood on."""
    return bases(game, [f for f in standing(game, game.units[u].seat) if f != u])
