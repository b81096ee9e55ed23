"""Duel: two figures, one wall. Each round both secretly aim or dodge; then each moves and may shoot."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import (
    All,
    Area,
    Board,
    Choose,
    Flow,
    Forecast,
    Game,
    Move,
    Moved,
    Offer,
    Piece,
    Pips,
    Random,
    Refusal,
    Roll,
    Row,
    Scene,
    Shape,
    Table,
    Title,
    Token,
    rule,
    scene,
)
from xenotable.odds import pool
from xenotable.table import Circle, Costs, Ground, Walk, faults, furthest_towards, reach, snap_point, wall

WIDTH, DEPTH, PACE, BLOCKS = 12.0, 10.0, 4.0, 1
ROUND_WALL = Costs(impassable=BLOCKS)


class Figure(Row, frozen=True):
    seat: int
    x: float
    y: float
    wounds: int = 3


class Stance(Row, frozen=True):
    chosen: str = ""


class Wager(Row, frozen=True):
    wounds: int = 3


class Round(Scene, frozen=True):
    n: int


class Turn(Scene, frozen=True):
    seat: int


class Duel(Game):
    Hidden = Stance
    figures: Table[str, Figure]

    def prepare(self) -> None:
        self.ground = Ground.of([wall("wall", (4, 5), (8, 5), 0.25, BLOCKS)], WIDTH, DEPTH)

    def name(self, id: str) -> str:
        return {"a": "Ada", "b": "Bo"}.get(id, id)

    def seat_name(self, seat: int) -> str:
        return ("Ada", "Bo")[seat]


def new(setup: Wager) -> Duel:
    game = Duel(setup)
    for seat, y in enumerate((1.0, 9.0)):
        game.figures.add("ab"[seat], Figure(seat, 6.0, y, setup.wounds))
    game.scenes = [Round(1)]
    return game


def redeal(game: Duel, seat: int, rnd: Random) -> None:
    for other in {0, 1} - {seat}:
        game.secret.set(other, chosen=("aim", "dodge")[int(rnd() * 2)])


def tokens(game: Duel, seat: int) -> list[Token]:
    full = game.setup.wounds
    return [
        Token(id, game.name(id), f.seat, (f.x, f.y), 0.5, game.name(id)[0], pips=Pips(f.wounds, full, "wounds"))
        for id, f in game.figures.items()
    ]


def broken(game: Duel) -> Iterator[str]:
    for id, f in game.figures.items():
        if not game.ground.on_table(base(game, id)) or f.wounds < 0:
            yield f"{id} stands at {f.x}, {f.y} with {f.wounds} wounds"


@scene
def choose_stances(game: Duel, at: Round) -> Flow[list[Scene]]:
    if at.n > 20:
        game.finish((), "Nobody falls: a draw.", "duel.limit")
        return []
    chosen = yield from All(asks=[stance(seat) for seat in (0, 1)])
    for seat in (0, 1):
        game.secret.set(seat, chosen=chosen[seat])
    return [Turn(at.n % 2), Turn(1 - at.n % 2), Round(at.n + 1)]


def stance(seat: int) -> Choose[str]:
    return Choose(
        seat=seat, key="stance", rule="duel.stance", prompt="Aim or dodge?", secret=True, among=lambda: ("aim", "dodge")
    )


@scene
def take_turn(game: Duel, at: Turn) -> Flow[list[Scene]]:
    me, foe = "ab"[at.seat], "ba"[at.seat]
    went = yield from Move(
        seat=at.seat,
        key="move",
        rule="duel.move",
        prompt="Move {who}",
        args={"who": me},
        pieces=[Piece(me, place(game, me), 0.5, PACE)],
        legal=lambda move: move_refusals(game, me, move),
        propose=lambda n, rnd: some_moves(game, me, n, rnd),
        reach=lambda piece, mode: reach(base(game, me), PACE, game.ground, ROUND_WALL),
        toward=lambda piece, goal, mode: towards(game, me, goal[0], goal[1]),
    )
    x, y = (place(game, me), *went.way(me))[-1]
    game.figures.set(me, x=x, y=y)
    if hidden(game, me, foe):
        return []
    fires = yield from Choose(
        seat=at.seat,
        key="shoot",
        rule="duel.shoot",
        prompt="Shoot at {foe}?",
        args={"foe": foe},
        among=lambda: (True, False),
        odds=lambda yes: forecast(game, at.seat) if yes else None,
    )
    if fires:
        yield from shoot(game, me, foe)
    return []


@rule("duel.shoot")
def shoot(game: Duel, me: str, foe: str) -> Flow[None]:
    seat = game.figures[me].seat
    n, need = shot(game.secret[seat].chosen, game.secret[1 - seat].chosen)
    _, hits = yield from Roll(seat=seat, key="shot", rule="duel.shoot", n=n, cuts=(need,), names=("miss", "hit"))
    game.figures.set(foe, wounds=max(0, game.figures[foe].wounds - hits))
    game.tell("{me} hits {foe} {n:time}.", "duel.shoot", reveals=True, me=me, foe=foe, n=hits)
    if game.figures[foe].wounds == 0:
        game.finish((seat,), f"{game.name(foe)} falls.", "duel.win")


def shot(mine: str, theirs: str) -> tuple[int, int]:
    """Who aims has one die more; who dodges is harder to hit."""
    return (3 if mine == "aim" else 2), (5 if theirs == "dodge" else 4)


def forecast(game: Duel, seat: int) -> list[Forecast]:
    """What this seat may know: its own stance. The other may aim or dodge, so both are shown."""
    mine = game.secret[seat].chosen
    return [
        pool(*shot(mine, theirs)).forecast(f"If the target {theirs}s", "hits", "duel.shoot")
        for theirs in ("aim", "dodge")
    ]


@rule("duel.sight", neutral=lambda game, a, b: False)
def hidden(game: Duel, a: str, b: str) -> bool:
    return game.ground.blocked(place(game, a), place(game, b), BLOCKS) is not None


def move_refusals(game: Duel, who: str, move: Moved) -> Iterator[Refusal]:
    for fault in faults(base(game, who), move.way(who), game.ground, ROUND_WALL, budget=PACE):
        match fault.kind:
            case "long":
                args = {"who": who, "over": fault.amount}
                yield Refusal("duel.move", "{who} goes 4 in.", args, "Stop {over:.1f} in earlier.")
            case "impassable":
                yield Refusal("duel.wall", "{who} cannot walk through the wall.", {"who": who}, "Go round it.")
            case _:
                yield Refusal("duel.table", "{who} would leave the table.", {"who": who}, "Stay inside the edge.")


def some_moves(game: Duel, who: str, n: int, rnd: Random) -> list[Moved]:
    """Straight ones, inside the square that fits into the circle of its pace; one `Walk` checks them all."""
    (x, y), side = place(game, who), 1.4 * PACE
    walk = Walk(base(game, who), game.ground, ROUND_WALL, span=PACE)
    goals = [snap_point((x + side * (rnd() - 0.5), y + side * (rnd() - 0.5))) for _ in range(1 + n // 2)]
    return [Moved(), *(Moved({who: (g,)}) for g in goals if walk.clear((x, y), g) and walk.ends(g))]


def towards(game: Duel, who: str, x: float, y: float) -> Moved:
    return Moved({who: tuple(furthest_towards(base(game, who), (x, y), PACE, game.ground, ROUND_WALL))})


def place(game: Duel, who: str) -> tuple[float, float]:
    return game.figures[who].x, game.figures[who].y


def base(game: Duel, who: str) -> Circle:
    return Circle(*place(game, who), 0.5)


WALL = Area("wall", "wall", Shape(points=((4, 5), (8, 5)), width=0.25), "Wall")
OFFERS = (Offer("duel", "A duel", "Three wounds each.", Wager()), Offer("blood", "First blood", "One.", Wager(1)))
GAME = Title(
    id="duel", title="Duel", about="Two figures and a wall.", state=Duel, setup=Wager, new=new, offers=lambda: OFFERS,
    redeal=redeal, board=lambda game: Board(WIDTH, DEPTH, (WALL,)), tokens=tokens, invariants=broken,
)  # fmt: skip
