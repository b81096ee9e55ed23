"""Strategic ploys (chapter ploys): put in force for a turning point, and what they do while they last."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Choose, Flow, cite, rule
from xenotable.engine.citing import memoize
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Rule
from xenotable.games.killteam.rules.datacards.printed import Use
from xenotable.games.killteam.rules.ploys.buying import affords, buy, own
from xenotable.games.killteam.state import KillTeam, in_force, standing_operatives


@rule("ploys.strategic", neutral=lambda *_: False)
def affords_any(game: KillTeam, seat: int) -> bool:
    """Can this player use a strategic ploy now?"""
    return any(affords(game, seat, i) for i in of_team(game.sides[seat].team))


@memoize(64)
def of_team(team: str) -> tuple[str, ...]:
    """The strategic ploys of a team, to be had now or not."""
    return tuple(i for i, p in content.ploys().items() if p.kind == "strategic" and own(team, i))


def describe_ploy(ploy: str) -> str:
    """A ploy with its price and what it does."""
    p = content.ploys()[ploy]
    return f"{p.name} ({p.cp} CP): {p.says}"


def put_in_force(game: KillTeam, seat: int, ploy: str) -> Flow[None]:
    buy(game, seat, ploy)
    game.sides.set(seat, in_force=(*game.sides[seat].in_force, ploy))
    if ploy == "pl-fp-brand":
        target = yield from Choose(
            seat=seat,
            key="brand",
            rule=content.entry("pl-fp-brand"),
            prompt="Brand the Guilty: which enemy operative?",
            among=lambda: standing_operatives(game, 1 - seat),
        )
        game.sides.set(seat, marked=target)
        game.tell("{t} is branded.", "pl-fp-brand", t=target)


def granted_by_ploys(game: KillTeam, use: Use) -> Iterator[Rule]:
    """Special rules that ploys in force give a weapon."""
    row = game.operatives[use.operative]
    side = game.sides[row.seat]
    if not side.in_force:
        return
    moved = any(move in row.did for move in ("normal", "charge", "fall-back"))
    if "pl-cw-fields-of-fire" in side.in_force and use.kind == "shoot" and not moved:
        cite("pl-cw-fields-of-fire")
        yield ("Ceaseless", 0)
    if "pl-fp-brand" in side.in_force and use.target and use.target == side.marked:
        cite("pl-fp-brand")
        yield ("Balanced", 0)
    if "pl-vc-cruel-grace" in side.in_force and use.kind == "fight":
        cite("pl-vc-cruel-grace")
        yield ("Lethal", 5)
    if "pl-cb-frenzy" in side.in_force and use.kind == "fight" and row.active and "charge" in row.did:
        cite("pl-cb-frenzy")
        yield ("Lethal", 5)


def digs_in(game: KillTeam, seat: int) -> bool:
    """Dice kept for Cover are critical saves."""
    if in_force(game, seat, "pl-cw-dig-in"):
        cite("pl-cw-dig-in")
        return True
    return False


def shrugs_off(game: KillTeam, seat: int) -> int:
    """How many mortal wounds of each source this side turns aside."""
    if in_force(game, seat, "pl-fp-litany"):
        cite("pl-fp-litany")
        return 1
    return 0
