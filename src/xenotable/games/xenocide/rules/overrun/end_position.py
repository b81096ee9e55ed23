"""Where an overrun ends: on the far side, at a place that is chosen after the fight (rule "overrun.success")."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from xenotable.engine import Flow, Move, Moved, Option, Refusal, is_legal, rule
from xenotable.games.xenocide.rules.movement.allowances import allowance
from xenotable.games.xenocide.rules.movement.legality import move_refusals
from xenotable.games.xenocide.rules.movement.moving import ALL, movers, outline, settle
from xenotable.games.xenocide.rules.movement.pieces import Pieces
from xenotable.games.xenocide.rules.movement.proposals import march, step_model
from xenotable.games.xenocide.rules.overrun import overrun_round
from xenotable.games.xenocide.rules.play.measuring import centre, circle
from xenotable.games.xenocide.rules.play.positions import middle
from xenotable.games.xenocide.rules.play.units import put
from xenotable.games.xenocide.scenes import Manner, Overrun
from xenotable.games.xenocide.state import Model, Xenocide
from xenotable.table import Circle, Point, length

SHARES = (1.0, 0.8, 0.6, 0.4)  # of the movement that is left, for those who are shown a way


@rule("overrun.success")
def finish(game: Xenocide, at: Overrun) -> Flow[dict[str, float] | None]:
    """The rest of the way; gives the inches that each model has gone in all. None: there was no place on the far side,
    and the unit is back where it started."""
    unit, before = at.unit, gone(at)
    manner = Manner("walk", at.manner.named, overrun=True, spent=tuple(
        (m, before.get(m, ALL)) for m in game.units[unit].models
    ))  # fmt: skip
    went = yield from Move(
        seat=game.units[unit].seat, key="finish-overrun", rule="overrun.success",
        prompt="Where does {unit} end its overrun?",
        args={"unit": unit}, pieces=Pieces(lambda: movers(game, unit, manner)), modes=[Option("walk", "walk")],
        legal=lambda move: finish_refusals(game, at, manner, move),
        propose=lambda n, rnd: far_ends(game, at, manner),
        reach=lambda piece, mode: outline(game, piece, manner, allowance(game, piece, manner)),
        toward=lambda piece, goal, mode: march(game, unit, manner, _step(game, piece, (goal[0], goal[1]))),
        together={"coherency": 8.0},
    )  # fmt: skip
    if not any(went.paths.values()):
        for model, spot in at.starts:
            if model in game.models:
                put(game, model, spot)
        game.tell("{unit} finds no place beyond the enemy and is back where it started.", "overrun.success", unit=unit)
        return None
    more = {m: length(circle(game, m), went.way(m)) for m in game.units[unit].models}
    settle(game, unit, {m: went.way(m) for m in game.units[unit].models})
    game.tell("{unit} finishes its overrun.", "overrun.success", unit=unit)
    return {m: before.get(m, ALL) + far for m, far in more.items()}


def gone(at: Overrun) -> dict[str, float]:
    """The inches up to where the enemy was met."""
    starts, ways = dict(at.starts), dict(at.ways)
    return {m: at.share * length(Circle(*starts[m], 0.0), ways.get(m, ())) for m, _ in at.met}


def finish_refusals(game: Xenocide, at: Overrun, manner: Manner, move: Moved) -> Iterator[Refusal]:
    """Beyond the enemy and 4 inches from all of them, with the movement that is left."""
    unit = at.unit
    if not any(move.paths.values()):
        if any(ends.paths for ends in far_ends(game, at, manner)):
            says = "There is room for {unit} beyond the enemy."
            yield Refusal("overrun.success", says, {"unit": unit}, "End at least 4 in from all of them.")
        return
    yield from move_refusals(game, unit, manner, move)
    yield from overrun_round.clear_refusals(game, unit, move)
    yield from overrun_round.ground_refusals(game, unit, move)
    end = middle([_at(move.way(m)[-1]) if move.way(m) else game.models[m] for m in game.units[unit].models])
    if math.dist(end, _middle(dict(at.starts))) < math.dist(end, declared_end(at)):
        yield Refusal(
            "overrun.success", "{unit} does not end on the far side.", {"unit": unit}, "Go on the way that it came."
        )


def far_ends(game: Xenocide, at: Overrun, manner: Manner) -> list[Moved]:
    """Ends on the far side for who wants to be shown some: as declared, or the whole unit on a little to one side or
    the other; to go back, where none of them is open."""
    unit = at.unit
    x, y = centre(game, unit)
    goal = declared_end(at)
    ends = {m: way[-1] for m, way in at.ways if way and m in dict(at.met) and m in game.models}
    moves = [Moved({m: (end,) for m, end in ends.items()})]
    far = min((allowance(game, m, manner) for m, _ in at.met if m in game.models), default=0.0)
    heading = math.atan2(goal[1] - y, goal[0] - x)
    for turn in overrun_round.TURNS:
        for share in SHARES:
            step = far * share * math.cos(heading + turn), far * share * math.sin(heading + turn)
            moves.append(Moved({m: (step_model(game, m, step),) for m in ends}))
    good = next((m for m in moves if m.paths and is_legal(finish_refusals(game, at, manner, m))), None)
    return [good if good is not None else Moved()]


def declared_end(at: Overrun) -> Point:
    """The middle of where the unit meant to go."""
    starts, ways = dict(at.starts), dict(at.ways)
    return _middle({m: (ways.get(m) or (starts[m],))[-1] for m in starts})


def _middle(spots: Mapping[str, Point]) -> Point:
    return middle([_at(p) for p in spots.values()])


def _at(p: Point) -> Model:
    return Model("", "", p[0], p[1])


def _step(game: Xenocide, piece: str, goal: Point) -> Point:
    return goal[0] - game.models[piece].x, goal[1] - game.models[piece].y
