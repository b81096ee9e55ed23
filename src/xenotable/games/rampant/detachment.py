"""Building a detachment: what a unit costs, what it becomes, and every reason why a roster is not legal.

Chapters "detachment", "units" and the profile side of "options" and "xeno": purchases are data (set, add, grant,
remove) and are put together here; nothing is written per unit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from xenotable.engine import Row, cite, remembered, rule
from xenotable.games.rampant.content import Option, ReadyUnit, UnitType, Xeno, content

LIMITS = (12, 18, 24, 30, 36)
ACTIONS = ("attack", "move", "shoot")
SCORES = ("attack", "move", "shoot", "courage", "attack_value", "defence_value", "shoot_value")  # lower is better
VALUES = ("attack_value", "defence_value", "shoot_value")
NATURES = {"machine": "machine", "undying": "undying", "otherworldly": "rift"}
KINS = ("terran", "alien", "beast")
TIERED = ("volatile", "deflector", "psychic", "psi-kin")


class Entry(Row, frozen=True):
    """One line of a roster: what its owner writes. Everything else follows from it."""

    name: str
    type: str
    options: tuple[str, ...] = ()
    xeno: tuple[str, ...] = ()  # tiered ones as "id:tier"
    kin: str = "terran"
    commander: bool = False
    powers: tuple[str, ...] = ()
    machine_free: str = ""
    seasoned_free: str = ""


class Roster(Row, frozen=True):
    name: str
    units: tuple[Entry, ...]
    trait: str = ""  # an id, "" for none, or "roll:<table>"
    posture: str = ""
    style: str = ""


class Profile(Row, frozen=True):
    """What a unit is after all purchases; the numbers of its roster card."""

    name: str
    type: str
    title: str
    vehicle: bool
    tall: bool
    points: int
    attack: int
    move: int
    shoot: int
    free: tuple[str, ...]
    courage: int
    armour: int
    attack_value: int
    defence_value: int
    shoot_value: int
    shoot_range: int
    max_move: int
    strength: int
    radius: float
    specials: tuple[str, ...]
    has: frozenset[str]  # special, option and xeno ids that work for this unit
    kin: str
    commander: bool
    powers: tuple[str, ...]
    seats: int = 0
    volatile: int = 0
    deflector: int = 0
    psychic: int = 0
    psi_kin: int = 0


@rule("content.hire-list")
def entry_of(ready: ReadyUnit) -> Entry:
    """A ready unit, of a detachment or for hire, as a line of a roster."""
    return Entry(
        ready.name, ready.type, ready.options, ready.xeno, ready.kin, ready.commander, ready.powers, ready.machine_free
    )


@remembered(1024)
def tier(bought: str) -> tuple[str, int]:
    """ "deflector:2" is the second tier; a rule without tiers has tier 1."""
    id, _, n = bought.partition(":")
    return id, int(n) if n.isdigit() else 1


# ---- costs -----------------------------------------------------------------------------------------------------------


@rule("roster.name-and-points")
def cost(entry: Entry) -> int:
    """Type plus options plus xeno rules, at least 1."""
    return _cost(entry.type, entry.options, entry.xeno)


@remembered(16384)
def _cost(unit: str, options: tuple[str, ...], xeno: tuple[str, ...]) -> int:
    c = content()
    total = c.units[unit].points + sum(c.options[o].cost.get(unit, 0) for o in options)
    return floor_of(total + sum(xeno_cost(x) for x in xeno))


@rule("detachment.unit-cost-floor", neutral=lambda n: n)
def floor_of(points: int) -> int:
    return max(1, points)


def xeno_cost(bought: str) -> int:
    id, n = tier(bought)
    entry = content().xeno[id]
    if not entry.tiers:
        return entry.cost
    return next((t.cost for t in entry.tiers if t.tier == n), 0)


# ---- profiles --------------------------------------------------------------------------------------------------------


def _change(changes: dict[str, dict[str, int]], of: str) -> dict[str, int]:
    return {**changes.get("all", {}), **changes.get(of, {})}


def _better(field: str, a: int, b: int) -> int:
    """Of two numbers set, the one better for the owner; a dash beats both."""
    if field in ("attack", "shoot", *VALUES, "shoot_range") and (a == 0 or b == 0):
        return 0
    return min(a, b) if field in SCORES else max(a, b)


@rule("detachment.purchase-order")
def bought_numbers(plain: UnitType, options: Iterable[Option]) -> dict[str, int]:
    """First whatever sets a number, then whatever adds to it."""
    return _bought(plain.id, tuple(o.id for o in options)).copy()


@remembered(4096)
def _bought(unit: str, options: tuple[str, ...]) -> dict[str, int]:
    plain, chosen = content().units[unit], [content().options[o] for o in options]
    fields = {f: getattr(plain, f) for f in (*SCORES, "armour", "max_move", "strength", "shoot_range", "footprint")}
    sets: dict[str, int] = {}
    for option in chosen:
        cite(option.rule)
        for field, n in _change(option.set, plain.id).items():
            sets[field] = _better(field, sets[field], n) if field in sets else n
    if any(o.id == "short-arms" for o in chosen) and sets.get("shoot_range"):
        sets["shoot_range"] = 12
    fields.update(sets)
    for option in chosen:
        for field, n in _change(option.add, plain.id).items():
            if fields[field] != 0:
                fields[field] += n
    return fields


@rule("roster.bare-six", neutral=lambda n: n)
def clamped(value: int) -> int:
    """No value gets better than 2+ or worse than 6+; a dash stays a dash."""
    return 0 if value == 0 else max(2, min(6, value))


def applied_xeno(fields: dict[str, int], bought: Iterable[Xeno]) -> None:
    """The few xeno rules that change numbers of the card."""
    for xeno in bought:
        cite(xeno.rule)
        match xeno.id:
            case "slow":
                cite("moving.mobile-and-slow")
                fields["max_move"] -= 2
            case "assault-shields":
                fields["defence_value"] -= 1
            case "iron-discipline" if fields["courage"] > 3:
                fields["courage"] -= 1
            case "unarmed":
                fields.update(shoot=0, shoot_value=0, shoot_range=0)
            case "undying":
                fields["courage"] = 0


@remembered(1024)
def profile(entry: Entry, seasoned: bool = False) -> Profile:
    """The final numbers of a unit."""
    c = content()
    plain = c.units[entry.type]
    cite(f"units.{plain.id}")
    options = [c.options[o] for o in entry.options]
    xeno = [c.xeno[tier(x)[0]] for x in entry.xeno]
    tiers = dict(tier(x) for x in entry.xeno)
    fields = bought_numbers(plain, options)
    applied_xeno(fields, xeno)
    fields["max_move"] = max(2, fields["max_move"])
    for value in VALUES:
        fields[value] = clamped(fields[value])
    specials = _specials(plain, options)
    footprint = fields.pop("footprint")  # that of the starting strength, whatever is lost later
    cite("play.footprint")
    cite("units.classes")
    return Profile(
        name=entry.name,
        type=plain.id,
        title=plain.name,
        vehicle=plain.kind == "vehicle",
        tall=plain.height == "tall",
        points=cost(entry),
        free=_free(entry, plain, fields, seasoned),
        radius=footprint / 2.0,
        specials=specials,
        has=frozenset((*specials, *entry.options, *tiers)) - _removed(options),
        kin=kin_of(entry),
        commander=entry.commander,
        powers=entry.powers,
        seats=max((int(s[10:]) for s in specials if s.startswith("transport-")), default=0),
        volatile=tiers.get("volatile", 0),
        deflector=tiers.get("deflector", 0),
        psychic=tiers.get("psychic", 0),
        psi_kin=tiers.get("psi-kin", 0),
        **fields,
    )


def _removed(options: Iterable[Option]) -> frozenset[str]:
    return frozenset(s for o in options for s in o.removes)


def _specials(plain: UnitType, options: list[Option]) -> tuple[str, ...]:
    granted = [s for o in options for s in (*o.grants.get("all", ()), *o.grants.get(plain.id, ()))]
    gone = _removed(options) - set(granted)
    return tuple(dict.fromkeys(s for s in (*plain.specials, *granted) if s not in gone))


@rule("xeno.machine-orders", neutral=lambda entry, plain, *a: plain.free)
def _free(entry: Entry, plain: UnitType, fields: dict[str, int], seasoned: bool) -> tuple[str, ...]:
    """The actions that need no test; one more for a Machine and for a Seasoned Commander, among those it can take."""
    extra = [entry.machine_free] if any(tier(x)[0] == "machine" for x in entry.xeno) else []
    if seasoned and entry.commander:
        extra.append(entry.seasoned_free)
    return tuple(a for a in ACTIONS if (a in plain.free or a in extra) and fields[a])


@rule("play.kin", neutral=lambda entry: entry.kin)
def kin_of(entry: Entry) -> str:
    """The tag on the roster, unless a nature forces another."""
    forced = [NATURES[x] for x in entry.xeno if x in NATURES]
    return forced[0] if forced else entry.kin


@rule("content.detachments")
def ready(id: str) -> Roster:
    """A ready detachment as a roster."""
    d = content().detachments[id]
    return Roster(d.name, tuple(entry_of(u) for u in d.unit), d.trait, d.posture, d.style)


def replaced(entry: Entry, **changes: Any) -> Entry:
    return msgspec.structs.replace(entry, **changes)
