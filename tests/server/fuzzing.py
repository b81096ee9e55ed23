"""Messages from somebody who knows the protocol and means harm. They are made from the very structs that the server
decodes, so that a new message is among them by itself; filled with what the server itself has said, so that they reach
deep; and spoilt, now and then."""

from __future__ import annotations

import contextlib
import copy
import functools
import json
import logging
import random
from collections import defaultdict, deque
from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from xenotable.engine.display import Calculator

LEAVES = 300  # of one message that are remembered
KEPT = 48  # values of one name that are remembered

DEEP: list[Any] = []
for _ in range(30):
    DEEP = [DEEP]

NASTY: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    2**31,
    2**63,
    2**64,
    -(2**63) - 1,
    10**30,
    1e308,
    -0.0,
    0.5,
    float("nan"),
    float("inf"),
    "",
    "\x00",
    "a\x00b\r\n",
    "\u202egnitirw\u2066\u200b",
    "\ud800",
    "x" * 3000,
    "{n.__class__.__init__.__globals__}",
    "{n:100000000}",
    "../../etc/passwd",
    "' or 1=1 --",
    "é\U0001f3b2" * 20,
    [],
    {},
    [None] * 200,
    DEEP,
    {"": {"__class__": []}},
    {"at": {"a": [1e308, float("nan")]}},
    {"paths": {"a": [[1e12, 0]] * 50}},
)


class Known:
    """What the server has said, and what was sent to it: values by the name of their field, the newest of each."""

    def __init__(self, rnd: random.Random) -> None:
        self.rnd = rnd
        self.values: dict[str, deque[Any]] = defaultdict(lambda: deque(maxlen=KEPT))

    def learn(self, said: Any) -> None:
        found: list[tuple[str, Any]] = []
        gather(said, "", found)
        for name, value in found[:LEAVES]:
            self.values[name].append(value)

    def recall(self, name: str, kind: type) -> Any:
        """Something of this name, else something of this kind."""
        found = [v for v in self.values[name] if type(v) is kind]
        if not found:
            found = [v for values in list(self.values.values()) for v in list(values)[-2:] if type(v) is kind]
        return self.rnd.choice(found) if found else kind()


def gather(said: Any, name: str, found: list[tuple[str, Any]]) -> None:
    """The plain values in it, each with its name. The id of what stands under `room`, or in a list `asks`, is a `room`
    and an `ask`; what stands in a mapping is of the mapping's name too."""
    if len(found) >= LEAVES:
        return
    if isinstance(said, dict):
        if isinstance(said.get("id"), str):
            found.append((name.removesuffix("s"), said["id"]))
        for key, value in said.items():
            gather(value, name if key.isdigit() else key, found)
    elif isinstance(said, list):
        for value in said:
            gather(value, name, found)
    else:
        found.append((name, said))


def filled(calculator: Calculator) -> dict[str, dict[str, Any]]:
    """A calculator as it is shown first."""
    return {group.id: {field.name: field.value for field in group.fields} for group in calculator.groups}


shape_of = functools.cache(inspect.type_info)


class Maker:
    """Well-formed values of any type that the server takes."""

    def __init__(self, rnd: random.Random, known: Known) -> None:
        self.rnd, self.known = rnd, known
        self.saves: deque[Any] = deque(maxlen=8)  # whole records, for what takes one

    def struct(self, kind: type) -> dict[str, Any]:
        made = self.value(shape_of(kind), "")
        assert isinstance(made, dict)
        return made

    def value(self, kind: inspect.Type, name: str) -> Any:
        rnd = self.rnd
        match kind:
            case inspect.StructType():
                tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
                given = [f for f in kind.fields if f.required or rnd.random() < 0.5]
                return tag | {f.encode_name: self.value(f.type, f.encode_name) for f in given}
            case inspect.UnionType():
                return self.value(rnd.choice(kind.types), name)
            case inspect.ListType() | inspect.VarTupleType():
                return [self.value(kind.item_type, name) for _ in range(rnd.choice((0, 1, 2, 2)))]
            case inspect.DictType():
                names = [self.value(kind.key_type, name) for _ in range(rnd.choice((0, 1, 2)))]
                return {str(n): self.value(kind.value_type, str(n)) for n in names}
            case inspect.LiteralType():
                return rnd.choice(kind.values)
            case inspect.BoolType():
                return rnd.random() < 0.5
            case inspect.NoneType():
                return None
            case inspect.IntType():
                return rnd.choice((-2, -1, 0, 1, 2, self.known.recall(name, int)))
            case inspect.StrType():
                return self.known.recall(name, str)
            case inspect.RawType():
                whole = rnd.choice(self.saves) if self.saves else self.anything()
                return self.spoilt(whole) if rnd.random() < 0.7 else whole
            case inspect.AnyType():
                return self.known.recall(name, rnd.choice((str, int, bool))) if rnd.random() < 0.5 else self.anything()
        raise AssertionError(f"the fuzz has to learn how to make {kind}")

    def anything(self) -> Any:
        return copy.deepcopy(self.rnd.choice(NASTY))

    # ---- what is wrong with it -------------------------------------------------------------------------------------

    def spoilt(self, message: Any) -> Any:
        """The same with one or two things wrong somewhere in it."""
        message = json.loads(json.dumps(message))
        for _ in range(self.rnd.choice((1, 1, 2))):
            places = list(inside(message))
            if places:
                self._spoil(*self.rnd.choice(places))
        return message

    def _spoil(self, parent: Any, at: Any) -> None:
        rnd = self.rnd
        match rnd.randrange(6):
            case 0:
                del parent[at]
            case 1 if isinstance(parent, dict):
                parent[rnd.choice(("", "type", "seat", "\x00", "more", "ask"))] = parent.pop(at)
            case 2 if isinstance(parent, list):
                parent.insert(at, parent[at])
            case 3 if type(parent[at]) in (str, int, bool):
                parent[at] = self.known.recall("", type(parent[at]))
            case 4 if type(parent[at]) is int:
                parent[at] += rnd.choice((-1, 1, 1000))
            case _:
                parent[at] = self.anything()

    def garbled(self, text: str) -> str | bytes:
        """Not even JSON any more, as a rule."""
        rnd = self.rnd
        cut = rnd.randrange(len(text) + 1)
        match rnd.randrange(5):
            case 0:
                return text[:cut]
            case 1:
                return text[:cut] + rnd.choice('\x00{}[]",:\\ud800\u202e') + text[cut:]
            case 2:
                return text.encode()[:cut] + bytes([rnd.randrange(128, 256)]) + text.encode()[cut:]
            case 3:
                return text[:-1] + "," + text[1:]  # every name twice
            case _:
                return text[:cut] + "[" * rnd.choice((20, 30, 20_000)) + text[cut:]


def inside(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a tree, as a container and where in it."""
    if isinstance(value, dict | list):
        for at, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield value, at
            yield from inside(inner)


class Complaints(logging.Handler):
    """What a server says about itself."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(logging.Formatter().format(record))


@contextlib.contextmanager
def no_complaints() -> Iterator[None]:
    listening, loggers = Complaints(), [logging.getLogger(name) for name in ("", "uvicorn")]
    for logger in loggers:
        logger.addHandler(listening)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(listening)
    assert listening.records == []
