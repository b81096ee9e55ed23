"""A worker process: tasks come in on standard input, outcomes go out on what was standard output. It ends with its
server, because the input ends then."""

from __future__ import annotations

import os
import struct
import sys
from typing import Any, BinaryIO

import msgspec

from xenotable.engine import Title
from xenotable.engine.saving import SaveFault
from xenotable.faults import Fault, with_line
from xenotable.kernels import load_when_ready
from xenotable.players import Declared, declare
from xenotable.server.game_registry import GameRegistry
from xenotable.server.workers.tasks import Forgotten, Outcome, Positions, Task, do_task

MEMORY = 2 * 1024**3  # bytes that a worker may use
HEAD = struct.Struct("!I")


class StartedWith(msgspec.Struct, frozen=True):
    """What the server was started with that its workers need: games from files, and machines from outside."""

    files: tuple[str, ...] = ()
    bots: dict[str, Declared] = {}


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a game prints must not land among the answers
    step_back()
    limit_memory()
    given = msgspec.json.decode(sys.argv[1], type=StartedWith)
    registry = GameRegistry(given.files)
    declare(given.bots)
    positions = Positions(lambda id: prepare_title(registry.title(id)))
    tasks, decode = sys.stdin.buffer, msgspec.msgpack.Decoder(Task).decode
    while (data := read_message(tasks)) is not None:
        outcome = outcome_of(decode(data), positions)
        try:
            answers.write(HEAD.pack(len(outcome)) + outcome)
            answers.flush()
        except BrokenPipeError:  # the server has ended meanwhile
            os._exit(0)


def step_back() -> None:
    """People who wait for an acknowledgement come first, and Ctrl-C is for the server, which then ends its workers. A
    group of its own is enough for that: in a session of its own, Linux would not hold its low priority against the
    server (autogroups)."""
    if sys.platform != "win32":
        os.setpgid(0, 0)
        os.nice(10)


def limit_memory() -> None:
    """A record that somebody has made up may want more than the machine has."""
    if sys.platform == "linux":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        wanted = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
        resource.setrlimit(resource.RLIMIT_DATA, (wanted, most))


def outcome_of(task: Task, positions: Positions) -> bytes:
    try:
        outcome = Outcome(msgspec.json.encode(do_task(task, positions)))
    except Forgotten:
        outcome = Outcome(forgotten=True)
    except (Fault, SaveFault) as fault:
        outcome = Outcome(fault=str(fault))
    except MemoryError:
        outcome = Outcome(fault="That takes too much memory to work out.")
    except Exception as fault:
        outcome = Outcome(fault=f"The rules stumbled here ({with_line(fault)}).")
    return msgspec.msgpack.encode(outcome)


def prepare_title(title: Title[Any]) -> Title[Any]:
    """A game that this process is about to play."""
    load_when_ready(title.kernels)
    return title


def read_message(stream: BinaryIO) -> bytes | None:
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    (length,) = HEAD.unpack(head)
    data = stream.read(length)
    return data if len(data) == length else None


if __name__ == "__main__":
    main()
