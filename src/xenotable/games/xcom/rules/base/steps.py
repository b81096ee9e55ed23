"""Base defense, step by step."""

from __future__ import annotations

from xenotable.engine import Choose, Flow, Scene, rule, scene
from xenotable.games.xcom.content import LEADER, card_of
from xenotable.games.xcom.rules.actions.showing import hand_beside
from xenotable.games.xcom.rules.base.attack import (
    attack,
    attack_odds,
    attack_refusals,
    enemies_and_tasks,
    targets,
)
from xenotable.games.xcom.rules.base.damage import base_destroyed, damage_base
from xenotable.games.xcom.rules.base.enemies import enemy_spaces
from xenotable.games.xcom.rules.cards.decks import discard
from xenotable.games.xcom.rules.cards.windows import passives, step_point
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import carry_out, decider
from xenotable.games.xcom.rules.tasks import reset_threat
from xenotable.games.xcom.scenes import BaseCheck, BaseDamage, BaseFight, BaseStart
from xenotable.games.xcom.state import Xcom


@scene
@hand_beside
@rule("base.threat", neutral=lambda *_: [])
def base_start(game: Xcom, at: BaseStart) -> Flow[list[Scene]]:
    game.put(step="base")
    reset_threat(game)
    yield from step_point(game, LEADER)
    for card, effect in list(passives(game, "base_start")):
        yield from carry_out(game, (effect,), Context("card", card, LEADER))
    return [BaseFight(), BaseDamage(), BaseCheck()]


@scene
@hand_beside
@rule("base.tasks", neutral=lambda *_: [])
@rule("base.continue", neutral=lambda *_: [])
@rule("base.loss", neutral=lambda *_: [])
def base_fight(game: Xcom, at: BaseFight) -> Flow[list[Scene]]:
    """One roll against one enemy, then the scene again: threat is not reset, and losses do not end it."""
    if not any(True for _ in targets(game, "base")):
        return []
    yield from step_point(game, LEADER)
    if not any(True for _ in targets(game, "base")):
        return []
    target = yield from Choose(
        seat=LEADER,
        key="attack",
        rule="base.tasks",
        prompt="Which enemy in the base is attacked?",
        among=lambda: [*enemies_and_tasks(game, "base"), None],
        why_not=lambda s: attack_refusals(game, "base", s),
        label=lambda s: "Stop" if s is None else game.name(s),
        odds=lambda s: None if s is None else attack_odds(game, "base", s),
    )
    if target is None:
        return []
    yield from attack(game, "base", target)
    return [at]


@scene
@hand_beside
@rule("base.damage-order", neutral=lambda *_: [])
@rule("base.discard", neutral=lambda *_: [])
def base_damage(game: Xcom, at: BaseDamage) -> Flow[list[Scene]]:
    if not at.begun:
        yield from step_point(game, LEADER)
        return [BaseDamage(begun=True)]
    left = [s for s in enemy_spaces(game) if s not in at.order]
    if not left:
        for space in at.order:
            discard(game, "enemy", game.foes[space].card)
            game.tell("{enemy} is gone from the base.", "base.discard", enemy=game.foes[space].card)
            game.foes.remove(space)
        return []
    space = left[0]
    if len(left) > 1:
        space = yield from Choose(
            seat=LEADER,
            key="survivor",
            rule="base.damage-order",
            prompt="Which surviving enemy causes its damage next?",
            among=lambda: left,
        )
    yield from damage_base(game, "base.damage")
    card = game.foes[space].card
    yield from carry_out(game, card_of(card).on_damage, Context("enemy", card, decider("enemy")))
    return [BaseDamage((*at.order, space), True)]


@scene
@rule("base.check", neutral=lambda *_: [])
def base_check(game: Xcom, at: BaseCheck) -> list[Scene]:
    base_destroyed(game)
    return []
