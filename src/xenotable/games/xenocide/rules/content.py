"""Maps that players draw themselves, the battle to begin with, and what must hold of all that is shipped (chapter
"content")."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from msgspec.structs import replace

from xenotable.engine import Offer, Refusal, memoize, rule
from xenotable.games.xenocide.content import Army, Map, buildings, scenario_origin, terrains
from xenotable.games.xenocide.rules.army.lists import ready_armies
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.pricing.formula import mispriced_models, price
from xenotable.games.xenocide.state import Battle

RULE = "content.custom-maps"
WIDTH, BAND = 24.0, 6.0  # passable inches that a home edge needs, and how deep its deployment zone is
Area = tuple[str, float, float, float, float, bool]  # what it is, x0, y0, x1, y1, whether nobody on foot gets in


def areas(table: Map) -> list[Area]:
    """Features and buildings of known types as rectangles; roads are left out, they may lie across anything."""
    found = [
        (terrains()[kind].name, x, y, x + w, y + d, terrains()[kind].infantry == "impassable")
        for kind, x, y, w, d in table.features
        if kind in terrains() and kind != "road"
    ]
    for kind, x, y in table.buildings:
        if kind in buildings():
            b = buildings()[kind]
            found.append((b.name, x, y, x + b.width, y + b.depth, True))
    return found


@rule(RULE, neutral=lambda m: ())
def map_refusals(table: Map) -> Iterator[Refusal]:
    """Everything that is wrong with a map."""
    yield from unknown(table)
    drawn = areas(table)
    for name, x0, y0, x1, y1, _ in drawn:
        if x0 < 0 or y0 < 0 or x1 > table.width or y1 > table.depth or x0 >= x1 or y0 >= y1:
            yield Refusal(RULE, "{f} does not lie on the table.", {"f": f"{name} at {x0:g}, {y0:g}"})
    for i, a in enumerate(drawn):
        for b in drawn[i + 1 :]:
            if a[1] < b[3] and b[1] < a[3] and a[2] < b[4] and b[2] < a[4]:
                args = {"a": f"{a[0]} at {a[1]:g}, {a[2]:g}", "b": f"{b[0]} at {b[1]:g}, {b[2]:g}"}
                yield Refusal(RULE, "{a} and {b} overlap.", args, "Only roads may.")
    for edge, low, high in (("south", 0.0, BAND), ("north", table.depth - BAND, table.depth)):
        free = passable(table.width, [(a[1], a[3]) for a in drawn if a[5] and a[2] < high and a[4] > low])
        if free < WIDTH:
            says = "The {e} edge has {n:g} in to deploy on; {w:g} in are needed."
            yield Refusal(RULE, says, {"e": edge, "n": free, "w": WIDTH}, "Clear the edge.")


def unknown(table: Map) -> Iterator[Refusal]:
    for kind, book in (
        *((f[0], list(terrains())) for f in table.features), *((b[0], list(buildings())) for b in table.buildings)
    ):  # fmt: skip
        if kind not in book:
            near = get_close_matches(kind, book, 1)
            remedy = f"Did you mean {near[0]}?" if near else ""
            yield Refusal(RULE, "There is no terrain {k!r}.", {"k": kind}, remedy)


def passable(width: float, shut: list[tuple[float, float]]) -> float:
    """The inches of an edge that no closed stretch covers."""
    free, done = 0.0, 0.0
    for low, high in sorted(shut):
        free += max(0.0, min(low, width) - done)
        done = max(done, high)
    return free + max(0.0, width - done)


BLUE, RED = "generic-500", "thren-500"


FEW = ((0, 0, 1), (2, 1, 1))  # the unit of each company that fights in the first battle


@memoize(1)
@rule("content.first-battle")
def first_battle() -> Offer:
    """The battle with a coach: one unit of each company, three turns."""
    lists = ready_armies()
    blue, red = (_few(lists[id], which) for id, which in zip((BLUE, RED), FEW, strict=True))
    about = "Infantry in carriers, jetbikes and guns against a small brood: three turns on the Crossroads."
    setup = Battle("attrition", "crossroads", 250, (blue, red), turns=3)
    return Offer("first-battle", "Your first battle", about, setup, scenario_origin("attrition"))


def _few(army: Army, which: tuple[int, ...]) -> Army:
    companies = (
        replace(c, units=(c.units[i],), names=(c.named(i),) if c.names else ())
        for c, i in zip(army.companies, which, strict=True)
    )
    return replace(army, companies=tuple(companies))


@rule("content.quick-start")
def quick_start() -> Offer:
    """The battle for newcomers: playable without building anything."""
    lists = ready_armies()
    about = "Border Patrol against Hunting Brood, 500 points, Crossroads: the battle to begin with."
    setup = Battle("attrition", "crossroads", 500, (lists[BLUE], lists[RED]))
    return Offer("quick-start", "Quick start", about, setup, scenario_origin("attrition"))


def content_faults() -> Iterator[str]:
    """What is wrong with the catalogue of this game, as sentences."""
    for id in mispriced_models(kinds().values()):
        yield f"{kinds()[id].name} costs {kinds()[id].vp} VP; the formula gives {price(kinds()[id])}."
