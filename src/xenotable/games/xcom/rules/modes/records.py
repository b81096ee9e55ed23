"""Records of finished games, and the reference to the rules."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from xenotable.engine import Match, rule
from xenotable.games.xcom.content import ROLE_NAMES
from xenotable.games.xcom.rules.modes.tutorial import ACTIONS
from xenotable.games.xcom.state import Xcom
from xenotable.rulebook import Rule, catalogue


@rule("modes.reference", neutral=lambda *_: [])
def reference(game: Xcom, words: str = "") -> list[Rule]:
    """The catalogue's rules that hold all these words; in a timed phase the instructions of the action on screen."""
    rules = list(catalogue("xcom").rules.values())
    if game.now.phase == "timed" and game.clock[0].action:
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
    who = [(ROLE_NAMES[s], names[s] if s < len(names) else "person" if s in held else "machine") for s in range(4)]
    log = tuple(f"{e.words(game.name)} [{e.rule}]" for e in match.events if e.text)
    timer = game.setup.timer
    score = game.result.scores[0] if game.result.scores else 0.0
    return Record(
        game.setup.difficulty, game.now.plan, tuple(who), timer, game.now.round, bool(game.result.winners), score,
        timer != "on", log,
    )  # fmt: skip


def by_score(records: Sequence[Record]) -> list[Record]:
    return sorted(records, key=lambda r: -r.score)
