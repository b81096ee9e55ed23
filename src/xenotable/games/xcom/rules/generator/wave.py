"""The wave of a round: what the generator knows, its focus, and how many UFOs, enemies and crises come.

The generator is pure functions of data and virtual rolls: no board, no clock, no game object. The companion runs the
same functions. `d(n)` gives a whole number from 1 to n.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xenotable.engine import Row, cite, rule
from xenotable.games.xcom.content import Difficulty, Plan, book
from xenotable.games.xcom.state import COMPLETED, IN_PLAY, Planned, Report

Die = Callable[[int], int]


COLOURS = ("yellow", "red", "orange")


FIRST = ("new_tech", "budget", "unlock_final")


class Brief(Row, frozen=True):
    """All that the generator knows."""

    difficulty: str
    plan: str
    round: int
    reports: tuple[Report, ...]  # of rounds 0 (set-up) to the last one
    scrambles: int = 0
    unscramble: int = 0
    more_enemies: int = 0
    clock: int = 0  # of a plan of the box; 0: as our plan has it
    orbit: int = -1  # the same for the UFOs that go to orbit

    @property
    def last(self) -> Report:
        return self.reports[-1]


class Invasion(Row, frozen=True):
    actions: tuple[Planned, ...]
    focus: str
    wave: tuple[int, int, int]
    rolls: tuple[tuple[str, int, int], ...] = ()  # what for, sides, result


class Rolls:
    """Virtual rolls with a note of each; a die with one side is not rolled."""

    def __init__(self, d: Die) -> None:
        self.d, self.noted = d, list[tuple[str, int, int]]()

    def __call__(self, sides: int, what: str) -> int:
        if sides == 1:
            cite("generator.no-trivial-roll")
            return 1
        result = self.d(sides)
        self.noted.append((what, sides, result))
        return result


def _figure(figures: Sequence[int], round_: int) -> int:
    return figures[min(round_, 8) - 1]


@rule("generator.focus", neutral=lambda brief: "")
def focus(brief: Brief) -> str:
    if brief.round == 1:
        return ""
    last = brief.last
    if sum(c != "yellow" for c in last.colours) >= 2:
        return "terror"
    if last.mission == COMPLETED:
        return "reprisal"
    return "jamming" if last.orbit else "unrest"


@rule("generator.focus-terror", neutral=lambda name: (0, 0, 0))
@rule("generator.focus-reprisal", neutral=lambda name: (0, 0, 0))
@rule("generator.focus-jamming", neutral=lambda name: (0, 0, 0))
@rule("generator.focus-unrest", neutral=lambda name: (0, 0, 0))
def shift(name: str) -> tuple[int, int, int]:
    """What a focus adds to UFOs, enemies and crises."""
    return {"": (0, 0, 0), "terror": (1, -1, 0), "reprisal": (-1, 1, 0), "jamming": (0, 0, -1), "unrest": (-1, 0, 1)}[
        name
    ]


@rule("generator.wave", neutral=lambda brief: (0, 0, 0))
def wave(brief: Brief) -> tuple[int, int, int]:
    hard, plan, extra = level_of(brief), figures_of(brief), shift(focus(brief))
    r = brief.round
    return clamp_wave(
        _figure(hard.ufos, r) + _figure(plan.ufos, r) + extra[0],
        _figure(hard.enemies, r) + _figure(plan.enemies, r) + extra[1] + announced_enemies(brief),
        _figure(hard.crises, r) + _figure(plan.crises, r) + extra[2],
    )


@rule("generator.next-enemies", neutral=lambda brief: 0)
def announced_enemies(brief: Brief) -> int:
    return brief.more_enemies


@rule("generator.clamp", neutral=lambda u, e, c: (u, e, c))
def clamp_wave(ufos: int, enemies: int, crises: int) -> tuple[int, int, int]:
    return max(1, min(8, ufos)), max(0, min(4, enemies)), max(0, min(3, crises))


@rule("generator.unlock", neutral=lambda *_: 0)
@rule("generator.clock", neutral=lambda *_: 0)
@rule("generator.unlock-stays", neutral=lambda *_: 0)
def unlocking_round(plan: str, reports: Sequence[Report], clock: int = 0) -> int:
    """The round in which the final mission is unlocked, as far as the reports tell; 0 while it is locked."""
    completed = 0
    clock = clock or book().plans[plan].clock
    for finished, report in enumerate(reports):
        completed += report.mission == COMPLETED
        if finished + completed >= clock:
            return finished + 1
    return 0


@rule("generator.choose-mission-when", neutral=lambda brief: False)
@rule("generator.mission-report", neutral=lambda brief: False)
def may_choose_mission(brief: Brief) -> bool:
    return brief.last.mission != IN_PLAY and not unlocking_round(brief.plan, brief.reports, brief.clock)


@rule("generator.deploy-squad-when", neutral=lambda brief: False)
def may_deploy_squad(brief: Brief) -> bool:
    return brief.last.mission == IN_PLAY or may_choose_mission(brief)


def level_of(brief: Brief) -> Difficulty:
    return book().difficulties[brief.difficulty]


def figures_of(brief: Brief) -> Plan:
    return book().plans[brief.plan]
