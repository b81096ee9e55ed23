"""AI cards: one activation by the card. It is rules, not a player: its dice are taped, its choices cite the card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xenotable.engine import Flow, Reckon, Scene, cite, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.actions.orders import on_watch, rally
from xenotable.games.xcx.rules.ai.attack_values import strike_at
from xenotable.games.xcx.rules.ai.letters import Plan, chosen, planned
from xenotable.games.xcx.rules.engaged.free_attacks import free_attackers
from xenotable.games.xcx.rules.modifiers.tables import will_aim
from xenotable.games.xcx.rules.overwatch.steps import stepping
from xenotable.games.xcx.rules.skills.performing import perform
from xenotable.games.xcx.rules.special.officers import card_of
from xenotable.games.xcx.rules.suppression import tested
from xenotable.games.xcx.rules.tests import d6
from xenotable.games.xcx.scenes import Aimed, Flight, Moving, Striking
from xenotable.games.xcx.state import NEUTRAL, TABLE, Xcx

BANDS = ("Omega", "Delta", "Delta", "Bravo", "Bravo", "Alpha")


@rule("ai.wounded-column", neutral=lambda game, id, card: card.healthy)
def column(game: Xcx, id: str, card: content.AiCard) -> tuple[str, ...]:
    return card.wounded if game.models[id].wounds <= card.wounded_at else card.healthy


@rule("ai.suppressed", neutral=lambda game, id: False)
def shaken(game: Xcx, id: str) -> bool:
    """With markers and a WILL value of 4 or less it rallies, and no D6 is rolled for its card."""
    m = game.models[id]
    return not m.engaged and m.markers > 0 and will_aim(game, id).value <= 4


@rule("ai.same-rules", neutral=lambda game, id: [])
def act(game: Xcx, id: str) -> Flow[list[Scene]]:
    """One activation by the card."""
    if game.models[id].side >= NEUTRAL:
        cite("ai.neutral-side")
    if shaken(game, id):
        game.note(card=(id, "-", "", "Rally"), reason="Too shaken to act.")
        yield from rally(game, id)
        return []
    card = card_of(game, id)
    face = yield from d6(-1, "card", "ai.roll", "Roll for the AI card")
    letter = column(game, id, card)[face - 1]
    which = "wounded" if game.models[id].wounds <= card.wounded_at else "healthy"
    cite("ai.bands")
    cite("ai.letters")
    plan: Plan = yield from Reckon(work=lambda: planned(game, id, card, letter))
    game.note(card=(id, str(face), which, letter), reason=plan[4])
    says = "{who} rolls {face} ({band}, {column} column): {letter}. {why} Order: {order}."
    words: dict[str, Any] = {
        "face": face,
        "band": BANDS[face - 1],
        "column": which,
        "letter": letter,
        "why": plan[4],
        "order": plan[0],
    }
    game.tell(says, "ai.log", who=id, **words)
    return (yield from carried_out(game, id, plan))


def carried_out(game: Xcx, id: str, plan: Plan) -> Flow[list[Scene]]:
    order, path, weapon, target, _ = plan
    cite("ai.small-choices")
    if order == "rally":
        yield from rally(game, id)
        return []
    if order != "down" and not (yield from tested(game, id)):
        return []
    if order in ("down", "skill"):
        game.models.set(id, down=True, watch=False)
        game.tell("{who} goes Down.", "actions.down", who=id)
        if order == "skill":
            yield from perform(game, id, (weapon, target))
        return []
    if order == "overwatch":
        on_watch(game, id)
        return []
    if order == "fire":
        return [Aimed(id, weapon, target, "fire")]
    if order == "strike":
        return [Striking(id, game.models[id].engaged)]
    if order == "flee":
        return [Flight(id, path, free_attackers(game, id))]
    charge = (target,) if order == "charge" else ()
    went: list[Scene] = [Moving(id, stepping(game, id, path), order != "advance", charge)] if path else []
    return [*went, Aimed(id, weapon, target, "advance")] if order == "advance" and weapon else went


def best_strike(game: Xcx, id: str, targets: Sequence[str]) -> tuple[str, str] | None:
    """Of the enemies in contact the one that the card prefers, with the best blow."""
    card = card_of(game, id)
    able = [t for t in targets if game.models[t].state == TABLE and strike_at(game, id, t, card.prefer)]
    if not able:
        return None
    target = chosen(game, id, able, card)
    found = strike_at(game, id, target, card.prefer)
    return (found[1], target) if found else None
