"""Rosters: how a campaign starts, its soldiers, their ranks and histories."""

from __future__ import annotations

import re
from collections.abc import Iterator

from xenotable.engine import Refusal, Result, cite, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.squad.validation import (
    earned_refusals,
    limit_refusals,
    squad_refusals,
    unique_refusals,
)
from xenotable.games.xcx.scenes import Muster
from xenotable.games.xcx.state import MODES, Account, Campaign, CampaignSetup, Ledger, Recruit, Soldier, rank_of

LIMITS = (500, 500, 500, 750, 750, 1000)
LEAST = 250
RANKS = {
    "XCX": ("Recruit", "Regular", "Veteran", "Sergeant", "Lieutenant", "Captain"),
    "ADVENT": ("Unit", "Second Unit", "First Unit", "Ascendant", "Exalted", "Archon"),
}
NAMES = (
    "Abara",
    "Bellamy",
    "Castro",
    "Dvorak",
    "Eriksen",
    "Farouk",
    "Galan",
    "Haddad",
    "Ivanova",
    "Jensen",
    "Kimura",
    "Lindqvist",
    "Moreau",
    "Nakata",
    "Okafor",
    "Petrov",
    "Quist",
    "Rossi",
    "Santos",
    "Tanaka",
    "Ueda",
    "Varga",
    "Weiss",
    "Xanthos",
    "Yilmaz",
    "Zielinski",
)


def new(setup: CampaignSetup) -> Campaign:
    game = Campaign(setup, sum(len(f.squads) for f in setup.forces if not f.ai))
    game.ledger.add("now", Ledger())
    for side, force in enumerate(setup.forces):
        for k, squad in enumerate(force.squads if not force.ai else ()):
            seat = game.sides[side][k]
            game.accounts.add(seat, Account())
            for recruit in squad.models:
                if not recruit.free:
                    cite("squad.campaign-start")
                    enlist(game, seat, recruit.unit)
    game.scenes = [Muster(1)]
    return game


def setup_refusals(setup: CampaignSetup) -> Iterator[Refusal]:
    if setup.mode not in MODES:
        yield Refusal("principles.house-options", "There is no distance mode {m!r}.", {"m": setup.mode})
    if len(setup.forces) != 2 or all(f.ai for f in setup.forces):
        yield Refusal("campaign.structure", "A campaign has two sides, at least one of them with a player.", {})
    for force in setup.forces:
        yield from unique_refusals(force.squads)
        for squad in force.squads:
            yield from limit_refusals(LIMITS[0])
            yield from squad_refusals(squad, LIMITS[0] // len(force.squads), setup.levy, True)
            yield from earned_refusals(squad)  # nothing is earned before the first battle
            if any(r.primary or r.secondary or r.armour or r.items for r in squad.models):
                says = "A campaign starts with base loadouts only."
                yield Refusal("squad.campaign-start", says, {}, "Leave what was bought out.")


def concede(game: Campaign, seat: int) -> Result:
    side = game.side_of(seat)
    return Result(game.sides[1 - side], f"The campaign is given up by {game.seat_name(seat)}.", "engine.concede")


@rule("campaign.roster", neutral=lambda game, seat, unit: "")
def enlist(game: Campaign, seat: int, unit: str) -> str:
    """A new member: name, rank 0, base loadout. Of one name there is a second and a third."""
    n = len(game.soldiers) + 1
    card = content.units()[unit]
    named = card.type in ("human", "alien") and "Unique" not in card.rules
    name = NAMES[(n * 7) % len(NAMES)] if named else card.name
    alike = [re.sub(r" \d+$", "", s.name.partition(" (")[0]) for s in game.soldiers.values()].count(name)
    name += f" {alike + 1}" if alike else ""
    id = f"s{n}"
    game.soldiers.add(id, Soldier(seat, unit, f"{name} ({card.name})" if named else name))
    return id


@rank_of.fill
@rule("campaign.ranks", neutral=lambda game, soldier: "")
def rank_name(game: Campaign, soldier: str) -> str:
    s = game.soldiers[soldier]
    return RANKS["ADVENT" if content.units()[s.unit].faction == "ADVENT" else "XCX"][s.rank]


def recruit_of(game: Campaign, soldier: str, leader: bool = False) -> Recruit:
    cite("squad.persistent")
    s = game.soldiers[soldier]
    return Recruit(
        s.unit,
        s.name,
        leader,
        primary=s.primary,
        secondary=s.secondary,
        armour=s.armour,
        items=s.items,
        ups=s.ups,
        talents=s.talents,
        shaken=s.shaken,
        soldier=soldier,
    )


def own(game: Campaign, seat: int) -> list[str]:
    return [i for i, s in game.soldiers.items() if s.seat == seat and not s.dead]


@rule("campaign.recovery", neutral=own)
def available(game: Campaign, seat: int) -> list[str]:
    return [i for i in own(game, seat) if game.soldiers[i].misses == 0]


def write(game: Campaign, soldier: str, says: str) -> None:
    """A line of a soldier's history."""
    game.soldiers.set(soldier, story=(*game.soldiers[soldier].story, f"Mission {game.now.mission}: {says}"))
