"""Who may be attacked at all."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Refusal, rule
from xenotable.games.xcx.rules.missions.tasks import hunts_civilians, is_spared
from xenotable.games.xcx.state import CIVIL, TABLE, Xcx


def may_be_target(game: Xcx, model: str, target: str) -> bool:
    return is_foe(game, model, target) and not is_spared(game, target)


def foe_refusals(game: Xcx, model: str, target: str) -> Iterator[Refusal]:
    """Why somebody may not be attacked at all."""
    if not is_foe(game, model, target):
        yield Refusal("shooting.target-legal", "{target} is no legal target.", {"target": target})
    elif is_spared(game, target):
        yield Refusal("missions.exodus-roles", "Civilians may be attacked from the second round on.")


def is_foe(game: Xcx, model: str, target: str) -> bool:
    """A living enemy; civilians only for the hunter of Exodus."""
    a, t = game.models[model], game.models[target]
    if t.state != TABLE or t.side == a.side:
        return False
    if t.side != CIVIL:
        return True
    return hunts_civilians(game, a.side)


@rule("shooting.into-engagement", neutral=lambda game, model, target: False)
def in_melee_with_friend(game: Xcx, model: str, target: str) -> bool:
    side = game.models[model].side
    return any(game.models[e].side == side for e in game.models[target].engaged)


def engagement_refusals(game: Xcx, model: str, target: str) -> Iterator[Refusal]:
    if game.models[model].engaged:
        yield Refusal("shooting.engaged-cannot", "{who} is engaged and cannot shoot.", {"who": model})
    if game.models[target].engaged and in_melee_with_friend(game, model, target):
        yield Refusal("shooting.into-engagement", "{target} is engaged with a friend.", {"target": target})
