"""Flight and retreat: eight inches away, inside an angle the owner chooses in (chapter "assault")."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from itertools import takewhile

from xenotable.engine import Choose, Flow, Reckon, cite, is_legal, rule
from xenotable.games.xenocide.rules.assault.garrison_flight import doorsteps, fall_back, slip_out
from xenotable.games.xenocide.rules.buildings.walls import gap, leg_apart
from xenotable.games.xenocide.rules.flight.special_moves import deep, land, teleports, way_refusals
from xenotable.games.xenocide.rules.ground.paths import floor, roll_difficult_ground, trials
from xenotable.games.xenocide.rules.play.measuring import CONTACT, WITHIN, bases, centre, circle, stances
from xenotable.games.xenocide.rules.play.models import is_titan, kind_of
from xenotable.games.xenocide.rules.play.positions import Stance, close_by
from xenotable.games.xenocide.rules.play.units import destroy, put, standing_units
from xenotable.games.xenocide.rules.transport.assault import climb_in
from xenotable.games.xenocide.rules.transport.passengers import spill, wrecks
from xenotable.games.xenocide.state import Walls, Xenocide
from xenotable.table import (
    Circle,
    Costs,
    Ground,
    Point,
    Region,
    Walk,
    bases_overlap,
    move_circle,
    snap_point,
    trim_path,
)
from xenotable.table.near import to_segment

FAR = 8.0
NARROW = (0, 15, -15, 30, -30, 45, -45)
WIDE = (*NARROW, 60, -60, 75, -75, 90, -90)


def away(game: Xenocide, unit: str, foes: Sequence[str]) -> float:
    """The direction of flight: attackers back to where they came from, defenders (and attackers who fight where they
    began) away from the nearest enemy's starting place."""
    x, y = centre(game, unit)
    row = game.units[unit]
    if row.charge and not row.sally and math.dist(row.came, (x, y)) > WITHIN:
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

    def __init__(
        self, game: Xenocide, unit: str, heading: float, mode: str = "walk", foes: Sequence[str] | None = None
    ) -> None:
        self.paths: dict[str, list[Point]] = {}
        self.lost: list[str] = []
        self.mode = mode
        placed: list[Circle] = []
        step = (math.cos(heading), math.sin(heading))
        self.doors = doorsteps(game, unit, step)
        box = Stance([self.doors.get(m) or circle(game, m) for m in game.units[unit].models])
        others = close_by((*stances(game, 0), *stances(game, 1)), box, FAR + 0.1)  # nobody comes to the rest
        solid = [c for t, at in others if t != unit for c in at.circles]
        near = close_by(stances(game, 1 - game.units[unit].seat), box, FAR + CONTACT + 0.1)
        there = [c for _, at in near for c in at.circles]
        self.bystanders = [c for t, at in near if foes is not None and t not in foes for c in at.circles]
        order = sorted(
            game.units[unit].models, key=lambda m: -(game.models[m].x * step[0] + game.models[m].y * step[1])
        )
        for model in order:
            self._run(game, model, step, [*solid, *placed], there, placed)

    def _run(
        self, game: Xenocide, model: str, step: Point, solid: list[Circle], foes: list[Circle], placed: list[Circle]
    ) -> None:
        base, kind, ground = self.doors.get(model) or circle(game, model), kind_of(game, model), game.field.ground
        if kind.move == 0 or (game.models[model].section and model not in self.doors):
            cite("assault.flee-immobile")
            self.lost.append(model)
            return
        walk = run_walk(base, ground, game.field.walks[kind.mover])
        start = (base.x, base.y)
        goal = (base.x + step[0] * FAR, base.y + step[1] * FAR)
        if not (0.0 <= goal[0] <= ground.width and 0.0 <= goal[1] <= ground.depth):
            cite("assault.flee-off-table")
            self.lost.append(model)
            return
        if self.mode == "dive":
            self._sink(game, model, start, snap_point(goal))
            return
        end = self._run_end(walk, goal, solid)
        here = move_circle(base, end)
        if any(gap(here, f) < CONTACT for f in foes) or any(bases_overlap(here, c) for c in solid):
            cite("assault.flee-avoid")
            self.lost.append(model)
            return
        placed.append(here)
        self.paths[model] = [end] if end != start else []

    def _run_end(self, walk: Walk, goal: Point, solid: Sequence[Circle]) -> Point:
        """The last place on the straight line to a goal where a base may stand, short of what it cannot pass."""
        base, start, straight = walk.base, (walk.base.x, walk.base.y), self.mode == "walk"

        def free(p: Point) -> bool:
            if (straight and not walk.clear(start, p)) or not walk.ends(p):
                return False
            here = move_circle(base, p)
            return not any(bases_overlap(here, c) for c in solid) and not self._meets(base, start, p)

        if free(snap_point(goal)):
            return snap_point(goal)
        t = walk.stop(start, goal)[0] if straight else 1.0
        last = (start[0] + (goal[0] - start[0]) * t, start[1] + (goal[1] - start[1]) * t)
        line = standing_room(Region.of(walk, FAR + 0.1), base.r, solid).on_line(start, last)
        line += standing_room(Region(start, FAR + 0.1), base.r + CONTACT, self.bystanders).on_line(start, last)
        return next((p for p in sorted(line, key=lambda p: -math.dist(start, p)) if free(p)), start)

    def _sink(self, game: Xenocide, model: str, start: Point, goal: Point) -> None:
        """Underground nobody is in the way; under deep water and lava nobody gets."""
        ways = ((start[0] + (goal[0] - start[0]) * k / 16, start[1] + (goal[1] - start[1]) * k / 16) for k in range(17))
        dry = list(takewhile(lambda p: not deep(game, *p), ways))
        self.paths[model] = [snap_point(dry[-1])] if dry else []

    def _meets(self, base: Circle, start: Point, end: Point) -> bool:
        """Would the way lead within 4 inches of an enemy who has no part in the assault? A teleport has no way."""
        begin = end if self.mode == "teleport" else start
        return any(passes(base, begin, end, c) for c in self.bystanders)


