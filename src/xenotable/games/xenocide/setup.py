"""Setting up: scenario, objectives, sides, deployment (chapter "setup", and what the scenarios add to it)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from xenotable.engine import (
    All,
    Choose,
    Flow,
    Pick,
    Piece,
    Place,
    Placed,
    Random,
    Refusal,
    Roll,
    Scene,
    allowed,
    cite,
    rule,
    scene,
)
from xenotable.games.xenocide.blocks import block
from xenotable.games.xenocide.content import ScenarioData, scenarios
from xenotable.games.xenocide.movement import COHERENCY
from xenotable.games.xenocide.state import WITHIN, Marker, Xenocide, bases, kind_of, standing
from xenotable.games.xenocide.transport import load, load_refusals
from xenotable.games.xenocide.turn import Turn
from xenotable.table import Circle, bases_overlap, gap, spread
from xenotable.table.near import to_edge

EDGES = ("south", "north", "west", "east")
INWARD = {"south": 90, "north": 270, "west": 0, "east": 180}
FACINGS = tuple(range(0, 360, 45))
OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}


class Opening(Scene, frozen=True):
    pass


class Sides(Scene, frozen=True):
    pass


class PlaceMarkers(Scene, frozen=True):
    first: int = -1  # who won the roll-off


class ChooseReal(Scene, frozen=True):
    pass


class Roles(Scene, frozen=True):
    pass


class DeployNext(Scene, frozen=True):
    seat: int


class DeployUnits(Scene, frozen=True):
    seat: int
    left: tuple[str, ...]


class ReadyWatch(Scene, frozen=True):
    pass


def data(game: Xenocide) -> ScenarioData:
    return scenarios()[game.war["war"].scenario]


@scene
@rule("play.decisions-before-battle")
@rule("setup.sequence")
def opening(game: Xenocide, at: Opening) -> Flow[list[Scene]]:
    """The scenario, if it is to be rolled, then everything it needs before turn 1."""
    if not game.war["war"].scenario:
        yield from roll_scenario(game)
    match game.war["war"].scenario:
        case "seize-ground":
            return [PlaceMarkers(), Sides()]
        case "command-centers":
            return [Sides()]
        case "invasion":
            return [Roles()]
    return [Sides()]


@rule("setup.choose-scenario")
def roll_scenario(game: Xenocide) -> Flow[None]:
    while True:
        faces = yield from Roll(seat=0, key="scenario", rule="setup.choose-scenario", n=1)
        face = faces.index(1) + 1
        found = next((s.id for s in scenarios().values() if s.roll == face), None)
        if found is not None:
            game.war.set("war", scenario=found)
            game.tell("The scenario is {s}.", "setup.choose-scenario", s=scenarios()[found].name)
            return


def roll_off(game: Xenocide, rule_id: str) -> Flow[int]:
    """Both roll until one is higher."""
    while True:
        best = []
        for seat in (0, 1):
            faces = yield from Roll(seat=seat, key="roll-off", rule=rule_id, n=1)
            best.append(faces.index(1))
        if best[0] != best[1]:
            return int(best[1] > best[0])


@scene
@rule("setup.roll-sides")
def sides(game: Xenocide, at: Sides) -> Flow[list[Scene]]:
    """The higher roller takes a home edge, the other deploys first."""
    winner = yield from roll_off(game, "setup.roll-sides")
    edge = yield from Choose(
        seat=winner, key="edge", rule="setup.roll-sides", prompt="Which home edge do you take?",
        among=lambda: ("south", "north"),
    )  # fmt: skip
    game.sides.set(winner, edge=edge)
    game.sides.set(1 - winner, edge=OPPOSITE[edge])
    game.tell("{w} takes the {e} edge.", "setup.roll-sides", w=game.seat_name(winner), e=edge)
    deploy: list[Scene] = [DeployNext(1 - winner), Turn(1)]
    return [PlaceMarkers(), ChooseReal(), *deploy] if game.war["war"].scenario == "command-centers" else deploy


# ---- markers ---------------------------------------------------------------------------------------------------------


@scene
def place_markers(game: Xenocide, at: PlaceMarkers) -> Flow[list[Scene]]:
    """The players alternate, starting with the higher roller."""
    if at.first < 0:
        winner = yield from roll_off(game, marker_rule(game))
        return [PlaceMarkers(winner)]
    d = data(game)
    each = d.objectives_per_player or d.markers_per_player
    n = len(game.markers)
    if n >= 2 * each:
        return []
    seat = at.first if n % 2 == 0 else 1 - at.first
    id = f"o{n}"
    put = yield from Place(
        seat=seat, key="marker", rule=marker_rule(game), prompt="Place a marker", pieces=[Piece(id, (), 0.5)],
        legal=lambda p: marker_refusals(game, seat, p.at[id][0], p.at[id][1]),
        propose=lambda k, rnd: marker_places(game, seat, id, k, rnd),
    )  # fmt: skip
    owner = seat if game.war["war"].scenario == "command-centers" else -1
    game.markers.add(id, Marker(owner, put.at[id][0], put.at[id][1]))
    game.tell("{s} places a marker.", marker_rule(game), s=game.seat_name(seat))
    return [at]


def marker_rule(game: Xenocide) -> str:
    centers = game.war["war"].scenario == "command-centers"
    return "scenarios.centers-place" if centers else "scenarios.seize-objectives"


def marker_refusals(game: Xenocide, seat: int, x: float, y: float) -> Iterator[Refusal]:
    d, ground, rule_id = data(game), game.field.ground, marker_rule(game)
    at = Circle(x, y, 0.0)
    if not (0 <= x <= ground.width and 0 <= y <= ground.depth):
        yield Refusal(rule_id, "The marker lies off the table.")
        return
    centers = rule_id == "scenarios.centers-place"
    for m in game.markers.values():
        need = d.enemy_marker_distance if centers and m.seat != seat else d.marker_spacing
        need = d.objective_spacing if not centers else need
        if math.hypot(m.x - x, m.y - y) < need - WITHIN:
            yield Refusal(rule_id, "The marker must lie {n:g} in from another one.", {"n": need})
            return
    if centers:
        far = to_edge(at, ground.width, ground.depth, game.sides[seat].edge)
        if not d.marker_min_edge - WITHIN <= far <= d.marker_max_edge + WITHIN:
            yield Refusal(rule_id, "The marker lies 6 to 18 in from your home edge.")
    elif to_edge(at, ground.width, ground.depth) < d.objective_edge_distance - WITHIN:
        yield Refusal(rule_id, "The marker lies at least 6 in from every edge.")


def marker_places(game: Xenocide, seat: int, id: str, n: int, rnd: Random) -> list[Placed]:
    """A few random legal places; if luck has none, the first of a lattice."""
    ground = game.field.ground
    found = []
    for _ in range(60):
        x, y = math.floor(rnd() * ground.width), math.floor(rnd() * ground.depth)
        if allowed(marker_refusals(game, seat, x, y)):
            found.append(Placed({id: (float(x), float(y))}))
            if len(found) >= n:
                return found
    if not found:
        spots = ((float(x), float(y)) for y in range(int(ground.depth) + 1) for x in range(int(ground.width) + 1))
        found = [Placed({id: p}) for p in spots if allowed(marker_refusals(game, seat, *p))][:n]
    return found


@scene
def choose_real(game: Xenocide, at: ChooseReal) -> Flow[list[Scene]]:
    """Each player secretly makes one own marker the real command center."""
    got = yield from All(asks=[real_ask(game, seat) for seat in (0, 1)])
    for seat in (0, 1):
        game.secret.set(seat, real=got[seat])
    game.war.set("war", chosen=True)
    return []


@rule("scenarios.centers-secret")
def real_ask(game: Xenocide, seat: int) -> Choose[str]:
    cite("play.hidden-command-center")
    mine = tuple(m for m, row in game.markers.items() if row.seat == seat)
    return Choose(
        seat=seat, key="real", rule="scenarios.centers-secret", prompt="Which marker is your command center?",
        secret=True, among=lambda: mine,
    )  # fmt: skip


# ---- invasion --------------------------------------------------------------------------------------------------------


@scene
@rule("scenarios.invasion-edge")
def roles(game: Xenocide, at: Roles) -> Flow[list[Scene]]:
    """Who attacks, from where, and who waits in reserve."""
    attacker = game.war["war"].attacker
    if attacker < 0:
        winner = yield from roll_off(game, "scenarios.invasion-goal")
        attacks = yield from Choose(
            seat=winner, key="attacks", rule="scenarios.invasion-goal", prompt="Attack or defend?",
            among=lambda: ("attack", "defend"),
        )  # fmt: skip
        attacker = winner if attacks == "attack" else 1 - winner
        game.war.set("war", attacker=attacker)
    edge = yield from Choose(
        seat=1 - attacker, key="arrival", rule="scenarios.invasion-edge", prompt="From which edge does the enemy come?",
        among=lambda: EDGES,
    )  # fmt: skip
    game.sides.set(attacker, edge=edge)
    game.sides.set(1 - attacker, edge=OPPOSITE[edge])
    game.tell("{a} arrives from the {e}.", "scenarios.invasion-edge", a=game.seat_name(attacker), e=edge)
    yield from reserves(game, 1 - attacker)
    return [DeployNext(1 - attacker), ReadyWatch(), Turn(1)]


@rule("scenarios.invasion-reserve")
def reserves(game: Xenocide, seat: int) -> Flow[None]:
    mine = [c for c, row in game.companies.items() if row.seat == seat]
    kept = yield from Pick(
        seat=seat, key="reserve", rule="scenarios.invasion-reserve", prompt="Which companies wait in reserve?",
        among=lambda: mine, most=min(2, len(mine) - 1), label=lambda c: game.name(c), default=(),
    )  # fmt: skip
    for c in kept:
        game.companies.set(c, reserve=True)
        game.tell("{c} waits in reserve.", "scenarios.invasion-reserve", c=c)


@scene
def ready_watch(game: Xenocide, at: ReadyWatch) -> Flow[list[Scene]]:
    """The defender's deployed units may begin on overwatch."""
    seat = 1 - game.war["war"].attacker
    here = standing(game, seat)
    watch = yield from Pick(
        seat=seat, key="watch", rule="scenarios.invasion-overwatch", prompt="Which units begin on overwatch?",
        among=lambda: here, label=lambda u: game.name(u),
    )  # fmt: skip
    for u in watch:
        game.units.set(u, watch=True)
    return []


