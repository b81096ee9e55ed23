"""What things are worth to a model that a machine plays, and what it had best do next."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import eq

from xenotable.engine.citing import reuse
from xenotable.games.xcx.rules.ai.attack_values import (
    cover_from,
    guns,
    possible_targets,
    shot_at,
    strike_at,
)
from xenotable.games.xcx.rules.ai.destinations import Destinations
from xenotable.games.xcx.rules.ai.letters import wanted_objectives
from xenotable.games.xcx.rules.ai.ranking import lowest_first
from xenotable.games.xcx.rules.charging import charge_path, charge_reach
from xenotable.games.xcx.rules.missions.points import HIVE, SPIRE
from xenotable.games.xcx.rules.modifiers.tables import will_aim
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.play.models import enemies, standing_models
from xenotable.games.xcx.rules.play.table import TOL
from xenotable.games.xcx.rules.sight import look
from xenotable.games.xcx.rules.skills.reach import REACH, gap_to
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.terrain.forms import UNSEEN
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.rules.tests import chance_under
from xenotable.games.xcx.state import NEUTRAL, Xcx
from xenotable.table import Circle, Point

NONE = "none"
MONSTERS = ("gnasher", "brood-maw")
LOOKED_AT = 48  # end points that a shot is looked for from
WEIGHED = 10  # the best of them, weighed against what can shoot back


# ---- what things are worth -------------------------------------------------------------------------------------------


def harm(game: Xcx, foe: str, damage: float) -> float:
    """Expected damage as a share of what is left of the target, weighed by what it is worth to the mission."""
    row = game.models[foe]
    weight = 1.0
    if row.side >= NEUTRAL:
        weight = 1.6 if row.unit == "civilian" else 0.5
    elif game.kits[foe].leader:
        weight = 1.5
    if row.core or game.now.planter == foe:
        weight = 3.0
    return weight * damage / max(1, row.wounds) + 0.05 * damage


def best_shot(game: Xcx, model: str, manner: str, place: Point | None = None) -> tuple[float, str, str]:
    """(worth, weapon, target) of the best shot from where it stands, or from a place."""
    row = game.models[model]
    here = row.circle if place is None else type(row.circle)(place[0], place[1], row.r)
    best = (0.0, "", "")
    for foe in possible_targets(game, model):
        found = shot_at(game, model, foe, manner, NONE, here)
        if found:
            worth = harm(game, foe, found[0])
            if worth > best[0]:
                best = (worth, found[1], foe)
    return best


def best_charge(game: Xcx, model: str) -> tuple[float, str, Sequence[Point]]:
    """(worth, target, path) of the best charge, kept until the table changes: an order and its way are asked for one
    after the other, each in an imagined world in which the activation was written anew."""
    return reuse(game.weighed, ("charge", model), game.open_rows(), _best_charge, game, model, same=eq)


def _best_charge(game: Xcx, model: str) -> tuple[float, str, Sequence[Point]]:
    best: tuple[float, str, Sequence[Point]] = (0.0, "", ())
    for worth, foe in blows_in_reach(game, model):
        if worth > best[0] + 0.1:
            way = charge_path(game, model, foe)
            if way:
                best = (worth, foe, way)
    return best


def blows_in_reach(game: Xcx, model: str) -> Iterator[tuple[float, str]]:
    """What a blow at each enemy within a charge would be worth, whatever stands in its way."""
    row, distance, far = game.models[model], field_of(game).distance, charge_reach(game, model) + TOL
    for foe in possible_targets(game, model):
        t = game.models[foe]
        if distance(row, t) > far or t.unit in MONSTERS:  # let them come; whoever runs into a nest does not run home
            continue
        blow = strike_at(game, model, foe, NONE)
        if blow:
            yield harm(game, foe, blow[0]), foe


def goal_of(game: Xcx, model: str) -> tuple[str, str] | None:
    """The nearest objective that this model comes to in time and that is not left to others: at most one of its side
    is clearly nearer to it."""
    aims = worthwhile(game, model)
    if not aims or (cuts_the_spire(game, model) and game.now.round < game.mission.rounds // 2):
        return None  # who runs to the spire before there are fewer to shoot at it is shot
    friends = [i for i in standing_models(game, game.models[model].side) if i != model]
    for gap, target, skill in sorted((gap_to(game, model, target), target, skill) for skill, target in aims):
        if not in_time(game, model, gap):
            return None
        able = (f for f in friends if profile_of(game, f).works_by(skill))
        if sum(gap_to(game, friend, target) < gap - 2 for friend in able) < 2:
            return skill, target
    return None


def worthwhile(game: Xcx, model: str) -> list[tuple[str, str]]:
    """The objectives that its side wants and that can still decide something: a charge goes off when its planter is
    picked again, so in the last round none is planted any more, nor one removed whose planter has acted."""
    now = game.now
    last = now.round >= game.mission.rounds and now.spare[now.first_role] <= 0
    if game.setup.mission == SPIRE and last and (not now.planter or game.models[now.planter].activated):
        return []
    return wanted_objectives(game, model)


def in_time(game: Xcx, model: str, gap: float) -> bool:
    """Can it be there with a round left to do the work, and with one more to set off a charge?"""
    runs = math.ceil(max(0.0, gap - REACH) / (2 * profile_of(game, model).mobility))
    return game.now.round + runs <= game.mission.rounds - cuts_the_spire(game, model)


def cuts_the_spire(game: Xcx, model: str) -> bool:
    return game.setup.mission == SPIRE and game.models[model].side == game.now.first_role


def threats(game: Xcx, model: str) -> list[tuple[str, int]]:
    """The enemies of a model, and how far they shoot."""
    return [(foe, max((r for _, r in guns(game, foe, "fire")), default=0)) for foe in enemies(game, model)]


def exposure(game: Xcx, here: Circle, foes: Iterable[tuple[str, int]]) -> float:
    """How badly a place can be shot at, roughly: enemies in range that see it, less for cover."""
    total, field = 0.0, field_of(game)
    for foe, far in foes:
        if distance_between(field, here, game.models[foe]) <= far:
            total += (0.12, 0.07, 0.04)[cover_from(game, foe, here)]
    return total


# ---- plans -----------------------------------------------------------------------------------------------------------


def plan(game: Xcx, model: str) -> tuple[float, str, str]:
    """(worth, order, why) of the best order for an unengaged model."""
    row = game.models[model]
    options: list[tuple[float, str, str]] = [(0.02, "down", "There is nothing better to do.")]
    goal = goal_of(game, model)
    if row.core:
        options.append((2.5, "run", "The core must go home."))
    if goal is not None:
        gap = gap_to(game, model, goal[1])
        if gap <= 1.0:
            worth = 1.5 if game.setup.mission != HIVE else 3.0
            options.append(
                (worth * chance_under(profile_of(game, model).skill(goal[0])), "down", "The objective is in reach.")
            )
        else:
            worth = 0.75 if game.setup.mission != HIVE else 1.5  # the core is the whole battle
            options.append((worth - 0.01 * gap, "run", "The objective is worth running for."))
    worth, _, foe = best_shot(game, model, "fire")
    if foe:
        options.append((worth, "fire", f"A shot at {game.name(foe)} is worth most."))
    if guns(game, model, "react"):
        options.append((0.12, "overwatch", "Let them come."))
    if not foe and game.setup.mission != HIVE:
        options.append((0.15, "run", "Closer to the enemy."))
    enough = max(options)[0]  # what cannot be worth that is not looked for
    if most_of_stand(game, model) >= enough and (spot := best_stand(game, model)) is not None:
        options.append((spot[0], "advance", "A better place to shoot from is near."))
    if (
        max(blows_in_reach(game, model), default=(0.0, ""))[0] - 0.15 >= enough
        and (charge := best_charge(game, model))[1]
    ):
        options.append((charge[0] - 0.15, "run", f"{game.name(charge[1])} can be struck down."))
    best = max(options)
    if row.markers:
        value = chance_under(will_aim(game, model).value)
        if value * best[0] < 0.35 * (1 - value):
            return (0.2, "rally", "It is too shaken to be of use.")
    return best


def best_stand(game: Xcx, model: str) -> tuple[float, Point, tuple[Point, ...]] | None:
    """Where an Advance leads best, and the way there: the shot from there, less what can be shot at it. Kept as
    `best_charge` is: it is asked for with the order, with the time of the shot and with the move."""
    return reuse(game.weighed, ("stand", model), game.open_rows(), _best_stand, game, model, same=eq)


def most_of_stand(game: Xcx, model: str) -> float:
    """What the shot of an Advance can be worth at most, whatever can be seen on the way."""
    near = nearest_target(game, model)
    if not near or not guns(game, model, "advance"):
        return 0.0
    ways = Destinations(game, model, False)
    least = field_of(game).distance(ways.circle, game.models[near]) - ways.far - TOL
    return harm(game, near, ways.firing(near, NONE).most_from(max(0.0, least)))


def nearest_target(game: Xcx, model: str) -> str:
    """The enemy that an Advance is about; "" if there is none."""
    here = game.models[model].here
    return min(possible_targets(game, model), key=lambda f: math.dist(game.models[f].here, here), default="")


def _best_stand(game: Xcx, model: str) -> tuple[float, Point, tuple[Point, ...]] | None:
    near = nearest_target(game, model)
    if not near or not guns(game, model, "advance"):
        return None
    ways, threat = Destinations(game, model, False), threats(game, model)
    shots = dict(islice(best_shots(game, ways, near), WEIGHED))
    stands = lowest_first(
        [(-worth, (-x, -y)) for (x, y), worth in shots.items()],
        lambda p: exposure(game, ways.at((-p[0], -p[1])), threat) - shots[-p[0], -p[1]],
    )
    for worth, (x, y) in stands:
        if worth >= 0:
            return None
        if (path := ways.path((-x, -y))) is not None:
            return (-worth, (-x, -y), path)
    return None


def best_shots(game: Xcx, ways: Destinations, foe: str) -> Iterator[tuple[Point, float]]:
    """The places near an enemy from which a shot at it is worth something, the best first, of equals that with the
    higher coordinates."""
    there, field, firing = game.models[foe], field_of(game), ways.firing(foe, NONE)
    points = sorted(ways.around(), key=lambda p, here=there.here: math.dist(p, here))[:LOOKED_AT]  # type: ignore[misc]
    gaps = {p: field.distance(ways.at(p), there) for p in points}

    def worth(p: Point) -> float | None:
        x, y = -p[0], -p[1]
        cover = look(field, ways.at((x, y)), there)
        shot = firing.at(gaps[x, y], cover) if cover != UNSEEN else None
        return -harm(game, foe, shot[0]) if shot else None

    most = [(-harm(game, foe, firing.most(far)), (-x, -y)) for (x, y), far in gaps.items() if far <= firing.far]
    for found, (x, y) in lowest_first([one for one in most if one[0] < 0], worth):
        if found < 0:
            yield (-x, -y), -found
