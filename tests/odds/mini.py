"""A small attack and a small fight, shaped like those of the games: what the tests of the odds run."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from xenotable.engine import Choose, Confirm, Dice, Draw, Flow, Roll, Row, rule
from xenotable.odds import ATTACKER, DEFENDER, Exchange, prefer


class Terms(Row, frozen=True):
    attacks: int = 4
    skill: int = 3
    lethal: int = 6
    normal: int = 3
    critical: int = 4
    defence: int = 3
    save: int = 4
    sides: int = 6


class Shot(Row, frozen=True):
    misses: int = 0
    hits: int = 0
    crits: int = 0
    saves: int = 0
    keeps: int = 0
    damage: int = 0


ATTACK = Exchange[Terms, Shot](
    "roll", "rerolls", "retained", "defence", "saves", "damage",
    specials=("Balanced", "Relentless", "Rending", "Severe"),
)  # fmt: skip


@ATTACK.step("roll")
@rule("mini.roll")
def roll(t: Terms, s: Shot) -> Flow[Shot]:
    cuts = (t.skill, t.lethal)
    misses, hits, crits = yield from Roll(seat=ATTACKER, key="attack", n=t.attacks, cuts=cuts, sides=t.sides)
    return replace(s, misses=misses, hits=hits, crits=crits)


def pick_up(t: Terms, s: Shot, which: tuple[int, int, int]) -> Flow[Shot]:
    cuts = (t.skill, t.lethal)
    m, h, c = yield from Roll(seat=ATTACKER, key="attack", n=sum(which), cuts=cuts, sides=t.sides, again=which)
    return replace(s, misses=s.misses - which[0] + m, hits=s.hits - which[1] + h, crits=s.crits - which[2] + c)


MISS, HIT = (1, 0, 0), (0, 1, 0)


@ATTACK.special("Balanced", at="rerolls")
@rule("mini.balanced", neutral=lambda t, s: s)
def balanced(t: Terms, s: Shot) -> Flow[Shot]:
    options = [o for o, n in ((None, 1), (MISS, s.misses), (HIT, s.hits)) if n]
    which = yield from Choose(seat=ATTACKER, key="balanced", among=lambda: options)
    return s if which is None else (yield from pick_up(t, s, which))


@ATTACK.special("Relentless", at="rerolls")
def relentless(t: Terms, s: Shot) -> Flow[Shot]:
    if not s.misses:
        return s
    return (yield from pick_up(t, s, (s.misses, 0, 0)))


@ATTACK.special("Rending", at="retained")
@rule("mini.rending", neutral=lambda t, s: s)
def rending(t: Terms, s: Shot) -> Flow[Shot]:
    if not (s.crits and s.hits and (yield from Confirm(seat=ATTACKER, key="rending"))):
        return s
    return replace(s, hits=s.hits - 1, crits=s.crits + 1)


@ATTACK.special("Severe", at="retained")
def severe(t: Terms, s: Shot) -> Shot:
    return replace(s, hits=s.hits - 1, crits=1) if s.hits and not s.crits else s


@ATTACK.step("defence")
@rule("mini.defence")
def defence(t: Terms, s: Shot) -> Flow[Shot]:
    s = replace(s, misses=0)
    if not (s.hits or s.crits):
        return s
    cuts = (t.save, t.sides)
    _, saves, keeps = yield from Roll(seat=DEFENDER, key="defence", n=t.defence, cuts=cuts, sides=t.sides)
    return replace(s, saves=saves, keeps=keeps)


@ATTACK.step("saves")
def saves(t: Terms, s: Shot) -> Flow[Shot]:
    ways = remains(s)
    hits, crits = ways[0]
    if len(ways) > 1:
        hits, crits = yield from Choose(seat=DEFENDER, key="saves", among=lambda: ways)
    return Shot(hits=hits, crits=crits)


def remains(s: Shot) -> list[tuple[int, int]]:
    """All (hits, crits) that may be left: a critical save stops either, two saves stop a critical, one stops a hit."""
    left = {
        (max(0, s.hits - (s.saves - 2 * pairs) - (s.keeps - by_keep)), s.crits - pairs - by_keep)
        for pairs in range(min(s.crits, s.saves // 2) + 1)
        for by_keep in range(min(s.crits - pairs, s.keeps) + 1)
    }
    return sorted(left)


@ATTACK.step("damage")
@rule("mini.damage")
def damage(t: Terms, s: Shot) -> Shot:
    return Shot(damage=s.hits * t.normal + s.crits * t.critical)


def least_damage(t: Terms, s: Shot, ask: Choose[tuple[int, int]]) -> tuple[int, int]:
    return min(ask.options(), key=lambda left: (left[0] * t.normal + left[1] * t.critical, left[1]))


USUAL: dict[str, Any] = {"balanced": prefer(MISS, None), "rending": True, "saves": least_damage}


def hurt(t: Terms, s: Shot) -> int:
    return s.damage


# ---- a fight: blows in turn, and chits from a bag -----------------------------------------------------------------


class Melee(Row, frozen=True):
    dice: tuple[int, int] = (2, 2)
    skill: int = 4
    hurts: int = 2
    bag: tuple[tuple[int, int], ...] = ((0, 1), (1, 2))


class Bout(Row, frozen=True):
    ours: int = 0
    theirs: int = 0
    wounds: tuple[int, int] = (3, 3)
    turn: int = 0
    grit: int = 0


FIGHT = Exchange[Melee, Bout]("ours", "theirs", "grit", "blow", "end")


@FIGHT.step("ours")
def ours(t: Melee, b: Bout) -> Flow[Bout]:
    _, hits = yield from Roll(seat=ATTACKER, key="ours", n=t.dice[0], cuts=(t.skill,))
    return replace(b, ours=hits)


@FIGHT.step("theirs")
def theirs(t: Melee, b: Bout) -> Flow[Bout]:
    _, hits = yield from Roll(seat=DEFENDER, key="theirs", n=t.dice[1], cuts=(t.skill,))
    return replace(b, theirs=hits)


@FIGHT.step("grit")
def grit(t: Melee, b: Bout) -> Flow[Bout]:
    drawn = yield from Draw(seat=DEFENDER, key="grit", bag=t.bag)
    return replace(b, wounds=(b.wounds[0], b.wounds[1] + drawn))


def over(t: Melee, b: Bout) -> bool:
    return not (min(b.wounds) > 0 and (b.ours or b.theirs))


@FIGHT.step("blow", until=over)
def blow(t: Melee, b: Bout) -> Flow[Bout]:
    me = b.turn
    mine, foes = (b.ours, b.theirs) if me == 0 else (b.theirs, b.ours)
    if not mine:
        return replace(b, turn=1 - me)
    options = ["strike", "parry"] if foes else ["strike"]
    do = yield from Choose(seat=me, key="blow", among=lambda: options)
    mine, foes = mine - 1, foes - (do == "parry")
    wounds = list(b.wounds)
    wounds[1 - me] -= t.hurts * (do == "strike")
    return Bout(*((mine, foes) if me == 0 else (foes, mine)), (wounds[0], wounds[1]), 1 - me)


@FIGHT.step("end")
def end(t: Melee, b: Bout) -> Bout:
    return Bout(wounds=(max(0, b.wounds[0]), max(0, b.wounds[1])))


def margin(t: Melee, b: Bout) -> int:
    return b.wounds[0] - b.wounds[1]


# ---- at the table ----------------------------------------------------------------------------------------------------


def play(flow: Flow[Any], dice: Dice, **said: Any) -> tuple[Any, list[tuple[int, str]]]:
    """Runs a flow as a match would, with answers by key; gives its result and who was asked what."""
    value: Any = None
    asked: list[tuple[int, str]] = []
    while True:
        try:
            ask = flow.send(value)
        except StopIteration as end:
            return end.value, asked
        asked.append((ask.seat, ask.key))
        if isinstance(ask, Roll):
            value = ask.counts(dice.roll(ask.n, ask.sides))
        elif isinstance(ask, Draw):
            value = dice.draw(ask.bag)
        else:
            value = said[ask.key.replace("-", "_")]
            assert not list(ask.check(value)), f"{value} is not allowed for {ask.key}"
