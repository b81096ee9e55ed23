"""Ready battles and random ones (rule "content.quick-start")."""

from __future__ import annotations

from xenotable.engine import Offer, Random
from xenotable.games.xenocide.content import armies, factions, maps, scenario_origin, scenarios
from xenotable.games.xenocide.rules.army.lists import random_army, ready_armies
from xenotable.games.xenocide.rules.content import BLUE, RED, quick_start
from xenotable.games.xenocide.state import Battle


def ready_battles() -> list[Offer]:
    """Each scenario on its own map, for every pair of shipped armies of one size that can be played."""
    lists = ready_armies()
    offers = [quick_start()]
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
    return offers + city_battles()


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


def random_battle(rnd: Random) -> Battle:
    names, tables = list(factions()), [*maps(), "old-town"]  # the town twice: nowhere are there so many buildings
    found = list(scenarios())
    points = (500, 500, 500, 1000)[int(rnd() * 4)]
    sides = tuple(random_army(names[int(rnd() * len(names))], points, rnd) for _ in range(2))
    scenario, table = found[int(rnd() * len(found))], tables[int(rnd() * len(tables))]
    terrain = "one-player" if rnd() < 0.25 else "agreed"
    return Battle(scenario, table, points, (sides[0], sides[1]), terrain=terrain)
