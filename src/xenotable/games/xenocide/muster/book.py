"""Armies as lists: companies, units of one or several kinds of models, titans with their weapons, own designs. What
they cost and what is wrong with them say the chapters army and pricing, as for every set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from xenotable.engine import Forecast, Random, Row, memoize
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
    at_seat,
    entries,
    entry_at,
    number_in,
    parts_in,
    pick_in,
    picks_in,
    places_of,
)
from xenotable.games.xenocide.content import (
    CAD_ORDER,
    Army,
    Buys,
    Company,
    Design,
    Kind,
    armies,
    design_id,
    factions,
    titan_weapons,
    titans,
)
from xenotable.games.xenocide.forecasts.calculators import kind_in_calculator
from xenotable.games.xenocide.forecasts.worth import army_worth
from xenotable.games.xenocide.muster.designs import design_groups, price_lines, read_design, weapon_text, write_design
from xenotable.games.xenocide.rules.army.lists import (
    LIMITS,
    army_value,
    is_mixed,
    located_refusals,
    most_companies,
    random_army,
    ready_armies,
)
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.pricing.designer import (
    agreement_refusals,
    design_model,
    know,
    unknown,
)
from xenotable.games.xenocide.state import Battle

OWN = "own:"  # before the name of a design, where a unit buys it
SCALES = {"6mm": "6 mm", "15mm": "15 mm"}
SIZES = (500, 1000, 1500, 2000)
MOST_POINTS = 10_000


class ArmyOrder(Row, frozen=True):
    """An army, and what its battle must be like."""

    army: Army
    points: int
    scale: str
    designs: tuple[Design, ...]
    agreed: bool


# ---- what can be chosen ----------------------------------------------------------------------------------------------


def groups(army: ArmyList, at: Path) -> Sequence[Group]:
    if not at:
        return list_groups(number_in(army, "points"), pick_in(army, "faction"), pick_in(army, "scale", "6mm"))
    entry = entry_at(army, at)
    if entry.group == "design" and len(at) == 1:
        return design_groups()
    if entry.group == "company" and len(at) == 1:
        return company_groups(pick_in(army, "faction"), pick_in(army, "scale", "6mm"))
    if entry.group == "unit" and len(at) == 2:
        return model_groups(pick_in(army, "faction"), tuple(d.name for d in parts_in(army, "design")))
    return titan_groups(entry.pick) if entry.group == "model" and len(at) == 3 else ()


@memoize(16)
def list_groups(points: int, faction: str, scale: str) -> tuple[Group, ...]:
    sides = tuple(Choice(f.id, f.name, f.style, "army.one-faction") for f in factions().values())
    scales = tuple(Choice(id, title, rule="play.scale") for id, title in SCALES.items())
    size = (Choice("points", "Points", rule="army.points-total"),)
    agreed = (Choice("agreed", "Both players agree", rule="pricing.custom-models"),)
    first = next((u for u in smallest_units(faction, scale)), None)
    begun = Entry("company", "company", parts=(first[1],)) if first else None
    company = (Choice("company", "Company", rule="army.company-count", brings=begun),)
    design = (Choice("design", "Own design", rule="pricing.custom-models"),)
    return (
        Group("faction", "Faction", sides, 1, 1, setting=True),
        Group("points", "Size", size, 1, 1, counts=(1, MOST_POINTS), setting=True),
        Group("scale", "Scale", scales, 1, 1, setting=True),
        Group("agreed", "Own models", agreed, most=1, setting=True),
        Group("design", "Design", design, repeats=True, named=True, setting=True),
        Group("company", "Company", company, 3, most_companies(points), repeats=True, named=True),
    )


@lru_cache(16)
def company_groups(faction: str, scale: str) -> tuple[Group, ...]:
    """Units as small as their kind allows, to be enlarged and mixed, or empty ones."""
    new = tuple(
        Choice(k.id, k.name, f"{k.role}, {k.vp} each.", f"army.unit-{k.klass}", unit)
        for k, unit in smallest_units(faction, scale)
    )
    empty = (Choice("unit", "Unit", "Without models: choose them one by one."),)
    return (
        Group("raise", "New unit", new, repeats=True),
        Group("unit", "Unit", empty, 1, 5, repeats=True, nameable=True),
    )


def smallest_units(faction: str, scale: str) -> Iterator[tuple[Kind, Entry]]:
    """Of every kind of the faction, a unit with as few models as it may have."""
    sizes = LIMITS[scale if scale in SCALES else "6mm"]
    for k in kinds().values():
        if k.faction == faction and "+" not in k.id:
            yield k, Entry("unit", "unit", parts=(Entry("model", k.id, count=sizes[k.klass][0]),))


@lru_cache(64)
def model_groups(faction: str, designs: tuple[str, ...]) -> tuple[Group, ...]:
    own = [k for k in kinds().values() if k.faction == faction and "+" not in k.id]
    found = [Choice(k.id, k.name, f"{k.role}, {k.vp} each.", f"army.unit-{k.klass}") for k in own]
    found += [Choice(f"{OWN}{name}", f"{name} (own)", rule="pricing.custom-models") for name in designs]
    return (Group("model", "Model", tuple(found), 1, counts=(1, 8)),)


@memoize(64)
def titan_groups(kind: str) -> tuple[Group, ...]:
    entry = next((t for t in titans() if t["id"] == kind), None)
    if entry is None:
        return ()
    name = {id: w["name"] for id, w in titan_weapons().items()}
    return tuple(
        Group(f"weapon{n}", f"Instead of the {name[o['replace']]}", (Choice(o["with"], name[o["with"]]),), most=1)
        for n, o in enumerate(entry["options"])
    )


# ---- lists and armies ------------------------------------------------------------------------------------------------


@memoize(512)
def build(army: ArmyList) -> ArmyOrder:
    designs = tuple(write_design(d, pick_in(army, "faction")) for d in parts_in(army, "design"))
    know(d for d in designs if not any(unknown(d)))
    ids = {f"{OWN}{d.name}": design_id(d) for d in designs}
    companies = tuple(
        Company(c.name, tuple(write_unit(u, ids) for u in parts_in(c, "unit")), unit_names(c))
        for c in parts_in(army, "company")
    )
    force = Army(army.name, pick_in(army, "faction"), companies)
    agreed = bool(picks_in(army, "agreed"))
    return ArmyOrder(force, number_in(army, "points"), pick_in(army, "scale", "6mm"), designs, agreed)


def unit_names(company: Entry) -> tuple[str, ...]:
    names = tuple(u.name for u in parts_in(company, "unit"))
    return names if any(names) else ()


def write_unit(unit: Entry, ids: dict[str, str]) -> Buys:
    return tuple((model_id(m, ids), m.count) for m in parts_in(unit, "model"))


def model_id(model: Entry, ids: dict[str, str]) -> str:
    """The kind that is bought: a titan with the weapons that it has instead, a design by its values."""
    return "+".join((ids.get(model.pick, model.pick), *(p.pick for p in model.parts)))


def read_unit(buys: Buys, name: str, names: dict[str, str]) -> Entry:
    parts = []
    for kind, n in buys:
        base, *chosen = kind.split("+")
        titan = next((t for t in titans() if t["id"] == base), None)
        options = [o["with"] for o in titan["options"]] if titan else []
        arms = tuple(Entry(f"weapon{options.index(w)}", w) for w in chosen if w in options)
        parts.append(Entry("model", names.get(base, base), count=n, parts=arms))
    return Entry("unit", "unit", name, parts=tuple(parts))


def read(army: Army, points: int, scale: str = "6mm", designs: Sequence[Design] = (), agreed: bool = False) -> ArmyList:
    names = {design_id(d): f"{OWN}{d.name}" for d in designs}
    parts = [Entry("faction", army.faction), Entry("points", "points", count=points), Entry("scale", scale)]
    parts += entries("agreed", "agreed" if agreed else "")
    parts += [read_design(d) for d in designs]
    for c in army.companies:
        units = tuple(read_unit(u, c.named(i), names) for i, u in enumerate(c.units))
        parts.append(Entry("company", "company", c.name, parts=units))
    return BOOK.settle(ArmyList("xenocide", army.name, tuple(parts)))


def lists_in(setup: Battle) -> list[ArmyList]:
    """The designs of a battle are those of its factions."""
    return [
        read(
            army,
            setup.points,
            setup.scale,
            [d for d in setup.designs if d.faction == army.faction],
            setup.agreed,
        )
        for army in setup.armies
    ]


def seated(setup: Battle, seat: int, army: ArmyList) -> Battle:
    mine = build(army)
    both = at_seat(setup.armies, seat, mine.army)
    bought = {k for a in both for c in a.companies for u in c.units for k, _ in u}
    others = [d for d in setup.designs if design_id(d) in bought]
    designs = tuple(dict.fromkeys((*others, *mine.designs)))
    agreed = setup.agreed or mine.agreed
    return replace(setup, armies=both, points=mine.points, scale=mine.scale, designs=designs, agreed=agreed)


# ---- what it costs, what is wrong, what it becomes -------------------------------------------------------------------


def cost(army: ArmyList) -> int:
    return army_value(build(army).army)


def limit(army: ArmyList) -> int:
    return build(army).points


def refusals(army: ArmyList) -> Iterator[Located]:
    order = build(army)
    used = (k for c in order.army.companies for u in c.units for k, _ in u)
    for refusal in agreement_refusals(order.designs, order.agreed, used):
        yield (), refusal
    companies = places_of(army, "company")
    scale = order.scale if order.scale in SCALES else "6mm"
    for place, refusal in located_refusals(order.army, order.points, scale):
        at = tuple((companies[n] if i == 0 else n) for i, n in enumerate(place))
        yield at, refusal


def profile_lines(army: ArmyList, at: Path) -> tuple[ProfileLine, ...]:
    """A model as it fights, and of a design how its price comes about."""
    entry = entry_at(army, at)
    if entry.group == "design":
        design = write_design(entry, pick_in(army, "faction"))
        if any(unknown(design)):
            return ()
        kind = design_model(design)
        return (*card(kind, None), *price_lines(kind))
    if entry.group != "model" or len(at) != 3:
        return ()
    id = bought_id(army, entry)
    if id not in kinds():
        return ()
    plain = kinds()[id.partition("+")[0]]
    unit = write_unit(entry_at(army, at[:2]), design_ids(army))
    return (*card(kinds()[id], plain), *mixed_unit_lines(unit))


def mixed_unit_lines(unit: Buys) -> list[ProfileLine]:
    """The warning that the models of a unit differ."""
    return [ProfileLine("Mixed unit", "legal, but its models differ")] if is_mixed(unit) else []


def bought_id(army: ArmyList, model: Entry) -> str:
    return model_id(model, design_ids(army))


def design_ids(army: ArmyList) -> dict[str, str]:
    return {f"{OWN}{d.name}": design_id(d) for d in build(army).designs}


def odds(army: ArmyList, at: Path) -> OddsLink:
    entry = entry_at(army, at)
    if entry.group == "design":
        return kind_in_calculator(design_model(write_design(entry, pick_in(army, "faction"))), 1)
    return kind_in_calculator(kinds()[bought_id(army, entry)], entry.count)


def card(kind: Kind, plain: Kind | None) -> list[ProfileLine]:
    was = numbers(plain) if plain is not None else {}
    return [ProfileLine(label, text, was.get(label)) for label, text in numbers(kind).items()]


def numbers(k: Kind) -> dict[str, str]:
    return {
        "VP": str(k.vp),
        "Class": k.klass,
        "Type": ", ".join(k.types),
        "Move": f"{k.move:g}",
        "Armour": str(k.armor),
        "Aspect": f"{k.aspect:+d}" if k.aspect else "0",
        "CAA / CAD": f"{k.caa} / {CAD_ORDER[k.cad - 1]}",
        "Size / Transport": f"{k.size} / {k.transport}",
        "Weapons": "; ".join(f"{w.name} ({weapon_text(w)})" for w in k.weapons),
    }


def worth(army: ArmyList) -> list[Forecast]:
    return army_worth(build(army).army.companies)


# ---- where lists begin -----------------------------------------------------------------------------------------------


def blank() -> ArmyList:
    parts = (Entry("faction", "generic"), Entry("points", "points", count=SIZES[0]), Entry("scale", "6mm"))
    return ArmyList("xenocide", "New army", parts)


def draft(rnd: Random) -> ArmyList:
    found = list(factions().values())
    faction = found[int(rnd() * len(found))]
    return read(replace(random_army(faction.id, SIZES[0], rnd), name=f"Random {faction.name}"), SIZES[0])


def ready() -> dict[str, ArmyList]:
    return {id: read(army, armies()[id].points) for id, army in ready_armies().items()}


BOOK = Book(
    currency="VP",
    blank=blank,
    draft=draft,
    groups=groups,
    cost=cost,
    limit=limit,
    refusals=refusals,
    profile_lines=profile_lines,
    odds=odds,
    build=build,
    ready=ready,
    lists_in=lists_in,
    seated=seated,
    worth=worth,
)
