"""What the game does by itself in an action, and what is final when the action ends."""

from __future__ import annotations

from xenotable.engine import Flow, rule
from xenotable.games.xcom.content import COMMANDER, SCIENTIST, book
from xenotable.games.xcom.rules.base.damage import damage_base
from xenotable.games.xcom.rules.base.enemies import apply_on_place
from xenotable.games.xcom.rules.budget import funding
from xenotable.games.xcom.rules.cards.decks import discard, draw
from xenotable.games.xcom.rules.cards.hand import draw_hand, drop_from_hand, hand
from xenotable.games.xcom.rules.cards.windows import passives
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import carry_out
from xenotable.games.xcom.rules.finale import lay_out_final
from xenotable.games.xcom.rules.mission.tasks import face_up, lay_out
from xenotable.games.xcom.rules.setup.opening import plan_of
from xenotable.games.xcom.state import BASE_SPACES, Foe, Xcom

HAND = 6


@rule("actions.deploy-squad-reveal", neutral=lambda *_: None)
def turn_enemies_up(game: Xcom, place: str) -> Flow[None]:
    for card in (yield from face_up(game, place)):
        yield from apply_on_place(game, card)


@rule("actions.new-tech", neutral=lambda *_: None)
def new_tech(game: Xcom) -> Flow[None]:
    kept = game.now.hand if game.reads("actions.hand-leftover=kept") else 0
    yield from draw_hand(game, HAND - kept)
    for card, effect in list(passives(game, "new_tech")):
        yield from carry_out(game, (effect,), Context("card", card, SCIENTIST))
    game.tell("The Chief Scientist draws a hand of {n:tech card}.", "actions.new-tech", n=game.now.hand)


@rule("actions.budget", neutral=lambda *_: None)
def form_budget(game: Xcom) -> Flow[None]:
    formed = funding(game.setup.difficulty, game.reports[game.now.round - 1])
    lessons = book().lessons
    if game.setup.tutorial and game.now.round <= len(lessons) and lessons[game.now.round - 1].budget:
        formed = lessons[game.now.round - 1].budget
    game.put(credits=formed)
    for card, effect in list(passives(game, "budget")):
        yield from carry_out(game, (effect,), Context("card", card, COMMANDER))
    game.tell("The XCOM budget of this round is {n:credit}.", "actions.budget", n=game.now.credits)


@rule("actions.unlock-final", neutral=lambda *_: None)
def unlock(game: Xcom) -> None:
    lay_out_final(game)
    game.tell("The final mission is unlocked: {name}.", "actions.unlock-final", name=plan_of(game).final_name)


@rule("actions.choose-mission", neutral=lambda *_: None)
@rule("actions.choose-mission-zero", neutral=lambda *_: None)
@rule("actions.choose-mission-fallen", neutral=lambda *_: None)
@rule("actions.mission-enemies", neutral=lambda *_: None)
def mission_chosen(game: Xcom) -> None:
    """The chosen mission is laid out with its enemies face down; the other card, or both, are discarded."""
    chosen = game.now.chosen
    discard(game, "mission", *(c for c in game.now.drawn if c != chosen))
    if chosen:
        lay_out(game, "mission", chosen)
    else:
        game.tell("No mission was chosen.", "actions.choose-mission-zero")


@rule("actions.crisis", neutral=lambda *_: None)
@rule("actions.crisis-pool", neutral=lambda *_: None)
def crisis_chosen(game: Xcom) -> None:
    chosen = game.now.chosen
    discard(game, "crisis", *(c for c in game.now.drawn if c != chosen))
    if chosen:
        game.put(crises=(*game.now.crises, chosen))
        game.tell("{card} goes to the crisis pool.", "actions.crisis-pool", card=chosen)


@rule("actions.enemy-in-base", neutral=lambda *_: None)
def enemy_enters(game: Xcom, rule_: str) -> Flow[None]:
    """The next card of the enemy deck in a free space, face up; without a space the base is damaged instead."""
    space = next((s for s in BASE_SPACES if s not in game.foes), "")
    if not space:
        game.tell("All six spaces of the base are taken.", "actions.base-spaces")
        yield from damage_base(game, "actions.base-spaces")
        return
    card = yield from draw(game, "enemy")
    if not card:
        game.tell("The enemy deck is empty.", "actions.enemy-deck-empty")
        return
    game.foes.add(space, Foe(card))
    game.tell("{card} enters the base.", rule_, reveals=True, card=card)
    yield from apply_on_place(game, card)


@rule("actions.hand-leftover", neutral=lambda *_: None)
def put_hand_away(game: Xcom) -> None:
    if game.reads("actions.hand-leftover=kept"):
        return
    if game.now.hand:
        says = "{n:tech card is|tech cards are} left in hand and discarded."
        game.tell(says, "actions.hand-leftover", n=game.now.hand)
    left = hand(game)
    if left:
        drop_from_hand(game, *left)
        discard(game, "tech", *left)
