"""The tasks and enemies of a mission on their spaces."""

from __future__ import annotations

from xenotable.engine import Flow, cite, rule
from xenotable.games.xcom.content import book, card_of
from xenotable.games.xcom.rules.cards.decks import deck_size, hide_enemy, turn_up
from xenotable.games.xcom.state import Foe, Venture, Xcom


def tasks_of(game: Xcom, place: str) -> tuple[tuple[str, ...] | str, ...]:
    card = game.ventures[place].card
    return book().plans[card].final if place == "final" else card_of(card).tasks


@rule("mission.three-tasks", neutral=lambda *_: None)
@rule("mission.no-carry", neutral=lambda *_: None)
def task_done(game: Xcom, place: str) -> None:
    """The task that the mission has reached is complete; successes beyond it are lost."""
    done = game.ventures[place].done + 1
    game.ventures.set(place, done=done)
    card = game.ventures[place].card
    game.tell("{where}, {card}: task {n} is complete.", "mission.three-tasks", where=place, card=card, n=done)


PLACES = ("mission", "final")


@rule("mission.one", neutral=lambda *_: None)
def lay_out(game: Xcom, place: str, card: str) -> None:
    """The mission lies open, an enemy card face down on each enemy space from left to right, each boss face up."""
    game.ventures.add(place, Venture(card))
    game.tell("{card} is laid out.", "mission.one", card=card)
    for i, task in enumerate(tasks_of(game, place)):
        slot = f"{place}{i + 1}"
        if task == "enemy" and deck_size(game, "enemy"):
            game.foes.add(slot, Foe())
            hide_enemy(game, slot)
            game.tell("An enemy face down lies on the {place}.", "actions.mission-enemies", place=place)
        elif isinstance(task, str) and task != "enemy":
            cite("finale.boss")
            game.foes.add(slot, Foe(task))
            game.tell("{boss} is on the {place}.", "finale.boss", boss=task, place=place)


@rule("mission.persist-facedown", neutral=lambda *_: [])
def face_up(game: Xcom, place: str) -> Flow[list[str]]:
    """Turns the face-down enemies of a mission up; gives them. Their on_place is for the caller."""
    out = []
    for slot in [s for s in game.foes if s.startswith(place) and not game.foes[s].card]:
        card = yield from turn_up(game, slot)
        game.tell("{card} is on the {place}.", "actions.deploy-squad-reveal", reveals=True, card=card, place=place)
        out.append(card)
    return out


@rule("mission.abandon", neutral=lambda place: False)
def stays_on_mission(place: str) -> bool:
    """Whether soldiers in this place stay there when the others return."""
    return place in PLACES
