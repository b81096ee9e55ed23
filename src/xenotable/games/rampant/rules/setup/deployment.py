"""Deploying a detachment: legal places, and proposals that fit."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from xenotable.engine import Flow, Piece, Place, Placed, Random, Refusal, Scene, is_legal, rule, scene
from xenotable.games.rampant.rules.moving.allowance import separation
from xenotable.games.rampant.rules.play.conventions import shape, shape_to_spot
from xenotable.games.rampant.rules.scenarios.battlefield import own_zones, part_of
from xenotable.games.rampant.rules.setup.starts import ENEMY_GAP, plain_start
from xenotable.games.rampant.rules.terrain.crossing import terrain_costs
from xenotable.games.rampant.rules.terrain.field import enter_house, field
from xenotable.games.rampant.rules.vehicles import board
from xenotable.games.rampant.scenes import Deploy
from xenotable.games.rampant.state import Rampant, fielded_units, roster_of
from xenotable.table import Circle, bounds, centre_in, snap_point
from xenotable.table.near import TOLERANCE

Box = tuple[float, float, float, float]
Neighbour = tuple[float, float, float]  # where it stands, and how far a unit's centre keeps from there
PACKINGS = 10  # tries to place everybody; where they do not suffice, there is mostly no room for all


class Quarters:
    """Where a side may deploy, as things are now; put together once for many places."""

    def __init__(self, game: Rampant, seat: int) -> None:
        self.game, self.ground, self.gap = game, field(game).ground, separation(game)
        self.zones = own_zones(game, seat)
        self.boxes = [bounds(zone) for zone in self.zones]
        self.foes = [(foe, shape(game, foe)) for foe in fielded_units(game, 1 - seat)]

    @rule("setup.deploy", neutral=lambda *a: ())
    def ground_refusals(self, unit: str, base: Circle) -> Iterator[Refusal]:
        """Why a unit may not stand at a place, whoever else is there."""
        ground, costs = self.ground, terrain_costs(self.game, unit)
        if not ground.on_table(base):
            yield Refusal("setup.deploy", "{unit} stands over the edge of the table.", {"unit": unit})
        if not any(centre_in(base, zone) for zone in self.zones):
            yield Refusal("setup.deploy", "{unit} stands outside the deployment zone.", {"unit": unit})
        if ground.under(base, costs.impassable | costs.no_end):
            yield Refusal("setup.deploy", "{unit} stands on ground that nobody can stand on.", {"unit": unit})

    @rule("setup.deploy-enemy-gap", neutral=lambda *a: ())
    def gap_refusals(self, unit: str, base: Circle) -> Iterator[Refusal]:
        """At least 6 in from every enemy."""
        for foe, at in self.foes:
            if shape_to_spot(at, (base.x, base.y)) - base.r < ENEMY_GAP - TOLERANCE:
                yield Refusal(
                    "setup.deploy-enemy-gap", "{unit} stands closer than 6 in to {e}.", {"unit": unit, "e": foe}
                )

    def neighbours(self, unit: str, at: Mapping[str, Sequence[float]]) -> list[Neighbour]:
        """Those placed already, as a unit that looks for its own place needs them."""
        profile = self.game.profile
        keep = profile[unit].radius + self.gap
        return [(q[0], q[1], keep + profile[other].radius) for other, q in at.items()]

    def fits(self, unit: str, p: tuple[float, float], beside: Sequence[Neighbour]) -> bool:
        """Could a unit be deployed here, beside those placed already?"""
        x, y = p
        for qx, qy, apart in beside:  # zones are crowded: most places are taken
            if math.hypot(qx - x, qy - y) < apart:
                return False
        base = Circle(x, y, self.game.profile[unit].radius)
        return is_legal(self.ground_refusals(unit, base)) and is_legal(self.gap_refusals(unit, base))

    def fitting_spot(
        self, unit: str, at: Mapping[str, Sequence[float]], rnd: Random, everywhere: bool
    ) -> tuple[float, float] | None:
        r = self.game.profile[unit].radius
        east, north, beside = self.ground.width - r, self.ground.depth - r, self.neighbours(unit, at)
        for x, y in _spots(self.boxes, rnd, everywhere):
            if not (r <= x <= east and r <= y <= north):  # over the edge of the table
                x, y = min(max(x, r), east), min(max(y, r), north)
            p = snap_point((x, y))
            if self.fits(unit, p, beside):
                return p
        return None


def _spots(boxes: list[Box], rnd: Random, everywhere: bool) -> Iterator[tuple[float, float]]:
    """Random places in the zones, then every inch of one of them."""
    for _ in range(30):
        x0, y0, x1, y1 = boxes[int(rnd() * len(boxes))]
        yield x0 + rnd() * (x1 - x0), y0 + rnd() * (y1 - y0)
    if everywhere:
        x0, y0, x1, y1 = boxes[int(rnd() * len(boxes))]
        for j in range(int(y1 - y0) + 1):
            for i in range(int(x1 - x0) + 1):
                yield x0 + i, y0 + j


@rule("setup.deploy", neutral=lambda *a: ())
def deploy_refusals(game: Rampant, seat: int, placed: Placed) -> Iterator[Refusal]:
    """Every reason why this deployment is not legal."""
    quarters = Quarters(game, seat)
    bases = {u: Circle(p[0], p[1], game.profile[u].radius) for u, p in placed.at.items()}
    for unit, base in bases.items():
        yield from quarters.ground_refusals(unit, base)
        for other, c in bases.items():
            if other < unit and math.hypot(c.x - base.x, c.y - base.y) - c.r - base.r < quarters.gap - TOLERANCE:
                yield Refusal("setup.deploy", "{unit} and {o} stand too close together.", {"unit": unit, "o": other})
        yield from quarters.gap_refusals(unit, base)


def whole_refusals(game: Rampant, seat: int, units: list[str], placed: Placed) -> Iterator[Refusal]:
    """The same for a whole detachment: only who finds no place in the zone may be left out."""
    yield from deploy_refusals(game, seat, placed)
    quarters = Quarters(game, seat)
    for unit in units:
        if unit not in placed.at and quarters.fitting_spot(unit, placed.at, lambda: 0.0, True) is not None:
            yield Refusal("setup.deploy", "{unit} has no place yet, and there is room.", {"unit": unit})


def some_deployments(game: Rampant, seat: int, units: list[str], n: int, rnd: Random) -> list[Placed]:
    quarters = Quarters(game, seat)
    return [pack_units(quarters, units, rnd) for _ in range(max(1, n // 4))]


def pack_units(quarters: Quarters, units: list[str], rnd: Random) -> Placed:
    """Units put down one after another where they fit, the large ones first; who finds no place is left out."""
    profile = quarters.game.profile
    for tries in range(PACKINGS):
        at: dict[str, tuple[float, ...]] = {}
        for unit in sorted(units, key=lambda u: -profile[u].radius):
            p = quarters.fitting_spot(unit, at, rnd, tries >= PACKINGS // 2)
            if p is None:
                break
            at[unit] = p
        else:
            return Placed({u: at[u] for u in units})
    at = {}
    for unit in units:
        p = quarters.fitting_spot(unit, at, rnd, True)
        if p is not None:
            at[unit] = p
    return Placed(at)


@scene
def deploy(game: Rampant, at: Deploy) -> Flow[list[Scene]]:
    """All units that start on the table are placed at once; then everything is open."""
    plans = dict(game.secret[at.seat].plans)
    units = [
        u for u in roster_of(game, at.seat) if plans.get(u, "table") == "table" and plain_start(game, u) == "table"
    ]
    if units:
        facing = 90.0 if part_of(game, at.seat) == "attacker" else 270.0
        placed = yield from Place(
            seat=at.seat,
            key="deploy",
            rule="setup.deploy",
            prompt="Deploy your detachment in your zone",
            pieces=tuple(Piece(u, (), game.profile[u].radius, 0.0, game.profile[u].vehicle) for u in units),
            zone=f"{part_of(game, at.seat)}-zone-0",
            legal=lambda p: whole_refusals(game, at.seat, units, p),
            optional=True,
            propose=lambda n, rnd: some_deployments(game, at.seat, units, n, rnd),
        )
        for unit in units:
            if unit not in placed.at:
                game.units.set(unit, arrives=2)
                game.tell("{unit} finds no room and waits in reserve.", "setup.reserves", unit=unit)
                continue
            x, y = placed.at[unit][:2]
            game.units.set(unit, where="table", x=x, y=y, facing=placed.facing.get(unit, facing))
    for unit, start in game.secret[at.seat].plans:
        kind, _, what = start.partition(":")
        if kind == "aboard":
            board(game, unit, what)
        elif kind == "inside":
            enter_house(game, unit, what)
        elif kind == "reserve" and "drop-troops" not in game.profile[unit].has:
            game.units.set(unit, arrives=max(2, game.units[unit].arrives))
            game.tell("{unit} waits in reserve.", "setup.reserves", unit=unit)
    game.secret.set(at.seat, plans=())
    game.tell("The units of {who} are in place.", "setup.deploy", reveals=True, who=game.seat_name(at.seat))
    return []
