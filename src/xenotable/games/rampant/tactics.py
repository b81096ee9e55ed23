"""A worthy opponent: an answer to every ask, with a sentence why. What it weighs stands in `solo`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from xenotable.engine import Ask, Choose, Match, Move, Moved, Place, Placed, Random, allowed, rule
from xenotable.games.rampant.content import content
from xenotable.games.rampant.envoy import exits
from xenotable.games.rampant.field import HARD, SOFT, areas_at, centre, distance, field, middle, outline, standing
from xenotable.games.rampant.marching import Marching
from xenotable.games.rampant.moving import allowance
from xenotable.games.rampant.paths import edge_distance, edge_point
from xenotable.games.rampant.psychic import power_refusals, power_targets
from xenotable.games.rampant.scenarios import bracket_points, relay, scenario
from xenotable.games.rampant.scenes import Attack, Shooting
from xenotable.games.rampant.solo import (
    MOVE_WORTH,
    answers_fire,
    attack_gain,
    balance,
    bearing,
    best_shot,
    countercharges,
    explained,
    nearest_enemy,
    posture,
    retreats,
    second_chance,
    shot_gain,
    weighed,
    worth,
)
from xenotable.games.rampant.state import Rampant, fielded
from xenotable.games.rampant.zones import home_point

Point = tuple[float, float]
Advice = tuple[Any, str]
CLOSE = 2.5


@rule("solo.fair")
def advise(world: Match[Rampant], seat: int, ask: Ask[Any], rnd: Random) -> Advice | None:
    """One open ask of an imagined world: a legal answer and why. None leaves it to chance."""
    answer = ANSWERS.get(ask.key)
    return answer(world.game, seat, ask, rnd) if answer is not None else None


# ---- where to go -----------------------------------------------------------------------------------------------------


def fights_close(game: Rampant, uid: str) -> bool:
    """Is the unit better with blades than with guns?"""
    what = game.profile[uid]
    if not what.attack or not what.attack_value or "no-assault" in what.has:
        return False
    return (
        not what.shoot_value
        or what.attack_value < what.shoot_value
        or (posture(game, game.units[uid].seat) == "rush" and what.attack_value <= what.shoot_value)
    )


class Goal(NamedTuple):
    """Where a unit would like to be, how near is near enough, and what being there is worth."""

    at: Point
    near: float
    worth: float


def objective_points(game: Rampant, seat: int) -> list[tuple[Point, float]]:
    """The places that this side wants to hold or break, with what they are worth."""
    found = [
        ((o.x, o.y), 6.0 if o.kind == "marker" else 3.0)
        for o in scenario(game).objectives
        if o.kind in ("marker", "circle") and o.x is not None and o.y is not None
    ]
    if game.now.marker is not None:
        found.append((game.now.marker, 8.0))
    house = relay(game)
    if house:
        at = middle(outline(game, house)) if standing(game, house) else (24.0, 24.0)
        found.append((at, 9.0))
    if seat == game.now.attacker:
        generators = [b for b, row in game.buildings.items() if row.kind == "generator" and row.strength > 0]
        found += [(middle(outline(game, b)), 9.0) for b in generators]
    return found


def goal(game: Rampant, uid: str) -> Goal | None:
    """The best of exits, objectives and enemies: what it is worth, how far it is, how many comrades are nearer."""
    at, seat = centre(game, uid), game.units[uid].seat
    edges = exits(game, uid)
    if edges:
        edge = min(edges, key=lambda e: edge_distance(game, at, e))
        x, y = edge_point(game, at, edge)[:2]
        return Goal(
            (x, y), 0.0, 14.0 if game.now.carrier == uid else 4.0 * bracket_points(game.profile[uid].points) + 4.0
        )
    pace = 2.0 * max(1.0, allowance(game, uid))
    found = []
    for p, value in objective_points(game, seat):
        if game.profile[uid].vehicle and p == game.now.marker:
            continue
        crowd = sum(math.dist(centre(game, u), p) < math.dist(at, p) for u in mates(game, uid))
        found.append(Goal(p, objective_gap(game, uid), value / (1.0 + 0.6 * crowd) / (1.0 + math.dist(at, p) / pace)))
    foe = nearest_enemy(game, uid)
    if foe:
        far = math.dist(at, centre(game, foe))
        keen = 4.0 if fights_close(game, uid) or posture(game, seat) != "raid" else 2.5
        if game.profile[uid].commander and not fights_close(game, uid):
            keen = 1.5  # a Commander who falls costs more than it could win
        found.append(Goal(centre(game, foe), enemy_gap(game, uid), keen / (1.0 + far / pace)))
    return max(found, key=lambda g: g.worth, default=None)


def mates(game: Rampant, uid: str) -> list[str]:
    seat = game.units[uid].seat
    return [u for u in fielded(game, seat) if u != uid and not game.units[u].suppressed]


def enemy_gap(game: Rampant, uid: str) -> float:
    """How near an enemy a unit wants to be: shooters stop in range, others go all the way."""
    what = game.profile[uid]
    return CLOSE if fights_close(game, uid) else max(6.0, what.shoot_range - 3.0)


def objective_gap(game: Rampant, uid: str) -> float:
    """A marker is held from close by; a generator is shot at from afar."""
    plan = scenario(game)
    if any(o.kind == "generator" for o in plan.objectives):
        return enemy_gap(game, uid)
    return 5.0 if any(o.kind in ("circle", "building") for o in plan.objectives) else CLOSE


def move_gain(game: Rampant, uid: str) -> float:
    """What a Move is worth: the way it makes towards the goal, in shares of a whole Move."""
    row = game.units[uid]
    if row.where == "reserve":
        return worth(game, uid) * 0.5
    if row.where == "aboard":
        return 0.8
    aim = goal(game, uid)
    if aim is None or "rooted" in game.profile[uid].has:
        return 0.0
    if row.where == "inside":
        return 0.0 if math.dist(centre(game, uid), aim.at) < 6.0 else 0.5
    far = allowance(game, uid)
    if any(edge_distance(game, (row.x, row.y), e) <= far for e in exits(game, uid)):
        return 8.0
    left = math.dist((row.x, row.y), aim.at) - aim.near
    return MOVE_WORTH * (0.6 + 0.25 * aim.worth) * max(0.0, min(1.0, left / far))


def place_score(game: Rampant, uid: str, p: Point, aim: Goal | None) -> float:
    """How good a place is: near the goal, in cover, not next to a strong enemy for nothing."""
    score = 0.0
    if aim is not None:
        score -= max(0.0, math.dist(p, aim.at) - aim.near)
    if areas_at(game, p, SOFT | HARD):
        score += 1.2
    if not fights_close(game, uid):
        for foe in fielded(game, 1 - game.units[uid].seat):
            reach = game.profile[foe].max_move + 2.0
            if fights_close(game, foe) and math.dist(p, centre(game, foe)) < reach:
                score -= 0.8
    return score


def on_move(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice | None:
    """The best of some random ways and of the shortest way to the goal."""
    if not isinstance(ask, Move):
        return None
    uid = ask.pieces[0].on
    aim = goal(game, uid)
    options = list(ask.candidates(5, rnd))
    if aim is not None and ask.toward is not None:
        options += [m for m in [ask.toward(uid, aim.at, "")] if m is not None and m.paths.get(uid)]
    for point in cover_near(game, uid):
        if ask.toward is not None and (way := ask.toward(uid, point, "")) is not None and way.paths.get(uid):
            options.append(way)
    start = ask.pieces[0].at

    def score(m: Moved) -> float:
        end = m.end(uid) or start
        return place_score(game, uid, (end[0], end[1]), aim)

    legal = [m for m in options if allowed(ask.check(m))]
    if not legal:
        return None
    best = max(legal, key=score)
    return best, f"{game.name(uid)} makes for its goal." if best.paths.get(uid) else f"{game.name(uid)} stands well."


def cover_near(game: Rampant, uid: str) -> list[Point]:
    """The nearest area of cover, for those who shoot."""
    if fights_close(game, uid) or game.units[uid].where != "table" or game.profile[uid].vehicle:
        return []
    row = game.units[uid]
    ground, far = field(game).ground, allowance(game, uid)
    march = Marching(game, uid, far)
    pieces = [p for p in ground.near(march.base, far, SOFT | HARD) if p.line is None]
    return [middle(p) for p in sorted(pieces, key=lambda p: math.dist(middle(p), (row.x, row.y)))[:1]]


# ---- orders and targets ----------------------------------------------------------------------------------------------


def on_unit(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice | None:
    """The order with the best value one step ahead; the phase ends when nothing is worth its risk."""
    options = weighed(game, seat)
    if not options or options[0].value <= 0.0:
        return "end", "Nothing is worth the risk. " + explained(game, options)
    return options[0].unit, explained(game, options)


def on_order(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice | None:
    assert isinstance(ask, Choose)
    uid = str((ask.args or {})["u"])
    options = [w for w in weighed(game, seat) if w.unit == uid]
    return (options[0].order, explained(game, options)) if options else None


def on_target(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice | None:
    """The target with the greatest expected gain."""
    at = game.scenes[-1]
    legal = list(ask.candidates(20, rnd))
    if not legal:
        return None
    if isinstance(at, Shooting):
        best = max(legal, key=lambda t: shot_gain(game, at.unit, t, at.way))
        return best, f"{game.name(best)} is the best target: gain {shot_gain(game, at.unit, best, at.way):.2f}."
    if isinstance(at, Attack):
        best = max(legal, key=lambda t: attack_gain(game, at.unit, t))
        return best, f"{game.name(best)} is the best victim: gain {attack_gain(game, at.unit, best):.2f}."
    return None


POWER_WORTH = {
    "dread-vision": 0.45,
    "mend-flesh": 0.3,
    "mend-machine": 0.3,
    "barrier": 0.2,
    "veil": 0.12,
    "guide-the-shot": 0.2,
    "guide-the-blade": 0.2,
    "leaden-limbs": 0.15,
    "calm": 0.1,
    "impel": 0.08,
    "beckon": 0.4,
    "hurl": 0.05,
    "unravel": 0.01,
}  # in shares of the target's worth


def power_gain(game: Rampant, uid: str, power: str) -> tuple[str, float]:
    """The best target of a power and what it is worth."""
    legal = [t for t in power_targets(game, uid, power) if allowed(power_refusals(game, uid, power, t))]
    scale = POWER_WORTH[power]

    def value(t: str) -> float:
        bonus = 0.5 if any(s.power == power for s in game.units[t].spells) else 1.0
        if power == "guide-the-shot" and not game.profile[t].shoot_value:
            return 0.0
        foe = game.units[t].seat != game.units[uid].seat
        if power == "unravel" and (not foe or not game.units[t].spells):
            return 0.0
        return scale * worth(game, t) * bonus

    gain, target = max(((value(t), t) for t in legal), default=(0.0, ""))
    return target, gain


def on_power(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice | None:
    uid = str((ask.args or {})["u"])
    legal = set(ask.candidates(30, rnd))
    best = [power_gain(game, uid, p) for p in game.profile[uid].powers]
    found = [(g, t) for t, g in best if t in legal]
    return (max(found)[1], "The power does most there.") if found else None


def on_aim(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice | None:
    """The point that hits most enemies and fewest friends."""
    assert isinstance(ask, Place)
    options = ask.candidates(16, rnd)

    def score(placed: Placed) -> float:
        p = placed.at["aim"]
        total = 0.0
        for uid, row in game.units.items():
            if row.where == "table" and math.hypot(row.x - p[0], row.y - p[1]) - game.profile[uid].radius <= 3.0:
                total += worth(game, uid) * (1.0 if row.seat != seat else -1.5)
        return total

    return (max(options, key=score), "Most enemies are struck there.") if options else None


# ---- the rest --------------------------------------------------------------------------------------------------------


def on_firefight(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    uid = str((ask.args or {})["u"])
    return answers_fire(game, uid), "Fire is always answered, unless a double could be the end."


def on_counter(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    args = ask.args or {}
    return countercharges(game, str(args["u"]), str(args["a"])), "It strikes better than it parries, or it stands."


def on_retreat(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    options = [str(o) for o in ask.candidates(20, rnd)]
    return retreats(options), "Cover first, flight last."


def on_again(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    args = ask.args or {}
    helpers = [str(o) for o in ask.candidates(20, rnd)]
    return second_chance(
        game, str(args["u"]), int(args["total"]), helpers
    ), "A free second chance is taken, a dear one weighed."


def on_order_again(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    options = [o for o in ask.candidates(5, rnd) if o]
    return (options[0] if options else ""), "A failed order would end the phase."


def on_spotter(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The friend whose own activation is worth least, if it is worth less than the better aim."""
    options = [str(o) for o in ask.candidates(20, rnd)]
    spare = [(best_shot(game, u)[1] if game.profile[u].shoot_value else 0.0, u) for u in options if u]
    gain, who = min(spare, default=(9.0, ""))
    return (
        (who, "It can do nothing better than spot.")
        if gain < 0.6 or "" not in options
        else ("", "All have better to do.")
    )


