"""Missions and the final mission: their resolution (chapters mission and finale)."""

from __future__ import annotations

from xenotable.engine import Choose, Flow, Scene, cite, rule, scene
from xenotable.games.xcom.base import appeared
from xenotable.games.xcom.cards import Ctx, step_point
from xenotable.games.xcom.decks import deck_size, discard, turn_up
from xenotable.games.xcom.effects import carry_out, described
from xenotable.games.xcom.fight import TASK, attack, targets, task_done, tasks_of
from xenotable.games.xcom.generator import COMPLETED, IN_PLAY, NONE
from xenotable.games.xcom.roles import COMMANDER, LEADER
from xenotable.games.xcom.state import Foe, Venture, Xcom, at, card_of
from xenotable.games.xcom.tasks import reset_threat
from xenotable.games.xcom.units import back
from xenotable.games.xcom.victory import final_completed

PLACES = ("mission", "final")


class Mission(Scene, frozen=True):
    """The mission or the final mission is resolved."""

    place: str


class MissionFight(Scene, frozen=True):
    place: str


class Rewards(Scene, frozen=True):
    """The rewards of the completed mission that are still to come."""

    left: tuple[int, ...]


class FinalEnd(Scene, frozen=True):
    """The end of the final mission step, and the pressure after it."""


# ---- cards on their spaces -------------------------------------------------------------------------------------------


@rule("mission.one", neutral=lambda *_: None)
def lay_out(game: Xcom, place: str, card: str) -> None:
    """The mission lies open, an enemy card face down on each enemy space from left to right, each boss face up."""
    from xenotable.games.xcom.hiding import hide_enemy

    game.ventures.add(place, Venture(card))
    for i, task in enumerate(tasks_of(game, place)):
        slot = f"{place}{i + 1}"
        if task == "enemy" and deck_size(game, "enemy"):
            game.foes.add(slot, Foe())
            hide_enemy(game, slot)
        elif isinstance(task, str) and task != "enemy":
            cite("finale.boss")
            game.foes.add(slot, Foe(task))


@rule("actions.deploy-squad-reveal", neutral=lambda *_: [])
@rule("mission.persist-facedown", neutral=lambda *_: [])
def face_up(game: Xcom, place: str) -> Flow[list[str]]:
    """Turns the face-down enemies of a mission up; gives them. Their on_place is for the caller."""
    out = []
    for slot in [s for s in game.foes if s.startswith(place) and not game.foes[s].card]:
        card = yield from turn_up(game, slot)
        game.tell("{card} is on the {place}.", "actions.deploy-squad-reveal", reveals=True, card=card, place=place)
        out.append(card)
    return out


# ---- resolution ------------------------------------------------------------------------------------------------------


@scene
@rule("mission.threat", neutral=lambda *_: [])
@rule("finale.resolve", neutral=lambda *_: [])
def mission(game: Xcom, at: Mission) -> Flow[list[Scene]]:
    game.put(step=at.place)
    reset_threat(game)
    yield from step_point(game, LEADER)
    if at.place not in game.ventures:
        return []
    for card in (yield from face_up(game, at.place)):
        yield from appeared(game, card)
    return [MissionFight(at.place)]


@scene
@rule("mission.many-per-round", neutral=lambda *_: [])
@rule("mission.icons", neutral=lambda *_: [])
@rule("mission.loss", neutral=lambda *_: [])
@rule("mission.loss-continue", neutral=lambda *_: [])
def mission_fight(game: Xcom, at: MissionFight) -> Flow[list[Scene]]:
    """One roll for the task that the mission has reached, then the scene again."""
    skip_without_enemy(game, at.place)
    if game.ventures[at.place].done == 3:
        return completed(game, at.place)
    if not any(True for _ in targets(game, at.place)):
        return []
    yield from step_point(game, LEADER)
    options: list[str | None] = [*targets(game, at.place), None]
    if len(options) == 1:
        cite("mission.persist")
        return []
    target = yield from Choose(
        seat=LEADER,
        key="attack",
        rule="mission.three-tasks",
        prompt="Roll for the next task of the {place}?",
        args={"place": at.place},
        among=lambda: options,
        label=lambda s: _label(game, s),
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
def completed(game: Xcom, place: str) -> list[Scene]:
    """A completed final mission wins at once; a mission brings its rewards, and then its soldiers come home."""
    if place == "final":
        final_completed(game)
        return []
    if game.w.unlocked:
        cite("mission.after-unlock")
    game.tell("{card} is completed.", "mission.complete", card=game.ventures["mission"].card)
    game.put(report=COMPLETED)
    return [Rewards((0, 1))]


@scene
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
    yield from carry_out(game, rewards_[chosen], Ctx("mission", card, LEADER))
    return [Rewards(tuple(i for i in at.left if i != chosen))]


def close(game: Xcom) -> None:
    """The card is discarded and all soldiers still on the mission return to their reserves."""
    discard(game, "mission", game.ventures["mission"].card)
    game.ventures.remove("mission")
    for unit in at(game, "mission"):
        back(game, unit)


@scene
@rule("finale.pressure", neutral=lambda *_: [])
def final_end(game: Xcom, at: FinalEnd) -> Flow[list[Scene]]:
    """Cards of the step once more; then, with the final mission open, the plan's pressure."""
    yield from step_point(game, LEADER)
    if game.w.unlocked:
        cite("finale.persist")
        game.put(step="pressure")
        game.tell("Pressure: {text}", "finale.pressure", text=game.plan.each_round_text)
        yield from carry_out(game, game.plan.each_round, Ctx("each_round", game.w.plan, COMMANDER))
    return []


@rule("endround.report-mission", neutral=lambda game: "none")
def mission_report(game: Xcom) -> str:
    """Completed this round, still in play, or none in play."""
    if game.w.report == COMPLETED:
        return COMPLETED
    return IN_PLAY if "mission" in game.ventures else NONE
