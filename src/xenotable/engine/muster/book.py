"""What a game says about its lists, and what follows from it for every game: changes, prices, effects, faults, slots.

Prices, effects and refusals of a choice are never written down: a choice is made on a copy, and total, profile and
faults of the two lists are compared. So they come from the very functions that check set-ups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from xenotable.engine.asks import Random
from xenotable.engine.display import Forecast
from xenotable.engine.muster.answers import (
    Candidate,
    Choice,
    Group,
    ListFault,
    OddsLink,
    Profile,
    ProfileLine,
    Slot,
)
from xenotable.engine.muster.values import (
    Add,
    ArmyList,
    Changes,
    Choose,
    Count,
    Duplicate,
    Entry,
    Path,
    Remove,
    Rename,
    Reorder,
    distinct_name,
    entry_at,
    node_at,
    parts_in,
    paths,
    places_of,
    with_entry,
    with_parts,
    without_entry,
)
from xenotable.engine.refusals import Refusal
from xenotable.engine.wording import render_template
from xenotable.faults import Fault, nearest

LONGEST_NAME = 60  # characters
MOST_ENTRIES = 600  # of a list, at all depths
DEEPEST = 6  # levels of a list
MOST_COUNT = 10_000


Located = tuple[Path, Refusal]


def _no_profile(army: ArmyList, at: Path) -> Sequence[ProfileLine]:
    return ()


def _no_odds(army: ArmyList, at: Path) -> OddsLink | None:
    return None


def _no_limit(army: ArmyList) -> int | None:
    return None


def _nothing_to_say(army: ArmyList) -> Sequence[Forecast]:
    return ()


class Book(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """What a game says about its lists; the methods below hold for every game."""

    game: str = ""  # these three are the title's
    title: str = ""
    rules: int = 1
    currency: str = "points"  # "": nothing costs anything

    blank: Callable[[], ArmyList]  # where building begins
    draft: Callable[[Random], ArmyList]  # a legal list, as simulations draw one: a random list begins there
    groups: Callable[[ArmyList, Path], Sequence[Group]]  # what can be chosen for the entry at a place
    cost: Callable[[ArmyList], int]
    limit: Callable[[ArmyList], int | None] = _no_limit  # that of the total; None: there is none
    refusals: Callable[[ArmyList], Iterable[Located]]  # everything that is wrong, and where
    profile_lines: Callable[[ArmyList, Path], Sequence[ProfileLine]] = _no_profile  # of an entry
    odds: Callable[[ArmyList, Path], OddsLink | None] = _no_odds  # an entry with a profile, in a calculator
    build: Callable[[ArmyList], Any]  # the game's own value, as its set-ups hold it; Fault when it cannot be one
    ready: Callable[[], Mapping[str, ArmyList]]  # the lists that ship with the game
    lists_in: Callable[[Any], Sequence[ArmyList]]  # the lists of a set-up, by seat
    seated: Callable[[Any, int, ArmyList], Any]  # a set-up with this list in a seat; Fault when it has no place there
    worth: Callable[[ArmyList], Sequence[Forecast]] = _nothing_to_say  # odds against typical targets

    # ---- the value of a list

    def total(self, army: ArmyList) -> int:
        """What it costs."""
        return self.cost(army)

    def spent(self, army: ArmyList) -> str:
        """The same in words, with the limit; nothing where nothing costs anything."""
        most = self.limit(army)
        spent = f"{self.cost(army)} {self.currency}" if most is None else f"{self.cost(army)} of {most} {self.currency}"
        return spent if self.currency else ""

    def left(self, army: ArmyList) -> int | None:
        """What can still be spent; below 0 when too much is; None without a limit."""
        most = self.limit(army)
        return None if most is None else most - self.cost(army)

    def faults(self, army: ArmyList) -> list[ListFault]:
        """Everything that is wrong with it; nothing: it may go to the table."""
        return [list_fault(at, refusal) for at, refusal in self.refusals(army)]

    def fault_keys(self, army: ArmyList) -> Counter[tuple[str, ...]]:
        """What is wrong with it, without saying it: what two lists are compared by."""
        return Counter(fault_key(refusal) for _, refusal in self.refusals(army))

    def is_legal(self, army: ArmyList) -> bool:
        """Whether it may go to the table."""
        return next(iter(self.refusals(army)), None) is None

    def profile(self, army: ArmyList, at: Path) -> Profile:
        """An entry as it becomes: its price is what the list would cost less without it."""
        price = self.cost(army) - self.cost(without_entry(army, at))
        lines = tuple(self.profile_lines(army, at))
        return Profile(at, self.title_of(army, at), price, lines, self.odds(army, at) if lines else None)

    def kept(self, army: ArmyList) -> ArmyList:
        """The list with a note of the rules of today and what it costs by them."""
        return replace(army, rules=self.rules, points=self.cost(army))

    # ---- its parts

    def group(self, army: ArmyList, at: Path, id: str) -> Group:
        """What can be chosen at a place, by its id."""
        groups = {g.id: g for g in self.groups(army, at)}
        if id not in groups:
            raise Fault(f'There is no "{id[:40]}" to choose there.{nearest(id, groups)}')
        return groups[id]

    def title_of(self, army: ArmyList, at: Path) -> str:
        """What an entry is called in the catalogue; its bare id when the catalogue does not know it."""
        entry = entry_at(army, at)
        for group in self.groups(army, at[:-1]):
            if group.id == entry.group:
                return next((c.title for c in group.choices if c.id == entry.pick), entry.pick)
        return entry.pick

    def called(self, army: ArmyList, at: Path) -> str:
        """What people call an entry: its own name, or its title."""
        return army.name if not at else entry_at(army, at).name or self.title_of(army, at)

    def named(self, army: ArmyList) -> ArmyList:
        """The list with names for entries that have none, as if they had been added one by one."""
        groups = {g.id for g in self.groups(army, ()) if g.named}
        for i, part in enumerate(army.parts):
            if part.group in groups and not part.name:
                name = distinct_name(self.title_of(army, (i,)), [p.name for p in parts_in(army, part.group)])
                army = with_entry(army, (i,), replace(part, name=name))
        return army

    # ---- changing it

    def apply(self, army: ArmyList, change: Changes) -> ArmyList:
        """The list with this change, and what follows from it. It may have faults; Fault: it cannot be done at all."""
        changed = self._do(army, change)
        if isinstance(change, Add | Duplicate) and sum(1 for _ in _entries(changed)) > MOST_ENTRIES:
            raise Fault(f"A list has at most {MOST_ENTRIES} entries.")
        return self.settle(changed, army)

    def _do(self, army: ArmyList, change: Changes) -> ArmyList:
        match change:
            case Add():
                return self._add(army, change)
            case Choose():
                group = self.group(army, change.at, change.group)
                emptied = with_parts(army, change.at, lambda ps: tuple(p for p in ps if p.group != group.id))
                if not change.pick:
                    return emptied
                return self._add(emptied, Add(change.at, change.group, change.pick))
            case Remove():
                entry_at(army, change.at)
                return without_entry(army, change.at)
            case Rename():
                name = clean_name(change.name)
                if not change.at:
                    return replace(army, name=name)
                return with_entry(army, change.at, replace(entry_at(army, change.at), name=name))
            case Count():
                if not 0 <= change.count <= MOST_COUNT:
                    raise Fault(f"A number from 0 to {MOST_COUNT} is needed.")
                return with_entry(army, change.at, replace(entry_at(army, change.at), count=change.count))
            case Duplicate():
                return self._duplicate(army, change.at)
            case Reorder():
                return _reorder(army, change)

    def _add(self, army: ArmyList, change: Add) -> ArmyList:
        group = self.group(army, change.at, change.group)
        owner = node_at(army, change.at)
        choice = next((c for c in group.choices if c.id == change.pick), None)
        if choice is None:
            known = [c.id for c in group.choices]
            raise Fault(f'{group.title}: there is no "{change.pick[:40]}".{nearest(change.pick, known)}')
        low, high = group.counts or (1, 1)
        new = choice.brings or Entry(group.id, change.pick, count=max(low, min(high, change.count)))
        taken = [p.name for p in parts_in(owner, new.group)]
        name = clean_name(change.name) or (distinct_name(new.name or choice.title, taken) if group.named else "")
        new = replace(new, name=name)
        if group.exclusive and change.at:
            army = self._taken_from_others(army, change.at, group.id)
        return with_parts(army, change.at, lambda parts: (*parts, new))

    def _taken_from_others(self, army: ArmyList, at: Path, group: str) -> ArmyList:
        def without(parts: tuple[Entry, ...]) -> tuple[Entry, ...]:
            return tuple(
                p if i == at[-1] else replace(p, parts=tuple(x for x in p.parts if x.group != group))
                for i, p in enumerate(parts)
            )

        return with_parts(army, at[:-1], without)

    def _duplicate(self, army: ArmyList, at: Path) -> ArmyList:
        entry, owner = entry_at(army, at), node_at(army, at[:-1])
        groups = {g.id: g for g in self.groups(army, at)}
        kept = tuple(p for p in entry.parts if not (p.group in groups and groups[p.group].exclusive))
        name = distinct_name(entry.name, [p.name for p in parts_in(owner, entry.group)]) if entry.name else ""
        copy = replace(entry, parts=kept, name=name)
        return with_parts(army, at[:-1], lambda ps: (*ps[: at[-1] + 1], copy, *ps[at[-1] + 1 :]))

    def settle(self, army: ArmyList, before: ArmyList | None = None) -> ArmyList:
        """The list in its usual order, with what follows from other choices: automatic groups are filled from their
        first choices, cut when they have too much, and dropped when they are gone. Entries that were settled in the
        list before stay as they are while the settings of the list do."""
        army = self._settle_node(army, ())
        same = before is not None and self._settings(army) == self._settings(before)
        known = {id(part) for part in before.parts} if same and before is not None else set()
        for i, part in enumerate(army.parts):
            if id(part) not in known:
                army = self._settle_branch(army, (i,))
        return army

    def _settings(self, army: ArmyList) -> list[Entry]:
        groups = {g.id for g in self.groups(army, ()) if g.setting}
        return [part for part in army.parts if part.group in groups]

    def _settle_branch(self, army: ArmyList, at: Path) -> ArmyList:
        army = self._settle_node(army, at)
        for i in range(len(node_at(army, at).parts)):
            army = self._settle_branch(army, (*at, i))
        return army

    def _settle_node(self, army: ArmyList, at: Path) -> ArmyList:
        node = node_at(army, at)
        groups = self.groups(army, at)
        order = {g.id: n for n, g in enumerate(groups)}
        parts = [p for p in node.parts if p.group in order]
        for group in groups:
            if group.automatic:
                parts = _follow(parts, group)
        parts.sort(key=lambda p: order[p.group])
        if tuple(parts) == node.parts:
            return army
        return with_parts(army, at, lambda _: tuple(parts))

    # ---- what can be chosen

    def slots(self, army: ArmyList, at: Path | None = None) -> list[Slot]:
        """All that can be chosen, everywhere or for the entry at one place; closed candidates with their reasons."""
        known = self.fault_keys(army)
        places = [at] if at is not None else list(paths(army))
        return [slot for place in places for slot in self._slots_at(army, place, known)]

    def _slots_at(self, army: ArmyList, at: Path, known: Counter[tuple[str, ...]]) -> Iterator[Slot]:
        node_at(army, at)
        for g in self.groups(army, at):
            candidates = tuple(self._candidate(army, at, g, choice, known) for choice in g.choices)
            named = g.named or g.nameable
            yield Slot(at, g.id, g.title, candidates, g.least, g.most, g.repeats, named, g.counts, g.setting, g.about)

    def _candidate(
        self, army: ArmyList, at: Path, group: Group, choice: Choice, known: Counter[tuple[str, ...]]
    ) -> Candidate:
        change = self.click(army, at, group, choice.id)
        after = self.apply(army, change)
        chosen = sum(p.pick == choice.id for p in parts_in(node_at(army, at), group.id))
        effect = _effect(self.profile_lines(army, at), self.profile_lines(after, at)) if at else ()
        price = self.cost(after) - self.cost(army)
        refusals = tuple(worse(known, self.faults(after)))
        return Candidate(choice.id, choice.title, change, price, chosen, effect, refusals, choice.about, choice.rule)

    def click(self, army: ArmyList, at: Path, group: Group, pick: str) -> Changes:
        """What choosing something means: it is added, takes the place of another, or is taken out again; what a list
        cannot be without stays."""
        owner = node_at(army, at)
        there = [i for i in places_of(owner, group.id) if owner.parts[i].pick == pick]
        if there and not group.repeats and not (group.most == 1 and group.least):
            return Remove((*at, there[0]))
        if group.most == 1:
            return Choose(at, group.id, pick)
        return Add(at, group.id, pick)


# ---- helpers ---------------------------------------------------------------------------------------------------------


def located(army: ArmyList, group: str, found: Iterable[tuple[int | None, Refusal]]) -> Iterator[Located]:
    """Refusals about the n-th entry of a group, or about the whole list (None), with their places."""
    places = places_of(army, group)
    for n, refusal in found:
        yield (() if n is None else (places[n],)), refusal


def list_fault(at: Path, refusal: Refusal) -> ListFault:
    says = render_template(refusal.says, refusal.args, str)
    remedy = render_template(refusal.remedy, refusal.args, str).strip()
    return ListFault(refusal.rule, says, remedy, at, fault_key(refusal))


def fault_key(refusal: Refusal) -> tuple[str, ...]:
    """What makes it the same fault in another list: rule, sentence and names, but no numbers."""
    words = (f"{k}={v}" for k, v in sorted(refusal.args.items()) if isinstance(v, str))
    return refusal.rule, refusal.says, *words


def worse(known: Counter[tuple[str, ...]], faults: Iterable[ListFault]) -> Iterator[ListFault]:
    """Faults that are not among the known ones. One that takes the place of another of its kind makes no list worse: an
    empty list of another faction lacks other units, but no more of them."""
    left, new = Counter(known), []
    for fault in faults:
        if left[fault.key] > 0:
            left[fault.key] -= 1
        else:
            new.append(fault)
    kinds = Counter(key[:2] for key in left.elements())
    for fault in new:
        if kinds[fault.key[:2]] > 0:
            kinds[fault.key[:2]] -= 1
        else:
            yield fault


def clean_name(text: str) -> str:
    """A name as others may read it: one line of letters that can be seen."""
    return "".join(c for c in text if c.isprintable()).strip()[:LONGEST_NAME]


def _follow(parts: list[Entry], group: Group) -> list[Entry]:
    """An automatic group with as much as it must have and no more than it may."""
    offered = [c.id for c in group.choices]
    mine = [p for p in parts if p.group == group.id and p.pick in offered]
    if group.most is not None:
        mine = mine[: group.most]
    for pick in offered:
        if len(mine) < group.least and pick not in (p.pick for p in mine):
            mine.append(Entry(group.id, pick, count=group.counts[0] if group.counts else 1))
    return [*(p for p in parts if p.group != group.id), *mine]


def _reorder(army: ArmyList, change: Reorder) -> ArmyList:
    entry, owner = entry_at(army, change.at), node_at(army, change.at[:-1])
    like = [p for p in owner.parts if p.group == entry.group]
    like.pop(places_of(owner, entry.group).index(change.at[-1]))
    like.insert(max(0, min(len(like), change.to)), entry)
    fresh = iter(like)
    return with_parts(
        army, change.at[:-1], lambda parts: tuple(next(fresh) if p.group == entry.group else p for p in parts)
    )


def _effect(before: Sequence[ProfileLine], after: Sequence[ProfileLine]) -> tuple[str, ...]:
    """What becomes of a profile, line by line."""
    was = {line.label: line.text for line in before}
    return tuple(
        f"{line.label} {was[line.label] or 'nothing'} becomes {line.text or 'nothing'}"
        for line in after
        if line.label in was and was[line.label] != line.text
    )


def _entries(node: ArmyList | Entry) -> Iterator[Entry]:
    for part in node.parts:
        yield part
        yield from _entries(part)