@rule("assault.flee-past", neutral=lambda *a: False)
def passes(base: Circle, start: Point, end: Point, foe: Circle) -> bool:
    """Does a straight way come into the zone of control of a base? Who begins in it must not come nearer."""
    keep = min(CONTACT, gap(move_circle(base, start), foe)) if start != end else CONTACT
    if isinstance(foe, Walls):
        return leg_apart(start, end, foe.sides) - base.r < keep - 0.002
    return to_segment(foe, start, end) - base.r < keep - 0.002


@lru_cache(128)
def run_walk(base: Circle, ground: Ground, costs: Costs) -> Walk:
    """What a base keeps off when it runs: the same on all headings."""
    return Walk(base, ground, costs, span=FAR + 0.1)


def standing_room(region: Region, r: float, taken: Sequence[Circle]) -> Region:
    """Narrows a region down to what leaves a base of this size off these others."""
    for c in taken:
        region.at_least(c.x, c.y, c.r + r)
    return region


def headings(
    game: Xenocide, unit: str, straight: float, mode: str = "walk", foes: Sequence[str] | None = None
) -> tuple[tuple[int, int], ...]:
    """The turns off the straight way to choose from, and how many models each would cost; the best first."""
    lost = {d: len(Flight(game, unit, straight + math.radians(d), mode, foes).lost) for d in NARROW}
    if all(lost.values()):
        lost = {d: len(Flight(game, unit, straight + math.radians(d), mode, foes).lost) for d in WIDE}
    return tuple(sorted(lost.items(), key=lambda run: (run[1], abs(run[0]), run[0])))


@rule("assault.flee-distance")
def flee(game: Xenocide, unit: str, foes: Sequence[str]) -> Flow[None]:
    """A unit runs 8 inches; the owner picks how, and the heading inside 45 degrees, or 90 if nothing else is safe."""
    if (yield from fall_back(game, unit, foes)):
        return
    yield from climb_in(game, unit)
    mode = yield from way_of_flight(game, unit)
    unit_away = away(game, unit, foes)
    look = partial(headings, game, unit, unit_away, mode, tuple(foes))
    # dear and certain: a fork need not look for the ways again
    runs = dict((yield from Reckon(key="runs", rule="assault.flee-distance", work=look)))
    turn = yield from Choose(
        seat=game.units[unit].seat, key="flee", rule="assault.flee-distance", prompt="Which way does {unit} run?",
        args={"unit": unit}, among=lambda: tuple(runs), default=next(iter(runs)),
        label=lambda d: f"{d:+d} degrees: {runs[d]} models lost",
    )  # fmt: skip
    heading = unit_away + math.radians(turn)
    slip_out(game, unit, (math.cos(heading), math.sin(heading)))
    run = Flight(game, unit, heading, mode, foes)
    if mode == "teleport" and not (yield from teleports(game, unit, {m: p[-1] for m, p in run.paths.items() if p})):
        run = Flight(game, unit, heading, "walk", foes)
    game.units.set(unit, fled=True, dug=False, watch=False, moved=True)
    game.tell("{unit} runs away.", "titans.flees" if is_titan(game, unit) else "assault.flee-distance", unit=unit)
    if run.lost:
        game.tell("{n:model} of {unit} cannot get away.", "assault.flee-avoid", n=len(run.lost), unit=unit)
        yield from fall(game, unit, run.lost)
    yield from run_over_ground(game, unit, run)


