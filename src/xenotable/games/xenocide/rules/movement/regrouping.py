"""A torn unit comes together again (rule "movement.coherency-broken")."""

from __future__ import annotations

import math

from xenotable.engine import Moved, rule
from xenotable.engine.memory import until_it_moved
from xenotable.games.xenocide.rules.buildings.walls import gap, spread
from xenotable.games.xenocide.rules.movement.allowances import COHERENCY, allowance
from xenotable.games.xenocide.rules.movement.restrictions import largest_group, resting
from xenotable.games.xenocide.rules.play.measuring import WITHIN, circles
from xenotable.games.xenocide.rules.play.positions import middle
from xenotable.games.xenocide.scenes import Manner
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle, bases_overlap, move_circle, snap_point

STEP = 0.25  # inches between the places that a straggler tries


@until_it_moved
def is_torn(game: Xenocide, unit: str) -> bool:
    return spread(resting(game, unit)) > COHERENCY + WITHIN


@rule("movement.coherency-broken", neutral=lambda *a: Moved())
def regrouped(game: Xenocide, unit: str, manner: Manner) -> Moved:
    """The largest group waits and everybody else comes straight towards its middle, as far as it takes to be within 8
    inches of all; nothing if somebody gets too few inches for that."""
    models, here = game.units[unit].models, circles(game, unit)
    core = largest_group(here)
    placed = [here[i] for i in core]
    x, y = middle([game.models[models[i]] for i in core])
    paths: dict[str, tuple[tuple[float, ...], ...]] = {}
    for i in sorted(set(range(len(models))) - set(core), key=lambda i: math.dist((here[i].x, here[i].y), (x, y))):
        base, far = here[i], allowance(game, models[i], manner)
        long = math.dist((base.x, base.y), (x, y))
        ends = (_towards(base, (x, y), k * STEP / long) for k in range(1, int(min(far, long) / STEP) + 1))
        end = next((c for c in ends if _joins(c, placed)), None)
        if end is None:
            return Moved()
        placed.append(end)
        paths[models[i]] = ((end.x, end.y),)
    return Moved(paths)


def _towards(base: Circle, goal: tuple[float, float], share: float) -> Circle:
    at = snap_point((base.x + (goal[0] - base.x) * share, base.y + (goal[1] - base.y) * share))
    return move_circle(base, at)


def _joins(here: Circle, placed: list[Circle]) -> bool:
    return all(gap(here, c) <= COHERENCY for c in placed) and not any(bases_overlap(here, c) for c in placed)
