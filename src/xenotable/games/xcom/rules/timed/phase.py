"""Timed phase: timers, DONE, Pause, EXPIRED, and several people acting at once.

One thing happens at a time (a placement, a watch card, DONE, Pause, the clock), and after each the phase is at a safe
point. Time comes in with the answers; nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from xenotable.engine import (
    EXPIRED,
    NOBODY,
    Ask,
    Choose,
    Draw,
    First,
    Flow,
    Pick,
    Reckon,
    Reply,
    Roll,
    Scene,
    Shuffle,
    cite,
    rule,
    scene,
)
from xenotable.engine.asks import Lazily
from xenotable.games.xcom.content import OFFICER, book
from xenotable.games.xcom.rules.actions.asks import perform
from xenotable.games.xcom.rules.actions.showing import show_card
from xenotable.games.xcom.rules.budget import steps
from xenotable.games.xcom.rules.cards.decks import swap_hidden, top
from xenotable.games.xcom.rules.cards.windows import passives
from xenotable.games.xcom.rules.effects.world_operations import unscrambles
from xenotable.games.xcom.rules.generator.invasion import invade
from xenotable.games.xcom.rules.generator.wave import Invasion
from xenotable.games.xcom.rules.modes.lobby import sequence
from xenotable.games.xcom.rules.modes.online import grace
from xenotable.games.xcom.rules.modes.tutorial import ACTIONS, explain, lesson
from xenotable.games.xcom.rules.timed import clock as timed_clock
from xenotable.games.xcom.rules.timed.action_list import brief_of
from xenotable.games.xcom.rules.timed.clock import ENDING, due, full_time, pause_budget, start
from xenotable.games.xcom.rules.timed.interface import box, instructions, open_asks
from xenotable.games.xcom.rules.timed.mechanical import appear, commit, pointless
from xenotable.games.xcom.rules.timed.peeking import end_look
from xenotable.games.xcom.rules.timed.standing import end_moment
from xenotable.games.xcom.rules.timed.watch_cards import play_watch_card
from xenotable.games.xcom.scenes import NextAction, Prepare, Timed
from xenotable.games.xcom.state import Clock, Planned, Xcom

CHANCE = (Roll, Draw, Shuffle, Reckon)


# ---- a phase begins --------------------------------------------------------------------------------------------------


@scene
@rule("timed.round", neutral=lambda *_: [])
def prepare(game: Xcom, at: Prepare) -> Flow[list[Scene]]:
    cite("play.decisions-end")
    reply = yield from First(
        asks=(
            Choose(
                seat=OFFICER,
                key="start",
                rule="endround.prepare",
                prompt="Start the timed phase of round {n}?",
                args={"n": at.round},
                among=lambda: ("start",),
                label=lambda _: "Start",
            ),
        )
    )
    begin(game, at.round)
    return [NextAction(reply.at)]


def begin(game: Xcom, number: int) -> None:
    """The generator fixes the whole phase before the first action appears."""
    war = game.now
    game.put(round=number, phase="timed", step="timed", extra=war.more_enemies, more_enemies=0, report="none", past=())
    invasion = generate_invasion(game, unscrambles([e for _, e in passives(game, "generate")]))
    game.secret.set(NOBODY, coming=invasion.actions, focus=invasion.focus, rolls=invasion.rolls)
    budget = pause_budget(game.setup.difficulty, timer_of(game), war.cut)
    game.clock.swap(0, game.clock[0], Clock(budget=budget))
    game.put(scrambles=0, cut=0)
    game.tell("Round {n}: the timed phase begins.", "timed.round", n=number)


def generate_invasion(game: Xcom, unscramble: int) -> Invasion:
    brief = brief_of(game, unscramble)
    if game.setup.tutorial and brief.round <= len(book().lessons):
        return lesson(brief, book().lessons[brief.round - 1])
    return invade(brief, sequence(game.secret[NOBODY].seed, f"round {brief.round}"))


def timer_of(game: Xcom) -> str:
    """The timer option; the first lesson has no timers."""
    lessons = book().lessons
    if game.setup.tutorial and 0 < game.now.round <= len(lessons) and lessons[game.now.round - 1].timers == "off":
        return "off"
    timer: str = game.setup.timer
    return timer


# ---- an action appears -----------------------------------------------------------------------------------------------


@scene
@rule("timed.one-at-a-time", neutral=lambda *_: [])
@rule("timed.no-assets-between", neutral=lambda *_: [])
def next_action(game: Xcom, at: NextAction) -> Flow[list[Scene]]:
    coming: tuple[Planned, ...] = yield Reckon(work=lambda: game.secret[NOBODY].coming)
    planned = coming[0]
    game.secret.set(NOBODY, coming=coming[1:])
    game.put(past=(*game.now.past, planned.id))
    if pointless(game, planned):
        game.tell("{title} is skipped.", "timed.skip-empty", title=book().actions[planned.id].title)
        return [at]
    full = full_time(planned.id, game.setup.difficulty, timer_of(game))
    clock = game.clock[0]
    game.clock.swap(0, clock, start_halved(game, clock, planned, at.now, full))
    announce(game)
    explain(game, ACTIONS[planned.id])
    ended, now = yield from beside(game, appear(game, planned), at.now)
    return end_action(game, now) if ended else [Timed(game.clock[0].n)]


def start_halved(game: Xcom, clock: Clock, planned: Planned, now: int, full: int | None) -> Clock:
    """The next action, with half its time after an expired one; that may wait for the next action of XCOM."""
    alien = book().actions[planned.id].side == "alien"
    waits = clock.halve and alien and game.reads("timed.expired-halves=xcom-only")
    new = start(replace(clock, halve=False) if waits else clock, planned, now, full)
    return replace(new, halve=True) if waits else new


@rule("timed.two-kinds", neutral=lambda *_: None)
def announce(game: Xcom) -> None:
    if game.listener is None:
        return
    clock = game.clock[0]
    row = book().actions[clock.action]
    shown = ": " + ", ".join(game.name(p) for p in clock.places) if clock.places else ""
    time = "" if clock.zero is None else f" ({(clock.zero - clock.began) / 1000:g} s)"
    words: dict[str, Any] = {
        "box": box(clock),
        "title": row.title,
        "shown": shown,
        "time": time,
        "role": game.seat_name(row.seat),
    }
    if not game.setup.relay:
        game.tell("{box}: {title}{shown}{time}, {role}.", "timed.interface", **words)
        return
    cite("play.relay")
    game.tell("{box}: {title}{shown}{time}, {role}.", "timed.interface", only=(OFFICER,), **words)
    others = tuple(s for s in range(4) if s != OFFICER and row.seat in (s, -1))
    if others:
        game.tell("{title}: {role}.", "play.relay", only=others, title=row.title, role=words["role"])


@rule("timed.forced-choice")
def beside(game: Xcom, flow: Flow[None], now: int) -> Flow[tuple[bool, int]]:
    """Runs an effect of an action that appears. A choice in it is open beside everything else; if the action ends
    first, the first possibility is taken. Gives whether the action has ended, and when."""
    try:
        ask = next(flow)
        while True:
            if isinstance(ask, CHANCE):
                value = yield ask
            else:
                game.put(forced=True)
                asks = Lazily(open_asks, game, ask)
                reply = yield from First(asks=asks, until=due(game.clock[0], grace(game)))
                end_moment(game, reply)
                now = reply.at
                if reply.key == ask.key and reply.seat == ask.seat:
                    value = reply.value
                elif reply.key not in HEARD:
                    yield from play_watch_card(game, reply.key, reply.value, reply.at)
                    continue
                elif HEARD[reply.key](game, reply):
                    yield from _by_default(flow, ask)
                    game.put(forced=False)
                    return True, now
                else:
                    continue
            ask = flow.send(value)
    except StopIteration:
        if game.now.forced:
            game.put(forced=False)
        return False, now


def _by_default(flow: Flow[None], ask: Ask[Any]) -> Flow[None]:
    """Takes the first possibility for every choice that is left."""
    try:
        while True:
            if isinstance(ask, CHANCE):
                ask = flow.send((yield ask))
            elif isinstance(ask, Pick):
                ask = flow.send(tuple(ask.options()[: ask.least]))
            else:
                assert isinstance(ask, Choose)
                ask = flow.send(ask.options()[0])
    except StopIteration:
        return


# ---- an action runs --------------------------------------------------------------------------------------------------


@scene
@rule("timed.clock", neutral=lambda *_: [])
@rule("timed.atomic", neutral=lambda *_: [])
def timed(game: Xcom, at: Timed) -> Flow[list[Scene]]:
    """One thing happens; then the scene starts anew."""
    reply: Reply = yield First(asks=Lazily(open_asks, game), until=due(game.clock[0], grace(game)))
    end_moment(game, reply)
    heard = HEARD.get(reply.key)
    if heard is None:
        yield from play_watch_card(game, reply.key, reply.value, reply.at)
    elif heard(game, reply):
        return end_action(game, reply.at)
    return [at]


# ---- what is said ----------------------------------------------------------------------------------------------------


def _done(game: Xcom, reply: Reply) -> bool:
    clock = game.clock[0]
    game.clock.swap(0, clock, timed_clock.end_action(clock, reply.at))
    return True


def _read(game: Xcom, reply: Reply) -> None:
    action = game.clock[0].action
    game.clock.set(0, read=True)
    title, text = book().actions[action].title, instructions(action)
    game.tell("{title}: {text}", "timed.instructions", only=(reply.seat,), title=title, text=text)


def _act(game: Xcom, reply: Reply) -> None:
    cite("timed.pause-acting")
    perform(game, reply.value)
    game.clock.set(0, heard=reply.at)


def _pause_or_resume(game: Xcom, reply: Reply) -> None:
    """Pause or resume."""
    clock = game.clock[0]
    new = timed_clock.pause(clock, reply.at) if clock.paused is None else timed_clock.resume(clock, reply.at)
    game.clock.swap(0, clock, new)
    says = "The timer stops." if new.paused is not None else "The timer goes on."
    game.tell(says, "timed.pause")


def _deadline(game: Xcom, reply: Reply) -> bool:
    clock = game.clock[0]
    new, what = timed_clock.at_zero(clock, reply.at, grace(game))
    game.clock.swap(0, clock, new)
    if what == "resumed":
        game.tell("The pause is used up: the timer goes on.", "timed.pause-empty")
    elif what == "expired":
        game.tell("EXPIRED: the action goes on, the next one has half its time.", "timed.alien-zero")
    return what == "zero"


def _note_signal(game: Xcom, reply: Reply) -> None:
    clock = game.clock[0]
    if reply.value == "ready":
        game.clock.set(0, ready=(*clock.ready, reply.seat), heard=reply.at)
    else:
        game.clock.set(0, wanted=(*clock.wanted, reply.seat))
    says = "{who} is ready." if reply.value == "ready" else "{who} asks for a pause."
    game.tell(says, "timed.ready-signal", who=game.seat_name(reply.seat))


@rule("timed.peek-open", neutral=lambda *_: None)
def reorder(game: Xcom, order: tuple[str, ...]) -> None:
    """The cards looked at go back on top in this order; nobody else knows it, not even of cards known before."""
    deck, n = game.now.looked, game.now.look
    row = game.decks[deck]
    if n > row.unknown:
        hidden = top(game, deck, n)
        game.secret.set(NOBODY, **{deck: hidden})
        game.decks.set(deck, unknown=n, below=row.below[n - row.unknown :])
    for i, card in enumerate(order):
        swap_hidden(game, deck, top(game, deck, n)[i], card)
    game.tell("The cards of the {deck} deck are put back.", "timed.peek-open", deck=deck)
    end_look(game, deck)


# What each reply does but the use of a watch card, whose key is the card; true if the action ends by it.
HEARD: dict[str, Callable[[Xcom, Reply], object]] = {
    EXPIRED: _deadline,
    "done": _done,
    "pause": _pause_or_resume,
    "instructions": _read,
    "signal": _note_signal,
    "show": lambda game, reply: show_card(game, reply.value),
    "peek-order": lambda game, reply: reorder(game, reply.value),
    "act": _act,
}


# ---- an action ends --------------------------------------------------------------------------------------------------


@rule("timed.done", neutral=lambda *_: [])
@rule("timed.xcom-optional", neutral=lambda *_: [])
def end_action(game: Xcom, now: int) -> list[Scene]:
    clock = game.clock[0]
    commit(game, clock.places)
    if clock.action != ENDING:
        return [NextAction(now)]
    cite("timed.ending")
    return resolution(game)


def resolution(game: Xcom) -> list[Scene]:
    """The timed phase is over: the focus is named, and the resolution phase runs its steps in order."""
    if game.now.looked:
        end_look(game, game.now.looked)
    secret = game.secret[NOBODY]
    if secret.focus:
        game.tell("The focus of the aliens was {focus}.", "generator.focus", focus=secret.focus.capitalize())
    if game.is_heard():
        rolls = ", ".join(f"{what} d{sides}={result}" for what, sides, result in secret.rolls) or "none"
        game.tell("Rolls of the invasion: {rolls}.", "play.log", rolls=rolls)
    game.put(phase="resolution", shown=game.now.shown)
    for unit, row in list(game.units.items()):
        if row.action != -1:
            game.units.set(unit, action=-1)
    return steps()
