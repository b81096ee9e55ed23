"""A worthy opponent (chapter solo): advice on every decision, from what the seat may know, with a sentence why.

The world it gets is imagined and its own, so places are tried out by standing there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xenotable.engine import Ask, Match, Moved, Random, cite, rule
from xenotable.games.killteam import content, tactics_campaign
from xenotable.games.killteam.actions import action_refusals, actions_of
from xenotable.games.killteam.campaign import Campaign
from xenotable.games.killteam.climbing import Way
from xenotable.games.killteam.datacards import Use, reach_of
from xenotable.games.killteam.fighting import Melee, after_blow
from xenotable.games.killteam.forecasts import best_arm, fighter
from xenotable.games.killteam.melee import Blows
from xenotable.games.killteam.movement import engaged_with, way_of
from xenotable.games.killteam.odds import Fighter, Solver
from xenotable.games.killteam.performing import charge_ways
from xenotable.games.killteam.routes import random_moves, towards
from xenotable.games.killteam.solo import (
    ACE,
    RECRUIT,
    Goal,
    Scored,
    best_shot,
    chosen,
    exposure,
    goals,
    leaning,
    level,
    place_value,
    shot_value,
    wants_engage,
    worth,
)
from xenotable.games.killteam.state import CONCEAL, ENGAGE, KillTeam, scenario_of, standing
from xenotable.games.killteam.volleys import Attack, use_of

Advice = tuple[Any, str] | None
TWO = 2  # strategic ploys in one turning point are enough; the rest of the points goes into re-rolls and reactions
World = Match[KillTeam]

TAC_OPS = (
    "to-cull to-no-step-back to-terror to-shadow to-centre to-bastion to-headhunt to-fp to-cb to-vc to-cw "
    "to-infiltrate to-brawl to-marked to-demolish to-beacon"
)
STRATEGIC = (
    "pl-cw-dig-in pl-cw-fields-of-fire pl-fp-procession pl-fp-brand pl-fp-litany pl-vc-cruel-grace pl-vc-quicksilver "
    "pl-cb-chitin-bloom pl-cb-frenzy pl-cb-tide pl-cw-rolling-advance pl-vc-mirage"
)
REACTIONS = (
    "pl-fp-last-rites pl-cw-covering-shot pl-vc-riposte pl-cb-hatch pl-cb-burst-ichor pl-cw-grit pl-vc-fade "
    "pl-fp-unto-ruin pl-fp-shield-of-oaths"
)
EQUIPMENT = (
    "it-cw-range-cards it-fp-penance-chains it-vc-mirror-cloak it-vc-blood-oil it-cb-venom-gland it-cb-adrenal-sac "
    "it-shard-bomb it-breach-charge it-ablative-plate it-optic it-medi-gel"
)


@rule("solo.all-decisions")
def advise(world: World, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """An answer and why; None where any candidate will do."""
    cite("solo.same-rules")
    cite("solo.fair-information")
    cite("solo.takeover")  # whoever sits in for a player, or hints to one, gets this very advice
    cite("solo.hint")
    game: KillTeam | Campaign = world.game
    if isinstance(game, Campaign):
        return tactics_campaign.advise(game, seat, ask, rnd)
    if ask.key.startswith("pl-"):
        return reaction(game, seat, ask)
    advice = ADVICE.get(ask.key)
    return None if advice is None else advice(game, seat, ask, rnd)


def acting(game: KillTeam) -> str:
    """The operative of the scene on top."""
    return str(getattr(game.scenes[-1], "op", ""))


# ---- set-up


def first_of(order: str) -> Callable[[KillTeam, int, Ask[Any], Random], Advice]:
    """The first known name that is on offer."""

    def advice(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
        options = ask.among()  # type: ignore[attr-defined]  # asked only of Choose and Pick
        for name in order.split():
            if name in options:
                return name, f"{game.name(name)} is worth it here"
        return None

    return advice


def tac_ops(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    pool = ask.among()  # type: ignore[attr-defined]  # a Pick
    hand: list[str] = []
    for name in TAC_OPS.split():
        faction = content.tac_ops()[name].archetype == "faction" if name in content.tac_ops() else False
        if name in pool and not (faction and any(content.tac_ops()[h].archetype == "faction" for h in hand)):
            hand.append(name)
    return tuple(c for c in pool if c in hand[:3]), "these can be scored without going out of the way"


def equipment(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    from xenotable.games.killteam.equipment import equipment_refusals

    pairs = ask.among()  # type: ignore[attr-defined]  # a Pick
    taken: list[tuple[str, str]] = []
    for item in EQUIPMENT.split():
        for pair in pairs:
            free = pair[0] == item and not any(op == pair[1] for _, op in taken)
            if free and not any(equipment_refusals(game, seat, [*taken, pair])):
                taken.append(pair)
    return tuple(p for p in pairs if p in taken), "useful for this team and within the points"


def concealed(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    group = ask.among()  # type: ignore[attr-defined]  # a Pick
    hidden = tuple(i for i in group if not _long(game, i))
    return hidden, "those without a long-range weapon start concealed"


def _long(game: KillTeam, op: str) -> bool:
    weapons = content.weapons()
    return any(
        not any(s.startswith("Rng") for s in p.special) for w in game.ops[op].ranged for p in weapons[w].profiles
    )


def deploy(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The candidate whose operatives stand nearest to the markers."""

    def forward(placed: Any) -> float:
        far = 0.0
        for x, y, *_ in placed.at.values():
            far += min((m.x - x) ** 2 + (m.y - y) ** 2 for m in game.markers.values())
        return -far

    candidates = ask.candidates(5, rnd)
    return (max(candidates, key=forward), "near the markers") if candidates else None


