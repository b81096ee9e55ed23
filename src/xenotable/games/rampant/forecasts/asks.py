"""What a player is shown before a choice: orders, fire, fights and the Courage tests that would follow."""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import Chance, Forecast, is_legal
from xenotable.games.rampant.forecasts.chances import (
    chances,
    contest,
    fates,
    losses,
    mean_loss,
    order_chance,
)
from xenotable.games.rampant.rules.activation.order_legality import action_and_trait
from xenotable.games.rampant.rules.activation.order_tests import modifier_list, modifiers, score_of
from xenotable.games.rampant.rules.activation.phase import again_odds, order_odds
from xenotable.games.rampant.rules.attacking.contact import way_to
from xenotable.games.rampant.rules.attacking.sequence import attack_odds, blow_odds, spreads_dread
from xenotable.games.rampant.rules.attacking.values import attack_blow, building_blow
from xenotable.games.rampant.rules.courage.courage_test import WHY, courage_odds, courage_test_for, helpers
from xenotable.games.rampant.rules.firefight import answer_odds, firefight_refusals
from xenotable.games.rampant.rules.play.conventions import centre, distance
from xenotable.games.rampant.rules.play.dice import Blow, Wound
from xenotable.games.rampant.rules.psychic.powers import power_odds, power_refusals, power_targets
from xenotable.games.rampant.rules.roster.numbers import courage_score, free_action
from xenotable.games.rampant.rules.shooting.dice import Aim, at_extreme, shock_of, volley
from xenotable.games.rampant.rules.shooting.sequence import shot_odds, target_odds
from xenotable.games.rampant.rules.shooting.targets import needs_spotter, spotters
from xenotable.games.rampant.rules.specials.charging import counter_odds
from xenotable.games.rampant.rules.terrain.buildings import masonry_blow
from xenotable.games.rampant.rules.terrain.cover import cover
from xenotable.games.rampant.rules.terrain.fighting import rough_sides
from xenotable.games.rampant.rules.variants.rear_hits import from_behind
from xenotable.games.rampant.rules.xeno.loss_order import surgeon_odds
from xenotable.games.rampant.rules.xeno.moving import blink_odds, landing_odds
from xenotable.games.rampant.rules.xeno.psi import power_free
from xenotable.games.rampant.scenes import Shock
from xenotable.games.rampant.state import Rampant
from xenotable.odds import sums


@courage_odds.fill
def courage_forecast(game: Rampant, shock: Shock) -> Forecast:
    return of_courage(game, shock)


def of_courage(game: Rampant, shock: Shock, exact: bool = False) -> Forecast:
    """A Courage test: passed, Suppressed or routed."""
    test = courage_test_for(game, shock)
    passed, shaken, rout = chances(test, exact)
    title = f"Courage of {game.name(shock.unit)}: {test.dice}d6{test.bonus:+d} against {test.need}+"
    found = (Chance.of("passes", passed), Chance.of("Suppressed", shaken), Chance.of("routs", rout))
    return Forecast(title, WHY[shock.kind], chances=found, notes=test.notes)


def strike_forecast(
    game: Rampant, title: str, rule_id: str, unit: str, blow: Blow, shock: Shock, any_hit: bool, notes: tuple[str, ...],
    exact: bool = False,
) -> Forecast:  # fmt: skip
    """What a blow does to a unit, and the Courage test after it; all that may become of the unit adds up to 1."""
    fate = fates(game, unit, blow, shock, any_hit, exact)
    found = [Chance.of("destroyed", fate.dead), Chance.of("routs", fate.rout), Chance.of("Suppressed", fate.shaken)]
    others = (("passes", fate.passes), ("holds its ground", fate.holds), ("not hit", fate.missed))
    found += [Chance.of(label, p) for label, p in others if p > 0.0]
    if fate.rout + fate.shaken and helpers(game, unit):
        notes = (*notes, "a failed Courage test may be taken again; not counted here")
    return Forecast(title, rule_id, mean_loss(blow), unit_of(blow), tuple(found), spread(blow, exact), notes)


def unit_of(blow: Blow) -> str:
    return "points stunned" if blow.stun else "Strength Points lost"


def spread(blow: Blow, exact: bool = False) -> tuple[Chance, ...]:
    return tuple(Chance.of(str(n), p) for n, p in losses(blow, exact).items())


def wall_forecast(title: str, blow: Blow) -> Forecast:
    """What a blow does to a building."""
    fall = Chance("collapses", losses(blow).get(blow.have, 0.0))
    return Forecast(
        title, "terrain.building-target", mean_loss(blow), unit_of(blow), (fall,), spread(blow), _notes(blow)
    )


def _notes(blow: Blow) -> tuple[str, ...]:
    found = [f"{blow.dice} dice on {blow.need}+", f"Armour {blow.armour}"]
    if blow.again:
        found.append("misses thrown again")
    if blow.stun:
        found.append("stuns: nothing is lost, -2 on the Courage test for each point")
    if blow.deflect:
        found.append(f"deflector on {blow.deflect}+")
    if blow.surgeon:
        found.append(f"surgeon on {blow.surgeon}+")
    return tuple(found)


