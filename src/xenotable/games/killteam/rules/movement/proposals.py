"""Paths proposed to machines and to a person's drag (chapter movement): straight legs, ways round obstacles, climbs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from operator import itemgetter
from typing import Any

from xenotable.engine import Moved, Point, Random
from xenotable.engine.citing import recall
from xenotable.games.killteam.rules.movement.climbing import EPS, STEP, Way, counted_length
from xenotable.games.killteam.rules.movement.legality import (
    TRAVERSE,
    Others,
    is_engaged,
    levels,
    others_near,
    path_refusals,
)
from xenotable.games.killteam.rules.terrain.features import FLOOR, TRAVERSABLE, VANTAGE, killzone, surface_under
from xenotable.games.killteam.state import DEPTH, WIDTH, KillTeam, card, circle
from xenotable.table import TOLERANCE, Circle, Costs, furthest_towards, nearest_on_boundary, snap_point, to_piece
from xenotable.table.zones import bounds

Path = tuple[Point, ...]
WALKING = Costs(impassable=FLOOR, no_end=TRAVERSABLE, crossing=((TRAVERSABLE, TRAVERSE),), least=1.0)
Taken = list[tuple[float, float, float]]  # where others stand, and the square of how near is too near
MOVES, TRIES, CLIMBS = 4, 5, 0.08
SKITTERING = Costs(impassable=FLOOR, no_end=TRAVERSABLE, least=1.0)


def at(x: float, y: float, z: float) -> Point:
    return (*snap_point((x, y)), z)


def legal(game: KillTeam, way: Way, path: Path, others: Others | None = None) -> bool:
    return next(path_refusals(game, way, path, others), None) is None


def random_moves(game: KillTeam, way: Way, n: int, rnd: Random) -> list[Moved]:
    """Some legal moves: staying, straight ones in random directions, now and then a climb; charges as there are."""
    if way.action == "charge":
        found = list(charges(game, way))
        return [*found, *(m for m in _strays(game, way, n if found else 0, rnd) if m is not None)][: max(n, len(found))]
    if not may_stay(game, way) and not legal(game, way, ()):
        return [m for m in _strays(game, way, n, rnd) if m is not None]
    stay = Moved({way.operative: ()}, way.action)
    return [stay, *(m or stay for m in _strays(game, way, n, rnd))]


def random_move(game: KillTeam, way: Way, rnd: Random) -> Moved | None:
    """Staying or one of a few others, drawn before they are worked out; None where it is not certain that one may."""
    if not may_stay(game, way):
        return None
    stray = next(_strays(game, way, 1, rnd)) if int(rnd() * (1 + MOVES)) else None
    return stray or Moved({way.operative: ()}, way.action)


def may_stay(game: KillTeam, way: Way) -> bool:
    """Does nothing forbid to stay where one is, for certain?"""
    return way.action in ("normal", "dash") and not is_engaged(game, way.operative)


def _strays(game: KillTeam, way: Way, n: int, rnd: Random) -> Iterator[Moved | None]:
    """n moves in random directions, shortened where something is in the way; None where nothing was found."""
    row = game.operatives[way.operative]
    others = others_near(game, way.operative, ((row.x, row.y, row.z),), way.budget)  # nobody else can matter to any try
    taken = _taken(others, row.z)
    for _ in range(n):
        up = next(climbing_paths(game, way, others), None) if rnd() < CLIMBS else None
        yield Moved({way.operative: up}, way.action) if up else _stray(game, way, others, taken, rnd)


def _stray(game: KillTeam, way: Way, others: Others, taken: Taken, rnd: Random) -> Moved | None:
    row = game.operatives[way.operative]
    x, y, z, r = row.x, row.y, row.z, card(row.unit).r - TOLERANCE
    for _ in range(TRIES):
        angle, far = rnd() * 2 * math.pi, way.budget * math.sqrt(rnd())
        across, up = far * math.cos(angle), far * math.sin(angle)
        for share in (1.0, 0.5):
            goal = at(x + share * across, y + share * up, z)
            if _free(goal, r, taken) and legal(game, way, (goal,), others):
                return Moved({way.operative: (goal,)}, way.action)
    return None


def _taken(others: Others, z: float) -> Taken:
    """Where nobody can stand at this height because of others."""
    return [(x, y, (reach - EPS) * (reach - EPS)) for _, x, y, oz, reach, _ in others if abs(oz - z) < 1.0]


def _free(spot: Point, r: float, taken: Taken) -> bool:
    """On the table and with nobody there: not worth a closer look otherwise."""
    x, y, _ = spot
    if not (r <= x <= WIDTH - r and r <= y <= DEPTH - r):
        return False
    for ox, oy, least in taken:
        dx, dy = x - ox, y - oy
        if dx * dx + dy * dy < least:
            return False
    return True


def climbing_paths(game: KillTeam, way: Way, others: Others | None = None) -> Iterator[Path]:
    """Ways up onto the Vantage Points in reach, and down from one."""
    row = game.operatives[way.operative]
    base = circle(row)
    here = surface_under(killzone(game), row.x, row.y, row.z)
    for piece in killzone(game).near(Circle(row.x, row.y, base.r), way.budget, VANTAGE):
        if piece is here or (piece.high <= row.z and here is None):
            continue
        x0, y0, x1, y1 = bounds(piece)
        m = base.r + 0.15
        top = at(min(max(row.x, x0 + m), x1 - m), min(max(row.y, y0 + m), y1 - m), piece.high)
        foot = nearest_on_boundary(piece, (row.x, row.y))
        gap = to_piece(base, piece)
        paths: list[Path] = [(top,)]
        if gap > 0.9:
            long = math.hypot(foot[0] - row.x, foot[1] - row.y)
            share = (long - base.r - 0.5) / long
            paths = [(at(row.x + (foot[0] - row.x) * share, row.y + (foot[1] - row.y) * share, row.z), top)]
        yield from (p for p in paths if _least_cost(game, way, p) <= way.budget + EPS and legal(game, way, p, others))
    if here is not None:
        for turn in range(8):
            off = 2.2 + base.r
            x, y = row.x + off * math.cos(turn * math.pi / 4), row.y + off * math.sin(turn * math.pi / 4)
            if legal(game, way, (at(x, y, 0.0),), others):
                yield (at(x, y, 0.0),)


def _least_cost(game: KillTeam, way: Way, path: Path) -> float:
    """No way up costs less: the length of its legs and, if it is climbed, its height but for one step."""
    row = game.operatives[way.operative]
    spots = levels(game, way.operative, path)
    length = sum(counted_length(a, b) for a, b in pairwise([(row.x, row.y, row.z), *spots]))
    return length if way.fly else length + max(0.0, spots[-1][2] - row.z - STEP)


def towards(
    game: KillTeam, way: Way, goal: tuple[float, float], near: float = 0.0, thorough: bool = False
) -> Path | None:
    """As far as the action goes on the way to a goal on the floor; None: no legal way.

    A straight leg, turned aside as little as possible, is tried first, then two legs; the shortest way of all is looked
    for only on demand, because that takes long. Kept by all that it depends on: who weighs actions, chooses one and
    performs it asks for the same ways.
    """
    if len(_KEPT) >= MOST_KEPT:
        _KEPT.clear()
    key = (killzone(game), way, goal, near, thorough, _places(game, way.operative))
    return recall(_KEPT, key, _found_towards, game, way, goal, near, thorough)[0]


MOST_KEPT = 4096
_KEPT: dict[Any, tuple[Path | None]] = {}


def _places(game: KillTeam, mover: str) -> tuple[Any, ...]:
    """What ways depend on beside the ground: who moves from where, and where everybody is."""
    row = game.operatives[mover]
    others = [(o.x, o.y, o.z, o.unit, o.seat, o.fallen) for o in game.operatives.values() if o.there]
    return row.x, row.y, row.z, row.unit, row.seat, *others


def _found_towards(
    game: KillTeam, way: Way, goal: tuple[float, float], near: float, thorough: bool
) -> tuple[Path | None]:
    return (_look_for_path(game, way, goal, near, thorough),)


def _look_for_path(game: KillTeam, way: Way, goal: tuple[float, float], near: float, thorough: bool) -> Path | None:
    row = game.operatives[way.operative]
    if row.z > 0.0 and not way.fly:
        return _down_towards(game, way, goal)
    others = others_near(game, way.operative, ((row.x, row.y, row.z),), way.budget)
    best = _straight(game, way, goal, near, others)
    if best is not None and math.dist((row.x, row.y), goal) - math.dist(best[-1][:2], goal) >= 0.5 * way.budget:
        return best
    if thorough:
        return _search_path(game, way, goal, near) or best
    return _bent(game, way, goal, others) or best


def _bent(game: KillTeam, way: Way, goal: tuple[float, float], others: Others) -> Path | None:
    """Half the way aside, the other half towards the goal."""
    row = game.operatives[way.operative]
    turn, half = math.atan2(goal[1] - row.y, goal[0] - row.x), 0.48 * way.budget
    far = math.dist((row.x, row.y), goal)
    for aside in (0.9, -0.9, 1.5, -1.5):
        mid = at(row.x + half * math.cos(turn + aside), row.y + half * math.sin(turn + aside), 0.0)
        on = math.atan2(goal[1] - mid[1], goal[0] - mid[0])
        step = min(half, math.dist(mid[:2], goal))
        end = at(mid[0] + step * math.cos(on), mid[1] + step * math.sin(on), 0.0)
        if math.dist(end[:2], goal) < far - 0.5 and legal(game, way, (mid, end), others):
            return (mid, end)
    return None


def _straight(game: KillTeam, way: Way, goal: tuple[float, float], near: float, others: Others) -> Path | None:
    """The first leg that leads well ahead, turned aside as little as possible; else the one that ends nearest to the
    goal."""
    row = game.operatives[way.operative]
    dx, dy = goal[0] - row.x, goal[1] - row.y
    far = math.hypot(dx, dy)
    if far <= near + 0.01:
        return None
    turn, left, r = math.atan2(dy, dx), far - near, card(row.unit).r - TOLERANCE
    taken = _taken(others, 0.0)
    well_ahead = far - 0.9 * min(way.budget, left)
    behind: list[tuple[float, Point]] = []
    for aside in (0.0, 0.35, -0.35, 0.7, -0.7, 1.05, -1.05):
        across, up = math.cos(turn + aside), math.sin(turn + aside)
        steps = [min(way.budget * share, left) if aside == 0.0 else way.budget * share for share in (1.0, 0.6)]
        spots = dict.fromkeys([at(row.x + step * across, row.y + step * up, 0.0) for step in steps])
        for gap, spot in sorted([(math.dist(spot[:2], goal), spot) for spot in spots], key=itemgetter(0)):
            if gap >= far - 0.2:
                break
            if gap > well_ahead:
                behind.append((gap, spot))
            elif _free(spot, r, taken) and legal(game, way, (spot,), others):
                return (spot,)
    for _, spot in sorted(behind, key=itemgetter(0)):
        if _free(spot, r, taken) and legal(game, way, (spot,), others):
            return (spot,)
    return None


def _search_path(game: KillTeam, way: Way, goal: tuple[float, float], near: float) -> Path | None:
    """Round obstacles, by the shortest way to a point not much farther off than the action leads."""
    row = game.operatives[way.operative]
    base = circle(row)
    far = math.dist((row.x, row.y), goal)
    if far > way.budget + 3.0:
        share = (way.budget + 3.0) / far
        goal, near = (row.x + (goal[0] - row.x) * share, row.y + (goal[1] - row.y) * share), 0.5
    gap = 1.002 if way.action in ("normal", "dash") else 0.0
    close = [o for i, o in game.operatives.items() if o.there and i != way.operative and abs(o.z - row.z) < 1.0]
    close = [o for o in close if abs(o.x - row.x) + abs(o.y - row.y) < 2 * way.budget + 2]
    bases = [Circle(o.x, o.y, card(o.unit).r + (gap if o.seat != row.seat else 0.0)) for o in close]
    costs = SKITTERING if way.skitter else WALKING
    others, solid = ([], bases) if way.fly else (bases, [])
    if way.fly:
        costs = Costs(no_end=FLOOR | TRAVERSABLE, least=1.0)
    for budget in (way.budget, way.budget * 0.6):
        found = furthest_towards(base, goal, budget, killzone(game), costs, others, solid=solid, near=near)
        path = tuple(at(x, y, 0.0) for x, y in found)
        if path and legal(game, way, path):
            return path
    return None


def _down_towards(game: KillTeam, way: Way, goal: tuple[float, float]) -> Path | None:
    """From a Vantage Point: the drop that ends nearest to the goal."""
    best = min(
        (p for p in climbing_paths(game, way) if p[-1][2] == 0.0),
        key=lambda p: math.hypot(p[-1][0] - goal[0], p[-1][1] - goal[1]),
        default=None,
    )
    row = game.operatives[way.operative]
    if best is None or math.hypot(best[-1][0] - goal[0], best[-1][1] - goal[1]) > math.hypot(
        row.x - goal[0], row.y - goal[1]
    ):
        return None
    return best


def charges(game: KillTeam, way: Way, targets: list[str] | None = None) -> Iterator[Moved]:
    """Ways into the engagement range of each enemy in reach."""
    row = game.operatives[way.operative]
    r = card(row.unit).r
    for i, foe in game.operatives.items():
        if not foe.there or foe.fallen or foe.seat == row.seat or (targets is not None and i not in targets):
            continue
        gap = math.hypot(foe.x - row.x, foe.y - row.y) - r - card(foe.unit).r
        if gap > way.budget + 1.0 or abs(foe.z - row.z) > 4.0:
            continue
        if abs(foe.z - row.z) < 0.01:
            long = max(0.01, gap + r + card(foe.unit).r)
            share = max(0.0, gap - 0.5) / long
            straight = (at(row.x + (foe.x - row.x) * share, row.y + (foe.y - row.y) * share, row.z),)
            if legal(game, way, straight):
                yield Moved({way.operative: straight}, way.action)
                continue
        if foe.z == 0.0 and row.z == 0.0:
            path = towards(game, way, (foe.x, foe.y), r + card(foe.unit).r + 0.4)
            if path is not None:
                yield Moved({way.operative: path}, way.action)


def drag(game: KillTeam, way: Way, goal: Point) -> Moved | None:
    """One drag made a whole legal move: straight there if that is possible, else as far as the way leads."""
    straight: Path = (tuple(goal),)
    if legal(game, way, straight):
        return Moved({way.operative: straight})
    path = towards(game, way, (goal[0], goal[1]), thorough=True)
    return None if path is None else Moved({way.operative: path})
