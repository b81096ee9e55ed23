"""Rules of thumb for the open field: which way to assault, where to go, who rides, who fires together."""

from __future__ import annotations

import math
from typing import Any

from xenotable.engine import Advice, Advisor, Ask, Moved, Random, is_legal
from xenotable.games.xenocide.opponent.worth import ASSAULTS, best_victim, fire_worth
from xenotable.games.xenocide.rules.ground.classes import DANGEROUS
from xenotable.games.xenocide.rules.ground.paths import trials
from xenotable.games.xenocide.rules.movement.allowances import allowance
from xenotable.games.xenocide.rules.movement.phases import mode_refusals, near_enemies
from xenotable.games.xenocide.rules.play.measuring import centre, centres, circles
from xenotable.games.xenocide.rules.play.models import is_titan, kind_of
from xenotable.games.xenocide.rules.play.units import above_ground
from xenotable.games.xenocide.rules.saves.cover import cover_in
from xenotable.games.xenocide.rules.shooting.sequence import partners
from xenotable.games.xenocide.rules.shooting.targeting import targets
from xenotable.games.xenocide.rules.transport.passengers import may_drop, passengers
from xenotable.games.xenocide.rules.transport.weapon_systems import systems
from xenotable.games.xenocide.scenes import Manner
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Point

DROP_OFF = 16.0  # inches from the goal at which passengers get out


def assault_way(game: Xenocide, unit: str) -> tuple[str, float]:
    """The way of assaulting that promises most, and how much."""
    best = ("", 0.0)
    for how in ASSAULTS:
        if is_legal(mode_refusals(game, unit, how)):
            value, _ = best_victim(game, unit, near_enemies(game, unit, how), best[1])
            if value > best[1]:
                best = (how, value)
    return best


def way_to_go(game: Xenocide, unit: str, there: Point) -> str:
    """On foot, or by a leap or a teleport where that goes farther."""
    far = {
        how: min(allowance(game, m, Manner(mode)) for m in game.units[unit].models)
        for how, mode in (("move", "walk"), ("jump", "jump"), ("teleport", "teleport"))
        if is_legal(mode_refusals(game, unit, how))
    }
    left = math.dist(there, centre(game, unit))
    return max(far, key=lambda how: (min(far[how], left), how == "move")) if far else "stay"


def underground(game: Xenocide, unit: str) -> Advice:
    """Burrowers come up where they can fight, and dig on until then."""
    how, value = assault_way(game, unit)
    if how and value > 0.0 and game.units[unit].order == "assault":
        return how, "It breaks out of the ground among the enemy."
    foes = centres(game, 1 - game.units[unit].seat)
    near = min((math.dist(f, centre(game, unit)) for f in foes), default=99.0)
    return ("surface", "It comes up.") if near < 16.0 else ("tunnel", "It digs on towards the enemy.")


def cargo(game: Xenocide, unit: str, there: Point) -> Advice:
    """Transports with passengers bring them near the goal; empty ones take in who waits, if it is far."""
    left = math.dist(there, centre(game, unit))
    if passengers(game, unit):
        if left < DROP_OFF + 8.0 and is_legal(mode_refusals(game, unit, "unload")):
            return "unload", "It is close enough to let them out."
        return None
    if left > 2 * DROP_OFF and is_legal(mode_refusals(game, unit, "load")):
        return "load", "It is a long way on foot."
    return None


