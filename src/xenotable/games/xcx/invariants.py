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
    for id, row in on:
        if not 0 < row.wounds <= row.full:
            yield f"{id} has {row.wounds} of {row.full} Wounds on the table"
        if field.grid is None and not field.ground.on_table(row.circle, 0.01):
            yield f"{id} stands off the table at {row.here}"
        if field.grid is not None and field.place(row.here) != row.here:
            yield f"{id} stands between spaces at {row.here}"
        for e in row.engaged:
            if id not in game.models[e].engaged or game.models[e].state != TABLE or game.models[e].side == row.side:
                yield f"{id} is engaged with {e}, which is not engaged with it"
        if row.watch and (row.engaged or row.down):
            yield f"{id} is on Overwatch although engaged or Down"
        if row.caster and game.models[row.caster].controls != id:
            yield f"{id} is controlled by {row.caster}, which does not know"
    yield from overlapping_models(game, on)
    if any(n < 0 for _, n in dice(game)):
        yield "the bag holds less than nothing"
    if sum(m.core for _, m in on) > 1:
        yield "the core is carried twice"


def overlapping_models(game: Xcx, on: list[tuple[str, Any]]) -> Iterator[str]:
    for k, (a, row) in enumerate(on):
        for b, n in on[k + 1 :]:
            if field_of(game).grid is not None:
                if row.here == n.here:
                    yield f"{a} and {b} share a space"
            elif (row.x - n.x) ** 2 + (row.y - n.y) ** 2 < (row.r + n.r - 0.01) ** 2:
                yield f"{a} and {b} overlap"


def broken_campaign_invariants(game: Campaign) -> Iterator[str]:
    for seat, a in game.accounts.items():
        if a.supplies < 0:
            yield f"seat {seat} has {a.supplies} supplies"
    for id, s in game.soldiers.items():
        for r in recruit_refusals(recruit_of(game, id), game.faction(s.seat)):
            yield f"{id}: {r}"
