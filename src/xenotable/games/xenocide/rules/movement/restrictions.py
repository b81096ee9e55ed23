"""What a move must keep to, one by one: length, ground, room, coherency, contact, suppression (chapter "movement")."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from xenotable.engine import Moved, Refusal, cite, rule
from xenotable.games.xenocide.content import Kind
from xenotable.games.xenocide.rules.buildings.walls import gap, spread, towards
from xenotable.games.xenocide.rules.flight.special_moves import climb_refusals
from xenotable.games.xenocide.rules.ground.paths import ROWS, features_entered
from xenotable.games.xenocide.rules.movement.allowances import COHERENCY, allowance, costs, friends
from xenotable.games.xenocide.rules.movement.suppressed import nearing_refusals
from xenotable.games.xenocide.rules.movement.zones import zones
from xenotable.games.xenocide.rules.play.measuring import (
    CONTACT,
    WITHIN,
    bases,
    bases_near,
    circle,
    circles,
    meet,
    stances,
)
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.play.positions import Stance, close_by
from xenotable.games.xenocide.scenes import Manner
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle, Point, all_legal, bases_overlap, faults, legs, length, move_circle
from xenotable.table.near import to_segment


def ends(game: Xenocide, unit: str, move: Moved) -> list[Circle]:
    here, paths = zip(game.units[unit].models, circles(game, unit), strict=True), move.paths
    return [move_circle(c, (way[-1][0], way[-1][1])) if (way := paths.get(m)) else c for m, c in here]


def resting(game: Xenocide, unit: str) -> Sequence[Circle]:
    """Where models are measured while they do not move: who has come to a door to leave is inside until it goes."""
    here, doors = circles(game, unit), [game.models[m].door for m in game.units[unit].models]
    if not any(doors):
        return here
    return [game.field.rooms[s].walls if s else c for s, c in zip(doors, here, strict=True)]


def at_rest(game: Xenocide, unit: str, move: Moved, last: Sequence[Circle]) -> list[Circle]:
    """Where models are measured after a move that leads them there."""
    stays = zip(game.units[unit].models, resting(game, unit), last, strict=True)
    return [end if move.paths.get(m) else here for m, here, end in stays]


def swept_stance(before: Sequence[Circle], move: Moved, last: Sequence[Circle]) -> Stance:
    """The rectangle that a unit does not leave while it moves."""
    most = max((c.r for c in last), default=0.0)
    return Stance([*before, *last, *(Circle(p[0], p[1], most) for way in move.paths.values() for p in way[:-1])])


def free_ways(
    game: Xenocide, unit: str, manner: Manner, move: Moved, off: list[Circle], solid: list[Circle]
) -> bool:  # fmt: skip
    """Is nothing in the way of any model? Then nobody need look at them one by one; most moves are so."""
    kinds = {game.models[m].kind for m in game.units[unit].models}
    found = {costs(game, game.kinds[k], manner) for k in kinds}
    if manner.mode == "teleport" or len(found) > 1:
        return False
    ways = [move.way(m) for m in game.units[unit].models]
    return all_legal(circles(game, unit), ways, game.field.ground, found.pop(), off, solid)


def model_refusals(
    game: Xenocide, unit: str, model: str, manner: Manner, move: Moved, off: list[Circle], solid: list[Circle],
    sound: bool = False,
) -> Iterator[Refusal]:  # fmt: skip
    """One model's path: length, impassable ground, zones of control, the edge, bases in the way at the end (unless it
    is known to be sound in all but its length)."""
    kind, base, path = kind_of(game, model), circle(game, model), move.way(model)
    long, far = length(base, path), allowance(game, model, manner)
    if long > far + WITHIN:  # then a road may help
        far = allowance(game, model, manner, path)
    args = {"m": kind.name, "unit": unit}
    if manner.mode == "teleport":
        path, off = [path[-1]], []
        long = length(base, path)
    if manner.mode == "jump" and len(path) > 1:
        yield Refusal("flight.jump", "{m} jumps in a straight line.", args)
    if manner.mode == "walk" and game.field.cliffs:
        yield from climb_refusals(game, unit, kind, base, path)
    if long > far + WITHIN:
        more = {**args, "far": far, "over": long - far}
        yield Refusal("movement.model-path", "{m} of {unit} may go {far:g} in.", more, "Stop {over:.1f} in earlier.")
    for fault in () if sound else faults(base, path, game.field.ground, costs(game, kind, manner), off, solid=solid):
        yield _word_refusal(game, fault.kind, fault.piece, fault.other, len(off), args)
        break


def _word_refusal(game: Xenocide, kind: str, piece: int, other: int, zone_count: int, args: dict[str, str]) -> Refusal:
    if kind == "edge":
        return Refusal("movement.stay-on-table", "{m} of {unit} would leave the table.", args, "Stay inside the edge.")
    if kind in ("impassable", "end"):
        cite(ROWS.get(game.field.features[piece].kind, "ground.classes"))
        more = {**args, "what": game.field.features[piece].label}
        return Refusal("ground.impassable", "{m} of {unit} cannot enter: {what}.", more, "Go round it.")
    if other < zone_count:
        remedy = "Keep 4 in away, or declare an assault."
        return Refusal("movement.zone-of-control", "{m} of {unit} would come within 4 in of the enemy.", args, remedy)
    return Refusal("play.no-overlap", "{m} of {unit} would stand on another base.", args, "Leave room.")


def room_refusals(game: Xenocide, unit: str, last: Sequence[Circle]) -> Iterator[Refusal]:
    """Who stops somewhere needs room there, also where it began among others: underground, at an edge, at a door."""
    box = Stance(last)
    taken = friends(game, unit, box) + bases_near(game, (1 - game.units[unit].seat,), box, 0.0)
    if any(bases_overlap(c, o) for c in last for o in taken):
        yield Refusal(
            "play.no-overlap", "A model of {unit} would stand on another base.", {"unit": unit}, "Leave room."
        )


@rule("movement.coherency-end", neutral=lambda *a: ())
def coherency_refusals(game: Xenocide, unit: str, last: Sequence[Circle]) -> Iterator[Refusal]:
    """Every two models within 8 inches; a unit that was torn apart must at least close up."""
    wide = spread(last)
    if wide <= COHERENCY + WITHIN:
        return
    before = resting(game, unit)
    if spread(before) > COHERENCY + WITHIN and is_closing_up(before, last):
        return
    args = {"unit": unit, "wide": wide}
    yield Refusal("movement.coherency-end", "{unit} would be {wide:.1f} in wide; 8 in are allowed.", args, "Close up.")


@rule("movement.coherency-broken", neutral=lambda before, last: False)
def is_closing_up(before: Sequence[Circle], last: Sequence[Circle]) -> bool:
    """Does the largest group stay together, and does every other model come nearer to the farthest of it?"""
    core = largest_group(before)
    near = [last[i] for i in core]
    return spread(near) <= COHERENCY + WITHIN and all(
        max(gap(last[i], c) for c in near) < max(gap(before[i], before[j]) for j in core)
        for i in range(len(before))
        if i not in core
    )


def largest_group(bases: Sequence[Circle]) -> list[int]:
    """The most models (by index) of whom every two are within 8 inches; of several such groups the first."""
    best: list[int] = []

    def grow(chosen: list[int], able: list[int]) -> None:
        nonlocal best
        if len(chosen) > len(best):
            best = chosen
        for k, i in enumerate(able):
            if len(chosen) + len(able) - k > len(best):
                grow([*chosen, i], [j for j in able[k + 1 :] if gap(bases[i], bases[j]) <= COHERENCY + WITHIN])

    grow([], list(range(len(bases))))
    return best


@rule("movement.assault-declare")
def contact_refusals(game: Xenocide, unit: str, last: Sequence[Circle], mode: str) -> Iterator[Refusal]:
    """Ending in contact needs a declared assault. Paths are checked already; this catches where teleporters land."""
    there = Stance(last)
    for t, _ in close_by(stances(game, 1 - game.units[unit].seat), there, CONTACT):
        for c in circles(game, t):
            if any(meet(c, e) for e in last) and not any(gap(c, b) < CONTACT for b in circles(game, unit)):
                args = {"unit": unit, "t": t}
                rule_id = "flight.teleport-assault" if mode == "teleport" else "movement.assault-declare"
                yield Refusal(rule_id, "{unit} would be in contact with {t}.", args, "Declare an assault.")
                return


def assault_refusals(
    game: Xenocide, unit: str, manner: Manner, move: Moved, last: Sequence[Circle]
) -> Iterator[Refusal]:
    """An assault ends in contact with everybody named, and brings in every model that can come."""
    for t in manner.named:
        if not any(gap(c, e) < CONTACT for c in circles(game, t) for e in last):
            args = {"unit": unit, "t": t}
            says = "{unit} would not be in contact with {t}, which it named."
            yield Refusal("movement.assault-declare", says, args, "Come closer than 4 in.")
    yield from contact_refusals_but(game, unit, manner.named, last)
    yield from guarded_refusals(game, unit, manner, move)
    yield from idle_refusals(game, unit, manner, last)


def contact_refusals_but(game: Xenocide, unit: str, named: Sequence[str], last: Sequence[Circle]) -> Iterator[Refusal]:
    there = Stance(last)
    for t, _ in close_by(stances(game, 1 - game.units[unit].seat), there, CONTACT):
        if t not in named and any(meet(c, e) for c in circles(game, t) for e in last):
            args = {"unit": unit, "t": t}
            yield Refusal(
                "movement.assault-declare", "{unit} would be in contact with {t}, which it did not name.", args
            )


@rule("movement.guarded-edge", neutral=lambda *a: ())
def guarded_refusals(game: Xenocide, unit: str, manner: Manner, move: Moved) -> Iterator[Refusal]:
    """No way into a feature across an edge that enemies inside hold within 2 inches."""
    guards = bases(game, manner.named)
    for model in game.units[unit].models:
        base = circle(game, model)
        for p, q in legs(base, move.way(model)):
            for f, entry in features_entered(game.field, p, q):
                inside = [g for g in guards if f.sides[0] <= g.x <= f.sides[2] and f.sides[1] <= g.y <= f.sides[3]]
                edge = side_at(f.sides, entry)
                if edge and any(to_segment(g, *edge) <= 2.0 + WITHIN for g in inside):
                    args = {"unit": unit, "f": f.label}
                    says = "The edge of {f} is guarded: {unit} stops outside."
                    yield Refusal("movement.guarded-edge", says, args, "Fight from outside.")
                    return


def side_at(sides: tuple[float, float, float, float], p: Point) -> tuple[Point, Point] | None:
    """The side of a rectangle on which a point lies."""
    x0, y0, x1, y1 = sides
    for a, b in (((x0, y0), (x1, y0)), ((x1, y0), (x1, y1)), ((x0, y1), (x1, y1)), ((x0, y0), (x0, y1))):
        if to_segment(Circle(p[0], p[1], 0.0), a, b) < 0.01:
            return a, b
    return None


@rule("movement.assault-move", neutral=lambda *a: ())
def idle_refusals(game: Xenocide, unit: str, manner: Manner, last: Sequence[Circle]) -> Iterator[Refusal]:
    """A model that could have come straight into contact must."""
    foes = bases(game, manner.named)
    taken = friends(game, unit) + foes
    off = zones(game, unit, manner)
    for i, model in enumerate(game.units[unit].models):
        if any(gap(last[i], f) < CONTACT for f in foes):
            continue
        base, kind = circle(game, model), kind_of(game, model)
        far = allowance(game, model, manner)
        others = [e for j, e in enumerate(last) if j != i]
        for f in foes:
            spot = short_of(base, towards(f, base), 3.9)
            if spot is None or math.dist((base.x, base.y), spot) > far or crosses_ground(game, kind, base, spot):
                continue
            at = move_circle(base, spot)
            wide = max((gap(at, e) for e in others), default=0.0) > COHERENCY
            full = any(gap(at, e) <= 0.0 for e in (*others, *taken))
            bad = next(faults(base, [spot], game.field.ground, costs(game, kind, manner), off, solid=taken), None)
            if not wide and not full and bad is None:
                args = {"m": kind.name, "unit": unit}
                says = "A {m} of {unit} could come into contact too."
                yield Refusal("movement.assault-move", says, args, "Bring it in.")
                return


def crosses_ground(game: Xenocide, kind: Kind, base: Circle, spot: Point) -> bool:
    """Would the straight way need a terrain roll, so that nobody can promise to get there?"""
    return any(True for _ in features_entered(game.field, (base.x, base.y), spot))


def short_of(base: Circle, foe: Circle, d: float) -> Point | None:
    """The point on the straight way to an enemy where the bases are d apart; None when they are nearer already."""
    dx, dy = foe.x - base.x, foe.y - base.y
    long = math.hypot(dx, dy)
    keep = foe.r + base.r + d
    if long <= keep:
        return None
    share = 1.0 - keep / long
    return round((base.x + dx * share) * 1024) / 1024, round((base.y + dy * share) * 1024) / 1024


def suppressed_refusals(game: Xenocide, unit: str, last: Sequence[Circle]) -> Iterator[Refusal]:
    """What is wrong with where a suppressed unit moves to from where it stands."""
    yield from nearing_refusals(game, unit, [circle(game, m) for m in game.units[unit].models], last)
