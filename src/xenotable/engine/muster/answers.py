"""What a book says about a list: what can be chosen and what would follow, what an entry becomes, what is wrong."""

from __future__ import annotations

import msgspec

from xenotable.engine.muster.values import Changes, Entry, Path


class Choice(msgspec.Struct, frozen=True):
    """Something that can be chosen in a group."""

    id: str
    title: str
    about: str = ""
    rule: str = ""
    brings: Entry | None = None  # what is added in its place: a ready unit with everything on it


class Group(msgspec.Struct, frozen=True):
    """What can be chosen at one place. `least` and `most` are what a finished list usually has there: the faults of
    the list are the judge."""

    id: str
    title: str
    choices: tuple[Choice, ...]
    least: int = 0
    most: int | None = None  # 1: a choice takes the place of the one before; None: any number
    repeats: bool = False  # the same may be chosen again
    named: bool = False  # entries have names, all different among their like
    nameable: bool = False  # entries may have names; those without are called by what was chosen
    counts: tuple[int, int] | None = None  # entries say how many: from, to
    exclusive: bool = False  # choosing it here takes it away from the others of the same kind: there is one leader
    setting: bool = False  # about the list as a whole: repairs leave it alone if anything else helps
    automatic: bool = False  # follows from other choices: filled, cut and dropped with them
    about: str = ""


class ProfileLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a profile: the number as it becomes, and as it was before anything was chosen."""

    label: str
    text: str
    plain: str | None = None  # None: there is nothing to compare with

    @property
    def changed(self) -> bool:
        return self.plain is not None and self.plain != self.text


class ListFault(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is wrong with a list, where, and how to put it right in words."""

    rule: str
    says: str
    remedy: str = ""
    at: Path = ()
    key: tuple[str, ...] = ()  # the same fault in another list has the same key, whatever its numbers are


class Candidate(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that can be chosen in a slot, with all that would follow. Those with refusals are closed, not
    hidden: choosing one anyway makes a list with these faults."""

    pick: str
    title: str
    change: Changes
    price: int = 0  # what the change adds to the total
    chosen: int = 0  # how often it is there now
    effect: tuple[str, ...] = ()  # on the profile: "Courage 4+ becomes 3+"
    refusals: tuple[ListFault, ...] = ()  # faults that the list has not now
    about: str = ""
    rule: str = ""


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A group at a place of a list, with its candidates."""

    at: Path
    group: str
    title: str
    candidates: tuple[Candidate, ...]
    least: int = 0
    most: int | None = None
    repeats: bool = False
    named: bool = False  # entries have names, or may have some
    counts: tuple[int, int] | None = None
    setting: bool = False
    about: str = ""


class OddsLink(msgspec.Struct, frozen=True):
    """An entry in one of the game's calculators: what it fills in there, by group and field."""

    calculator: str
    values: dict[str, dict[str, bool | int | str]]


class Profile(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an entry has become by all that was chosen for it, under its title in the catalogue."""

    at: Path
    title: str
    price: int
    lines: tuple[ProfileLine, ...] = ()
    odds: OddsLink | None = None
