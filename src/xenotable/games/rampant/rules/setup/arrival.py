"""Home edges, and units that come over them later."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from xenotable.engine import Choose, Flow, Reckon, Refusal, rule
from xenotable.games.rampant.rules.moving.allowance import allowance
from xenotable.games.rampant.rules.moving.move_legality import TOUCHING, Room
from xenotable.games.rampant.rules.moving.paths import ask_way, carry_out
from xenotable.games.rampant.rules.moving.placing import ask_place
from xenotable.games.rampant.rules.play.conventions import circle
from xenotable.games.rampant.rules.scenarios.battlefield import part_of, scenario_id
from xenotable.games.rampant.rules.terrain.field import field, scenario_of
from xenotable.games.rampant.state import Rampant
from xenotable.table import Circle, Point, nearest_place, snap_point


@rule("setup.home-edge")
def home_edges(game: Rampant, seat: int) -> tuple[str, ...]:
    scenario = scenario_of(scenario_id(game))
    return scenario.attacker_home if part_of(game, seat) == "attacker" else scenario.defender_home


@lru_cache(256)
def edge_places(width: float, depth: float, edge: str, r: float) -> tuple[Point, ...]:
    """Places of a footprint touching an edge from inside, an inch apart, free or not."""
    steps = [r + k for k in range(int((width if edge in ("south", "north") else depth) - 2 * r) + 1)]
    across = {"south": r, "north": depth - r, "west": r, "east": width - r}[edge]
    return tuple(snap_point((t, across) if edge in ("south", "north") else (across, t)) for t in steps)


def free_at_edge(game: Rampant, unit: str, edge: str) -> Point | None:
    """A free place touching an edge from inside, or None: then there is none."""
    width, depth, r = field(game).width, field(game).depth, game.profile[unit].radius
    room = Room(game, unit)
    if (found := room.first(edge_places(width, depth, edge, r), r)) is not None:
        return found
    nx, ny, c = {"south": (0, 1, 0), "north": (0, -1, -depth), "west": (1, 0, 0), "east": (-1, 0, -width)}[edge]
    region = room.region(r, (width / 2, depth / 2), width + depth)
    region.half_plane(nx, ny, c + r, TOUCHING).half_plane(-nx, -ny, -c - r, TOUCHING)
    return nearest_place([region], (width / 2, depth / 2), lambda p: room.holds(Circle(p[0], p[1], r)))


@rule("setup.home-edge", neutral=lambda *a: ())
def edge_refusals(game: Rampant, unit: str) -> Iterator[Refusal]:
    """Who enters needs a free place at a home edge."""
    edges = home_edges(game, game.units[unit].seat)
    if all(free_at_edge(game, unit, edge) is None for edge in edges):
        args = {"unit": unit, "edges": " or ".join(edges)}
        yield Refusal("setup.home-edge", "No place at the {edges} edge is free for {unit}.", args)


@rule("setup.home-edge")
def arrive(game: Rampant, unit: str) -> Flow[None]:
    """Placed touching the home edge from inside; the Move is counted from the edge itself."""
    seat, r = game.units[unit].seat, game.profile[unit].radius
    free = yield from Reckon(work=lambda: {e: free_at_edge(game, unit, e) for e in home_edges(game, seat)})
    edges = [e for e, at in free.items() if at is not None]
    if not edges:
        return
    edge = edges[0]
    if len(edges) > 1:
        edge = yield from Choose(
            seat=seat,
            key="edge",
            rule="setup.home-edge",
            prompt="Over which edge does {unit} enter?",
            args={"unit": unit},
            among=lambda: edges,
            label=str.title,
        )

    def refusals(p: Point) -> Iterator[Refusal]:
        far = {"south": p[1], "north": field(game).depth - p[1], "west": p[0], "east": field(game).width - p[0]}[edge]
        if abs(far - r) > TOUCHING:
            yield Refusal("setup.home-edge", "{unit} must be placed touching the edge.", {"unit": unit})

    at, spots = free[edge], edge_places(field(game).width, field(game).depth, edge, r)
    assert at is not None
    prompt = "Where does {unit} enter?"
    x, y = yield from ask_place(game, unit, at, spots, refusals, key="arrive", rule="setup.home-edge", prompt=prompt)
    game.units.set(unit, where="table", x=x, y=y, arrives=0, moved=r)
    game.tell("{unit} enters the table.", "setup.home-edge", unit=unit)
    moved = yield from ask_way(game, unit, max(0.0, allowance(game, unit) - r), "setup.home-edge")
    carry_out(game, unit, circle(game, unit), moved)
