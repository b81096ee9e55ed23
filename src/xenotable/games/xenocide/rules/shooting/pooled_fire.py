"""Pooled fire: several units at one target, all dice first, then the hits of one kind together (chapter "shooting")."""

from __future__ import annotations

from xenotable.engine import Flow, Scene, rule, scene
from xenotable.games.xenocide.rules.army.models import armoury
from xenotable.games.xenocide.rules.shooting.fire import fire, hopeless, incoming, mingled_units, roll_hits
from xenotable.games.xenocide.rules.shooting.pools import volleys_for
from xenotable.games.xenocide.rules.shooting.targeting import aim
from xenotable.games.xenocide.rules.titans.power import at_any_moment
from xenotable.games.xenocide.scenes import Aim, Firing, Gathering, Harm, Pooled, RolledVolley, Volley
from xenotable.games.xenocide.state import Xenocide


@scene
def pooled(game: Xenocide, at: Pooled) -> list[Scene]:
    """All fire at one target, then at the next."""
    if not at.left:
        return []
    target = at.left[0].target
    shots = tuple(s for s in at.left if s.target == target)
    rest = Pooled(tuple(s for s in at.left if s.target != target))
    if target in game.sections:
        return [*(x for s in shots for x in fire(game, s.shooter, armoury()[s.weapon], target, s.focus)), rest]
    return [Gathering(target, shots, tuple(mingled_units(game, target))), rest] if game.units[target].models else [rest]


@scene
@at_any_moment
@rule("shooting.pooled-fire")
def gathering(game: Xenocide, at: Gathering) -> Flow[list[Scene]]:
    """Every die is rolled before any model falls; then hits of equal strength and specials are allocated together."""
    if not at.left:
        return allocate_hits(at)
    shot, *rest = at.left
    unit, w, target = shot.shooter, armoury()[shot.weapon], at.target
    found = aim(game, unit, w, target)
    rolled = list(at.rolled)
    for v in volleys_for(game, unit, w, target, found, shot.focus, shot.directed):
        game.tell(
            "{unit} fires {w} at {t}: {n:die|dice}.", "shooting.sequence", unit=unit, w=w.name, t=target, n=v.dice
        )
        incoming(game, unit, target, v, found, at.others)
        if not hopeless(v):
            counts, misses = yield from roll_hits(game, unit, target, v, found, False)
            rolled.append(RolledVolley(shot, v, tuple(counts), misses))
    return [Gathering(target, tuple(rest), at.others, tuple(rolled))]


def allocate_hits(at: Gathering) -> list[Scene]:
    """The hits of each group, then the dice that missed go on to the mingled units."""
    groups: dict[tuple[object, ...], tuple[Volley, list[int]]] = {}
    for t in at.rolled:
        v, w = t.volley, t.volley.weapon
        _, sums = groups.setdefault((v.strength, w.special, bool(w.aoe), v.pools), (v, [0] * len(t.hits)))
        sums[:] = [a + b for a, b in zip(sums, t.hits, strict=True)]
    harms = [Harm(at.target, v, tuple(sums)) for v, sums in groups.values()]
    nobody = Aim((), (), 0, ())
    more = [
        Firing(t.shot.shooter, at.target, t.volley.weapon, nobody, (), others=at.others, missed=t.misses, last=t.volley)
        for t in at.rolled
        if at.others and t.misses
    ]
    return [*harms, *more]
