"""What an attack from some place would be worth to an AI model, and who sees whom there."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from xenotable.engine import cite, rule
from xenotable.engine.citing import memoize, recall
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.charging import gun_in_melee, strikes
from xenotable.games.xcx.rules.damage.armour import wounds_at_stake
from xenotable.games.xcx.rules.modifiers.tables import aim
from xenotable.games.xcx.rules.modifiers.values import FREE_MELEE, MELEE
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.play.table import TOL
from xenotable.games.xcx.rules.rewards.equipment import dice_of
from xenotable.games.xcx.rules.shooting.modifiers import shot_from
from xenotable.games.xcx.rules.shooting.shots import NEAR
from xenotable.games.xcx.rules.shooting.targets import in_melee_with_friend, may_be_target
from xenotable.games.xcx.rules.sight import look, looks_at, shade
from xenotable.games.xcx.rules.skills.reach import armour_value
from xenotable.games.xcx.rules.special.traits import is_spotted
from xenotable.games.xcx.rules.squad.profiles import Profile, profile_of
from xenotable.games.xcx.rules.terrain.field import MANY
from xenotable.games.xcx.rules.terrain.forms import UNSEEN
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.rules.tests import chance_optic, chance_under
from xenotable.games.xcx.state import CIVIL, TABLE, Xcx
from xenotable.table import Circle, Point

Seen = tuple[float, int]
WORTHS: dict[tuple[Any, ...], Any] = {}  # expected damage of attacks, in whatever battle: see `cached_expected_damage`


# ---- what an attack is worth -----------------------------------------------------------------------------------------


def cached_expected_damage(
    game: Xcx, model: str, target: str, weapon: str, manner: str, seen: Seen | None = None
) -> float:
    """`expected_damage`, remembered by everything that it depends on: of distance and cover the band and the kind."""
    if seen is None and manner not in (MELEE, FREE_MELEE):
        seen = shot_from(game, model, target, manner)
    p, t, short, cover = profile_of(game, model), game.models[target], False, 0
    if seen is not None:
        far = p.unit.mindspin_range if weapon == content.MINDSPIN else content.weapons()[weapon].range
        short, cover = seen[0] < far / 2 - TOL, seen[1]
    key = (p, profile_of(game, target), weapon, manner, t.wounds, t.down, short, cover, game.readings)
    if len(WORTHS) > MANY:
        WORTHS.clear()
    return recall(WORTHS, key, expected_damage, game, model, target, weapon, manner, seen)


@rule("ai.expected-damage", neutral=lambda game, model, target, weapon, manner, seen=None: 0.0)
def expected_damage(game: Xcx, model: str, target: str, weapon: str, manner: str, seen: Seen | None = None) -> float:
    """Chance to hit x chance that damage is applied x Wounds it would remove; halved for Scatter; Mindspin counts 1."""
    value = aim(game, model, target, weapon, manner, seen).value
    hit = chance_optic(value) if dice_of(game, model, weapon, manner) == 3 else chance_under(value)
    if hit <= 0.0 or weapon == content.MINDSPIN:
        return hit
    found, close = content.weapons()[weapon], manner in (MELEE, FREE_MELEE)
    if "Shredding" in found.rules and not close:
        hurt = hit
    else:
        hurt = chance_under(armour_value(game, target) - (gun_in_melee(game) if close and found.range >= 1 else 0))
    lost = min(wounds_at_stake(game, model, target, weapon, manner, seen), game.models[target].wounds)
    return hit * hurt * lost * (0.5 if "Scatter" in found.rules and not close else 1.0)


def best_of(game: Xcx, target: str, options: Sequence[tuple[str, str, str]]) -> tuple[str, str, str] | None:
    """Of (attacker, weapon, manner) the one of highest expected damage; the first among equals."""
    return max(options, key=lambda o: cached_expected_damage(game, o[0], target, o[1], o[2]), default=None)


@rule("ai.preference", neutral=lambda game, model, prefer, worth: worth[-1] if worth else None)
def preferred_weapon(game: Xcx, model: str, prefer: str, worth: list[tuple[float, str]]) -> tuple[float, str] | None:
    """The preferred weapon if it can attack like this, otherwise the one of highest expected damage, primary first."""
    cite("ai.attack-zero")
    able = [(e, w) for e, w in worth if e > 0.0]
    for e, w in able:
        if w == content.MINDSPIN:
            slot = "mindspin"
        elif content.weapons()[w].range == 0:
            slot = "melee"
        else:
            slot = content.weapons()[w].slot
        if slot == prefer or (w != content.MINDSPIN and content.weapons()[w].slot == prefer):
            return (e, w)
    return max(able, key=lambda ew: (round(ew[0], 9), slot_rank(ew[1])), default=None)


def slot_rank(weapon: str) -> int:
    if weapon == content.MINDSPIN:
        return -2
    return {"primary": 2, "secondary": 1, "natural": 0}[content.weapons()[weapon].slot]


def guns(game: Xcx, model: str, manner: str) -> list[tuple[str, int]]:
    """Weapons that can shoot in this manner, with their Range. Look, do not write."""
    return _guns(profile_of(game, model), manner)


@memoize(4096)
def _guns(p: Profile, manner: str) -> list[tuple[str, int]]:
    found = [
        (w.id, w.range)
        for w in p.weapons
        if w.range >= 1 and p.skill(w.skill) >= 1 and not ("Sniper" in w.rules and manner != "fire")
    ]
    if p.skill("psi"):
        found.append((content.MINDSPIN, p.unit.mindspin_range))
    return found


def shot_at(game: Xcx, model: str, target: str, manner: str, prefer: str, here: Circle) -> tuple[float, str] | None:
    """The best legal shot at a target from a place: (expected damage, weapon)."""
    t, field = game.models[target], field_of(game)
    distance = distance_between(field, here, t)
    able = [(w, r) for w, r in guns(game, model, manner) if in_reach(game, model, target, w, r, distance)]
    if not able or not may_be_target(game, model, target):
        return None
    cover = look(field, here, t)
    if cover == UNSEEN or (t.engaged and in_melee_with_friend(game, model, target)):
        return None
    worth = [(cached_expected_damage(game, model, target, w, manner, (distance, cover)), w) for w, _ in able]
    return preferred_weapon(game, model, prefer, worth)


def in_reach(game: Xcx, model: str, target: str, weapon: str, far: int, distance: float) -> bool:
    if weapon == content.MINDSPIN:
        unit = profile_of(game, target).unit
        return distance <= far + TOL and not unit.machine_class and unit.type != "civilian"
    if "Sniper" in content.weapons()[weapon].rules:
        if distance <= NEAR + TOL:
            return False
        if distance > far + TOL:
            return "Squadsight" in profile_of(game, model).rules and is_spotted(game, model, target)
    return distance <= far + TOL


class Firing:
    """The shots of one model at one enemy after an Advance: what they are worth from any distance, in any cover."""

    def __init__(self, game: Xcx, model: str, target: str, prefer: str) -> None:
        self.game, self.id, self.target, self.prefer = game, model, target, prefer
        t, unit = game.models[target], profile_of(game, target).unit
        self.guns = guns(game, model, "advance")
        if unit.machine_class or unit.type == "civilian":
            self.guns = [(w, r) for w, r in self.guns if w != content.MINDSPIN]
        if not may_be_target(game, model, target) or (t.engaged and in_melee_with_friend(game, model, target)):
            self.guns = []
        self.far = max((r for _, r in self.guns), default=-1) + TOL
        self.cover = shade(field_of(game), t)
        # Where a weapon is no longer at short range, and where it no longer reaches.
        self.edges = sorted({edge for _, r in self.guns for edge in (r / 2 - TOL, math.nextafter(r + TOL, math.inf))})
        self.known: dict[tuple[int, int], tuple[float, str] | None] = {}
        self.bounds: dict[int, float] = {}

    def at(self, distance: float, cover: int) -> tuple[float, str] | None:
        """The best shot from so far away at a target in such cover: (expected damage, weapon)."""
        key = (bisect_right(self.edges, distance), cover)
        if key not in self.known:
            seen = (distance, cover)
            able = [w for w, r in self.guns if distance <= r + TOL]
            worth = [(cached_expected_damage(self.game, self.id, self.target, w, "advance", seen), w) for w in able]
            self.known[key] = preferred_weapon(self.game, self.id, self.prefer, worth)
        return self.known[key]

    def most(self, distance: float) -> float:
        """What a shot from so far away can be worth at most, whatever the cover turns out to be."""
        band = bisect_right(self.edges, distance)
        if band not in self.bounds:
            shots = [self.at(distance, cover) for cover in range(self.cover + 1)]
            self.bounds[band] = max((shot[0] for shot in shots if shot), default=0.0)
        return self.bounds[band]

    def bands(self, nearest: float, farthest: float) -> list[tuple[tuple[float, float], float]]:
        """Distances between which the cover alone decides what a shot is worth, of those that reach into some span:
        from where up to (not at) where, and what it is worth there at most."""
        spans = pairwise((0.0, *self.edges))
        return [((low, high), self.most(low)) for low, high in spans if high > nearest and low <= farthest]

    def most_from(self, distance: float) -> float:
        """What a shot from so far away or farther can be worth at most."""
        return max([self.most(distance), *[self.most(edge) for edge in self.edges if edge > distance]])


def strike_at(game: Xcx, model: str, target: str, prefer: str) -> tuple[float, str] | None:
    """The best blow in contact: (expected damage, weapon)."""
    worth = [(cached_expected_damage(game, model, target, w, MELEE), w) for w, _ in strikes(game, model, (target,))]
    return preferred_weapon(game, model, prefer, worth)


# ---- seen and unseen -------------------------------------------------------------------------------------------------


@rule("ai.in-cover-from", neutral=lambda game, foe, here: 0)
def cover_from(game: Xcx, foe: str, here: Circle) -> int:
    """The cover against a shot from an enemy's present position; unseen is as good as none."""
    field = field_of(game)
    return max(0, look(field, game.models[foe], here)) if shade(field, here) else 0


@rule("ai.in-cover-from", neutral=lambda game, foe, places, r: [0] * len(places))
def covers_from(game: Xcx, foe: str, places: Sequence[Point], r: float) -> Iterable[int]:
    """The same of a base of this size in many places where there may be cover."""
    return (max(0, cover) for cover in looks_at(field_of(game), game.models[foe], places, r))


def seen_by(game: Xcx, foes: Iterable[str], here: Circle) -> bool:
    return any(look(field_of(game), game.models[f], here) != UNSEEN for f in foes)


def possible_targets(game: Xcx, model: str) -> list[str]:
    """Enemies, and civilians for a hunter."""
    side = game.models[model].side
    others = [(i, m.side) for i, m in game.models.items() if m.state == TABLE and m.side != side]
    return [i for i, s in others if s != CIVIL or may_be_target(game, model, i)]


def by_distance(game: Xcx, model: str, foes: Sequence[str]) -> Iterator[str]:
    here = game.models[model].circle
    yield from sorted(foes, key=lambda f: distance_between(field_of(game), here, game.models[f]))
