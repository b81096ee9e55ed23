"""The generalised sequential probability ratio test on pairs: play until one of two stated shares is refuted.

The likelihood of the five outcomes under a share is that of the most likely distribution with this mean. So nothing is
assumed about draws, nor about how the two games of a pair hang together.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from xenotable.lab.statistics.pairs import CHANCE, OUTCOMES
from xenotable.odds.intervals import Z

UNSEEN = 1e-3  # pairs that an outcome which has not come counts for: it is not impossible
STEPS = 60  # halvings until a tilt is exact


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Where the test ends: below the first the null holds, above the second the alternative."""
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)


def log_ratio(counts: Sequence[float], null: float, alternative: float) -> float:
    """How much better the alternative explains the pairs than the null, as a logarithm."""
    total = sum(counts)
    if not total:
        return 0.0
    seen = [max(float(n), UNSEEN) for n in counts]
    weight = sum(seen)
    shares = [n / weight for n in seen]
    one, two = tilted(shares, alternative), tilted(shares, null)
    return total * sum(s * log(a / b) for s, a, b in zip(shares, one, two, strict=True))


def tilted(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution of largest likelihood, given these shares, that has this mean."""
    offsets = [outcome - mean for outcome in OUTCOMES]
    low, high = -1 / max(offsets) + 1e-12, -1 / min(offsets) - 1e-12
    for _ in range(STEPS):
        middle = (low + high) / 2
        if sum(s * o / (1 + middle * o) for s, o in zip(shares, offsets, strict=True)) > 0:
            low = middle
        else:
            high = middle
    tilt = (low + high) / 2
    return [s / (1 + tilt * o) for s, o in zip(shares, offsets, strict=True)]


def decide(counts: Sequence[float], null: float, alternative: float, alpha: float, beta: float) -> str:
    """ "null", "alternative", or "" while it is open."""
    ratio, (low, high) = log_ratio(counts, null, alternative), bounds(alpha, beta)
    return "null" if ratio <= low else "alternative" if ratio >= high else ""


def pairs_expected(
    null: float, alternative: float, alpha: float, beta: float, variance: float = CHANCE
) -> tuple[float, float]:
    """How many pairs the test takes on average, if the null is true and if the alternative is (Wald)."""
    low, high = bounds(alpha, beta)
    drift = (alternative - null) ** 2 / (2 * variance)
    return (
        ((1 - alpha) * -low - alpha * high) / drift,
        ((1 - beta) * high + beta * low) / drift,
    )


def half_width(pairs: int, variance: float = CHANCE) -> float:
    """How far from the share that comes out the true one may lie after so many pairs, 95 times in 100."""
    return float(Z * (variance / pairs) ** 0.5)
