"""The goal card: what wins the battle, how long it lasts, who fights, and how it stands at the end of this turn."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Line, Panel, Progress, points_line, standing_panel
from xenotable.games.xenocide.content import scenario_origin, scenarios
from xenotable.games.xenocide.rules.scenarios.scoring import data, invasion_score, lost_scores, seize_scoring
from xenotable.games.xenocide.state import Xenocide
from xenotable.rulebook import catalogue

GOALS = {  # by scenario: the rules that say how it is won
    "attrition": ("attrition-goal", "attrition-loss", "attrition-threshold", "break-test"),
    "seize-ground": ("seize-scoring", "seize-victory", "objective-control"),
    "invasion": ("invasion-goal", "invasion-score", "invasion-victory", "invasion-break"),
    "command-centers": ("centers-secret", "centers-reveal", "centers-victory", "centers-both"),
}

AT_THE_END = {  # by scenario: who wins when the last turn that was agreed is over
    "attrition": "whoever has lost fewer points",
    "command-centers": "whoever has lost fewer points",
    "seize-ground": "whoever has more objective points",
    "invasion": "the defender",
}


def goal_panel(game: Xenocide) -> list[Panel]:
    if not game.now.scenario:
        return []
    goal = Panel("goal", scenarios()[game.now.scenario].name, "goal", tuple(goal_lines(game)))
    return [goal, standing(game)] if game.now.turn and game.result is None else [goal]


def goal_lines(game: Xenocide) -> Iterator[Line]:
    war, says = game.now, catalogue("xenocide").rules
    for goal in GOALS[war.scenario]:
        id = f"scenarios.{goal}"
        yield Line("What wins", says[id].says, rule=id, origin=scenario_origin(war.scenario))
    yield Line("Also", says["scenarios.wiped-out"].says, rule="scenarios.wiped-out")
    end = f" After turn {game.setup.turns} {AT_THE_END[war.scenario]} wins." if game.setup.turns else ""
    yield Line("How long", f"Until somebody wins.{end}", rule="play.turn-cap")
    for seat in (0, 1):
        units = sum(row.seat == seat for row in game.units.values())
        role = {True: ", attacker", False: ", defender"}[seat == war.attacker] if war.scenario == "invasion" else ""
        yield Line(game.seat_name(seat), f"{units} units, {game.sides[seat].value} points{role}", seat=seat)


def progress(game: Xenocide) -> Progress:
    """Objectives score where ground is seized; elsewhere it is what the other has lost."""
    seized = game.now.scenario == "seize-ground"
    scores = tuple(float(game.sides[seat].score) for seat in (0, 1)) if seized else lost_scores(game)
    return Progress(scores, game.now.turn, game.setup.turns, "Turn", "play.turn-cap")


def standing(game: Xenocide) -> Panel:
    """The real count of the points, in a copy of the battle."""
    end, scenario, now = game.copy(), data(game), progress(game)
    if game.now.scenario == "seize-ground":
        seize_scoring(end)
        a, b = then = progress(end).scores
        words, rule = f"{a:g} to {b:g} objective points; {scenario.points_to_win} win", "scenarios.seize-scoring"
        points = [points_line(s, now.scores[s], then[s], rule, scenario.points_to_win) for s in (0, 1)]
    elif game.now.scenario == "invasion":
        invasion_score(end)
        seat = game.now.attacker
        side = end.sides[seat]
        words, rule = f"{side.score} points for the attacker; more than {side.value} win", "scenarios.invasion-score"
        points = [points_line(seat, game.sides[seat].score, side.score, rule, side.value)]
    else:
        lost = [f"{game.sides[s].lost} of {game.sides[s].value}" for s in (0, 1)]
        words = f"{game.seat_name(0)} lost {lost[0]}, {game.seat_name(1)} {lost[1]}"
        rule = "scenarios.scenario-points-lost"
        points = []  # what is lost is no score
    return standing_panel(now, Line("If it ended now", words, rule=rule), points)
