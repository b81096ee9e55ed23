"""Classes of terrain as numbers, and the bits of the ground that shut out types of movers (chapter "ground")."""

from __future__ import annotations

STOP, CLIMB = 1 << 30, 1 << 31  # bits for all who float; from 4 on one bit for each type of mover
OPEN, DIFFICULT, DANGEROUS, IMPASSABLE = 0, 1, 2, 3
WATER = ("shallow-water", "deep-water")


def skims(mover: str) -> bool:
    return "skimmer" in mover or "hover" in mover


def _shut(i: int) -> int:
    return 1 << (4 + i)
