"""Sampler: a game that puts every kind of decision once, on a table with every kind of ground or on a board of
places, so that the browser can be tested on all it may ever meet."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from xenotable.engine import (
    All,
    Area,
    Arrange,
    Assign,
    Board,
    Bucket,
    Chance,
    Choose,
    Confirm,
    Flow,
    Forecast,
    Game,
    Line,
    Mark,
    Move,
    Moved,
    Number,
    Offer,
    Option,
    Panel,
    Pick,
    Piece,
    Pips,
    Place,
    Placed,
    Random,
    Refusal,
    Roll,
    Row,
    Scene,
    Shape,
    Sighting,
    StandingOrder,
    Table,
    Title,
    Token,
    scene,
)

KINDS = ("woods", "rough", "hill", "water", "building", "ruin", "crater", "road", "hazard")
SQUAD = ("a1", "a2", "a3")
BUDGET = 6.0
BAND = tuple(f"c{i}" for i in range(0, 40, 4))  # of a crowd, one unit of several models


class Figure(Row, frozen=True):
    seat: int
    x: float = -1.0
    y: float = -1.0
    facing: float = 90.0
    wounds: int = 3


class Card(Row, frozen=True):
    held: str = ""


class Setup(Row, frozen=True):
    places: bool = False
    crowd: int = 0


class Next(Scene, frozen=True):
    n: int


def rectangle(x: float, y: float, w: float, h: float) -> Shape:
    return Shape(points=((x, y), (x + w, y), (x + w, y + h), (x, y + h)))


class Sampler(Game):
    Hidden = Card
    figures: Table[str, Figure]

    def name(self, id: str) -> str:
        return (
            {"a": "Alpha ", "b": "Brute ", "c": "Crowd "}.get(id[:1], "") + id[1:]
            if id[1:].isdigit()
            else id.capitalize()
        )


def new(setup: Setup) -> Sampler:
    game = Sampler(setup)
    for id in SQUAD:
        game.figures.add(id, Figure(0))
    for i in range(3):
        game.figures.add(f"b{i + 1}", Figure(1, 14.0 + 3 * i, 20.0, 270.0, 3 - i))
    for i in range(setup.crowd):
        game.figures.add(f"c{i}", Figure(i % 4, 2 + 1.4 * (i % 22), 8 + 1.2 * (i // 22)))
    game.scenes = [Next(0)]
    return game


def offers() -> list[Offer]:
    return [
        Offer("table", "On a table", "All kinds of ground.", Setup()),
        Offer("places", "On a board of places", "No inches.", Setup(places=True)),
        Offer("crowd", "With a crowd", "Three hundred more.", Setup(crowd=300)),
    ]


def redeal(game: Sampler, seat: int, rnd: Random) -> None:
    game.secret.set(1 - seat, held="red" if rnd() < 0.5 else "blue")


def board(game: Sampler) -> Board:
    if game.setup.places:
        names = ("north", "south", "east", "west", "orbit", "base")
        areas = [
            Area(n, "place", rectangle(1 + 11 * (i % 3), 1 + 12 * (i // 3), 10, 11), n.capitalize())
            for i, n in enumerate(names)
        ]
        return Board(34, 25, tuple(areas), measured=False)
    areas = [
        Area(
            k,
            k,
            rectangle(2 + 3.6 * i, 10, 3, 4),
            k.capitalize(),
            f"This is {k}.",
            2.0 * (k in ("hill", "building")),
        )
        for i, k in enumerate(KINDS)
    ]
    areas.append(Area("wall", "wall", Shape(points=((12, 17), (22, 17)), width=0.4), "Wall", height=2))
    areas.append(Area("home", "zone", rectangle(0, 0, 36, 6), "Deployment", seat=0))
    areas.append(Area("away", "zone", rectangle(0, 18, 36, 6), "Their zone", seat=1))
    areas.append(Area("goal", "objective", Shape(centre=(18, 12), r=2), "Relic"))
    return Board(36, 24, tuple(areas))


def tokens(game: Sampler, seat: int) -> list[Token]:
    return [_token(game, i, f) for i, f in game.figures.items()]


def _token(game: Sampler, id: str, f: Figure) -> Token:
    marks = (Mark("SU", "suppressed", picture="suppressed"), Mark("OW", "on watch", good=True)) if id == "b1" else ()
    at = () if f.x < 0 or game.setup.places else (f.x, f.y)
    inside = ("base" if f.seat == 0 else "orbit") if game.setup.places else ""
    state = {"b1": "active", "b3": "done"}.get(id, "ready")
    return Token(
        id,
        game.name(id),
        f.seat,
        at,
        0.5,
        "",
        "infantry" if f.seat == 0 else "beast",
        f.facing,
        Pips(f.wounds, 3, "wounds"),
        marks,
        state,
        inside,
        (("Move", "6 in"), ("Save", "4+")),
        figure="rifleman" if f.seat == 0 else "beast",
        unit="band" if id in BAND else "",
    )


def panels(game: Sampler, seat: int) -> list[Panel]:
    hand = Line(game.secret[seat].held or "none") if seat >= 0 else Line("hidden")
    return [
        Panel("score", "Score", "track", (Line("Threat", now=2, full=6), Line("Relic", "nobody", on="a1"))),
        Panel("hand", "Your card", "cards", (hand,), seat if seat >= 0 else None),
    ]


def sight(game: Sampler, viewer: str, target: str) -> Sighting:
    p, q = (next(t.at for t in tokens(game, 0) if t.id == id) for id in (viewer, target))
    hidden = (p[1] - 17) * (q[1] - 17) < 0
    if not hidden:
        return Sighting(True)
    k = (17 - p[1]) / (q[1] - p[1])
    x = p[0] + (q[0] - p[0]) * k
    return Sighting(False, ("The wall is in the way.",), (((x, 16.8), (x, 17.2)),))


def shot(who: str) -> Forecast:
    bars = tuple(Chance(str(n), p) for n, p in enumerate((0.125, 0.375, 0.375, 0.125)))
    return Forecast(
        f"Wounds to {who}", "sampler.shot", 1.5, "wounds", (Chance("out of action", 0.125),), bars, ("In cover.",)
    )


@scene
def next_ask(game: Sampler, at: Next) -> Flow[list[Scene]]:
    steps = (cards, deploy, march, orders, dice)
    yield from steps[at.n](game)
    if at.n + 1 < len(steps):
        return [Next(at.n + 1)]
    game.finish((0,), "All decisions are made.", "sampler.end", (3.0, 1.0))
    return []


def cards(game: Sampler) -> Flow[None]:
    held = yield from All(
        asks=[
            Choose(
                seat=s,
                key="card",
                rule="sampler.card",
                prompt="Choose a card",
                secret=True,
                among=lambda: ("red", "blue"),
                orders=lambda order: ("red" if order["a1"] <= 5 else "blue") if isinstance(order, dict) else order,
                presets=lambda: [StandingOrder({"a1": n}, f"Alpha 1: red at {n} or more") for n in (4, 5, 6)],
            )
            for s in (0, 1)
        ]
    )
    for seat in (0, 1):
        game.secret.set(seat, held=held[seat])
    game.tell("Both hold a card.", "sampler.card")


def deploy(game: Sampler) -> Flow[None]:
    if game.setup.places:
        place = yield from Choose(
            seat=0, key="place", rule="sampler.place", prompt="Where to?", among=lambda: ("north", "south", "east")
        )
        game.tell("They go {where}.", "sampler.place", where=place)
        return
    put = yield from Place(
        seat=0,
        key="deploy",
        rule="sampler.deploy",
        prompt="Deploy the squad",
        zone="home",
        pieces=tuple(Piece(i, (), 0.5, turns=True) for i in SQUAD),
        legal=deploy_refusals,
        propose=lambda n, rnd: [Placed({i: (12.0 + 2 * k, 3.0) for k, i in enumerate(SQUAD)})],
    )
    for id, point in put.at.items():
        game.figures.set(id, x=point[0], y=point[1], facing=put.facing.get(id, 90.0))


def deploy_refusals(put: Placed) -> Iterator[Refusal]:
    for id, at in put.at.items():
        if at[1] > 5.5 or not 0 <= at[0] <= 36 or at[1] < 0:
            yield Refusal("sampler.deploy", "{who} is outside the zone.", {"who": id}, "Put it at 5.5 in or less.")


def march(game: Sampler) -> Flow[None]:
    if game.setup.places:
        return
    where = {i: (game.figures[i].x, game.figures[i].y) for i in SQUAD}

    def legal(m: Moved) -> Iterator[Refusal]:
        for id, path in m.paths.items():
            way = [where[id], *path]
            far = sum(math.dist(p, q) for p, q in pairwise(way))
            if far > BUDGET + 0.001:
                yield Refusal("sampler.move", "{who} goes {far:.1f} in.", {"who": id, "far": far}, "At most 6 in.")

    def toward(piece: str, to: Sequence[float], mode: str) -> Moved:
        dx, dy = to[0] - where[piece][0], to[1] - where[piece][1]
        k = min(1.0, (BUDGET - 0.01) / (math.hypot(dx, dy) or 1.0))
        return Moved(
            {i: ((round((p[0] + dx * k) * 64) / 64, round((p[1] + dy * k) * 64) / 64),) for i, p in where.items()},
            mode,
        )

    def reach(piece: str, mode: str) -> list[list[tuple[float, float]]]:
        x, y = where[piece]
        return [[(x + BUDGET * math.cos(a / 8 * math.pi), y + BUDGET * math.sin(a / 8 * math.pi)) for a in range(16)]]

    went = yield from Move(
        seat=0,
        key="march",
        rule="sampler.move",
        prompt="March",
        pieces=tuple(Piece(i, where[i], 0.5, BUDGET) for i in SQUAD),
        legal=legal,
        propose=lambda n, rnd: [Moved(mode="walk")],
        modes=(Option("walk"), Option("run")),
        why_not=lambda m: (
            [Refusal("sampler.run", "The ground is too rough to run.", {}, "Walk.")] if m == "run" else []
        ),
        reach=reach,
        toward=toward,
        together={"coherency": 2.0},
    )
    for id in went.paths:
        x, y = went.paths[id][-1]
        game.figures.set(id, x=x, y=y)
    game.tell("The squad has marched.", "sampler.move")


def orders(game: Sampler) -> Flow[None]:
    target = yield from Choose(
        seat=0,
        key="target",
        rule="sampler.shot",
        prompt="Shoot at whom?",
        among=lambda: ("b1", "b2", "b3"),
        odds=lambda b: shot(game.name(b)),
        why_not=lambda b: (
            [Refusal("sampler.shot", "{who} is out of sight.", {"who": b}, "Go round the wall.")] if b == "b2" else []
        ),
    )
    yield from Confirm(
        seat=0,
        key="sure",
        rule="sampler.shot",
        prompt="Open fire on {who}?",
        args={"who": target},
        yes="Fire",
        no="Hold",
    )
    yield from Pick(
        seat=0, key="who", rule="sampler.shot", prompt="Who shoots?", among=lambda: SQUAD, least=1, most=2,
        odds=lambda who: shot(f"somebody by {len(who)}"),
    )  # fmt: skip
    yield from Number(seat=0, key="power", rule="sampler.shot", prompt="How much power?", low=1, high=6)
    buckets = (Bucket("b1"), Bucket("b3", most=4))
    yield from Assign(
        seat=0, key="split", rule="sampler.shot", prompt="Divide 6 shots", total=6, buckets=buckets, unit="shot",
        odds=lambda shots: [shot(f"{who} by {n}") for who, n in shots.items()],
    )  # fmt: skip
    yield from Arrange(seat=0, key="order", rule="sampler.order", prompt="In which order?", items=SQUAD, locked=(0,))


def dice(game: Sampler) -> Flow[None]:
    _, hits = yield from Roll(seat=0, key="shots", rule="sampler.shot", n=4, cuts=(4,), names=("miss", "hit"))
    game.tell("{n} hits.", "sampler.shot", n=hits)


GAME = Title(
    id="sampler", title="Sampler", about="Every kind of decision, once.", state=Sampler, setup=Setup, new=new,
    offers=offers, redeal=redeal, board=board, tokens=tokens, panels=panels, sight=sight,
)  # fmt: skip
