"""A player that is a program of its own and speaks lines of JSON. `docs/bots.md` describes what is said.

The table asks `{"type": "decide", ...}` with all that the seat may know and some legal candidates; the program answers
with the number of one, with an answer of its own, or that it waits. Each question stands for itself.
"""

from __future__ import annotations

import contextlib
import queue
import random
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from xenotable.engine import View, Wait
from xenotable.engine.showing import Sight
from xenotable.engine.wire import to_wire
from xenotable.faults import Fault
from xenotable.files import NO_JSON
from xenotable.players.protocol import Decision

PROTOCOL = 1
START = 20.0  # seconds until it has said hello
FEW = 16  # candidates wanted of an ask whose answers cannot be listed
LONGEST = 1 << 20  # bytes of a line
LATE = "does not answer in time"


class Said(msgspec.Struct):
    """A line of the program."""

    id: int = 0
    candidate: int | None = None
    ask: str = ""
    answer: Any = None
    wait: int | None = None
    reason: str = ""
    hello: int = 0


class Program:
    """The running program. It is started when it is first asked, and again after it died or was too slow."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = list(command)
        self.process: subprocess.Popen[bytes] | None = None
        self.asked = 0

    def player(self, match: str) -> ProgramPlayer:
        """Somebody for one seat of one match."""
        return ProgramPlayer(self, match)

    def ask(self, question: dict[str, Any], until: float) -> Said:
        """Its answer to one question; a Fault if none comes in time or none can be understood."""
        if self.process is None or self.process.poll() is not None:
            self._start()
        self.asked += 1
        self._say({"type": "decide", "id": self.asked, **question})
        while (said := self._hear(until)).id < self.asked:
            if said.id < 1:  # later ones are answers to questions that are over
                raise self._misheard(f"must answer with the id of the question, {self.asked}")
        if said.id > self.asked:
            raise self._misheard(f"answers question {said.id}, but the last one was {self.asked}")
        return said

    def end(self) -> None:
        """Ends it, if it runs."""
        process, self.process = self.process, None
        if process is not None:
            with contextlib.suppress(OSError):
                process.kill()
            process.wait()
            self.reader.join()
            with contextlib.suppress(OSError):
                process.stdin.close()  # type: ignore[union-attr]  # it is a pipe

    def _start(self) -> None:
        self.end()
        try:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as fault:
            raise Fault(f"cannot be started ({fault.strerror})") from None
        self.lines = queue.Queue[bytes]()
        self.reader = threading.Thread(target=_read_lines, args=(self.process.stdout, self.lines), daemon=True)
        self.reader.start()
        self._say({"type": "hello", "protocol": PROTOCOL})
        if self._hear(time.monotonic() + START).hello != PROTOCOL:
            raise self._misheard(f'must answer the hello with {{"hello": {PROTOCOL}}}')

    def _say(self, line: dict[str, Any]) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(msgspec.json.encode(line, enc_hook=repr) + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise self._gone() from None

    def _hear(self, until: float) -> Said:
        line = self._line(until)
        try:
            return msgspec.json.decode(line, type=Said)
        except msgspec.ValidationError as fault:
            raise self._misheard(f"says {_quoted(line)}, which cannot be understood ({fault})") from None
        except NO_JSON:
            raise self._misheard(f"says {_quoted(line)}, which is no line of JSON") from None

    def _line(self, until: float) -> bytes:
        try:
            line = self.lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            self.end()  # what it says later would be taken for the answer to another question
            raise Fault(LATE) from None
        if not line:
            raise self._gone()
        return line

    def _misheard(self, says: str) -> Fault:
        """What it does wrong; it is started anew for the next question, so that nothing is left of this one."""
        self.end()
        return Fault(says)

    def _gone(self) -> Fault:
        code = self.process.wait() if self.process is not None else None
        self.end()
        return Fault(f"has ended (exit code {code}); what it complained about stands above")


def _quoted(line: bytes) -> str:
    return repr(line[:80].decode(errors="replace").strip())


def _read_lines(stream: Any, lines: queue.Queue[bytes]) -> None:
    """Runs beside: lines as they come, and an empty one at the end."""
    with contextlib.suppress(OSError), stream:
        while line := stream.readline(LONGEST):
            lines.put(line)
    lines.put(b"")


class ProgramPlayer:
    """A seat that a program plays."""

    def __init__(self, program: Program, match: str) -> None:
        self.program, self.match = program, match
        self.rnd = random.Random(f"program:{match}").random

    def decide(self, view: View[Any], deadline: float | None = None) -> Decision | Wait:
        """Asks the program."""
        until = time.monotonic() + START if deadline is None else deadline
        question, candidates = question_of(view, self.match, self.rnd)
        said = self.program.ask(question | {"seconds": round(until - time.monotonic(), 3)}, until)
        if said.wait is not None:
            return Wait(max(1, said.wait))
        if said.candidate is None:
            return Decision(said.ask, said.answer, said.reason)
        if not 0 <= said.candidate < len(candidates):
            raise Fault(f"chooses candidate {said.candidate} of {len(candidates)}; they are counted from 0")
        return Decision(*candidates[said.candidate], said.reason)


def question_of(view: View[Any], match: str, rnd: Any) -> tuple[dict[str, Any], list[tuple[str, Any]]]:
    """All that the seat may know, as data, and the candidates with the keys of their asks."""
    game, title, asks = view.game, view.title, view.undecided()
    candidates = [(ask.key, value) for ask in asks for value in ask.candidates(FEW, rnd)]
    question = {
        "match": match,
        "game": title.id,
        "seat": view.seat,
        "seats": game.seats,
        "now": view.now,
        "due": view.due,
        "asks": [to_wire(ask, view.id(ask), game) for ask in asks],
        "candidates": [{"ask": key, "answer": value} for key, value in candidates],
        "progress": title.progress(game),
        "board": title.board(game),
        "tokens": title.tokens(game, view.seat),
        "panels": list(Sight(game).panels(view.seat).values()),
    }
    return question, candidates
