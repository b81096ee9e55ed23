"""One activation: what comes before the order, and who chooses it."""

from __future__ import annotations

from xenotable.engine import Choose, Flow, Scene, cite, scene
from xenotable.games.xcx.rules.actions.orders import order_ask, stand_up
from xenotable.games.xcx.rules.ai.cards import act
from xenotable.games.xcx.rules.ai.picking import nearest_to_enemy
from xenotable.games.xcx.rules.missions.tasks import detonates
from xenotable.games.xcx.rules.play.models import is_ai, seat_of
from xenotable.games.xcx.rules.special.officers import march_refusals, marchers, troopers
from xenotable.games.xcx.scenes import Activation, Order
from xenotable.games.xcx.state import TABLE, Xcx


@scene
def activation(game: Xcx, at: Activation) -> Flow[list[Scene]]:
    model = at.model
    if game.models[model].state != TABLE:
        return []
    game.note(active=model)
    if not at.marched:
        game.models.set(model, activated=True)
        game.tell("{who} is activated.", "bag.pick-unactivated", who=model)
        if detonates(game, model):
            return []
        troops = marchers(game, model)
        if troops and (first := (yield from sent_first(game, model, troops))):
            return [Activation(first), Activation(model, True)]
    stand_up(game, model)
    if is_ai(game, game.models[model].side):
        return (yield from act(game, model))
    cite("play.decisions-turn")
    cite("play.take-back")
    order = yield from order_ask(game, model)
    cite("actions.one-order")
    return [Order(model, order)]


def sent_first(game: Xcx, model: str, among: list[str]) -> Flow[str]:
    """Marching Order: which of these Troopers acts before its Officer; "" if none does."""
    if is_ai(game, game.models[model].side):
        cite("ai.marching-order")
        chosen: str | None = nearest_to_enemy(game, among)
    else:
        chosen = yield from Choose(
            seat=seat_of(game, model),
            key="march",
            rule="special.marching-order",
            prompt="Marching Order: who acts first?",
            among=lambda: [None, *troopers(game, model)],
            why_not=lambda o: () if o is None else march_refusals(game, model, o),
            default=None,
            label=lambda o: "Nobody" if o is None else game.name(o),
        )
    if not chosen:
        return ""
    game.note(marched=(*game.now.marched, game.models[model].side))
    game.tell("{who} sends {trooper} first.", "special.marching-order", who=model, trooper=chosen)
    return chosen
