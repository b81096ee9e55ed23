"""Units that start the battle inside a building (rule "setup.deploy-legal")."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial

from xenotable.engine import Choose, Flow, Reckon, Refusal, is_legal, rule
from xenotable.games.xenocide.rules.buildings.occupants import section_refusals, standing_sections, take_sides
from xenotable.games.xenocide.rules.play.measuring import WITHIN
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.state import Sides, Xenocide
from xenotable.table import Circle

Zone = Callable[[Sequence[Circle]], Iterable[Refusal]]
Span = tuple[float, float]
Area = tuple[Span, Span]  # from where to where across the table, and along it
EVERYWHERE: Area = ((-math.inf, math.inf), (-math.inf, math.inf))


def sections_with_room(game: Xenocide, unit: str, zone: Zone, areas: Sequence[Area] = (EVERYWHERE,)) -> list[str]:
    """The sections that lie wholly where a unit may deploy, which is nowhere but in these areas, and have room for all
    of it."""
    models = game.units[unit].models
    if any(kind_of(game, m).flyer for m in models):
        return []
    return [
        s
        for s in sections_within(game, areas)
        if is_legal(zone(corners(game.field.rooms[s].sides))) and is_legal(section_refusals(game, s, unit, models))
    ]


def sections_within(game: Xenocide, areas: Sequence[Area]) -> list[str]:
    """The sections still standing that lie in one of these areas."""
    found, rooms = [], game.field.rooms
    for s in standing_sections(game):
        x0, y0, x1, y1 = rooms[s].sides
        for (west, east), (south, north) in areas:
            if west - WITHIN <= x0 and x1 <= east + WITHIN and south - WITHIN <= y0 and y1 <= north + WITHIN:
                found.append(s)
                break
    return found


@lru_cache(1024)
def corners(sides: Sides) -> tuple[Circle, ...]:
    x0, y0, x1, y1 = sides
    return tuple([Circle(x, y, 0.0) for x in (x0, x1) for y in (y0, y1)])


@rule("setup.deploy-legal")
def starts_in_building(game: Xenocide, unit: str, zone: Zone, areas: Sequence[Area] = (EVERYWHERE,)) -> Flow[bool]:
    """A unit may start inside a section of its zone, where no enemy is."""
    work = partial(sections_with_room, game, unit, zone, areas)  # a fork need not look again
    able = yield from Reckon(key="quarters", rule="setup.deploy-legal", work=work)
    if not able:
        return False
    s = yield from Choose(
        seat=game.units[unit].seat, key="billet", rule="setup.deploy-legal", prompt="Does {unit} start in a building?",
        args={"unit": unit}, among=partial(_or_none, able), label=lambda x: "No" if x is None else game.name(x),
    )  # fmt: skip
    if s is None:
        return False
    yield from take_sides(game, unit, game.units[unit].models, (s,), "stations", "buildings.enter-place")
    game.units.set(unit, on=True)
    game.tell("{unit} starts in {s}.", "setup.deploy-legal", unit=unit, s=s)
    return True


def _or_none(able: list[str]) -> list[str | None]:
    return [None, *able]
