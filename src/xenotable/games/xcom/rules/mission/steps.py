"""Missions and the final mission, step by step."""

from __future__ import annotations

from xenotable.engine import Choose, Flow, Scene, acts, cite, rule, scene
from xenotable.games.xcom.content import LEADER, card_of
from xenotable.games.xcom.rules.actions.showing import hand_beside
from xenotable.games.xcom.rules.base.attack import TASK, attack, attack_odds, enemies_and_tasks, targets
from xenotable.games.xcom.rules.base.enemies import apply_on_place
from xenotable.games.xcom.rules.cards.decks import discard
from xenotable.games.xcom.rules.cards.windows import step_point
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import carry_out, decider
from xenotable.games.xcom.rules.effects.words import described
from xenotable.games.xcom.rules.finale import final_completed
from xenotable.games.xcom.rules.mission.tasks import face_up, task_done, tasks_of
from xenotable.games.xcom.rules.tasks import reset_threat
from xenotable.games.xcom.rules.units.unit_locations import at, back, tell_all
from xenotable.games.xcom.scenes import Mission, MissionFight, Rewards
from xenotable.games.xcom.state import COMPLETED, Xcom


@scene
@hand_beside
@rule("mission.threat", neutral=lambda *_: [])
def mission(game: Xcom, at: Mission) -> Flow[list[Scene]]:
    game.put(step=at.place)
    reset_threat(game)
    yield from step_point(game, LEADER)
    if at.place not in game.ventures or (at.place == "final" and not acts("finale.resolve")):
        return []
    for card in (yield from face_up(game, at.place)):
        yield from apply_on_place(game, card)
    return [MissionFight(at.place)]


@scene
@hand_beside
@rule("mission.many-per-round", neutral=lambda *_: [])
@rule("mission.icons", neutral=lambda *_: [])
@rule("mission.loss", neutral=lambda *_: [])
@rule("mission.loss-continue", neutral=lambda *_: [])
def mission_fight(game: Xcom, at: MissionFight) -> Flow[list[Scene]]:
    """One roll for the task that the mission has reached, then the scene again."""
    skip_without_enemy(game, at.place)
    if game.ventures[at.place].done == 3:
        return complete_mission(game, at.place)
    if not any(True for _ in targets(game, at.place)):
        return []
    yield from step_point(game, LEADER)
    if not any(True for _ in targets(game, at.place)):
        cite("mission.persist")
        return []
    target = yield from Choose(
        seat=LEADER,
        key="attack",
        rule="mission.three-tasks",
        prompt="Roll for the next task of the {place}?",
        args={"place": at.place},
        among=lambda: [*enemies_and_tasks(game, at.place), None],
        label=lambda s: _label(game, s),
        odds=lambda s: None if s is None else attack_odds(game, at.place, s),
    )
    if target is None:
        cite("mission.persist")
        return []
    yield from attack(game, at.place, target)
    return [at]


def _label(game: Xcom, target: str | None) -> str:
    return "Stop" if target is None else "Roll for the task" if target == TASK else game.name(target)


@rule("mission.no-enemy", neutral=lambda *_: None)
@rule("mission.task-kinds", neutral=lambda *_: None)
def skip_without_enemy(game: Xcom, place: str) -> None:
    """An enemy task whose space stayed empty is complete as soon as it is its turn."""
    while (done := game.ventures[place].done) < 3:
        task = tasks_of(game, place)[done]
        if isinstance(task, tuple) or f"{place}{done + 1}" in game.foes:
            return
        task_done(game, place)


@rule("mission.complete", neutral=lambda *_: [])
def complete_mission(game: Xcom, place: str) -> list[Scene]:
    """A completed final mission wins at once; a mission brings its rewards, and then its soldiers come home."""
    if place == "final":
        final_completed(game)
        return []
    game.tell("{card} is completed.", "mission.complete", card=game.ventures["mission"].card)
    game.put(report=COMPLETED)
    return [Rewards((0, 1))]


@scene
@hand_beside
@rule("mission.rewards", neutral=lambda *_: [])
def rewards(game: Xcom, at: Rewards) -> Flow[list[Scene]]:
    card = game.ventures["mission"].card
    if not at.left:
        close(game)
        return []
    rewards_ = card_of(card).rewards
    chosen = at.left[0]
    if len(at.left) > 1:
        chosen = yield from Choose(
            seat=LEADER,
            key="reward",
            rule="mission.rewards",
            prompt="Which reward comes first?",
            among=lambda: at.left,
            label=lambda i: described(rewards_[i]),
        )
    yield from carry_out(game, rewards_[chosen], Context("mission", card, decider("mission")))
    return [Rewards(tuple(i for i in at.left if i != chosen))]


def close(game: Xcom) -> None:
    """The card is discarded and all soldiers still on the mission return to their reserves."""
    card, soldiers = game.ventures["mission"].card, at(game, "mission")
    discard(game, "mission", card)
    game.ventures.remove("mission")
    game.tell("{card} is discarded.", "mission.rewards", card=card)
    for unit in soldiers:
        back(game, unit)
    tell_all(game, "Back in the reserves: {all}.", "mission.rewards", soldiers)
