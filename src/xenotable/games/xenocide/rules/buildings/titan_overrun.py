"""Titans that burst through buildings (rule "buildings.titan-overrun")."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial

from xenotable.engine import (
    Assign,
    Bucket,
    Choose,
    Flow,
    Move,
    Moved,
    Option,
    Piece,
    Random,
    Reckon,
    Refusal,
    Scene,
    is_legal,
    rule,
    scene,
)
from xenotable.engine.memory import until_moved, until_written
from xenotable.games.xenocide.rules.assault import dice, morale
from xenotable.games.xenocide.rules.buildings.occupants import garrison, holder, near_sections, near_walls
from xenotable.games.xenocide.rules.buildings.structure import batter_section
from xenotable.games.xenocide.rules.buildings.walls import gap, leg_apart
from xenotable.games.xenocide.rules.ground.terrain import spans
from xenotable.games.xenocide.rules.movement.allowances import allowance, costs, farthest
from xenotable.games.xenocide.rules.movement.zones import zones
from xenotable.games.xenocide.rules.overrun.overrun_round import part
from xenotable.games.xenocide.rules.overwatch import lose_watch, reaction
from xenotable.games.xenocide.rules.play.measuring import CONTACT, WITHIN, bases, circle, meet, stance
from xenotable.games.xenocide.rules.play.models import is_titan, kind_of
from xenotable.games.xenocide.rules.play.positions import Stance, clear_by, close_to
from xenotable.games.xenocide.rules.play.units import put, standing_units
from xenotable.games.xenocide.rules.titans.frame import frame
from xenotable.games.xenocide.rules.titans.power import at_any_moment
from xenotable.games.xenocide.rules.titans.systems import shaken_by_ground
from xenotable.games.xenocide.scenes import AtTheWall, Manner, Through
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle, Point, bases_overlap, faults, legs, length, move_circle, snap_point

ATTACKS = 3  # of the ground, on a titan that a building has stopped
AIMS = (0.0, 0.5, -0.5, 1.0, -1.0)  # how far beside the centre of a section a titan may aim, in half widths


def burst_refusals(game: Xenocide, unit: str) -> Iterator[Refusal]:
    """Why a unit cannot burst through a building."""
    if not is_titan(game, unit):
        yield Refusal("buildings.titan-overrun", "Only titans burst through buildings.", {"unit": unit})
        return
    near = sorted(in_reach(game, unit), key=lambda s: near_walls(game, unit, s))  # behind it is most room to end
    if not any(is_passable(game, unit, s) for s in near):
        yield Refusal("buildings.titan-overrun", "No building stands in the way of {unit}.", {"unit": unit})


@until_written
def in_the_way(game: Xenocide, unit: str) -> list[str]:
    """The sections without friends that a titan can reach and, if they fall, pass."""
    return [s for s in in_reach(game, unit) if is_passable(game, unit, s)]


def in_reach(game: Xenocide, unit: str) -> list[str]:
    """The sections without friends that a titan can come to."""
    far, seat = farthest(game, unit), game.units[unit].seat
    return [s for s in near_sections(game, unit, far) if holder(game, s) != seat and near_walls(game, unit, s) < far]


def is_passable(game: Xenocide, unit: str, s: str) -> bool:
    """Can a titan pass a section, if it falls?"""
    return any(True for _ in through(game, unit, s))


def ways_through(game: Xenocide, unit: str, s: str) -> list[Moved]:
    """Straight ways through a section, each as far as it goes."""
    return list(through(game, unit, s))


def through(game: Xenocide, unit: str, s: str) -> Iterator[Moved]:
    """One way after the other: they are dear to check."""
    model = game.units[unit].models[0]
    base, far, walls = circle(game, model), allowance(game, model, Manner()), game.field.rooms[s].walls
    x0, y0, x1, y1 = walls.sides
    for aim in AIMS:
        goal = (walls.x + aim * (y1 - y0) / 2.0, walls.y)
        if abs(walls.x - base.x) > abs(walls.y - base.y):
            goal = (walls.x, walls.y + aim * (x1 - x0) / 2.0)
        long = math.dist((base.x, base.y), goal)
        for share in (1.0, 0.85) if long else ():
            end = snap_point((base.x + (goal[0] - base.x) / long * far * share,
                           base.y + (goal[1] - base.y) / long * far * share))  # fmt: skip
            move = Moved({model: (end,)})
            if is_legal(way_refusals(game, unit, s, move)):
                yield move
                break


@until_moved
def hindrances(game: Xenocide, unit: str, s: str) -> tuple[Sequence[Circle], list[Circle], list[Stance]]:
    """Zones to keep out of, bases not to end on, and enemies not to end beside on a way through a section: those of
    everybody but its garrison; those of the garrison's units who stand outside are in the way like anybody."""
    inside = garrison(game, s)
    outside = [circle(game, m) for t in inside for m in game.units[t].models if game.models[m].section != s]
    off = zones(game, unit, Manner(named=tuple(inside)))
    others = [t for t in standing_units(game, 0) + standing_units(game, 1) if t != unit and t not in inside]
    foes = [stance(game, t) for t in others if game.units[t].seat != game.units[unit].seat]
    return off, bases(game, others) + outside, foes


