"""Suppressed units do not come nearer to the enemy (rule "movement.suppressed-move")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Choose, Flow, Refusal, rule
from xenotable.games.xenocide.rules.buildings.walls import gap
from xenotable.games.xenocide.rules.command import pay
from xenotable.games.xenocide.rules.play.measuring import WITHIN, bases
from xenotable.games.xenocide.rules.play.positions import nearest
from xenotable.games.xenocide.rules.play.units import above_ground
from xenotable.games.xenocide.rules.saves.cover import cover_in
from xenotable.games.xenocide.rules.titans.systems import is_hampered
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle

SAFE = 12.0


@rule("movement.suppressed-move", neutral=lambda *a: ())
def nearing_refusals(game: Xenocide, unit: str, before: Sequence[Circle], last: Sequence[Circle]) -> Iterator[Refusal]:
    """No model of a suppressed unit comes nearer to its nearest enemy (or, if the table reads it so, to any enemy
    unit), unless all end in cover and far away."""
    row = game.units[unit]
    if not is_hampered(game, unit):
        return
    foes = bases(game, above_ground(game, 1 - row.seat))
    if not foes:
        return
    groups = [foes]
    if game.reads("movement.suppressed-move=every-enemy"):
        groups = [bases(game, (foe,)) for foe in above_ground(game, 1 - row.seat)]
    steps = list(zip(before, last, strict=True))
    if not any(nearest((b,), group) < nearest((a,), group) - WITHIN for a, b in steps for group in groups if group):
        return
    far = all(gap(e, f) >= SAFE - WITHIN for e in last for f in foes)
    if far and all(cover_in(game, e.x, e.y) for e in last):
        return
    remedy = "Go back, reach cover 12 in away, or pay a command point."
    yield Refusal("movement.suppressed-move", "{unit} is suppressed and may not come nearer.", {"unit": unit}, remedy)


def free_by_command(game: Xenocide, unit: str) -> Flow[None]:
    """A command point lets a suppressed unit move as if it were not."""
    row = game.units[unit]
    seat = row.seat
    if not is_hampered(game, unit) or not game.sides[seat].points:
        return
    yes = yield from Choose(
        seat=seat, key="free", rule="command.use-suppressed-move",
        prompt="Pay a command point so that {unit} moves freely?", args={"unit": unit}, among=lambda: (False, True),
        default=False,
    )  # fmt: skip
    if yes:
        pay(game, seat, "command.use-suppressed-move")
        game.units.set(unit, freed=True)


@rule("movement.suppressed-no-assault", neutral=lambda *a: ())
def cowed_refusals(game: Xenocide, units: Sequence[str]) -> Iterator[Refusal]:
    """Why nobody of these units can get out to fight: all are suppressed, and no command point is left to free one."""
    if all(is_hampered(game, p) and not game.sides[game.units[p].seat].points for p in units):
        says = "{p} is suppressed and stays inside."
        yield Refusal("movement.suppressed-no-assault", says, {"p": units[0]}, "Keep a command point for it.")
