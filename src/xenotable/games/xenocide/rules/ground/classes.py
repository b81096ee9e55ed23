"""Classes of terrain as numbers, and the bits of the ground that shut out types of movers (chapter "ground")."""

from __future__ import annotations

from xenotable.engine import rule

STOP, CLIMB = 1 << 30, 1 << 31  # bits for all who float; from 4 on one bit for each type of mover
OPEN, DIFFICULT, DANGEROUS, IMPASSABLE = 0, 1, 2, 3
LOOSE = ("mud", "sand", "shallow-water")
WATER = ("shallow-water", "deep-water")


def skims(mover: str) -> bool:
    return "skimmer" in mover or "hover" in mover


def shut_bit(i: int) -> int:
    return 1 << (4 + i)


@rule("ground.cover-rule-of-thumb")
def thumb(cover: str, loose: bool, column: str) -> str:
    """What a feature without a row of its own is to a type of model."""
    if loose:
        return "dangerous" if column in ("wheeled", "walker") else "difficult"
    if column == "wheeled":
        return {"soft": "difficult", "hard": "dangerous"}.get(cover, "open")
    return "open"
