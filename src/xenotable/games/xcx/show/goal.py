"""The goal card: what wins the mission, how long it lasts, who fights, and what it would come to if it ended now."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Line, Panel, Progress, points_line, standing_panel
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.missions.end import check_end
from xenotable.games.xcx.rules.missions.points import EXODUS, seat_scores
from xenotable.games.xcx.rules.missions.tasks import round_ends
from xenotable.games.xcx.state import Xcx
from xenotable.rulebook import catalogue


def goal_panel(game: Xcx) -> list[Panel]:
    goal = Panel("goal", game.mission.name, "goal", tuple(goal_lines(game)))
    return [goal, *standing(game)] if game.now.round and game.result is None else [goal]


def goal_lines(game: Xcx) -> Iterator[Line]:
    mission, says = game.mission, catalogue("xcx").rules
    yield Line("Mission", mission.brief, origin=content.origin("scenario", mission.id))
    for id in mission.rules:
        yield Line("What counts", says[id].says, rule=id)
    yield Line("How long", f"{mission.rounds} rounds.", rule="missions.length")
    for side in (0, 1):
        squad = [m for m in game.models.values() if m.owner == side]
        roles = len(set(mission.roles)) > 1 and game.now.round > 0
        role = f", {mission.roles[side != game.now.first_role]}" if roles else ""
        yield Line(game.side_name(side), f"{len(squad)} models{role}", seat=side)


def progress(game: Xcx) -> Progress:
    return Progress(seat_scores(game), game.now.round, game.mission.rounds, rule="missions.length")


def standing(game: Xcx) -> Iterator[Panel]:
    """The real end of the mission, in a copy of the battle."""
    end = game.copy()
    if end.setup.mission != EXODUS:  # there the round ends with people who run, and scores nothing
        round_ends(end)
    check_end(end, end.mission.rounds)
    if end.result is not None:
        line = Line("If it ended now", end.result.says, rule=end.result.rule)
        alone = all(seats in ((), (side,)) for side, seats in enumerate(game.commanders))  # allies share their points
        sides = zip((0, 1), game.now.points, end.now.points, strict=True) if alone else ()
        yield standing_panel(progress(game), line, (points_line(*side, line.rule) for side in sides))
