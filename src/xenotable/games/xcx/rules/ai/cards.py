"""AI cards: one activation by the card. It is rules, not a player: its dice are taped, its choices cite the card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xenotable.engine import Flow, Reckon, Scene, cite, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.actions.orders import on_watch, rally
from xenotable.games.xcx.rules.ai.attack_values import strike_at
from xenotable.games.xcx.rules.ai.letters import Plan, plan_of_letter, preferred_target
from xenotable.games.xcx.rules.charging import contacted
from xenotable.games.xcx.rules.engaged.free_attacks import free_attackers
from xenotable.games.xcx.rules.modifiers.tables import will_aim
from xenotable.games.xcx.rules.overwatch.steps import path_steps
from xenotable.games.xcx.rules.skills.performing import perform
from xenotable.games.xcx.rules.special.officers import card_of
from xenotable.games.xcx.rules.suppression import passes_will_test
from xenotable.games.xcx.rules.tests import d6
from xenotable.games.xcx.scenes import Aimed, Flight, Moving, Striking
from xenotable.games.xcx.state import TABLE, Xcx

BANDS = ("Omega", "Delta", "Delta", "Bravo", "Bravo", "Alpha")


@rule("ai.wounded-column", neutral=lambda game, model, card: card.healthy)
def column(game: Xcx, model: str, card: content.AiCard) -> tuple[str, ...]:
    least = 2 if game.reads("ai.wounded-column=two-left") else card.wounded_at
    return card.wounded if game.models[model].wounds <= least else card.healthy


@rule("ai.suppressed", neutral=lambda game, model: False)
def must_rally(game: Xcx, model: str) -> bool:
    """With markers and a WILL value of 4 or less it rallies, and no D6 is rolled for its card."""
    row = game.models[model]
    shaken = not row.engaged and row.markers > 0 and will_aim(game, model).value <= 4
    return shaken and not game.reads("ai.suppressed=card-decides")


@rule("ai.same-rules", neutral=lambda game, model: [])
def act(game: Xcx, model: str) -> Flow[list[Scene]]:
    """One activation by the card."""
    if must_rally(game, model):
        game.note(card=(model, "-", "", "Rally"), reason="Too shaken to act.")
        yield from rally(game, model)
        return []
    card = card_of(game, model)
    face = yield from d6(-1, "card", "ai.roll", "Roll for the AI card")
    letters = column(game, model, card)
    letter, which = letters[face - 1], "wounded" if letters == card.wounded else "healthy"
    cite("ai.bands")
    cite("ai.letters")
    plan: Plan = yield from Reckon(work=lambda: plan_of_letter(game, model, card, letter))
    game.note(card=(model, str(face), which, letter), reason=plan[4])
    says = "{who} rolls {face} ({band}, {column} column): {letter}. {why} Order: {order}."
    words: dict[str, Any] = {
        "face": face,
        "band": BANDS[face - 1],
        "column": which,
        "letter": letter,
        "why": plan[4],
        "order": plan[0],
    }
    game.tell(says, "ai.log", who=model, **words)
    return (yield from carried_out(game, model, plan))


def carried_out(game: Xcx, model: str, plan: Plan) -> Flow[list[Scene]]:
    order, path, weapon, target, _ = plan
    cite("ai.small-choices")
    if order == "rally":
        yield from rally(game, model)
        return []
    if order != "down" and not (yield from passes_will_test(game, model)):
        return []
    if order in ("down", "skill"):
        game.models.set(model, down=True, watch=False)
        game.tell("{who} goes Down.", "actions.down", who=model)
        if order == "skill":
            yield from perform(game, model, (weapon, target))
        return []
    if order == "overwatch":
        on_watch(game, model)
        return []
    if order == "fire":
        return [Aimed(model, weapon, target, "fire")]
    if order == "strike":
        return [Striking(model, game.models[model].engaged)]
    if order == "flee":
        return [Flight(model, path, free_attackers(game, model))]
    charge = contacted(game, model, target, path) if order == "charge" and path else ()
    went: list[Scene] = [Moving(model, path_steps(game, model, path), order != "advance", charge)] if path else []
    return [*went, Aimed(model, weapon, target, "advance")] if order == "advance" and weapon else went


def best_strike(game: Xcx, model: str, targets: Sequence[str]) -> tuple[str, str] | None:
    """Of the enemies in contact the one that the card prefers, with the best blow."""
    card = card_of(game, model)
    able = [t for t in targets if game.models[t].state == TABLE and strike_at(game, model, t, card.prefer)]
    if not able:
        return None
    target = preferred_target(game, model, able, card)
    found = strike_at(game, model, target, card.prefer)
    return (found[1], target) if found else None
