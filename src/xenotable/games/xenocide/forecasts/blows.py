"""What the blows of a round of close assault do, exactly: dice, cancelling, sixes, shields. Dice are read as
`rules.assault.dice` reads them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from xenotable.games.xenocide.forecasts.losses import whole
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.assault import casualties as fallen
from xenotable.games.xenocide.rules.assault import dice as assault_dice
from xenotable.games.xenocide.rules.assault import morale
from xenotable.games.xenocide.rules.play import dice as play_dice
from xenotable.games.xenocide.rules.play.units import strength
from xenotable.games.xenocide.rules.stats import specials
from xenotable.games.xenocide.rules.suppression import nerves, passes
from xenotable.games.xenocide.state import Xenocide
from xenotable.odds import Odds, sums

Lost = tuple[int, ...]  # how many of each rank
Ends = dict[Lost, float]


class Ranks(msgspec.Struct, frozen=True):
    """Models of one kind and one effective CAD, as casualties are assigned to them."""

    kind: str
    level: int
    n: int


class Blows(msgspec.Struct, frozen=True):
    """Dice of one unit at another, whose defence dice meet them."""

    dice: int
    guard: int
    cutter: bool
    shatter: bool
    ranks: tuple[Ranks, ...]  # the cheapest first: they fall first
    exact: bool = False  # chances are Fractions


def blows(game: Xenocide, unit: str, t: str, dice: int, guard: int, defending: bool, exact: bool = False) -> Blows:
    """What a unit does to another with so many dice."""
    grouped: dict[tuple[str, int], int] = {}
    for model, level in assault_dice.levels_of(game, t, defending).items():
        key = game.models[model].kind, level
        grouped[key] = grouped.get(key, 0) + 1
    order = sorted(grouped, key=lambda k: (game.kinds[k[0]].vp, k))
    ranks = tuple(Ranks(k, level, grouped[k, level]) for k, level in order)
    return Blows(dice, guard, *flags(game, unit, dice), ranks, exact)


def flags(game: Xenocide, unit: str, dice: int) -> tuple[bool, bool]:
    """Cutter and Shatter of so many dice of a unit: as most of them have it."""
    found = specials.drawn_dice(assault_dice.edges_left(game, unit), dice)
    return max(found, key=lambda edge: edge[1])[0] if found else (False, False)


# ---- casualties ------------------------------------------------------------------------------------------------------


@lru_cache(4096)
def casualties(b: Blows) -> Ends:
    """How many of each rank fall."""
    from xenotable.games.xenocide.kernels import uncancelled_odds

    least = min(r.level for r in b.ranks)
    lows = sorted({f for f in range(1, 7) if play_dice.succeeds(f, least)} & ({min(6, r.level) for r in b.ranks} | {6}))
    if not any(r.level >= 6 for r in b.ranks):
        lows = [f for f in lows if f < 6] or [6]
    bands = tuple(reversed(lows))
    found: Ends = {}
    for lefts, p in uncancelled_odds(b.dice, b.guard, bands, b.exact).items():
        for lost, q in assign_dice(b, tuple(zip(bands, lefts, strict=True))).items():
            found[lost] = found.get(lost, 0) + p * q
    return found


def assign_dice(b: Blows, lefts: tuple[tuple[int, int], ...]) -> Ends:
    """Dice by their lowest face, the highest first: assigned from the lowest up, sixes last."""
    here: Ends = {(0,) * len(b.ranks): 1}
    for face, n in reversed(lefts):
        if face == 6:
            here = by_sixes(b, here, n)
            continue
        for _ in range(n):
            here = one_more(b, here, face)
    return here


def one_more(b: Blows, here: Ends, face: int) -> Ends:
    after: Ends = {}
    for lost, p in here.items():
        able = [i for i, r in enumerate(b.ranks) if lost[i] < r.n and r.level <= face]
        for end, q in strike_model(b, lost, able[0]) if able else [(lost, 1)]:
            after[end] = after.get(end, 0) + p * q
    return after


def strike_model(b: Blows, lost: Lost, i: int) -> Iterator[tuple[Lost, float]]:
    """A model of a rank is about to fall: a shield may save it."""
    shield = kinds()[b.ranks[i].kind].shield
    saved = whole(b.exact) * shield / 6 if shield and not (b.shatter and specials.is_shattered()) else 0
    yield (*lost[:i], lost[i] + 1, *lost[i + 1 :]), 1 - saved
    if saved:
        yield lost, saved


def by_sixes(b: Blows, here: Ends, n: int) -> Ends:
    """Single sixes for CAD 6 or less, groups for multi-six models, as long as they suffice."""
    done: Ends = {}
    waiting: dict[int, Ends] = {n: here}  # by the sixes left, most first: equal states meet before they go on
    for left in range(n, -1, -1):
        for lost, p in waiting.pop(left, {}).items():
            i = next((i for i, r in enumerate(b.ranks) if lost[i] < r.n and affordable(b, r, left)), None)
            if i is None:
                done[lost] = done.get(lost, 0) + p
                continue
            after = waiting.setdefault(left - dice_spent(b, b.ranks[i]), {})
            for end, q in strike_model(b, lost, i):
                after[end] = after.get(end, 0) + p * q
    return done


def _rank(r: Ranks) -> fallen.Rank:
    return fallen.Rank(kinds()[r.kind], r.level, [])


def affordable(b: Blows, r: Ranks, left: int) -> bool:
    return left >= 1 and fallen.worth({(6, b.cutter, b.shatter): left}) >= fallen.sixes_needed(_rank(r))


def dice_spent(b: Blows, r: Ranks) -> int:
    """How many dice one destruction takes."""
    dice = {(6, b.cutter, b.shatter): 100}
    fallen.spend(dice, fallen.sixes_needed(_rank(r)))
    return 100 - sum(dice.values())


def lost_models(b: Blows) -> Odds:
    chances: dict[int, float] = {}
    for lost, p in casualties(b).items():
        chances[sum(lost)] = chances.get(sum(lost), 0) + p
    return Odds(chances)


# ---- a round between two units ---------------------------------------------------------------------------------------


def breaks(game: Xenocide, unit: str, t: str, mine: Blows, theirs: Blows, round_: int) -> float:
    """The chance that a unit is still there after the blows and fails its test: `theirs` struck it, `mine` the foe."""
    total: float = 0
    own, other = morale.side_weight(game, [unit]), morale.side_weight(game, [t])
    dice = sums(nerves(game, unit), highest=2, exact=theirs.exact)
    memo: dict[int, float] = {}
    for lost, p in casualties(theirs).items():
        left = strength(game, unit) - sum(lost)
        if sum(lost) >= len(game.units[unit].models):
            continue
        fell = sum(fallen.weight(kinds()[r.kind]) * k for r, k in zip(theirs.ranks, lost, strict=True))
        for gone, q in casualties(mine).items():
            if sum(gone) >= len(game.units[t].models):
                continue
            gone_weight = sum(fallen.weight(kinds()[r.kind]) * k for r, k in zip(mine.ranks, gone, strict=True))
            n = morale.nerve_target(
                game.units[unit].fallen + fell, int(left * 2 < game.units[unit].start), own - fell, other - gone_weight,
                round_, morale.cover_modifier(game, unit),
            )  # fmt: skip
            if n not in memo:
                memo[n] = sum(x for total_, x in dice.chances.items() if not passes(total_, n))
            total += p * q * memo[n]
    return total


def dice_of(game: Xenocide, unit: str, first: bool) -> tuple[int, int]:
    """The dice and the defence dice of a unit that keeps none back, all its models fighting."""
    n, _, bonus = assault_dice.count_dice(game, unit, game.units[unit].models, first)
    return n, bonus
