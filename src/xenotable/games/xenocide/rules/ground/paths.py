"""Moving through terrain: what a path runs through, the rolls, terrain attacks (chapter "ground")."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from xenotable.engine import Flow, Roll, cite, rule
from xenotable.games.xenocide.content import Kind
from xenotable.games.xenocide.rules.flight.skimmers import falls
from xenotable.games.xenocide.rules.ground.classes import DANGEROUS, DIFFICULT, skims
from xenotable.games.xenocide.rules.ground.terrain import spans
from xenotable.games.xenocide.rules.play.measuring import WITHIN, circle
from xenotable.games.xenocide.rules.play.models import is_titan, kind_of
from xenotable.games.xenocide.rules.play.units import destroy
from xenotable.games.xenocide.rules.titans.systems import shaken_by_ground, wade
from xenotable.games.xenocide.rules.transport.passengers import spill, wrecks
from xenotable.games.xenocide.state import Feature, Field, Xenocide
from xenotable.table import Circle, Point, legs


@rule("ground.road-bonus", neutral=lambda *a: 0.0)
def road_bonus(game: Xenocide, kind: Kind, far: float, base: Circle, path: Sequence[Point]) -> float:
    """A quarter of the Move for at least half of it on a road; half for wheels; nothing for who floats."""
    if not game.field.roads or not path or on_road(game.field, base, path) < far / 2.0 - WITHIN:
        return 0.0
    ground = [t for t in kind.types if t not in ("skimmer", "hover", "flyer")]
    if not ground:
        cite("flight.skimmer-road")
        return 0.0
    return far / 2.0 if "wheeled" in ground else far / 4.0


@rule("ground.difficult-two-inches", neutral=lambda *a: 0.0)
def floor(game: Xenocide, model: str, path: Sequence[Point], left: float) -> float:
    """As far as two inches into the first difficult feature of a way, but not out of it, for a model that what it has
    left does not bring there; nothing for others."""
    base, mover = circle(game, model), kind_of(game, model).mover
    hard = [i for i in features_passed(game.field, mover, base, path) if game.field.ranks[mover][i][0] >= DIFFICULT]
    done, entry, first = 0.0, -1.0, -1
    for p, q in legs(base, path):
        long = math.dist(p, q)
        found = {i: s for i in hard if (s := spans(game.field.features[i].sides, p, q)) is not None}
        if found and first < 0:
            first = min(found, key=lambda i: (found[i], i))
            entry = done + found[first][0] * long
            if left >= entry:
                return 0.0
        inside = found.get(first, (0.0, 0.0))[1]
        if first >= 0 and inside < 1.0:  # here the way leads out of it
            return min(entry + 2.0, done + inside * long)
        done += long
    return min(entry + 2.0, done) if first >= 0 else 0.0


ROWS = {
    "road": "ground.row-road", "low-wall": "ground.row-low-wall", "brush": "ground.row-brush",
    "forest": "ground.row-forest", "crater": "ground.row-craters", "trench": "ground.row-trenches",
    "ruins": "ground.row-ruins", "debris": "ground.row-ruins", "cliff": "ground.row-cliffs",
    "shallow-water": "ground.row-shallow-water", "mud": "ground.row-shallow-water",
    "sand": "ground.row-shallow-water", "deep-water": "ground.row-deep-water", "smoke": "ground.row-smoke",
    "solid-wall": "ground.row-solid-wall", "caves": "ground.row-caves", "minefield": "ground.row-special-craters",
    "lava": "ground.row-special-craters", "rad-crater": "ground.row-special-craters",
    "plasma-crater": "ground.row-special-craters",
}  # fmt: skip
UNFELT = ("road", "smoke")  # never a hindrance


def on_road(field: Field, base: Circle, path: Sequence[Point]) -> float:
    """The length that a path runs on roads (twice where two roads cross: a short stretch)."""
    total = 0.0
    for p, q in legs(base, path):
        long = math.dist(p, q)
        for sides in field.roads:
            span = spans(sides, p, q)
            if span is not None:
                total += (span[1] - span[0]) * long
    return total


def features_passed(field: Field, mover: str, base: Circle, path: Sequence[Point]) -> list[int]:
    """The features whose ground a path moves into, inside or out of; for cliffs only where their edge is crossed."""
    found: dict[int, None] = {}
    for p, q in legs(base, path):
        west, east = (p[0], q[0]) if p[0] < q[0] else (q[0], p[0])
        south, north = (p[1], q[1]) if p[1] < q[1] else (q[1], p[1])
        for i, x0, y0, x1, y1, f in field.open_ground:
            if east <= x0 or west >= x1 or north <= y0 or south >= y1 or i in found:
                continue
            span = spans(f.sides, p, q)
            if span is None or (f.cliff and span == (0.0, 1.0)):
                continue
            if f.kind in UNFELT:
                cite(ROWS[f.kind])
                continue
            if field.roads and _is_bridged(field, f, p, q, span):
                continue
            found[i] = None
    return list(found)


def _is_bridged(field: Field, f: Feature, p: Point, q: Point, span: tuple[float, float]) -> bool:
    """Does the whole stretch inside a feature run on a road?"""
    for sides in field.roads:
        road = spans(sides, p, q)
        if road is not None and road[0] <= span[0] + 1e-9 and road[1] >= span[1] - 1e-9:
            return True
    return False


def features_entered(field: Field, p: Point, q: Point) -> Iterator[tuple[Feature, Point]]:
    """The features that a leg enters from outside, and where."""
    for f in field.features:
        if f.kind == "road":
            continue
        span = spans(f.sides, p, q)
        if span is not None and span[0] > 0.0:
            yield f, (p[0] + (q[0] - p[0]) * span[0], p[1] + (q[1] - p[1]) * span[0])


Trials = dict[tuple[int, str], list[str]]
"""Rolls that paths need: for each feature and movement type, the models that make them."""


def trials(game: Xenocide, unit: str, ways: dict[str, Sequence[Point]]) -> Trials:
    """The rolls that a unit's paths need."""
    needed: Trials = {}
    for model, path in ways.items():
        kind = kind_of(game, model)
        base = circle(game, model)
        for i in features_passed(game.field, kind.mover, base, path):
            if drops_off(game.field.features[i], kind, base):
                continue
            rank, column = game.field.ranks[kind.mover][i]
            cite(ROWS.get(game.field.features[i].kind, "ground.classes"))
            if rank in (DIFFICULT, DANGEROUS):
                needed.setdefault((i, column), []).append(model)
    return needed


