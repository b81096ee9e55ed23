"""A worthy opponent: what to do with each decision, and one sentence why. It weighs expected damage, cover and the
mission with the very functions of the rules, and never looks at what it may not know."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from xenotable.engine import Advice, Advisor, Moved, Placed, Random
from xenotable.games.xcx import content
from xenotable.games.xcx.opponent.plans import (
    NONE,
    WEIGHED,
    best_charge,
    best_shot,
    best_stand,
    blows_in_reach,
    cuts_the_spire,
    exposure,
    goal_of,
    harm,
    plan,
    threats,
    worthwhile,
)
from xenotable.games.xcx.rules.ai.attack_values import (
    cached_expected_damage,
    possible_targets,
    strike_at,
)
from xenotable.games.xcx.rules.ai.deployment import deployment, free_posts
from xenotable.games.xcx.rules.ai.destinations import Destinations
from xenotable.games.xcx.rules.ai.letters import to_the_edge
from xenotable.games.xcx.rules.ai.ranking import lowest_first
from xenotable.games.xcx.rules.ai.reactions import worst_spot
from xenotable.games.xcx.rules.missions.points import EXODUS
from xenotable.games.xcx.rules.modifiers.values import MELEE
from xenotable.games.xcx.rules.play.models import enemies, standing_models
from xenotable.games.xcx.rules.rewards.equipment import DRESSING
from xenotable.games.xcx.rules.skills.reach import REACH, gap_to
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import NEUTRAL, TABLE, Xcx

TEMPTING = 0.8  # a charge worth more than this goes before any objective


def pick_model(game: Xcx, seat: int, ask: Any, rnd: Random) -> Advice:
    """The model with the most to gain goes first; those in contact before all others. Who plants a charge goes last: it
    must not be hit until its next turn, and whoever has acted does not shoot at it."""

    def worth(id: str) -> float:
        row = game.models[id]
        if game.now.planter == id:
            return 9.0
        if row.engaged:
            return 1.0 + max(
                (harm(game, e, b[0]) for e in row.engaged if (b := strike_at(game, id, e, NONE))), default=0.0
            )
        quick = best_shot(game, id, "fire")[0]
        goal = goal_of(game, id)
        if goal is not None:
            gap = gap_to(game, id, goal[1])
            if gap <= REACH and cuts_the_spire(game, id):
                return -1.0
            quick = max(quick, 1.2 if gap <= REACH else 0.5 - 0.005 * gap)  # who is behind others would be in their way
        return quick + (1.0 if row.core else 0.0) - 0.1 * row.markers

    best = max(ask.options(), key=lambda i: (worth(i), i))
    return best, f"{game.name(best)} has the most to gain now."


def order(game: Xcx, seat: int, ask: Any, rnd: Random) -> Advice:
    model = game.now.active
    options = ask.options()
    if "strike" in options:
        blow = max(
            (harm(game, e, b[0]) for e in game.models[model].engaged if (b := strike_at(game, model, e, NONE))),
            default=0.0,
        )
        if "flee" in options and (blow <= 0.02 or game.models[model].core):
            return "flee", "It has better things to do than to fight here."
        return "strike", "It fights on."
    _, chosen, why = plan(game, model)
    return chosen, why


def move(game: Xcx, seat: int, ask: Any, rnd: Random) -> Advice:
    id = ask.pieces[0].on
    if not ask.modes and ask.pieces[0].budget < 2 * profile_of(game, id).mobility:
        spot = best_stand(game, id)
        if spot is None or not spot[2]:
            return Moved(), "It stands well here."
        return Moved({id: spot[2]}), "A good shot and little exposure."
    if game.models[id].core:
        return homeward(game, id)
    goal = goal_of(game, id)
    most = max(blows_in_reach(game, id), default=(0.0, ""))[0] if ask.modes else 0.0
    charge = best_charge(game, id) if most > (0.0 if goal is None else TEMPTING) else (0.0, "", ())
    if goal is not None and charge[0] <= TEMPTING:
        return towards(game, id, goal[1], ask)
    if charge[1]:
        return Moved({id: tuple(charge[2])}, "charge"), f"It charges {game.name(charge[1])}."
    foes = possible_targets(game, id)
    if not foes:
        return None
    near = min(foes, key=lambda f: math.dist(game.models[f].here, game.models[id].here))
    return towards(game, id, near, ask)


def flee(game: Xcx, seat: int, ask: Any, rnd: Random) -> Advice:
    """Home with the core; otherwise as far from the enemy as it gets."""
    id = ask.pieces[0].on
    row, ways = game.models[id], ask.candidates(24, rnd)
    if not ways:
        return None
    foes = [game.models[e].here for e in enemies(game, id)] or [row.here]
    north = game.now.south != row.side

    def worth(went: Moved) -> float:
        end = went.end(id) or row.here
        home = field_of(game).row((end[0], end[1])) * (1 if north else -1)
        return home if row.core else min(math.dist(end, f) for f in foes)

    return max(ways, key=worth), "Away from here."


def mode_of(ask: Any) -> str:
    return "run" if ask.modes else ""


def towards(game: Xcx, model: str, target: str, ask: Any) -> Advice:
    """As near to something as a Run leads, in cover where that costs little."""
    ways, thing, threat = Destinations(game, model, True), game.things.get(target), threats(game, model)
    enough = 1.0 if thing is not None or game.models[target].side >= NEUTRAL else 8.0
    goal = game.models[target].circle if thing is None else thing
    close = ways.closest(goal, enough, WEIGHED)
    gaps = {p: far for far, p in close}
    graded = lowest_first(close, lambda p: gaps[p] + 4 * exposure(game, ways.at(p), threat))
    spot = ways.first(p for _, p in graded)
    if spot is None:  # all of these lie behind or under something: as near as any way leads
        spot = ways.first(p for *_, p in ways.about(goal, enough))
    path = ways.path(spot) if spot is not None else None
    return Moved({model: path} if path else {}, mode_of(ask)), f"On to {game.name(target)}."


def homeward(game: Xcx, model: str) -> Advice:
    _, path, *_ = to_the_edge(game, model)
    return Moved({model: path} if path else {}, "run"), "Home with the core."


def attack(game: Xcx, seat: int, ask: Any, rnd: Random) -> Advice:
    model = game.now.active
    manner = "advance" if any(getattr(s, "manner", "") == "advance" for s in game.scenes[-1:]) else "fire"
    options = [o for o in ask.options() if o is not None]
    best = max(
        options,
        key=lambda o: (harm(game, o[1], cached_expected_damage(game, model, o[1], o[0], manner)), o),
        default=None,
    )
    if best is None or cached_expected_damage(game, model, best[1], best[0], manner) <= 0:
        return None, "No shot can hit."
    return best, f"{content.equipment_name(best[0])} at {game.name(best[1])} promises most."


def strike(game: Xcx, seat: int, ask: Any, rnd: Random) -> Advice:
    model = game.now.active
    options = [o for o in ask.options() if o is not None]
    best = max(options, key=lambda o: (harm(game, o[1], cached_expected_damage(game, model, o[1], o[0], MELEE)), o))
    return best, f"{content.equipment_name(best[0])} at {game.name(best[1])} promises most."


def react(game: Xcx, seat: int, ask: Any, rnd: Random) -> Advice:
    mover = game.now.active
    options = [o for o in ask.options() if o is not None]
    best = max(options, key=lambda o: (cached_expected_damage(game, o[0], mover, o[1], "react"), o))
    worth = harm(game, mover, cached_expected_damage(game, best[0], mover, best[1], "react"))
    return (best, "The shot is good enough.") if worth >= 0.2 else (None, "A better moment may come.")


def free(game: Xcx, seat: int, ask: Any, rnd: Random) -> Advice:
    runner = game.now.active
    options = [o for o in ask.options() if o is not None]
    best = max(options, key=lambda o: (cached_expected_damage(game, o[0], runner, o[1], o[2]), o), default=None)
    return best, "It costs nothing."


def skill(game: Xcx, seat: int, ask: Any, rnd: Random) -> Advice:
    model = game.now.active
    goals = worthwhile(game, model)
    options = [o for o in ask.options() if o is not None]
    mine = [o for o in options if o in goals]
    if mine:
        return mine[0], "This wins the mission."
    hacks = [o for o in options if o[0] == "computer_use"]
    if hacks:
        return hacks[0], "A machine less."
    dressings = [o for o in options if o[0] in DRESSING]
    hurt = [o for o in dressings if game.models[o[1]].full - game.models[o[1]].wounds >= 2]
    return (hurt[0], "The wound is worth the dressing.") if hurt else (None, "Nothing is worth the trouble.")


def deploy(game: Xcx, seat: int, ask: Any, rnd: Random) -> Advice:
    """Dearest first, in cover near the front; who protects civilians as near to them as it may stand."""
    id, p = deployment(game, [p.on for p in ask.pieces])
    civilians = [target for _, target in worthwhile(game, id)] if game.setup.mission == EXODUS else []
    if not civilians:
        return Placed({id: p}), "Cover first, then the front line."
    ward = least_guarded(game, game.models[id].side, civilians)
    there = game.models[ward].here
    return Placed({id: min(free_posts(game, id), key=lambda post: math.dist(post, there))}), f"{game.name(ward)} waits."


def least_guarded(game: Xcx, side: int, civilians: Sequence[str]) -> str:
    """The civilian that the fewest of a side stand nearest to; of equals the nearest to its own edge, which it can lead
    away before the others are hunted."""
    near = [min(civilians, key=lambda c: gap_to(game, i, c)) for i in standing_models(game, side)]
    towards_edge = 1 if game.now.south == side else -1
    return min(civilians, key=lambda c: (near.count(c), towards_edge * game.models[c].y, c))


def advise_timing(game: Xcx, seat: int, ask: Any, rnd: Random) -> Advice:
    model = game.now.active
    now, spot = best_shot(game, model, "advance")[0], best_stand(game, model)
    return now > (spot[0] if spot else 0.0) + 0.05, "The better shot decides."


def halt(game: Xcx, seat: int, ask: Any, rnd: Random) -> Advice:
    return False, "On with it."


def spot(game: Xcx, seat: int, ask: Any, rnd: Random) -> Advice:
    """Into the shooter's own friends, if possible; otherwise into the empty street."""
    best = worst_spot(game, ask.args["shooter"], ask.args["who"], ask.args["drift"])
    return Placed({"blast": best}), "Let them taste it."


