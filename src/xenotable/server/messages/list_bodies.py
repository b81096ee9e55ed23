"""What goes in and out about army lists without a socket: the builder, what a list is worth, lists that are kept."""

from __future__ import annotations

from typing import Any

from xenotable.engine.muster import ArmyList, Changes, Difference, Path, Profile, Repair, Slot
from xenotable.server.messages.bodies import Said, Sent


class ReadyList(Said, frozen=True):
    id: str
    army: ArmyList
    total: int


class BookWire(Said, frozen=True):
    """Where building begins: a new list, and those that ship with the game."""

    game: str
    title: str
    currency: str  # what totals are counted in
    blank: ArmyList
    ready: list[ReadyList]
    rules: int = 1  # of today: a list that was kept by others may have changed


class MusterAsk(Sent, frozen=True):
    """A list, what is to be done to it first, and the places whose slots are wanted ([] is the list itself)."""

    army: Any = None  # an ArmyList; None: a new one
    changes: tuple[Changes, ...] = ()  # one after the other
    places: tuple[Path, ...] = ((),)
    repairs: bool = True  # work out how each fault can be put right


class MusterDraft(Sent, frozen=True):
    """A list to be completed; none: one by chance. The same seed gives the same list."""

    army: Any = None
    seed: str = ""


class MusterText(Sent, frozen=True):
    """A list as readable text, as the text of a link, or as JSON."""

    text: str


class MusterPair(Sent, frozen=True):
    old: Any
    new: Any


class MusterTrial(Sent, frozen=True):
    """One more battle of a list against the ready ones; wins, draws and games are those so far. The same seed and
    number of games give the same battle."""

    army: Any = None
    seed: str = ""
    wins: int = 0
    draws: int = 0
    games: int = 0


class TrialWire(Said, frozen=True):
    """The battles so far, that one included: against whom it was, what came of it (1 a win, 0.5 a draw, 0 a loss), and
    the rate with its 95 % interval."""

    against: str
    score: float
    wins: int
    draws: int
    games: int
    rate: float
    low: float
    high: float


class RepairableFault(Said, frozen=True):
    """What is wrong with a list, where, and the smallest changes that put it right."""

    rule: str
    says: str
    remedy: str = ""
    at: Path = ()
    repairs: tuple[Repair, ...] = ()


class MusterWire(Said, frozen=True):
    """A list with all that a builder shows."""

    army: ArmyList
    total: int
    currency: str
    limit: int | None
    left: int | None
    faults: list[RepairableFault]
    slots: list[Slot]
    entries: list[Profile]  # every entry, owners before what they own
    link: str  # "": too long for one
    text: str
    notes: tuple[str, ...] = ()  # what new rules did to it since it was kept


class BattlesWire(Said, frozen=True):
    """The ready battles of a game, by id."""

    battles: list[str]


class DifferencesWire(Said, frozen=True):
    differences: list[Difference]


class KeptVersion(Said, frozen=True):
    """A list as it was kept once: what it cost then, and when that was, in seconds since 1970."""

    army: ArmyList
    total: int
    at: int


class KeptList(Said, frozen=True):
    """A list that the server keeps, its newest version last. Who knows the key may read, change and delete it."""

    key: str
    game: str
    versions: list[KeptVersion]


class KeepList(Sent, frozen=True):
    army: Any
