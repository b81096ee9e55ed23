"""Lists as JSON and as the text of a link: compressed, safe in an address, and read with care."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import Any

import msgspec

from xenotable.engine.muster.book import DEEPEST, LONGEST_NAME, MOST_COUNT, MOST_ENTRIES, clean_name
from xenotable.engine.muster.values import FORMAT, ArmyList, Entry
from xenotable.faults import Fault
from xenotable.files import NO_JSON

VERSION = "1"
LONGEST_LINK = 8000  # characters; some programs cut longer addresses
LARGEST = 64 * 1024  # bytes of JSON
LONGEST_ID = 80  # characters of a group or a choice
_LINK = re.compile(r"[A-Za-z0-9_-]+")
_LEVELS = 2 * DEEPEST + 4  # brackets that may stand open in the JSON of a list


def to_json(army: ArmyList) -> bytes:
    return msgspec.json.encode(army)


def from_json(data: bytes | str) -> ArmyList:
    """A list from JSON; a Fault that says what is wrong with it."""
    raw = data.encode() if isinstance(data, str) else data
    if len(raw) > LARGEST:
        raise Fault(f"That is too large for a list: {len(raw)} bytes; {LARGEST} are allowed.")
    _check_nesting(raw)
    try:
        plain = msgspec.json.decode(raw)
    except NO_JSON as fault:
        raise Fault(f"That is no list: {fault}.") from None
    return from_plain(plain)


def from_plain(plain: Any) -> ArmyList:
    """A list from decoded JSON, names cleaned; a Fault that says what is wrong with it."""
    if isinstance(plain, dict) and isinstance(plain.get("format"), int) and plain["format"] > FORMAT:
        raise Fault("That list was written by a newer version; please update.")
    try:
        army = msgspec.convert(plain, ArmyList)
    except (msgspec.ValidationError, RecursionError) as fault:
        raise Fault(f"That is no list: {fault}.") from None
    return checked(army)


def checked(army: ArmyList) -> ArmyList:
    """The list with clean names; a Fault when it is larger or deeper than any list."""
    left = [MOST_ENTRIES]
    parts = tuple(_clean(part, 1, left) for part in army.parts)
    return msgspec.structs.replace(army, name=clean_name(army.name), parts=parts, game=army.game[:LONGEST_ID])


def _clean(entry: Entry, depth: int, left: list[int]) -> Entry:
    left[0] -= 1
    if left[0] < 0:
        raise Fault(f"That list is too long: at most {MOST_ENTRIES} entries are allowed.")
    if depth > DEEPEST:
        raise Fault(f"That list is nested too deeply; {DEEPEST} levels are allowed.")
    if max(len(entry.group), len(entry.pick)) > LONGEST_ID or not 0 <= entry.count <= MOST_COUNT:
        raise Fault("That list has an entry that no list can have.")
    parts = tuple(_clean(part, depth + 1, left) for part in entry.parts)
    return msgspec.structs.replace(
        entry, group=_visible(entry.group), pick=_visible(entry.pick), name=clean_name(entry.name), parts=parts
    )


def _visible(id: str) -> str:
    return "".join(c for c in id if c.isprintable())


def _check_nesting(raw: bytes) -> None:
    """Brackets within brackets; those inside of texts count too, which no honest list notices."""
    depth = 0
    for letter in raw:
        if letter in b"[{":
            depth += 1
            if depth > _LEVELS + LONGEST_NAME:
                raise Fault("That list is nested too deeply.")
        elif letter in b"]}":
            depth -= 1


def to_link(army: ArmyList) -> str:
    """The list as text for an address: the version, a dot, and the JSON, deflated, in URL-safe base 64."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = squeeze.compress(to_json(army)) + squeeze.flush()
    link = f"{VERSION}.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
    if len(link) > LONGEST_LINK:
        raise Fault("This list is too long for a link; save it as a file instead.")
    return link


def from_link(link: str) -> ArmyList:
    """The list of a link; a Fault that says what is wrong with it."""
    version, dot, text = link.strip().partition(".")
    if len(link) > LONGEST_LINK:
        raise Fault(f"That link is too long: at most {LONGEST_LINK} letters are allowed.")
    if dot and version.isdigit() and version != VERSION:
        raise Fault("That link was made by a newer version; please update.")
    if not dot or version != VERSION or not _LINK.fullmatch(text):
        raise Fault("That is no link to a list; perhaps a part of it was lost.")
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        unpack = zlib.decompressobj(-15)
        raw = unpack.decompress(packed, LARGEST + 1)
    except (binascii.Error, zlib.error):
        raise Fault("That link is damaged; perhaps a part of it was lost.") from None
    if len(raw) > LARGEST:
        raise Fault("That link holds more than a list.")
    if not unpack.eof:
        raise Fault("That link is damaged; perhaps its end was lost.")
    return from_json(raw)
