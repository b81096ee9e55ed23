"""Which actions a round holds, and in which order they come."""

from __future__ import annotations

from collections.abc import Sequence, Set

from xenotable.engine import cite, rule
from xenotable.games.xcom.content import book
from xenotable.games.xcom.rules.generator.placement import group_ufos
from xenotable.games.xcom.rules.generator.wave import (
    Brief,
    Rolls,
    may_choose_mission,
    may_deploy_squad,
    unlocking_round,
)
from xenotable.games.xcom.state import Planned


@rule("generator.contents", neutral=lambda *_: [])
def contents(brief: Brief, down: Sequence[str], ufos: Sequence[str], enemies: int, crises: int) -> list[Planned]:
    """The body, in the order of the action rows, copies one after the other."""
    body = [Planned("ufos_descend", tuple(down))] if down else []
    body += group_ufos(ufos)
    body += [Planned("enemy_in_base")] * enemies + [Planned("crisis")] * crises
    if may_choose_mission(brief):
        body.append(Planned("choose_mission"))
    cite("actions.research-all-labs")
    body += [Planned(f"assign_research_{i}") for i in (1, 2, 3)]
    body += [Planned("emergency_funding"), Planned("deploy_satellites"), Planned("deploy_interceptors")]
    if may_deploy_squad(brief):
        body.append(Planned("deploy_squad"))
    if unlocking_round(brief.plan, brief.reports, brief.clock):
        body.append(Planned("deploy_final"))
    return [*body, Planned("defend_base")]


@rule("generator.order", neutral=lambda body, d: list(body))
def order_actions(body: Sequence[Planned], d: Rolls) -> list[Planned]:
    left, out = list(body), list[Planned]()
    while left:
        waiting = {p.id for p in left}
        held = {id for id in waiting if not ready(id, waiting)}
        free = [i for i, p in enumerate(left) if p.id not in held]
        out.append(left.pop(free[d(len(free), "order") - 1]))
    return out


@rule("generator.prerequisites", neutral=lambda action, waiting: True)
def ready(action: str, waiting: Set[str]) -> bool:
    after = book().actions[action].after
    return not after or waiting.isdisjoint(after)
