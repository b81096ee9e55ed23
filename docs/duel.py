"""Duel: two figures, one wall. Each round both secretly choose to aim or to dodge; then each moves and shoots."""

from __future__ import annotations

import math
from collections.abc import Iterator
from xenotable.engine import (
    All, Area, Board, Choose, Flow, Forecast, Game, Move, Moved, Offer, Piece, Pips, Random, Refusal, Roll, Row, Scene,
    Shape, Table, Token, rule, scene,
)
from xenotable.table.ground import Ground
from xenotable.table.shapes import wall

WALL = 1
REACH = 4.0


class Figure(Row, frozen=True):
    seat: int
    x: float
    y: float
    wounds: int = 3


class Stance(Row, frozen=True):
    chosen: str = ""


class Setup(Row, frozen=True):
    wounds: int = 3


class Round(Scene, frozen=True):
    n: int


class Turn(Scene, frozen=True):
    seat: int


class Duel(Game):
    id, title, about = "duel", "Duel", "Two figures and a wall."
    Setup, Hidden, shared = Setup, Stance, ("ground",)
    figures: Table[str, Figure]

    def prepare(self) -> None:
        self.ground = Ground.of([wall("wall", (4, 5), (8, 5), 0.25, WALL)], 12, 10)

    @classmethod
    def new(cls, setup: Setup) -> Duel:
        game = cls(setup)
        for seat, y in enumerate((1.0, 9.0)):
            game.figures.add("ab"[seat], Figure(seat, 6.0, y, setup.wounds))
        game.scenes = [Round(1)]
        return game

    @classmethod
    def offers(cls) -> list[Offer]:
        return [Offer("duel", "A duel", "Three wounds each.", Setup()), Offer("quick", "First blood", "One wound.", Setup(1))]

    def redeal(self, seat: int, rnd: Random) -> None:
        for other in range(2):
            if other != seat:
                self.secret.set(other, chosen=("aim", "dodge")[int(rnd() * 2)])

    def name(self, id: str) -> str:
        return {"a": "Ada", "b": "Bo"}.get(id, id)

    def board(self) -> Board:
        return Board(12, 10, (Area("wall", "wall", Shape(points=((4, 5), (8, 5)), width=0.25), "Wall"),))

    def tokens(self, seat: int) -> list[Token]:
        return [Token(i, self.name(i), f.seat, (f.x, f.y), 0.5, i.upper(), pips=Pips(f.wounds, self.setup.wounds)) for i, f in self.figures.items()]

    def broken(self) -> Iterator[str]:
        yield from (f"{i} left the table" for i, f in self.figures.items() if not (0 <= f.x <= 12 and 0 <= f.y <= 10))


@scene
def begin(game: Duel, at: Round) -> Flow[list[Scene]]:
    """Stances are secret, so they go to `secret`, and the scene ends at once: nothing hidden stays in these locals."""
    if at.n > 20:
        game.finish((), "Nobody falls: a draw.", "duel.limit")
        return []
    chosen = yield from All(asks=[
        Choose(seat=s, key="stance", rule="duel.stance", prompt="Aim or dodge?", secret=True, among=lambda: ("aim", "dodge"))
        for s in (0, 1)
    ])
    for seat in (0, 1):
        game.secret.set(seat, chosen=chosen[seat])
    return [Turn(at.n % 2), Turn(1 - at.n % 2), Round(at.n + 1)]


@scene
def turn(game: Duel, at: Turn) -> Flow[list[Scene]]:
    me, foe = "ab"[at.seat], "ba"[at.seat]
    went = yield from Move(
        seat=at.seat, key="move", rule="duel.move", prompt="Move {who}", args={"who": me},
        pieces=(Piece(me, place(game, me), 0.5, REACH),),
        legal=lambda m: move_refusals(game, me, m), propose=lambda n, rnd: some_moves(game, me, n, rnd),
    )
    x, y = went.end(me) or place(game, me)
    game.figures.set(me, x=x, y=y)
    if hidden(game, me, foe) or not (yield from Choose(
        seat=at.seat, key="shoot", rule="duel.shoot", prompt="Shoot at {foe}?", args={"foe": foe},
        among=lambda: (True, False), odds=lambda yes: forecast(game, at.seat) if yes else None,
    )):
        return []
    return (yield from shoot(game, me, foe))


@rule("duel.shoot")
def shoot(game: Duel, me: str, foe: str) -> Flow[list[Scene]]:
    seat = game.figures[me].seat
    aims, dodges = game.secret[seat].chosen == "aim", game.secret[1 - seat].chosen == "dodge"
    _, hits = yield from Roll(seat=seat, key="shot", rule="duel.shoot", n=3 if aims else 2, cuts=(5 if dodges else 4,), names=("miss", "hit"))
    game.figures.set(foe, wounds=max(0, game.figures[foe].wounds - hits))
    game.tell("{me} hits {foe} {n} times.", "duel.shoot", reveals=True, me=me, foe=foe, n=hits)
    if game.figures[foe].wounds == 0:
        game.finish((seat,), f"{game.name(foe)} falls.", "duel.win")
    return []


def place(game: Duel, who: str) -> tuple[float, float]:
    return game.figures[who].x, game.figures[who].y


@rule("duel.sight", neutral=lambda game, a, b: False)
def hidden(game: Duel, a: str, b: str) -> bool:
    return game.ground.blocked(place(game, a), place(game, b), WALL) is not None


def move_refusals(game: Duel, who: str, move: Moved) -> Iterator[Refusal]:
    at = place(game, who)
    way, far = [at, *move.paths.get(who, ())], 0.0
    for (px, py), (qx, qy) in zip(way, way[1:]):
        far += math.hypot(qx - px, qy - py)
        if not (0 <= qx <= 12 and 0 <= qy <= 10):
            yield Refusal("duel.table", "{who} would leave the table.", {"who": who}, "Stay between 0 and 12, 0 and 10.")
        if game.ground.blocked((px, py), (qx, qy), WALL) is not None:
            yield Refusal("duel.wall", "{who} cannot walk through the wall.", {"who": who}, "Go round it.")
    if far > REACH + 0.001:
        yield Refusal("duel.move", "That way is {far:.1f} in long; {who} goes 4 in.", {"who": who, "far": far}, "Stop {over:.1f} in earlier.".format(over=far - REACH))


def some_moves(game: Duel, who: str, n: int, rnd: Random) -> list[Moved]:
    out, (x, y) = [Moved()], place(game, who)
    for _ in range(n):
        angle, far = rnd() * 2 * math.pi, rnd() * REACH
        goal = (min(12.0, max(0.0, round((x + far * math.cos(angle)) * 1024) / 1024)), min(10.0, max(0.0, round((y + far * math.sin(angle)) * 1024) / 1024)))
        if not any(move_refusals(game, who, Moved({who: (goal,)}))):
            out.append(Moved({who: (goal,)}))
    return out


def forecast(game: Duel, seat: int) -> Forecast:
    """What the shooter may know: its own stance; the other may or may not dodge."""
    dice = 3 if game.secret[seat].chosen == "aim" else 2
    return Forecast("Hits if the target does not dodge", "duel.shoot", mean=dice / 2, unit="hits")


GAME = Duel
