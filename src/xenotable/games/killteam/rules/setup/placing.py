"""Placing barricades and operatives (chapter setup): what is allowed, and places for machines to try."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from xenotable.engine import Flow, Piece, Place, Placed, Random, Refusal, rule
from xenotable.games.killteam.rules.movement.legality import Others, others_near, place_refusals
from xenotable.games.killteam.rules.play.suggestions import suggest
from xenotable.games.killteam.rules.setup.territory import in_territory, zone_holds
from xenotable.games.killteam.rules.terrain.features import SOLID, VANTAGE, barricade_pieces, killzone
from xenotable.games.killteam.state import DEPTH, WIDTH, Barricade, KillTeam, card, scenario_of
from xenotable.table import Circle, pieces_apart, point_to_piece, rectangle, snap, snap_point, wholly_in
from xenotable.table import Piece as Terrain
from xenotable.table.zones import bounds

NEAR_ZONE, APART, MARKER_RADIUS = 6.0, 2.0, 20 / 25.4
TRIES, RASTER = 6, 0.125


def group_sizes(n: int) -> tuple[int, int, int]:
    """Three groups as equal in number as possible."""
    return ((n + 2) // 3, (n + 1) // 3, n // 3)


# ---- barricades


def zone_piece(game: KillTeam, seat: int) -> Terrain:
    return _zone(scenario_of(game).zones[game.sides[seat].zone])


@lru_cache(32)
def _zone(box: tuple[float, float, float, float]) -> Terrain:
    return rectangle("zone", *box)


@rule("setup.barricade-place", neutral=lambda *_: ())
def barricade_refusals(game: KillTeam, seat: int, b: Barricade, fortify: bool) -> Iterator[Refusal]:
    """Why a barricade cannot stand there."""
    piece = barricade_pieces(99, b)[0]
    if not all(0 <= x <= WIDTH and 0 <= y <= DEPTH for x, y in piece.corners):
        yield Refusal("setup.barricade-place", "A barricade lies entirely in the killzone.")
    if not fortify:
        if b.z > 0:
            yield Refusal("setup.barricade-place", "A barricade stands on the floor.")
        zone = zone_piece(game, seat)
        near = any(point_to_piece(corner, zone) <= NEAR_ZONE for corner in piece.corners)
        if not near and pieces_apart(piece, zone) > NEAR_ZONE + 0.001:
            yield Refusal("setup.barricade-place", "A barricade stands within 6 in of your drop zone.")
    else:
        xs, ys = [x for x, _ in piece.corners], [y for _, y in piece.corners]
        if not in_territory(game, seat, min(xs), min(ys), max(xs), max(ys)):
            yield Refusal("setup.scouting-fortify", "It stands wholly within your territory.")
        if b.z > 0 and not _on_top(game, piece, b.z):
            yield Refusal("setup.scouting-fortify", "There is no surface under all of it.")
    yield from _clashes(game, piece, b)


def _on_top(game: KillTeam, piece: Terrain, z: float) -> bool:
    tops = [p for p in killzone(game).pieces if p.bits & VANTAGE and abs(p.high - z) < 0.01]
    return any(all(wholly_in(Circle(x, y, 0.0), p) for x, y in piece.corners) for p in tops)


def _clashes(game: KillTeam, piece: Terrain, b: Barricade) -> Iterator[Refusal]:
    ground, far = killzone(game), APART + 0.001
    x0, y0, x1, y1 = bounds(piece)
    for west, east, south, north, part in ground.bounds(SOLID):
        if west > x1 + far or east < x0 - far or south > y1 + far or north < y0 - far:
            continue
        if part.low >= piece.high or part.high <= piece.low:
            continue
        other = ground.pieces[part.owner]
        wide = far if other.name.startswith("barricade-") else 0.0
        if part.x0 > x1 + wide or part.x1 < x0 - wide or part.y0 > y1 + wide or part.y1 < y0 - wide:
            continue
        if pieces_apart(piece, other) > wide:
            continue
        if wide:
            yield Refusal("setup.barricade-place", "Barricades stand more than 2 in apart.")
        else:
            yield Refusal("setup.barricade-place", "It overlaps {t}.", {"t": other.name})
    if b.z == 0.0 and any(
        x0 - far < m.x < x1 + far and y0 - far < m.y < y1 + far and point_to_piece((m.x, m.y), piece) < MARKER_RADIUS
        for m in game.markers.values()
    ):
        yield Refusal("setup.barricade-place", "It overlaps an objective marker.")
    for o in game.operatives.values():
        if o.there and abs(o.z - b.z) < 1 and point_to_piece((o.x, o.y), piece) < card(o.unit).r:
            yield Refusal("setup.barricade-place", "It overlaps an operative.")
            return


def barricade_pieces_ask(game: KillTeam, seat: int, key: str, fortify: bool) -> Flow[Placed]:
    def judge(p: Placed) -> Iterator[Refusal]:
        x, y, *z = p.at[key]
        yield from barricade_refusals(
            game, seat, Barricade(seat, x, y, p.facing.get(key, 0.0), z[0] if z else 0.0), fortify
        )

    def one(rnd: Random) -> Placed | None:
        x0, y0, x1, y1 = scenario_of(game).zones[game.sides[seat].zone]
        for _ in range(400):
            x = min(29.0, max(1.0, x0 - 5.5 + rnd() * (x1 - x0 + 11.0)))
            y = min(21.0, max(1.0, y0 - 5.5 + rnd() * (y1 - y0 + 11.0)))
            placed = Placed({key: (snap(x), snap(y))}, {key: 90.0 * int(rnd() * 2)})
            if next(judge(placed), None) is None:
                return placed
        return None

    return (
        yield from Place(
            seat=seat,
            key="barricade",
            rule="setup.barricade-place",
            prompt="Place a barricade",
            pieces=(Piece(key, (), 1.0, turns=True),),
            legal=judge,
            propose=lambda n, rnd: suggest(n, lambda: one(rnd)),
            one=one,
        )
    )


def place_barricade(game: KillTeam, seat: int, fortify: bool) -> Flow[None]:
    key = f"w{len(game.barricades) + 1}"
    placed = yield from barricade_pieces_ask(game, seat, key, fortify)
    x, y, *z = placed.at[key]
    game.barricades.add(key, Barricade(seat, x, y, placed.facing.get(key, 0.0), z[0] if z else 0.0))
    game.tell("{who} placed a barricade.", "setup.barricade-place", who=game.seat_name(seat))


# ---- operatives


@rule("setup.operative-place", neutral=lambda *_: ())
def deploy_refusals(game: KillTeam, seat: int, placed: Placed) -> Iterator[Refusal]:
    done: list[tuple[str, Circle]] = []
    for i, spot in placed.at.items():
        yield from _spot_refusals(game, seat, i, spot, done)


def _spot_refusals(
    game: KillTeam,
    seat: int,
    operative: str,
    spot: Sequence[float],
    done: list[tuple[str, Circle]],
    others: Others | None = None,
) -> Iterator[Refusal]:
    """Why one of a group cannot be set up at a spot, with those done before; adds it to them."""
    x, y, *rest = spot
    base = Circle(x, y, card(game.operatives[operative].unit).r, rest[0] if rest else 0.0)
    if not zone_holds(game, seat, x, y, base.r):
        yield Refusal(
            "setup.operative-place", "{operative} is set up wholly within the drop zone.", {"operative": operative}
        )
    for other, there in done:
        if math.hypot(x - there.x, y - there.y) < base.r + there.r - 0.001 and abs(base.z - there.z) < 1.0:
            yield Refusal("setup.operative-place", "{a} and {b} overlap.", {"a": operative, "b": other})
    yield from place_refusals(game, operative, x, y, base.z, others)
    done.append((operative, base))


def deploy_places(game: KillTeam, seat: int, chosen: Sequence[str], n: int, rnd: Random) -> Sequence[Placed]:
    """Random places in the drop zone."""
    return suggest(n, lambda: deploy_place(game, seat, chosen, rnd))


def deploy_place(game: KillTeam, seat: int, chosen: Sequence[str], rnd: Random) -> Placed | None:
    """Everybody somewhere by chance; in a crowded zone by going through it from one end to the other."""
    box = scenario_of(game).zones[game.sides[seat].zone]
    known: dict[float, Others] = {}  # who stands around the zone, for bases of a size: nobody of the group does yet
    for n in range(TRIES + 1):
        at: dict[str, tuple[float, ...]] = {}
        done: list[tuple[str, Circle]] = []
        for i in chosen:
            r = card(game.operatives[i].unit).r
            if r not in known:
                known[r] = others_near(game, i, ((*box[:2], 0.0), (*box[2:], 0.0)))
            others = known[r]
            for spot in _chances(box, r, rnd) if n < TRIES else _raster(box, r):
                if next(_spot_refusals(game, seat, i, spot, done, others), None) is None:
                    at[i] = spot
                    break
        if len(at) == len(chosen):
            return Placed(at)
    return None


def _chances(box: tuple[float, float, float, float], r: float, rnd: Random) -> Iterator[tuple[float, float]]:
    x0, y0, x1, y1 = box
    r += 0.002
    for _ in range(60):
        yield snap_point((x0 + r + rnd() * (x1 - x0 - 2 * r), y0 + r + rnd() * (y1 - y0 - 2 * r)))


def _raster(box: tuple[float, float, float, float], r: float) -> Iterator[tuple[float, float]]:
    x0, y0, x1, y1 = box
    for across in range(int((x1 - x0 - 2 * r) / RASTER) + 1):
        for up in range(int((y1 - y0 - 2 * r) / RASTER) + 1):
            yield snap(x0 + r + across * RASTER), snap(y0 + r + up * RASTER)
