"""The goal card: what wins the battle, how long it lasts, who fights, and how it stands at the end of this turn."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Line, Panel
from xenotable.games.xenocide.content import scenario_origin, scenarios
from xenotable.games.xenocide.rules.scenarios.scoring import data, invasion_score, seize_scoring
from xenotable.games.xenocide.state import Xenocide
from xenotable.rulebook import catalogue

GOALS = {  # by scenario: the rules that say how it is won
    "attrition": ("attrition-goal", "attrition-loss", "attrition-threshold", "break-test"),
    "seize-ground": ("seize-scoring", "seize-victory", "objective-control"),
    "invasion": ("invasion-goal", "invasion-score", "invasion-victory", "invasion-break"),
    "command-centers": ("centers-secret", "centers-reveal", "centers-victory", "centers-both"),
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
    end = f", at most {game.setup.turns} turns" if game.setup.turns else ""
    yield Line("How long", f"Until somebody wins{end}.", rule="play.turn-cap")
    for seat in (0, 1):
        units = sum(row.seat == seat for row in game.units.values())
        role = {True: ", attacker", False: ", defender"}[seat == war.attacker] if war.scenario == "invasion" else ""
        yield Line(game.seat_name(seat), f"{units} units, {game.sides[seat].value} points{role}", seat=seat)


def standing(game: Xenocide) -> Panel:
    """The real count of the points, in a copy of the battle."""
    end, scenario = game.copy(), data(game)
    if game.now.scenario == "seize-ground":
        seize_scoring(end)
        a, b = end.sides[0].score, end.sides[1].score
        words, rule = f"{a} to {b} objective points; {scenario.points_to_win} win", "scenarios.seize-scoring"
    elif game.now.scenario == "invasion":
        invasion_score(end)
        side = end.sides[game.now.attacker]
        words, rule = f"{side.score} points for the attacker; more than {side.value} win", "scenarios.invasion-score"
    else:
        lost = [f"{game.seat_name(s)} has lost {game.sides[s].lost} of {game.sides[s].value}" for s in (0, 1)]
        words, rule = "; ".join(lost), "scenarios.scenario-points-lost"
    return Panel("standing", "How it stands", "strip", (Line("If the turn ended now", words, rule=rule),))