# ---- fire ------------------------------------------------------------------------------------------------------------


def found_on_table(game: Rampant, unit: str, target: str, aim: Aim) -> list[str]:
    """Distance, range, cover and help, in words."""
    reach = "extreme range (+1 Armour)" if at_extreme(game, unit, target, aim.way) else "in range"
    found = [f"{distance(game, unit, target):.1f} in away, {reach}"]
    lobbed = bool(aim.spotter) and needs_spotter(game, unit, target)
    found += [("in the open", "in soft cover", "in hard cover")[cover(game, target, unit, hiding=not lobbed)]]
    found += [f"{game.name(aim.spotter)} spots"] if aim.spotter else []
    return found + (["Prone (+1 Armour)"] if game.units[target].prone else [])


@target_odds.fill
def target_forecasts(game: Rampant, unit: str, target: str, way: str) -> list[Forecast]:
    """What shooting at a target would do: with a spotter where none but Lobbed Fire reaches it, and with and without
    one where that is a choice; then what the target's answer could do to the shooter."""
    found = spotters(game, unit, target)
    must = bool(found) and needs_spotter(game, unit, target)
    helped = [*([] if must else [""]), *found[:1]]
    shots = [f for spotter in helped for f in shot_forecasts(game, unit, target, Aim(way, spotter))]
    if target in game.units and is_legal(firefight_refusals(game, target, unit)):
        shots += answer_forecasts(game, target, unit, False)
    return shots


@shot_odds.fill
def shot_forecasts(game: Rampant, unit: str, target: str, aim: Aim) -> list[Forecast]:
    return [of_shot(game, unit, target, aim)]


def of_shot(game: Rampant, unit: str, target: str, aim: Aim, exact: bool = False) -> Forecast:
    """What a shot would do to the target."""
    blow = volley(game, unit, target, *aim)
    title = f"{game.name(unit)} shoots at {game.name(target)}{', spotted' if aim.spotter else ''}"
    if target in game.buildings:
        return wall_forecast(title, blow)
    shock = shock_of(game, target, unit, Wound())
    notes = (*_notes(blow), *found_on_table(game, unit, target, aim))
    return strike_forecast(game, title, "shooting.hit", target, blow, shock, True, notes, exact)


@answer_odds.fill
def answer_forecasts(game: Rampant, unit: str, shooter: str, stun: bool) -> list[Forecast]:
    """A Firefight, should its test succeed."""
    blow = volley(game, unit, shooter, "firefight", stun=stun)
    title = f"{game.name(unit)} answers the fire"
    shock = shock_of(game, shooter, unit, Wound())
    notes = (f"declared fire succeeds with {order_chance(7):.0%}", *_notes(blow))
    return [strike_forecast(game, title, "firefight.test", shooter, blow, shock, True, notes)]


@counter_odds.fill
def counter_forecast(game: Rampant, unit: str) -> Forecast:
    """The test to meet an attacker half-way."""
    return Forecast("Two dice against 7+", "specials.counter-charge", chances=(Chance("succeeds", order_chance(7)),))


@surgeon_odds.fill
def surgeon_forecast(need: int) -> Forecast:
    """The die of a surgeon who tries to keep a point."""
    p = sums(1).at_least(need)
    return Forecast(f"One die against {need}+", "xeno.field-surgeon", chances=(Chance("keeps a point", p),))


@blink_odds.fill
def blink_forecast() -> Forecast:
    """How far a unit may blink, and whether it hurts."""
    return sums(2).forecast("Two dice", "in at most", "xeno.blink", [("a double, which costs Strength", 1 / 6)])


@landing_odds.fill
def landing_forecast(game: Rampant, unit: str) -> Forecast:
    """What a unit loses that is put down after its drop has failed: as many points as its die shows, if that is low."""
    need, strength = courage_score(game, unit), game.units[unit].strength
    lost = sums(1).map(lambda die: min(die, strength) if die < need else 0)
    found = [("lands unharmed", sums(1).at_least(need)), ("destroyed", lost.at_least(strength))]
    notes = ["a Courage test follows a loss", "friends near the landing may help; not counted here"]
    title = f"{game.name(unit)} lands hard: one die against {need}+"
    return lost.forecast(title, "Strength Points lost", "xeno.drop-troops-failure", found, notes)


# ---- fights ----------------------------------------------------------------------------------------------------------


@attack_odds.fill
def attack_forecasts(game: Rampant, unit: str, target: str) -> list[Forecast]:
    """What a fight would cost both sides, judged where the nearest way brings them into contact."""
    rear = from_behind(game, unit, target)  # judged where the action begins
    game = in_touch(game, unit, target)
    title = f"{game.name(unit)} attacks {game.name(target)}"
    if target in game.buildings:
        return siege_forecasts(game, unit, target, title)
    return round_forecasts(game, unit, target, title, rear)


