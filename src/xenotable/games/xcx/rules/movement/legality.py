"""Every reason why a move is not legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xenotable.engine import Moved, Refusal, cite, rule
from xenotable.games.xcx.rules.charging import contacts_at
from xenotable.games.xcx.rules.grid.moving import grid_refusals
from xenotable.games.xcx.rules.movement.positions import allowance, flat, others, too_close
from xenotable.games.xcx.rules.terrain.forms import HARD, OBJECT, OBSTACLE, costs_of, form_name
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import Xcx
from xenotable.table import Circle, Fault, Point, faults


@rule("movement.illegal-refused", neutral=lambda game, model, run, move, budget=None: iter(()))
def move_refusals(game: Xcx, model: str, run: bool, move: Moved, budget: float | None = None) -> Iterator[Refusal]:
    """Every reason why this move is not legal; a charge must end in contact, any other move nowhere near it."""
    path = flat(move.paths.get(model, ()))
    limit = float(allowance(game, model, run)) if budget is None else budget
    if any(len(p) != 2 for p in move.paths.get(model, ())):
        yield Refusal("play.flat-and-all-round", "The table is flat: give x and y, no height.")
        return
    if move.mode == "charge":
        yield from charge_refusals(game, model, path, limit)
    elif path:
        yield from path_refusals(game, model, run, path, limit)


def charge_refusals(game: Xcx, model: str, path: Sequence[Point], limit: float) -> Iterator[Refusal]:
    if not path:
        yield Refusal("charging.contact", "A charge must move into contact.", {}, "Choose an ordinary Run instead.")
        return
    declared = contacts_at(game, model, path[-1])
    if not declared:
        says = "{who} would not touch any enemy that it may charge."
        yield Refusal("charging.contact", says, {"who": model}, "End the charge in base contact with an enemy.")
    yield from path_refusals(game, model, True, path, limit, declared)


def path_refusals(
    game: Xcx, model: str, run: bool, path: Sequence[Point], limit: float, declared: Sequence[str] = ()
) -> Iterator[Refusal]:
    if field_of(game).grid is not None:
        yield from grid_refusals(game, model, run, path, limit)
        return
    cite("movement.path")
    around = others(game, model, declared)
    ground, base = field_of(game).ground, game.models[model].circle
    for fault in faults(base, path, ground, costs_of(run), list(around.values()), 0.0, limit):
        yield fault_refusal(game, model, run, fault, around)
    for other in too_close(base, path[-1], around):
        args = {"who": model, "other": other}
        yield Refusal("movement.separation", "{who} would end closer than 1 Range to {other}.", args)


def fault_refusal(game: Xcx, model: str, run: bool, fault: Fault, around: Mapping[str, Circle]) -> Refusal:
    """A fault of the table in the words of the book."""
    if fault.kind == "long":
        args = {"who": model, "more": fault.amount, "may": allowance(game, model, run)}
        return Refusal(
            "movement.allowance", "{who} may move {may}; that is {more:.1f} too far.", args, "Stop {more:.1f} earlier."
        )
    if fault.kind == "edge":
        return Refusal("movement.table-edge", "{who} would leave the table.", {"who": model})
    if fault.kind == "close":
        other = list(around)[fault.other]
        cite("movement.through-models")
        return Refusal(
            "movement.separation", "{who} would come closer than 1 Range to {other}.", {"who": model, "other": other}
        )
    bits = field_of(game).ground.pieces[fault.piece].bits
    if fault.kind == "end":
        if bits & OBSTACLE:
            return Refusal("terrain.obstacle-end", "A move may not end overlapping an Obstacle.", {})
        return Refusal("movement.end-positions", "A move may not end overlapping {form}.", {"form": form_name(bits)})
    if bits & OBJECT:
        return Refusal("terrain.objectives-are-not-terrain", "{who} cannot move through an objective.", {"who": model})
    if bits & (HARD | OBSTACLE):
        says = "{form} can be crossed on a Run only."
        return Refusal("terrain.hard-cover-advance", says, {"form": form_name(bits)}, "Run instead, or go round it.")
    return Refusal("terrain.impassable", "Nothing moves through Impassable terrain.", {}, "Go round it.")
