"""Kill teams chosen in set-up (chapter setup): the team, then its operatives, unseen by the other player."""

from __future__ import annotations

from xenotable.engine import All, Assign, Bucket, Choose, Flow, Scene, cite, rule, scene
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Member, Roster
from xenotable.games.killteam.rules.content import rosters
from xenotable.games.killteam.scenes import Lists, Teams
from xenotable.games.killteam.state import SEATS, KillTeam


def choosing_seats(game: KillTeam) -> list[int]:
    return [s for s in SEATS if not game.setup.rosters[s].members]


@scene
def teams(game: KillTeam, at: Teams) -> Flow[list[Scene]]:
    seats = [s for s in choosing_seats(game) if not game.setup.rosters[s].team]
    if not seats:
        return []
    said = yield from All(
        asks=[
            Choose(
                seat=s,
                key="team",
                rule="setup.kill-team",
                prompt="Which kill team do you lead?",
                secret=True,
                among=lambda: list(content.teams()),
                label=lambda t: content.teams()[t].name,
            )
            for s in seats
        ]
    )
    cite("play.simultaneous-choice")
    cite("play.hidden-information")
    for s, team in zip(seats, said, strict=True):
        game.secret.set(s, team=team)
    return []


@scene
@rule("setup.kill-team")
def lists(game: KillTeam, at: Lists) -> Flow[list[Scene]]:
    """Operatives by the number; each choice of option weapons is a kind of its own."""
    seats = choosing_seats(game)
    if not seats:
        return []
    said = yield from All(asks=[list_ask(game, s) for s in seats])
    for s, numbers in zip(seats, said, strict=True):
        game.secret.set(s, members=members_of(numbers))
    return []


def list_ask(game: KillTeam, seat: int) -> Assign:
    team = game.setup.rosters[seat].team or game.secret[seat].team
    size = content.teams()[team].size
    return Assign(
        seat=seat,
        key="list",
        rule="setup.kill-team",
        prompt="Select {n} operatives",
        args={"n": size},
        secret=True,
        total=size,
        unit="operative",
        buckets=kinds_of(team),
        legal=lambda numbers: rosters.roster_refusals(Roster(team, members_of(dict(numbers)))),
    )


def kinds_of(team: str) -> list[Bucket]:
    found = []
    for unit in content.units_of(team):
        for options in [(o,) for o in unit.options[0]] if unit.options else [()]:
            label = unit.name + (f" with {content.weapons()[options[0]].name}" if options else "")
            least = 1 if unit.role == "leader" else 0
            found.append(Bucket(":".join((unit.id, *options)), label, least, unit.max))
    return found


def members_of(numbers: dict[str, int]) -> tuple[Member, ...]:
    out: list[Member] = []
    for kind, n in numbers.items():
        unit, *options = kind.split(":")
        out += [Member(unit, tuple(options))] * n
    return tuple(out)
