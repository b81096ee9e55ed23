"""Measuring between units, and who is in contact (chapter "play")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from xenotable.engine import Refusal, rule
from xenotable.engine.memory import until_it_moved, until_they_moved
from xenotable.games.xenocide.rules.buildings.walls import both_inside, gap, measured_outline, stands_off
from xenotable.games.xenocide.rules.play.positions import Stance, clear_by, close_by, close_to, middle, nearest
from xenotable.games.xenocide.rules.play.units import above_ground, standing_units
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle, bases_overlap, hull

CONTACT = 4.0 - 0.001  # strictly below 4 inches, with a tolerance of a thousandth (play.contact-distance)
WITHIN = 0.01  # the tolerance of "within N inches" (play.within)


@rule("play.within")
def within(distance: float, limit: float) -> bool:
    """At most the limit, with a tolerance of a hundredth of an inch."""
    return distance <= limit + WITHIN


@rule("play.bases")
def circle(game: Xenocide, model: str) -> Circle:
    row = game.models[model]
    return measured_outline(game, model) if row.section else Circle(row.x, row.y, game.kinds[row.kind].radius)


@until_it_moved
def stance(game: Xenocide, unit: str) -> Stance:
    """Where a unit stands."""
    return Stance([circle(game, m) for m in game.units[unit].models])


def circles(game: Xenocide, unit: str) -> Sequence[Circle]:
    """The bases of a unit; not to be changed, for others look at the same list."""
    return stance(game, unit).circles


@until_it_moved
def stances(game: Xenocide, seat: int) -> list[tuple[str, Stance]]:
    """The units of a side that stand on the ground, and where."""
    return [(u, stance(game, u)) for u in standing_units(game, seat)]


@until_it_moved
def stances_above(game: Xenocide, seat: int) -> list[tuple[str, Stance]]:
    """The units of a side that can be seen, and where they stand."""
    return [(u, stance(game, u)) for u in above_ground(game, seat)]


def bases(game: Xenocide, units: Iterable[str]) -> list[Circle]:
    return [c for u in units for c in stance(game, u).circles]


def overlap(spots: Sequence[Circle], taken: Sequence[Circle]) -> bool:
    """Would one of these bases stand on another of them, or on one that is there?"""
    near = close_to(taken, Stance(spots), 0.0)
    return any(bases_overlap(c, o) for i, c in enumerate(spots) for o in (*near, *spots[i + 1 :]))


def bases_near(game: Xenocide, seats: Iterable[int], box: Stance, far: float) -> list[Circle]:
    """The bases of those on the ground that may come so near to a rectangle; perhaps a few more."""
    return [c for seat in seats for _, at in close_by(stances(game, seat), box, far) for c in at.circles]


@until_they_moved
@rule("play.measuring")
def apart(game: Xenocide, a: str, b: str) -> float:
    """The distance between two units: between their nearest models."""
    return nearest(circles(game, a), circles(game, b))


@until_they_moved
@rule("play.contact-distance")
def in_contact(game: Xenocide, a: str, b: str) -> bool:
    if clear_by(stance(game, a), stance(game, b), CONTACT):
        return False
    across = have_sallied(game, a, b)
    return any(meet(p, q, across) for p in circles(game, a) for q in circles(game, b))


def meet(p: Circle, q: Circle, across: bool = False) -> bool:
    """Are two enemies in contact? Across two walls only if they fight that way."""
    return gap(p, q) < CONTACT and (across or not both_inside(p, q) or not stands_off())


def have_sallied(game: Xenocide, a: str, b: str) -> bool:
    return bool(game.units[a].sally and game.units[b].sally)


def units_in_contact(game: Xenocide, unit: str) -> list[str]:
    """The enemy units that a unit is in contact with."""
    row = game.units[unit]
    if not row.on or row.burrowed or row.high:
        return []
    if row.models:
        return enemies_met(game, unit, 1 - row.seat)
    return met_from(game, unit, Stance([circle(game, game.models[m].inside) for m in row.riding]))


@until_they_moved
def enemies_met(game: Xenocide, unit: str, enemy: int) -> list[str]:
    """The units of the other side that a unit is in contact with."""
    return met_from(game, unit, stance(game, unit))


def met_from(game: Xenocide, unit: str, here: Stance) -> list[str]:
    """The enemy units that a unit that stands here is in contact with."""
    found = []
    west, east, south, north = here.x0 - 4.0, here.x1 + 4.0, here.y0 - 4.0, here.y1 + 4.0  # a little more than contact
    for t, there in stances(game, 1 - game.units[unit].seat):
        if there.x1 >= west and there.x0 <= east and there.y1 >= south and there.y0 <= north:
            across = have_sallied(game, unit, t)
            if any(meet(p, q, across) for q in there.circles for p in here.circles):
                found.append(t)
    return found


@until_it_moved
def centre(game: Xenocide, unit: str) -> tuple[float, float]:
    ms = game.units[unit].models or game.units[unit].riding
    return middle([game.models[m] for m in ms])


@until_it_moved
def centres(game: Xenocide, seat: int) -> list[tuple[float, float]]:
    """The centres of the units of a side that stand on the ground."""
    return [centre(game, t) for t in standing_units(game, seat)]


@rule("play.no-overlap", neutral=lambda *a: ())
def packed_refusals(game: Xenocide, unit: str, last: Sequence[Circle]) -> Iterator[Refusal]:
    for i, a in enumerate(last):
        for b in last[i + 1 :]:
            if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < (a.r + b.r - 0.001) ** 2:
                yield Refusal("play.no-overlap", "Two models of {unit} would overlap.", {"unit": unit}, "Leave room.")
                return


def outline(game: Xenocide, unit: str) -> tuple[tuple[float, float], ...]:
    return hull([(game.models[m].x, game.models[m].y) for m in game.units[unit].models])
