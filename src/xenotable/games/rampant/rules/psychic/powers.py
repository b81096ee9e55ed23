"""Manifesting a power: its target, and what it does."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Choose, Flow, Forecast, Refusal, Roll, Scene, acts, cite, rule, scene
from xenotable.engine.gestures import Aimed
from xenotable.engine.slots import Slot
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.command import own_trait
from xenotable.games.rampant.rules.courage.losses import regain
from xenotable.games.rampant.rules.moving.directions import ask_along, ask_direction
from xenotable.games.rampant.rules.play.conventions import distance
from xenotable.games.rampant.rules.psychic.lasting import keep_up
from xenotable.games.rampant.rules.roster.numbers import courage_score
from xenotable.games.rampant.rules.scenarios.battlefield import night_refusals
from xenotable.games.rampant.rules.shooting.bombardment import ask_aim_point
from xenotable.games.rampant.rules.suppression.effects import suppress
from xenotable.games.rampant.rules.terrain.sight import sees
from xenotable.games.rampant.rules.xeno.moving import ask_drop
from xenotable.games.rampant.rules.xeno.psi import roll_psi_null
from xenotable.games.rampant.scenes import Manifest
from xenotable.games.rampant.state import Rampant, commander, fielded_units, roster_of
from xenotable.table import more_than

LASTING = ("impel", "calm", "leaden-limbs", "veil", "guide-the-shot", "guide-the-blade", "barrier")


def power_range(game: Rampant, unit: str, power: str) -> float:
    """As the power says; the highest tier reaches 6 in farther."""
    if game.profile[unit].psychic == 4 and acts("xeno.psychic"):
        return content().powers[power].range + 6.0
    return float(content().powers[power].range)


def power_targets(game: Rampant, unit: str, power: str) -> list[str]:
    """Whatever a power could be aimed at, legal or not."""
    seat = game.units[unit].seat
    if content().powers[power].target == "reserve":
        return roster_of(game, seat)
    return [*fielded_units(game, seat), *fielded_units(game, 1 - seat)]


@rule("psychic.target-first", neutral=lambda *a: ())
def power_refusals(game: Rampant, unit: str, power: str, target: str) -> Iterator[Refusal]:
    """Every reason why a power may not be aimed at a unit."""
    seat = game.units[unit].seat
    foe = game.units[target].seat != seat
    args: dict[str, object] = {"unit": unit, "t": target, "p": content().powers[power].name}
    if content().powers[power].target in ("friend", "enemy") and foe != (content().powers[power].target == "enemy"):
        says = "{p} is for enemies." if content().powers[power].target == "enemy" else "{p} is for friends."
        yield Refusal(content().powers[power].rule, says, args)
        return
    if content().powers[power].target != "reserve":
        far = distance(game, unit, target)
        if more_than(far, power_range(game, unit, power)):
            args["over"] = far - power_range(game, unit, power)
            yield Refusal("psychic.target-first", "{t} is {over:.1f} in out of range.", args)
        if foe and not sees(game, unit, target):
            yield Refusal("psychic.target-first", "{unit} does not see {t}.", args)
        if foe:
            yield from night_refusals(game, far, unit)
    if foe and target == commander(game, 1 - seat) and own_trait(game, target, "closed-mind"):
        yield Refusal("command.champion-4-closed-mind", "The mind of {t} is closed.", args)
    yield from special_refusals(game, power, target)


def special_refusals(game: Rampant, power: str, target: str) -> Iterator[Refusal]:
    """What single powers ask of their target."""
    what, row = game.profile[target], game.units[target]
    args = {"t": target}
    id = content().powers[power].rule
    if power in ("mend-flesh", "mend-machine"):
        fits = (
            (not what.vehicle and what.kin != "machine")
            if power == "mend-flesh"
            else (what.vehicle or what.kin == "machine")
        )
        if not fits:
            yield Refusal(id, "{t} is not of the right kind.", args)
        if row.strength >= what.strength:
            yield Refusal(id, "{t} has lost nothing.", args)
    elif power == "dread-vision":
        if row.suppressed:
            yield Refusal(id, "{t} is Suppressed already.", args)
        if what.kin == "machine" or courage_score(game, target) == 0:
            yield Refusal(id, "{t} knows no fear.", args)
    elif power == "beckon" and "drop-troops" not in what.has:
        yield Refusal(id, "{t} is no Drop Troops.", args)
    elif power == "hurl" and row.where != "table":
        yield Refusal(id, "{t} is not in the open.", args)


power_odds = Slot[[Rampant, str, str, str], Forecast]("rampant.power_odds")


def aim_power(game: Rampant, unit: str, action: str) -> Flow[str]:
    """Powers and Bombardment name their target before the test."""
    if action == "bombard":
        return (yield from ask_aim_point(game, unit))
    if not action.startswith("manifest:"):
        return ""
    power = action[9:]
    return (
        yield from Choose(
            seat=game.units[unit].seat,
            key="power-target",
            rule="psychic.target-first",
            prompt="At whom does {unit} aim {p}?",
            args={"unit": unit, "p": content().powers[power].name},
            among=lambda: power_targets(game, unit, power),
            why_not=lambda t: power_refusals(game, unit, power, t),
            odds=lambda t: power_odds(game, unit, power, t),
        )
    )


@scene
@rule("psychic.manifest")
def manifest(game: Rampant, at: Manifest) -> Flow[list[Scene]]:
    """A power works on its target, unless the target is a Psi-Null."""
    unit, target, power = at.unit, at.target, at.power
    if game.units[unit].where == "gone":
        return []
    says = "{unit} manifests {p} on itself." if target == unit else "{unit} manifests {p} on {t}."
    shows = (Aimed((unit,), (target,), "power"),)
    game.tell(says, content().powers[power].rule, shows=shows, unit=unit, p=content().powers[power].name, t=target)
    if (yield from roll_psi_null(game, target)):
        game.tell("It has no effect on {t}.", "xeno.psi-null", t=target)
        return []
    if power in LASTING:
        keep_up(game, unit, target, power)
    elif power in ("mend-flesh", "mend-machine"):
        regain(game, target, content().powers[power].rule, "{unit} regains 1.")
    elif power == "dread-vision":
        suppress(game, target)
    elif power == "unravel":
        cite("psychic.unravel")
        game.units.set(target, spells=())
    elif power == "hurl":
        yield from hurl(game, unit, target)
    else:
        yield from ask_drop(game, target, "psychic.beckon", unit, power_range(game, unit, power), always=False)
    return []


def hurl(game: Rampant, unit: str, target: str) -> Flow[None]:
    """A direction, two dice, and the target is moved up to that many inches over anything."""
    seat = game.units[unit].seat
    degrees = yield from ask_direction(game, seat, target, "psychic.hurl")
    counts = yield from Roll(
        seat=seat, key="hurl", rule="psychic.hurl", prompt="Hurl {t}: two dice", args={"t": target}, n=2
    )
    far = sum(face * n for face, n in enumerate(counts, 1))
    game.units.set(target, prone=False)
    yield from ask_along(game, seat, target, degrees, far, "psychic.hurl")
