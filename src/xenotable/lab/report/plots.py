"""Plots, drawn by matplotlib, as SVG inside of a page: text stays text, colours come from the page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from io import StringIO
from math import ceil
from pathlib import Path
from typing import Any

from xenotable.faults import Fault
from xenotable.lab.statistics.ratings import ELO, Ratings
from xenotable.lab.study import Arm
from xenotable.lab.summary import ArmFigures, Figures

# Stand-ins that the page replaces by its own colours.
INK, FAINT, ONE, TWO = "#010101", "#020202", "#030303", "#040404"
COLOURS = {INK: "currentColor", FAINT: "var(--faint)", ONE: "var(--one)", TWO: "var(--two)"}
MOST_TRAILS = 15


def pyplot() -> Any:
    """matplotlib, told to draw for a page; Fault if it is not there."""
    try:
        import matplotlib
    except ImportError:
        raise Fault("Plots need the extra `lab`: pip install 'xenotable[lab]'.") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def settings(salt: str) -> dict[str, Any]:
    return {
        "svg.fonttype": "none",
        "svg.hashsalt": salt,
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans"],
        "font.size": 10,
        "text.color": INK,
        "axes.edgecolor": FAINT,
        "axes.labelcolor": INK,
        "xtick.color": INK,
        "ytick.color": INK,
        "grid.color": FAINT,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "figure.facecolor": "none",
        "axes.facecolor": "none",
    }


def as_svg(figure: Any, says: str) -> str:
    """The figure for the inside of a page: without the head of a file, named for those who do not see it."""
    out = StringIO()
    figure.get_layout_engine().set(w_pad=0.12)  # letters of the reader's own may be wider
    figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    pyplot().close(figure)
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'<g id="[^"]*"', "<g", text)
    text = re.sub(r"font: (\S+) 'DejaVu Sans', sans-serif", r"font: \1 system-ui, sans-serif", text)
    for stand_in, colour in COLOURS.items():
        text = text.replace(stand_in, colour)
    safe = says.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return re.sub(r'width="[^"]*pt"', "", re.sub(r'height="[^"]*pt"', "", text, count=1), count=1).replace(
        "<svg", f'<svg role="img" aria-label="{safe}"', 1
    )


def shares(arms: Sequence[ArmFigures]) -> str:
    """The share of each arm with its interval; beside it, with the luck taken out."""
    plt = pyplot()
    with plt.rc_context(settings("shares")):
        figure, axes = plt.subplots(figsize=(7, 0.8 + 0.34 * len(arms)), layout="constrained")
        for y, one in enumerate(arms):
            if not one.has_pairs:
                continue
            low, high = one.interval
            apart = 0.14 if one.adjusted is not None else 0.0  # two lines stand above and below their name
            axes.plot([low, high], [y - apart] * 2, color=ONE, linewidth=2)
            axes.plot([one.share], [y - apart], "o", color=ONE, markersize=5)
            if one.adjusted is not None:
                a = one.adjusted
                axes.plot([max(0, a.low), min(1, a.high)], [y + apart] * 2, color=TWO, linewidth=2)
                axes.plot([a.mean], [y + apart], "s", color=TWO, markersize=4)
        axes.axvline(0.5, color=FAINT, linewidth=1, zorder=0)
        axes.set_yticks(range(len(arms)), [short(one.arm.name) for one in arms])
        axes.set_ylim(len(arms) - 0.5, -0.5)  # the first on top
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(lambda x, _: f"{x:.0%}")
        return as_svg(figure, "The share in each arm, with its 95 percent interval.")


def ratings(league: Ratings, label: Mapping[str, str]) -> str:
    """Strengths with their intervals, the strongest first, each under its label."""
    plt = pyplot()
    with plt.rc_context(settings("ratings")):
        figure, axes = plt.subplots(figsize=(7, 0.8 + 0.3 * len(league.sides)), layout="constrained")
        for y, r in enumerate(league.sides):
            axes.plot([r.low * ELO, r.high * ELO], [y, y], color=ONE, linewidth=2)
            axes.plot([r.elo], [y], "o", color=ONE, markersize=5)
        axes.axvline(0, color=FAINT, linewidth=1, zorder=0)
        axes.set_yticks(range(len(league.sides)), [short(label[r.name]) for r in league.sides])
        axes.set_ylim(len(league.sides) - 0.5, -0.5)
        axes.set_xlabel("Elo, the average side being 0")
        return as_svg(figure, "Ratings with their 95 percent intervals.")


def trails(arms: Sequence[ArmFigures]) -> str:
    """How the estimate of each arm came to where it is."""
    shown = [one for one in arms if one.trail][:MOST_TRAILS]
    columns = min(3, len(shown))
    rows = ceil(len(shown) / columns)
    plt = pyplot()
    with plt.rc_context(settings("trails")):
        figure, cells = plt.subplots(
            rows, columns, figsize=(7, 0.5 + 1.85 * rows), sharey=True, squeeze=False, layout="constrained"
        )
        for axes, one in zip(cells.flat, shown, strict=False):
            pairs = range(1, len(one.trail) + 1)
            axes.fill_between(
                pairs,
                [low for _, low, _ in one.trail],
                [high for *_, high in one.trail],
                color=ONE,
                alpha=0.2,
                linewidth=0,
            )
            axes.plot(pairs, [mean for mean, *_ in one.trail], color=ONE, linewidth=1.5)
            axes.axhline(0.5, color=FAINT, linewidth=1, zorder=0)
            axes.set_ylim(0, 1)
            axes.yaxis.set_major_formatter(lambda y, _: f"{y:.0%}")
            axes.xaxis.get_major_locator().set_params(integer=True)
            axes.set_title("\n".join(short(line, 34) for line in title_lines(one.arm)), fontsize=8)
        for axes in list(cells.flat)[len(shown) :]:
            axes.set_visible(False)
        figure.supxlabel("pairs", fontsize=9)
        return as_svg(figure, "How the estimate of each arm and its interval changed with every pair.")


def luck(points: Sequence[tuple[float, float]], across: str, up: str) -> str:
    """Luck of the dice against what came of it; what the axes are."""
    plt = pyplot()
    with plt.rc_context(settings("luck")):
        figure, axes = plt.subplots(figsize=(7, 2.8), layout="constrained")
        spread = [(0.08 * ((i * 0.6180339887) % 1 - 0.5)) for i in range(len(points))]  # so that equal ones are seen
        axes.plot(
            [x for x, _ in points], [y + s for (_, y), s in zip(points, spread, strict=True)], "o",
            color=ONE, alpha=0.5, markersize=3.5,
        )  # fmt: skip
        axes.axvline(0, color=FAINT, linewidth=1, zorder=0)
        axes.set_xlabel(across)
        axes.yaxis.set_major_formatter(lambda y, _: f"{y:.0%}")
        axes.set_ylabel(up)
        return as_svg(figure, f"Luck against outcome: {across}; {up}.")


def title_lines(arm: Arm) -> tuple[str, ...]:
    """Two who meet, one below the other where that is the name of the arm."""
    first, *other = arm.sides
    return (first, *(f"against {side}" for side in other)) if arm.name == " against ".join(arm.sides) else (arm.name,)


def short(name: str, most: int = 48) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


# ---- matrices as a picture of their own ------------------------------------------------------------------------------


def save_matrices(figures: Figures, out: Path) -> None:
    """A picture with a matrix for each league of lists that met."""
    plt = pyplot()
    groups = [sorted(r.name for r in league.sides) for league in figures.leagues]
    if not groups:
        raise Fault("No two sides have met, so there is no matrix to draw.")
    widths = [1.6 + 0.9 * len(names) for names in groups]
    height = 1.6 + 0.9 * max(map(len, groups))
    figure, cells = plt.subplots(
        1, len(groups), figsize=(sum(widths), height), width_ratios=widths, squeeze=False, layout="constrained"
    )
    for axes, names in zip(cells[0], groups, strict=True):
        _matrix(axes, names, figures.arms)
    figure.suptitle(f"{figures.study.name}\nshare of the list on the left, with its 95 % interval")
    figure.savefig(out, dpi=120)
    plt.close(figure)


def _matrix(axes: Any, names: Sequence[str], arms: Sequence[ArmFigures]) -> None:
    grid = [[float("nan")] * len(names) for _ in names]
    for one in arms:
        if len(one.sides) != 2 or one.sides[0] not in names:
            continue
        first, second = one.sides
        i, j = names.index(first), names.index(second)
        low, high = one.interval
        for x, y, share, a, b in (
            (j, i, one.outcomes.mean, low, high),
            (i, j, 1 - one.outcomes.mean, 1 - high, 1 - low),
        ):
            grid[y][x] = share
            ink = {"ha": "center", "va": "center", "color": "white" if abs(share - 0.5) > 0.3 else "black"}
            axes.text(x, y - 0.12, f"{share:.0%}", weight="bold", **ink)
            axes.text(x, y + 0.22, f"{a:.0%}\u2013{b:.0%}", size="x-small", **ink)
    axes.imshow(grid, cmap="RdBu", vmin=0.0, vmax=1.0)
    axes.set_xticks(range(len(names)), names, rotation=40, ha="right")
    axes.set_yticks(range(len(names)), names)
