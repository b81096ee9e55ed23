"""Small records that rules look back at: whose shot took up Direct Fire, and what operations of a campaign ask for."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.killteam.datacards import Use, title
from xenotable.games.killteam.markers import controlled
from xenotable.games.killteam.scoring import in_territory, in_zone
from xenotable.games.killteam.state import SEATS, KillTeam, standing


def note_original(game: KillTeam, use: Use) -> None:
    """A Warden's Shoot at the enemy that Direct Fire names uses up its share of the order."""
    row = game.ops[use.op]
    if use.kind == "shoot" and row.unit == "cw-warden" and f"directed:{row.seat}" in game.ops[use.target].effects:
        game.ops.set(use.op, effects=(*row.effects, f"followed:{use.target}"))


@rule("narrative.log", neutral=lambda *_: None)
def note_dice(game: KillTeam, use: Use, damage: int) -> None:
    """In narrative play the dice that did most are remembered."""
    seat = game.ops[use.op].seat
    if game.setup.way != "narrative" or damage <= game.sides[seat].moment[0] or game.ops[use.target].seat == seat:
        return
    words = f"{game.name(use.op)} dealt {damage} damage to {game.name(use.target)} with the {title(use)}"
    game.sides.set(seat, moment=(damage, words))


def note_turning_point(game: KillTeam) -> None:
    """Who stands in the enemy drop zone and holds ground of its own at the end of a turning point."""
    game.battle.set("now", ended=game.now.ended + 1)
    for seat in SEATS:
        side = game.sides[seat]
        there = any(in_zone(game, 1 - seat, game.ops[i]) for i in standing(game, seat))
        markers = [game.markers[m] for m in controlled(game, seat)]
        holds = any(in_territory(game, seat, m.x, m.y, m.x, m.y) for m in markers)
        if there or holds:
            game.sides.set(seat, reached=side.reached + there, held=side.held + holds)
