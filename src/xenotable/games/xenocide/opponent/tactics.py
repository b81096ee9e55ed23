"""A worthy opponent: fires where it kills most, assaults where it wins, goes where the scenario is decided."""

from __future__ import annotations

import math
from typing import Any

from xenotable.engine import Advice, Advisor, Ask, Choose, Match, Moved, Random, by_key
from xenotable.engine.asks import UNSET
from xenotable.games.xenocide.opponent import titans
from xenotable.games.xenocide.opponent.buildings import ADVISORS as CITY
from xenotable.games.xenocide.opponent.buildings import (
    advise_join,
    advise_sally,
    advise_storm,
    bombing_value,
    shelling_value,
    shelter,
    stays_in,
)
from xenotable.games.xenocide.opponent.field import ADVISORS as FIELD
from xenotable.games.xenocide.opponent.field import assault_way, cargo, goes, together, underground, watches, way_to_go
from xenotable.games.xenocide.opponent.worth import assault_worth, best_assault, fighter, fire_worth, reach, shots
from xenotable.games.xenocide.rules.buildings.occupants import indoors
from xenotable.games.xenocide.rules.flight.flyers import units_crossed
from xenotable.games.xenocide.rules.movement.allowances import allowance
from xenotable.games.xenocide.rules.movement.proposals import march
from xenotable.games.xenocide.rules.play.measuring import apart, centre, centres
from xenotable.games.xenocide.rules.play.models import is_titan, kind_of
from xenotable.games.xenocide.rules.scenarios.scoring import controller
from xenotable.games.xenocide.rules.transport.passengers import passengers
from xenotable.games.xenocide.scenes import Manner
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Point

World = Match[Xenocide]
HOLDS = 3.0  # inches from a marker at which a unit stays


# ---- where to go -----------------------------------------------------------------------------------------------------


def goal(game: Xenocide, unit: str) -> Point | None:
    """The place a unit should go to: a marker to hold, the depth of the table, or the nearest enemy."""
    seat, at = game.units[unit].seat, centre(game, unit)
    war = game.now
    if war.scenario == "seize-ground":
        marks = {m: (row.x, row.y) for m, row in game.markers.items()}
        free = {m: p for m, p in marks.items() if controller(game, m) != seat or math.dist(p, at) < HOLDS * 3}
        if free:
            return min(free.values(), key=lambda p: math.dist(p, at))
    if war.scenario == "command-centers":
        enemy = [(row.x, row.y) for row in game.markers.values() if row.seat != seat]
        if enemy:
            return min(enemy, key=lambda p: math.dist(p, at))
    if war.scenario == "invasion" and seat == war.attacker:
        return deep(game, seat, at)
    foes = centres(game, 1 - seat)
    return min(foes, key=lambda p: math.dist(p, at)) if foes else None


def deep(game: Xenocide, seat: int, at: Point) -> Point:
    ground = game.field.ground
    return {
        "south": (at[0], 27.0), "north": (at[0], ground.depth - 27.0),
        "west": (27.0, at[1]), "east": (ground.width - 27.0, at[1]),
    }[game.sides[seat].edge]  # fmt: skip


# ---- advice by key ---------------------------------------------------------------------------------------------------


