"""Set-ups of XCOM as lists: difficulty, plan, timer, headquarters, and who plays which role. There is nothing to pay
for; what is wrong with one says the chapter setup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from xenotable.engine import Random
from xenotable.engine.muster import (
    ArmyList,
    Book,
    Choice,
    Entry,
    Group,
    Located,
    Path,
    ProfileLine,
    entries,
    entry_at,
    parts_in,
    pick_in,
    picks_in,
    places_of,
)
from xenotable.faults import Fault
from xenotable.games.xcom.content import CONTINENTS, DIFFICULTIES, ROLE_NAMES, ROLES, TIMERS, book
from xenotable.games.xcom.offers import random_setup
from xenotable.games.xcom.rules.roles import default_split, roles
from xenotable.games.xcom.rules.setup.choices import setup_refusals
from xenotable.games.xcom.state import Setup

ROLLED = "rolled"  # the plan is left to the dice


def groups(army: ArmyList, at: Path) -> Sequence[Group]:
    if not at:
        return list_groups()
    return PLAYER if len(at) == 1 and entry_at(army, at).group == "player" else ()


@lru_cache(1)
def list_groups() -> tuple[Group, ...]:
    levels = tuple(Choice(d, d.capitalize(), rule="setup.difficulty") for d in DIFFICULTIES)
    plans = tuple(Choice(p.id, p.name, p.about, "setup.plan") for p in book().plans.values())
    timers = tuple(Choice(t, t.capitalize(), rule="modes.timer-option") for t in TIMERS)
    homes = tuple(Choice(c, c.replace("_", " ").title(), rule="setup.headquarters") for c in CONTINENTS)
    lessons = (Choice("tutorial", "Tutorial", rule="modes.tutorial"),)
    return (
        Group("difficulty", "Difficulty", levels, 1, 1, setting=True),
        Group("plan", "Invasion plan", (*plans, Choice(ROLLED, "Rolled", rule="setup.plan")), 1, 1, setting=True),
        Group("timer", "Timer", timers, 1, 1, setting=True),
        Group("headquarters", "Headquarters", homes, most=1, setting=True, about="Nothing chosen: it is rolled."),
        Group("lessons", "Lessons", lessons, most=1, setting=True),
        Group(
            "player",
            "Player",
            (Choice("player", "Player", rule="roles.four-players"),),
            0,
            4,
            repeats=True,
            about="Roles that nobody takes are played by the machine.",
        ),
    )


PLAYER = (
    Group(
        "role",
        "Role",
        tuple(Choice(id, ROLE_NAMES[n], rule=f"roles.{id.replace('_', '-')}") for n, id in enumerate(ROLES)),
        1,
    ),
)


@lru_cache(256)
def build(army: ArmyList) -> Setup:
    plan = pick_in(army, "plan")
    humans = tuple(tuple(ROLES.index(r) for r in picks_in(p, "role") if r in ROLES) for p in parts_in(army, "player"))
    return Setup(
        pick_in(army, "difficulty"),
        "" if plan == ROLLED else plan,
        pick_in(army, "timer"),
        pick_in(army, "headquarters"),
        bool(picks_in(army, "lessons")),
        humans=humans,
    )


def read(setup: Setup, name: str = "") -> ArmyList:
    parts = [Entry("difficulty", setup.difficulty), Entry("plan", setup.plan or ROLLED), Entry("timer", setup.timer)]
    parts += entries("headquarters", setup.headquarters)
    parts += entries("lessons", "tutorial" if setup.tutorial else "")
    for held in setup.humans:
        taken = entries("role", *(ROLES[seat] for seat in held if 0 <= seat < len(ROLES)))
        parts.append(Entry("player", "player", parts=tuple(taken)))
    return BOOK.settle(ArmyList("xcom", name or setup.title, tuple(parts)))


def lists_in(setup: Setup) -> list[ArmyList]:
    """All play on one side: there is one list."""
    return [read(setup)]


def seated(setup: Setup, seat: int, army: ArmyList) -> Setup:
    if seat != 0:
        raise Fault("A game of XCOM has one set-up for all.")
    mine = build(army)
    return replace(mine, grace=setup.grace, relay=setup.relay, title=army.name)


def cost(army: ArmyList) -> int:
    return 0


def refusals(army: ArmyList) -> Iterator[Located]:
    """The roles of a player are told at the player."""
    for refusal in setup_refusals(build(army)):
        empty = [i for i in places_of(army, "player") if not army.parts[i].parts]
        yield ((empty[0],) if refusal.rule == "roles.two-players" and empty else ()), refusal


def profile_lines(army: ArmyList, at: Path) -> tuple[ProfileLine, ...]:
    entry = entry_at(army, at)
    if entry.group != "player":
        return ()
    return tuple(ProfileLine(r.name, r.duties) for r in roles() if r.id in picks_in(entry, "role"))


def blank() -> ArmyList:
    return read(Setup(), "New game")


def draft(rnd: Random) -> ArmyList:
    """Any set-up, for any number of people with the usual roles."""
    return read(replace(random_setup(rnd), humans=default_split(1 + int(rnd() * 4))), "Random game")


def ready() -> dict[str, ArmyList]:
    plain = {plan.id: read(Setup("normal", plan.id), plan.name) for plan in book().plans.values()}
    return {"first": read(Setup("easy", "beachhead", "off"), "First game"), **plain}


BOOK = Book(
    currency="",
    blank=blank,
    draft=draft,
    groups=groups,
    cost=cost,
    refusals=refusals,
    profile_lines=profile_lines,
    build=build,
    ready=ready,
    lists_in=lists_in,
    seated=seated,
)
