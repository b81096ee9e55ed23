"""Lists as plain text: easy to read in a message to an organiser, and read back without loss.

    Cinder Company
    Xenos Rampant (rampant, rules 4): 24 of 24 points

    Points: 24
    Unit: Heavy Infantry "Command Section" [6]
      Options: Full Squad, Heavy Weapon

Two spaces a level; `x3` after a choice says how many, quotes hold its own name, square brackets what it costs. What
stands in brackets is for people and is worked out anew.
"""

from __future__ import annotations

import json
import re

from msgspec.structs import replace

from xenotable.engine.muster.answers import Group
from xenotable.engine.muster.book import Book, clean_name
from xenotable.engine.muster.links import LARGEST, checked
from xenotable.engine.muster.values import ArmyList, Entry, Path, node_at, with_parts, without_entry
from xenotable.faults import Fault, nearest

INDENT = "  "
_LINE = re.compile(r"(?P<indent>(?:  )*)(?P<group>[^:]+): (?P<what>.+?)")
_PRICE = re.compile(r"\s*\[[+-]?\d+\]\s*$")
_NAME = re.compile(r'\s*("(?:[^"\\]|\\.)*")\s*$')
_COUNT = re.compile(r"\s+x(\d+)$")
_HEAD = re.compile(r".*\((?P<game>[^(),]+)(?:, rules (?P<rules>\d+))?\)(?::.*)?")


def to_text(book: Book, army: ArmyList) -> str:
    spent = f": {spent}" if (spent := book.spent(army)) else ""
    rules = f", rules {army.rules}" if army.rules else ""
    lines = [army.name, f"{book.title} ({army.game}{rules}){spent}", ""]
    _write(book, army, (), lines)
    return "\n".join(lines) + "\n"


def _write(book: Book, army: ArmyList, at: Path, lines: list[str]) -> None:
    node, groups = node_at(army, at), {g.id: g for g in book.groups(army, at)}
    i = 0
    while i < len(node.parts):
        part = node.parts[i]
        group = groups.get(part.group)
        head = f"{INDENT * len(at)}{_group_word(group, part.group, list(groups.values()))}: "
        run = [part]
        if _is_short(part):
            while i + len(run) < len(node.parts) and _is_short(more := node.parts[i + len(run)]):
                if more.group != part.group:
                    break
                run.append(more)
        words = [_pick_word(group, p.pick) for p in run]
        if len(run) > 1 and not any("," in w for w in words):
            lines.append(head + ", ".join(words))
            i += len(run)
            continue
        lines.append(head + _entry_words(book, army, (*at, i), words[0]))
        _write(book, army, (*at, i), lines)
        i += 1


def _is_short(part: Entry) -> bool:
    """Nothing but the choice itself: several of them share a line."""
    return not part.name and part.count == 1 and not part.parts


def _entry_words(book: Book, army: ArmyList, at: Path, word: str) -> str:
    entry = node_at(army, at)
    assert isinstance(entry, Entry)
    count = f" x{entry.count}" if entry.count != 1 else ""
    name = f" {json.dumps(entry.name, ensure_ascii=False)}" if entry.name else ""
    price = book.total(army) - book.total(without_entry(army, at)) if entry.name or entry.parts else 0
    return f"{word}{count}{name}" + (f" [{price}]" if price else "")


def _group_word(group: Group | None, id: str, groups: list[Group]) -> str:
    """The title of a group where it is the only one so called, or else its id."""
    if group is None or ":" in group.title or sum(g.title == group.title for g in groups) > 1:
        return id
    return group.title


def _pick_word(group: Group | None, id: str) -> str:
    """The title of a choice if it can be read back, or else its id."""
    if group is None:
        return id
    title = next((c.title for c in group.choices if c.id == id), id)
    same = sum(c.title == title or c.id == title for c in group.choices) > 1
    ends = _PRICE.search(title) or _NAME.search(title) or _COUNT.search(title)
    return id if same or ends or title != title.strip() else title


# ---- reading it back -------------------------------------------------------------------------------------------------


def from_text(book: Book, text: str) -> ArmyList:
    """The list that a text describes; a Fault names the line that cannot be read."""
    if len(text) > LARGEST:
        raise Fault("That text is too long for a list.")
    lines = text.replace("\r\n", "\n").split("\n")
    if len(lines) < 2:
        raise Fault("A list has its name in the first line and its game in the second.")
    army = ArmyList(book.game, clean_name(lines[0]))
    at: list[int] = []
    for n, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        if n == 2:
            army = replace(army, rules=_head(book, line))
            continue
        found = _LINE.fullmatch(line.rstrip())
        if found is None:
            raise Fault(f'Line {n} is not understood: "{line.strip()[:60]}". Lines look like "Group: choice".')
        depth = len(found["indent"]) // len(INDENT)
        if depth > len(at):
            raise Fault(f"Line {n} stands too far to the right.")
        owner = tuple(at[:depth])
        army = _read_line(book, army, owner, found["group"].strip(), found["what"], n)
        at = [*owner, len(node_at(army, owner).parts) - 1]
    return checked(army)


def _head(book: Book, line: str) -> int:
    found = _HEAD.fullmatch(line.strip())
    if found is None:
        raise Fault(f'Line 2 names the game: "{book.title} ({book.game})".')
    if found["game"] != book.game:
        raise Fault(f"That is a list of {found['game'][:40]}, not of {book.title}.")
    return int(found["rules"] or 0)


def _read_line(book: Book, army: ArmyList, owner: Path, word: str, what: str, n: int) -> ArmyList:
    group = _find_group(book, army, owner, word, n)
    entry = _read_entry(group, what)
    if entry is None:
        several = [_read_entry(group, w) for w in what.split(", ")]
        if None in several:
            known = [c.title for c in group.choices]
            raise Fault(f'Line {n}: {group.title} has no "{what[:60]}".{nearest(what, known)}')
        new = tuple(e for e in several if e is not None)
    else:
        new = (entry,)
    return with_parts(army, owner, lambda parts: (*parts, *new))


def _find_group(book: Book, army: ArmyList, owner: Path, word: str, n: int) -> Group:
    groups = book.groups(army, owner)
    titled = [g for g in groups if g.title == word]
    found = titled if len(titled) == 1 else [g for g in groups if g.id == word]
    if not found:
        raise Fault(f'Line {n}: there is no "{word[:60]}" here.{nearest(word, [g.title for g in groups])}')
    return found[0]


def _read_entry(group: Group, what: str) -> Entry | None:
    """A choice with its number and name; None when the group has no such choice."""
    rest, name, count = _PRICE.sub("", what), "", 1
    if (found := _NAME.search(rest)) is not None:
        try:
            name, rest = json.loads(found[1]), rest[: found.start()]
        except ValueError:
            return None
    if (number := _COUNT.search(rest)) is not None:
        count, rest = int(number[1]), rest[: number.start()]
    word = rest.strip()
    titled = [c.id for c in group.choices if c.title == word]
    if len(titled) != 1:
        titled = [c.id for c in group.choices if c.id == word]
    return Entry(group.id, titled[0], clean_name(name), count) if titled else None
