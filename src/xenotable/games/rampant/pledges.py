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


HEADS = (0.8, 0.75, 0.6, 0.4, 0.4, 0.35)  # how often the enemy's Commander falls, by the Armour of its unit
HUNTS = (0.0, 0.7, 0.9, 0.95)  # how often a Wild Charge is won, by the number of units that charge
MAWS = {2: 0.65, 3: 0.65, 4: 0.45}  # how often a Commander wins an Attack, by its Attack Value


def vow_chances(game: Rampant, seat: int) -> dict[str, float]:
    """How likely this side keeps each vow worth thinking of."""
    units = [u for u, row in game.units.items() if row.seat == seat and row.where != "gone"]
    cards = [game.profile[u] for u in units]
    charging = sum(wild(game, u) for u in units)
    charged = sum(wild(game, u) for u, row in game.units.items() if row.seat != seat)
    blades = sum(0 < c.attack_value <= 4 and c.attack > 0 and "no-assault" not in c.has for c in cards)
    far = sum(c.shoot_value > 0 and c.shoot_range > 12 for c in cards)
    runs, dark = bool(leaves(game, seat)), scenario(game).visibility > 0
    chief, prey = commander(game, seat), commander(game, 1 - seat)
    head = HEADS[min(6, game.profile[prey].armour) - 1] if prey else 0.0
    leads = MAWS.get(game.profile[chief].attack_value, 0.1) if chief and game.profile[chief].attack else 0.0
    return {
        "take-their-head": 0.5 * head if runs else head,
        "unbroken": 0.85 - 0.07 * min(3, charged),
        "no-step-back": max(0.5, 0.9 - 0.06 * max(0, len(units) - 4) - 0.03 * charging),
        "cold-steel": min(0.9, 0.1 + 0.05 * blades + 0.2 * charging) - (0.1 if runs else 0.0),
        "wild-hunt": HUNTS[min(3, charging)],
        "long-arm": 0.0 if dark else min(0.8, 0.35 + 0.1 * far) if far else 0.0,
        "first-strike": (0.65 if far else 0.35) - (0.15 if runs or dark else 0.0),
        "into-the-maw": 0.3 * leads if runs else leads,
    }


def vows_for(game: Rampant, seat: int) -> tuple[str, ...]:
    """The three that promise most."""
    vows = content().vows
    hopes = {v: p * vows[v].value - (1.0 - p) for v, p in vow_chances(game, seat).items()}
    best = sorted((v for v in hopes if hopes[v] > LEAST), key=lambda v: (-hopes[v], v))[:3]
    return tuple(v for v in vows if v in best)
