"""Which lists are too strong: every pair of ready-made lists plays mirrored battles; rates come with intervals."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec

from xenotable.engine import Match
from xenotable.faults import Fault
from xenotable.games import game
from xenotable.lab.simulating import ready_for
from xenotable.players import play_out, player
from xenotable.players.trials import wilson


class Pair(msgspec.Struct, frozen=True):
    """How the first list fared against the second. Draws count half for each in the rate."""

    first: str
    second: str
    wins: int
    draws: int
    games: int

    @property
    def rate(self) -> float:
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(round(self.wins + self.draws / 2), self.games)


class Bout(msgspec.Struct, frozen=True):
    """One battle of a pair: the same scenario and dice twice, seats changed."""

    game: str
    first: str
    second: str
    n: int
    seed: int
    level: str


def play_bout(bout: Bout) -> float | None:
    """What the first list got: 1 a win, 0.5 a draw, 0 a loss; None when no scenario suits the two."""
    title = game(bout.game)
    turned = bout.n % 2 == 1
    rnd = random.Random(f"{bout.seed}:{bout.first}:{bout.second}:{bout.n // 2}")
    lists = (bout.second, bout.first) if turned else (bout.first, bout.second)
    setup = title.pairing(*lists, chain([spread(bout)], iter(rnd.random, None)).__next__)
    if setup is None:
        return None
    match: Match[Any] = Match(title.new(setup), rnd.randbytes(16), live=False)
    play_out(match, {s: player(bout.level, title, f"{bout.seed}:{bout.n}:{s}") for s in range(match.game.seats)})
    result = match.game.result
    if result is None or not result.winners:
        return 0.5
    return 1.0 if (1 if turned else 0) in result.winners else 0.0


def spread(bout: Bout) -> float:
    """A number from 0 to 1 for what is drawn first, the scenario: those of one pair of lists lie evenly (steps of the
    golden section), so that each scenario comes equally often in any number of battles."""
    start = random.Random(f"{bout.seed}:{bout.first}:{bout.second}").random()
    return (start + bout.n // 2 * (5**0.5 - 1) / 2) % 1


def bouts(name: str, lists: Sequence[str], games: int, seed: int, level: str) -> Iterator[Bout]:
    for first, second in combinations(lists, 2):
        for n in range(games):
            yield Bout(name, first, second, n, seed, level)


def play_bouts(
    name: str, lists: Sequence[str], games: int, seed: int, level: str, jobs: int
) -> Iterator[tuple[Bout, float | None]]:
    """Every battle with its outcome, in order; the same for any number of jobs."""
    todo = list(bouts(name, lists, games, seed, level))
    if jobs <= 1:
        ready_for(name, len(todo))
        yield from ((b, play_bout(b)) for b in todo)
        return
    many = (name, len(todo) // jobs)
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=ready_for, initargs=many) as pool:
        yield from zip(todo, pool.map(play_bout, todo, chunksize=2), strict=True)


def pairs(outcomes: Sequence[tuple[Bout, float | None]]) -> list[Pair]:
    found: dict[tuple[str, str], list[float]] = {}
    for bout, got in outcomes:
        if got is not None:
            found.setdefault((bout.first, bout.second), []).append(got)
    return [Pair(a, b, g.count(1.0), g.count(0.5), len(g)) for (a, b), g in found.items()]


def overall(rows: Sequence[Pair]) -> dict[str, float]:
    """The share of its battles that each list won, every pairing counting alike; the strongest first."""
    shares: dict[str, list[float]] = {}
    for r in rows:
        shares.setdefault(r.first, []).append(r.rate)
        shares.setdefault(r.second, []).append(1 - r.rate)
    return dict(sorted(((n, sum(v) / len(v)) for n, v in shares.items()), key=lambda x: -x[1]))


def leagues(rows: Sequence[Pair]) -> list[list[str]]:
    """The lists that fought each other, together: armies of another size are another league."""
    found: list[list[str]] = []
    for r in rows:
        mine = [x for x in found if r.first in x or r.second in x]
        found = [x for x in found if x not in mine]
        found.append(list(dict.fromkeys([*(n for x in mine for n in x), r.first, r.second])))
    return found


def draw_matrices(rows: Sequence[Pair], title: str, out: Path) -> None:
    """The matrices as a picture, one for each league."""
    try:
        import matplotlib
    except ImportError:
        raise Fault("A plot needs the extra `lab`: pip install 'xenotable[lab]'.") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    groups = leagues(rows)
    widths = [1.6 + 0.9 * len(names) for names in groups]
    height = 1.6 + 0.9 * max(map(len, groups), default=1)
    figure, cells = pyplot.subplots(
        1, len(groups), figsize=(sum(widths), height), width_ratios=widths, squeeze=False, layout="constrained"
    )
    for axes, names in zip(cells[0], groups, strict=True):
        _matrix(axes, names, rows)
    figure.suptitle(f"{title}\nshare of wins of the list on the left, with its 95 % interval")
    figure.savefig(out, dpi=120)
    pyplot.close(figure)


def _matrix(axes: Any, names: Sequence[str], rows: Sequence[Pair]) -> None:
    grid = [[float("nan")] * len(names) for _ in names]
    for r in rows:
        if r.first in names:
            i, j = names.index(r.first), names.index(r.second)
            grid[i][j], grid[j][i] = r.rate, 1 - r.rate
            low, high = r.interval
            for x, y, a, b in ((j, i, low, high), (i, j, 1 - high, 1 - low)):
                ink = {"ha": "center", "va": "center", "color": "white" if abs(grid[y][x] - 0.5) > 0.3 else "black"}
                axes.text(x, y - 0.12, f"{grid[y][x]:.0%}", weight="bold", **ink)
                axes.text(x, y + 0.22, f"{a:.0%}\u2013{b:.0%}", size="x-small", **ink)
    axes.imshow(grid, cmap="RdBu", vmin=0.0, vmax=1.0)
    axes.set_xticks(range(len(names)), names, rotation=40, ha="right")
    axes.set_yticks(range(len(names)), names)
