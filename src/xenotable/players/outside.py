"""Players from outside: a class in a Python file, or any program that speaks lines of JSON.

`my_bot.py:Bot` names a class that is called with the title and a seed, as our own are; `exec:node bot.mjs` a command.
They are declared by whoever starts this program, on its command line. A study, a record or a client can only name
those that were declared: what others send is never run.
"""

from __future__ import annotations

import atexit
import shlex
import shutil
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from xenotable.engine import MalformedAnswer, Title, View, Wait
from xenotable.engine.wire import why
from xenotable.faults import Fault, with_line
from xenotable.games import load_module
from xenotable.limiting import TooLate, time_limit
from xenotable.players.program import LATE, START, Program
from xenotable.players.protocol import Decision, Player

EXEC = "exec:"
SECONDS = 10.0  # for a decision, where nobody sets a deadline
SLACK = 0.5  # seconds that a decision may be late


class Declared(msgspec.Struct, frozen=True):
    """A player from outside, as a process that plays needs to know it."""

    spec: str
    seconds: float = SECONDS


_DECLARED: dict[str, Declared] = {}


def declared() -> dict[str, Declared]:
    """Who was declared here, by name."""
    return dict(_DECLARED)


def declare(players: Mapping[str, Declared]) -> None:
    """Makes these known by their names; a Fault if one is not there."""
    for one in players.values():
        check_spec(one.spec)
    _DECLARED.update(players)


def is_spec(name: str) -> bool:
    """Whether this is no plain name but says itself where the player is."""
    return name.startswith(EXEC) or ".py:" in name


def named_specs(wanted: Iterable[str], seconds: float = SECONDS) -> dict[str, Declared]:
    """`NAME=SPEC` of a command line, taken apart; a place alone is its own name."""
    found = {}
    for one in wanted:
        name, equals, spec = one.partition("=")
        if is_spec(name):  # it is its own name
            name, equals, spec = one, "=", one
        elif not equals or not name.strip().replace("-", "").replace("_", "").isalnum() or not is_spec(spec):
            raise Fault(f'"{one}" names no player: write NAME=my_bot.py:Bot, or "NAME=exec:COMMAND".')
        found[name.strip()] = Declared(spec.strip(), seconds)
    return found


def specs_among(names: Iterable[str], seconds: float = SECONDS) -> dict[str, Declared]:
    """Players that a command line names by where they are."""
    return {name: Declared(name, seconds) for name in names if is_spec(name)}


def check_spec(spec: str) -> None:
    if spec.startswith(EXEC):
        command = command_of(spec)
        if shutil.which(command[0]) is None:
            raise Fault(f'There is no program "{command[0]}".')
    else:
        load_class(spec)


def command_of(spec: str) -> list[str]:
    try:
        command = shlex.split(spec.removeprefix(EXEC))
    except ValueError as fault:
        raise Fault(f'"{spec}" is no command ({fault}).') from None
    if not command:
        raise Fault('A program is named by its command: "exec:node bot.mjs".')
    return command


@cache
def load_class(spec: str) -> Callable[[Title[Any], int | str], Player]:
    """The class, or a function that makes a player, in a Python file."""
    file, _, name = spec.rpartition(":")
    path = Path(file)
    module = load_module(path, f"xenotable_player_{path.resolve()}")
    make = getattr(module, name, None)
    if not callable(make):
        raise Fault(f"{path} has no class {name}.")
    return make  # type: ignore[no-any-return]  # what it makes is looked at when it decides


_PROGRAMS: dict[str, Program] = {}


def program_of(spec: str) -> Program:
    """The running program of a command: one for this process, since each question stands for itself."""
    if spec not in _PROGRAMS:
        _PROGRAMS[spec] = Program(command_of(spec))
    return _PROGRAMS[spec]


@atexit.register
def end_programs() -> None:
    """Ends all that run for this process."""
    while _PROGRAMS:
        _PROGRAMS.popitem()[1].end()


class Outsider:
    """Sits in a seat for somebody from outside, and looks at what that one says before it counts."""

    def __init__(self, name: str, title: Title[Any], seed: int | str) -> None:
        self.name = name
        self.spec, self.seconds = msgspec.structs.astuple(_DECLARED[name])
        self.inner = self._made(title, seed)

    def _made(self, title: Title[Any], seed: int | str) -> Player:
        if self.spec.startswith(EXEC):
            return program_of(self.spec).player(str(seed))
        try:
            with time_limit(START, SLACK):
                made = load_class(self.spec)(title, seed)
        except TooLate:
            raise self._fault(LATE) from None
        except Fault:
            raise
        except Exception as fault:
            called = "; it is called with the title of the game and a seed" if isinstance(fault, TypeError) else ""
            raise self._fault(f"cannot sit down ({with_line(fault)}){called}") from fault
        if not callable(getattr(made, "decide", None)):
            raise self._fault("has no method decide(view, deadline)")
        return made

    def decide(self, view: View[Any], deadline: float | None = None) -> Decision | Wait:
        """What it says, if that is an answer, legal and in time; else a Fault that says what is wrong."""
        until = time.monotonic() + self.seconds if deadline is None else deadline
        try:
            with time_limit(until + SLACK - time.monotonic(), SLACK):
                said = self.inner.decide(view, until)
        except TooLate:
            raise self._fault(LATE) from None
        except Fault as fault:
            raise self._fault(str(fault)) from fault
        except Exception as fault:
            raise self._fault(f"fails ({with_line(fault)})") from fault
        if time.monotonic() > until + SLACK:
            raise self._fault(LATE)
        return said if isinstance(said, Wait) else self._checked(view, said)

    def _checked(self, view: View[Any], said: object) -> Decision:
        if not isinstance(said, Decision):
            raise self._fault(f"gives {type(said).__name__} instead of a Decision or a Wait")
        asks = view.undecided()
        ask = next((ask for ask in asks if said.key in (ask.key, view.id(ask))), None)
        if ask is None:
            raise self._fault(f"answers {said.key!r}, but is asked {' or '.join(repr(ask.key) for ask in asks)}")
        try:
            value = ask.shape(said.value)
            refusals = why(ask.check(value), view.game)
        except MalformedAnswer as malformed:
            refusals = why([malformed.refusal], view.game)
        if refusals:
            raise self._fault(f"answers {ask.key!r} with {_short(said.value)}. {refusals[0].says}")
        return Decision(ask.key, ask.settle(value), str(said.reason)[:500])

    def _fault(self, says: str) -> Fault:
        return Fault(f"{self.name} {says}{'' if says.endswith('.') else '.'}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:79] + "…"
