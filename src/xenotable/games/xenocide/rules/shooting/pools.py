"""What a weapon system throws at a unit: volleys of one accuracy and strength, and the pools that they can hit
(chapter "shooting")."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from xenotable.engine import cite, rule
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.rules.aoe import area_marks
from xenotable.games.xenocide.rules.artillery import is_unwatched
from xenotable.games.xenocide.rules.flight.aiming import bare
from xenotable.games.xenocide.rules.play.models import is_titan
from xenotable.games.xenocide.rules.saves.cover import at_nearest, cover, save_values, vehicles
from xenotable.games.xenocide.rules.shooting.targeting import Where, suppressed_loss
from xenotable.games.xenocide.rules.sight.line_of_sight import sight_shape
from xenotable.games.xenocide.rules.stats.specials import anti_air, dice_of, direct_accuracy
from xenotable.games.xenocide.rules.suppression import is_suppressed
from xenotable.games.xenocide.rules.titans.cover import giant_cover
from xenotable.games.xenocide.rules.titans.systems import aspect_of
from xenotable.games.xenocide.scenes import Aim, Directed, Pool, Volley
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Point


def fits(pick: Directed, model: str, p: Pool) -> bool:
    match pick:
        case ("kind", k):
            return p.kind == k
        case ("aspect", a):
            return str(p.aspect) == a
        case ("model", x):
            return x == model
        case ("cover",):
            return p.cover > 0
        case ("open",):
            return p.cover == 0
    return True


def volleys_for(
    game: Xenocide, unit: str, w: Weapon, target: str, found: Aim, focus: int = 0, directed: Directed = (),
    where: Where | None = None,
) -> list[Volley]:  # fmt: skip
    """The dice of a weapon system as volleys of one accuracy and strength: direct fire (focused, then what is left),
    then indirect fire."""
    loss = suppressed_loss(game, unit) if is_suppressed(game, unit) else 0
    loss -= int(game.units[target].high and anti_air(w))
    made = []
    if found.direct:
        pools = pools_of(game, w, target, found, found.direct, directed, where)
        dice = dice_of(w, found.direct)
        strong, rest = divmod(dice, 3**focus) if focus else (0, dice)
        for n, strength in ((strong, w.strength + focus), (rest, w.strength)):
            if n and pools:
                made.append(
                    volley_of(game, unit, w, target, n, found.direct, direct_accuracy(w) - loss, strength, pools)
                )
    if found.indirect:
        pools = pools_of(game, w, target, found, (), directed, where)
        n = dice_of(w, found.indirect)
        made.append(volley_of(game, unit, w, target, n, found.indirect, found.accuracy - loss, w.strength, pools))
    return made


def volley_of(
    game: Xenocide, unit: str, w: Weapon, target: str, n: int, guns: Sequence[str], accuracy: int, strength: int,
    pools: tuple[Pool, ...],
) -> Volley:  # fmt: skip
    seats = (game.units[unit].seat, game.units[target].seat)
    strong = tuple(_with_saves(game, p, w, strength) for p in pools)
    return Volley(w, n, min(len(guns), n), accuracy, strength, strong, len(game.units[target].models), seats)


def _with_saves(game: Xenocide, p: Pool, w: Weapon, strength: int) -> Pool:
    return Pool(p.kind, p.cover, p.aspect, p.models, save_values(game.kinds[p.kind], p.cover, w, strength))


@rule("shooting.pools")
def pools_of(
    game: Xenocide, w: Weapon, target: str, found: Aim, firing: Sequence[str], directed: Directed = (),
    where: Where | None = None,
) -> tuple[Pool, ...]:  # fmt: skip
    """The models that can be hit, by kind and cover. Nobody firing directly: cover only from what they are in."""
    cite("saves.split-cover")
    there = where or {}
    marks = area_marks(game, target) if w.aoe or not firing else exposed_only(found)
    eyes = [sight_shape(game, m) for m in firing if not from_above(game, m)]
    big = vehicles(game) if eyes else []
    dug, giant = game.units[target].dug, is_titan(game, target)
    grouped: dict[tuple[str, int], list[str]] = {}
    for model in marks:
        s = sight_shape(game, model, there.get(model))
        if bare(game, target):
            value = 0
        elif giant:
            value = giant_cover(game, model, s, eyes)
        else:
            value = cover(game, model, (s[0], s[1]), from_where(eyes, s), big, dug)
        grouped.setdefault((game.models[model].kind, value), []).append(model)
    made = [Pool(k, c, aspect_of(game, ms[0], w), tuple(ms), (0, 0, 0)) for (k, c), ms in grouped.items()]
    if directed and not w.aoe:
        cite("command.directed-fire-hits")
        kept = [replace(p, models=tuple(m for m in p.models if fits(directed, m, p))) for p in made]
        made = [p for p in kept if p.models]
    return tuple(made)


def from_above(game: Xenocide, model: str) -> bool:
    """Fire from high models only respects cover that the target is in."""
    return game.units[game.models[model].unit].high


@rule("shooting.unseen-models")
def exposed_only(found: Aim) -> tuple[str, ...]:
    return found.exposed


def from_where(eyes: Sequence[tuple[float, float, float, float]], s: tuple[float, float, float, float]) -> Point | None:
    return None if is_unwatched(eyes) else at_nearest(s, eyes)
