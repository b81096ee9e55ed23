"""The six orders: which a model may be given, and those that need nothing but the model itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xenotable.engine import Choose, Flow, Forecast, Refusal, Slot, cite, rule
from xenotable.games.xcx.rules.engaged.fleeing import best_flight
from xenotable.games.xcx.rules.engaged.free_attacks import free_attackers
from xenotable.games.xcx.rules.play.models import seat_of
from xenotable.games.xcx.rules.shooting.shots import some_shots
from xenotable.games.xcx.rules.tests import d6
from xenotable.games.xcx.state import TABLE, Xcx

order_odds = Slot[[Xcx, str, str], Sequence[Forecast]]("xcx.order_odds")
ORDERS = ("fire", "advance", "run", "overwatch", "down", "rally", "strike", "flee")
LABELS = {
    "fire": "Fire: stand and shoot",
    "advance": "Advance: move and shoot at -1",
    "run": "Run: move twice, or charge",
    "overwatch": "Overwatch: shoot when an enemy moves",
    "down": "Down: take cover, or use a skill",
    "rally": "Rally: remove D6 Suppression markers",
    "strike": "Run: attack in contact",
    "flee": "Run: flee from contact",
}

ORDERED = {  # in the story: those that do not tell themselves
    "fire": "Fire",
    "advance": "Advance",
    "run": "Run",
    "overwatch": "Overwatch",
    "strike": "Run and attack in contact",
    "flee": "Run and flee from contact",
}


@rule("actions.availability", neutral=lambda game, model, order: iter(()))
def order_refusals(game: Xcx, model: str, order: str) -> Iterable[Refusal]:
    """Unengaged: any of the six orders. Engaged: only Run, as an attack or a flight."""
    row = game.models[model]
    if order in ("strike", "flee"):
        cite("actions.run-engaged")
        if not row.engaged:
            return (Refusal("engaged.only-run", "{who} is not engaged.", {"who": model}),)
        if order == "flee" and best_flight(game, model) is None:
            return (Refusal("engaged.flee-move", "{who} has nowhere to flee to.", {"who": model}, "Attack instead."),)
    elif row.engaged:
        return (Refusal("engaged.only-run", "{who} is engaged: attack or flee.", {"who": model}),)
    return ()


@rule("actions.sequence", neutral=lambda game, model: None)
def stand_up(game: Xcx, model: str) -> None:
    """Down and Overwatch from an earlier activation end as the next one begins."""
    row = game.models[model]
    if row.down or row.watch or row.halted:
        cite("actions.down-lasts")
        cite("overwatch.state")
        game.models.set(model, down=False, watch=False, halted=False)
    if row.down or row.watch:
        says = "{who} gets up." if row.down else "{who} is on Overwatch no longer."
        game.tell(says, "actions.down-lasts" if row.down else "overwatch.state", who=model)


def idle_fire(game: Xcx, model: str, order: str) -> bool:
    """Would a Fire order find nobody to shoot at? It may be given, but its player is warned."""
    return order == "fire" and next(some_shots(game, model, "fire"), None) is None


def order_ask(game: Xcx, model: str) -> Choose[str]:
    return Choose(
        seat=seat_of(game, model),
        key="order",
        rule="actions.one-order",
        prompt="What does {who} do?",
        args={"who": model},
        among=lambda: ORDERS,
        why_not=lambda o: order_refusals(game, model, o),
        label=lambda o: LABELS[o] + (" (nobody in range and sight)" if idle_fire(game, model, o) else ""),
        odds=lambda o: order_odds(game, model, o),
        has_odds=lambda o: rolls_dice(game, model, o),
    )


def rolls_dice(game: Xcx, model: str, order: str) -> bool:
    """Whether an order comes to dice at once: of its own, of a WILL test before it, or of those from whom it flees."""
    if order == "down":
        return False
    if game.models[model].markers or order in ("rally", "strike"):
        return True
    if order == "flee":
        return bool(free_attackers(game, model))
    return order in ("fire", "advance") and next(some_shots(game, model, order), None) is not None


@rule("actions.overwatch", neutral=lambda game, model: None)
def on_watch(game: Xcx, model: str) -> None:
    game.models.set(model, watch=True)
    game.tell("{who} goes on Overwatch.", "actions.overwatch", who=model)


def can_go_on(game: Xcx, model: str) -> bool:
    row = game.models[model]
    return row.state == TABLE and not row.halted and not row.down


@rule("actions.rally", neutral=lambda game, model: None)
def rally(game: Xcx, model: str) -> Flow[None]:
    """One D6 of markers is removed, at most as many as there are; nobody else is affected."""
    cite("actions.rally-self-only")
    n = yield from d6(seat_of(game, model), "rally", "actions.rally", "How many markers are removed?")
    left = max(0, game.models[model].markers - n)
    gone = game.models[model].markers - left
    game.models.set(model, markers=left)
    game.tell("{who} rallies: {gone:marker} removed, {left} left.", "actions.rally", who=model, gone=gone, left=left)
