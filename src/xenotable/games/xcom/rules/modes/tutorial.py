"""The tutorial: its rounds, and what it explains as each action and step comes."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xcom.content import Lesson, book
from xenotable.games.xcom.rules.generator.wave import Brief, Invasion
from xenotable.games.xcom.rules.timed.action_list import frame_actions
from xenotable.games.xcom.state import IN_PLAY, Planned, Xcom
from xenotable.rulebook import catalogue


@rule("modes.tutorial")
def lesson(brief: Brief, script: Lesson) -> Invasion:
    """A scripted round: no roll is made for it."""
    ufos = iter(script.ufos)
    body = []
    for id in script.order:
        if id == "choose_mission" and brief.last.mission == IN_PLAY:
            continue  # the lesson's note: the space holds one mission
        places = next(ufos) if id == "ufos_detected" else ()
        body.append(Planned(id, places, id in script.scrambled))
    wave_ = (sum(map(len, script.ufos)), script.order.count("enemy_in_base"), script.order.count("crisis"))
    return Invasion(frame_actions(brief, body), "", wave_)


ACTIONS = {
    "new_tech": "actions.new-tech",
    "budget": "actions.budget",
    "unlock_final": "actions.unlock-final",
    "ufos_descend": "actions.ufos-descend",
    "ufos_detected": "actions.ufos-detected",
    "enemy_in_base": "actions.enemy-in-base",
    "crisis": "actions.crisis",
    "choose_mission": "actions.choose-mission",
    "assign_research_1": "actions.research",
    "assign_research_2": "actions.research",
    "assign_research_3": "actions.research",
    "emergency_funding": "actions.emergency",
    "deploy_satellites": "actions.satellites",
    "deploy_interceptors": "actions.interceptors",
    "deploy_squad": "actions.deploy-squad",
    "deploy_final": "actions.deploy-final",
    "defend_base": "actions.defend-base",
    "ending": "timed.ending",
}


STEPS = {
    "audit": "budget.audit-count",
    "recruit and build": "budget.recruit",
    "crises": "budget.crises",
    "research": "research.dice",
    "orbital defense": "orbit.dice",
    "global defense": "globe.order",
    "base defense": "base.tasks",
    "mission": "mission.three-tasks",
    "final mission": "finale.resolve",
    "pressure": "finale.pressure",
    "end of the resolution phase": "endround.refresh-cards",
}


@rule("modes.tutorial")
def explain(game: Xcom, id: str) -> None:
    """In the lessons: what this action or step is about, in the words of the rulebook."""
    if game.setup.tutorial and game.now.round <= len(book().lessons) and game.listener is not None:
        says = catalogue("xcom").rules[id].says
        game.tell("Lesson: {says}", "modes.tutorial", says=says)
