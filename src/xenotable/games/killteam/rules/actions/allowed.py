"""Which actions an operative may perform now (chapter actions), and why not the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from xenotable.engine import Refusal, acts, cite, memoize, rule
from xenotable.games.killteam import content
from xenotable.games.killteam.rules.actions import unique
from xenotable.games.killteam.rules.actions.missions import mission_actions, mission_refusals
from xenotable.games.killteam.rules.actions.universal import (
    MOVING,
    OFF,
    charge_refusals,
    cost_of,
    dash_refusals,
    fall_back_refusals,
    fight_refusals,
    name_of,
    normal_refusals,
    pick_up_all_refusals,
    shoot_refusals,
)
from xenotable.games.killteam.rules.scoring.tac_ops import tasks_of
from xenotable.games.killteam.state import KillTeam

UNIVERSAL: Mapping[str, Callable[[KillTeam, str], Iterable[Refusal]]] = {
    "normal": normal_refusals,
    "dash": dash_refusals,
    "charge": charge_refusals,
    "fall-back": fall_back_refusals,
    "fight": fight_refusals,
    "pick-up": pick_up_all_refusals,
}


@rule("actions.universal", neutral=lambda *_: ["pass"])
def actions_of(game: KillTeam, operative: str) -> Sequence[str]:
    """Everything this operative could be asked to do: universal, unique and mission actions."""
    row, scenario = game.operatives[operative], game.now.scenario
    return _actions(row.unit, row.items, bool(row.carries), scenario, tasks_of(game, row.seat))


@memoize(4096)
def _actions(unit: str, items: tuple[str, ...], carries: bool, scenario: str, tasks: tuple[str, ...]) -> Sequence[str]:
    carried = ("drop",) if carries else ()
    liftable = ("pick-up",) if scenario == "salvage-run" else ()
    own, mission = unique.unique_actions(unit, items), mission_actions(scenario, tasks)
    return (*MOVING, "shoot", "fight", *liftable, *carried, *own, *mission, "pass")


def action_refusals(game: KillTeam, operative: str, action: str) -> Iterable[Refusal]:
    """Why an operative cannot perform an action in its activation now."""
    row = game.operatives[operative]
    cite("play.refusal")
    if action == "pass":
        return ()
    if row.did and OFF + action in row.did:
        says = "{a} was called off: another action comes first."
        return (Refusal("play.refund", says, {"a": name_of(action)}),)
    cost = cost_of(game, operative, action)
    if row.ap < cost and acts("activation.enough-ap"):
        says = "{a} costs {c} AP; {operative} has {n}."
        args = {"a": name_of(action), "c": cost, "operative": operative, "n": row.ap}
        return (Refusal("activation.enough-ap", says, args),)
    if action in row.did and action not in row.freed:
        rule = "actions.free-counts" if f"free:{action}" in row.did else "activation.no-repeat"
        if acts(rule):
            says = "{operative} performed {a} in this activation."
            return (Refusal(rule, says, {"operative": operative, "a": name_of(action)}),)
    return requirements(game, operative, action)


def requirements(game: KillTeam, operative: str, action: str) -> Iterable[Refusal]:
    """What an action itself asks for, paid or free."""
    if action in UNIVERSAL:
        return UNIVERSAL[action](game, operative)
    if action == "shoot":
        return shoot_refusals(game, operative, game.operatives[operative].ap - 1)
    if action in content.unique_actions():
        return unique.refusals(game, operative, action)
    if action == "drop":  # who carries something may drop it at any point
        return ()
    return mission_refusals(game, operative, action)
