"""Base defense: enemies in the base and the damage track."""

from __future__ import annotations

from xenotable.engine import Choose, Flow, Scene, cite, rule, scene
from xenotable.games.xcom.cards import Ctx, passives, step_point, window
from xenotable.games.xcom.content import colour
from xenotable.games.xcom.decks import discard, draw
from xenotable.games.xcom.effects import carry_out
from xenotable.games.xcom.fight import attack, targets, task_done
from xenotable.games.xcom.roles import LEADER
from xenotable.games.xcom.state import BASE_SPACES, Foe, Xcom, card_of, living
from xenotable.games.xcom.tasks import reset_threat
from xenotable.games.xcom.victory import base_destroyed

ORANGE = 9


class BaseStart(Scene, frozen=True):
    """Base defense begins."""


class BaseFight(Scene, frozen=True):
    pass


class BaseDamage(Scene, frozen=True):
    """Surviving enemies cause damage, in the order the Squad Leader likes."""

    order: tuple[str, ...] = ()
    begun: bool = False


class BaseCheck(Scene, frozen=True):
    pass


# ---- enemies come and die --------------------------------------------------------------------------------------------


@rule("actions.enemy-in-base", neutral=lambda *_: None)
def enemy_enters(game: Xcom, rule_: str) -> Flow[None]:
    """The next card of the enemy deck in a free space, face up; without a space the base is damaged instead."""
    space = next((s for s in BASE_SPACES if s not in game.foes), "")
    if not space:
        game.tell("All six spaces of the base are taken.", "actions.base-spaces")
        yield from damaged(game, "actions.base-spaces")
        return
    card = yield from draw(game, "enemy")
    if not card:
        game.tell("The enemy deck is empty.", "actions.enemy-deck-empty")
        return
    game.foes.add(space, Foe(card))
    game.tell("{card} enters the base.", rule_, reveals=True, card=card)
    yield from appeared(game, card)


def appeared(game: Xcom, card: str) -> Flow[None]:
    """on_place: the enemy is in the base, or was turned face up on a mission."""
    if card_of(card).on_place:
        cite("effects.traits")
        yield from carry_out(game, card_of(card).on_place, Ctx("enemy", card, LEADER))


@rule("base.success", neutral=lambda *_: None)
def wounded(game: Xcom, space: str, tokens: int, rule_: str) -> Flow[None]:
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
    yield from killed(game, card, space)


@rule("cards.nesting", neutral=lambda *_: None)
@rule("base.kill-salvage", neutral=lambda *_: None)
def killed(game: Xcom, card: str, space: str) -> Flow[None]:
    """First the salvage, then its on_kill, then the window kill. A boss gives no salvage."""
    where = "base" if space.startswith("base") else "mission"
    if card_of(card).deck == "boss":
        cite("finale.boss")
    else:
        game.put(salvage=(*game.w.salvage, card))
    if card_of(card).on_kill:
        cite("effects.traits")
        yield from carry_out(game, card_of(card).on_kill, Ctx("enemy", card, LEADER, killed=where))
    yield from window(game, "kill", LEADER, Ctx("card", killed=where))


# ---- damage ----------------------------------------------------------------------------------------------------------


@rule("base.damage", neutral=lambda *_: None)
@rule("base.orange", neutral=lambda *_: None)
def damaged(game: Xcom, rule_: str) -> Flow[None]:
    """One damage: cards may answer in the resolution phase; a red space carries out the critical effect at once."""
    if game.w.damage >= ORANGE:
        return
    if game.w.phase == "resolution":
        ctx = Ctx("card")
        yield from window(game, "damage", LEADER, ctx)
        if ctx.prevent:
            game.tell("The damage is prevented.", "effects.cancel_damage")
            return
    game.put(damage=game.w.damage + 1)
    game.tell("The base takes damage: {n}.", rule_, n=game.w.damage)
    if colour("damage", game.w.damage) == "red":
        yield from critical(game)


@rule("base.critical", neutral=lambda *_: None)
@rule("base.critical-again", neutral=lambda *_: None)
@rule("base.critical-decide", neutral=lambda *_: None)
def critical(game: Xcom) -> Flow[None]:
    game.tell("Critical: {text}", "base.critical", text=game.plan.critical_text)
    yield from carry_out(game, game.plan.critical, Ctx("critical", game.w.plan, LEADER))


# ---- base defense ----------------------------------------------------------------------------------------------------


@scene
@rule("base.threat", neutral=lambda *_: [])
def base_start(game: Xcom, at: BaseStart) -> Flow[list[Scene]]:
    game.put(step="base")
    reset_threat(game)
    yield from step_point(game, LEADER)
    for card, effect in list(passives(game, "base_start")):
        yield from carry_out(game, (effect,), Ctx("card", card, LEADER))
    return [BaseFight(), BaseDamage(), BaseCheck()]


@scene
@rule("base.tasks", neutral=lambda *_: [])
@rule("base.continue", neutral=lambda *_: [])
@rule("base.loss", neutral=lambda *_: [])
def base_fight(game: Xcom, at: BaseFight) -> Flow[list[Scene]]:
    """One roll against one enemy, then the scene again: threat is not reset, and losses do not end it."""
    if not any(True for _ in targets(game, "base")):
        return []
    yield from step_point(game, LEADER)
    options: list[str | None] = [*targets(game, "base"), None]
    if len(options) == 1:
        return []
    target = yield from Choose(
        seat=LEADER,
        key="attack",
        rule="base.tasks",
        prompt="Which enemy in the base is attacked?",
        among=lambda: options,
        label=lambda s: "Stop" if s is None else game.name(s),
    )
    if target is None:
        return []
    yield from attack(game, "base", target)
    return [at]


@scene
@rule("base.damage-order", neutral=lambda *_: [])
@rule("base.discard", neutral=lambda *_: [])
def base_damage(game: Xcom, at: BaseDamage) -> Flow[list[Scene]]:
    if not at.begun:
        yield from step_point(game, LEADER)
        return [BaseDamage(begun=True)]
    left = [s for s in living(game) if s not in at.order]
    if not left:
        for space in at.order:
            discard(game, "enemy", game.foes[space].card)
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
    yield from damaged(game, "base.damage")
    card = game.foes[space].card
    yield from carry_out(game, card_of(card).on_damage, Ctx("enemy", card, LEADER))
    return [BaseDamage((*at.order, space), True)]


@scene
@rule("base.check", neutral=lambda *_: [])
def base_check(game: Xcom, at: BaseCheck) -> list[Scene]:
    base_destroyed(game)
    return []
