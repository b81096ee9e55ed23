"""Zones of control (chapter "movement")."""

from __future__ import annotations

from xenotable.engine import cite, rule
from xenotable.engine.memory import until_it_moved
from xenotable.games.xenocide.rules.buildings.occupants import in_the_open
from xenotable.games.xenocide.rules.buildings.walls import gap, zone_circles
from xenotable.games.xenocide.rules.play.measuring import circles, stance, stances
from xenotable.games.xenocide.rules.play.positions import ANYWHERE, Stance, beyond, close_by, close_to
from xenotable.games.xenocide.scenes import Manner
from xenotable.games.xenocide.state import Walls, Xenocide
from xenotable.table import Circle

ZONE = 4.0


def zones(game: Xenocide, unit: str, manner: Manner, box: Stance = ANYWHERE, far: float = 0.0) -> list[Circle]:
    """The zones of control that a unit must keep out of, as enlarged bases: of every enemy it has not named. Those that
    come so near to a rectangle."""
    if manner.mode in ("tunnel", "dive"):
        return []
    if manner.maneuver:
        cite("assault.maneuver-new-units")  # who maneuvers may come into contact with others: they are drawn in
        return []
    if manner.mode in ("fly", "land"):
        cite("movement.zoc-high")
        return []
    near = [t for t in controlling(game, 1 - game.units[unit].seat, box, far) if t not in manner.named]
    if manner.section:
        near = [t for t in near if not zone_covers(game, t, manner.section)]
    return close_to([z for t in near for z in zones_of(game, t)], box, far)


@rule("movement.zoc-none-for")
def controlling(game: Xenocide, seat: int, box: Stance, far: float) -> list[str]:
    """The units of a side whose zones may come so near to a rectangle."""
    return [t for t, _ in close_by(stances(game, seat), box, far + ZONE)]


@until_it_moved
def zones_of(game: Xenocide, unit: str) -> list[Circle]:
    """The zones of a unit."""
    return [z for c in dict.fromkeys(circles(game, unit)) for z in zones_around(c)]


@rule("movement.zoc-building-entry", neutral=lambda *a: False)
def zone_covers(game: Xenocide, t: str, s: str) -> bool:
    """Does a section lie in the zone of control of a unit? Then this zone may be crossed on the way in."""
    here, room = stance(game, t), game.field.rooms[s]
    return not beyond(here, room.sides, ZONE) and any(gap(c, room.walls) < ZONE for c in here.circles)


def zones_around(c: Circle) -> list[Circle]:
    return zone_circles(c, ZONE) if isinstance(c, Walls) else [zone(c)]


@rule("movement.zone-of-control", neutral=lambda c: c)
def zone(c: Circle) -> Circle:
    return Circle(c.x, c.y, c.r + ZONE)


@rule("movement.zoc-building-entry", neutral=lambda game, unit, s: ())
def met_inside(game: Xenocide, unit: str, s: str) -> tuple[str, ...]:
    """The enemies in the open that a unit is in contact with once it is inside: entering is an assault on them."""
    return tuple(in_the_open(game, 1 - game.units[unit].seat, s))
