"""Actions: what each action of the timed phase allows or demands, and what is final when it ends."""

from __future__ import annotations

from xenotable.engine import Flow, cite, rule
from xenotable.games.xcom.base import appeared, enemy_enters
from xenotable.games.xcom.cards import Ctx, passives
from xenotable.games.xcom.content import book
from xenotable.games.xcom.decks import discard, draw
from xenotable.games.xcom.deeds import lab_of
from xenotable.games.xcom.effects import carry_out
from xenotable.games.xcom.effects_cards import draw_hand
from xenotable.games.xcom.effects_world import put_ufo, remove_ufo
from xenotable.games.xcom.generator import Planned, funding
from xenotable.games.xcom.mission import face_up, lay_out
from xenotable.games.xcom.roles import COMMANDER, SCIENTIST
from xenotable.games.xcom.state import Xcom

HAND = 6


# ---- what the game does by itself when an action appears -------------------------------------------------------------


@rule("timed.mechanical", neutral=lambda *_: None)
def appear(game: Xcom, planned: Planned) -> Flow[None]:
    """Draws cards, forms the budget, turns enemies up. A choice that an enemy forces stands open beside the action."""
    match planned.id:
        case "new_tech":
            yield from new_tech(game)
        case "budget":
            yield from form_budget(game)
        case "unlock_final":
            unlock(game)
        case "choose_mission":
            yield from _draw_two(game, "mission")
        case "crisis":
            yield from _draw_two(game, "crisis")
            if len(game.w.drawn) == 1:
                cite("actions.crisis-short")
                game.put(chosen=game.w.drawn[0])
        case "enemy_in_base":
            yield from enemy_enters(game, "actions.enemy-in-base")
        case "deploy_squad" | "deploy_final":
            place = "mission" if planned.id == "deploy_squad" else "final"
            for card in (yield from face_up(game, place)):
                yield from appeared(game, card)


@rule("actions.new-tech", neutral=lambda *_: None)
def new_tech(game: Xcom) -> Flow[None]:
    yield from draw_hand(game, HAND)
    for card, effect in list(passives(game, "new_tech")):
        yield from carry_out(game, (effect,), Ctx("card", card, SCIENTIST))
    game.tell("The Chief Scientist draws a hand of {n} tech cards.", "actions.new-tech", n=game.w.hand)


@rule("actions.budget", neutral=lambda *_: None)
def form_budget(game: Xcom) -> Flow[None]:
    formed = funding(game.setup.difficulty, game.reports[game.w.round - 1])
    lessons = book().lessons
    if game.setup.tutorial and game.w.round <= len(lessons) and lessons[game.w.round - 1].budget:
        formed = lessons[game.w.round - 1].budget
    game.put(credits=formed)
    for card, effect in list(passives(game, "budget")):
        yield from carry_out(game, (effect,), Ctx("card", card, COMMANDER))
    game.tell("The XCOM budget of this round is {n} credits.", "actions.budget", n=game.w.credits)


@rule("finale.unlock", neutral=lambda *_: None)
@rule("finale.plans", neutral=lambda *_: None)
@rule("actions.unlock-final", neutral=lambda *_: None)
def unlock(game: Xcom) -> None:
    lay_out(game, "final", game.w.plan)
    game.put(unlocked=True)
    game.tell("The final mission is unlocked: {name}.", "actions.unlock-final", name=game.plan.final_name)


def _draw_two(game: Xcom, deck: str) -> Flow[None]:
    rule_ = "actions.crisis" if deck == "crisis" else "actions.choose-mission"
    for _ in range(2):
        card = yield from draw(game, deck)
        if card:
            game.put(drawn=(*game.w.drawn, card))
            game.tell("{card} comes up.", rule_, reveals=True, card=card)
    if len(game.w.drawn) < 2 and deck == "mission":
        cite("actions.choose-mission-short")


# ---- what is final when the action ends ------------------------------------------------------------------------------


@rule("timed.commit", neutral=lambda *_: None)
def commit(game: Xcom, places: tuple[str, ...]) -> None:
    action = game.clock[0].action
    match action:
        case "choose_mission":
            mission_chosen(game)
        case "crisis":
            crisis_chosen(game)
        case "ufos_detected":
            for place in places:
                put_ufo(game, landing(game, place), "actions.ufos-detected")
        case "ufos_descend":
            descend(game, places)
        case "emergency_funding":
            cite("actions.emergency-once")
        case _ if action.startswith("assign_research"):
            row = game.labs[lab_of(game)]
            if row.old:
                discard(game, "tech", row.old)
                game.labs.set(lab_of(game), old="", old_tokens=0)
    game.put(drawn=(), chosen="", taken=0)


@rule("actions.choose-mission", neutral=lambda *_: None)
@rule("actions.choose-mission-zero", neutral=lambda *_: None)
@rule("actions.choose-mission-fallen", neutral=lambda *_: None)
@rule("actions.mission-enemies", neutral=lambda *_: None)
def mission_chosen(game: Xcom) -> None:
    """The chosen mission is laid out with its enemies face down; the other card, or both, are discarded."""
    chosen = game.w.chosen
    discard(game, "mission", *(c for c in game.w.drawn if c != chosen))
    if chosen:
        lay_out(game, "mission", chosen)
    else:
        game.tell("No mission was chosen.", "actions.choose-mission-zero")


@rule("actions.crisis", neutral=lambda *_: None)
@rule("actions.crisis-pool", neutral=lambda *_: None)
def crisis_chosen(game: Xcom) -> None:
    chosen = game.w.chosen
    discard(game, "crisis", *(c for c in game.w.drawn if c != chosen))
    if chosen:
        game.put(crises=(*game.w.crises, chosen))


@rule("actions.ufos-fallen", neutral=lambda game, place: place)
def landing(game: Xcom, place: str) -> str:
    """A UFO for a fallen continent goes to orbit."""
    return "orbit" if place != "orbit" and game.continents[place].fallen else place


@rule("actions.ufos-descend", neutral=lambda *_: None)
@rule("actions.descend-fewer", neutral=lambda *_: None)
def descend(game: Xcom, places: tuple[str, ...]) -> None:
    """One UFO to each shown continent in order, until orbit is empty."""
    for place in places:
        if not game.w.orbit:
            return
        remove_ufo(game, "orbit")
        put_ufo(game, landing(game, place), "actions.ufos-descend")


@rule("timed.skip-empty", neutral=lambda game, planned: False)
def pointless(game: Xcom, planned: Planned) -> bool:
    if planned.id == "deploy_squad":
        return "mission" not in game.ventures
    return planned.id == "ufos_descend" and not game.w.orbit
