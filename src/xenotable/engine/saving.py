"""Saves: JSON of our own schema. A keyframe every few dozen entries, the tape, the story and the rules number.

*Watching* needs keyframes and events only. *Resuming* replays the tail after the last keyframe, without telling it
again; where changed rules no longer fit it, the match goes on from that safe point and says so. *Verifying* needs the
same rules number.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from xenotable.engine.asks import UNSET
from xenotable.engine.dice import DiceState, restore_dice
from xenotable.engine.events import Event
from xenotable.engine.fair import Epoch, Fair, Fairness
from xenotable.engine.formats import FORMAT, upgrade
from xenotable.engine.game import Game, Result
from xenotable.engine.match import Match
from xenotable.engine.proof import Proof, proof
from xenotable.engine.readings import setup_refusals
from xenotable.engine.running import Frame
from xenotable.engine.scenes import run
from xenotable.engine.tape import Entry, Unfit
from xenotable.engine.title import Title
from xenotable.engine.wording import escape_template
from xenotable.faults import Fault
from xenotable.files import NO_JSON

G = TypeVar("G", bound=Game)


STUMBLES = (Unfit, RuntimeError, LookupError, ValueError, TypeError)  # what rules do on a tape that is not theirs


class SaveFault(Fault):
    """A save that cannot be read, in a sentence."""


class SavedFrame(msgspec.Struct, frozen=True):
    index: int
    now: int
    told: int
    dice: DiceState
    fingerprint: str
    state: dict[str, Any]
    serial: int | None = None


class Save(msgspec.Struct, frozen=True, kw_only=True):
    format: int
    game: str
    rules: int
    setup: Any
    now: int
    undone: int
    frames: list[SavedFrame]
    tape: list[Entry]
    events: list[Event]
    standing: list[tuple[int, str, Any]] = []
    result: Result | None = None
    fair: Fairness | msgspec.UnsetType = UNSET


def save(match: Match[Any]) -> bytes:
    """Everything, as JSON."""
    frames = [saved_frame(f) for f in match.frames]
    if not frames:
        raise SaveFault("Only a live match can be saved.")
    return msgspec.json.encode(
        Save(
            format=FORMAT,
            game=match.title.id,
            rules=match.rules,
            setup=match.game.setup,
            now=match.now,
            undone=match.undone,
            frames=frames,
            tape=match.tape,
            events=match.events,
            standing=[(seat, key, order) for (seat, key), order in match.standing.items() if order is not UNSET],
            result=match.game.result,
            fair=fairness_of(match),
        )
    )


def fairness_of(match: Match[Any]) -> Fairness | msgspec.UnsetType:
    """What a record may say about fair dice: their secrets only when the match is over."""
    if not isinstance(match.dice, Fair):
        return UNSET
    return match.dice.fairness() if match.over else match.dice.fairness().sealed()


def saved_frame(frame: Frame) -> SavedFrame:
    game: Game = frame.game
    dice, print_ = frame.dice.state(), game.fingerprint()
    return SavedFrame(frame.index, frame.now, frame.told, dice, print_, game.encode(), frame.serial)


def read(data: bytes) -> Save:
    """The save as data, upgraded to the format of today; SaveFault when it is none."""
    try:
        plain = msgspec.json.decode(data)
        if not isinstance(plain, dict) or "format" not in plain or "tape" not in plain:
            raise SaveFault("This is not a saved match.")
        if not isinstance(plain["format"], int) or plain["format"] > FORMAT:
            raise SaveFault("This match was saved by a newer version; please update.")
        return msgspec.convert(upgrade(plain, plain["format"]) | {"format": FORMAT}, Save)
    except (*NO_JSON, LookupError, TypeError, AttributeError) as fault:
        raise SaveFault(f"This save is damaged: {fault}.") from None


def load(data: bytes | Save, title: Title[G], live: bool = True, retell: bool = False) -> tuple[Match[G], str]:
    """The match, ready to go on, and what had to be given up ("" if nothing). Not live: without its story; `retell`:
    the save has none since its last keyframe, and the rules tell it."""
    saved = read(data) if isinstance(data, bytes) else data
    if saved.game != title.id:
        raise SaveFault(f"This is a match of {saved.game!r}, not of {title.id!r}.")
    try:
        match, note = _replayed(saved, title, live, retell), ""
    except STUMBLES as fault:
        match = _empty(saved, title, live)
        frame = match.frames[-1]
        match._rewind(list(saved.tape[: frame.index]))
        note = f"The rules have changed since ({fault}); the match goes on from its last safe point."
        match.game.tell(escape_template(note), "engine.resumed")
    match.now = max(match.now, saved.now)
    return match, note


def _replayed(saved: Save, title: Title[G], live: bool, retell: bool) -> Match[G]:
    """The match at the end of its tape. What was told on the way stays as it was told."""
    match = _empty(saved, title, live and retell)
    match._rewind(list(saved.tape))
    if not live or retell:
        return match
    if len(match.tape) > len(saved.tape):  # changed rules have rolled more dice, and told of them
        return _replayed(saved, title, live, retell=True)
    match.go_live(saved.events)
    return match


def _empty(saved: Save, title: Title[G], live: bool = True) -> Match[G]:
    try:
        setup = msgspec.convert(saved.setup, title.setup)
        fair = None if saved.fair is UNSET else Fair(saved.fair)
        frames = [
            Frame(f.index, title.state.decode(setup, f.state), fair or restore_dice(f.dice), f.now, f.told, f.serial)
            for f in saved.frames
        ]
    except (msgspec.ValidationError, LookupError, ValueError, TypeError) as fault:
        raise SaveFault(f"This save is damaged: {fault}.") from None
    if not frames or any(f.index > len(saved.tape) for f in frames):
        raise SaveFault("This save is damaged: its keyframes do not fit its tape.")
    match: Match[G] = Match.__new__(Match)
    match.game, match.dice, match.live = frames[0].game, frames[0].dice, live
    match.rules = saved.rules
    match.tape, match.events, match.frames = [], list(saved.events), frames
    match.standing = {(seat, key): order for seat, key, order in saved.standing}
    match.undone, match.now = saved.undone, 0
    match._clear()
    match._flow = run(match.game)
    return match


def check_setup(saved: Save, title: Title[Any], campaign: bool = False) -> None:
    """A record from elsewhere has a set-up that a table may be opened with, and as many seats as that; SaveFault if
    not. What belongs to a campaign is allowed in a battle that is only to be looked at."""
    match = _empty(saved, title)
    try:
        seats = title.begin(match.game.setup, campaign).seats
    except Fault as fault:
        raise SaveFault(f"No table can be opened with the set-up of this save: {fault}") from None
    if any(frame.game.seats != seats for frame in match.frames):
        raise SaveFault(f"This save is damaged: its set-up is for {seats} seats.")


def verify(data: bytes | Save, title: Title[G]) -> list[str]:
    """What in a save does not follow from its set-up, its dice and the rules; nothing if all does."""
    saved = read(data) if isinstance(data, bytes) else data
    if saved.rules != title.rules:
        return [f"It was played by rules {saved.game}/{saved.rules}; these are {title.id}/{title.rules}."]
    match = _empty(saved, title, live=False)  # words are not compared
    faults = [str(refusal) for refusal in setup_refusals(title, match.game.setup)]
    faults += [
        f"The keyframe at {frame.index} is not what its fingerprint says."
        for frame, said in zip(match.frames, saved.frames, strict=True)
        if frame.game.fingerprint() != said.fingerprint
    ]
    if match.frames[0].index != 0:
        return [*faults, "The record does not begin at the beginning."]
    faults += proof_of(saved).faults
    return faults or _follows(match, saved)


def proof_of(saved: Save) -> Proof:
    """What a record proves about its dice without the rules."""
    return proof(saved.tape, Fairness([Epoch()]) if saved.fair is UNSET else saved.fair)


class _Witness(Match[G]):
    """Notes state and dice at every safe point where a record has a keyframe; several may stand at the same length."""

    seen: dict[int, set[tuple[str, DiceState]]]

    def _safe(self) -> None:
        super()._safe()
        if self.since in self.seen:
            self.seen[self.since].add((self.key.fingerprint(), self.dice.state()))


def _follows(match: Match[G], saved: Save) -> list[str]:
    """Plays the whole record once, from the set-up and with dice from the seed, and compares."""
    witness: _Witness[G] = _Witness.__new__(_Witness)
    witness.__dict__.update(match._bare().__dict__)
    first = msgspec.structs.replace(saved.frames[0].dice, block=0, pos=0, draws=0)
    dice = match.dice if match.dice.fair else restore_dice(first)
    witness.frames = [Frame(0, match.title.new(match.game.setup), dice, 0, 0)]
    witness.events, witness.seen = [], {frame.index: set() for frame in saved.frames}
    faults = []
    try:
        witness._rewind(list(saved.tape), strict=True)
    except STUMBLES as fault:
        faults = [f"After entry {len(witness.tape)}: {fault}."]
    reached = [frame for frame in saved.frames if frame.index <= len(witness.tape)]
    rolled = dice.state() if dice.fair else None
    wrong = [f.index for f in reached if (f.fingerprint, rolled or f.dice) not in witness.seen[f.index]]
    return [f"The state at entry {index} is not the recorded one." for index in wrong] + faults
