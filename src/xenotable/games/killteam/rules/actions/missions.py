"""Mission actions (chapter actions): those of the mission and of tac ops, what they need and do."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Choose, Flow, Refusal, rule
from xenotable.games.killteam.rules.movement.legality import is_engaged
from xenotable.games.killteam.rules.narrative.battle_effects import quick_hands
from xenotable.games.killteam.rules.scoring.missions import (
    BY_MISSION,
    MISSION_ACTIONS,
    RULES,
    marker_refusals,
    mission_action_markers,
    role_refusals,
)
from xenotable.games.killteam.rules.scoring.tac_ops import task, task_refusals, tasks_of
from xenotable.games.killteam.state import KillTeam


@rule("actions.mission", neutral=lambda *_: [])
def mission_actions(scenario: str, tasks: tuple[str, ...]) -> tuple[str, ...]:
    """Actions of the mission being played, and of the tac ops that the operative's player has revealed."""
    return (*BY_MISSION.get(scenario, ()), *tasks)


def mission_refusals(game: KillTeam, operative: str, action: str) -> Iterator[Refusal]:
    if action not in mission_actions(game.now.scenario, tasks_of(game, game.operatives[operative].seat)):
        yield Refusal("actions.mission", "There is no such action in this mission.")
        return
    if is_engaged(game, operative):
        says = "{operative} is within engagement range of an enemy."
        yield Refusal("scoring.mission-action-common", says, {"operative": operative})
    if action in RULES:
        yield from role_refusals(game, operative, action)
        if not mission_action_markers(game, operative, action):
            says = "There is no marker under your control within 1 in for that."
            yield Refusal("scoring.mission-action-common", says, {}, "Move nearer, or bring more APL.")
    else:
        yield from task_refusals(game, operative, action)


def mission_action(game: KillTeam, operative: str, action: str) -> Flow[None]:
    seat = game.operatives[operative].seat
    game.operatives.set(operative, missions=game.operatives[operative].missions + 1)
    quick_hands(game, operative)
    if action not in RULES:
        yield from task(game, operative, action)
        return
    marker = yield from Choose(
        seat=seat,
        key="marker",
        rule=RULES[action],
        prompt="{a}: which marker?",
        args={"a": MISSION_ACTIONS[action]},
        among=lambda: list(game.markers),
        why_not=lambda m: marker_refusals(game, operative, action, m),
    )
    if action == "extract":
        game.markers.set(marker, drawn=(*game.markers[marker].drawn, seat))
    else:
        game.markers.set(marker, charged=action == "set-charge")
    game.tell(
        "{operative} performs {a} at {m}.", RULES[action], operative=operative, a=MISSION_ACTIONS[action], m=marker
    )
