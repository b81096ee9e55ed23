"""Zones of control (chapter "movement")."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import cite, rule
from xenotable.engine.memory import until_it_moved
from xenotable.games.xenocide.rules.buildings.occupants import in_the_open
from xenotable.games.xenocide.rules.buildings.walls import gap, zone_circles
from xenotable.games.xenocide.rules.play.measuring import circles, stance
from xenotable.games.xenocide.rules.play.positions import beyond
from xenotable.games.xenocide.rules.play.units import standing_units
from xenotable.games.xenocide.scenes import Manner
from xenotable.games.xenocide.state import Walls, Xenocide
from xenotable.table import Circle

ZONE = 4.0


def zones(game: Xenocide, unit: str, manner: Manner) -> Sequence[Circle]:
    """The zones of control that a unit must keep out of, as enlarged bases: of every enemy it has not named. Not to be
    changed, for others look at the same list."""
    if manner.mode in ("tunnel", "dive"):
        return []
    if manner.maneuver:
        cite("assault.maneuver-new-units")  # who maneuvers may come into contact with others: they are drawn in
        return []
    if manner.mode in ("fly", "land"):
        cite("movement.zoc-high")
        return []
    return zones_of_side(game, 1 - game.units[unit].seat, manner.named, manner.section)


@until_it_moved
@rule("movement.zoc-none-for")
def zones_of_side(game: Xenocide, seat: int, named: tuple[str, ...], section: str) -> list[Circle]:
    """The zones of the units of a side but for those named, and for those that a section lies in."""
    near = [t for t in standing_units(game, seat) if t not in named]
    if section:
        near = [t for t in near if not zone_covers(game, t, section)]
    return [z for t in near for c in dict.fromkeys(circles(game, t)) for z in zones_of(c)]


@rule("movement.zoc-building-entry", neutral=lambda *a: False)
def zone_covers(game: Xenocide, t: str, s: str) -> bool:
    """Does a section lie in the zone of control of a unit? Then this zone may be crossed on the way in."""
    here, room = stance(game, t), game.field.rooms[s]
    return not beyond(here, room.sides, ZONE) and any(gap(c, room.walls) < ZONE for c in here.circles)


def zones_of(c: Circle) -> list[Circle]:
    return zone_circles(c, ZONE) if isinstance(c, Walls) else [zone(c)]


@rule("movement.zone-of-control", neutral=lambda c: c)
def zone(c: Circle) -> Circle:
    return Circle(c.x, c.y, c.r + ZONE)


@rule("movement.zoc-building-entry", neutral=lambda game, unit, s: ())
def met_inside(game: Xenocide, unit: str, s: str) -> tuple[str, ...]:
    """The enemies in the open that a unit is in contact with once it is inside: entering is an assault on them."""
    return tuple(in_the_open(game, 1 - game.units[unit].seat, s))
