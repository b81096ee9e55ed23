"""Units that their owner puts down: out of a house or a wreck, in rubble, over an edge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from xenotable.engine import Flow, Piece, Place, Placed, Random, Refusal, cite
from xenotable.games.rampant.rules.moving.move_legality import Room, free_at
from xenotable.games.rampant.state import Rampant
from xenotable.table import Circle, Point


def ask_place(
    game: Rampant, unit: str, free: Point, spots: Sequence[Point], refusals: Callable[[Point], Iterator[Refusal]],
    *but: str, key: str, rule: str, prompt: str,
) -> Flow[Point]:  # fmt: skip
    """Where it is known to be free, at one of these spots that is, or wherever else it fits and nothing is refused."""
    r = game.profile[unit].radius

    def one(rnd: Random) -> Placed:
        return Placed({unit: Room(game, unit, *but).drawn(spots, r, rnd) or free})

    def legal(placed: Placed) -> Iterator[Refusal]:
        x, y = placed.at[unit][:2]
        yield from refusals((x, y))
        if not free_at(game, unit, Circle(x, y, r), *but):
            yield Refusal("moving.separation", "{unit} does not fit there.", {"unit": unit})

    placed = yield from Place(
        seat=game.units[unit].seat,
        key=key,
        rule=rule,
        prompt=prompt,
        args={"unit": unit},
        pieces=(Piece(unit, free, r, 0.0, game.profile[unit].vehicle),),
        legal=legal,
        propose=lambda n, rnd: [one(rnd) for _ in range(max(1, n))],
        one=one,
    )
    turn(game, unit, placed)
    x, y = placed.at[unit][:2]
    return x, y


def turn(game: Rampant, unit: str, placed: Placed) -> None:
    """A vehicle that is put down faces as its owner turns it."""
    if game.profile[unit].vehicle and unit in placed.facing:
        cite("vehicles.driving")
        game.units.set(unit, facing=placed.facing[unit])


def put_down(game: Rampant, unit: str, at: Point) -> None:
    """Out of where it was, on the table."""
    game.units.set(unit, where="table", inside="", x=at[0], y=at[1])
