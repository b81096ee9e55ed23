"""What is shown is what happens: every figure that is shown at an ask is compared with going on from there.

A game says how its forecasts are to be read, by the key of the ask:

class TestForetold(ForetoldContract):
    game = GAME
    readings = {"target": Reading(strike_figures, {"firefight": False})}

The match is explored from the ask over all dice (`xenotable.odds.explore`), which knows nothing of forecasts; each
figure must be the mean of what it says over all ends. `XENOTABLE_FORETOLD=20` looks at twenty times as many asks.
"""

from __future__ import annotations

import ast
import inspect
import os
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from xenotable.engine import Ask, Forecast, Match, Title, View
from xenotable.engine.dice import Seeded
from xenotable.odds import End, Explored, TooMany, explore
from xenotable.odds.policies import Policy
from xenotable.players import RandomPlayer, Tactician
from xenotable.players.running import _step

MORE = int(os.environ.get("XENOTABLE_FORETOLD", "1"))
CLOSE = 1e-6
# By these nobody does anything.
IDLE: tuple[Any, ...] = (None, False, 0, "", (), "end", "pass", "nothing", "no", "done")


class Figure(NamedTuple):
    """A figure on the screen, and what it says of one way in which things may go on: 1 or 0, or how many. None where
    that way ends too early to say."""

    what: str
    shown: float
    holds: Callable[[End], float | bool | None]


class Occasion(NamedTuple):
    """Somebody looks at the odds of an answer."""

    match: Match[Any]
    ask: Ask[Any]
    answer: Any
    forecasts: Sequence[Forecast]

    @property
    def game(self) -> Any:
        return self.match.game


class Reading(NamedTuple):
    """How the forecasts of an ask are read: their figures, and by which policy others choose on the way."""

    figures: Callable[[Occasion], Iterable[Figure]]
    policy: Policy | None = None
    until: Callable[[Any, Ask[Any]], bool] | None = None


def forecasts_of(ask: Ask[Any], answer: Any) -> Sequence[Forecast]:
    odds = getattr(ask, "odds", None)
    shown = odds(answer) if odds is not None else None
    if not shown:
        return ()
    return shown if isinstance(shown, list | tuple) else (shown,)


def chances_of(forecast: Forecast, holds: Mapping[str, Callable[[End], float | bool | None]]) -> Iterator[Figure]:
    """The chances of a forecast by their labels, each of which must be known."""
    for chance in forecast.chances:
        assert chance.label in holds, f"nobody can read {chance.label!r} of {forecast.title!r}"
        yield Figure(chance.label, chance.p, holds[chance.label])


def amount_of(forecast: Forecast, count: Callable[[End], int | None]) -> Iterator[Figure]:
    """The mean of a forecast, and how likely each number is."""
    if forecast.mean is not None:
        yield Figure(f"mean {forecast.unit}", forecast.mean, count)
    for chance in forecast.distribution:
        n = int(chance.label.split()[0])
        yield Figure(chance.label, chance.p, lambda end, n=n: None if (c := count(end)) is None else c == n)


def differences(occasion: Occasion, found: Explored, reading: Reading) -> Iterator[str] | None:
    """Figures that are not what happens; None if a way ends too early to say."""
    wrong = []
    for figure in reading.figures(occasion):
        values = [(end.p, figure.holds(end)) for end in found.ends]
        if any(value is None for _, value in values):
            return None
        happens = float(sum(p * value for p, value in values if value))
        if abs(happens - figure.shown) > CLOSE:
            wrong.append(f"{figure.what}: shown {figure.shown:.6f}, happens {happens:.6f}")
    return iter(wrong)


def played(title: Title[Any], seed: int, setup: Any, decisions: int) -> Iterator[Match[Any]]:
    """A match before each of its decisions; machines of two kinds play."""
    match = Match(title.new(setup), seed)
    kind = Tactician if seed % 2 and title.advise is not None else RandomPlayer
    players = {s: kind(title, f"{seed}:{s}") for s in range(match.game.seats)}
    views = {s: View(match, s) for s in range(match.game.seats)}
    for _ in range(decisions):
        if not match.open:
            return
        yield match
        _step(match, players, views)


class Rolled(Exception):
    """Dice fall."""


