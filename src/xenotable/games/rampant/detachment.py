"""Building a detachment: what a unit costs, what it becomes, and every reason why a roster is not legal.

Chapters "detachment", "units" and the profile side of "options" and "xeno": purchases are data (set, add, grant, remove)
and are put together here; nothing is written per unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from xenotable.engine import Refusal, Row, cite, rule
from xenotable.faults import nearest
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


def entry_of(ready: ReadyUnit) -> Entry:
    return Entry(
        ready.name, ready.type, ready.options, ready.xeno, ready.kin, ready.commander, ready.powers, ready.machine_free
    )


def tier(bought: str) -> tuple[str, int]:
    """ "deflector:2" is the second tier; a rule without tiers has tier 1."""
    id, _, n = bought.partition(":")
    return id, int(n) if n.isdigit() else 1


# ---- costs -----------------------------------------------------------------------------------------------------------


@rule("roster.name-and-points")
def cost(entry: Entry) -> int:
    """Type plus options plus xeno rules, at least 1."""
    c = content()
    total = c.units[entry.type].points
    total += sum(c.options[o].cost.get(entry.type, 0) for o in entry.options)
    return floor_of(total + sum(xeno_cost(x) for x in entry.xeno))


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


def _change(changes: dict[str, dict[str, int]], type: str) -> dict[str, int]:
    return {**changes.get("all", {}), **changes.get(type, {})}


def _better(field: str, a: int, b: int) -> int:
    """Of two numbers set, the one better for the owner; a dash beats both."""
    if field in ("attack", "shoot", *VALUES, "shoot_range") and (a == 0 or b == 0):
        return 0
    return min(a, b) if field in SCORES else max(a, b)


@rule("detachment.purchase-order")
def bought_numbers(type: UnitType, options: Iterable[Option]) -> dict[str, int]:
    """First whatever sets a number, then whatever adds to it."""
    chosen = list(options)
    fields = {f: getattr(type, f) for f in (*SCORES, "armour", "max_move", "strength", "shoot_range", "footprint")}
    sets: dict[str, int] = {}
    for option in chosen:
        cite(option.rule)
        for field, n in _change(option.set, type.id).items():
            sets[field] = _better(field, sets[field], n) if field in sets else n
    if any(o.id == "short-arms" for o in chosen) and sets.get("shoot_range"):
        sets["shoot_range"] = 12
    fields.update(sets)
    for option in chosen:
        for field, n in _change(option.add, type.id).items():
            if fields[field] != 0:
                fields[field] += n
    return fields


@rule("roster.bare-six", neutral=lambda n: n)
def clamped(value: int) -> int:
    """No value gets better than 2+ or worse than 6+; a dash stays a dash."""
    return 0 if value == 0 else max(2, min(6, value))


def _by_xeno(fields: dict[str, int], bought: Iterable[Xeno]) -> None:
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


def profile(entry: Entry, seasoned: bool = False) -> Profile:
    """The final numbers of a unit."""
    c = content()
    type = c.units[entry.type]
    cite(f"units.{type.id}")
    options = [c.options[o] for o in entry.options]
    xeno = [c.xeno[tier(x)[0]] for x in entry.xeno]
    tiers = dict(tier(x) for x in entry.xeno)
    fields = bought_numbers(type, options)
    _by_xeno(fields, xeno)
    fields["max_move"] = max(2, fields["max_move"])
    for value in VALUES:
        fields[value] = clamped(fields[value])
    specials = _specials(type, options)
    footprint = fields.pop("footprint")  # that of the starting strength, whatever is lost later
    cite("play.footprint")
    cite("units.classes")
    return Profile(
        name=entry.name,
        type=type.id,
        title=type.name,
        vehicle=type.kind == "vehicle",
        tall=type.height == "tall",
        points=cost(entry),
        free=_free(entry, type, fields, seasoned),
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


def _specials(type: UnitType, options: list[Option]) -> tuple[str, ...]:
    granted = [s for o in options for s in (*o.grants.get("all", ()), *o.grants.get(type.id, ()))]
    gone = _removed(options) - set(granted)
    return tuple(dict.fromkeys(s for s in (*type.specials, *granted) if s not in gone))


@rule("xeno.machine-orders")
def _free(entry: Entry, type: UnitType, fields: dict[str, int], seasoned: bool) -> tuple[str, ...]:
    """The actions that need no test; one more for a Machine and for a Seasoned Commander, among those it can take."""
    extra = [entry.machine_free] if any(tier(x)[0] == "machine" for x in entry.xeno) else []
    if seasoned and entry.commander:
        extra.append(entry.seasoned_free)
    return tuple(a for a in ACTIONS if (a in type.free or a in extra) and fields[a])


@rule("play.kin")
def kin_of(entry: Entry) -> str:
    """The tag on the roster, unless a nature forces another."""
    forced = [NATURES[x] for x in entry.xeno if x in NATURES]
    return forced[0] if forced else entry.kin


# ---- legality of one unit --------------------------------------------------------------------------------------------


def unknown_names(entry: Entry) -> Iterator[Refusal]:
    """Names that the catalogue does not have; nothing else can be judged while there are any."""
    c = content()
    tables: tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...] = (
        ("unit type", (entry.type,), c.units),
        ("option", entry.options, c.options),
        ("xeno rule", tuple(tier(x)[0] for x in entry.xeno), c.xeno),
        ("power", entry.powers, c.powers),
    )
    for what, names, table in tables:
        for name in names:
            if name not in table:
                says = "{unit}: there is no {what} called {name}."
                yield Refusal(
                    "detachment.refusal", says, {"unit": entry.name, "what": what, "name": name}, nearest(name, table)
                )


def unit_refusals(entry: Entry, limit: int, trait: str = "") -> Iterator[Refusal]:
    """Everything that is wrong with one unit."""
    unknown = list(unknown_names(entry))
    if unknown:
        yield from unknown
        return
    if not entry.name.strip():
        yield Refusal("roster.name-and-points", "A unit has no name.")
    yield from option_refusals(entry)
    yield from xeno_refusals(entry)
    yield from choice_refusals(entry, trait)
    points = cost(entry)
    if points * 2 > limit:
        args = {"unit": entry.name, "n": points, "most": limit // 2}
        yield Refusal("detachment.unit-cost-cap", "{unit} costs {n} points; at most {most} are allowed.", args)


@rule("detachment.options-eligible", neutral=lambda *a: ())
def option_refusals(entry: Entry) -> Iterator[Refusal]:
    c = content()
    have = {*entry.options, *(tier(x)[0] for x in entry.xeno)}
    for id in dict.fromkeys(entry.options):
        option = c.options[id]
        args = {"unit": entry.name, "option": option.name}
        if entry.type not in option.cost:
            yield Refusal("detachment.options-eligible", "{unit} cannot buy {option}: it is not for its type.", args)
        if entry.options.count(id) > 1:
            yield Refusal("options.once", "{unit} has {option} more than once.", args)
        for need in (*option.needs.get("all", ()), *option.needs.get(entry.type, ())):
            if need not in have:
                more = {**args, "need": c.options[need].name}
                yield Refusal("detachment.options-eligible", "{unit}: {option} needs {need}.", more, "Buy it too.")
    yield from exclusions(entry)


def exclusions(entry: Entry) -> Iterator[Refusal]:
    """What excludes what, both ways, each pair told once."""
    c = content()
    ids = list(dict.fromkeys((*entry.options, *(tier(x)[0] for x in entry.xeno))))
    for i, a in enumerate(ids):
        for b in ids[i + 1 :]:
            if b in _excludes(a) or a in _excludes(b):
                id = "detachment.one-nature" if a in NATURES and b in NATURES else "detachment.options-eligible"
                names = {x: (c.options.get(x) or c.xeno[x]).name for x in (a, b)}
                yield Refusal(
                    id, "{unit} cannot have both {a} and {b}.", {"unit": entry.name, "a": names[a], "b": names[b]}
                )


def _excludes(id: str) -> tuple[str, ...]:
    c = content()
    option, xeno = c.options.get(id), c.xeno.get(id)
    return (*(option.excludes if option else ()), *(xeno.excludes if xeno else ()))


@rule("detachment.xeno-eligible", neutral=lambda *a: ())
def xeno_refusals(entry: Entry) -> Iterator[Refusal]:
    c = content()
    type = c.units[entry.type]
    have = [tier(x)[0] for x in entry.xeno]
    for bought in dict.fromkeys(entry.xeno):
        id, n = tier(bought)
        xeno = c.xeno[id]
        args: dict[str, Any] = {"unit": entry.name, "xeno": xeno.name}
        denied = id in type.xeno_deny or (type.xeno_allow is not None and id not in type.xeno_allow)
        if denied or (xeno.kind and xeno.kind != type.kind):
            yield Refusal("detachment.xeno-eligible", "{unit} may not take {xeno}.", args)
        if have.count(id) > 1:
            yield Refusal("detachment.xeno-eligible", "{unit} has {xeno} more than once.", args)
        if xeno.tiers and not any(t.tier == n for t in xeno.tiers):
            yield Refusal("detachment.xeno-eligible", "{unit}: {xeno} has no tier {n}.", {**args, "n": n})
        if xeno.needs_any and not any(x in have for x in xeno.needs_any):
            needs = " or ".join(c.xeno[x].name for x in xeno.needs_any)
            yield Refusal("detachment.xeno-eligible", "{unit}: {xeno} needs {needs}.", {**args, "needs": needs})
    if "unarmed" in have and not bought_numbers(type, [c.options[o] for o in entry.options])["shoot_value"]:
        yield Refusal("xeno.unarmed", "{unit} has no Shoot Value to give up.", {"unit": entry.name})
    for id in ("overmind", "hired-guns"):
        if entry.commander and id in have:
            says = "{unit}: {xeno} is not for the Commander's unit."
            yield Refusal(f"xeno.{id}", says, {"unit": entry.name, "xeno": c.xeno[id].name})


def choice_refusals(entry: Entry, trait: str) -> Iterator[Refusal]:
    """Kin, powers and the additional free actions."""
    c = content()
    natural = not any(x in NATURES for x in entry.xeno)
    if natural and entry.kin not in KINS:
        yield Refusal("play.kin", "{unit}: kin is terran, alien or beast.", {"unit": entry.name})
    elif entry.kin != kin_of(entry):
        yield Refusal("play.kin", "{unit} must be of kin {kin}.", {"unit": entry.name, "kin": kin_of(entry)})
    tiers = dict(tier(x) for x in entry.xeno)
    may = min(3, tiers.get("psychic", 0))
    if len(entry.powers) != may or len(set(entry.powers)) < len(entry.powers):
        args = {"unit": entry.name, "n": may, "m": len(entry.powers)}
        yield Refusal("xeno.psychic", "{unit} knows {n} different powers, not {m}.", args)
    numbers = bought_numbers(c.units[entry.type], [c.options[o] for o in entry.options])
    if "unarmed" in tiers:
        numbers["shoot"] = 0
    for wanted, extra, id in (
        ("machine" in tiers, entry.machine_free, "xeno.machine-orders"),
        (trait == "seasoned" and entry.commander, entry.seasoned_free, "command.champion-3-seasoned"),
    ):
        if wanted and (extra not in ACTIONS or not numbers[extra]):
            says = "{unit} chooses one more free action among those it can take: Attack, Move or Shoot."
            yield Refusal(id, says, {"unit": entry.name})


# ---- legality of a roster --------------------------------------------------------------------------------------------


@rule("detachment.unit-count")
def most_units(limit: int) -> int:
    """10 at 24 points, in proportion elsewhere, halves going up."""
    return (2 * 10 * limit + 24) // 48


@rule("detachment.size")
def most_points(limit: int, trait: str) -> int:
    if trait == "pen-pusher":
        cite("command.planner-1-pen-pusher")
        return limit - 2
    if trait == "quartermaster":
        cite("command.planner-6-quartermaster")
        return limit + 2
    return limit


@rule("detachment.total")
def total(roster: Roster) -> int:
    return sum(cost(e) for e in roster.units)


@rule("detachment.refusal", neutral=lambda *a: ())
def roster_refusals(roster: Roster, limit: int = 24, picked: bool = False) -> Iterator[Refusal]:
    """Every broken rule of a roster. A roster may be kept unfinished; a battle needs one without refusals."""
    if limit not in LIMITS:
        yield Refusal("detachment.size", "Battles are fought at 12, 18, 24, 30 or 36 points, not {n}.", {"n": limit})
    unknown = [r for e in roster.units for r in unknown_names(e)]
    if unknown:
        yield from unknown
        return
    for entry in roster.units:
        yield from unit_refusals(entry, limit, roster.trait)
    yield from size_refusals(roster, limit)
    yield from vehicle_refusals(roster, limit)
    yield from trait_refusals(roster, picked)


def size_refusals(roster: Roster, limit: int) -> Iterator[Refusal]:
    points, most = total(roster), most_points(limit, roster.trait)
    if points > most:
        args = {"name": roster.name, "n": points, "most": most, "over": points - most}
        yield Refusal("detachment.size", "{name} costs {n} points, {over} more than {most}.", args, "Leave something out.")
    if not 3 <= len(roster.units) <= most_units(limit):
        args = {"name": roster.name, "n": len(roster.units), "most": most_units(limit)}
        yield Refusal("detachment.unit-count", "{name} has {n} units; from 3 to {most} are allowed.", args)
    commanders = sum(e.commander for e in roster.units)
    if commanders != 1:
        args = {"name": roster.name, "n": commanders}
        yield Refusal("detachment.commander", "{name} has {n} Commanders; exactly one unit holds the Commander.", args)
    names = [e.name for e in roster.units]
    for twice in sorted({n for n in names if names.count(n) > 1}):
        yield Refusal("roster.name-and-points", "Two units are called {name}.", {"name": twice}, "Rename one of them.")


def vehicle_refusals(roster: Roster, limit: int) -> Iterator[Refusal]:
    kinds = content().units
    heavy = sum(e.type in ("fighting-vehicle", "transport-vehicle") for e in roster.units)
    if heavy > limit // 18:
        args = {"n": heavy, "most": limit // 18}
        yield Refusal("detachment.heavy-vehicle-cap", "{n} heavy vehicles; at most {most} are allowed.", args)
    points = sum(cost(e) for e in roster.units if kinds[e.type].kind == "vehicle")
    if points * 2 > limit:
        args = {"n": points, "most": limit // 2}
        yield Refusal("detachment.vehicle-points-cap", "Vehicles cost {n} points; at most {most} are allowed.", args)


@rule("command.trait", neutral=lambda *a: ())
def trait_refusals(roster: Roster, picked: bool) -> Iterator[Refusal]:
    traits = content().traits
    id = roster.trait
    tables = {t.table for t in traits.values()}
    if not id or (id.startswith("roll:") and id[5:] in tables):
        return
    if id not in traits:
        yield Refusal("command.trait", "There is no trait called {t}.", {"t": id}, nearest(id, traits))
    elif picked and traits[id].roll < 3:
        says = "{t} cannot be picked: only traits numbered 3 to 6 are free to choose."
        yield Refusal("command.trait", says, {"t": traits[id].name})


def ready(id: str) -> Roster:
    """A ready detachment as a roster."""
    d = content().detachments[id]
    return Roster(d.name, tuple(entry_of(u) for u in d.unit), d.trait, d.posture, d.style)


def replaced(entry: Entry, **changes: Any) -> Entry:
    return msgspec.structs.replace(entry, **changes)
