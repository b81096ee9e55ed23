"""A detachment on paper: the roster cards of the play sheet, its rules, two pages of reference, counters, missions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from xenotable.engine import paper
from xenotable.engine.paper import Counter, Paper, Press, Sheet, Table, Text
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.content import ready
from xenotable.games.rampant.rules.detachment.legality import total
from xenotable.games.rampant.rules.roster.cards import BLANK, PAIRS, PER_SHEET, ROWS, Card, cards, sheets
from xenotable.games.rampant.rules.xeno.purchases import tier
from xenotable.games.rampant.state import Roster
from xenotable.rulebook import catalogue

TURN = (
    ("activation", "The turn and its orders", 1200), ("moving", "Moving", 700), ("shooting", "Shooting", 1200),
    ("firefight", "Firefight", 500), ("attacking", "Attacking", 1000), ("vehicles", "Vehicles", 700),
)  # fmt: skip
NERVES = (
    ("courage", "Courage", 1300), ("suppression", "Suppression and Rally", 800), ("retreat", "Retreat", 800),
    ("terrain", "Terrain", 1300), ("command", "The Commander", 700), ("psychic", "Psychic powers", 600),
)  # fmt: skip
COUNTERS = (
    Counter("Suppressed", "S", 12, about="hits on sixes"), Counter("Prone", "P", 6), Counter("Activated", "A", 10),
    Counter("Shot at", "T", 6), Counter("Strength lost", "-1", 15, "square"),
    Counter("Strength lost", "-5", 5, "square"),
)  # fmt: skip


def says(rule: str) -> str:
    return catalogue("rampant").rules[rule].says


def printed(roster: Roster | None) -> Paper:
    """A filled detachment; without one, blank cards to fill in by hand."""
    if roster is None:
        return Paper("Xenos Rampant: blank roster cards", (six([BLANK] * PER_SHEET, "Roster"), *common()))
    name = f"{roster.name}, {total(roster)} points"
    pages = [six(sheet, name) for sheet in sheets(cards(roster))]
    return Paper(f"Xenos Rampant: {roster.name}", (*pages, rules_of(roster), *common()))


def six(filled: list[Card], title: str) -> Sheet:
    return Sheet(title, "six", cards=tuple(roster_card(c) for c in filled))


def roster_card(of: Card) -> paper.Card:
    """The fields of the play sheet, two by two, then the rows of text."""
    fields = [(f, False) for pair in PAIRS for f in pair] + [(f, True) for f in ROWS]
    cells = tuple(paper.Cell(f, of.fields.get(f, ""), f in of.changed, wide) for f, wide in fields)
    return paper.Card(cells=cells)


def rules_of(roster: Roster) -> Sheet:
    """What its units need, in the words of the catalogue."""
    found = dict(sorted(named_rules(roster)))
    texts = tuple(Text(name, (says(rule),)) for name, rule in found.items())
    return Sheet("Rules of this detachment", "reference", 3, texts=texts)


def named_rules(roster: Roster) -> Iterator[tuple[str, str]]:
    c = content()
    for entry, card in zip(roster.units, cards(roster), strict=True):
        has = card.fields["Special rules"].split(", ")
        yield from ((s.name, s.rule) for s in c.specials.values() if s.name in has)
        yield from ((c.options[o].name, c.options[o].rule) for o in entry.options)
        yield from ((c.xeno[tier(x)[0]].name, c.xeno[tier(x)[0]].rule) for x in entry.xeno)
        yield from ((c.powers[p].name, c.powers[p].rule) for p in entry.powers)
    if roster.trait in c.traits:
        yield c.traits[roster.trait].name, c.traits[roster.trait].rule


def common() -> tuple[Sheet, ...]:
    rules = catalogue("rampant").rules
    return (
        paper.reference("Reference 1: orders and dice", rules, TURN, (types_table(),)),
        paper.reference("Reference 2: nerves and ground", rules, NERVES, (terrain_table(), powers_table())),
        Sheet("Missions", "cards", 2, tuple(mission_cards())),
        Sheet("Counters to cut out", "counters", counters=COUNTERS),
    )


def dash(n: int) -> str:
    return f"{n}+" if n else "-"


def types_table() -> Table:
    head = ("Unit type", "Pts", "Att", "Mv", "Sh", "Cou", "Arm", "AV", "DV", "SV", "Rng", "Max", "Str")
    rows = tuple(
        (u.name, str(u.points), dash(u.attack), dash(u.move), dash(u.shoot), f"{u.courage}+", str(u.armour),
         dash(u.attack_value), dash(u.defence_value), dash(u.shoot_value), str(u.shoot_range or "-"), str(u.max_move),
         str(u.strength))
        for u in content().units.values()
    )  # fmt: skip
    return Table("Unit types", head, rows, wide=True)


def terrain_table() -> Table:
    rows = tuple(
        (k.name, k.cover if k.shape != "building" else f"hard; Armour {k.armour}, {k.strength} points",
         "yes" if k.rough else "", "yes" if k.impassable else str(k.cross_cost or ""))
        for k in content().terrain.values()
    )  # fmt: skip
    return Table("Terrain", ("Kind", "Cover", "Rough", "To cross"), rows)


def powers_table() -> Table:
    rows = tuple((p.name, f"{p.difficulty}+", p.target, f"{p.range} in", p.lasts) for p in content().powers.values())
    return Table("Psychic powers", ("Power", "Test", "Target", "Range", "Lasts"), rows)


def mission_cards() -> Iterator[paper.Card]:
    for s in content().scenarios.values():
        about = f"{s.rounds} rounds, {s.table[0]:g} by {s.table[1]:g} in"
        yield paper.Card(s.name, about, texts=(Text("", (says(s.rule),)),))


def ready_rosters() -> Mapping[str, Roster]:
    return {id: ready(id) for id in content().detachments}


PRESS = Press(Roster, ready_rosters, printed)