def way_refusals(game: Xenocide, unit: str, s: str, move: Moved) -> Iterator[Refusal]:
    """What is wrong with a titan's way through a section: as any move, but this one section does not stop it."""
    model = game.units[unit].models[0]
    path, base, kind = move.way(model), circle(game, model), kind_of(game, model)
    args = {"unit": unit, "s": s}
    if not path:
        return
    far = allowance(game, model, Manner(), path)
    if length(base, path) > far + WITHIN:
        yield Refusal("movement.model-path", "{unit} may go {far:g} in.", {**args, "far": far})
    if not any(spans(game.field.rooms[s].sides, p, q) for p, q in legs(base, path)):
        yield Refusal("buildings.titan-overrun", "{unit} does not go through {s}.", args)
    end = move_circle(base, path[-1])
    ends_inside = gap(end, game.field.rooms[s].walls) <= 0.0
    if ends_inside:
        yield Refusal("buildings.titan-overrun", "{unit} cannot end there.", args, "Go on until {s} is behind it.")
    off, others, foes = hindrances(game, unit, s)
    there = Stance([end])
    if any(meet(end, c) for at in foes if not clear_by(at, there, CONTACT) for c in at.circles):
        yield Refusal("overrun.condition", "{unit} must end 4 in from every enemy.", args)
    box = Stance([base, *(move_circle(base, p) for p in path)])
    if not ends_inside and stands_on(game, model, s, path, close_to(others, box, 0.0)):
        yield Refusal("buildings.titan-overrun", "{unit} cannot end there.", args, "Go on until {s} is behind it.")
    ground = game.field.ground.minus(s)
    if next(faults(base, path, ground, costs(game, kind, Manner()), close_to(off, box, 0.0)), None) is not None:
        yield Refusal("ground.impassable", "{unit} cannot go that way.", args)


def stands_on(game: Xenocide, model: str, s: str, path: Sequence[Point], others: Sequence[Circle]) -> bool:
    """Would a titan stand on another base at the end of its way, or at the wall if that stops it?"""
    if not others:
        return False
    base, wall = circle(game, model), path_to_wall(game, model, s, path)
    spots = [move_circle(base, path[-1]), *([move_circle(base, wall[-1])] if wall else [])]
    return any(bases_overlap(x, c) for x in spots for c in others)


def burst(game: Xenocide, unit: str) -> Flow[list[Scene]]:
    """The titan names a section and its whole way; at the wall it fights, and goes on only over rubble."""
    work = partial(in_the_way, game, unit)  # dear and certain: a fork need not look for ways again
    able = yield from Reckon(key="in-the-way", rule="buildings.titan-overrun", work=lambda: tuple(work()))
    s = yield from Choose(
        seat=game.units[unit].seat, key="burst", rule="buildings.titan-overrun", args={"unit": unit},
        prompt="Through which building does {unit} burst?", among=lambda: (*able, None),
        label=lambda x: "None" if x is None else game.name(x),
    )  # fmt: skip
    if s is None:
        return []
    model = game.units[unit].models[0]
    budget = allowance(game, model, Manner())
    went = yield from Move(
        seat=game.units[unit].seat, key="burst-move", rule="buildings.titan-overrun", prompt="Move {unit} through {s}",
        args={"unit": unit, "s": s},
        pieces=[Piece(model, (game.models[model].x, game.models[model].y), kind_of(game, model).radius, budget)],
        modes=[Option("walk", "walk")], legal=lambda move: way_refusals(game, unit, s, move),
        propose=lambda n, rnd: proposals(game, unit, s, rnd),
    )  # fmt: skip
    return charge_through(game, unit, s, went.way(model)) if went.way(model) else []


def proposals(game: Xenocide, unit: str, s: str, rnd: Random) -> list[Moved]:
    found = ways_through(game, unit, s)
    turn = int(rnd() * len(found)) if found else 0
    return [*found[turn:], *found[:turn]] or [Moved()]


def charge_through(game: Xenocide, unit: str, s: str, path: Sequence[Point]) -> list[Scene]:
    """The titan comes to the wall, fights one round there, and goes on if it can."""
    model = game.units[unit].models[0]
    start = (game.models[model].x, game.models[model].y)
    before = path_to_wall(game, model, s, path)
    put(game, model, before[-1] if before else start)
    game.units.set(unit, moved=True, came=start)
    lose_watch(game, unit)
    game.tell("{unit} bursts into {s}.", "buildings.titan-overrun", unit=unit, s=s)
    return [AtTheWall(unit, s, start, tuple(before), tuple((p[0], p[1]) for p in path))]