# ---- turning point


def mine(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return seat, "to act first"


def attacker(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """Where the roles differ, defending scores by standing still."""
    fixed = scenario_of(game).roles.startswith("fixed")
    return (1 - seat, "the Defender scores by standing still") if fixed else (seat, "to choose last where to stand")


def ploy(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """One or two strategic ploys, keeping a command point for re-rolls. A Recruit uses none."""
    side = game.sides[seat]
    if level(game, seat) == RECRUIT or side.cp < 2 or len(side.in_force) >= TWO:
        return None, "command points are kept"
    found = first_of(STRATEGIC)(game, seat, ask, rnd)
    return found or (None, "nothing helps now")


def reaction(game: KillTeam, seat: int, ask: Ask[Any]) -> Advice:
    options = ask.among()  # type: ignore[attr-defined]  # a Choose
    wanted = level(game, seat) != RECRUIT and ask.key in REACTIONS.split() and game.sides[seat].cp >= 1
    if ask.key in ("pl-vc-fade", "pl-fp-shield-of-oaths") and game.sides[seat].cp < 2:
        wanted = False
    return options[-1 if wanted else 0], "worth the command point" if wanted else "not worth the command point"


def reveal(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    options = ask.among()  # type: ignore[attr-defined]  # a Choose
    return options[-1], "it can be scored from now on" if options[-1] else "nothing to reveal yet"


def late(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return tuple(ask.among()), "now or never"  # type: ignore[attr-defined]  # a Pick


@rule("solo.activation-choice")
def activate(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """Whoever can hurt most now, then whoever is threatened, then whoever can take a marker; else the least useful."""
    lean = leaning(game, seat)
    options = []
    for op in ask.among():  # type: ignore[attr-defined]  # a Choose
        shot = best_shot(game, op, "shoot", lean, 1)
        foes = engaged_with(game, op)
        melee = max((fight_value(game, op, f) for f in foes), default=0.0)
        charge = 2.0 if not foes and game.ops[op].order == ENGAGE and _near_foe(game, op) else 0.0
        danger = 0.3 * exposure(game, game.ops[op])
        value = max(shot.value, melee, charge) + danger - 0.2 * worth(game, op)
        options.append(Scored(value, op, f"activate {game.name(op)}"))
    return chosen(game, seat, options, rnd)


def _near_foe(game: KillTeam, op: str) -> bool:
    row, reach = game.ops[op], reach_of(game, op, "charge") + 1.5
    return any(
        abs(game.ops[i].x - row.x) < reach and abs(game.ops[i].y - row.y) < reach for i in standing(game, 1 - row.seat)
    )


def order(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    engage = wants_engage(game, acting(game), leaning(game, seat))
    return (ENGAGE, "it means to shoot or charge") if engage else (CONCEAL, "out of sight until it is needed")


# ---- actions


def fight_value(game: KillTeam, op: str, foe: str) -> float:
    """What a combat is worth: wounds and falls on both sides, from the mean hits of both pools."""
    a, d = fighter(game, op, foe, best_arm(game, op)), fighter(game, foe, op, best_arm(game, foe))
    dealt, taken = _blows(a), _blows(d)
    first = min(1.0, dealt / max(1, d.wounds))
    taken *= 1.0 - 0.6 * first
    kill, lost = min(1.0, (dealt / d.wounds) ** 2), min(1.0, (taken / a.wounds) ** 2)
    return (min(dealt, d.wounds) + 5 * kill) * worth(game, foe) - (min(taken, a.wounds) + 4 * lost) * worth(game, op)


def _blows(f: Fighter) -> float:
    own = dict(f.rules)
    top = max(f.skill, own.get("Lethal", 6))
    crit, hit = (7 - top) / 6, (top - f.skill) / 6
    again = (1 - crit - hit) if "Relentless" in own else 1 / 6 if "Ceaseless" in own or "Balanced" in own else 0.0
    return f.attacks * (1 + again) * (crit * f.critical + hit * f.normal) * 0.75


def action(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    op, lean = acting(game), leaning(game, seat)
    row = game.ops[op]
    can = [a for a in actions_of(game, op) if next(action_refusals(game, op, a), None) is None]
    options = [Scored(0.0, "pass", "wait")]
    shot = best_shot(game, op, "shoot", lean, row.ap - 1) if "shoot" in can else None
    for a in can:
        value = _worth_of(game, op, a, lean, shot)
        if value is not None:
            options.append(Scored(value, a, f"{game.name(a)}"))
    return chosen(game, seat, options, rnd)


def _worth_of(game: KillTeam, op: str, a: str, lean: Any, shot: Scored | None) -> float | None:
    row = game.ops[op]
    if a == "shoot" and shot is not None:
        return shot.value + 0.5
    if a == "fight":
        return max((fight_value(game, op, f) for f in engaged_with(game, op)), default=0.0) + 2.0
    if a == "charge":
        return best_charge(game, op, lean).value if row.ap >= 2 else None
    if a in ("normal", "dash"):
        gain = best_move(game, op, a, lean, None).value - place_value(game, op, lean)
        return gain - (0.4 if a == "dash" else 0.0)
    if a == "fall-back":
        return 1.0 - max((fight_value(game, op, f) for f in engaged_with(game, op)), default=0.0)
    fixed = {"extract": 9.0, "set-charge": 12.0, "disarm": 12.0, "pick-up": 9.0, "beacon": 6.0, "rig": 6.0, "feed": 5.0}
    if a in fixed:
        return fixed[a]
    return _unique_worth(game, op, a, lean)


def _unique_worth(game: KillTeam, op: str, a: str, lean: Any) -> float | None:
    row = game.ops[op]
    if a == "ua-unleash-lash":
        return best_shot(game, op, "shoot", lean, row.ap - 1, True, a).value + 0.5
    if a == "ua-running-burst":
        return best_shot(game, op, "shoot", lean, row.ap - 1, True, a).value + 1.5
    if a in ("ua-anoint", "ua-patch"):
        hurt = max((o.full - o.wounds for o in game.ops.values() if o.seat == row.seat and o.there), default=0)
        return 1.0 * min(3, hurt) if hurt >= 2 else None
    return {
        "ua-relay-order": 2.5,
        "ua-dread-whisper": 3.0,
        "ua-veil-ward": 1.0,
        "ua-direct-fire": 1.5,
        "ua-hive-pulse": 1.5,
    }.get(a)


# ---- places


def best_charge(game: KillTeam, op: str, lean: Any) -> Scored:
    best = Scored(-9.0, None, "no charge")
    row = game.ops[op]
    at = (row.x, row.y, row.z)
    for move in charge_ways(game, op):
        x, y, *z = move.paths[op][-1]
        game.ops.set(op, x=x, y=y, z=z[0] if z else 0.0)
        value = max((fight_value(game, op, f) for f in engaged_with(game, op)), default=-9.0) + lean.aggression * 0.7
        game.ops.set(op, x=at[0], y=at[1], z=at[2])
        if value > best.value:
            best = Scored(value, move, "charge where it hurts")
    return best


def best_move(game: KillTeam, op: str, action: str, lean: Any, rnd: Random | None) -> Scored:
    """Goals first, then some other places; each judged by standing there."""
    way = way_of(game, op, action, reach_of(game, op, action))
    row = game.ops[op]
    at, wanted = (row.x, row.y, row.z), goals(game, op)
    now = place_value(game, op, lean, wanted) if action != "fall-back" else -99.0
    best = Scored(now, Moved({op: ()}, action), "stay")
    shoots = "shoot" not in row.did and row.ap >= 2 and row.order == ENGAGE
    for path in _paths(game, way, wanted, rnd):
        x, y, *z = path[-1]
        game.ops.set(op, x=x, y=y, z=z[0] if z else 0.0)
        value = place_value(game, op, lean, wanted)
        if shoots and rnd is not None:
            value += 0.6 * best_shot(game, op, "shoot", lean, row.ap - 2).value
        if level(game, row.seat) == ACE:
            value -= 0.25 * exposure(game, game.ops[op])
        game.ops.set(op, x=at[0], y=at[1], z=at[2])
        if value > best.value:
            best = Scored(value, Moved({op: path}, action), "a better place")
    return best


def _paths(game: KillTeam, way: Way, wanted: list[Goal], rnd: Random | None) -> list[Any]:
    best = sorted(wanted, key=lambda g: -g[2])[:3]
    found = [p for p in (towards(game, way, (x, y)) for x, y, _ in best) if p]
    if rnd is not None:
        found += [m.paths[way.op] for m in random_moves(game, way, 5, rnd) if m.paths.get(way.op)]
    return found


def move(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    op = ask.pieces[0].on  # type: ignore[attr-defined]  # a Move
    kind = ask.modes[0].value  # type: ignore[attr-defined]
    lean = leaning(game, seat)
    if kind == "charge":
        best = best_charge(game, op, lean)
        return (Moved(best.answer.paths, kind), best.why) if best.answer else (Moved({}, "off"), "no way there")
    best = best_move(game, op, kind, lean, rnd)
    if kind == "fall-back" and best.value <= -99.0:
        return Moved({}, "off"), "no way out"
    return Moved(best.answer.paths, kind), best.why


# ---- attacks


def weapon(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The weapon with the best target; in a combat the better blade."""
    options = ask.options()  # type: ignore[attr-defined]  # a Choose
    owner = next((i for i in standing(game, seat) if options and options[0][0] in (*game.ops[i].ranged,)), "")
    if not options or not owner or content.weapons()[options[0][0]].kind == "melee":
        return None
    op = acting(game)
    if op not in game.ops or game.ops[op].seat != seat:
        return None
    found = []
    for w, n in options:
        kind = "shoot" if game.ops[op].active else "overwatch"
        use = Use(op, w, n, kind, by=content.weapons()[w].only_with, free=bool(content.weapons()[w].only_with))
        best = max((shot_value(game, use, t, leaning(game, seat)) for t in standing(game, 1 - seat)), default=0.0)
        found.append(Scored(best, (w, n), content.weapons()[w].name))
    return chosen(game, seat, found, rnd)


def target(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """The target that the attack is worth most against."""
    op = ask.args["op"] if ask.args else ""
    lean = leaning(game, seat)
    name = str((ask.args or {}).get("w", ""))
    found = []
    for t in ask.options():  # type: ignore[attr-defined]  # a Choose
        value = max(
            (
                shot_value(game, Use(op, w, n, "shoot"), t, lean)
                for w in game.ops[op].ranged
                for n in range(len(content.weapons()[w].profiles))
                if content.weapons()[w].name in name
            ),
            default=0.0,
        )
        found.append(Scored(value, t, f"shoot {game.name(t)}"))
    return chosen(game, seat, found, rnd) if found else None


def foe(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    op = ask.args["op"] if ask.args else ""
    found = [Scored(fight_value(game, op, f), f, f"fight {game.name(f)}") for f in ask.options()]  # type: ignore[attr-defined]
    return chosen(game, seat, found, rnd) if found else None


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
    """Failed dice only; for command points only while there are enough of them."""
    options = ask.among()  # type: ignore[attr-defined]  # a Choose
    if ask.key == "command" and game.sides[seat].cp < 2:
        return "keep", "command points are kept"
    return next((k, "a failed die is worth rolling again") for k in ("1", "miss", "keep") if k in options)


def plate(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    """All failed dice and no others."""
    ways = ask.among()  # type: ignore[attr-defined]  # a Choose
    failed = max(fails for fails, _, _ in ways)
    return (failed, 0, 0), "failed saves are rolled again" if failed else "the saves are good"


def plain(answer: Any, why: str) -> Callable[[KillTeam, int, Ask[Any], Random], Advice]:
    return lambda game, seat, ask, rnd: (answer, why)


def default(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return ask.default, "as usual"


def further(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return ask.among()[0], "one target more"  # type: ignore[attr-defined]  # a Choose


def overwatch(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    lean = leaning(game, seat)
    found = [Scored(0.0, None, "hold fire")]
    able = [op for op in ask.among() if op is not None]  # type: ignore[attr-defined]  # a Choose
    found += [Scored(best_shot(game, op, "overwatch", lean, 0).value, op, f"{game.name(op)} fires") for op in able]
    return chosen(game, seat, found, rnd)


ADVICE: dict[str, Callable[[KillTeam, int, Ask[Any], Random], Advice]] = {
    "attacker": attacker,
    "initiative": mine,
    "tac-ops": tac_ops,
    "equipment": equipment,
    "concealed": concealed,
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
