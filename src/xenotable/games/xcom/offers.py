"""Ready set-ups, and set-ups at random."""

from __future__ import annotations

from xenotable.engine import Offer, Random
from xenotable.games.xcom.content import CONTINENTS, DIFFICULTIES, TIMERS, book, origin_of
from xenotable.games.xcom.state import Setup, TableSetup


def offers() -> list[Offer]:
    first, lessons = Setup("easy", "beachhead", "off"), Setup("easy", "beachhead", tutorial=True)
    whose = origin_of("scenario", "beachhead")
    out = [
        Offer("tutorial", "Tutorial", "Two guided rounds, then an Easy game.", lessons, whose),
        Offer("first", "First game", "Beachhead on Easy, without timers.", first, whose),
    ]
    for plan in book().plans.values():
        about = f"{plan.about} Normal difficulty, against the clock."
        out.append(Offer(plan.id, plan.name, about, Setup("normal", plan.id), origin_of("scenario", plan.id)))
    out.append(Offer("hard", "Hard", "Any plan, less money, a quarter less time.", Setup("hard", "")))
    out.append(Offer("impossible", "Impossible", "It says so.", Setup("impossible", "")))
    return out


def random_setup(rnd: Random) -> Setup:
    if rnd() < 0.1:
        return Setup("easy", "beachhead", tutorial=True)
    level = DIFFICULTIES[int(rnd() * 4)]
    plan = ("", *book().plans)[int(rnd() * 6)]
    home = CONTINENTS[int(rnd() * 6)] if level == "easy" and rnd() < 0.5 else ""
    return Setup(level, plan, TIMERS[int(rnd() * 3)], home, grace=500 if rnd() < 0.2 else 0)


def companion_offers() -> list[Offer]:
    return [
        Offer("table", "At the table", "Normal, four players, the plan is rolled.", TableSetup()),
        Offer("easy", "A first evening", "Easy, without timers.", TableSetup("easy", "off", 2, "beachhead")),
    ]


def random_table(rnd: Random) -> TableSetup:
    plan = ("", *book().plans)[int(rnd() * 6)]
    return TableSetup(DIFFICULTIES[int(rnd() * 4)], TIMERS[int(rnd() * 3)], 1 + int(rnd() * 4), plan)
