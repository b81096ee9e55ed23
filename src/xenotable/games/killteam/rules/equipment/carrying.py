"""Who may carry what (chapter equipment), and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Refusal, rule
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Item, Roster
from xenotable.games.killteam.state import KillTeam

POINTS = 10
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


def may_carry(game: KillTeam, seat: int, item: str, operative: str) -> bool:
    """Is this one of the choices?"""
    row, thing = game.operatives.get(operative), content.items().get(item)
    if row is None or thing is None or row.seat != seat:
        return False
    usual = open_to(thing, roster_of(game, seat), game.setup.way == "narrative")
    return usual and eligible(thing, row.unit, (*row.ranged, *row.melee))


def choices(game: KillTeam, seat: int) -> list[Pair]:
    """Every item with every operative that may carry it."""
    roster = roster_of(game, seat)
    narrative = game.setup.way == "narrative"
    return [
        (item.id, i)
        for item in content.items().values()
        if open_to(item, roster, narrative)
        for i, row in game.operatives.items()
        if row.seat == seat and eligible(item, row.unit, (*row.ranged, *row.melee))
    ]


def roster_of(game: KillTeam, seat: int) -> Roster:
    given = game.setup.rosters[seat]
    return given if given.team else Roster(game.sides[seat].team)


def points_of(game: KillTeam, seat: int) -> int:
    workshop = game.setup.way == "narrative" and "as-workshop" in game.setup.rosters[seat].assets
    return POINTS + (1 if workshop else 0)


def equipment_refusals(game: KillTeam, seat: int, chosen: Sequence[Pair]) -> Iterator[Refusal]:
    """Everything that is wrong with a choice of equipment."""
    spent = sum(content.items()[item].cost for item, _ in chosen)
    if spent > points_of(game, seat):
        args = {"n": spent, "p": points_of(game, seat)}
        yield Refusal("equipment.points", "That costs {n} points; there are {p}.", args, "Leave something out.")
    for item in dict.fromkeys(i for i, _ in chosen):
        n, entry = sum(i == item for i, _ in chosen), content.items()[item]
        if n > entry.limit:
            yield Refusal(
                "equipment.points", "At most {a} of {i}, not {b}.", {"a": entry.limit, "i": entry.name, "b": n}
            )
    for pair in dict.fromkeys(chosen):
        if not may_carry(game, seat, *pair):
            yield Refusal("equipment.assign", "{i} is not for {o}.", {"i": content.items()[pair[0]].name, "o": pair[1]})
        if list(chosen).count(pair) > 1:
            yield Refusal("equipment.assign", "{o} carries one of each item at most.", {"o": pair[1]})


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
def actions_of(game: KillTeam, operative: str) -> list[str]:
    """Unique actions that items grant."""
    return [a for i in game.operatives[operative].items if (a := content.items()[i].action)]
