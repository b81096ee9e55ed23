"""Firing: dice, hits dealt, saves, losses, and units that stand mingled (chapter "shooting")."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from xenotable.engine import Arrange, Flow, Scene, cite, is_legal, rule, scene
from xenotable.engine.gestures import Aimed
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.rules.aoe import area_hits
from xenotable.games.xenocide.rules.buildings.bombardment import fire_at
from xenotable.games.xenocide.rules.play.measuring import outline, stance
from xenotable.games.xenocide.rules.play.models import is_titan
from xenotable.games.xenocide.rules.play.positions import clear_by
from xenotable.games.xenocide.rules.play.units import standing_units
from xenotable.games.xenocide.rules.shooting.hits import deal, saves, to_hit
from xenotable.games.xenocide.rules.shooting.pools import pools_of, volley_of, volleys_for
from xenotable.games.xenocide.rules.shooting.removal import remove
from xenotable.games.xenocide.rules.shooting.targeting import Where, aim, target_refusals
from xenotable.games.xenocide.rules.suppression import note_dice, note_hits
from xenotable.games.xenocide.rules.titans.hits import take
from xenotable.games.xenocide.rules.titans.power import at_any_moment
from xenotable.games.xenocide.rules.transport.riders import riders_hit
from xenotable.games.xenocide.scenes import Aim, Directed, Firing, Harm, Pool, Shelling, Volley
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Point
from xenotable.table.near import in_outline


def fire(
    game: Xenocide, unit: str, w: Weapon, target: str, focus: int = 0, directed: Directed = (),
    where: Where | None = None, watching: bool = False,
) -> list[Scene]:  # fmt: skip
    """A weapon system fires at a unit, and at those mingled with it; or at a building."""
    if target in game.sections:
        return [Shelling(unit, w, target, focus)]
    found = aim(game, unit, w, target, where, direct=watching)
    left = volleys_for(game, unit, w, target, found, focus, directed, where)
    return [Firing(unit, target, w, found, tuple(left), watching)]


@scene
@at_any_moment
def shelling(game: Xenocide, at: Shelling) -> Flow[list[Scene]]:
    return (yield from fire_at(game, at.shooter, at.weapon, at.section, at.focus))


@scene
@at_any_moment
def firing(game: Xenocide, at: Firing) -> Flow[list[Scene]]:
    """The dice of one volley; what they do is a scene of its own."""
    unit = at.shooter
    if at.missed and at.others:
        other, *rest = at.others
        made = again(game, at, other) if game.units[other].models else None
        if made is None:
            return [replace(at, others=tuple(rest))]
        v, found = made
        harm, missed = yield from roll_volley(game, unit, other, v, found, at.watching)
        return [*harm, replace(at, others=tuple(rest), missed=missed)]
    if not at.left:
        return []
    others = tuple(mingled_units(game, at.target))
    dealt = together(at.left)
    harms: list[Harm] = []
    again_at: list[Scene] = []
    for v in dealt:
        says = "{unit} fires {w} at {t}: {n:die|dice}."
        shows = (Aimed(game.units[unit].models, game.units[at.target].models),)
        game.tell(says, "shooting.sequence", shows=shows, unit=unit, w=at.weapon.name, t=at.target, n=v.dice)
        if not at.watching:
            incoming(game, unit, at.target, v, at.found, others)
        harm, missed = yield from roll_volley(game, unit, at.target, v, at.found, at.watching)
        harms += harm
        again_at.append(replace(at, left=(), others=others, missed=missed, last=v))
    return [*one_cycle(harms), *again_at, replace(at, left=at.left[len(dealt) :])]


@rule("shooting.deal-per-system", neutral=lambda left: left[:1])
def together(left: Sequence[Volley]) -> Sequence[Volley]:
    """The next volley, and with focus fire what it left over: one weapon system, whose hits are dealt in one cycle."""
    focused = len(left) > 1 and left[0].strength > left[1].strength
    return left[: 2 if focused else 1]


def one_cycle(harms: Sequence[Harm]) -> list[Scene]:
    """The harm of one weapon system; of focused and left-over dice as one."""
    if len(harms) < 2:
        return [*harms]
    first, then = harms
    return [replace(first, rest=then.volley, rest_hits=then.hits)]


def roll_volley(
    game: Xenocide, unit: str, target: str, v: Volley, found: Aim, watching: bool
) -> Flow[tuple[list[Harm], int]]:
    """The dice of a volley: the harm they do, and how many missed."""
    if hopeless(v):
        return [], 0
    counts, misses = yield from roll_hits(game, unit, target, v, found, watching)
    return [Harm(target, v, tuple(counts), watching)], misses


@scene
@at_any_moment
def resolve_harm(game: Xenocide, at: Harm) -> Flow[list[Scene]]:
    found = [still_there(game, at.volley, at.hits)]
    if at.rest is not None:
        found.append(still_there(game, at.rest, at.rest_hits))
    if found[0][0].pools:
        yield from harm(game, at.target, found, at.watching)
    return []


def still_there(game: Xenocide, v: Volley, hits: Sequence[int]) -> tuple[Volley, tuple[int, ...]]:
    """A volley without the models that earlier hits have removed, and its hits by the aspects that are left: those that
    reach only aspects that are gone are lost."""
    kept = [replace(p, models=tuple(m for m in p.models if m in game.models)) for p in v.pools]
    now = replace(v, pools=tuple(p for p in kept if p.models))
    if v.weapon.aoe or not now.pools:
        return now, tuple(hits)
    before = sorted({p.aspect for p in v.pools}, reverse=True)
    here = {p.aspect for p in now.pools}
    found = [0] * len(here)
    for k, n in enumerate(hits):
        left = sum(a in here for a in before[: k + 1])
        if left:
            found[left - 1] += n
    return now, tuple(found)


def hopeless(v: Volley) -> bool:
    return v.accuracy + max(p.aspect for p in v.pools) <= -3


def roll_hits(
    game: Xenocide, unit: str, target: str, v: Volley, found: Aim, watching: bool
) -> Flow[tuple[Sequence[int], int]]:
    """The hits of a volley (by the aspects they reach; area hits in one sum) and how many dice missed."""
    tally = yield from to_hit(v)
    if not watching:
        note_hits(game, target, v, sum(tally.hits) + tally.splash, tally.guns)
    counts: Sequence[int] = ((yield from area_hits(v, tally)),) if v.weapon.aoe else tally.hits
    game.tell("{n:hit} on {t}.", "shooting.hit-roll", n=sum(counts), t=target)
    return counts, tally.misses


def harm(game: Xenocide, target: str, found: Sequence[tuple[Volley, Sequence[int]]], watching: bool) -> Flow[None]:
    """What hits of one weapon system do: of a volley, and of what focus fire left over."""
    if is_titan(game, target):
        for v, counts in found:
            if game.units[target].models:
                yield from harm_titan(game, target, v, sum(counts), watching)
        return
    before, riding = game.units[target].models, game.units[target].riding
    yield from suffer(game, target, found)
    if not watching and any(m not in game.models for m in (*before, *riding)):
        game.fire.set(target, casualty=True)


def harm_titan(game: Xenocide, target: str, v: Volley, hits: int, watching: bool) -> Flow[None]:
    """A titan takes its hits one by one; a lost core level counts as a casualty for suppression."""
    lost = yield from take(game, target, v, v.pools[0], hits)
    if lost and not watching:
        game.fire.set(target, casualty=True)


def suffer(game: Xenocide, target: str, found: Sequence[tuple[Volley, Sequence[int]]]) -> Flow[None]:
    """Deals hits to the pools in one cycle, saves and removes, pool by pool."""
    order = yield from pool_order(game, target, found[0][0].pools, sum(n for _, counts in found for n in counts))
    shares: list[tuple[Volley, list[int]]] = []
    so_far = [0] * len(order)
    for v, counts in found:
        dealt = deal(order, counts, bool(v.weapon.aoe), so_far)
        shares.append((v, [now - before for now, before in zip(dealt, so_far, strict=True)]))
        so_far = dealt
    for i, p in enumerate(order):
        lost = 0
        for v, hits in shares:
            saved_as = next(x for x in v.pools if x.label == p.label)
            lost += yield from saves(v, saved_as, hits[i])
            if v.weapon.aoe and hits[i] and game.kinds[p.kind].open_transport:
                yield from riders_hit(game, target, v, saved_as, hits[i])
        lost = min(lost, sum(m in game.models for m in p.models))
        if lost:
            name = game.kinds[p.kind].name
            game.tell("{t} loses {n:model} ({k}).", "shooting.remove-models", t=target, n=lost, k=name)
        yield from remove(game, target, p.models, lost)


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


def incoming(game: Xenocide, unit: str, target: str, v: Volley, found: Aim, others: Sequence[str]) -> None:
    """The dice of a volley count for the test of its target, and of all who stand mingled with it."""
    if hopeless(v):
        return
    note_dice(game, target, unit, v)
    nearest_gun(game, target, found.direct or found.indirect)
    for other in others:
        if game.units[other].models:
            share(game, unit, other, v, found)


@rule("shooting.mingled-suppression", neutral=lambda *a: None)
def share(game: Xenocide, unit: str, other: str, v: Volley, found: Aim) -> None:
    """All fire at one of several mingled units counts in full against each of them, by what it could do there."""
    pools = pools_of(game, v.weapon, other, found, ())  # whom nobody sees is under fire all the same
    guns = found.direct or found.indirect
    note_dice(game, other, unit, volley_of(game, unit, v.weapon, other, v.dice, guns, v.accuracy, v.strength, pools))
    nearest_gun(game, other, guns)


def nearest_gun(game: Xenocide, target: str, guns: Sequence[str]) -> None:
    """Remembers the nearest model that fired at a unit in this phase: its test looks at cover from there."""
    game.fire.set(target, nearest=closest(game, target, guns, game.fire[target].nearest))


def closest(
    game: Xenocide, target: str, guns: Sequence[str], best: tuple[float, float, float]
) -> tuple[float, float, float]:
    for g in guns:
        x, y = game.models[g].x, game.models[g].y
        for model in game.units[target].models:
            d = (game.models[model].x - x) ** 2 + (game.models[model].y - y) ** 2
            if d < best[2]:
                best = (x, y, d)
    return best


# ---- mingled units ---------------------------------------------------------------------------------------------------


@rule("shooting.mingled", neutral=lambda game, target: [])
def mingled_units(game: Xenocide, target: str) -> list[str]:
    """The other units of the side that stand among this one, largest first."""
    found: list[str] = []
    if game.units[target].high:
        return found
    near = [
        u for u in standing_units(game, game.units[target].seat) if u != target and not apart_for_sure(game, u, target)
    ]
    if not near:
        return found
    mine, inside = outline(game, target), [(game.models[m].x, game.models[m].y) for m in game.units[target].models]
    for unit in near:
        theirs = [(game.models[m].x, game.models[m].y) for m in game.units[unit].models]
        if _any_in(theirs, mine) or _any_in(inside, outline(game, unit)):
            found.append(unit)
    return sorted(found, key=lambda u: (-len(game.units[u].models), u))


def apart_for_sure(game: Xenocide, a: str, b: str) -> bool:
    """Do the rectangles around two units not even touch?"""
    return clear_by(stance(game, a), stance(game, b), 0.0)


def _any_in(points: Sequence[Point], corners: tuple[Point, ...]) -> bool:
    if len(corners) < 3:
        return False
    x0, x1 = min(c[0] for c in corners), max(c[0] for c in corners)
    return any(x0 <= p[0] <= x1 and in_outline(p, corners) for p in points)


@rule("shooting.mingled-reroll", neutral=lambda game, at, other: None)
def again(game: Xenocide, at: Firing, other: str) -> tuple[Volley, Aim] | None:
    """Dice that missed are rolled once more against the next mingled unit that the weapon may be fired at."""
    unit, w, v = at.shooter, at.weapon, at.last
    if v is None or not is_legal(target_refusals(game, unit, w, other)):
        return None
    found = aim(game, unit, w, other, direct=at.watching)
    guns = found.direct or found.indirect
    pools = pools_of(game, w, other, found, found.direct)
    if not pools or not guns:  # on overwatch shells cannot follow whom no gun sees
        return None
    return volley_of(game, unit, w, other, at.missed, guns, v.accuracy, v.strength, pools), found
