"""Flyers: they must fly on, turn little, look ahead and drop bombs on what they pass (chapter "flight")."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from msgspec.structs import replace

from xenotable.engine import (
    Choose,
    Flow,
    Forecast,
    Move,
    Moved,
    Option,
    Piece,
    Random,
    Reckon,
    Refusal,
    Scene,
    cite,
    is_legal,
    rule,
    scene,
)
from xenotable.engine.slots import Slot
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.rules.army.models import armoury
from xenotable.games.xenocide.rules.buildings.bombardment import pelt
from xenotable.games.xenocide.rules.buildings.occupants import held_sections, standing_sections
from xenotable.games.xenocide.rules.flight.flyer_reach import TURN, flies_off, flights_abreast
from xenotable.games.xenocide.rules.ground.terrain import spans
from xenotable.games.xenocide.rules.movement.allowances import COHERENCY
from xenotable.games.xenocide.rules.movement.pieces import Pieces
from xenotable.games.xenocide.rules.movement.restrictions import coherency_refusals, suppressed_refusals
from xenotable.games.xenocide.rules.overwatch import lose_watch, reaction
from xenotable.games.xenocide.rules.play.measuring import WITHIN, circle, circles, packed_refusals, stances
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.play.positions import STRAIGHT, Stance, beyond, close_by, onward, turns
from xenotable.games.xenocide.rules.play.units import destroy, on_table, put
from xenotable.games.xenocide.rules.saves.cover import save_values
from xenotable.games.xenocide.rules.scenarios.entry import may_enter
from xenotable.games.xenocide.rules.shooting.fire import incoming, roll_volley
from xenotable.games.xenocide.rules.shooting.pools import pools_of
from xenotable.games.xenocide.rules.shooting.targeting import carriers, suppressed_loss
from xenotable.games.xenocide.rules.suppression import is_suppressed
from xenotable.games.xenocide.rules.titans.power import at_any_moment
from xenotable.games.xenocide.scenes import Aim, Bombing, Falling, Volley
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle, Point, legs, move_circle, touched_circles

RETURN = 2  # turns that a flyer stays away at least
HEADINGS = (0, 15, -15, 30, -30, 45, -45)
WISHES = [(share, turn) for share in (1.0, 0.75, 0.5) for turn in HEADINGS]  # how far of its Move, turned by what
EDGES = ("south", "north", "west", "east")
INWARD = {"south": 90.0, "north": 270.0, "west": 0.0, "east": 180.0}


@rule("flight.flyer-high")
def flies(game: Xenocide, unit: str) -> bool:
    here, models, kinds = game.units[unit].models, game.models, game.kinds
    for model in here:
        if not kinds[models[model].kind].flyer:
            return False
    return bool(here)


@rule("flight.flyer-leave-table")
def may_return(game: Xenocide, unit: str) -> bool:
    """Two turns after it left, or later; one that has not been on the table yet enters like its army."""
    row = game.units[unit]
    if row.away == -2:
        return True
    if row.on or not row.away:
        return not row.on and may_enter(game, unit)
    return game.now.turn >= row.away + RETURN


# ---- why not ---------------------------------------------------------------------------------------------------------


def flight_refusals(game: Xenocide, unit: str, move: Moved) -> Iterator[Refusal]:
    """Every flyer goes at least half its Move, turns as it may, and the unit stays together on the table."""
    row = game.units[unit]
    ways = {m: move.way(m) for m in row.models}
    for model, path in ways.items():
        yield from length_refusals(game, unit, model, path)
        yield from turn_refusals(game, unit, model, path, move.facing.get(model))
    last = [move_circle(circle(game, m), way[-1]) if way else circle(game, m) for m, way in ways.items()]
    if not all(game.field.ground.on_table(c) for c in last):
        yield Refusal("movement.stay-on-table", "{unit} would leave the table.", {"unit": unit}, "Turn, or fly off.")
    yield from packed_refusals(game, unit, last)
    yield from coherency_refusals(game, unit, last)
    if any(far_flown(game, m, way) > kind_of(game, m).move / 2 + 0.5 for m, way in ways.items()):
        cite("flight.flyer-suppressed")
        yield from suppressed_refusals(game, unit, last)


def far_flown(game: Xenocide, model: str, path: Sequence[Point]) -> float:
    return sum(math.dist(p, q) for p, q in legs(circle(game, model), path))


@rule("flight.flyer-minimum", neutral=lambda *a: ())
def length_refusals(game: Xenocide, unit: str, model: str, path: Sequence[Point]) -> Iterator[Refusal]:
    far, most = far_flown(game, model, path), kind_of(game, model).move
    args = {"unit": unit, "least": most / 2, "most": most}
    if not most / 2 - WITHIN <= far <= most + WITHIN:
        yield Refusal("flight.flyer-minimum", "{unit} flies from {least:g} to {most:g} in.", args)


@rule("flight.flyer-turns", neutral=lambda *a: ())
def turn_refusals(
    game: Xenocide, unit: str, model: str, path: Sequence[Point], end: float | None = None
) -> Iterator[Refusal]:
    """One turn anywhere; or one at the start and one after half of the Move; none of more than 45 degrees. `end`: as it
    faces afterwards, if not as it flew."""
    row = game.models[model]
    found = turns(row.facing, (row.x, row.y), path, end)
    if any(by > TURN + STRAIGHT for _, by in found):
        yield Refusal("flight.flyer-turns", "{unit} turns by at most 45 degrees.", {"unit": unit})
    half = kind_of(game, model).move / 2
    twice = len(found) == 2 and found[0][0] == 0.0 and found[1][0] >= half - WITHIN
    if len(found) > 1 and not twice:
        yield Refusal(
            "flight.flyer-turns", "{unit} turns at the start and after {h:g} in, or once.", {"unit": unit, "h": half}
        )


# ---- flying ----------------------------------------------------------------------------------------------------------


def flights(game: Xenocide, unit: str, n: int, rnd: Random) -> list[Moved]:
    """Straight flights after a turn at the start, far and less far; machines get as many as they want."""
    wishes = WISHES
    if n <= 4:
        wishes = [*(WISHES[int(rnd() * len(WISHES))] for _ in range(3)), *WISHES]
    return list(islice(straight_flights(game, unit, wishes), max(n, 1))) or list(islice(broken_flights(game, unit), 1))


def can_fly_on(game: Xenocide, unit: str) -> bool:
    """Is there any flight for a unit?"""
    return any(True for _ in chain(straight_flights(game, unit, WISHES), broken_flights(game, unit)))


def straight_flights(game: Xenocide, unit: str, wishes: Sequence[tuple[float, int]]) -> Iterator[Moved]:
    """Those of these flights, shares of the Move and turns, that are legal."""
    most = min(kind_of(game, m).move for m in game.units[unit].models)
    for share, turn in wishes:
        move = straight(game, unit, most * share, float(turn))
        ways = zip(circles(game, unit), move.paths.values(), strict=True)
        ends = [move_circle(c, (way[-1][0], way[-1][1])) for c, way in ways]
        over = all(game.field.ground.on_table(c) for c in ends)
        if over and is_legal(flight_refusals(game, unit, move)):  # most that are no good leave the table
            yield move


def broken_flights(game: Xenocide, unit: str) -> Iterator[Moved]:
    """Flights on which models turn on their way, where nobody can fly straight on."""
    return (move for move in flights_abreast(game, unit) if is_legal(flight_refusals(game, unit, move)))


def straight(game: Xenocide, unit: str, far: float, turn: float) -> Moved:
    paths: dict[str, tuple[tuple[float, ...], ...]] = {}
    for model in game.units[unit].models:
        row = game.models[model]
        way = math.radians(row.facing + turn)
        x, y = row.x + far * math.cos(way), row.y + far * math.sin(way)
        paths[model] = ((round(x * 1024) / 1024, round(y * 1024) / 1024),)
    return Moved(paths)


def leave_refusals(game: Xenocide, unit: str) -> Iterator[Refusal]:
    """A unit flies off if each of its models reaches an edge."""
    if not all(flies_off(game, m) for m in game.units[unit].models):
        yield Refusal("flight.flyer-leave-table", "{unit} does not reach the edge of the table.", {"unit": unit})


def mode_refusals(game: Xenocide, unit: str, how: str) -> Iterator[Refusal]:
    if how == "leave":
        yield from leave_refusals(game, unit)
    elif not can_fly_on(game, unit):
        yield Refusal("flight.flyer-minimum", "{unit} has no room to fly on.", {"unit": unit})


def fly(game: Xenocide, unit: str) -> Flow[list[Scene]]:
    """A unit of flyers makes its move: on, off the table or back onto it; then bombs."""
    if not game.units[unit].on:
        return (yield from come_back(game, unit))
    ways = yield from Reckon(
        key="ways", rule="flight.flyer-minimum",
        work=lambda: tuple(h for h in ("fly", "leave") if is_legal(mode_refusals(game, unit, h))),
    )  # fmt: skip
    if not ways:
        game.tell("{unit} crashes: it cannot fly on.", "flight.flyer-minimum", unit=unit)
        destroy(game, game.units[unit].models)
        return []
    how = yield from Choose(
        seat=game.units[unit].seat, key="flight", rule="flight.flyer-minimum", prompt="Where does {unit} fly?",
        args={"unit": unit},
        among=lambda: ("fly", "leave"), why_not=lambda h: () if h in ways else mode_refusals(game, unit, h),
        label=lambda h: "On" if h == "fly" else "Off the table", gives_up=("leave",),
    )  # fmt: skip
    if how == "leave":
        game.units.set(unit, on=False, away=game.now.turn)
        game.tell("{unit} flies off the table.", "flight.flyer-leave-table", unit=unit)
        return []
    return (yield from wing(game, unit))


def wings(game: Xenocide, unit: str) -> list[Piece]:
    here = ((m, game.models[m], kind_of(game, m)) for m in game.units[unit].models)
    return [Piece(m, (row.x, row.y), kind.radius, kind.move, True) for m, row, kind in here]


def wing(game: Xenocide, unit: str) -> Flow[list[Scene]]:
    seat = game.units[unit].seat
    went = yield from Move(
        seat=seat, key="fly", rule="flight.flyer-turns", prompt="Fly {unit}", args={"unit": unit},
        pieces=Pieces(lambda: wings(game, unit)),
        modes=[Option("fly", "fly")], legal=lambda move: flight_refusals(game, unit, move),
        propose=lambda n, rnd: flights(game, unit, n, rnd), one=lambda rnd: flights(game, unit, 1, rnd)[0],
        together={"coherency": 8.0},
    )  # fmt: skip
    starts = {m: (game.models[m].x, game.models[m].y) for m in game.units[unit].models}
    below = dict((yield from Reckon(key="below", rule="flight.bombs", work=lambda: passed_over(game, unit, went))))
    for model in game.units[unit].models:
        way = went.way(model)
        flown = onward(game.models[model].facing, starts[model], way)
        put(game, model, way[-1])
        game.models.set(model, facing=went.facing.get(model, flown) % 360.0)
    lose_watch(game, unit)
    game.units.set(unit, moved=True, on=True, high=True, away=0)
    game.tell("{unit} flies.", "flight.flyer-turns", unit=unit)
    drops: list[Scene] = [Bombing(unit, tuple(below.items()))] if below else []
    return [*drops, *reaction(game, unit, starts, {m: went.way(m) for m in starts})]


def passed_over(game: Xenocide, unit: str, went: Moved) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The enemy units and sections below the way, and which flyers crossed them."""
    seat, whose, rooms, around = game.units[unit].seat, held_sections(game), game.field.rooms, lanes(game, unit, went)
    town = [s for s in standing_sections(game) if whose.get(s) != seat and not beyond(around, rooms[s].sides, 0.0)]
    found = [*units_crossed(game, unit, went), *((s, flown_over(game, unit, went, s)) for s in town)]
    return tuple((x, tuple(by)) for x, by in found if by)


