"""The model designer: own models of any legal values, priced by the formula (chapter "pricing")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from msgspec.structs import asdict, replace

from xenotable.engine import Refusal, rule
from xenotable.games.xenocide.content import CAD_ORDER, TYPES, Design, Entry, Kind, design_id, factions, weapons
from xenotable.games.xenocide.rules.army.models import designs, kinds
from xenotable.games.xenocide.rules.pricing.formula import price
from xenotable.games.xenocide.rules.stats.values import read, value_refusals
from xenotable.games.xenocide.state import Battle, models_of

MOVE_SPECIALS = ("jump", "teleport", "burrowing", "amphibious")
DEFENCES = ("shield", "stealth", "entrench")
ASSAULT_SPECIALS = ("guard", "charge", "cutter", "shatter")
MOST = 24  # the N of a special
WIDEST = 2.0  # inches of a base: a unit of wider ones would find no room in a deployment zone
KEPT = 20_000  # designs that are remembered; whoever builds one makes many on the way
NUMBERED = ("jump", "teleport", "shield", "guard", "charge")


@rule("pricing.custom-models")
def design_model(d: Design) -> Kind:
    """The model as it fights, with the price that the formula gives it."""
    klass = "infantry" if "infantry" in d.type else "heavy" if d.armor >= 4 else "light"
    entry = Entry(id=design_id(d), kind=klass, vp=0, role="own design", **asdict(d))
    kind = read(entry)
    return replace(kind, vp=price(kind))


@models_of.fill
def models(setup: Battle) -> Mapping[str, Kind]:
    """Every model that can fight in a battle."""
    return {**kinds(), **know(setup.designs)} if setup.designs else kinds()


def know(them: Iterable[Design]) -> dict[str, Kind]:
    """Designs become models that lists can buy."""
    found = {design_id(d): design_model(d) for d in them}
    known = designs()
    for id in [*known][: max(0, len(known) + len(found) - KEPT)]:
        del known[id]
    known.update(found)
    return found


# ---- why not ---------------------------------------------------------------------------------------------------------


def design_refusals(d: Design) -> Iterator[Refusal]:
    """Everything that is wrong with a design."""
    bad = [*unknown(d)]
    yield from bad
    if bad:
        return
    yield from value_refusals(design_model(d))
    for twice in repeated(d):
        says = "{n}: {x} is named twice."
        yield Refusal("pricing.custom-models", says, {"n": d.name, "x": twice}, "Name it once.")
    if not 0 < d.base <= WIDEST or not 0 < d.height <= 8.0 or d.size < 1 or d.transport < 0 or d.caa < 0:
        says = "{n}: base (up to 2 in), height and size are above nothing, dice and room not below."
        yield Refusal("pricing.custom-models", says, {"n": d.name}, "Choose other numbers.")


def unknown(d: Design) -> Iterator[Refusal]:
    """Names of the design that the rules do not know."""
    pairs: tuple[tuple[str, Iterable[str], Iterable[str]], ...] = (
        ("faction", (d.faction,), factions()), ("type", d.type, TYPES), ("weapon", d.weapons, weapons()),
        ("CAD", (d.cad,), CAD_ORDER[1:8]), ("special", d.special, ("recon",)),
        ("movement special", map(_plain, d.move_special), MOVE_SPECIALS),
        ("defence", map(_plain, d.defense_special), DEFENCES),
        ("assault special", map(_plain, d.ca_special), ASSAULT_SPECIALS),
    )  # fmt: skip
    for what, names, known in pairs:
        for name in names:
            if name not in known:
                near = get_close_matches(name, list(known), 1)
                remedy = f"Leave it out. Did you mean {near[0]}?" if near else "Leave it out."
                args = {"n": d.name, "what": what, "x": name}
                yield Refusal("pricing.custom-models", "{n}: there is no {what} {x!r}.", args, remedy)
    if not d.type or not d.name:
        yield Refusal("pricing.custom-models", "A design has a name and at least one type.", remedy="Give it both.")
    limits = (("move", d.move, 0, 24), ("aspect", d.aspect, -3, 3), ("armour", d.armor, 0, 6), ("CAA", d.caa, 0, 99),
              ("size", d.size, 1, 99), ("transport", d.transport, 0, 99))  # fmt: skip
    for what, value, low, high in limits:
        if not low <= value <= high:
            says = "{n}: {what} lies between {low} and {high}, not at {v}."
            beyond = {"n": d.name, "what": what, "low": low, "high": high, "v": value}
            yield Refusal("pricing.custom-models", says, beyond, "Choose a number between them.")
    for special in (*d.move_special, *d.defense_special, *d.ca_special):
        number = special.rpartition("-")[2]
        if number.isdecimal() and (len(number) > 9 or int(number) > MOST):
            above = {"n": d.name, "x": special, "most": MOST}
            yield Refusal("pricing.custom-models", "{n}: {x} is above {most}.", above, "Choose a smaller number.")


def repeated(d: Design) -> Iterator[str]:
    """What a design has more than once: it would be paid for each time and count once."""
    for group in (d.type, d.weapons, d.move_special, d.defense_special, d.ca_special, d.special):
        names = [_plain(x) for x in group]
        yield from sorted({x for x in names if names.count(x) > 1})


def _plain(special: str) -> str:
    """jump-12 without its number; a special that needs one and has none stays unknown."""
    name, _, number = special.rpartition("-")
    if name in NUMBERED:
        return name if number.isdecimal() else special
    return special if special not in NUMBERED else special + "-?"


@rule("pricing.custom-models", neutral=lambda *a: ())
def agreement_refusals(them: tuple[Design, ...], agreed: bool, used: Iterable[str]) -> Iterator[Refusal]:
    """Own models fight only if both players agree, and only those that were put on the table."""
    if them and not agreed:
        says = "Own models are allowed only if both players agree."
        yield Refusal("pricing.custom-models", says, remedy="Agree, or leave them out.")
    for d in them:
        yield from design_refusals(d)
    known = {design_id(d) for d in them}
    for id in sorted({k for k in used if k.startswith("own-")} - known):
        yield Refusal("pricing.custom-models", "The design {k!r} was not shown.", {"k": id}, "Bring the design along.")
