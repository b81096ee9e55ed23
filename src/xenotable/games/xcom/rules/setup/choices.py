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
        remedy = f"Choose another.{nearest(setup.difficulty, DIFFICULTIES)}"
        yield Refusal("setup.difficulty", "There is no difficulty {d!r}.", {"d": setup.difficulty}, remedy)
    if setup.plan and setup.plan not in plans:
        remedy = f"Choose another, or let it be rolled.{nearest(setup.plan, plans)}"
        yield Refusal("setup.plan", "There is no invasion plan {p!r}.", {"p": setup.plan}, remedy)
    if setup.timer not in TIMERS:
        says = "The timer is on, relaxed or off, not {t!r}."
        yield Refusal("modes.timer-option", says, {"t": setup.timer}, "Choose one of them.")
    if setup.headquarters and setup.headquarters not in CONTINENTS:
        remedy = f"Choose another, or none.{nearest(setup.headquarters, CONTINENTS)}"
        yield Refusal("setup.headquarters", "There is no continent {c!r}.", {"c": setup.headquarters}, remedy)
    elif setup.headquarters and setup.difficulty != "easy":
        says = "Only on Easy the headquarters may be chosen; otherwise it is rolled."
        yield Refusal("setup.headquarters", says, remedy="Choose none, or Easy.")
    if setup.tutorial and (setup.difficulty, setup.plan) != ("easy", "beachhead"):
        says = "The tutorial is an Easy game of the plan Beachhead."
        yield Refusal("modes.tutorial", says, remedy="Choose both, or no tutorial.")
    if not 0 <= setup.grace <= 500:
        yield Refusal("modes.online-clock", "The grace is at most half a second.", remedy="Choose 0 to 500.")
    yield from split_refusals(setup.humans)
