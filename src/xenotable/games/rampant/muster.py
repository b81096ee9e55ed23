"""Detachments as lists: what can be bought for them. What they cost and what is wrong with them say the chapters
detachment, roster, xeno and command, as for every set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from xenotable.engine import Forecast, Random, Row, cite, memoize
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
    figure_in,
    located,
    parts_in,
    pick_in,
    picks_in,
)
from xenotable.games.rampant import state
from xenotable.games.rampant.content import ACTIONS, KINS, NATURES, content, rule_text
from xenotable.games.rampant.forecasts.calculators import unit_in_calculator
from xenotable.games.rampant.forecasts.worth import detachment_worth
from xenotable.games.rampant.rules.content import entry_of, random_roster, ready
from xenotable.games.rampant.rules.detachment.legality import is_known, located_refusals, total
from xenotable.games.rampant.rules.detachment.points import LIMITS, most_points, most_units
from xenotable.games.rampant.rules.detachment.profiles import able_actions, profile
from xenotable.games.rampant.rules.roster.cards import PAIRS, numbers, text_rows
from xenotable.games.rampant.rules.scenarios.vows import MOST_VOWS, vow_refusals
from xenotable.games.rampant.rules.xeno.purchases import tier, tiers_of
from xenotable.games.rampant.state import Roster, Setup

POSTURES = {"line": "Line", "rush": "Rush", "raid": "Raid"}
VOWS = "A plan that stays with the list: at the table vows are chosen in secret."


# ---- what can be chosen ----------------------------------------------------------------------------------------------


def groups(army: ArmyList, at: Path) -> Sequence[Group]:
    if not at:
        return list_groups(figure_in(army, "limit", "24"))
    entry = entry_at(army, at)
    if len(at) > 1 or entry.group != "unit":
        return ()
    return unit_groups(entry, pick_in(army, "trait") == "seasoned")


@memoize(16)
def list_groups(limit: int) -> tuple[Group, ...]:
    c = content()
    sizes = tuple(Choice(str(n), f"{n} points", rule="detachment.size") for n in LIMITS)
    rolled = tuple(Choice(f"roll:{t}", f"Rolled: {t.title()}", rule="command.trait") for t in trait_tables())
    traits = tuple(Choice(t.id, t.name, rule_text(t.rule), t.rule) for t in c.traits.values())
    types = tuple(Choice(u.id, u.name, rule_text(f"units.{u.id}"), f"units.{u.id}") for u in c.units.values())
    hires = tuple(
        Choice(
            h.name, h.name, f"{c.units[h.type].name}, {h.points} points.", "content.hire-list", read_unit(entry_of(h))
        )
        for h in c.hires
    )
    vows = tuple(Choice(v.id, f"{v.name} ({v.value})", rule_text(v.rule), v.rule) for v in c.vows.values())
    postures = tuple(Choice(id, title, rule="solo.posture") for id, title in POSTURES.items())
    agreed = (Choice("picked", "Picked by agreement", rule_text("command.trait"), "command.trait"),)
    return (
        Group("limit", "Size", sizes, 1, 1, setting=True),
        Group("trait", "Commander's trait", (*traits, *rolled), most=1, setting=True),
        Group("traits", "Traits", agreed, most=1, setting=True),
        Group("posture", "Posture", postures, most=1, setting=True, about="How a machine leads the detachment."),
        Group("vows", "Vows", vows, most=MOST_VOWS, setting=True, about=VOWS),
        Group("unit", "Unit", types, 3, None if limit not in LIMITS else most_units(limit), repeats=True, named=True),
        Group("hire", "Ready unit", hires, repeats=True, named=True),
    )


def trait_tables() -> tuple[str, ...]:
    return tuple(dict.fromkeys(t.table for t in content().traits.values()))


@memoize(4096)
def unit_groups(unit: Entry, seasoned: bool) -> tuple[Group, ...]:
    return tuple(_unit_groups(unit, seasoned))


def _unit_groups(unit: Entry, seasoned: bool) -> Iterator[Group]:
    options, xeno = picks_in(unit, "options"), picks_in(unit, "xeno")
    yield Group("commander", "Commander", COMMANDER, most=1, exclusive=True)
    yield Group("options", "Options", option_choices(unit.pick, options))
    yield Group("xeno", "Xeno rules", xeno_choices(xeno))
    nature = next((NATURES[x] for x in xeno if x in NATURES), "")
    kins = tuple(Choice(k, k.title(), rule="play.kin") for k in ((nature,) if nature else KINS))
    yield Group("kin", "Kin", kins, 1, 1, automatic=True)
    tiers = dict(tier(x) for x in xeno)
    if powers := min(3, tiers.get("psychic", 0)):
        yield Group("powers", "Powers", power_choices(), powers, powers, automatic=True)
    free = free_choices(unit.pick, options, xeno)
    if free and "machine" in tiers:
        yield Group("machine_free", "Free action of a Machine", free, 1, 1, automatic=True)
    if free and seasoned and pick_in(unit, "commander"):
        yield Group("seasoned_free", "Free action of a Seasoned Commander", free, 1, 1, automatic=True)


COMMANDER = (Choice("commander", "Commander", rule="detachment.commander"),)


@memoize(256)
def option_choices(unit: str, bought: tuple[str, ...]) -> tuple[Choice, ...]:
    """The options of a unit type, and whatever was bought beside."""
    found = [o for o in content().options.values() if unit in o.cost or o.id in bought]
    return tuple(Choice(o.id, o.name, rule_text(o.rule), o.rule) for o in found)


@memoize(256)
def xeno_choices(bought: tuple[str, ...]) -> tuple[Choice, ...]:
    """All xeno rules, each tier by itself."""
    found = []
    for xeno in content().xeno.values():
        ways = [*tiers_of(xeno), *(b for b in bought if b == xeno.id and xeno.tiers)]
        titles = [f"{xeno.name} {tier(w)[1]}" if xeno.tiers and ":" in w else xeno.name for w in ways]
        about = rule_text(xeno.rule)
        found += [Choice(way, title, about, xeno.rule) for way, title in zip(ways, titles, strict=True)]
    return tuple(found)


@memoize(1)
def power_choices() -> tuple[Choice, ...]:
    return tuple(Choice(p.id, p.name, rule_text(p.rule), p.rule) for p in content().powers.values())


@memoize(1024)
def free_choices(unit: str, options: tuple[str, ...], xeno: tuple[str, ...]) -> tuple[Choice, ...]:
    known = unit in content().units and all(o in content().options for o in options)
    able = able_actions(unit, options, xeno) if known else ACTIONS
    return tuple(Choice(a, a.title()) for a in able)


# ---- lists and rosters -----------------------------------------------------------------------------------------------


class Detachment(Row, frozen=True):
    """A roster, and what its battle must be like."""

    roster: Roster
    limit: int
    picked: bool


@lru_cache(512)
def build(army: ArmyList) -> Detachment:
    units = tuple(write_unit(e) for e in parts_in(army, "unit"))
    roster = Roster(army.name, units, pick_in(army, "trait"), pick_in(army, "posture"))
    return Detachment(roster, figure_in(army, "limit"), pick_in(army, "traits") == "picked")


@lru_cache(4096)
def write_unit(e: Entry) -> state.Entry:
    return state.Entry(
        e.name,
        e.pick,
        picks_in(e, "options"),
        picks_in(e, "xeno"),
        pick_in(e, "kin"),
        bool(picks_in(e, "commander")),
        picks_in(e, "powers"),
        pick_in(e, "machine_free"),
        pick_in(e, "seasoned_free"),
    )


def read_unit(entry: state.Entry) -> Entry:
    parts = (
        *entries("commander", "commander" if entry.commander else ""),
        *entries("options", *entry.options),
        *entries("xeno", *entry.xeno),
        *entries("kin", entry.kin),
        *entries("powers", *entry.powers),
        *entries("machine_free", entry.machine_free),
        *entries("seasoned_free", entry.seasoned_free),
    )
    return Entry("unit", entry.type, entry.name, parts=parts)


def read(roster: Roster, limit: int = 24, picked: bool = False) -> ArmyList:
    parts = (
        *entries("limit", str(limit)),
        *entries("trait", roster.trait),
        *entries("traits", "picked" if picked else ""),
        *entries("posture", roster.posture),
        *map(read_unit, roster.units),
    )
    return BOOK.settle(ArmyList("rampant", roster.name, parts))


def lists_in(setup: Setup) -> list[ArmyList]:
    return [read(roster, setup.limit, setup.picked) for roster in setup.rosters]


def seated(setup: Setup, seat: int, army: ArmyList) -> Setup:
    mine = build(army)
    rosters = at_seat(setup.rosters, seat, mine.roster)
    return replace(setup, rosters=rosters, limit=mine.limit, picked=mine.picked or setup.picked)


# ---- what it costs, what is wrong, what it becomes -------------------------------------------------------------------


def cost(army: ArmyList) -> int:
    roster = build(army).roster
    return total(replace(roster, units=tuple(u for u in roster.units if is_known(u))))


def limit(army: ArmyList) -> int | None:
    what = build(army)
    return most_points(what.limit, what.roster.trait) if what.limit in LIMITS else None


def refusals(army: ArmyList) -> Iterator[Located]:
    what = build(army)
    for refusal in vow_refusals(picks_in(army, "vows")):
        yield (), refusal
    yield from located(army, "unit", located_refusals(what.roster, what.limit, what.picked))


def profile_lines(army: ArmyList, at: Path) -> tuple[ProfileLine, ...]:
    """The roster card as it becomes, each number beside that of the plain unit type."""
    cite("content.builder")
    entry = entry_at(army, at)
    if len(at) > 1 or entry.group != "unit":
        return ()
    return card_lines(write_unit(entry), pick_in(army, "trait") == "seasoned")


@memoize(1024)
def card_lines(unit: state.Entry, seasoned: bool) -> tuple[ProfileLine, ...]:
    if not is_known(unit):
        return ()
    mine, plain = profile(unit, seasoned), profile(state.Entry("", unit.type), False)
    now, was = numbers(mine), numbers(plain)
    rows = text_rows(unit, mine, {})
    bare = text_rows(state.Entry("", unit.type), plain, {})
    fields = [f for pair in PAIRS for f in pair if f in now]
    return (
        *(ProfileLine(f, now[f], was[f] if f != "Points" else None) for f in fields),
        ProfileLine("Special rules", rows["Special rules"], bare["Special rules"]),
    )


def odds(army: ArmyList, at: Path) -> OddsLink:
    unit = write_unit(entry_at(army, at))
    return unit_in_calculator(profile(unit, pick_in(army, "trait") == "seasoned"), unit.xeno)


def worth(army: ArmyList) -> list[Forecast]:
    return detachment_worth([u for u in build(army).roster.units if is_known(u)])


# ---- where lists begin -----------------------------------------------------------------------------------------------


def blank() -> ArmyList:
    return ArmyList("rampant", "New detachment", (Entry("limit", "24"),))


def draft(rnd: Random) -> ArmyList:
    """Of the usual size, units named by their types."""
    roster = random_roster("Random detachment", 24, rnd)
    return BOOK.named(read(replace(roster, units=tuple(replace(unit, name="") for unit in roster.units))))


def ready_lists() -> dict[str, ArmyList]:
    cite("content.detachments")
    return {id: read(ready(id)) for id in content().detachments}


BOOK = Book(
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
