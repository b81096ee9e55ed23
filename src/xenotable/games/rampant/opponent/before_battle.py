"""Before the battle: where the computer opponent deploys its detachment, and which vows it takes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from xenotable.engine import Placed, memoize
from xenotable.games.rampant.content import content
from xenotable.games.rampant.opponent.generators import standing_generators
from xenotable.games.rampant.opponent.goals import objective_points
from xenotable.games.rampant.opponent.position_cache import once
from xenotable.games.rampant.opponent.positions import way_length
from xenotable.games.rampant.opponent.worth import worth
from xenotable.games.rampant.rules.moving.move_legality import MoveContext
from xenotable.games.rampant.rules.play.conventions import centre, edge_point
from xenotable.games.rampant.rules.play.players import vows_are_taken
from xenotable.games.rampant.rules.scenarios.battlefield import own_zones, scenario
from xenotable.games.rampant.rules.setup.deployment import Quarters
from xenotable.games.rampant.rules.specials.charging import wild
from xenotable.games.rampant.rules.terrain.field import HARD, SOFT, areas_at, field, middle, outline
from xenotable.games.rampant.state import Profile, Rampant, fielded_units
from xenotable.table import bounds, snap_point
from xenotable.table.near import point_to_segment

Point = tuple[float, float]
STRIDE = 2.0  # inches between the places that are looked at


@once
def leaves(game: Rampant, seat: int) -> list[str]:
    """The edges over which this side scores by leaving."""
    part = "attacker" if seat == game.now.attacker else "defender"
    return [o.edge for o in scenario(game).objectives if o.kind == "exit" and o.who == part]


def wish_from(game: Rampant, seat: int, p: Sequence[float]) -> Point:
    """The point that a unit at a place will make for: an edge, an objective, or the middle."""
    points: list[Point] = []
    for edge in leaves(game, seat):
        x, y = edge_point(game, (p[0], p[1]), edge)[:2]
        points.append((x, y))
    points = points or [at for at, _ in objective_points(game, seat)]
    if seat == game.now.attacker and standing_generators(game):
        points = [front(game, seat)]
    return min(points, key=lambda q: math.dist(p[:2], q), default=(field(game).width / 2, field(game).depth / 2))


@once
def front(game: Rampant, seat: int) -> Point:
    """The generator that has most enemies about it: all go there, and find both."""
    foes = [(centre(game, f), worth(game, f)) for f in fielded_units(game, 1 - seat)]
    spots = [middle(outline(game, b)) for b in standing_generators(game)]
    return max(spots, key=lambda p: sum(w / (12.0 + math.dist(p, at)) for at, w in foes))


def exposure(game: Rampant, seat: int, p: Point, q: Point) -> float:
    """How many enemies could fall upon a unit on its way; those who charge unasked count twice."""
    total = 0.0
    for foe in fielded_units(game, 1 - seat):
        what = game.profile[foe]
        if what.attack and what.attack_value and point_to_segment(centre(game, foe), p, q) < what.max_move + 4.0:
            total += 2.0 if wild(game, foe) else 1.0
    return total


def deployment_plan(game: Rampant, seat: int, units: Sequence[str]) -> Placed:
    """One unit after another where it stands best, the Commander first and the others rather near it."""
    quarters, at = Quarters(game, seat), dict[str, Sequence[float]]()
    order = sorted(units, key=lambda u: (not game.profile[u].commander, -game.profile[u].radius, -worth(game, u), u))
    for unit in order:
        context = MoveContext(game, unit, game.profile[unit].max_move)
        spots = [
            (stand(game, seat, p, at, order[0], context), n, p) for n, p in enumerate(zone_spots(game, seat, unit))
        ]
        beside = quarters.neighbours(unit, at)
        best = next((p for _, _, p in sorted(spots) if quarters.fits(unit, p, beside)), None)
        if best is not None:
            at[unit] = best
    return Placed({u: tuple(at[u]) for u in units if u in at})


def zone_spots(game: Rampant, seat: int, unit: str) -> Iterator[Point]:
    r, size = game.profile[unit].radius, field(game)
    for zone in own_zones(game, seat):
        x0, y0, x1, y1 = bounds(zone)
        for j in range(int((y1 - y0) / STRIDE) + 1):
            for i in range(int((x1 - x0) / STRIDE) + 1):
                x, y = x0 + i * STRIDE, y0 + j * STRIDE
                yield snap_point((min(max(x, r), size.width - r), min(max(y, r), size.depth - r)))


def stand(
    game: Rampant, seat: int, p: Point, at: Mapping[str, Sequence[float]], chief: str, context: MoveContext
) -> float:
    """How bad a place is to begin from: the way, the enemies beside it, no cover, far from the Commander."""
    q = wish_from(game, seat, p)
    bad = way_length(context, p, q) + 6.0 * exposure(game, seat, p, q) if leaves(game, seat) else math.dist(p, q)
    if chief in at:
        bad += 0.5 * max(0.0, math.dist(p, (at[chief][0], at[chief][1])) - 10.0)
    return bad - (1.0 if areas_at(game, p, SOFT | HARD) else 0.0)


LEAST = 0.15  # what a vow must promise to be taken
HEADS = (0.8, 0.75, 0.6, 0.4, 0.4, 0.35)  # how often the enemy's Commander falls, by the Armour of its unit
HUNTS = (0.0, 0.7, 0.9, 0.95)  # how often a Wild Charge is won, by the number of units that charge
MAWS = {2: 0.65, 3: 0.65, 4: 0.45}  # how often a Commander wins an Attack, by its Attack Value


class Sworn(NamedTuple):
    """All that the vows of a side are weighed by; it seldom changes in a battle."""

    cards: tuple[Profile, ...]
    charging: int  # units of its own that charge wildly
    charged: int  # and of the enemy
    chief: Profile | None
    target: Profile | None  # the enemy's Commander
    runs: bool  # it scores by leaving
    dark: bool


def prospects_of_vows(game: Rampant, seat: int) -> Sworn:
    profile = game.profile
    mine = [u for u, row in game.units.items() if row.seat == seat]
    theirs = [u for u, row in game.units.items() if row.seat != seat]
    charging, charged = (sum([wild(game, u) for u in units]) for units in (mine, theirs))
    chief, target = (next((profile[u] for u in units if profile[u].commander), None) for units in (mine, theirs))
    runs, dark = bool(leaves(game, seat)), scenario(game).visibility > 0
    return Sworn(tuple([profile[u] for u in mine]), charging, charged, chief, target, runs, dark)


def chances_to_keep(side: Sworn) -> dict[str, float]:
    """How likely this side keeps each vow worth thinking of."""
    cards, charging, charged, chief, target, runs, dark = side
    blades = sum(0 < c.attack_value <= 4 and c.attack > 0 and "no-assault" not in c.has for c in cards)
    far = sum(c.shoot_value > 0 and c.shoot_range > 12 for c in cards)
    head = HEADS[min(6, target.armour) - 1] if target else 0.0
    leads = MAWS.get(chief.attack_value, 0.1) if chief and chief.attack else 0.0
    return {
        "take-their-head": 0.5 * head if runs else head,
        "unbroken": 0.85 - 0.07 * min(3, charged),
        "no-step-back": max(0.5, 0.9 - 0.06 * max(0, len(cards) - 4) - 0.03 * charging),
        "cold-steel": min(0.9, 0.1 + 0.05 * blades + 0.2 * charging) - (0.1 if runs else 0.0),
        "wild-hunt": HUNTS[min(3, charging)],
        "long-arm": 0.0 if dark else min(0.8, 0.35 + 0.1 * far) if far else 0.0,
        "first-strike": (0.65 if far else 0.35) - (0.15 if runs or dark else 0.0),
        "into-the-maw": 0.3 * leads if runs else leads,
    }


def vows_for(game: Rampant, seat: int) -> tuple[str, ...]:
    """The three that promise most."""
    return best_vows(prospects_of_vows(game, seat))


@memoize(256)
def best_vows(side: Sworn) -> tuple[str, ...]:
    vows = content().vows
    hopes = {v: p * vows[v].value - (1.0 - p) for v, p in chances_to_keep(side).items()}
    best = sorted((v for v in hopes if hopes[v] > LEAST), key=lambda v: (-hopes[v], v))[:3]
    return tuple(v for v in vows if v in best)


@contextmanager
def supposing_vows(game: Rampant, seat: int) -> Iterator[None]:
    """Of the enemy's vows, which only he knows, it supposes those that it would have taken in his place: they follow
    from what lies open, so all worlds that a seat imagines are judged alike."""
    before = game.secret[1 - seat].vows
    if vows_are_taken(game):
        game.secret.set(1 - seat, vows=vows_for(game, 1 - seat))
    try:
        yield
    finally:
        game.secret.set(1 - seat, vows=before)
