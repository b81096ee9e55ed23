"""The only door to a running game: asks stand open, answers go in, time passes, and all of it is taped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from xenotable.engine.asks import UNSET, All, sole_decision
from xenotable.engine.dice import Dice, Seeded
from xenotable.engine.fair import Epoch, Fair, Fairness
from xenotable.engine.game import Game
from xenotable.engine.refusals import MalformedAnswer, Refusal
from xenotable.engine.running import Running, asks_in, fault_refusal, replay
from xenotable.engine.scenes import run
from xenotable.engine.tape import ANSWER, CLAIM, CONCEDE, SAID, Entry, Unfit

G = TypeVar("G", bound=Game)


def key_of(id: str) -> str:
    """The key in the id of an ask: `88.place~2` is about `place`."""
    return id.partition(".")[2].partition("~")[0] or id


def length_of(id: str) -> int | None:
    """How long the tape was when the ask with this id was put; None if that is no id of an ask."""
    length, dot, _ = id.partition(".")
    return int(length) if dot and length.isdecimal() and len(length) < 10 else None


class Match(Running[G]):
    """Everything that people, players and servers do to a game goes through here."""

    def check(self, seat: int, said: object, ask: str | None = None) -> tuple[Any, list[Refusal]]:
        """The answer in canonical form and every reason against it; commits to nothing."""
        i = self.find(seat, ask)
        if i is None:
            if ask is not None and (late := list(self.title.too_late(self.game, seat, key_of(ask), said))):
                return None, late
            return None, [self._too_late(seat, ask)]
        try:
            value = self.open[i].shape(said)
            refusals = list(self.open[i].check(value))
            return (value, refusals) if refusals else (self.open[i].settle(value), [])
        except MalformedAnswer as malformed:
            return None, [malformed.refusal]
        except Exception as fault:
            return None, [fault_refusal(fault)]

    def _too_late(self, seat: int, ask: str | None) -> Refusal:
        """Says by which rule, and how, things went on since the ask was put, as far as this seat may know."""
        waiting = any(a.seat == seat for a in self.open)
        remedy = "Another decision is waiting for you." if waiting else "There is nothing for you to decide now."
        if ask is not None and (since := length_of(ask)) is not None:
            for event in self.events:
                ruled = event.text and not event.rule.startswith("engine.")
                if event.at > since and ruled and (seen := event.seen_by(seat)):
                    what = seen.words(self.game.name)
                    return Refusal(event.rule, "That is decided meanwhile: {what}", {"what": what}, remedy)
        if waiting:
            return Refusal("engine.closed", "That decision is closed; another one is waiting for you.")
        return Refusal("engine.not-asked", "There is nothing for you to decide now.")

    def answer(self, seat: int, said: object, ask: str | None = None, at: int | None = None) -> list[Refusal]:
        """Nothing comes back when the answer was taken; otherwise the reasons, and the match is as it was."""
        if at is not None:
            late = self.tick(at)
            if late:
                return late
        self.game.acted.clear()  # who only looked at an open ask has asked the rules, too; what allows it counts
        value, refusals = self.check(seat, said, ask)
        if refusals:
            return refusals
        i = self.find(seat, ask)
        assert i is not None
        return self._guarded(lambda: self.play(value, i))

    def tick(self, at: int) -> list[Refusal]:
        """Time is an input: everything due by `at` expires first, each at its own deadline."""
        while (due := self.due()) is not None and due <= at:
            fault = self._guarded(lambda due=due: self._expire(due))
            if fault:
                return fault
        self.now = max(self.now, at)
        return []

    def order(self, seat: int, key: str, order: Any = UNSET) -> list[Refusal]:
        """Leaves a standing order for asks with this key (UNSET takes it back); it may settle what stands open.
        Orders that are mappings, say by model, add up."""
        if order is UNSET:
            self.standing.pop((seat, key), None)
            return []
        before = self.standing.get((seat, key))
        add = isinstance(before, dict) and isinstance(order, dict)
        self.standing[seat, key] = before | order if add else order
        if self.top is None or sole_decision(self.top) is None or not self.live:
            return []

        def settle() -> None:
            value = self._unasked()
            if value is not UNSET:
                self._run(value)

        return self._guarded(settle)

    def concede(self, seat: int) -> list[Refusal]:
        """The seat gives up, at any moment unless the game's book says when."""
        if self.over:
            return [Refusal("engine.over", "The match is over.")]
        if refusals := list(self.title.concede_refusals(self.game, seat)):
            return refusals
        return self._finished(Entry(CONCEDE, seat, "", None, self.now))

    def claim(self, seat: int, winners: tuple[int, ...]) -> list[Refusal]:
        """The seat ends the match because others stay away; whether it may is for the caller, who sees who is there."""
        if self.over:
            return [Refusal("engine.over", "The match is over.")]
        return self._finished(Entry(CLAIM, seat, "", winners, self.now))

    def _finished(self, entry: Entry) -> list[Refusal]:
        self.tape.append(entry)
        self._end(entry)
        return []

    def hold_dice(self) -> None:
        """From here on the dice are fair ones, and wait for the next epoch."""
        if not isinstance(self.dice, Fair):
            self.dice = Fair(Fairness([Epoch()], typed=self.dice.typed), self.tape)
        self.dice.waiting = True

    def begin_epoch(self, epoch: Epoch) -> list[Refusal]:
        """The dice go on, out of this epoch."""
        self.hold_dice()
        self.dice.begin(replace(epoch, start=len(self.tape)))  # type: ignore[attr-defined]  # they are fair ones
        return self._guarded(self._go_on)

    # ---- faults, forks and undo ------------------------------------------------------------------------------------

    def _guarded(self, step: Any) -> list[Refusal]:
        """A fault in a rule leaves the match as it was."""
        before = (len(self.tape), self.key, self.tail, len(self.tail), self.since, self.dice.copy(), self.now)
        told, frames, held, serial, open_, scene, safe = (
            len(self.events),
            len(self.frames),
            self.held.copy(),
            self.serial,
            self.open,
            self.scene,
            self.safe,
        )
        try:
            step()
            return []
        except Exception as fault:
            length, self.key, self.tail, n, self.since, self.dice, self.now = before
            del self.tape[length:], self.events[told:], self.frames[frames:], self.tail[n:]
            self._resume_from_tail()
            self.held, self.serial, self.scene, self.safe = held, serial, scene, safe
            assert len(self.open) == len(open_)
            return [fault_refusal(fault)]

    def fork(self, dice: Dice | None = None) -> Match[G]:
        """The same match again, not live. It foretells the dice: for tests and branches. Players use `imagine`."""
        self._catch_up()
        return self._forked(self.key, dice if dice is not None else self.dice.copy(), self.held.copy())

    def _forked(self, key: G, dice: Dice, held: dict[int, Any]) -> Match[G]:
        fork: Match[G] = Match.__new__(Match)
        game = fork.game = key.copy()
        fork.dice, fork.live, fork.key, fork.held = dice, False, key, held
        fork.tail = tail = self.tail.copy()
        fork.tape, fork.events, fork.frames, fork.standing = [], [], [], {}
        fork.since, fork.undone, fork.now, fork.serial, fork.scene = 0, self.undone, self.now, self.serial, self.scene
        fork._flow = flow = run(game)
        if self.top is None:
            fork.top, fork.open = None, ()
            return fork
        top = fork.top = replay(flow, tail)
        if self.open or not self.waits:
            fork.open = () if top is None else asks_in(top)
        else:
            fork.before, fork.open = self.before, ()
        return fork

    def imagine(self, seat: int, seed: bytes | int | str) -> Match[G]:
        """A world that this seat may hold possible: fresh dice, others' open answers gone, their secrets re-dealt."""
        self._catch_up()
        source = Seeded(seed)
        key = self.key.imagined(seat)
        self.title.redeal(key, seat, lambda: source.below(1 << 24) / (1 << 24))
        held = {i: v for i, v in self.held.items() if self.open[i].seat == seat}
        return self._forked(key, source, held)

    def free_undo(self, seat: int) -> int | None:
        """The earliest place on the tape that this seat may go back to without asking anybody; None: nowhere."""
        if any(a.seat != seat and not a.aside for a in self.open) and type(self.top) is not All:
            return None
        target, told = None, len(self.events)
        for i in range(len(self.tape) - 1, -1, -1):
            entry = self.tape[i]
            if entry.kind not in SAID or entry.seat != seat or any(s != seat for s in entry.asked):
                break
            while told and self.events[told - 1].at > i:
                told -= 1
                if self.events[told].reveals:
                    return target
            if not self.title.may_undo(self.game, entry.key):
                break
            if entry.kind == ANSWER:
                target = i
        return target

    def last_answer(self, seat: int) -> int | None:
        """Where this seat's last answer stands on the tape."""
        at = len(self.tape)
        for entry in reversed(self.tape):
            at -= 1
            if entry.seat == seat and entry.kind == ANSWER:
                return at
        return None

    def answers_after(self, to: int) -> int:
        """How many answers go with entry `to` of the tape if that is taken back."""
        return sum(entry.kind == ANSWER for entry in self.tape[to + 1 :])

    def undo(self, to: int) -> list[Refusal]:
        """Goes back to before entry `to` of the tape. The same question has the same dice again, so nobody fishes for
        better ones. Whether somebody may is for the caller: `free_undo`, or consent."""
        if not 0 <= to < len(self.tape) or self.tape[to].kind != ANSWER:
            return [Refusal("engine.undo", "There is no decision to go back to.")]
        taken, fork = self.tape[to], self._bare()
        try:
            fork._rewind(self.tape[:to])
        except Exception as fault:  # the rules have changed since, and no longer follow the tape
            return [Refusal("engine.undo", "The way back is closed ({fault}).", {"fault": str(fault)})]
        self.__dict__.update(fork.__dict__)
        self.undone += 1
        self.game.length = len(self.tape)
        self.game.tell("A decision of {seat} is taken back.", "engine.undo", seat=self.game.seat_name(taken.seat))
        return []

    def follow(self, entries: Sequence[Entry]) -> None:
        """Goes on as another match that stood here went on; Unfit if the rules do not lead there, and then this one
        stands nowhere. What was found out about the position stays known."""
        length = len(self.tape) + len(entries)
        self._play_on(entries, self.dice, self._go_on)
        if len(self.tape) < length:
            raise Unfit("the rules stop before the tape does")

    def at(self, index: int) -> Match[G]:
        """A match of its own that stands where this one stood when its tape was so long."""
        fork = self._bare()
        fork._rewind(self.tape[:index])
        return fork
