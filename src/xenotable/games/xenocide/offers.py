"""Ready battles and random ones (rule "content.quick-start")."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from xenotable.engine import Offer, Random
from xenotable.games.xenocide.content import armies, factions, maps, scenario_origin, scenarios
from xenotable.games.xenocide.rules.army.lists import army_value, fitted, random_army, ready_armies
from xenotable.games.xenocide.rules.content import BLUE, RED, first_battle, quick_start
from xenotable.games.xenocide.state import Battle


def ready_battles() -> list[Offer]:
    """Each scenario on its own map, for every pair of shipped armies of one size that can be played."""
    lists = ready_armies()
    offers = [first_battle(), quick_start()]
    by_points: dict[int, list[str]] = {}
    for id in lists:
        by_points.setdefault(armies()[id].points, []).append(id)
    for scenario in scenarios().values():
        map_id = next(m.id for m in maps().values() if m.suits == scenario.id)
        for points, ids in sorted(by_points.items()):
            for blue, red in ((a, b) for i, a in enumerate(ids) for b in ids[i:] if different(a, b)):
                about = f"{armies()[blue].name} against {armies()[red].name}, {points} points, {maps()[map_id].name}."
                setup = Battle(scenario.id, map_id, points, (lists[blue], lists[red]))
                origin = scenario_origin(scenario.id)
                offers.append(Offer(f"{scenario.id}-{blue}-{red}", scenario.name, about, setup, origin))
    return offers + city_battles() + other_ways()


def other_ways() -> list[Offer]:
    """What the set-up can do beside: a rolled scenario, one player who lays the table, an own map, the other scale,
    and the army of the book."""
    lists, table = ready_armies(), maps()["crossroads"]
    blue, red = lists[BLUE], lists[RED]
    own = msgspec.structs.replace(table, id="own", name="Own table")
    plain = Battle("attrition", table.id, 500, (blue, red))
    change = msgspec.structs.replace
    small = (fitted(lists["generic-1000"], "15mm"), fitted(lists["lumen-1000"], "15mm"))
    ways = [
        ("rolled", "Rolled scenario", "The scenario is rolled; then the terrain may be adjusted.",
         change(plain, scenario="")),
        ("one-player-terrain", "One player lays the table", "The other chooses an edge.",
         change(plain, terrain="one-player")),
        ("own-map", "On an own map", "The set-up holds the map: change its features and buildings.",
         change(plain, map="", drawn=own)),
        ("15mm", "15 mm figures", "Smaller units of larger figures, 800 points.",
         change(plain, scale="15mm", points=800, armies=small)),
        ("joes-army", "Joe's army", "The example army of the book against Thren, 1100 points.",
         Battle("attrition", table.id, 1100, (lists["joes-example"], lists["thren-1000"]))),
    ]  # fmt: skip
    return [Offer(id, title, about, setup, scenario_origin("attrition")) for id, title, about, setup in ways]


def city_battles() -> list[Offer]:
    """Every scenario fought for a town: house by house."""
    lists, town = ready_armies(), next(m for m in maps().values() if m.suits == "city")
    pairs = ((BLUE, RED), ("lumen-500", RED), ("generic-1000", "lumen-1000"))
    return [
        Offer(
            f"city-{scenario.id}-{blue}-{red}", f"{scenario.name} in the city",
            f"{armies()[blue].name} against {armies()[red].name}, {armies()[blue].points} points, {town.name}.",
            Battle(scenario.id, town.id, armies()[blue].points, (lists[blue], lists[red])),
            scenario_origin(scenario.id),
        )
        for scenario in scenarios().values()
        for blue, red in pairs
        if blue in lists and red in lists
    ]  # fmt: skip


def different(a: str, b: str) -> bool:
    return armies()[a].faction != armies()[b].faction


def pairing(first: str, second: str, rnd: Random) -> Battle | None:
    """Two ready-made armies of one size in any scenario, on the map that suits it; None if their sizes differ."""
    lists, points = ready_armies(), armies()[first].points
    if armies()[second].points != points:
        return None
    scenario = list(scenarios().values())[int(rnd() * len(scenarios()))]
    map_id = next(m.id for m in maps().values() if m.suits == scenario.id)
    return Battle(scenario.id, map_id, points, (lists[first], lists[second]))


def points(setup: Battle, seat: int) -> float:
    """What an army costs."""
    return float(army_value(setup.armies[seat]))


def thinned(setup: Battle, seat: int, rnd: Random) -> Battle | None:
    """The battle with one unit fewer on this side; a company keeps at least one."""
    army = setup.armies[seat]
    large = [(c, company) for c, company in enumerate(army.companies) if len(company.units) > 1]
    units = [(c, u) for c, company in large for u in range(len(company.units))]
    if not units:
        return None
    at, gone = units[int(rnd() * len(units))]
    company = army.companies[at]
    units_left, names_left = (some[:gone] + some[gone + 1 :] for some in (company.units, company.names))
    smaller = replace(company, units=units_left, names=names_left)
    armies = list(setup.armies)
    armies[seat] = replace(army, companies=(*army.companies[:at], smaller, *army.companies[at + 1 :]))
    return replace(setup, armies=(armies[0], armies[1]))


def random_battle(rnd: Random) -> Battle:
    names, tables = list(factions()), [*maps(), "old-town"]  # the town twice: nowhere are there so many buildings
    found = list(scenarios())
    points = (500, 500, 500, 1000)[int(rnd() * 4)]
    sides = tuple(random_army(names[int(rnd() * len(names))], points, rnd) for _ in range(2))
    scenario, table = found[int(rnd() * len(found))], tables[int(rnd() * len(tables))]
    terrain = "one-player" if rnd() < 0.25 else "agreed"
    return Battle(scenario, table, points, (sides[0], sides[1]), terrain=terrain)
