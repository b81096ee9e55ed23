"""The goal card: what wins the battle, how long it lasts, who fights, and the points if the turning point ended now."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from operator import eq
from typing import Any

from xenotable.engine import Line, Panel, Progress, points_line, standing_panel
from xenotable.engine.citing import reuse
from xenotable.games.killteam import content
from xenotable.games.killteam.rules.scoring import missions, tac_ops
from xenotable.games.killteam.state import SEATS, KillTeam, scenario_of

# Mission 1 with two markers: nobody can control three.
LESSON = (
    "At the end of each turning point: 1 VP for controlling both markers, 1 VP for controlling more markers than the "
    "opponent."
)


def goal_panel(game: KillTeam) -> list[Panel]:
    if not game.now.scenario:
        return []
    known = (game.now.scenario, game.now.turns, len(game.operatives), len(game.markers))  # all that it is made of
    goal = reuse(game.shown, "goal", known, goal_card, game)
    if not game.now.turn or game.result is not None:
        return [goal]
    return [goal, reuse(game.shown, "standing", scored_rows(game), standing, game, same=eq)]


def goal_card(game: KillTeam) -> Panel:
    return Panel("goal", scenario_of(game).name, "goal", tuple(goal_lines(game)))


def goal_lines(game: KillTeam) -> Iterator[Line]:
    place, says = scenario_of(game), content.book().rules
    where = content.origin("scenario", place.id)
    if game.setup.tutorial:
        yield Line("What scores", LESSON, rule="scoring.m1-relay-ground", origin=where)
        yield Line("In this battle", f"{len(game.markers)} markers and no tac ops.", rule="content.tutorial")
    else:
        for id in place.rules:
            yield Line("What scores", says[id].says, rule=id, origin=where)
    if game.setup.way != "open" and not game.setup.tutorial:
        yield Line("Tac ops", says["scoring.vp"].says, rule="scoring.vp")
    end = f"After turning point {game.now.turns} the player with more VP wins; equal VP is a draw."
    yield Line("Who wins", f"{end} Who has no operatives left may still win by VP.", rule="scoring.winner")
    yield Line("How long", f"{game.now.turns} turning points.", rule="turns.four")
    for seat in SEATS:
        if there := sum(row.seat == seat for row in game.operatives.values()):
            yield Line(game.seat_name(seat), f"{there} operatives", seat=seat)


def progress(game: KillTeam) -> Progress:
    scores = tuple(float(missions.victory_points(game, seat)) for seat in SEATS)
    return Progress(scores, game.now.turn, game.now.turns, "Turning point", "turns.four")


def scored_rows(game: KillTeam) -> tuple[Any, ...]:
    """All that points depend on; of operatives how they stand, and not what they do in their activations."""
    tables = (game.battle, game.sides, game.markers, game.spots, game.deaths, game.tacops)
    stand = [(o.there, o.fallen, o.x, o.y, o.z, o.order, o.wounds, o.mods) for o in game.operatives.values()]
    return (*chain.from_iterable([table.values() for table in tables]), *stand)


def standing(game: KillTeam) -> Panel:
    """The real count of the points, in a copy of the battle. Tac ops that are not revealed score nothing yet."""
    end = game.copy()
    missions.score_primary(end)
    tac_ops.score(end)
    now, then = progress(game), progress(end).scores
    gained = [then[seat] - now.scores[seat] for seat in SEATS]
    words = f"{then[0]:g} to {then[1]:g} VP" + (f" ({gained[0]:+g} and {gained[1]:+g})" if any(gained) else "")
    line = Line("If it ended now", words, rule="scoring.primary-timing")
    return standing_panel(now, line, (points_line(s, now.scores[s], then[s], line.rule) for s in SEATS))
