"""Promises that every game keeps, as properties over positions from played games.

class TestPromises(PromisesContract):
    game = GAME
    openings = ("turns.",)

Matches are played once by machines of two kinds, and looked at before each decision:
- No silent change: what changes on the table is told, by an event that speaks of it, before the next question opens.
- Closed, not hidden: what a player could point at stands in the ask, open or closed by a rule; a refusal is a rule in
  words, and so is what somebody hears whose answer comes too late.
- No silent decision: what the engine answers by itself is announced if it gives something up.

`XENOTABLE_PROMISES=20` plays twenty times as many games, `20-40` the twenty portions after those; `pytest -s` shows how
many decisions that were.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, NamedTuple

from foretold import played
from xenotable.engine import NOBODY, Choose, Event, Match, Pick, Refusal, Title, Token, staging
from xenotable.engine.gestures import Threw
from xenotable.engine.wording import render_template

PORTIONS = range(*(int(n) for n in os.environ.get("XENOTABLE_PROMISES", "1").split("-")))
GIVES_UP = ("nothing", "pass", "end", "no", "leave", None, "")  # nobody would choose these if there was something else
ASPECTS = ("there", "at", "inside", "facing", "strength", "marks")
PYTHON = re.compile(r"\('|\['|\{|\}|<\w|\bNone\b|\bTrue\b|\bFalse\b|object at|\w_\w")

Said = tuple[set[str], str]  # whom an event names, and its words
Fault = tuple[str, str]  # what is wrong, the same for every time it is; and where it was seen


class Seen(NamedTuple):
    """Tokens by their ids, and numbers in panels."""

    tokens: Mapping[str, Token]
    numbers: Mapping[tuple[str, str], int | str]  # by label and place


class Moment(NamedTuple):
    """What was there before a decision was made."""

    seen: Seen
    told: int
    taped: int
    seat: int
    ask: str


class Broken(NamedTuple):
    """Promises that were not kept, by what is wrong."""

    silent: dict[str, str]
    hidden: dict[str, str]
    unreadable: dict[str, str]
    undecided: dict[str, str]


class PromisesContract:
    """One sentence may tell of many: of a whole set-up, and, of marks alone, the one that opens a round or ends the
    match."""

    game: ClassVar[Title[Any]]
    seeds: ClassVar[tuple[int, ...]] = (1, 2)
    decisions: ClassVar[int] = 500
    every: ClassVar[int] = 5  # all refusals of an ask are read before every n-th decision
    openings: ClassVar[tuple[str, ...]]  # rules, or chapters, under which rounds open
    tallies: ClassVar[Mapping[str, str]] = {}  # lines of panels with a number in them, and the word by which it is told
    partial: ClassVar[Mapping[str, str]] = {}  # keys of asks that are about some pieces only, and which

    def play(self) -> Broken:
        found = Broken({}, {}, {}, {})
        games = looks = 0
        for seed in (s + len(self.seeds) * k for k in PORTIONS for s in self.seeds):
            before: Moment | None = None
            games += 1
            setup = self.game.random_setup(random.Random(seed).random)
            for k, match in enumerate(played(self.game, seed, setup, self.decisions)):
                now = self.look(match)
                for faults, kept in zip(self.faults(match, before, now, k), found, strict=True):
                    for what, where in faults:
                        kept.setdefault(what, f"{what}: {where} (seed {seed}, {len(match.tape)} entries)")
                before, looks = now, looks + 1
        print(f"{self.game.id}: {looks} decisions in {games} games")
        return found

    def test_no_visible_change_is_silent(self) -> None:
        assert not played_once(type(self)).silent, "\n".join(played_once(type(self)).silent.values())

    def test_what_could_be_pointed_at_is_listed(self) -> None:
        assert not played_once(type(self)).hidden, "\n".join(played_once(type(self)).hidden.values())

    def test_refusals_are_rules_in_words(self) -> None:
        assert not played_once(type(self)).unreadable, "\n".join(played_once(type(self)).unreadable.values())

    def test_no_decision_that_costs_something_is_silent(self) -> None:
        assert not played_once(type(self)).undecided, "\n".join(played_once(type(self)).undecided.values())

    def look(self, match: Match[Any]) -> Moment:
        panels = self.game.panels(match.game, staging.WATCHES)
        lines = [(f"{p.id} {i}", line) for p in panels for i, line in enumerate(getattr(p, "lines", ()))]
        tallied = [(where, line) for where, line in lines if line.label in self.tallies]
        numbers = {(e.label, where): e.value if e.now is None else e.now for where, e in tallied}
        seen = Seen({t.id: t for t in self.game.tokens(match.game, NOBODY)}, numbers)
        return Moment(seen, len(match.events), len(match.tape), match.open[0].seat, match.id(match.open[0]))

    def faults(self, match: Match[Any], before: Moment | None, now: Moment, k: int) -> Iterator[Iterable[Fault]]:
        """Of each promise, what is wrong at this moment."""
        yield () if before is None else self.untold(match, before.seen, now.seen, match.events[before.told :])
        yield self.unlisted(match)
        refusals = [*self.late(match, before), *(self.closed(match) if k % self.every == 0 else ())]
        yield (fault for key, refusal in refusals for fault in self.unreadable(match, key, refusal))
        yield self.undecided(match, before.taped if before else 0)

    # ---- no silent change ------------------------------------------------------------------------------------------

    def untold(self, match: Match[Any], before: Seen, after: Seen, events: Sequence[Event]) -> Iterator[Fault]:
        """Each change that no event speaks of: what and when, and what was seen before and after."""
        if any(e.rule.startswith("setup.") for e in events):
            return
        last = next((e.key.partition(":")[0] for e in reversed(match.tape) if e.kind in ("answer", "forced")), "")
        when = f"after {last} under {[e.rule for e in events]}"
        said = [({v for v in e.args.values() if type(v) is str}, e.words(match.game.name).casefold()) for e in events]
        for what, how in (*self.pieces(match, before, after, events, said), *self.numbers(before, after, said)):
            yield f"{what} {when}", how
        for event in events:
            for thrown in (g for g in event.shows if isinstance(g, Threw) and not event.text):
                yield f"dice {thrown.key} {when}", str(thrown)

    def pieces(
        self, match: Match[Any], before: Seen, after: Seen, events: Sequence[Event], said: Sequence[Said]
    ) -> Iterator[Fault]:
        opened = match.over or any(e.rule.startswith(self.openings) for e in events)
        alike = Counter(t.label for seen in (before, after) for t in seen.tokens.values())
        for id in {**before.tokens, **after.tokens}:
            old, new = before.tokens.get(id), after.tokens.get(id)
            changed = [what for what, a, b in zip(ASPECTS, aspects(old), aspects(new), strict=True) if a != b]
            if not changed or (opened and changed == ["marks"]):
                continue
            tokens = [t for t in (old, new) if t is not None]
            if not any(speaks_of(t, one, alike[t.label] > 2, match.game) for t in tokens for one in said):
                yield f"{'+'.join(changed)} of a {tokens[0].kind}", f"{old} -> {new}"

    def numbers(self, before: Seen, after: Seen, said: Sequence[Said]) -> Iterator[Fault]:
        for label, i in before.numbers.keys() & after.numbers.keys():
            old, new = before.numbers[label, i], after.numbers[label, i]
            if old != new and not any(self.tallies[label] in words for _, words in said):
                yield label, f"{old} -> {new}"

    # ---- closed, not hidden ----------------------------------------------------------------------------------------

    def unlisted(self, match: Match[Any]) -> Iterator[Fault]:
        """An ask that lists several pieces of a side in one place lists all of them."""
        asks = [a for a in match.open if isinstance(a, Choose | Pick) and a.key.partition(":")[0] not in self.partial]
        seen = [t for t in self.game.tokens(match.game, staging.WATCHES) if is_there(t)] if asks else []
        units = {id: t.unit or t.id for t in seen for id in (t.id, t.unit) if id}
        seen.sort(key=lambda t: bool(t.at))  # a unit of which some ride is where the others stand
        side = {t.unit or t.id: (t.seat, t.kind if t.seat < 0 else "", "" if t.at else t.inside) for t in seen}
        for ask in asks:
            named = {units[v] for option in ask.among() for v in parts(option) if v in units}
            several = {where for where, n in Counter(side[unit] for unit in named).items() if n > 1}
            twins = {self.twin(match, unit) for unit in named}
            for unit, where in side.items():
                if where in several and unit not in named and self.twin(match, unit) not in twins:
                    yield f"{ask.key.partition(':')[0]} ({ask.rule})", f"{unit} is left out"

    def twin(self, match: Match[Any], unit: str) -> Any:
        """Pieces with the same one stand for each other."""
        return unit

    def closed(self, match: Match[Any]) -> Iterator[tuple[str, Refusal]]:
        """The refusals of everything that stands closed in an ask."""
        for ask in match.open:
            if isinstance(ask, Choose | Pick) and ask.why_not is not None:
                if ask.open is not None:  # it knows at once what is legal
                    assert list(ask.open()) == [o for o in ask.among() if not list(ask.why_not(o))], ask.key
                for option in ask.among():
                    yield from ((ask.key, refusal) for refusal in ask.why_not(option))

    def late(self, match: Match[Any], before: Moment | None) -> Iterator[tuple[str, Refusal]]:
        """Of the decision before, answered once more: it says by which rule things went on, if anything was told."""
        if before is None or match.find(before.seat, before.ask) is not None:
            return
        heard = [e for e in match.events[before.told :] if e.text and e.seen_by(before.seat)]
        refusals = match.answer(before.seat, None, before.ask)
        assert refusals
        if any(not e.rule.startswith("engine.") for e in heard):
            yield from ((before.ask.partition(".")[2], refusal) for refusal in refusals)

    def unreadable(self, match: Match[Any], key: str, refusal: Refusal) -> Iterator[Fault]:
        """What is wrong with a refusal; nothing if it is a rule of the game that a person can read."""
        name = match.game.name
        words, unnamed = (
            f"{render_template(refusal.says, refusal.args, by)} {render_template(refusal.remedy, refusal.args, by)}"
            for by in (name, lambda id: "" if name(id) != id else id)  # a card may be called "False Calm"
        )
        ids = {t.id for t in self.game.tokens(match.game, staging.WATCHES) if name(t.id) != t.id}
        engine = refusal.rule.startswith("engine.")
        if engine or PYTHON.search(unnamed) or ids & set(re.findall(r"[\w-]+", words)):
            yield f"{key.partition(':')[0]} {refusal.rule} {refusal.says}", words

    # ---- no silent decision ----------------------------------------------------------------------------------------

    def undecided(self, match: Match[Any], since: int) -> Iterator[Fault]:
        told = {e.at for e in match.events if e.at >= since and e.words().startswith("Nothing else is left")}
        for i, entry in enumerate(match.tape[since:], since):
            if entry.kind == "forced" and entry.value in GIVES_UP and i not in told:
                yield entry.key.partition(":")[0], repr(entry.value)


@cache
def played_once(contract: type[PromisesContract]) -> Broken:
    return contract().play()


def aspects(token: Token | None) -> tuple[Any, ...]:
    """What can be seen of a piece; nothing while it is off the table."""
    if token is None or not staging.on_table(token):
        return (None,) * len(ASPECTS)
    strength = (token.pips.now, token.pips.full) if token.pips else None
    return ("there", token.at, token.inside, token.facing, strength, tuple(m.name for m in token.marks))


def speaks_of(token: Token, said: Said, alike: bool, game: Any) -> bool:
    """By its id, by that of its unit, or in words; of several that are called the same, with the place it is in."""
    args, words = said
    if args & {token.id, token.unit or token.id}:
        return True
    return token.label.casefold() in words and (not alike or game.name(token.inside).casefold() in words)


def is_there(token: Token) -> bool:
    return staging.on_table(token) and token.kind not in ("marker", "track", "card")


def parts(option: Any) -> Iterator[Any]:
    """The ids in an option."""
    if isinstance(option, tuple):
        for one in option:
            yield from parts(one)
    elif isinstance(option, str):
        yield option
