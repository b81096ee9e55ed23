"""What a weapon system throws at a unit: volleys of one accuracy and strength, and the pools they can hit (chapters
"shooting", "aoe" and "artillery")."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from xenotable.engine import cite, rule
from xenotable.games.xenocide.aiming import Aim, Where, anti_air, direct_accuracy, suppressed_loss
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.play import is_titan
from xenotable.games.xenocide.saves import at_nearest, cover, lines, vehicles
from xenotable.games.xenocide.sight import seen
from xenotable.games.xenocide.state import Xenocide
from xenotable.games.xenocide.titans import aspect_of, giant_cover
from xenotable.games.xenocide.volley import Pool, Volley
from xenotable.table import Point

Directed = tuple[str, ...]  # (), ("kind", k), ("aspect", a), ("cover",), ("open",) or ("model", m)


def fits(pick: Directed, m: str, p: Pool) -> bool:
    match pick:
        case ("kind", k):
            return p.kind == k
        case ("aspect", a):
            return str(p.aspect) == a
        case ("model", x):
            return x == m
        case ("cover",):
            return p.cover > 0
        case ("open",):
            return p.cover == 0
    return True


def volleys(
    game: Xenocide, u: str, w: Weapon, target: str, found: Aim, focus: int = 0, directed: Directed = (),
    where: Where | None = None,
) -> list[Volley]:  # fmt: skip
    """The dice of a weapon system as volleys of one accuracy and strength: direct fire (focused, then what is left),
    then indirect fire."""
    loss = suppressed_loss() if game.units[u].marks else 0
    loss -= int(game.units[target].high and anti_air(w))
    made = []
    if found.direct:
        pools = pools_of(game, w, target, found, found.direct, directed, where)
        dice = dice_of(w, found.direct)
        strong, rest = divmod(dice, 3**focus) if focus else (0, dice)
        for n, strength in ((strong, w.strength + focus), (rest, w.strength)):
            if n and pools:
                made.append(volley_of(game, u, w, target, n, found.direct, direct_accuracy(w) - loss, strength, pools))
    if found.indirect:
        pools = pools_of(game, w, target, found, (), directed, where)
        n = dice_of(w, found.indirect)
        made.append(volley_of(game, u, w, target, n, found.indirect, found.accuracy - loss, w.strength, pools))
    return made


@rule("stats.shots")
def dice_of(w: Weapon, guns: Sequence[str]) -> int:
    return w.shots * len(guns)


def volley_of(
    game: Xenocide, u: str, w: Weapon, target: str, n: int, guns: Sequence[str], accuracy: int, strength: int,
    pools: tuple[Pool, ...],
) -> Volley:  # fmt: skip
    seats = (game.units[u].seat, game.units[target].seat)
    strong = tuple(_saved(game, p, w, strength) for p in pools)
    return Volley(w, n, min(len(guns), n), accuracy, strength, strong, len(game.units[target].models), seats)


def _saved(game: Xenocide, p: Pool, w: Weapon, strength: int) -> Pool:
    return Pool(p.kind, p.cover, p.aspect, p.models, lines(game.kinds[p.kind], p.cover, w, strength))


@rule("shooting.pools")
def pools_of(
    game: Xenocide, w: Weapon, target: str, found: Aim, firing: Sequence[str], directed: Directed = (),
    where: Where | None = None,
) -> tuple[Pool, ...]:  # fmt: skip
    """The models that can be hit, by kind and cover. Nobody firing directly: cover only from what they are in."""
    cite("saves.split-cover")
    there = where or {}
    marks = area_marks(game, target) if w.aoe or not firing else exposed_only(found)
    eyes = [seen(game, m) for m in firing if not from_above(game, m)]
    big = vehicles(game) if eyes else []
    dug, giant = game.units[target].dug, is_titan(game, target)
    grouped: dict[tuple[str, int], list[str]] = {}
    for m in marks:
        s = seen(game, m, there.get(m))
        if bare(game, target):
            value = 0
        elif giant:
            value = giant_cover(game, m, s, eyes)
        else:
            value = cover(game, m, (s[0], s[1]), from_where(eyes, s), big, dug)
        grouped.setdefault((game.models[m].kind, value), []).append(m)
    made = [Pool(k, c, aspect_of(game, ms[0], w), tuple(ms), (0, 0, 0)) for (k, c), ms in grouped.items()]
    if directed and not w.aoe:
        cite("command.directed-fire-hits")
        kept = [replace(p, models=tuple(m for m in p.models if fits(directed, m, p))) for p in made]
        made = [p for p in kept if p.models]
    return tuple(made)


@rule("flight.high-no-cover", neutral=lambda *a: False)
def bare(game: Xenocide, target: str) -> bool:
    """High models never have cover."""
    return game.units[target].high


def from_above(game: Xenocide, m: str) -> bool:
    """Fire from high models only respects cover that the target is in."""
    return game.units[game.models[m].unit].high


@rule("aoe.own-models")
@rule("aoe.allocation")
def area_marks(game: Xenocide, target: str) -> tuple[str, ...]:
    cite("movement.no-spacing")
    return game.units[target].models


@rule("shooting.unseen-models")
def exposed_only(found: Aim) -> tuple[str, ...]:
    return found.exposed


def from_where(eyes: Sequence[tuple[float, float, float, float]], s: tuple[float, float, float, float]) -> Point | None:
    if eyes:
        return at_nearest(s, eyes)
    return indirect_cover()


@rule("artillery.indirect-cover")
def indirect_cover() -> None:
    """Nobody looks, so nothing is merely behind anything."""
    return
