"""How machine roles share the money of a round: plan, earmarks and allowance. Public facts only."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xcom.rules.generator.wave import may_deploy_squad
from xenotable.games.xcom.rules.timed.action_list import brief_of
from xenotable.games.xcom.rules.units.unit_locations import on_board
from xenotable.games.xcom.state import POOL, RESERVE, Xcom


@rule("ai.plan", neutral=lambda game: 0)
def means(game: Xcom) -> int:
    """Budget plus the emergency credits the roles mean to use; those moved already are in the budget."""
    return game.now.credits + (intended_emergency(game) if "emergency_funding" not in game.now.past else 0)


def intended_emergency(game: Xcom) -> int:
    war = game.now
    if war.unlocked:
        return war.emergency
    return min(war.emergency, 4 if war.round == 1 else 3)


def earmarks(game: Xcom) -> dict[str, int]:
    """What each assignment action of the round is meant to use."""
    war, unlocked = game.now, game.now.unlocked
    research = 0 if unlocked else 4 if war.round <= 3 else 3
    out = {"assign_research_1": (research + 2) // 3, "assign_research_2": (research + 1) // 3}
    out["assign_research_3"] = research // 3
    out |= {"deploy_satellites": 2, "deploy_interceptors": 4, "defend_base": 2}
    if may_deploy_squad(brief_of(game)):
        out["deploy_squad"] = 3
    if unlocked:
        out["deploy_final"] = 4
    return out


def rebuilding_credits(game: Xcom) -> int:
    """Up to two credits if Interceptors or soldiers run low."""
    rows = game.units.values()
    planes = sum(u.kind == "interceptor" and u.place != POOL for u in rows)
    soldiers = sum(u.kind == "soldier" and u.place != POOL for u in rows)
    return min(2, max(0, 6 - planes) + max(0, 8 - soldiers))


@rule("ai.allowance", neutral=lambda game: 0)
def allowance(game: Xcom) -> int:
    """How many more units the running action may assign."""
    assigned = sum(on_board(u.place) for u in game.units.values())
    to_come = sum(n for action, n in earmarks(game).items() if action not in game.now.past)
    return max(0, means(game) - assigned - to_come - rebuilding_credits(game))


def wanted_emergency(game: Xcom) -> int:
    """How many emergency credits to take: what is planned and not yet covered by the budget."""
    war = game.now
    assigned = sum(on_board(u.place) for u in game.units.values())
    to_come = sum(n for action, n in earmarks(game).items() if action not in war.past)
    short = assigned + to_come + rebuilding_credits(game) - (war.credits - war.taken)
    most = war.emergency + war.taken
    if war.unlocked:
        return most
    return max(0, min(most, short, 4 if war.round == 1 else 3))


def free_soldiers(game: Xcom) -> list[str]:
    return [i for i, u in game.units.items() if u.kind == "soldier" and u.place == RESERVE]
