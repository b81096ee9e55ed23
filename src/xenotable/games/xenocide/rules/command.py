"""Command points and what they buy (chapter "command"). Uses that belong to another chapter are asked there."""

from __future__ import annotations

from collections.abc import Container

from xenotable.engine import Number, cite, rule
from xenotable.games.xenocide.rules.play.units import units_by_company
from xenotable.games.xenocide.state import Xenocide

EACH_TURN = 3


@rule("command.three-per-turn")
def refill(game: Xenocide) -> None:
    for seat in (0, 1):
        game.sides.set(seat, points=EACH_TURN)
    game.tell("Each player has {n:command point}.", "command.three-per-turn", n=EACH_TURN)


@rule("command.spend-any-time")
def pay(game: Xenocide, seat: int, use: str, n: int = 1) -> None:
    left = game.sides[seat].points - n
    game.sides.set(seat, points=left)
    game.tell("{who} spends {n:command point}; {left} left.", use, who=game.seat_name(seat), n=n, left=left)


@rule("command.coordinate-destroyed")
def existing(game: Xenocide, seat: int) -> Container[str]:
    """The companies of a side that somebody still acts with."""
    return units_by_company(game, seat)


def exists(game: Xenocide, company: str) -> bool:
    return company in existing(game, game.companies[company].seat)


@rule("command.use-initiative")
def bid_ask(game: Xenocide, seat: int) -> Number:
    cite("play.hidden-initiative-bid")
    return Number(
        seat=seat, key="bid", rule="command.use-initiative", prompt="Command points for initiative dice?", secret=True,
        low=0, high=game.sides[seat].points,
    )  # fmt: skip


@rule("command.use-skip", neutral=lambda mine, theirs: False)
def may_skip(mine: int, theirs: int) -> bool:
    return theirs > mine