# ---- deployment ------------------------------------------------------------------------------------------------------


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
    units = tuple(u for u, row in game.units.items() if row.home == company)
    return [DeployUnits(at.seat, units), DeployNext(1 - at.seat)]


def to_deploy(game: Xenocide, seat: int) -> list[str]:
    if game.war["war"].scenario == "invasion" and seat == game.war["war"].attacker:
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
    u, *rest = at.left
    if all(kind_of(game, m).teleport for m in game.units[u].models) and (yield from held(game, u)):
        return [DeployUnits(at.seat, tuple(rest))]
    put = yield from Place(
        seat=at.seat, key="deploy", rule="setup.deploy-legal", prompt="Deploy {u}", args={"u": u},
        pieces=[Piece(m, (), kind_of(game, m).radius) for m in game.units[u].models],
        legal=lambda p: deploy_refusals(game, u, p), propose=lambda n, rnd: deployments(game, u, n, rnd),
        zone=f"zone{at.seat}",
    )  # fmt: skip
    for m in game.units[u].models:
        game.models.set(m, x=put.at[m][0], y=put.at[m][1])
    game.units.set(u, on=True)
    game.tell("{u} is deployed.", "setup.deploy-legal", u=u)
    if all(kind_of(game, m).flyer for m in game.units[u].models):
        yield from take_wing(game, u)
    if all(kind_of(game, m).hover for m in game.units[u].models):
        up = yield from Choose(
            seat=at.seat, key="aloft", rule="setup.deploy-states", prompt="Does {u} start high?", args={"u": u},
            among=lambda: (False, True),
        )  # fmt: skip
        game.units.set(u, high=up)
    if allowed(load_refusals(game, u)):
        aboard = yield from Choose(
            seat=at.seat, key="aboard", rule="setup.deploy-states", prompt="Does the infantry of {u} start aboard?",
            args={"u": u}, among=lambda: (False, True),
        )  # fmt: skip
        if aboard:
            load(game, u)
    if all(kind_of(game, m).burrowing for m in game.units[u].models):
        below = yield from Choose(
            seat=at.seat, key="below", rule="setup.deploy-states", prompt="Does {u} start underground?", args={"u": u},
            among=lambda: (False, True),
        )  # fmt: skip
        game.units.set(u, burrowed=below)
    return [DeployUnits(at.seat, tuple(rest))]


