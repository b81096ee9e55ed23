"""Chapter solo: what a position is worth to the machine, its levels, doctrines and directive cards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from xenotable.engine import Advice, Advisor, Ask, Random, cite, rule
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Weights, rules_of, weapons
from xenotable.games.killteam.rules.datacards.attack_terms import shot_terms
from xenotable.games.killteam.rules.datacards.printed import Use, has, is_leader
from xenotable.games.killteam.rules.markers import CONTROL, controller
from xenotable.games.killteam.rules.play.measuring import LARGEST, between, to_centre, within
from xenotable.games.killteam.rules.setup.territory import in_zone
from xenotable.games.killteam.rules.shooting.targets import arms, valid_targets, weapon_refusals
from xenotable.games.killteam.rules.shooting.terms import Terms
from xenotable.games.killteam.rules.sight.visibility import visible_on
from xenotable.games.killteam.rules.terrain.features import killzone
from xenotable.games.killteam.state import CONCEAL, KillTeam, Operative, scenario_of, standing_operatives

RECRUIT, VETERAN, ACE = "recruit", "veteran", "ace"
AT_HAND = 1.3  # centre to centre: near enough for mission actions and Pick Up
BEST_OF = 6  # a Recruit picks among so many
GROUND, DANGER = 1.5, 0.22  # what markers weigh, and every enemy who sees the place
Goal = tuple[float, float, float]  # where, and how much it is wanted


class Scored(NamedTuple):
    value: float
    answer: Any
    why: str


@rule("solo.levels", neutral=lambda *_: VETERAN)
def level(game: KillTeam, seat: int) -> str:
    return game.setup.solo[seat] or VETERAN


@rule("solo.doctrine")
def doctrine_weights(game: KillTeam, seat: int) -> Weights:
    """The team's doctrine, with the directive card of this turning point on top."""
    base = content.doctrines()[game.sides[seat].team]
    drawn = (game.secret[seat].directive or game.sides[seat].directive).split(",")[-1]
    if not drawn:
        return base
    more = content.directives()[drawn]
    return replace(
        base,
        aggression=base.aggression + more.aggression,
        objectives=base.objectives + more.objectives,
        caution=base.caution + more.caution,
    )


@rule("solo.explain", neutral=lambda game, seat, options, rnd: (options[-1].answer, ""))
def choose_option(game: KillTeam, seat: int, options: Sequence[Scored], rnd: Random) -> tuple[Any, str]:
    """The best option, or for a Recruit one of the six best by weight; with the three best in words."""
    ranked = sorted(options, key=lambda o: -o.value)
    pick = ranked[0]
    if level(game, seat) == RECRUIT:
        top = ranked[:BEST_OF]
        low = top[-1].value
        shares = [o.value - low + 0.5 for o in top]
        at = rnd() * sum(shares)
        for option, share in zip(top, shares, strict=True):
            at -= share
            if at <= 0:
                pick = option
                break
    cite("solo.seeded")
    rivals = ", then ".join(o.why for o in ranked[:3] if o is not pick)
    return pick.answer, f"It promises most. Next best: {rivals}." if rivals else f"{pick.why}."


def acting_operative(game: KillTeam) -> str:
    """The operative of the scene on top."""
    return str(getattr(game.scenes[-1], "operative", ""))


def plain(answer: Any, why: str) -> Advisor[KillTeam]:
    return lambda game, seat, ask, rnd: (answer, why)


def default(game: KillTeam, seat: int, ask: Ask[Any], rnd: Random) -> Advice:
    return ask.default, "as usual"


# ---- worth


@rule("solo.value", neutral=lambda *_: 0.0)
def worth(game: KillTeam, operative: str) -> float:
    """What a wound of an operative weighs: half its APL, more for a LEADER."""
    return content.units()[game.operatives[operative].unit].APL / 2 + (0.5 if is_leader(game, operative) else 0.0)


def rough(t: Terms) -> tuple[float, float]:
    """Expected wounds (capped) and a guess of the chance to fall: quick, for comparing."""
    top = min(6, max(t.skill, t.x("Lethal") or 6))
    crit, hit = (7 - top) / 6, (top - t.skill) / 6
    own = {name for name, _ in t.rules}
    again = (1 - crit - hit) if "Relentless" in own else 1 / 6 if "Ceaseless" in own else 0.0
    crits, hits = t.attacks * crit * (1 + again), t.attacks * hit * (1 + again)
    if "Balanced" in own:
        hits, crits = hits + hit * 0.7, crits + crit * 0.7
    if "Rending" in own:
        crits, hits = crits + min(0.6, hits), max(0.0, hits - 0.6)
    mortal = (t.x("MW") + t.x("Splash")) * crits
    ap = max(t.x("AP"), t.x("P") * min(1.0, crits))
    saves = max(0.0, t.defence - ap) * (7 - t.save) / 6
    if t.invulnerable:
        saves = max(saves, t.defence * (7 - t.invulnerable) / 6)
    if t.cover and "No Cover" not in own:
        saves += 0.5
    blocked = min(hits, saves)
    crits = max(0.0, crits - max(0.0, saves - blocked) / 1.5)
    mean = mortal + (hits - blocked) * t.normal + crits * t.critical
    spread = 0.6 * max(t.normal, t.critical) * math.sqrt(t.attacks / 2)
    kill = 1 / (1 + math.exp((t.wounds - 0.5 - mean) / max(0.5, 0.55 * spread)))
    return min(float(t.wounds), mean), kill


