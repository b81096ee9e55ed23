"""The goal card: what wins the battle, how long it lasts, who fights, and what it would come to if it ended now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from xenotable.engine import Line, Panel, Progress, points_line, standing_panel
from xenotable.games.rampant.content import content, origin
from xenotable.games.rampant.rules.scenarios.battlefield import scenario
from xenotable.games.rampant.rules.scenarios.scoring import final_result, last_round, score_round
from xenotable.games.rampant.scenes import RoundEnd
from xenotable.games.rampant.state import Rampant, is_in_force
from xenotable.rulebook import catalogue


def goal_panel(game: Rampant) -> list[Panel]:
    if not game.now.scenario:
        return []
    plan = scenario(game)
    goal = Panel("goal", plan.name, "goal", tuple(goal_lines(game)))
    return [goal, standing(game)] if game.now.phase != "setup" and game.result is None else [goal]


def goal_lines(game: Rampant) -> Iterator[Line]:
    plan, says = scenario(game), catalogue("rampant").rules
    scores = says[plan.rule].says.removeprefix(f"{plan.name}, {plan.rounds} rounds: ")  # this battle may have others
    yield Line("What scores", scores[0].upper() + scores[1:], rule=plan.rule, origin=origin("scenario", plan.id))
    if "kill-points" in plan.scoring:
        yield Line("Kill points", says["scenarios.kill-points"].says, rule="scenarios.kill-points")
    if is_in_force(game, "no-vows"):
        wins = "The side with more points wins; equal points are a draw. A lead of 5 or more is a decisive victory."
        yield Line("Who wins", wins, rule="scenarios.winner")
    else:
        yield Line("Vows", "Each side may score for vows that the other does not know.", rule="scenarios.winner")
        yield Line("Who wins", says["scenarios.winner"].says, rule="scenarios.winner")
    length = f"{last_round(game)} rounds, then it may go on for two more."
    yield Line("How long", length, rule="scenarios.rounds")
    for seat in (0, 1):
        units = [u for u, row in game.units.items() if row.seat == seat]
        trait = content().traits.get(game.sides[seat].trait)
        words = f"{len(units)} units, {sum(game.profile[u].points for u in units)} points"
        yield Line(game.seat_name(seat), f"{words}; commander: {trait.name}" if trait else words, seat=seat)


def progress(game: Rampant) -> Progress:
    last = last_round(game) if game.now.terrain else 0
    return Progress(tuple(float(s.score) for s in game.sides.values()), game.now.round, last, rule="scenarios.rounds")


def standing(game: Rampant) -> Panel:
    """The real count of the points, in a copy of the battle; the vows of the other side are not known to it."""
    end = game.copy()
    if not isinstance(end.scenes[-1], RoundEnd):  # while a die decides whether it ends, the round is counted already
        score_round(end, end.now.round)
    result = final_result(end, None)
    reasons = [f"{game.seat_name(s)}: {', '.join(summed(end.sides[s].tally))}" for s in (0, 1) if end.sides[s].tally]
    words = f"{result.scores[0]:g} to {result.scores[1]:g}"
    line = Line("If it ended now", f"{words} ({'; '.join(reasons)})" if reasons else words, rule="scenarios.winner")
    now = progress(game)
    return standing_panel(now, line, (points_line(s, now.scores[s], result.scores[s], line.rule) for s in (0, 1)))


def summed(tally: Iterable[str]) -> list[str]:
    """What brought points, each thing once: "+1 a beacon" three times is "+3 a beacon"."""
    points: Counter[str] = Counter()
    for entry in tally:
        n, _, why = entry.partition(" ")
        points[why] += int(n)
    return [f"{n:+d} {why}" for why, n in points.items()]
