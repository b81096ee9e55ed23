"""Where attackers and reserves of an invasion come in, and with whom (chapter "scenarios")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Choose, Flow, Refusal, rule
from xenotable.games.xenocide.rules.play.measuring import bases
from xenotable.games.xenocide.rules.play.models import kind_of, stands_free
from xenotable.games.xenocide.rules.play.units import put, standing_units
from xenotable.games.xenocide.rules.transport.passengers import boarders, passengers
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle, bases_overlap, gap

STEP = 4  # inches between the points of an edge that are offered


def may_enter(game: Xenocide, unit: str) -> bool:
    """Attackers from turn 1, reserves from turn 2."""
    war = game.now
    if war.scenario != "invasion":
        return False
    return war.turn >= (1 if game.units[unit].seat == war.attacker else 2)


def ranged_edge(game: Xenocide, seat: int) -> tuple[int, ...]:
    """Points along the edge where units of a side come in, in inches from its beginning."""
    ground = game.field.ground
    long = ground.depth if game.sides[seat].edge in ("west", "east") else ground.width
    return tuple(range(STEP, int(long), STEP))


def start_at(game: Xenocide, unit: str, point: int) -> None:
    """All models of the unit measure their move from this point of the edge."""
    ground, edge = game.field.ground, game.sides[game.units[unit].seat].edge
    at = {
        "south": (float(point), 0.0), "north": (float(point), ground.depth),
        "west": (0.0, float(point)), "east": (ground.width, float(point)),
    }[edge]  # fmt: skip
    for model in game.units[unit].models:
        put(game, model, at)


@rule("scenarios.invasion-entry-blocked")
def stand_at_edge(game: Xenocide, unit: str) -> bool:
    """Models that cannot move are put down touching the edge, within 4 inches of the entry point, if there is room."""
    row, ground = game.units[unit], game.field.ground
    guns = still(game, unit)
    edge = game.sides[row.seat].edge
    taken = bases(game, standing_units(game, row.seat))
    foes = bases(game, standing_units(game, 1 - row.seat))
    spots: dict[str, tuple[float, float]] = {}
    for model in guns:
        x, y, r = game.models[model].x, game.models[model].y, kind_of(game, model).radius
        for k in range(33):
            off = (k + 1) // 2 * 0.25 * (1 if k % 2 else -1)
            here = Circle(*_centre_at_edge(edge, x, y, off, r, ground.width, ground.depth), r)
            free = stands_free(game, model, here) and not any(bases_overlap(here, c) for c in taken)
            if free and not any(gap(here, f) < 4.0 for f in foes):
                taken.append(here)
                spots[model] = (here.x, here.y)
                break
    if len(spots) < len(guns):
        game.tell("{unit} finds no room at the edge.", "scenarios.invasion-entry-blocked", unit=unit)
        return False
    for model, at in spots.items():
        put(game, model, at)
    if len(guns) == len(row.models):  # else it is on the table once the others have moved onto it
        game.units.set(unit, on=True)
        game.tell("{unit} is put down at the edge.", "scenarios.invasion-entry-blocked", unit=unit)
    return True


def still(game: Xenocide, unit: str) -> list[str]:
    """The models of a unit that cannot move."""
    return [m for m in game.units[unit].models if not kind_of(game, m).move]


def _centre_at_edge(edge: str, x: float, y: float, off: float, r: float, w: float, d: float) -> tuple[float, float]:
    """The centre of a base that touches the edge beside a point of it."""
    if edge in ("south", "north"):
        return x + off, r if edge == "south" else d - r
    return r if edge == "west" else w - r, y + off


def by_port(game: Xenocide, unit: str) -> Flow[bool]:
    """Was a unit held back for a teleport? Teleporters of the attacker, and of reserves, decide it when they first
    come."""
    row = game.units[unit]
    late = row.seat == game.now.attacker or game.companies[row.home].reserve
    if row.away < 0 or not late or not all(kind_of(game, m).teleport for m in row.models):
        return game.units[unit].away < 0
    port = yield from Choose(
        seat=row.seat, key="held-back", rule="setup.deploy-teleport", prompt="Does {unit} teleport onto the table?",
        args={"unit": unit}, among=lambda: (False, True), default=False,
    )  # fmt: skip
    if port:
        game.units.set(unit, away=-1)
    return port


def too_many(game: Xenocide, unit: str, but: Sequence[str], guests: Sequence[str]) -> Iterator[Refusal]:
    """Guests that enter inside all have room, and besides them the unit's own infantry."""
    wanted = sum(len(game.units[g].models) for g in guests)
    if len(boarders(game, unit, but, guests)) - len(boarders(game, unit, but)) != wanted:
        yield Refusal(
            "transport.capacity", "The transports of {unit} do not hold them all.", {"unit": unit}, "Take fewer."
        )


def brought(game: Xenocide, unit: str) -> None:
    """Who rides is on the table when its transports are, unless some got out of a wreck and stand there already."""
    for p in passengers(game, unit):
        if p != unit and not game.units[p].models:
            game.units.set(p, on=game.units[unit].on)
