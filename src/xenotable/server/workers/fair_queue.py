"""Who is next when more is asked for than can be done at once: what a person waits for at a table first, then one
address after the other, and for each address one room after the other. Nobody can wait in more than a few places."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from enum import IntEnum
from typing import Generic, NamedTuple, TypeVar

from xenotable.server.limits import TooFast

T = TypeVar("T")


class Urgency(IntEnum):
    OPPONENT = 0  # a machine that a person at the table waits for
    QUESTION = 1  # somebody at a table would like to know something
    BACKGROUND = 2  # calculators, records, machines among themselves


MOST = {Urgency.OPPONENT: 64, Urgency.QUESTION: 32, Urgency.BACKGROUND: 8}  # that wait for one address


class Source(NamedTuple):
    """Who asks for work."""

    urgency: Urgency
    address: str
    room: str = ""


class Crowded(TooFast):
    """The address has enough waiting already."""


class FairQueue(Generic[T]):
    """Addresses and their rooms stand in the order of their turns; who was served goes to the end."""

    def __init__(self) -> None:
        self._waiting: dict[Urgency, dict[str, dict[str, deque[T]]]] = {urgency: {} for urgency in Urgency}

    def put(self, source: Source, item: T) -> None:
        rooms = self._waiting[source.urgency].get(source.address, {})
        if sum(map(len, rooms.values())) >= MOST[source.urgency]:
            raise Crowded("Too much of what you asked for is still being worked out; please wait a moment.")
        self._waiting[source.urgency].setdefault(source.address, rooms).setdefault(source.room, deque()).append(item)

    def take(self, least: Urgency = Urgency.BACKGROUND, served: Collection[str] = ()) -> tuple[Source, T] | None:
        """The next one that is at least so urgent. Addresses that are `served` have enough in the background."""
        for urgency, addresses in self._waiting.items():
            if urgency <= least:
                passed = served if urgency == Urgency.BACKGROUND else ()
                address = next((address for address in addresses if address not in passed), None)
                if address is not None:
                    return self._serve(urgency, address)
        return None

    def _serve(self, urgency: Urgency, address: str) -> tuple[Source, T]:
        addresses = self._waiting[urgency]
        room = next(iter(addresses[address]))
        source, item = Source(urgency, address, room), addresses[address][room][0]
        self.drop(source, item)
        if address in addresses:
            rooms = addresses[address] = addresses.pop(address)
            if room in rooms:
                rooms[room] = rooms.pop(room)
        return source, item

    def drop(self, source: Source, item: T) -> None:
        """Nobody waits for this any more, if anybody did."""
        addresses = self._waiting[source.urgency]
        rooms = addresses.get(source.address, {})
        items = rooms.get(source.room, deque())
        if item not in items:
            return
        items.remove(item)
        if not items:
            del rooms[source.room]
        if not rooms:
            del addresses[source.address]
