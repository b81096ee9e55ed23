"""Attack dice and their re-rolls (chapter dice): picked up once, also for a command point."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from xenotable.engine import Ask, Choose, Flow, Forecast, Roll, rule
from xenotable.games.killteam.content import FACES, Reroll
from xenotable.games.killteam.rules.ploys import buying
from xenotable.games.killteam.rules.shooting.terms import (
    ATTACK,
    CRITICAL,
    HIT,
    KEEP,
    MISS,
    ONE,
    ONE_DIE,
    PICKED,
    POOL,
    Dice,
    Shot,
    Terms,
    attack_dice_odds,
)
from xenotable.games.killteam.state import KillTeam
from xenotable.odds import ATTACKER

ONE_OF_ANY = Reroll(most=1)  # a Command Re-roll
NAMED = {dice: name for name, dice in PICKED.items()}
MANY = 6  # Command Re-rolls offered in one attack: no pool is larger


@rule("dice.command-reroll", neutral=lambda *_: 0)
def rerolls_left(game: KillTeam, seat: int) -> int:
    """How many Command Re-rolls this player could pay for."""
    return min(MANY, game.sides[seat].cp)


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
        names=FACES,
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


def pay_for_reroll(game: KillTeam, ask: Ask[Any], value: Any) -> None:
    """A Command Re-roll is paid for, and told, before its die falls."""
    if ask.key == "command" and value != KEEP:
        buying.pay(game, ask.seat, 1)
        game.tell("{who} paid 1 CP for a Command Re-roll.", "dice.command-reroll", who=game.seat_name(ask.seat))


@POOL.step("command")
@ATTACK.step("command")
@rule("dice.command-reroll", neutral=lambda t, s: s)
def command_reroll(t: Terms, s: Shot) -> Flow[Shot]:
    """Any number of times, once per die, while command points last."""
    while t.command[0] > s.paid[0] and (which := rerollable_kinds(t, s)) != (KEEP,):
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


def dice_to_pick_up(t: Terms, s: Shot, by: Reroll) -> Dice:
    """How many dice of each kind have not been re-rolled and may be picked up."""
    return (
        s.ones if ONE in by.dice else 0,
        s.misses if MISS in by.dice else 0,
        s.hits if HIT in by.dice else 0,
        s.crits if t.free and CRITICAL in by.dice else 0,
    )


def ways_to_pick_up(t: Terms, s: Shot, by: Reroll) -> tuple[Dice, ...]:
    """All choices that a re-roll gives: of a single die, none comes first, else as many failed dice as there are."""
    most = dice_to_pick_up(t, s, by)
    if by.most == 1:
        return (PICKED[KEEP], *(PICKED[face] for face, n in zip(FACES, most, strict=True) if n))
    ones, misses, hits, crits = most
    return tuple(
        (a, b, c, d)
        for d in range(crits + 1)
        for c in range(hits + 1)
        for b in range(misses, -1, -1)
        for a in range(ones, -1, -1)
        if not by.most or a + b + c + d <= by.most
    )


def rerollable_kinds(t: Terms, s: Shot, by: Reroll = ONE_OF_ANY) -> tuple[str, ...]:
    """What a single re-roll can pick up, by name."""
    return tuple(NAMED[way] for way in ways_to_pick_up(t, s, by))


def one_attack_die(t: Terms, s: Shot, by: str, rule: str, which: str) -> Forecast:
    """What picking up a die of this kind brings."""
    return attack_dice_odds(t, s, by, rule, PICKED[which])
