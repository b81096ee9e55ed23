"""Advice in the timed phase: when to act, what to assign, and which watch cards to use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xenotable.engine import Advice, Ask, is_legal, rule
from xenotable.games.xcom.content import CONTINENTS, book, card_of
from xenotable.games.xcom.opponent.spending import allowance, free_soldiers, wanted_emergency
from xenotable.games.xcom.opponent.values import cover, harm, mission_value, tech_worth
from xenotable.games.xcom.rules.actions.asks import unplaced
from xenotable.games.xcom.rules.base.enemies import enemy_spaces
from xenotable.games.xcom.rules.cards.hand import hand
from xenotable.games.xcom.rules.effects.unit_operations import trainees
from xenotable.games.xcom.rules.mission.tasks import tasks_of
from xenotable.games.xcom.rules.timed.clock import ENDING, can_pause, is_alien
from xenotable.games.xcom.rules.timed.interface import done_refusals
from xenotable.games.xcom.rules.units.unit_locations import at, soldiers_at
from xenotable.games.xcom.state import RESERVE, Xcom

REACTION = 5_000


# ---- when ------------------------------------------------------------------------------------------------------------


@rule("ai.reaction", neutral=lambda game: 0)
def reaction(game: Xcom) -> int:
    """The moment from which a machine role acts: after 40 % of the action's time, at most five seconds."""
    clock = game.clock[0]
    return clock.began if clock.zero is None else clock.began + min(REACTION, (clock.zero - clock.began) * 2 // 5)


def responsible(game: Xcom) -> int:
    return book().actions[game.clock[0].action].seat


def _act(game: Xcom, seat: int, ask: Ask[Any], now: int) -> Advice:
    if now < reaction(game):
        return None
    advice = ACT[game.clock[0].action](game)
    return None if advice is None else ((game.clock[0].n, *advice[0]), advice[1])


def _signal(game: Xcom, seat: int, ask: Ask[Any], now: int) -> Advice:
    """Ready, once the role has nothing more to do in its own action or in ENDING."""
    clock = game.clock[0]
    mine = responsible(game) == seat or clock.action == ENDING
    if not mine or now < reaction(game) or seat in clock.ready:
        return None
    return "ready", "Nothing more to do in this action."


@rule("ai.reaction", neutral=lambda *_: None)
def _advise_done(game: Xcom, seat: int, ask: Ask[Any], now: int) -> Advice:
    """A second after an alien action is complete, or after the responsible role (in ENDING: everybody) is ready."""
    clock = game.clock[0]
    if not is_legal(done_refusals(game, (clock.n,))) or (clock.paused is not None and waited_for(game)):
        return None
    if not is_alien(clock):
        waiting = range(4) if clock.action == ENDING else (responsible(game),)
        if any(s not in clock.ready for s in waiting):
            return None
    second = 0 if clock.zero is None else 1_000
    if now < max(clock.began, clock.heard) + second:
        return None
    return (clock.n,), "The action is completed."


def waited_for(game: Xcom) -> list[int]:
    """People who have asked for a pause and are not ready."""
    clock = game.clock[0]
    people = [s for player in game.setup.humans for s in player]
    return [s for s in clock.wanted if s in people and s not in clock.ready]


@rule("ai.reaction", neutral=lambda *_: None)
def _pause(game: Xcom, seat: int, ask: Ask[Any], now: int) -> Advice:
    """For people only: pause when one asks for it, go on when that role is ready."""
    clock, asking = game.clock[0], waited_for(game)
    if clock.paused is None and asking and not can_pause(clock):
        return (clock.n,), "A role has asked for a pause."
    if clock.paused is not None and not asking:
        return (clock.n,), "Who asked for the pause is ready."
    return None


# ---- the ask of an action --------------------------------------------------------------------------------------------


def _ufos(game: Xcom) -> Advice:
    left = unplaced(game)
    return ((left[0],), "It goes where it is shown.") if left else None


def _mission(game: Xcom) -> Advice:
    if not game.now.drawn or game.now.chosen:
        return None
    best = max(game.now.drawn, key=lambda c: mission_value(game, c))
    return (best,), f"The best rewards for its enemies ({mission_value(game, best):.1f})."


def _crisis(game: Xcom) -> Advice:
    if not game.now.drawn or game.now.chosen:
        return None
    best = min(game.now.drawn, key=lambda c: harm(game, card_of(c).effects))
    return (best,), "This one does the lesser harm."


@rule("ai.research", neutral=lambda game: None)
def _research(game: Xcom) -> Advice:
    lab = f"lab{game.clock[0].action[-1]}"
    row = game.labs[lab]
    if not row.tech:
        if not hand(game):
            return None
        best = max(hand(game), key=tech_worth)
        return (best, lab), "This tech is worth most for its cost."
    want = min(3, card_of(row.tech).research - row.tokens)
    free = [i for i, u in game.units.items() if u.kind == "scientist" and u.place == RESERVE and not u.exhausted]
    if len(at(game, lab)) < want and free and allowance(game) > 0:
        return (free[0], lab), f"{want} successes are missing."
    return None


def _emergency(game: Xcom) -> Advice:
    n = wanted_emergency(game)
    return None if n == game.now.taken else ((n,), "What the plan of the round still needs.")


@rule("ai.satellites", neutral=lambda game: None)
def _satellites(game: Xcom) -> Advice:
    free = [i for i, u in game.units.items() if u.kind == "satellite" and u.place == RESERVE and not u.exhausted]
    want = min(3, game.now.orbit + 1) if game.now.orbit else 0
    if len(at(game, "orbit")) < want and free and allowance(game) > 0:
        return (free[0], "orbit"), f"{game.now.orbit} UFOs are in orbit."
    return None


@rule("ai.interceptors", neutral=lambda game: None)
def _interceptors(game: Xcom) -> Advice:
    free = [i for i, u in game.units.items() if u.kind == "interceptor" and u.place == RESERVE]
    goal = next_continent(game)
    if not free or not goal or allowance(game) <= 0:
        return None
    return (free[0], goal), "Panic and UFOs are highest there."


def next_continent(game: Xcom) -> str:
    """The continent that gets the next Interceptor; "" if all have what they need."""
    rows = game.continents
    with_ufos = [c for c in CONTINENTS if rows[c].ufos and not rows[c].fallen]
    order = sorted(with_ufos, key=lambda c: -(rows[c].panic + rows[c].ufos))
    for c in order:
        if not at(game, c):
            return c
    for c in order:
        if len(at(game, c)) < min(3, rows[c].ufos + (rows[c].panic >= 5)):
            return c
    return ""


@rule("ai.base", neutral=lambda game: None)
def _base(game: Xcom) -> Advice:
    foes = enemy_spaces(game)
    if not foes or len(soldiers_at(game, "base")) >= min(4, len(foes) + 1) or allowance(game) <= 0:
        return None
    icons = [icon for f in foes for icon in card_of(game.foes[f].card).icons]
    best = best_soldier(game, "base", icons)
    return ((best, "base"), "The icons of the enemies in the base.") if best else None


def _squad(game: Xcom, place: str, keep: int) -> Advice:
    if len(free_soldiers(game)) <= keep or len(soldiers_at(game, place)) >= 4 or allowance(game) <= 0:
        return None
    icons: list[str] = []
    for i, task in enumerate(tasks_of(game, place)):
        if i < game.ventures[place].done:
            continue
        foe = game.foes.get(f"{place}{i + 1}")
        icons += task if isinstance(task, tuple) else card_of(foe.card).icons if foe is not None and foe.card else ()
    best = best_soldier(game, place, icons)
    return ((best, place), "The icons of the tasks to come.") if best else None


def best_soldier(game: Xcom, place: str, icons: list[str]) -> str:
    covered = {o.rstrip("*") for s in soldiers_at(game, place) for o in book().units[game.units[s].cls].icons}
    free = free_soldiers(game)
    if not free:
        return ""
    best = max(free, key=lambda s: cover(game, s, icons, covered))
    return best if cover(game, best, icons, covered) else ""


ACT: dict[str, Callable[[Xcom], Advice]] = {
    "ufos_detected": _ufos,
    "ufos_descend": _ufos,
    "choose_mission": _mission,
    "crisis": _crisis,
    "assign_research_1": _research,
    "assign_research_2": _research,
    "assign_research_3": _research,
    "emergency_funding": _emergency,
    "deploy_satellites": _satellites,
    "deploy_interceptors": _interceptors,
    "deploy_squad": lambda game: _squad(game, "mission", 2),
    "deploy_final": lambda game: _squad(game, "final", 0),
    "defend_base": _base,
}


TIMED: dict[str, Callable[[Xcom, int, Ask[Any], int], Advice]] = {
    "act": _act,
    "signal": _signal,
    "done": _advise_done,
    "pause": _pause,
    "instructions": lambda game, seat, ask, now: None,
    "show": lambda game, seat, ask, now: None,
    "peek-order": lambda game, seat, ask, now: None,
}


# ---- watch cards -----------------------------------------------------------------------------------------------------


@rule("ai.cards", neutral=lambda *_: None)
def watch_card(game: Xcom, ask: Ask[Any], now: int) -> Advice:
    """What a watch card does decides when it is worth using."""
    if now < reaction(game):
        return None
    effect = card_of(ask.key).effects[0]
    action = game.clock[0].action
    use = WATCH.get(effect.do)
    return None if use is None else use(game, ask.key, action)


def _train(game: Xcom, card: str, action: str) -> Advice:
    if action != ENDING or sum(u.elite for u in game.units.values()) >= 4:
        return None
    return trainees(game)[0], "A soldier is left in the reserve: train him."


def _refresh(game: Xcom, card: str, action: str) -> Advice:
    return ("use", "A scientist is exhausted.") if action == "new_tech" else None


def _cycle(game: Xcom, card: str, action: str) -> Advice:
    poor = [c for c in hand(game) if tech_worth(c) < 1][:2]
    return (tuple(poor), "These cards are worth little.") if action == "new_tech" and poor else None


def _late(game: Xcom, card: str, action: str) -> Advice:
    """Skyhook Carriers, Drop Harness, Standby Squad: at the end, by the rules of their own actions."""
    if action != ENDING or allowance(game) <= 0:
        return None
    effect = card_of(card).effects[0]
    if effect.unit == "interceptor":
        advice = _interceptors(game)
    else:
        advice = _base(game)
        if advice is None and "mission" in effect.to and "mission" in game.ventures:
            advice = _squad(game, "mission", 2)
    return None if advice is None else ((advice[0],), advice[1])


WATCH: dict[str, Callable[[Xcom, str, str], Advice]] = {
    "train": _train,
    "refresh_unit": _refresh,
    "cycle_tech": _cycle,
    "assign_unit": _late,
}
