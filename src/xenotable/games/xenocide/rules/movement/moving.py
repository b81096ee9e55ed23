"""A move is asked for and made: the ground, the way, what the enemy does about it (chapter "movement")."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from xenotable.engine import Flow, Move, Moved, Option, Piece, Random, Refusal, Roll, Scene, cite, is_legal
from xenotable.games.xenocide.rules.buildings.entering import at_door, comes_in
from xenotable.games.xenocide.rules.flight.special_moves import land, landing_refusals, settled_skimmers, teleports
from xenotable.games.xenocide.rules.ground.paths import (
    attack_by_terrain,
    floor,
    models_in_danger,
    roll_difficult_ground,
    trials,
)
from xenotable.games.xenocide.rules.movement.allowances import allowance, farthest
from xenotable.games.xenocide.rules.movement.dug_in import undig
from xenotable.games.xenocide.rules.movement.legality import is_sound, move_refusals
from xenotable.games.xenocide.rules.movement.pieces import Pieces
from xenotable.games.xenocide.rules.movement.proposals import FEW, goals, march_to, some_moves, toward
from xenotable.games.xenocide.rules.movement.restrictions import coherency_refusals
from xenotable.games.xenocide.rules.movement.shares import deciding_shares
from xenotable.games.xenocide.rules.overrun import overrun_round
from xenotable.games.xenocide.rules.overwatch import lose_watch, reaction
from xenotable.games.xenocide.rules.play.measuring import (
    CONTACT,
    apart,
    centre,
    circle,
    packed_refusals,
    stance,
    stances,
    units_in_contact,
)
from xenotable.games.xenocide.rules.play.models import is_titan, kind_of
from xenotable.games.xenocide.rules.play.positions import Stance, clear_by, close_by
from xenotable.games.xenocide.rules.play.units import aboard, put
from xenotable.games.xenocide.rules.titans import power
from xenotable.games.xenocide.rules.titans.systems import at_ease
from xenotable.games.xenocide.rules.transport.passengers import carriers
from xenotable.games.xenocide.scenes import Manner, Overrun
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Point, bases_overlap, length, move_circle, reach, trim_path

ALL = 1000.0  # more inches than anybody has
Ways = dict[str, Sequence[Point]]
Proposing = Callable[[int, Random], Sequence[Moved]]


def in_reach(game: Xenocide, unit: str, manner: Manner, t: str) -> bool:
    far = farthest(game, unit, manner.mode)
    if manner.spent:
        far = max(allowance(game, m, manner) for m in game.units[unit].models)
    return not clear_by(stance(game, unit), stance(game, t), far + CONTACT) and apart(game, unit, t) - far < CONTACT


def ask_move(
    game: Xenocide, unit: str, manner: Manner, key: str = "move", propose: Proposing | None = None
) -> Flow[Moved]:
    return (
        yield from Move(
            seat=game.units[unit].seat, key=key, rule="movement.allowance", prompt="Move {unit}", args={"unit": unit},
            pieces=Pieces(lambda: movers(game, unit, manner)),
            modes=[Option(manner.mode, manner.mode.capitalize())],
            legal=lambda move: whole_refusals(game, unit, manner, move),
            propose=propose or (lambda n, rnd: candidates(game, unit, manner, n, rnd)),
            one=None if propose else (lambda rnd: draw_move(game, unit, manner, rnd)),
            reach=lambda piece, mode: outline(game, piece, manner, allowance(game, piece, manner)),
            toward=lambda piece, goal, mode: toward(game, unit, manner, piece, (goal[0], goal[1])),
            together={"coherency": 8.0},
        )
    )  # fmt: skip


def candidates(game: Xenocide, unit: str, manner: Manner, n: int, rnd: Random) -> list[Moved]:
    """Moves for machines that the ground, and the rules of an overrun, allow too."""
    if manner.overrun:
        through = overrun_round.run_through(game, unit, manner)
        return [Moved(), through] if through.paths else [Moved()]
    found = some_moves(game, unit, manner, n, rnd)
    good = [
        m for m in found if not m.paths or is_legal(landing_refusals(game, unit, manner.mode, ends_of(game, unit, m)))
    ]
    return good or [Moved()]  # who can go nowhere stays


def draw_move(game: Xenocide, unit: str, manner: Manner, rnd: Random) -> Moved:
    """One of a few moves `candidates`, the very one that would be drawn among them. To stay is one of two, or all there
    is: half of the time nobody need look for a way."""
    if manner.section or (manner.named and not manner.overrun):
        found = candidates(game, unit, manner, FEW, rnd)
        return found[int(rnd() * len(found))]
    wants = () if manner.overrun else goals(game, unit, rnd)
    goal = wants[int(rnd() * len(wants))] if wants else None
    if rnd() < 0.5:
        return Moved()
    if goal is None:
        return overrun_round.run_through(game, unit, manner)
    went = march_to(game, unit, manner, goal)
    lands = went.paths and is_legal(landing_refusals(game, unit, manner.mode, ends_of(game, unit, went)))
    return went if lands else Moved()


def ends_of(game: Xenocide, unit: str, move: Moved) -> dict[str, Point]:
    """Where the models of a unit are after a move."""
    ends = {m: (move.way(m) or [(game.models[m].x, game.models[m].y)])[-1] for m in game.units[unit].models}
    return {m: (p[0], p[1]) for m, p in ends.items()}


def movers(game: Xenocide, unit: str, manner: Manner) -> list[Piece]:
    """The models of a unit, where they stand and how far they go."""
    here = ((m, game.models[m]) for m in game.units[unit].models)
    return [Piece(m, (row.x, row.y), game.kinds[row.kind].radius, allowance(game, m, manner)) for m, row in here]


def outline(game: Xenocide, piece: str, manner: Manner, budget: float) -> Sequence[Sequence[Point]]:
    book = game.field.walks if manner.mode == "walk" else game.field.air
    return reach(circle(game, piece), budget, game.field.ground, book[kind_of(game, piece).mover])


def whole_refusals(game: Xenocide, unit: str, manner: Manner, move: Moved) -> Iterator[Refusal]:
    if not any(move.paths.values()):
        return  # who stays is always right
    if not is_sound(game, unit, manner, move):
        yield from move_refusals(game, unit, manner, move)
    yield from landing_refusals(game, unit, manner.mode, ends_of(game, unit, move))
    if manner.overrun:
        yield from overrun_round.refusals(game, unit, manner, move)


def perform(game: Xenocide, unit: str, manner: Manner, went: Moved) -> Flow[list[Scene]]:
    """Rolls for the ground and moves the models; then the enemy may react, and an overrun is fought."""
    ways: dict[str, Sequence[Point]] = {m: went.way(m) for m in game.units[unit].models}
    starts = {m: (game.models[m].x, game.models[m].y) for m in game.units[unit].models}
    came = centre(game, unit)
    if manner.mode == "walk":
        ways = yield from over_ground(game, unit, manner, ways)
    elif manner.mode == "teleport":
        ends = {m: way[-1] for m, way in ways.items() if way}
        arrived = yield from teleports(game, unit, ends, bool(manner.section))
        if not arrived:
            return []
    if not game.units[unit].models:
        return []
    settle(game, unit, ways)
    if manner.mode in ("dive", "surface", "land"):  # also right where it is
        stir(game, unit)
    if manner.section:
        at_door(game, manner, [m for m, way in ways.items() if way])
    if not all(game.field.ground.on_table(circle(game, m)) for m in game.units[unit].models):
        game.units.set(unit, on=False)  # the ground stopped a unit at the edge: it has not entered
        game.tell("{unit} does not get onto the table.", "scenarios.invasion-entry-blocked", unit=unit)
        return []
    deep, high = manner.mode in ("dive", "tunnel"), manner.mode == "fly"
    game.units.set(unit, on=True, moved=True, burrowed=deep, high=high, came=came)
    tell_move(game, unit, manner)
    if manner.mode == "land":
        cite("flight.hover-land-assault" if manner.named else "flight.hover-low")
        yield from float_down(game, unit, {m: w for m, w in ways.items() if m in game.models})
    if manner.mode in ("jump", "teleport"):
        yield from land(game, unit, {m: ways[m][-1] for m in game.units[unit].models if ways[m]})
    if manner.overrun and game.units[unit].models:
        begun, gone = tuple(starts.items()), tuple((m, tuple(way)) for m, way in ways.items())
        return [*reaction(game, unit, starts, ways), Overrun(unit, manner, begun, gone, power.scars(game))]
    if manner.named and game.units[unit].models:
        begin_assault(game, unit)
        cite("overwatch.against-assaulter")
    if manner.mode in ("teleport", "surface"):  # there is no way above the ground
        return reaction(game, unit, ends_of(game, unit, Moved()), {})
    return reaction(game, unit, starts, ways) if manner.mode not in ("dive", "tunnel") else []


def tell_move(game: Xenocide, unit: str, manner: Manner) -> None:
    if manner.overrun:
        game.tell("{unit} overruns the enemy.", "overrun.condition", unit=unit)
    elif manner.named:
        game.tell("{unit} moves to assault {t}.", "movement.assault-move", unit=unit, t=manner.named[0])
    else:
        game.tell("{unit} moves.", "movement.action", unit=unit)


def begin_assault(game: Xenocide, unit: str) -> None:
    """Remembers how a unit came into the assault; firing orders put it at a disadvantage."""
    if units_in_contact(game, unit):
        game.units.set(unit, charge=entry_mode(game, unit))


def entry_mode(game: Xenocide, unit: str) -> str:
    order = game.units[unit].order
    if order == "fire-and-move" and is_titan(game, unit):
        return at_ease()
    return "assault" if order == "assault" else "firing"


def settle(game: Xenocide, unit: str, ways: Mapping[str, Sequence[Point]]) -> None:
    """Puts the models where their ways end; who moves is no longer dug in or on overwatch."""
    for model in game.units[unit].models:
        if ways.get(model):
            put(game, model, ways[model][-1])
    if any(ways.values()):
        stir(game, unit)


def stir(game: Xenocide, unit: str) -> None:
    """A unit that moves is no longer dug in, nor on overwatch."""
    undig(game, unit)
    lose_watch(game, unit)


def over_ground(game: Xenocide, unit: str, manner: Manner, ways: Ways) -> Flow[Ways]:
    """Terrain rolls shorten the ways; mines and danger take their toll."""
    if needed := trials(game, unit, ways):
        paces = {m: allowance(game, m, manner) for m in game.units[unit].models}
        losses = yield from roll_difficult_ground(game, unit, needed, paces)
        ways = {m: ways.get(m, ()) for m in game.units[unit].models}  # who got out of a wreck meanwhile stays
        ways = shorten_ways(game, unit, manner, ways, losses)
    hit = models_in_danger(game, unit, {m: w for m, w in ways.items() if m in game.models})
    riders = [m for c in carriers(game, unit) for m in aboard(game, c)]
    if hit:
        yield from attack_by_terrain(game, unit, hit, "ground.intrinsic-danger")
    yield from float_down(game, unit, {m: w for m, w in ways.items() if m in game.models})
    if any(m in game.models and not game.models[m].inside for m in riders):  # they stand where others wanted to go
        ways = shorten_ways(game, unit, manner, {m: ways.get(m, ()) for m in game.units[unit].models}, {})
    return ways


def float_down(game: Xenocide, unit: str, ways: Ways) -> Flow[None]:
    """Who floats and ends in an intrinsically dangerous feature is in danger on 4 and more."""
    floats = settled_skimmers(game, unit, ways)
    if floats:
        _, high = yield from Roll(
            seat=game.units[unit].seat, key="settle", rule="flight.skimmer-ends-in-feature", n=1, cuts=(4,)
        )
        if high:
            yield from attack_by_terrain(game, unit, floats, "flight.skimmer-ends-in-feature")


def shorten_ways(
    game: Xenocide, unit: str, manner: Manner, ways: Mapping[str, Sequence[Point]], losses: Mapping[str, float]
) -> dict[str, Sequence[Point]]:
    """The ways as far as the ground lets each model go, and shorter still until the unit can stand there."""
    here = game.units[unit].models
    free = {}
    for model in here:
        base, path = circle(game, model), ways[model]
        far = max(0.0, allowance(game, model, manner, path) - losses.get(model, 0.0))
        free[model] = max(far, floor(game, model, path, far)) if losses.get(model) else length(base, path)
    whole = {m: cut_to(game, m, ways[m], free[m]) for m in here}
    if is_legal(rest_refusals(game, unit, manner, whole)):
        return whole
    for share in deciding_shares(game, unit, ways, free):
        cut = {m: cut_to(game, m, ways[m], free[m] * share) for m in here}
        if is_legal(rest_refusals(game, unit, manner, cut)):
            return cut
    return dict.fromkeys(here, ())


def cut_to(game: Xenocide, model: str, path: Sequence[Point], far: float) -> Sequence[Point]:
    """The beginning of a path, on the grid."""
    kept = trim_path(circle(game, model), path, far, game.field.ground)
    return [(round(x * 1024) / 1024, round(y * 1024) / 1024) for x, y in kept]


def rest_refusals(game: Xenocide, unit: str, manner: Manner, ways: Mapping[str, Sequence[Point]]) -> Iterator[Refusal]:
    """Can a unit stand where the ground has stopped it?"""
    last = [move_circle(circle(game, m), ways[m][-1]) if ways[m] else circle(game, m) for m in game.units[unit].models]
    yield from coherency_refusals(game, unit, last)
    if manner.section:
        last = [c for m, c in zip(game.units[unit].models, last, strict=True) if not comes_in(game, m, manner, c)]
    yield from packed_refusals(game, unit, last)
    others = close_by((*stances(game, 0), *stances(game, 1)), Stance(last), 0.0)
    solid = [c for t, at in others if t != unit for c in at.circles]
    if any(bases_overlap(a, b) for a in last for b in solid):
        yield Refusal("play.no-overlap", "{unit} would stand on another base.", {"unit": unit})
    if not all(game.field.ground.on_table(c) for c in last):
        yield Refusal("movement.stay-on-table", "{unit} would stand off the table.", {"unit": unit})
    movers = {kind_of(game, m).mover for m in game.units[unit].models}
    shut = [game.field.walks[mover].no_end for mover in movers]
    if any(game.field.ground.under(c, bits) for c in last for bits in shut):
        yield Refusal("ground.impassable", "{unit} cannot stand there.", {"unit": unit})
