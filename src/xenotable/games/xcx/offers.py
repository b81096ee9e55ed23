"""Ready battles and campaigns, and random legal battles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from xenotable.engine import Offer, Random, is_legal
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.ai.squads import ai_squad, make_squad, ready
from xenotable.games.xcx.rules.content import coop, hired_battle, solo, tutorial, versus
from xenotable.games.xcx.rules.missions.points import ATTRITION, HIVE, LINE, SPIRE
from xenotable.games.xcx.rules.play.table import table_size
from xenotable.games.xcx.rules.squad.validation import (
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
from xenotable.games.xcx.state import DIFFICULTY, MODES, BattleSetup, CampaignSetup, Force, Recruit, Side, Squad

GREAT_WAR = "great-war"


def random_squad(rnd: Random, faction: str, limit: int, levy: bool = False) -> Squad:
    """Any legal Squad: random models, now and then with other weapons, armour and items."""
    hireable = [u for u in content.units().values() if u.hireable and u.faction in (faction, "neutral")]
    models: list[Recruit] = []
    spent = 0
    for _ in range(60):
        unit = hireable[int(rnd() * len(hireable))]
        recruit = outfit_recruit(rnd, unit) if rnd() < 0.25 else Recruit(unit.id)
        if spent + unit.cost > limit:  # what is fitted on costs no less
            continue
        if not is_legal(recruit_refusals(recruit, unit.faction)):
            recruit = Recruit(unit.id)
        cost = model_cost(recruit)
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


def outfit_recruit(rnd: Random, unit: content.Unit) -> Recruit:
    """A model with anything that it might carry, legal or not."""

    def any_of(options: list[str]) -> str:
        return options[int(rnd() * len(options))] if options and rnd() < 0.5 else ""

    slots = {content.weapons()[w].slot for w in unit.loadout}
    swaps: dict[str, str] = {slot: any_of(usable(unit.id, slot)) for slot in ("primary", "secondary") if slot in slots}
    armour = any_of(list(content.armours())) if can_wear(unit) else ""
    items: list[tuple[str, str]] = []
    for id, item in content.items().items() if can_carry(unit) else ():
        if len(items) == 2:
            break
        if rnd() < 0.2:
            gun = next((w for w in unit.loadout if content.weapons()[w].slot != "natural"), "")
            on = swaps.get(content.weapons()[gun].slot) or gun if gun else ""
            fitted = item.kind == "attachment"
            if (fitted and on) or not fitted:
                items.append((id, on if fitted else ""))
    primary, secondary = swaps.get("primary", ""), swaps.get("secondary", "")
    return Recruit(unit.id, primary=primary, secondary=secondary, armour=armour, items=tuple(items))


# Whom ADVENT sends to a ready battle in which its usual Squad is no even match: to the terminals whoever can hack, or
# it would hold hardly any; into the hive, where it would win seven of ten battles, a Lashback for two Troopers; to the
# long front, where it would win one of four, another one for a Thinling and a drone.
SENT: dict[str, dict[str, int]] = {
    LINE: {"advent-trooper": 3, "advent-officer": 2, "shock-warden": 2, "lens-drone": 2},
    HIVE: {
        "advent-trooper": 4, "advent-officer": 1, "shock-warden": 1, "bulwark": 1, "thinling": 1, "hollowface": 1,
        "lashback": 1,
    },
    GREAT_WAR: {
        "arbiter-nine": 1, "advent-trooper": 8, "advent-officer": 2, "shock-warden": 3, "bulwark": 2, "hollowface": 1,
        "thinling": 1, "lens-drone": 2, "lashback": 1,
    },
}  # fmt: skip


def against_sent(battle: str, mission: str, limit: int) -> BattleSetup:
    """The usual Squads, but that ADVENT's models are those named above, under its usual leader."""
    usual, units = ai_squad("ADVENT", limit), [unit for unit, n in SENT[battle].items() for _ in range(n)]
    leader = next(recruit.unit for recruit in usual.models if recruit.leader)
    sent = make_squad("ADVENT", units, leader, free_troopers(limit, False), usual.name)
    return BattleSetup(mission, limit, sides=(Side((ai_squad("XCX", limit),)), Side((sent,))))


