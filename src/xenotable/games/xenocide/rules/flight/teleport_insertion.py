"""Teleport insertion: a unit held off the table is ported straight onto it (chapter "flight")."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Flow, Piece, Place, Placed, Random, Refusal, Roll, Scene, is_legal, rule
from xenotable.games.xenocide.rules.buildings.walls import gap, spread
from xenotable.games.xenocide.rules.flight.special_moves import TELEPORT, is_guided
from xenotable.games.xenocide.rules.movement.allowances import COHERENCY
from xenotable.games.xenocide.rules.overwatch import reaction
from xenotable.games.xenocide.rules.play.measuring import WITHIN, bases, overlap
from xenotable.games.xenocide.rules.play.models import kind_of, stands_free
from xenotable.games.xenocide.rules.play.units import on_table, standing_units
from xenotable.games.xenocide.rules.setup.blocks import block
from xenotable.games.xenocide.rules.setup.deployment import earliest
from xenotable.games.xenocide.rules.titans import power
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle

CLEAR = 12.0


def may_insert(game: Xenocide, unit: str) -> bool:
    """From turn 2 on, for the attacker of an invasion from the first."""
    due = game.units[unit].away == -1 and game.now.turn >= earliest(game, game.units[unit].seat)
    return due and power.affords(game, unit, "teleport")


@rule("flight.teleport-insertion")
def insert(game: Xenocide, unit: str) -> Flow[list[Scene]]:
    """Anywhere at least 12 inches from every enemy, on a roll of 4 or less unless Recon sees every destination."""
    paid = power.pay_way(game, unit, "teleport")
    put = yield from Place(
        seat=game.units[unit].seat, key="insert", rule="flight.teleport-insertion",
        prompt="Where does {unit} arrive (on {n} or less, or where Recon sees)?", args={"unit": unit, "n": TELEPORT},
        pieces=[Piece(m, (), kind_of(game, m).radius) for m in game.units[unit].models],
        legal=lambda p: insert_refusals(game, unit, p), propose=lambda n, rnd: insertions(game, unit, n, rnd),
        optional=True,
    )  # fmt: skip
    if not put.at:
        power.pay_back(game, unit, "teleport", paid)
        return []
    spots = [(at[0], at[1], kind_of(game, m).radius, kind_of(game, m).height) for m, at in put.at.items()]
    if not is_guided(game, unit, spots):
        good, _ = yield from Roll(
            seat=game.units[unit].seat, key="teleport", rule="flight.teleport-insertion", n=1, cuts=(TELEPORT + 1,)
        )
        if not good:
            game.tell("The teleport of {unit} fails.", "flight.teleport-insertion", unit=unit)
            return []
    for model, at in put.at.items():
        game.models.set(model, x=at[0], y=at[1])
    game.units.set(unit, on=True, away=0, moved=True)
    game.tell("{unit} appears on the table.", "flight.teleport-insertion", unit=unit)
    return reaction(game, unit, {m: (at[0], at[1]) for m, at in put.at.items()}, {})


def insert_refusals(game: Xenocide, unit: str, put: Placed) -> Iterator[Refusal]:
    args = {"unit": unit}
    if put.at and len(put.at) < len(game.units[unit].models):
        yield Refusal("flight.teleport-insertion", "All of {unit} arrive, or nobody.", args)
        return
    here = {m: Circle(at[0], at[1], kind_of(game, m).radius) for m, at in put.at.items()}
    spots = list(here.values())
    foes = bases(game, on_table(game, 1 - game.units[unit].seat))
    if any(gap(c, f) < CLEAR - WITHIN for c in spots for f in foes):
        yield Refusal("flight.teleport-insertion", "{unit} must arrive 12 in from every enemy.", args)
    taken = bases(game, standing_units(game, 0) + standing_units(game, 1))
    if overlap(spots, taken):
        yield Refusal("play.no-overlap", "A model of {unit} would stand on another.", args)
    if spots and spread(spots) > COHERENCY + WITHIN:
        yield Refusal("army.coherency-area", "{unit} would be wider than 8 in.", args)
    if not all(stands_free(game, m, c) for m, c in here.items()):
        yield Refusal("flight.teleport-insertion", "A model of {unit} cannot stand there.", args)


def insertions(game: Xenocide, unit: str, n: int, rnd: Random) -> list[Placed]:
    """A few places for the whole unit; nobody arrives if luck finds none."""
    ground, found = game.field.ground, []
    for _ in range(20):
        put = block(game, game.units[unit].models, (rnd() * ground.width, rnd() * ground.depth))
        if is_legal(insert_refusals(game, unit, put)):
            found.append(put)
            if len(found) >= min(n, 2):
                break
    return found or [Placed()]
