"""Characteristics as printed (chapter datacards), with the limits that the book sets them, and a weapon in use."""

from __future__ import annotations

from functools import lru_cache, reduce
from typing import NamedTuple

from xenotable.engine import acts, cite, rule
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Profile, Rule, Weapon
from xenotable.games.killteam.rules.specials.dice import merge_rules
from xenotable.games.killteam.state import KillTeam, card, card_of, in_force


class Use(NamedTuple):
    """A weapon in use: whose, which profile, in which kind of action, against whom."""

    operative: str
    weapon: str
    profile: int
    kind: str  # shoot, overwatch or fight
    target: str = ""
    original: str = ""  # the first target of the action, if this is a further one
    free: bool = False
    by: str = ""  # the action that grants a free Shoot

    def at(self, target: str) -> Use:
        """The same against this target: `_replace` takes almost twice as long, and every enemy is asked about."""
        return Use(self.operative, self.weapon, self.profile, self.kind, target, self.original, self.free, self.by)

    @property
    def line(self) -> Profile:
        return content.weapons()[self.weapon].profiles[self.profile]

    @property
    def arm(self) -> Weapon:
        return content.weapons()[self.weapon]


def title(use: Use) -> str:
    name = use.line.name
    return use.arm.name + (f" ({name})" if name else "")


# ---- operatives


@rule("datacards.apl", neutral=lambda game, operative: 0)
def apl(game: KillTeam, operative: str) -> int:
    """The printed APL with all modifiers in force, which together never change it by more than one."""
    row = game.operatives[operative]
    more = sum(row.mods)
    if row.mods and acts("datacards.apl-modifier-cap"):
        if game.reads("datacards.apl-modifier-cap=one-by-one"):
            more = reduce(lambda total, by: max(-1, min(1, total + by)), row.mods, 0)
        more = max(-1, min(1, more))
    return card(row.unit).unit.APL + more


@rule("datacards.df", neutral=lambda game, operative: 0)
def defence(game: KillTeam, operative: str) -> int:
    return max(0, card_of(game, operative).DF - (1 if 4 in game.operatives[operative].scars else 0))


@rule("datacards.sv", neutral=lambda game, operative: 6)
def save(game: KillTeam, operative: str) -> int:
    """SV as modified. A 1 always fails and a 6 always saves, so it stays between 2 and 6."""
    sv = card_of(game, operative).SV
    if in_force(game, game.operatives[operative].seat, "pl-cb-chitin-bloom"):
        cite("pl-cb-chitin-bloom")
        sv -= 1
    return max(2, min(6, sv)) if acts("datacards.save-limits") else sv


def has_keyword(game: KillTeam, operative: str, keyword: str) -> bool:
    cite("datacards.keywords")
    return keyword in card_of(game, operative).keywords


def has_ability(game: KillTeam, operative: str, ability: str) -> bool:
    return ability in card_of(game, operative).abilities


def is_leader(game: KillTeam, operative: str) -> bool:
    return "LEADER" in card_of(game, operative).keywords


@lru_cache(1024)
def printed_rules(line: Profile, fighting: bool) -> tuple[Rule, ...]:
    return merge_rules(content.at_work(content.rules_of(line), fighting))


def has(rules: tuple[Rule, ...], name: str) -> int:
    """The x of a rule; 1 for one without x, 0 where it is missing."""
    for known, x in rules:
        if known == name:
            return x or 1
    return 0
