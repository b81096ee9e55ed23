"""A retreat in its order, and the choice between its ways."""

from __future__ import annotations

from xenotable.engine import Choose, Flow, Reckon, Scene, acts, cite
from xenotable.games.rampant.rules.courage.losses import drop_marker, remove
from xenotable.games.rampant.rules.retreat.cover import (
    cover_regions,
    may_stay,
    refuge_houses,
    run_for_cover,
    way_into_cover,
)
from xenotable.games.rampant.rules.retreat.flight import flee
from xenotable.games.rampant.rules.terrain.buildings import leave_house
from xenotable.games.rampant.rules.terrain.field import enter_house, field
from xenotable.games.rampant.rules.xeno.combat import flying
from xenotable.games.rampant.rules.xeno.moving import fly_off
from xenotable.games.rampant.scenes import Shock
from xenotable.games.rampant.state import Rampant


def retreat(game: Rampant, shock: Shock) -> Flow[list[Scene]]:
    """A unit gives way: it stays in cover, runs into cover, or flees."""
    unit = shock.unit
    cite("retreat.not-an-activation")  # nothing is marked: only a Suppressed marker keeps the unit from acting
    how = yield from retreat_choice(game, shock)
    if how == "stay":
        game.tell("{u} stays in cover.", "retreat.already-in-cover", u=unit)
        return []
    if "rooted" in game.profile[unit].has and acts("xeno.rooted"):
        return remove(game, unit, "routed", shock)
    drop_marker(game, unit)
    game.units.set(unit, prone=False)
    if how.startswith("house:"):
        enter_house(game, unit, how[6:])
        return []
    if how == "cover":
        yield from run_for_cover(game, shock)
        return []
    if game.units[unit].where == "inside" and not leave_house(game, shock):
        return remove(game, unit, "destroyed", shock, under="terrain.building-retreat")
    if flying(game, unit):
        return fly_off(game, shock)
    return (yield from flee(game, shock))


def retreat_options(game: Rampant, shock: Shock) -> list[str]:
    """Staying, running into a building or into cover, and going away, as far as the rules allow each."""
    unit = shock.unit
    options = ["stay"] if may_stay(game, shock) else []
    if "rooted" not in game.profile[unit].has and not flying(game, unit):
        options += [f"house:{h}" for h in refuge_houses(game, shock)]
        if way_into_cover(game, shock, cover_regions(game, shock)):
            options.append("cover")
    return [*options, "away"]


def retreat_choice(game: Rampant, shock: Shock) -> Flow[str]:
    """What the owner may choose among; nothing is asked where there is no choice."""
    unit = shock.unit
    rooted = "rooted" in game.profile[unit].has
    options = yield from Reckon(work=lambda: retreat_options(game, shock))
    if len(options) == 1:
        return "away"
    labels = {"stay": "Stay in cover", "cover": "Run into cover", "away": "Rout" if rooted else "Flee"}
    how = yield from Choose(
        seat=game.units[unit].seat,
        key="retreat",
        rule="retreat.into-cover",
        prompt="Where does {u} retreat?",
        args={"u": unit},
        among=lambda: options,
        label=lambda o: labels.get(o) or f"Into {field(game).label(o[6:])}",
        on=lambda o: o[6:] if o.startswith("house:") else unit,
    )
    return how