@rule("setup.deploy-teleport")
def held(game: Xenocide, u: str) -> Flow[bool]:
    """A unit whose models all teleport may wait off the table and be ported onto it later."""
    waits = yield from Choose(
        seat=game.units[u].seat, key="held-back", rule="setup.deploy-teleport", prompt="Hold {u} back for a teleport?",
        args={"u": u}, among=lambda: (False, True), default=False,
    )  # fmt: skip
    if waits:
        game.units.set(u, away=-1)
        game.tell("{u} waits off the table.", "setup.deploy-teleport", u=u)
    return waits


@rule("setup.deploy-flyers")
def take_wing(game: Xenocide, u: str) -> Flow[None]:
    """Flyers start high, with any facing."""
    facing = yield from Choose(
        seat=game.units[u].seat, key="facing", rule="setup.deploy-flyers", prompt="Which way does {u} face?",
        args={"u": u}, among=lambda: FACINGS, default=INWARD[game.sides[game.units[u].seat].edge],
        label=lambda d: f"{d} degrees",
    )  # fmt: skip
    game.units.set(u, high=True)
    for m in game.units[u].models:
        game.models.set(m, facing=float(facing))


def deploy_refusals(game: Xenocide, u: str, put: Placed) -> Iterator[Refusal]:
    """Inside the zone, coherent, on nobody and in nothing impassable."""
    args = {"u": u}
    here = [Circle(put.at[m][0], put.at[m][1], kind_of(game, m).radius) for m in game.units[u].models]
    yield from zone_refusals(game, u, here)
    if spread(here) > COHERENCY + WITHIN:
        cite("army.coherency-area")
        yield Refusal("army.coherency-area", "{u} would be wider than 8 in.", args, "Close up.")
    taken = bases(game, standing(game, 0) + standing(game, 1))
    for i, c in enumerate(here):
        if any(bases_overlap(c, o) for o in (*taken, *here[i + 1 :])):
            yield Refusal("setup.deploy-legal", "A model of {u} would overlap another.", args, "Leave room.")
            return
    for m, c in zip(game.units[u].models, here, strict=True):
        if game.field.ground.under(c, game.field.walks[kind_of(game, m).mover].no_end):
            yield Refusal("setup.deploy-legal", "A model of {u} would stand in impassable ground.", args)
            return


