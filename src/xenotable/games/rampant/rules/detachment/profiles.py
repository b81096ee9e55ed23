"""What a unit becomes by its purchases.

Purchases are data (set, add, grant, remove) and are put together here; nothing is written per unit.
"""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import cite, memoize, rule
from xenotable.games.rampant.content import ACTIONS, SCORES, VALUES, content
from xenotable.games.rampant.rules.play.conventions import kin_of
from xenotable.games.rampant.rules.roster.numbers import clamp_value, cost_of
from xenotable.games.rampant.rules.xeno.purchases import applied_xeno, free_actions, tier
from xenotable.games.rampant.state import Entry, Profile, profile_of

TAKEN = {"unarmed": ("shoot",), "rooted": ("attack", "move")}  # the actions that xeno rules take away


def _change(changes: dict[str, dict[str, int]], of: str) -> dict[str, int]:
    return {**changes.get("all", {}), **changes.get(of, {})}


def _better(field: str, a: int, b: int) -> int:
    """Of two numbers set, the one better for the owner; a dash beats both."""
    if field in ("attack", "shoot", *VALUES, "shoot_range") and (a == 0 or b == 0):
        return 0
    return min(a, b) if field in SCORES else max(a, b)


@rule("detachment.purchase-order")
def bought_numbers(unit: str, options: tuple[str, ...]) -> dict[str, int]:
    """First whatever sets a number, then whatever adds to it."""
    return _bought_fields(unit, options).copy()


@memoize(4096)
def _bought_fields(unit: str, options: tuple[str, ...]) -> dict[str, int]:
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


@memoize(4096)
def able_actions(unit: str, options: tuple[str, ...], xeno: tuple[str, ...]) -> tuple[str, ...]:
    """The actions that a unit with these purchases can take: with no score for one, unarmed or rooted, it cannot."""
    numbers, have = bought_numbers(unit, options), {tier(x)[0] for x in xeno}
    barred = {a for id, taken in TAKEN.items() if id in have for a in taken}
    return tuple(a for a in ACTIONS if numbers[a] and a not in barred)


@profile_of.fill
@memoize(1024)
def profile(entry: Entry, seasoned: bool = False) -> Profile:
    """The final numbers of a unit."""
    bare = _nameless_profile(entry.type, entry.options, entry.xeno)
    return replace(
        bare,
        name=entry.name,
        free=free_actions(entry, bare, seasoned),
        kin=kin_of(entry),
        commander=entry.commander,
        powers=entry.powers,
    )


@memoize(4096)
def _nameless_profile(unit: str, options: tuple[str, ...], xeno: tuple[str, ...]) -> Profile:
    """What all units with these purchases have in common."""
    c = content()
    plain = c.units[unit]
    cite(f"units.{plain.id}")
    bought = [tier(x) for x in xeno]
    tiers = dict(bought)
    fields = bought_numbers(unit, options)
    applied_xeno(fields, [c.xeno[id] for id, _ in bought])
    fields["max_move"] = max(2, fields["max_move"])
    for value in VALUES:
        fields[value] = clamp_value(fields[value])
    specials, gone, seats = _specials(unit, options)
    footprint = fields.pop("footprint")  # that of the starting strength, whatever is lost later
    cite("play.footprint")
    cite("units.classes")
    return Profile(
        name="",
        type=unit,
        title=plain.name,
        vehicle=plain.kind == "vehicle",
        tall=plain.height == "tall",
        points=cost_of(unit, options, xeno),
        free=plain.free,
        radius=footprint / 2.0,
        specials=specials,
        has=frozenset((*specials, *options, *tiers)) - gone,
        kin="",
        commander=False,
        powers=(),
        seats=seats,
        volatile=tiers.get("volatile", 0),
        deflector=tiers.get("deflector", 0),
        psychic=tiers.get("psychic", 0),
        psi_kin=tiers.get("psi-kin", 0),
        **fields,
    )


@memoize(4096)
def _specials(unit: str, options: tuple[str, ...]) -> tuple[tuple[str, ...], frozenset[str], int]:
    """The special rules of a unit with these options, those that an option takes away, and how many it carries."""
    plain, chosen = content().units[unit], [content().options[o] for o in options]
    granted = [s for o in chosen for s in (*o.grants.get("all", ()), *o.grants.get(unit, ()))]
    gone = frozenset(s for o in chosen for s in o.removes)
    kept = dict.fromkeys(s for s in (*plain.specials, *granted) if s in granted or s not in gone)
    return tuple(kept), gone, max((int(s[10:]) for s in kept if s.startswith("transport-")), default=0)
