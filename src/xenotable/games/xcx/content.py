"""What the product ships (chapter `content`): units, weapons, armour, squads, AI cards, rewards, layouts, missions.

All of it is data of the catalogue, read once and only when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

import msgspec

from xenotable.engine import memoize, rule
from xenotable.rulebook import catalogue, checking

SKILLS = ("aim", "fight", "computer_use", "psi", "search", "interact")
TYPES = ("physical", "explosive", "electric", "poison")
UNARMED, MINDSPIN = "unarmed", "mindspin"


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    slot: str  # primary, secondary or natural
    family: str
    tier: int
    range: int
    skill: str
    damage: int
    type: str
    rules: tuple[str, ...]
    cost: int


class Armour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    tier: int
    armour_points: dict[str, int]
    armour_value: int
    mobility: int
    cost: int


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    tier: int
    kind: str  # attachment or carried
    single_use: bool
    rule: str
    cost: int


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    faction: str
    hireable: bool
    type: str  # human, alien, machine, beast or civilian
    machine_class: str
    base: float
    cost: int
    max: int
    will: int
    mobility: int
    aim: int
    fight: int
    computer_use: int
    psi: int
    mindspin_range: int
    search: int
    interact: int
    armour: int
    wounds: int
    armour_points: dict[str, int]
    loadout: tuple[str, ...]
    rules: tuple[str, ...]
    about: str


class Entry(msgspec.Struct, frozen=True):
    unit: str
    models: int


class ReadySquad(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    faction: str
    limit: int
    cost: int
    models: int
    free_troopers: int
    leader: str
    entries: tuple[Entry, ...]


class AiCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Letters by D6; the second column is used at `wounded_at` Wounds left or fewer."""

    unit: str
    wounded_at: int
    healthy: tuple[str, ...]
    wounded: tuple[str, ...]
    prefer: str
    priorities: tuple[str, ...]


class Reward(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    suit: str
    ranks: tuple[int, ...]
    tier: int
    gives: str = ""
    promotions: int = 0


class FaceReward(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rank: str
    max_cost: int
    unique_allowed: bool


class Promotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    amount: int
    times: int
    cap: int
    also: tuple[str, ...]
    needs_skill: bool


class SearchResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    d6: tuple[int, ...]
    kind: str
    detail: str


class CasualtyResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    d6: tuple[int, ...]
    name: str
    misses: int
    suppression: int


class TerrainPiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    form: str
    x: int
    y: int
    w: int
    h: int
    sight: str


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    width: int
    depth: int
    piece: tuple[TerrainPiece, ...]


class MissionObject(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    number: int
    x: float
    y: float
    w: float = 0.0
    h: float = 0.0


class Mission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    number: int
    name: str
    limit: int
    base_width: int
    base_depth: int
    layout: str
    rounds: int
    roles: tuple[str, ...]
    reward_cards: dict[str, int]
    rules: tuple[str, ...]
    brief: str
    objects: tuple[MissionObject, ...]


class Skill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    name: str
    bracket: bool
    tested: bool
    high_is_good: bool
    use: str


@memoize(None)
@rule("content.factions")
def units() -> dict[str, Unit]:
    return catalogue("xcx").by_id("unit", Unit)


@memoize(None)
@rule("content.weapons")
def weapons() -> dict[str, Weapon]:
    return catalogue("xcx").by_id("weapon", Weapon)


@cache
def armours() -> dict[str, Armour]:
    return catalogue("xcx").by_id("armour", Armour)


@cache
def items() -> dict[str, Item]:
    return catalogue("xcx").by_id("item", Item)


@memoize(None)
@rule("content.squads")
def squads() -> dict[str, ReadySquad]:
    return catalogue("xcx").by_id("squad", ReadySquad)


@memoize(None)
@rule("content.ai-cards")
def ai_cards() -> dict[str, AiCard]:
    return {card.unit: card for card in catalogue("xcx").content("ai_card", AiCard)}


@memoize(None)
@rule("content.rewards")
def rewards() -> dict[tuple[str, int, int], Reward]:
    """By suit, rank and tier."""
    found = catalogue("xcx").content("reward", Reward)
    return {(r.suit, rank, r.tier): r for r in found for rank in r.ranks}


@cache
def face_rewards() -> dict[str, FaceReward]:
    return {r.rank: r for r in catalogue("xcx").content("face_reward", FaceReward)}


@cache
def promotions() -> dict[str, Promotion]:
    return {p.key: p for p in catalogue("xcx").content("promotion", Promotion)}


@cache
def search_results() -> tuple[SearchResult, ...]:
    return catalogue("xcx").content("search_result", SearchResult)


@cache
def casualty_results() -> tuple[CasualtyResult, ...]:
    return catalogue("xcx").content("casualty_result", CasualtyResult)


@memoize(None)
@rule("content.layouts")
def layouts() -> dict[str, Layout]:
    return catalogue("xcx").by_id("layout", Layout)


@memoize(None)
@rule("content.scenarios")
def missions() -> dict[str, Mission]:
    return catalogue("xcx").by_id("scenario", Mission)


@cache
def skills() -> dict[str, Skill]:
    return {s.key: s for s in catalogue("xcx").content("skill", Skill)}


def origin(table: str, id: str) -> str:
    """Where an entry of a table comes from: source, restored or ours."""
    return catalogue("xcx").origin(table, id)


@lru_cache(None)
def equipment_name(id: str) -> str:
    """What a weapon, an armour or an item is called."""
    if id == MINDSPIN:
        return "Mindspin"
    for table in (weapons(), armours(), items()):
        if id in table:
            return str(table[id].name)
    return id


SPECIAL_RULES = (
    "Blast Padding", "Cowardly", "Deadeye", "Hacker", "High Explosive", "Infiltrate", "Lasso", "Marching Order",
    "Mindspin", "Phantom", "Scatter", "Shredding", "Sniper", "Squadsight", "Trooper Command", "Unique", "Unstable",
    "Weak Minded", "Zapper",
)  # fmt: skip


@rule("content.special-rule-coverage", neutral=dict)
def carriers() -> dict[str, tuple[str, ...]]:
    """Which units and weapons have which special rule."""
    found: dict[str, list[str]] = {}
    ruled: list[tuple[str, tuple[str, ...]]] = [(u.id, u.rules) for u in units().values()]
    ruled += [(w.id, w.rules) for w in weapons().values()]
    for id, names in ruled:
        for name in names:
            found.setdefault(name, []).append(id)
    found["Mindspin"] = [u.id for u in units().values() if u.psi]
    return {name: tuple(ids) for name, ids in found.items()}


REFERENCES = {
    ("unit", "loadout"): "weapon", ("squad", "entries.unit"): "unit", ("squad", "leader"): "unit",
    ("ai_card", "unit"): "unit", ("scenario", "layout"): "layout", ("scenario", "rules"): "rule",
}  # fmt: skip


@rule("content.data-driven")
def dangling_references() -> list[str]:
    """Names in the data that lead nowhere, as sentences."""
    return list(checking.faults(catalogue("xcx"), REFERENCES))


def content_faults() -> Iterator[str]:
    """What is wrong with the catalogue of this game, as sentences."""
    yield from dangling_references()
    yield from (f"No unit or weapon has the special rule {name}." for name in SPECIAL_RULES if name not in carriers())