def lanes(game: Xenocide, unit: str, went: Moved) -> Stance:
    """The rectangle that the paths of a unit do not leave."""
    models = game.units[unit].models
    return Stance([*(_point(game, m) for m in models), *(Circle(x, y, 0.0) for m in models for x, y in went.way(m))])


def units_crossed(game: Xenocide, unit: str, went: Moved) -> Iterator[tuple[str, list[str]]]:
    """The enemies on the ground near the way, and which flyers crossed them."""
    for t, _ in close_by(stances(game, 1 - game.units[unit].seat), lanes(game, unit, went), 0.0):
        yield t, crossing_flyers(game, unit, went, t)


@rule("flight.flyer-leave-table")
def come_back(game: Xenocide, unit: str) -> Flow[list[Scene]]:
    """From any point of any edge (the first time: of its own), straight onto the table."""
    seat, ground = game.units[unit].seat, game.field.ground
    long = {e: ground.width if e in ("south", "north") else ground.depth for e in EDGES}
    edges = EDGES if game.units[unit].away > 0 else (game.sides[seat].edge,)
    points = [(e, i) for e in edges for i in range(8, int(long[e]), 8)]
    at = yield from Choose(
        seat=seat, key="return", rule="flight.flyer-leave-table", prompt="Where does {unit} come back?",
        args={"unit": unit},
        among=lambda: (None, *points), label=lambda p: "Not yet" if p is None else f"{p[0]}, {p[1]} in", default=None,
    )  # fmt: skip
    if at is None:
        return []
    edge, i = at
    spots = {"south": (i, 0.0), "north": (i, ground.depth), "west": (0.0, i), "east": (ground.width, i)}
    line_up(game, unit, spots[edge], edge)
    game.tell("{unit} comes back from the {e}.", "flight.flyer-leave-table", unit=unit, e=edge)
    heading = yield from Choose(
        seat=seat, key="facing", rule="flight.flyer-leave-table", prompt="Which way does {unit} face?",
        args={"unit": unit},
        among=lambda: tuple(int(INWARD[edge] + turn) % 360 for turn in (0, 30, -30, 60, -60)),
        default=int(INWARD[edge]), label=lambda d: f"{d} degrees",
    )  # fmt: skip
    for model in game.units[unit].models:
        game.models.set(model, facing=float(heading))
    some = yield from Reckon(key="flights", rule="flight.flyer-minimum", work=lambda: can_fly_on(game, unit))
    return (yield from wing(game, unit)) if some else []


