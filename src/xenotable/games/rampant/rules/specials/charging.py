"""Counter-Charge, and who charges wildly."""

from __future__ import annotations

import math
from collections.abc import Iterator

from xenotable.engine import Confirm, Flow, Forecast, Refusal, Scene, acts, cite, is_legal, rule
from xenotable.engine.slots import Slot
from xenotable.games.rampant.rules.attacking.contact import way_to
from xenotable.games.rampant.rules.command import own_trait
from xenotable.games.rampant.rules.moving.move_legality import MoveContext
from xenotable.games.rampant.rules.play.conventions import centre, circle
from xenotable.games.rampant.rules.shooting.targets import target_refusals
from xenotable.games.rampant.rules.terrain.sight import sees
from xenotable.games.rampant.rules.xeno.two_dice import reaction
from xenotable.games.rampant.state import Rampant, fielded_units
from xenotable.table import Region, snap_point
from xenotable.table.moving import affordable
from xenotable.table.near import TOLERANCE

counter_odds = Slot[[Rampant, str], Forecast]("rampant.counter_odds")  # of the test of a Counter-Charge
STRIDE = 0.25  # how much shorter each try is where the attacker could not come into contact


@rule("specials.counter-charge", neutral=lambda *a: ())
def counter_refusals(game: Rampant, unit: str, attacker: str) -> Iterator[Refusal]:
    """Why a unit may not counter-charge this attacker."""
    mine, theirs = game.profile[unit], game.profile[attacker]
    args = {"unit": unit, "a": attacker}
    if "counter-charge" not in mine.has:
        yield Refusal("specials.counter-charge", "{unit} does not counter-charge.", args)
    if theirs.vehicle or theirs.max_move > mine.max_move:
        yield Refusal("specials.counter-charge", "{a} is no infantry as slow as {unit}.", args)
    if game.units[unit].suppressed:
        yield Refusal("suppression.no-reactions", "{unit} is Suppressed.", args)
    if "flying" in theirs.has and "flying" not in mine.has:
        yield Refusal("xeno.flying-attack", "{a} flies.", args)
    if game.units[unit].where != "table":
        yield Refusal("specials.counter-charge", "{unit} is not in the open.", args)
    if "rooted" in mine.has:
        yield Refusal("xeno.rooted", "{unit} is rooted to the spot.", args)
    if game.now.carrier == unit:
        yield Refusal("scenarios.envoy-carrying", "{unit} carries the envoy and cannot attack.", args)


def counter_charge(game: Rampant, unit: str, attacker: str) -> Flow[tuple[bool, list[Scene]]]:
    """The target may test to meet the attacker half-way. Gives success and, if it was destroyed by it, what follows."""
    if not is_legal(counter_refusals(game, unit, attacker)):
        return False, []
    yes = yield from Confirm(
        seat=game.units[unit].seat,
        key="counter-charge",
        rule="specials.counter-charge",
        args={"unit": unit, "a": attacker},
        prompt="{a} attacks {unit}. Counter-charge?",
        yes="Counter-charge",
        no="Stand",
        odds=lambda yes: counter_odds(game, unit) if yes else None,
    )
    if not yes:
        return False, []
    passed, after = yield from reaction(game, unit, "counter-test", "specials.counter-charge", "{unit} counter-charges")
    if game.units[unit].where == "gone":
        return False, after
    if passed:
        meet(game, unit, attacker)
    return passed, after


@rule("specials.counter-charge-move", neutral=lambda *a: None)
def meet(game: Rampant, unit: str, attacker: str) -> None:
    """Straight towards the attacker's centre, up to half its movement, until contact or 1 in from a third unit; only as
    far as the attacker can still come into contact."""
    base, (ax, ay) = circle(game, unit), centre(game, attacker)
    far = math.hypot(ax - base.x, ay - base.y)
    most = min(game.profile[unit].max_move / 2.0, far - base.r - game.profile[attacker].radius)
    if most <= TOLERANCE:
        return
    context = MoveContext(game, unit, most, (attacker,))
    heading = ((ax - base.x) / far, (ay - base.y) / far)
    p = (base.x, base.y)
    q = (base.x + heading[0] * most, base.y + heading[1] * most)
    go = most * affordable(p, q, game.profile[unit].max_move / 2.0, context.ground, context.costs)
    walk = context.walk
    go *= min(1.0, walk.stop(p, (p[0] + heading[0] * go, p[1] + heading[1] * go))[0])
    steps = [k * STRIDE for k in range(1, int(go / STRIDE) + 1)]
    line = Region.of(walk, most).on_line(p, (p[0] + heading[0] * go, p[1] + heading[1] * go))
    ends = {*line, *(snap_point((p[0] + heading[0] * far, p[1] + heading[1] * far)) for far in steps)} - {p}
    for end in sorted(filter(walk.ends, ends), key=lambda q: -math.dist(p, q)):
        game.units.set(unit, x=end[0], y=end[1], prone=False)
        if way_to(game, attacker, unit) is not None:
            game.tell("{unit} counter-charges.", "specials.counter-charge-move", unit=unit)
            return
    game.units.set(unit, x=base.x, y=base.y)


# ---- Wild Charge -----------------------------------------------------------------------------------------------------


CHARGE_BY = ("wild-charge", "hired-guns", "grudge")  # what makes a unit charge, or may come to; its Commander can, too


def wild(game: Rampant, unit: str) -> bool:
    """Does the unit have Wild Charge of its own: printed, bought, by a Headlong Commander, or with its blood up?"""
    what = game.profile[unit]
    if "wild-charge" in what.has and acts("specials.wild-charge"):
        return True
    if game.units[unit].hired == 5:
        cite("xeno.hired-guns")
        return True
    return what.commander and own_trait(game, unit, "headlong")


def hates(game: Rampant, unit: str) -> str:
    """The kin that a Grudge makes the unit charge."""
    if "grudge" not in game.profile[unit].has:
        return ""
    cite("xeno.grudge")
    return game.sides[game.units[unit].seat].grudge


def charges_surely(game: Rampant, unit: str) -> bool:
    """Do its Wild Charge tests succeed without dice (it has Wild Charge twice over)?"""
    if "wild-charge" not in game.profile[unit].has:
        return False
    return game.units[unit].hired == 5 or own_trait(game, unit, "headlong")


@rule("specials.no-assault")
def shooters_choice(game: Rampant, unit: str, kin: str) -> list[str]:
    """A unit that never attacks shoots instead, at an enemy that it sees and could reach."""
    return [
        t
        for t in fielded_units(game, 1 - game.units[unit].seat)
        if (not kin or game.profile[t].kin == kin)
        and sees(game, unit, t)
        and way_to(game, unit, t) is not None
        and is_legal(target_refusals(game, unit, t))
    ]
