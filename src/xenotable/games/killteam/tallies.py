"""Small records that rules look back at: whose shot took up Direct Fire."""

from __future__ import annotations

from xenotable.games.killteam.datacards import Use
from xenotable.games.killteam.state import KillTeam


def note_original(game: KillTeam, use: Use) -> None:
    """A Warden's Shoot at the enemy that Direct Fire names uses up its share of the order."""
    row = game.ops[use.op]
    if use.kind == "shoot" and row.unit == "cw-warden" and f"directed:{row.seat}" in game.ops[use.target].effects:
        game.ops.set(use.op, effects=(*row.effects, f"followed:{use.target}"))
