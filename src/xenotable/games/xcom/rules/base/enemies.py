"""Enemies: how they appear, take success tokens and are killed."""

from __future__ import annotations

from xenotable.engine import Flow, acts, cite, rule
from xenotable.games.xcom.content import LEADER, card_of
from xenotable.games.xcom.rules.cards.windows import window
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import carry_out, decider
from xenotable.games.xcom.rules.mission.tasks import task_done
from xenotable.games.xcom.state import Xcom


def apply_on_place(game: Xcom, card: str) -> Flow[None]:
    """on_place: the enemy is in the base, or was turned face up on a mission."""
    if card_of(card).on_place:
        cite("effects.traits")
        yield from carry_out(game, card_of(card).on_place, Context("enemy", card, decider("enemy")))


@rule("base.success", neutral=lambda *_: None)
def wound_enemy(game: Xcom, space: str, tokens: int, rule_: str) -> Flow[None]:
    """Success tokens on an enemy; with as many as its health it is killed."""
    if not tokens:
        return
    card = game.foes[space].card
    total = game.foes[space].tokens + tokens
    if total < card_of(card).health:
        game.foes.set(space, tokens=total)
        game.tell("{card}, success tokens: {n}.", rule_, card=card, n=total)
        return
    game.foes.remove(space)
    game.tell("{card} is killed.", rule_, card=card)
    if not space.startswith("base"):
        task_done(game, space[:-1])
    yield from kill_enemy(game, card, space)


@rule("base.kill-salvage", neutral=lambda *_: None)
def kill_enemy(game: Xcom, card: str, space: str) -> Flow[None]:
    """First the salvage, then its on_kill, then the window kill. A boss gives no salvage."""
    cite("cards.nesting")
    where = "base" if space.startswith("base") else "mission"
    if not (card_of(card).deck == "boss" and acts("finale.boss")):
        game.put(salvage=(*game.now.salvage, card))
        game.tell("{card} becomes salvage.", "base.kill-salvage", card=card)
    if card_of(card).on_kill:
        cite("effects.traits")
        yield from carry_out(game, card_of(card).on_kill, Context("enemy", card, decider("enemy"), killed=where))
    yield from window(game, "kill", LEADER, Context("card", killed=where))


def enemy_spaces(game: Xcom, prefix: str = "base") -> list[str]:
    """The spaces with an enemy in them, in order."""
    return [f for f in game.foes if f.startswith(prefix)]
