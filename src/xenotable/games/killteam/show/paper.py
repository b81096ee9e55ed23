"""A kill team on paper: datacards, ploys and equipment, a page of reference, counters, missions and tac ops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from xenotable.engine.paper import Card, Cell, Counter, Paper, Press, Sheet, Table, Text, reference
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Roster, Unit
from xenotable.games.killteam.rules.content.entries import tokens
from xenotable.games.killteam.rules.content.rosters import default_roster
from xenotable.rulebook import catalogue

TURN = (
    ("turns", "The turning point", 800), ("activation", "Activation", 1000), ("actions", "Actions", 1100),
    ("movement", "Movement", 800), ("sight", "Sight and cover", 800), ("shooting", "Shooting", 1000),
    ("fighting", "Fighting", 800), ("dice", "Dice", 500), ("wounds", "Wounds", 500), ("markers", "Markers", 400),
)  # fmt: skip
DRAWN = {
    "order-engage": Counter("Engage", "E", 12, "square"), "order-conceal": Counter("Conceal", "C", 12, "square"),
    "initiative": Counter("Initiative", "IN", 1, "square"), "injured": Counter("Injured", "INJ", 6),
    "apl-minus": Counter("APL", "-1", 4), "apl-plus": Counter("APL", "+1", 4),
    "objective": Counter("Objective", "O", 6), "carried": Counter("Carried", "*", 2),
    "limited-used": Counter("Limited: used", "X", 4),
    "overwatch-used": Counter("Overwatch: used", "OW", 6), "smoke": Counter("Smoke", "SM", 3),
    "charge": Counter("Charge", "CH", 4), "beacon": Counter("Beacon", "B", 2), "ploy": Counter("Ploy", "PL", 4),
    "ward": Counter("Ward", "W", 3),
}  # fmt: skip
COUNTED = (
    Counter("Activated", "A", 12), Counter("Wound", "1", 12), Counter("Wounds", "5", 6),
    Counter("Command point", "CP", 6),
)  # fmt: skip


def counters() -> tuple[Counter, ...]:
    """One for each token of the book, and what is counted beside them."""
    return (*(replace(DRAWN[id], about=token.says) for id, token in tokens().items()), *COUNTED)


def printed(roster: Roster | None) -> Paper:
    """The datacards of a kill team; without one, those of every team."""
    teams = list(content.teams()) if roster is None else [roster.team]
    name = "every datacard" if roster is None else content.teams()[roster.team].name
    return Paper(f"Kill Team: {name}", (*(s for team in teams for s in team_sheets(team, roster)), *common()))


def team_sheets(team: str, roster: Roster | None) -> Iterator[Sheet]:
    names = [m.unit for m in roster.members] if roster else [u.id for u in content.units_of(team)]
    units = [content.units()[u] for u in dict.fromkeys(names)]
    title = content.teams()[team].name
    yield Sheet(f"{title}: datacards", "cards", 2, tuple(datacard(u, names.count(u.id)) for u in units))
    yield Sheet(f"{title}: ploys, equipment, special rules", "reference", 3, texts=tuple(team_texts(team, units)))


def datacard(unit: Unit, n: int) -> Card:
    keys = ("M", "APL", "GA", "DF", "SV", "W")
    values = (f"{unit.M} in", str(unit.APL), str(unit.GA), str(unit.DF), f"{unit.SV}+", str(unit.W))
    cells = tuple(Cell(k, v) for k, v in zip(keys, values, strict=True))
    cells += (Cell("Invulnerable", f"{unit.inv}+"),) if unit.inv else ()
    owned = dict.fromkeys((*unit.ranged, *unit.melee, *(w for some in unit.options for w in some)))
    texts = [Text(content.abilities()[a].name, (content.abilities()[a].says,)) for a in unit.abilities]
    for a in unit.actions:
        action = content.unique_actions()[a]
        texts.append(Text(f"{action.name} ({action.ap} AP)", (action.says,)))
    about = ", ".join(unit.keywords) + (f" ({n} of them)" if n > 1 else "")
    return Card(unit.name, about, cells, (weapon_table(list(owned)),), tuple(texts), unit.W, "Wounds")


def weapon_table(owned: list[str]) -> Table:
    rows = []
    for id in owned:
        arm = content.weapons()[id]
        for p in arm.profiles:
            name = f"{arm.name} ({p.name})" if p.name else arm.name
            special = ", ".join((*p.special, *(f"! {c}" for c in p.crit)))
            rows.append((name, arm.kind, str(p.attacks), f"{p.skill}+", f"{p.damage[0]}/{p.damage[1]}", special))
    return Table("", ("Weapon", "", "A", "BS/WS", "D", "Special (! critical)"), tuple(rows))


def team_texts(team: str, units: list[Unit]) -> Iterator[Text]:
    for p in content.ploys().values():
        if p.team in ("any", team):
            yield Text(f"{p.name} ({p.kind}, {p.cp} CP)", (f"{p.when}: {p.says}" if p.when else p.says,))
    for i in content.items().values():
        if i.team in ("any", team):
            yield Text(f"{i.name} ({i.cost} EP)", (i.says,))
    rules = catalogue("killteam").rules
    for name in sorted(special_names(units)):
        id = f"specials.{name.lower().replace(' ', '-')}"
        if id in rules:
            yield Text(name, (rules[id].says,))


def special_names(units: list[Unit]) -> set[str]:
    owned = {w for u in units for w in (*u.ranged, *u.melee, *(w for some in u.options for w in some))}
    texts = [s for w in owned for p in content.weapons()[w].profiles for s in (*p.special, *p.crit)]
    return {content.parse_rule(s)[0] for s in texts}


def common() -> tuple[Sheet, ...]:
    rules = catalogue("killteam").rules
    missions = tuple(
        Card(s.name, f"Mission {s.mission}; dropping zones and objectives as on the map",
             texts=(Text("", tuple(rules[r].says for r in s.rules)),))
        for s in content.scenarios().values()
    )  # fmt: skip
    tac_ops = tuple(
        Card(t.name, f"{t.archetype}; {t.reveal}", texts=(Text("1 VP each", t.vp),)) for t in content.tac_ops().values()
    )
    return (
        reference("Reference: the turning point", rules, TURN),
        Sheet("Missions", "cards", 2, missions),
        Sheet("Tac ops", "cards", 3, tac_ops),
        Sheet("Counters to cut out", "counters", counters=counters()),
    )


def ready() -> Mapping[str, Roster]:
    return {team: default_roster(team) for team in content.teams()}


PRESS = Press(Roster, ready, printed)
