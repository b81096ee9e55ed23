"""Exact odds beside small decisions: a die picked up again, a D3, a test, which save to use. Whole attacks and combats
are in `forecasts`."""

from __future__ import annotations

from collections.abc import Mapping

from xenotable.engine import Chance, Forecast
from xenotable.games.killteam.shooting import HIT, KEEP, MISS, ONE, Shot, Terms


def sixths(title: str, rule: str, faces: Mapping[str, int]) -> Forecast:
    """The classes of one die, by how many of its faces they have."""
    return Forecast(title, rule, chances=tuple(Chance(name, n / 6) for name, n in faces.items()))


def attack_die(t: Terms, s: Shot, which: str, rule: str) -> Forecast | None:
    """What an attack die becomes when it is rolled again."""
    if which == KEEP:
        return None
    top = max(t.skill, s.crit_from)
    word = {ONE: "A 1", MISS: "A miss", HIT: "A hit"}.get(which, "A critical hit")
    faces = {"critical hit": 7 - top, "normal hit": top - t.skill, "miss": t.skill - 1}
    return sixths(f"{word} rolled again", rule, faces)


def defence_die(s: Shot, which: str, rule: str) -> Forecast | None:
    """What a defence die becomes when it is rolled again."""
    if which == KEEP:
        return None
    word = "A failed die" if which == MISS else "A normal save"
    return sixths(f"{word} rolled again", rule, {"critical save": 1, "save": 6 - s.need, "fail": s.need - 1})


def d3_spread(title: str, rule: str, most: int, more: int = 0) -> Forecast:
    """A D3 and a bit, of which no more than `most` counts."""
    spread: dict[int, float] = {}
    for face in (1, 2, 3):
        n = min(most, face + more)
        spread[n] = spread.get(n, 0.0) + 1 / 3
    mean = sum(n * p for n, p in spread.items())
    return Forecast(title, rule, mean, "wounds", (), tuple(Chance(str(n), p) for n, p in sorted(spread.items())))


def save_choice(t: Terms, s: Shot, choice: str) -> Forecast:
    """The rest of the attack with the Save or with the Invulnerable Save."""
    from msgspec.structs import replace

    from xenotable.games.killteam.odds import saved_odds

    ends = saved_odds(replace(t, free=False, command=(0, 0), plate=False), s, choice)
    spread: dict[int, float] = {}
    for end, p in ends.items():
        spread[end.damage] = spread.get(end.damage, 0.0) + p
    kill = sum(p for d, p in spread.items() if d >= t.wounds)
    mean = sum(min(d, t.wounds) * p for d, p in spread.items())
    return Forecast(
        "With the Invulnerable Save" if choice == "invulnerable" else "With the Save",
        "odds.policy-defender-invulnerable",
        mean,
        "wounds",
        (Chance("incapacitated", kill),),
        tuple(Chance(str(d), p) for d, p in sorted(spread.items())),
    )
