"""Collapse: the test, the escape, and what is left of a section (chapter "buildings")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Flow, Piece, Place, Placed, Point, Random, Refusal, Roll, is_legal, rule
from xenotable.games.xenocide.content import Kind
from xenotable.games.xenocide.rules.buildings.occupants import (
    garrison,
    holder,
    occupants,
    section_refusals,
    space,
    stand,
    station,
)
from xenotable.games.xenocide.rules.buildings.walls import SIDES, along, gap, off_side
from xenotable.games.xenocide.rules.play.measuring import WITHIN, bases, circle, meet, overlap
from xenotable.games.xenocide.rules.play.models import kind_of, stands_free
from xenotable.games.xenocide.rules.play.units import put, standing_units
from xenotable.games.xenocide.rules.shooting.removal import remove
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle

FAR = 4.0


@rule("buildings.collapse-zero")
def tests(game: Xenocide, s: str, attacker: int, due: Sequence[int]) -> Flow[None]:
    """One test after another until the section collapses; who did not attack rolls."""
    for need in due:
        if need <= 0:
            yield from collapse(game, s)
            return
        holds, _ = yield from Roll(
            seat=1 - attacker, key="collapse", rule="buildings.collapse-test", n=1, cuts=(need + 1,),
            names=("stands", "collapses"), prompt="{s} stands on {v} or less", args={"s": s, "v": need},
        )  # fmt: skip
        if not holds:
            yield from collapse(game, s)
            return
    game.tell("{s} still stands.", "buildings.collapse-test", s=s)


@rule("buildings.collapse-terrain")
def collapse(game: Xenocide, s: str) -> Flow[None]:
    """The section is rubble from now on: nobody passes, nobody shelters, nobody looks through."""
    game.tell("{s} collapses!", "buildings.collapse-terrain", s=s)
    inside = garrison(game, s)
    for unit in inside:
        yield from run_out(game, s, unit)
    game.sections.set(s, points=0, down=True)
    for model in occupants(game, s):
        game.models.set(model, section="", door=s)
    for unit in inside:
        yield from get_away(game, s, unit)


@rule("buildings.collapse-escape")
def run_out(game: Xenocide, s: str, unit: str) -> Flow[None]:
    """Every model rolls to escape; who fails is destroyed."""
    by_need: dict[int, list[str]] = {}
    for model in game.units[unit].models:
        if game.models[model].section == s:
            by_need.setdefault(escapes_on(kind_of(game, model)), []).append(model)
    for need, models in by_need.items():
        _, lost = yield from Roll(
            seat=game.units[unit].seat, key="escape", rule="buildings.collapse-escape", n=len(models), cuts=(need + 1,),
            names=("escapes", "buried"),
        )  # fmt: skip
        if lost:
            says = "{n:model} of {unit} is buried." if lost == 1 else "{n:model} of {unit} are buried."
            game.tell(says, "buildings.collapse-escape", n=lost, unit=unit)
        yield from remove(game, unit, models, lost, "buildings.collapse-escape")


def escapes_on(kind: Kind) -> int:
    if kind.teleport:
        return 5
    return 4 if kind.jump or "skimmer" in kind.types or "hover" in kind.types else 3


@rule("buildings.collapse-place")
def get_away(game: Xenocide, s: str, unit: str) -> Flow[None]:
    """Survivors stand within 4 inches of the rubble or next door, clear of the enemy; who finds no place is lost."""
    out = [m for m in game.units[unit].models if game.models[m].door == s]
    if not out:
        return
    got = yield from Place(
        seat=game.units[unit].seat, key="get-away", rule="buildings.collapse-place", args={"unit": unit, "s": s},
        prompt="Where do the survivors of {unit} go from {s}?",
        pieces=[Piece(m, (game.models[m].x, game.models[m].y), kind_of(game, m).radius, FAR) for m in out],
        legal=lambda p: away_refusals(game, s, unit, p), propose=lambda n, rnd: aways(game, s, unit, out, rnd),
        optional=True,
    )  # fmt: skip
    for model, at in got.at.items():
        found = station(game, next_door(game, s, unit), at)
        if found is not None:
            stand(game, model, *found, at)
        else:
            put(game, model, (at[0], at[1]))
    lost = [m for m in out if m not in got.at]
    if lost:
        says = "{n:model} of {unit} finds no way out." if len(lost) == 1 else "{n:model} of {unit} find no way out."
        game.tell(says, "buildings.collapse-place", n=len(lost), unit=unit)
        yield from remove(game, unit, lost, len(lost), "buildings.collapse-place")


def next_door(game: Xenocide, s: str, unit: str) -> list[str]:
    seat = game.units[unit].seat
    beside = game.field.rooms[s].beside
    return [x for x in beside if not game.sections[x].down and holder(game, x) in (None, seat)]


def away_refusals(game: Xenocide, s: str, unit: str, got: Placed) -> Iterator[Refusal]:
    """Near the rubble, on free ground, on nobody, clear of the enemy; or at a wall next door."""
    doors = next_door(game, s, unit)
    inside = {m: found[0] for m, at in got.at.items() if (found := station(game, doors, at)) is not None}
    args = {"unit": unit, "s": s}
    for x in dict.fromkeys(inside.values()):
        yield from section_refusals(game, x, unit, [m for m, there in inside.items() if there == x])
    spots = {m: Circle(at[0], at[1], kind_of(game, m).radius) for m, at in got.at.items() if m not in inside}
    there = [m for t in standing_units(game, 0) + standing_units(game, 1) for m in game.units[t].models]
    taken = [circle(game, m) for m in there if not game.models[m].door]
    foes = bases(game, standing_units(game, 1 - game.units[unit].seat))
    ends = list(spots.values())
    if any(gap(c, game.field.rooms[s].walls) > FAR + WITHIN for c in ends):
        yield Refusal("buildings.collapse-place", "A model of {unit} is more than 4 in from {s}.", args)
    if overlap(ends, taken):
        yield Refusal("play.no-overlap", "A model of {unit} would stand on another.", args)
    if any(meet(c, f) for c in ends for f in foes):
        yield Refusal("buildings.collapse-place", "A model of {unit} would be in contact with the enemy.", args)
    if not all(stands_free(game, m, c) for m, c in spots.items()):
        yield Refusal("buildings.collapse-place", "A model of {unit} cannot stand there.", args)


def aways(game: Xenocide, s: str, unit: str, out: Sequence[str], rnd: Random) -> list[Placed]:
    """One model after another where it fits: next door first, then around the rubble, from a side that chance picks."""
    at: dict[str, Point] = {}
    turn = int(rnd() * 4)
    order = [SIDES[(turn + k) % 4] for k in range(4)]
    room = game.field.rooms[s]
    for model in out:
        r = kind_of(game, model).radius
        doors = [p for x in next_door(game, s, unit) if space(game, x) for side in order
                 for p in along(game.field.rooms[x].sides, side, 1)]  # fmt: skip
        rings = [off_side(side, p, r + far) for far in (0.0625, 1.25, 2.5, 3.75) for side in order
                 for p in along(room.sides, side, 5)]  # fmt: skip
        good = next(
            (p for p in (*doors, *rings) if is_legal(away_refusals(game, s, unit, Placed({**at, model: p})))), None
        )
        if good is not None:
            at[model] = good
    return [Placed(at)]
