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


def perform(game: KillTeam, op: str, action: str) -> Flow[list[Scene]]:
    """Carries out an action that was chosen and is allowed; gives the scenes it leads to."""
    cost = cost_of(game, op, action)
    if action in MOVING:
        return (yield from move_action(game, op, action, cost))
    if action == "drop":
        yield from drop(game, op, "actions.drop-carried")
        return []
    if action == "ua-rupture" and not (yield from unique.dares_rupture(game, op)):
        return []
    mark(game, op, action, cost)
    if action == "shoot":
        return (yield from aim(game, op, "shoot", game.ops[op].ap))
    if action == "fight":
        return (yield from fight(game, op))
    if action == "pick-up":
        yield from lift(game, op)
        return []
    if action in content.unique_actions():
        return (yield from unique.perform(game, op, action))
    yield from mission_action(game, op, action)
    return []


def lift(game: KillTeam, op: str) -> Flow[None]:
    marker = yield from Choose(
        seat=game.ops[op].seat,
        key="marker",
        rule="actions.pick-up",
        prompt="{op} picks up: which marker?",
        args={"op": op},
        among=lambda: [m for m in game.markers if not any(pick_up_refusals(game, op, m))],
    )
    game.markers.set(marker, carrier=op)
    game.ops.set(op, carries=marker)
    quick_hands(game, op)
    game.tell("{op} picks up {m}.", "actions.pick-up", op=op, m=marker)
