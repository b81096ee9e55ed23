"""Transports: who rides, getting in and out, and what happens to passengers of a wreck (chapter "transport")."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from xenotable.engine import Flow, Piece, Place, Placed, Random, Refusal, Roll, cite, is_legal, rule
from xenotable.engine.memory import until_it_moved
from xenotable.games.xenocide.content import Kind
from xenotable.games.xenocide.rules.buildings.walls import breadth, gap, spread
from xenotable.games.xenocide.rules.flight.skimmers import falls
from xenotable.games.xenocide.rules.movement.dug_in import undig
from xenotable.games.xenocide.rules.movement.suppressed import nearing_refusals
from xenotable.games.xenocide.rules.play.measuring import (
    CONTACT,
    WITHIN,
    bases,
    bases_near,
    circle,
    circles,
    overlap,
    units_in_contact,
)
from xenotable.games.xenocide.rules.play.models import kind_of, stands_free
from xenotable.games.xenocide.rules.play.positions import Stance
from xenotable.games.xenocide.rules.play.units import aboard, destroy, standing_units
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle, Point, bases_overlap
from xenotable.table.near import to_segment

NEAR, DROP = 4.0, 8.0
AROUND = 12.0  # how far from transports somebody may be in the way of those who get out
COHERENCY = 8.0
TWELVE = [(math.cos(k * math.pi / 6), math.sin(k * math.pi / 6)) for k in range(12)]
Trail = tuple[Point, ...]  # the way of a transport, from its start


@until_it_moved
def carriers(game: Xenocide, unit: str) -> list[str]:
    return [m for m in game.units[unit].models if kind_of(game, m).transport]


@rule("transport.capacity", neutral=lambda game, carrier: 99)
def room(game: Xenocide, carrier: str) -> int:
    """The size that still fits into a transport."""
    return kind_of(game, carrier).transport - sum(kind_of(game, m).size for m in aboard(game, carrier))


@rule("transport.who-may-ride", neutral=lambda game, model: True)
def may_ride(game: Xenocide, model: str) -> bool:
    """No titans, flyers or models that cannot move; a transport only while it is empty itself."""
    kind = kind_of(game, model)
    return kind.move > 0 and kind.klass != "titan" and not kind.flyer and not (kind.transport and aboard(game, model))


def passengers(game: Xenocide, unit: str, but: Sequence[str] = ()) -> dict[str, list[str]]:
    """Who rides in the transports of a unit and acts with it, by unit."""
    found: dict[str, list[str]] = {}
    for c in carriers(game, unit):
        for model in aboard(game, c):
            rides = game.units[game.models[model].unit]
            if rides.company == game.units[unit].company and model not in but:
                found.setdefault(game.models[model].unit, []).append(model)
    return found


# ---- getting in ------------------------------------------------------------------------------------------------------


@rule("transport.load-distance")
def boarders(
    game: Xenocide, unit: str, but: Sequence[str] = (), guests: Sequence[str] = (), near: float = NEAR
) -> dict[str, str]:
    """Who can get into which transport of a unit: within 4 inches of it, as long as there is room; nobody who just got
    out. Guests are other units that come along."""
    left = {c: room(game, c) for c in carriers(game, unit)}
    own = [m for m in game.units[unit].models if not kind_of(game, m).transport]
    found: dict[str, str] = {}
    for model in (*own, *(x for g in guests for x in game.units[g].models)):
        if model in but or not may_ride(game, model):
            continue
        size, here = kind_of(game, model).size, circle(game, model)
        able = [c for c in left if left[c] >= size and gap(here, circle(game, c)) <= near + WITHIN]
        if able:
            found[model] = able[0]
            left[able[0]] -= size
    return found


def load_refusals(game: Xenocide, unit: str, guests: Sequence[str] = ()) -> Iterator[Refusal]:
    if not carriers(game, unit) or game.units[unit].burrowed:
        yield Refusal("transport.capacity", "{unit} has no transport.", {"unit": unit})
    elif game.units[unit].high:
        yield Refusal("transport.high-drop", "{unit} is high up: nobody gets in.", {"unit": unit}, "Land first.")
    elif not boarders(game, unit, guests=guests):
        yield Refusal(
            "transport.load-distance", "Nobody is within 4 in of a transport of {unit} with room.", {"unit": unit}
        )


def load(
    game: Xenocide, unit: str, but: Sequence[str] = (), guests: Sequence[str] = (), near: float = NEAR
) -> tuple[str, ...]:
    """Everybody who can gets in; it is their movement action, and the transports may then drive."""
    taken = boarders(game, unit, but, guests, near)
    for model, carrier in taken.items():
        mount(game, model, carrier)
    for g in (unit, *guests):
        n = sum(game.models[m].unit == g for m in taken)
        if n and g != unit:
            game.units.set(g, moved=True, acted=True)
        if n:
            says = "Into its transports: {n:model} of {g}."
            says = says if g == unit else "Into transports of {unit}: {n:model} of {g}."
            game.tell(says, "transport.load-unload-timing", n=n, unit=unit, g=g)
    return tuple(taken)


def mount(game: Xenocide, model: str, carrier: str) -> None:
    """A model is inside a transport from now on."""
    own, row = game.models[model].unit, game.models[carrier]
    unit = game.units[own]
    left = tuple(x for x in unit.models if x != model)
    game.units.set(own, models=left, riding=(*unit.riding, model), dug=False, watch=unit.watch and bool(left))
    game.models.set(model, inside=carrier, x=row.x, y=row.y, section="", door="")


# ---- getting out -----------------------------------------------------------------------------------------------------


def unload_refusals(game: Xenocide, unit: str) -> Iterator[Refusal]:
    if not passengers(game, unit):
        yield Refusal("transport.load-unload-timing", "Nobody rides with {unit}.", {"unit": unit})


@rule("transport.high-drop", neutral=lambda kind: True)
def may_drop(kind: Kind) -> bool:
    """Who can leave a transport that is high up; teleporters port out instead."""
    return bool(kind.jump) or falls(kind)


def unload(
    game: Xenocide,
    unit: str,
    fighting: bool = False,
    but: Sequence[str] = (),
    trails: Mapping[str, Trail] | None = None,
) -> Flow[dict[str, dict[str, Point]]]:
    """Passengers of the transports of a unit get out, unit by unit; those who find no place stay inside. Gives who was
    put where. Out of high transports they drop beside any point of the way."""
    cite("transport.once-per-activation")
    out: dict[str, dict[str, Point]] = {}
    for p in passengers(game, unit, but):
        them = passengers(game, unit, but).get(p, [])
        high = game.units[unit].high
        them = [m for m in them if not high or (p != unit and may_drop(kind_of(game, m)))]
        if not them:
            continue
        where = {m: circle(game, game.models[m].inside) for m in them}
        ways = {m: (trails or {}).get(game.models[m].inside) or ((c.x, c.y),) for m, c in where.items()}
        rule_id = "transport.high-drop" if high else "transport.unload-distance"
        out[p] = yield from get_down(game, p, where, fighting, rule_id, ways if high else None)
    return out


def get_down(
    game: Xenocide, unit: str, where: Mapping[str, Circle], fighting: bool, rule_id: str,
    trails: Mapping[str, Trail] | None = None,
) -> Flow[dict[str, Point]]:  # fmt: skip
    far = NEAR if trails is None else DROP
    put = yield from Place(
        seat=game.units[unit].seat, key="get-down", rule=rule_id, prompt="Where do the passengers of {unit} get out?",
        args={"unit": unit}, pieces=[Piece(m, (c.x, c.y), kind_of(game, m).radius, far) for m, c in where.items()],
        legal=lambda p: place_refusals(game, unit, where, p, fighting, trails),
        propose=lambda n, rnd: placings(game, unit, where, fighting, rnd, trails), optional=True,
    )  # fmt: skip
    placed = {m: (at[0], at[1]) for m, at in put.at.items()}
    for model, at in placed.items():
        row = game.units[unit]
        game.units.set(unit, models=(*row.models, model), riding=tuple(x for x in row.riding if x != model))
        game.models.set(model, inside="", x=at[0], y=at[1])
    if placed:
        undig(game, unit)
        first = len(game.units[unit].models) == len(placed)
        game.units.set(unit, high=False, on=first or game.units[unit].on)  # the others may still stand at the edge
        game.tell("Out of transports: {n:model} of {unit}.", rule_id, n=len(placed), unit=unit)
    return placed


@rule("transport.unload-distance", neutral=lambda *a: ())
def place_refusals(
    game: Xenocide, unit: str, where: Mapping[str, Circle], put: Placed, fighting: bool,
    trails: Mapping[str, Trail] | None = None,
) -> Iterator[Refusal]:  # fmt: skip
    """Within 4 inches of the transport, on nobody, in coherency, clear of the enemy unless they fight."""
    here = {m: Circle(at[0], at[1], kind_of(game, m).radius) for m, at in put.at.items()}
    spots = list(here.values())
    box = Stance(spots)
    popped = [t for t, row in game.units.items() if row.popped and row.models]  # they come down again where they are
    taken = bases_near(game, (0, 1), box, 0.0) + bases(game, popped)
    args = {"unit": unit}
    if game.units[unit].high and here:  # who is left of a unit above the ground comes down with those who get out
        yield from landing_refusals(game, unit, bases(game, standing_units(game, 0) + standing_units(game, 1)))
        taken += circles(game, unit)
    if trails is not None:
        yield from drop_refusals(unit, here, trails)
    elif any(gap(c, where[m]) > NEAR + WITHIN for m, c in here.items()):
        yield Refusal("transport.unload-distance", "A model of {unit} is more than 4 in from its transport.", args)
    if overlap(spots, taken):
        yield Refusal("play.no-overlap", "A model of {unit} would stand on another.", args)
    foes = [] if fighting else bases_near(game, (1 - game.units[unit].seat,), box, CONTACT)
    if any(gap(c, f) < CONTACT for c in spots for f in foes):
        yield Refusal("transport.unload-terrain", "A model of {unit} would get out next to the enemy.", args)
    if here and spread([*spots, *(circle(game, m) for m in game.units[unit].models)]) > COHERENCY + WITHIN:
        yield Refusal("movement.coherency-end", "{unit} would be wider than 8 in.", args)
    if not fighting and all(game.models[m].inside in game.models for m in here):  # nobody chooses to leave a wreck
        rest = circles(game, unit)
        yield from nearing_refusals(game, unit, [*rest, *(circle(game, m) for m in here)], [*rest, *spots])
    if not all(stands_free(game, m, c) for m, c in here.items()):
        yield Refusal("transport.unload-terrain", "A model of {unit} cannot stand there.", args)


def landing_refusals(game: Xenocide, unit: str, taken: Sequence[Circle]) -> Iterator[Refusal]:
    if any(bases_overlap(c, o) for c in circles(game, unit) for o in taken):
        yield Refusal("transport.survivors", "The rest of {unit} finds no room to come down.", {"unit": unit})


@rule("transport.high-drop", neutral=lambda *a: ())
def drop_refusals(unit: str, here: Mapping[str, Circle], trails: Mapping[str, Trail]) -> Iterator[Refusal]:
    """At most 8 inches from some point of the way of the transport, measured to the centre of the base."""
    for model, c in here.items():
        way = trails[model]
        legs = zip(way, way[1:] or way, strict=False)
        if min(to_segment(Circle(c.x, c.y, 0.0), a, b) for a, b in legs) > DROP + WITHIN:
            says = "A model of {unit} would land more than 8 in from the way of its transport."
            yield Refusal("transport.high-drop", says, {"unit": unit})
            return


def placings(
    game: Xenocide, unit: str, where: Mapping[str, Circle], fighting: bool, rnd: Random,
    trails: Mapping[str, Trail] | None = None,
) -> list[Placed]:  # fmt: skip
    """Passengers around their transports (or, dropped, around the end of their way), one after the other, where they
    fit; and nobody."""
    at: dict[str, tuple[float, ...]] = {}
    rings = (0.25, 1.5, 2.75) if trails is None else (0.25, 2.0, 4.0, 5.5)
    solid = bases_near(game, (0, 1), Stance(list(where.values())), AROUND)
    for model, c in where.items():
        r = kind_of(game, model).radius
        for ring in rings:
            far = breadth(c) + r + ring
            spots = [(c.x + far * dx, c.y + far * dy) for dx, dy in TWELVE]
            bases = (Circle(*_grid(spot), r) for spot in spots)
            free = ((c.x, c.y) for c in bases if not overlap([c], solid) and stands_free(game, model, c))
            good = next((s for s in free if _fits(game, unit, where, {**at, model: s}, fighting, trails)), None)
            if good is not None:
                at[model] = good
                solid.append(Circle(good[0], good[1], r))
                break
    return [Placed(at)]


def _grid(p: Point) -> Point:
    return round(p[0] * 1024) / 1024, round(p[1] * 1024) / 1024


def _fits(
    game: Xenocide, unit: str, where: Mapping[str, Circle], at: dict[str, tuple[float, ...]], fighting: bool,
    trails: Mapping[str, Trail] | None,
) -> bool:  # fmt: skip
    return is_legal(place_refusals(game, unit, where, Placed(at), fighting, trails))


# ---- wrecks ----------------------------------------------------------------------------------------------------------


class Wreck(msgspec.Struct, frozen=True):
    """A transport that is about to be lost: where it is, whether it is open, whether its unit is in an assault."""

    at: Circle
    open: bool
    fighting: bool


def wrecks(game: Xenocide, lost: Sequence[str]) -> dict[str, Wreck]:
    """The passengers of the transports that are about to be lost, each with its transport."""
    return {
        m: Wreck(circle(game, x), kind_of(game, x).open_transport, in_assault(game, game.models[x].unit))
        for x in lost
        if kind_of(game, x).transport
        for m in aboard(game, x)
    }


def in_assault(game: Xenocide, unit: str) -> bool:
    """Is a unit in contact with the enemy, or about to be?"""
    return bool(game.units[unit].charge or units_in_contact(game, unit))


@rule("transport.destroyed")
def spill(game: Xenocide, unit: str, gone: Mapping[str, Wreck]) -> Flow[int]:
    """Each passenger of a wreck suffers one die against its printed CAD; survivors get out within 4 inches. Gives how
    many of this very unit were lost: for its suppression test they are casualties, those of other units are not."""
    lost = 0
    gone = {m: how for m, how in gone.items() if m in game.models}  # riders may have fallen with their transport
    for p in dict.fromkeys(game.models[m].unit for m in gone):
        before = len(game.units[p].riding)
        them = {m: how for m, how in gone.items() if m in game.models and game.models[m].unit == p}
        yield from wreck_dice(game, p, list(them))
        again = [m for m, wreck in them.items() if m in game.models and wreck.open]
        if again:
            yield from twice(game, p, again)
        left = {m: wreck for m, wreck in them.items() if m in game.models}
        out = yield from survivors(game, p, left)
        lost += counted_casualties(unit, p, before - len(game.units[p].riding) - len(out))
    return lost


@rule("transport.destroyed-casualties", neutral=lambda unit, p, n: 0)
def counted_casualties(unit: str, p: str, n: int) -> int:
    return n if p == unit else 0


@rule("transport.open-destroyed", neutral=lambda *a: None)
def twice(game: Xenocide, unit: str, them: Sequence[str]) -> Flow[None]:
    """Riders of an open transport suffer a second die."""
    yield from wreck_dice(game, unit, them)


def wreck_dice(game: Xenocide, unit: str, models: Sequence[str]) -> Flow[None]:
    by_need: dict[int, list[str]] = {}
    for model in models:
        by_need.setdefault(min(6, kind_of(game, model).cad), []).append(model)
    for need, them in by_need.items():
        _, hit = yield from Roll(
            seat=game.units[unit].seat, key="wreck", rule="transport.destroyed", n=len(them), cuts=(need,),
            names=("gets out", "destroyed"),
        )  # fmt: skip
        if hit:
            game.tell("Lost in the wreck: {n:passenger} of {unit}.", "transport.destroyed", n=hit, unit=unit)
            destroy(game, them[:hit])


@rule("transport.survivors")
def survivors(game: Xenocide, unit: str, left: Mapping[str, Wreck]) -> Flow[dict[str, Point]]:
    """Those who got out alive are placed; beside the enemy only out of a transport that was lost in close assault."""
    if not left:
        return {}
    fighting = all(wreck.fighting for wreck in left.values())
    where = {m: wreck.at for m, wreck in left.items()}
    placed = yield from get_down(game, unit, where, fighting, "transport.survivors")
    lost = [m for m in left if m not in placed]
    if lost:
        game.tell("No room for {n:survivor} of {unit}.", "transport.survivors", n=len(lost), unit=unit)
    destroy(game, lost)
    return placed
