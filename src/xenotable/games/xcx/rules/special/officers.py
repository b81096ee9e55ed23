"""Officers: Trooper Command and Marching Order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Refusal, cite, is_legal, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.bag.dice import all_ready, dice, ready
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.play.models import standing_models
from xenotable.games.xcx.rules.play.table import within
from xenotable.games.xcx.rules.sight import sees
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import Xcx


@rule("special.trooper-command", neutral=lambda game, model: content.ai_cards()[game.models[model].unit])
def card_of(game: Xcx, model: str) -> content.AiCard:
    """Its own unit's card, whoever controls it; Troopers use the Officer's while one is on the table."""
    cite("ai.every-unit-has-card")
    row = game.models[model]
    if row.unit == "advent-trooper":
        officers = (i for i in standing_models(game, row.side) if "Trooper Command" in profile_of(game, i).rules)
        if next(officers, None):
            return content.ai_cards()["advent-officer"]
    return content.ai_cards()[row.unit]


@rule("special.marching-order", neutral=lambda game, model: [])
def marchers(game: Xcx, model: str) -> list[str]:
    """The Troopers that this Officer may send first: unactivated, within 24 Range and in sight."""
    row = game.models[model]
    if "Marching Order" not in profile_of(game, model).rules or row.side in game.now.marched:
        return []
    cite("special.marching-order-limits")
    waiting = all_ready(game)
    if not dict(dice(game, waiting)).get(row.side):
        return []
    return [i for i in troopers(game, model) if is_legal(march_refusals(game, model, i, waiting[row.side]))]


def troopers(game: Xcx, model: str) -> list[str]:
    """All Troopers of the Officer's side on the table."""
    side = game.models[model].side
    return [i for i in standing_models(game, side) if i != model and game.models[i].unit == "advent-trooper"]


@rule("special.marching-order-limits", neutral=lambda game, model, trooper, waiting=(): iter(()))
def march_refusals(game: Xcx, model: str, trooper: str, waiting: Sequence[str] | None = None) -> Iterator[Refusal]:
    """Why this Officer may not send this Trooper first. `waiting`: who is ready, if that is known."""
    row, t, field, limits = game.models[model], game.models[trooper], field_of(game), "special.marching-order-limits"
    if trooper not in (ready(game, row.side) if waiting is None else waiting):
        yield Refusal("bag.pick-unactivated", "{who} has acted this round.", {"who": trooper})
    distance = distance_between(field, row, t)
    if not within(distance, 24):
        args = {"who": trooper, "d": distance, "more": distance - 24}
        yield Refusal(limits, "{who} is {d:.1f} away; an Officer reaches 24.", args, "Come {more:.1f} closer.")
    if not sees(field, row, t):
        yield Refusal(limits, "{officer} does not see {who}.", {"officer": model, "who": trooper})
