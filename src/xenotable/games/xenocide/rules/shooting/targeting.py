"""Who may fire at whom: range for the unit, sight for each model, direct and indirect fire (chapter "shooting")."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from xenotable.engine import Refusal, cite, is_legal, rule
from xenotable.engine.memory import until_it_moved, until_moved, until_they_moved
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.rules.artillery import (
    RECON,
    by_friend,
    by_own_unit,
    by_recon,
    is_silenced,
    near_enough,
    spotters_reach,
)
from xenotable.games.xenocide.rules.buildings.occupants import faces, through_sides
from xenotable.games.xenocide.rules.flight.aiming import ahead, climb
from xenotable.games.xenocide.rules.play.measuring import WITHIN, stance, stances_above, units_in_contact
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.play.positions import close_by, nearest
from xenotable.games.xenocide.rules.sight.line_of_sight import base, model_sees, shapes, sight_shape, unseen, visible
from xenotable.games.xenocide.rules.sight.stealth import found_out, spotted_from
from xenotable.games.xenocide.rules.sight.viewpoints import Seen
from xenotable.games.xenocide.rules.stats.recon import recon_sees
from xenotable.games.xenocide.rules.stats.specials import anti_air, direct_accuracy
from xenotable.games.xenocide.rules.suppression import is_suppressed
from xenotable.games.xenocide.rules.titans.systems import aspect_of
from xenotable.games.xenocide.rules.transport.riders import open_riders, without_riders
from xenotable.games.xenocide.rules.transport.weapon_systems import systems
from xenotable.games.xenocide.scenes import Aim
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import Circle, gap

Where = dict[str, tuple[float, float]]  # models measured somewhere else than they stand
FAR = 1000.0  # from anywhere on the table


@until_moved
def carriers(game: Xenocide, unit: str, w: Weapon) -> list[str]:
    return [m for m in (*game.units[unit].models, *open_riders(game, unit)) if w in kind_of(game, m).weapons]


@until_moved
def eyes_of(game: Xenocide, unit: str, w: Weapon) -> tuple[Seen, ...]:
    return tuple([sight_shape(game, m) for m in carriers(game, unit, w)])


@until_it_moved
def marks_now(game: Xenocide, target: str) -> list[tuple[str, Seen]]:
    row = game.units[target]
    return marks_at(game, target, {}) if row.riding else [*zip(row.models, shapes(game, target), strict=True)]


def marks_at(game: Xenocide, target: str, where: Where) -> list[tuple[str, Seen]]:
    """The models that fire at a unit can be aimed at, as sight knows them."""
    return [(m, sight_shape(game, m, where.get(m))) for m in exposable(game, target)]


def exposable(game: Xenocide, target: str) -> tuple[str, ...]:
    """The models that fire at a unit can be aimed at."""
    return without_riders(game, target) if game.units[target].riding else game.units[target].models


def aim(game: Xenocide, shooter: str, w: Weapon, target: str, where: Where | None = None, direct: bool = False) -> Aim:
    """Direct fire of who sees, indirect fire of artillery that does not."""
    if where is None:
        return aim_now(game, shooter, w, target, direct)
    return take_aim(game, shooter, w, target, where, direct)


@until_moved
def aim_now(game: Xenocide, shooter: str, w: Weapon, target: str, direct: bool) -> Aim:
    return take_aim(game, shooter, w, target, None, direct)


def take_aim(game: Xenocide, shooter: str, w: Weapon, target: str, where: Where | None, direct: bool) -> Aim:
    guns, eyes = carriers(game, shooter, w), eyes_of(game, shooter, w)
    marks = marks_at(game, target, where) if where else marks_now(game, target)
    if not guns or not marks or unseen(game, target):
        return Aim((), (), 0, ())
    spots = tuple([s for _, s in marks])
    table = visible(game, eyes, spots)
    known = found_out(game, shooter, eyes, marks, table)
    views = [[j for j, clear in enumerate(row) if clear and known[j]] for row in table]
    views = [js if in_arc(game, g, spots) else [] for g, js in zip(guns, views, strict=True)]
    views = through_sides(game, guns, marks, views, where is not None)
    far = w.range + WITHIN - climb(game, shooter, w, target)
    sighted = soft_range(guns, views) if any_within(eyes, spots, views, far) else ()
    looked = {j for g, js in zip(guns, views, strict=True) if g in sighted for j in js}
    exposed = tuple([m for j, (m, _) in enumerate(marks) if j in looked])
    blind = tuple([g for g in guns if g not in sighted])
    accuracy = 0
    if w.artillery and blind and not direct and near_enough(eyes, spots, w):
        accuracy = spotting_accuracy(game, shooter, target, bool(sighted), marks)
    return Aim(sighted, blind if accuracy else (), accuracy, exposed)


def any_within(eyes: Sequence[Seen], spots: Sequence[Seen], views: Sequence[Sequence[int]], far: float) -> bool:
    """Is any target at most so far from somebody who sees it? (`gap` written out: it is asked so often.)"""
    for (x, y, r, _), js in zip(eyes, views, strict=True):
        for j in js:
            tx, ty, tr, _ = spots[j]
            dx, dy = x - tx, y - ty
            apart = math.sqrt(dx * dx + dy * dy) - r - tr
            if (apart if apart > 0.0 else 0.0) <= far:
                return True
    return False


def in_arc(game: Xenocide, gun: str, marks: Sequence[Seen]) -> bool:
    """Flyers look ahead: some model of the target lies in the quarter in front of them."""
    row = game.models[gun]
    return not game.kinds[row.kind].flyer or ahead(row.x, row.y, row.facing, marks)


@rule("shooting.soft-range", neutral=lambda guns, views: tuple(g for g, v in zip(guns, views, strict=True) if v)[:1])
def soft_range(guns: Sequence[str], views: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """One model in range brings all others that see the target."""
    return tuple(g for g, v in zip(guns, views, strict=True) if sees_any(v))


@rule("shooting.model-los", neutral=lambda view: True)
def sees_any(view: Sequence[int]) -> bool:
    return bool(view)


def spotting_accuracy(game: Xenocide, shooter: str, target: str, own: bool, marks: Sequence[tuple[str, Seen]]) -> int:
    """The accuracy of indirect fire by who spots the target; 0: nobody does."""
    unit = game.units[shooter]
    if unit.marks and is_silenced():
        return 0
    if own or unit_sees(game, shooter, target):
        return by_own_unit()
    if any(recon_sees(game, unit.seat, t, spotted_from(game, m, RECON)) for m, t in marks):
        return by_recon()
    return by_friend() if friend_spots(game, shooter, target) else 0


@until_they_moved
def unit_sees(game: Xenocide, unit: str, target: str) -> bool:
    """Does a model of a unit see a model of another?"""
    mine, theirs = game.units[unit].models, game.units[target].models
    if not mine or not theirs:
        return False
    eyes, marks = shapes(game, unit), shapes(game, target)
    return any(
        clear and faces(game, m, t) and gap(base(eye), base(mark)) <= spotted_from(game, t, FAR)
        for (m, eye), row in zip(zip(mine, eyes, strict=True), visible(game, eyes, marks), strict=True)
        for t, mark, clear in zip(theirs, marks, row, strict=True)
    )


def friend_spots(game: Xenocide, shooter: str, target: str) -> bool:
    """Does another friendly model see the target unit from near enough?"""
    reach = spotters_reach(game)
    targets = zip(game.units[target].models, shapes(game, target), strict=True)
    marks = [(t, base(mark), spotted_from(game, t, reach)) for t, mark in targets]
    there, seat = stance(game, target), game.units[shooter].seat
    cite("artillery.spotter-limits")
    for unit, _ in close_by(stances_above(game, seat), there, reach):
        if unit == shooter:
            continue
        for model, eye in zip(game.units[unit].models, shapes(game, unit), strict=True):
            here = base(eye)
            if any(gap(here, mark) <= far and model_sees(game, model, t) for t, mark, far in marks):
                return True
    return False


def fire_refusals(game: Xenocide, unit: str) -> Iterator[Refusal]:
    """Why a unit may not shoot at all in this phase."""
    row = game.units[unit]
    args = {"unit": unit}
    if row.order == "assault":
        yield Refusal("turn.order-assault", "{unit} is on Assault orders and does not shoot.", args)
    if row.burrowed:
        yield Refusal("shooting.who-may-shoot", "{unit} is burrowed.", args, "Surface first.")
    if not row.on:
        yield Refusal("setup.off-table-status", "{unit} is not on the table.", args)
    elif not row.models and not open_riders(game, unit):
        yield Refusal("transport.passengers-no-shooting", "{unit} rides in closed transports.", args, "Get out first.")
    if row.repelled:
        yield Refusal("overrun.shoot-after", "{unit} was thrown back from its overrun and does not shoot.", args)
    if units_in_contact(game, unit):
        yield Refusal("movement.engaged-no-shooting", "{unit} is in contact with the enemy.", args)


def target_refusals(
    game: Xenocide, shooter: str, w: Weapon, target: str, where: Where | None = None, direct: bool = False
) -> Iterator[Refusal]:
    """Why a weapon system of a unit may not fire at a target."""
    args = {"s": shooter, "t": target, "w": w.name}
    if unseen(game, target):
        yield Refusal("sight.burrowed-unseen", "{t} is underground.", args, "Wait until it comes up.")
        return
    if where is None and units_in_contact(game, target):
        cite("movement.engaged-no-shooting")
        yield Refusal("movement.engaged-no-shooting", "{t} is in close combat and cannot be shot at.", args)
        return
    guns, marks, up = _guns(game, shooter, w), _marks(game, target, where), climb(game, shooter, w, target)
    cite("stats.range")
    far = nearest(guns, marks, w.range - up) + up
    if far > w.range + WITHIN:
        says = "{t} is {far:.1f} in away; {w} reaches {range:g} in."
        more = {**args, "far": far, "range": w.range, "more": far - w.range}
        yield Refusal("shooting.eligibility", says, more, "Move {more:.1f} in nearer.")
        return
    found = aim(game, shooter, w, target, where, direct)
    if not found.direct and not found.indirect:
        yield unseen_refusal(game, shooter, w, target, where)
        return
    if best_accuracy(game, w, found, shooter, target) <= -3:
        yield Refusal("shooting.accuracy-minus-three", "{w} of {s} cannot hit {t}: its accuracy is -3 or less.", args)


def unseen_refusal(game: Xenocide, shooter: str, w: Weapon, target: str, where: Where | None) -> Refusal:
    """Why a target in range is not seen: something stands between, it hides, or a wall has no opening that way."""
    args = {"s": shooter, "t": target, "w": w.name}
    guns, marks = carriers(game, shooter, w), exposable(game, target)
    spots = marks_at(game, target, where) if where else marks_now(game, target)
    views = visible(game, eyes_of(game, shooter, w), tuple([s for _, s in spots]))
    if not any(any(row) for row in views):
        return Refusal("shooting.eligibility", "No {w} of {s} in range sees {t}.", args, "Find a clear line of sight.")
    if all(kind_of(game, m).stealth for m in marks):
        remedy = "Come within 12 in of it, or bring a Recon model that near."
        return Refusal("sight.stealth", "{t} hides: nobody within 12 in sees it.", args, remedy)
    if any(game.models[g].section for g in guns):
        says = "{s} has no opening towards {t} where it stands."
        return Refusal("buildings.shoot-out", says, args, "Go to another side of the building.")
    if any(game.models[m].section for m in marks):
        remedy = "Fire at the building, or from another side of it."
        return Refusal("buildings.shoot-in", "{t} is inside a building, at no side that {s} sees into.", args, remedy)
    says = "{t} is in sight, but not within {range:g} in of a {w} that sees it."
    return Refusal("shooting.eligibility", says, {**args, "range": w.range}, "Bring a model with a clear line nearer.")


def best_accuracy(game: Xenocide, w: Weapon, found: Aim, shooter: str, target: str) -> int:
    own = max(([direct_accuracy(w)] if found.direct else []) + ([found.accuracy] if found.indirect else []))
    marks = found.exposed if found.exposed and not w.aoe else game.units[target].models
    aspect = max(aspect_of(game, m, w) for m in marks)
    own += int(game.units[target].high and anti_air(w))
    return own + aspect - (suppressed_loss(game, shooter) if is_suppressed(game, shooter) else 0)


@rule("shooting.suppressed-accuracy", neutral=lambda game, unit: 0)
def suppressed_loss(game: Xenocide, unit: str) -> int:
    """What suppression costs a unit's accuracy: 1, however many markers it has."""
    return game.units[unit].marks if game.reads("shooting.suppressed-accuracy=per-marker") else 1