def shot_value(game: KillTeam, use: Use, target: str, lean: Weights) -> float:
    """What a shooting attack at this target is worth, harm to one's own side counted against it."""
    terms = shot_terms(game, use.at(target))
    mean, kill = rough(terms)
    value = (mean + (4 + lean.aggression) * kill) * worth(game, target)
    if game.operatives[target].ready:
        value *= 1.15
    if has(terms.rules, "Hot"):
        value -= never_suicide(game, use, terms)
    if has(terms.rules, "Blast"):
        value += blast_value(game, use, target, has(terms.rules, "Blast"))
    if has(terms.rules, "Limited") and kill < 0.3:
        value -= 1.0
    return value


@rule("solo.never-suicide", neutral=lambda *_: 0.0)
def never_suicide(game: KillTeam, use: Use, terms: Terms) -> float:
    """The burn a Hot weapon threatens, weighed more when it could be the last."""
    burn = 3 * terms.attacks / 6
    return burn * worth(game, use.operative) * (3 if game.operatives[use.operative].wounds <= 3 else 1)


def blast_value(game: KillTeam, use: Use, target: str, x: float) -> float:
    seat, total = game.operatives[use.operative].seat, 0.0
    for i, row in game.operatives.items():
        if row.there and i != target and not row.fallen and within(between(game, target, i), x):
            mean, kill = rough(shot_terms(game, use._replace(target=i, original=target)))
            total += (mean + 4 * kill) * worth(game, i) * (-1.2 if row.seat == seat else 1.0)
    return total


def best_shot(
    game: KillTeam, operative: str, kind: str, lean: Weights, spare: int, free: bool = False, by: str = ""
) -> Scored:
    """The best weapon and target from where the operative stands; worth 0 if there is none."""
    best = Scored(0.0, None, "no target")
    for weapon, n in arms(game, operative, kind):
        use = Use(operative, weapon, n, kind, free=free, by=by)
        if any(weapon_refusals(game, use, spare)):
            continue
        for target in valid_targets(game, use):
            value = shot_value(game, use, target, lean)
            if value > best.value or best.answer is None:
                best = Scored(value, (weapon, n, target), f"shoot {game.name(target)} with the {use.arm.name}")
    return best


@rule("solo.order-choice", neutral=lambda *_: True)
def wants_engage(game: KillTeam, operative: str) -> bool:
    """Engage for those who will shoot, charge or be wanted for Overwatch; Conceal for the rest."""
    row = game.operatives[operative]
    foes = [game.operatives[i] for i in standing_operatives(game, 1 - row.seat)]
    near = min((math.hypot(f.x - row.x, f.y - row.y) for f in foes), default=99.0)
    unit = content.units()[row.unit]
    if near <= unit.M + 3.5:
        return True
    silent = any("Silent" in p.special for w in row.ranged for p in weapons()[w].profiles)
    far = any(
        "Rng" not in dict(rules_of(p)) for w in row.ranged if not weapons()[w].only_with for p in weapons()[w].profiles
    )
    reach = any(near <= dict(rules_of(p)).get("Rng", 99) + unit.M for w in row.ranged for p in weapons()[w].profiles)
    if silent and near > 8:
        return False
    return far or reach


# ---- places


def goals(game: KillTeam, operative: str) -> list[Goal]:
    """Where the operative is wanted, with weights: markers not safely held, home with a core, nodes, the enemy."""
    row = game.operatives[operative]
    if row.carries:
        return [(*middle(game, row.seat), 3.0)]
    found = []
    friends = [game.operatives[j] for j in standing_operatives(game, row.seat) if j != operative]
    far = CONTROL + 1 + LARGEST + 0.1
    for i, marker in game.markers.items():
        if marker.gone:
            continue
        mine = controller(game, i) == row.seat
        x, y, z, holders = marker.x, marker.y, marker.z, 0
        for friend in friends:
            if abs(friend.x - x) < far and within(to_centre(friend, x, y, z), CONTROL + 1):
                holders += 1
        weight = 2.5 if not mine else 1.5 / (1 + holders)
        if game.now.scenario == "break-the-line":
            weight = node_weight(game, row.seat, marker.charged, holders)
        elif row.seat in marker.drawn:
            weight *= 0.5
        found.append((marker.x, marker.y, weight))
    if game.now.scenario == "break-the-line" and game.sides[row.seat].role == "attacker":
        there = any(
            j != operative and in_zone(game, 1 - row.seat, game.operatives[j], False)
            for j in standing_operatives(game, row.seat)
        )
        found.append((*middle(game, 1 - row.seat), 0.4 if there else 1.8))
    return found


