"""A builder: it places figures and terrain, scripts the dice, gives answers by key, and shows the state."""

from __future__ import annotations

from typing import Any

import pytest

from driver import used_up
from xenotable.engine import Match, Scripted
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.squad.profiles import join
from xenotable.games.xcx.rules.terrain import ground
from xenotable.games.xcx.rules.terrain.field import Field
from xenotable.games.xcx.rules.terrain.forms import FORMS, PIT
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.scenes import Activation, Order, Shooting, Striking
from xenotable.games.xcx.state import TABLE, Battle, BattleSetup, Model, Recruit, Side, Squad, Thing, Xcx
from xenotable.games.xcx.title import GAME
from xenotable.table import Ground, rectangle


class Bench:
    """A table with whoever a test needs on it."""

    def __init__(
        self,
        mode: str = "inches",
        mission: str = "attrition",
        ai: tuple[bool, bool] = (False, False),
        factions: tuple[str, str] = ("XCX", "ADVENT"),
        size: int = 36,
        readings: tuple[str, ...] = (),
    ) -> None:
        sides = tuple(Side((Squad(f, (Recruit("volunteer"),)),), a) for f, a in zip(factions, ai, strict=True))
        limit = 500 if size == 36 else 1000
        self.setup = BattleSetup(mission, limit, mode, "", sides, readings=readings)
        assert GAME.state is Xcx  # a match finds its title once the front door is loaded
        self.game = Xcx(self.setup, max(1, 2 - sum(ai)))
        self.game.battle.add("now", Battle(round=1))
        self.pieces: list[Any] = []
        self.objects: list[tuple[str, content.MissionObject]] = []
        self.size, self.mode = size, mode
        self.numbers = [0, 0, 0, 0]
        self.ground()
        self.match: Match[Xcx]

    def ground(self) -> None:
        field = Field(self.mode, Ground.of(tuple(self.pieces), self.size, self.size), tuple(self.objects))
        ground.lay_out(self.game, field)

    def terrain(self, form: str, x: float, y: float, w: float = 1, h: float = 1) -> Bench:
        bits = PIT if form == "pit" else FORMS[form]
        self.pieces.append(rectangle(f"p{len(self.pieces)}", x, y, x + w, y + h, bits))
        self.ground()
        return self

    def thing(self, kind: str, x: float, y: float, w: float = 0.0, h: float = 0.0) -> str:
        n = len(self.objects) + 1
        self.objects.append((f"o{n}", content.MissionObject(kind, n, x, y, w, h)))
        self.game.things.add(f"o{n}", Thing(kind, n, x, y, w, h, 1.0 if kind == "derelict" else 0.5))
        self.ground()
        return f"o{n}"

    def add(self, side: int, unit: str, x: float, y: float, kit: dict[str, Any] | None = None, **row: Any) -> str:
        """Puts a model down; `kit` is what was bought for it, `row` its state."""
        self.numbers[side] += 1
        faction = self.setup.sides[side].faction if side < 2 else ""
        seats = self.game.commanders[side] if side < 2 else ()
        recruit = Recruit(unit, **(kit or {}))
        id = join(self.game, side, self.numbers[side], recruit, faction, seats[0] if seats else -1)
        x, y = field_of(self.game).place((x, y))
        self.game.models.set(id, x=x, y=y, state=TABLE, **row)
        return id

    def engage(self, a: str, b: str) -> None:
        for one, other in ((a, b), (b, a)):
            self.game.models.set(one, engaged=(*self.game.models[one].engaged, other))

    # ---- playing -----------------------------------------------------------------------------------------------------

    def play(self, *scenes: Any, dice: Any = (), draws: Any = (), answers: dict[str, Any] | None = None) -> Bench:
        """Runs scenes with these dice and these answers (a list: one after the other); stops when one is missing."""
        self.game.scenes = list(reversed(scenes))
        self.match = Match(self.game, Scripted(dice, draws))
        self.game = self.match.game
        self.go(**(answers or {}))
        return self

    def go(self, **answers: Any) -> Bench:
        while self.match.open:
            ask = next(a for i, a in enumerate(self.match.open) if i not in self.match.held)
            key = ask.key.partition(":")[0]
            if key not in answers or answers[key] == []:
                break
            said = answers[key]
            if isinstance(said, list):
                said = said.pop(0)
            why = self.match.answer(ask.seat, said, self.match.id(ask))
            assert not why, [str(r) for r in why]
        self.game = self.match.game
        return self

    def why(self, said: Any) -> list[str]:
        """The rules by which the open ask refuses this."""
        ask = self.match.open[0]
        return [r.rule for r in self.match.check(ask.seat, said, self.match.id(ask))[1]]

    def shoot(self, a: str, t: str, weapon: str, dice: Any, manner: str = "fire", **more: Any) -> Bench:
        return self.play(Shooting(a, manner), dice=dice, answers={"attack": (weapon, t), **more})

    def strike(self, a: str, t: str, weapon: str, dice: Any, **more: Any) -> Bench:
        return self.play(Striking(a, (t,)), dice=dice, answers={"strike": (weapon, t), **more})

    def order(self, a: str, order: str, dice: Any = (), **answers: Any) -> Bench:
        return self.play(Order(a, order), dice=dice, answers=answers)

    def activate(self, a: str, dice: Any = (), **answers: Any) -> Bench:
        return self.play(Activation(a), dice=dice, answers=answers)

    def used_up(self) -> None:
        used_up(self.match.dice)

    def model(self, id: str) -> Model:
        return self.game.models[id]

    @property
    def open(self) -> str:
        return self.match.open[0].key if self.match.open else ""

    @property
    def log(self) -> list[str]:
        return [e.words(self.game.name) for e in self.match.events]


@pytest.fixture
def bench() -> type[Bench]:
    return Bench
