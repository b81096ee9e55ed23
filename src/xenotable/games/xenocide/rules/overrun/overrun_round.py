"""Who is overrun on the way through, and the round that is fought (chapter "overrun")."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from xenotable.engine import Flow, Moved, Refusal, cite, is_legal, rule
from xenotable.games.xenocide.rules.assault import dice, morale
from xenotable.games.xenocide.rules.assault.flight import flee
from xenotable.games.xenocide.rules.buildings.occupants import indoors
from xenotable.games.xenocide.rules.buildings.walls import gap
from xenotable.games.xenocide.rules.ground.paths import trials
from xenotable.games.xenocide.rules.movement.allowances import allowance
from xenotable.games.xenocide.rules.movement.legality import move_refusals
from xenotable.games.xenocide.rules.movement.proposals import step_model
from xenotable.games.xenocide.rules.overwatch import lose_watch, moments
from xenotable.games.xenocide.rules.play.measuring import CONTACT, bases, bases_near, centre, circle, circles
from xenotable.games.xenocide.rules.play.positions import Stance
from xenotable.games.xenocide.rules.play.units import destroy, standing_units
from xenotable.games.xenocide.rules.shooting.targeting import Where
from xenotable.games.xenocide.scenes import Manner, Overrun
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle, Point, bases_overlap, enters, move_circle, touched_circles

REACH = 6.0
STEPS = 64  # how finely the way is followed to the place where the enemy is met
TURNS = tuple(math.radians(d) for d in (0, 10, -10, 25, -25, 40, -40))


def refusals(game: Xenocide, unit: str, manner: Manner, move: Moved) -> Iterator[Refusal]:
    """Everybody goes through, ends clear of every enemy, and needs no terrain roll on the way."""
    yield from clear_refusals(game, unit, move)
    for t in manner.named:
        if indoors(game, t):
            yield Refusal("overrun.who-cannot", "{t} is in a building: only titans overrun it.", {"t": t})
        elif not any(enters(circle(game, m), move.way(m), circles(game, t), 4.0) for m in game.units[unit].models):
            yield Refusal("overrun.condition", "{unit} does not go through {t}.", {"unit": unit, "t": t})
    there = bases(game, manner.named)
    past = [m for m in game.units[unit].models if not enters(circle(game, m), move.way(m), there, 4.0)]
    if past:
        args = {"unit": unit, "n": len(past)}
        remedy = "Lead every model within 4 in of an enemy that you named."
        yield Refusal("overrun.condition", "{n:model} of {unit} would not go through the enemy.", args, remedy)
    yield from ground_refusals(game, unit, move)


def clear_refusals(game: Xenocide, unit: str, move: Moved) -> Iterator[Refusal]:
    """Nobody ends within 4 inches of an enemy."""
    ends = [
        move_circle(circle(game, m), way[-1]) if (way := move.way(m)) else circle(game, m)
        for m in game.units[unit].models
    ]
    foes = bases_near(game, (1 - game.units[unit].seat,), Stance(ends), CONTACT)
    if any(gap(e, f) < CONTACT for e in ends for f in foes):
        yield Refusal("overrun.condition", "{unit} must end 4 in from every enemy.", {"unit": unit}, "Go farther.")


def run_through(game: Xenocide, unit: str, manner: Manner) -> Moved:
    """For machines: the whole unit straight on through an enemy it has named, a little to one side or the other, as far
    as it goes; nothing if no such way is open."""
    far = min(allowance(game, m, manner) for m in game.units[unit].models)
    x, y = centre(game, unit)
    for t in manner.named:
        tx, ty = centre(game, t)
        way = math.atan2(ty - y, tx - x)
        for turn in TURNS:
            for share in (1.0, 0.85):
                step = far * share * math.cos(way + turn), far * share * math.sin(way + turn)
                move = Moved({m: (step_model(game, m, step),) for m in game.units[unit].models})
                if is_legal(refusals(game, unit, manner, move)) and is_legal(move_refusals(game, unit, manner, move)):
                    return move
    return Moved()


@rule("overrun.no-difficult", neutral=lambda *a: ())
def ground_refusals(game: Xenocide, unit: str, move: Moved) -> Iterator[Refusal]:
    if trials(game, unit, {m: move.way(m) for m in game.units[unit].models}):
        yield Refusal("overrun.no-difficult", "{unit} would need a terrain roll on its way.", {"unit": unit})


@rule("overrun.participants")
def passed_by(game: Xenocide, t: str, starts: Mapping[str, Point], ways: Mapping[str, Sequence[Point]]) -> list[str]:
    """The models of an enemy unit within 6 inches of any mover's path."""
    near = []
    for model in game.units[t].models:
        c = circle(game, model)
        for mover, path in ways.items():
            if mover in starts and mover in game.models:
                x, y = starts[mover]
                base = Circle(x, y, circle(game, mover).r)
                if touched_circles(base, list(path), [c], REACH):
                    near.append(model)
                    break
    return near


