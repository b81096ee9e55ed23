"""Winning and losing: when the game ends, and the score. All win or all lose."""

from __future__ import annotations

from xenotable.engine import Result, acts, rule
from xenotable.games.xcom.content import book
from xenotable.games.xcom.rules.panic import panic_colour
from xenotable.games.xcom.rules.setup.pieces import ufos_out
from xenotable.games.xcom.state import POOL, Xcom

ALL = (0, 1, 2, 3)


@rule("victory.told", neutral=lambda *_: None)
def end(game: Xcom, won: bool, says: str, rule_: str) -> None:
    points = float(score(game, won))
    says = f"{says} Score {points:.0f}, {game.setup.difficulty}, timer {game.setup.timer}."
    game.finish(ALL if acts("roles.cooperative") and won else (), says, rule_, (points,) * 4)


@rule("victory.lose-panic", neutral=lambda game: False)
def world_lost(game: Xcom) -> bool:
    """At the panic report: two continents fallen."""
    if sum(c.fallen for c in game.continents.values()) >= 2:
        end(game, False, "Two continents have fallen into panic.", "victory.lose-panic")
    return game.result is not None


@rule("victory.concede")
def concede(game: Xcom, seat: int) -> Result:
    return Result((), "XCOM gives up.", "victory.concede", (float(score(game, False)),) * 4)


@rule("victory.score", neutral=lambda *_: 0)
def points(won: bool, difficulty: str, ufos: int, pool: int, reds: int, oranges: int, damage: int) -> int:
    """The score from its parts; the companion takes them from the players."""
    bonus = 100 + book().difficulties[difficulty].bonus if won else 0
    return bonus - ufos - pool - 2 * reds - 2 * damage - 5 * oranges


def score(game: Xcom, won: bool) -> int:
    rows = game.continents
    orange = [c for c in rows if rows[c].fallen or rows[c].panic >= 8]
    reds = [c for c in rows if c not in orange and panic_colour(game, c) == "red"]
    pool = sum(u.place == POOL for u in game.units.values())
    return points(won, game.setup.difficulty, ufos_out(game), pool, len(reds), len(orange), game.now.damage)
