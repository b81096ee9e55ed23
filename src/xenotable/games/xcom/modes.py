"""Modes of play: what a server, a lobby and a start page need to know of the rules around a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from xenotable.engine import Match, rule
from xenotable.games.xcom.clock import can_pause
from xenotable.games.xcom.content import book
from xenotable.games.xcom.roles import NAMES, OFFICER
from xenotable.games.xcom.state import Setup, Xcom
from xenotable.games.xcom.teaching import ACTIONS
from xenotable.rulebook import Rule, catalogue

GRACE = 500  # milliseconds after zero in which a command still counts online


@rule("modes.save", neutral=lambda game: "")
def leaving(game: Xcom) -> str:
    """What leaving the table means now: "save" between decisions, "stop" the clocks in a timed phase."""
    return "stop" if clocks_stop(game) else "save"


@rule("timed.leave", neutral=lambda game: False)
def clocks_stop(game: Xcom) -> bool:
    return game.w.phase == "timed"


@rule("modes.online-disconnect", neutral=lambda *_, **__: "")
def lost_connection(game: Xcom, hand_over: bool = False) -> str:
    """What happens when a human role loses its last screen while others are there: "wait", "pause" or "machine"."""
    clock = game.clock[0]
    if hand_over:
        return "machine"
    if game.w.phase != "timed" or clock.zero is None or game.difficulty.pause < 0:
        return "wait"
    if clock.paused is not None:
        return "pause" if clock.budget else "machine"
    return "machine" if can_pause(clock) else "pause"


@rule("modes.online-disconnect", neutral=lambda *_: ())
@rule("timed.leave", neutral=lambda *_: ())
def parting(game: Xcom, seat: int, alone: bool) -> tuple[tuple[int, str, Any], ...]:
    """The pause that starts by itself when a role loses its last screen; where it costs nothing, it is the waiting.
    If nobody is left the clocks stand, and the same pause is what the phase resumes with."""
    clock = game.clock[0]
    if game.w.phase != "timed" or can_pause(clock):
        return ()
    asks = () if alone or seat in clock.wanted else ((seat, "signal", "pause"),)
    return *asks, (OFFICER, "pause", (clock.n,))


@rule("modes.online-disconnect", neutral=lambda *_: False)
def stands_in(game: Xcom, seat: int) -> bool:
    """The machine plays for who is away as soon as the timer runs: the pause is used up or could not be had, or the
    others chose to go on."""
    clock = game.clock[0]
    return game.w.phase == "timed" and clock.zero is not None and clock.paused is None


@rule("modes.online-clock", neutral=lambda setup, people: setup)
@rule("roles.ai-fill", neutral=lambda setup, people: setup)
def peopled(setup: Setup, people: Sequence[tuple[int, ...]]) -> Setup:
    """Over a network: half a second of grace, and every role that no person holds belongs to the machine."""
    return replace(setup, grace=GRACE, humans=tuple(p for p in people if p))


TIMED_KEYS = ("act", "done", "pause", "instructions", "signal", "show", "peek-order", "start", "ready")


@rule("play.undo", neutral=lambda *_: True)
def may_undo(game: Xcom, key: str) -> bool:
    """What was said in a timed phase is taken back only within its action (timed.takeback)."""
    return game.w.phase != "timed" and key not in TIMED_KEYS and key not in book().cards


@rule("roles.one-screen", neutral=lambda game: (-1, ()))
def front_panel(game: Xcom) -> tuple[int, tuple[int, ...]]:
    """In hot-seat play: the role whose panel comes to the front, and those that stay reachable."""
    front = -1
    if game.w.phase == "timed" and game.clock[0].action:
        front = book().actions[game.clock[0].action].seat
    return front, tuple(s for s in range(4) if s != front)


@rule("modes.reference", neutral=lambda *_: [])
def reference(game: Xcom, words: str = "") -> list[Rule]:
    """The catalogue's rules that hold all these words; in a timed phase the instructions of the action on screen."""
    rules = list(catalogue("xcom").rules.values())
    if game.w.phase == "timed" and game.clock[0].action:
        return [r for r in rules if r.id == ACTIONS[game.clock[0].action]]
    wanted = words.lower().split()
    return [r for r in rules if all(w in f"{r.id} {r.says}".lower() for w in wanted)]


class Record(msgspec.Struct, frozen=True):
    """A finished game in the list of records."""

    difficulty: str
    plan: str
    players: tuple[tuple[str, str], ...]  # role, who
    timer: str
    rounds: int
    won: bool
    score: float
    marked: bool  # played with the timer relaxed or off
    log: tuple[str, ...]


@rule("modes.records")
@rule("modes.digital")
def record(match: Match[Xcom], names: Sequence[str] = ()) -> Record:
    """What is kept of a finished game; every line of the log names its rule."""
    game = match.game
    assert game.result is not None, "only a finished game is recorded"
    held = [seat for player in game.setup.humans for seat in player]
    who = [(NAMES[s], names[s] if s < len(names) else "person" if s in held else "machine") for s in range(4)]
    log = tuple(f"{e.words(game.name)} [{e.rule}]" for e in match.events)
    timer = game.setup.timer
    score = game.result.scores[0] if game.result.scores else 0.0
    return Record(
        game.setup.difficulty, game.w.plan, tuple(who), timer, game.w.round, bool(game.result.winners), score,
        timer != "on", log,
    )  # fmt: skip


def by_score(records: Sequence[Record]) -> list[Record]:
    return sorted(records, key=lambda r: -r.score)
