"""A worthy opponent (chapter solo): advice on every decision, from what the seat may know, with a sentence why.

The world it gets is imagined and its own, so places are tried out by standing there.
"""

from __future__ import annotations

import math
from typing import Any

from xenotable.engine import Advice, Advisor, Ask, Match, Moved, Random, by_key, cite, is_legal, rule
from xenotable.games.killteam.content import Weights
from xenotable.games.killteam.opponent.attacks import (
    blow,
    fight_value,
    foe,
    further,
    overwatch,
    plate,
    reroll,
    save,
    saves,
    subject,
    target,
    weapon,
)
from xenotable.games.killteam.opponent.position_value import (
    ACE,
    Goal,
    Scored,
    Stand,
    acting_operative,
    best_shot,
    choose_option,
    default,
    doctrine_weights,
    exposure,
    level,
    most_place_value,
    place_value,
    plain,
    stand,
    wants_engage,
    worth,
)
from xenotable.games.killteam.opponent.setup import (
    advise_concealed,
    attacker,
    deploy,
    equipment,
    late,
    mine,
    ploy,
    reaction,
    reveal,
    tac_ops,
)
from xenotable.games.killteam.rules.actions.allowed import action_refusals, actions_of
from xenotable.games.killteam.rules.actions.moving import charge_ways
from xenotable.games.killteam.rules.actions.unique import subjects
from xenotable.games.killteam.rules.actions.universal import name_of
from xenotable.games.killteam.rules.datacards.modified import reach_of
from xenotable.games.killteam.rules.movement.climbing import Way
from xenotable.games.killteam.rules.movement.legality import engaged_with, way_of
from xenotable.games.killteam.rules.movement.proposals import random_moves, towards
from xenotable.games.killteam.state import CONCEAL, ENGAGE, KillTeam, standing_operatives

World = Match[KillTeam]


# ---- turning point


