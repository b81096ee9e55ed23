"""Close assault across walls: standoffs, fights between sections, attacks on empty buildings (chapter "buildings")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from xenotable.engine import Choose, Flow, Forecast, Pick, Reckon, Refusal, Scene, Then, cite, is_legal, rule, scene
from xenotable.engine.slots import Slot
from xenotable.games.xenocide.rules.assault import dice, dice_count
from xenotable.games.xenocide.rules.buildings.occupants import (
    crews_of,
    garrison,
    holder,
    indoors,
    near_sections,
    near_walls,
    section_refusals,
    sections_of,
    spread_out,
    stand,
    standing_sections,
)
from xenotable.games.xenocide.rules.buildings.structure import batter_section
from xenotable.games.xenocide.rules.buildings.walls import SIDES, gap, side_of
from xenotable.games.xenocide.rules.overwatch import lose_watch
from xenotable.games.xenocide.rules.play.measuring import CONTACT, WITHIN, circle, units_in_contact
from xenotable.games.xenocide.rules.play.units import standing_units
from xenotable.games.xenocide.rules.titans.power import at_any_moment
from xenotable.games.xenocide.scenes import Storm
from xenotable.games.xenocide.state import Xenocide

SECOND_RANK = 6.0 + WITHIN
Sides = tuple[tuple[str, ...], tuple[str, ...]]


@scene
@at_any_moment
def storm(game: Xenocide, at: Storm) -> Then:
    """One question after another; each that was asked is not asked again."""
    return ask_storm(game, at) if game.sections else []


def ask_storm(game: Xenocide, at: Storm) -> Flow[list[Scene]]:
    found = yield from Reckon(key="storms", rule="buildings.standoff", work=lambda: question(game, at))
    if not found:
        return []
    what, who, among = found
    match what:
        case "in":
            yield from from_sections(game, at.seat, who, among)
        case "out":
            yield from out_of(game, who, among)
        case _:
            yield from break_down(game, who, among)
    return [Storm(at.seat, (*at.asked, f"{what} {who}"))]


def question(game: Xenocide, at: Storm) -> tuple[str, str, tuple[str, ...]] | tuple[()]:
    """What is to be asked next: from where to assault a section, whom to assault across the street, what to break."""
    held = enemy_sections(game, at.seat)
    for s in held:
        own = doors_to(game, at.seat, s)
        if own and f"in {s}" not in at.asked:
            return "in", s, tuple(own)
    for unit in activated(game, at.seat):
        if held and indoors(game, unit) and f"out {unit}" not in at.asked and (near := opposite(game, unit)):
            return "out", unit, tuple(near)
        if game.units[unit].order == "assault" and f"at {unit}" not in at.asked and (empty := breakable(game, unit)):
            return "at", unit, tuple(empty)
    return ()


@rule("buildings.standoff-activated", neutral=lambda game, seat: standing_units(game, seat))
def activated(game: Xenocide, seat: int) -> list[str]:
    """The units that may start an assault in this phase: those of the company that is active."""
    active = game.now.company
    return [u for u in standing_units(game, seat) if game.units[u].company == active]


def enemy_sections(game: Xenocide, seat: int) -> list[str]:
    held = crews_of(game, 1 - seat)
    return [s for s in standing_sections(game) if s in held] if held else []


# ---- between sections of one building --------------------------------------------------------------------------------


def doors_to(game: Xenocide, seat: int, s: str) -> list[str]:
    """The own sections next to one of the enemy from which nobody fights yet and somebody can."""
    found = []
    for x in game.field.rooms[s].beside:
        units = garrison(game, x) if not game.sections[x].down else []
        able = holder(game, x) == seat and all(fresh(game, u) for u in units)
        if able and any(u in activated(game, seat) for u in units):
            found.append(x)
    return found


def fresh(game: Xenocide, unit: str) -> bool:
    """Free to start an assault: unsuppressed (or freed), and not fighting already."""
    row = game.units[unit]
    return (not row.marks or row.freed) and not row.sally and not units_in_contact(game, unit)


@rule("buildings.sections-assault")
def from_sections(game: Xenocide, seat: int, s: str, own: Sequence[str]) -> Flow[None]:
    """From one or several sections against one next to them: everybody in them takes part."""
    cite("buildings.sections-adjacent")
    chosen = yield from Pick(
        seat=seat, key="storm", rule="buildings.sections-assault",
        prompt="From which sections do you assault {s}, which {t} holds?", args={"s": s, "t": garrison(game, s)[0]},
        among=lambda: own, default=(), label=lambda x: game.name(x),
        odds=lambda picked: storm_odds(game, picked, garrison(game, s)),
    )  # fmt: skip
    if not chosen:
        return
    for unit in (*(u for x in chosen for u in garrison(game, x)), *garrison(game, s)):
        game.units.set(unit, sally="storm")
        if game.units[unit].seat == seat:
            game.units.set(unit, charge=charge_of(game, unit))
    says = "{a} storms {s} from inside the building."
    game.tell(says, "buildings.sections-assault", a=garrison(game, chosen[0])[0], s=s)


def charge_of(game: Xenocide, unit: str) -> str:
    """On firing orders it fights at a disadvantage, as in any assault that it starts; without orders it has neither
    disadvantage nor Charge."""
    order = game.units[unit].order
    return "" if not order else "assault" if order == "assault" else "firing"


def calm(game: Xenocide) -> None:
    """The phase is over: whoever was to fight and found nobody any more, across walls or in the open, stands off."""
    dice.clear(game, [unit for unit, row in game.units.items() if row.sally or row.charge])


# ---- across the street -----------------------------------------------------------------------------------------------


def opposite(game: Xenocide, unit: str) -> list[str]:
    """The sections of other buildings, less than 4 inches from a garrison, that its enemies hold."""
    if not indoors(game, unit) or not fresh(game, unit):
        return []
    mine = sections_of(game, unit)
    own = {game.field.rooms[s].building for s in mine}
    return [
        s
        for s in enemy_sections(game, game.units[unit].seat)
        if game.field.rooms[s].building not in own
        and min(gap(game.field.rooms[x].walls, game.field.rooms[s].walls) for x in mine) < CONTACT
    ]


@rule("buildings.standoff")
def out_of(game: Xenocide, unit: str, near: Sequence[str]) -> Flow[None]:
    """The active player decides for each garrison in a standoff whether it assaults."""
    s = yield from Choose(
        seat=game.units[unit].seat, key="sally", rule="buildings.standoff",
        prompt="Does {unit} assault across the street?",
        args={"unit": unit}, among=lambda: (None, *near), default=None,
        label=lambda x: "It stands off" if x is None else f"{game.name(garrison(game, x)[0])} in {game.name(x)}",
        odds=lambda x: None if x is None else prospects(game, unit, garrison(game, x), "out"),
    )  # fmt: skip
    if s is None:
        return
    game.units.set(unit, sally="out", charge=charge_of(game, unit))
    for t in involved_units(game, s):
        game.units.set(t, sally=game.units[t].sally or "out")
    game.tell("{unit} assaults {s} across the street.", "buildings.standoff", unit=unit, s=s)


@rule("buildings.assault-building-garrison", neutral=lambda game, s: garrison(game, s)[:1])
def involved_units(game: Xenocide, s: str) -> list[str]:
    """An attack on a section involves every unit in it."""
    return garrison(game, s)


@rule("buildings.standoff-chain")
def chain(game: Xenocide, seat: int, mine: Sequence[str], theirs: Sequence[str]) -> Flow[Sides]:
    """Garrisons within 4 inches of the enemies of an assault choose whether to take part, the active player's first;
    each may bring in others."""
    sides = {seat: list(mine), 1 - seat: list(theirs)}
    asked: list[str] = []
    while True:
        waiting = [u for who in (seat, 1 - seat) for u in onlookers(game, who, sides[1 - who]) if u not in sides[who]]
        waiting = [u for u in waiting if u not in asked]
        if not waiting:
            return tuple(sides[seat]), tuple(sides[1 - seat])
        unit = waiting[0]
        asked.append(unit)
        who = game.units[unit].seat
        joins = yield from Choose(
            seat=who, key="join", rule="buildings.standoff-chain", prompt="Does {unit} take part in the assault?",
            args={"unit": unit}, among=lambda: (False, True), default=False,
            label=lambda yes: "It takes part" if yes else "It stands off",
            odds=partial(_if_joined, game, unit, tuple(sides[1 - who])),
        )  # fmt: skip
        if joins:
            game.units.set(unit, sally="out", fallen=0, fled=False)
            lose_watch(game, unit)
            for t in sides[1 - who]:
                if indoors(game, t) and not game.units[t].sally:
                    game.units.set(t, sally="out")
            sides[who].append(unit)
            game.tell("{unit} takes part in the assault.", "buildings.standoff-chain", unit=unit)


prospects = Slot[[Xenocide, str, Sequence[str], str], Sequence[Forecast]]("xenocide.prospects")  # a round across walls


def storm_odds(game: Xenocide, sections: Sequence[str], foes: Sequence[str]) -> list[Forecast]:
    """A round of each garrison of these sections, alone, against those next door."""
    return [f for x in sections for u in garrison(game, x) for f in prospects(game, u, foes, "storm")]


def _if_joined(game: Xenocide, unit: str, foes: Sequence[str], joins: bool) -> Sequence[Forecast] | None:
    near = [t for t in foes if indoors(game, t) and game.units[t].models]
    return prospects(game, unit, near[:1], "out") if joins and near else None


def onlookers(game: Xenocide, seat: int, foes: Sequence[str]) -> list[str]:
    """The garrisons of a side in a standoff with some of these enemies."""
    held = [game.field.rooms[s].walls for t in foes if t in game.units for s in sections_of(game, t)]
    return [
        u
        for u in standing_units(game, seat)
        if not game.units[u].sally
        and any(gap(game.field.rooms[s].walls, w) < CONTACT for s in sections_of(game, u) for w in held)
    ]


# ---- empty buildings -------------------------------------------------------------------------------------------------


def breakable(game: Xenocide, unit: str) -> list[str]:
    """The sections without enemies that a unit on Assault orders may attack."""
    row = game.units[unit]
    if row.order != "assault" or (row.marks and not row.freed) or row.charge or row.sally:
        return []
    near = [s for s in near_sections(game, unit, CONTACT) if near_walls(game, unit, s) < CONTACT]
    near = [s for s in near if holder(game, s) is None]  # so none that the unit itself is in
    return near if near and not units_in_contact(game, unit) else []


blows_odds = Slot[[Xenocide, str, str, int], Sequence[Forecast]]("xenocide.blows_odds")


@rule("buildings.assault-empty-building")
def break_down(game: Xenocide, unit: str, near: Sequence[str]) -> Flow[None]:
    """One round of blows at an empty section: nobody strikes back and nobody tests."""
    s = yield from Choose(
        seat=game.units[unit].seat, key="break-down", rule="buildings.assault-empty-building",
        prompt="Does {unit} attack an empty building?", args={"unit": unit}, among=lambda: (None, *near), default=None,
        label=lambda x: "No" if x is None else game.name(x),
        odds=lambda x: None if x is None else blows_odds(game, unit, x, dice_at(game, unit, x)),
    )  # fmt: skip
    if s is None:
        return
    if n := dice_at(game, unit, s):
        yield from batter_section(game, s, ((unit, n),))


def dice_at(game: Xenocide, unit: str, s: str) -> int:
    """The dice of the models within 6 inches of a section."""
    walls = game.field.rooms[s].walls
    models = [m for m in game.units[unit].models if gap(circle(game, m), walls) <= SECOND_RANK]
    return dice.dice_and_limit(dice_count.tally(game, unit, models, True), dice.is_disadvantaged(game, unit))[0]


# ---- reinforcements --------------------------------------------------------------------------------------------------


@rule("buildings.sections-reinforce", neutral=lambda *a: [])
def helpers(game: Xenocide, seat: int, ours: Sequence[str], foes: Sequence[str]) -> list[str]:
    """Units that a command point brings into a fight between sections: within 4 inches of a section in it, or next
    to one."""
    if not any(game.units[u].sally == "storm" for u in (*ours, *foes)):
        return []
    free = [
        u
        for u in standing_units(game, seat)
        if u not in ours and not game.units[u].marks and not units_in_contact(game, u)
    ]
    return [u for u in free if post_of(game, u, ours, foes) is not None]


def post_of(game: Xenocide, unit: str, ours: Sequence[str], foes: Sequence[str]) -> str | None:
    """From which section a unit would fight: its own if it is next to the enemy's, or one of its side's with room."""
    theirs = [s for t in foes for s in sections_of(game, t)]
    for s in sections_of(game, unit):
        if any(x in game.field.rooms[s].beside for x in theirs) and len(indoors(game, unit)) == len(
            game.units[unit].models
        ):
            return s
    for s in dict.fromkeys(s for t in ours for s in sections_of(game, t)):
        beside = any(x in game.field.rooms[s].beside for x in sections_of(game, unit))
        near = beside or (near_walls(game, unit, s) <= CONTACT + WITHIN and not indoors(game, unit))
        if near and is_legal(section_refusals(game, s, unit, game.units[unit].models)):
            return s
    return None


def help_out(game: Xenocide, unit: str, ours: Sequence[str], foes: Sequence[str]) -> None:
    """The unit goes where it fights from, and is in the fight."""
    s = post_of(game, unit, ours, foes)
    if s is None:
        return
    if s not in sections_of(game, unit):
        put = spread_out(game, s, game.units[unit].models, SIDES)
        if put is None:
            return
        for model, at in put.at.items():
            stand(game, model, s, side_of(game.field.rooms[s].sides, (at[0], at[1])), at)
    game.units.set(unit, sally="storm")
    game.tell("{unit} comes to help in {s}.", "buildings.sections-reinforce", unit=unit, s=s)


def fight_refusals(game: Xenocide, unit: str) -> Iterator[Refusal]:
    """A garrison fights from its walls: it has no need to maneuver."""
    if game.units[unit].models and len(indoors(game, unit)) == len(game.units[unit].models):
        yield Refusal("buildings.zone-of-control", "{unit} fights from inside its building.", {"unit": unit})
