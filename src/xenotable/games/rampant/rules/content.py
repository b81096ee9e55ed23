"""Rosters: the ready ones, units for hire, the first battle, and random legal ones."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from xenotable.engine import Random, is_legal, memoize, rule
from xenotable.games.rampant.content import ACTIONS, KINS, NATURES, ReadyUnit, content
from xenotable.games.rampant.rules.detachment.legality import roster_refusals, unit_refusals
from xenotable.games.rampant.rules.detachment.points import most_units
from xenotable.games.rampant.rules.detachment.profiles import bought_numbers
from xenotable.games.rampant.rules.roster.numbers import cost
from xenotable.games.rampant.rules.xeno.purchases import tier
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
            _without(brood, "Bloat-Hulk", "Spitters"),
        ),
        variants=("no-vows",),
        rounds=5,
    )


def _without(roster: Roster, *names: str) -> Roster:
    return Roster(roster.name, tuple(e for e in roster.units if e.name not in names), "", roster.posture, roster.style)


def pick(things: Sequence[str], rnd: Random) -> str:
    return things[int(rnd() * len(things))]


def finish_entry(entry: Entry, options: tuple[str, ...], xeno: tuple[str, ...], rnd: Random) -> Entry:
    """An entry with these purchases and what they ask for: kin, powers, additional free actions."""
    nature, psychic, armed, machine = _xeno_demands(xeno)
    known: tuple[str, ...] = ()
    if psychic:
        powers = list(content().powers)
        known = tuple(powers.pop(int(rnd() * len(powers))) for _ in range(psychic))
    able = able_actions(entry.type, options, armed)
    return replace(
        entry,
        options=options,
        xeno=xeno,
        kin=nature or pick(KINS, rnd),
        powers=known,
        machine_free=pick(able, rnd) if machine else "",
        seasoned_free=pick(able, rnd),
    )


@memoize(16384)
def _xeno_demands(xeno: tuple[str, ...]) -> tuple[str, int, bool, bool]:
    """What xeno rules ask for: the kin of a nature, how many powers; is the unit armed still, and is it a machine?"""
    tiers = dict(tier(x) for x in xeno)
    nature = next((NATURES[x] for x in xeno if x in NATURES), "")
    return nature, min(3, tiers.get("psychic", 0)), "unarmed" not in tiers, "machine" in tiers


@memoize(4096)
def able_actions(unit: str, options: tuple[str, ...], armed: bool) -> tuple[str, ...]:
    """The actions that a unit with these purchases can take."""
    numbers = bought_numbers(content().units[unit], [content().options[o] for o in options])
    return tuple(a for a in ACTIONS if numbers[a] and (armed or a != "shoot"))


@memoize(64)
def _for_sale(unit: str) -> tuple[str, ...]:
    return tuple(o for o, row in content().options.items() if unit in row.cost)


@rule("content.builder")
def random_entry(name: str, most: int, limit: int, rnd: Random) -> Entry | None:
    """A random legal unit of at most so many points."""
    c = content()
    types, rules = tuple(c.units), tuple(c.xeno)
    for _ in range(12):
        entry = Entry(name, pick(types, rnd))
        price = cost(entry)
        for _ in range(int(rnd() * 5)):
            options, xeno = entry.options, entry.xeno
            if rnd() < 0.6:
                left = [o for o in _for_sale(entry.type) if o not in options]
                if left:
                    options = (*options, pick(left, rnd))
            else:
                id = pick(rules, rnd)
                tiers = c.xeno[id].tiers
                xeno = (*xeno, f"{id}:{tiers[int(rnd() * len(tiers))].tier}" if tiers else id)
            more = finish_entry(entry, options, xeno, rnd)
            refund = (now := cost(more)) < price  # handicaps are seldom bought, or every list would be a poor one
            if (not refund or rnd() < 0.3) and is_legal(unit_refusals(more, limit)):
                entry, price = more, now
        entry = finish_entry(entry, entry.options, entry.xeno, rnd)
        if price <= most and is_legal(unit_refusals(entry, limit)):
            return entry
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
            entry = random_entry(f"Unit {len(units) + 1}", room, limit, rnd)
            if entry is None:
                break
            entry = replace(entry, commander=not units)
            trial = Roster(name, (*units, entry), trait)
            if all(r.rule == "detachment.unit-count" for r in roster_refusals(trial, limit)):
                units.append(entry)
                room -= cost(entry)
        roster = Roster(name, tuple(units), trait)
        if is_legal(roster_refusals(roster, limit)):
            return roster
    return ready("cinder-company")
