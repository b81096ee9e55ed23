"""Which actions an operative may perform now (chapter actions), and why not the others."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Refusal, acts, cite, rule
from xenotable.games.killteam import content
from xenotable.games.killteam.rules.actions import unique
from xenotable.games.killteam.rules.actions.missions import mission_actions, mission_refusals
from xenotable.games.killteam.rules.actions.universal import (
    MOVING,
    charge_refusals,
    cost_of,
    dash_refusals,
    fall_back_refusals,
    name_of,
    normal_refusals,
    pick_up_all_refusals,
    shoot_refusals,
)
from xenotable.games.killteam.rules.movement.legality import is_engaged
from xenotable.games.killteam.state import KillTeam


@rule("actions.universal", neutral=lambda *_: ["pass"])
def actions_of(game: KillTeam, operative: str) -> list[str]:
    """Everything this operative could be asked to do: universal, unique and mission actions."""
    carried = ["drop"] if game.operatives[operative].carries else []
    liftable = ["pick-up"] if game.now.scenario == "salvage-run" else []
    return [
        *MOVING,
        "shoot",
        "fight",
        *liftable,
        *carried,
        *unique.unique_actions(game, operative),
        *mission_actions(game, operative),
        "pass",
    ]


def action_refusals(game: KillTeam, operative: str, action: str) -> Iterator[Refusal]:
    """Why an operative cannot perform an action in its activation now."""
    row = game.operatives[operative]
    cite("play.refusal")
    if action == "pass":
        return
    if row.did and f"!{action}" in row.did:
        yield Refusal("play.refund", "{a} proved impossible here.", {"a": name_of(action)})
        return
    cost = cost_of(game, operative, action)
    if row.ap < cost and acts("activation.enough-ap"):
        says = "{a} costs {c} AP; {operative} has {n}."
        yield Refusal(
            "activation.enough-ap", says, {"a": name_of(action), "c": cost, "operative": operative, "n": row.ap}
        )
        return
    rule = "actions.free-counts" if f"free:{action}" in row.did else "activation.no-repeat"
    if action in row.did and action not in row.freed and acts(rule):
        yield Refusal(
            rule, "{operative} performed {a} in this activation.", {"operative": operative, "a": name_of(action)}
        )
        return
    yield from requirements(game, operative, action)


def requirements(game: KillTeam, operative: str, action: str) -> Iterator[Refusal]:
    """What an action itself asks for, paid or free."""
    if action == "normal":
        yield from normal_refusals(game, operative)
    elif action == "dash":
        yield from dash_refusals(game, operative)
    elif action == "charge":
        yield from charge_refusals(game, operative)
    elif action == "fall-back":
        yield from fall_back_refusals(game, operative)
    elif action == "shoot":
        yield from shoot_refusals(game, operative, game.operatives[operative].ap - 1)
    elif action == "fight":
        if not is_engaged(game, operative):
            yield Refusal(
                "actions.fight",
                "No enemy is within engagement range of {operative}.",
                {"operative": operative},
                "Charge first.",
            )
    elif action == "pick-up":
        yield from pick_up_all_refusals(game, operative)
    elif action in content.unique_actions():
        yield from unique.refusals(game, operative, action)
    elif action != "drop":  # who carries something may drop it at any point
        yield from mission_refusals(game, operative, action)