class Forbidden(Seeded):
    """Dice that must not be rolled."""

    __slots__ = ()

    def roll(self, n: int, sides: int = 6) -> bytes:
        if n:
            raise Rolled
        return b""

    def copy(self) -> Forbidden:
        return Forbidden(self.seed, self.block, self.pos, self.draws)


def rolls_dice(match: Match[Any], at: int, answer: Any) -> bool:
    """Whether dice fall after an answer before anybody has something to decide."""
    fork = match.fork(Forbidden(1))
    try:
        fork.play(answer, at)
        while len(fork.open) == 1 and not fork.open[0].always and (only := fork.open[0].only()):
            fork.play(only[0])
    except Rolled:
        return True
    return False


def keys_with_odds(title: Title[Any]) -> set[str]:
    """The keys of the asks in the rules of a game that are written with odds."""
    found = set()
    for file in Path(inspect.getfile(title.state)).with_name("rules").rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call):
                given = {keyword.arg: keyword.value for keyword in call.keywords}
                if "odds" in given and isinstance(key := given.get("key"), ast.Constant):
                    found.add(key.value)
    return found


class ForetoldContract:
    """Matches are played, and whoever is asked looks at the odds first."""

    game: ClassVar[Title[Any]]
    seeds: ClassVar[tuple[int, ...]] = (1, 2, 3, 4)
    decisions: ClassVar[int] = 300
    cases: ClassVar[int] = 12  # of each key that are compared
    ways: ClassVar[int] = 1500  # in which dice may fall; what has more is left to others
    readings: ClassVar[Mapping[str, Reading]]
    unread: ClassVar[Mapping[str, str]] = {}  # keys whose forecasts are not compared here, and why
    rolled_later: ClassVar[Mapping[str, str]] = {}  # keys without odds whose answers may lead to dice, and why

    def matches(self) -> Iterator[Match[Any]]:
        for seed in (s + len(self.seeds) * k for k in range(MORE) for s in self.seeds):
            yield from played(self.game, seed, self.game.random_setup(random.Random(seed).random), self.decisions)

    def occasions(self) -> Iterator[tuple[str, Occasion]]:
        seen: Counter[str] = Counter()
        for match in self.matches():
            for ask in match.open:
                key, rnd = ask.key.partition(":")[0], random.Random(len(match.tape))
                if getattr(ask, "odds", None) is None or seen[key] >= self.cases * MORE:
                    continue
                answers = list(ask.candidates(4, rnd.random))
                for answer in rnd.sample(answers, min(2, len(answers))):
                    if shown := forecasts_of(ask, answer):
                        seen[key] += 1
                        yield key, Occasion(match, ask, answer, shown)

    def test_what_is_shown_is_what_happens(self) -> None:
        compared: Counter[str] = Counter()
        wrong: list[str] = []
        for key, occasion in self.occasions():
            if key in self.unread:
                continue
            assert key in self.readings, f"nobody reads the odds of {key!r}: {occasion.forecasts[0]}"
            reading = self.readings[key]
            try:
                found = explore(
                    occasion.match, occasion.answer, occasion.match.id(occasion.ask),
                    policy=reading.policy, until=reading.until, story=True, ways=self.ways,
                )  # fmt: skip
            except TooMany:
                continue
            different = differences(occasion, found, reading)
            if different is not None:
                compared[key] += 1
                wrong += [f"{key} {occasion.answer!r}, {occasion.forecasts[0].title}: {what}" for what in different]
        print(f"{self.game.id}: {dict(compared)} compared")
        assert not wrong, "\n".join(wrong[:40])
        assert compared

    def test_the_odds_of_every_ask_are_read(self) -> None:
        """Also of those to which no match here comes. Keys that are worked out are known only when they are met."""
        assert keys_with_odds(self.game) <= {*self.readings, *self.unread}

    def test_no_click_rolls_dice_without_odds(self) -> None:
        blind: dict[str, str] = {}
        for match in self.matches():
            for at, ask in enumerate(match.open):
                key, rnd = ask.key.partition(":")[0], random.Random(len(match.tape))
                if key in blind or key in self.rolled_later:
                    continue
                for answer in [a for a in ask.candidates(2, rnd.random) if a not in IDLE][:3]:
                    if rolls_dice(match, at, answer) and not forecasts_of(ask, answer):
                        blind[key] = f"{answer!r} ({ask.rule}, {match.game.scenes[-1]})"[:300]
        assert not blind, "\n".join(f"{key}: {what}" for key, what in blind.items())
