"""Vows: secret promises, kept or broken at the end of the battle (chapter "scenarios")."""

from __future__ import annotations

from collections.abc import Callable

from xenotable.engine import cite, rule
from xenotable.games.rampant.content import content
from xenotable.games.rampant.state import Rampant

Score = Callable[[Rampant, int, int, str, str], None]


def kept(game: Rampant, seat: int, vow: str) -> bool:
    """Was this vow's condition met before the battle ended?"""
    side = game.sides[seat]
    cite(content().vows[vow].rule)
    if vow == "no-step-back":
        return "stepped-back" not in side.facts
    if vow == "unbroken":
        return side.removed * 4 < side.total
    if vow == "clockwork":
        return all(n in side.tested for n in (1, 2, 3)) and not any(n in side.failed for n in (1, 2, 3))
    return vow in side.facts


@rule("scenarios.vows", neutral=lambda *a: None)
def vow_points(game: Rampant, seat: int, score: Score) -> None:
    """A kept vow gives its value, a broken one costs 1."""
    for vow in game.secret[seat].vows:
        entry = content().vows[vow]
        done = kept(game, seat, vow)
        says = "{who} had vowed {v}: {r}."
        game.tell(
            says, entry.rule, reveals=True, who=game.seat_name(seat), v=entry.name, r="kept" if done else "broken"
        )
        score(game, seat, entry.value if done else -1, f"the vow {entry.name}", "scenarios.vows")
