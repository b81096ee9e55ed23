"""One match as a row of numbered choices: the common ground of all learning environments.

At each turn one seat has candidates, those of all asks that stand open for it, and perhaps to wait. They depend on the
seed and on what has happened only, never on how often somebody looks.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from xenotable.engine import Ask, First, Match, Title, View, Wait
from xenotable.faults import Fault
from xenotable.players import Decision, Player, Stall

WIDTH = 64  # candidates that an action can point at
EACH = 32  # of them wanted of an ask whose answers cannot be listed
PACE = 500  # milliseconds of the match clock that a decision takes, where one runs: else placing would have no end
PATIENCE = Wait(5_000)
REPEATS = 24  # how often one ask that is put again and again may be answered, while there is anything else to do
LIMIT = 20_000  # decisions after which a match is broken off: no game is known that comes near


class Candidate(NamedTuple):
    """A legal answer to one of the open asks, and the ask's id; without an ask it is to wait."""

    ask: Ask[Any] | None
    value: Any
    id: str = ""


WAITS = Candidate(None, PATIENCE)


class Turn(NamedTuple):
    """Who decides now, and among what."""

    seat: int
    candidates: Sequence[Candidate]


class Episode:
    """A match between whoever asks for `turn()` and calls `play(n)`, and machines in other seats."""

    def __init__(
        self,
        match: Match[Any],
        seed: int | str = 0,
        machines: Mapping[int, Player] | None = None,
        width: int = WIDTH,
        limit: int = LIMIT,
    ) -> None:
        self.match, self.seed, self.machines, self.width, self.limit = match, seed, machines or {}, width, limit
        self.decisions = 0
        self.idle: set[int] = set()  # seats that wait, until something happens
        self.stalled = False  # all waited although no clock runs: somebody must act
        self.answers: Counter[str] = Counter()  # by the id of the ask
        self._turn: Turn | None = None

    @property
    def over(self) -> bool:
        """The rules have ended it."""
        return self.match.over

    @property
    def cut(self) -> bool:
        """It was broken off."""
        return not self.over and self.decisions >= self.limit

    def turn(self) -> Turn | None:
        """Who decides now; machines play and time passes until somebody does. None: it has ended."""
        while self._turn is None and self.match.open and not self.cut:
            seat = self._next_seat()
            if seat is None:
                self._pass_time()
            elif seat in self.machines:
                self._let_decide(seat)
            elif candidates := self.candidates(seat):
                self._turn = Turn(seat, candidates)
            else:
                self.idle.add(seat)
        return self._turn

    def play(self, n: int) -> None:
        """Takes a candidate of the turn by its number."""
        turn = self.turn()
        if turn is None:
            raise Fault("The match has ended.")
        self.take(turn.seat, turn.candidates[n])

    def take(self, seat: int, chosen: Candidate) -> None:
        """The seat decides so."""
        self._turn = None
        self.decisions += 1
        if chosen.ask is None:
            self.idle.add(seat)
            return
        at = self.match.find(seat, chosen.id)
        if at is None:
            raise Fault(f"{chosen.ask.key!r} is not open any more.")
        self.answers[chosen.id] += 1
        self._play(chosen.value, at)
        if self.match.due() is not None:
            self.match.tick(self.match.now + PACE)

    def candidates(self, seat: int) -> list[Candidate]:
        """What this seat can do now. Of more than `width` as many are drawn; each ask keeps its share."""
        asks = View(self.match, seat).undecided()
        fresh = [ask for ask in asks if self.answers[self.match.id(ask)] < REPEATS] or asks
        found = [[Candidate(ask, value, self.match.id(ask)) for value in self._values(ask)] for ask in fresh]
        waits = [WAITS] if any(found) and self._may_wait(seat) else []
        room = self.width - len(waits)
        while sum(map(len, found)) > room:
            longest = max(found, key=len)
            longest.pop(int(self._random("drop", seat, len(longest)).random() * len(longest)))
        return [*(candidate for of_ask in found for candidate in of_ask), *waits]

    # ---- the course of the match -----------------------------------------------------------------------------------

    def _next_seat(self) -> int | None:
        """The first that has something to decide and does not wait. Where several act at once the turn goes round."""
        match = self.match
        asks, held = match.open, match.held
        first = len(match.tape) % len(asks) if type(match.top) is First else 0
        for i in (*range(first, len(asks)), *range(first)):
            seat: int = asks[i].seat
            if i not in held and not asks[i].aside and seat not in self.idle:
                return seat
        return None

    def _may_wait(self, seat: int) -> bool:
        """While a clock runs, or somebody else can go on."""
        if self.match.due() is not None or self.stalled:
            return not self.stalled
        others = (ask.seat for i, ask in enumerate(self.match.open) if i not in self.match.held and not ask.aside)
        return type(self.match.top) is First and any(s != seat and s not in self.idle for s in others)

    def _pass_time(self) -> None:
        """All wait."""
        due = self.match.due()
        if due is not None:
            self.match.tick(min(due, self.match.now + PATIENCE.ms))
        elif self.stalled:
            raise Stall(f"Nobody can go on: {[ask.key for ask in self.match.open]}.")
        else:
            self.stalled = True
        self.idle.clear()

    def _let_decide(self, seat: int) -> None:
        said = self.machines[seat].decide(View(self.match, seat))
        if isinstance(said, Decision):
            at = self.match.find(seat, said.key)
            if at is None:
                raise Fault(f"Seat {seat} answers {said.key!r}, which nobody asked.")
            self.decisions += 1
            self._play(said.value, at)
        else:
            self.idle.add(seat)

    def _play(self, value: Any, at: int) -> None:
        self.idle.clear()
        self.stalled = False
        self.match.play(value, at)

    def _values(self, ask: Ask[Any]) -> Sequence[Any]:
        return ask.candidates(EACH, self._random(self.match.id(ask)).random)

    def _random(self, *about: object) -> random.Random:
        return random.Random(f"{self.seed}:{len(self.match.tape)}:{self.match.now}:{about}")


def begin(
    title: Title[Any],
    seed: str,
    offer: str = "",
    machines: Callable[[int, str], Mapping[int, Player]] = lambda seats, seed: {},
    limit: int = LIMIT,
) -> Episode:
    """A new match: a ready battle, or any legal one. `machines` says, for so many seats, in which of them machines sit;
    in the others sits whoever learns."""
    rnd = random.Random(seed)
    setup = title.offered(offer).setup if offer else title.random_setup(rnd.random)
    match = Match(title.new(setup), rnd.randbytes(16), live=False)
    return Episode(match, seed, machines(match.game.seats, seed), limit=limit)