def order(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    unit = (ask.args or {})["unit"]
    if not game.units[unit].on:
        return "move-and-fire", "It enters and fires."
    if not game.units[unit].models or any(p != unit for p in passengers(game, unit)):
        return "move-and-fire", "Transports and who rides in them move first."
    giant, steady = is_titan(game, unit), not game.units[unit].marks
    fire = shots(game, unit)
    both = giant and fire > 1.0
    worth, t = best_assault(game, unit, 0.0 if both else fire) if both or steady else (0.0, "")
    if both and worth > 0.0:
        return "fire-and-move", f"It shoots first, then assaults {game.name(t)}."
    if steady and worth > fire:
        return "assault", f"{game.name(t)} can be beaten in close assault."
    if fire > 1.0:
        return "fire-and-move", "It has a target now."
    if fighter(game, unit) and steady:
        return "assault", "It must come closer to fight."
    return "move-and-fire", "It moves into range."


def next_unit(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    left = [o for o in ask.candidates(8, rnd) if o is not None]
    return (left[0], "One after the other.") if left else (None, "Nobody is left.")


def how(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    unit = (ask.args or {})["unit"]
    row = game.units[unit]
    if row.burrowed:
        return underground(game, unit)
    there = goal(game, unit)
    if there is not None and (what := cargo(game, unit, there)) is not None:
        return what
    if row.high:
        return "fly", "It stays up."
    if charges(game, unit) and (way := assault_way(game, unit))[0]:
        return way[0], "The assault promises more than it costs."
    if (
        there is not None
        and indoors(game, unit)
        and (what := stays_in(game, unit, there, shots(game, unit))) is not None
    ):
        return what
    if there is not None and (house := shelter(game, unit, there)) is not None:
        return "enter", f"{game.name(house)} gives cover near where the battle is decided."
    if there is None or (row.order == "fire-and-move" and not has_reason_to_leave(game, unit)):
        return "stay", "It stands well."
    if row.riding and (math.dist(there, centre(game, unit)) < 16.0 or shots(game, unit) > 1.0):
        return "unload", "It is close enough to get out."
    if math.dist(there, centre(game, unit)) < HOLDS:
        return "stay", "It holds the place."
    return way_to_go(game, unit, there), "It goes where the battle is decided."


def charges(game: Xenocide, unit: str) -> bool:
    """Is a unit ordered to assault, or a titan that may do so after firing?"""
    order = game.units[unit].order
    return order == "assault" or (order == "fire-and-move" and is_titan(game, unit))


def has_reason_to_leave(game: Xenocide, unit: str) -> bool:
    """Is there something worth leaving a firing position for: a marker, depth, or nothing in range?"""
    if game.now.scenario in ("seize-ground", "command-centers", "invasion"):
        return not (game.now.scenario == "invasion" and game.units[unit].seat != game.now.attacker)
    return fighter(game, unit)


def advise_named(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    unit = (ask.args or {})["unit"]
    near: list[str] = ask.options()  # type: ignore[attr-defined]  # a Pick
    best = max(near, key=lambda t: (assault_worth(game, unit, t), -apart(game, unit, t)))
    return (best,), f"{game.name(best)} is the best victim."


def move(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    unit = (ask.args or {})["unit"]
    there = goal(game, unit)
    if there is None:
        return ask.candidates(1, rnd)[-1], "Somewhere."
    x, y = centre(game, unit)
    far = math.hypot(there[0] - x, there[1] - y)
    keep = (
        max(5.0, min(reach(game, unit) - 4.0, 20.0)) if enemy_at(game, unit, there) and not fighter(game, unit) else 0.0
    )
    if far > keep and (walk := goes(game, unit, ask, there, keep)) is not None:
        return walk, "Towards the place where the battle is decided."
    return ask.candidates(1, rnd)[-1], "The straight way is closed."


def enemy_at(game: Xenocide, unit: str, there: Point) -> bool:
    return any(math.dist(c, there) < 2.0 for c in centres(game, 1 - game.units[unit].seat))


def charge_or_move(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    unit = (ask.args or {})["unit"]
    assaults = game.units[unit].order == "assault"
    close = [o for o in ask.candidates(1 if assaults else 0, rnd) if o.paths]  # who does not assault wants none
    if assaults and close and _into_contact(game, unit, close[0]):
        return close[0], "Into contact."
    return move(game, seat, ask, rnd)


def _into_contact(game: Xenocide, unit: str, went: Moved) -> bool:
    ends = [way[-1] for m in game.units[unit].models if (way := went.way(m))]
    foes = centres(game, 1 - game.units[unit].seat)
    return any(math.dist(e, f) < 9.0 for e in ends for f in foes)


def act(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    options = ask.candidates(8, rnd)
    unit = (ask.args or {})["unit"]
    if "pool" in options and not is_titan(game, unit) and together(game, unit):
        return "pool", "Several units have the same target."
    if "shoot" in options and shots(game, unit) > 0.3:
        return "shoot", "It has a target."
    if "overwatch" in options and game.units[unit].order == "fire-and-move" and watches(game, unit):
        return "overwatch", "The enemy will come into range."
    if "dig-in" in options and not fighter(game, unit):
        return "dig-in", "Nothing to shoot at: it digs in."
    if "overwatch" in options and game.now.watching:
        return "overwatch", "The point is paid."
    return "nothing", "There is nothing to do."


def target(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    args = ask.args or {}
    here = game.units[args["unit"]]
    arms = (w for m in (*here.models, *here.riding) for w in kind_of(game, m).weapons)
    w = next(w for w in arms if w.name == args["w"])
    able = [t for t in ask.candidates(8, rnd) if t in game.units]
    walls = {s: shelling_value(game, args["unit"], w, s) for s in ask.candidates(30, rnd) if s in game.sections}
    house = max(walls, key=lambda s: walls[s], default="")
    if not able or (house and walls[house] > max(fire_worth(game, args["unit"], w, t) for t in able)):
        if house and walls[house] > 0.2:
            return house, f"The walls of {game.name(house)} are the weak point: about {walls[house]:.1f} points."
        return None, "Only empty walls are in sight: it saves its shells."
    best = max(able, key=lambda t: fire_worth(game, args["unit"], w, t))
    return best, f"It takes about {fire_worth(game, args['unit'], w, best):.0f} points from {game.name(best)}."


def focus(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    figures = {s: (ask.odds(s).mean or 0.0) for s in ask.candidates(3, rnd)}  # type: ignore[attr-defined]  # a Choose
    best = max(figures, key=lambda s: (figures[s], -s))
    return best, f"It destroys {figures[best]:.1f} models on average."


def most(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return game.sides[seat].points, "Everything for this."


def none(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return 0, "Everything into the attack."


def yes(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return True, "Worth a command point."


def casualty(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    names = ask.candidates(8, rnd)
    cheapest = min(names, key=lambda n: game.kinds[n.partition("/")[0]].vp)
    return cheapest, "The cheapest falls."


def shoot_back(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    ready = [o for o in ask.candidates(8, rnd) if o is not None]
    return (ready[0], "Fire while they are in the open.") if ready else None


def everybody(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return tuple(ask.among()), "All of them watch."  # type: ignore[attr-defined]  # a Pick


def entry(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    points = [o for o in ask.candidates(30, rnd) if o is not None]
    return points[int(rnd() * len(points))], "Onto the table."


def enter(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    unit = (ask.args or {})["unit"]
    model = game.units[unit].models[0]
    x, y = game.models[model].x, game.models[model].y
    there = deep(game, seat, (x, y))
    far = allowance(game, model, Manner())
    long = math.dist((x, y), there) or 1.0
    walk = march(game, unit, Manner(), ((there[0] - x) / long * far * 0.8, (there[1] - y) / long * far * 0.8))
    return (walk, "As deep as it can.") if walk.paths else None


def flight(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    options = ask.candidates(4, rnd)
    return ("fly" if "fly" in options else options[0]), "It flies on."


def come_back(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    points = [p for p in ask.candidates(30, rnd) if p is not None]
    return points[int(rnd() * len(points))], "Back into the battle."


def aloft(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The flight that ends nearest to the enemy but passes over most of it."""
    unit = (ask.args or {})["unit"]
    foes = centres(game, 1 - seat)

    def score(went: Moved) -> float:
        way = went.way(game.units[unit].models[0])
        if not way or not foes:
            return -99.0
        over = sum(len(by) for _, by in units_crossed(game, unit, went))
        return 3.0 * over - 0.02 * min(math.dist(way[-1], f) for f in foes)

    best = max(ask.candidates(30, rnd), key=score)
    return best, "Over as many enemies as it can."


def bomb(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    below = [t for t in ask.candidates(8, rnd) if t is not None]
    if not below:
        return None
    return max(below, key=lambda t: bombing_value(game, t)), "The best target below."


def onward(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return ask.candidates(1, rnd)[0], "Beyond the enemy."


def walk_on(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return "move", "As deep as it can."


def get_down(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return ask.candidates(1, rnd)[0], "Everybody who finds room gets out."


def first(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return "first", "Who fires first loses less."


ADVISORS: dict[str, Advisor[Xenocide]] = {
    "order": order, "unit": next_unit, "how": how, "named": advise_named, "move": charge_or_move, "act": act,
    "target": target, "focus": focus, "break-points": most, "split": none, "steady": yes, "rally-die": yes,
    "rally": next_unit, "casualty": casualty, "react": shoot_back, "watch": everybody, "entry": entry,
    "return": come_back, "flight": flight, "fly": aloft, "bomb": bomb,
    "enter-how": walk_on, "enter-move": enter, "finish-overrun": onward, "first": first,
    "get-down": get_down, "get-out": yes, "aboard": yes, **CITY, **FIELD,
    "power": titans.power, "level": titans.level, "blades": titans.edge,
    "cripple": titans.cripple,
    "storm": advise_storm(assault_worth), "sally": advise_sally(assault_worth), "join": advise_join(assault_worth),
}  # fmt: skip


def usual(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return None if ask.default is UNSET else (ask.default, "Nothing speaks against the usual here.")


advice = by_key(ADVISORS, otherwise=usual)


def advise(world: World, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The advice for one ask; while power that is wanted can be spent, nothing else is answered."""
    beside = next((a for a in world.open if a.key == "power" and a.seat == seat and a is not ask), None)
    if isinstance(beside, Choose) and titans.wanted_power_use(world.game, beside) is not None:
        return None
    return advice(world, seat, ask, rnd)


def prospects(game: Xenocide, seat: int) -> float:
    """How well a side stands, from -1 to 1: what it has left against what the other has, and the score."""
    left = [sum(u.vp * len(u.models) / u.start for u in game.units.values() if u.seat == s) for s in (0, 1)]
    balance = (left[seat] - left[1 - seat]) / max(1.0, sum(left))
    ahead = game.sides[seat].score - game.sides[1 - seat].score
    return max(-1.0, min(1.0, balance + 0.05 * max(-10, min(10, ahead))))
