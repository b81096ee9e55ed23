"""Growth: what a battle costs as armies grow, as figures (the exponent) and as plots in `docs/assets/`.

Whole battles of random players: Xenocide by its models, Xenos Rampant by its units. An exponent of 1 means twice the
cost for twice the army; more units make more decisions, too.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.timing import REFERENCE, Figure, spending
from xenotable.engine import Match
from xenotable.games import game
from xenotable.lab.playing import MANY, ready_for
from xenotable.players import play_out, player

FOLDER = Path(__file__).parent.parent / "docs" / "assets"
SIZES = (500, 1000, 2000)  # points of a battle of Xenocide
BATTLES = 3


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
    for name, curve in (("xenocide", xenocide()), ("rampant", rampant())):
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"growth-{name}.svg").write_text(drawn(curve), encoding="utf-8")
        found.append(Figure(f"growth: {curve.title}", curve.exponent, "exponent"))
    return found


def battle_cost(name: str, setup: Any, seed: int) -> float:
    """Millions of rounds for a whole battle of random players."""
    title = game(name)
    match = Match(title.new(setup), seed, live=False)
    with spending() as spent:
        play_out(match, {s: player("random", title, f"{seed}:{s}") for s in range(match.game.seats)})
    return spent.seconds * REFERENCE / 1e6


def xenocide() -> Curve:
    from xenotable.games.xenocide.content import armies

    ready_for("xenocide", MANY)
    title, points = game("xenocide"), []
    for size in SIZES:
        ids = [id for id in title.lists() if armies()[id].points == size]
        for n in range(BATTLES):
            rnd = random.Random(f"{size}:{n}")
            first, second = rnd.sample(ids, 2)
            setup = title.pairing(first, second, rnd.random)
            models = len(title.new(setup).models)
            points.append((models, battle_cost("xenocide", setup, n)))
    return Curve("a battle of Xenocide by its models", "models", sorted(points))


def rampant() -> Curve:
    ready_for("rampant", MANY)
    title, points = game("rampant"), []
    for n in range(4 * BATTLES):
        rnd = random.Random(n)
        setup = title.random_setup(rnd.random)
        units = len(title.new(setup).units)
        points.append((units, battle_cost("rampant", setup, n)))
    return Curve("a battle of Xenos Rampant by its units", "units", sorted(points))


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
