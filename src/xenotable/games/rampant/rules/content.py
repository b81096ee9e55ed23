"""Rosters: the ready ones, units for hire, the first battle, and random legal ones."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from xenotable.engine import Random, is_legal, memoize, rule
from xenotable.games.rampant.content import KINS, NATURES, ReadyUnit, content
from xenotable.games.rampant.rules.detachment.legality import (
    go_together,
    is_cheap_enough,
    size_refusals,
    vehicle_refusals,
)
from xenotable.games.rampant.rules.detachment.points import most_units
from xenotable.games.rampant.rules.detachment.profiles import able_actions
from xenotable.games.rampant.rules.roster.numbers import cost, cost_of
from xenotable.games.rampant.rules.xeno.purchases import tier, tiers_of
from xenotable.games.rampant.state import Entry, Roster, Setup


@rule("content.hire-list")
def entry_of(ready: ReadyUnit) -> Entry:
    """A ready unit, of a detachment or for hire, as a line of a roster."""
    return Entry(
        ready.name, ready.type, ready.options, ready.xeno, ready.kin, ready.commander, ready.powers, ready.machine_free
    )


@rule("content.detachments")
def ready(id: str) -> Roster:
    """A ready detachment as a roster."""
    d = content().detachments[id]
    return Roster(d.name, tuple(entry_of(u) for u in d.unit), d.trait, d.posture, d.style)


@rule("content.tutorial")
def tutorial() -> Setup:
    """The first battle: fewer units, no traits, no vows, five rounds."""
    cinder, brood = ready("cinder-company"), ready("ninefold-brood")
    return Setup(
        (
            _without(cinder, "Mortar Pit", "Mule Truck"),
            _without(brood, "Bloat-Hulk", "Spitter Pack"),
        ),
        variants=("no-vows",),
        rounds=5,
    )


def _without(roster: Roster, *names: str) -> Roster:
    return Roster(roster.name, tuple(e for e in roster.units if e.name not in names), "", roster.posture, roster.style)


def pick(things: Sequence[str], rnd: Random) -> str:
    return things[int(rnd() * len(things))]


def finish_entry(entry: Entry, rnd: Random) -> Entry:
    """An entry with what its purchases ask for: kin, powers, additional free actions."""
    nature, psychic, machine = _xeno_demands(entry.xeno)
    known: tuple[str, ...] = ()
    if psychic:
        powers = list(content().powers)
        known = tuple(powers.pop(int(rnd() * len(powers))) for _ in range(psychic))
    able = able_actions(entry.type, entry.options, entry.xeno)
    return replace(
        entry,
        kin=nature or pick(KINS, rnd),
        powers=known,
        machine_free=pick(able, rnd) if machine and able else "",
        seasoned_free=pick(able, rnd) if able else "",
    )


@memoize(16384)
def _xeno_demands(xeno: tuple[str, ...]) -> tuple[str, int, bool]:
    """What xeno rules ask for: the kin of a nature, how many powers; and is it a machine?"""
    tiers = dict(tier(x) for x in xeno)
    nature = next((NATURES[x] for x in xeno if x in NATURES), "")
    return nature, min(3, tiers.get("psychic", 0)), "machine" in tiers


@memoize(4096)
def _for_sale(unit: str, bought: tuple[str, ...]) -> tuple[str, ...]:
    """The options of a unit that it has not bought yet."""
    return tuple(o for o, row in content().options.items() if unit in row.cost and o not in bought)


@memoize(1)
def _catalogue() -> tuple[tuple[str, ...], tuple[tuple[bool, tuple[str, ...]], ...]]:
    """The types of units; and of each xeno rule whether it has tiers, and how it is written."""
    c = content()
    return tuple(c.units), tuple((bool(xeno.tiers), tiers_of(xeno)) for xeno in c.xeno.values())


@rule("content.builder")
def random_entry(name: str, most: int, limit: int, commander: bool, rnd: Random) -> Entry | None:
    """A random legal unit of at most so many points."""
    types, rules = _catalogue()
    for _ in range(12):
        unit = pick(types, rnd)
        options: tuple[str, ...] = ()
        xeno: tuple[str, ...] = ()
        price = cost_of(unit, options, xeno)
        for _ in range(int(rnd() * 5)):
            more, strange = options, xeno
            if rnd() < 0.6:
                if left := _for_sale(unit, options):
                    more = (*options, pick(left, rnd))
            else:
                tiered, names = rules[int(rnd() * len(rules))]
                strange = (*xeno, pick(names, rnd) if tiered else names[0])
            now = cost_of(unit, more, strange)
            if now < price and rnd() >= 0.3:  # handicaps are seldom bought, or every list would be a poor one
                continue
            if is_cheap_enough(now, limit) and go_together(unit, more, strange, commander):
                options, xeno, price = more, strange, now
        if price <= most and is_cheap_enough(price, limit) and go_together(unit, options, xeno, commander):
            return finish_entry(Entry(name, unit, options, xeno, commander=commander), rnd)
    return None


def random_roster(name: str, limit: int, rnd: Random) -> Roster:
    """A legal roster of random units; the first one leads."""
    traits = [*content().traits, *(f"roll:{t}" for t in ("firebrand", "tactician", "champion")), ""]
    for _ in range(200):
        trait = pick(traits, rnd)
        room = limit + {"pen-pusher": -2, "quartermaster": 2}.get(trait, 0)
        units: list[Entry] = []
        for _ in range(60):
            if room <= 0 or len(units) == most_units(limit):
                break
            entry = random_entry(f"Unit {len(units) + 1}", room, limit, not units, rnd)
            if entry is None:
                break
            vehicle = content().units[entry.type].kind == "vehicle"  # nobody else can be one too many
            if not vehicle or is_legal(vehicle_refusals(Roster(name, (*units, entry), trait), limit)):
                units.append(entry)
                room -= cost(entry)
        roster = Roster(name, tuple(units), trait)
        if is_legal(size_refusals(roster, limit)):  # all else was judged unit by unit
            return roster
    return ready("cinder-company")
