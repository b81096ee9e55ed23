"""How the machine spends power: shields and core when they are in danger, weapons where they hit, a boost where it is
needed; what is left goes into repairs. Each choice says why."""

from __future__ import annotations

import math
from typing import Any

from xenotable.engine import Advice, Ask, Choose, Random
from xenotable.games.xenocide.opponent.worth import each, gun_worth, line_worth
from xenotable.games.xenocide.rules.army.models import power_of
from xenotable.games.xenocide.rules.play.measuring import apart
from xenotable.games.xenocide.rules.play.units import standing_units
from xenotable.games.xenocide.rules.titans.assault import blades
from xenotable.games.xenocide.rules.titans.frame import frame
from xenotable.games.xenocide.rules.titans.power import BOOST, CORE, RECHARGE, Use
from xenotable.games.xenocide.rules.titans.systems import stride
from xenotable.games.xenocide.rules.titans.weapons import guns
from xenotable.games.xenocide.state import DRIVE, PROJECTOR, Xenocide

WORTHWHILE = 0.8  # points that a point of power must add to the fire of a weapon
CLOSE = 4.0  # inches from an enemy at which an assault begins


def wanted_power_use(game: Xenocide, ask: Choose[Use | None]) -> tuple[Use, str] | None:
    """The use of power that is worth it now, before anything else is decided; None: keep it."""
    able = [use for use in ask.options() if use is not None]
    for unit in dict.fromkeys(use[0] for use in able):
        best = for_titan(game, unit, {what for x, what in able if x == unit})
        if best is not None:
            return (unit, best[0]), best[1]
    return None


def for_titan(game: Xenocide, unit: str, able: set[str]) -> tuple[str, str] | None:
    t, f = game.titans[unit], frame(game, unit)
    if CORE in able and t.core <= 1:
        return CORE, "Its core is about to fail."
    if BOOST in able and brings_contact(game, unit):
        return BOOST, "With a boost it reaches the enemy."
    if RECHARGE in able and t.layers == 0 and f.layers:
        return RECHARGE, "It stands without a shield."
    if t.power <= reserved_power(game, unit):
        return None
    if PROJECTOR in able:
        return PROJECTOR, "Its shields need the projector."
    if RECHARGE in able:
        return RECHARGE, "A layer more turns hits away."
    broken = next((a.mount for a in f.arms if a.mount in able), None)
    if broken is not None:
        return broken, "It wants its weapon back."
    if DRIVE in able:
        return DRIVE, "It wants to move again."
    if CORE in able:
        return CORE, "The core gives power in turns to come."
    if BOOST in able and far_away(game, unit):
        return BOOST, "It is far from the battle."
    return None


def reserved_power(game: Xenocide, unit: str) -> int:
    """The power that weapons should have: what the guns are worth it, or the blades of an assault."""
    row, t = game.units[unit], game.titans[unit]
    if row.order == "assault":
        return min(t.power, sum(a.most for a in blades(game, unit)))
    if row.shot or not row.on or row.burrowed:
        return 0
    need, left = 0, t.power
    for arm in guns(game, unit):
        plain = gun_worth(game, unit, arm, 0)
        steps = {0, *(power_of(w) for w in arm.lines if power_of(w) <= left)}
        best = max(steps, key=lambda p: (gun_worth(game, unit, arm, p) - plain - WORTHWHILE * p, -p))
        need, left = need + best, left - best
    return need


def nearest(game: Xenocide, unit: str) -> float:
    return min((apart(game, unit, t) for t in standing_units(game, 1 - game.units[unit].seat)), default=math.inf)


def brings_contact(game: Xenocide, unit: str) -> bool:
    """Does a boost make the difference between an assault and none?"""
    row = game.units[unit]
    if row.order != "assault" or not row.on:
        return False
    far, walks = nearest(game, unit) - CLOSE, stride(game, unit, game.kinds[game.titans[unit].kind].move)
    return walks <= far < walks + frame(game, unit).boost


def far_away(game: Xenocide, unit: str) -> bool:
    moves = game.units[unit].order in ("assault", "move-and-fire")
    return moves and nearest(game, unit) > stride(game, unit, game.kinds[game.titans[unit].kind].move) + CLOSE


# ---- advice by key ---------------------------------------------------------------------------------------------------


def power(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    assert isinstance(ask, Choose)
    found = wanted_power_use(game, ask)
    if found is not None:
        return found
    return (None, "The rest is kept.") if None in ask.among() else None


def level(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The line that adds most for its power."""
    assert isinstance(ask, Choose)
    args = ask.args or {}
    unit = args["unit"]
    arm = next(a for a in guns(game, unit) if a.name == args["w"] and a.mount not in game.titans[unit].fired)
    hurts = game.titans[unit].core < frame(game, unit).core
    price = max(WORTHWHILE, each(game, unit) / 4) if hurts and game.units[unit].order else WORTHWHILE
    able = {w: power_of(w) for w in arm.lines if power_of(w) in ask.options()}
    figures = {p: line_worth(game, unit, w) - price * p for w, p in able.items()}
    if not figures:
        return None
    best = max(figures, key=lambda p: (figures[p], -p))
    if ask.rule == "titans.power-outside":
        best = max(able.values())  # the mover is in the open now, and power cannot be kept for later
        return best, "Everything at whoever moves."
    if figures[best] <= 0.0:
        return None, "Nothing there is worth a shot."
    return best, f"At power {best} it takes about {figures[best] + price * best:.0f} points."


def edge(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    assert isinstance(ask, Choose)
    best = max(ask.options())
    return best, "Every die counts in close assault." if best else "There is no power left."


def cripple(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return ask.default, "That hurts it most."
