"""The steps of one shooting attack (chapter shooting). The live game resolves these very functions (`sequence`), exact
odds enumerate them. Special rules hook into the named moments; they stand in chapter specials."""

from __future__ import annotations

from functools import lru_cache, partial

from msgspec.structs import replace

from xenotable.engine import Choose, Flow, Forecast, Roll, acts, cite, rule
from xenotable.games.killteam.content import entry
from xenotable.games.killteam.rules.combos import after_ap
from xenotable.games.killteam.rules.dice.rerolls import _roll, command_offer, rerollable_kinds
from xenotable.games.killteam.rules.shooting.terms import (
    ATTACK,
    IN_ORDER,
    KEEP,
    ONE_SAVE,
    POOL,
    SAVE_WORDS,
    SAVES_PICKED,
    Saves,
    Shot,
    Terms,
    cover_odds,
    defence_dice_odds,
    describe_dice,
)
from xenotable.games.killteam.rules.specials.dice import REROLLS, in_attacks
from xenotable.games.killteam.rules.specials.invulnerable import uses_invulnerable
from xenotable.odds import ATTACKER, DEFENDER

# ---- attack dice, of a shooting attack as of a combat


@POOL.step("ready")
@ATTACK.step("ready")
def ready(t: Terms, s: Shot) -> Shot:
    return replace(s, cover=t.cover)


@POOL.step("roll")
@ATTACK.step("roll")
@rule("shooting.attack-roll", neutral=lambda t, s: s)
def attack_roll(t: Terms, s: Shot) -> Flow[Shot]:
    ones, misses, hits, crits = yield from _roll(t, s, t.attacks)
    return replace(s, ones=ones, misses=misses, hits=hits, crits=crits)


# ---- re-rolls: each in turn as they are registered, or in the order that the attacker likes


@in_attacks(IN_ORDER, "rerolls")
@rule("shooting.attack-order")
def in_any_order(t: Terms, s: Shot) -> Flow[Shot]:
    """A weapon with several re-rolls: the attacker says which comes next, seeing what the one before brought."""
    left = [name for name in REROLLS if t.has(name)]
    while left:
        name = left[0]
        if len(left) > 1 and rerollable_kinds(t, s) != (KEEP,):
            cite("combos.balanced-ceaseless")
            name = yield from Choose(
                seat=ATTACKER,
                key="re-roll",
                rule="shooting.attack-order",
                prompt="Which re-roll is used next?",
                among=lambda left=tuple(left): left,  # type: ignore[misc]  # bound in the loop
                default=name,
            )
        left.remove(name)
        s = yield from REROLLS[name](t, s)
        s = replace(s, used=(*s.used, name))
    return s


@POOL.step("discard")
@ATTACK.step("discard")
@rule("shooting.attack-order")
def discard(t: Terms, s: Shot) -> Shot:
    """Failed dice go; the ones among them, as they lie after all re-rolls, are still told apart for Hot."""
    cite("dice.natural-faces")
    cite("specials.hot-after-rerolls")
    ones, hits, crits = s.fixed
    return replace(
        s,
        ones=s.ones + ones,
        misses=0,
        hits=s.hits + hits,
        crits=s.crits + crits,
        fixed=(0, 0, 0),
        counting=False,
        crit_from=6,
        used=(),
    )


# ---- defence dice


@ATTACK.step("defence")
@rule("shooting.defence-dice", neutral=lambda t, s: s)
def defence_dice(t: Terms, s: Shot) -> Flow[Shot]:
    s = replace(s, ones=0)
    if s.damage >= t.wounds and not t.goes_on and acts("shooting.target-dies-early"):
        return replace(s, hits=0, crits=0)
    if not (s.hits or s.crits):
        return s
    dice, need = after_ap(t, s), t.save
    if t.invulnerable and (yield from uses_invulnerable(t, s)):
        dice, need = t.defence if acts("specials.invulnerable-ap") else dice, max(2, t.invulnerable)
        cite("specials.invulnerable-critical")
    kept = yield from keep_cover_dice(t, s, dice, need)
    return (yield from roll_saves(t, s, dice, need, kept))


def roll_saves(t: Terms, s: Shot, dice: int, need: int, kept: int) -> Flow[Shot]:
    """All defence dice but those kept for Cover, which are saves."""
    fails, normals, criticals = yield from Roll(
        seat=DEFENDER,
        key="defence",
        rule="shooting.defence-dice",
        prompt="Roll {n:defence die|defence dice}",
        args={"n": dice - kept},
        n=dice - kept,
        cuts=(need, 6),
        names=("fail", "save", "critical"),
    )
    saved = (0, kept) if t.kept_critical else (kept, 0)
    return replace(s, fails=fails, normals=normals, criticals=criticals, saved=saved, need=need)


@rule("shooting.cover-die", neutral=lambda t, s, dice, need: 0)
def keep_cover_dice(t: Terms, s: Shot, dice: int, need: int) -> Flow[int]:
    most = min(s.cover, dice)
    if not most:
        return 0
    cite("shooting.cover-die-optional")
    cite("dice.command-reroll-unrolled")
    return (
        yield from Choose(
            seat=DEFENDER,
            key="cover",
            rule="shooting.cover-die",
            prompt="How many defence dice are kept for Cover?",
            among=lambda: tuple(range(most, -1, -1)),
            label=lambda n: f"keep {n}, roll {dice - n}" if n else f"roll all {dice}",
            odds=lambda n: cover_odds(t, s, dice, need, n),
            default=most,
        )
    )


