"""Timed phase: timers, DONE, Pause, EXPIRED, and several people acting at once.

One thing happens at a time (a placement, a watch card, DONE, Pause, the clock), and after each the phase is at a safe
point. Time comes in with the answers; nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from xenotable.engine import (
    EXPIRED,
    NOBODY,
    Arrange,
    Ask,
    Choose,
    Draw,
    First,
    Flow,
    Pick,
    Reckon,
    Refusal,
    Reply,
    Roll,
    Scene,
    Shuffle,
    cite,
    rule,
    scene,
)
from xenotable.games.xcom import clock as clocks
from xenotable.games.xcom.actions import Command, act, appear, commit, perform, pointless
from xenotable.games.xcom.clock import ENDING, Clock, can_pause, due, full_time, pause_budget, start
from xenotable.games.xcom.content import book
from xenotable.games.xcom.generator import Invasion, invade, lesson, sequence
from xenotable.games.xcom.hiding import brief_of
from xenotable.games.xcom.roles import OFFICER, SCIENTIST
from xenotable.games.xcom.state import Xcom, end_look, hand, swap_hidden, top
from xenotable.games.xcom.watch import play_watch_card, watch_asks

CHANCE = (Roll, Draw, Shuffle, Reckon)


class Prepare(Scene, frozen=True):
    """Everything is ready for this round; the Central Officer starts it."""

    round: int


class NextAction(Scene, frozen=True):
    """The next action appears at this moment."""

    now: int


class Timed(Scene, frozen=True):
    """An action is on screen. The row is the same as long as it lasts, so that asks keep their ids while people act at
    once; what is said late is refused, because ids are new and every command names the action it was meant for."""

    n: int


# ---- a phase begins --------------------------------------------------------------------------------------------------


@scene
@rule("timed.round", neutral=lambda *_: [])
@rule("endround.prepare", neutral=lambda *_: [])
@rule("play.decisions-end", neutral=lambda *_: [])
def prepare(game: Xcom, at: Prepare) -> Flow[list[Scene]]:
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
    from xenotable.games.xcom.cards import passives
    from xenotable.games.xcom.effects_world import unscrambles

    w = game.w
    game.put(round=number, phase="timed", step="timed", extra=w.more_enemies, more_enemies=0, report="none", past=())
    invasion = generated(game, unscrambles([e for _, e in passives(game, "generate")]))
    game.secret.set(NOBODY, coming=invasion.actions, focus=invasion.focus, rolls=invasion.rolls)
    budget = pause_budget(game.setup.difficulty, timer_of(game), w.cut)
    game.clock.set(0, **{f: getattr(Clock(budget=budget), f) for f in Clock.__struct_fields__})
    game.put(scrambles=0, cut=0)
    game.tell("Round {n}: the timed phase begins.", "timed.round", n=number)


def generated(game: Xcom, unscramble: int) -> Invasion:
    brief = brief_of(game, unscramble)
    if game.setup.tutorial and brief.round <= len(book().lessons):
        return lesson(brief, book().lessons[brief.round - 1])
    return invade(brief, sequence(game.secret[NOBODY].seed, f"round {brief.round}"))


def timer_of(game: Xcom) -> str:
    """The timer option; the first lesson has no timers."""
    lessons = book().lessons
    if game.setup.tutorial and 0 < game.w.round <= len(lessons) and lessons[game.w.round - 1].timers == "off":
        return "off"
    timer: str = game.setup.timer
    return timer


# ---- an action appears -----------------------------------------------------------------------------------------------


@scene
@rule("timed.one-at-a-time", neutral=lambda *_: [])
@rule("timed.no-assets-between", neutral=lambda *_: [])
def next_action(game: Xcom, at: NextAction) -> Flow[list[Scene]]:
    planned, *rest = yield from Reckon(work=lambda: game.secret[NOBODY].coming)
    game.secret.set(NOBODY, coming=tuple(rest))
    game.put(past=(*game.w.past, planned.id))
    if pointless(game, planned):
        game.tell("{title} is skipped.", "timed.skip-empty", title=book().actions[planned.id].title)
        return [at]
    full = full_time(planned.id, game.setup.difficulty, timer_of(game))
    new = start(game.clock[0], planned, at.now, full)
    game.clock.set(0, **{f: getattr(new, f) for f in Clock.__struct_fields__})
    announce(game)
    ended, now = yield from beside(game, appear(game, planned), at.now)
    return end_action(game, ended, now) if ended else [Timed(game.clock[0].n)]


@rule("timed.interface", neutral=lambda *_: None)
@rule("timed.two-kinds", neutral=lambda *_: None)
def announce(game: Xcom) -> None:
    clock = game.clock[0]
    row = book().actions[clock.action]
    box = "SCRAMBLED" if clock.scrambled else {"xcom": "XCOM", "alien": "ALIEN", "all": "ALL"}[row.side]
    shown = ": " + ", ".join(game.name(p) for p in clock.places) if clock.places else ""
    time = "" if clock.zero is None else f" ({(clock.zero - clock.began) / 1000:g} s)"
    game.tell(
        "[{box}] {title}{shown}{time}: {role}.",
        "timed.interface",
        box=box,
        title=row.title,
        shown=shown,
        time=time,
        role=game.seat_name(row.seat),
    )


@rule("timed.forced-choice")
def beside(game: Xcom, flow: Flow[None], now: int) -> Flow[tuple[str, int]]:
    """Runs an effect of an action that appears. A choice in it is open beside everything else; if the action ends
    first, the first possibility is taken. Gives how the action ended ("" if it goes on) and when."""
    try:
        ask = next(flow)
        while True:
            if isinstance(ask, CHANCE):
                value = yield ask
            else:
                game.put(forced=True)
                reply = yield from First(asks=(ask, *open_asks(game)), until=due(game.clock[0], game.setup.grace))
                now = reply.at
                if reply.key == ask.key and reply.seat == ask.seat:
                    value = reply.value
                elif ended := (yield from handle(game, reply)):
                    yield from _by_default(flow, ask)
                    game.put(forced=False)
                    return ended, now
                else:
                    continue
            ask = flow.send(value)
    except StopIteration:
        game.put(forced=False)
        return "", now


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
    reply = yield from First(asks=open_asks(game), until=due(game.clock[0], game.setup.grace))
    ended = yield from handle(game, reply)
    return end_action(game, ended, reply.at) if ended else [at]


@rule("timed.open-asks")
def open_asks(game: Xcom) -> list[Ask[Any]]:
    """Everything that can be done at this moment, each by its own role."""
    out = list(act(game))
    out += watch_asks(game)
    if game.w.looking != NOBODY:
        out.append(_peek_order(game))
    out += _signals(game)
    if game.w.hand > len(game.w.shown):
        out.append(_show(game))
    out += _interface(game)
    return out


def _peek_order(game: Xcom) -> Ask[Any]:
    seat = game.w.looking
    return Arrange(
        seat=seat,
        key="peek-order",
        rule="timed.peek-open",
        prompt="In which order do the cards go back on top?",
        items=game.secret[seat].peeked,
        secret=True,
        always=True,
    )


@rule("timed.ready-signal")
def _signals(game: Xcom) -> Iterator[Ask[Any]]:
    clock = game.clock[0]
    for seat in range(4):
        words = [w for w, said in (("ready", clock.ready), ("pause", clock.wanted)) if seat not in said]
        if words:
            yield Choose(
                seat=seat,
                key="signal",
                rule="timed.ready-signal",
                prompt="Signal to the Central Officer.",
                among=lambda words=words: words,  # type: ignore[misc]
                label=lambda w: "Ready" if w == "ready" else "Please pause",
            )


@rule("actions.hand-private")
def _show(game: Xcom) -> Ask[Any]:
    return Choose(
        seat=SCIENTIST,
        key="show",
        rule="actions.hand-private",
        prompt="Show a tech card to everybody?",
        among=lambda: [c for c in hand(game) if c not in game.w.shown],
    )


def _interface(game: Xcom) -> Iterator[Ask[Any]]:
    """DONE, Pause or resume, and the instructions, each naming the action that they are meant for."""
    n = game.clock[0].n
    yield Command(
        seat=OFFICER,
        key="done",
        rule="timed.done",
        prompt="The action is completed.",
        among=lambda: [(n,)],
        why_not=lambda v: done_refusals(game, v),
        refuse=lambda v: done_refusals(game, v),
        label=lambda _: "DONE",
    )
    if game.clock[0].zero is None:
        return
    for key, prompt, name in (
        ("pause", "Stop or resume the timer.", "Resume" if game.clock[0].paused is not None else "Pause"),
        ("instructions", "Pause and read the instructions.", "Instructions"),
    ):
        if key == "instructions" and game.clock[0].paused is not None:
            continue
        yield Command(
            seat=OFFICER,
            key=key,
            rule=f"timed.{key}",
            prompt=prompt,
            among=lambda: [(n,)],
            why_not=lambda v: pause_refusals(game, v),
            refuse=lambda v: pause_refusals(game, v),
            label=lambda _, name=name: name,  # type: ignore[misc]
        )


@rule("timed.stale", neutral=lambda *_: ())
def _stale(game: Xcom, value: tuple[Any, ...]) -> Iterator[Refusal]:
    if value != (game.clock[0].n,):
        yield Refusal("timed.stale", "That was meant for an action that is over.")


@rule("timed.done-refused", neutral=lambda game, value: ())
@rule("timed.alien-mandatory", neutral=lambda game, value: ())
def done_refusals(game: Xcom, value: tuple[Any, ...]) -> Iterator[Refusal]:
    """DONE in an alien action waits for what the action demands."""
    yield from _stale(game, value)
    clock, w = game.clock[0], game.w
    if not clock.alien:
        cite("timed.done-xcom")
        return
    if clock.action == "crisis" and w.drawn and not w.chosen:
        says = "Two crises lie open and none is chosen."
        yield Refusal("timed.done-refused", says, {}, "The Commander keeps one of the two.")
    if w.forced:
        yield Refusal("timed.forced-choice", "A choice forced by an effect is still open.")


def pause_refusals(game: Xcom, value: tuple[Any, ...]) -> Iterator[Refusal]:
    yield from _stale(game, value)
    against = can_pause(game.clock[0])
    if game.clock[0].paused is None and against:
        yield Refusal(against, "Pause is not available now.")


# ---- what is said ----------------------------------------------------------------------------------------------------


def handle(game: Xcom, reply: Reply) -> Flow[str]:
    """Carries out one reply. Gives "done" or "zero" if the action ends by it."""
    clock = game.clock[0]
    match reply.key:
        case key if key == EXPIRED:
            return _deadline(game, reply.at)
        case "done":
            _set(game, clocks.done(clock, reply.at))
            return "done"
        case "pause" | "instructions":
            _set(game, clocks.pause(clock, reply.at) if clock.paused is None else clocks.resume(clock, reply.at))
            paused = game.clock[0].paused is not None
            if reply.key == "instructions":
                cite("timed.instructions")
            game.tell("The timer stops." if paused else "The timer goes on.", "timed.pause")
        case "signal":
            _signalled(game, reply)
        case "show":
            game.put(shown=(*game.w.shown, reply.value))
            game.tell("The Chief Scientist shows {card}.", "actions.hand-private", reveals=True, card=reply.value)
        case "peek-order":
            reorder(game, reply.value)
        case "act":
            cite("timed.pause-acting")
            perform(game, reply.value)
        case _:
            yield from play_watch_card(game, reply.key, reply.value)
    return ""


def _set(game: Xcom, clock: Clock) -> None:
    game.clock.set(0, **{f: getattr(clock, f) for f in Clock.__struct_fields__})


def _deadline(game: Xcom, now: int) -> str:
    new, what = clocks.at_zero(game.clock[0], now)
    _set(game, new)
    if what == "resumed":
        game.tell("The pause is used up: the timer goes on.", "timed.pause-empty")
    elif what == "expired":
        game.tell("EXPIRED: the action goes on, the next one has half its time.", "timed.alien-zero")
    return "zero" if what == "zero" else ""


def _signalled(game: Xcom, reply: Reply) -> None:
    clock = game.clock[0]
    if reply.value == "ready":
        game.clock.set(0, ready=(*clock.ready, reply.seat))
    else:
        game.clock.set(0, wanted=(*clock.wanted, reply.seat))
    says = "{who} is ready." if reply.value == "ready" else "{who} asks for a pause."
    game.tell(says, "timed.ready-signal", who=game.seat_name(reply.seat))


@rule("timed.peek-open", neutral=lambda *_: None)
def reorder(game: Xcom, order: tuple[str, ...]) -> None:
    """The cards looked at go back on top in this order; nobody else knows it, not even of cards known before."""
    deck, n = game.w.looked, game.w.look
    row = game.decks[deck]
    if n > row.unknown:
        hidden = top(game, deck, n)
        game.secret.set(NOBODY, **{deck: hidden})
        game.decks.set(deck, unknown=n, below=row.below[n - row.unknown :])
    for i, card in enumerate(order):
        swap_hidden(game, deck, top(game, deck, n)[i], card)
    game.tell("The cards of the {deck} deck are put back.", "timed.peek-open", deck=deck)
    end_look(game, deck)


# ---- an action ends --------------------------------------------------------------------------------------------------


@rule("timed.done", neutral=lambda *_: [])
@rule("timed.xcom-optional", neutral=lambda *_: [])
def end_action(game: Xcom, how: str, now: int) -> list[Scene]:
    clock = game.clock[0]
    commit(game, clock.places)
    if clock.action != ENDING:
        return [NextAction(now)]
    cite("timed.ending")
    return resolution(game)


def resolution(game: Xcom) -> list[Scene]:
    """The timed phase is over: the focus is named, and the resolution phase runs its steps in order."""
    from xenotable.games.xcom.budget import steps

    if game.w.looked:
        end_look(game, game.w.looked)
    secret = game.secret[NOBODY]
    if secret.focus:
        game.tell("The focus of the aliens was {focus}.", "generator.focus", focus=secret.focus.capitalize())
    rolls = ", ".join(f"{what} d{sides}={result}" for what, sides, result in secret.rolls) or "none"
    game.tell("Rolls of the invasion: {rolls}.", "play.log", rolls=rolls)
    game.put(phase="resolution", shown=game.w.shown)
    for unit, row in list(game.units.items()):
        if row.action != -1:
            game.units.set(unit, action=-1)
    return steps()
