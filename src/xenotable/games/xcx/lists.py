"""Ready-made Squads, random legal ones, and ready battles (chapters `squad`, `ai` and `content`)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from msgspec.structs import replace

from xenotable.engine import Offer, Random, cite, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.layouts import table_size
from xenotable.games.xcx.squad import (
    TROOPER,
    can_carry,
    can_use,
    can_wear,
    crowd_refusals,
    free_troopers,
    model_cost,
    recruit_refusals,
    squad_cost,
    unique_refusals,
)
from xenotable.games.xcx.state import DIFFICULTY, MODES, BattleSetup, Recruit, Side, Squad


def ready(id: str, levy: bool = False, limit: int | None = None) -> Squad:
    """A ready-made Squad with its Leader and its free Troopers."""
    found = content.squads()[id]
    units = [e.unit for e in found.entries for _ in range(e.models)]
    n = free_troopers(limit or found.limit, levy) if found.free_troopers else 0
    return made(found.faction, units, found.leader, n, found.name)


def made(faction: str, units: list[str], leader: str, free: int, name: str = "") -> Squad:
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
    return made(faction, units, leader, free, (base or larger or own[0]).name)


def random_squad(rnd: Random, faction: str, limit: int, levy: bool = False) -> Squad:
    """Any legal Squad: random models, now and then with other weapons, armour and items."""
    shelf = [u for u in content.units().values() if u.hireable and u.faction in (faction, "neutral")]
    models: list[Recruit] = []
    spent = 0
    for _ in range(60):
        unit = shelf[int(rnd() * len(shelf))]
        recruit = outfitted(rnd, unit) if rnd() < 0.25 else Recruit(unit.id)
        cost = unit.cost if spent + unit.cost > limit else model_cost(recruit)  # what is fitted on costs no less
        if spent + cost > limit:
            continue
        squad = Squad(faction, (*models, recruit))
        if not [*crowd_refusals(squad)] and not [*unique_refusals([squad])]:
            models.append(recruit)
            spent += cost
    if not models:
        models.append(Recruit("volunteer" if faction == "XCX" else TROOPER))
    if faction == "ADVENT" and rnd() < 0.8:
        models += [Recruit(TROOPER, free=True) for _ in range(free_troopers(limit, levy))]
    at = int(rnd() * len(models))
    models[at] = replace(models[at], leader=True)
    return Squad(faction, tuple(models))


@lru_cache(256)
def usable(unit: str, slot: str) -> list[str]:
    """The weapons of a slot that a unit can use."""
    return [w.id for w in content.weapons().values() if w.slot == slot and can_use(content.units()[unit], w)]


def outfitted(rnd: Random, unit: content.Unit) -> Recruit:
    def any_of(options: list[str]) -> str:
        return options[int(rnd() * len(options))] if options and rnd() < 0.5 else ""

    slots = {content.weapons()[w].slot for w in unit.loadout}
    swaps: dict[str, str] = {slot: any_of(usable(unit.id, slot)) for slot in ("primary", "secondary") if slot in slots}
    recruit = Recruit(unit.id, primary=swaps.get("primary", ""), secondary=swaps.get("secondary", ""))
    if can_wear(unit):
        recruit = replace(recruit, armour=any_of(list(content.armours())))
    if can_carry(unit):
        items: list[tuple[str, str]] = []
        for id in content.items():
            if len(items) < 2 and rnd() < 0.2:
                gun = next((w for w in unit.loadout if content.weapons()[w].slot != "natural"), "")
                on = swaps.get(content.weapons()[gun].slot) or gun if gun else ""
                fitted = content.items()[id].kind == "attachment"
                if (fitted and on) or not fitted:
                    items.append((id, on if fitted else ""))
        recruit = replace(recruit, items=tuple(items))
    return recruit if not [*recruit_refusals(recruit, unit.faction)] else Recruit(unit.id)


def versus(mission: str, limit: int, mode: str = "inches", layout: str = "", **more: bool) -> BattleSetup:
    sides = (Side((ai_squad("XCX", limit),)), Side((ai_squad("ADVENT", limit),)))
    return BattleSetup(mission, limit, mode, layout, sides, **more)


def solo(
    mission: str, limit: int, difficulty: str = "classic", mode: str = "inches", tutorial: bool = False
) -> BattleSetup:
    cite("ai.modes")
    sides = (Side((ai_squad("XCX", limit),)), Side((ai_squad("ADVENT", limit),), True, difficulty))
    return BattleSetup(mission, limit, mode, "", sides, tutorial=tutorial)


def coop(mission: str, limit: int, mode: str = "inches") -> BattleSetup:
    """Two players with half the limit each, against an AI Squad of the whole."""
    half = limit // 2
    one, two = ai_squad("XCX", half), random_free("XCX", half)
    return BattleSetup(mission, limit, mode, "", (Side((one, two)), Side((ai_squad("ADVENT", limit),), True)))


def random_free(faction: str, limit: int) -> Squad:
    """A second Squad for a partner: the hired one if it fits."""
    hired = ready("xcx-500-hired") if faction == "XCX" else ready("advent-500-steel")
    return hired if squad_cost(hired) <= limit else ai_squad(faction, limit)


@rule("content.tutorial", neutral=lambda: solo("open-line", 750))
def tutorial() -> BattleSetup:
    """The guided first battle: Attrition on Foundry Row, the ready-made Squads, the AI on Easy."""
    return replace(solo("attrition", 500, "easy", tutorial=True), layout="foundry-row")


def offers() -> list[Offer]:
    found = [
        Offer("first-battle", "First battle (guided)", "Attrition against the machine on Easy, with hints.", tutorial())
    ]
    for m in content.missions().values():
        found.append(Offer(m.id, m.name, m.brief, versus(m.id, m.limit)))
        found.append(
            Offer(f"{m.id}-solo", f"{m.name} (solo)", f"Alone against AI cards. {m.brief}", solo(m.id, m.limit))
        )
    found += [
        Offer(
            "convoy-squares",
            "Broken Convoy on squares",
            "The same rules, counted in spaces.",
            versus("broken-convoy", 500, "square"),
        ),
        Offer(
            "spire-hexes",
            "Cut the Spire on hexes",
            "The same rules, counted in spaces.",
            versus("cut-the-spire", 500, "hex"),
        ),
        Offer(
            "hive-together",
            "Heart of the Hive together",
            "Two players against AI cards.",
            coop("heart-of-the-hive", 1000),
        ),
        Offer("great-war", "The Whole Quarter", "2000 spl a side on the long front.", versus("attrition", 2000)),
        Offer("borrowed-guns", "Borrowed Guns", "Hired hands against cold steel.", borrowed()),
    ]
    return found


def borrowed() -> BattleSetup:
    sides = (Side((ready("xcx-500-hired"),)), Side((ready("advent-500-steel"),)))
    return BattleSetup("attrition", 500, sides=sides, pick_leaders=True)


def random_setup(rnd: Random) -> BattleSetup:
    """Any legal battle: all missions, all modes, random Squads, sometimes alone against AI cards."""
    mission = list(content.missions().values())[int(rnd() * 6)]
    limit = mission.limit if rnd() < 0.7 else (300, 500, 750, 1000)[int(rnd() * 4)]
    if mission.id == "heart-of-the-hive":
        limit = max(500, limit)  # three soldiers against the hive are a meal, not a battle
    levy, mode = rnd() < 0.2, MODES[int(rnd() * 3)] if rnd() < 0.5 else "inches"
    factions = ("XCX", "ADVENT") if rnd() < 0.7 else (("XCX", "XCX") if rnd() < 0.5 else ("ADVENT", "ADVENT"))
    fits = [a.id for a in content.layouts().values() if (a.width, a.depth) == table_size(limit)]
    layout = fits[int(rnd() * len(fits))] if rnd() < 0.5 else ""

    def squad(faction: str, points: int) -> Squad:
        return random_squad(rnd, faction, points, levy) if rnd() < 0.7 else ai_squad(faction, points, levy)

    first = Side((squad(factions[0], limit),))
    second = Side((squad(factions[1], limit),), rnd() < 0.15, list(DIFFICULTY)[int(rnd() * 4)])
    return BattleSetup(mission.id, limit, mode, layout, (first, second), levy, rnd() < 0.5)
