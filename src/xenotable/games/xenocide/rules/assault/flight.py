"""Flight and retreat: eight inches away, inside an angle the owner chooses in (chapter "assault")."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from xenotable.engine import Choose, Flow, Reckon, cite, rule
from xenotable.games.xenocide.rules.assault.garrison_flight import doorsteps, fall_back, slip_out
from xenotable.games.xenocide.rules.buildings.walls import gap
from xenotable.games.xenocide.rules.ground.paths import slowed, trials
from xenotable.games.xenocide.rules.play.measuring import CONTACT, bases, bases_near, centre, circle, stances
from xenotable.games.xenocide.rules.play.models import is_titan, kind_of
from xenotable.games.xenocide.rules.play.positions import Stance, clear_by
from xenotable.games.xenocide.rules.play.units import destroy, put, standing
from xenotable.games.xenocide.rules.transport.assault import climb_in
from xenotable.games.xenocide.rules.transport.passengers import spill, wrecks
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle, Point, Region, Walk, bases_overlap, moved, snapped, trimmed

FAR = 8.0
NARROW = (0, 15, -15, 30, -30, 45, -45)
WIDE = (*NARROW, 60, -60, 75, -75, 90, -90)


def away(game: Xenocide, unit: str, foes: Sequence[str]) -> float:
    """The direction of flight: attackers back to where they came from, defenders away from the nearest attacker's
    starting place."""
    x, y = centre(game, unit)
    row = game.units[unit]
    if row.charge and not row.sally:
        return back(row.came, (x, y))
    came = [game.units[t].came if game.units[t].charge else centre(game, t) for t in foes if game.units[t].models]
    return from_attack(min(came, key=lambda p: math.hypot(p[0] - x, p[1] - y)) if came else (x, y - 1.0), (x, y))


@rule("assault.flee-direction-attacker")
def back(came: Point, at: Point) -> float:
    return math.atan2(came[1] - at[1], came[0] - at[0])


@rule("assault.flee-direction-defender")
def from_attack(came: Point, at: Point) -> float:
    return math.atan2(at[1] - came[1], at[0] - came[0])


class Flight:
    """Where the models of a unit would end on one heading, and which of them would be lost."""

    def __init__(self, game: Xenocide, unit: str, heading: float) -> None:
        self.paths: dict[str, list[Point]] = {}
        self.lost: list[str] = []
        placed: list[Circle] = []
        step = (math.cos(heading), math.sin(heading))
        self.doors = doorsteps(game, unit, step)
        box = Stance([self.doors.get(m) or circle(game, m) for m in game.units[unit].models])
        others = [at for seat in (0, 1) for t, at in stances(game, seat) if t != unit]
        solid = [c for at in others if not clear_by(at, box, FAR + 0.1) for c in at.circles]  # nobody comes to the rest
        foes = bases_near(game, (1 - game.units[unit].seat,), box, FAR + CONTACT + 0.1)
        order = sorted(
            game.units[unit].models, key=lambda m: -(game.models[m].x * step[0] + game.models[m].y * step[1])
        )
        for m in order:
            self._run(game, m, step, [*solid, *placed], foes, placed)

    def _run(
        self, game: Xenocide, model: str, step: Point, solid: list[Circle], foes: list[Circle], placed: list[Circle]
    ) -> None:
        base, kind, ground = self.doors.get(model) or circle(game, model), kind_of(game, model), game.field.ground
        if kind.move == 0 or (game.models[model].section and model not in self.doors):
            cite("assault.flee-immobile")
            self.lost.append(model)
            return
        walk = Walk(base, ground, game.field.walks[kind.mover], span=FAR + 0.1)
        start = (base.x, base.y)
        goal = (base.x + step[0] * FAR, base.y + step[1] * FAR)
        if not (0.0 <= goal[0] <= ground.width and 0.0 <= goal[1] <= ground.depth):
            cite("assault.flee-off-table")
            self.lost.append(model)
            return
        end = run_end(walk, goal, solid)
        here = moved(base, end)
        if any(gap(here, f) < CONTACT for f in foes) or any(bases_overlap(here, c) for c in solid):
            cite("assault.flee-avoid")
            self.lost.append(model)
            return
        placed.append(here)
        self.paths[model] = [end] if end != start else []


def run_end(walk: Walk, goal: Point, solid: Sequence[Circle]) -> Point:
    """The last place on the straight line to a goal where a base may stand, short of what it cannot pass."""
    base, start = walk.base, (walk.base.x, walk.base.y)

    def free(p: Point) -> bool:
        here = moved(base, p)
        return walk.clear(start, p) and walk.ends(p) and not any(bases_overlap(here, c) for c in solid)

    if free(snapped(goal)):
        return snapped(goal)
    region = standing_room(Region.of(walk, FAR + 0.1), base.r, solid)
    t = walk.stop(start, goal)[0]
    line = region.on_line(start, (start[0] + (goal[0] - start[0]) * t, start[1] + (goal[1] - start[1]) * t))
    return next((p for p in reversed(line) if free(p)), start)


def standing_room(region: Region, r: float, taken: Sequence[Circle]) -> Region:
    """Narrows a region down to what leaves a base of this size off these others."""
    for c in taken:
        region.at_least(c.x, c.y, c.r + r)
    return region


def headings(game: Xenocide, unit: str, straight: float) -> tuple[tuple[int, int], ...]:
    """The turns off the straight way to choose from, and how many models each would cost; the best first."""
    lost = {d: len(Flight(game, unit, straight + math.radians(d)).lost) for d in NARROW}
    if all(lost.values()):
        lost = {d: len(Flight(game, unit, straight + math.radians(d)).lost) for d in WIDE}
    return tuple(sorted(lost.items(), key=lambda run: (run[1], abs(run[0]), run[0])))


@rule("assault.flee-distance")
def flee(game: Xenocide, unit: str, foes: Sequence[str]) -> Flow[None]:
    """A unit runs 8 inches; the owner picks the heading inside 45 degrees, or 90 if nothing else is safe."""
    if (yield from fall_back(game, unit, foes)):
        return
    yield from climb_in(game, unit)
    unit_away = away(game, unit, foes)
    look = partial(headings, game, unit, unit_away)  # dear and certain: a fork need not look for the ways again
    runs = dict((yield from Reckon(key="runs", rule="assault.flee-distance", work=look)))
    turn = yield from Choose(
        seat=game.units[unit].seat, key="flee", rule="assault.flee-distance", prompt="Which way does {u} run?",
        args={"u": unit}, among=lambda: tuple(runs), default=next(iter(runs)),
        label=lambda d: f"{d:+d} degrees: {runs[d]} models lost",
    )  # fmt: skip
    heading = unit_away + math.radians(turn)
    slip_out(game, unit, (math.cos(heading), math.sin(heading)))
    run = Flight(game, unit, heading)
    game.units.set(unit, fled=True, dug=False, watch=False, moved=True)
    game.tell("{u} runs away.", "titans.flees" if is_titan(game, unit) else "assault.flee-distance", u=unit)
    if run.lost:
        game.tell("{n:model} of {u} cannot get away.", "assault.flee-avoid", n=len(run.lost), u=unit)
        yield from fall(game, unit, run.lost)
    yield from run_over_ground(game, unit, run)


def fall(game: Xenocide, unit: str, lost: Sequence[str]) -> Flow[None]:
    gone = wrecks(game, lost)
    destroy(game, lost)
    yield from spill(game, unit, gone)


def run_over_ground(game: Xenocide, unit: str, run: Flight) -> Flow[None]:
    """Terrain shortens the run; who is stopped in contact is lost."""
    ways: dict[str, Sequence[Point]] = {m: p for m, p in run.paths.items() if m in game.models}
    if trials(game, unit, ways):
        losses = yield from slowed(game, unit, ways, dict.fromkeys(ways, FAR))
        for m in [m for m in ways if m in game.models and losses.get(m)]:
            left = max(0.0, FAR - losses[m])
            ways[m] = [snapped(p) for p in trimmed(circle(game, m), ways[m], left, game.field.ground)]
    foes = bases(game, standing(game, 1 - game.units[unit].seat))
    placed = bases(game, [f for f in standing(game, 0) + standing(game, 1) if f != unit])
    placed += [circle(game, m) for m in game.units[unit].models if m not in ways]  # who got out of a wreck meanwhile
    stopped = []
    for m in [m for m in ways if m in game.models]:
        end = last_free(game, m, ways[m], placed)
        if any(gap(end, f) < CONTACT for f in foes) or any(bases_overlap(end, c) for c in placed):
            stopped.append(m)
            continue
        placed.append(end)
        put(game, m, (end.x, end.y))
    if stopped:
        game.tell("Caught: {n:model} of {u}.", "assault.flee-avoid", n=len(stopped), u=unit)
        yield from fall(game, unit, stopped)


def last_free(game: Xenocide, model: str, way: Sequence[Point], placed: Sequence[Circle]) -> Circle:
    """Where a model's run ends: short of anybody who has come to stand in its way."""
    base = circle(game, model)
    goal = moved(base, way[-1]) if way else base
    if not any(bases_overlap(goal, c) for c in placed):
        return goal
    region = standing_room(Region((base.x, base.y), FAR + 0.1), base.r, placed)
    line = reversed(region.on_line((base.x, base.y), (goal.x, goal.y)))
    return next((end for p in line if not any(bases_overlap(end := moved(base, p), c) for c in placed)), base)
