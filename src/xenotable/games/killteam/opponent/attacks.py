"""Advice on attacks and combats (chapter solo): weapons, targets, dice, blows."""

from __future__ import annotations

from typing import Any

from xenotable.engine import Advice, Ask, Forecast, Random
from xenotable.games.killteam import content
from xenotable.games.killteam.forecasts.attacks import best_arm, fighter
from xenotable.games.killteam.forecasts.exact import Fighter, Solver
from xenotable.games.killteam.opponent.position_value import (
    Scored,
    acting_operative,
    best_shot,
    choose_option,
    doctrine_weights,
    shot_value,
    worth,
)
from xenotable.games.killteam.rules.datacards.printed import Use
from xenotable.games.killteam.rules.fighting.blows import after_blow
from xenotable.games.killteam.rules.shooting.sequence import use_of
from xenotable.games.killteam.scenes import Attack, Blows, Melee
from xenotable.games.killteam.state import KillTeam, standing_operatives

TELLING = 0.4  # wounds that another roll must be worth before a command point is spent on it


def fight_value(game: KillTeam, operative: str, foe: str) -> float:
    """What a combat is worth: wounds and falls on both sides, from the mean hits of both pools."""
    a, d = fighter(game, operative, foe, best_arm(game, operative)), fighter(game, foe, operative, best_arm(game, foe))
    dealt, taken = _blows(a), _blows(d)
    first = min(1.0, dealt / max(1, d.wounds))
    taken *= 1.0 - 0.6 * first
    kill, lost = min(1.0, (dealt / d.wounds) ** 2), min(1.0, (taken / a.wounds) ** 2)
    return (min(dealt, d.wounds) + 5 * kill) * worth(game, foe) - (min(taken, a.wounds) + 4 * lost) * worth(
        game, operative
    )


def _blows(f: Fighter) -> float:
    own = dict(f.rules)
    top = max(f.skill, own.get("Lethal", 6))
    crit, hit = (7 - top) / 6, (top - f.skill) / 6
    again = (1 - crit - hit) if "Relentless" in own else 1 / 6 if "Ceaseless" in own or "Balanced" in own else 0.0
    return f.attacks * (1 + again) * (crit * f.critical + hit * f.normal) * 0.75


# ---- shooting and fighting


