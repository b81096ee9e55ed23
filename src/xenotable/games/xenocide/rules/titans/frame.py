"""What a titan is built with (chapter "titans")."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xenocide.content import Frame
from xenotable.games.xenocide.rules.play.models import is_titan
from xenotable.games.xenocide.rules.play.units import strength
from xenotable.games.xenocide.rules.saves.values import armor_save
from xenotable.games.xenocide.state import Xenocide


@rule("titans.armor-seven", neutral=lambda strength: armor_save(6, strength))
def thick_armor(strength: int) -> int:
    """Armour 7: only strength 2, or fire focused to it, can penetrate."""
    return armor_save(7, strength)


def frame(game: Xenocide, unit: str) -> Frame:
    found = game.kinds[game.titans[unit].kind].titan
    assert found is not None
    return found


def below_half(game: Xenocide, unit: str) -> bool:
    """Fewer than half of its models left; of a titan, of its core."""
    if is_titan(game, unit):
        return game.titans[unit].core * 2 < frame(game, unit).core
    return strength(game, unit) * 2 < game.units[unit].start