def march(game: Xcx, seat: int, ask: Any, rnd: Random) -> Advice:
    among = [o for o in ask.options() if o is not None]
    best = max(among, key=lambda i: (best_shot(game, i, "fire")[0], i))
    return best, "Two in a row."


def declare(game: Xcx, seat: int, ask: Any, rnd: Random) -> Advice:
    """Appears when an enemy is within a charge."""
    names = [o for o in ask.options() if o is not None]
    foes = [
        m
        for m in game.models.values()
        if m.state == TABLE and m.side == 1 - game.models[game.markers[names[0]].model].owner
    ]

    def near(name: str) -> float:
        k = game.markers[name]
        return min((math.dist((k.x, k.y), f.here) for f in foes), default=99.0)

    best = min(names, key=lambda n: (near(n), n))
    return (best, "Somebody is in reach.") if near(best) <= 13 or game.now.round >= 3 else (None, "Not yet.")


def advise_discovered(game: Xcx, seat: int, ask: Any, rnd: Random) -> Advice:
    here = [o for o in ask.options() if o[1]]
    return here[0], "It strikes from where it was seen."


BATTLE: dict[str, Advisor[Xcx]] = {
    "model": pick_model, "wish": pick_model, "order": order, "move": move, "flee": flee, "attack": attack,
    "strike": strike,
    "react": react, "free": free, "skill": skill, "deploy": deploy, "timing": advise_timing, "halt": halt, "spot": spot,
    "march": march, "declare": declare, "discovered": advise_discovered,
}  # fmt: skip
