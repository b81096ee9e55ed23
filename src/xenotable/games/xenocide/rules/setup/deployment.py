"""Deployment: company by company into the zone of each scenario (chapter "setup")."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from xenotable.engine import (
    Choose,
    Flow,
    Pick,
    Piece,
    Place,
    Placed,
    Random,
    Reckon,
    Refusal,
    Scene,
    cite,
    is_legal,
    rule,
    scene,
)
from xenotable.games.xenocide.rules.buildings.walls import spread
from xenotable.games.xenocide.rules.movement.allowances import COHERENCY
from xenotable.games.xenocide.rules.movement.pieces import Pieces
from xenotable.games.xenocide.rules.play.measuring import WITHIN, bases_near, overlap, stances
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.play.positions import Stance, beyond
from xenotable.games.xenocide.rules.play.units import company_units
from xenotable.games.xenocide.rules.scenarios.entry import too_many
from xenotable.games.xenocide.rules.scenarios.preparation import forward_refusals, near_marker
from xenotable.games.xenocide.rules.scenarios.scoring import data
from xenotable.games.xenocide.rules.setup.agreements import OPPOSITE
from xenotable.games.xenocide.rules.setup.blocks import put_down, rows_of
from xenotable.games.xenocide.rules.setup.garrisons import Area, Span, starts_in_building
from xenotable.games.xenocide.rules.transport.passengers import (
    boarders,
    carriers,
    load,
    load_refusals,
    may_ride,
    mount,
    room,
)
from xenotable.games.xenocide.scenes import DeployNext, DeployUnits
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle, Ground, Point, bases_overlap
from xenotable.table.near import to_edge

INWARD = {"south": 90, "north": 270, "west": 0, "east": 180}
FACINGS = tuple(range(0, 360, 45))
NOWHERE: frozenset[Stance] = frozenset()


@scene
@rule("setup.deploy-order")
def deploy_next(game: Xenocide, at: DeployNext) -> Flow[list[Scene]]:
    """The players alternate companies; who has none left waits."""
    mine, theirs = to_deploy(game, at.seat), to_deploy(game, 1 - at.seat)
    if not mine:
        return [DeployNext(1 - at.seat)] if theirs else []
    company = yield from Choose(
        seat=at.seat, key="company", rule="setup.deploy-order", prompt="Which company do you deploy?",
        among=lambda: mine, label=lambda c: game.name(c),
    )  # fmt: skip
    units = [u for u, row in game.units.items() if row.home == company]
    first = sorted(units, key=lambda u: not carriers(game, u))  # transports, then those who may start inside
    return [DeployUnits(at.seat, tuple(first)), DeployNext(1 - at.seat)]


def to_deploy(game: Xenocide, seat: int) -> list[str]:
    if game.now.scenario == "invasion" and seat == game.now.attacker:
        return []
    return [
        c
        for c, row in game.companies.items()
        if row.seat == seat and not row.reserve and not any(u.on or u.away for u in game.units.values() if u.home == c)
    ]


@scene
def deploy_units(game: Xenocide, at: DeployUnits) -> Flow[list[Scene]]:
    """One unit is put down, then the next."""
    if not at.left:
        return []
    unit, *rest = at.left
    if all(kind_of(game, m).teleport for m in game.units[unit].models) and (yield from ask_hold_back(game, unit)):
        return [DeployUnits(at.seat, tuple(rest))]
    if (yield from starts_inside(game, unit)) or (yield from starts_away(game, unit)):
        return [DeployUnits(at.seat, tuple(rest))]
    if (yield from starts_in_building(game, unit, lambda here: zone_refusals(game, unit, here), areas(game, unit))):
        return [DeployUnits(at.seat, tuple(rest))]
    put = yield from Place(
        seat=at.seat, key="deploy", rule="setup.deploy-legal", prompt="Deploy {unit}", args={"unit": unit},
        pieces=Pieces(lambda: [Piece(m, (), kind_of(game, m).radius) for m in game.units[unit].models]),
        legal=lambda p: deploy_refusals(game, unit, p), propose=lambda n, rnd: deployments(game, unit, n, rnd),
        one=lambda rnd: next(iter(deployments(game, unit, 1, rnd)), None),
        zone=f"zone{at.seat}",
    )  # fmt: skip
    for model in game.units[unit].models:
        game.models.set(model, x=put.at[model][0], y=put.at[model][1])
    game.units.set(unit, on=True)
    game.tell("{unit} is deployed.", "setup.deploy-legal", unit=unit)
    if all(kind_of(game, m).flyer for m in game.units[unit].models):
        yield from take_wing(game, unit)
    if is_legal(load_refusals(game, unit)):
        aboard = yield from ask_start(game, unit, "aboard", "Does the infantry of {unit} start aboard?")
        if aboard:
            load(game, unit)
    if all(kind_of(game, m).hover for m in game.units[unit].models):
        up = yield from ask_start(game, unit, "aloft", "Does {unit} start high?")
        game.units.set(unit, high=up)
        if up:
            game.tell("{unit} starts high.", "setup.deploy-states", unit=unit)
    if all(kind_of(game, m).burrowing for m in game.units[unit].models):
        below = yield from ask_start(game, unit, "below", "Does {unit} start underground?")
        game.units.set(unit, burrowed=below)
        if below:
            game.tell("{unit} starts underground.", "setup.deploy-states", unit=unit)
    return [DeployUnits(at.seat, tuple(rest))]


def ask_start(game: Xenocide, unit: str, key: str, prompt: str) -> Choose[bool]:
    """A state that a unit may start in."""
    return Choose(
        seat=game.units[unit].seat, key=key, rule="setup.deploy-states", prompt=prompt, args={"unit": unit},
        among=lambda: (False, True),
    )  # fmt: skip


@rule("setup.deploy-states")
def starts_inside(game: Xenocide, unit: str) -> Flow[bool]:
    """Infantry may start inside transports of its company that stand on the table already."""
    seats = yield from Reckon(key="seats", rule="setup.deploy-states", work=lambda: seats_for(game, unit))
    if not seats:
        return False
    inside = yield from Choose(
        seat=game.units[unit].seat, key="aboard", rule="setup.deploy-states",
        prompt="Does {unit} start inside the transports of its company?", args={"unit": unit},
        among=lambda: (False, True),
    )  # fmt: skip
    if inside:
        for model, carrier in seats.items():
            mount(game, model, carrier)
        game.units.set(unit, on=True)
        game.tell("{unit} starts inside transports.", "setup.deploy-states", unit=unit)
    return inside


def seats_for(game: Xenocide, unit: str) -> dict[str, str]:
    """A place for every model of an infantry unit in transports of other units of its company; or none at all."""
    models = game.units[unit].models
    if carriers(game, unit) or not all(kind_of(game, m).infantry and may_ride(game, m) for m in models):
        return {}
    friends = [h for h, row in game.units.items() if row.home == game.units[unit].home and row.on and h != unit]
    left = {c: room(game, c) for h in friends for c in carriers(game, h)}
    found: dict[str, str] = {}
    for model in models:
        able = next((c for c in left if left[c] >= kind_of(game, model).size), None)
        if able is None:
            return {}
        found[model] = able
        left[able] -= kind_of(game, model).size
    return found


@rule("setup.deploy-flyers")
def starts_away(game: Xenocide, unit: str) -> Flow[bool]:
    """Flyers may start off the table and come in over their own edge later."""
    if not all(kind_of(game, m).flyer for m in game.units[unit].models):
        return False
    away = yield from Choose(
        seat=game.units[unit].seat, key="off-table", rule="setup.deploy-flyers",
        prompt="Does {unit} start off the table?",
        args={"unit": unit}, among=lambda: (False, True), default=False,
    )  # fmt: skip
    if away:
        game.units.set(unit, away=-2, high=True)
        game.tell("{unit} waits off the table.", "setup.deploy-flyers", unit=unit)
    return away


@rule("setup.deploy-teleport")
def ask_hold_back(game: Xenocide, unit: str) -> Flow[bool]:
    """A unit whose models all teleport may wait off the table and be ported onto it later."""
    waits = yield from Choose(
        seat=game.units[unit].seat, key="held-back", rule="setup.deploy-teleport",
        prompt="Hold {unit} back for a teleport?",
        args={"unit": unit}, among=lambda: (False, True), default=False,
    )  # fmt: skip
    if waits:
        game.units.set(unit, away=-1)
        game.tell("{unit} waits off the table.", "setup.deploy-teleport", unit=unit)
    return waits


@rule("setup.deploy-flyers")
def take_wing(game: Xenocide, unit: str) -> Flow[None]:
    """Flyers start high, with any facing."""
    facing = yield from Choose(
        seat=game.units[unit].seat, key="facing", rule="setup.deploy-flyers", prompt="Which way does {unit} face?",
        args={"unit": unit}, among=lambda: FACINGS, default=INWARD[game.sides[game.units[unit].seat].edge],
        label=lambda d: f"{d} degrees",
    )  # fmt: skip
    game.units.set(unit, high=True)
    game.tell("{unit} is in the air.", "setup.deploy-flyers", unit=unit)
    for model in game.units[unit].models:
        game.models.set(model, facing=float(facing))


def deploy_refusals(game: Xenocide, unit: str, put: Placed) -> Iterator[Refusal]:
    """Inside the zone, coherent, on nobody and in nothing impassable."""
    args = {"unit": unit}
    here = [Circle(put.at[m][0], put.at[m][1], kind_of(game, m).radius) for m in game.units[unit].models]
    yield from zone_refusals(game, unit, here)
    if spread(here) > COHERENCY + WITHIN:
        cite("army.coherency-area")
        yield Refusal("army.coherency-area", "{unit} would be wider than 8 in.", args, "Close up.")
    taken = bases_near(game, (0, 1), Stance(here), 0.0)
    if overlap(here, taken):
        yield Refusal("setup.deploy-legal", "A model of {unit} would overlap another.", args, "Leave room.")
        return
    for model, c in zip(game.units[unit].models, here, strict=True):
        if game.field.ground.under(c, game.field.walks[kind_of(game, model).mover].no_end):
            yield Refusal("setup.deploy-legal", "A model of {unit} would stand in impassable ground.", args)
            return


def zone_refusals(game: Xenocide, unit: str, here: Sequence[Circle]) -> Iterator[Refusal]:
    seat, d, ground = game.units[unit].seat, data(game), game.field.ground
    args = {"unit": unit}
    for c in here:
        if not ground.on_table(c):
            yield Refusal("setup.deploy-legal", "{unit} would stand off the table.", args)
            return
    edge = game.sides[seat].edge
    if d.id == "invasion":
        if any(to_edge(c, ground.width, ground.depth, OPPOSITE[edge]) < d.defender_distance - WITHIN for c in here):
            yield Refusal("scenarios.invasion-deployment", "{unit} must be 18 in from the edge of arrival.", args)
        return
    deep = all(to_edge(c, ground.width, ground.depth, edge) + 2 * c.r <= d.zone_depth + WITHIN for c in here)
    if deep:
        return
    if d.id != "command-centers":
        rule_id = {"attrition": "scenarios.attrition-deployment"}.get(d.id, "scenarios.seize-deployment")
        yield Refusal(rule_id, "{unit} must be within 6 in of its home edge.", args)
    elif near_marker(game, seat, here):
        yield from forward_refusals(game, unit, here)
    else:
        says = "{unit} must be within 6 in of its home edge, or all of it within 4 in of one of its markers."
        yield Refusal("scenarios.centers-deployment", says, args)


def deployments(game: Xenocide, unit: str, n: int, rnd: Random) -> list[Placed]:
    """Blocks at random places of the zone; if luck has none, the first block of a lattice that fits."""
    ground, seat = game.field.ground, game.units[unit].seat
    low, high = band(game, seat)
    found = []
    if is_crowded(game, seat):
        return first_fit(game, unit)
    turned = sideways(game, seat)
    rows = rows_of(game, game.units[unit].models, turned)
    rim = outermost(rows)
    wide = {m: kind_of(game, m).radius for m in rim}
    for _ in range(24):
        at = (rnd() * ground.width, low + rnd() * (high - low))
        if turned:
            at = (low + rnd() * (high - low), rnd() * ground.depth)
        few = [Circle(p[0], p[1], wide[m]) for m, p in put_down(rim, at).at.items()]
        if not is_legal(zone_refusals(game, unit, few)):
            continue
        put = put_down(rows, at)
        if is_legal(deploy_refusals(game, unit, put)):
            found.append(put)
            if len(found) >= min(n, 2):
                return found
    return found or first_fit(game, unit)


def outermost(rows: Mapping[str, Point]) -> dict[str, Point]:
    """The models at the four sides of a block: if one of them is not in the zone, the block is not."""
    across, along = sorted(rows, key=lambda m: rows[m][0]), sorted(rows, key=lambda m: rows[m][1])
    return {m: rows[m] for m in (across[0], across[-1], along[0], along[-1])}


def is_crowded(game: Xenocide, seat: int) -> bool:
    """Is an army so large for its zone that it must be put down close together, so that room is left for all?"""
    ground, (low, high) = game.field.ground, band(game, seat)
    long = ground.depth if sideways(game, seat) else ground.width
    models, kinds = game.models, game.kinds
    wide = [2 * kinds[models[m].kind].radius for u in game.units.values() if u.seat == seat for m in u.models]
    return sum([w**2 for w in wide]) > 0.3 * long * (high - low)


def first_fit(game: Xenocide, unit: str) -> list[Placed]:
    """A place in a crowded zone: the models one by one, close around the first point with room for all of them."""
    for area in areas(game, unit):
        for step in (0.5, 0.25):
            free = {m: free_spots(game, m, step, area) for m in one_of_each(game, unit)}
            for x, y in next(iter(free.values())):
                put = huddle(game, unit, (x, y), free)
                if put is not None and is_legal(deploy_refusals(game, unit, put)):
                    return [put]
    return []


def areas(game: Xenocide, unit: str) -> list[Area]:
    """Where a unit may be put down: in the strip along its edge; in Command Centers around its markers, too."""
    seat, ground, d = game.units[unit].seat, game.field.ground, data(game)
    low, high = band(game, seat)
    strip = ((low, high), (0.0, ground.depth)) if sideways(game, seat) else ((0.0, ground.width), (low, high))
    if d.id != "command-centers":
        return [strip]
    far = d.forward_distance + 2 * max(kind_of(game, m).radius for m in game.units[unit].models)
    mine = [(m.x, m.y) for m in game.markers.values() if m.seat == seat]
    return [strip, *(((x - far, x + far), (y - far, y + far)) for x, y in mine)]


def one_of_each(game: Xenocide, unit: str) -> list[str]:
    """A model of each kind of a unit, the largest first."""
    kinds = {game.models[m].kind: m for m in game.units[unit].models}
    return sorted(kinds.values(), key=lambda m: -kind_of(game, m).radius)


def free_spots(game: Xenocide, model: str, step: float, area: Area) -> Mapping[Point, None]:
    """The points of a lattice in an area where one model could stand: of those that were free when somebody last
    looked, the ones that nobody has taken since."""
    shut, radius = game.field.walks[kind_of(game, model).mover].no_end, kind_of(game, model).radius
    zone, ((west, east), (south, north)) = (game.field.ground, shut, radius, step, *area), area
    here = frozenset([at for side in (0, 1) for _, at in stances(game, side)])
    before, free = game.free.get(zone, (here, None))
    if free is None or not before <= here:  # nobody looked, or somebody has gone: from the beginning
        before, free = NOWHERE, open_spots(*zone)
    if here != before:
        free = free.copy()  # copies of the game look at the old one
        for at in here - before:
            for c in at.circles if not beyond(at, (west, south, east, north), radius) else ():
                for spot in taken_spots(c.x, c.y, c.r, radius, step):
                    free.pop(spot, None)
    game.free[zone] = here, free
    found: Mapping[Point, None] = free
    return found


@lru_cache(2048)
def taken_spots(x: float, y: float, r: float, by: float, step: float) -> frozenset[Point]:
    """The points of a lattice where a base would overlap this one: the same until somebody moves."""
    far, there = r + by, Circle(x, y, r)
    around = lattice((x - far, x + far), (y - far, y + far), step)
    return frozenset(p for p in around if bases_overlap(Circle(*p, by), there))


@lru_cache(64)
def open_spots(ground: Ground, shut: int, r: float, step: float, wide: Span, deep: Span) -> dict[Point, None]:
    """The points of a lattice where the ground lets a base of this radius stand: the same for all units of a battle."""
    west, east, south, north = wide[0] + r, wide[1] - r, deep[0] + r, deep[1] - r
    closed = {
        p
        for x0, x1, y0, y1, _ in ground.bounds(shut)
        for p in lattice((max(west, x0 - r), min(east, x1 + r)), (max(south, y0 - r), min(north, y1 + r)), step)
        if ground.under(Circle(*p, r), shut)
    }
    return {p: None for p in lattice((west, east), (south, north), step) if p not in closed}


def lattice(wide: Span, deep: Span, step: float) -> Iterator[Point]:
    """The points whose coordinates are whole steps, row by row."""
    columns = range(math.ceil(wide[0] / step), math.floor(wide[1] / step) + 1)
    for k in range(math.ceil(deep[0] / step), math.floor(deep[1] / step) + 1):
        for i in columns:
            yield i * step, k * step


def huddle(game: Xenocide, unit: str, at: Point, free: Mapping[str, Iterable[Point]]) -> Placed | None:
    """The models of a unit on free spots less than 4 inches from a point, so that no two are too far apart."""
    by_kind = {game.models[m].kind: spots for m, spots in free.items()}
    close = {k: sorted((p for p in ps if math.dist(p, at) < 3.9), key=lambda p: math.dist(p, at))
             for k, ps in by_kind.items()}  # fmt: skip
    put: dict[str, tuple[float, ...]] = {}
    placed: list[Circle] = []
    for model in sorted(game.units[unit].models, key=lambda m: -kind_of(game, m).radius):
        r = kind_of(game, model).radius
        spot = next((p for p in close[game.models[model].kind] if _room(Circle(*p, r), placed)), None)
        if spot is None:
            return None
        put[model] = spot
        placed.append(Circle(*spot, r))
    return Placed(put)


def _room(here: Circle, placed: Sequence[Circle]) -> bool:
    return not any(bases_overlap(here, c) for c in placed)


def band(game: Xenocide, seat: int) -> tuple[float, float]:
    """From where to where the zone of a side reaches, across the table."""
    d, ground, edge = data(game), game.field.ground, game.sides[seat].edge
    long = ground.width if edge in ("west", "east") else ground.depth
    deep = long - d.defender_distance if d.id == "invasion" else d.zone_depth
    return (0.0, deep) if edge in ("south", "west") else (long - deep, long)


def sideways(game: Xenocide, seat: int) -> bool:
    return game.sides[seat].edge in ("west", "east")


@rule("setup.deploy-states")
def embark(game: Xenocide, unit: str) -> Flow[None]:
    """Transports that are about to enter may take in who waits with them off the table."""
    here = [g for g in company_units(game, game.units[unit].company) if g != unit and not game.units[g].on]
    foot = [g for g in here if not game.units[g].away and all(kind_of(game, m).infantry for m in game.units[g].models)]
    own = bool(boarders(game, unit))
    if own:
        own = yield from Choose(
            seat=game.units[unit].seat, key="aboard", rule="setup.deploy-states", args={"unit": unit},
            prompt="Does the infantry of {unit} enter inside?", among=lambda: (True, False), default=True,
        )  # fmt: skip
    but = () if own else game.units[unit].models
    fits = [g for g in foot if is_legal(too_many(game, unit, but, (g,)))]
    chosen: tuple[str, ...] = ()
    if fits:
        chosen = yield from Pick(
            seat=game.units[unit].seat, key="guests", rule="transport.who-may-ride",
            prompt="Who else enters inside the transports of {unit}?", args={"unit": unit},
            among=lambda: [*foot, *(g for g in waiting_units(game, game.units[unit].seat) if g not in (unit, *foot))],
            why_not=lambda g: (
                () if g in fits else too_many(game, unit, but, (g,)) if g in foot else afoot_refusals(unit, g)
            ),
            legal=lambda gs: too_many(game, unit, but, gs), label=lambda g: game.name(g), default=(),
        )  # fmt: skip
    if own or chosen:
        load(game, unit, but, chosen)


def waiting_units(game: Xenocide, seat: int) -> list[str]:
    """The units of a side that are still to come."""
    return [u for u, row in game.units.items() if row.seat == seat and not row.on and row.models]


def afoot_refusals(unit: str, g: str) -> Iterator[Refusal]:
    says = "{g} is no infantry of the company that waits together with {unit}."
    yield Refusal("transport.who-may-ride", says, {"g": g, "unit": unit})


@rule("setup.deploy-teleport")
def earliest(game: Xenocide, seat: int) -> int:
    war = game.now
    return 1 if war.scenario == "invasion" and seat == war.attacker else 2
