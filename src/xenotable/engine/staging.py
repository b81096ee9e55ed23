"""Works out what events show, from what everybody can see of the table before and after.

A rule writes rows and tells of it, in either order. So whenever something is told, and when the rules stop, the tokens
are compared with those of the last time, and each change hangs on the event that speaks of its piece: the one just
told, or the one before. Only what a spectator sees is compared, so no gesture knows a secret; an event for some seats
carries nothing but what its rule gave it. Changes that no event tells of hang on one without words.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from operator import is_not
from typing import Any

from msgspec.structs import replace

from xenotable.engine.asks import Ask, Roll
from xenotable.engine.citing import overhear
from xenotable.engine.dice import count_classes
from xenotable.engine.display import Token
from xenotable.engine.events import Event, make_event
from xenotable.engine.game import Game
from xenotable.engine.gestures import Appeared, Became, Fell, Gained, Left, Lost, Moved, Point, Shown, Threw, pieces_of
from xenotable.engine.pieces import Move
from xenotable.engine.showing import WATCHES, Sight

STEADY = ("marker", "card", "track", "ufo")  # kinds of tokens that are taken away, not destroyed
NEAR = 0.02  # inches: a piece that stopped here stopped on its path
Path = tuple[Point, ...]
ByPiece = dict[str, list[Shown]]  # by the piece that a gesture is about


class Story(list[Event]):
    """The events of a match that people watch; each is completed by what it shows."""

    def __init__(self, game: Game, events: Iterable[Event] = ()) -> None:
        super().__init__(events)
        self.game = game
        self.seen, self.rows = game.blanked(WATCHES), game.open_rows()
        self.tokens: Mapping[str, Token] | None = None  # of `seen`, once they are needed
        self._begin()

    def _begin(self) -> None:
        """Nothing is kept from before a safe point: who goes back to it hears the same story again."""
        self.first = len(self)  # of the events told since
        self.rolls: list[tuple[Threw, str]] = []  # and the rules of the rolls
        self.paths: dict[str, Path] = {}  # ways that pieces are known to take
        self.left: set[str] = set()  # pieces that go of their own will

    def rolled(self, ask: Roll, faces: Sequence[int]) -> None:
        """Dice fell on the way to the next event."""
        if faces and not ask.secret:
            empty = sum(cut <= 1 for cut in ask.cuts)  # classes that no face can fall into
            each = ask.cuts == tuple(range(2, ask.sides + 1))  # every face counts for itself
            needed, names = ((), ()) if each else (ask.cuts[empty:], ask.names[empty:])
            self.rolls.append((Threw(ask.seat, ask.key, tuple(faces), needed, names), ask.rule))

    def answered(self, ask: Ask[Any], value: Any) -> None:
        """Somebody decided; pieces go the way they were sent."""
        if type(ask) is Move and not ask.secret:
            self.paths.update(value.paths)

    def append(self, event: Event) -> None:
        """An event is told."""
        self._note(event.shows)
        kept = tuple(g for g in event.shows if not isinstance(g, Moved | Left))
        event = replace(event, shows=kept) if kept != event.shows else event
        if event.only is not None:
            super().append(event)
            return
        found = self._changes()
        spoken, before = _spoken_of(event), self._last()
        early = {p: g for p, g in found.items() if before and p not in spoken and p in _spoken_of(before)}
        self._hang(early)
        rest = [g for p, gestures in found.items() if p not in early for g in gestures]
        shows = (*event.shows, *(threw for threw, _ in self._dice()), *_grouped(rest))
        super().append(replace(event, shows=shows) if shows != event.shows else event)

    def stop(self) -> None:
        """The rules stop, or reach a safe point: what is untold hangs on the last event, or on one without words. Dice
        that no event has told of tell of themselves, so that nobody decides before they have been named."""
        found = self._changes()
        for threw, rule in self._dice():
            who = self.game.seat_name(threw.seat) if threw.seat >= 0 else "Chance"
            args = {"who": who, "dice": ", ".join(map(str, threw.dice)), "came": _outcome(threw)}
            event = make_event("{who} rolled {dice}{came}.", rule or "engine.shown", args, at=self.game.length)
            super().append(replace(event, shows=(threw,)))
        if found and self._last() is None:
            super().append(Event((), "engine.shown", at=self.game.length))
        self._hang(found)
        self._begin()

    def _note(self, shows: Iterable[Shown]) -> None:
        for g in shows:
            if isinstance(g, Moved):
                self.paths[g.piece] = g.path
            elif isinstance(g, Left):
                self.left.add(g.piece)

    def _last(self) -> Event | None:
        """The last event since the rules stopped that everybody may see."""
        return next((e for e in reversed(self[self.first :]) if e.only is None), None)

    def _hang(self, found: ByPiece) -> None:
        """On the last event."""
        last = self._last()
        if found and last is not None:
            shows = (*last.shows, *_grouped([g for gestures in found.values() for g in gestures]))
            at = next(i for i in range(len(self) - 1, -1, -1) if self[i] is last)
            self[at] = replace(last, shows=shows)

    def _dice(self) -> list[tuple[Threw, str]]:
        rolls, self.rolls = self.rolls, []
        return rolls

    def _changes(self) -> ByPiece:
        """What everybody sees differently since the last time, by piece."""
        now = Sight(self.game)
        if now.rows is self.rows:
            return {}
        try:
            before = _tokens(Sight(self.seen)) if self.tokens is None else self.tokens
            tokens = _tokens(now)
        except Exception:  # between two writes of a rule a table may be in no state to be shown: later, then
            return {}
        self.rows, self.tokens = now.rows, tokens
        was, is_now = before.get, tokens.get
        if list(before) == list(tokens):  # as mostly: nothing has to be looked up, untouched ones are the same
            others = list(compress(before, map(is_not, before.values(), tokens.values())))
        else:
            others = [id for id in {**before, **tokens} if was(id) is not is_now(id)]
        return {id: gestures for id in others if (gestures := self._change(was(id), is_now(id)))}

    def _change(self, old: Token | None, new: Token | None) -> list[Shown]:
        if old == new:
            return []
        if new is None or not on_table(new):
            return [self._gone(old)] if old is not None and on_table(old) else []
        if old is None or not on_table(old) or _face(old) != _face(new):
            return [Appeared(replace(new, about=()))]
        return [*self._place(old, new), *_strength(old, new), *_state(old, new)]

    def _gone(self, token: Token) -> Fell | Left:
        return Left(token.id) if token.id in self.left or token.kind in STEADY else Fell(token.id)

    def _place(self, old: Token, new: Token) -> list[Shown]:
        if (old.at, old.inside, old.facing) == (new.at, new.inside, new.facing):
            return []
        path = way(old.at, new.at, self.paths.get(new.id, ()))
        was = old.inside if old.inside != new.inside else ""
        return [Moved(new.id, path, new.at, new.inside, was, new.facing)]


def on_table(token: Token) -> bool:
    return bool(token.at or token.inside) and token.state != "out"


def _face(token: Token) -> tuple[str, str, bool]:
    """What changes when a card is turned up."""
    return token.label, token.kind, token.pips is None


def _tokens(sight: Sight) -> Mapping[str, Token]:
    """What everybody sees; under test without the rules of showing it, which nobody has used."""
    found, _ = overhear(sight.tokens, WATCHES)
    return found


def _outcome(threw: Threw) -> str:
    """What came of dice, and what they were for: ": 3 × miss, 1 × hit (attack)"."""
    what = threw.key.partition(":")[0].replace("-", " ")
    if not threw.needed:
        return f" ({what})"
    counts = count_classes(threw.dice, threw.needed, max(6, *threw.dice))
    plain = (f"below {threw.needed[0]}", *(f"{needed}+" for needed in threw.needed))
    names = threw.names if len(threw.names) == len(counts) else plain
    found = ", ".join(f"{n} × {name}" for n, name in zip(counts, names, strict=True) if n)
    return f": {found} ({what})"


def _spoken_of(event: Event) -> set[Any]:
    return {value for value in event.args.values() if type(value) is str}


def way(start: Point, end: Point, path: Path) -> Path:
    """From one place to another: along the path as far as it was gone, or straight on."""
    if start == end or not (start and end):
        return tuple(p for p in dict.fromkeys((start, end)) if p)
    gone, here = [start], start
    for point in path:
        if _on(here, point, end):
            return (*gone, end)
        gone.append(point)
        here = point
    return (start, end)


def _on(a: Point, b: Point, p: Point) -> bool:
    """Whether a point lies between two others, as seen from above."""
    (ax, ay), (bx, by), (px, py) = a[:2], b[:2], p[:2]
    return math.dist((ax, ay), (px, py)) + math.dist((px, py), (bx, by)) <= math.dist((ax, ay), (bx, by)) + NEAR


def _strength(old: Token, new: Token) -> list[Shown]:
    if new.pips is None or old.pips is None or (old.pips.now, old.pips.full) == (new.pips.now, new.pips.full):
        return []
    n = new.pips.now - old.pips.now
    kind = Lost if n < 0 else Gained
    return [kind((new.id,), abs(n), new.pips.now, new.pips.full, new.pips.name)]


def _state(old: Token, new: Token) -> list[Shown]:
    gained = tuple(m for m in new.marks if m not in old.marks)
    gone = tuple(m for m in old.marks if m not in new.marks)
    state = new.state if new.state != old.state else ""
    seat = new.seat if new.seat != old.seat else None
    return [Became((new.id,), gained, gone, state, seat)] if gained or gone or state or seat is not None else []


def _grouped(found: Sequence[Shown]) -> tuple[Shown, ...]:
    """In the order in which they are played; pieces that change alike, such as the models of a unit, change as one."""
    out: list[Shown] = []
    for kind in (Moved, Lost, Gained, Fell, Left, Appeared, Became):
        alike: dict[Shown, list[str]] = {}
        for g in found:
            if isinstance(g, kind):
                joins = isinstance(g, Lost | Gained | Became)
                alike.setdefault(replace(g, pieces=()) if joins else g, []).extend(pieces_of(g))
        out += [replace(g, pieces=tuple(p)) if isinstance(g, Lost | Gained | Became) else g for g, p in alike.items()]
    return tuple(out)
