"""One activation: what comes before the order, and who chooses it."""

from __future__ import annotations

from xenotable.engine import Choose, Flow, Scene, cite, scene
from xenotable.games.xcx.rules.actions.orders import order_ask, stand_up
from xenotable.games.xcx.rules.ai.cards import act
from xenotable.games.xcx.rules.ai.picking import nearest_to_enemy
from xenotable.games.xcx.rules.missions.tasks import detonates
from xenotable.games.xcx.rules.play.models import is_ai, seat_of
from xenotable.games.xcx.rules.special.officers import marchers
from xenotable.games.xcx.scenes import Activation, Order
from xenotable.games.xcx.state import TABLE, Xcx


@scene
def activation(game: Xcx, at: Activation) -> Flow[list[Scene]]:
    id = at.model
    if game.models[id].state != TABLE:
        return []
    game.note(active=id)
    if not at.marched:
        if not game.models[id].activated:
            game.models.set(id, activated=True)
        game.tell("{who} is activated.", "bag.pick-unactivated", who=id)
        if detonates(game, id):
            return []
        first = yield from sent_first(game, id)
        if first:
            return [Activation(first), Activation(id, True)]
    stand_up(game, id)
    if game.models[id].caster:
        cite("skills.control-acts")
    if is_ai(game, game.models[id].side):
        return (yield from act(game, id))
    cite("play.decisions-turn")
    cite("play.take-back")
    order = yield from order_ask(game, id)
    cite("actions.one-order")
    return [Order(id, order)]


def sent_first(game: Xcx, id: str) -> Flow[str]:
    """Marching Order: the Trooper that acts before its Officer."""
    among = marchers(game, id)
    if not among:
        return ""
    if is_ai(game, game.models[id].side):
        cite("ai.marching-order")
        chosen: str | None = nearest_to_enemy(game, among)
    else:
        chosen = yield from Choose(
            seat=seat_of(game, id),
            key="march",
            rule="special.marching-order",
            prompt="Marching Order: who acts first?",
            among=lambda: [None, *among],
            default=None,
            label=lambda o: "Nobody" if o is None else game.name(o),
        )
    if not chosen:
        return ""
    game.note(marched=(*game.now.marched, game.models[id].side))
    game.tell("{who} sends {trooper} first.", "special.marching-order", who=id, trooper=chosen)
    return chosen
