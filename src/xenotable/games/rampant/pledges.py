"""Which vows the computer opponent takes (chapter "solo").

The chances are what machines of about equal and of lesser strength reached over some hundred battles, by what a
detachment can do; a vow is taken when it is likely to bring more than the point that a broken one costs.
"""

from __future__ import annotations

from xenotable.games.rampant.content import content
from xenotable.games.rampant.lining_up import leaves
from xenotable.games.rampant.scenarios import scenario
from xenotable.games.rampant.specials import wild
from xenotable.games.rampant.state import Rampant, commander

LEAST = 0.15  # what a vow must promise to be taken


def vow_chances(game: Rampant, seat: int) -> dict[str, float]:
    """How likely this side keeps each vow worth thinking of."""
    units = [u for u, row in game.units.items() if row.seat == seat and row.where != "gone"]
    cards = [game.profile[u] for u in units]
    charging = sum(wild(game, u) for u in units)
    blades = sum(0 < c.attack_value <= 4 and c.attack > 0 and "no-assault" not in c.has for c in cards)
    guns = sum(0 < c.shoot_value <= 5 and c.shoot_range > 12 for c in cards)
    far = sum(c.shoot_value > 0 and c.shoot_range > 12 for c in cards)
    runs, dark = bool(leaves(game, seat)), scenario(game).visibility > 0
    chief = commander(game, seat)
    bold = bool(chief) and 0 < game.profile[chief].attack_value <= 4 and game.profile[chief].attack > 0
    return {
        "take-their-head": 0.2 if runs else 0.55,
        "unbroken": 0.55 if runs else 0.75,
        "no-step-back": max(0.35, 0.72 - 0.07 * charging),
        "cold-steel": min(0.9, 0.05 + 0.1 * blades + 0.12 * charging),
        "wild-hunt": (0.0, 0.5, 0.75)[charging] if charging < 3 else 0.93,
        "long-arm": 0.0 if dark else min(0.8, 0.35 + 0.1 * far) if far else 0.0,
        "first-strike": min(0.65, 0.35 + 0.08 * guns) - (0.15 if runs or dark else 0.0),
        "into-the-maw": 0.0 if runs else 0.4 if bold else 0.05,
    }


def vows_for(game: Rampant, seat: int) -> tuple[str, ...]:
    """The three that promise most."""
    vows = content().vows
    hopes = {v: p * vows[v].value - (1.0 - p) for v, p in vow_chances(game, seat).items()}
    best = sorted((v for v in hopes if hopes[v] > LEAST), key=lambda v: (-hopes[v], v))[:3]
    return tuple(v for v in vows if v in best)
