"""Kill teams as lists: the team, its operatives with their option weapons, and equipment. What is wrong with one say
the chapters content and equipment, as for every set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from xenotable.engine import Forecast, Random, Row, memoize
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
    located,
    parts_in,
    pick_in,
    picks_in,
    places_of,
)
from xenotable.games.killteam.content import Member, Roster, Unit, items, rule_text, rules_of, teams, units, weapons
from xenotable.games.killteam.forecasts.calculators import operative_in_calculator
from xenotable.games.killteam.forecasts.worth import team_worth
from xenotable.games.killteam.rules.content.rosters import default_roster, located_refusals
from xenotable.games.killteam.rules.equipment.carrying import POINTS, list_refusals, open_to
from xenotable.games.killteam.rules.setup.ready import random_roster
from xenotable.games.killteam.state import BattleSetup, Outfitting


class KillTeamList(Row, frozen=True):
    """A roster and the equipment that it brings along."""

    roster: Roster
    equipment: Outfitting


# ---- what can be chosen ----------------------------------------------------------------------------------------------


def groups(army: ArmyList, at: Path) -> Sequence[Group]:
    team = pick_in(army, "team")
    if not at:
        return list_groups(team)
    entry = entry_at(army, at)
    return operative_groups(team, entry.pick) if len(at) == 1 and entry.group == "operative" else ()


@lru_cache(16)
def list_groups(team: str) -> tuple[Group, ...]:
    known = teams().get(team)
    size = known.size if known else None
    found = tuple(Choice(t.id, t.name, t.blurb, "content.four-teams") for t in teams().values())
    cards = tuple(Choice(u.id, u.name, ", ".join(u.keywords), "content.selection-limits") for u in own_units(team))
    return (
        Group("team", "Kill team", found, 1, 1, setting=True),
        Group("operative", "Operative", cards, size or 0, size, repeats=True, named=True),
    )


def own_units(team: str) -> list[Unit]:
    return [u for u in units().values() if u.team == team]


@memoize(64)
def operative_groups(team: str, unit: str) -> tuple[Group, ...]:
    card = units().get(unit)
    if card is None:
        return ()
    pools = [tuple(Choice(w, weapons()[w].name, weapon_text(w)) for w in pool) for pool in card.options]
    bare = Roster(team)
    kit = [i for i in items().values() if open_to(i, bare, narrative=False)]
    found = tuple(Choice(i.id, i.name, i.says, "equipment.assign") for i in kit)
    titles = ["Weapon"] if len(pools) == 1 else [f"Weapon {n}" for n in range(1, len(pools) + 1)]
    arms = (Group(f"weapon{n}", titles[n], pool, 1, 1, automatic=True) for n, pool in enumerate(pools))
    return (*arms, Group("equipment", "Equipment", found))


def weapon_text(id: str) -> str:
    """Its profiles as a datacard prints them."""
    lines = []
    for p in weapons()[id].profiles:
        rules = ", ".join(rule_text(r) for r in rules_of(p))
        label = f"{p.name}: " if p.name else ""
        lines.append(f"{label}A{p.attacks} {p.skill}+ {p.damage[0]}/{p.damage[1]}" + (f", {rules}" if rules else ""))
    return "; ".join(lines)


# ---- lists and rosters -----------------------------------------------------------------------------------------------


@lru_cache(512)
def build(army: ArmyList) -> KillTeamList:
    operatives = parts_in(army, "operative")
    members = tuple(Member(e.pick, weapon_picks(e), e.name) for e in operatives)
    carried = tuple((item, i) for i, e in enumerate(operatives) for item in picks_in(e, "equipment"))
    return KillTeamList(Roster(pick_in(army, "team"), members), carried)


def weapon_picks(entry: Entry) -> tuple[str, ...]:
    return tuple(p.pick for p in entry.parts if p.group.startswith("weapon"))


def read(roster: Roster, equipment: Outfitting = (), name: str = "") -> ArmyList:
    parts = entries("team", roster.team)
    for i, m in enumerate(roster.members):
        arms = [Entry(f"weapon{n}", w) for n, w in enumerate(m.options)]
        kit = entries("equipment", *(item for item, who in equipment if who == i))
        parts.append(Entry("operative", m.unit, m.name, parts=(*arms, *kit)))
    known = teams().get(roster.team)
    return BOOK.settle(ArmyList("killteam", name or (known.name if known else ""), tuple(parts)))


def lists_in(setup: BattleSetup) -> list[ArmyList]:
    return [read(*one) for one in zip(setup.rosters, setup.equipment, setup.names, strict=True)]


def seated(setup: BattleSetup, seat: int, army: ArmyList) -> BattleSetup:
    mine = build(army)
    return replace(
        setup,
        rosters=at_seat(setup.rosters, seat, mine.roster),
        equipment=at_seat(setup.equipment, seat, mine.equipment),
        names=at_seat(setup.names, seat, army.name),
        tutorial=False,
    )


# ---- what it costs, what is wrong, what it becomes -------------------------------------------------------------------


def cost(army: ArmyList) -> int:
    """Operatives cost nothing; equipment does."""
    return sum(items()[i].cost for i, _ in build(army).equipment if i in items())


def limit(army: ArmyList) -> int:
    return POINTS


def refusals(army: ArmyList) -> Iterator[Located]:
    mine = build(army)
    yield from located(army, "operative", located_refusals(mine.roster))
    places = places_of(army, "operative")
    for refusal in list_refusals(mine.roster, mine.equipment, narrative=False):
        who = refusal.args.get("o", "")
        if not who:
            yield (), refusal
            continue
        place = (places[int(who)],)
        name = army.parts[place[0]].name or units()[army.parts[place[0]].pick].name
        yield place, replace(refusal, args={**refusal.args, "o": name})


def profile_lines(army: ArmyList, at: Path) -> tuple[ProfileLine, ...]:
    """The datacard."""
    entry = entry_at(army, at)
    card = units().get(entry.pick)
    if len(at) > 1 or card is None:
        return ()
    numbers = (("M", f"{card.M} in"), ("APL", str(card.APL)), ("GA", str(card.GA)), ("DF", str(card.DF)),
               ("SV", f"{card.SV}+" + (f" (Inv {card.inv}+)" if card.inv else "")), ("W", str(card.W)))  # fmt: skip
    carried = [items()[i] for i in picks_in(entry, "equipment") if i in items()]
    arms = [*card.ranged, *card.melee, *(w for w in weapon_picks(entry) if w in weapons())]
    more = [i.weapon for i in carried if i.weapon]
    return (
        *(ProfileLine(label, text, text) for label, text in numbers),
        *(ProfileLine(weapons()[w].name, weapon_text(w), "" if w in more else None) for w in (*arms, *more)),
        *(ProfileLine(i.name, i.says, "") for i in carried if not i.weapon),
    )


def odds(army: ArmyList, at: Path) -> OddsLink:
    entry = entry_at(army, at)
    card = units()[entry.pick]
    chosen = [w for w in weapon_picks(entry) if w in weapons()]
    return operative_in_calculator(card, [*chosen, *card.ranged, *card.melee])


def worth(army: ArmyList) -> list[Forecast]:
    return team_worth([m for m in build(army).roster.members if m.unit in units()])


# ---- where lists begin -----------------------------------------------------------------------------------------------


def blank() -> ArmyList:
    team = next(iter(teams().values()))
    return ArmyList("killteam", "New kill team", (Entry("team", team.id),))


def draft(rnd: Random) -> ArmyList:
    """A kill team without equipment."""
    roster = random_roster(rnd)
    return BOOK.named(read(roster, name=f"Random {teams()[roster.team].name}"))


def ready() -> dict[str, ArmyList]:
    return {id: read(default_roster(id)) for id in teams()}


BOOK = Book(
    currency="equipment points",
    blank=blank,
    draft=draft,
    groups=groups,
    cost=cost,
    limit=limit,
    refusals=refusals,
    profile_lines=profile_lines,
    odds=odds,
    build=build,
    ready=ready,
    lists_in=lists_in,
    seated=seated,
    worth=worth,
)
