"""How a battle ends: after the last round, or because a side concedes; and the cards that it brings."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Refusal, Result, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.bag.dice import wiped_out
from xenotable.games.xcx.rules.missions.points import HIVE, SPIRE, by_points, finish
from xenotable.games.xcx.scenes import Pause
from xenotable.games.xcx.state import TABLE, Xcx


@rule("missions.length", neutral=lambda game, n: None)
def check_end(game: Xcx, n: int) -> None:
    """After the last round the mission is decided."""
    if wiped_out(game) or n < game.mission.rounds:
        return
    if game.setup.mission == SPIRE:
        finish(game, 1 - game.now.first_role, "The spire still stands.", "missions.spire-end")
    elif game.setup.mission == HIVE:
        carrier = next((m for m in game.models.values() if m.core and m.state == TABLE), None)
        if carrier is not None:
            finish(game, carrier.side, f"The core is held by {game.side_name(carrier.side)}.", "missions.hive-end")
        else:
            by_points(game, "missions.hive-end")
    else:
        by_points(game, "missions.points")


@rule("missions.concede", neutral=lambda *_: iter(()))
def concede_refusals(game: Xcx, seat: int) -> Iterator[Refusal]:
    """At the end of a round only: nobody runs from what this round may still bring."""
    if not isinstance(game.scenes[-1], Pause):
        remedy = "Play this round to its end; you are asked then whether you fight on."
        yield Refusal("missions.concede", "A side may concede at the end of a round only.", {}, remedy)


def concede(game: Xcx, seat: int) -> Result:
    side = 0 if seat in game.commanders[0] else 1
    game.note(winner=1 - side, over=True, conceded=side)
    return Result(game.commanders[1 - side], f"Conceded by {game.side_name(side)}.", "missions.concede")


def all_lost(game: Xcx) -> bool:
    """Whether a battle that no player has won was won by the AI, and is no draw."""
    return game.now.winner >= 0 and not game.commanders[game.now.winner]


@rule("missions.rewards", neutral=lambda mission, outcome: 0)
def reward_cards(mission: content.Mission, outcome: int) -> int:
    """Winner (1) 3 cards, loser (-1) 1, in a draw (0) 2 each, unless the mission says otherwise."""
    return mission.reward_cards[{1: "win", 0: "draw", -1: "loss"}[outcome]]