def on_manner(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """Leaving for points first, then what the goal asks for."""
    options = [str(o) for o in ask.candidates(20, rnd)]
    out = [o for o in options if o.startswith("exit:")]
    if out:
        return out[0], "Leaving the table counts."
    house = relay(game)
    if house and f"enter:{house}" in options:
        return f"enter:{house}", "The relay must be held."
    for wish in ("move", "leave", "arrive"):
        if wish in options:
            return wish, "On towards the goal."
    uid = str((ask.args or {})["u"])
    if "out" in options and move_gain(game, uid) > 0.0:
        return "out", "On towards the goal."
    return options[-1], "It stays where it is."


def on_part(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    options = [str(o) for o in ask.candidates(5, rnd)]
    return ("shoot", "The shot comes first.") if "shoot" in options else (options[0], "Then it moves.")


def on_deploy(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice | None:
    """Of some deployments the one nearest to what is to be held, with the Commander in the middle."""
    options = [*ask.candidates(12, rnd)]
    points = [p for p, _ in objective_points(game, seat)] or [(field(game).width / 2, field(game).depth / 2)]

    def score(placed: Placed) -> float:
        return sum(min(math.dist(p[:2], q) for q in points) * worth(game, u) for u, p in placed.at.items())

    return (min(options, key=score), "Near to what is to be held.") if options else None


VOWS = {
    "line": ("no-step-back", "take-their-head", "unbroken"),
    "rush": ("cold-steel", "unbroken", "wild-hunt"),
    "raid": ("no-step-back", "cold-steel", "unbroken"),
}
"""What each posture kept most often, in value, over many battles between machines."""


def on_vows(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    wishes = VOWS[posture(game, seat)]
    return tuple(v for v in content().vows if v in wishes), "These are likely to be kept."


def on_facing(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    uid = str((ask.args or {})["u"])
    foe = nearest_enemy(game, uid)
    options = list(ask.candidates(6, rnd))
    if not foe:
        return options[0], "As it stands."
    to = bearing(centre(game, uid), centre(game, foe))
    return min(options, key=lambda d: abs((d - to + 180.0) % 360.0 - 180.0)), "It faces the enemy."


def on_direction(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """Own units go where they want to be, enemies towards their own home."""
    uid = str((ask.args or {})["u"])
    at = centre(game, uid)
    own = game.units[uid].seat == seat
    wish = goal(game, uid) if own else None
    to = bearing(at, wish.at if wish is not None else home_point(game, uid, at))
    return min(range(0, 360, 15), key=lambda d: abs((d - to + 180.0) % 360.0 - 180.0)), "That is where it should go."


def on_drop(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice | None:
    """Near the goal, at good range."""
    assert isinstance(ask, Place)
    uid = ask.pieces[0].on
    options = [p for p in ask.candidates(12, rnd) if uid in p.at]
    foes = fielded(game, 1 - seat)
    if not options or not foes:
        return None
    points = [p for p, _ in objective_points(game, seat)] or [centre(game, foes[0])]
    return min(options, key=lambda p: min(math.dist(p.at[uid][:2], q) for q in points)), "Where it is needed."


def yes(why: str) -> Callable[[Rampant, int, Ask[Any], Random], Advice]:
    return lambda game, seat, ask, rnd: (True, why)


def first(why: str) -> Callable[[Rampant, int, Ask[Any], Random], Advice]:
    return lambda game, seat, ask, rnd: (ask.candidates(6, rnd)[0], why)


ANSWERS: dict[str, Callable[[Rampant, int, Ask[Any], Random], Advice | None]] = {
    "unit": on_unit,
    "order": on_order,
    "target": on_target,
    "move": on_move,
    "contact": first("The straight way."),
    "retreat": on_retreat,
    "retreat-move": first("The nearest cover."),
    "courage-again": on_again,
    "order-again": on_order_again,
    "firefight": on_firefight,
    "counter-charge": on_counter,
    "storm": yes("Ground that was fought for is taken."),
    "spotter": on_spotter,
    "stun": lambda game, seat, ask, rnd: ("kill", "Losses last."),
    "reduction": lambda game, seat, ask, rnd: (ask.default, "It gives the lower Armour."),
    "manner": on_manner,
    "part": on_part,
    "deploy": on_deploy,
    "start": lambda game, seat, ask, rnd: (next(iter(ask.candidates(9, rnd))), "In the open it can act at once."),
    "vows": on_vows,
    "side": lambda game, seat, ask, rnd: ("south", "Both sides are equal."),
    "firm-hand": lambda game, seat, ask, rnd: (False, "Let it charge."),
    "facing": on_facing,
    "direction": on_direction,
    "along": first("As far as it goes."),
    "power-target": on_power,
    "aim": on_aim,
    "drop": on_drop,
    "drop-anyway": yes("Better hurt than absent."),
    "pick-up": yes("The envoy is worth most."),
    "hand-over": lambda game, seat, ask, rnd: (ask.candidates(9, rnd)[0], "It carries on."),
}


def prospects(game: Rampant, seat: int) -> float:
    """How the battle stands for a side, from -1 to 1: units left, the score, and the way to what is to be held."""
    ahead = balance(game, seat)
    for uid, row in game.units.items():
        if row.where == "table" and not row.suppressed and (aim := goal(game, uid)) is not None:
            left = max(0.0, math.dist((row.x, row.y), aim.at) - aim.near)
            ahead += 0.3 * aim.worth / (1.0 + left / 6.0) * (1 if row.seat == seat else -1)
    return math.tanh(ahead / 12.0)


__all__ = ["advise", "distance", "prospects"]
