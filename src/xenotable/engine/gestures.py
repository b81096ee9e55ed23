"""What an event shows: a small closed vocabulary, so that a screen can play a story without knowing any game.

A gesture hangs on an event and is seen by whoever may see the event. Those about pieces are worked out from what
changed on the table (`engine/staging.py`); rules add what a table cannot show: who aims at whom, what is scored.
"""

from __future__ import annotations

import msgspec

from xenotable.engine.display import Mark, Token

Point = tuple[int | float, ...]


class Gesture(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag=str.lower):
    """Base of all gestures."""


class Moved(Gesture, frozen=True):
    """A piece went along a path, from where it stood to where it stands; on a board of places from one to another. One
    that boards or leaves a transport has only one end of a path."""

    piece: str
    path: tuple[Point, ...] = ()
    at: Point = ()  # where it stands now; nothing while it is inside and out of sight
    inside: str = ""  # the token or area that it is in now
    was: str = ""  # and was in before
    facing: float | None = None  # as it looks now


class Aimed(Gesture, frozen=True):
    """Pieces turn on others or on an area: they shoot, fight, cast."""

    pieces: tuple[str, ...]
    at: tuple[str, ...]
    how: str = "shot"  # shot, fight or power


class Threw(Gesture, frozen=True):
    """Dice fell. `needed`: the faces from which on a die counts more; `names`: what each class of faces is called."""

    seat: int
    key: str
    dice: tuple[int, ...]
    needed: tuple[int, ...] = ()
    names: tuple[str, ...] = ()


class Lost(Gesture, frozen=True):
    """These pieces, which share their strength, lost so much of it."""

    pieces: tuple[str, ...]
    n: int
    left: int
    of: int
    what: str = "strength"


class Gained(Gesture, frozen=True):
    """The other way round: somebody is healed, a track goes up."""

    pieces: tuple[str, ...]
    n: int
    left: int
    of: int
    what: str = "strength"


class Fell(Gesture, frozen=True):
    """A piece is destroyed."""

    piece: str


class Left(Gesture, frozen=True):
    """A piece is no longer on the table, and nobody destroyed it: it went off, or a marker was taken away."""

    piece: str


class Appeared(Gesture, frozen=True):
    """A piece is on the table that was not, or is turned up: the token, without the card behind it."""

    token: Token


class Became(Gesture, frozen=True):
    """These pieces changed in the same way: marks came or went, they are done, or on another side."""

    pieces: tuple[str, ...]
    gained: tuple[Mark, ...] = ()
    gone: tuple[Mark, ...] = ()
    state: str = ""  # "": as before
    seat: int | None = None  # None: as before


class Drew(Gesture, frozen=True):
    """A card or a die from a bag is turned up."""

    card: str  # what it is called
    seat: int = -1


class Scored(Gesture, frozen=True):
    """A side got points, or lost some."""

    seat: int
    n: int | float
    why: str = ""


Shown = Moved | Aimed | Threw | Lost | Gained | Fell | Left | Appeared | Became | Drew | Scored


def pieces_of(shown: Shown) -> tuple[str, ...]:
    """Whom a gesture is about."""
    match shown:
        case Lost() | Gained() | Became():
            return shown.pieces
        case Aimed():
            return (*shown.pieces, *shown.at)
        case Moved() | Fell() | Left():
            return (shown.piece,)
        case Appeared():
            return (shown.token.id,)
    return ()
