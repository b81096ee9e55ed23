"""The running of a game: asks are put, answers and dice go into the rules, and everything is taped.

`Match` is the door to it. Fork, undo, save, resume and replay are one mechanism: the state at the last safe point + the
tape since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Self, TypeVar

import msgspec

from xenotable.engine.asks import (
    EXPIRED,
    UNSET,
    All,
    Ask,
    Draw,
    First,
    Flow,
    Lazily,
    Reckon,
    Reply,
    Roll,
    Safe,
    Shuffle,
    sole_decision,
)
from xenotable.engine.citing import TRACING, cite
from xenotable.engine.dice import Dice, Seeded
from xenotable.engine.events import Event
from xenotable.engine.fair import KINDS, Fair
from xenotable.engine.game import Game, Result
from xenotable.engine.refusals import MalformedAnswer, Refusal
from xenotable.engine.scenes import Scene, run
from xenotable.engine.staging import Story
from xenotable.engine.tape import (
    ANSWER,
    CLAIM,
    CONCEDE,
    DRAW,
    EXPIRY,
    FORCED,
    ROLL,
    SAID,
    SHUFFLE,
    STANDING,
    Entry,
    Replaying,
    Unfit,
)
from xenotable.engine.title import Title, title_of
from xenotable.engine.wording import check_template, render_template
from xenotable.faults import with_line

G = TypeVar("G", bound=Game)

FRAME_EVERY = 30  # entries between keyframes
FRAME_APART = 10  # fewer entries than this never lie between two
UNASKED = frozenset((Roll, Draw, Shuffle, Reckon))  # answered by dice and the rules themselves, not by a seat


class Frame(msgspec.Struct, frozen=True):
    """A safe point that can be gone back to. The game in it is never written again."""

    index: int
    game: Any
    dice: Dice
    now: int
    told: int
    serial: int | None = None  # of asks that this scene had put before and puts again


class Running(Generic[G]):
    """`live`: a match that people watch. It keeps its story and its keyframes, and answers by itself what leaves no
    choice. Simulations and forks are not live.

    `sparse`: nobody is going to look ahead or back, so the rules go past safe points without a stop. Whoever does look
    ahead gets the last one by running the rules again from the one that was kept."""

    before: Ask[Any] | None = None  # what stood open before the rules began to wait for dice
    safe: Frame | None = None  # of a live match: the last safe point, if it was reached since the match was loaded

    def __init__(self, game: G, dice: Dice | bytes | int | str = 0, *, live: bool = True) -> None:
        self.game = game
        self.dice: Dice = Seeded(dice) if isinstance(dice, bytes | int | str) else dice
        self.live = live
        self.rules = self.title.rules  # by which the match began; a save may be older than the rules of today
        self.tape: list[Entry] = []
        self.events: list[Event] = Story(game) if live else []
        self.frames: list[Frame] = []
        self.standing: dict[tuple[int, str], Any] = {}
        self.undone = 0  # how often something was taken back; part of ask ids, so that no late click lands elsewhere
        self.now = 0
        self._clear()
        if live:
            game.listener = self.events
        self._flow: Flow[None] = run(game)
        self._run(None)

    def _clear(self) -> None:
        self.key: G = self.game  # the state at the last safe point
        self.tail: list[Any] = []  # what the rules were told since
        self.since = 0  # length of the tape then
        self.top: Ask[Any] | None = None
        self.open: Sequence[Ask[Any]] = ()
        self.held: dict[int, Any] = {}  # answers to an All that is not complete
        self.serial = 0  # length of the tape when the open ask was put
        self.scene: Scene | None = None
        self.before = self.safe = None

    def _run(self, value: Any) -> None:
        """Sends answers into the rules until something stands open that only a seat can answer."""
        send, tape, dice = self._flow.send, self.tape, self.dice
        game = self.game
        while True:
            game.length = len(tape)
            try:
                ask = send(value)
            except StopIteration:
                self._over()
                return
            kind = type(ask)
            if kind is Safe:
                self._safe()
                value = None
                continue
            if TRACING and ask.rule:
                cite(ask.rule)
            if kind not in UNASKED or (kind is Roll and dice.typed):
                self._put(ask, kind)
                if not self.live or sole_decision(ask) is None:
                    return
                value = self._unasked()
                if value is UNSET:
                    return
                game.acted.clear()
                continue
            if kind is Reckon:
                value = ask.work()  # type: ignore[attr-defined]  # `kind is Reckon` says so
            elif dice.fair:
                there, value = self._chance(ask)
                if not there:
                    return
            elif kind is Roll:
                faces = dice.roll(ask.n, ask.sides)  # type: ignore[attr-defined]
                tape.append(Entry(ROLL, ask.seat, ask.key, tuple(faces), self.now))
                self._rolled(ask, faces)  # type: ignore[arg-type]
                value = ask.counts(faces)  # type: ignore[attr-defined]
            elif kind is Draw:
                value = dice.draw(ask.bag)  # type: ignore[attr-defined]
                tape.append(Entry(DRAW, ask.seat, ask.key, value, self.now, (), ask.seen))  # type: ignore[attr-defined]
            else:
                value = dice.shuffle(ask.items)  # type: ignore[attr-defined]
                tape.append(Entry(SHUFFLE, ask.seat, ask.key, value, self.now, (), ask.seen))  # type: ignore[attr-defined]
            self.tail.append(value)

    def _rolled(self, ask: Roll, faces: Sequence[int]) -> None:
        if type(self.events) is Story:
            self.events.rolled(ask, faces)

    def _safe(self) -> None:
        since = self.since = len(self.tape)
        if type(self.events) is Story:
            self.events.stop()  # the story is complete up to here
        self.game.acted.clear()
        self.key, self.tail = self.game.snapshot(), []
        if not self.live:
            return
        if self.frames and self.frames[-1].index == since:
            self.frames.pop()  # of several safe points without an entry between them the last one counts
        going_on = type(self.top) is First and self.scene == self.game.scenes[-1]
        serial = self.serial if going_on else None
        dice = self.dice if self.dice.fair else self.dice.copy()  # fair dice do not go back
        self.safe = Frame(since, self.key, dice, self.now, len(self.events), serial)
        if not self.frames or since - self.frames[-1].index >= FRAME_EVERY:
            self.frames.append(self.safe)

    def keep_safe_point(self) -> None:
        """Makes a keyframe of the last safe point, so that little is replayed when the match comes back; not if there
        is one near it."""
        if self.safe is not None and self.safe.index - self.frames[-1].index >= FRAME_APART:
            self.frames.append(self.safe)

    def _over(self) -> None:
        """The end is a safe point too."""
        if type(self.events) is Story:
            self.events.stop()
        self.top, self.open, self.held = None, (), {}
        self.key, self.tail, self.since = self.game.snapshot(), [], len(self.tape)

    @property
    def sparse(self) -> bool:
        return self.game.sparse

    @sparse.setter
    def sparse(self, sparse: bool) -> None:
        if sparse is not self.game.sparse:
            self._catch_up()
            self.game.sparse, self.game.begun = sparse, self.since

    def _catch_up(self) -> None:
        """Copies the last safe point, if the rules may have gone past it."""
        if self.top is None or not self.game.sparse:
            return
        game, tail, told = self.key.copy(), self.tail, 0
        flow = run(game)
        ask = next(flow)
        for i in range(len(tail) + 1):
            while type(ask) is Safe:
                self.key, told = game.snapshot(), i
                ask = next(flow)
            if i < len(tail):
                ask = flow.send(tail[i])
        self.tail, self.since = tail[told:], self.game.begun

    def _put(self, ask: Any, kind: type[Ask[Any]]) -> None:
        if type(self.events) is Story:
            self.events.stop()
        scene = self.game.scenes[-1]
        if kind is not First or ask.fresh or type(self.top) is not First or self.scene != scene:
            self.serial = len(self.tape)
        self.top, self.scene, self.held = ask, scene, {}
        self.open = ask.asks if kind is First or kind is All else (ask,)
        if TRACING:
            for a in self.open:
                cite(a.rule)
                check_template(a.prompt, a.args or {})
                self._nothing_hidden_lingers(a.seat)

    def _nothing_hidden_lingers(self, seat: int) -> None:
        """Under test: an imagined world replays what the running scene was told, so it must hold nothing that the seat
        now asked may not know."""
        for e in self.tape[max(self.since, self.game.begun) :]:
            if e.seen is not None and seat not in e.seen:
                raise RuntimeError(
                    f"the hidden {e.kind} {e.key!r} is still in the running scene while seat {seat} is asked: "
                    "put it into game.secret and end the scene"
                )

    def _unasked(self) -> Any:
        """Answers what a standing order settles or what has a single legal answer; taped like any answer. Gives what
        the rules go on with, or UNSET."""
        for i, ask in enumerate(self.open):
            if i in self.held or ask.aside:
                continue
            order = self.standing.get((ask.seat, ask.key.partition(":")[0]), UNSET)
            if order is not UNSET and (said := ask.obey(order)):
                kind = STANDING
            elif not ask.always and (said := ask.only()):
                kind = FORCED
            else:
                continue
            value = self._hold(i, said[0], kind)
            if value is not UNSET:
                return value
        return UNSET

    def _tell_forced(self, ask: Ask[Any], value: Any) -> None:
        """No silent decision: by the only answer that is left somebody gives something up."""
        if any(type(value) is type(idle) and value == idle for idle in ask.gives_up):
            game, label = self.game, getattr(ask, "label", None)
            answer = label(value) if label is not None else str(value or "no").capitalize()
            asked = render_template(ask.prompt, ask.args or {}, game.name)
            says, only = 'Nothing else is left to "{asked}": {answer}.', (ask.seat,) if ask.secret else None
            game.tell(says, ask.rule or "engine.forced", only, asked=asked, answer=answer)

    def _hold(self, i: int, value: Any, kind: str = ANSWER) -> Any:
        """Tapes an answer. Gives what the rules go on with, or UNSET while others have to answer, too."""
        asks, top = self.open, self.top
        ask: Any = asks[i]
        seat, rolled = ask.seat, type(ask) is Roll
        alone: tuple[int, ...] = (seat,)
        asked = alone
        if ask is not top and not self.game.sparse:  # only who may go back has to know
            asked = tuple([a.seat for a in asks if not a.aside or a is ask])
        if rolled:
            kind = ROLL
        elif kind == FORCED:
            self._tell_forced(ask, value)
        self.tape.append(Entry(kind, seat, ask.key, value, self.now, asked, alone if ask.secret else None))
        if rolled:
            self._rolled(ask, value)
            value = ask.counts(value)
        elif type(self.events) is Story:
            self.events.answered(ask, value)
        if ask is not top:
            if type(top) is First:
                value = Reply(ask.key, seat, value, self.now)
            else:
                self.held[i] = value
                if len(self.held) < len(asks):
                    return UNSET
                value = [self.held[j] for j in range(len(asks))]
        self.tail.append(value)
        return value

    @property
    def title(self) -> Title[G]:
        return title_of(self.game)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.top is None

    @property
    def asks(self) -> Sequence[Ask[Any]]:
        """Everything that stands open, of all seats."""
        return self.open

    def look(self) -> tuple[Ask[Any], ...]:
        """Everything that stands open, made now if nobody has looked at it yet."""
        asks = self.open
        if type(asks) is not tuple:
            asks = self.open = asks.made() if type(asks) is Lazily else tuple(asks)
        return asks

    def id(self, ask: Ask[Any]) -> str:
        """The place on the tape and the key: a late or double click finds no ask with its id."""
        return f"{self.serial}.{ask.key}" + (f"~{self.undone}" if self.undone else "")

    def find(self, seat: int, ask: str | None = None) -> int | None:
        """The open ask of this seat, by id or key; None when there is none."""
        by_id = ask is not None and ask[:1].isdecimal()  # an id begins with the place on the tape
        for i, a in enumerate(self.open):
            if a.seat == seat and (ask is None or ask == a.key or (by_id and ask == self.id(a))):
                return i
        return None

    def play(self, value: Any, i: int = 0, kind: str = ANSWER) -> None:
        """Trusted: the value came from the ask itself. For simulation."""
        value = self._hold(i, value, kind)
        if value is not UNSET:
            self._run(value)

    def due(self) -> int | None:
        """When the next thing expires."""
        top = self.top
        if top is None:
            return None
        if type(top) is not All:
            return top.until
        return min([a.until for a in (top, *self.open) if a.until is not None], default=None)

    def _expire(self, at: int) -> None:
        self.game.acted.clear()
        self.now = at = max(self.now, at)  # one that was put too late expires at once
        self.tape.append(Entry(EXPIRY, -1, "", None, at))
        top = self.top
        value: Any
        if type(top) is First:
            value = Reply(EXPIRED, -1, None, at)
        elif type(top) is All:
            value = [self.held.get(j, a.default) for j, a in enumerate(self.open)]
        else:
            assert top is not None
            value = top.default
        if value is UNSET or (type(top) is All and UNSET in value):
            raise RuntimeError("an ask with a deadline needs a default")
        self.tail.append(value)
        self._run(value)

    def _end(self, entry: Entry) -> None:
        """Somebody has given up, or claims the match because others stay away."""
        if entry.kind == CONCEDE:
            result = self.title.conceded(self.game, entry.seat)
        else:
            winners = tuple(seat for seat in range(self.game.seats) if seat in entry.value)
            what = "The match" if winners else "A draw"
            says = f"{what} is claimed by {self.game.seat_name(entry.seat)}, because somebody has stayed away."
            result = Result(winners, says, "engine.claim")
        self.game.length = len(self.tape)
        self.game.finish(result.winners, result.says, result.rule, result.scores)
        self._flow.close()
        self._over()

    def _resume_from_tail(self) -> None:
        self._catch_up()
        self.game = self.key.copy()
        self._flow = run(self.game)
        self.top = replay(self._flow, self.tail)
        self.open = self._asks_of(self.top)
        if self.live:
            self.events = self.game.listener = Story(self.game, self.events)

    def go_live(self, told: Iterable[Event]) -> None:
        """People watch from here on: the story goes on after what they were told."""
        self.live = True
        self.events = self.game.listener = story = Story(self.game, told)
        self.game.acted.clear()
        for i, value in self.held.items():
            story.answered(self.open[i], value)

    def _asks_of(self, top: Ask[Any] | None) -> Sequence[Ask[Any]]:
        """What stands open for seats; nothing while the rules wait for dice."""
        return () if top is None or (type(top) in KINDS and not self.dice.typed) else asks_in(top)

    def _chance(self, ask: Ask[Any]) -> tuple[bool, Any]:
        """Asks fair dice. Gives whether they are there, and what the rules are told; if not, the rules wait."""
        entry = self.dice.chance(ask, len(self.tape), self.now)  # type: ignore[attr-defined]  # fair dice have it
        if entry is None:
            if type(self.events) is Story:
                self.events.stop()
            self.before, self.top, self.open, self.held = self.top, ask, (), {}
            return False, None
        self.tape.append(entry)
        if type(ask) is not Roll:
            return True, entry.value
        self._rolled(ask, entry.value)
        return True, ask.counts(entry.value)

    def _go_on(self) -> None:
        """Perhaps the dice that the rules wait for are there now."""
        ask = self.top
        if ask is not None and self.waits:
            self.top = self.before
            there, value = self._chance(ask)
            if there:
                self.tail.append(value)
                self._run(value)

    @property
    def waits(self) -> bool:
        """Whether the rules wait for dice."""
        return not self.open and type(self.top) in KINDS

    def _bare(self) -> Self:
        copy = type(self).__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy.frames, copy.events, copy.tape = self.frames.copy(), self.events.copy(), self.tape.copy()
        copy.standing = self.standing.copy()
        return copy

    def _rewind(self, tape: list[Entry], strict: bool = False) -> None:
        """Rebuilds the match from the last keyframe that the tape reaches and replays the rest; Unfit if it cannot."""
        while self.frames and self.frames[-1].index > len(tape):
            self.frames.pop()
        if not self.frames:
            raise Unfit("there is no keyframe to start from")
        frame = self.frames[-1]
        del self.events[frame.told :]
        rest = tape[frame.index :]
        dice = self.dice
        source = dice.rewound(self.tape, tape, frame.index) if isinstance(dice, Fair) else frame.dice.copy()
        self.game = frame.game.copy()
        if self.live:
            self.events = self.game.listener = Story(self.game, self.events)
        self.tape = tape[: frame.index]
        self.now = frame.now
        self._clear()
        if frame.serial is not None:
            self.serial, self.scene, self.top = frame.serial, self.game.scenes[-1], First(asks=())
        self._flow = run(self.game)
        self._play_on(rest, source, lambda: self._run(None), strict)
        if len(self.tape) < len(tape):
            raise Unfit("the rules stop before the tape does")

    def _play_on(self, rest: Sequence[Entry], source: Dice, begin: Callable[[], None], strict: bool = False) -> None:
        """Goes on with what was taped; `source` keeps step with its dice."""
        live, self.live = self.live, False
        self.dice = Replaying(source, rest, strict)
        try:
            begin()
            for entry in rest:
                self._again(entry, strict)
        finally:
            self.live, self.dice = live, source

    def _again(self, entry: Entry, strict: bool) -> None:
        if entry.kind == EXPIRY:
            due = self.due()
            if strict and (due is None or max(due, self.now) != entry.at):
                raise Unfit(f"nothing expires at {entry.at} ms")
            self._expire(entry.at)
        elif entry.kind in (CONCEDE, CLAIM):
            self.tape.append(entry)
            self._end(entry)
        elif entry.kind in SAID or (entry.kind == ROLL and self.dice.typed):
            i = self.find(entry.seat, entry.key)
            if i is None:
                raise Unfit(f"the tape answers {entry.key!r}, which the rules do not ask")
            try:
                value = self.open[i].shape(entry.value)
            except MalformedAnswer as malformed:
                raise Unfit(str(malformed)) from None
            if refused := next(iter(self.open[i].check(value)), None):
                raise Unfit(f"the answer to {entry.key!r} is refused: {refused}")
            self.now = max(self.now, entry.at)
            self.play(self.open[i].settle(value), i, entry.kind)


def asks_in(top: Ask[Any]) -> Sequence[Ask[Any]]:
    """The asks that are put together, or the one that is put."""
    return top.asks if type(top) is All or type(top) is First else (top,)


def replay(flow: Flow[None], tail: list[Any]) -> Ask[Any] | None:
    """The rules once more, from their safe point through everything they were told since."""
    try:
        next(flow)  # the safe point itself
        ask = next(flow)
        send = flow.send
        for value in tail:
            ask = send(value)
    except StopIteration:
        return None
    return ask


def fault_refusal(fault: Exception) -> Refusal:
    says = "The rules stumbled here ({fault}); nothing was changed."
    return Refusal("engine.fault", says, {"fault": with_line(fault)[:200]})