def weapon(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The weapon with the best target; in a combat the better blade."""
    options = ask.options()  # type: ignore[attr-defined]  # a Choose
    owner = next(
        (i for i in standing_operatives(game, seat) if options and options[0][0] in (*game.operatives[i].ranged,)), ""
    )
    if not options or not owner or content.weapons()[options[0][0]].kind == "melee":
        return None
    operative = acting_operative(game)
    if operative not in game.operatives or game.operatives[operative].seat != seat:
        return None
    found = []
    for w, n in options:
        kind = "shoot" if game.operatives[operative].active else "overwatch"
        use = Use(operative, w, n, kind, by=content.weapons()[w].only_with, free=bool(content.weapons()[w].only_with))
        best = max(
            (shot_value(game, use, t, doctrine_weights(game, seat)) for t in standing_operatives(game, 1 - seat)),
            default=0.0,
        )
        found.append(Scored(best, (w, n), content.weapons()[w].name))
    return choose_option(game, seat, found, rnd)


def target(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The target that the attack is worth most against."""
    operative = ask.args["operative"] if ask.args else ""
    lean = doctrine_weights(game, seat)
    name = str((ask.args or {}).get("w", ""))
    found = []
    for t in ask.options():  # type: ignore[attr-defined]  # a Choose
        value = max(
            (
                shot_value(game, Use(operative, w, n, "shoot"), t, lean)
                for w in game.operatives[operative].ranged
                for n in range(len(content.weapons()[w].profiles))
                if content.weapons()[w].name in name
            ),
            default=0.0,
        )
        found.append(Scored(value, t, f"shoot {game.name(t)}"))
    return choose_option(game, seat, found, rnd) if found else None


def foe(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    operative = ask.args["operative"] if ask.args else ""
    found = [Scored(fight_value(game, operative, f), f, f"fight {game.name(f)}") for f in ask.options()]  # type: ignore[attr-defined]
    return choose_option(game, seat, found, rnd) if found else None


def blow(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """Best play, looked ahead to the end of the combat."""
    at = game.scenes[-1]
    if not isinstance(at, Blows):
        return None
    melee = Melee(at.melee.blades)
    solver = Solver(melee, at.start, ("best", "best"))
    best: tuple[float, str] | None = None
    for way in ask.among():  # type: ignore[attr-defined]  # a Choose
        value = solver.play(after_blow(melee, at.bout, way))[0] * (1 if at.bout.turn == 0 else -1)
        if best is None or value > best[0]:
            best = (value, way)
    return (best[1], "best by full look-ahead") if best else None


# ---- dice


def saves(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    at = game.scenes[-1]
    normal, critical = use_of(at).line.damage if isinstance(at, Attack) else (1, 1)
    ways = ask.among()  # type: ignore[attr-defined]  # a Choose
    return min(ways, key=lambda w: (w[0] * normal + w[1] * critical, w[1])), "least damage is left"


def save(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The invulnerable save where it is as good, or where AP takes dice."""
    args = ask.args or {}
    at = game.scenes[-1]
    rules = {*use_of(at).line.special, *use_of(at).line.crit} if isinstance(at, Attack) else set()
    pierced = any(s.startswith("AP") or s in ("P1", "P2") for s in rules)
    better = int(args["inv"]) <= int(args["sv"]) + (1 if pierced else 0)
    return ("invulnerable", "more dice or better odds") if better and pierced else ("save", "the better save")


def reroll(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """Failed dice only; for command points only while there are enough of them, and where it would tell."""
    options = ask.among()  # type: ignore[attr-defined]  # a Choose
    again = next(k for k in ("1", "miss", "keep") if k in options)
    if again == "keep":
        return again, "no die has failed"
    if ask.key == "command":
        if game.sides[seat].cp < 2:
            return "keep", "command points are kept"
        if abs(_mean(ask, again) - _mean(ask, "keep")) < TELLING:
            return "keep", "another roll would change little"
    return again, "a failed die is worth rolling again"


def _mean(ask: Ask[Any], option: str) -> float:
    """The wounds that follow from an option, by its odds."""
    told = ask.odds(option)  # type: ignore[attr-defined]  # a Choose
    first = told if isinstance(told, Forecast) else next(iter(told or ()), None)
    return (first.mean or 0.0) if first is not None else 0.0


def subject(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """Who needs healing most; of others, friend or enemy, who is worth most."""
    options = ask.options()  # type: ignore[attr-defined]  # a Choose
    if ask.odds is not None:  # type: ignore[attr-defined]  # only healing has odds here
        hurt = max(options, key=lambda i: game.operatives[i].full - game.operatives[i].wounds)
        return hurt, f"{game.name(hurt)} is hurt most"
    best = max(options, key=lambda i: worth(game, i))
    return best, f"{game.name(best)} matters most"


def plate(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """All failed dice and no others."""
    ways = ask.among()  # type: ignore[attr-defined]  # a Choose
    failed = max(fails for fails, _, _ in ways)
    return (failed, 0, 0), "failed saves are rolled again" if failed else "the saves are good"


def further(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return ask.options()[0], "one target more"  # type: ignore[attr-defined]  # a Choose


def overwatch(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    lean = doctrine_weights(game, seat)
    found = [Scored(0.0, None, "hold fire")]
    able = [operative for operative in ask.options() if operative is not None]  # type: ignore[attr-defined]  # a Choose
    found += [
        Scored(best_shot(game, operative, "overwatch", lean, 0).value, operative, f"{game.name(operative)} fires")
        for operative in able
    ]
    return choose_option(game, seat, found, rnd)
