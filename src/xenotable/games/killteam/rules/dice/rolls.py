"""D6, D3 and roll-offs (chapter dice), and the odds of one die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from xenotable.engine import Chance, Flow, Forecast, Roll, cite, rule
from xenotable.games.killteam.content import entry
from xenotable.games.killteam.state import KillTeam


@rule("dice.d6", neutral=lambda *_: True)
def meets(face: int, need: int) -> bool:
    """Is `need`+ met by this result?"""
    return face >= need


def face_of(faces: tuple[int, ...]) -> int:
    """The face of a single die that was cut at each face."""
    return faces.index(1) + 1


@rule("dice.result-modifiers", neutral=lambda face, *_: face)
def modified_result(face: int, *modifiers: int) -> int:
    """A result with its modifiers; it may leave the range of the die."""
    return face + sum(modifiers)


def one_die(seat: int, key: str, rule: str, prompt: str = "Roll a die") -> Flow[int]:
    """The face of one D6."""
    faces = yield from Roll(seat=seat, key=key, rule=entry(rule), prompt=prompt, n=1)
    return face_of(faces)


def d3(seat: int, key: str, rule: str, n: int = 1) -> Flow[int]:
    """The sum of n D3."""
    cite("dice.d3")
    ones, twos, threes = yield from Roll(
        seat=seat, key=key, rule=entry(rule), prompt="Roll {n} D3", args={"n": n}, n=n, cuts=(3, 5)
    )
    return ones + 2 * twos + 3 * threes


def roll_off(game: KillTeam, rule: str, again: bool = True) -> Flow[int | None]:
    """Who wins a roll-off. A tie is rolled again, or gives nobody where the rule says what a tie does.

    No rule of this game re-rolls a die of a roll-off, so nobody has anything to declare between the two dice.
    """
    while True:
        cite("dice.roll-off")
        mine = yield from one_die(0, "roll-off", rule)
        yours = yield from one_die(1, "roll-off", rule)
        game.tell(
            "Roll-off: {a} rolled {x}, {b} rolled {y}.", rule, a=game.seat_name(0), x=mine, b=game.seat_name(1), y=yours
        )
        cite("dice.roll-off-rerolls")
        if mine != yours:
            return 0 if mine > yours else 1
        if not again:
            return None


# ---- odds of one die


def sixths(title: str, rule: str, faces: Mapping[str, int]) -> Forecast:
    """The classes of one die, by how many of its faces they have."""
    return Forecast(title, rule, chances=tuple(Chance(name, n / 6) for name, n in faces.items() if n))


def d3_spread(title: str, rule: str, most: int, more: int = 0) -> Forecast:
    """A D3 and a bit, of which no more than `most` counts."""
    spread: dict[int, float] = {}
    for face in (1, 2, 3):
        n = min(most, face + more)
        spread[n] = spread.get(n, 0.0) + 1 / 3
    mean = sum(n * p for n, p in spread.items())
    return Forecast(title, rule, mean, "wounds", (), spread_of(spread))


def spread_of(spread: Mapping[int, float]) -> tuple[Chance, ...]:
    return tuple(Chance(str(n), p) for n, p in sorted(spread.items()))


def falls(title: str, rule: str, wounds: Sequence[tuple[str, int]]) -> list[Forecast]:
    """A D3 of mortal wounds for each of several operatives, by name and wounds left."""
    return [
        replace(d3_spread(f"{title}: {name}", rule, left), chances=(Chance("incapacitated", _from(left)),))
        for name, left in wounds
    ]


def _from(least: int) -> float:
    """The chance of a D3 to be so much."""
    return max(0, 4 - least) / 3
