"""Operations on the roll that lies on the table."""

from __future__ import annotations

from xenotable.engine import Flow, Forecast, Roll, Slot
from xenotable.engine.wording import fill_template
from xenotable.games.xcom.content import Effect
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.interpreter import one_of, operation
from xenotable.games.xcom.rules.tasks import at_risk, is_loss, roll_alien_die
from xenotable.games.xcom.rules.units.losses import pick_units
from xenotable.games.xcom.state import Throw, Xcom

reroll_odds = Slot[[Xcom, int, int], Forecast]("xcom.reroll_odds")  # of rolling so many misses and successes again


def _throw(game: Xcom) -> Throw:
    return game.throws[0]


@operation("add_dice", full=lambda g, e, c: 0 in g.throws and bool(g.throws[0].units))
def add_dice(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    game.throws.set(0, more=_throw(game).more + effect.count)
    yield from ()


@operation("add_success")
def add_success(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    game.throws.set(0, added=_throw(game).added + effect.count)
    yield from ()


@operation("reroll_xcom", full=lambda g, e, c: g.throws[0].dice > 0)
def reroll_xcom(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    """The decider picks up to n dice, misses or successes; the new results stand."""
    throw = _throw(game)
    most = throw.dice if effect.n == "all" else effect.count
    options = [
        (m, h)
        for m in range(min(most, throw.dice - throw.hits), -1, -1)
        for h in range(min(most - m, throw.hits) + 1)
        if m + h
    ]
    misses, hits = yield from one_of(
        game,
        ctx,
        "reroll",
        "effects.reroll_xcom",
        "Which dice are rolled again?",
        options,
        label=_reroll_label,
        odds=lambda again: reroll_odds(game, *again),
    )
    _, again = yield from Roll(
        seat=ctx.decider,
        key="reroll",
        rule="effects.reroll_xcom",
        prompt="Roll the chosen dice again.",
        n=misses + hits,
        cuts=(5,),
        again=(misses, hits),
        names=("miss", "success"),
    )
    game.throws.set(0, hits=_throw(game).hits - hits + again)
    says = "{n:die is|dice are} rolled again: {s:success|successes}."
    game.tell(says, "effects.reroll_xcom", n=misses + hits, s=again)


def _reroll_label(dice: tuple[int, int]) -> str:
    misses, hits = dice
    says = "{m:miss|misses} and {h:success|successes}" if hits else "{m:miss|misses}"
    return fill_template(says, {"m": misses, "h": hits})


@operation("reroll_alien")
def reroll_alien(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    alien = yield from roll_alien_die(ctx.decider, "effects.reroll_alien", "alien-again")
    game.throws.set(0, alien=alien)
    game.tell("The alien die is rolled again: {n}.", "effects.reroll_alien", n=alien)


@operation("alien_plus", full=lambda g, e, c: is_loss(g))
def alien_plus(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    game.throws.set(0, plus=_throw(game).plus + effect.count)
    yield from ()


@operation("lower_threat", full=lambda g, e, c: g.now.threat > 1)
def lower_threat(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    game.put(threat=max(1, game.now.threat - effect.count))
    game.throws.set(0, threat=game.now.threat)
    game.tell("Threat goes back to {n}.", "effects.lower_threat", n=game.now.threat)
    yield from ()


@operation("hold_threat", full=lambda g, e, c: not g.throws[0].held and g.now.threat < 5)
def hold_threat(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    game.throws.set(0, held=True)
    yield from ()


@operation("prevent_loss", full=lambda g, e, c: is_loss(g))
def prevent_loss(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    game.throws.set(0, prevented=True)
    yield from ()


@operation("save_units", full=lambda g, e, c: is_loss(g) and bool(at_risk(g)))
def save_units(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    risk = at_risk(game)
    n = len(risk) if effect.n == "all" else effect.count
    chosen = yield from pick_units(game, risk, n, "Who is saved?", "save", "{unit} is in no danger.")
    game.throws.set(0, saved=(*_throw(game).saved, *chosen))
