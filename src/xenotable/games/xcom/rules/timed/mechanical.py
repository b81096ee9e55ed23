"""What an action does when it appears and when it ends."""

from __future__ import annotations

from xenotable.engine import Flow, cite, rule
from xenotable.engine.gestures import Drew
from xenotable.games.xcom.rules.actions.asks import lab_of, place_ufo
from xenotable.games.xcom.rules.actions.automatic import (
    crisis_chosen,
    enemy_enters,
    form_budget,
    mission_chosen,
    new_tech,
    turn_enemies_up,
    unlock,
)
from xenotable.games.xcom.rules.cards.decks import discard, draw
from xenotable.games.xcom.state import Planned, Xcom

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
            if len(game.now.drawn) == 1:
                cite("actions.crisis-short")
                game.put(chosen=game.now.drawn[0])
        case "enemy_in_base":
            yield from enemy_enters(game, "actions.enemy-in-base")
        case "deploy_squad" | "deploy_final":
            place = "mission" if planned.id == "deploy_squad" else "final"
            yield from turn_enemies_up(game, place)


def _draw_two(game: Xcom, deck: str) -> Flow[None]:
    rule_ = "actions.crisis" if deck == "crisis" else "actions.choose-mission"
    for _ in range(2):
        card = yield from draw(game, deck)
        if card:
            game.put(drawn=(*game.now.drawn, card))
            game.tell("{card} comes up.", rule_, reveals=True, shows=(Drew(game.name(card)),), card=card)


# ---- what is final when the action ends ------------------------------------------------------------------------------


@rule("timed.commit", neutral=lambda *_: None)
def commit(game: Xcom, places: tuple[str, ...]) -> None:
    action = game.clock[0].action
    match action:
        case "choose_mission":
            mission_chosen(game)
        case "crisis":
            crisis_chosen(game)
        case "ufos_detected" | "ufos_descend":
            for place in places[game.now.taken :]:
                place_ufo(game, place)
        case _ if action.startswith("assign_research"):
            row = game.labs[lab_of(game)]
            if row.old:
                discard(game, "tech", row.old)
                game.tell("{old} is discarded.", "actions.research-occupied", old=row.old)
                game.labs.set(lab_of(game), old="", old_tokens=0)
    if game.now.drawn or game.now.chosen or game.now.taken:
        game.put(drawn=(), chosen="", taken=0)


@rule("timed.skip-empty", neutral=lambda game, planned: False)
def pointless(game: Xcom, planned: Planned) -> bool:
    if planned.id == "deploy_squad":
        return "mission" not in game.ventures
    return planned.id == "ufos_descend" and not game.now.orbit
