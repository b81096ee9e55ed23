"""Cover, shield and armour saves against a weapon (chapter "saves")."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xenocide.content import Kind, Weapon


@rule("saves.cover-save", neutral=lambda value, w: 0)
def cover_save(value: int, w: Weapon) -> int:
    return 0 if "ignores-cover" in w.special and ignores_cover() else value


@rule("saves.ignores-cover", neutral=lambda: False)
def ignores_cover() -> bool:
    return True


@rule("saves.shield-save", neutral=lambda kind, w: 0)
def shield_save(kind: Kind, w: Weapon) -> int:
    return 0 if "shield-breaker" in w.special and broken_shield() else kind.shield


@rule("saves.shield-breaker", neutral=lambda: False)
def broken_shield() -> bool:
    return True


@rule("saves.armor-save", neutral=lambda armor, strength: 0)
def armor_save(armor: int, strength: int) -> int:
    return max(0, min(6, armor - strength))
