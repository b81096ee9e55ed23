"""Garrisons that are beaten: out of the building, or into the next one (rule "assault.flee-garrison")."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from xenotable.engine import Choose, Flow, is_legal, rule
from xenotable.games.xenocide.rules.buildings.leaving import ways_out
from xenotable.games.xenocide.rules.buildings.occupants import (
    in_the_open,
    indoors,
    is_in_buildings,
    section_refusals,
    sections_of,
    standing_sections,
    take_sides,
)
from xenotable.games.xenocide.rules.buildings.walls import OUTWARD, along, gap, off_side
from xenotable.games.xenocide.rules.play.measuring import CONTACT, bases
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle, Point


def doorsteps(game: Xenocide, unit: str, step: Point) -> dict[str, Circle]:
    """Where the models of a garrison come out if they run this way; those who find no way out are missing."""
    found: dict[str, Circle] = {}
    for s in sections_of(game, unit):
        models = [m for m in indoors(game, unit) if game.models[m].section == s]
        ways = ways_out(game, s, models)
        if not ways:
            continue
        side = max(ways, key=lambda x: OUTWARD[x][0] * step[0] + OUTWARD[x][1] * step[1])
        for model, at in zip(models, along(game.field.rooms[s].sides, side, len(models)), strict=True):
            r = kind_of(game, model).radius
            found[model] = Circle(*off_side(side, at, r), r)
    return found


def slip_out(game: Xenocide, unit: str, step: Point) -> None:
    """The garrison leaves by the side that leads this way."""
    for model, c in doorsteps(game, unit, step).items():
        game.models.set(model, x=c.x, y=c.y, section="", door=game.models[model].section)


def shelters(game: Xenocide, unit: str, foes: Sequence[str]) -> list[str]:
    """Free sections next door or across the street, farther from the enemies of the assault, with room for the unit."""
    mine = sections_of(game, unit)
    there = bases(game, [t for t in foes if game.units[t].models])
    if not there or not is_in_buildings(game, unit):
        return []
    rooms = game.field.rooms
    now = min(gap(rooms[s].walls, c) for s in mine for c in there)
    near = [s for s in standing_sections(game) if s not in mine and any(next_to(game, s, x) for x in mine)]
    return [
        s
        for s in near
        if min(gap(rooms[s].walls, c) for c in there) > now
        and not in_the_open(game, 1 - game.units[unit].seat, s)
        and is_legal(section_refusals(game, s, unit, game.units[unit].models))
    ]


def next_to(game: Xenocide, a: str, b: str) -> bool:
    """Sections behind a shared wall, or of buildings less than 4 inches apart."""
    rooms = game.field.rooms
    if rooms[a].building == rooms[b].building:
        return b in rooms[a].beside
    return gap(rooms[a].walls, rooms[b].walls) < CONTACT


@rule("assault.flee-garrison")
def fall_back(game: Xenocide, unit: str, foes: Sequence[str]) -> Flow[bool]:
    """A beaten garrison may go into the next section or building instead of running into the open."""
    able = shelters(game, unit, foes)
    if not able:
        return False
    s = yield from Choose(
        seat=game.units[unit].seat, key="fall-back", rule="assault.flee-garrison", prompt="Where does {unit} flee?",
        args={"unit": unit}, among=partial(_or_none, able),
        label=lambda x: "Into the open" if x is None else game.name(x),
    )  # fmt: skip
    if s is None:
        return False
    yield from take_sides(game, unit, indoors(game, unit), (s,), "stations", "buildings.enter-place")
    game.units.set(unit, fled=True, watch=False, moved=True)
    game.tell("{unit} falls back into {s}.", "assault.flee-garrison", unit=unit, s=s)
    return True


def _or_none(able: list[str]) -> list[str | None]:
    return [*able, None]
