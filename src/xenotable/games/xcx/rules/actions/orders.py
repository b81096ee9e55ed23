"""The six orders: which a model may be given, and those that need nothing but the model itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xenotable.engine import Choose, Flow, Forecast, Refusal, Slot, cite, rule
from xenotable.games.xcx.rules.engaged.fleeing import best_flight
from xenotable.games.xcx.rules.play.models import seat_of
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


@rule("actions.availability", neutral=lambda game, id, order: iter(()))
def order_refusals(game: Xcx, id: str, order: str) -> Iterable[Refusal]:
    """Unengaged: any of the six orders. Engaged: only Run, as an attack or a flight."""
    m = game.models[id]
    if order in ("strike", "flee"):
        cite("actions.run-engaged")
        if not m.engaged:
            return (Refusal("engaged.only-run", "{who} is not engaged.", {"who": id}),)
        if order == "flee" and best_flight(game, id) is None:
            return (Refusal("engaged.flee-move", "{who} has nowhere to flee to.", {"who": id}, "Attack instead."),)
    elif m.engaged:
        return (Refusal("engaged.only-run", "{who} is engaged: attack or flee.", {"who": id}),)
    return ()


@rule("actions.sequence", neutral=lambda game, id: None)
def stand_up(game: Xcx, id: str) -> None:
    """Down and Overwatch from an earlier activation end as the next one begins."""
    m = game.models[id]
    if m.down or m.watch or not m.activated or m.halted:
        cite("actions.down-lasts")
        cite("overwatch.state")
        game.models.set(id, down=False, watch=False, activated=True, halted=False)


def order_ask(game: Xcx, id: str) -> Choose[str]:
    return Choose(
        seat=seat_of(game, id),
        key="order",
        rule="actions.one-order",
        prompt="What does {who} do?",
        args={"who": id},
        among=lambda: ORDERS,
        why_not=lambda o: order_refusals(game, id, o),
        label=lambda o: LABELS[o],
        odds=lambda o: order_odds(game, id, o),
    )


@rule("actions.overwatch", neutral=lambda game, id: None)
def on_watch(game: Xcx, id: str) -> None:
    game.models.set(id, watch=True)
    game.tell("{who} goes on Overwatch.", "actions.overwatch", who=id)


def can_go_on(game: Xcx, id: str) -> bool:
    m = game.models[id]
    return m.state == TABLE and not m.halted and not m.down


@rule("actions.rally", neutral=lambda game, id: None)
def rally(game: Xcx, id: str) -> Flow[None]:
    """One D6 of markers is removed, at most as many as there are; nobody else is affected."""
    cite("actions.rally-self-only")
    n = yield from d6(seat_of(game, id), "rally", "actions.rally", "How many markers are removed?")
    left = max(0, game.models[id].markers - n)
    gone = game.models[id].markers - left
    game.models.set(id, markers=left)
    game.tell("{who} rallies: {gone:marker} removed, {left} left.", "actions.rally", who=id, gone=gone, left=left)
