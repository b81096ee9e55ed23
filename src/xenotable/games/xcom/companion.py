"""Companion mode: the app for owners of the physical game.

It shows no decks, no dice and no board. It runs the timed phases with the generator and the clock of the digital game,
leads through the resolution steps, takes the round's reports with checks, and tells at the end what it did and why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from xenotable.engine import Game, Line, Offer, Panel, Random, Refusal, Result, Row, Table, cite, rule
from xenotable.games.xcom import setup
from xenotable.games.xcom.clock import Clock, can_pause
from xenotable.games.xcom.content import CONTINENTS, DIFFICULTIES, book
from xenotable.games.xcom.generator import NONE, Planned, Report
from xenotable.games.xcom.roles import NAMES, default_split, split_refusals
from xenotable.games.xcom.state import Setup

TIMERS = ("on", "relaxed", "off")


class TableSetup(Row, frozen=True):
    """What it asks for before the game."""

    difficulty: str = "normal"
    timer: str = "on"
    players: int = 4
    plan: str = ""  # "": rolled
    headquarters: str = ""  # on Easy it may be chosen


class Draft(Row, frozen=True):
    """The report of the round as far as it is filled in."""

    orbit: int = 0
    mission: str = NONE
    colours: tuple[str, ...] = ("yellow",) * 6
    fallen_ufos: int = 0
    destroyed: bool = False


class Desk(Row, frozen=True):
    round: int = 0
    phase: str = "setup"  # setup, timed, guide, reports, score
    page: int = 0
    plan: str = ""
    headquarters: str = ""
    panic: tuple[int, ...] = ()
    ufos: tuple[str, ...] = ()
    threat: int = 1
    asked: str = ""  # a question of yes or no on the page
    adjusted: tuple[tuple[str, int], ...] = ()  # for the next phase: what, how much
    won: str = ""  # "won" or "lost" once it is announced
    why: str = ""
    ufos_left: int | None = None  # entries for the score
    pool: int | None = None
    damage: int | None = None


class Past(Row, frozen=True):
    """One action of the history."""

    round: int
    action: str
    places: tuple[str, ...]
    began: int
    ended: int
    how: str  # done, zero
    expired: bool
    scrambled: bool
    pause: int  # pause budget when it ended, -1 unlimited


class Unseen(Row, frozen=True):
    seed: str = ""
    coming: tuple[Planned, ...] = ()
    focus: str = ""
    rolls: tuple[tuple[str, int, int], ...] = ()


class Companion(Game):
    Hidden = Unseen
    desk: Table[int, Desk]
    clock: Table[int, Clock]
    draft: Table[int, Draft]
    reports: Table[int, Report]
    history: Table[int, Past]

    @property
    def d(self) -> Desk:
        return self.desk[0]

    def put(self, **changes: object) -> None:
        self.desk.set(0, **changes)

    def name(self, id: str) -> str:
        return book().continents[id].name if id in book().continents else id

    def seat_name(self, seat: int) -> str:
        return "The table"


def offers() -> list[Offer]:
    return [
        Offer("table", "At the table", "Normal, four players, the plan is rolled.", TableSetup()),
        Offer("easy", "A first evening", "Easy, without timers.", TableSetup("easy", "off", 2, "beachhead")),
    ]


def random_setup(rnd: Random) -> TableSetup:
    plan = ("", *book().plans)[int(rnd() * 6)]
    return TableSetup(DIFFICULTIES[int(rnd() * 4)], TIMERS[int(rnd() * 3)], 1 + int(rnd() * 4), plan)


def setup_refusals(wanted: TableSetup) -> Iterator[Refusal]:
    yield from setup.setup_refusals(Setup(wanted.difficulty, wanted.plan, wanted.timer, wanted.headquarters))
    if wanted.players not in (1, 2, 3, 4):
        yield Refusal("companion.setup", "One to four people play, not {n}.", {"n": wanted.players})
    else:
        yield from split_refusals(default_split(wanted.players), companion=True)


def parting(game: Companion, seat: int, alone: bool) -> Sequence[tuple[int, str, Any]]:
    """The app was closed: the phase resumes paused, if it can."""
    if game.d.phase != "timed" or can_pause(game.clock[0]):
        return ()
    cite("companion.resume")
    return ((seat, "pause", (game.clock[0].n,)),)


def may_undo(game: Companion, key: str) -> bool:
    return game.d.phase != "timed" and key not in ("start", "done", "pause", "resumed", "adjust")


def broken(game: Companion) -> Iterator[str]:
    if not 1 <= game.d.threat <= 5 or not 0 <= game.draft[0].orbit <= 24:
        yield "a counter is out of its range"


def conceded(game: Companion, seat: int) -> Result:
    return Result((), "The table gives up.", "victory.concede")


# ---- the guide: one page per step ------------------------------------------------------------------------------------


class Page(msgspec.Struct, frozen=True):
    id: str
    title: str
    role: int
    text: str
    rule: str
    task: bool = False  # has the threat counter and the odds
    reset: bool = False  # the threat counter may be reset
    asks: str = ""  # a question before Next


PAGES = (
    Page(
        "audit",
        "Audit",
        0,
        "Count all units on the board and pay one credit for each. For each unpaid unit the most-"
        "panicked continent rises by one.",
        "budget.audit-count",
    ),
    Page(
        "recruit",
        "Recruit and build",
        0,
        "Buy soldiers and Interceptors from the pool; the rest of the credits is lost.",
        "budget.recruit",
    ),
    Page("crises", "Crises", 0, "Resolve the crisis pool from top to bottom.", "budget.crises"),
    Page(
        "research", "Research", 1, "Labs I, II, III: one die per scientist; push or stop.", "research.order", True, True
    ),
    Page(
        "orbit",
        "Orbital defense",
        2,
        "One die per satellite. Each UFO left raises the least-panicked continent.",
        "orbit.dice",
        True,
        True,
    ),
    Page(
        "globe",
        "Global defense",
        0,
        "Each continent in any order. Each UFO left raises its continent.",
        "globe.order",
        True,
        True,
    ),
    Page(
        "base",
        "Base defense",
        3,
        "Soldiers on icons; threat is not reset. Each enemy left damages the base.",
        "base.threat",
        True,
        False,
        "destroyed",
    ),
    Page("mission", "Mission", 3, "Three tasks from left to right; threat is not reset.", "mission.three-tasks", True),
    Page(
        "final",
        "Final mission",
        3,
        "Like a mission, with its own threat. Completing it wins the game.",
        "finale.resolve",
        True,
        False,
        "completed",
    ),
    Page("pressure", "Pressure", 0, "Carry out the each-round effect of the plan.", "finale.pressure"),
    Page(
        "refresh",
        "Refresh",
        2,
        "Refresh cards, then units in the reserves; discards go below their decks.",
        "endround.refresh-cards",
    ),
    Page("return", "Return", 2, "All units return to their reserves but soldiers on missions.", "endround.return"),
)


@rule("companion.guide", neutral=lambda unlocked: ())
def pages(unlocked: bool) -> tuple[Page, ...]:
    """In the fixed order; those of the final mission only once it is unlocked."""
    return tuple(p for p in PAGES if unlocked or p.id not in ("final", "pressure"))


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


# ---- panels ----------------------------------------------------------------------------------------------------------


def panels(game: Companion, seat: int) -> list[Panel]:
    d = game.d
    out = [Panel("round", "Round", lines=(Line(f"Round {d.round}", d.phase),))]
    if d.phase in ("setup", "timed"):
        out.append(_setup(game))
    if d.phase == "timed" and game.clock[0].action:
        out.append(action_panel(game))
    if d.phase == "guide":
        page = pages(bool(unlocked(game)))[d.page]
        lines = [Line(NAMES[page.role], page.text, rule=page.rule)]
        if page.task:
            lines.append(Line("Threat", now=d.threat, full=5))
        out.append(Panel("page", page.title, lines=tuple(lines)))
    if d.phase == "reports":
        out.append(_report(game))
    if game.result is not None or d.phase == "score":
        out.append(history_panel(game))
    return out


@rule("companion.setup", neutral=lambda game: Panel("none", ""))
def _setup(game: Companion) -> Panel:
    d = game.d
    lines = [Line("Plan", book().plans[d.plan].name if d.plan else ""), Line("Headquarters", game.name(d.headquarters))]
    lines += [Line("Starting UFO", game.name(p), on=p) for p in d.ufos]
    lines += [Line(game.name(c), f"panic {p}", on=c) for c, p in zip(CONTINENTS, d.panic, strict=False)]
    lines.append(Line("Emergency Funding", f"{book().difficulties[game.setup.difficulty].emergency} credits"))
    return Panel("setup", "Set-up", lines=tuple(lines))


def unlocked(game: Companion) -> int:
    from xenotable.games.xcom.generator import unlocking_round

    return unlocking_round(game.d.plan, [game.reports[i] for i in range(game.d.round)])


@rule("companion.timed", neutral=lambda game: Panel("none", ""))
def action_panel(game: Companion) -> Panel:
    """Title, role, box, timer and pause; UFO actions the places, research its lab, the budget its credits."""
    from xenotable.games.xcom.generator import funding

    clock = game.clock[0]
    row = book().actions[clock.action]
    label = cue(clock, clock.began).label
    lines = [Line(f"{label}: {row.title}", NAMES[row.seat] if row.seat >= 0 else "All")]
    lines += [Line("Place", game.name(p), on=p) for p in clock.places]
    if clock.action.startswith("assign_research"):
        lines.append(Line("Lab", clock.action[-1], on=f"lab{clock.action[-1]}"))
    if clock.action == "budget":
        shown = funding(game.setup.difficulty, game.reports[game.d.round - 1])
        lines.append(Line("Credits", str(shown), rule="budget.funding"))
    if clock.zero is not None:
        left = "unlimited" if clock.budget < 0 else f"{clock.budget / 1000:g} s"
        lines += [Line("Zero", f"{clock.zero} ms"), Line("Pause", left)]
    return Panel("action", "Action", lines=tuple(lines))


def _report(game: Companion) -> Panel:
    draft = game.draft[0]
    lines = [Line("UFOs in orbit", str(draft.orbit)), Line("Mission", draft.mission)]
    lines += [Line(game.name(c), colour, on=c) for c, colour in zip(CONTINENTS, draft.colours, strict=True)]
    lines.append(Line("UFOs of fallen continents", str(draft.fallen_ufos)))
    return Panel("report", "Report", lines=tuple(lines))


@rule("companion.history", neutral=lambda game: Panel("none", ""))
def history_panel(game: Companion) -> Panel:
    """What happened: actions with their times, expired ones, pause, and the reports."""
    lines = []
    for past in game.history.values():
        seconds = f"{(past.ended - past.began) / 1000:g} s, {past.how}"
        marks = (" EXPIRED" if past.expired else "") + (" SCRAMBLED" if past.scrambled else "")
        lines.append(Line(f"{past.round}: {book().actions[past.action].title}", seconds + marks))
    lines += [Line(f"Report {n}", f"{r.orbit} in orbit, mission {r.mission}") for n, r in game.reports.items()]
    return Panel("history", "History", lines=tuple(lines))
