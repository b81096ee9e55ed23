"""How sure a share of games is."""

from math import sqrt

Z = 1.96  # 95 times in 100


def wilson(share: float, games: float, z: float = Z) -> tuple[float, float]:
    """The interval in which the true share lies, 95 times in 100. Half-wins count as what they are."""
    if not games:
        return 0.0, 1.0
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(max(0.0, share * (1 - share)) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)