def round_forecasts(
    game: Rampant, unit: str, target: str, title: str, rear: bool = False, countered: bool = False, exact: bool = False
) -> list[Forecast]:
    """A fight of two units in contact, both ways. `countered`: the target charges as well, so both attack."""
    ground = rough_sides(game, unit, target, countered)
    mine = attack_blow(game, unit, target, True, ground, countered, rear=rear)
    theirs = attack_blow(game, target, unit, countered, ground, countered)
    win, tie, lose = contest(mine, theirs)
    notes = (*_notes(mine), f"wins {win:.0%}, ties {tie:.0%}, loses {lose:.0%} by losses")
    here, there = struck(game, unit, target), struck(game, target, unit)
    back = f"{game.name(target)} strikes back"
    return [
        strike_forecast(game, title, "attacking.values", target, mine, there, False, notes, exact),
        strike_forecast(game, back, "attacking.values", unit, theirs, here, False, _notes(theirs), exact),
    ]


def in_touch(game: Rampant, unit: str, target: str) -> Rampant:
    """The battle as it would be with the attacker in contact."""
    way = way_to(game, unit, target)
    if not way:
        return game
    game = game.copy()
    game.units.set(unit, x=way[-1][0], y=way[-1][1], prone=False)
    return game


def struck(game: Rampant, unit: str, by: str) -> Shock:
    """Why a unit would test Courage after a fight in which it was attacked, or attacked."""
    x, y = centre(game, by)
    attacked = game.units[by].seat == game.now.active
    return Shock(unit, "attack", by=by, source=True, x=x, y=y, dread=attacked and spreads_dread(game, by))


def siege_forecasts(game: Rampant, unit: str, house: str, title: str) -> list[Forecast]:
    """An Attack on a building, and what falls from it."""
    found, back = [wall_forecast(title, building_blow(game, unit, house))], masonry_blow(game, unit)
    if back is not None:
        x, y = centre(game, house)
        shock, masonry = Shock(unit, "attack", source=True, x=x, y=y), f"Masonry on {game.name(unit)}"
        rule_id = "terrain.building-strikes-back"
        found.append(strike_forecast(game, masonry, rule_id, unit, back, shock, False, _notes(back)))
    return found


@blow_odds.fill
def blow_forecast(game: Rampant, unit: str, enemy: str, blow: Blow) -> Forecast:
    """What one side's dice would do in a fight that has come to blows."""
    title = f"{game.name(unit)} strikes {game.name(enemy)}"
    if enemy in game.buildings:
        return wall_forecast(title, blow)
    return strike_forecast(game, title, "attacking.values", enemy, blow, struck(game, enemy, unit), False, _notes(blow))


# ---- orders ----------------------------------------------------------------------------------------------------------


@order_odds.fill
def order_forecast(game: Rampant, unit: str, order: str) -> Forecast | None:
    """The chance that an order succeeds; of a power, also that it does against an Otherworldly enemy in its reach."""
    action, trait = action_and_trait(order)
    if trait:
        return FREE
    plain, bonus = order_test_forecast(game, unit, action), modifiers(game, unit, action)
    easier = max((modifiers(game, unit, action, t) for t in aims(game, unit, action)), default=bonus)
    if plain is FREE or easier == bonus:
        return plain
    weak = Chance("succeeds against an Otherworldly enemy", order_chance(score_of(game, unit, action), easier))
    return replace(plain, chances=(*plain.chances, weak))


FREE = Forecast("Free: no test", "activation.free", chances=(Chance("succeeds", 1.0),))


def order_test_forecast(game: Rampant, unit: str, action: str, aim: str = "", exact: bool = False) -> Forecast:
    """The test of an action, of a power against its target."""
    if free_action(game, unit, action) or power_free(game, unit, action):
        return FREE
    found = modifier_list(game, unit, action, aim)
    need, bonus = score_of(game, unit, action), sum(n for n, _ in found)
    chance = Chance.of("succeeds", order_chance(need, bonus, exact))
    notes = tuple(f"{n:+d} {why}" for n, why in found)
    return Forecast(f"Two dice{bonus:+d} against {need}+", "activation.test", chances=(chance,), notes=notes)


def aims(game: Rampant, unit: str, action: str) -> list[str]:
    """At whom a power could be aimed now; nobody, for other orders."""
    power = action.removeprefix("manifest:")
    if power == action:
        return []
    return [t for t in power_targets(game, unit, power) if is_legal(power_refusals(game, unit, power, t))]


@again_odds.fill
def again_forecast(game: Rampant, unit: str, action: str, aim: str) -> Forecast:
    """The chance that an order which failed succeeds when it is tested once more."""
    return order_test_forecast(game, unit, action, aim)


@power_odds.fill
def power_forecast(game: Rampant, unit: str, power: str, target: str) -> Forecast:
    """The chance that a power succeeds against this target."""
    return order_test_forecast(game, unit, f"manifest:{power}", target)
