"""Exact odds of close assault, from the position on the table: dice, cancelling, sixes, shields and the tests after a
round, both directions (chapter "assault"). The reading of dice is that of `melee`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec

from xenotable.engine import Forecast
from xenotable.games.xenocide import fallen, melee, nerve, titan_odds
from xenotable.games.xenocide.arms import kinds
from xenotable.games.xenocide.building_odds import escapes, of_blows
from xenotable.games.xenocide.content import Arm
from xenotable.games.xenocide.deflectors import hull_of
from xenotable.games.xenocide.flight import teleport_odds
from xenotable.games.xenocide.going import coming
from xenotable.games.xenocide.melee import divided_odds, split_odds
from xenotable.games.xenocide.moves import MODES, assault_odds, reached
from xenotable.games.xenocide.play import apart, is_titan, kind_of, strength
from xenotable.games.xenocide.state import Xenocide
from xenotable.games.xenocide.storming import blows_odds, prospects
from xenotable.games.xenocide.suppression import nerves, passes
from xenotable.games.xenocide.titan_assault import blade_odds, feed
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


def blows(game: Xenocide, u: str, t: str, dice: int, guard: int, defending: bool) -> Blows:
    """What a unit does to another with so many dice."""
    grouped: dict[tuple[str, int], int] = {}
    for m, level in melee.levels_of(game, t, defending).items():
        key = game.models[m].kind, level
        grouped[key] = grouped.get(key, 0) + 1
    order = sorted(grouped, key=lambda k: (game.kinds[k[0]].vp, k))
    lead = kind_of(game, game.units[u].models[0])
    ranks = tuple(Ranks(k, level, grouped[k, level]) for k, level in order)
    return Blows(dice, guard, lead.cutter, lead.shatter, ranks)


# ---- casualties ------------------------------------------------------------------------------------------------------


@lru_cache(4096)
def casualties(b: Blows) -> Ends:
    """How many of each rank fall."""
    from xenotable.games.xenocide.cancelling import uncancelled

    least = min(r.level for r in b.ranks)
    lows = sorted({f for f in range(1, 7) if melee.succeeds(f, least)} & ({min(6, r.level) for r in b.ranks} | {6}))
    if not any(r.level >= 6 for r in b.ranks):
        lows = [f for f in lows if f < 6] or [6]
    bands = tuple(reversed(lows))
    found: Ends = {}
    for lefts, p in uncancelled(b.dice, b.guard, bands).items():
        for lost, q in assigned(b, tuple(zip(bands, lefts, strict=True))).items():
            found[lost] = found.get(lost, 0.0) + p * q
    return found


def assigned(b: Blows, lefts: tuple[tuple[int, int], ...]) -> Ends:
    """Dice by their lowest face, the highest first: assigned from the lowest up, sixes last."""
    here: Ends = {(0,) * len(b.ranks): 1.0}
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
        for end, q in struck(b, lost, able[0]) if able else [(lost, 1.0)]:
            after[end] = after.get(end, 0.0) + p * q
    return after


def struck(b: Blows, lost: Lost, i: int) -> Iterator[tuple[Lost, float]]:
    """A model of a rank is about to fall: a shield may save it."""
    shield = kinds()[b.ranks[i].kind].shield
    saved = shield / 6.0 if shield and not (b.shatter and fallen.shattered()) else 0.0
    yield (*lost[:i], lost[i] + 1, *lost[i + 1 :]), 1.0 - saved
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
                done[lost] = done.get(lost, 0.0) + p
                continue
            after = waiting.setdefault(left - spent(b, b.ranks[i]), {})
            for end, q in struck(b, lost, i):
                after[end] = after.get(end, 0.0) + p * q
    return done


def _rank(r: Ranks) -> fallen.Rank:
    return fallen.Rank(kinds()[r.kind], r.level, [])


def affordable(b: Blows, r: Ranks, left: int) -> bool:
    return left >= 1 and fallen.worth({(6, b.cutter, b.shatter): left}) >= fallen.needed(_rank(r))


def spent(b: Blows, r: Ranks) -> int:
    """How many dice one destruction takes."""
    dice = {(6, b.cutter, b.shatter): 100}
    fallen.spend(dice, fallen.needed(_rank(r)))
    return 100 - sum(dice.values())


def lost_models(b: Blows) -> Odds:
    chances: dict[int, float] = {}
    for lost, p in casualties(b).items():
        chances[sum(lost)] = chances.get(sum(lost), 0.0) + p
    return Odds(chances)


# ---- a round between two units ---------------------------------------------------------------------------------------


def breaks(game: Xenocide, u: str, t: str, mine: Blows, theirs: Blows, round_: int) -> float:
    """The chance that a unit is still there after the blows and fails its test: `theirs` struck it, `mine` the foe."""
    total = 0.0
    own, other = nerve.weighed(game, [u]), nerve.weighed(game, [t])
    dice = sums(nerves(game, u), highest=2)
    memo: dict[int, float] = {}
    for lost, p in casualties(theirs).items():
        left = strength(game, u) - sum(lost)
        if sum(lost) >= len(game.units[u].models):
            continue
        fell = sum(fallen.weight(kinds()[r.kind]) * k for r, k in zip(theirs.ranks, lost, strict=True))
        for gone, q in casualties(mine).items():
            if sum(gone) >= len(game.units[t].models):
                continue
            gone_weight = sum(fallen.weight(kinds()[r.kind]) * k for r, k in zip(mine.ranks, gone, strict=True))
            n = nerve.nerve_target(
                game.units[u].fallen + fell, int(left * 2 < game.units[u].start), own - fell, other - gone_weight,
                round_, nerve.sheltered(game, u),
            )  # fmt: skip
            if n not in memo:
                memo[n] = sum(x for total_, x in dice.chances.items() if not passes(total_, n))
            total += p * q * memo[n]
    return total


def round_of(
    game: Xenocide, a: str, d: str, dice: tuple[int, int], guard: tuple[int, int], round_: int
) -> list[Forecast]:
    """What an attacker and a defender do to each other in a round, with so many attack and defence dice each."""
    if is_titan(game, a) or is_titan(game, d):
        return titan_odds.round_of(game, a, d, dice, guard, round_)
    there, back = blows(game, a, d, dice[0], guard[1], True), blows(game, d, a, dice[1], guard[0], False)
    found = []
    for u, t, mine, theirs in ((a, d, there, back), (d, a, back, there)):
        fall = lost_models(mine)
        size = len(game.units[t].models)
        chances = [
            ("loses a model", fall.at_least(1)), ("wiped out", fall.at_least(size)),
            ("breaks", breaks(game, t, u, theirs, mine, round_)),
        ]  # fmt: skip
        notes = [f"{mine.dice} dice against {mine.guard} on defence"]
        if len(mine.ranks) > 1:
            notes.append("the cheapest models fall first")
        title = f"{game.name(u)} strikes {game.name(t)}"
        found.append(fall.forecast(title, "models", "assault.attack-roll", chances, notes))
    return found


def dice_of(game: Xenocide, u: str, first: bool) -> tuple[int, int]:
    """The dice and the defence dice of a unit that keeps none back, all its models fighting."""
    n, _, bonus = melee.counted(game, u, game.units[u].models, first)
    return n, bonus


def of_dice(game: Xenocide, u: str, t: str, n: int, defending: bool) -> Forecast:
    """What so many dice of a unit alone do to another, which has said how many defend it, or to a section.
    `defending`: the unit that is struck defends the assault."""
    if t in game.sections:
        return of_blows(game, u, t, n)
    guard = game.units[t].defence
    title, notes = f"{game.name(u)} strikes {game.name(t)}", [f"{n} dice against {guard} on defence"]
    if is_titan(game, t):
        ends = titan_odds.hulls_after(game, u, t, n, guard, defending)
        return titan_odds.forecast(title, "assault.attack-roll", hull_of(game, t), ends, notes)
    fall = Odds.of(titan_odds.troop_fates(game, u, t, n, guard, defending), lambda fate: fate.lost)
    some = [("loses a model", fall.at_least(1)), ("wiped out", fall.at_least(len(game.units[t].models)))]
    return fall.forecast(title, "models", "assault.attack-roll", some, notes)


def of_assault(game: Xenocide, u: str, named: Sequence[str]) -> list[Forecast]:
    """The first round if a unit assaults these enemies, everybody fighting and nobody keeping dice back."""
    twin = game.copy()
    twin.units.set(u, charge=coming(twin, u), fallen=0)
    found: list[Forecast] = []
    for t in named:
        (n, mine), (back, theirs) = dice_of(twin, u, True), dice_of(twin, t, True)
        found += round_of(twin, u, t, (n, back), (mine, theirs), 1)
    return found


@split_odds.fill
def of_split(
    game: Xenocide, u: str, models: Sequence[str], kept: int, first: bool, foes: Sequence[str]
) -> list[Forecast]:
    """The round if a unit keeps so many dice back, against each enemy alone, which keeps none unless it has said so."""
    n, _, bonus = melee.counted(game, u, models, first)
    found: list[Forecast] = []
    for t in foes[:3]:
        if not game.units[t].models or not models:
            continue
        told = game.units[t].attack, game.units[t].defence
        their = told if any(told) else dice_of(game, t, first)
        if game.units[u].charge or not game.units[t].charge:
            found += round_of(game, u, t, (n - kept, their[0]), (kept + bonus, their[1]), 1 if first else 2)
        else:
            found += round_of(game, t, u, (their[0], n - kept), (their[1], kept + bonus), 1 if first else 2)
    return found


@divided_odds.fill
def of_divided(game: Xenocide, u: str, parts: Mapping[str, int], defending: bool) -> list[Forecast]:
    return [of_dice(game, u, t, n, defending) for t, n in parts.items() if n]


@blade_odds.fill
def of_blades(
    game: Xenocide, u: str, arm: Arm, models: Sequence[str], first: bool, foes: Sequence[str], power: int
) -> Sequence[Forecast]:
    """The round with so much power more in a weapon of a titan, no dice being kept back."""
    twin = game.copy()
    if power:
        feed(twin, u, arm, power)
    return of_split(twin, u, models, 0, first, foes)


@assault_odds.fill
def of_way(game: Xenocide, u: str, how: str) -> list[Forecast] | None:
    """The first round against each of the nearest enemies that a way of assaulting reaches."""
    if how == "teleport":
        return [teleport_odds()]
    if not how.endswith("assault") and how != "overrun":
        return None
    near = reached(game, u, MODES[how])
    return of_assault(game, u, sorted(near, key=lambda t: apart(game, u, t))[:3])


@prospects.fill
def across_walls(game: Xenocide, u: str, foes: Sequence[str], how: str) -> list[Forecast]:
    """A round across the street, or between sections of one building, both ways."""
    twin = game.copy()
    twin.listener = None
    for x in (u, *foes):
        twin.units.set(x, sally=how)
    return of_assault(twin, u, tuple(foes))


@blows_odds.fill
def of_blows_at(game: Xenocide, u: str, s: str, dice: int) -> list[Forecast]:
    return [of_blows(game, u, s, dice), *escapes(game, s)]
