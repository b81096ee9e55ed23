"""The Move order and the ways to use it, and orders that combine it with a shot."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import islice

from xenotable.engine import Choose, Flow, Forecast, Reckon, Refusal, Scene, cite, is_legal, rule, scene
from xenotable.games.rampant.rules.moving.allowance import allowance
from xenotable.games.rampant.rules.moving.paths import ask_way, carry_out, plain_move
from xenotable.games.rampant.rules.moving.table_edge import exits, leave, way_out
from xenotable.games.rampant.rules.play.conventions import circle, houses_within
from xenotable.games.rampant.rules.scenarios.envoy import after_move, carried_home
from xenotable.games.rampant.rules.setup.arrival import arrive
from xenotable.games.rampant.rules.shooting.sequence import legal_targets, nearest_refusals, target_odds
from xenotable.games.rampant.rules.specials.moving import drop_prone
from xenotable.games.rampant.rules.terrain.buildings import (
    ask_door,
    come_out,
    enter_refusals,
    free_doorstep,
    garrison_house,
)
from xenotable.games.rampant.rules.terrain.field import outline
from xenotable.games.rampant.rules.vehicles import board, board_refusals, carriers, hull
from xenotable.games.rampant.rules.xeno.moving import blink
from xenotable.games.rampant.scenes import Combined, Moving, Shooting
from xenotable.games.rampant.state import Rampant

ELSEWHERE = {"aboard": ("leave", "stay"), "reserve": ("arrive",), "inside": ("out", "stay")}  # who is not on the table


@rule("moving.move-alternatives", neutral=lambda *a, **k: ("move",))
def move_manners(game: Rampant, unit: str, share: float, near: bool = False) -> Iterable[str]:
    """What a player could think of doing with this unit's Move, legal or not. `near`: without the buildings that are
    too far away for sure."""
    return ELSEWHERE.get(game.units[unit].where) or _manners_on_table(game, unit, share, near)


def _manners_on_table(game: Rampant, unit: str, share: float, near: bool) -> Iterator[str]:
    what = game.profile[unit]
    yield "move"
    if "prone" in what.has:
        yield "prone"
    if "blink" in what.has:
        yield "blink"
    if not what.vehicle:
        if game.buildings:
            far = allowance(game, unit, share) if near else math.inf
            for house in houses_within(game, unit, far):
                yield f"enter:{house}"
        for vehicle in carriers(game, unit):
            yield f"board:{vehicle}"
    for edge in exits(game, unit):
        yield f"exit:{edge}"


def legal_manners(game: Rampant, unit: str, share: float, way: str) -> Iterator[str]:
    for manner in move_manners(game, unit, share, near=True):
        if is_legal(manner_refusals(game, unit, manner, share, way)):
            yield manner


def manner_refusals(game: Rampant, unit: str, manner: str, share: float, way: str = "move") -> Iterator[Refusal]:
    """Why a unit cannot use its Move in this manner; `way`: the order that the Move belongs to."""
    kind, _, what = manner.partition(":")
    args = {"unit": unit}
    if kind == "prone" and way != "move":
        yield Refusal("specials.prone", "{unit} drops Prone with a Move order of its own only.", args)
    elif kind == "blink":
        if way != "move":
            yield Refusal("xeno.blink", "{unit} blinks with a Move order of its own only.", args)
        if game.now.carrier == unit:
            yield Refusal("scenarios.envoy-carrying", "{unit} carries the envoy and cannot blink.", args)
    elif kind in ("leave", "out"):
        yield from door_refusals(game, unit)
    elif kind == "enter":
        yield from enter_refusals(game, unit, what, allowance(game, unit, share))
    elif kind == "board":
        yield from board_refusals(game, unit, what, allowance(game, unit, share))
    elif kind == "exit" and not way_out(game, unit, what, allowance(game, unit, share)):
        yield Refusal("moving.table-edge", "{unit} cannot get across that edge with this Move.", args)


def door_refusals(game: Rampant, unit: str) -> Iterator[Refusal]:
    """Who is aboard or in a building gets out only where a place against it is free."""
    row = game.units[unit]
    if row.where == "aboard":
        free, id = free_doorstep(game, unit, hull(game, row.inside), row.inside), "vehicles.leave"
    else:
        free, id = free_doorstep(game, unit, outline(game, row.inside)), "terrain.building-leave"
    if free is None:
        yield Refusal(id, "No place beside {v} is free for {unit}.", {"unit": unit, "v": row.inside})


def manner_label(game: Rampant, manner: str) -> str:
    plain = {
        "move": "Move",
        "prone": "Drop Prone",
        "blink": "Blink",
        "leave": "Get out",
        "out": "Leave the building",
        "stay": "Stay inside",
        "arrive": "Enter the table",
    }
    if manner in plain:
        return plain[manner]
    kind, _, what = manner.partition(":")
    if kind == "exit":
        return f"Leave the table over the {what} edge"
    return f"{'Enter' if kind == 'enter' else 'Board'} {game.name(what)}"


@scene
def moving(game: Rampant, at: Moving) -> Flow[list[Scene]]:
    """A Move order in one of its ways."""
    unit = at.unit
    some = yield from Reckon(work=lambda: tuple(islice(legal_manners(game, unit, at.share, at.way), 2)))
    how = some[0]
    if len(some) > 1:
        how = yield from Choose(
            seat=game.units[unit].seat,
            key="manner",
            rule="moving.move-alternatives",
            prompt="How does {unit} use its Move?",
            args={"unit": unit},
            among=lambda: tuple(move_manners(game, unit, at.share)),
            why_not=lambda m: () if m in some else manner_refusals(game, unit, m, at.share, at.way),
            label=lambda m: manner_label(game, m),
            on=lambda m: m.partition(":")[2] or unit,
        )
    return (yield from use_move(game, unit, how, at.share))


def use_move(game: Rampant, unit: str, how: str, share: float) -> Flow[list[Scene]]:
    kind, _, what = how.partition(":")
    after: list[Scene] = []
    if kind == "prone":
        drop_prone(game, unit)
    elif kind == "blink":
        after = yield from blink(game, unit)
    elif kind == "enter":
        garrison_house(game, unit, what)
    elif kind == "board":
        board(game, unit, what)
    elif kind == "exit":
        carried_home(game, unit)
        leave(game, unit)
    elif kind == "arrive":
        yield from arrive(game, unit)
    elif kind == "leave":
        yield from disembark(game, unit)
    elif kind == "out":
        yield from come_out(game, unit, share)
    elif kind == "move":
        yield from plain_move(game, unit, allowance(game, unit, share))
    if kind != "prone":
        yield from after_move(game, unit)
    return after


def disembark(game: Rampant, unit: str) -> Flow[None]:
    """Passengers are placed touching the vehicle and move up to half."""
    vehicle = game.units[unit].inside
    if not (yield from ask_door(game, unit, hull(game, vehicle), "vehicles.leave", vehicle)):
        return
    game.tell("{unit} gets out of {v}.", "vehicles.leave", unit=unit, v=vehicle)
    start = circle(game, unit)
    moved = yield from ask_way(game, unit, allowance(game, unit, 0.5), "vehicles.leave")
    carry_out(game, unit, start, moved)


# ---- combined orders -------------------------------------------------------------------------------------------------


def shots_from_here(game: Rampant, unit: str, way: str) -> list[Forecast]:
    """The odds of every target: where there is only one, nothing else is asked before the dice."""
    return [f for target in legal_targets(game, unit, way) for f in target_odds(game, unit, target, way)]


@scene
def combined(game: Rampant, at: Combined) -> Flow[list[Scene]]:
    """Skirmish and Advance and Fire: move and shoot in either order, or only one of the two."""
    unit = at.unit
    row = game.units[unit]
    cite("specials.skirmish" if at.way == "skirmish" else "vehicles.advance-and-fire")
    shaken = at.shot and (row.suppressed or (row.x, row.y) != (at.x, at.y))
    if row.where not in ("table", "inside") or shaken or (at.moved and at.shot):
        return []
    aims = not at.shot and (yield from Reckon(work=lambda: next(legal_targets(game, unit, at.way), "")))
    moves = not at.moved and "rooted" not in game.profile[unit].has
    if not moves and not aims:
        return []
    names = {"move": "Move", "shoot": "Shoot", "done": "That is all"}
    do = yield from Choose(
        seat=game.units[unit].seat,
        key="part",
        rule="specials.skirmish" if at.way == "skirmish" else "vehicles.advance-and-fire",
        prompt="What does {unit} do next?",
        args={"unit": unit},
        among=lambda: ("move", "shoot", "done"),
        why_not=lambda o: () if {"move": moves, "shoot": aims}.get(o, True) else part_refusals(game, at, o),
        label=lambda o: names[o],
        odds=lambda o: shots_from_here(game, unit, at.way) if o == "shoot" else None,
        has_odds=lambda o: o == "shoot",
    )
    if do == "move":
        share = 0.5 if at.way == "skirmish" else 1.0
        return [Moving(unit, share, at.way), Combined(unit, at.way, True, at.shot)]
    if do == "shoot":
        now = game.units[unit]
        return [Shooting(unit, at.way), Combined(unit, at.way, at.moved, True, now.x, now.y)]
    return []


def part_refusals(game: Rampant, at: Combined, part: str) -> Iterator[Refusal]:
    """Why a part of a combined order cannot be done now."""
    id, args = "specials.skirmish" if at.way == "skirmish" else "vehicles.advance-and-fire", {"unit": at.unit}
    if at.moved if part == "move" else at.shot:
        yield Refusal(id, "{unit} has done that part.", args)
    elif part == "move":
        yield Refusal("xeno.rooted", "{unit} is rooted to the spot.", args)
    else:
        yield Refusal("activation.legal-order", "{unit} has no legal target.", args)
        yield from nearest_refusals(game, at.unit, at.way)
