"""Squads as lists: models, their Leader, weapons, armour and items. What they cost and what is wrong with them says the
chapter squad, as for every set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from xenotable.engine import Forecast, Random, Row
from xenotable.engine.muster import (
    ArmyList,
    Book,
    Choice,
    Entry,
    Group,
    Located,
    OddsLink,
    Path,
    ProfileLine,
    entries,
    entry_at,
    figure_in,
    located,
    parts_in,
    pick_in,
    picks_in,
)
from xenotable.faults import Fault
from xenotable.games.xcx import content
from xenotable.games.xcx.forecasts.calculators import model_in_calculator
from xenotable.games.xcx.forecasts.worth import squad_worth
from xenotable.games.xcx.offers import random_squad
from xenotable.games.xcx.rules.ai.squads import ready
from xenotable.games.xcx.rules.squad.profiles import Profile, recruit_profile, weapon_ids
from xenotable.games.xcx.rules.squad.validation import (
    TROOPER,
    can_carry,
    can_use,
    can_wear,
    limit_refusals,
    located_refusals,
    squad_cost,
    unique_refusals,
)
from xenotable.games.xcx.state import DIFFICULTY, BattleSetup, Recruit, Side, Squad

FACTIONS = {"XCX": "XCX", "ADVENT": "ADVENT"}
LIMITS = range(250, 3050, 50)
SKILL_NAMES = {key: key.replace("_", " ").capitalize() for key in content.SKILLS}
LEADER = (Choice("leader", "Leader", rule="squad.leader-one"),)
FREE = (Choice("free", "Free", "An ADVENT Squad may add a free Trooper.", "squad.faction-advent"),)


class SquadList(Row, frozen=True):
    """A Squad, and what its battle must be like."""

    squad: Squad
    limit: int
    levy: bool
    difficulty: str  # of the AI cards that play it; "": a player does


# ---- what can be chosen ----------------------------------------------------------------------------------------------


def groups(army: ArmyList, at: Path) -> Sequence[Group]:
    faction = pick_in(army, "faction")
    if not at:
        return list_groups(faction)
    entry = entry_at(army, at)
    return model_groups(entry, faction) if len(at) == 1 and entry.group == "model" else ()


@lru_cache(16)
def list_groups(faction: str) -> tuple[Group, ...]:
    sides = tuple(Choice(id, title, rule="squad.faction") for id, title in FACTIONS.items())
    sizes = tuple(Choice(str(n), f"{n} spl", rule="squad.sizes") for n in LIMITS)
    cards = [u for u in content.units().values() if u.faction in (faction, "neutral") and u.hireable]
    models = tuple(Choice(u.id, u.name, u.about, "content.factions") for u in cards)
    levels = tuple(Choice(d, f"AI cards, {d}", rule="ai.modes") for d in DIFFICULTY)
    levy = (Choice("levy", "Trooper levy", rule="squad.trooper-levy"),)
    return (
        Group("faction", "Faction", sides, 1, 1, setting=True),
        Group("limit", "Size", sizes, 1, 1, setting=True),
        Group("levy", "Option", levy, most=1, setting=True),
        Group("ai", "Played by", levels, most=1, setting=True, about="Nothing chosen: a player."),
        Group("model", "Model", models, 1, repeats=True, named=True),
    )


@lru_cache(4096)
def model_groups(entry: Entry, faction: str) -> tuple[Group, ...]:
    unit = content.units().get(entry.pick)
    if unit is None:
        return ()
    return tuple(_model_groups(entry, unit, faction))


def _model_groups(entry: Entry, unit: content.Unit, faction: str) -> Iterator[Group]:
    yield Group("leader", "Leader", LEADER, most=1, exclusive=True)
    if faction == "ADVENT" and unit.id == TROOPER:
        yield Group("free", "Free Trooper", FREE, most=1)
    slots = {content.weapons()[w].slot for w in unit.loadout}
    for slot in ("primary", "secondary"):
        if slot in slots:
            yield Group(slot, f"{slot.capitalize()} weapon", weapon_choices(unit.id, slot), most=1)
    if can_wear(unit):
        worn = tuple(Choice(a.id, a.name, armour_text(a)) for a in content.armours().values())
        yield Group("armour", "Armour", worn, most=1)
    if can_carry(unit):
        yield Group("items", "Items", item_choices(weapon_ids(unit, recruit_of(entry))), most=2)


@lru_cache(256)
def weapon_choices(unit: str, slot: str) -> tuple[Choice, ...]:
    """The weapons of a slot; those that the unit cannot use are closed."""
    own = content.units()[unit]
    found = [w for w in content.weapons().values() if w.slot == slot and w.id not in own.loadout]
    found.sort(key=lambda w: not can_use(own, w))
    return tuple(Choice(w.id, w.name, weapon_text(w), "squad.weapon-swap") for w in found)


@lru_cache(256)
def item_choices(weapons: tuple[str, ...]) -> tuple[Choice, ...]:
    """What is carried, and each attachment on each weapon."""
    arms = [content.weapons()[w] for w in weapons if w in content.weapons()]
    found = []
    for item in content.items().values():
        if item.kind != "attachment":
            found.append(Choice(item.id, item.name, item.rule))
        else:
            found += [Choice(f"{item.id}@{arm.id}", f"{item.name} on {arm.name}", item.rule) for arm in arms]
    return tuple(found)


def weapon_text(w: content.Weapon) -> str:
    rules = f", {', '.join(w.rules)}" if w.rules else ""
    return f"range {w.range}, damage {w.damage} {w.type}{rules}"


def armour_text(a: content.Armour) -> str:
    points = ", ".join(f"{n} {kind}" for kind, n in a.armour_points.items() if n)
    return f"armour {a.armour_value}{f' ({points})' if points else ''}, mobility {a.mobility:+d}"


# ---- lists and Squads ------------------------------------------------------------------------------------------------


@lru_cache(512)
def build(army: ArmyList) -> SquadList:
    models = tuple(recruit_of(e) for e in parts_in(army, "model"))
    squad = Squad(pick_in(army, "faction"), models, army.name)
    return SquadList(squad, figure_in(army, "limit"), bool(picks_in(army, "levy")), pick_in(army, "ai"))


@lru_cache(4096)
def recruit_of(e: Entry) -> Recruit:
    items = tuple((id, on) for id, _, on in (pick.partition("@") for pick in picks_in(e, "items")))
    return Recruit(
        e.pick,
        e.name,
        bool(picks_in(e, "leader")),
        bool(picks_in(e, "free")),
        primary=pick_in(e, "primary"),
        secondary=pick_in(e, "secondary"),
        armour=pick_in(e, "armour"),
        items=items,
    )


def read_model(r: Recruit) -> Entry:
    """A weapon that it has anyway is no choice."""
    own = content.units()[r.unit].loadout if r.unit in content.units() else ()
    parts = (
        *entries("leader", "leader" if r.leader else ""),
        *entries("free", "free" if r.free else ""),
        *entries("primary", "" if r.primary in own else r.primary),
        *entries("secondary", "" if r.secondary in own else r.secondary),
        *entries("armour", r.armour),
        *entries("items", *(f"{id}@{on}" if on else id for id, on in r.items)),
    )
    return Entry("model", r.unit, r.name, parts=parts)


def read(squad: Squad, limit: int, levy: bool = False, difficulty: str = "") -> ArmyList:
    parts = (
        Entry("faction", squad.faction),
        Entry("limit", str(limit)),
        *entries("levy", "levy" if levy else ""),
        *entries("ai", difficulty),
        *map(read_model, squad.models),
    )
    return BOOK.settle(ArmyList("xcx", squad.name, parts))


def lists_in(setup: BattleSetup) -> list[ArmyList]:
    return [
        read(squad, setup.limit // len(side.squads), setup.levy, side.difficulty if side.ai else "")
        for side in setup.sides
        for squad in side.squads
    ]


def seated(setup: BattleSetup, seat: int, army: ArmyList) -> BattleSetup:
    """Places are counted through the Squads of both sides."""
    mine = build(army)
    places = [(i, j) for i, side in enumerate(setup.sides) for j in range(len(side.squads))]
    if not 0 <= seat < len(places):
        raise Fault(f"This battle has places for {len(places)} Squads.")
    i, j = places[seat]
    side = setup.sides[i]
    squads = (*side.squads[:j], mine.squad, *side.squads[j + 1 :])
    new = Side(squads, bool(mine.difficulty), mine.difficulty or side.difficulty)
    limit = mine.limit * len(squads)
    layout = setup.layout if limit == setup.limit else ""
    sides = (*setup.sides[:i], new, *setup.sides[i + 1 :])
    levy = mine.levy or setup.levy
    return replace(setup, sides=sides, limit=limit, layout=layout, levy=levy, tutorial=False)


# ---- what it costs, what is wrong, what it becomes -------------------------------------------------------------------


def cost(army: ArmyList) -> int:
    return squad_cost(build(army).squad)


def limit(army: ArmyList) -> int | None:
    return build(army).limit or None


def refusals(army: ArmyList) -> Iterator[Located]:
    mine = build(army)
    for refusal in (*limit_refusals(mine.limit), *unique_refusals([mine.squad])):
        yield (), refusal
    yield from located(army, "model", located_refusals(mine.squad, mine.limit, mine.levy))


def profile_lines(army: ArmyList, at: Path) -> tuple[ProfileLine, ...]:
    entry = entry_at(army, at)
    if len(at) > 1 or entry.group != "model" or entry.pick not in content.units():
        return ()
    recruit = recruit_of(entry)
    if any(w not in content.weapons() for w in weapon_ids(content.units()[entry.pick], recruit)):
        return ()
    faction = pick_in(army, "faction")
    now, was = card(recruit_profile(recruit, faction)), card(recruit_profile(Recruit(recruit.unit), faction))
    return tuple(ProfileLine(label, text, was[label]) for label, text in now.items())


def card(p: Profile) -> dict[str, str]:
    """The card of a model; what worn armour does to it stands beside."""
    return {
        "Mobility": str(p.mobility),
        "Wounds": str(p.wounds),
        "Armour": str(p.unit.armour),
        "Wears": f"{p.worn.name} ({armour_text(p.worn)})" if p.worn else "",
        "Will": str(p.will),
        **{SKILL_NAMES[key]: str(p.skills[key]) for key in content.SKILLS},
        "Weapons": "; ".join(f"{w.name} ({weapon_text(w)})" for w in p.weapons),
        "Items": ", ".join(content.items()[i].name for i in (*p.carried, *(x for f in p.fitted.values() for x in f))
                           if i in content.items()),
        "Rules": ", ".join(sorted(p.rules)),
    }  # fmt: skip


def odds(army: ArmyList, at: Path) -> OddsLink:
    return model_in_calculator(recruit_profile(recruit_of(entry_at(army, at)), pick_in(army, "faction")))


def worth(army: ArmyList) -> list[Forecast]:
    return squad_worth(build(army).squad.models)


# ---- where lists begin -----------------------------------------------------------------------------------------------


def blank() -> ArmyList:
    return ArmyList("xcx", "New Squad", (Entry("faction", "XCX"), Entry("limit", "500")))


def draft(rnd: Random) -> ArmyList:
    faction = list(FACTIONS)[int(rnd() * len(FACTIONS))]
    squad = replace(random_squad(rnd, faction, 500), name=f"Random {faction} Squad")
    return BOOK.named(read(squad, 500))


def ready_lists() -> dict[str, ArmyList]:
    return {s.id: read(ready(s.id), s.limit) for s in content.squads().values()}


BOOK = Book(
    currency="spl",
    blank=blank,
    draft=draft,
    groups=groups,
    cost=cost,
    limit=limit,
    refusals=refusals,
    profile_lines=profile_lines,
    odds=odds,
    build=build,
    ready=ready_lists,
    lists_in=lists_in,
    seated=seated,
    worth=worth,
)