def line_up(game: Xenocide, unit: str, at: Point, edge: str) -> None:
    """The models side by side at an edge; as many as are within 8 inches of all others, the rest behind them."""
    models = game.units[unit].models
    radii = [kind_of(game, m).radius for m in models]
    step = 2 * max(radii) + 0.125
    most = (COHERENCY + 2 * min(radii)) / step  # steps between the two that are farthest apart
    files = len(models) if len(models) - 1 <= most else int(math.sqrt(most * most - 1.0)) + 1  # of two rows: aslant
    side = (1.0, 0.0) if edge in ("south", "north") else (0.0, 1.0)
    out = -1.0 if edge in ("south", "west") else 1.0
    for k, model in enumerate(models):
        off, back = (k % files - (files - 1) / 2) * step, k // files * step * out
        put(game, model, (at[0] + side[0] * off + side[1] * back, at[1] + side[1] * off + side[0] * back))


# ---- bombs -----------------------------------------------------------------------------------------------------------


def crossing_flyers(game: Xenocide, unit: str, went: Moved, t: str) -> list[str]:
    """The flyers of a unit whose own path crosses a base of a unit on the ground."""
    under = circles(game, t)
    return [m for m in game.units[unit].models if touched_circles(_point(game, m), went.way(m), under, 0.0)]


