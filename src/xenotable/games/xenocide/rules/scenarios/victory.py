"""Who has won (chapter "scenarios")."""

from __future__ import annotations

from xenotable.engine import Scene, cite, rule, scene
from xenotable.games.xenocide.rules.play.table import cap
from xenotable.games.xenocide.rules.scenarios.scoring import controller, data, lost_scores
from xenotable.games.xenocide.scenes import Turn, Verdict
from xenotable.games.xenocide.state import Xenocide


@scene
def verdict(game: Xenocide, at: Verdict) -> list[Scene]:
    """Victory conditions, the cap, or the next turn."""
    cite("command.no-carry-over")
    {"seize-ground": seize_victory, "invasion": invasion_victory, "command-centers": centers_victory}.get(
        game.now.scenario, lambda g: None
    )(game)
    if game.result is None and 0 < game.setup.turns <= at.n:
        cap(game)
    return [] if game.result is not None else [Turn(at.n + 1)]


@rule("scenarios.seize-victory")
def seize_victory(game: Xenocide) -> None:
    a, b = game.sides[0].score, game.sides[1].score
    if max(a, b) >= data(game).points_to_win and a != b:
        seat = int(b > a)
        says = f"{game.seat_name(seat)} wins with {max(a, b)} objective points."
        game.finish((seat,), says, "scenarios.seize-victory", (float(a), float(b)))


@rule("scenarios.invasion-victory")
def invasion_victory(game: Xenocide) -> None:
    attacker = game.now.attacker
    side = game.sides[attacker]
    if side.score > side.value:
        cite("scenarios.invasion-both-thresholds")
        says = f"{game.seat_name(attacker)} breaks through with {side.score} points."
        game.finish((attacker,), says, "scenarios.invasion-victory", lost_scores(game))


@rule("scenarios.centers-victory")
def centers_victory(game: Xenocide) -> None:
    held = [seat for seat in (0, 1) if any(holds_center(game, seat, m) for m in game.markers)]
    if len(held) == 2:
        held = fewer_lost(game)
    if len(held) == 1:
        says = f"{game.seat_name(held[0])} holds the enemy's command center."
        game.finish((held[0],), says, "scenarios.centers-victory", lost_scores(game))


def holds_center(game: Xenocide, seat: int, marker: str) -> bool:
    row = game.markers[marker]
    return row.seat == 1 - seat and row.shown == "real" and controller(game, marker) == seat


@rule("scenarios.centers-both")
def fewer_lost(game: Xenocide) -> list[int]:
    a, b = game.sides[0].lost, game.sides[1].lost
    return [] if a == b else [int(b < a)]
