"""An action that was chosen and is allowed is carried out (chapter actions)."""

from __future__ import annotations

from xenotable.engine import Choose, Flow, Scene
from xenotable.games.killteam import content
from xenotable.games.killteam.rules.actions import unique
from xenotable.games.killteam.rules.actions.missions import mission_action
from xenotable.games.killteam.rules.actions.moving import move_action
from xenotable.games.killteam.rules.actions.universal import MOVING, cost_of, mark
from xenotable.games.killteam.rules.fighting.sequence import fight
from xenotable.games.killteam.rules.markers import drop, pick_up_refusals
from xenotable.games.killteam.rules.narrative.battle_effects import quick_hands
from xenotable.games.killteam.rules.shooting.sequence import aim
from xenotable.games.killteam.state import KillTeam


def perform(game: KillTeam, operative: str, action: str) -> Flow[list[Scene]]:
    """Carries out an action that was chosen and is allowed; gives the scenes it leads to."""
    cost = cost_of(game, operative, action)
    return (move_action if action in MOVING else _perform_other)(game, operative, action, cost)


def _perform_other(game: KillTeam, operative: str, action: str, cost: int) -> Flow[list[Scene]]:
    if action == "drop":
        yield from drop(game, operative, "actions.drop-carried")
        return []
    if action == "ua-rupture" and not (yield from unique.confirm_rupture(game, operative)):
        return []
    mark(game, operative, action, cost)
    if action == "shoot":
        return (yield from aim(game, operative, "shoot", game.operatives[operative].ap))
    if action == "fight":
        return (yield from fight(game, operative))
    if action == "pick-up":
        yield from pick_up_marker(game, operative)
        return []
    if action in content.unique_actions():
        return (yield from unique.perform(game, operative, action))
    yield from mission_action(game, operative, action)
    return []


def pick_up_marker(game: KillTeam, operative: str) -> Flow[None]:
    marker = yield from Choose(
        seat=game.operatives[operative].seat,
        key="marker",
        rule="actions.pick-up",
        prompt="{operative} picks up: which marker?",
        args={"operative": operative},
        among=lambda: list(game.markers),
        why_not=lambda m: pick_up_refusals(game, operative, m),
    )
    game.markers.set(marker, carrier=operative)
    game.operatives.set(operative, carries=marker)
    quick_hands(game, operative)
    game.tell("{operative} picks up {m}.", "actions.pick-up", operative=operative, m=marker)
