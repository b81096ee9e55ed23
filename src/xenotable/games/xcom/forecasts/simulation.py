"""Simulation: whole games by machine roles, and one task again and again from a position."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import msgspec

from xenotable.engine import Choose, Match, Seeded, is_legal, rule
from xenotable.games.xcom.content import book
from xenotable.games.xcom.forecasts.dice import Outcome, policy
from xenotable.games.xcom.rules.setup.pieces import new
from xenotable.games.xcom.state import POOL, Setup, Xcom

LIMIT = 50_000  # decisions; no game comes near it


class Summary(msgspec.Struct, frozen=True):
    games: int
    wins: int
    ends: dict[str, int]
    rounds: float
    ufos: float  # averages per round from here on
    damage: float
    lost: float
    techs: float
    missions: float

    @property
    def rate(self) -> float:
        return self.wins / self.games


@rule("odds.simulate")
def simulate(n: int, difficulty: str, plan: str = "", seed: int = 0, timer: str = "off") -> Summary:
    """n games by four machine roles; without a plan they are spread evenly over the five."""
    plans = [plan] if plan else list(book().plans)
    ends: Counter[str] = Counter()
    sums: Counter[str] = Counter()
    wins = 0
    for i in range(n):
        game = play_game(Setup(difficulty, plans[i % len(plans)], timer), f"{seed}:{i}").game
        assert game.result is not None
        ends[game.result.rule] += 1
        wins += bool(game.result.winners)
        sums["rounds"] += game.now.round
        sums["ufos"] += game.now.orbit + sum(c.ufos for c in game.continents.values())
        sums["damage"] += game.now.damage
        sums["lost"] += sum(u.place == POOL for u in game.units.values())
        sums["techs"] += sum(book().cards[c].deck == "tech" for c in game.cards)
        sums["missions"] += sum(r.mission == "completed" for r in game.reports.values())
    per = {k: v / max(1, sums["rounds"]) for k, v in sums.items()}
    return Summary(
        n, wins, dict(ends), sums["rounds"] / n, per["ufos"], per["damage"], per["lost"], per["techs"], per["missions"]
    )


def play_game(setup: Setup, seed: str, live: bool = False) -> Match[Xcom]:
    """One game to its end."""
    match = Match(new(setup), seed, live=live)
    rnd = random.Random(seed).random
    for _ in range(LIMIT):
        if match.over:
            return match
        step(match, rnd)
    raise RuntimeError(f"The game {seed} does not end.")


def step(match: Match[Xcom], rnd: Callable[[], float]) -> None:
    """The first role that has something to do does it; if nobody has, time passes."""
    advise = match.title.advise
    assert advise is not None
    for i, ask in enumerate(match.open):
        advice = advise(match, ask.seat, ask, rnd)
        if advice is not None and is_legal(ask.check(ask.shape(advice[0]))):
            match.play(advice[0], i)
            return
    due = match.due()
    if due is None:
        raise RuntimeError(f"Nobody goes on in {match.game.scenes[-1]}.")
    match.tick(min(due, match.now + 1_000))


@rule("odds.simulate-task")
def repeat_task(match: Match[Xcom], n: int, k: int = 5, seed: int = 0) -> tuple[float, float, Outcome]:
    """The task that waits for a decision to push, n times by the policy "roll while threat is at most k": how often it
    was completed, how often it ended with a loss, and the exact figures."""
    throw = match.game.throws[0]
    dice = len(throw.units) + throw.more
    exact = policy(dice, throw.need, match.game.now.threat, k)
    done = lost = 0
    for i in range(n):
        world = match.fork(Seeded(f"{seed}:{i}"))
        hurt = {u: world.game.units[u] for u in throw.units}
        while not world.over and world.open[0].key == "push" and world.game.throws[0].spot == throw.spot:
            ask = world.open[0]
            assert isinstance(ask, Choose)
            world.play(world.game.now.threat <= k)
        lost += any(world.game.units[u].exhausted or world.game.units[u].place == POOL for u in hurt)
        done += _left(world.game, throw.spot, throw.need) <= 0
    return done / n, lost / n, exact


def _left(game: Xcom, spot: str, need: int) -> int:
    if spot == "orbit":
        return game.now.orbit
    if spot in game.continents:
        return game.continents[spot].ufos
    return need if game.labs[spot].tech else 0
