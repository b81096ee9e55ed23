"""What blows do to a titan (rule "assault.titan-hits")."""

from __future__ import annotations

from xenotable.engine import Flow, rule
from xenotable.games.xenocide.rules.assault.casualties import spend, worth
from xenotable.games.xenocide.rules.titans.assault import Dice
from xenotable.games.xenocide.rules.titans.hits import BLOW, Blow, Hull, strike, wear_core
from xenotable.games.xenocide.state import Xenocide


@BLOW.step("core")
@rule("assault.titan-hits", neutral=lambda t, s: s)
def break_core(t: Blow, s: Hull) -> Hull:
    """A hit that is not blocked takes a core level; at core 0 it destroys the titan."""
    return s if s.blocked else wear_core(s)


# ---- being hit -------------------------------------------------------------------------------------------------------


@rule("assault.titan-hits", neutral=lambda dice, level: [])
def hits_on(dice: Dice, level: int) -> list[bool]:
    """The hits that successes make on a titan, each with or without Shatter: every complete group of sixes, or every
    single die once suppression has lowered its CAD to 6 or less."""
    if level <= 6:
        return [shatter for (_, _, shatter), n in sorted(dice.items()) for _ in range(n)]
    left = {k: n for k, n in dice.items() if k[0] == 6}
    found = []
    while worth(left) >= level - 5:
        found.append(spend(left, level - 5))
    return found


def wound_titan(game: Xenocide, t: str, dice: Dice, level: int, attacker: int) -> Flow[None]:
    """The blows on a titan; core levels that it loses count as casualties of the assault."""
    hits = hits_on(dice, level)
    if not hits:
        return
    game.tell("{t} is hit {n:time}.", "assault.titan-hits", t=t, n=len(hits))
    lost = yield from strike(game, t, hits, (attacker, game.units[t].seat))
    game.units.set(t, fallen=game.units[t].fallen + lost)
