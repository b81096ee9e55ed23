"""Roles and players: the four roles, their colours, and who plays them at each number of players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from xenotable.engine import Game, Refusal, rule
from xenotable.games.xcom.content import ROLES

COMMANDER, SCIENTIST, OFFICER, LEADER = range(4)
WINDOW_ORDER = (COMMANDER, OFFICER, SCIENTIST, LEADER)
NAMES = ("Commander", "Chief Scientist", "Central Officer", "Squad Leader")


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
    return tuple(Role(s, ROLES[s], NAMES[s], colours[s], marks[s], duties[s]) for s in range(len(ROLES)))


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


@rule("roles.ai-fill", neutral=lambda humans, companion=False: ())
def split_refusals(humans: Sequence[Sequence[int]], companion: bool = False) -> Iterator[Refusal]:
    """Why people cannot share the roles so. Roles without a human go to the machine, except in companion mode."""
    held = [seat for player in humans for seat in player]
    if len(humans) > 4:
        yield Refusal("roles.four-players", "At most four people play; {n} are named.", {"n": len(humans)})
    if any(not 0 <= seat < 4 for seat in held):
        yield Refusal("roles.four", "There are exactly four roles.")
    for seat in sorted({s for s in held if held.count(s) > 1 and 0 <= s < 4}):
        yield Refusal("roles.owner-decides", "Two people hold the {role}.", {"role": NAMES[seat]})
    if any(not player for player in humans):
        yield Refusal("roles.two-players", "Every player takes at least one role.")
    missing = [NAMES[s] for s in range(4) if s not in held]
    if companion and missing:
        says = "The people at the table must cover all roles; nobody is the {role}."
        yield Refusal("roles.ai-fill", says, {"role": missing[0]})
