"""Chapter shooting: the steps of one shooting attack, over fixed terms and a small record of what it has become.

The live game resolves these very functions (`volleys`), exact odds enumerate them. Special rules hook into the named
moments; they stand in `specials`. The dice part is shared with combats (`POOL`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial

from msgspec.structs import replace

from xenotable.engine import Choose, Flow, Forecast, Roll, Row, Slot, acts, cite, rule
from xenotable.games.killteam.content import Rule, entry
from xenotable.odds import ATTACKER, DEFENDER, Exchange

KEEP, ONE, MISS, HIT, CRITICAL = "keep", "1", "miss", "hit", "critical"
PICKED = {ONE: (1, 0, 0, 0), MISS: (0, 1, 0, 0), HIT: (0, 0, 1, 0), CRITICAL: (0, 0, 0, 1)}
NAMES = ("1", "miss", "hit", "critical")
Dice = tuple[int, int, int, int]
Saves = tuple[int, int, int]  # defence dice: failed, normal, critical
SAVES_PICKED: dict[str, Saves] = {MISS: (1, 0, 0), HIT: (0, 1, 0), CRITICAL: (0, 0, 1)}
DICE_WORDS = (("1", "1s"), ("miss", "misses"), ("hit", "hits"), ("critical hit", "critical hits"))
ONE_DIE = {KEEP: "Keep all", ONE: "A 1", MISS: "A miss", HIT: "A normal hit", CRITICAL: "A critical hit"}
ONE_SAVE = {KEEP: "Keep all", MISS: "A failed die", HIT: "A normal save", CRITICAL: "A critical save"}
SAVE_WORDS = (("failed die", "failed dice"), ("normal save", "normal saves"), ("critical save", "critical saves"))


def picked(which: Sequence[int], words: Sequence[tuple[str, str]]) -> str:
    """Dice that are picked up, in words."""
    found = [f"{n} {one if n == 1 else many}" for n, (one, many) in zip(which, words, strict=True) if n]
    return f"roll again {', '.join(found)}" if found else "keep all"


class Terms(Row, frozen=True):
    """What is fixed for one attack: nothing here changes while it is resolved."""

    attacks: int
    skill: int
    normal: int = 0
    critical: int = 0
    rules: tuple[Rule, ...] = ()
    defence: int = 0
    save: int = 6
    wounds: int = 99
    invulnerable: int = 0
    cover: int = 0  # defence dice that may be kept as a result of Cover
    kept_critical: bool = False  # they are kept as critical saves (Dig In)
    command: tuple[int, int] = (0, 0)  # Command Re-rolls that either side can pay for
    one_purse: bool = False  # both sides are one player, who pays for both (Blast at a friend)
    plate: bool = False  # the target may re-roll its defence dice once
    shed: tuple[int, int] = (0, 0)  # mortal wounds that shooter and target shrug off of each source (Litany of Iron)
    oath: int = 0  # in a combat: the CP at hand while one of them may make a normal hit critical (Unto Ruin)
    free: bool = False  # offer every legal choice, also those that cannot help
    melee: bool = False  # these are one side's dice of a combat

    def has(self, name: str) -> bool:
        return any(own == name for own, _ in self.rules)

    def x(self, name: str) -> int:
        """The x of a special rule, 0 where the weapon has it not."""
        for own, x in self.rules:
            if own == name:
                return x
        return 0


class Shot(Row, frozen=True):
    """What the attack has become: all that matters from here on, and nothing else, so that equal shots merge."""

    ones: int = 0  # dice not yet re-rolled, by what they show
    misses: int = 0
    hits: int = 0
    crits: int = 0
    fixed: tuple[int, int, int] = (0, 0, 0)  # dice re-rolled already: ones, hits, criticals
    used: tuple[str, ...] = ()  # the weapon's re-rolls that are done, where the attacker chooses their order
    counting: bool = False  # ones are told apart from other misses
    crit_from: int = 6
    ap: int = 0
    cover: int = 0
    fails: int = 0  # defence dice not yet re-rolled
    normals: int = 0
    criticals: int = 0
    saved: tuple[int, int] = (0, 0)  # defence dice that stand: normal, critical
    need: int = 0  # what a defence die needs
    damage: int = 0
    burn: int = 0  # mortal wounds of the shooter
    stun: int = 0  # APL that the target loses
    splash: int = 0  # mortal wounds of everybody near the target
    paid: tuple[int, int] = (0, 0)  # CP of attacker and defender
    spent: bool = False  # the plate, or in a combat Unto Ruin, was used


# What the choices of an attack bring: of attack dice picked up (by which rule), Rending, one of two values of AP, a
# save, dice kept for Cover (of how many, which need what), and defence dice picked up.
attack_dice_odds = Slot[[Terms, Shot, str, str, Dice], Forecast]("killteam.attack_dice_odds")
rending_odds = Slot[[Terms, Shot, bool], Forecast | None]("killteam.rending_odds")
ap_odds = Slot[[Terms, Shot, int], Forecast]("killteam.ap_odds")
save_odds = Slot[[Terms, Shot, str], Forecast]("killteam.save_odds")
cover_odds = Slot[[Terms, Shot, int, int, int], Forecast]("killteam.cover_odds")
defence_dice_odds = Slot[[Terms, Shot, str, Saves], Forecast]("killteam.defence_dice_odds")

IN_ORDER = "Re-rolls in any order"  # no rule of the book: the live game adds it to weapons with several re-rolls
SPECIALS = (
    "AP", "No Cover", "Lethal", IN_ORDER, "Relentless", "Ceaseless", "Balanced", "Hot", "Unto Ruin", "Rending", "P",
    "MW", "Splash", "Stun",
)  # fmt: skip  # those that act at the same moment, in this order
POOL = Exchange[Terms, Shot]("ready", "roll", "rerolls", "command", "discard", "retained", specials=SPECIALS)
ATTACK = Exchange[Terms, Shot](
    "ready", "roll", "rerolls", "command", "discard", "retained", "criticals", "defence", "plates", "saves", "damage",
    specials=SPECIALS,
)  # fmt: skip


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


def _roll(t: Terms, s: Shot, n: int, again: Dice | None = None) -> Roll:
    first = 2 if s.counting else 1
    return Roll(
        seat=ATTACKER,
        key="attack",
        rule="shooting.attack-roll",
        prompt="Roll {n:attack die|attack dice}",
        args={"n": n},
        n=n,
        cuts=(first, max(first, t.skill), max(t.skill, s.crit_from)),
        again=again,
        names=NAMES,
    )


@rule("dice.reroll-once", neutral=lambda t, s, which: s)
def pick_up(t: Terms, s: Shot, which: Dice) -> Flow[Shot]:
    """Rolls these dice again. What comes stands, and is never picked up a second time."""
    a, b, c, d = which
    ones, _, hits, crits = yield from _roll(t, s, a + b + c + d, which)
    x, y, z = s.fixed
    return replace(
        s,
        ones=s.ones - a,
        misses=s.misses - b,
        hits=s.hits - c,
        crits=s.crits - d,
        fixed=(x + ones, y + hits, z + crits),
    )


@POOL.step("command")
@ATTACK.step("command")
@rule("dice.command-reroll", neutral=lambda t, s: s)
def command_reroll(t: Terms, s: Shot) -> Flow[Shot]:
    """Any number of times, once per die, while command points last."""
    while t.command[0] > s.paid[0] and (which := unrolled(t, s)) != (KEEP,):
        odds = partial(one_attack_die, t, s, "command", "dice.command-reroll")
        said = yield from command_offer(ATTACKER, which, ONE_DIE, odds)
        if said == KEEP:
            break
        s = yield from pick_up(t, replace(s, paid=(s.paid[0] + 1, s.paid[1])), PICKED[said])
    return s


def command_offer(
    seat: int, kinds: tuple[str, ...], words: Mapping[str, str], odds: Callable[[str], Forecast | None]
) -> Choose[str]:
    return Choose(
        seat=seat,
        key="command",
        rule="dice.command-reroll",
        prompt="Command Re-roll: pick up a die for 1 CP?",
        among=lambda: kinds,
        label=words.__getitem__,
        odds=odds,
        default=KEEP,
    )


def unrolled(t: Terms, s: Shot) -> tuple[str, ...]:
    """What a single re-roll can pick up: kinds of dice that have not been re-rolled."""
    kinds = ((ONE, s.ones), (MISS, s.misses), (HIT, s.hits), (CRITICAL, s.crits if t.free else 0))
    return (KEEP, *(kind for kind, n in kinds if n))


def one_attack_die(t: Terms, s: Shot, by: str, rule: str, which: str) -> Forecast:
    """What picking up a die of this kind brings."""
    return attack_dice_odds(t, s, by, rule, PICKED.get(which, (0, 0, 0, 0)))


@POOL.step("discard")
@ATTACK.step("discard")
@rule("shooting.attack-order")
def discard(t: Terms, s: Shot) -> Shot:
    """Failed dice go; the ones among them are still told apart for Hot."""
    cite("dice.natural-faces")
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
    if s.damage >= t.wounds and acts("shooting.target-dies-early"):
        return replace(s, hits=0, crits=0)
    if not (s.hits or s.crits):
        return s
    dice, need = after_ap(t, s), t.save
    if t.invulnerable and (yield from uses_invulnerable(t, s)):
        dice, need = t.defence if acts("specials.invulnerable-ap") else dice, max(2, t.invulnerable)
        cite("specials.invulnerable-critical")
        if s.ap and t.x("P"):
            cite("combos.piercing-invulnerable")
        if s.cover:
            cite("combos.invulnerable-cover")
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


@rule("combos.ap-cover", neutral=lambda t, s: t.defence)
def after_ap(t: Terms, s: Shot) -> int:
    """AP comes off the dice first, so it can take the very die that would have been kept."""
    return max(0, t.defence - s.ap)


@rule("specials.invulnerable", neutral=lambda t, s: False)
def uses_invulnerable(t: Terms, s: Shot) -> Flow[bool]:
    """Chosen once the attack dice, P and AP are known, before a defence die is kept or rolled."""
    cite("specials.invulnerable-choice-time")
    said = yield from Choose(
        seat=DEFENDER,
        key="save",
        rule="specials.invulnerable",
        prompt="Use the Save ({sv}+) or the Invulnerable Save ({inv}+)?",
        args={"sv": t.save, "inv": t.invulnerable},
        among=lambda: ("save", "invulnerable"),
        odds=lambda choice: save_odds(t, s, choice),
    )
    if said == "invulnerable":
        cite("specials.invulnerable-unmodified")
    return said == "invulnerable"


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
        label=lambda w: picked(w, SAVE_WORDS),
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
    if normal and hits:
        cite("shooting.saves-normal")
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


@rule("shooting.example")
def worked_attack() -> tuple[str, str]:
    """The dice of the worked attack in the book: a slug rifle's, and those of its target in the open."""
    return "6 5 4 2", "6 4 1"
