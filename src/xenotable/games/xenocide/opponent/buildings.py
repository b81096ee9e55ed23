"""How the computer fights for buildings: which to hold, when to shell them, when to storm them; with reasons."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from xenotable.engine import Advice, Advisor, Ask, Placed, Random, is_legal
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.forecasts.buildings import die_kills, of_bombardment
from xenotable.games.xenocide.rules.buildings.entering import in_reach, is_open
from xenotable.games.xenocide.rules.buildings.occupants import (
    garrison,
    holder,
    indoors,
    occupants,
    sections_of,
    side_at,
)
from xenotable.games.xenocide.rules.buildings.walls import OUTWARD, outside
from xenotable.games.xenocide.rules.movement.phases import mode_refusals
from xenotable.games.xenocide.rules.play.measuring import centre, centres
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.play.units import standing_units
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Point

Worth = Callable[[Xenocide, str, str], float]
NEAR_GOAL = 7.0  # inches from the place to hold within which a building serves as well
COVERED = 24.0  # inches to an enemy from which a roof over the head is worth the time


def each(game: Xenocide, unit: str) -> float:
    return game.units[unit].vp / max(1, game.units[unit].start)


def middle(game: Xenocide, s: str) -> Point:
    return game.field.rooms[s].walls.x, game.field.rooms[s].walls.y


def nearest_foe(game: Xenocide, unit: str, at: Point) -> Point | None:
    foes = centres(game, 1 - game.units[unit].seat)
    return min(foes, key=lambda p: math.dist(p, at)) if foes else None


# ---- holding ---------------------------------------------------------------------------------------------------------


def shelter(game: Xenocide, unit: str, there: Point) -> str | None:
    """A building that a unit should go into now: near the place it goes to, or under fire on the way."""
    if not all(kind_of(game, m).infantry for m in game.units[unit].models) or indoors(game, unit):
        return None
    at = centre(game, unit)
    foe = nearest_foe(game, unit, at)
    exposed = foe is not None and math.dist(foe, at) < COVERED
    good = [
        s
        for s in in_reach(game, unit, "enter")
        if room_for(game, unit, s)
        and (math.dist(middle(game, s), there) < NEAR_GOAL or (exposed and ahead(game, s, at, there)))
    ]
    good.sort(key=lambda s: math.dist(middle(game, s), there))
    best = next((s for s in good if is_open(game, unit, "enter", s)), None)
    return best if best and is_legal(mode_refusals(game, unit, "enter")) else None


def room_for(game: Xenocide, unit: str, s: str) -> bool:
    taken = sum(kind_of(game, m).size for m in occupants(game, s))
    return game.field.rooms[s].capacity - taken >= sum(kind_of(game, m).size for m in game.units[unit].models)


def ahead(game: Xenocide, s: str, at: Point, there: Point) -> bool:
    return math.dist(middle(game, s), there) < math.dist(at, there)


def stays_in(game: Xenocide, unit: str, there: Point, fire: float) -> Advice:
    """What a garrison does: it holds what it is near to, turns to the enemy, or goes on."""
    at = centre(game, unit)
    foe = nearest_foe(game, unit, at)
    if math.dist(at, there) < NEAR_GOAL or fire > 0.5:
        if fire <= 0.0 and foe is not None and turned_away(game, unit, foe):
            return "shift", "It takes the side that looks at the enemy."
        return "stay", "It holds the building."
    if foe is not None and math.dist(foe, at) < COVERED / 2:
        return ("shift", "It takes the side that looks at the enemy.") if turned_away(game, unit, foe) else (
            "stay", "Behind walls it can wait for them.")  # fmt: skip
    return None


def turned_away(game: Xenocide, unit: str, foe: Point) -> bool:
    """Does a garrison look somewhere else?"""
    return any(
        outside(game.field.rooms[game.models[m].section].sides, side_at(game, m), foe) <= 0.0
        for m in indoors(game, unit)
    )


def section(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    unit = (ask.args or {})["unit"]
    able = [s for s in ask.candidates(12, rnd) if s is not None]
    if not able:
        return None, "There is none."
    at = nearest_foe(game, unit, centre(game, unit)) or centre(game, unit)
    best = min(able, key=lambda s: (not room_for(game, unit, s), math.dist(middle(game, s), at)))
    return best, f"{game.name(best)} gives cover and looks at the enemy."


def stations(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The places whose sides look at the nearest enemy."""
    unit = (ask.args or {})["unit"]
    options: list[Placed] = list(ask.candidates(12, rnd))
    if not options:
        return None
    at = next(iter(options[0].at.values()))
    foe = nearest_foe(game, unit, (at[0], at[1]))
    if foe is None:
        return options[0], "Any side will do."
    best = min(options, key=lambda p: sum(math.dist((x[0], x[1]), foe) for x in p.at.values()))
    return best, "From there they look at the enemy."


