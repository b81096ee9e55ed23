"""A worthy opponent: an answer to every ask, with a sentence why. What it weighs stands in `order_choice`."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import itemgetter
from typing import Any

from xenotable.engine import (
    Advice,
    Advisor,
    Ask,
    Choose,
    Match,
    Move,
    Moved,
    Place,
    Placed,
    Random,
    by_key,
    is_legal,
    rule,
)
from xenotable.games.rampant.content import content
from xenotable.games.rampant.opponent.attack_value import attack_gain, best_attack, best_shot, shot_gain
from xenotable.games.rampant.opponent.before_battle import deployment_plan, leaves, supposing_vows, vows_for, wish_from
from xenotable.games.rampant.opponent.goals import Goal, cover_near, goal, objective_points, ways_to
from xenotable.games.rampant.opponent.order_choice import (
    actors,
    answers_fire,
    balance,
    bearing,
    countercharges,
    explain_orders,
    in_turn,
    retreats,
    second_chance,
    sure_order,
    weigh_orders,
)
from xenotable.games.rampant.opponent.position_cache import weighing
from xenotable.games.rampant.opponent.positions import PositionValue, move_gain
from xenotable.games.rampant.opponent.powers import best_bomb, bomb_gain, power_gain
from xenotable.games.rampant.opponent.worth import nearest_enemy, worth
from xenotable.games.rampant.rules.moving.allowance import allowance
from xenotable.games.rampant.rules.play.conventions import centre, edge_distance
from xenotable.games.rampant.rules.retreat.flight import home_point
from xenotable.games.rampant.rules.scenarios.battlefield import scenario
from xenotable.games.rampant.rules.scenarios.scoring import relay
from xenotable.games.rampant.scenes import Attack, Shooting
from xenotable.games.rampant.state import Rampant, commander

Point = tuple[float, float]
REACHED = 0.1  # inches from a point that a way was made for
NEEDED = 0.2  # what an inch nearer to an objective is worth to whoever comes down


def on_move(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The best place that can be gone to: straight on, or by a way round what bars it."""
    if not isinstance(ask, Move):
        return None
    unit, toward, start, far = ask.pieces[0].on, ask.toward, ask.pieces[0].at, ask.pieces[0].budget
    places = PositionValue(game, unit, goal(game, unit), far)
    aim = places.aim

    def score(move: Moved) -> float:
        end = move.end(unit) or start
        return places.score((end[0], end[1]))

    scored = sorted(places.scored_around((start[0], start[1]), far), key=itemgetter(1), reverse=True)
    spread = (Moved({unit: (p,)}) for p, _ in scored)
    straight = next((m for m in spread if is_legal(ask.check(m))), None)
    options = [*ask.candidates(5, rnd), *([straight] if straight is not None else [])]
    if toward is not None and (straight is None or straight.end(unit) != scored[0][0]):  # the best place is barred
        points = [aim.at] if aim is not None else []
        options += made_for(toward, unit, points + cover_near(game, unit))
        if aim is not None and not any(gets_on(game, unit, m, aim) for m in options):
            options += detours(toward, unit, sorted(ways_to(game, unit, aim), key=places.score, reverse=True))
    best = max(options, key=score)  # all of them are legal, and staying is among them
    return best, f"{game.name(unit)} makes for its goal." if best.paths.get(unit) else f"{game.name(unit)} stands well."


def made_for(toward: Callable[[str, Point, str], Moved | None], unit: str, points: list[Point]) -> list[Moved]:
    ways = [toward(unit, p, "") for p in points]
    return [m for m in ways if m is not None and m.paths.get(unit)]


def detours(toward: Callable[[str, Point, str], Moved | None], unit: str, points: list[Point]) -> list[Moved]:
    """The same for points of which each promises less than the one before: those after one that is reached need not be
    looked at."""
    found: list[Moved] = []
    for p in points:
        found += made_for(toward, unit, [p])
        if found and math.dist(found[-1].paths[unit][-1][:2], p) < REACHED:
            break
    return found


def gets_on(game: Rampant, unit: str, move: Moved, aim: Goal) -> bool:
    """Does a way bring most of what a Move can bring towards the goal?"""
    end, row = move.end(unit), game.units[unit]
    if end is None:
        return False
    left = math.dist((row.x, row.y), aim.at)
    return left - math.dist(end[:2], aim.at) >= 0.7 * min(left - aim.near, allowance(game, unit))


# ---- orders and targets ----------------------------------------------------------------------------------------------


