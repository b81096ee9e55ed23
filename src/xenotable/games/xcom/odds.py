"""Odds: exact figures in rational arithmetic that the game shows before a decision."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb

import msgspec

from xenotable.engine import Chance, Forecast, rule
from xenotable.games.xcom.content import CONTINENTS
from xenotable.games.xcom.state import Xcom, at

HIT = Fraction(1, 3)
SIDES = 8
TOP = 5


class Outcome(msgspec.Struct, frozen=True):
    """Of a policy: the chance to complete, to end with a loss, and the expected number of rolls."""

    complete: Fraction
    loss: Fraction
    rolls: Fraction


@rule("odds.exact")
@lru_cache(4096)
def successes(dice: int) -> tuple[Fraction, ...]:
    """The distribution of successes of one roll."""
    return tuple(comb(dice, k) * HIT**k * (1 - HIT) ** (dice - k) for k in range(dice + 1))


def loss_chance(threat: int, minus: int = 0) -> Fraction:
    """The alien die, less what the enemy takes from it, does not exceed threat."""
    return Fraction(max(0, min(SIDES, threat + minus)), SIDES)


@rule("odds.per-roll")
def at_least(dice: int, need: int, armor: int = 0) -> Fraction:
    return sum(successes(dice)[max(0, need) + (armor if need > 0 else 0) :], Fraction(0))


@rule("odds.until-done")
@rule("odds.stop-at")
@rule("research.odds-example")
def policy(dice: int, need: int, threat: int = 1, k: int = TOP, armor: int = 0, minus: int = 0) -> Outcome:
    """Roll while threat is at most k (5: until done or lost). Successes of a losing roll count."""
    return _policy(dice, need, threat, k, armor, minus)


@lru_cache(65536)
def _policy(dice: int, need: int, threat: int, k: int, armor: int, minus: int) -> Outcome:
    if need <= 0:
        return Outcome(Fraction(1), Fraction(0), Fraction(0))
    if threat > k or dice <= 0:
        return Outcome(Fraction(0), Fraction(0), Fraction(0))
    if threat >= TOP:
        return _at_the_top(dice, need, armor, minus)
    return _after(dice, need, threat, k, armor, minus)


def _after(dice: int, need: int, threat: int, k: int, armor: int, minus: int) -> Outcome:
    lost = loss_chance(threat, minus)
    complete, loss, rolls = Fraction(0), lost, Fraction(1)
    for hits, p in enumerate(successes(dice)):
        left = need - max(0, hits - armor)
        complete += p * lost * (left <= 0)
        then = _policy(dice, left, threat + 1, k, armor, minus)
        complete += p * (1 - lost) * then.complete
        loss += p * (1 - lost) * then.loss
        rolls += p * (1 - lost) * then.rolls
    return Outcome(complete, loss, rolls)


def _at_the_top(dice: int, need: int, armor: int, minus: int) -> Outcome:
    """Threat stays at 5: the case "nothing gained, not lost" leads back here and is solved for."""
    lost = loss_chance(TOP, minus)
    row = successes(dice)
    same = (1 - lost) * sum(row[: armor + 1], Fraction(0))
    complete, loss, rolls = Fraction(0), lost, Fraction(1)
    for hits, p in enumerate(row):
        gained = max(0, hits - armor)
        complete += p * lost * (need - gained <= 0)
        if gained:
            then = _policy(dice, need - gained, TOP, TOP, armor, minus)
            complete += p * (1 - lost) * then.complete
            loss += p * (1 - lost) * then.loss
            rolls += p * (1 - lost) * then.rolls
    return Outcome(complete / (1 - same), loss / (1 - same), rolls / (1 - same))


# ---- what a screen shows before a roll -------------------------------------------------------------------------------


@rule("odds.modifiers")
def roll_forecasts(game: Xcom) -> list[Forecast]:
    """The roll on the table: this roll, and the policies of pushing on. Passive effects are in it."""
    from xenotable.games.xcom.effects_rolls import alien_minus, armor
    from xenotable.games.xcom.tasks import dice_of

    throw = game.throws[0]
    dice, shield, minus = len(dice_of(game, throw)), armor(game), alien_minus(game)
    lost = loss_chance(game.w.threat, minus)
    enough = at_least(dice, throw.need, shield)
    spread = tuple(Chance(f"{n} successes", float(p)) for n, p in enumerate(successes(dice)))
    notes = [f"{dice} dice, threat {game.w.threat}", *_with_cards(game, dice, throw.need, shield)]
    now = Forecast(
        "This roll",
        "odds.per-roll",
        float(dice * HIT),
        "successes",
        (Chance(f"at least {throw.need}", float(enough)), Chance("a loss", float(lost))),
        spread,
        tuple(notes),
    )
    return [now, *_policies(game, dice, throw.need, shield, minus)]


def _policies(game: Xcom, dice: int, need: int, shield: int, minus: int) -> Iterator[Forecast]:
    for k in range(game.w.threat, TOP + 1):
        out = policy(dice, need, game.w.threat, k, shield, minus)
        name = "Push until done or lost" if k == TOP else f"Roll while threat is at most {k}"
        chances = (Chance("complete", float(out.complete)), Chance("ends with a loss", float(out.loss)))
        rule_ = "odds.until-done" if k == TOP else "odds.stop-at"
        yield Forecast(name, rule_, float(out.rolls), "rolls", chances)


def _with_cards(game: Xcom, dice: int, need: int, shield: int) -> Iterator[str]:
    """Optional cards as lines of their own."""
    from xenotable.games.xcom.cards import effects_of, holders
    from xenotable.games.xcom.tasks import task_seat

    for _, card in holders(game, "pre_roll", task_seat(game.throws[0].task)):
        more = sum(e.count for e in effects_of(card) if e.do == "add_dice")
        if more:
            yield f"with {game.name(card)}: {float(at_least(dice + more, need, shield)):.1%} for at least {need}"


# ---- forecasts of the timed phase ------------------------------------------------------------------------------------


@rule("odds.panic-forecast")
def panic_forecast(game: Xcom) -> dict[str, int]:
    """The panic of each continent if no UFO over it is destroyed."""
    rows = game.continents
    return {c: min(8, rows[c].panic + rows[c].ufos) for c in CONTINENTS if c in rows and not rows[c].fallen}


@rule("odds.panic-forecast")
@lru_cache(1024)
def ufos_left(dice: int, ufos: int, threat: int = 1) -> tuple[Fraction, ...]:
    """The distribution of UFOs left when the Interceptors push until done or lost: index = UFOs left."""
    reach = [policy(dice, n, threat).complete for n in range(ufos + 2)]
    reach[ufos + 1] = Fraction(0)
    return tuple(reach[ufos - left] - reach[ufos - left + 1] for left in range(ufos + 1))


def defended(game: Xcom, continent: str) -> tuple[Fraction, ...]:
    """The same for a continent with the Interceptors that are there now."""
    return ufos_left(len(at(game, continent)), game.continents[continent].ufos)
