"""Play over a network: grace, free roles, and lost connections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from xenotable.engine import cite, rule
from xenotable.games.xcom.content import OFFICER
from xenotable.games.xcom.rules.timed.clock import can_pause
from xenotable.games.xcom.state import Setup, Xcom


@rule("modes.online-clock", neutral=lambda game: 0)
def grace(game: Xcom) -> int:
    """Milliseconds after zero in which a command still counts: online it may be on its way."""
    allowed: int = game.setup.grace
    return allowed


GRACE = 500  # milliseconds after zero in which a command still counts online


@rule("modes.online-disconnect", neutral=lambda *_: ())
def replies_on_leaving(game: Xcom, seat: int, alone: bool) -> tuple[tuple[int, str, Any], ...]:
    """The pause that starts by itself when a role loses its last screen; where it costs nothing, it is the waiting.
    If nobody is left the clocks stand, and the same pause is what the phase resumes with."""
    cite("timed.leave")
    cite("modes.save")
    clock = game.clock[0]
    if game.now.phase != "timed" or can_pause(clock):
        return ()
    asks = () if alone or seat in clock.wanted else ((seat, "signal", "pause"),)
    return *asks, (OFFICER, "pause", (clock.n,))


@rule("modes.online-disconnect", neutral=lambda *_: False)
def stands_in(game: Xcom, seat: int) -> bool:
    """The machine plays for who is away as soon as the timer runs: the pause is used up or could not be had, or the
    others chose to go on."""
    clock = game.clock[0]
    return game.now.phase == "timed" and clock.zero is not None and clock.paused is None


@rule("modes.online-clock", neutral=lambda setup, people: setup)
def seat_machines(setup: Setup, people: Sequence[tuple[int, ...]]) -> Setup:
    """Over a network: half a second of grace, and every role that no person holds belongs to the machine."""
    cite("roles.ai-fill")
    return replace(setup, grace=GRACE, humans=tuple(p for p in people if p))
