"""Roles and players: the four roles, their colours, and who plays them at each number of players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from xenotable.engine import Game, Refusal, rule
from xenotable.games.xcom.content import COMMANDER, LEADER, OFFICER, ROLE_NAMES, ROLES, SCIENTIST, book
from xenotable.games.xcom.state import Clock


@rule("roles.one-screen", neutral=lambda clock: -1)
def front_role(clock: Clock) -> int:
    """The role that a screen shared by several brings to the front; -1: the action is everybody's."""
    return book().actions[clock.action].seat


class Role(msgspec.Struct, frozen=True):
    seat: int
    id: str
    name: str
    colour: str
    icon: str
    duties: str


@rule("roles.four", neutral=lambda: ())
@rule("roles.colours", neutral=lambda: ())
@rule("roles.commander", neutral=lambda: ())
@rule("roles.chief-scientist", neutral=lambda: ())
@rule("roles.central-officer", neutral=lambda: ())
@rule("roles.squad-leader", neutral=lambda: ())
def roles() -> tuple[Role, ...]:
    colours = ("green", "purple", "cyan", "white")
    duties = (
        "The budget, Emergency Funding, crises, Interceptors, global defense and every panic tie.",
        "The hand of tech cards, the scientists, the three labs, their rolls and the salvage.",
        "DONE, Pause and instructions, UFOs, satellites, orbital defense, threat and the reports.",
        "The soldiers, missions, enemies, base defense, mission, final mission and the base damage.",
    )
    marks = ("CO", "SC", "OF", "SQ")
    return tuple(Role(s, ROLES[s], ROLE_NAMES[s], colours[s], marks[s], duties[s]) for s in range(len(ROLES)))


def seat_colour(game: Game, seat: int) -> str:
    return roles()[seat].colour


@rule("roles.four-players", neutral=lambda players: ())
@rule("roles.three-players", neutral=lambda players: ())
@rule("roles.two-players", neutral=lambda players: ())
@rule("roles.solo", neutral=lambda players: ())
def default_split(players: int) -> tuple[tuple[int, ...], ...]:
    """Which seats each player holds if nobody says otherwise."""
    return {
        1: ((COMMANDER, SCIENTIST, OFFICER, LEADER),),
        2: ((COMMANDER, SCIENTIST), (OFFICER, LEADER)),
        3: ((OFFICER, COMMANDER), (SCIENTIST,), (LEADER,)),
        4: ((COMMANDER,), (SCIENTIST,), (OFFICER,), (LEADER,)),
    }[players]


FEWER = "Leave somebody out."
ONE_EACH = "Give it to one of them."


@rule("roles.ai-fill", neutral=lambda humans, companion=False: ())
def split_refusals(humans: Sequence[Sequence[int]], companion: bool = False) -> Iterator[Refusal]:
    """Why people cannot share the roles so. Roles without a human go to the machine, except in companion mode."""
    held = [seat for player in humans for seat in player]
    if len(humans) > 4:
        yield Refusal("roles.four-players", "At most four people play; {n} are named.", {"n": len(humans)}, FEWER)
    if any(not 0 <= seat < 4 for seat in held):
        yield Refusal("roles.four", "There are exactly four roles.", remedy="Name one of them.")
    for seat in sorted({s for s in held if held.count(s) > 1 and 0 <= s < 4}):
        yield Refusal("roles.owner-decides", "Two people hold the {role}.", {"role": ROLE_NAMES[seat]}, ONE_EACH)
    if any(not player for player in humans):
        yield Refusal(
            "roles.two-players", "Every player takes at least one role.", remedy="Give one, or leave the player out."
        )
    missing = [ROLE_NAMES[s] for s in range(4) if s not in held]
    if companion and missing:
        says = "The people at the table must cover all roles; nobody is the {role}."
        yield Refusal("roles.ai-fill", says, {"role": missing[0]}, "Give it to somebody.")
