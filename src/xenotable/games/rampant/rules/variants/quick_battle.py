"""The switches that are on, and the Quick Battle on its smaller table."""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import memoize, rule
from xenotable.games.rampant.content import Scenario, Spot, content
from xenotable.games.rampant.state import VARIANTS, Rampant


@rule("variants.switches")
def announce(game: Rampant) -> None:
    """The log lists the optional rules in force."""
    for variant in game.setup.variants:
        game.tell("{v} is in force.", "variants.switches", v=VARIANTS[variant])


@memoize(None)
@rule("variants.quick-battle")
def quick_battle() -> Scenario:
    """First Blood on a smaller table: 6 in taken off every coordinate, what then sticks out is left out."""
    plain = content().scenarios["first-blood"]
    terrain = tuple(s for s in (shift_spot(spot) for spot in plain.terrain) if on_small_table(s))
    return replace(
        plain,
        id="quick-battle",
        name="Quick Battle",
        table=(36.0, 36.0),
        rounds=5,
        terrain=terrain,
        attacker_zone=(Spot(x0=0.0, y0=0.0, x1=36.0, y1=6.0),),
        defender_zone=(Spot(x0=0.0, y0=30.0, x1=36.0, y1=36.0),),
        objectives=(Spot("circle", 18.0, 18.0, 5.0),),
    )


def shift_spot(spot: Spot) -> Spot:
    if spot.r is not None:
        assert spot.x is not None
        assert spot.y is not None
        return replace(spot, x=spot.x - 6, y=spot.y - 6)
    return replace(spot, x0=spot.x0 - 6, y0=spot.y0 - 6, x1=spot.x1 - 6, y1=spot.y1 - 6)


def on_small_table(s: Spot) -> bool:
    if s.r is not None:
        assert s.x is not None
        assert s.y is not None
        return all(s.r <= v <= 36 - s.r for v in (s.x, s.y))
    return all(0 <= v <= 36 for v in (s.x0, s.y0, s.x1, s.y1))
