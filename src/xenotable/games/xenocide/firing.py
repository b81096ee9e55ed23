"""Firing: dice, hits dealt, saves, losses, and units that stand mingled (chapter "shooting")."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Arrange, Flow, allowed, cite, rule
from xenotable.games.xenocide.aiming import Aim, Where, aim, target_refusals
from xenotable.games.xenocide.bombard import fire_at
from xenotable.games.xenocide.casualties import remove
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.deflectors import take
from xenotable.games.xenocide.salvos import Directed, pools_of, volley_of, volleys
from xenotable.games.xenocide.saves import lines
from xenotable.games.xenocide.state import Xenocide, is_titan, mounted, outline, standing
from xenotable.games.xenocide.suppression import note
from xenotable.games.xenocide.volley import Pool, Volley, area_hits, deal, saves, to_hit
from xenotable.table import Point
from xenotable.table.near import in_outline


def fire(
    game: Xenocide, u: str, w: Weapon, target: str, focus: int = 0, directed: Directed = (),
    where: Where | None = None, watching: bool = False,
) -> Flow[None]:  # fmt: skip
    """A weapon system fires at a unit, and at those mingled with it; or at a building."""
    if target in game.sections:
        yield from fire_at(game, u, w, target, focus)
        return
    found = aim(game, u, w, target, where, direct=watching)
    for v in volleys(game, u, w, target, found, focus, directed, where):
        game.tell("{u} fires {w} at {t}: {n} dice.", "shooting.sequence", u=u, w=w.name, t=target, n=v.dice)
        others = mingled(game, target)
        missed = yield from volley(game, u, target, v, found, watching)
        for other in others:
            if missed and game.units[other].models:
                missed = yield from mingled_reroll(game, u, w, other, v, missed, watching)


def volley(game: Xenocide, u: str, target: str, v: Volley, found: Aim, watching: bool) -> Flow[int]:
    """Dice, hits, saves, losses; gives the dice that missed. Overwatch fire leaves no trace for suppression."""
    if hopeless(v):
        return 0
    counts, misses = yield from rolled(game, u, target, v, found, watching)
    yield from harm(game, target, v, counts, watching)
    return misses


def hopeless(v: Volley) -> bool:
    return v.accuracy + max(p.aspect for p in v.pools) <= -3


def rolled(
    game: Xenocide, u: str, target: str, v: Volley, found: Aim, watching: bool
) -> Flow[tuple[Sequence[int], int]]:
    """The hits of a volley (by the aspects they reach; area hits in one sum) and how many dice missed."""
    tally = yield from to_hit(v)
    if not watching:
        note(game, target, u, v, sum(tally.hits) + tally.splash, tally.guns)
        nearest_gun(game, target, found.direct or found.indirect)
    counts: Sequence[int] = ((yield from area_hits(v, tally)),) if v.weapon.aoe else tally.hits
    game.tell("{n} hits on {t}.", "shooting.hit-roll", n=sum(counts), t=target)
    return counts, tally.misses


def harm(game: Xenocide, target: str, v: Volley, counts: Sequence[int], watching: bool) -> Flow[None]:
    if is_titan(game, target):
        yield from harm_titan(game, target, v, sum(counts), watching)
        return
    before = game.units[target].models
    yield from suffer(game, target, v, counts, bool(v.weapon.aoe))
    lost = sum(m not in game.models for m in before)  # survivors of wrecks may have joined the unit meanwhile
    if lost:
        game.tell("{t} loses {n} models.", "shooting.remove-models", t=target, n=lost)
        if not watching:
            game.fire.set(target, casualty=True)


def harm_titan(game: Xenocide, target: str, v: Volley, hits: int, watching: bool) -> Flow[None]:
    """A titan takes its hits one by one; a lost core level counts as a casualty for suppression."""
    lost = yield from take(game, target, v, v.pools[0], hits)
    if lost and not watching:
        game.fire.set(target, casualty=True)


def suffer(game: Xenocide, target: str, v: Volley, counts: Sequence[int], area: bool) -> Flow[None]:
    """Deals hits to the pools, saves and removes, pool by pool."""
    order = yield from pool_order(game, target, v.pools, sum(counts))
    for p, hits in zip(order, deal(order, counts, area), strict=True):
        lost = yield from saves(v, p, hits)
        if area and hits and game.kinds[p.kind].open_transport:
            yield from riders_hit(game, target, v, p, hits)
        yield from remove(game, target, p.models, lost)


@rule("transport.open-area-hits", neutral=lambda *a: None)
def riders_hit(game: Xenocide, target: str, v: Volley, p: Pool, hits: int) -> Flow[None]:
    """For each area hit on an open transport its riders suffer one, too, with a cover save of 2."""
    aboard = [m for m in mounted(game, target) if game.models[m].inside in p.models]
    if not aboard:
        return
    kind, u = game.models[aboard[0]].kind, game.models[aboard[0]].unit
    line = lines(game.kinds[kind], rider_cover(), v.weapon, v.strength)
    lost = yield from saves(v, Pool(kind, rider_cover(), 0, tuple(aboard), line), hits)
    yield from remove(game, u, aboard, lost)


@rule("saves.cover-open-transport")
def rider_cover() -> int:
    return 2


def pool_order(game: Xenocide, target: str, pools: tuple[Pool, ...], hits: int) -> Flow[tuple[Pool, ...]]:
    if len(pools) == 1:
        cite("shooting.single-type")
        return pools
    if not hits:
        return pools
    by_label = {p.label: p for p in pools}
    order = yield from Arrange(
        seat=game.units[target].seat, key="pools", rule="shooting.deal-evenly",
        prompt="In which order are the hits dealt to {t}?", args={"t": target}, items=tuple(by_label),
        default=tuple(by_label),
    )  # fmt: skip
    return tuple(by_label[x] for x in order)


def nearest_gun(game: Xenocide, target: str, guns: Sequence[str]) -> None:
    """Remembers the nearest model that fired at a unit in this phase: its test looks at cover from there."""
    game.fire.set(target, nearest=closest(game, target, guns, game.fire[target].nearest))


def closest(
    game: Xenocide, target: str, guns: Sequence[str], best: tuple[float, float, float]
) -> tuple[float, float, float]:
    for g in guns:
        x, y = game.models[g].x, game.models[g].y
        for m in game.units[target].models:
            d = (game.models[m].x - x) ** 2 + (game.models[m].y - y) ** 2
            if d < best[2]:
                best = (x, y, d)
    return best


# ---- mingled units ---------------------------------------------------------------------------------------------------


@rule("shooting.mingled", neutral=lambda game, target: [])
def mingled(game: Xenocide, target: str) -> list[str]:
    """The other units of the side that stand among this one, largest first."""
    found: list[str] = []
    if game.units[target].high:
        return found
    mine, inside = outline(game, target), [(game.models[m].x, game.models[m].y) for m in game.units[target].models]
    for u in standing(game, game.units[target].seat):
        if u == target:
            continue
        theirs = [(game.models[m].x, game.models[m].y) for m in game.units[u].models]
        if _any_in(theirs, mine) or _any_in(inside, outline(game, u)):
            found.append(u)
    return sorted(found, key=lambda u: (-len(game.units[u].models), u))


def _any_in(points: Sequence[Point], corners: tuple[Point, ...]) -> bool:
    if len(corners) < 3:
        return False
    x0, x1 = min(c[0] for c in corners), max(c[0] for c in corners)
    return any(x0 <= p[0] <= x1 and in_outline(p, corners) for p in points)


@rule("shooting.mingled-reroll")
def mingled_reroll(game: Xenocide, u: str, w: Weapon, other: str, v: Volley, missed: int, watching: bool) -> Flow[int]:
    """Dice that missed are rolled once more against the next mingled unit that can be seen."""
    if not allowed(target_refusals(game, u, w, other)):
        return missed
    found = aim(game, u, w, other, direct=watching)
    guns = found.direct or found.indirect
    pools = pools_of(game, w, other, found, found.direct)
    if not pools:
        return missed
    cite("shooting.mingled-suppression")
    again = volley_of(game, u, w, other, missed, guns, v.accuracy, v.strength, pools)
    left = yield from volley(game, u, other, again, found, watching)
    return left
