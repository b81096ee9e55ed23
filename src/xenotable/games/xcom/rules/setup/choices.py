"""What is agreed before a game."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Refusal, cite, rule
from xenotable.faults import nearest
from xenotable.games.xcom.content import CONTINENTS, DIFFICULTIES, TIMERS, book
from xenotable.games.xcom.rules.roles import split_refusals
from xenotable.games.xcom.state import Setup


@rule("setup.difficulty", neutral=lambda *_: ())
def setup_refusals(setup: Setup) -> Iterator[Refusal]:
    """Everything that is wrong with a set-up."""
    cite("play.decisions-setup")
    plans = book().plans
    if setup.difficulty not in DIFFICULTIES:
        remedy = nearest(setup.difficulty, DIFFICULTIES).strip()
        yield Refusal("setup.difficulty", "There is no difficulty {d!r}.", {"d": setup.difficulty}, remedy)
    if setup.plan and setup.plan not in plans:
        remedy = nearest(setup.plan, plans).strip()
        yield Refusal("setup.plan", "There is no invasion plan {p!r}.", {"p": setup.plan}, remedy)
    if setup.timer not in TIMERS:
        yield Refusal("modes.timer-option", "The timer is on, relaxed or off, not {t!r}.", {"t": setup.timer})
    if setup.headquarters and setup.headquarters not in CONTINENTS:
        remedy = nearest(setup.headquarters, CONTINENTS).strip()
        yield Refusal("setup.headquarters", "There is no continent {c!r}.", {"c": setup.headquarters}, remedy)
    elif setup.headquarters and setup.difficulty != "easy":
        yield Refusal("setup.headquarters", "Only on Easy the headquarters may be chosen; otherwise it is rolled.")
    if setup.tutorial and (setup.difficulty, setup.plan) != ("easy", "beachhead"):
        yield Refusal("modes.tutorial", "The tutorial is an Easy game of the plan Beachhead.")
    if not 0 <= setup.grace <= 500:
        yield Refusal("modes.online-clock", "The grace is at most half a second.")
    yield from split_refusals(setup.humans)
