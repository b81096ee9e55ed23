"""What holds at every safe point, whatever happens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from xenotable.games.xcx.rules.bag.dice import dice
from xenotable.games.xcx.rules.campaign.roster import recruit_of
from xenotable.games.xcx.rules.squad.validation import recruit_refusals
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import TABLE, Campaign, Xcx


def broken_invariants(game: Xcx) -> Iterator[str]:
    field = field_of(game)
    on = [(i, m) for i, m in game.models.items() if m.state == TABLE]
    for id, m in on:
        if not 0 < m.wounds <= m.full:
            yield f"{id} has {m.wounds} of {m.full} Wounds on the table"
        if field.grid is None and not field.ground.on_table(m.circle, 0.01):
            yield f"{id} stands off the table at {m.here}"
        if field.grid is not None and field.place(m.here) != m.here:
            yield f"{id} stands between spaces at {m.here}"
        for e in m.engaged:
            if id not in game.models[e].engaged or game.models[e].state != TABLE or game.models[e].side == m.side:
                yield f"{id} is engaged with {e}, which is not engaged with it"
        if m.watch and (m.engaged or m.down):
            yield f"{id} is on Overwatch although engaged or Down"
        if m.caster and game.models[m.caster].controls != id:
            yield f"{id} is controlled by {m.caster}, which does not know"
    yield from overlapping_models(game, on)
    if any(n < 0 for _, n in dice(game)):
        yield "the bag holds less than nothing"
    if sum(m.core for _, m in on) > 1:
        yield "the core is carried twice"


def overlapping_models(game: Xcx, on: list[tuple[str, Any]]) -> Iterator[str]:
    for k, (a, m) in enumerate(on):
        for b, n in on[k + 1 :]:
            if field_of(game).grid is not None:
                if m.here == n.here:
                    yield f"{a} and {b} share a space"
            elif (m.x - n.x) ** 2 + (m.y - n.y) ** 2 < (m.r + n.r - 0.01) ** 2:
                yield f"{a} and {b} overlap"


def broken_campaign_invariants(game: Campaign) -> Iterator[str]:
    for seat, a in game.accounts.items():
        if a.supplies < 0:
            yield f"seat {seat} has {a.supplies} supplies"
    for id, s in game.soldiers.items():
        for r in recruit_refusals(recruit_of(game, id), game.faction(s.seat)):
            yield f"{id}: {r}"
