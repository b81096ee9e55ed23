"""Special movement: jumps, teleports, burrowing, and what skimmers may do (chapter "flight")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xenotable.engine import Flow, Forecast, Refusal, Roll, rule
from xenotable.games.xenocide.content import Kind
from xenotable.games.xenocide.rules.ground.classes import skims
from xenotable.games.xenocide.rules.ground.paths import attack_by_terrain, features_entered
from xenotable.games.xenocide.rules.ground.terrain import NO_DIGGING_DOWN
from xenotable.games.xenocide.rules.play.measuring import circles
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.play.units import kinds_in
from xenotable.games.xenocide.rules.sight.line_of_sight import shapes, sight_shape, visible
from xenotable.games.xenocide.rules.sight.viewpoints import Seen
from xenotable.games.xenocide.rules.stats.recon import scouts
from xenotable.games.xenocide.state import Xenocide
from xenotable.odds import sums
from xenotable.table import Circle, Point, legs

TELEPORT = 4  # or less succeeds


def way_refusals(game: Xenocide, unit: str, mode: str) -> Iterator[Refusal]:
    """Why a unit may not move in this way."""
    row = game.units[unit]
    all_kinds = [game.kinds[k] for k in kinds_in(game, unit)]
    args = {"unit": unit}
    if mode == "jump" and not all(k.jump for k in all_kinds):
        yield Refusal("flight.jump", "{unit} cannot jump.", args)
    if mode == "teleport" and not all(k.teleport for k in all_kinds):
        yield Refusal("flight.teleport", "{unit} cannot teleport.", args)
    if mode in ("dive", "tunnel", "surface") and not all(k.burrowing for k in all_kinds):
        yield Refusal("flight.burrow-down", "{unit} cannot burrow.", args)
    elif mode == "dive" and row.burrowed:
        yield Refusal("flight.burrow-down", "{unit} is underground already.", args)
    elif mode == "dive" and not all(soft(game, c.x, c.y) for c in circles(game, unit)):
        yield Refusal("flight.burrow-down", "{unit} stands where nobody can dig down.", args)
    elif mode in ("tunnel", "surface") and not row.burrowed:
        yield Refusal("flight.burrow-move", "{unit} is not underground.", args)
    if mode in ("fly", "land") and not all(k.hover for k in all_kinds):
        yield Refusal("flight.hover-altitude", "{unit} does not hover.", args)
    elif row.high and mode not in ("fly", "land"):
        yield Refusal("flight.hover-altitude", "{unit} is high up.", args, "Fly on, or land.")
    if row.burrowed and mode not in ("tunnel", "surface"):
        yield Refusal("flight.burrow-move", "{unit} is underground.", args, "Surface, or go on below.")


def soft(game: Xenocide, x: float, y: float) -> bool:
    """Ground that can be dug through from above: no water, road, building, lava or impassable feature."""
    here = [game.field.features[i] for i in game.field.inside(x, y)]
    return not any(f.kind in NO_DIGGING_DOWN or f.kind == "plasma-crater" or f.kind == "solid-wall" for f in here)


def landing_refusals(game: Xenocide, unit: str, mode: str, ends: Mapping[str, Point]) -> Iterator[Refusal]:
    """Where burrowers may come up and how they may not tunnel."""
    if mode == "surface" and not all(soft(game, x, y) for x, y in ends.values()):
        yield Refusal("flight.burrow-up", "{unit} cannot come up there.", {"unit": unit}, "Choose soft ground.")
    if mode in ("tunnel", "surface", "dive") and any(deep(game, x, y) for x, y in ends.values()):
        yield Refusal("flight.burrow-move", "{unit} cannot go under deep water or lava.", {"unit": unit})


def deep(game: Xenocide, x: float, y: float) -> bool:
    return any(game.field.features[i].kind in ("deep-water", "lava") for i in game.field.inside(x, y))


@rule("flight.jump-landing", neutral=lambda *a: [])
def hard_landings(game: Xenocide, ends: Mapping[str, Point]) -> list[str]:
    """The jumpers that land in an intrinsically dangerous feature."""
    return [m for m, (x, y) in ends.items() if any(game.field.features[i].intrinsic for i in game.field.inside(x, y))]


def land(game: Xenocide, unit: str, ends: Mapping[str, Point]) -> Flow[None]:
    hit = hard_landings(game, ends)
    if hit:
        yield from attack_by_terrain(game, unit, hit, "flight.jump-landing")


def teleports(game: Xenocide, unit: str, ends: Mapping[str, Point], enclosed: bool = False) -> Flow[bool]:
    """`enclosed`: into a building, where nobody sees the destination."""
    eyes = () if enclosed else shapes(game, unit)
    return (yield from roll_teleport(game, unit, eyes, ends, enclosed=enclosed))


@rule("flight.teleport-test")
def roll_teleport(
    game: Xenocide, unit: str, eyes: Sequence[Seen], ends: Mapping[str, Point], into: Sequence[str] = (),
    enclosed: bool = False,
) -> Flow[bool]:  # fmt: skip
    """A roll of 4 or less, unless the unit sees every destination (or the transports it goes into), or Recon does."""
    spots = [(x, y, kind_of(game, m).radius, kind_of(game, m).height) for m, (x, y) in ends.items()]
    if into:
        spots = [sight_shape(game, c) for c in into]
    if not enclosed and all(any(row[j] for row in visible(game, eyes, spots)) for j in range(len(spots))):
        return True
    if not enclosed and is_guided(game, unit, spots):
        return True
    good, _ = yield from Roll(
        seat=game.units[unit].seat, key="teleport", rule="flight.teleport-test", n=1, cuts=(TELEPORT + 1,),
        names=("arrives", "stays"),
    )  # fmt: skip
    if not good:
        game.tell("The teleport of {unit} fails.", "flight.teleport-test", unit=unit)
    return bool(good)


def teleport_odds() -> Forecast:
    """The test of a unit that ports out of sight."""
    rolled = sums(1)
    return rolled.forecast("Out of sight", "", "flight.teleport-test", [("arrives", rolled.at_most(TELEPORT))])


@rule("flight.teleport-recon", neutral=lambda *a: False)
def is_guided(game: Xenocide, unit: str, spots: Sequence[tuple[float, float, float, float]]) -> bool:
    """Does friendly Recon see every destination?"""
    eyes = scouts(game, game.units[unit].seat)
    return bool(eyes) and all(any(visible(game, [e], [s])[0][0] for e in eyes) for s in spots)


@rule("flight.skimmer-ends-in-feature", neutral=lambda *a: [])
def settled_skimmers(game: Xenocide, unit: str, ways: dict[str, Sequence[Point]]) -> list[str]:
    """Skimmers that end in an intrinsically dangerous feature which they floated over."""
    hit = []
    for model, path in ways.items():
        if path and skims(kind_of(game, model).mover):
            x, y = path[-1]
            hit += [model for i in game.field.inside(x, y) if game.field.features[i].intrinsic]
    return hit


@rule("flight.skimmer-cliffs", neutral=lambda *a: ())
def climb_refusals(game: Xenocide, unit: str, kind: Kind, base: Circle, path: Sequence[Point]) -> Iterator[Refusal]:
    """Who floats off a cliff does not come up another (from below, cliffs are impassable to it anyway)."""
    if not skims(kind.mover) or kind.infantry:
        return
    for p, q in legs(base, path):
        if any(f.cliff for f, _ in features_entered(game.field, p, q)):
            yield Refusal(
                "flight.skimmer-cliffs", "{m} of {unit} cannot climb a cliff.", {"m": kind.name, "unit": unit}
            )
            return
