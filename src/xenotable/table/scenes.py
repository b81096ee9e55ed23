"""A map of random blocks, the same for the same number: for tests and benchmarks."""

from __future__ import annotations

import math
from collections.abc import Callable

from xenotable.table.ground import Ground
from xenotable.table.shapes import Piece, polygon


def shaker(seed: int) -> Callable[[], float]:
    """Numbers in [0, 1), the same on every machine (a 64-bit linear congruence; no game rolls with it)."""
    state = seed * 2862933555777941757 + 3037000493

    def rnd() -> float:
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (state >> 11) / (1 << 53)

    return rnd


def scene(n: int = 40, width: float = 30.0, depth: float = 22.0, bits: int = 1, seed: int = 7) -> Ground:
    """A table with n octagonal blocks, 1, 3 or 6 in high."""
    rnd = shaker(seed)
    pieces: list[Piece] = []
    for k in range(n):
        x, y = 1.0 + rnd() * (width - 2.0), 1.0 + rnd() * (depth - 2.0)
        ring = [(x + 1.1 * math.cos(a), y + 1.1 * math.sin(a)) for a in (i * math.pi / 4.0 for i in range(8))]
        pieces.append(polygon(f"block {k}", ring, bits, 0.0, (1.0, 3.0, 6.0)[int(rnd() * 3.0)]))
    return Ground.of(pieces, width, depth)
