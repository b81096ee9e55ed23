"""Units that their owner puts down: out of a house or a wreck, in rubble, over an edge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from xenotable.engine import Flow, Piece, Place, Placed, Refusal
from xenotable.games.rampant.rules.moving.move_legality import free_at
from xenotable.games.rampant.state import Rampant
from xenotable.table import Circle, Point


def ask_place(
    game: Rampant, unit: str, spots: Sequence[Point], refusals: Callable[[Point], Iterator[Refusal]], *but: str,
    key: str, rule: str, prompt: str,
) -> Flow[Point]:  # fmt: skip
    """At one of these spots, or wherever else it fits and nothing is refused."""
    r = game.profile[unit].radius

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
        pieces=(Piece(unit, spots[0], r, 0.0, game.profile[unit].vehicle),),
        legal=legal,
        propose=lambda n, rnd: [Placed({unit: spots[int(rnd() * len(spots))]}) for _ in range(max(1, n))],
    )
    x, y = placed.at[unit][:2]
    return x, y


def put_down(game: Rampant, unit: str, at: Point) -> None:
    """Out of where it was, on the table."""
    game.units.set(unit, where="table", inside="", x=at[0], y=at[1])
