"""The goal card: how the players win and lose together, and how near they are to either."""

from __future__ import annotations

from xenotable.engine import Line, Panel, Progress, standing_panel
from xenotable.games.xcom.forecasts.timed import panic_forecast
from xenotable.games.xcom.rules.victory import score
from xenotable.games.xcom.state import Xcom
from xenotable.rulebook import catalogue

CHECKS = (
    ("How we win", "victory.win"),
    ("The final mission", "generator.unlock"),
    ("We lose", "victory.lose-base"),
    ("We lose", "victory.lose-panic"),
    ("When", "victory.told"),
    ("How long", "victory.no-other-end"),
)


def goal_panel(game: Xcom) -> list[Panel]:
    says = catalogue("xcom").rules
    lines = tuple(Line(label, says[id].says, rule=id) for label, id in CHECKS)
    goal = Panel("goal", "Win or lose together", "goal", lines)
    return [goal, standing(game)] if game.result is None and game.now.round else [goal]


def progress(game: Xcom) -> Progress:
    won = game.result is not None and bool(game.result.winners)
    return Progress((float(score(game, won)),) * game.seats, game.now.round)


def standing(game: Xcom) -> Panel:
    """How near the world is to its end; a continent without UFOs of its own does not fall by itself."""
    fallen = sum(c.fallen for c in game.continents.values())
    falling = [game.name(c) for c, panic in panic_forecast(game).items() if panic >= 8]
    words = f"{fallen} of 2 continents fallen, base damage {game.now.damage} of 9"
    more = f"; about to fall: {', '.join(falling)}" if falling else ""
    line = Line("If it ended now", words + more, rule="victory.lose-panic")
    return standing_panel(progress(game), line)
