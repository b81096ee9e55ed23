"""Is a roster legal? Every reason why not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from xenotable.engine import Refusal, is_legal, memoize, rule
from xenotable.faults import nearest
from xenotable.games.rampant.content import KINS, NATURES, content
from xenotable.games.rampant.rules.command import trait_refusals
from xenotable.games.rampant.rules.detachment.points import LIMITS, most_points, most_units
from xenotable.games.rampant.rules.detachment.profiles import able_actions, bought_numbers
from xenotable.games.rampant.rules.play.conventions import kin_of
from xenotable.games.rampant.rules.roster.numbers import cost
from xenotable.games.rampant.rules.xeno.purchases import tier, tiers_of
from xenotable.games.rampant.state import Entry, Roster

LEAVE_OUT = "Leave it out."
LEAVE_VEHICLES = "Leave a vehicle out."

# ---- legality of one unit --------------------------------------------------------------------------------------------


def is_known(entry: Entry) -> bool:
    """Whether the catalogue has everything that the entry names."""
    return _is_known(entry.type, entry.options, entry.xeno, entry.powers)


@memoize(16384)
def _is_known(unit: str, options: tuple[str, ...], xeno: tuple[str, ...], powers: tuple[str, ...]) -> bool:
    return is_legal(unknown_names(Entry("", unit, options, xeno, powers=powers)))


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
                args = {"unit": entry.name, "what": what, "name": name}
                yield Refusal("detachment.refusal", says, args, f"{LEAVE_OUT}{nearest(name, table)}")


@memoize(32768)
def go_together(unit: str, options: tuple[str, ...], xeno: tuple[str, ...], commander: bool) -> bool:
    """May a unit have all this? Names, kin and powers do not matter to that."""
    return is_legal(combination_refusals(Entry("", unit, options, xeno, commander=commander)))


def combination_refusals(entry: Entry) -> Iterator[Refusal]:
    """What does not go together."""
    yield from option_refusals(entry)
    yield from xeno_refusals(entry)


@rule("detachment.unit-cost-cap", neutral=lambda *a: True)
def is_cheap_enough(points: int, limit: int) -> bool:
    """No unit may cost more than half of the points."""
    return points * 2 <= limit


def unit_refusals(entry: Entry, limit: int, trait: str = "") -> Iterator[Refusal]:
    """Everything that is wrong with one unit."""
    if not is_known(entry):
        yield from unknown_names(entry)
        return
    if not entry.name.strip():
        yield Refusal("roster.name-and-points", "A unit has no name.", remedy="Give it one.")
    if not go_together(entry.type, entry.options, entry.xeno, entry.commander):
        yield from combination_refusals(entry)
    points = cost(entry)
    if limit in LIMITS and not is_cheap_enough(points, limit):
        args = {"unit": entry.name, "n": points, "most": limit // 2}
        says = "{unit} costs {n} points; at most {most} are allowed."
        yield Refusal("detachment.unit-cost-cap", says, args, "Leave something of it out.")
    yield from choice_refusals(entry, trait)


@rule("detachment.options-eligible", neutral=lambda *a: ())
def option_refusals(entry: Entry) -> Iterator[Refusal]:
    c = content()
    for id in dict.fromkeys(entry.options):
        option = c.options[id]
        args = {"unit": entry.name, "option": option.name}
        if entry.type not in option.cost:
            says = "{unit} cannot buy {option}: it is not for its type."
            yield Refusal("detachment.options-eligible", says, args, LEAVE_OUT)
        if entry.options.count(id) > 1:
            yield Refusal("options.once", "{unit} has {option} more than once.", args, "Buy it once.")
        if not option.needs:
            continue
        have = {*entry.options, *[tier(x)[0] for x in entry.xeno]}
        for need in (*option.needs.get("all", ()), *option.needs.get(entry.type, ())):
            if need not in have:
                more = {**args, "need": c.options[need].name}
                yield Refusal("detachment.options-eligible", "{unit}: {option} needs {need}.", more, "Buy it too.")
    yield from exclusions(entry)


def exclusions(entry: Entry) -> Iterator[Refusal]:
    """What excludes what, both ways, each pair told once."""
    c = content()
    ids = list(dict.fromkeys((*entry.options, *[tier(x)[0] for x in entry.xeno])))
    for i, a in enumerate(ids):
        for b in ids[i + 1 :]:
            if b in _excludes(a) or a in _excludes(b):
                id = "detachment.one-nature" if a in NATURES and b in NATURES else "detachment.options-eligible"
                names = {x: (c.options.get(x) or c.xeno[x]).name for x in (a, b)}
                args = {"unit": entry.name, "a": names[a], "b": names[b]}
                yield Refusal(id, "{unit} cannot have both {a} and {b}.", args, "Leave one of them out.")


@memoize(256)
def _excludes(id: str) -> tuple[str, ...]:
    c = content()
    option, xeno = c.options.get(id), c.xeno.get(id)
    return (*(option.excludes if option else ()), *(xeno.excludes if xeno else ()))


@rule("detachment.xeno-eligible", neutral=lambda *a: ())
def xeno_refusals(entry: Entry) -> Iterator[Refusal]:
    if not entry.xeno:
        return
    c = content()
    plain = c.units[entry.type]
    have = [tier(x)[0] for x in entry.xeno]
    for bought in dict.fromkeys(entry.xeno):
        id, _ = tier(bought)
        xeno = c.xeno[id]
        args: dict[str, Any] = {"unit": entry.name, "xeno": xeno.name}
        denied = id in plain.xeno_deny or (plain.xeno_allow is not None and id not in plain.xeno_allow)
        if denied or (xeno.kind and xeno.kind != plain.kind):
            yield Refusal("detachment.xeno-eligible", "{unit} may not take {xeno}.", args, LEAVE_OUT)
        if have.count(id) > 1:
            yield Refusal("detachment.xeno-eligible", "{unit} has {xeno} more than once.", args, "Buy it once.")
        if bought != id and bought not in tiers_of(xeno):
            says, tiers = "{unit}: there is no {xeno} called {name}.", " or ".join(tiers_of(xeno))
            yield Refusal("detachment.xeno-eligible", says, {**args, "name": bought}, f"Write {tiers}.")
        if xeno.needs_any and not any(x in have for x in xeno.needs_any):
            needs = " or ".join(c.xeno[x].name for x in xeno.needs_any)
            yield Refusal(
                "detachment.xeno-eligible", "{unit}: {xeno} needs {needs}.", {**args, "needs": needs}, "Buy it too."
            )
    if "unarmed" in have and not bought_numbers(entry.type, entry.options)["shoot_value"]:
        says = "{unit} has no Shoot Value to give up."
        yield Refusal("xeno.unarmed", says, {"unit": entry.name}, "Leave Unarmed out.")
    for id in ("overmind", "hired-guns"):
        if entry.commander and id in have:
            says = "{unit}: {xeno} is not for the Commander's unit."
            args = {"unit": entry.name, "xeno": c.xeno[id].name}
            yield Refusal(f"xeno.{id}", says, args, "Let another unit hold the Commander.")


def choice_refusals(entry: Entry, trait: str) -> Iterator[Refusal]:
    """Kin, powers and the additional free actions."""
    if not entry.xeno and not entry.powers and entry.kin in KINS and trait != "seasoned":
        return  # most units: nothing of theirs asks for a choice
    natural = not any(x in NATURES for x in entry.xeno)
    if natural and entry.kin not in KINS:
        yield Refusal("play.kin", "{unit}: kin is terran, alien or beast.", {"unit": entry.name}, "Choose one.")
    elif entry.kin != kin_of(entry):
        args = {"unit": entry.name, "kin": kin_of(entry)}
        yield Refusal("play.kin", "{unit} must be of kin {kin}.", args, "Choose that kin.")
    tiers = dict(tier(x) for x in entry.xeno)
    may = min(3, tiers.get("psychic", 0))
    if len(entry.powers) != may or len(set(entry.powers)) < len(entry.powers):
        known: dict[str, Any] = {"unit": entry.name, "n": may, "m": len(entry.powers)}
        yield Refusal("xeno.psychic", "{unit} knows {n} different powers, not {m}.", known, "Choose as many.")
    extras = []
    if "machine" in tiers:
        extras.append((entry.machine_free, "xeno.machine-orders"))
    if trait == "seasoned" and entry.commander:
        extras.append((entry.seasoned_free, "command.champion-3-seasoned"))
    if not extras:
        return
    able = able_actions(entry.type, entry.options, entry.xeno)
    for extra, id in extras:
        if extra not in able and (able or extra):  # who can take none has nothing to choose
            says = "{unit} chooses one more free action among those it can take: Attack, Move or Shoot."
            yield Refusal(id, says, {"unit": entry.name}, "Choose one of them.")


@rule("detachment.total")
def total(roster: Roster) -> int:
    return sum(cost(e) for e in roster.units)


def roster_refusals(roster: Roster, limit: int = 24, picked: bool = False) -> Iterator[Refusal]:
    """Every broken rule of a roster. A roster may be kept unfinished; a battle needs one without refusals."""
    for _, refusal in located_refusals(roster, limit, picked):
        yield refusal


@rule("detachment.refusal", neutral=lambda *a: ())
def located_refusals(roster: Roster, limit: int, picked: bool) -> Iterator[tuple[int | None, Refusal]]:
    """Every broken rule with the place of the unit that breaks it; None: the roster as a whole."""
    if limit not in LIMITS:
        says, remedy = "Battles are fought at 12, 18, 24, 30 or 36 points, not {n}.", "Choose one of these."
        yield None, Refusal("detachment.size", says, {"n": limit}, remedy)
    strange = [(i, e) for i, e in enumerate(roster.units) if not is_known(e)]
    if strange:
        yield from ((i, refusal) for i, entry in strange for refusal in unknown_names(entry))
        return
    for i, entry in enumerate(roster.units):
        yield from ((i, refusal) for refusal in _faults(entry, limit, roster.trait))
    if limit in LIMITS:  # else there is nothing yet to have too much of
        yield from ((None, refusal) for refusal in size_refusals(roster, limit))
        yield from ((None, refusal) for refusal in vehicle_refusals(roster, limit))
    yield from ((None, refusal) for refusal in commander_refusals(roster))
    yield from ((None, refusal) for refusal in trait_refusals(roster, picked))


@memoize(4096)
def _faults(entry: Entry, limit: int, trait: str) -> tuple[Refusal, ...]:
    """Whoever puts a roster together asks after every unit again with each one more."""
    return tuple(unit_refusals(entry, limit, trait))


def size_refusals(roster: Roster, limit: int) -> Iterator[Refusal]:
    points, most = total(roster), most_points(limit, roster.trait)
    if points > most:
        args = {"name": roster.name, "n": points, "most": most, "over": points - most}
        yield Refusal(
            "detachment.size", "{name} costs {n} points, {over} more than {most}.", args, "Leave something out."
        )
    if not 3 <= len(roster.units) <= most_units(limit):
        args = {"name": roster.name, "n": len(roster.units), "most": most_units(limit)}
        remedy = "Add units." if len(roster.units) < 3 else "Leave units out."
        yield Refusal("detachment.unit-count", "{name} has {n} units; from 3 to {most} are allowed.", args, remedy)


def commander_refusals(roster: Roster) -> Iterator[Refusal]:
    commanders = sum(e.commander for e in roster.units)
    if commanders != 1:
        args = {"name": roster.name, "n": commanders}
        says = "{name} has {n} Commanders; exactly one unit holds the Commander."
        yield Refusal("detachment.commander", says, args, "Say which unit it is.")
    names = [e.name for e in roster.units]
    for twice in sorted({n for n in names if names.count(n) > 1}):
        yield Refusal("roster.name-and-points", "Two units are called {name}.", {"name": twice}, "Rename one of them.")


def vehicle_refusals(roster: Roster, limit: int) -> Iterator[Refusal]:
    kinds = content().units
    heavy = sum(e.type in ("fighting-vehicle", "transport-vehicle") for e in roster.units)
    if heavy > limit // 18:
        args = {"n": heavy, "most": limit // 18}
        yield Refusal(
            "detachment.heavy-vehicle-cap", "{n} heavy vehicles; at most {most} are allowed.", args, LEAVE_VEHICLES
        )
    points = sum(cost(e) for e in roster.units if kinds[e.type].kind == "vehicle")
    if points * 2 > limit:
        args = {"n": points, "most": limit // 2}
        yield Refusal(
            "detachment.vehicle-points-cap",
            "Vehicles cost {n} points; at most {most} are allowed.",
            args,
            LEAVE_VEHICLES,
        )
