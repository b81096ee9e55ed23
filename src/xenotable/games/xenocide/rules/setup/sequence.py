"""Setting up, step by step: scenario, terrain, sides, objectives (chapter "setup")."""

from __future__ import annotations

import math
from collections.abc import Iterator

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
    cite,
    is_legal,
    rule,
    scene,
)
from xenotable.games.xenocide.content import buildings, maps, scenarios, terrains
from xenotable.games.xenocide.rules.play.measuring import WITHIN
from xenotable.games.xenocide.rules.play.units import on_table
from xenotable.games.xenocide.rules.scenarios.preparation import real_ask
from xenotable.games.xenocide.rules.scenarios.scoring import data
from xenotable.games.xenocide.rules.setup.agreements import OPPOSITE, announce_buildings, roll_off
from xenotable.games.xenocide.scenes import (
    ChooseReal,
    DeployNext,
    LayTerrain,
    Opening,
    PlaceMarkers,
    ReadyWatch,
    Roles,
    Sides,
    Turn,
)
from xenotable.games.xenocide.state import Marker, Section, Xenocide, laid, lay, whole_map
from xenotable.table import Circle
from xenotable.table.near import to_edge


@scene
@rule("setup.sequence")
def opening(game: Xenocide, at: Opening) -> Flow[list[Scene]]:
    """The terrain, if one player lays it; the scenario, if it is to be rolled; then all it needs before turn 1."""
    cite("play.decisions-before-battle")
    if game.setup.terrain == "one-player":
        return [LayTerrain()]
    return (yield from determine(game))


def determine(game: Xenocide, chooser: int = -1) -> Flow[list[Scene]]:
    """Which scenario is fought; once it has been rolled the terrain may be adjusted."""
    if not game.now.scenario:
        yield from roll_scenario(game)
        yield from adjusted(game)
    return preparations(game, chooser)


def preparations(game: Xenocide, chooser: int) -> list[Scene]:
    """What the scenario needs before turn 1; what the buildings are is said before anybody takes a side."""
    announce_buildings(game)
    match game.now.scenario:
        case "seize-ground":
            return [PlaceMarkers(), Sides(chooser)]
        case "invasion":
            return [Roles()]
    return [Sides(chooser)]


@scene
@rule("setup.terrain-split")
def lay_terrain(game: Xenocide, at: LayTerrain) -> Flow[list[Scene]]:
    """One player sets up all terrain; the other will take a home edge."""
    winner = yield from roll_off(game, "setup.terrain-split")
    chosen, without = yield from layout(game, winner, "setup.terrain-split", "Which terrain do you set up?")
    put_down(game, chosen, without)
    name = game.seat_name(winner)
    game.tell("{s} sets up the terrain: {m}.", "setup.terrain-split", s=name, m=laid(game).name)
    return (yield from determine(game, 1 - winner))


@rule("setup.terrain-adjust", neutral=lambda game: iter(()))
def adjusted(game: Xenocide) -> Flow[None]:
    """Once the scenario is known one player may propose other terrain, and the other agrees or not."""
    chosen, without = yield from layout(game, 0, "setup.terrain-adjust", "On which terrain is it fought?")
    if (chosen, without) == (game.now.map, game.now.without):
        return
    name = maps()[chosen].name if chosen else laid(game).name
    yes = yield from Choose(
        seat=1, key="terrain-agreed", rule="setup.terrain-adjust", among=lambda: (True, False),
        prompt="{m}, with {n:piece} left out: do you agree?", args={"m": name, "n": len(without)},
        label=lambda x: "It is fought there" if x else "The terrain stays as it is",
    )  # fmt: skip
    if yes:
        put_down(game, chosen, without)
        game.tell("The players adjust the terrain: {m}.", "setup.terrain-adjust", m=name)


def layout(game: Xenocide, seat: int, rule_id: str, prompt: str) -> Flow[tuple[str, tuple[int, ...]]]:
    """A map of this size (first the one that lies there: drawn, chosen or laid), and the pieces of it that are left
    out, with those that were left out before."""
    own, size = whole_map(game), (game.field.ground.width, game.field.ground.depth)
    able = ["", *(m.id for m in maps().values() if (m.width, m.depth) == size and m != own)]
    chosen = yield from Choose(
        seat=seat, key="terrain", rule=rule_id, prompt=prompt, among=lambda: able, default="",
        label=lambda m: maps()[m].name if m else own.name,
    )  # fmt: skip
    table, out = (maps()[chosen], ()) if chosen else (own, game.now.without)
    names = [*(terrains()[f[0]].name for f in table.features), *(buildings()[b[0]].name for b in table.buildings)]
    spots = [*((f[1], f[2]) for f in table.features), *((b[1], b[2]) for b in table.buildings)]
    without = yield from Pick(
        seat=seat, key="left-out", rule=rule_id, prompt="Which pieces of {m} are left out?", args={"m": table.name},
        among=lambda: tuple(i for i in range(len(names)) if i not in out), default=(),
        label=lambda i: f"{names[i]} at {spots[i][0]:g}, {spots[i][1]:g}",
    )  # fmt: skip
    return chosen or game.now.map, tuple(sorted((*out, *without)))


