"""The communications interface: everything that stands open at a moment of the timed phase, each for its own role."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

from xenotable.engine import NOBODY, Arrange, Ask, Choose, Refusal, cite, rule
from xenotable.games.xcom.content import OFFICER, book
from xenotable.games.xcom.rules.actions.asks import by_hand, unplaced
from xenotable.games.xcom.rules.actions.showing import has_unshown, show_ask
from xenotable.games.xcom.rules.modes.tutorial import ACTIONS
from xenotable.games.xcom.rules.timed.clock import can_pause, is_alien
from xenotable.games.xcom.rules.timed.commands import Command, act, over
from xenotable.games.xcom.rules.timed.standing import MOMENT, Standing, stands
from xenotable.games.xcom.rules.timed.watch_cards import watch_asks, watch_refusals
from xenotable.games.xcom.state import Clock, Xcom
from xenotable.rulebook import catalogue


@rule("timed.open-asks", neutral=lambda game, *forced: forced)
def open_asks(game: Xcom, *forced: Ask[Any]) -> tuple[Ask[Any], ...]:
    """Everything that can be done at this moment, each by its own role; first a choice that an effect forces."""
    standing = game.standing
    if standing is None:
        game.standing = {}
        before, after = _beside_signals(game, None)
    elif MOMENT in standing:
        before, after = standing[MOMENT]
    else:
        before, after = standing[MOMENT] = _beside_signals(game, standing)
    return (*forced, *before, *_signals(game), *after)


def _beside_signals(game: Xcom, standing: Standing) -> tuple[Sequence[Ask[Any]], Sequence[Ask[Any]]]:
    """What stands open before the signals and after them; it stays until something else is heard than mere words."""
    clock = game.clock[0]
    pause = "" if clock.zero is None else "Pause" if clock.paused is None else "Resume"
    before = (*act(game, standing), *watch_asks(game, standing), *_peek_order(game))
    return before, stands(standing, "interface", (has_unshown(game), pause), _interface, game, standing, pause)


def _peek_order(game: Xcom) -> Sequence[Ask[Any]]:
    seat = game.now.looking
    if seat == NOBODY or game.now.forced:  # a scene that others are asked in must hold no secret
        return ()
    order: Ask[Any] = Arrange(
        seat=seat,
        key="peek-order",
        rule="timed.peek-open",
        prompt="In which order do the cards go back on top?",
        items=game.secret[seat].peeked,
        secret=True,
        always=True,
    )
    return (order,)


@rule("timed.ready-signal", neutral=lambda game: ())
def _signals(game: Xcom) -> Sequence[Ask[Any]]:
    clock = game.clock[0]
    return _signals_left(clock.ready, clock.wanted)


@lru_cache(None)
def _signals_left(ready: tuple[int, ...], wanted: tuple[int, ...]) -> Sequence[Ask[Any]]:
    """What each seat can still say, as these have said that they are ready and these that they want a pause."""
    words = {seat: [w for w, said in (("ready", ready), ("pause", wanted)) if seat not in said] for seat in range(4)}
    return [_signal(seat, tuple(left)) for seat, left in words.items() if left]


@lru_cache(None)
def _signal(seat: int, words: tuple[str, ...]) -> Ask[str]:
    """The same ask in every match: it depends on no state."""
    return Choose(
        seat=seat,
        key="signal",
        rule="timed.ready-signal",
        prompt="What do you signal to the Central Officer?",
        among=lambda: words,
        label=lambda w: "Ready" if w == "ready" else "Please pause",
        on=lambda _: "",
    )


def _interface(game: Xcom, standing: Standing, pause: str) -> Sequence[Ask[Any]]:
    """The hand that can be shown; DONE, the instructions, and Pause or resume, each naming the action that they are
    meant for."""
    show = stands(standing, "show", None, _show, game) if has_unshown(game) else ()
    stop = stands(standing, pause, None, _pause, game, pause) if pause else ()
    return (*show, *stands(standing, "buttons", None, _buttons, game), *stop)


def _show(game: Xcom) -> Sequence[Ask[Any]]:
    return (show_ask(game),)


def _buttons(game: Xcom) -> Sequence[Ask[Any]]:
    return (
        _button(game, "done", "Is the action completed?", done_refusals, "DONE"),
        _button(game, "instructions", "Read the instructions?", read_refusals, "Instructions"),
    )


def _pause(game: Xcom, label: str) -> Sequence[Ask[Any]]:
    return (_button(game, "pause", "Stop the timer, or let it go on?", pause_refusals, label),)


def _button(
    game: Xcom, key: str, prompt: str, refuse: Callable[[Xcom, tuple[Any, ...]], Iterable[Refusal]], label: str
) -> Ask[Any]:
    why_not = partial(refuse, game)
    return Command(
        seat=OFFICER,
        key=key,
        rule=f"timed.{key}",
        prompt=prompt,
        among=lambda: [(game.clock[0].n,)],
        why_not=why_not,
        refuse=why_not,
        label=lambda _: label,
    )


PAUSE_REFUSED = {
    "modes.timer-off": "There is no timer to stop.",
    "timed.pause": "The time of this action is up: it is too late for a pause.",
    "timed.pause-expired": "In an expired action and in ENDING there is no pause.",
    "timed.pause-empty": "The pause of this phase is used up.",
}


@rule("timed.stale", neutral=lambda *_: ())
def _stale(game: Xcom, value: tuple[Any, ...]) -> Iterator[Refusal]:
    if value != (game.clock[0].n,):
        yield stale(game)


def read_refusals(game: Xcom, value: tuple[Any, ...]) -> Iterator[Refusal]:
    yield from _stale(game, value)
    if game.clock[0].read:
        yield Refusal("timed.instructions", "The instructions of this action are in your log, and beside the action.")


def stale(game: Xcom) -> Refusal:
    clock = game.clock[0]
    if not clock.before or game.now.phase != "timed":
        return Refusal("timed.stale", "That was meant for an action that is over.")
    how = "its time ran out" if clock.ended == "zero" else "by DONE"
    args = {"old": book().actions[clock.before].title, "how": how, "new": book().actions[clock.action].title}
    return Refusal("timed.stale", "{old} has ended ({how}); {new} keeps its full time.", args)


@rule("timed.stale", neutral=lambda *_: ())
def too_late(game: Xcom, seat: int, key: str, said: object) -> Iterator[Refusal]:
    """What somebody hears whose command finds no ask: it is another role's, or it is too late (the grace is over)."""
    cite("modes.online-clock")
    clock = game.clock[0]
    if not clock.action:
        return
    if key in ("act", "done", "pause", "instructions"):
        owner = OFFICER if key != "act" else book().actions[clock.action].seat
        running = isinstance(said, list | tuple) and len(said) > 0 and said[0] == clock.n
        if running and seat != owner and game.now.phase == "timed":
            cite("timed.responsible")
            yield Refusal("roles.owner-decides", "That is for the {role} to decide.", {"role": game.seat_name(owner)})
        else:
            yield over(game) if key == "act" else stale(game)
    elif key == "peek-order" and game.now.forced and game.now.looking == seat:
        says = "The order of the cards waits until the choice that the action has opened is made."
        yield Refusal("timed.peek-open", says)
    elif key == "peek-order":
        says = "The look is over: a card of that deck was drawn, it was looked at again, or the phase has ended."
        yield Refusal("timed.peek-open", says)
    elif key == "signal" and game.now.phase == "timed":
        yield Refusal("timed.ready-signal", "You have said so already.")
    elif key in book().cards and book().cards[key].timed:
        yield from _card_too_late(game, seat, key)


