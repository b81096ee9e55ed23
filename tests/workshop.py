"""A game whose only purpose is to show every mechanism of the engine in one scene each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xenotable.engine import (
    EXPIRED,
    NOBODY,
    All,
    Arrange,
    Assign,
    Bucket,
    Choose,
    Confirm,
    Draw,
    First,
    Flow,
    Game,
    Move,
    Moved,
    Number,
    Offer,
    Pick,
    Piece,
    Place,
    Placed,
    Random,
    Reckon,
    Refusal,
    Roll,
    Row,
    Scene,
    Secret,
    Shuffle,
    Table,
    Title,
    freely,
    scene,
)


class Box(Row, frozen=True):
    value: int = 0
    note: str = ""


class Hand(Row, frozen=True):
    bid: int = 0
    cards: tuple[str, ...] = ()


class Plan(Row, frozen=True):
    scenes: tuple[str, ...] = ()


class Step(Scene, frozen=True):
    name: str


class Ending(Scene, frozen=True):
    pass


class Workshop(Game):
    Hidden = Hand
    boxes: Table[str, Box]

    def name(self, id: str) -> str:
        return "the box" if id == "b" else id


def new(setup: Plan) -> Workshop:
    game = Workshop(setup)
    game.boxes.add("b", Box())
    game.scenes = [Ending(), *(Step(s) for s in reversed(setup.scenes))]
    return game


def offers() -> Sequence[Offer]:
    return [Offer("all", "All", "All scenes.", Plan(tuple(STEPS)))]


def lists() -> Sequence[str]:
    return ("strong", "weak")


def pairing(first: str, second: str, rnd: Random) -> Plan:
    """The strong list plays one scene more; who has it wins."""
    return Plan(("choose",) if first == "strong" else ("choose", "choose"))


def redeal(game: Workshop, seat: int, rnd: Random) -> None:
    for s in (0, 1):
        if s != seat:
            game.secret.set(s, bid=int(rnd() * 4))


@scene
def step(game: Workshop, at: Step) -> Flow[list[Scene]]:
    return (yield from STEPS[at.name](game, at)) or []


@scene
def ending(game: Workshop, at: Ending) -> list[Scene]:
    game.finish((1,) if game.setup.scenes == ("choose", "choose") else (0,), "All done.", "workshop.end")
    return []


def note(game: Workshop, what: Any) -> None:
    game.boxes.set("b", note=repr(what), value=game.boxes["b"].value + 1)
    game.tell("{box} holds {what}.", "workshop.note", box="b", what=repr(what))


def choose(game: Workshop, at: Step) -> Flow[Any]:
    def closed(option: str) -> list[Refusal]:
        return [Refusal("workshop.closed", "{o} is closed.", {"o": option}, "Take another.")] if option == "c" else []

    note(
        game,
        (
            yield from Choose(
                seat=0, key="choose", rule="workshop.choose", among=lambda: ("a", "b", "c"), why_not=closed
            )
        ),
    )


def forced(game: Workshop, at: Step) -> Flow[Any]:
    note(game, (yield from Choose(seat=0, key="forced", among=lambda: ("only",), gives_up=("only",))))


def offered(game: Workshop, at: Step) -> Flow[Any]:
    note(game, (yield from Choose(seat=0, key="offered", among=lambda: ("only",), always=True)))


def confirm(game: Workshop, at: Step) -> Flow[Any]:
    note(game, (yield from Confirm(seat=0, key="confirm")))


def pick(game: Workshop, at: Step) -> Flow[Any]:
    note(game, (yield from Pick(seat=0, key="pick", least=1, most=2, among=lambda: (1, 2, 3), legal=not_neighbours)))


def not_neighbours(value: tuple[int, ...]) -> list[Refusal]:
    return [Refusal("workshop.pick", "Neighbours.")] if len(value) == 2 and value[1] - value[0] == 1 else []


def number(game: Workshop, at: Step) -> Flow[Any]:
    note(game, (yield from Number(seat=0, key="number", low=2, high=5)))


def assign(game: Workshop, at: Step) -> Flow[Any]:
    buckets = (Bucket("u", "You", most=3), Bucket("v", "Vee", least=1))
    note(game, (yield from Assign(seat=0, key="assign", total=4, buckets=buckets)))


def arrange(game: Workshop, at: Step) -> Flow[Any]:
    note(game, (yield from Arrange(seat=0, key="arrange", items=("x", "y", "z"), locked=(1,))))


def far(x: float) -> list[Refusal]:
    return [Refusal("workshop.far", "Too far.")] if x > 10 else []


def place(game: Workshop, at: Step) -> Flow[Any]:
    ask = Place(
        seat=0,
        key="place",
        pieces=[Piece("p"), Piece("q")],
        legal=lambda v: far(max(p[0] for p in v.at.values())),
        propose=lambda n, rnd: [Placed({"p": (1.0, 2.0), "q": (3.0, 4.0)})],
    )
    note(game, (yield from ask))


def move(game: Workshop, at: Step) -> Flow[Any]:
    ask = Move(
        seat=0,
        key="move",
        pieces=[Piece("p", (0.0, 0.0))],
        legal=lambda v: far(max((p[0] for p in v.paths.get("p", ())), default=0)),
        propose=lambda n, rnd: [Moved(), Moved({"p": ((1.0, 1.0),)})],
    )
    note(game, (yield from ask))


def roll(game: Workshop, at: Step) -> Flow[Any]:
    counts = yield from Roll(seat=0, key="roll", n=4, cuts=(3, 6))
    eight = yield from Roll(seat=1, key="alien", n=2, cuts=(7,), sides=8)
    note(game, (counts, eight))


def deck(game: Workshop, at: Step) -> Flow[Any]:
    one = yield from Draw(seat=0, key="draw", bag=(("red", 2), ("blue", 1)), seen=(0,))
    order = yield from Shuffle(seat=NOBODY, key="shuffle", items=("x", "y", "z"), seen=(0,))
    game.secret.set(0, cards=(one, *order))
    game.tell("{who} draws {card}.", "workshop.deck", who="one", card=Secret(one, (0,), "a card"))


def bids(game: Workshop, at: Step) -> Flow[Any]:
    got = yield from All(asks=[Number(seat=s, key="bid", low=0, high=3, secret=True) for s in (0, 1)])
    for s in (0, 1):
        game.secret.set(s, bid=got[s])


def reveal(game: Workshop, at: Step) -> Flow[Any]:
    yield from Confirm(seat=0, key="before")
    game.tell("The bids are {a} and {b}.", "workshop.reveal", reveals=True, a=game.secret[0].bid, b=game.secret[1].bid)
    yield from Confirm(seat=0, key="after")


def timed(game: Workshop, at: Step) -> Flow[Any]:
    asks = [Choose(seat=s, key=f"tap{s}", among=lambda: ("tap",)) for s in (0, 1)]
    reply = yield from First(asks=asks, until=1000 * (1 + game.boxes["b"].value // 1))
    if reply.key == EXPIRED:
        game.boxes.set("b", note=f"expired at {reply.at}")
        return []
    game.boxes.set("b", note=f"{reply.key} at {reply.at}")
    return [at]


def late(game: Workshop, at: Step) -> Flow[Any]:
    note(game, (yield from Number(seat=0, key="late", low=0, high=9, until=500, default=7)))


def anytime(game: Workshop, at: Step) -> Flow[Any]:
    def spend(reply: Any) -> Flow[None]:
        yield from Roll(seat=0, key="power", n=1)
        game.boxes.set("b", value=game.boxes["b"].value - 1)

    def powers() -> list[Choose[str]]:
        return [Choose(seat=0, key="spend", among=lambda: ("power",))] if game.boxes["b"].value > 0 else []

    game.boxes.set("b", value=2)
    note(game, (yield from freely(Choose(seat=0, key="main", among=lambda: ("go", "stay")), powers, spend)))


def reckon(game: Workshop, at: Step) -> Flow[Any]:
    dear = yield from Reckon(work=lambda: WORKED.append(1) or 7)
    note(game, (yield from Choose(seat=0, key="reckoned", among=lambda: (dear, 0))))


def stumble(game: Workshop, at: Step) -> Flow[Any]:
    said = yield from Choose(seat=0, key="stumble", among=lambda: ("fall", "stand"))
    game.boxes.set("b", note="half-way")
    yield from Roll(seat=0, key="roll", n=3)
    if said == "fall":
        raise ZeroDivisionError("a fault in the rules")
    note(game, said)


def react(game: Workshop, at: Step) -> Flow[Any]:
    ask = Choose(
        seat=1,
        key="react:1",
        prompt="React?",
        among=lambda: ("hold", "fire"),
        orders=lambda order: "fire" if order == {"at": 6} else order,
    )
    note(game, (yield from ask))


def aside(game: Workshop, at: Step) -> Flow[Any]:
    """Two decisions of a seat, the first without a choice; meanwhile another seat may wave."""

    def wave(reply: Any) -> Flow[None]:
        game.tell("{who} waves.", "workshop.aside", who="two")
        yield from ()

    def offers() -> list[Choose[str]]:
        return [Choose(seat=1, key="wave", among=lambda: ("wave",), aside=True)]

    yield from freely(Choose(seat=0, key="forced", among=lambda: ("only",)), offers, wave)
    note(game, (yield from freely(Choose(seat=0, key="beside", among=lambda: ("a", "b")), offers, wave)))


WORKED: list[int] = []
STEPS = {
    f.__name__: f
    for f in (
        choose,
        forced,
        offered,
        confirm,
        pick,
        number,
        assign,
        arrange,
        place,
        move,
        roll,
        deck,
        bids,
        reveal,
        timed,
        late,
        anytime,
        reckon,
        stumble,
        react,
        aside,
    )
}
GAME = Title(
    id="workshop",
    title="Workshop",
    about="Every mechanism once.",
    state=Workshop,
    setup=Plan,
    new=new,
    offers=offers,
    lists=lists,
    pairing=pairing,
    redeal=redeal,
)
