"""Combats of best play against best play on bare numbers, for previews: what `exact.fight_odds` gives of wounds,
Stun and Reap, several times as fast. The rules of blows are those of chapter fighting; tests hold the two together."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from xenotable.engine import cite
from xenotable.games.killteam.content import are_counted
from xenotable.games.killteam.forecasts.exact import KILL, Fighter, fight_odds, pool_odds

# Of attacker and defender: wounds left, APL lost, and how often each struck critically with a Reap weapon.
End = tuple[int, int, int, int, int, int]
NEVER = 4 * KILL
Play = Callable[[int, int, int, int, int, int, int, int, int, int, int], tuple[int, End]]


def best_ends(a: Fighter, d: Fighter) -> dict[End, float]:
    """How a combat can end, with the chance of each end."""
    cite("odds.fight-best")
    cite("odds.output-fight")
    cite("odds.policy-names")
    if not are_counted((*a.rules, *d.rules)):  # this look-ahead does not know what they do to blows
        return {(*last.wounds, *last.stunned, *last.reaped): p for last, p in fight_odds(a, d).items()}
    play, ends = _player(a, d), dict[End, float]()
    yours = pool_odds(d)
    for (ah, ac), p in pool_odds(a).items():
        for (dh, dc), q in yours.items():
            end = play(0, ah, ac, dh, dc, a.wounds, d.wounds, 0, 0, 0, 0)[1]
            ends[end] = ends.get(end, 0.0) + p * q
    return ends


@lru_cache(16)
def _player(a: Fighter, d: Fighter) -> Play:
    """Looks ahead from: side, its hits and critical hits, the other's, wounds of both, critical strikes of both with
    Stun and with Reap. Remembered, because a choice is looked at more than once."""
    both = (a, d)
    normal, critical, full = (a.normal, d.normal), (a.critical, d.critical), (a.wounds, d.wounds)
    stun = [int(any(name == "Stun" for name, _ in f.rules)) for f in both]
    reap = [int(any(name == "Reap" for name, _ in f.rules)) for f in both]
    brutal = [any(name == "Brutal" for name, _ in f.rules) for f in both]

    @cache
    def play(
        me: int, mh: int, mc: int, yh: int, yc: int, mw: int, yw: int, mk: int, yk: int, mr: int, yr: int
    ) -> tuple[int, End]:
        foe = 1 - me
        if not (mw > 0 and yw > 0 and (mh or mc or yh or yc)):
            value = full[foe] - yw + KILL * (yw <= 0) - full[me] + mw - KILL * (mw <= 0)
            return value, (yw, mw, mk // 2, yk // 2, yr, mr) if me else (mw, yw, yk // 2, mk // 2, mr, yr)
        if not (mh or mc):
            value, end = play(foe, yh, yc, mh, mc, yw, mw, yk, mk, yr, mr)
            return -value, end
        # In the order in which ties are broken; what is best for this side is worst for the other, who answers.
        best, end = NEVER, (0, 0, 0, 0, 0, 0)
        if mc:
            lost = 1 if stun[me] and not mk and yh else 0
            struck = mk + stun[me] if mk < 2 else 2
            left = max(0, yw - critical[me])
            best, end = play(foe, yh - lost, yc, mh, mc - 1, left, mw, yk, struck, yr, mr + reap[me])
        if mh:
            said = play(foe, yh, yc, mh - 1, mc, max(0, yw - normal[me]), mw, yk, mk, yr, mr)
            if said[0] < best:
                best, end = said
        if mc and yc:
            said = play(foe, yh, yc - 1, mh, mc - 1, yw, mw, yk, mk, yr, mr)
            if said[0] < best:
                best, end = said
        if mh and yh and not brutal[foe]:
            said = play(foe, yh - 1, yc, mh - 1, mc, yw, mw, yk, mk, yr, mr)
            if said[0] < best:
                best, end = said
        if mc and yh:
            said = play(foe, yh - 1, yc, mh, mc - 1, yw, mw, yk, mk, yr, mr)
            if said[0] < best:
                best, end = said
        return -best, end

    return play
