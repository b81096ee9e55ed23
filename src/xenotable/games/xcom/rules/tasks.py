"""Tasks: the dice, the threat track and pushing your luck. One roll runs through `roll`, whatever the task."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from xenotable.engine import Choose, Flow, Forecast, Roll, Slot, acts, cite, rule
from xenotable.engine.gestures import Aimed
from xenotable.engine.wording import fill_template
from xenotable.games.xcom.content import COMMANDER, LEADER, OFFICER, SCIENTIST
from xenotable.games.xcom.rules.base.dice import elite, gold
from xenotable.games.xcom.rules.cards.windows import passives, step_point, window
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import holds
from xenotable.games.xcom.rules.effects.roll_modifiers import alien_minus, armor
from xenotable.games.xcom.rules.units.losses import hit
from xenotable.games.xcom.state import Throw, Xcom


@rule("tasks.loss", neutral=lambda game: False)
def is_loss(game: Xcom) -> bool:
    """Whether the roll, as it lies, is a loss: its alien die does not exceed the threat at which it was made."""
    throw = game.throws[0]
    if not throw.rolled or throw.prevented:
        return False
    return throw.alien + throw.plus - alien_minus(game) <= throw.threat


def odds_of_loss(game: Xcom) -> float:
    """How likely it was that the roll on the table would be a loss, with what its enemy takes from the alien die."""
    return min(8, game.throws[0].threat + alien_minus(game)) / 8


def net_hits(game: Xcom) -> int:
    throw = game.throws[0]
    return max(0, throw.hits - armor(game)) + throw.added


def at_risk(game: Xcom) -> list[str]:
    throw = game.throws[0]
    return [u for u in throw.units if u not in throw.saved]


SEATS = {"research": SCIENTIST, "orbit": OFFICER, "global": COMMANDER, "base": LEADER, "mission": LEADER}


TOP_THREAT = 5


STOPPING = {
    "research": "Stop: {n:success is|successes are} missing",
    "orbit": "Stop: {n:UFO stays|UFOs stay} in orbit",
}


Apply = Callable[[Xcom, int], Flow[None]]  # successes to tokens, destroyed UFOs, wounds


roll_odds = Slot[[Xcom], Sequence[Forecast]]("xcom.roll_odds")  # of the roll that lies on the table


price_of_rolling = Slot[[Xcom], str]("xcom.price_of_rolling")


@rule("tasks.who-decides", neutral=lambda task: -1)
def task_seat(task: str) -> int:
    return SEATS[task]


@rule("tasks.threat-reset", neutral=lambda *_: None)
def reset_threat(game: Xcom) -> None:
    if game.now.threat != 1:
        game.tell("Threat is back at 1.", "tasks.threat-reset")
        game.put(threat=1)


@rule("tasks.threat-advance", neutral=lambda game: None)
def advance_threat(game: Xcom) -> None:
    cite("tasks.threat-cap")
    if game.now.threat < TOP_THREAT:
        game.put(threat=game.now.threat + 1)
        game.tell("Threat rises to {n}.", "tasks.threat-advance", n=game.now.threat)


# ---- the dice of a roll ----------------------------------------------------------------------------------------------


@rule("tasks.dice-order", neutral=lambda *_: [])
def dice_of(game: Xcom, throw: Throw) -> list[str]:
    """Whose each XCOM die is, in order: units without icons as assigned; soldiers icon by icon, each with its own die,
    its specialised die and its elite die; last the dice of effects."""
    if not throw.icons:
        return [*throw.units, *["effect"] * throw.more]
    out: list[str] = []
    for icon, soldier, wild in throw.icons:
        if soldier:
            cite("base.dice")
            out.append(soldier)
            out += [soldier] * (gold(game, icon, soldier, wild) + elite(game, soldier))
    return out + ["effect"] * throw.more


def passive_dice(game: Xcom) -> int:
    """What passive cards add to the roll on the table."""
    return sum(
        e.count
        for _, e in passives(game, "pre_roll")
        if e.do == "add_dice" and (not e.if_ or holds(game, e.if_, Context("card")))
    )


def roll_alien_die(seat: int, rule_: str, key: str = "alien") -> Flow[int]:
    faces = yield from Roll(
        seat=seat,
        key=key,
        rule=rule_,
        prompt="Roll the alien die.",
        n=1,
        cuts=(2, 3, 4, 5, 6, 7, 8),
        sides=8,
        names=tuple("12345678"),
    )
    return faces.index(1) + 1


# ---- one roll --------------------------------------------------------------------------------------------------------


def lay(game: Xcom, throw: Throw) -> None:
    """Puts a new roll on the table, with the dice of passive cards."""
    if 0 in game.throws:
        game.throws.remove(0)
    game.throws.add(0, throw)
    if more := passive_dice(game):
        game.throws.set(0, more=more)


@rule("tasks.sequence", neutral=lambda *_, **__: False)
@rule("tasks.roll", neutral=lambda *_, **__: False)
@rule("tasks.no-dice-limit", neutral=lambda *_, **__: False)
def roll(game: Xcom, apply: Apply, task: str, after_loss: Callable[[Xcom], Flow[None]] | None = None) -> Flow[bool]:
    """The roll on the table, from pre_roll to the advance of threat. Gives whether it was a loss."""
    seat = task_seat(task)
    cite("cards.mid-roll")
    if acts("cards.pre-roll"):
        yield from window(game, "pre_roll", seat, Context("card"))
    yield from _cast(game, seat)
    if acts("cards.post-roll"):
        yield from window(game, "post_roll", seat, Context("card"))
    loss, hits, victims, odds = is_loss(game), net_hits(game), at_risk(game), odds_of_loss(game)
    _tell_roll(game, loss, hits)
    cite("tasks.success-on-loss")
    yield from apply(game, hits)
    if loss:
        yield from _resolve_losses(game, victims, odds, after_loss)
    held = game.throws[0].held and acts("effects.hold_threat")
    game.throws.remove(0)
    if not held:
        advance_threat(game)
    return loss


@rule("tasks.dice", neutral=lambda *_: None)
def _cast(game: Xcom, seat: int) -> Flow[None]:
    n = len(dice_of(game, game.throws[0]))
    _, hits = yield from Roll(
        seat=seat,
        key="roll",
        rule="tasks.dice",
        prompt="Roll {n:XCOM die|XCOM dice}.",
        args={"n": n},
        n=n,
        cuts=(5,),
        names=("nothing", "success"),
    )
    alien = yield from roll_alien_die(seat, "tasks.dice")
    game.throws.set(0, rolled=True, dice=n, hits=hits, alien=alien, threat=game.now.threat)


def _tell_roll(game: Xcom, loss: bool, hits: int) -> None:
    throw = game.throws[0]
    units = throw.units or tuple(soldier for _, soldier, _ in throw.icons if soldier)
    fights = units and throw.task != "research"
    game.tell(
        "{spot} at threat {t}: {n:die|dice}, alien die {a}, {h:success|successes}{loss}.",
        "tasks.roll",
        shows=(Aimed(units, (throw.foe or throw.spot,)),) if fights else (),
        spot=throw.foe or throw.spot,
        n=throw.dice,
        t=throw.threat,
        a=throw.alien,
        h=hits,
        loss="; a loss" if loss else "",
    )


@rule("tasks.loss-effect", neutral=lambda *_: None)
def _resolve_losses(
    game: Xcom, victims: list[str], odds: float, after: Callable[[Xcom], Flow[None]] | None
) -> Flow[None]:
    throw = game.throws[0]
    hit(game, victims, "tasks.loss-effect", f"{throw.task} {throw.spot}", odds)
    if after is not None:
        yield from after(game)


# ---- pushing: research, orbital and global defense -------------------------------------------------------------------


@rule("tasks.push", neutral=lambda *_: False)
@rule("tasks.stop", neutral=lambda *_: True)
def ask_push(game: Xcom, throw: Throw, rule_: str) -> Flow[bool]:
    """Roll (again), or leave it? The cards of the step come first; odds are shown before."""
    seat = task_seat(throw.task)
    lay(game, throw)
    go: bool = yield from Choose(
        seat=seat,
        key="push",
        rule=rule_,
        prompt="{spot}: roll {n:die|dice} at threat {t}, {need} needed?",
        args={
            "spot": throw.spot,
            "n": len(throw.units) + game.throws[0].more,
            "t": game.now.threat,
            "need": throw.need,
        },
        among=lambda: (True, False),
        label=lambda yes: price_of_rolling(game) if yes else price_of_stopping(game),
        odds=lambda yes: roll_odds(game) if yes else None,
        has_odds=bool,
    )
    if not go:
        game.throws.remove(0)
    return go


def price_of_stopping(game: Xcom) -> str:
    throw = game.throws[0]
    left = STOPPING.get(throw.task, "Stop: {n:UFO stays|UFOs stay}, panic rises by {n}")
    return fill_template(left, {"n": throw.need})


def roll_once(game: Xcom, throw: Callable[[], Throw], rule_: str, apply: Apply) -> Flow[bool]:
    """One roll for a task, if its owner wants it. The cards of the step come first, and may finish it. Gives whether it
    may be rolled for again."""
    now = throw()
    if not can_be_rolled(now):
        return False
    yield from step_point(game, task_seat(now.task))
    now = throw()
    if not can_be_rolled(now) or not (yield from ask_push(game, now, rule_)):
        return False
    loss = yield from roll(game, apply, now.task)
    return may_go_on(loss)


def can_be_rolled(throw: Throw) -> bool:
    return something_to_gain(throw.need) and enough_units(throw.units)


@rule("tasks.loss-ends", neutral=lambda loss: True)
def may_go_on(loss: bool) -> bool:
    """Whether the same task may be rolled for again: not after a loss, though units are left."""
    return not loss


@rule("tasks.needs-unit", neutral=lambda units: True)
def enough_units(units: Any) -> bool:
    return bool(units)


@rule("tasks.needs-goal", neutral=lambda need: True)
@rule("tasks.complete-ends", neutral=lambda need: True)
def something_to_gain(need: int) -> bool:
    return need > 0