def flown_over(game: Xenocide, unit: str, went: Moved, s: str) -> list[str]:
    """The flyers of a unit whose own path crosses a section."""
    sides = game.field.rooms[s].sides
    return [
        m for m in game.units[unit].models if any(spans(sides, p, q) for p, q in legs(_point(game, m), went.way(m)))
    ]


def _point(game: Xenocide, model: str) -> Circle:
    """The path itself counts, not the width of the base."""
    return Circle(game.models[model].x, game.models[model].y, 0.0)


bomb_odds = Slot[[Xenocide, str, Sequence[Weapon], str, Sequence[str]], Sequence[Forecast]]("xenocide.bomb_odds")


@scene
@at_any_moment
@rule("flight.bombs")
def drop(game: Xenocide, at: Bombing) -> Flow[list[Scene]]:
    """Bombs on one enemy unit or section that was passed; they count as shooting of this unit."""
    unit, below = at.unit, dict(at.below)
    bombs = [
        w for w in {w.id: w for m in game.units[unit].models for w in kind_of(game, m).weapons}.values() if w.bombs
    ]
    under = [t for t, by in below.items() if by and (t in game.sections or game.units[t].models)]
    if not bombs or not under:
        return []
    target = yield from Choose(
        seat=game.units[unit].seat, key="bomb", rule="flight.bombs", prompt="Whom does {unit} bomb?",
        args={"unit": unit},
        among=lambda: (*under, *(t for t in on_table(game, 1 - game.units[unit].seat) if t not in under), None),
        why_not=lambda t: () if t is None or t in under else unpassed_refusals(unit, t),
        label=lambda t: "Nobody" if t is None else game.name(t),
        odds=lambda t: None if t is None else bomb_odds(game, unit, bombs, t, below.get(t, [])),
    )  # fmt: skip
    return [] if target is None else [Falling(unit, target, below[target], tuple(w.id for w in bombs))]


