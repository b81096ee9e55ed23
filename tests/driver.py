"""Plays any ask of any game by its key, through a live match, from a position laid by hand.

    play = Driver(battle.game).start("Shooting", unit="a1")     # in mid-battle, at a scene by its name
    play.roll(5, 5, 1, 1).go(target="b1", firefight=False)      # plays until something is asked that is not answered
    assert play.asked == "retreat"                              # ... and on from there: play.go(retreat="away")
    assert play.why_not("cover") == {"retreat.into-cover"}

    play.go(until="target")                                     # stops at an ask, whatever could be answered
    found = play.explore("b1", policy={"firefight": False})     # all dice of the exchange, exactly
    assert found.chance(lambda end: end.game.units["b1"].strength == 0) == Fraction(1, 36)

    with numbers(content().units["heavy"], armour=2): ...       # other numbers of a unit or a weapon

Dice are typed in from the script, so a die that is missing is named by its roll; what is left over is an error too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Self

from xenotable.engine import Ask, Game, Match, Roll, Scene, TypedIn
from xenotable.engine.scenes import scenes_of
from xenotable.engine.viewing import prompt_of
from xenotable.engine.wording import render_template
from xenotable.faults import nearest
from xenotable.odds import Explored, explore
from xenotable.rulebook.content_changes import altered


@contextmanager
def numbers(row: Any, **fields: Any) -> Iterator[None]:
    """A row of a game's data (a unit, a weapon) has other numbers while it lasts."""

    def is_meant(other: Any) -> bool:
        return type(other) is type(row) and getattr(other, "id", other) == getattr(row, "id", row)

    with altered([row], is_meant, f"{row} with {fields}", lambda _: fields):
        yield


def used_up(dice: Any) -> None:
    """Scripted dice and draws that are left over are an error."""
    assert not dice.faces, f"dice scripted but never used: {dice.faces}"
    assert not dice.draws, f"draws scripted but never used: {dice.draws}"


class Script(TypedIn):
    """Faces are typed in by the driver. Once draws are scripted they come in that order, before that as they like."""

    __slots__ = ("pieces",)

    def __init__(self, pieces: list[Any] | None = None) -> None:
        super().__init__(0)
        self.pieces = pieces

    def draw(self, bag: Sequence[tuple[Any, int]]) -> Any:
        if self.pieces is None:
            return super().draw(bag)
        assert self.pieces, f"a draw from {[what for what, n in bag if n]} is not scripted"
        piece = self.pieces.pop(0)
        assert any(piece == what and n for what, n in bag), f"{piece!r} is scripted, but is not in {list(bag)}"
        return piece

    def shuffle(self, items: Sequence[Any]) -> tuple[Any, ...]:
        if self.pieces is None:
            return super().shuffle(items)
        left = list(items)
        return tuple(left.pop(left.index(self.draw([(item, 1) for item in left]))) for _ in items)

    def copy(self) -> Script:
        return Script(None if self.pieces is None else self.pieces.copy())


class Driver:
    """One position, and the match that goes on from it."""

    def __init__(self, game: Game) -> None:
        self.laid, self.faces, self.dice = game, list[int](), Script()
        self._match: Match[Any] | None = None

    # ---- before it begins

    def start(self, *scenes: Scene | str, **fields: Any) -> Self:
        """The scenes that are played, the first one first; one of them may be a name, with its fields."""
        self.laid.scenes = [self._scene(scene, fields) for scene in reversed(scenes)]
        return self

    def _scene(self, scene: Scene | str, fields: dict[str, Any]) -> Scene:
        if not isinstance(scene, str):
            return scene
        known = scenes_of(type(self.laid))
        assert scene in known, f"there is no scene {scene!r}.{nearest(scene, known)}"
        return known[scene](**fields)

    def roll(self, *faces: int) -> Self:
        """The faces that come next, in the order in which dice are rolled."""
        self.faces += faces
        return self

    def draw(self, *pieces: Any) -> Self:
        """What comes next out of bags and decks."""
        self.dice.pieces = [*(self.dice.pieces or ()), *pieces]
        return self

    # ---- while it goes on

    @property
    def match(self) -> Match[Any]:
        if self._match is None:
            self._match = Match(self.laid, self.dice)
        return self._match

    @property
    def game(self) -> Any:
        return self.match.game

    def go(self, until: str = "", **answers: Any) -> Self:
        """Plays until an ask stands open that is not answered here, or until the one that is named. A list answers one
        ask after the other; `_` stands for the `-` of keys. Every die and every answer must be used."""
        left = {
            key.replace("_", "-"): list(said) if isinstance(said, list) else [said] for key, said in answers.items()
        }
        begin = len(self.match.tape)
        while self.match.open:
            ask = next((a for a in self.match.open if type(a) is Roll or left.get(kind(a))), None)
            if ask is None or kind(ask) == until:
                break
            self._say(ask, self._throw(ask) if type(ask) is Roll else left[kind(ask)].pop(0))
        forced = [(e.key.partition(":")[0], e.value) for e in self.match.tape[begin:] if e.kind == "forced"]
        unused = [(key, said) for key, rest in left.items() for said in rest if (key, said) not in forced]
        assert not unused, f"never asked: {unused}; open: {[a.key for a in self.match.open]}"
        assert until or not self.faces, f"dice that nobody rolled: {self.faces}; open: {self.asked!r}"
        return self

    def _throw(self, ask: Roll) -> list[int]:
        faces, self.faces = self.faces[: ask.n], self.faces[ask.n :]
        roll = f'the roll "{ask.key}" of {ask.n} ({prompt_of(ask, self.game)}, {ask.rule})'
        assert len(faces) == ask.n, f"{roll} is not scripted: only {faces} are left"
        assert all(1 <= face <= ask.sides for face in faces), f"{roll} has {ask.sides} sides, but {faces} are scripted"
        return faces

    def _say(self, ask: Ask[Any], said: Any) -> None:
        refusals = self.match.answer(ask.seat, said, self.match.id(ask))
        reasons = [f"{r.rule}: {render_template(r.says, r.args, self.game.name)}" for r in refusals]
        assert not reasons, f"{said!r} to {ask.key!r} is refused: {reasons}"

    # ---- what there is to see

    @property
    def asked(self) -> str:
        """The key of what stands open; nothing when the scenes are over."""
        return self.match.open[0].key if self.match.open else ""

    @property
    def ask(self) -> Ask[Any]:
        return self.match.open[0]

    def why_not(self, said: Any) -> set[str]:
        """The rules against an answer to what stands open; the match stays as it is."""
        return {refusal.rule for refusal in self.match.check(self.ask.seat, said, self.match.id(self.ask))[1]}

    def told(self) -> str:
        return "\n".join(event.words(self.game.name) for event in self.match.events)

    def explore(self, answer: Any, **how: Any) -> Explored:
        """All that can follow from an answer to what stands open: see `xenotable.odds.explore`."""
        return explore(self.match, answer, self.match.id(self.ask), **how)


def kind(ask: Ask[Any]) -> str:
    """`react:b3` is answered as `react`."""
    return ask.key.partition(":")[0]
