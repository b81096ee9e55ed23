"""Which shots a model may take: weapons, Range, sight."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from xenotable.engine import Refusal, cite, is_legal, rule
from xenotable.engine.citing import memoize
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.play.table import TOL, within
from xenotable.games.xcx.rules.shooting.targets import engagement_refusals, foe_refusals, is_foe, may_be_target
from xenotable.games.xcx.rules.sight import sees
from xenotable.games.xcx.rules.skills.mindspin import mindspin_refusals
from xenotable.games.xcx.rules.special.traits import is_spotted
from xenotable.games.xcx.rules.squad.profiles import Profile, profile_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import TABLE, Xcx

NEAR = 12  # Sniper weapons cannot target a model this close


def range_refusals(game: Xcx, model: str, weapon: content.Weapon, target: str) -> Iterator[Refusal]:
    distance = distance_between(field_of(game), game.models[model], game.models[target])
    sniper = "Sniper" in weapon.rules
    if sniper and within(distance, NEAR):
        cite("principles.special-beats-general")
        args = {"target": target, "d": distance}
        yield Refusal("special.sniper-minimum", "{target} is {d:.1f} away; a Sniper weapon needs more than 12.", args)
    if not within(distance, weapon.range):
        if sniper and "Squadsight" in profile_of(game, model).rules and is_spotted(game, model, target):
            return
        args = {"target": target, "d": distance, "r": weapon.range, "more": distance - weapon.range}
        yield Refusal(
            "shooting.max-range", "{target} is {d:.1f} away, the Range is {r}.", args, "Come {more:.1f} closer."
        )


def shot_refusals(game: Xcx, model: str, weapon: str, target: str, manner: str) -> Iterator[Refusal]:
    """Why this model may not shoot this target with this weapon in this manner."""
    if weapon == content.MINDSPIN:
        yield from mindspin_refusals(game, model, target, manner)
        return
    found = content.weapons()[weapon]
    yield from weapon_refusals(profile_of(game, model), model, found, manner)
    yield from target_refusals(game, model, found, target)


def target_refusals(game: Xcx, model: str, found: content.Weapon, target: str) -> Iterator[Refusal]:
    """Why a weapon that can be used may not be used against this target."""
    if unfit := [*foe_refusals(game, model, target)]:
        yield from unfit
        return
    yield from range_refusals(game, model, found, target)
    yield from view_refusals(game, model, target)


def view_refusals(game: Xcx, model: str, target: str) -> Iterator[Refusal]:
    """Why no weapon may be used against this target now, however far it shoots."""
    yield from engagement_refusals(game, model, target)
    if not sees(field_of(game), game.models[model], game.models[target]):
        yield Refusal("shooting.target-legal", "{who} does not see {target}.", {"who": model, "target": target})


def weapon_refusals(p: Profile, model: str, weapon: content.Weapon, manner: str) -> Iterator[Refusal]:
    """Why this weapon cannot be used in this manner at all."""
    who = {"who": model, "weapon": weapon.name}
    if weapon.range < 1:
        yield Refusal("shooting.range-zero-cannot", "{weapon} has Range 0 and cannot shoot.", who)
    if p.skill(weapon.skill) < 1:
        yield Refusal("tests.value-zero-means-none", "{who} has not the skill for {weapon}.", who)
    if "Sniper" in weapon.rules and manner == "advance":
        yield Refusal("special.sniper-no-move", "{weapon} is fired on a Fire order only.", who)
    if "Sniper" in weapon.rules and manner == "react":
        yield Refusal("overwatch.no-sniper-no-psi", "{weapon} cannot be used for react fire.", who)


@rule("shooting.when", neutral=lambda game, model, manner: [])
def shots(game: Xcx, model: str, manner: str) -> list[tuple[str, str]]:
    """Every legal (weapon, target)."""
    return list(some_shots(game, model, manner))


def some_shots(game: Xcx, model: str, manner: str) -> Iterator[tuple[str, str]]:
    row = game.models[model]
    guns, far = guns_of(game, model, manner)
    if row.engaged or not guns:
        return
    side = row.side
    foes = {i: t for i, t in game.models.items() if t.state == TABLE and t.side != side}
    for i, gap in zip(foes, field_of(game).distances(row, foes.values()), strict=True):
        if gap <= far:
            for g in able_guns(game, model, guns, i, manner):
                yield g, i


def able_guns(game: Xcx, model: str, guns: Iterable[str], target: str, manner: str) -> list[str]:
    """Which of the weapons that it can use in this manner a model may use against this enemy."""
    if not may_be_target(game, model, target) or not is_legal(view_refusals(game, model, target)):
        return []
    weapons = content.weapons()
    return [
        g
        for g in guns
        if is_legal(
            mindspin_refusals(game, model, target, manner)
            if g == content.MINDSPIN
            else range_refusals(game, model, weapons[g], target)
        )
    ]


def aims(game: Xcx, model: str) -> list[tuple[str, str]]:
    """(weapon, target) of every shot that a player could think of: each weapon that shoots, each enemy on the table."""
    p, side = profile_of(game, model), game.models[model].side
    weapons = [w.id for w in p.weapons if w.range >= 1] + [content.MINDSPIN] * (p.skill("psi") > 0)
    foes = [i for i, t in game.models.items() if t.state == TABLE and t.side != side]
    return [(w, i) for i in foes if is_foe(game, model, i) for w in weapons]


def guns_of(game: Xcx, model: str, manner: str) -> tuple[tuple[str, ...], float]:
    """The weapons that a model can use in this manner at all, and farther than what none of them shoots."""
    return _guns(profile_of(game, model), manner)


@memoize(4096)
def _guns(p: Profile, manner: str) -> tuple[tuple[str, ...], float]:
    found = [w for w in p.weapons if not any(weapon_refusals(p, "", w, manner))]
    reach = [math.inf if "Sniper" in w.rules and "Squadsight" in p.rules else w.range for w in found]
    if p.skill("psi") and manner != "react":
        return (*(w.id for w in found), content.MINDSPIN), max(*reach, p.unit.mindspin_range, 0) + TOL
    return tuple(w.id for w in found), max(reach, default=0) + TOL
