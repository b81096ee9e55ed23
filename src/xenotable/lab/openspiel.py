"""A game as OpenSpiel sees it, so that its algorithms can be tried: `load("docs/duel.py")`.

Decisions are numbered candidates, the same in every visit of the same information state. Dice are chance nodes with one
outcome for each way they can fall into the classes that the rule reads. What a player knows is the story of its own
answers, of what others did openly, and of the dice; `resample_from_infostate` is `imagine`. Games that draw from bags
and decks draw them from a seed: their draws are no chance nodes, so the search trees of OpenSpiel fit games of dice.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pyspiel

from xenotable.engine import All, Match, Roll, TypedIn, View
from xenotable.games import game as game_named

WIDTH = 8  # candidates of each decision
LONGEST = 1000  # decisions and dice of a match
OUTCOMES = 1024  # of one roll

Counts = tuple[int, ...]


def load(name: str, offer: str = "") -> pyspiel.Game:
    """The game of this name, or of this file, as OpenSpiel loads its own."""
    title = game_named(name)
    short = f"xenotable_{title.id}"
    if short not in pyspiel.registered_names():
        seats = title.new(title.offers()[0].setup).seats
        pyspiel.register_game(game_type(short, title.title, seats), Spiel)
    return pyspiel.load_game(short, {"name": name, "offer": offer})


def game_type(short: str, long: str, seats: int) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=short,
        long_name=long,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={"name": "", "offer": ""},
    )


class Spiel(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A title and one of its ready battles."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.title = game_named(given["name"])
        self.setup = (self.title.offered(given["offer"]) if given.get("offer") else self.title.offers()[0]).setup
        seats = self.title.new(self.setup).seats
        info = pyspiel.GameInfo(
            num_distinct_actions=WIDTH,
            max_chance_outcomes=OUTCOMES,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(f"xenotable_{self.title.id}", self.title.title, seats), info, given)

    def new_initial_state(self) -> State:
        """The first decision."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Strings:
        """What a player knows, in words."""
        return Strings()


class Strings:
    """OpenSpiel's observer: strings alone, no numbers (those are in `xenotable.lab.encoding`)."""

    def __init__(self) -> None:
        self.tensor, self.dict = None, dict[str, Any]()

    def set_from(self, state: State, player: int) -> None:
        """Nothing to fill."""

    def string_from(self, state: State, player: int) -> str:
        """What the player knows."""
        return state.information_state_string(player)


class Position:
    """Where a match stands, with the story so far as each seat knows it. OpenSpiel copies it; it forks."""

    def __init__(self, match: Match[Any], story: tuple[tuple[int | None, str, str], ...] = ()) -> None:
        self.match, self.story = match, story

    def __deepcopy__(self, memo: Any) -> Position:
        return Position(self.match.fork(), self.story)

    def known(self, seat: int) -> str:
        """The story as this seat knows it: of secret answers of others that they were given."""
        return "; ".join(said if to in (None, seat) else hidden for to, said, hidden in self.story)

    def deciding(self) -> int | None:
        """The number of the open ask that is next; those that are answered unseen come one after the other."""
        return next((i for i in range(len(self.match.open)) if i not in self.match.held), None)

    def falls(self) -> list[tuple[Counts, float]]:
        """How the dice that are to be rolled can fall."""
        ask = self.match.open[self.deciding() or 0]
        return list(outcomes(ask)) if isinstance(ask, Roll) else []

    def candidates(self) -> list[Any]:
        """Answers to it; they follow from what its seat knows."""
        ask = self.match.open[self.deciding() or 0]
        rnd = random.Random(self.known(ask.seat))
        found = list(ask.candidates(WIDTH, rnd.random))
        return sorted(rnd.sample(found, WIDTH), key=found.index) if len(found) > WIDTH else found

    def play(self, n: int) -> None:
        """Goes on with an answer, or with dice that fall so."""
        at = self.deciding()
        assert at is not None
        ask, unseen = self.match.open[at], type(self.match.top) is All
        if isinstance(ask, Roll):
            counts = self.falls()[n][0]
            said, value, to = f"{ask.key} {counts}", faces_of(ask, counts), None
        else:
            value = self.candidates()[n]
            to = ask.seat if ask.secret or unseen else None
            said = f"{ask.seat} {ask.key} {value}"
        self.story += ((to, said, f"{ask.seat} {ask.key} ?"),)
        self.match.play(value, at)


class State(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position of OpenSpiel. Simultaneous answers come one after the other, unseen."""

    def __init__(self, game: Spiel) -> None:
        super().__init__(game)
        self.position = Position(Match(game.title.new(game.setup), TypedIn(0), live=False))

    def current_player(self) -> int:
        """Who decides, chance or nobody."""
        at = self.position.deciding()
        if at is None:
            return int(pyspiel.PlayerId.TERMINAL)
        ask = self.position.match.open[at]
        return int(pyspiel.PlayerId.CHANCE) if isinstance(ask, Roll) else int(ask.seat)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.position.candidates())))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """How the dice can fall, by classes, with their chances."""
        return [(n, p) for n, (_, p) in enumerate(self.position.falls())]

    def _apply_action(self, action: int) -> None:
        self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"dice {self.position.falls()[action][0]}"
        return str(self.position.candidates()[action])

    def is_terminal(self) -> bool:
        """The match is over."""
        return bool(self.position.match.over)

    def returns(self) -> list[float]:
        """1 for a victory, -1 for a defeat, 0 for a draw and until the end."""
        match = self.position.match
        results = match.title.results(match.game)
        return [2 * result - 1 for result in results] if results else [0.0] * match.game.seats

    def information_state_string(self, player: int | None = None) -> str:
        """All that the player has seen and done, in order."""
        seat = self.current_player() if player is None else player
        return f"{seat}| {self.position.known(seat)}"

    def observation_string(self, player: int | None = None) -> str:
        """What the player sees now."""
        seat = self.current_player() if player is None else player
        return View(self.position.match, seat).encoded().decode()

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> State:
        """A position that the player may hold possible: fresh dice, the secrets of others dealt anew."""
        other: State = self.clone()
        world = self.position.match.imagine(player, str(probability_sampler()))
        world.dice = TypedIn(str(probability_sampler()))
        known = tuple((to, s if to in (None, player) else hidden, hidden) for to, s, hidden in self.position.story)
        other.position = Position(world, known)
        return other

    def __str__(self) -> str:
        return "; ".join(said for _, said, _ in self.position.story)


def outcomes(ask: Roll) -> Iterator[tuple[Counts, float]]:
    """Every way that so many dice can fall into the classes of a roll, with its chance."""
    bounds = (1, *ask.cuts, ask.sides + 1)
    shares = [(high - low) / ask.sides for low, high in pairwise(bounds)]
    for counts in splits(ask.n, len(shares)):
        ways = math.factorial(ask.n) / math.prod(math.factorial(n) for n in counts)
        chance = ways * math.prod(share**n for share, n in zip(shares, counts, strict=True))
        if chance > 0:
            yield counts, chance


def splits(n: int, parts: int) -> Iterator[Counts]:
    if parts == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in splits(n - first, parts - 1):
            yield first, *rest


def faces_of(ask: Roll, counts: Counts) -> tuple[int, ...]:
    """Dice that fall so: the lowest face of each class."""
    lowest = (1, *ask.cuts)
    return tuple(lowest[i] for i, n in enumerate(counts) for _ in range(n))
