"""Models of one's own design in a list: what can be chosen for them, and how their price comes about."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from xenotable.engine.muster import Choice, Entry, Group, ProfileLine, entries, number_in, parts_in, pick_in, picks_in
from xenotable.games.xenocide.content import CAD_ORDER, TYPES, Design, Kind, Weapon, weapons
from xenotable.games.xenocide.rules.pricing import formula
from xenotable.games.xenocide.rules.pricing.designer import ASSAULT_SPECIALS, DEFENCES, MOVE_SPECIALS, NUMBERED

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
    "base": ("Base (hundredths of an inch)", 1, 200),
    "height": ("Height (hundredths of an inch)", 1, 800),
}
SPECIALS = {
    "move_special": ("Movement specials", MOVE_SPECIALS),
    "defense_special": ("Defence specials", DEFENCES),
    "ca_special": ("Assault specials", ASSAULT_SPECIALS),
}
MOST_N = 24  # the N of a special


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
        Group("weapons", "Weapons", arms),
        *specials,
        Group("special", "Special", (Choice("recon", "Recon"),), most=1),
        Group("open_transport", "Transport", (Choice("open", "Open"),), most=1),
    )


def weapon_text(w: Weapon) -> str:
    special = f", {', '.join(w.special)}" if w.special else ""
    return f"{w.shots} shots, range {w.range:g}, accuracy {w.accuracy}, strength {w.strength}, AOE {w.aoe}{special}"


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
    parts = entries("type", *d.type)
    parts += [Entry(id, str(getattr(d, id))) for id in PICKED]
    parts += [Entry(id, id, count=n) for id, n in numbers.items()]
    parts += entries("weapons", *d.weapons)
    for group in SPECIALS:
        for text in getattr(d, group):
            name, _, n = text.rpartition("-")
            parts.append(Entry(group, name, count=int(n)) if name in NUMBERED else Entry(group, text))
    parts += entries("special", *d.special)
    parts += entries("open_transport", "open" if d.open_transport else "")
    return Entry("design", "design", d.name, parts=tuple(parts))


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
