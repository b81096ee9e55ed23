"""What a seat sees, as numbers.

An encoder declares its `space` and makes an observation of a view and its candidates. `Features` is the one for any
game: every token, the ground, points, round and clock, what is asked, and every candidate. Words become numbers by
random indexing: each has a direction of its own, always the same, and a sentence is the sum of its words and of its
neighbouring pairs. So the same word means the same in a token, in a question and in an answer.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Protocol

import msgspec
import numpy as np
from gymnasium import spaces

from xenotable.engine import (
    Arrange,
    Ask,
    Assign,
    Board,
    Choose,
    Confirm,
    Move,
    Moved,
    Number,
    Panel,
    Pick,
    Place,
    Placed,
    Play,
    Roll,
    Token,
    View,
)
from xenotable.engine.viewing import prompt_of
from xenotable.engine.wire import option_label
from xenotable.faults import Fault
from xenotable.lab.episode import WIDTH, Candidate
from xenotable.table.raster import cells_of

Numbers = np.ndarray[Any, np.dtype[np.float32]]

WORDS = 8  # numbers that words become
KINDS = (Choose, Confirm, Pick, Number, Assign, Arrange, Place, Move, Roll, Play)
STATES = ("ready", "active", "done", "out")
TOKEN = 19 + 4 * WORDS  # numbers about a token: figures, then its name, id, marks and what it is in
LINE = 4 + WORDS
ASK = len(KINDS) + 5 + 2 * WORDS
CANDIDATE = 12 + 4 * WORDS  # figures, then its ask, its words, its piece and all of it
GROUND = 3 + WORDS  # there is something, height, whose zone, what it is
MATCH = 8  # round, rounds, points of the own and of other seats, seat, seats, clock
UNTOLD = ("goal", "coach", "story", "lessons")  # panels that explain
MINUTE = 60_000


class Encoder(Protocol):
    """Turns what a seat may know into an observation. `space` says what it looks like."""

    @property
    def space(self) -> spaces.Space[Any]:
        """What observations look like."""
        ...

    def __call__(self, view: View[Any], candidates: Sequence[Candidate]) -> Any:
        """The observation; without candidates the seat has nothing to decide, or the match is over."""
        ...


class Features:
    """The encoder for any game; all numbers lie between -1 and 1. Where a battle has more tokens or lines than there
    are rows, it says so and names the argument to raise."""

    def __init__(self, tokens: int = 400, lines: int = 160, grid: int = 24, width: int = WIDTH) -> None:
        self.tokens, self.lines, self.grid, self.width = tokens, lines, grid, width
        shapes = {
            "tokens": (tokens, TOKEN), "terrain": (grid, grid, GROUND), "panels": (lines, LINE), "match": (MATCH,),
            "ask": (ASK,), "candidates": (width, CANDIDATE),
        }  # fmt: skip
        self.space = spaces.Dict({name: spaces.Box(-1.0, 1.0, shape, np.float32) for name, shape in shapes.items()})

    def __call__(self, view: View[Any], candidates: Sequence[Candidate]) -> dict[str, Numbers]:
        game = view.game
        board, tokens = view.title.board(game), view.title.tokens(game, view.seat)
        scale = max(board.width, board.depth) or 1.0
        panels = [panel for panel in view.title.panels(game, view.seat) if panel.kind not in UNTOLD]
        where = {token.id: token for token in tokens}
        return {
            "tokens": self._rows("tokens", tokens, TOKEN, lambda t: token_row(t, view.seat, scale)),
            "terrain": terrain(board, self.grid, view.seat).copy(),
            "panels": self._rows("lines", panel_rows(panels, view), LINE, lambda row: row),
            "match": match_row(view),
            "ask": ask_row(view, candidates),
            "candidates": self._rows("width", candidates, CANDIDATE, lambda c: candidate_row(c, view, where, scale)),
        }

    def _rows(self, name: str, found: Sequence[Any], size: int, row: Callable[[Any], Numbers]) -> Numbers:
        rows = getattr(self, name)
        if len(found) > rows:
            raise Fault(f"This match has {len(found)} {name}, more than Features({name}={rows}); give a higher number.")
        out = np.zeros((rows, size), np.float32)
        for i, one in enumerate(found):
            out[i] = row(one)
        return out


# ---- words -----------------------------------------------------------------------------------------------------------


@lru_cache(200_000)
def direction(word: str) -> Numbers:
    """A word as numbers between -1 and 1, the same on every machine."""
    digest = hashlib.blake2b(word.encode(), digest_size=2 * WORDS).digest()
    return np.frombuffer(digest, "<u2").astype(np.float32) / 32767.5 - 1


@lru_cache(50_000)
def words(text: str) -> Numbers:
    """A text as numbers: its words and neighbouring pairs, so that order counts."""
    found = re.findall(r"[\w'+.-]+", text.lower())
    if not found:
        return np.zeros(WORDS, np.float32)
    pairs = [f"{a} {b}" for a, b in pairwise(found)]
    total = sum((direction(word) for word in (*found, *pairs)), np.zeros(WORDS, np.float32))
    out: Numbers = np.tanh(total / math.sqrt(len(found) + len(pairs)), dtype=np.float32)
    return out


def joined(*parts: Any) -> Numbers:
    out: Numbers = np.clip(np.concatenate(parts, dtype=np.float32), -1, 1)
    return out


def squash(value: float, scale: float) -> float:
    """Any number between -1 and 1, the more exact the smaller it is."""
    return value / (abs(value) + scale)


# ---- parts -----------------------------------------------------------------------------------------------------------


def token_row(token: Token, seat: int, scale: float) -> Numbers:
    x, y, z = place(token.at)
    pips = token.pips
    turn = math.radians(token.facing) if token.facing is not None else None
    marks = "; ".join(mark.name for mark in token.marks)
    figures = (
        1.0, bool(token.at), x / scale, y / scale, z / scale, squash(token.radius, 1.0), token.seat == seat,
        token.seat >= 0 and token.seat != seat, token.hostile, squash(token.seat + 1, 4.0), pips is not None,
        pips.now / max(1, pips.full, pips.now) if pips else 0.0, squash(pips.now, 10.0) if pips else 0.0,
        *(token.state == state for state in STATES), math.cos(turn) if turn is not None else 0.0,
        math.sin(turn) if turn is not None else 0.0,
    )  # fmt: skip
    named = words(f"{token.label} {token.kind}")
    return joined(figures, named, direction(token.id), words(marks), words(token.inside))


def place(at: Sequence[float]) -> tuple[float, float, float]:
    return (at[0], at[1], at[2] if len(at) > 2 else 0.0) if at else (0.0, 0.0, 0.0)


@lru_cache(64)
def terrain(board: Board, grid: int, seat: int) -> Numbers:
    """The ground as a grid; the first row is the far edge. It is remembered: copy it before it leaves."""
    out = np.zeros((grid, grid, GROUND), np.float32)
    for area in board.areas if board.width and board.depth else ():
        cells = cells_of(area.shape, board.width, board.depth, grid, grid)
        if area.kind == "zone":
            out[cells, 2] = 0.0 if area.seat is None else 1.0 if area.seat == seat else -1.0
            continue
        out[cells, 0], out[cells, 1] = 1.0, squash(area.height, 4.0)
        out[cells, 3:] = words(f"{area.kind} {area.label}")
    return out


def panel_rows(panels: Sequence[Panel], view: View[Any]) -> list[Numbers]:
    """What stands beside the board: tracks, supplies, hands of cards."""
    rows = []
    for panel in panels:
        for line in panel.lines:
            now, full = line.now or 0, line.full or 0
            side = panel.seat if line.seat is None else line.seat
            whose = 0.0 if side is None else 1.0 if side == view.seat else -1.0
            figures = (1.0, whose, squash(now, 10.0), now / max(1, full, now))
            rows.append(joined(figures, words(f"{panel.title} {line.label} {line.value}")))
        rows += [joined((1.0, 0.0, 0.0, 0.0), words(f"{panel.title} {card.title}")) for card in panel.cards]
    return rows


def match_row(view: View[Any]) -> Numbers:
    game, seat = view.game, view.seat
    progress = view.title.progress(game)
    own = progress.scores[seat] if seat < len(progress.scores) else 0.0
    others = [score for s, score in enumerate(progress.scores) if s != seat]
    left = 0.0 if view.due is None else squash(view.due - view.now, MINUTE)
    figures = (
        squash(progress.round, 4.0), squash(progress.rounds, 4.0), squash(own, 5.0),
        squash(max(others, default=0.0), 5.0), squash(seat, 2.0), squash(game.seats, 2.0), view.due is not None, left,
    )  # fmt: skip
    return np.array(figures, np.float32)


def ask_row(view: View[Any], candidates: Sequence[Candidate]) -> Numbers:
    """The questions that stand open together; their kinds, words, and what they are about."""
    out = np.zeros(ASK, np.float32)
    asks = list(dict.fromkeys(candidate.ask for candidate in candidates if candidate.ask is not None))
    if not asks:
        return out
    for ask in asks:
        out[:10] = np.maximum(out[:10], [isinstance(ask, kind) for kind in KINDS])
    until = [ask.until for ask in asks if ask.until is not None]
    waits = any(candidate.ask is None for candidate in candidates)
    timed = squash(max(0, min(until) - view.now), MINUTE) if until else 0.0
    out[10:15] = (squash(len(asks), 4.0), any(ask.secret for ask in asks), bool(until), timed, waits)
    told = "; ".join(f"{ask.rule} {prompt_of(ask, view.game)}" for ask in asks)
    out[15:] = np.concatenate([words(told), direction("; ".join(f"{ask.key} {_about(ask)}" for ask in asks) + told)])
    return out


def _about(ask: Ask[Any]) -> str:
    """What a question is about beside its words: the pieces and how far they go, the bounds of a number."""
    match ask:
        case Move() | Place():
            return ",".join(f"{piece.on}:{piece.at}:{piece.budget:g}" for piece in ask.pieces)
        case Number():
            return f"{ask.low}-{ask.high}"
        case Assign():
            return f"{ask.total} {[(bucket.value, bucket.least, bucket.most) for bucket in ask.buckets]}"
        case Pick():
            return f"{ask.least}-{ask.most}"
    return ""


def candidate_row(candidate: Candidate, view: View[Any], where: dict[str, Token], scale: float) -> Numbers:
    """An answer: what it is called, the piece it is about, where it ends and how far that is from there."""
    ask, value, _ = candidate
    if ask is None:
        return joined((1.0, 1.0, *[0.0] * 10), words("wait"), words("wait"), np.zeros(2 * WORDS))
    on = _piece(ask, value)
    start = place(where[on].at) if on in where else (0.0, 0.0, 0.0)
    end = _end(value) or start
    number = squash(value, 6.0) if isinstance(value, int) else 0.0
    share = len(value) if isinstance(value, tuple | dict) else 0
    figures = (
        1.0, 0.0, number, squash(share, 6.0), *(v / scale for v in start), *(v / scale for v in end),
        math.hypot(end[0] - start[0], end[1] - start[1]) / (2 * scale), ask.default == value,
    )  # fmt: skip
    whole = msgspec.json.encode(value, enc_hook=repr).decode()
    called = words(_label(ask, value, view))
    return joined(figures, words(ask.key.replace(":", " ")), called, direction(on), direction(f"{ask.key} {whole}"))


def _piece(ask: Ask[Any], value: Any) -> str:
    """The id of the piece or place that an answer is about."""
    if isinstance(value, Moved | Placed):
        moved = value.paths if isinstance(value, Moved) else value.at
        return next(iter(moved), "") or (ask.pieces[0].on if isinstance(ask, Move | Place) and ask.pieces else "")
    if isinstance(ask, Choose) and ask.on is not None:
        return ask.on(value)
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        return value[0]
    return value if isinstance(value, str) else ""


def _end(value: Any) -> tuple[float, float, float] | None:
    """Where the pieces of an answer end, on average."""
    if isinstance(value, Moved):
        ends = [place(path[-1]) for path in value.paths.values() if path]
    elif isinstance(value, Placed):
        ends = [place(at) for at in value.at.values()]
    else:
        return None
    if not ends:
        return None
    x, y, z = (sum(axis) / len(ends) for axis in zip(*ends, strict=True))
    return x, y, z


def _label(ask: Ask[Any], value: Any, view: View[Any]) -> str:
    if isinstance(value, Moved):
        return f"{value.mode or 'move'} {'' if value.paths else 'stay'}"
    if isinstance(ask, Choose):
        return option_label(ask.label, value, view.game)
    if isinstance(ask, Confirm):
        return ask.yes if value else ask.no
    if isinstance(ask, Pick) and isinstance(value, tuple):
        return ", ".join(option_label(ask.label, one, view.game) for one in value)
    return str(value) if isinstance(value, int) else ""