def drops_off(f: Feature, kind: Kind, base: Circle) -> bool:
    """Does a model that floats leave the top of a cliff? It cannot come up again, so the way down is all there is."""
    x0, y0, x1, y1 = f.sides
    return f.cliff and x0 <= base.x <= x1 and y0 <= base.y <= y1 and falls(kind)


@rule("ground.difficult-roll")
def loss(pace: float, low: bool) -> float:
    """What a model loses: a quarter of its Move on 1-3, half on 4-6."""
    return pace / 4.0 if low else pace / 2.0


def roll_difficult_ground(game: Xenocide, unit: str, needed: Trials, paces: dict[str, float]) -> Flow[dict[str, float]]:
    """Rolls for every difficult feature and type; gives the inches each model loses. On dangerous ground a high roll is
    an attack, too."""
    lost: dict[str, float] = {}
    cite("ground.difficult-commit")
    ranks = {key: game.field.ranks[kind_of(game, models[0]).mover][key[0]][0] for key, models in needed.items()}
    for (i, column), models in needed.items():
        label = game.field.features[i].label
        free, low, high = yield from hindrance(game, unit, label)
        if free:
            continue
        for model in models:
            lost[model] = add_loss(lost.get(model, 0.0), loss(paces[model], bool(low)))
        game.tell(
            "{f} slows {unit} by {x}.", "ground.difficult-roll", f=label, unit=unit, x="a quarter" if low else "half"
        )
        if high and ranks[i, column] == DANGEROUS:
            yield from attack_by_terrain(game, unit, models, "ground.dangerous")
    return lost


def hindrance(game: Xenocide, unit: str, label: str) -> Flow[tuple[int, int, int]]:
    """The roll for a difficult feature: nothing (titans alone), a quarter or half is lost."""
    if is_titan(game, unit):
        return (yield from wade(game, unit, label))
    low, high = yield from Roll(
        seat=game.units[unit].seat, key="terrain", rule="ground.difficult-roll", n=1, cuts=(4,),
        names=("a quarter", "half"),
    )  # fmt: skip
    return 0, low, high


@rule("ground.difficult-several", neutral=lambda so_far, more: max(so_far, more))
def add_loss(so_far: float, more: float) -> float:
    return so_far + more


@rule("ground.terrain-attack")
def attack_by_terrain(game: Xenocide, unit: str, models: Sequence[str], rule_id: str) -> Flow[None]:
    """One close assault die against the printed CAD of each model; multi-six values count as 6."""
    cite(rule_id)
    cite("ground.terrain-attack-no-test")
    if is_titan(game, unit):
        yield from shaken_by_ground(game, unit, len(models))
        return
    by_need: dict[int, list[str]] = {}
    again: list[str] = []  # who crossed two dangers is attacked twice, if the first left it alive
    for model in models:
        them = by_need.setdefault(min(6, kind_of(game, model).cad), []) if model in game.models else [model]
        (again if model in them else them).append(model)
    for need, them in by_need.items():
        faces = yield from Roll(
            seat=game.units[unit].seat, key="danger", rule="ground.terrain-attack", n=len(them), cuts=(need,),
            names=("safe", "destroyed"),
        )  # fmt: skip
        if faces[1]:
            game.tell("The ground takes {n:model} of {unit}.", rule_id, n=faces[1], unit=unit)
            gone = wrecks(game, them[: faces[1]])
            destroy(game, them[: faces[1]])
            yield from spill(game, unit, gone)
    if again := [m for m in again if m in game.models]:
        yield from attack_by_terrain(game, unit, again, rule_id)


@rule("ground.intrinsic-danger", neutral=lambda *a: [])
def models_in_danger(game: Xenocide, unit: str, ways: dict[str, Sequence[Point]]) -> list[str]:
    """The models that move in, through or out of an intrinsically dangerous feature, once for each feature."""
    hit = []
    for model, path in ways.items() if game.field.is_perilous else ():
        kind = kind_of(game, model)
        for i in features_passed(game.field, kind.mover, circle(game, model), path):
            f = game.field.features[i]
            if f.intrinsic and not (skims(kind.mover) and f.height < 2.0):
                hit.append(model)
    return hit