def node_weight(game: KillTeam, seat: int, charged: bool, holders: int) -> float:
    """What a power node is worth to go to: charges are to be set by one side and disarmed by the other."""
    if game.sides[seat].role == "attacker":
        return 0.6 if charged else 3.2 / (1 + 0.5 * holders)
    return 4.0 if charged else 1.8 / (1 + holders)


def middle(game: KillTeam, seat: int) -> tuple[float, float]:
    """The middle of a drop zone."""
    x0, y0, x1, y1 = scenario_of(game).zones[game.sides[seat].zone]
    return (x0 + x1) / 2, (y0 + y1) / 2


class Stand(NamedTuple):
    """Where an operative is wanted, and what it is worth that it stands where it does."""

    wanted: list[Goal]
    value: float


def stand(game: KillTeam, operative: str, lean: Weights) -> Stand:
    wanted = goals(game, operative)
    return Stand(wanted, place_value(game, operative, lean, wanted))


def ground_value(
    game: KillTeam, x: float, y: float, lean: Weights, wanted: Sequence[Goal], around: float = 0.0
) -> float:
    """The worth of a place for what is wanted around it, or the most that one so near to it can have."""
    near = (CONTROL if game.now.scenario == "relay-ground" else AT_HAND) + around
    best = 0.0
    for goal_x, goal_y, w in wanted:
        d = max(0.0, math.hypot(x - goal_x, y - goal_y) - near)
        best = max(best, w * (3.0 if d <= 0.0 else 1.6) - 0.35 * d)
    return (GROUND + 0.25 * lean.objectives) * best


def danger_weight(lean: Weights) -> float:
    """What every enemy who sees a place weighs against it."""
    return DANGER + 0.06 * lean.caution


def most_place_value(
    game: KillTeam, x: float, y: float, lean: Weights, wanted: Sequence[Goal], around: float = 0.0
) -> float:
    """More than this a place, or one so near to it, cannot be worth, whoever sees it: quicker than to look who does."""
    if danger_weight(lean) < 0.0 or lean.aggression < -5:
        return math.inf  # somebody who looks for danger, or shuns a combat more than it wants one
    return ground_value(game, x, y, lean, wanted, around)


def place_value(
    game: KillTeam, operative: str, lean: Weights, wanted: Sequence[Goal], above: float = -math.inf
) -> float:
    """The worth of standing where the operative stands now: markers, exposure, comrades. Worked out as far as it may be
    more than `above`."""
    row = game.operatives[operative]
    value = ground_value(game, row.x, row.y, lean, wanted)
    each = danger_weight(lean) * worth(game, operative)
    enough = (value - above) / each + 1e-6 if each > 0.0 and lean.aggression >= -5 else math.inf
    value -= exposure(game, row, enough) * danger_weight(lean) * worth(game, operative)
    if prefers_melee(row.melee, row.ranged):
        value -= 0.22 * to_nearest_foe(game, row) * (1 + 0.2 * lean.aggression)
    return value


def to_nearest_foe(game: KillTeam, row: Operative) -> float:
    """From here to the centre of the nearest enemy; 0 if there is none."""
    nearest = math.inf
    for i in standing_operatives(game, 1 - row.seat):
        foe = game.operatives[i]
        nearest = min(nearest, math.hypot(foe.x - row.x, foe.y - row.y))
    return 0.0 if nearest == math.inf else nearest


@lru_cache(256)
def prefers_melee(melee: tuple[str, ...], ranged: tuple[str, ...]) -> bool:
    """Does it hurt more with these melee weapons than with these ranged ones?"""
    blows = max((p.attacks * p.damage[0] for w in melee for p in weapons()[w].profiles), default=0)
    shots = max((p.attacks * p.damage[0] for w in ranged for p in weapons()[w].profiles), default=0)
    return blows > shots + 2


def exposure(game: KillTeam, row: Operative, enough: float = math.inf) -> float:
    """How many enemies could hurt somebody here: seen by them, less behind Cover with a Conceal order. Who has seen
    more than enough looks no further."""
    total, more, ground = 0.0, 0.35 if row.order == CONCEAL else 1.0, killzone(game)
    for i in standing_operatives(game, 1 - row.seat):
        foe = game.operatives[i]
        if not foe.ranged and math.hypot(foe.x - row.x, foe.y - row.y) > 14:
            continue
        if visible_on(ground, foe, row):
            total += more
            if total > enough:
                break
    return total
