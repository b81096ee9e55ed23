"""Whole moves into buildings: in the movement phases and after a close assault (chapter "buildings")."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from xenotable.engine import Choose, Flow, Forecast, Reckon, Scene, rule, scene
from xenotable.engine.slots import Slot
from xenotable.games.xenocide.rules.buildings.entering import (
    ENTERING,
    at_door,
    gets_through,
    in_reach,
    models_at_door,
    occupy,
    open_to,
)
from xenotable.games.xenocide.rules.buildings.leaving import stay_behind, step_out
from xenotable.games.xenocide.rules.buildings.occupants import near_walls
from xenotable.games.xenocide.rules.movement.moving import ask_move, begin_assault, perform, settle
from xenotable.games.xenocide.rules.movement.zones import met_inside
from xenotable.games.xenocide.rules.titans.power import at_any_moment
from xenotable.games.xenocide.scenes import Inside, Manner
from xenotable.games.xenocide.state import Xenocide

FOLLOW = 4.0
entry_odds = Slot[[Xenocide, str, str, Sequence[str]], Sequence[Forecast] | None]("xenocide.entry_odds")


def go_in(game: Xenocide, unit: str, how: str) -> Flow[list[Scene]]:
    """A unit goes for a section: those of it who reach a way in are inside, and that ends its move."""
    look = partial(open_to, game, unit, how)  # dear and certain: a fork need not look for the ways again
    able = yield from Reckon(key="open-to", rule="buildings.enter-edge", work=lambda: tuple(look()))
    s = yield from Choose(
        seat=game.units[unit].seat, key="section", rule="buildings.enter-edge",
        prompt="Which building does {unit} enter?",
        args={"unit": unit}, among=partial(_or_none, able), label=partial(declared, game, unit),
        odds=lambda x: None if x is None else entry_odds(game, unit, x, met_inside(game, unit, x)),
    )  # fmt: skip
    if s is None:
        return []
    before = yield from step_out(game, unit, ENTERING[how])
    manner = Manner(ENTERING[how], met_inside(game, unit, s), section=s)
    went = yield from ask_move(game, unit, manner, "enter-building")
    stay_behind(game, before, went)
    if not any(went.paths.values()):
        return []
    return [*(yield from perform(game, unit, manner, went)), Inside(unit, s, bool(manner.named))]


def declared(game: Xenocide, unit: str, s: str | None) -> str:
    """A section to enter; who goes in beside enemies in the open declares an assault on them."""
    if s is None:
        return "None"
    foes = met_inside(game, unit, s)
    return f"{game.name(s)}, assaulting {' and '.join(game.name(t) for t in foes)}" if foes else game.name(s)


@scene
@at_any_moment
def inside(game: Xenocide, at: Inside) -> Flow[list[Scene]]:
    """They go in and take their places; who is in contact with enemies then has assaulted them."""
    unit, s = at.unit, at.section
    yield from occupy(game, unit, s, models_at_door(game, unit, s))
    if at.assaults and game.units[unit].models:
        begin_assault(game, unit)
    return []


def _or_none(able: Sequence[str]) -> list[str | None]:
    return [*able, None]


@rule("buildings.garrison-loses")
def follow_in(game: Xenocide, unit: str) -> Flow[bool]:
    """In its follow-up move an unsuppressed unit may occupy a section that no enemy is in, as one driven from it."""
    if game.units[unit].marks:
        return False
    near = [
        s
        for s in in_reach(game, unit, "enter")
        if near_walls(game, unit, s) <= FOLLOW and not met_inside(game, unit, s)
    ]
    able = [s for s in near if gets_through(game, unit, Manner(limit=FOLLOW, section=s))]
    if not able:
        return False
    s = yield from Choose(
        seat=game.units[unit].seat, key="occupy", rule="buildings.garrison-loses",
        prompt="Does {unit} occupy a building?",
        args={"unit": unit}, among=partial(_or_none, able), label=lambda x: "No" if x is None else game.name(x),
    )  # fmt: skip
    if s is None:
        return False
    before = yield from step_out(game, unit, "walk")
    manner = Manner(limit=FOLLOW, section=s)
    went = yield from ask_move(game, unit, manner, "occupy-move")
    stay_behind(game, before, went)
    if any(went.paths.values()):
        game.tell("{unit} follows up to {s}.", "buildings.garrison-loses", unit=unit, s=s)
    settle(game, unit, {m: went.way(m) for m in game.units[unit].models})
    at_door(game, manner, [m for m in game.units[unit].models if went.way(m)])
    yield from occupy(game, unit, s, models_at_door(game, unit, s))
    return True
