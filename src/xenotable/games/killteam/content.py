"""The shipped data (chapter content): teams, datacards, weapons, ploys, equipment, tac ops, terrain, missions.

Everything is read from the catalogue when first asked for. Changing a number there needs no change here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import msgspec

from xenotable.engine import Row, cite, memoize, rule
from xenotable.faults import Fault, nearest
from xenotable.rulebook import Catalogue, catalogue

Rule = tuple[str, int]  # a special rule of a weapon: its name, and its x (0 where it has none)


MM = 25.4


HEIGHTS = {25: 1.2, 32: 1.5, 40: 1.8, 50: 2.4}  # of the miniature on a base of so many mm


class Profile(Row, frozen=True, rename={"attacks": "A", "damage": "D"}):
    """One line of a weapon."""

    name: str
    attacks: int
    skill: int
    damage: tuple[int, int]
    special: tuple[str, ...] = ()
    crit: tuple[str, ...] = ()


class Weapon(Row, frozen=True):
    id: str
    name: str
    kind: str
    profiles: tuple[Profile, ...]
    only_with: str = ""  # the unique action whose free Shoot alone may select it


class Unit(Row, frozen=True):
    """A datacard."""

    id: str
    team: str
    name: str
    max: int
    role: str
    keywords: tuple[str, ...]
    base_mm: int
    M: int
    APL: int
    GA: int
    DF: int
    SV: int
    W: int
    inv: int = 0
    ranged: tuple[str, ...] = ()
    melee: tuple[str, ...] = ()
    options: tuple[tuple[str, ...], ...] = ()
    abilities: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()


class Team(Row, frozen=True):
    id: str
    name: str
    keyword: str
    size: int
    leader: str
    line: str
    line_min: int
    specialists_max: int
    archetypes: tuple[str, ...]
    ability: str
    faction_tacop: str
    blurb: str
    default: tuple[str, ...]


class Text(Row, frozen=True):
    """An entry that is a name and what it says: an ability, a scar, an asset ..."""

    name: str = ""
    says: str = ""
    id: str = ""
    roll: int = 0
    cost: int = 0
    specialism: str = ""


class UniqueAction(Row, frozen=True):
    id: str
    name: str
    ap: int
    psychic: bool
    says: str


class Ploy(Row, frozen=True):
    id: str
    team: str
    kind: str
    cp: int
    name: str
    says: str
    when: str = ""


class Item(Row, frozen=True):
    id: str
    team: str
    name: str
    cost: int
    limit: int
    says: str
    weapon: str = ""
    action: str = ""


class TacOpCard(Row, frozen=True):
    id: str
    archetype: str
    name: str
    reveal: str
    vp: tuple[str, str]
    team: str = ""


class TerrainPart(Row, frozen=True):
    name: str
    box: tuple[float, float, float, float]
    z: tuple[float, float]
    traits: tuple[str, ...]


class TerrainType(Row, frozen=True):
    id: str
    name: str
    size: tuple[float, float]
    parts: tuple[TerrainPart, ...]


class Feature(Row, frozen=True):
    """A piece of terrain of a mission: its type, centre and rotation."""

    type: str
    x: float
    y: float
    rot: float = 0.0


class Scenario(Row, frozen=True):
    id: str
    name: str
    mission: int
    split: str
    roles: str
    zones: tuple[tuple[float, float, float, float], tuple[float, float, float, float]]
    markers: tuple[tuple[float, float], ...]
    rules: tuple[str, ...]
    terrain: tuple[Feature, ...]


class Weights(Row, frozen=True):
    """A doctrine or a directive card: how the machine leans, from -2 to +2."""

    id: str = ""
    name: str = ""
    team: str = ""
    aggression: int = 0
    objectives: int = 0
    caution: int = 0

    def in_words(self) -> str:
        leans = {"aggression": self.aggression, "objectives": self.objectives, "caution": self.caution}
        return ", ".join(f"{what} {weight:+d}" for what, weight in leans.items() if weight)


class Member(Row, frozen=True):
    """One operative of a list: its datacard, the option weapons chosen, and what a campaign made of it."""

    unit: str
    options: tuple[str, ...] = ()
    name: str = ""
    honours: tuple[str, ...] = ()  # "blade:1" is honour 1 of the specialism Blade
    scars: tuple[int, ...] = ()


class Roster(Row, frozen=True):
    """A kill team by value. Without members its player chooses in set-up."""

    team: str = ""
    members: tuple[Member, ...] = ()
    stash: tuple[str, ...] = ()
    assets: tuple[str, ...] = ()


def book() -> Catalogue:
    return catalogue("killteam")


def origin(table: str, id: str) -> str:
    """Where an entry of a table comes from: source, restored or ours."""
    return book().origin(table, id)


@memoize(None)
@rule("content.data-driven")
def weapons() -> dict[str, Weapon]:
    found = book().by_id("weapon", Weapon)
    for weapon in found.values():
        for profile in weapon.profiles:
            rules_of(profile)
    return found


@memoize(None)
@rule("content.four-teams")
def teams() -> dict[str, Team]:
    return book().by_id("team", Team)


@cache
def units() -> dict[str, Unit]:
    return book().by_id("unit", Unit)


@cache
def units_of(team: str) -> tuple[Unit, ...]:
    return tuple(u for u in units().values() if u.team == team)


@cache
def ploys() -> dict[str, Ploy]:
    return book().by_id("ploy", Ploy)


@cache
def items() -> dict[str, Item]:
    return book().by_id("equipment", Item)


@memoize(None)
@rule("content.tac-ops")
def tac_ops() -> dict[str, TacOpCard]:
    return book().by_id("tacop", TacOpCard)


@cache
def unique_actions() -> dict[str, UniqueAction]:
    return book().by_id("unique_action", UniqueAction)


@memoize(None)
@rule("content.terrain-kit")
def terrain_types() -> dict[str, TerrainType]:
    return book().by_id("terrain", TerrainType)


@memoize(None)
@rule("content.missions")
def scenarios() -> dict[str, Scenario]:
    return book().by_id("scenario", Scenario)


@memoize(None)
@rule("content.ai")
def doctrines() -> dict[str, Weights]:
    return {w.team: w for w in book().content("ai_doctrine", Weights)}


@cache
def directives() -> dict[str, Weights]:
    return book().by_id("ai_card", Weights)


@memoize(None)
@rule("content.narrative-tables")
def table(name: str) -> tuple[Text, ...]:
    """One of the narrative tables: honour, scar, asset, requisition, operation, specialism, ability, token."""
    return book().content(name, Text)


@memoize(None)
def abilities() -> dict[str, Text]:
    return {t.id: t for t in table("ability")}


# ---- table entries as rules

HOMES = {
    "ua": "actions.unique",
    "it": "equipment.assign",
    "ab": "datacards.ability-once",
    "to": "scoring.tacop-counts",
    "as": "narrative.assets",
    "rq": "narrative.rp-spend",
    "op": "narrative.operation",
    "blade": "narrative.specialism",
    "bulwark": "narrative.specialism",
    "deadeye": "narrative.specialism",
    "ghost": "narrative.specialism",
    "scar": "narrative.scar-roll",
}


@cache
def home_of(entry: str) -> str:
    """The rule of the book under which an entry of a table stands; a rule is its own."""
    if entry.startswith("pl-"):
        return "ploys.strategic" if ploys()[entry].kind == "strategic" else "ploys.tactical"
    return HOMES.get(re.split("[-:]", entry, maxsplit=1)[0], entry) if "." not in entry else entry


def entry(id: str) -> str:
    """Cites an entry of a table (a ploy, an item, a unique action) by its own id; gives the rule it stands under."""
    cite(id)
    return home_of(id)


# ---- special rules of weapons


FACES = ("1", "miss", "hit", "critical")  # what attack dice can show


class Reroll(NamedTuple):
    """What may be picked up and rolled again: which dice, and how many at most (0: any number)."""

    dice: tuple[str, ...] = FACES
    most: int = 0


class Special(NamedTuple):
    """A special rule: all that is to be known of it but what it does, which stands in chapter specials."""

    name: str
    label: str = ""  # how the number is written behind the name; "" where it has none
    fights: bool = True  # does it do anything on a melee weapon
    shoots: bool = True  # and on a ranged one
    least: int = 1  # what x may be
    most: int = 99
    lower: bool = False  # of two values of x the lower is the better one
    counted: bool = False  # the odds' shortcuts count with it, or need not; else its steps are run in every case
    reroll: Reroll | None = None

    def written(self, x: int) -> str:
        return self.name + self.label.replace("x", str(x)) if x else self.name


SPECIALS: dict[str, Special] = {  # in the order in which they act at the same moment of an attack
    special.name: special
    for special in (
        Special("AP", "x", fights=False, counted=True),
        Special("No Cover", fights=False, counted=True),
        Special("Lethal", " x+", least=2, most=6, lower=True, counted=True),
        Special("Relentless", counted=True, reroll=Reroll()),
        Special("Ceaseless", counted=True, reroll=Reroll(FACES[:1])),
        Special("Balanced", counted=True, reroll=Reroll(most=1)),
        Special("Hot", fights=False, counted=True),
        Special("Rending", counted=True),
        Special("P", "x", fights=False, counted=True),
        Special("MW", "x", fights=False, counted=True),
        Special("Splash", " x", fights=False, counted=True),
        Special("Stun", counted=True),
        Special("Brutal", shoots=False, counted=True),
        Special("Reap", " x", shoots=False, counted=True),
        Special("Barrage", fights=False, counted=True),
        Special("Blast", " x", fights=False, counted=True),
        Special("Fusillade", fights=False, counted=True),
        Special("Heavy", fights=False, counted=True),
        Special("Indirect", fights=False, counted=True),
        Special("Limited", fights=False, counted=True),
        Special("Rng", " x", fights=False, lower=True, counted=True),
        Special("Silent", fights=False, counted=True),
        Special("Torrent", " x", fights=False, counted=True),
        Special("Unwieldy", fights=False, counted=True),
    )
}
WRITTEN = re.compile(r"(.*?)(?: ?([1-9]\d?)\+?)?", re.DOTALL)


@rule("content.rule-strings")
def parse_rule(text: str) -> Rule:
    """A special rule out of its written form; a Fault that suggests the nearest one when there is none."""
    found = WRITTEN.fullmatch(text.strip())
    name, x = (found[1], int(found[2] or 0)) if found else (text, 0)
    special = SPECIALS.get(name)
    if special is None or bool(x) != bool(special.label):
        known = [s.written(min(max(x, s.least), s.most) if s.label else 0) for s in SPECIALS.values()]
        raise Fault(f'There is no special rule "{text}".{nearest(text, known)}')
    if x and not special.least <= x <= special.most:
        low, high = (special.written(n).removeprefix(name).strip() for n in (special.least, special.most))
        raise Fault(f'"{text}" is no special rule: {name} goes from {low} to {high}.')
    return (name, x)


def rule_text(rule: Rule) -> str:
    """A special rule as the datacards print it."""
    name, x = rule
    return SPECIALS[name].written(x) if x else name


def at_work(rules: Iterable[Rule], fighting: bool) -> list[Rule]:
    """Those that do anything in a combat, or else in shooting."""
    return [r for r in rules if (SPECIALS[r[0]].fights if fighting else SPECIALS[r[0]].shoots)]


def are_counted(rules: Iterable[Rule]) -> bool:
    """Do the odds' shortcuts know all of them?"""
    return all(SPECIALS[name].counted for name, _ in rules)


@memoize(None)
def rules_of(profile: Profile) -> tuple[Rule, ...]:
    """All special rules of a profile. Which column they are printed in makes no difference."""
    cite("datacards.critical-hit-rules")
    return tuple(parse_rule(text) for text in (*profile.special, *profile.crit))


# ---- names


@cache
def names() -> dict[str, tuple[str, ...]]:
    """Personal names by team, put together from two lists each."""
    plain: dict[str, Any] = {e["team"]: e for e in book().plain("names")}
    return {t: tuple(f"{a} {b}" for b in e["last"] for a in e["first"]) for t, e in plain.items()}


def plain(row: Row) -> dict[str, Any]:
    return dict(msgspec.structs.asdict(row))


LESSONS = {  # what the guided first battle wants to be tried, by the rule at work
    "activation.ap": "Give an operative its order and activate it",
    "actions.normal-move": "Move it behind something",
    "actions.shoot": "Shoot at an enemy in your Line of Sight",
    "shooting.cover-die": "See Cover keep a defence die",
    "actions.charge": "Charge an enemy with an Engage order",
    "actions.fight": "Fight, striking and parrying in turn",
    "actions.overwatch": "Overwatch once none of yours is ready",
    "dice.command-reroll": "Pay a command point to roll a die again",
}