@rule("solo.activation-choice")
def activate(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """Whoever can hurt most now, then whoever is threatened, then whoever can take a marker; else the least useful."""
    lean = doctrine_weights(game, seat)
    options = []
    for operative in ask.options():  # type: ignore[attr-defined]  # a Choose
        shot = best_shot(game, operative, "shoot", lean, 1)
        foes = engaged_with(game, operative)
        melee = max((fight_value(game, operative, f) for f in foes), default=0.0)
        charge = 2.0 if not foes and game.operatives[operative].order == ENGAGE and _near_foe(game, operative) else 0.0
        danger = 0.3 * exposure(game, game.operatives[operative])
        value = max(shot.value, melee, charge) + danger - 0.2 * worth(game, operative)
        options.append(Scored(value, operative, f"activate {game.name(operative)}"))
    return choose_option(game, seat, options, rnd)


def _near_foe(game: KillTeam, operative: str) -> bool:
    row, reach = game.operatives[operative], reach_of(game, operative, "charge") + 1.5
    return any(
        abs(game.operatives[i].x - row.x) < reach and abs(game.operatives[i].y - row.y) < reach
        for i in standing_operatives(game, 1 - row.seat)
    )


def order(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    engage = wants_engage(game, acting_operative(game))
    return (ENGAGE, "it means to shoot or charge") if engage else (CONCEAL, "out of sight until it is needed")


# ---- actions


def action(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    operative, lean = acting_operative(game), doctrine_weights(game, seat)
    row = game.operatives[operative]
    can = [a for a in actions_of(game, operative) if is_legal(action_refusals(game, operative, a))]
    options = [Scored(0.0, "pass", "waiting")]
    shot = best_shot(game, operative, "shoot", lean, row.ap - 1) if "shoot" in can else None
    here = stand(game, operative, lean)
    for a in can:
        value = _worth_of(game, operative, a, lean, shot, here)
        if value is not None:
            options.append(Scored(value, a, name_of(a)))
    return choose_option(game, seat, options, rnd)


def _worth_of(game: KillTeam, operative: str, a: str, lean: Weights, shot: Scored | None, here: Stand) -> float | None:
    row = game.operatives[operative]
    if a == "shoot" and shot is not None:
        return shot.value + 0.5
    if a == "fight":
        return max((fight_value(game, operative, f) for f in engaged_with(game, operative)), default=0.0) + 2.0
    if a == "charge":
        return best_charge(game, operative, lean).value if row.ap >= 2 else None
    if a in ("normal", "dash"):
        gain = best_move(game, operative, a, lean, None, here).value - here.value
        return gain - (0.4 if a == "dash" else 0.0)
    if a == "fall-back":
        return 1.0 - max((fight_value(game, operative, f) for f in engaged_with(game, operative)), default=0.0)
    fixed = {"extract": 9.0, "set-charge": 12.0, "disarm": 12.0, "pick-up": 9.0, "beacon": 6.0, "rig": 6.0, "feed": 5.0}
    if a in fixed:
        return fixed[a]
    return _unique_worth(game, operative, a, lean)


def _unique_worth(game: KillTeam, operative: str, a: str, lean: Any) -> float | None:
    row = game.operatives[operative]
    if a == "ua-unleash-lash":
        return best_shot(game, operative, "shoot", lean, row.ap - 1, True, a).value + 0.5
    if a == "ua-running-burst":
        return best_shot(game, operative, "shoot", lean, row.ap - 1, True, a).value + 1.5
    if a in ("ua-anoint", "ua-patch"):
        hurt = max(
            (game.operatives[i].full - game.operatives[i].wounds for i in subjects(game, operative, a)), default=0
        )
        return 1.0 * min(3, hurt) if hurt >= 2 else None
    return {
        "ua-relay-order": 2.5,
        "ua-dread-whisper": 3.0,
        "ua-veil-ward": 1.0,
        "ua-direct-fire": 1.5,
        "ua-hive-pulse": 1.5,
    }.get(a)


# ---- places


def best_charge(game: KillTeam, operative: str, lean: Any) -> Scored:
    best = Scored(-9.0, None, "no charge")
    row = game.operatives[operative]
    at = (row.x, row.y, row.z)
    for move in charge_ways(game, operative):
        x, y, *z = move.paths[operative][-1]
        game.operatives.set(operative, x=x, y=y, z=z[0] if z else 0.0)
        value = (
            max((fight_value(game, operative, f) for f in engaged_with(game, operative)), default=-9.0)
            + lean.aggression * 0.7
        )
        game.operatives.set(operative, x=at[0], y=at[1], z=at[2])
        if value > best.value:
            best = Scored(value, move, "charge where it hurts")
    return best


def best_move(game: KillTeam, operative: str, action: str, lean: Weights, rnd: Random | None, here: Stand) -> Scored:
    """Goals first, then some other places; each judged by standing there."""
    way = way_of(game, operative, action, reach_of(game, operative, action))
    row = game.operatives[operative]
    at, wanted = (row.x, row.y, row.z), here.wanted
    now = here.value if action != "fall-back" else -99.0
    best = Scored(now, Moved({operative: ()}, action), "stay")
    shoots = "shoot" not in row.did and row.ap >= 2 and row.order == ENGAGE and rnd is not None
    if rnd is None and most_place_value(game, row.x, row.y, lean, wanted, way.budget + 0.01) <= best.value:
        return best  # nowhere in reach is better
    for path in _paths(game, way, wanted, rnd):
        x, y, *z = path[-1]
        if not shoots and most_place_value(game, x, y, lean, wanted) <= best.value:
            continue  # without a shot nothing makes a place better than its goals do
        game.operatives.set(operative, x=x, y=y, z=z[0] if z else 0.0)
        value = place_value(game, operative, lean, wanted, -math.inf if shoots else best.value)
        if shoots:
            value += 0.6 * best_shot(game, operative, "shoot", lean, row.ap - 2).value
        if level(game, row.seat) == ACE:
            value -= 0.25 * exposure(game, game.operatives[operative])
        game.operatives.set(operative, x=at[0], y=at[1], z=at[2])
        if value > best.value:
            best = Scored(value, Moved({operative: path}, action), "a better place")
    return best


def _paths(game: KillTeam, way: Way, wanted: list[Goal], rnd: Random | None) -> list[Any]:
    best = sorted(wanted, key=lambda g: -g[2])[:3]
    found = [p for p in (towards(game, way, (x, y)) for x, y, _ in best) if p]
    if rnd is not None:
        found += [m.paths[way.operative] for m in random_moves(game, way, 5, rnd) if m.paths.get(way.operative)]
    return found


def move(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    operative = ask.pieces[0].on  # type: ignore[attr-defined]  # a Move
    kind = ask.modes[0].value  # type: ignore[attr-defined]
    lean = doctrine_weights(game, seat)
    if kind == "charge":
        best = best_charge(game, operative, lean)
        return (Moved(best.answer.paths, kind), best.why) if best.answer else (Moved({}, "off"), "no way there")
    best = best_move(game, operative, kind, lean, rnd, stand(game, operative, lean))
    if kind == "fall-back" and best.value <= -99.0:
        return Moved({}, "off"), "no way out"
    return Moved(best.answer.paths, kind), best.why


ADVICE: dict[str, Advisor[KillTeam]] = {
    "attacker": attacker,
    "initiative": mine,
    "tac-ops": tac_ops,
    "equipment": equipment,
    "concealed": advise_concealed,
    "deploy": deploy,
    "ploy": ploy,
    "reveal": reveal,
    "late": late,
    "activate": activate,
    "order": order,
    "infiltrate": plain(False, "the order fits"),
    "action": action,
    "move": move,
    "weapon": weapon,
    "target": target,
    "foe": foe,
    "blow": blow,
    "saves": saves,
    "save": save,
    "cover": default,
    "rending": default,
    "ap": default,
    "relentless": default,
    "ceaseless": default,
    "balanced": reroll,
    "command": reroll,
    "subject": subject,
    "plate": plate,
    "re-roll": default,
    "range-cards": plain(True, "no cover for them"),
    "adrenal-sac": plain(True, "one action more"),
    "further": further,
    "fusillade": default,
    "overwatch": overwatch,
    "burst": further,
    "dare": default,
    "rupture": default,
    "order-of-attacks": default,
}
advice = by_key(ADVICE, otherwise=reaction)


@rule("solo.all-decisions")
def advise(world: World, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """An answer and why; None where any candidate will do."""
    cite("solo.same-rules")
    cite("solo.fair-information")
    cite("solo.takeover")  # whoever sits in for a player, or hints to one, gets this very advice
    cite("solo.hint")
    return advice(world, seat, ask, rnd)
