"""The table, what is hidden from whom, and how a battle ends early (chapter "play")."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Random, Refusal, Result, rule
from xenotable.games.xenocide.content import maps
from xenotable.games.xenocide.rules.scenarios.scoring import lost_scores
from xenotable.games.xenocide.scenes import Reveal
from xenotable.games.xenocide.state import COLOURS, Battle, Xenocide


@rule("play.open-information")
def redeal(game: Xenocide, seat: int, rnd: Random) -> None:
    """What the other player hides will be something possible, as soon as somebody looks at it."""
    game.deal_when_looked_at(lambda game: _deal(game, seat, rnd))


def _deal(game: Xenocide, seat: int, rnd: Random) -> None:
    """Orders, bids and command centers that the other player could have, from what is open."""
    bids = bool(game.scenes) and isinstance(game.scenes[-1], Reveal)
    for other in {0, 1} - {seat}:
        left = [c for c, row in game.companies.items() if row.seat == other and row.planned]
        order = tuple(left.pop(int(rnd() * len(left))) for _ in range(len(left)))
        closed = [m for m, row in game.markers.items() if row.seat == other and not row.shown]
        known = any(row.seat == other and row.shown == "real" for row in game.markers.values())
        hidden = game.now.chosen and closed and not known
        real = closed[int(rnd() * len(closed))] if hidden else ""
        bid = int(rnd() * (1 + game.sides[other].points)) if bids else 0
        game.secret.set(other, order=order, bid=bid, real=real)


@rule("play.concede")
def concede(game: Xenocide, seat: int) -> Result:
    return Result((1 - seat,), f"{COLOURS[seat]} concedes.", "play.concede")


@rule("play.turn-cap")
def cap(game: Xenocide) -> None:
    """After the last turn that was agreed somebody is ahead, or it is a draw."""
    war = game.now
    if war.scenario == "invasion":
        winners: tuple[int, ...] = (1 - war.attacker,)
    else:
        by = [game.sides[s].score if war.scenario == "seize-ground" else -game.sides[s].lost for s in (0, 1)]
        winners = () if by[0] == by[1] else (int(by[1] > by[0]),)
    says = f"{game.seat_name(winners[0])} is ahead when the battle ends." if winners else "The battle ends in a draw."
    game.finish(winners, says, "play.turn-cap", lost_scores(game))


@rule("play.table", neutral=lambda setup: ())
def table_refusals(setup: Battle) -> Iterator[Refusal]:
    """The standard table is 72 by 48 inches; 48 by 48 will do for 600 points."""
    table = setup.drawn or maps().get(setup.map)
    small = table is not None and table.width == table.depth == 48.0 and setup.points <= 600
    if table is not None and (table.width, table.depth) != (72.0, 48.0) and not small:
        yield Refusal("play.table", "{m} is {w:g} by {d:g} in.", {"m": table.name, "w": table.width, "d": table.depth})
    if setup.turns < 0:
        says = "A battle has a number of turns, or 0 for no end; not {n}."
        yield Refusal("play.turn-cap", says, {"n": setup.turns})
    if len(setup.armies) != 2:
        yield Refusal("play.two-players", "Two armies fight.")