def drive(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """Low, unless who rides can jump out of a high transport."""
    unit = (ask.args or {})["unit"]
    modes = ask.candidates(4, rnd)
    riding = [m for ms in passengers(game, unit).values() for m in ms]
    if riding and "fly" in modes and all(may_drop(kind_of(game, m)) and game.models[m].unit != unit for m in riding):
        return "fly", "They drop from above."
    return ("land" if "land" in modes else modes[0]), "It comes down to let them out."


def guests(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return tuple(ask.among()), "Everybody who finds room."  # type: ignore[attr-defined]  # a Pick


def port(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    options = ask.candidates(4, rnd)
    unit = (ask.args or {})["unit"]
    if "teleport-assault" in options and game.units[unit].order == "assault":
        return "teleport-assault", "Out of the transport into the enemy."
    foes = centres(game, 1 - seat)
    near = min((math.dist(f, centre(game, unit)) for f in foes), default=99.0)
    return ("teleport", "Close enough to port out.") if near < 24.0 else ("stay", "It rides on.")


def together(game: Xenocide, unit: str) -> list[str]:
    """The other units that would fire at the same target: then all dice are rolled before anybody falls."""
    mine = best_target(game, unit)
    return [x for x in partners(game, unit) if mine and not is_titan(game, x) and best_target(game, x) == mine]


def pool(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    them = together(game, (ask.args or {})["unit"])
    return (tuple(them), "They have the same target.") if them else None


def goes(game: Xenocide, unit: str, ask: Ask[Any], there: Point, keep: float) -> Moved | None:
    """Towards a place, as near as wanted, in the manner of the ask; a little to the side if cover is there."""
    toward = ask.toward  # type: ignore[attr-defined]  # a Move
    mode = ask.modes[0].value if ask.modes else ""  # type: ignore[attr-defined]
    if toward is None:
        return None
    lead = game.units[unit].models[0]
    x, y = centre(game, unit)
    far = math.hypot(there[0] - x, there[1] - y)
    share = max(0.0, far - keep) / far if far else 0.0
    dx, dy = (there[0] - x) * share, (there[1] - y) * share
    best: tuple[float, Moved] | None = None
    for turn in (0.0, 0.5, -0.5) if math.hypot(dx, dy) > 1.0 else (0.0,):
        c, s = math.cos(turn), math.sin(turn)
        goal = (game.models[lead].x + dx * c - dy * s, game.models[lead].y + dx * s + dy * c)
        went = toward(lead, goal, mode)
        if went is None or not went.paths or not is_legal(ask.check(went)):
            continue
        score = standing_well(game, unit, went, there)
        if best is None or score > best[0]:
            best = (score, went)
    return best[1] if best is not None else None


def standing_well(game: Xenocide, unit: str, went: Moved, there: Point) -> float:
    """How good it is to stop there: near the goal, in cover."""
    ends = [
        (way[-1] if (way := went.way(m)) else (game.models[m].x, game.models[m].y)) for m in game.units[unit].models
    ]
    x, y = sum(e[0] for e in ends) / len(ends), sum(e[1] for e in ends) / len(ends)
    covered = sum(cover_in(game, *e) > 0 for e in ends) / len(ends)
    return 2.5 * covered - math.dist((x, y), there) - perils(game, unit, went)


def perils(game: Xenocide, unit: str, went: Moved) -> float:
    """What the ground on the way may cost: rolls that slow, and worse where it is dangerous."""
    needed = trials(game, unit, {m: went.way(m) for m in game.units[unit].models})
    ranks = [(game.field.ranks[kind_of(game, ms[0]).mover][i][0], len(ms)) for (i, _), ms in needed.items()]
    return sum(1.5 * n if rank == DANGEROUS else 0.5 for rank, n in ranks)


def best_target(game: Xenocide, unit: str) -> str:
    """The target that the first weapon system of a unit would rather fire at."""
    for w in systems(game, unit):
        able = targets(game, unit, w)
        if able:
            return max(able, key=lambda t: fire_worth(game, unit, w, t))
    return ""


def watches(game: Xenocide, unit: str) -> bool:
    """Will enemies come into range soon, so that waiting for them is worth more than a hole in the ground?"""
    reach = max((w.range for w in systems(game, unit) if not w.artillery), default=0.0)
    mine = circles(game, unit)
    if not reach or not mine:
        return False
    near = (
        min(math.hypot(c.x - mine[0].x, c.y - mine[0].y) for c in circles(game, t))
        for t in above_ground(game, 1 - game.units[unit].seat)
    )
    return any(far < reach + 12.0 for far in near)


ADVISORS: dict[str, Advisor[Xenocide]] = {
    "drive": drive, "guests": guests, "port": port, "pool": pool,
}  # fmt: skip