def side(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The side that looks most at the nearest enemy, and has windows."""
    unit = (ask.args or {})["unit"]
    able = [x for x in ask.candidates(20, rnd) if x is not None]
    foe = nearest_foe(game, unit, middle(game, able[0][0])) if able else None
    if foe is None:
        return (able[0], "Any side will do.") if able else None

    def view(x: tuple[str, str]) -> tuple[bool, float]:
        room = game.field.rooms[x[0]]
        return x[1] in room.openings, outside(room.sides, x[1], foe)

    best = max(able, key=view)
    return best, "From there they look at the enemy."


def way_out(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    unit = (ask.args or {})["unit"]
    sides = ask.candidates(4, rnd)
    foe = nearest_foe(game, unit, centre(game, unit))
    if foe is None:
        return sides[0], "Any way out will do."
    x, y = centre(game, unit)
    best = max(sides, key=lambda s: OUTWARD[s][0] * (foe[0] - x) + OUTWARD[s][1] * (foe[1] - y))
    return best, "The way to the enemy."


def whole(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    options = ask.candidates(2, rnd)
    return (options[-1], "Everybody who can.") if options else None


def some(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    able = [s for s in ask.candidates(8, rnd) if s is not None]
    return (able[0], f"{game.name(able[0])} is worth holding.") if able else (None, "There is none.")


# ---- shelling --------------------------------------------------------------------------------------------------------


def shelling_value(game: Xenocide, unit: str, w: Weapon, s: str) -> float:
    """The points that fire at a section takes from its garrison: by every point lost, and by its fall."""
    if holder(game, s) != 1 - game.units[unit].seat:
        return 0.0
    shown = of_bombardment(game, unit, w, s)
    falls = next((c.p for c in shown.chances if c.label == "collapses"), 0.0)
    total = 0.0
    for t in garrison(game, s):
        here = [m for m in game.units[t].models if game.models[m].section == s]
        lost = min(len(here), (shown.mean or 0.0) * die_kills(game, here))
        total += (lost + falls * (len(here) - lost) / 2.0) * each(game, t)
    return total


def bombing_value(game: Xenocide, t: str) -> float:
    """What lies under bombs is worth."""
    if t in game.units:
        return each(game, t) * len(game.units[t].models)
    return 0.3 * sum(each(game, u) * len(game.units[u].models) for u in garrison(game, t))


# ---- storming --------------------------------------------------------------------------------------------------------


def advise_storm(worth: Worth) -> Advisor[Xenocide]:
    """From which sections to assault: those whose garrisons are better than the enemy's."""

    def advise(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
        foes = garrison(game, (ask.args or {})["s"])
        own: list[str] = list(ask.among())  # type: ignore[attr-defined]  # a Pick
        gain = sum(worth(game, u, t) for s in own for u in garrison(game, s) for t in foes)
        return (tuple(own), "Together they can take it.") if gain > 0.0 else ((), "They stand off.")

    return advise


def advise_sally(worth: Worth) -> Advisor[Xenocide]:
    def advise(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
        unit = (ask.args or {})["unit"]
        near = [s for s in ask.candidates(8, rnd) if s is not None]
        gains = {s: sum(worth(game, unit, t) for t in garrison(game, s)) for s in near}
        best = max(gains, key=lambda s: gains[s], default=None)
        if best is None or gains[best] <= 0.0:
            return None, "It stands off: the others are better inside."
        return best, f"{game.name(best)} can be taken."

    return advise


def advise_join(worth: Worth) -> Advisor[Xenocide]:
    def advise(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
        unit = (ask.args or {})["unit"]
        walls = [game.field.rooms[s].walls for s in sections_of(game, unit)]
        foes = [t for t in standing_units(game, 1 - seat) if game.units[t].sally or game.units[t].charge]
        near = [t for t in foes if any(math.dist(centre(game, t), (w.x, w.y)) < 10.0 for w in walls)]
        good = bool(near) and max(worth(game, unit, t) for t in near) > 0.0
        return good, "It helps to win." if good else "It is safer behind its walls."

    return advise


def divide(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """All dice at the unit that is easiest to beat; walls are left alone unless they are about to fall."""
    total: int = ask.total  # type: ignore[attr-defined]  # an Assign
    names = [b.value for b in ask.buckets]  # type: ignore[attr-defined]  # an Assign
    weak = [s for s in names if s in game.sections and game.sections[s].points <= total // 4]
    foes = [t for t in names if t in game.units]
    if weak:
        return {n: total if n == weak[0] else 0 for n in names}, f"{game.name(weak[0])} is about to fall."
    best = min(foes or names, key=lambda t: min((kind_of(game, m).cad for m in game.units[t].models), default=9)
               if t in game.units else 9)  # fmt: skip
    return {n: total if n == best else 0 for n in names}, f"{game.name(best)} is the easiest to beat."


ADVISORS: dict[str, Advisor[Xenocide]] = {
    "section": section, "side": side, "stations": stations, "sides": stations, "way-out": way_out,
    "enter-building": whole,
    "occupy-move": whole, "occupy": some, "fall-back": some, "billet": some, "get-away": whole, "divide": divide,
}  # fmt: skip
