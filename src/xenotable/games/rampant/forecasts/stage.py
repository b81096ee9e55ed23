"""A table for two units: what a calculator is told becomes a real position, so that the rules themselves say what
counts. Numbers may be anybody's; special rules, cover and powers act as they do in a battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec.structs import replace

from xenotable.engine import memoize
from xenotable.engine.display import Preset
from xenotable.faults import Fault, nearest
from xenotable.games.rampant.content import NATURES, content
from xenotable.games.rampant.rules.detachment.profiles import profile
from xenotable.games.rampant.rules.terrain.field import lay_out
from xenotable.games.rampant.state import NOW, Battle, Entry, Profile, Rampant, Roster, Setup, Side, Spell, Unit
from xenotable.odds.calculators import Part, named, number, one_of

MINE, YOURS = "a1", "b1"
SCENARIO = "first-blood"
Strength = Annotated[int, number("Strength Points now", 1, 20)]
Full = Annotated[int, number("Strength Points at first", 1, 20)]
Rules = Annotated[tuple[str, ...], named("Special rules, options, xeno rules")]
Filled = dict[str, bool | int | str]


def type_names() -> list[str]:
    return [u.name for u in content().units.values()]


class Body(Part, frozen=True):
    """What every unit has."""

    type: Annotated[str, one_of("Unit type", type_names)] = "Heavy Infantry"
    strength: Strength = 5
    full: Full = 5
    rules: Rules = ()

    @classmethod
    def presets(cls) -> Iterator[Preset]:
        """Every unit type, and every unit of the ready detachments."""
        for unit in content().units.values():
            yield preset(unit.name, Entry(unit.name, unit.id), cls, "Unit types")
        for d in content().detachments.values():
            for r in d.unit:
                entry = Entry(r.name, r.type, r.options, r.xeno, r.kin, powers=r.powers, machine_free=r.machine_free)
                yield preset(r.name, entry, cls, d.name)


@memoize(1)
def rule_names() -> dict[str, str]:
    """The ids of special rules, options and xeno rules by their names."""
    c = content()
    found: dict[str, str] = {}
    for table in (c.xeno, c.options, c.specials):
        found |= {x.name: id for id, x in table.items()}
    for xeno in c.xeno.values():
        found |= {f"{xeno.name} {t.tier}": f"{xeno.id}:{t.tier}" for t in xeno.tiers}
    return found


def rule_id(name: str) -> str:
    """The id of a rule, written as on a card."""
    known = {n.lower(): id for n, id in rule_names().items()}
    if name.lower() not in known:
        raise Fault(f'The situation, field rules: there is no rule "{name}".{nearest(name, rule_names())}')
    return known[name.lower()]


def profile_from(body: Body, name: str) -> Profile:
    """The profile with these numbers; a type brings only what the rules look at: vehicle, height, footprint."""
    kind = next(u.id for u in content().units.values() if u.name == body.type)
    bought = [rule_id(r).partition(":") for r in body.rules]
    ids = [id for id, _, _ in bought]
    tiers = {id: int(n or 1) for id, _, n in bought}
    plain = profile(Entry(name, kind, kin=next((NATURES[x] for x in ids if x in NATURES), "terran")), False)
    numbers = {f: getattr(body, f) for f in NUMBERS if hasattr(body, f)}
    return replace(
        plain,
        strength=body.full,
        specials=(),
        has=frozenset(ids),
        deflector=tiers.get("deflector", 0),
        free=(),
        **numbers,
    )


NUMBERS = (
    "attack", "move", "shoot", "courage", "armour", "attack_value", "defence_value", "shoot_value", "shoot_range"
)  # fmt: skip


class Place(Part, frozen=True):
    """How a unit stands on the table."""

    suppressed: bool = False
    prone: bool = False
    powers: tuple[str, ...] = ()  # lasting ones on it
    chief: bool = False  # its Commander is near
    half: bool = False  # half of its detachment is lost


def stage(
    bodies: tuple[Body, Body], gap: float = 6.0, places: tuple[Place, Place] = (Place(), Place()),
    terrain: Sequence[str] = (), foe: bool = False, variants: tuple[str, ...] = (),
) -> Rampant:  # fmt: skip
    """Two units so far apart between their edges, one north of the other. `foe`: the first has sworn against it."""
    chief = Entry("Commander", "heavy", commander=True)
    names = ("The unit", "The target")
    entries = [Entry(names[seat], "heavy") for seat in (0, 1)]
    rosters = tuple(Roster(names[s], (entries[s], *([chief] if places[s].chief else []))) for s in (0, 1))
    game = Rampant(Setup(rosters, SCENARIO, variants=variants))  # type: ignore[arg-type]  # two of them
    y = 4.0
    for seat, unit in enumerate((MINE, YOURS)):
        body, place = bodies[seat], places[seat]
        game.profile[unit] = profile_from(body, names[seat])
        y += game.profile[unit].radius + (game.profile[MINE].radius + gap if seat else 0.0)
        powers = tuple(Spell(p, unit, "end", seat) for p in place.powers)
        row = Unit(
            seat, min(body.strength, body.full), "table", 24.0, y, suppressed=place.suppressed, prone=place.prone
        )
        game.units.add(unit, replace(row, spells=powers))
        if place.chief:
            game.units.add(f"{unit[0]}2", Unit(seat, 5, "table", 16.0, y))
        kin = game.profile[YOURS].kin if seat and foe else ""
        game.sides.add(seat, Side(half=place.half))
        if seat and foe:
            game.sides.set(0, foe=kin)
    land = "\n".join((SCENARIO, "clear", *(t.format(x=24.0, y=y) for t in terrain)))
    game.battle.add(NOW, Battle(scenario=SCENARIO, terrain=land, round=1, phase="orders"))
    lay_out(game)
    return game


# ---- what the book can fill in ---------------------------------------------------------------------------------------


def preset(label: str, entry: Entry, kind: type[Body], under: str) -> Preset:
    return Preset(label, values_of(profile(entry, False), entry.xeno, kind), under)


def values_of(what: Profile, xeno: Sequence[str], kind: type[Body]) -> Filled:
    """A profile as the fields of a form."""
    numbers: Filled = {f: getattr(what, f) for f in NUMBERS if f in kind.__struct_fields__}
    c, tiered = content(), dict(x.partition(":")[::2] for x in xeno)
    found = []
    for id in sorted(what.has):
        of = c.xeno.get(id) or c.options.get(id) or c.specials.get(id)
        assert of is not None
        found.append(f"{of.name} {tiered[id]}" if tiered.get(id) else of.name)
    body: Filled = {"type": c.units[what.type].name, "strength": what.strength, "full": what.strength}
    return {**body, **numbers, "rules": ", ".join(found)}
