"""Giving up a battle or a campaign (chapter play)."""

from __future__ import annotations

from xenotable.engine import Result, rule
from xenotable.games.killteam.rules.scoring.missions import victory_points
from xenotable.games.killteam.state import SEATS, Campaign, KillTeam


@rule("play.forfeit")
def concede(game: KillTeam, seat: int) -> Result:
    points = tuple(float(victory_points(game, s)) for s in SEATS)
    return Result((1 - seat,), f"{game.seat_name(seat)} conceded.", "play.forfeit", points)


def concede_campaign(game: Campaign, seat: int) -> Result:
    others = tuple(s for s in game.slates if s != seat)
    return Result(others, f"{game.seat_name(seat)} gave the campaign up.", "narrative.campaign-end")
