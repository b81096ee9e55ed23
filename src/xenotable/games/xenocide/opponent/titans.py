"""How the machine spends power: shields and core when they are in danger, weapons where they hit, a boost where it is
needed; what is left goes into repairs. Each choice says why."""

from __future__ import annotations

import math
from typing import Any

from xenotable.engine import Ask, Choose, Random
from xenotable.games.xenocide.opponent.worth import each, gun_worth, line_worth
from xenotable.games.xenocide.rules.army.models import power_of
from xenotable.games.xenocide.rules.play.measuring import apart
from xenotable.games.xenocide.rules.play.units import standing
from xenotable.games.xenocide.rules.titans.assault import blades
from xenotable.games.xenocide.rules.titans.frame import frame
from xenotable.games.xenocide.rules.titans.power import BOOST, CORE, RECHARGE, Use
from xenotable.games.xenocide.rules.titans.systems import stride
from xenotable.games.xenocide.rules.titans.weapons import guns
from xenotable.games.xenocide.state import DRIVE, PROJECTOR, Xenocide

Advice = tuple[Any, str]
WORTHWHILE = 0.8  # points that a point of power must add to the fire of a weapon
CLOSE = 4.0  # inches from an enemy at which an assault begins


def wanted(game: Xenocide, ask: Choose[Use | None]) -> tuple[Use, str] | None:
    """The use of power that is worth it now, before anything else is decided; None: keep it."""
    able = [use for use in ask.options() if use is not None]
    for u in dict.fromkeys(use[0] for use in able):
        best = for_titan(game, u, {what for x, what in able if x == u})
        if best is not None:
            return (u, best[0]), best[1]
    return None


def for_titan(game: Xenocide, u: str, able: set[str]) -> tuple[str, str] | None:
    t, f = game.titans[u], frame(game, u)
    spare = t.power - reserved(game, u)
    if CORE in able and t.core <= 1:
        return CORE, "Its core is about to fail."
    if BOOST in able and brings_contact(game, u):
        return BOOST, "With a boost it reaches the enemy."
    if RECHARGE in able and t.layers == 0 and f.layers:
        return RECHARGE, "It stands without a shield."
    if spare <= 0:
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
    if BOOST in able and far_away(game, u):
        return BOOST, "It is far from the battle."
    return None


def reserved(game: Xenocide, u: str) -> int:
    """The power that weapons should have: what the guns are worth it, or the blades of an assault."""
    unit, t = game.units[u], game.titans[u]
    if unit.order == "assault":
        return min(t.power, sum(a.most for a in blades(game, u)))
    if unit.shot or not unit.on or unit.burrowed:
        return 0
    need, left = 0, t.power
    for arm in guns(game, u):
        plain = gun_worth(game, u, arm, 0)
        best = max(range(left + 1), key=lambda p: (gun_worth(game, u, arm, p) - plain - WORTHWHILE * p, -p))
        need, left = need + best, left - best
    return need


def nearest(game: Xenocide, u: str) -> float:
    return min((apart(game, u, t) for t in standing(game, 1 - game.units[u].seat)), default=math.inf)


def brings_contact(game: Xenocide, u: str) -> bool:
    """Does a boost make the difference between an assault and none?"""
    unit = game.units[u]
    if unit.order != "assault" or not unit.on:
        return False
    far, walks = nearest(game, u) - CLOSE, stride(game, u, game.kinds[game.titans[u].kind].move)
    return walks <= far < walks + frame(game, u).boost


def far_away(game: Xenocide, u: str) -> bool:
    moves = game.units[u].order in ("assault", "move-and-fire")
    return moves and nearest(game, u) > stride(game, u, game.kinds[game.titans[u].kind].move) + CLOSE


# ---- advice by key ---------------------------------------------------------------------------------------------------


def power(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice | None:
    assert isinstance(ask, Choose)
    found = wanted(game, ask)
    if found is not None:
        return found
    return (None, "The rest is kept.") if None in ask.among() else None


def level(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice | None:
    """The line that adds most for its power."""
    assert isinstance(ask, Choose)
    args = ask.args or {}
    u = args["u"]
    arm = next(a for a in guns(game, u) if a.name == args["w"] and a.mount not in game.titans[u].fired)
    hurts = game.titans[u].core < frame(game, u).core
    price = max(WORTHWHILE, each(game, u) / 4) if hurts and game.units[u].order else WORTHWHILE
    able = {w: power_of(w) for w in arm.lines if power_of(w) in ask.options()}
    figures = {p: line_worth(game, u, w) - price * p for w, p in able.items()}
    if not figures:
        return None
    best = max(figures, key=lambda p: (figures[p], -p))
    if ask.rule == "titans.power-outside":
        best = max(able.values())  # the mover is in the open now, and power cannot be kept for later
        return best, "Everything at whoever moves."
    if figures[best] <= 0.0:
        return None, "Nothing there is worth a shot."
    return best, f"At power {best} it takes about {figures[best] + price * best:.1f} points."


def edge(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice | None:
    assert isinstance(ask, Choose)
    best = max(ask.options())
    return best, "Every die counts in close assault." if best else "There is no power left."


def cripple(game: Xenocide, seat: int, ask: Ask[Any], rnd: Random) -> Advice | None:
    return ask.default, "That hurts it most."
