"""Who may carry what (chapter equipment), and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xenotable.engine import Refusal, rule
from xenotable.faults import nearest
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Item, Roster
from xenotable.games.killteam.state import KillTeam, Outfitting

POINTS = 10
LEAVE_OUT = "Leave it out."
Pair = tuple[str, str]  # item, operative
NEEDS = {  # the unit or the weapons that an item is for
    "it-cw-range-cards": ("cw-mortarist",),
    "it-cw-trench-club": ("cw-bayonet",),
    "it-vc-blood-oil": ("vc-courtblade", "vc-twin-rapiers"),
    "it-cb-venom-gland": ("cb-claws", "cb-talons", "cb-maw"),
}


@rule("equipment.team-items", neutral=lambda *_: True)
def open_to(item: Item, roster: Roster, narrative: bool) -> bool:
    """Universal items for all, team items for their team, stash items for those who own them in narrative play."""
    if item.team == "stash":
        return narrative and item.id in roster.stash
    return item.team in ("any", roster.team)


def eligible(item: Item, unit: str, options: Sequence[str]) -> bool:
    """Has the operative the weapon, or is it the unit, that the item names?"""
    needs = NEEDS.get(item.id)
    if needs is None:
        return True
    card = content.units()[unit]
    return unit in needs or any(w in needs for w in (*card.ranged, *card.melee, *options))


def choices(game: KillTeam, seat: int) -> list[Pair]:
    """Every item with every operative that may carry it."""
    roster = roster_of(game, seat)
    narrative = game.setup.way == "narrative"
    mine = [(i, row.unit, (*row.ranged, *row.melee)) for i, row in game.operatives.items() if row.seat == seat]
    return [
        (item.id, i)
        for item in content.items().values()
        if open_to(item, roster, narrative)
        for i, unit, weapons in mine
        if item.id not in NEEDS or eligible(item, unit, weapons)
    ]


def roster_of(game: KillTeam, seat: int) -> Roster:
    given = game.setup.rosters[seat]
    return given if given.team else Roster(game.sides[seat].team)


def points_of(game: KillTeam, seat: int) -> int:
    workshop = game.setup.way == "narrative" and "as-workshop" in game.setup.rosters[seat].assets
    return POINTS + (1 if workshop else 0)


def equipment_refusals(game: KillTeam, seat: int, chosen: Sequence[Pair]) -> Iterator[Refusal]:
    """Everything that is wrong with a choice of equipment."""
    own = {i: (row.unit, (*row.ranged, *row.melee)) for i, row in game.operatives.items() if row.seat == seat}
    narrative = game.setup.way == "narrative"
    yield from kit_refusals(own, roster_of(game, seat), narrative, points_of(game, seat), chosen)


def list_refusals(roster: Roster, equipment: Outfitting, narrative: bool) -> Iterator[Refusal]:
    """The same for the equipment that a list brings along."""
    known = content.units()
    own = {str(i): (m.unit, m.options) for i, m in enumerate(roster.members) if m.unit in known}
    pairs = [(item, str(i)) for item, i in equipment]
    yield from kit_refusals(own, roster, narrative, POINTS, pairs)


Carriers = Mapping[str, tuple[str, Sequence[str]]]  # units and weapons by operative


def kit_refusals(
    own: Carriers, roster: Roster, narrative: bool, points: int, chosen: Sequence[Pair]
) -> Iterator[Refusal]:
    items = content.items()
    for item in dict.fromkeys(i for i, _ in chosen if i not in items):
        unknown = {"i": item, "n": nearest(item, items)}
        yield Refusal("equipment.assign", "There is no item {i!r}.{n}", unknown, LEAVE_OUT)
    chosen = [pair for pair in chosen if pair[0] in items]
    spent = sum(items[item].cost for item, _ in chosen)
    if spent > points:
        args = {"n": spent, "p": points}
        yield Refusal("equipment.points", "That costs {n} points; there are {p}.", args, "Leave something out.")
    for item in dict.fromkeys(i for i, _ in chosen):
        n, entry = sum(i == item for i, _ in chosen), items[item]
        if n > entry.limit:
            most = {"a": entry.limit, "i": entry.name, "b": n}
            yield Refusal("equipment.points", "At most {a} of {i}, not {b}.", most, LEAVE_OUT)
    for item, who in dict.fromkeys(chosen):
        unit = own.get(who)
        if unit is None or not open_to(items[item], roster, narrative) or not eligible(items[item], *unit):
            whose = {"i": items[item].name, "o": who}
            yield Refusal("equipment.assign", "{i} is not for {o}.", whose, "Give it to somebody else.")
        if chosen.count((item, who)) > 1:
            yield Refusal("equipment.assign", "{o} carries one of each item at most.", {"o": who}, LEAVE_OUT)


@rule("equipment.weapons", neutral=lambda *_: None)
def equip(game: KillTeam, item: str, operative: str) -> None:
    """An item that is a weapon joins the datacard, one with an action gives that."""
    entry, row = content.items()[item], game.operatives[operative]
    game.operatives.set(operative, items=(*row.items, item))
    if entry.weapon:
        kind = content.weapons()[entry.weapon].kind
        owned = row.ranged if kind == "ranged" else row.melee
        game.operatives.set(operative, **{kind: (*owned, entry.weapon)})


@rule("equipment.actions", neutral=lambda *_: [])
def actions_of(items: Sequence[str]) -> list[str]:
    """Unique actions that items grant."""
    return [a for i in items if (a := content.items()[i].action)]
