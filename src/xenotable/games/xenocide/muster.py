"""Armies as lists: companies, units of one or several kinds of models, titans with their weapons, own designs. What
they cost and what is wrong with them say the chapters army and pricing, as for every set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from xenotable.engine import Forecast, Random, Row
from xenotable.engine.muster import (
    ArmyList,
    Book,
    Choice,
    Entry,
    Group,
    Located,
    Path,
    ProfileLine,
    entry_at,
    number_in,
    parts_in,
    pick_in,
    picks_in,
    places_of,
)
from xenotable.faults import Fault
from xenotable.games.xenocide.content import (
    CAD_ORDER,
    TYPES,
    Army,
    Buys,
    Company,
    Design,
    Kind,
    Weapon,
    armies,
    design_id,
    factions,
    titan_weapons,
    titans,
    weapons,
)
from xenotable.games.xenocide.forecasts.worth import army_worth
from xenotable.games.xenocide.rules.army.lists import army_value, located_refusals, most_companies, ready_armies
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.pricing import formula
from xenotable.games.xenocide.rules.pricing.designer import (
    ASSAULT_SPECIALS,
    DEFENCES,
    MOVE_SPECIALS,
    NUMBERED,
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
HUNDREDTHS = 100  # bases and heights are written in hundredths of an inch
PICKED = {  # values of a design that are chosen from a few
    "move": ("Move", tuple(str(n) for n in range(0, 28, 4))),
    "aspect": ("Aspect", ("0", "1", "2", "3", "-1", "-2", "-3")),
    "armor": ("Armour", tuple(str(n) for n in range(7))),
    "cad": ("CAD", CAD_ORDER[1:8]),
}
COUNTED = {  # values that are numbers: title, least, most
    "caa": ("CAA", 0, 20),
    "size": ("Size", 1, 20),
    "transport": ("Transport", 0, 20),
    "base": ("Base (hundredths of an inch)", 1, 400),
    "height": ("Height (hundredths of an inch)", 1, 800),
}
SPECIALS = {
    "move_special": ("Movement specials", MOVE_SPECIALS),
    "defense_special": ("Defence specials", DEFENCES),
    "ca_special": ("Assault specials", ASSAULT_SPECIALS),
}
MOST_N = 24  # the N of a special


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
        return list_groups(number_in(army, "points"))
    entry = entry_at(army, at)
    if entry.group == "design" and len(at) == 1:
        return design_groups()
    if entry.group == "company" and len(at) == 1:
        return UNITS
    if entry.group == "unit" and len(at) == 2:
        return model_groups(pick_in(army, "faction"), tuple(d.name for d in parts_in(army, "design")))
    return titan_groups(entry.pick) if entry.group == "model" and len(at) == 3 else ()


@lru_cache(16)
def list_groups(points: int) -> tuple[Group, ...]:
    sides = tuple(Choice(f.id, f.name, f.style, "army.one-faction") for f in factions().values())
    scales = tuple(Choice(id, title, rule="play.scale") for id, title in SCALES.items())
    size = (Choice("points", "Points", rule="army.points-total"),)
    agreed = (Choice("agreed", "Both players agree", rule="pricing.custom-models"),)
    company = (Choice("company", "Company", rule="army.company-count"),)
    design = (Choice("design", "Own design", rule="pricing.custom-models"),)
    return (
        Group("faction", "Faction", sides, 1, 1, setting=True),
        Group("points", "Size", size, 1, 1, counts=(1, MOST_POINTS), setting=True),
        Group("scale", "Scale", scales, 1, 1, setting=True),
        Group("agreed", "Own models", agreed, most=1, setting=True),
        Group("design", "Design", design, repeats=True, named=True, setting=True),
        Group("company", "Company", company, 3, most_companies(points), repeats=True, named=True),
    )


UNITS = (Group("unit", "Unit", (Choice("unit", "Unit"),), 1, 5, repeats=True),)


@lru_cache(64)
def model_groups(faction: str, designs: tuple[str, ...]) -> tuple[Group, ...]:
    own = [k for k in kinds().values() if k.faction == faction and "+" not in k.id]
    found = [Choice(k.id, k.name, f"{k.role}, {k.vp} each.", f"army.unit-{k.klass}") for k in own]
    found += [Choice(f"{OWN}{name}", f"{name} (own)", rule="pricing.custom-models") for name in designs]
    return (Group("model", "Model", tuple(found), 1, counts=(1, 8)),)


@lru_cache(64)
def titan_groups(kind: str) -> tuple[Group, ...]:
    entry = next((t for t in titans() if t["id"] == kind), None)
    if entry is None:
        return ()
    name = {id: w["name"] for id, w in titan_weapons().items()}
    return tuple(
        Group(f"weapon{n}", f"Instead of the {name[o['replace']]}", (Choice(o["with"], name[o["with"]]),), most=1)
        for n, o in enumerate(entry["options"])
    )


@lru_cache(1)
def design_groups() -> tuple[Group, ...]:
    types = tuple(Choice(t, t.capitalize(), rule=f"stats.type-{t}") for t in TYPES)
    arms = tuple(Choice(w.id, w.name, weapon_text(w)) for w in weapons().values())
    picked = [
        Group(id, title, tuple(Choice(v, v) for v in values), 1, 1, automatic=True)
        for id, (title, values) in PICKED.items()
    ]
    counted = [
        Group(id, title, (Choice(id, title),), 1, 1, counts=(low, high), automatic=True)
        for id, (title, low, high) in COUNTED.items()
    ]
    specials = [
        Group(id, title, tuple(Choice(s, s.capitalize()) for s in names), counts=(1, MOST_N))
        for id, (title, names) in SPECIALS.items()
    ]
    return (
        Group("type", "Type", types, 1),
        *picked,
        *counted,
        Group("weapons", "Weapons", arms, repeats=True),
        *specials,
        Group("special", "Special", (Choice("recon", "Recon"),), most=1),
        Group("open_transport", "Transport", (Choice("open", "Open"),), most=1),
    )


def weapon_text(w: Weapon) -> str:
    special = f", {', '.join(w.special)}" if w.special else ""
    return f"{w.shots} shots, range {w.range:g}, accuracy {w.accuracy}, strength {w.strength}, AOE {w.aoe}{special}"


# ---- lists and armies ------------------------------------------------------------------------------------------------


@lru_cache(512)
def build(army: ArmyList) -> ArmyOrder:
    designs = tuple(write_design(d, pick_in(army, "faction")) for d in parts_in(army, "design"))
    know(d for d in designs if not any(unknown(d)))
    ids = {f"{OWN}{d.name}": design_id(d) for d in designs}
    companies = tuple(
        Company(c.name, tuple(write_unit(u, ids) for u in parts_in(c, "unit"))) for c in parts_in(army, "company")
    )
    force = Army(army.name, pick_in(army, "faction"), companies)
    agreed = bool(picks_in(army, "agreed"))
    return ArmyOrder(force, number_in(army, "points"), pick_in(army, "scale", "6mm"), designs, agreed)


def write_unit(unit: Entry, ids: dict[str, str]) -> Buys:
    return tuple((model_id(m, ids), m.count) for m in parts_in(unit, "model"))


def model_id(model: Entry, ids: dict[str, str]) -> str:
    """The kind that is bought: a titan with the weapons that it has instead, a design by its values."""
    return "+".join((ids.get(model.pick, model.pick), *(p.pick for p in model.parts)))


@lru_cache(256)
def write_design(d: Entry, faction: str) -> Design:
    def special(group: str) -> tuple[str, ...]:
        return tuple(f"{p.pick}-{p.count}" if p.pick in NUMBERED else p.pick for p in parts_in(d, group))

    return Design(
        d.name,
        faction,
        int(pick_in(d, "move", "0")),
        picks_in(d, "type"),
        int(pick_in(d, "aspect", "0")),
        int(pick_in(d, "armor", "0")),
        number_in(d, "caa"),
        pick_in(d, "cad", CAD_ORDER[1]),
        picks_in(d, "weapons"),
        special("move_special"),
        special("defense_special"),
        special("ca_special"),
        picks_in(d, "special"),
        number_in(d, "size", 1),
        number_in(d, "transport"),
        bool(picks_in(d, "open_transport")),
        number_in(d, "base", HUNDREDTHS) / HUNDREDTHS,
        number_in(d, "height", HUNDREDTHS) / HUNDREDTHS,
    )


def read_design(d: Design) -> Entry:
    numbers = {"caa": d.caa, "size": d.size, "transport": d.transport}
    numbers |= {"base": round(d.base * HUNDREDTHS), "height": round(d.height * HUNDREDTHS)}
    parts = [Entry("type", t) for t in d.type]
    parts += [Entry(id, str(getattr(d, id))) for id in PICKED]
    parts += [Entry(id, id, count=n) for id, n in numbers.items()]
    parts += [Entry("weapons", w) for w in d.weapons]
    for group in SPECIALS:
        for text in getattr(d, group):
            name, _, n = text.rpartition("-")
            parts.append(Entry(group, name, count=int(n)) if name in NUMBERED else Entry(group, text))
    parts += [Entry("special", s) for s in d.special]
    parts += [Entry("open_transport", "open")] if d.open_transport else []
    return Entry("design", "design", d.name, parts=tuple(parts))


def read_unit(buys: Buys, names: dict[str, str]) -> Entry:
    parts = []
    for kind, n in buys:
        base, *chosen = kind.split("+")
        titan = next((t for t in titans() if t["id"] == base), None)
        options = [o["with"] for o in titan["options"]] if titan else []
        arms = tuple(Entry(f"weapon{options.index(w)}", w) for w in chosen if w in options)
        parts.append(Entry("model", names.get(base, base), count=n, parts=arms))
    return Entry("unit", "unit", parts=tuple(parts))


def read(army: Army, points: int, scale: str = "6mm", designs: Sequence[Design] = (), agreed: bool = False) -> ArmyList:
    names = {design_id(d): f"{OWN}{d.name}" for d in designs}
    parts = [Entry("faction", army.faction), Entry("points", "points", count=points), Entry("scale", scale)]
    parts += [Entry("agreed", "agreed")] if agreed else []
    parts += [read_design(d) for d in designs]
    for c in army.companies:
        parts.append(Entry("company", "company", c.name, parts=tuple(read_unit(u, names) for u in c.units)))
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
    if seat not in (0, 1):
        raise Fault("A battle has two seats.")
    mine = build(army)
    one, two = setup.armies
    both = (mine.army, two) if seat == 0 else (one, mine.army)
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


def lines(army: ArmyList, at: Path) -> tuple[ProfileLine, ...]:
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
    order = build(army)
    ids = {f"{OWN}{d.name}": design_id(d) for d in order.designs}
    id = model_id(entry, ids)
    if id not in kinds():
        return ()
    plain = kinds()[id.partition("+")[0]]
    return tuple(card(kinds()[id], plain))


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


def price_lines(k: Kind) -> Iterator[ProfileLine]:
    """The sum of the points formula, term by term."""
    fire = sum(formula.weapon_value(w) for w in k.weapons)
    points = formula.special_points(k.caa, k.guard, k.charge, k.cutter, k.shatter)
    mobile = formula.mobility(k.move, k.types, k.jump, k.teleport, k.burrowing, k.amphibious)
    terms: dict[str, Any] = {
        "Fire": fire,
        "Assault": k.caa + points,
        "Mobility": mobile,
        "Offence": formula.offence(fire, k.caa, points, mobile),
        "Durability": formula.durability(k),
        "Utility": formula.utility(k),
    }
    yield from (ProfileLine(label, f"{value:.2f}") for label, value in terms.items())
    scale = formula.factors().scale
    yield ProfileLine("Price", f"{scale:g} x root of (offence x durability) + utility = {formula.price(k)}")


def worth(army: ArmyList) -> list[Forecast]:
    return army_worth(build(army).army.companies)


# ---- where lists begin -----------------------------------------------------------------------------------------------


def blank() -> ArmyList:
    parts = (Entry("faction", "generic"), Entry("points", "points", count=SIZES[0]), Entry("scale", "6mm"))
    return ArmyList("xenocide", "New army", parts)


def draft(rnd: Random) -> ArmyList:
    """Of any faction, with four companies of one unit."""
    found = list(factions().values())
    faction = found[int(rnd() * len(found))]
    unit = [k for k in kinds().values() if k.faction == faction.id and k.klass == "infantry" and "+" not in k.id]
    companies = []
    for name in ("First", "Second", "Third", "Fourth"):
        kind = unit[int(rnd() * len(unit))]
        models = Entry("unit", "unit", parts=(Entry("model", kind.id, count=3),))
        companies.append(Entry("company", "company", name, parts=(models,)))
    parts = (Entry("faction", faction.id), Entry("points", "points", count=SIZES[0]), Entry("scale", "6mm"), *companies)
    return ArmyList("xenocide", f"Random {faction.name}", parts)


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
    lines=lines,
    build=build,
    ready=ready,
    lists_in=lists_in,
    seated=seated,
    worth=worth,
)