def unpassed_refusals(unit: str, t: str) -> Iterator[Refusal]:
    yield Refusal("flight.bombs", "{unit} has not flown over {t}.", {"unit": unit, "t": t})


@scene
@at_any_moment
def falling(game: Xenocide, at: Falling) -> Flow[list[Scene]]:
    if not at.left:
        return []
    unit, w = at.unit, armoury()[at.left[0]]
    harm: list[Scene] = []
    guns = [m for m in carriers(game, unit, w) if m in at.by]
    if at.target in game.sections:
        harm = yield from pelt(game, unit, w, at.target, (), guns)
    elif game.units[at.target].models and guns:
        harm = yield from release(game, unit, w, at.target, guns)
    return [*harm, Falling(unit, at.target, at.by, at.left[1:])]


@rule("flight.bombs-resolution")
def release(game: Xenocide, unit: str, w: Weapon, target: str, guns: Sequence[str]) -> Flow[list[Scene]]:
    """Accuracy plus aspect as usual; only cover that the target is in counts."""
    found, v = fall_of(game, unit, w, target, guns)
    game.tell("{unit} drops {w} on {t}.", "flight.bombs", unit=unit, w=w.name, t=target)
    incoming(game, unit, target, v, found, ())
    harm, _ = yield from roll_volley(game, unit, target, v, found, False)
    return [*harm]


def fall_of(game: Xenocide, unit: str, w: Weapon, target: str, guns: Sequence[str]) -> tuple[Aim, Volley]:
    """The bombs of these flyers as a volley."""
    found = Aim((), tuple(guns), w.accuracy, ())
    pools = pools_of(game, w, target, found, ())
    loss = suppressed_loss(game, unit) if is_suppressed(game, unit) else 0
    seats = (game.units[unit].seat, game.units[target].seat)
    cap = len(game.units[target].models)
    v = Volley(w, w.shots * len(guns), len(guns), w.accuracy - loss, w.strength, pools, cap, seats)
    return found, with_saves(game, v)


def with_saves(game: Xenocide, v: Volley) -> Volley:
    pools = tuple(replace(p, saves=save_values(game.kinds[p.kind], p.cover, v.weapon, v.strength)) for p in v.pools)
    return replace(v, pools=pools)
