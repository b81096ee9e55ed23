"""Who calls, by address, and how much of this server one address may use."""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from litestar.connection import ASGIConnection

from xenotable.server.limits import Buckets, Denied, TooFast

Caller = ASGIConnection[Any, Any, Any, Any]
HOUR = 3600.0
HASTY = "Too many messages come from your address; please slow down."
BANNED = "Your address may not use this server for now."
MESSAGES = 2  # times what one socket may send: several people may share an address
LEAST_SHARE, MOST_SHARE = 0.03, 0.2  # of the time of the loop for one address while others are there
SAVED = 20.0  # seconds whose shares can be saved up
DEBT = 5.0  # seconds that anybody has to wait at most: a club that opened its tables while it was alone is let in soon
LONGEST = 0.5  # seconds between two looks whether it is one's turn
RECORD = 1024 * 1024  # bytes of a record that count as one more new table
WRITES, AT_ONCE = 1 / 3, 4 / 3  # of what one socket may send: what is written to the log, and shown to a whole table


def network_of(address: str) -> str:
    """Whom an address stands for: one household has a whole /64 of IPv6."""
    try:
        ip = ipaddress.ip_address(address.strip())
    except ValueError:
        return ""
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False))


def address_of(caller: Caller) -> str:
    return caller_address(caller, caller.app.state.behind_proxy)


def caller_address(caller: Caller, behind_proxy: bool) -> str:
    """Who calls. Only behind a proxy is anything believed that a header says, and then what the proxy itself added:
    the last address. Those before it are the caller's own words."""
    if behind_proxy:
        said = ",".join(caller.headers.getall("x-forwarded-for", []))
        if network := network_of(said.rpartition(",")[2]):
            return network
    return network_of(caller.client.host) if caller.client else ""


class Visitors:
    def __init__(self, rate: float, sockets: int, rooms: int) -> None:
        self.requests = Buckets(rate)
        self.messages = Buckets(rate * MESSAGES)
        self.writes = Buckets(rate * WRITES, rate * AT_ONCE)
        self.shows = Buckets(rate * WRITES / 2)  # decisions of machines that play among themselves
        self.rooms = Buckets(rooms / HOUR, rooms)
        self.lists = Buckets(rooms / HOUR, rooms)
        self.seconds = Buckets(1.0, SAVED, DEBT)  # what a second of the loop costs depends on how many share it
        self._queues: dict[str, tuple[asyncio.Lock, int]] = {}  # address -> who waits for a turn, and how many do
        self.most_sockets = sockets
        self.sockets: Counter[str] = Counter()
        self.bans: dict[str, float] = {}  # address -> until when

    def check_request(self, address: str) -> None:
        if address in self.bans:
            raise Denied(BANNED)
        if not self.requests.take(address):
            raise TooFast("Too many requests; please slow down.")

    @property
    def share(self) -> float:
        """Of the time of the loop, for one address: the more are there, the less can one of them take."""
        return max(LEAST_SHARE, min(MOST_SHARE, 1 / max(1, len(self.sockets))))

    def spend(self, address: str, seconds: float) -> None:
        """Takes note of the seconds of the loop that something took for the address; "": nobody knows yet who it is."""
        if address:
            self.seconds.charge(address, seconds / self.share)

    def spender(self, address: str) -> Callable[[float], None]:
        return partial(self.spend, address)

    def wait(self, address: str) -> float:
        """Seconds until the address has not had more of the loop than its share; 0 if nobody else is there."""
        left = self.seconds.left(address)
        return -left if left < 0 and self.sockets.keys() - {address} else 0.0

    async def turn(self, address: str) -> None:
        """Waits until then, one after the other: many who wait together would be work themselves."""
        if not self.wait(address):
            return
        queue, waiting = self._queues.get(address, (asyncio.Lock(), 0))
        self._queues[address] = queue, waiting + 1
        try:
            async with queue:
                while seconds := self.wait(address):
                    await asyncio.sleep(min(seconds, LONGEST))
        finally:
            _, waiting = self._queues.pop(address)
            if waiting > 1:
                self._queues[address] = queue, waiting - 1

    def check_message(self, address: str) -> None:
        if not self.messages.take(address):
            raise TooFast(HASTY)

    def check_write(self, address: str) -> None:
        if not self.writes.take(address):
            raise TooFast(HASTY)

    def check_room(self, address: str) -> None:
        if not self.rooms.take(address):
            raise TooFast("Too many new tables come from your address; please wait a while.")

    def count_record(self, address: str, size: int) -> None:
        """A new table from a record of so many bytes: the disk keeps all of it."""
        self.rooms.charge(address, size / RECORD)

    def check_list(self, address: str) -> None:
        """A new list that the disk keeps."""
        if not self.lists.take(address):
            raise TooFast("Too many new lists come from your address; please wait a while.")

    @contextmanager
    def socket(self, address: str) -> Iterator[bool]:
        """Counts a socket while it is open; False: the address has enough of them."""
        if self.sockets[address] >= self.most_sockets:
            yield False
            return
        self.sockets[address] += 1
        try:
            yield True
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]
