"""Growth: what a battle costs as armies grow, as figures (the exponent) and as plots in `docs/assets/`.

Whole battles: of random players of Xenocide by its models, of random players and of tacticians of Xenos Rampant by its
units. An exponent of 1 means twice the cost for twice the army; more units make more decisions, too. Setting a battle
up is not counted. Each is played several times by copies of this process, and the quickest counts: what else the
machine does only makes it slower.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.games import make_ready
from benchmarks.timing import REFERENCE, Figure, in_copy, spending
from xenotable.engine import Match
from xenotable.games import game
from xenotable.players import play_out, player

FOLDER = Path(__file__).parent.parent / "docs" / "assets"
POINTS = {"xenocide": (500, 1000, 2000), "rampant": (12, 18, 24, 30, 36)}
TITLES = {"xenocide": "Xenocide", "rampant": "Xenos Rampant"}
COUNTED = {"xenocide": "models", "rampant": "units"}
CURVES = (  # game, players, the plot, battles of each size
    ("xenocide", "random", "growth-xenocide", 6),
    ("rampant", "random", "growth-rampant", 6),
    ("rampant", "tactician", "growth-rampant-tacticians", 3),
)
COPIES = 2  # that play each battle


class Curve(NamedTuple):
    title: str
    size: str
    points: Sequence[tuple[float, float]]  # size, and millions of rounds of the loop

    @property
    def exponent(self) -> float:
        """Of the straight line through the logarithms."""
        logs = [(math.log(x), math.log(y)) for x, y in self.points]
        mx, my = (sum(column) / len(logs) for column in zip(*logs, strict=True))
        return sum((x - mx) * (y - my) for x, y in logs) / sum((x - mx) ** 2 for x, _ in logs)


def figures() -> list[Figure]:
    found = []
    FOLDER.mkdir(exist_ok=True)
    for name, level, plot, count in CURVES:
        make_ready(name)
        curve = curve_of(name, level, count)
        (FOLDER / f"{plot}.svg").write_text(drawn(curve), encoding="utf-8")
        found.append(Figure(f"growth: {curve.title}", curve.exponent, "exponent"))
    return found


def curve_of(name: str, level: str, count: int) -> Curve:
    players = "tacticians" if level == "tactician" else "random players"
    title = f"a battle of {TITLES[name]}, {players}, by its {COUNTED[name]}"
    return Curve(title, COUNTED[name], sorted(battles(name, level, count)))


def battles(name: str, level: str, count: int) -> Iterator[tuple[int, float]]:
    """How large each battle is, and what it costs."""
    for points in POINTS[name]:
        for n in range(count):
            setup = setups(name, points, random.Random(f"{points}:{n}"))
            costs = [in_copy(partial(battle_cost, name, setup, level, n)) for _ in range(COPIES)]
            yield len(getattr(game(name).new(setup), COUNTED[name])), min(costs)


def setups(name: str, points: int, rnd: random.Random) -> Any:
    """A battle of this size: two ready armies of Xenocide, two random detachments of Xenos Rampant."""
    if name == "xenocide":
        from xenotable.games.xenocide.content import armies

        ready = [id for id in game(name).lists() if armies()[id].points == points]
        return game(name).pairing(*rnd.sample(ready, 2), rnd.random)
    from xenotable.games.rampant.rules.content import random_roster
    from xenotable.games.rampant.state import Setup

    reds, blues = (random_roster(side, points, rnd.random) for side in ("Reds", "Blues"))
    return Setup((reds, blues), "first-blood", points)


def battle_cost(name: str, setup: Any, level: str, seed: int) -> float:
    """Millions of rounds for a whole battle."""
    title = game(name)
    match = Match(title.new(setup), seed, live=False)
    with spending() as spent:
        play_out(match, {s: player(level, title, f"{seed}:{s}") for s in range(match.game.seats)})
    return spent.seconds * REFERENCE / 1e6


def drawn(curve: Curve) -> str:
    """The plot, for light and dark pages: its letters and lines have the colour of the text around it."""
    from xenotable.lab.report.plots import FAINT, INK, ONE, as_svg, pyplot, settings

    plt = pyplot()
    with plt.rc_context(settings(curve.title)):
        figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
        xs, ys = zip(*curve.points, strict=True)
        axes.loglog(xs, ys, "o", color=ONE, markersize=5)
        low, high = min(xs), max(xs)
        middle = math.exp(sum(map(math.log, ys)) / len(ys)), math.exp(sum(map(math.log, xs)) / len(xs))
        line = [middle[0] * (x / middle[1]) ** curve.exponent for x in (low, high)]
        axes.plot((low, high), line, color=INK, linewidth=1.2)
        axes.grid(True, which="both", color=FAINT, linewidth=0.3)
        axes.set_xlabel(curve.size)
        axes.set_ylabel("millions of rounds of the loop")
        says = f"What {curve.title} costs: it grows as {curve.size}^{curve.exponent:.2f}"
        axes.set_title(says, fontsize=10)
        found: str = as_svg(figure, says)
    head = '<svg xmlns="http://www.w3.org/2000/svg" style="color:#777;--faint:#999;--one:#2a7de1"'
    return found.replace("<svg", head, 1).replace('xmlns="http://www.w3.org/2000/svg" ', "", 1) + "\n"
