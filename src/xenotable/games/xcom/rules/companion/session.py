"""Companion mode: the app for owners of the physical game.

It shows no decks, no dice and no board. It runs the timed phases with the generator and the clock of the digital game,
leads through the resolution steps, takes the reports of a round with checks, and tells at the end what it did and why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from xenotable.engine import Refusal, Result, cite, rule
from xenotable.games.xcom.content import book
from xenotable.games.xcom.rules.roles import default_split, split_refusals
from xenotable.games.xcom.rules.setup import choices
from xenotable.games.xcom.rules.timed.clock import can_pause
from xenotable.games.xcom.state import Clock, Companion, Setup, TableSetup


def setup_refusals(wanted: TableSetup) -> Iterator[Refusal]:
    yield from choices.setup_refusals(Setup(wanted.difficulty, wanted.plan, wanted.timer, wanted.headquarters))
    yield from printed_refusals(wanted)
    if wanted.tutorial and wanted.difficulty != "easy":
        yield Refusal("companion.tutorial", "The tutorial round belongs to an Easy game.", {}, "Choose Easy.")
    if wanted.players not in (1, 2, 3, 4):
        yield Refusal("companion.setup", "One to four people play, not {n}.", {"n": wanted.players})
    else:
        yield from split_refusals(default_split(wanted.players), companion=True)


@rule("companion.printed-plan", neutral=lambda wanted: ())
def printed_refusals(wanted: TableSetup) -> Iterator[Refusal]:
    """What cannot stand on a plan of the box."""
    printed, id = wanted.printed, "companion.printed-plan"
    if printed is None:
        return
    if not wanted.plan:
        yield Refusal(id, "Say which of our plans the invasion shall grow like.", {}, "Beachhead grows evenly.")
    if not 1 <= len(printed.name.strip()) <= 40:
        yield Refusal(id, "The plan needs the name that is printed on it.")
    if not 1 <= printed.clock <= 20:
        yield Refusal(id, "The final mission is unlocked after 1 to 20 rounds, not {n}.", {"n": printed.clock})
    if not 0 <= printed.orbit <= 8:
        yield Refusal(id, "Of a wave 0 to 8 UFOs go to orbit, not {n}.", {"n": printed.orbit})
    start = book().difficulties[wanted.difficulty].start_panic if wanted.difficulty in book().difficulties else 0
    if len(printed.panic) != 6 or any(not 0 <= n <= 7 - start for n in printed.panic):
        yield Refusal(id, "Every continent starts on a yellow or red space: up to {n} more.", {"n": 7 - start})


def replies_on_leaving(game: Companion, seat: int, alone: bool) -> Sequence[tuple[int, str, Any]]:
    """The app was closed: the phase resumes paused, if it can."""
    if game.now.phase != "timed" or can_pause(game.clock[0]):
        return ()
    cite("companion.resume")
    return ((seat, "pause", (game.clock[0].n,)),)


def may_undo(game: Companion, key: str) -> bool:
    return game.now.phase != "timed" and key not in ("start", "done", "pause", "resumed", "adjust")


def concede(game: Companion, seat: int) -> Result:
    return Result((), "The table gives up.", "victory.concede")


# ---- sounds and labels -----------------------------------------------------------------------------------------------


class Cue(msgspec.Struct, frozen=True):
    """A sound and the words that go with it, so that neither colour nor hearing is needed."""

    id: str
    label: str
    tone: tuple[int, ...]  # hertz, one after the other


@rule("companion.sound")
def cue(clock: Clock, now: int) -> Cue:
    """What the device sounds and shows at this moment of an action."""
    row = book().actions[clock.action]
    if clock.expired:
        return Cue("expired", "EXPIRED", (220, 220, 220))
    if clock.zero is not None and clock.paused is None and 0 < clock.zero - now <= 5_000:
        return Cue("last-seconds", f"{-(-(clock.zero - now) // 1000)} s", (880,))
    if row.side == "all":
        return Cue("ending", "ENDING", (523, 392, 262))
    if clock.scrambled:
        return Cue("scrambled", "SCRAMBLED", (440, 466, 440))
    return Cue("alien", "ALIEN", (330, 262)) if row.side == "alien" else Cue("xcom", "XCOM", (523, 659))


@rule("companion.history", neutral=lambda game: [])
def history(game: Companion) -> list[tuple[str, str]]:
    """What happened: actions with their times, expired ones, pause, and the reports."""
    lines = []
    for past in game.history.values():
        seconds = f"{(past.ended - past.began) / 1000:g} s, {past.how}"
        marks = (" EXPIRED" if past.expired else "") + (" SCRAMBLED" if past.scrambled else "")
        lines.append((f"{past.round}: {book().actions[past.action].title}", seconds + marks))
    return lines + [(f"Report {n}", f"{r.orbit} in orbit, mission {r.mission}") for n, r in game.reports.items()]