@until_moved
def _guns(game: Xenocide, unit: str, w: Weapon) -> list[Circle]:
    return [base(eye) for eye in eyes_of(game, unit, w)]


def _marks(game: Xenocide, unit: str, where: Where | None) -> list[Circle]:
    if not where:
        return _marks_now(game, unit)
    return [Circle(*where.get(m, (0.0, 0.0)), kind_of(game, m).radius) for m in game.units[unit].models]


@until_it_moved
def _marks_now(game: Xenocide, unit: str) -> list[Circle]:
    return [base(mark) for mark in shapes(game, unit)]


@until_moved
def targets(game: Xenocide, shooter: str, w: Weapon) -> list[str]:
    """The enemy units that a weapon system may fire at."""
    return list(possible(game, shooter, w))


def possible(game: Xenocide, shooter: str, w: Weapon) -> Iterator[str]:
    """One target after the other; who is certainly out of range is not looked at."""
    here = None if game.units[shooter].riding else stance(game, shooter)
    marks = stances_above(game, 1 - game.units[shooter].seat)
    for t, _ in marks if here is None else close_by(marks, here, w.range + WITHIN):
        if is_legal(target_refusals(game, shooter, w, t)):
            yield t


def reach_of(game: Xenocide, unit: str) -> float:
    return max((w.range for w in systems(game, unit)), default=0.0)