MODES = {"walk": "On foot", "jump": "It jumps", "teleport": "It teleports", "dive": "It goes underground"}


@rule("assault.flee-mode", neutral=lambda game, unit: ["walk"])
def flight_modes(game: Xenocide, unit: str) -> list[str]:
    """How a unit may flee: on foot, or by its special movement. A titan would need power for that, and has none to
    spend on it."""
    special = () if is_titan(game, unit) else ("jump", "teleport", "dive")
    return ["walk", *(m for m in special if is_legal(way_refusals(game, unit, m)))]


def way_of_flight(game: Xenocide, unit: str) -> Flow[str]:
    modes = flight_modes(game, unit)
    if len(modes) == 1:
        return modes[0]
    return (
        yield from Choose(
            seat=game.units[unit].seat, key="flee-mode", rule="assault.flee-mode", prompt="How does {unit} flee?",
            args={"unit": unit}, among=lambda: modes, label=lambda m: MODES[m], default=modes[0],
        )
    )  # fmt: skip


def fall(game: Xenocide, unit: str, lost: Sequence[str]) -> Flow[None]:
    gone = wrecks(game, lost)
    destroy(game, lost)
    yield from spill(game, unit, gone)


def run_over_ground(game: Xenocide, unit: str, run: Flight) -> Flow[None]:
    """Terrain shortens the run; who is stopped in contact is lost."""
    ways: dict[str, Sequence[Point]] = {m: p for m, p in run.paths.items() if m in game.models}
    if run.mode == "dive":
        settle_below(game, unit, ways)
        return
    if run.mode == "walk" and (needed := trials(game, unit, ways)):
        losses = yield from roll_difficult_ground(game, unit, needed, dict.fromkeys(ways, FAR))
        for model in [m for m in ways if m in game.models and losses.get(m)]:
            left = max(0.0, FAR - losses[model])
            left = max(left, floor(game, model, ways[model], left))
            ways[model] = [snap_point(p) for p in trim_path(circle(game, model), ways[model], left, game.field.ground)]
    foes = bases(game, standing_units(game, 1 - game.units[unit].seat))
    placed = bases(game, [f for f in standing_units(game, 0) + standing_units(game, 1) if f != unit])
    placed += [circle(game, m) for m in game.units[unit].models if m not in ways]  # who got out of a wreck meanwhile
    stopped = []
    for model in [m for m in ways if m in game.models]:
        end = last_free(game, model, ways[model], placed)
        if any(gap(end, f) < CONTACT for f in foes) or any(bases_overlap(end, c) for c in placed):
            stopped.append(model)
            continue
        placed.append(end)
        put(game, model, (end.x, end.y))
    if stopped:
        game.tell("Caught: {n:model} of {unit}.", "assault.flee-avoid", n=len(stopped), unit=unit)
        yield from fall(game, unit, stopped)
    if run.mode != "walk":
        yield from land(game, unit, {m: ways[m][-1] for m in game.units[unit].models if ways.get(m)})


def settle_below(game: Xenocide, unit: str, ways: Mapping[str, Sequence[Point]]) -> None:
    for model, way in ways.items():
        if way:
            put(game, model, way[-1])
    game.units.set(unit, burrowed=True)
    game.tell("{unit} is underground.", "flight.burrow-down", unit=unit)


def last_free(game: Xenocide, model: str, way: Sequence[Point], placed: Sequence[Circle]) -> Circle:
    """Where a model's run ends: short of anybody who has come to stand in its way."""
    base = circle(game, model)
    goal = move_circle(base, way[-1]) if way else base
    if not any(bases_overlap(goal, c) for c in placed):
        return goal
    region = standing_room(Region((base.x, base.y), FAR + 0.1), base.r, placed)
    line = reversed(region.on_line((base.x, base.y), (goal.x, goal.y)))
    return next((end for p in line if not any(bases_overlap(end := move_circle(base, p), c) for c in placed)), base)
