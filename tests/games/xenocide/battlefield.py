"""A small builder: put units on a table, script the dice, answer by key, look at the state.

field = Battlefield(("forest", 20, 20, 6, 6))
rifles, tanks = field.put(0, "medium-infantry", (10, 10), n=6), field.put(1, "medium-tank", (10, 26), n=3)
field.roll(1, 2, 6).run(fire(field.game, rifles, weapon, tanks), remove=...)
assert field.size(tanks) == 2
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from games.xenocide.throwing import Rolls
from xenotable.engine import All, Arrange, Ask, First, Flow, Moved, Reckon, Refusal, Reply, Roll, Scene, cite
from xenotable.engine.asks import UNSET
from xenotable.engine.scenes import _PLAYED
from xenotable.games.xenocide.content import Army, Map
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.buildings.entering import enter_refusals
from xenotable.games.xenocide.rules.buildings.walls import along
from xenotable.games.xenocide.rules.ground.terrain import build
from xenotable.games.xenocide.rules.movement.legality import move_refusals
from xenotable.games.xenocide.rules.setup.blocks import block
from xenotable.games.xenocide.rules.setup.sequence import raise_buildings
from xenotable.games.xenocide.rules.titans.systems import field_titan
from xenotable.games.xenocide.scenes import (
    AtTheWall,
    Boarding,
    Bombing,
    Declaring,
    Entered,
    Falling,
    Firing,
    Gathering,
    Harm,
    Inside,
    Lowered,
    Manner,
    Merging,
    Moving,
    Overrun,
    Reaction,
    Shelled,
    Shelling,
    StepOut,
    Through,
    Watching,
)
from xenotable.games.xenocide.state import Battle, Company, Model, Side, Unit, War, Xenocide
from xenotable.games.xenocide.title import GAME
from xenotable.table import Point

FOLLOWING = (
    AtTheWall, Boarding, Bombing, Declaring, Entered, Falling, Firing, Gathering, Harm, Inside, Lowered, Merging,
    Moving, Overrun, Reaction, Shelled, Shelling, StepOut, Through, Watching,
)  # fmt: skip
NOTHING = Army("Nothing", "generic", ())


class Battlefield:
    """A battle in its midst: only what a test needs stands on the table."""

    def __init__(self, *features: tuple[str, float, float, float, float], scenario: str = "attrition",
                 buildings: tuple[tuple[str, float, float], ...] = (),
                 readings: tuple[str, ...] = ()) -> None:  # fmt: skip
        game = self.game = GAME.state(Battle(scenario, "crossroads", 500, (NOTHING, NOTHING), readings=readings))
        game.field = build(Map("test", "Test", scenario, 72.0, 48.0, features, buildings))
        raise_buildings(game)
        game.war.add("war", War(scenario, turn=2, attacker=0))
        for seat, edge in enumerate(("south", "north")):
            game.sides.add(seat, Side(500, edge))
            for i in range(3):
                game.companies.add(f"{'br'[seat]}{i}", Company(seat, f"{['Blue', 'Red'][seat]} {i}"))
        game.listener = []
        self.faces: list[int] = []
        self.asked: list[str] = []
        self.deciders: dict[str, int] = {}  # whose decision each key was, the last time

    # ---- before ----------------------------------------------------------------------------------------------------

    def put(self, seat: int, kind: str, at: tuple[float, float], n: int = 1, company: int = 0, **row: Any) -> str:
        """A unit in a block around a point. `extra=(kind, n)` adds models of another kind beside it."""
        game = self.game
        home = f"{'br'[seat]}{company}"
        id = f"{home}u{sum(u.home == home for u in game.units.values())}"
        models = tuple(f"{id}m{i}" for i in range(n))
        for m in models:
            game.models.add(m, Model(id, kind))
        vp = kinds()[kind].vp * n
        game.units.add(id, Unit(seat, home, home, f"{kinds()[kind].name} {id}", vp, n, models, **{"on": True, **row}))
        field_titan(game, id)
        for m, p in block(game, models, at).at.items():
            game.models.set(m, x=p[0], y=p[1])
        return id

    def line(self, seat: int, kind: str, points: Iterable[tuple[float, float]], **row: Any) -> str:
        """A unit with its models at these very points."""
        places = list(points)
        u = self.put(seat, kind, (0.0, 0.0), len(places), **row)
        for m, (x, y) in zip(self.game.units[u].models, places, strict=True):
            self.game.models.set(m, x=float(x), y=float(y))
        return u

    def mix(self, u: str, kind: str, points: Iterable[tuple[float, float]]) -> None:
        """Adds models of another kind to a unit."""
        for x, y in points:
            m = f"{u}x{len(self.game.models)}"
            self.game.models.add(m, Model(u, kind, float(x), float(y)))
            models = (*self.game.units[u].models, m)
            self.game.units.set(u, models=models, start=len(models))

    def house(self, u: str, section: str = "b0s0", side: str = "N") -> str:
        """A unit is in a section, all models at one side."""
        models = self.game.units[u].models
        spots = along(self.game.field.rooms[section].sides, side, len(models))
        for m, (x, y) in zip(models, spots, strict=True):
            self.game.models.set(m, x=x, y=y, section=section)
        return u

    def roll(self, *faces: int) -> Battlefield:
        self.faces += faces
        return self

    # ---- running rules ---------------------------------------------------------------------------------------------

    def run(self, flow: Flow[Any] | list[Scene], **answers: Any) -> Any:
        """Runs rules to their end, and the scenes that follow from them at once. Answers by key (- written as _): a
        value, or a list of values used in turn; without one the ask's default, or its first candidate. Every scripted
        die must be used."""
        queues = {k: (list(v) if isinstance(v, list) else v) for k, v in answers.items()}
        after = flow if isinstance(flow, list) else self._shared(flow, queues)
        while isinstance(after, list) and after and isinstance(after[0], FOLLOWING):
            after = [*self._next(after[0], queues), *after[1:]]
        assert not self.faces, f"dice never used: {self.faces}"
        return after

    def play(self, at: Scene, **answers: Any) -> list[Scene]:
        """One scene."""
        return self.run(_PLAYED[type(at)](self.game, at), **answers)

    def plays(self, *at: Scene, stop: int = 60, **answers: Any) -> None:
        """Scenes and whatever they lead to; answers are shared."""
        stack = list(reversed(at))
        queues = {k: (list(v) if isinstance(v, list) else v) for k, v in answers.items()}
        for _ in range(stop):
            if not stack or self.game.result is not None:
                return
            now = stack.pop()
            faces, self.faces = self.faces, []
            self.faces = faces
            stack += reversed(self._next(now, queues))

    def _next(self, at: Scene, queues: dict[str, Any]) -> list[Scene]:
        then = _PLAYED[type(at)](self.game, at)
        return then if isinstance(then, list) else self._shared(then, queues)

    def _shared(self, flow: Flow[Any], queues: dict[str, Any]) -> Any:
        value: Any = None
        while True:
            try:
                ask = flow.send(value)
            except StopIteration as end:
                return end.value
            plain = {k.replace("_", "-"): v for k, v in queues.items()}
            value = [self._answer(a, plain) for a in ask.asks] if isinstance(ask, All) else self._answer(ask, plain)

    def _answer(self, ask: Ask[Any], queues: dict[str, Any]) -> Any:
        if isinstance(ask, First):  # offers that a list of answers is left for are taken first
            beside = [a for a in ask.asks[1:] if isinstance(queues.get(a.key), list) and queues[a.key]]
            chosen = beside[0] if beside else ask.asks[0]
            return Reply(chosen.key, chosen.seat, self._answer(chosen, queues), 0)
        self.asked.append(ask.key)
        self.deciders[ask.key] = ask.seat
        cite(ask.rule)  # as a match does when it puts an ask
        if isinstance(ask, Roll):
            assert len(self.faces) >= ask.n, f"{ask.n} dice for {ask.key}, only {self.faces} are scripted"
            faces, self.faces = self.faces[: ask.n], self.faces[ask.n :]
            return ask.counts(faces)
        if isinstance(ask, Reckon):
            return ask.work()
        if ask.key in queues:
            said = queues[ask.key]
            said = said.pop(0) if isinstance(said, list) else said
            value = ask.shape(said(ask) if callable(said) else said)
            refused = [r.says for r in ask.check(value)]
            assert not refused, (ask.key, refused)
            return ask.settle(value)
        if ask.default is not UNSET:
            return ask.default
        if isinstance(ask, Arrange):
            return ask.items
        only = ask.only()
        assert only, f"nobody answers {ask.key}: {ask.prompt}"
        return only[0]

    # ---- after -----------------------------------------------------------------------------------------------------

    def size(self, u: str) -> int:
        return len(self.game.units[u].models)

    def unit(self, u: str) -> Unit:
        return self.game.units[u]

    def at(self, m: str) -> tuple[float, float]:
        return self.game.models[m].x, self.game.models[m].y

    def told(self) -> str:
        return "\n".join(e.words(self.game.name) for e in self.game.listener or [])


def duel(
    ours: str = "medium-infantry", theirs: str = "medium-infantry", n: int = 6, m: int = 6, **row: Any
) -> tuple[Battlefield, str, str]:
    """Two units three inches apart."""
    field = Battlefield()
    for seat in (0, 1):
        field.game.sides.set(seat, points=0)
    a = field.line(0, ours, [(10 + 1.5 * i, 10) for i in range(n)], **row)
    b = field.line(1, theirs, [(10 + 1.5 * i, 14.25) for i in range(m)])
    return field, a, b


def rolled_out(
    game: Xenocide, flow: Flow[Any] | list[Scene], rolls: Rolls, **answers: Callable[[Ask[Any]], Any]
) -> Any:
    """Rules and the scenes that follow from them, played to their end without a table around: dice are rolled,
    everything else gets its default."""
    after = flow if isinstance(flow, list) else _thrown(flow, rolls, answers)
    while isinstance(after, list) and after and isinstance(after[0], FOLLOWING):
        then = _PLAYED[type(after[0])](game, after[0])
        after = [*(then if isinstance(then, list) else _thrown(then, rolls, answers)), *after[1:]]
    return after


def _thrown(flow: Flow[Any], rolls: Rolls, answers: dict[str, Callable[[Ask[Any]], Any]]) -> Any:
    value: Any = None
    while True:
        try:
            ask = flow.send(value)
        except StopIteration as end:
            return end.value
        if isinstance(ask, Roll):
            value = rolls(ask)
        elif isinstance(ask, Reckon):
            value = ask.work()
        else:
            value = answers[ask.key](ask) if ask.key in answers else ask.default


def rules(refusals: Iterable[Refusal]) -> list[str]:
    return [r.rule for r in refusals]


def refused(field: Battlefield, u: str, move: Moved, manner: Manner | None = None) -> list[str]:
    """The rules that forbid a unit this move."""
    return rules(move_refusals(field.game, u, manner or Manner(), move))


def entering(
    field: Battlefield,
    u: str,
    *paths: tuple[Point, ...],
    s: str = "b0s0",
    named: Sequence[str] = (),
    mode: str = "walk",
) -> list[str]:
    """The rules that forbid a unit to go into a section on these ways of its models."""
    move = Moved(dict(zip(field.unit(u).models, paths, strict=False)))
    return rules(enter_refusals(field.game, u, Manner(mode, tuple(named), section=s), move))


def step(field: Battlefield, u: str, dx: float, dy: float) -> Moved:
    """Every model of a unit by the same step."""
    return Moved({m: ((field.at(m)[0] + dx, field.at(m)[1] + dy),) for m in field.unit(u).models})


def faces(*dice: int) -> Sequence[int]:
    """Counts per face."""
    return tuple(sum(d == f for d in dice) for f in range(1, 7))