def on_unit(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The unit to act next: whoever has something to do that cannot fail, else as the whole phase promises most. The
    phase ends when nothing that is left would bring anything."""
    for unit in actors(game, seat):
        if sure := sure_order(game, unit):
            return unit, explain_orders(game, sure)
    options = in_turn(weigh_orders(game, seat))
    if not options:
        return "end", "Nothing is worth the risk. " + explain_orders(game, weigh_orders(game, seat))
    return options[0].unit, explain_orders(game, options, then="Then")


def on_order(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    assert isinstance(ask, Choose)
    unit = str((ask.args or {})["unit"])
    if sure := sure_order(game, unit):
        return sure[0].order, explain_orders(game, sure)
    options = weigh_orders(game, seat)
    best = [w for w in in_turn(options) if w.unit == unit]
    others = [w for w in options if w.unit == unit and w not in best]
    return (([*best, *others][0].order), explain_orders(game, [*best, *others])) if best or others else None


def on_target(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The target with the greatest expected gain."""
    at = game.scenes[-1]
    legal = list(ask.candidates(20, rnd))
    if not legal:
        return None
    if isinstance(at, Shooting):
        best = max(legal, key=lambda t: shot_gain(game, at.unit, t, at.way))
        return best, f"Of all that can be shot at, {game.name(best)} promises most."
    if isinstance(at, Attack):
        best = max(legal, key=lambda t: attack_gain(game, at.unit, t))
        return best, f"Of all that can be attacked, {game.name(best)} promises most."
    return None


def on_power(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    unit = str((ask.args or {})["unit"])
    name = str((ask.args or {})["p"])
    power = next(p for p in game.profile[unit].powers if content().powers[p].name == name)
    target, _ = power_gain(game, unit, power)
    return (target, f"{name} does most for us there.") if target else None


def on_aim(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The point where the bombardment brings most."""
    assert isinstance(ask, Place)
    unit = str((ask.args or {})["unit"])
    at, gain = best_bomb(game, unit)
    if at is None:
        return None
    options = [Placed({"aim": at}), *ask.candidates(8, rnd)]
    best = max(options, key=lambda p: bomb_gain(game, unit, (p.at["aim"][0], p.at["aim"][1])))
    return best, f"It does most there: gain {gain:.2f}."


# ---- the rest --------------------------------------------------------------------------------------------------------


def on_firefight(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    unit = str((ask.args or {})["unit"])
    return answers_fire(game, unit), "Fire is always answered, unless a double could be the end."


def on_counter(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    args = ask.args or {}
    return countercharges(game, str(args["unit"]), str(args["a"])), "It strikes better than it parries, or it stands."


def on_retreat(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    options = [str(o) for o in ask.candidates(20, rnd)]
    return retreats(options), "Cover first, flight last."


def on_again(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    args = ask.args or {}
    helpers = [str(o) for o in ask.candidates(20, rnd)]
    return second_chance(
        game, str(args["unit"]), int(args["total"]), helpers
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
    unit = str((ask.args or {})["unit"])
    if "out" in options and move_gain(game, unit) > 0.0:
        return "out", "On towards the goal."
    return options[-1], "It stays where it is."


def on_part(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    options = [str(o) for o in ask.candidates(5, rnd)]
    return ("shoot", "The shot comes first.") if "shoot" in options else (options[0], "Then it moves.")


def on_deploy(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """Who has a way to go starts well forward and apart from the enemy; others near to what is to be held."""
    assert isinstance(ask, Place)
    attacks = seat == game.now.attacker and any(o.kind != "circle" for o in scenario(game).objectives)
    if attacks or leaves(game, seat):
        best = deployment_plan(game, seat, [p.on for p in ask.pieces])
        if is_legal(ask.check(best)):
            return best, "As near to the goal as the zone allows, away from those who would charge."
    options = ask.candidates(12, rnd)

    def score(placed: Placed) -> float:
        return sum(math.dist(p[:2], wish_from(game, seat, p)) * worth(game, u) for u, p in placed.at.items())

    return (min(options, key=score), "Near to what is to be held.") if options else None


def on_vows(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return vows_for(game, seat), "These are likely enough to be kept."


def on_start(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """Riders leave the table with their vehicle; the relay is best held from within; others start in the open."""
    options = [str(o) for o in ask.candidates(30, rnd)]
    unit = str((ask.args or {})["unit"])
    rides = [o for o in options if o.startswith("aboard:")]
    if leaves(game, seat) and rides:
        fastest = max(rides, key=lambda o: game.profile[o[7:]].max_move)
        if game.profile[fastest[7:]].max_move > game.profile[unit].max_move:
            return fastest, "The vehicle carries it away faster than its feet."
    house = relay(game)
    if house and f"inside:{house}" in options:
        return f"inside:{house}", "The relay is best held from within."
    return options[0], "In the open it can act at once."


def on_firm_hand(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """A charge that would cost more than it brings is held back, and so is whoever has a way to go."""
    unit = str((ask.args or {})["unit"])
    gain = best_attack(game, unit)[1]
    held = gain < 0.0 or bool(leaves(game, seat))
    return held, "The charge would cost more than it brings." if gain < 0.0 else "The charge would bring something."


def on_facing(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    unit = str((ask.args or {})["unit"])
    foe = nearest_enemy(game, unit)
    options = list(ask.candidates(6, rnd))
    if not foe:
        return options[0], "As it stands."
    to = bearing(centre(game, unit), centre(game, foe))
    return min(options, key=lambda d: abs((d - to + 180.0) % 360.0 - 180.0)), "It faces the enemy."


def on_direction(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """Own units go where they want to be, enemies towards their own home."""
    unit = str((ask.args or {})["unit"])
    at = centre(game, unit)
    own = game.units[unit].seat == seat
    wish = goal(game, unit) if own else None
    to = bearing(at, wish.at if wish is not None else home_point(game, unit, at))
    return min(range(0, 360, 15), key=lambda d: abs((d - to + 180.0) % 360.0 - 180.0)), "That is where it should go."


def on_drop(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """Near the goal, at good range."""
    assert isinstance(ask, Place)
    unit = ask.pieces[0].on
    options = [p for p in ask.candidates(24, rnd) if unit in p.at]
    if not options:
        return None
    if leaves(game, seat):
        edge = leaves(game, seat)[0]
        best = min(options, key=lambda p: edge_distance(game, p.at[unit], edge))
        return best, "From there it is not far off the table."
    points = [p for p, _ in objective_points(game, seat)] or [(24.0, 24.0)]
    places = PositionValue(game, unit, None)

    def score(p: Placed) -> float:
        at = (p.at[unit][0], p.at[unit][1])
        return places.score(at) - NEEDED * min(math.dist(at, q) for q in points)

    return max(options, key=score), "Where it is needed and can stand."


def on_seasoned(game: Rampant, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """What is free already would be wasted; of the rest the order that fails most often is spared its test."""
    what = game.profile[commander(game, seat)]
    free = max(ask.candidates(3, rnd), key=lambda action: (action not in what.free, getattr(what, action)))
    return free, "The order that it would fail most often."


def yes(why: str) -> Advisor[Rampant]:
    return lambda game, seat, ask, rnd: (True, why)


def first(why: str) -> Advisor[Rampant]:
    return lambda game, seat, ask, rnd: (ask.candidates(6, rnd)[0], why)


def advise_default(why: str) -> Advisor[Rampant]:
    return lambda game, seat, ask, rnd: (ask.default, why)


ANSWERS: dict[str, Advisor[Rampant]] = {
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
    "reduction": advise_default("It gives the lower Armour."),
    "throw-again": advise_default("A miss cannot get worse."),
    "treat": advise_default("A surgeon can only help."),
    "manner": on_manner,
    "part": on_part,
    "deploy": on_deploy,
    "start": on_start,
    "vows": on_vows,
    "seasoned": on_seasoned,
    "side": lambda game, seat, ask, rnd: ("south", "Both sides are equal."),
    "firm-hand": on_firm_hand,
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
answer = by_key(ANSWERS)


@rule("solo.fair")
def advise(world: Match[Rampant], seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """One open ask of an imagined world: a legal answer and why. None leaves it to chance."""
    with supposing_vows(world.game, seat), weighing(world.game):
        return answer(world, seat, ask, rnd)


def prospects(game: Rampant, seat: int) -> float:
    """How the battle stands for a side, from -1 to 1: units left, the score, and the way to what is to be held."""
    ahead = balance(game, seat)
    for unit, row in game.units.items():
        if row.where == "table" and not row.suppressed and (aim := goal(game, unit)) is not None:
            left = max(0.0, math.dist((row.x, row.y), aim.at) - aim.near)
            ahead += 0.3 * aim.worth / (1.0 + left / 6.0) * (1 if row.seat == seat else -1)
    return math.tanh(ahead / 12.0)