def put_down(game: Xenocide, chosen: str, without: tuple[int, ...]) -> None:
    """The table as it was laid."""
    game.war.set("war", map=chosen, without=without)
    lay(game, laid(game))
    raise_buildings(game)


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


@scene
@rule("setup.roll-sides")
def sides(game: Xenocide, at: Sides) -> Flow[list[Scene]]:
    """The higher roller takes a home edge, the other deploys first."""
    winner = at.chooser if at.chooser >= 0 else (yield from roll_off(game, "setup.roll-sides"))
    edge = yield from Choose(
        seat=winner, key="edge", rule="setup.roll-sides", prompt="Which home edge do you take?",
        among=lambda: ("south", "north"),
    )  # fmt: skip
    game.sides.set(winner, edge=edge)
    game.sides.set(1 - winner, edge=OPPOSITE[edge])
    game.tell("{w} takes the {e} edge.", "setup.roll-sides", w=game.seat_name(winner), e=edge)
    deploy: list[Scene] = [DeployNext(1 - winner), Turn(1)]
    return [PlaceMarkers(), ChooseReal(), *deploy] if game.now.scenario == "command-centers" else deploy


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
    owner = seat if game.now.scenario == "command-centers" else -1
    game.markers.add(id, Marker(owner, put.at[id][0], put.at[id][1]))
    game.tell("{s} places {marker}.", marker_rule(game), s=game.seat_name(seat), marker=id)
    return [at]


def marker_rule(game: Xenocide) -> str:
    centers = game.now.scenario == "command-centers"
    return "scenarios.centers-place" if centers else "scenarios.seize-objectives"


def marker_refusals(game: Xenocide, seat: int, x: float, y: float) -> Iterator[Refusal]:
    d, ground, rule_id = data(game), game.field.ground, marker_rule(game)
    at = Circle(x, y, 0.0)
    if not (0 <= x <= ground.width and 0 <= y <= ground.depth):
        yield Refusal(rule_id, "The marker lies off the table.")
        return
    centers = rule_id == "scenarios.centers-place"
    for row in game.markers.values():
        need = d.enemy_marker_distance if centers and row.seat != seat else d.marker_spacing
        need = d.objective_spacing if not centers else need
        if math.hypot(row.x - x, row.y - y) < need - WITHIN:
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
        if is_legal(marker_refusals(game, seat, x, y)):
            found.append(Placed({id: (float(x), float(y))}))
            if len(found) >= n:
                return found
    if not found:
        spots = ((float(x), float(y)) for y in range(int(ground.depth) + 1) for x in range(int(ground.width) + 1))
        found = [Placed({id: p}) for p in spots if is_legal(marker_refusals(game, seat, *p))][:n]
    return found


@scene
def choose_real(game: Xenocide, at: ChooseReal) -> Flow[list[Scene]]:
    """Each player secretly makes one own marker the real command center."""
    got = yield from All(asks=[real_ask(game, seat) for seat in (0, 1)])
    for seat in (0, 1):
        game.secret.set(seat, real=got[seat])
    game.war.set("war", chosen=True)
    return []


@scene
def ready_watch(game: Xenocide, at: ReadyWatch) -> Flow[list[Scene]]:
    """Any of the defender's deployed units may begin on overwatch, high ones too; underground nobody watches."""
    seat = 1 - game.now.attacker
    watch = yield from Pick(
        seat=seat, key="watch", rule="scenarios.invasion-overwatch", prompt="Which units begin on overwatch?",
        among=lambda: on_table(game, seat), why_not=lambda u: underground_refusals(game, u),
        label=lambda u: game.name(u),
    )  # fmt: skip
    for unit in watch:
        game.units.set(unit, watch=True)
        game.tell("{unit} begins on overwatch.", "scenarios.invasion-overwatch", unit=unit)
    return []


def underground_refusals(game: Xenocide, unit: str) -> Iterator[Refusal]:
    if game.units[unit].burrowed:
        yield Refusal("flight.burrow-move", "{unit} is underground.", {"unit": unit})


def raise_buildings(game: Xenocide) -> None:
    """Every section of the map is whole again."""
    for id in list(game.sections):
        game.sections.remove(id)
    for id, room in game.field.rooms.items():
        game.sections.add(id, Section(room.structure))