def zone_refusals(game: Xenocide, u: str, here: Sequence[Circle]) -> Iterator[Refusal]:
    seat, d, ground = game.units[u].seat, data(game), game.field.ground
    args = {"u": u}
    if not all(ground.on_table(c) for c in here):
        yield Refusal("setup.deploy-legal", "{u} would stand off the table.", args)
        return
    edge = game.sides[seat].edge
    if d.id == "invasion":
        if any(to_edge(c, ground.width, ground.depth, OPPOSITE[edge]) < d.defender_distance - WITHIN for c in here):
            yield Refusal("scenarios.invasion-deployment", "{u} must be 18 in from the edge of arrival.", args)
        return
    deep = all(to_edge(c, ground.width, ground.depth, edge) + 2 * c.r <= d.zone_depth + WITHIN for c in here)
    if deep or (d.id == "command-centers" and forward(game, seat, here)):
        return
    rules = {"attrition": "scenarios.attrition-deployment", "seize-ground": "scenarios.seize-deployment"}
    rule_id = rules.get(d.id, "scenarios.centers-deployment")
    yield Refusal(rule_id, "{u} must be within 6 in of its home edge.", args)


@rule("scenarios.centers-deployment", neutral=lambda *a: False)
def forward(game: Xenocide, seat: int, here: Sequence[Circle]) -> bool:
    """All models within 4 inches of one own marker, none within 12 inches of an enemy."""
    reach = data(game).forward_distance + WITHIN
    mine = [m for m in game.markers.values() if m.seat == seat]
    if not any(all(gap(c, Circle(m.x, m.y, 0.0)) <= reach for c in here) for m in mine):
        return False
    return clear_of_enemies(game, seat, here)


@rule("scenarios.centers-forward-distance", neutral=lambda *a: True)
def clear_of_enemies(game: Xenocide, seat: int, here: Sequence[Circle]) -> bool:
    foes = bases(game, standing(game, 1 - seat))
    return all(gap(c, f) > 12.0 + WITHIN for c in here for f in foes)


def deployments(game: Xenocide, u: str, n: int, rnd: Random) -> list[Placed]:
    """Blocks at random places of the zone; if luck has none, the first block of a lattice that fits."""
    ground = game.field.ground
    models = game.units[u].models
    low, high = band(game, game.units[u].seat)
    found = []
    for _ in range(24):
        at = (rnd() * ground.width, low + rnd() * (high - low))
        if sideways(game, game.units[u].seat):
            at = (low + rnd() * (high - low), rnd() * ground.depth)
        put = block(game, models, at, sideways(game, game.units[u].seat))
        if allowed(deploy_refusals(game, u, put)):
            found.append(put)
            if len(found) >= min(n, 2):
                return found
    return found or first_fit(game, u)


def first_fit(game: Xenocide, u: str) -> list[Placed]:
    ground = game.field.ground
    for y in range(1, int(ground.depth) * 2):
        for x in range(1, int(ground.width)):
            for turned in (False, True):
                put = block(game, game.units[u].models, (float(x), y / 2), turned)
                if allowed(deploy_refusals(game, u, put)):
                    return [put]
    return []


def band(game: Xenocide, seat: int) -> tuple[float, float]:
    """From where to where the zone of a side reaches, across the table."""
    d, ground, edge = data(game), game.field.ground, game.sides[seat].edge
    long = ground.width if edge in ("west", "east") else ground.depth
    deep = long - d.defender_distance if d.id == "invasion" else d.zone_depth
    return (0.0, deep) if edge in ("south", "west") else (long - deep, long)


def sideways(game: Xenocide, seat: int) -> bool:
    return game.sides[seat].edge in ("west", "east")
