"""Bombardment: the aim point, and what strikes there."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from xenotable.engine import Flow, Piece, Place, Placed, Random, Refusal, Scene, cite, is_legal, rule, scene
from xenotable.games.rampant.rules.play.conventions import centre, to_spot
from xenotable.games.rampant.rules.scenarios.battlefield import night_refusals
from xenotable.games.rampant.rules.terrain.field import field
from xenotable.games.rampant.rules.terrain.sight import sees_point
from xenotable.games.rampant.rules.xeno.explosions import units_near
from xenotable.games.rampant.scenes import Blast, Bombardment, Boom
from xenotable.games.rampant.state import Rampant, fielded_units
from xenotable.table import Point, snap_point


@rule("shooting.bombardment-order", neutral=lambda *a: ())
def aim_refusals(game: Rampant, unit: str, p: Sequence[float]) -> Iterator[Refusal]:
    """On the table, seen, and at least 6 in away."""
    at = (p[0], p[1])
    width, depth = field(game).width, field(game).depth
    if not (0 <= p[0] <= width and 0 <= p[1] <= depth):
        yield Refusal("shooting.bombardment-order", "The aim point must lie on the table.")
    far = to_spot(game, unit, at)
    if far < 6.0 - 0.001:
        yield Refusal(
            "shooting.bombardment-order", "The aim point is only {far:.1f} in away; 6 in are needed.", {"far": far}
        )
    yield from night_refusals(game, far, unit)
    if not sees_point(game, unit, at):
        yield Refusal("shooting.bombardment-order", "{unit} does not see that point.", {"unit": unit})


def rings(x: float, y: float) -> Iterator[Point]:
    """All around, from near to far: in the dark or among walls random points may all be out of sight."""
    for far in range(8, 48, 2):
        for turn in range(24):
            angle = turn * math.pi / 12
            yield snap_point((x + far * math.cos(angle), y + far * math.sin(angle)))


def ask_aim_point(game: Rampant, unit: str) -> Flow[str]:
    def propose(n: int, rnd: Random) -> list[Placed]:
        foes = [centre(game, t) for t in fielded_units(game, 1 - game.units[unit].seat)]
        spots = [snap_point((x + 4 * (rnd() - 0.5), y + 4 * (rnd() - 0.5))) for x, y in foes] + [
            snap_point(f) for f in foes
        ]
        width, depth = field(game).width, field(game).depth
        spots += [snap_point((rnd() * width, rnd() * depth)) for _ in range(40)]
        everywhere = chain(spots, rings(*centre(game, unit)))
        legal = (Placed({"aim": p}) for p in everywhere if is_legal(aim_refusals(game, unit, p)))
        return list(islice(legal, max(1, n)))

    placed = yield from Place(
        seat=game.units[unit].seat,
        key="aim",
        rule="shooting.bombardment-order",
        prompt="Where does {unit} call the bombardment?",
        args={"unit": unit},
        pieces=(Piece("aim", (), 0.0),),
        legal=lambda p: aim_refusals(game, unit, p.at["aim"]),
        propose=propose,
    )
    x, y = placed.at["aim"][:2]
    return f"{x} {y}"


@scene
@rule("shooting.bombardment-effect")
def bombard(game: Rampant, at: Bombardment) -> list[Scene]:
    """Everybody within 3 in of the aim point is struck, friend and foe; nobody answers."""
    cite("shooting.bombardment-targeted-flag")
    struck = tuple(u for u in units_near(game, (at.x, at.y), 0.0, 3.0) if u in game.units)
    return [Blast((), current=Boom(at.unit, at.x, at.y, 10, True), left=struck, first=not game.now.blood)]