def _card_too_late(game: Xcom, seat: int, card: str) -> Iterator[Refusal]:
    row = game.cards.get(card)
    if game.now.phase != "timed":
        yield Refusal("timed.watch-cards", "The timed phase is over: {card} can no longer be used.", {"card": card})
    elif row is None:
        yield Refusal("timed.watch-cards", "{card} is not in play.", {"card": card})
    elif row.seat != seat:
        args = {"card": card, "role": game.seat_name(row.seat)}
        yield Refusal("roles.owner-decides", "{card} belongs to the {role}.", args)
    else:
        yield from watch_refusals(game, seat, card)


@rule("timed.done-refused", neutral=lambda game, value: ())
@rule("timed.alien-mandatory", neutral=lambda game, value: ())
def done_refusals(game: Xcom, value: tuple[Any, ...]) -> Iterator[Refusal]:
    """DONE in an alien action waits for what the action demands."""
    yield from _stale(game, value)
    clock, war = game.clock[0], game.now
    if not is_alien(clock):
        cite("timed.done-xcom")
        return
    if clock.action == "crisis" and war.drawn and not war.chosen:
        says = "Two crises lie open and none is chosen."
        yield Refusal("timed.done-refused", says, {}, "The Commander keeps one of the two.")
    if by_hand(game) and (left := unplaced(game)):
        says, remedy = "{n:UFO is|UFOs are} still to be placed.", "The Central Officer puts them where they are shown."
        yield Refusal("timed.done-refused", says, {"n": len(left)}, remedy)
    if war.forced:
        yield Refusal("timed.forced-choice", "A choice forced by an effect is still open.")


def pause_refusals(game: Xcom, value: tuple[Any, ...]) -> Iterator[Refusal]:
    yield from _stale(game, value)
    against = can_pause(game.clock[0])
    if game.clock[0].paused is None and against:
        yield Refusal(against, PAUSE_REFUSED[against])


@rule("timed.instructions", neutral=lambda action: "")
def instructions(action: str) -> str:
    """What an action is about, in the words of the rulebook."""
    return catalogue("xcom").rules[ACTIONS[action]].says


@rule("timed.interface", neutral=lambda *_: "")
def box(clock: Clock) -> str:
    """The word on the box of the interface."""
    side = book().actions[clock.action].side
    return "SCRAMBLED" if clock.scrambled else {"xcom": "XCOM", "alien": "ALIEN", "all": "ALL"}[side]
