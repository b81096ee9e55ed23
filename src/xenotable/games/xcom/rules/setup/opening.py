"""The plan, the headquarters, the first UFOs and the first report."""

from __future__ import annotations

from xenotable.engine import Row, rule
from xenotable.games.xcom.content import CONTINENTS, Plan, book
from xenotable.games.xcom.rules.generator.placement import place
from xenotable.games.xcom.rules.generator.wave import Die, Rolls
from xenotable.games.xcom.state import NONE, PrintedPlan, Report, Xcom


class Opening(Row, frozen=True):
    """What the app fixes before round 1."""

    plan: str
    headquarters: str
    panic: tuple[int, ...]
    ufos: tuple[str, ...]


@rule("setup.plan")
@rule("setup.headquarters")
@rule("setup.start-ufos")
def opening(difficulty: str, plan: str, headquarters: str, die: Die, printed: PrintedPlan | None = None) -> Opening:
    d = Rolls(die)
    plan = plan or list(book().plans)[d(5, "plan") - 1]
    headquarters = headquarters or CONTINENTS[d(6, "headquarters") - 1]
    panic = starting_panic(difficulty, plan, printed)
    level = book().difficulties[difficulty]
    colours = [book().tracks["panic"].spaces[p] for p in panic]
    ufos = tuple(place(colours, level.red_weight, d, "UFO") for _ in range(level.start_ufos))
    return Opening(plan, headquarters, panic, ufos)


def plan_of(game: Xcom) -> Plan:
    """The plan of the invasion that is played."""
    return book().plans[game.now.plan]


@rule("setup.panic", neutral=lambda *_: (0,) * 6)
def starting_panic(difficulty: str, plan: str, printed: PrintedPlan | None = None) -> tuple[int, ...]:
    start, more = book().difficulties[difficulty].start_panic, book().plans[plan].setup_panic
    if printed is not None:
        return tuple(start + n for n in printed.panic)
    return tuple(start + more.get(c, 0) for c in CONTINENTS)


@rule("setup.first-report")
def first_report(fixed: Opening) -> Report:
    colours = tuple(book().tracks["panic"].spaces[p] for p in fixed.panic)
    return Report(fixed.ufos.count("orbit"), NONE, colours)
