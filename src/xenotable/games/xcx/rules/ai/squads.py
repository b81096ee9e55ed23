"""Ready-made Squads, and the one that the AI takes at a limit."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from xenotable.engine import rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.squad.validation import TROOPER, free_troopers
from xenotable.games.xcx.state import Recruit, Squad


def ready(id: str, levy: bool = False, limit: int | None = None) -> Squad:
    """A ready-made Squad with its Leader and its free Troopers."""
    found = content.squads()[id]
    units = [e.unit for e in found.entries for _ in range(e.models)]
    n = free_troopers(limit or found.limit, levy) if found.free_troopers else 0
    return make_squad(found.faction, units, found.leader, n, found.name)


def make_squad(faction: str, units: list[str], leader: str, free: int, name: str = "") -> Squad:
    models = [Recruit(u) for u in units] + [Recruit(TROOPER, free=True) for _ in range(free)]
    at = leader_index(models, leader)
    models[at] = replace(models[at], leader=True)
    return Squad(faction, tuple(models), name)


@rule("ai.leader", neutral=lambda models, leader: 0)
def leader_index(models: list[Recruit], leader: str) -> int:
    """The lowest-numbered model of the named unit; if there is none, the dearest."""
    for i, r in enumerate(models):
        if r.unit == leader:
            return i
    return max(range(len(models)), key=lambda i: (content.units()[models[i].unit].cost, -i))


@rule("ai.squad-choice", neutral=lambda faction, limit, levy=False, spend=None: Squad(faction, (Recruit(TROOPER),)))
def ai_squad(faction: str, limit: int, levy: bool = False, spend: int | None = None) -> Squad:
    """The Squad that the AI takes at any limit: the largest that fits, enlarged from the next larger one."""
    purse = limit if spend is None else spend
    own = sorted((s for s in content.squads().values() if s.faction == faction), key=lambda s: s.limit)
    first: dict[int, content.ReadySquad] = {}
    for s in own:
        first.setdefault(s.limit, s)
    fits = [s for s in first.values() if s.limit <= purse]
    base = max(fits, key=lambda s: s.limit) if fits else None
    units = [e.unit for e in base.entries for _ in range(e.models)] if base else []
    larger = next((s for s in first.values() if base is None or s.limit > base.limit), None)
    left = purse - sum(content.units()[u].cost for u in units)
    have = Counter(units)
    for entry in larger.entries if larger else ():
        for k in range(entry.models):
            cost = content.units()[entry.unit].cost
            if k >= have[entry.unit] and cost <= left:
                units.append(entry.unit)
                left -= cost
    free = free_troopers(limit, levy) if faction == "ADVENT" else 0
    leader = (base or larger or own[0]).leader
    return make_squad(faction, units, leader, free, (base or larger or own[0]).name)
