"""The damage track of the base: damage, critical effects, destruction."""

from __future__ import annotations

from xenotable.engine import Flow, rule
from xenotable.games.xcom.content import LEADER, colour
from xenotable.games.xcom.rules.cards.windows import window
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import carry_out, decider
from xenotable.games.xcom.rules.setup.opening import plan_of
from xenotable.games.xcom.rules.victory import end
from xenotable.games.xcom.state import Xcom


@rule("base.damage", neutral=lambda *_: None)
@rule("base.orange", neutral=lambda *_: None)
def damage_base(game: Xcom, rule_: str) -> Flow[None]:
    """One damage: cards may answer in the resolution phase; a red space carries out the critical effect at once."""
    if game.now.damage >= ORANGE:
        return
    if game.now.phase == "resolution":
        ctx = Context("card")
        yield from window(game, "damage", LEADER, ctx)
        if ctx.prevent:
            game.tell("The damage is prevented.", "effects.cancel_damage")
            return
    game.put(damage=game.now.damage + 1)
    game.tell("The base takes damage: {n}.", rule_, n=game.now.damage)
    if colour("damage", game.now.damage) == "red":
        yield from critical(game)


@rule("base.critical", neutral=lambda *_: None)
@rule("base.critical-again", neutral=lambda *_: None)
@rule("base.critical-decide", neutral=lambda *_: None)
def critical(game: Xcom) -> Flow[None]:
    game.tell("Critical: {text}", "base.critical", text=plan_of(game).critical_text)
    yield from carry_out(game, plan_of(game).critical, Context("critical", game.now.plan, decider("critical")))


ORANGE = 9


@rule("base.check-late", neutral=lambda game: False)
def base_destroyed(game: Xcom) -> bool:
    """The check after base defense, and again at the reports."""
    if game.now.damage >= ORANGE:
        end(game, False, "The base is destroyed.", "victory.lose-base")
    return game.result is not None
