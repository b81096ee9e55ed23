"""A timed phase on the clock, and clicks that come too late."""

from __future__ import annotations

from games.xcom.warroom import Planned, War


def on(*actions: str | Planned, difficulty: str = "normal", timer: str = "on", **setup: object) -> War:
    return War(difficulty, timer=timer, **setup).timed(*actions)


def late(war: War, seat: int, ask: str, value: object, at: int) -> tuple[str, str]:
    """A click on an ask that was open, as it arrives at this moment."""
    (no,) = war.match.answer(seat, value, ask, at=at)
    return no.rule, str(no)
