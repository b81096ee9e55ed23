"""Officers: Trooper Command and Marching Order."""

from __future__ import annotations

from xenotable.engine import cite, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.bag.dice import dice, ready
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.play.models import standing
from xenotable.games.xcx.rules.play.table import TOL
from xenotable.games.xcx.rules.sight import sees
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import NEUTRAL, Xcx


@rule("special.trooper-command", neutral=lambda game, model: content.ai_cards()[game.models[model].unit])
def card_of(game: Xcx, model: str) -> content.AiCard:
    """Its own unit's card, whoever controls it; Troopers use the Officer's while one is on the table."""
    cite("ai.every-unit-has-card")
    m = game.models[model]
    if m.unit == "advent-trooper":
        officers = (i for i in standing(game, m.side) if "Trooper Command" in profile_of(game, i).rules)
        if next(officers, None):
            return content.ai_cards()["advent-officer"]
    return content.ai_cards()[m.unit]


@rule("special.marching-order", neutral=lambda game, model: [])
def marchers(game: Xcx, model: str) -> list[str]:
    """The Troopers that this Officer may send first: unactivated, within 24 Range and in sight."""
    m = game.models[model]
    if "Marching Order" not in profile_of(game, model).rules or m.side in game.now.marched or m.side >= NEUTRAL:
        return []
    cite("special.marching-order-limits")
    if not dict(dice(game)).get(m.side):
        return []
    near = [i for i in ready(game, m.side) if i != model and game.models[i].unit == "advent-trooper"]
    field = field_of(game)
    return [
        i for i in near if distance_between(field, m, game.models[i]) <= 24 + TOL and sees(field, m, game.models[i])
    ]
