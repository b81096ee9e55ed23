"""Odds: exact figures in rational arithmetic that the game shows before a decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

import msgspec

from xenotable.engine import Chance, Forecast, rule
from xenotable.games.xcom import fight, tasks
from xenotable.games.xcom.cards import effects_of, holders
from xenotable.games.xcom.content import CONTINENTS, book
from xenotable.games.xcom.effects_rolls import alien_minus, armor
from xenotable.games.xcom.state import Xcom, at
from xenotable.games.xcom.tasks import dice_of, task_seat

SIDES = 8
TOP = 5
EXACT, QUICK = Fraction(1), 1.0  # the number to reckon with: fractions, or doubles that are right to fifteen places


class Outcome(msgspec.Struct, frozen=True):
    """Of a policy: the chance to complete, to end with a loss, and the expected number of rolls."""

    complete: Any
    loss: Any
    rolls: Any


@rule("odds.exact")
def successes(dice: int) -> tuple[Fraction, ...]:
    """The distribution of successes of one roll."""
    return _successes(dice, EXACT)


def chances(dice: int) -> tuple[float, ...]:
    """The same in doubles, for machines that weigh many rolls."""
    return _successes(dice, QUICK)


@lru_cache(4096, typed=True)
def _successes(dice: int, one: Any) -> tuple[Any, ...]:
    hit = one / 3
    return tuple(comb(dice, k) * hit**k * (one - hit) ** (dice - k) for k in range(dice + 1))


def loss_chance(threat: int, minus: int = 0) -> Fraction:
    """The alien die, less what the enemy takes from it, does not exceed threat."""
    return Fraction(max(0, min(SIDES, threat + minus)), SIDES)


@rule("odds.per-roll", neutral=lambda *_, **__: Fraction(0))
def at_least(dice: int, need: int, armor: int = 0) -> Fraction:
    return sum(successes(dice)[max(0, need) + (armor if need > 0 else 0) :], Fraction(0))


@rule("odds.until-done", neutral=lambda *_, **__: Outcome(0, 0, 0))
@rule("odds.stop-at", neutral=lambda *_, **__: Outcome(0, 0, 0))
@rule("research.odds-example", neutral=lambda *_, **__: Outcome(0, 0, 0))
def policy(
    dice: int, need: int, threat: int = 1, k: int = TOP, armor: int = 0, minus: int = 0, one: Any = EXACT
) -> Outcome:
    """Roll while threat is at most k (5: until done or lost). Successes of a losing roll count."""
    return _policy(dice, need, threat, k, armor, minus, one)


@lru_cache(65536, typed=True)
def _policy(dice: int, need: int, threat: int, k: int, armor: int, minus: int, one: Any) -> Outcome:
    if need <= 0:
        return Outcome(one, 0 * one, 0 * one)
    if threat > k or dice <= 0:
        return Outcome(0 * one, 0 * one, 0 * one)
    lost = one * max(0, min(SIDES, min(threat, TOP) + minus)) / SIDES
    complete, loss, rolls, same = 0 * one, lost, one, 0 * one
    for hits, p in enumerate(_successes(dice, one)):
        gained = max(0, hits - armor)
        if need <= gained:
            complete += p * lost
        if threat >= TOP and not gained:
            same += p * (one - lost)  # threat stays: this case leads back here and is solved for below
            continue
        then = _policy(dice, need - gained, min(TOP, threat + 1) if k == TOP else threat + 1, k, armor, minus, one)
        complete += p * (one - lost) * then.complete
        loss += p * (one - lost) * then.loss
        rolls += p * (one - lost) * then.rolls
    return Outcome(complete / (one - same), loss / (one - same), rolls / (one - same))


# ---- what a screen shows before a roll -------------------------------------------------------------------------------


@tasks.roll_odds.fill
@rule("odds.modifiers", neutral=lambda game: [])
def roll_forecasts(game: Xcom) -> list[Forecast]:
    """The roll on the table: this roll, and the policies of pushing on. Passive effects are in it."""
    throw = game.throws[0]
    dice, shield, minus = len(dice_of(game, throw)), armor(game), alien_minus(game)
    lost = loss_chance(game.w.threat, minus)
    enough = at_least(dice, throw.need, shield)
    spread = tuple(Chance(f"{n} successes", float(p)) for n, p in enumerate(successes(dice)))
    notes = [f"{dice} dice, threat {game.w.threat}", *_with_cards(game, dice, throw.need, shield)]
    now = Forecast(
        "This roll",
        "odds.per-roll",
        dice / 3,
        "successes",
        (Chance(f"at least {throw.need}", float(enough)), Chance("a loss", float(lost))),
        spread,
        tuple(notes),
    )
    return [now, *_policies(game, dice, throw.need, shield, minus)]


@fight.icon_odds.fill
def icon_forecasts(game: Xcom, icon: str, option: fight.Option) -> Sequence[Forecast] | None:
    """The odds of the roll if this soldier goes there and nobody else joins."""
    if option is None and not game.throws[0].units:
        return None
    world = game.copy()
    fight.put_on_icon(world, icon, option, "")
    return roll_forecasts(world)


@tasks.price_of_rolling.fill
@rule("odds.per-roll", neutral=lambda game: "")
def price_of_rolling(game: Xcom) -> str:
    """What one more roll may bring and what it may cost, in exact figures."""
    throw = game.throws[0]
    enough = float(at_least(len(dice_of(game, throw)), throw.need, armor(game)))
    lost = float(loss_chance(game.w.threat, alien_minus(game)))
    verb = "exhausts" if throw.task in ("research", "orbit") else "loses"
    units = f"{len(throw.units)} {book().units[game.units[throw.units[0]].cls].name.lower()}"
    return f"Roll: {enough:.1%} for all {throw.need}, {lost:.1%} {verb} {units}{'s' * (len(throw.units) > 1)}"


def _policies(game: Xcom, dice: int, need: int, shield: int, minus: int) -> Iterator[Forecast]:
    for k in range(game.w.threat, TOP + 1):
        out = policy(dice, need, game.w.threat, k, shield, minus, QUICK)
        name = "Push until done or lost" if k == TOP else f"Roll while threat is at most {k}"
        chances = (Chance("complete", float(out.complete)), Chance("ends with a loss", float(out.loss)))
        rule_ = "odds.until-done" if k == TOP else "odds.stop-at"
        yield Forecast(name, rule_, float(out.rolls), "rolls", chances)


def _with_cards(game: Xcom, dice: int, need: int, shield: int) -> Iterator[str]:
    """Optional cards as lines of their own."""
    for _, card in holders(game, "pre_roll", task_seat(game.throws[0].task)):
        more = sum(e.count for e in effects_of(card) if e.do == "add_dice")
        if more:
            yield f"with {game.name(card)}: {float(at_least(dice + more, need, shield)):.1%} for at least {need}"


# ---- forecasts of the timed phase ------------------------------------------------------------------------------------


@rule("odds.panic-forecast", neutral=lambda game: {})
def panic_forecast(game: Xcom) -> dict[str, int]:
    """The panic of each continent if no UFO over it is destroyed."""
    rows = game.continents
    return {c: min(8, rows[c].panic + rows[c].ufos) for c in CONTINENTS if c in rows and not rows[c].fallen}


@rule("odds.panic-forecast", neutral=lambda *_: (Fraction(1),))
@lru_cache(1024)
def ufos_left(dice: int, ufos: int, threat: int = 1) -> tuple[Fraction, ...]:
    """The distribution of UFOs left when the Interceptors push until done or lost: index = UFOs left."""
    reach = [policy(dice, n, threat).complete for n in range(ufos + 2)]
    reach[ufos + 1] = Fraction(0)
    return tuple(reach[ufos - left] - reach[ufos - left + 1] for left in range(ufos + 1))


def defended(game: Xcom, continent: str) -> tuple[Fraction, ...]:
    """The same for a continent with the Interceptors that are there now."""
    return ufos_left(len(at(game, continent)), game.continents[continent].ufos)
