"""Leaving buildings, moving about in them and past them (chapter "buildings")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from xenotable.engine import Choose, Flow, Moved, Reckon, Refusal, rule
from xenotable.games.xenocide.content import Kind
from xenotable.games.xenocide.rules.buildings.occupants import (
    SIDE_WORDS,
    climbs,
    holder,
    indoors,
    sections_of,
    side_at,
    take_sides,
)
from xenotable.games.xenocide.rules.buildings.walls import SIDES, along, gap, leg_apart, off_side, on_side
from xenotable.games.xenocide.rules.overwatch import lose_watch
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle, Point, legs

Left = dict[str, tuple[str, float, float]]  # where models were before they stepped out


# ---- leaving ---------------------------------------------------------------------------------------------------------


@rule("buildings.leave")
def step_out(game: Xenocide, unit: str, mode: str) -> Flow[Left]:
    """The models of a garrison stand at the side by which they leave; their way is measured from there."""
    before: Left = {}
    if mode == "teleport":
        return port_off(game, unit)
    for s in sections_of(game, unit) if game.sections else ():
        models = [m for m in indoors(game, unit) if game.models[m].section == s]
        work = partial(ways_out, game, s, models)  # a fork need not look again
        ways = yield from Reckon(key="ways-out", rule="buildings.leave", work=work)
        if not ways:
            continue
        side = ways[0]
        if len(ways) > 1:
            side = yield from way_out(game, unit, s, ways)
        before |= {m: (s, game.models[m].x, game.models[m].y) for m in models}
        for model, at in zip(models, along(game.field.rooms[s].sides, side, len(models)), strict=True):
            x, y = off_side(side, at, kind_of(game, model).radius)
            game.models.set(model, x=x, y=y, section="", door=s)
        says = "{unit} comes to the {side} side of {s} to leave it."
        game.tell(says, "buildings.leave", unit=unit, side=SIDE_WORDS[side], s=s)
    return before


def port_off(game: Xenocide, unit: str) -> Left:
    """Who teleports needs no door: each measures from the side it is at."""
    before = {m: (game.models[m].section, game.models[m].x, game.models[m].y) for m in indoors(game, unit)}
    for model, (s, x, y) in before.items():
        at = off_side(side_at(game, model), (x, y), kind_of(game, model).radius)
        game.models.set(model, x=at[0], y=at[1], section="", door=s)
    if before:
        game.tell("{unit} is about to port out of its building.", "buildings.leave", unit=unit)
    return before


def way_out(game: Xenocide, unit: str, s: str, ways: Sequence[str]) -> Flow[str]:
    return (
        yield from Choose(
            seat=game.units[unit].seat, key="way-out", rule="buildings.leave",
            prompt="By which side does {unit} leave {s}?",
            args={"unit": unit, "s": s}, among=lambda: ways, label=lambda x: f"The {SIDE_WORDS[x]} side",
        )
    )  # fmt: skip


def ways_out(game: Xenocide, s: str, models: Sequence[str]) -> tuple[str, ...]:
    """Sides with openings; every side for who can jump or float down from the roof. Only where there is room."""
    room = game.field.rooms[s]
    able = SIDES if all(floats(kind_of(game, m)) for m in models) else room.openings
    wide = max(kind_of(game, m).radius for m in models)
    free = []
    for side in able:
        at = off_side(side, on_side(room.sides, side, (room.walls.x, room.walls.y)), wide)
        shut = [game.field.walks[kind_of(game, m).mover].no_end for m in models]
        here = Circle(at[0], at[1], wide)
        if game.field.ground.on_table(here) and not any(game.field.ground.under(here, bits) for bits in shut):
            free.append(side)
    return tuple(free)


def floats(kind: Kind) -> bool:
    return climbs(kind) or "skimmer" in kind.types


def stay_behind(game: Xenocide, before: Mapping[str, tuple[str, float, float]], went: Moved) -> None:
    """Who did not go anywhere, and did not get into a transport meanwhile, is inside again."""
    stayed = [m for m in before if m in game.models and not went.paths.get(m) and not game.models[m].inside]
    for model in stayed:
        s, x, y = before[model]
        game.models.set(model, x=x, y=y, section=s, door="")
    if stayed:
        unit = game.models[stayed[0]].unit
        game.tell("Back inside: {n:model} of {unit}.", "buildings.leave", n=len(stayed), unit=unit)


def inside_refusals(game: Xenocide, unit: str, moving: Sequence[str]) -> Iterator[Refusal]:
    """A model inside does not simply walk through the wall: where it may not leave now, it stays."""
    if any(game.models[m].section for m in moving):
        yield Refusal(
            "buildings.footprint", "A model of {unit} is inside a building.", {"unit": unit}, "It stays there."
        )


# ---- moving about ----------------------------------------------------------------------------------------------------


def rooms_beside(game: Xenocide, unit: str) -> list[str]:
    """The sections that a garrison is in, and the free ones next to them."""
    mine, seat = sections_of(game, unit), game.units[unit].seat
    beside = [x for s in mine for x in game.field.rooms[s].beside]
    good = [s for s in beside if not game.sections[s].down and holder(game, s) in (None, seat)]
    return list(dict.fromkeys((*mine, *good)))


def shift_refusals(game: Xenocide, unit: str) -> Iterator[Refusal]:
    if not indoors(game, unit):
        yield Refusal("buildings.change-side", "{unit} is in no building.", {"unit": unit})


@rule("buildings.change-side")
def change_side(game: Xenocide, unit: str) -> Flow[None]:
    """Instead of moving, models inside go to other sides or into a free section next door."""
    yield from take_sides(game, unit, indoors(game, unit), rooms_beside(game, unit), "sides", "buildings.change-side")
    game.units.set(unit, moved=True)
    lose_watch(game, unit)
    game.tell("{unit} takes other positions in {s}.", "buildings.change-side", unit=unit, s=sections_of(game, unit)[0])


def zone_refusals(
    game: Xenocide, unit: str, base: Circle, path: Sequence[Point], named: Sequence[str]
) -> Iterator[Refusal]:
    """No model comes within 4 inches of the walls that an enemy garrison holds, unless it assaults."""
    for s in held_against(game, unit, named):
        room = game.field.rooms[s]
        keep = min(reach_of_walls(), gap(base, room.walls))
        if any(leg_apart(p, q, room.sides) - base.r < keep - 0.002 for p, q in legs(base, path)):
            remedy = "Keep 4 in away, or declare an assault."
            says = "A model of {unit} would come within 4 in of {s}, which the enemy holds."
            yield Refusal("buildings.zone-of-control", says, {"unit": unit, "s": s}, remedy)
            return


@rule("buildings.zone-of-control", neutral=lambda: 0.0)
def reach_of_walls() -> float:
    return 4.0


def held_against(game: Xenocide, unit: str, named: Sequence[str]) -> list[str]:
    """The sections that enemies hold whom a unit has not named."""
    found: dict[str, None] = {}
    for t, row in game.units.items():
        if row.seat != game.units[unit].seat and t not in named:
            found |= dict.fromkeys(game.models[m].section for m in row.models if game.models[m].section)
    return list(found)