@scene
@at_any_moment
def at_the_wall(game: Xenocide, at: AtTheWall) -> Flow[list[Scene]]:
    foes = yield from round_at(game, at.unit, at.section)
    return [Through(at.unit, at.section, at.start, at.before, at.path, foes)]


@scene
@at_any_moment
@rule("buildings.titan-overrun")
def through_it(game: Xenocide, at: Through) -> Flow[list[Scene]]:
    """If the section still stands the ground attacks the titan three times, and it neither moves nor shoots any more in
    this activation; then who is suppressed flees; then the titan goes on over the rubble, if nothing has held it."""
    unit, s, way = at.unit, at.section, at.before
    stands, thrown = not game.sections[s].down, False
    if stands and game.units[unit].models:
        game.tell("{s} stops {unit}.", "buildings.titan-overrun", s=s, unit=unit)
        game.titans.set(unit, fired=tuple(a.mount for a in frame(game, unit).arms))
        yield from shaken_by_ground(game, unit, ATTACKS)
    if at.foes and game.units[unit].models:
        thrown = not (yield from part(game, unit, at.foes))
    if game.units[unit].models and not stands and not thrown:
        way, model = at.path, game.units[unit].models[0]
        if room_at(game, model, at.path[-1]):
            put(game, model, at.path[-1])
        game.tell("{unit} goes on over the rubble.", "buildings.titan-overrun", unit=unit)
    dice.clear(game, (unit, *at.foes))
    left = game.units[unit].models
    return reaction(game, unit, dict.fromkeys(left, at.start), dict.fromkeys(left, way)) if left else []


def room_at(game: Xenocide, model: str, at: Point) -> bool:
    """Is the place beyond still free? Somebody may have escaped to it from the section."""
    here = move_circle(circle(game, model), at)
    others = [t for t in standing_units(game, 0) + standing_units(game, 1) if t != game.models[model].unit]
    return not any(bases_overlap(here, c) for c in bases(game, others))


def path_to_wall(game: Xenocide, model: str, s: str, path: Sequence[Point]) -> list[Point]:
    """A way as far as where the base first touches the wall."""
    base, sides = circle(game, model), game.field.rooms[s].sides
    done: list[Point] = []
    for p, q in legs(base, path):
        if leg_apart(p, q, sides) - base.r > 0.0:
            done.append(q)
            continue
        low, high = 0.0, 1.0
        for _ in range(30):
            share = (low + high) / 2.0
            at = (p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share)
            low, high = (share, high) if gap(Circle(*at, base.r), game.field.rooms[s].walls) > 0.0 else (low, share)
        short = max(0.0, low - 0.01 / math.dist(p, q))
        done.append(snap_point((p[0] + (q[0] - p[0]) * short, p[1] + (q[1] - p[1]) * short)))
        break
    return done


def round_at(game: Xenocide, unit: str, s: str) -> Flow[tuple[str, ...]]:
    """The dice of the titan at the section and, if it likes, at the garrison, which then fights back. Gives whom it
    fought."""
    inside = garrison(game, s)
    fights = False
    if inside:
        prompt = "Does {unit} fight {t} inside, too?"
        if game.units[unit].marks:
            prompt += " Suppressed as it is, it is thrown back then."
        fights = yield from Choose(
            seat=game.units[unit].seat, key="involve", rule="buildings.titan-overrun",
            args={"unit": unit, "t": inside[0]}, prompt=prompt, among=lambda: (False, True), default=False,
        )  # fmt: skip
    foes = tuple(inside) if fights else ()
    game.units.set(unit, charge="assault" if game.units[unit].order == "assault" else "firing", fallen=0)
    for t in foes:
        game.units.set(t, fallen=0)
        lose_watch(game, t)
        yield from dice.split(game, t, game.units[t].models, False, (unit,))
    yield from dice.split(game, unit, game.units[unit].models, True, foes or (s,))
    parts = yield from shares(game, unit, s, foes)
    for t in foes:
        if parts.get(t) and game.units[t].models:
            yield from dice.strike_unit(game, t, [(unit, parts[t])], True)
    if parts.get(s):
        yield from batter_section(game, s, [(unit, parts[s])])
    if foes:
        yield from dice.strike(game, foes, (unit,), False, True)
        yield from morale.tests(game, (unit,), foes, 1)
    return foes


def shares(game: Xenocide, unit: str, s: str, foes: Sequence[str]) -> Flow[dict[str, int]]:
    n = game.units[unit].attack
    if not foes:
        return {s: n}
    return (
        yield from Assign(
            seat=game.units[unit].seat, key="divide", rule="buildings.titan-overrun",
            prompt="Divide {n:attack die|attack dice} of {unit}", args={"n": n, "unit": unit}, total=n,
            buckets=[Bucket(t, game.name(t), on=t) for t in (s, *foes)],
            odds=lambda parts: dice.divided_odds(game, unit, parts, True),
        )
    )  # fmt: skip
