"""A retreat in its order, and the choice between its ways."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from xenotable.engine import Choose, Flow, Reckon, Refusal, Scene, acts, cite, is_legal
from xenotable.games.rampant.rules.courage.losses import drop_marker, remove
from xenotable.games.rampant.rules.retreat.cover import (
    cover_regions,
    may_stay,
    refuge_refusals,
    run_for_cover,
    way_into_cover,
)
from xenotable.games.rampant.rules.retreat.flight import flee, is_at_home
from xenotable.games.rampant.rules.terrain.buildings import leave_house
from xenotable.games.rampant.rules.terrain.field import enter_house, field, is_standing
from xenotable.games.rampant.rules.xeno.combat import is_flying
from xenotable.games.rampant.rules.xeno.moving import fly_off
from xenotable.games.rampant.scenes import Shock
from xenotable.games.rampant.state import Rampant


def retreat(game: Rampant, shock: Shock) -> Flow[list[Scene]]:
    """A unit gives way: it stays in cover, runs into cover, or flees. A garrison that goes comes out first, and then
    has the choice of everybody outside."""
    unit = shock.unit
    cite("retreat.not-an-activation")  # nothing is marked: only a Suppressed marker keeps the unit from acting
    how = yield from retreat_choice(game, shock)
    if how == "stay":
        game.tell("{unit} stays in cover.", "retreat.already-in-cover", unit=unit)
        return []
    if would_move(game, shock, how):
        if "rooted" in game.profile[unit].has and acts("xeno.rooted"):
            return remove(game, unit, "routed", shock)
        drop_marker(game, unit)
        game.units.set(unit, prone=False)
    if game.units[unit].where == "inside":
        shock = replace(shock, fought=(*shock.fought, game.units[unit].inside))
        if not leave_house(game, shock):
            return remove(game, unit, "destroyed", shock, under="terrain.building-retreat")
        how = yield from retreat_choice(game, shock, leaving=True)
    return (yield from go_back(game, shock, how))


def would_move(game: Rampant, shock: Shock, how: str) -> bool:
    """Does a unit that retreats in this way go anywhere? Who flees home, and is there, does not."""
    return how != "away" or game.units[shock.unit].where == "inside" or not is_at_home(game, shock)


def go_back(game: Rampant, shock: Shock, how: str) -> Flow[list[Scene]]:
    unit = shock.unit
    if how.startswith("house:"):
        enter_house(game, unit, how[6:])
        return []
    if how == "cover":
        yield from run_for_cover(game, shock)
        return []
    if is_flying(game, unit):
        return fly_off(game, shock)
    return (yield from flee(game, shock))


def retreat_ways(game: Rampant, shock: Shock, leaving: bool) -> list[str]:
    """What a player could think of: staying, each building, cover, and going away. Who is inside goes out first."""
    outside = game.units[shock.unit].where == "table"
    houses = [f"house:{name}" for name in game.buildings if is_standing(game, name)]
    return [*([] if leaving else ["stay"]), *(houses if outside else []), *(["cover"] if outside else []), "away"]


def way_refusals(game: Rampant, shock: Shock, way: str) -> Iterator[Refusal]:
    """Why a unit may not retreat in this way."""
    unit = shock.unit
    args = {"unit": unit}
    if way == "stay":
        if shock.kind == "attack":
            says = "{unit} has just been in an Attack: it must move."
            yield Refusal("retreat.already-in-cover", says, args)
        elif not may_stay(game, shock):
            says = "{unit} is not in cover against what it retreats from."
            yield Refusal("retreat.already-in-cover", says, args)
    elif way != "away":
        if "rooted" in game.profile[unit].has:
            yield Refusal("xeno.rooted", "{unit} is rooted to the spot.", args)
        elif is_flying(game, unit):
            yield Refusal("retreat.cover-distance-vehicles", "{unit} flies and never has cover.", args)
        elif way != "cover":
            yield from refuge_refusals(game, shock, way[6:])
        elif not way_into_cover(game, shock, cover_regions(game, shock)):
            says = "No cover that {unit} could reach lies farther from the enemy."
            yield Refusal("retreat.into-cover", says, args)


def retreat_choice(game: Rampant, shock: Shock, leaving: bool = False) -> Flow[str]:
    """The owner chooses; nothing is asked where there is no choice."""
    unit = shock.unit
    routs = "rooted" in game.profile[unit].has and would_move(game, shock, "away")
    ways = retreat_ways(game, shock, leaving)
    other = yield from Reckon(work=lambda: next((w for w in ways if is_legal(way_refusals(game, shock, w))), "away"))
    if other == "away":  # it is the last one, and always open
        return "away"
    labels = {"stay": "Stay in cover", "cover": "Run into cover", "away": "Rout" if routs else "Flee"}
    how = yield from Choose(
        seat=game.units[unit].seat,
        key="retreat",
        rule="retreat.into-cover",
        prompt="Where does {unit} retreat?",
        args={"unit": unit},
        among=lambda: ways,
        why_not=lambda w: () if w == other else way_refusals(game, shock, w),
        label=lambda w: labels.get(w) or f"Into {field(game).label(w[6:])}",
        on=lambda w: w[6:] if w.startswith("house:") else unit,
    )
    return how
