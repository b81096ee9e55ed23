"""CAD levels one lower or one higher (chapter "assault")."""

from __future__ import annotations

from xenotable.engine import rule


@rule("assault.cad-suppressed", neutral=lambda level: level)
def lower(level: int) -> int:
    return max(1, level - 1)


@rule("assault.cad-bonus", neutral=lambda level: level)
def raise_level(level: int) -> int:
    return level + 1 if level < 6 else level
