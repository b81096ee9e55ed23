"""Why a whole move is not legal (chapter "movement")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Moved, Refusal, cite, is_legal
from xenotable.engine.memory import until_written
from xenotable.games.xenocide.rules.assault.maneuver import maneuver_refusals
from xenotable.games.xenocide.rules.buildings import entering, leaving
from xenotable.games.xenocide.rules.buildings.walls import spread
from xenotable.games.xenocide.rules.ground.paths import trials
from xenotable.games.xenocide.rules.movement.allowances import COHERENCY, friends
from xenotable.games.xenocide.rules.movement.regrouping import is_torn, regrouped
from xenotable.games.xenocide.rules.movement.restrictions import (
    assault_refusals,
    at_rest,
    coherency_refusals,
    contact_refusals,
    ends,
    free_ways,
    guarded_refusals,
    is_closing_up,
    model_refusals,
    resting,
    room_refusals,
    suppressed_refusals,
    swept_stance,
)
from xenotable.games.xenocide.rules.movement.zones import zones
from xenotable.games.xenocide.rules.play.measuring import WITHIN, bases, circle, circles, packed_refusals
from xenotable.games.xenocide.rules.play.positions import close_to
from xenotable.games.xenocide.rules.play.units import standing_units
from xenotable.games.xenocide.scenes import Manner
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle, Point

Ways = tuple[tuple[str, tuple[tuple[float, ...], ...]], ...]


def is_sound(game: Xenocide, unit: str, manner: Manner, move: Moved) -> bool:
    """Is a unit's movement action right? Who proposes one looks, and whoever is asked about it looks again."""
    return has_sound_ways(game, unit, manner, tuple([(m, tuple(way)) for m, way in move.paths.items()]))


@until_written
def has_sound_ways(game: Xenocide, unit: str, manner: Manner, ways: Ways) -> bool:
    return is_legal(move_refusals(game, unit, manner, Moved(dict(ways))))


def regroups(game: Xenocide, unit: str, manner: Manner) -> Moved:
    """The straight way for a torn unit to be together again, if it is open and needs no terrain roll."""
    move = regrouped(game, unit, manner)
    ways: dict[str, Sequence[Point]] = {m: move.way(m) for m in move.paths}
    return move if ways and not trials(game, unit, ways) and is_sound(game, unit, manner, move) else Moved()


# ---- why not ---------------------------------------------------------------------------------------------------------


def torn_refusals(game: Xenocide, unit: str, manner: Manner, last: Sequence[Circle]) -> Iterator[Refusal]:
    """To close up is enough only for who cannot come together."""
    closes_up = spread(last) > COHERENCY + WITHIN and is_closing_up(resting(game, unit), last)
    if closes_up and regroups(game, unit, manner).paths:
        says = "{unit} was torn apart and can come together again: all of it within 8 in."
        yield Refusal("movement.coherency-broken", says, {"unit": unit}, "Bring the stragglers in.")


def move_refusals(game: Xenocide, unit: str, manner: Manner, move: Moved) -> Iterator[Refusal]:
    """Everything that is wrong with a unit's movement action; a unit that stays is always right."""
    if not any(move.paths.values()):
        return
    row = game.units[unit]
    if manner.section:
        yield from entering.enter_refusals(game, unit, manner, move)
        return
    yield from leaving.inside_refusals(game, unit, [m for m in row.models if move.paths.get(m)])
    last = ends(game, unit, move)
    box = swept_stance(circles(game, unit), move, last)  # nothing else can be in the way
    off = zones(game, unit, manner, box)
    foes: Sequence[str] = () if manner.overrun else manner.named
    if manner.mode == "land" or manner.maneuver:
        foes = standing_units(game, 1 - row.seat)
    passes = manner.mode in ("fly", "tunnel")
    solid = [] if passes else friends(game, unit, box) + close_to(bases(game, foes), box, 0.0)
    barred = False
    sound = free_ways(game, unit, manner, move, off, solid)
    for model in row.models:
        for refusal in (
            model_refusals(game, unit, model, manner, move, off, solid, sound) if move.paths.get(model) else ()
        ):
            barred = True
            yield refusal
            if off and manner.mode in ("walk", "jump"):
                yield from leaving.zone_refusals(game, unit, circle(game, model), move.way(model), manner.named)
    yield from packed_refusals(game, unit, last)
    whole = at_rest(game, unit, move, last)
    yield from coherency_refusals(game, unit, whole)
    if is_torn(game, unit):
        yield from torn_refusals(game, unit, manner, whole)
    if manner.mode in ("surface", "land") or not row.on:
        yield from room_refusals(game, unit, last)
    elif manner.mode not in ("fly", "tunnel", "dive") and not barred:
        went = [end for m, end in zip(row.models, last, strict=True) if move.paths.get(m)]
        yield from room_refusals(game, unit, went)
    if manner.maneuver:
        yield from maneuver_refusals(game, unit, manner, last)
        if game.units[unit].charge:
            cite("assault.maneuver-limits")
            yield from guarded_refusals(game, unit, manner, move)
    elif manner.named and not manner.overrun:
        yield from assault_refusals(game, unit, manner, move, last)
    elif manner.mode not in ("tunnel", "dive", "fly"):
        yield from contact_refusals(game, unit, last, manner.mode)
    yield from suppressed_refusals(game, unit, last)