@ATTACK.step("plates")
def defence_rerolls(t: Terms, s: Shot) -> Flow[Shot]:
    """Ablative plate, then Command Re-rolls of dice that have not been re-rolled."""
    if t.plate and (s.fails or s.normals):
        s = yield from ablative_plate(t, s)
    while t.command[1] > s.paid[1] + t.one_purse * s.paid[0] and (s.fails or s.normals):
        kinds = (KEEP, *(k for k, n in zip(SAVES_PICKED, rolled_saves(t, s), strict=True) if n))
        said = yield from command_offer(DEFENDER, kinds, ONE_SAVE, partial(one_defence_die, t, s))
        if said == KEEP:
            break
        s = replace(s, paid=(s.paid[0], s.paid[1] + 1))
        s = yield from save_again(s, SAVES_PICKED[said])
    return s


def one_defence_die(t: Terms, s: Shot, which: str) -> Forecast:
    return defence_dice_odds(t, s, "dice.command-reroll", SAVES_PICKED.get(which, (0, 0, 0)))


def rolled_saves(t: Terms, s: Shot) -> Saves:
    """Defence dice that may be picked up; a critical save only where choices that cannot help are offered too."""
    return s.fails, s.normals, s.criticals if t.free else 0


def ablative_plate(t: Terms, s: Shot) -> Flow[Shot]:
    """Any or all of the dice, once per battle."""
    fails, normals, criticals = rolled_saves(t, s)
    ways = tuple((a, b, c) for c in range(criticals + 1) for b in range(normals + 1) for a in range(fails, -1, -1))
    which = yield from Choose(
        seat=DEFENDER,
        key="plate",
        rule=entry("it-ablative-plate"),
        prompt="Ablative plate: which defence dice are rolled again?",
        among=lambda: ways,
        label=lambda w: describe_dice(w, SAVE_WORDS),
        odds=partial(defence_dice_odds, t, s, entry("it-ablative-plate")),
        default=(0, 0, 0),
    )
    return (yield from save_again(replace(s, spent=True), which)) if any(which) else s


def save_again(s: Shot, which: Saves) -> Flow[Shot]:
    """Rolls these defence dice again. What comes stands."""
    fails, normals, criticals = which
    _, saves, crits = yield from Roll(
        seat=DEFENDER,
        key="defence",
        rule="shooting.defence-dice",
        prompt="Roll {n:defence die|defence dice} again",
        args={"n": fails + normals + criticals},
        n=fails + normals + criticals,
        cuts=(s.need, 6),
        names=("fail", "save", "critical"),
    )
    return replace(
        s,
        fails=s.fails - fails,
        normals=s.normals - normals,
        criticals=s.criticals - criticals,
        saved=(s.saved[0] + saves, s.saved[1] + crits),
    )


# ---- saves and damage


@ATTACK.step("saves")
@rule("shooting.saves-choice", neutral=lambda t, s: s)
def saves(t: Terms, s: Shot) -> Flow[Shot]:
    normal, critical = s.normals + s.saved[0], s.criticals + s.saved[1]
    ways = remains(s.hits, s.crits, normal, critical)
    left = ways[0]
    if len(ways) > 1:
        left = yield from Choose(
            seat=DEFENDER,
            key="saves",
            rule="shooting.saves-choice",
            prompt="Spend the saves: which hits stay?",
            among=lambda: ways,
            label=lambda w: f"{w[0]} normal and {w[1]} critical: {w[0] * t.normal + w[1] * t.critical} damage",
        )
    return replace(s, hits=left[0], crits=left[1], fails=0, normals=0, criticals=0, saved=(0, 0), need=0, ap=0, cover=0)


def remains(hits: int, crits: int, normal: int, critical: int) -> tuple[tuple[int, int], ...]:
    """What can be left after the saves: every way to spend them that none betters for both kinds of hit."""
    if normal and not acts("shooting.saves-normal"):
        normal = 0
    if critical and not acts("shooting.saves-critical"):
        critical = 0
    return _remains(hits, crits, normal, critical, normal > 1 and crits > 0 and acts("shooting.saves-two-normal"))


@lru_cache(4096)
def _remains(hits: int, crits: int, normal: int, critical: int, in_pairs: bool) -> tuple[tuple[int, int], ...]:
    found: dict[tuple[int, int], None] = {}
    for pairs in range(min(crits, normal // 2) + 1 if in_pairs else 1):
        for by_critical in range(min(crits - pairs, critical) + 1):
            spent = normal - 2 * pairs + critical - by_critical
            found[max(0, hits - spent), crits - pairs - by_critical] = None
    return tuple(w for w in found if not any(v != w and v[0] <= w[0] and v[1] <= w[1] for v in found))


@ATTACK.step("damage")
@rule("shooting.damage", neutral=lambda t, s: Shot(burn=s.burn))
def damage(t: Terms, s: Shot) -> Shot:
    """Only what was suffered stays in the record."""
    dealt = s.damage + s.hits * t.normal + s.crits * t.critical
    return Shot(damage=dealt, burn=s.burn, stun=s.stun, splash=s.splash, paid=s.paid, spent=s.spent)
