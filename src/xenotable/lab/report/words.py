"""Figures in words, alike on the terminal, on the page and in the text."""

from __future__ import annotations

from xenotable.lab.statistics.ratings import ELO, Rating
from xenotable.lab.study import Sprt
from xenotable.lab.summary import ArmFigures

NONE = "\u2013"  # where there is no figure


def share(value: float) -> str:
    return f"{value:.1%}"


def span(low: float, high: float) -> str:
    return f"{low:.1%}\u2013{high:.1%}"


def signed(elo: float) -> str:
    """With its sign, but for nothing."""
    return f"{elo:+.0f}" if round(elo) else "0"


def elo_span(rating: Rating) -> str:
    return f"{signed(rating.low * ELO)} to {signed(rating.high * ELO)}"


def points(share: float) -> str:
    """A difference of shares, in percentage points with a sign."""
    return f"{100 * share:+.1f}"


def times(worth: float) -> str:
    return f"{worth:.1f}\u00d7" if worth else "no pair differs"


def chance(one: ArmFigures) -> str:
    """How often equal sides would look so different, where two sides have met."""
    return f"{one.p_holm:.3f}" if one.arm.mirrored and one.has_pairs else ""


def without(one: ArmFigures) -> str:
    """What stands where no luck was taken out."""
    if one.has_too_few:
        return "too few games to adjust"
    return "no narrower without it" if one.dice else ""


def answers(rule: Sprt) -> dict[str, str]:
    """What each end of a sequential test says of the share of the first side."""
    return {"": "still open", "null": f"{rule.null:.0%} stands", "alternative": f"{rule.alternative:.0%} stands"}
