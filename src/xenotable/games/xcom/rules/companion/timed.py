"""Companion mode: its beginning and its timed phases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict, replace

from xenotable.engine import (
    EXPIRED,
    NOBODY,
    Ask,
    Choose,
    First,
    Flow,
    Random,
    Reckon,
    Refusal,
    Scene,
    cite,
    rule,
    scene,
)
from xenotable.games.xcom.content import book
from xenotable.games.xcom.rules.companion.guide import SECONDS, Adjust, adjust_label, one_of
from xenotable.games.xcom.rules.generator.invasion import invade
from xenotable.games.xcom.rules.generator.wave import Brief
from xenotable.games.xcom.rules.modes.lobby import invasion_seed, sequence
from xenotable.games.xcom.rules.modes.tutorial import lesson
from xenotable.games.xcom.rules.setup.opening import first_report, opening
from xenotable.games.xcom.rules.timed import clock as timed_clock
from xenotable.games.xcom.rules.timed.action_list import possible
from xenotable.games.xcom.rules.timed.clock import ENDING, can_pause, due, full_time, pause_budget, start
from xenotable.games.xcom.scenes import CoNext, CoReady, CoTimed, Guide, Welcome
from xenotable.games.xcom.state import Clock, Companion, Desk, Draft, Past, TableSetup


def new(setup: TableSetup) -> Companion:
    game = Companion(setup, 1)
    game.desk.add(0, Desk())
    game.clock.add(0, Clock())
    game.draft.add(0, Draft())
    game.scenes = [Welcome()]
    return game


# ---- before a phase --------------------------------------------------------------------------------------------------


@scene
@rule("companion.setup", neutral=lambda *_: [])
@rule("companion.scope", neutral=lambda *_: [])
def welcome(game: Companion, at: Welcome) -> Flow[list[Scene]]:
    cite("modes.companion")
    seed = yield from invasion_seed()
    game.secret.set(NOBODY, seed=seed)
    setup, printed = game.setup, game.setup.printed
    fixed = opening(setup.difficulty, setup.plan, setup.headquarters, sequence(seed, "setup"), printed)
    if setup.tutorial:
        fixed = replace(fixed, ufos=book().lessons[0].start_ufos)
    game.put(plan=fixed.plan, headquarters=fixed.headquarters, panic=fixed.panic, ufos=fixed.ufos)
    game.reports.add(0, first_report(fixed))
    game.draft.set(0, colours=game.reports[0].colours)
    game.tell("Headquarters in {c}; plan {p}.", "companion.setup", c=fixed.headquarters, p=plan_name(game))
    return [CoReady(1)]


@scene
def co_ready(game: Companion, at: CoReady) -> Flow[list[Scene]]:
    button = Choose(
        seat=0,
        key="start",
        rule="companion.setup",
        prompt="Start round {n}?",
        args={"n": at.round},
        among=lambda: ("start",),
        label=lambda _: "Start",
    )
    reply = yield from First(asks=(button,))
    game.put(round=at.round, phase="timed", threat=1)
    brief, cut = _brief(game), _sum(game, "pause")
    if is_lesson(game):
        made = lesson(brief, book().lessons[0])
    else:
        made = invade(brief, sequence(game.secret[NOBODY].seed, f"round {at.round}"))
    game.secret.set(NOBODY, coming=made.actions, focus=made.focus, rolls=made.rolls)
    game.put(adjusted=())
    _set(game, Clock(budget=pause_budget(game.setup.difficulty, timer_of(game), cut)))
    game.tell("Round {n} begins.", "timed.round", n=at.round)
    return [CoNext(reply.at)]


@rule("companion.plan-data")
def _brief(game: Companion) -> Brief:
    """What the generator knows: reports and the entries of the Adjust panel. Of the plan it reads only its figures."""
    scrambles = _sum(game, "scramble")
    return replace(
        plain_brief(game),
        scrambles=max(0, scrambles),
        unscramble=max(0, -scrambles),
        more_enemies=_sum(game, "enemy"),
    )


@rule("companion.tutorial", neutral=lambda game: False)
def is_lesson(game: Companion) -> bool:
    """Whether this is the first round of people who are learning the game."""
    return game.setup.tutorial and game.now.round == 1


def timer_of(game: Companion) -> str:
    return "off" if is_lesson(game) else game.setup.timer


def plan_name(game: Companion) -> str:
    """What stands on the card that lies on the table, or the name of our plan."""
    return game.setup.printed.name if game.setup.printed else book().plans[game.now.plan].name


@rule("companion.printed-plan", neutral=lambda game: Brief(game.setup.difficulty, game.now.plan, 1, ()))
def plain_brief(game: Companion) -> Brief:
    """Reports and plan: one of ours, or with the figures that were read off a card of the box."""
    desk, printed = game.now, game.setup.printed
    reports = tuple(game.reports[i] for i in range(desk.round))
    brief = Brief(game.setup.difficulty, desk.plan, desk.round, reports)
    return replace(brief, clock=printed.clock, orbit=printed.orbit) if printed else brief


def _sum(game: Companion, what: str) -> int:
    return sum(n for name, n in game.now.adjusted if name == what)


def _set(game: Companion, clock: Clock) -> None:
    game.clock.set(0, **asdict(clock))


def redeal(game: Companion, seat: int, rnd: Random) -> None:
    """Other actions that may be coming, from public facts: the people at the table may know nothing of them."""
    game.secret.set(NOBODY, seed=bytes(int(rnd() * 256) for _ in range(8)).hex())
    if game.now.phase != "timed":
        return
    brief = plain_brief(game)
    if is_lesson(game):
        game.secret.set(NOBODY, coming=lesson(brief, book().lessons[0]).actions[game.clock[0].n + 1 :])
        return
    past = [h.action for h in game.history.values() if h.round == game.now.round]
    if game.clock[0].n >= len(past):
        past.append(game.clock[0].action)
    game.secret.set(NOBODY, coming=possible(brief, past, rnd))


# ---- the timed phase -------------------------------------------------------------------------------------------------


@scene
@rule("companion.timed", neutral=lambda *_: [])
def co_next(game: Companion, at: CoNext) -> Flow[list[Scene]]:
    """Every action is shown, also one that is pointless at this table."""
    planned, *rest = yield from Reckon(work=lambda: game.secret[NOBODY].coming)
    game.secret.set(NOBODY, coming=tuple(rest))
    full = full_time(planned.id, game.setup.difficulty, timer_of(game))
    _set(game, start(game.clock[0], planned, at.now, full))
    shown = ": " + ", ".join(game.name(p) for p in planned.places) if planned.places else ""
    game.tell("{title}{shown}.", "companion.timed", title=book().actions[planned.id].title, shown=shown)
    return [CoTimed(game.clock[0].n)]


@scene
def co_timed(game: Companion, at: CoTimed) -> Flow[list[Scene]]:
    reply = yield from First(asks=_timed_asks(game), until=due(game.clock[0]))
    clock = game.clock[0]
    if reply.key == EXPIRED:
        new, what = timed_clock.at_zero(clock, reply.at)
        _set(game, new)
        return _end_action(game, reply.at, "zero") if what == "zero" else [at]
    if reply.key == "done":
        _set(game, timed_clock.end_action(clock, reply.at))
        return _end_action(game, reply.at, "done")
    if reply.key == "pause":
        _set(game, timed_clock.pause(clock, reply.at) if clock.paused is None else timed_clock.resume(clock, reply.at))
    elif reply.key == "resumed":
        _set(game, back(clock, reply.at))
    else:
        adjust_now(game, reply.value, reply.at)
    return [at]


@rule("companion.resume", neutral=lambda clock, now: clock)
def back(clock: Clock, now: int) -> Clock:
    """The app was closed and is open again: its clock stood, and the phase resumes paused if it can."""
    return timed_clock.back_again(clock, now, now)


def _timed_asks(game: Companion) -> list[Ask[Any]]:
    clock = game.clock[0]
    title = book().actions[clock.action].title
    asks: list[Ask[Any]] = [one_of("done", "companion.timed", f"{title}: done?", (clock.n,), "DONE")]
    if clock.zero is None:
        return asks
    if clock.paused is not None or not can_pause(clock):
        asks.append(one_of("pause", "timed.pause", "Stop or resume the timer.", (clock.n,), "Pause"))
    asks.append(one_of("resumed", "companion.resume", "The app was closed meanwhile.", ("resumed",), "Open again"))
    asks.append(
        Adjust(
            seat=0,
            key="adjust",
            rule="companion.adjust",
            prompt="What do cards of the table do to the clock?",
            least={"pause": -SECONDS, "time": 1},
            among=lambda: NOW,
            why_not=lambda v: _now_refusals(game, v),
            label=adjust_label,
        )
    )
    return asks


NOW: tuple[tuple[str, int], ...] = (("pause", 20), ("pause", -20), ("time", 15))


def _now_refusals(game: Companion, value: tuple[str, int]) -> Iterator[Refusal]:
    if value[0] == "time" and game.clock[0].expired:
        yield Refusal("companion.adjust", "The action has expired; it gets no more time.")


@rule("companion.adjust", neutral=lambda *_: None)
def adjust_now(game: Companion, entry: tuple[str, int], now: int) -> None:
    clock, (what, n) = game.clock[0], entry
    _set(game, timed_clock.add_time(clock, n) if what == "time" else timed_clock.add_pause(clock, n, now))
    game.tell("Adjusted: {what}.", "companion.adjust", what=adjust_label(entry))


def _end_action(game: Companion, now: int, how: str) -> list[Scene]:
    c = game.clock[0]
    past = Past(game.now.round, c.action, c.places, c.began, now, how, c.expired, c.scrambled, c.budget)
    game.history.add(len(game.history), past)
    if c.action != ENDING:
        return [CoNext(now)]
    secret = game.secret[NOBODY]
    rolls = ", ".join(f"{what} d{sides}={result}" for what, sides, result in secret.rolls) or "none"
    game.tell("Focus {f}; rolls: {r}.", "companion.history", f=secret.focus or "none", r=rolls)
    game.put(phase="guide", page=0, threat=1, asked="")
    return [Guide()]
