"""The final mission: unlocked, won, and the pressure that it brings."""

from __future__ import annotations

from xenotable.engine import Flow, Scene, cite, rule, scene
from xenotable.games.xcom.content import LEADER
from xenotable.games.xcom.rules.actions.showing import hand_beside
from xenotable.games.xcom.rules.cards.windows import step_point
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import carry_out, decider
from xenotable.games.xcom.rules.mission.tasks import lay_out
from xenotable.games.xcom.rules.setup.opening import plan_of
from xenotable.games.xcom.rules.victory import end
from xenotable.games.xcom.scenes import FinalEnd
from xenotable.games.xcom.state import Xcom


@rule("finale.unlock", neutral=lambda *_: None)
@rule("finale.plans", neutral=lambda *_: None)
def lay_out_final(game: Xcom) -> None:
    """The plan is turned to its final mission side."""
    lay_out(game, "final", game.now.plan)
    game.put(unlocked=True)


@scene
@hand_beside
@rule("finale.pressure", neutral=lambda *_: [])
def final_end(game: Xcom, at: FinalEnd) -> Flow[list[Scene]]:
    """Cards of the step once more; then, with the final mission open, the plan's pressure."""
    yield from step_point(game, LEADER)
    if game.now.unlocked:
        cite("finale.persist")
        game.put(step="pressure")
        game.tell("Pressure: {text}", "finale.pressure", text=plan_of(game).each_round_text)
        yield from carry_out(
            game, plan_of(game).each_round, Context("each_round", game.now.plan, decider("each_round"))
        )
    return []


@rule("finale.win", neutral=lambda *_: None)
def final_completed(game: Xcom) -> None:
    cite("victory.order")
    end(game, True, "The final mission is completed: the invasion is broken.", "victory.win")
