"""Pooled fire: several units at one target, all dice first, then the hits of one kind together (chapter "shooting")."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from xenotable.engine import Flow, Scene, rule, scene
from xenotable.games.xenocide.aiming import aim
from xenotable.games.xenocide.arms import armoury
from xenotable.games.xenocide.firing import fire, harm, hopeless, mingled, mingled_reroll, rolled
from xenotable.games.xenocide.power import at_any_moment
from xenotable.games.xenocide.salvos import Directed, volleys
from xenotable.games.xenocide.state import Xenocide
from xenotable.games.xenocide.volley import Pool, Volley


class Shot(msgspec.Struct, frozen=True):
    """One weapon system of one unit and what it was declared to do."""

    shooter: str
    weapon: str
    target: str
    focus: int = 0
    directed: Directed = ()


class Pooled(Scene, frozen=True):
    """The declared shots of several units that are still to be resolved, target by target."""

    left: tuple[Shot, ...]


@scene
@at_any_moment
def pooled(game: Xenocide, at: Pooled) -> Flow[list[Scene]]:
    """All fire at one target, then at the next."""
    if not at.left:
        return []
    target = at.left[0].target
    if target in game.sections:
        for s in [s for s in at.left if s.target == target]:
            yield from fire(game, s.shooter, armoury()[s.weapon], target, s.focus)
    elif game.units[target].models:
        yield from together(game, target, [s for s in at.left if s.target == target])
    return [Pooled(tuple(s for s in at.left if s.target != target))]


@rule("shooting.pooled-fire")
def together(game: Xenocide, target: str, shots: Sequence[Shot]) -> Flow[None]:
    """Every die is rolled before any model falls; then hits of equal strength and specials are allocated together."""
    groups: dict[tuple[object, ...], tuple[Volley, list[int]]] = {}
    missed: list[tuple[Shot, Volley, int]] = []
    others = mingled(game, target)
    for shot in shots:
        u, w = shot.shooter, armoury()[shot.weapon]
        found = aim(game, u, w, target)
        for v in volleys(game, u, w, target, found, shot.focus, shot.directed):
            game.tell("{u} fires {w} at {t}: {n} dice.", "shooting.sequence", u=u, w=w.name, t=target, n=v.dice)
            if hopeless(v):
                continue
            counts, misses = yield from rolled(game, u, target, v, found, False)
            missed.append((shot, v, misses))
            _, sums = groups.setdefault((v.strength, w.special, bool(w.aoe), v.pools), (v, [0] * len(counts)))
            sums[:] = [a + b for a, b in zip(sums, counts, strict=True)]
    for v, sums in groups.values():
        pools = standing_pools(game, v.pools)
        if pools:
            yield from harm(game, target, replace(v, pools=pools), reaching(v, pools, sums), False)
    for shot, v, n in missed:
        for other in others:
            if n and game.units[other].models:
                n = yield from mingled_reroll(game, shot.shooter, v.weapon, other, v, n, False)


def standing_pools(game: Xenocide, pools: Sequence[Pool]) -> tuple[Pool, ...]:
    """The pools without the models that an earlier group of hits has removed."""
    kept = [replace(p, models=tuple(m for m in p.models if m in game.models)) for p in pools]
    return tuple(p for p in kept if p.models)


def reaching(v: Volley, pools: Sequence[Pool], counts: Sequence[int]) -> Sequence[int]:
    """The hits by the aspects that are left: those that reach only aspects that are gone are lost."""
    if v.weapon.aoe:
        return counts
    before = sorted({p.aspect for p in v.pools}, reverse=True)
    now = {p.aspect for p in pools}
    found = [0] * len(now)
    for k, n in enumerate(counts):
        left = sum(a in now for a in before[: k + 1])
        if left:
            found[left - 1] += n
    return found
