"""Between deployment and the first turn: Sleight of Hand, Lost Orders and Forward Scouts."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Arrange, Choose, Flow, Move, Moved, Pick, Placed, Refusal, Roll, Scene, Then, scene
from xenotable.games.rampant.rules.moving.paths import ask_way, carry_out
from xenotable.games.rampant.rules.play.conventions import apart, circle, shape
from xenotable.games.rampant.rules.setup.deployment import deploy_refusals
from xenotable.games.rampant.scenes import LostOrders, Scouting, Sleight
from xenotable.games.rampant.state import Rampant, fielded_units
from xenotable.table import Circle
from xenotable.table.near import TOLERANCE


@scene
def sleight(game: Rampant, at: Sleight) -> Then:
    """Who deployed first and has Sleight of Hand may let up to three units exchange places."""
    return exchange_places(game, at) if game.sides[at.seat].trait == "sleight-of-hand" else []


def exchange_places(game: Rampant, at: Sleight) -> Flow[list[Scene]]:
    units = [u for u in game.members[at.seat] if game.units[u].where == "table"]
    if len(units) < 2:
        return []
    chosen = yield from Pick(
        seat=at.seat,
        key="sleight",
        rule="command.planner-5-sleight-of-hand",
        most=3,
        among=lambda: units,
        prompt="Which units exchange places?",
        legal=lambda c: (
            [Refusal("command.planner-5-sleight-of-hand", "One unit alone cannot exchange places.")]
            if len(c) == 1
            else ()
        ),
    )
    if len(chosen) < 2:
        return []
    order = yield from Arrange(
        seat=at.seat,
        key="sleight-order",
        rule="command.planner-5-sleight-of-hand",
        items=chosen,
        prompt="Who goes to the first place, who to the second, who to the third?",
    )
    places = [(game.units[u].x, game.units[u].y) for u in chosen]
    swapped = Placed(dict(zip(order, places, strict=True)))
    rest = {u: (game.units[u].x, game.units[u].y) for u in units if u not in chosen}
    if any(True for _ in deploy_refusals(game, at.seat, Placed({**swapped.at, **rest}))):
        game.tell("They do not fit into each other's places, and stay.", "command.planner-5-sleight-of-hand")
        return []
    for unit, p in swapped.at.items():
        game.units.set(unit, x=p[0], y=p[1])
        game.tell("{unit} has changed places.", "command.planner-5-sleight-of-hand", unit=unit)
    return []


@scene
def lost_orders(game: Rampant, at: LostOrders) -> Then:
    """One die per unit in roster order; the first 1 takes that unit off, and rolling stops."""
    return roll_for_orders(game, at) if game.sides[at.seat].trait == "lost-orders" else []


def roll_for_orders(game: Rampant, at: LostOrders) -> Flow[list[Scene]]:
    for unit in [u for u in game.members[at.seat] if game.units[u].where != "gone"]:
        if game.profile[unit].commander:
            continue
        counts = yield from Roll(
            seat=at.seat,
            key="lost-orders",
            rule="command.planner-2-lost-orders",
            prompt="Do the orders reach {unit}?",
            args={"unit": unit},
            n=1,
            cuts=(2,),
            names=("lost", "arrived"),
        )
        if counts[0]:
            side, was = game.sides[at.seat], game.units[unit].where
            game.units.set(unit, where="gone", gone="absent", inside="")
            game.sides.set(at.seat, total=side.total - game.profile[unit].points)
            for rider, row in list(game.units.items()):
                if row.where == "aboard" and row.inside == unit:
                    late = was == "reserve"  # it has to come on foot, over the home edge
                    game.units.set(rider, where=was, inside="", arrives=1 if late else 0)
            game.tell("The orders for {unit} are lost: it takes no part.", "command.planner-2-lost-orders", unit=unit)
            return []
    return []


@scene
def scouting(game: Rampant, at: Scouting) -> Then:
    """Forward Scouts make a free Move of their Maximum Movement plus one die, not ending within 6 in of an enemy."""
    waiting = [
        u
        for u in game.members[at.seat]
        if game.units[u].where == "table"
        and u not in at.done
        and "forward-scouts" in game.profile[u].has
        and "rooted" not in game.profile[u].has
    ]
    return scout_ahead(game, at, waiting) if waiting else []


def scout_ahead(game: Rampant, at: Scouting, waiting: list[str]) -> Flow[list[Scene]]:
    unit = waiting[0]
    if len(waiting) > 1:
        unit = yield from Choose(
            seat=at.seat,
            key="scout",
            rule="play.simultaneous",
            prompt="Which scouts go ahead next?",
            among=lambda: waiting,
        )
    counts = yield from Roll(
        seat=at.seat,
        key="scouts",
        rule="xeno.forward-scouts",
        prompt="How far do {unit} scout ahead?",
        args={"unit": unit},
        n=1,
    )
    far = game.profile[unit].max_move + 1.0 + counts.index(1)
    ask = ask_way(game, unit, far, "xeno.forward-scouts")
    moved = yield from scout_way(game, unit, ask)
    carry_out(game, unit, circle(game, unit), moved)
    game.units.set(unit, moved=0.0)
    return [Scouting(at.seat, (*at.done, unit))]


def scout_way(game: Rampant, unit: str, ask: Move) -> Flow[Moved]:
    """A Move that keeps 6 in from every enemy at its end."""
    plain, propose = ask.legal, ask.propose

    def legal(move: Moved) -> Iterator[Refusal]:
        yield from plain(move)
        end = move.end(unit)
        if end is None:
            return
        base = Circle(end[0], end[1], game.profile[unit].radius)
        for foe in fielded_units(game, 1 - game.units[unit].seat):
            if apart(base, shape(game, foe)) < 6.0 - TOLERANCE:
                yield Refusal("xeno.forward-scouts", "{unit} may not end within 6 in of {e}.", {"unit": unit, "e": foe})

    ask.legal = legal
    ask.propose = lambda n, rnd: [m for m in propose(n, rnd) if not any(True for _ in legal(m))] or [Moved()]
    ask.toward = None
    return (yield from ask)