def meeting_places(
    game: Xenocide, unit: str, victims: Sequence[str], starts: Mapping[str, Point], ways: Mapping[str, Sequence[Point]]
) -> tuple[Where, float]:
    """Where the unit was when it first met the enemy, and the share of its way up to there: it fights there, and a
    failed overrun flees from there. Among bases that it was just passing it cannot stand: then it is the last place
    before."""
    here = {m: at for m, at in starts.items() if m in game.models}
    foes = bases(game, [t for t in victims if game.units[t].models])
    solid = bases(game, [t for t in standing_units(game, 0) + standing_units(game, 1) if t != unit])
    stood = here, 0.0
    shares = [k / STEPS for k in range(STEPS + 1)]
    for share, where in zip(shares, moments(here, ways, shares), strict=True):
        spots = [move_circle(circle(game, m), at) for m, at in where.items()]
        if not any(bases_overlap(c, o) for i, c in enumerate(spots) for o in (*solid, *spots[i + 1 :])):
            stood = where, share
        if any(gap(c, f) < CONTACT for c in spots for f in foes):
            return stood
    return here, 0.0


@rule("overrun.stranded-passengers", neutral=lambda *a: None)
def remove_stranded(game: Xenocide, unit: str, starts: Mapping[str, Point]) -> None:
    """Passengers who got out of wrecks during the overrun, in an enemy's zone of control, are lost."""
    foes = bases(game, standing_units(game, 1 - game.units[unit].seat))
    afoot = [m for m in game.units[unit].models if m not in starts]
    left = [m for m in afoot if any(gap(circle(game, m), f) < CONTACT for f in foes)]
    if left:
        game.tell(
            "Left among the enemy: {n:passenger} of {unit}.", "overrun.stranded-passengers", n=len(left), unit=unit
        )
        destroy(game, left)


@rule("overrun.one-round")
def tally_round(game: Xenocide, at: Overrun) -> Flow[tuple[str, ...]]:
    """The dice of a single round; gives who is overrun."""
    unit, starts, ways = at.unit, dict(at.starts), dict(at.ways)
    victims = tuple(t for t in at.manner.named if game.units[t].models)
    engaged = {t: passed_by(game, t, starts, ways) for t in victims}
    engaged[unit] = [
        m for m in game.units[unit].models if m in starts
    ]  # who got out of a wreck on the way did not charge
    game.units.set(unit, charge="assault" if game.units[unit].order == "assault" else "firing", fallen=0)
    for t in victims:
        lose_watch(game, t)
    cite("overrun.dice-loss")
    yield from dice.tallies(game, (unit,), victims, engaged)
    return victims


def resolve(game: Xenocide, at: Overrun) -> Flow[bool]:
    """The end of the round: the overrunner goes on (True), or is thrown back the way it came."""
    unit, starts, victims = at.unit, dict(at.starts), at.victims
    yield from morale.tests(game, (unit,), victims, 1)
    remove_stranded(game, unit, starts)
    return bool(game.units[unit].models) and (yield from part(game, unit, victims))


def part(game: Xenocide, unit: str, victims: Sequence[str]) -> Flow[bool]:
    """After the round a suppressed overrunner is thrown back; else suppressed victims flee, and it goes on (True)."""
    through = not game.units[unit].marks
    if not through:
        game.tell("The overrun fails: {unit} is thrown back.", "overrun.failure", unit=unit)
        game.units.set(unit, repelled=True)
        yield from flee(game, unit, victims)
    else:
        for t in victims:
            if game.units[t].models and game.units[t].marks:
                game.tell("{t} is overrun and flees.", "overrun.victim-flees", t=t)
                yield from flee(game, t, (unit,))
    return through