def against_cold_street(mission: str, mode: str = "inches") -> BattleSetup:
    """Curfew Patrol wipes out almost half of those who attack the spire, and wins three of four fights in a street."""
    return BattleSetup(mission, 500, mode, sides=(Side((ready("xcx-500"),)), Side((ready("advent-500-steel"),))))


def ready_battle(mission: content.Mission) -> BattleSetup:
    """Two players, with Squads that are an even match there."""
    if mission.id in (SPIRE, ATTRITION):
        return against_cold_street(mission.id)
    return (
        against_sent(mission.id, mission.id, mission.limit) if mission.id in SENT else versus(mission.id, mission.limit)
    )


def offers() -> list[Offer]:
    found = [
        Offer("first-battle", "Your first battle", "Attrition against the machine on Easy, with hints.", tutorial())
    ]
    for mission in content.missions().values():
        found.append(Offer(mission.id, mission.name, mission.brief, ready_battle(mission)))
        found.append(
            Offer(
                f"{mission.id}-solo",
                f"{mission.name} (solo)",
                f"Alone against AI cards. {mission.brief}",
                solo(mission.id, mission.limit),
            )
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
            against_cold_street(SPIRE, "hex"),
        ),
        Offer(
            "hive-together",
            "Heart of the Hive together",
            "Two players against AI cards.",
            coop("heart-of-the-hive", 1000),
        ),
        Offer(
            GREAT_WAR,
            "The Whole Quarter",
            "2000 spl a side on the long front.",
            against_sent(GREAT_WAR, ATTRITION, 2000),
        ),
        Offer("borrowed-guns", "Borrowed Guns", "Hired hands against cold steel.", hired_battle()),
    ]
    return [replace(o, origin=content.origin("scenario", o.setup.mission)) for o in found]


def lists() -> Sequence[str]:
    """The ready-made Squads."""
    return tuple(content.squads())


def pairing(first: str, second: str, rnd: Random) -> BattleSetup | None:
    """Two ready-made Squads of one size in any mission that asks the same of both sides; None if their sizes differ."""
    limit = content.squads()[first].limit
    if content.squads()[second].limit != limit:
        return None
    alike = [mission.id for mission in content.missions().values() if len(set(mission.roles)) == 1]
    sides = (Side((ready(first),)), Side((ready(second),)))
    return BattleSetup(alike[int(rnd() * len(alike))], limit, sides=sides)


def points(setup: BattleSetup, seat: int) -> float:
    """What a Squad costs."""
    return float(squad_cost(setup.sides[seat].squads[0]))


def thinned(setup: BattleSetup, seat: int, rnd: Random) -> BattleSetup | None:
    """The battle with one model fewer on this side, never the Leader, nor one that came free."""
    squad = setup.sides[seat].squads[0]
    others = [i for i, recruit in enumerate(squad.models) if not recruit.leader and not recruit.free]
    if not others:
        return None
    gone = others[int(rnd() * len(others))]
    fewer = replace(squad, models=squad.models[:gone] + squad.models[gone + 1 :])
    sides = tuple(replace(side, squads=(fewer,)) if at == seat else side for at, side in enumerate(setup.sides))
    return replace(setup, sides=sides)


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


def campaign_offers() -> Sequence[Offer]:
    xcx, advent = ready("xcx-500"), ready("advent-500")
    against = CampaignSetup((Force((xcx,)), Force((advent,))))
    alone = CampaignSetup((Force((xcx,)), Force((advent,), True)))
    half = (ai_squad("XCX", 250), ai_squad("XCX", 250))
    both = CampaignSetup((Force(half), Force((advent,), True)))
    squares = replace(alone, mode="square")
    return [
        Offer("campaign-solo", "The long war (solo)", "Six missions alone against AI cards.", alone),
        Offer("campaign", "The long war", "Six missions, two players.", against),
        Offer("campaign-together", "The long war together", "Two players against AI cards.", both),
        Offer("campaign-squares", "The long war on squares", "Six missions alone, counted in spaces.", squares),
    ]
