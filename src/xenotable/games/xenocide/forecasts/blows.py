"""What the blows of a round of close assault do, exactly: dice, cancelling, sixes, shields. Dice are read as
`rules.assault.dice` reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from xenotable.engine import memoize
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
MANY = 100  # dice, more than one destruction takes


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


@memoize(4096)
def casualties(b: Blows) -> Ends:
    """How many of each rank fall."""
    from xenotable.games.xenocide.kernels import uncancelled_odds

    least = min(r.level for r in b.ranks)
    lows = sorted({f for f in range(1, 7) if play_dice.succeeds(f, least)} & ({min(6, r.level) for r in b.ranks} | {6}))
    if not any(r.level >= 6 for r in b.ranks):
        lows = [f for f in lows if f < 6] or [6]
    bands = tuple(reversed(lows))
    ranks = [toll(b, r) for r in b.ranks]
    fallen_after: dict[tuple[int, ...], Ends] = {(): {(0,) * len(ranks): 1}}
    found: Ends = {}
    for lefts, p in uncancelled_odds(b.dice, b.guard, bands, b.exact, enough_dice(b, ranks, bands)).items():
        for lost, q in assign_dice(ranks, tuple(reversed(lefts)), lows, fallen_after).items():
            found[lost] = found.get(lost, 0) + p * q
    return found


def enough_dice(b: Blows, ranks: Sequence[Toll], bands: Sequence[int]) -> tuple[int, ...]:
    """So many dice down to each band destroy all that they can: more do no more. Nobody knows how many where shields
    may save."""
    if any(r.saved for r in ranks):
        return (b.dice,) * len(bands)
    models = sum(r.n for r in ranks)
    sixes = sum(r.n * r.spent for r in ranks) + max(r.least for r in ranks)
    first = sixes if bands[0] == 6 else models
    return tuple(first + models * i for i in range(len(bands)))


class Toll(NamedTuple):
    """What it takes to destroy models of a rank."""

    n: int
    level: int
    least: int  # sixes without which nobody falls
    spent: int  # sixes that one destruction takes
    saved: float  # the chance that a shield saves who is about to fall


def toll(b: Blows, r: Ranks) -> Toll:
    rank = fallen.Rank(kinds()[r.kind], r.level, [])
    need = fallen.sixes_needed(rank)
    least = next(n for n in range(1, MANY) if fallen.worth({(6, b.cutter, b.shatter): n}) >= need)
    dice = {(6, b.cutter, b.shatter): MANY}
    fallen.spend(dice, need)
    shield = rank.kind.shield
    saved = whole(b.exact) * shield / 6 if shield and not (b.shatter and specials.is_shattered()) else 0
    return Toll(r.n, r.level, least, MANY - sum(dice.values()), saved)


def assign_dice(
    ranks: Sequence[Toll], lefts: tuple[int, ...], faces: Sequence[int], known: dict[tuple[int, ...], Ends]
) -> Ends:
    """Who falls to so many dice of each of these faces: assigned from the lowest up, sixes last. What fewer dice do is
    looked up, or known from then on."""
    found = known.get(lefts)
    if found is None:
        *lower, n = lefts
        face = faces[len(lower)]
        if not n or face == 6:
            before = assign_dice(ranks, tuple(lower), faces, known)
            found = by_sixes(ranks, before, n) if n else before
        else:
            found = one_more(ranks, assign_dice(ranks, (*lower, n - 1), faces, known), face)
        known[lefts] = found
    return found


def one_more(ranks: Sequence[Toll], here: Ends, face: int) -> Ends:
    after: Ends = {}
    for lost, p in here.items():
        able = next((i for i, r in enumerate(ranks) if lost[i] < r.n and r.level <= face), None)
        for end, q in [(lost, 1)] if able is None else strike_model(ranks, lost, able):
            after[end] = after.get(end, 0) + p * q
    return after


def strike_model(ranks: Sequence[Toll], lost: Lost, i: int) -> Iterator[tuple[Lost, float]]:
    """A model of a rank is about to fall: a shield may save it."""
    saved = ranks[i].saved
    yield (*lost[:i], lost[i] + 1, *lost[i + 1 :]), 1 - saved
    if saved:
        yield lost, saved


def by_sixes(ranks: Sequence[Toll], here: Ends, n: int) -> Ends:
    """Single sixes for CAD 6 or less, groups for multi-six models, as long as they suffice."""
    done: Ends = {}
    waiting: dict[int, Ends] = {n: here}  # by the sixes left, most first: equal states meet before they go on
    for left in range(n, -1, -1):
        for lost, p in waiting.pop(left, {}).items():
            i = next((i for i, r in enumerate(ranks) if lost[i] < r.n and left >= r.least), None)
            if i is None:
                done[lost] = done.get(lost, 0) + p
                continue
            after = waiting.setdefault(left - ranks[i].spent, {})
            for end, q in strike_model(ranks, lost, i):
                after[end] = after.get(end, 0) + p * q
    return done


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
    shelter = morale.cover_modifier(game, unit)

    @cache
    def failing(n: int) -> float:
        return sum(x for total_, x in dice.chances.items() if not passes(total_, n))

    size, foes = len(game.units[unit].models), len(game.units[t].models)
    gone = [(weigh(mine, lost), q) for lost, q in casualties(mine).items() if sum(lost) < foes]
    weights = {weight for weight, _ in gone}
    for lost, p in casualties(theirs).items():
        left = strength(game, unit) - sum(lost)
        if sum(lost) >= size:
            continue
        fell = weigh(theirs, lost)
        dead, halved = game.units[unit].fallen + fell, int(left * 2 < game.units[unit].start)
        fails = {w: failing(morale.nerve_target(dead, halved, own - fell, other - w, round_, shelter)) for w in weights}
        for weight, q in gone:
            total += p * q * fails[weight]
    return total


def weigh(b: Blows, lost: Lost) -> int:
    """What those who fell count."""
    return sum([fallen.weight(kinds()[r.kind]) * k for r, k in zip(b.ranks, lost, strict=True)])


def dice_of(game: Xenocide, unit: str, first: bool) -> tuple[int, int]:
    """The dice and the defence dice of a unit that keeps none back, all its models fighting."""
    n, _, bonus = assault_dice.count_dice(game, unit, game.units[unit].models, first)
    return n, bonus
