"""The clock of the timed phase, as pure functions of a row and the time of an input, in whole milliseconds.

The digital game and the companion run these very functions; neither ever reads a clock.
"""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import acts, cite, rule
from xenotable.games.xcom.content import DIFFICULTIES, book
from xenotable.games.xcom.rules.modes.lobby import factor
from xenotable.games.xcom.state import UNLIMITED, Clock, Planned

ENDING = "ending"


def is_alien(clock: Clock) -> bool:
    return book().actions[clock.action].side == "alien"


@rule("timed.durations", neutral=lambda *_: 1_000)
@rule("timed.scramble-no-time", neutral=lambda *_: 1_000)
def full_time(action: str, difficulty: str, timer: str) -> int | None:
    """What the table gives this action, in ms; None with the timer off."""
    if timer == "off" and acts("modes.timer-off"):
        return None
    return book().actions[action].seconds[DIFFICULTIES.index(difficulty)] * 1000 * factor(timer)


@rule("timed.pause-budget", neutral=lambda *_, **__: 0)
def pause_budget(difficulty: str, timer: str, cut: int = 0) -> int:
    """At the start of every phase, less what an effect cut from it (in seconds)."""
    seconds = book().difficulties[difficulty].pause
    if seconds < 0 or timer == "off":
        return UNLIMITED
    cite("effects.cut_pause")
    return max(0, seconds * factor(timer) - cut) * 1000


@rule("timed.expired-halves", neutral=lambda full: full)
@rule("timed.expired-no-chain", neutral=lambda full: full)
def halve_time(full: int) -> int:
    """Half of the table's figure, up to a whole second, at least three."""
    return max(3000, -(-full // 2000) * 1000)


def start(clock: Clock, planned: Planned, now: int, full: int | None) -> Clock:
    """The next action appears."""
    given = halve_time(full) if full is not None and clock.halve else full
    budget = clock.budget
    if planned.id == ENDING and given is not None and budget != UNLIMITED:
        cite("timed.ending-pause")
        given, budget = given + budget, 0
    zero = None if given is None else now + given
    return Clock(
        clock.n + 1, planned.id, planned.places, planned.scrambled, now, zero, budget,
        ended=clock.ended, before=clock.action,
    )  # fmt: skip


def due(clock: Clock, grace: int = 0) -> int | None:
    """When the next thing happens by itself; None if nothing will."""
    if clock.zero is None or clock.expired:
        return None
    if clock.paused is not None:
        return None if clock.budget == UNLIMITED else clock.paused + clock.budget
    return clock.zero + grace if clock.late else clock.zero


def can_pause(clock: Clock) -> str:
    """ "" if Pause can be tapped, otherwise the rule against it."""
    if clock.zero is None:
        return "modes.timer-off"
    if clock.paused is not None or clock.late:
        return "timed.pause"
    if clock.expired or (clock.action == ENDING and clock.budget != UNLIMITED):
        return "timed.pause-expired"
    return "timed.pause-empty" if clock.budget == 0 else ""


@rule("timed.pause", neutral=lambda clock, now: clock)
def pause(clock: Clock, now: int) -> Clock:
    return replace(clock, paused=now)


def resume(clock: Clock, now: int) -> Clock:
    """The timer goes on where it stood; the pause budget has become smaller by the time between."""
    assert clock.paused is not None
    assert clock.zero is not None
    spent = now - clock.paused
    budget = clock.budget if clock.budget == UNLIMITED else max(0, clock.budget - spent)
    return replace(clock, paused=None, zero=clock.zero + spent, budget=budget)


def at_zero(clock: Clock, now: int, grace: int = 0) -> tuple[Clock, str]:
    """What the deadline brings: "resumed" (the pause is used up), "late" (the grace begins), "expired" (an alien
    action) or "zero" (it ends)."""
    if clock.paused is not None:
        cite("timed.pause-empty")
        return resume(clock, now), "resumed"
    if grace and not clock.late:
        return replace(clock, late=True), "late"
    if is_alien(clock):
        cite("timed.alien-zero")
        return replace(clock, expired=True), "expired"
    cite("timed.xcom-zero")
    return replace(clock, ended="zero", halve=False), "zero"


def end_action(clock: Clock, now: int) -> Clock:
    """DONE ends the action, and a pause with it. An expired action has drained the pause since its zero."""
    if clock.paused is not None:
        clock = resume(clock, now)
    return replace(clock, budget=drained_budget(clock, now), halve=clock.expired or clock.halve, ended="done")


@rule("timed.expired-drain", neutral=lambda clock, now: clock.budget)
def drained_budget(clock: Clock, now: int) -> int:
    if not clock.expired or clock.budget == UNLIMITED or clock.zero is None:
        return clock.budget
    return max(0, clock.budget - (now - clock.zero))


def add_time(clock: Clock, seconds: int) -> Clock:
    """More time for the action on screen."""
    assert clock.zero is not None
    return replace(clock, zero=clock.zero + seconds * 1000)


def add_pause(clock: Clock, seconds: int, now: int) -> Clock:
    """More (or less) time to pause; in ENDING, where the pause is part of the timer, more timer. In an expired action
    it is added to what the drain has left so far."""
    if clock.action == ENDING:
        return add_time(clock, seconds) if clock.zero is not None else clock
    if clock.budget == UNLIMITED:
        return clock
    left = drained_budget(clock, now)
    gone = now - clock.zero if clock.expired and clock.zero is not None else 0
    return replace(clock, budget=max(0, left + seconds * 1000) + gone)


@rule("timed.leave", neutral=lambda clock, left, now: clock)
def back_again(clock: Clock, left: int, now: int) -> Clock:
    """The program was closed from `left` to `now`: all clocks stood; the phase resumes paused if Pause is available."""
    away = now - left
    shifted = replace(clock, zero=None if clock.zero is None else clock.zero + away)
    if shifted.paused is not None:
        return replace(shifted, paused=shifted.paused + away)
    return shifted if can_pause(shifted) else replace(shifted, paused=now)
