"""Effect vocabulary: every card effect is data, and this is the one interpreter that carries it out.

Each operation is a function of this package registered under its name: what it does, whether it can be carried out in
full (for `else` and `choose`) and whether it could change anything at all (for cards.no-effect).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from xenotable.engine import Choose, Flow, Refusal, Roll, cite, rule
from xenotable.games.xcom.content import COMMANDER, LEADER, Effect, condition
from xenotable.games.xcom.rules.effects.context import Context
from xenotable.games.xcom.rules.effects.words import described
from xenotable.games.xcom.state import POOL, RESERVE, Xcom

Run = Callable[[Xcom, Effect, Context], Flow[None]]


Test = Callable[[Xcom, Effect, Context], bool]


RUN: dict[str, Run] = {}


FULL: dict[str, Test] = {}  # can be carried out in full


USEFUL: dict[str, Test] = {}  # could change something


def operation(name: str, full: Test | None = None, useful: Test | None = None) -> Callable[[Run], Run]:
    """Registers what an operation does. Without a test it can always be carried out and always changes something."""

    def register(run: Run) -> Run:
        done = rule(f"effects.{name}", neutral=lambda game, effect, ctx: None)(run)
        RUN[name] = done
        if full is not None:
            FULL[name] = full
        if useful is not None or full is not None:
            USEFUL[name] = useful or full  # type: ignore[assignment]  # one of the two is there
        return done

    return register


def carry_out(game: Xcom, effects: Sequence[Effect], ctx: Context) -> Flow[None]:
    """A card's effects in the order of its list, depth first."""
    for effect in effects:
        yield from _one(game, effect, ctx)


def _one(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    if effect.if_ and not holds(game, effect.if_, ctx):
        yield from carry_out(game, effect.else_, ctx)
        return
    short = bool(effect.else_) and effect.do != "roll_alien" and not full(game, effect, ctx)
    yield from RUN[effect.do](game, effect, ctx)
    if short:
        cite("effects.else")
        cite("budget.crises-impossible")
        yield from carry_out(game, effect.else_, ctx)


def full(game: Xcom, effect: Effect, ctx: Context) -> bool:
    """Whether the effect can be carried out in full as things stand."""
    test = FULL.get(effect.do)
    return test is None or test(game, effect, ctx)


def useful(game: Xcom, effect: Effect, ctx: Context) -> bool:
    """Whether the effect could change anything at all."""
    if effect.if_ and not holds(game, effect.if_, ctx):
        return any(useful(game, e, ctx) for e in effect.else_)
    test = USEFUL.get(effect.do)
    return test is None or test(game, effect, ctx)


# ---- conditions ------------------------------------------------------------------------------------------------------


@rule("effects.if", neutral=lambda game, text, ctx: True)
def holds(game: Xcom, text: str, ctx: Context) -> bool:
    what, n = condition(text)
    throw = game.throws.get(0)
    units = game.units.values()
    match what:
        case "orbit":
            return game.now.orbit >= n
        case "soldiers.pool":
            return sum(u.kind == "soldier" and u.place == POOL for u in units) >= n
        case "interceptors.reserve":
            return sum(u.kind == "interceptor" and u.place == RESERVE for u in units) >= n
        case "task.units":
            return throw is not None and len(throw.units) >= n
        case "task.enemy":
            return throw is not None and bool(throw.foe)
        case "task.base":
            return throw is not None and throw.task == "base"
        case "killed.base":
            return ctx.killed == "base"
    return game.continents[what.partition(".")[2]].ufos >= n


# ---- choices ---------------------------------------------------------------------------------------------------------


@rule("effects.decider", neutral=lambda *_, **__: -1)
def decider(source: str, card_seat: int = COMMANDER) -> int:
    """Who makes the choices inside an effect, by where it comes from."""
    if source in ("mission", "critical", "enemy"):
        return LEADER
    return COMMANDER if source in ("crisis", "each_round") else card_seat


def one_of(
    game: Xcom,
    ctx: Context,
    key: str,
    rule_: str,
    prompt: str,
    options: Sequence[Any],
    seat: int | None = None,
    label: Callable[[Any], str] | None = None,
    odds: Callable[[Any], Any] | None = None,
) -> Flow[Any]:
    """One of the options: what a watch card brought along, the only one there is, or what the decider says."""
    if ctx.given is not None:
        return ctx.given.pop(0)
    if len(options) == 1:
        return options[0]
    return (
        yield from Choose(
            seat=ctx.decider if seat is None else seat,
            key=key,
            rule=rule_,
            prompt=prompt,
            among=lambda: options,
            label=label,
            odds=odds,
            args={"card": ctx.card},
        )
    )


def pickable(game: Xcom, effect: Effect, ctx: Context) -> list[int]:
    """The options of a `choose` that can be carried out in full; of upto, peek and add_pause, at all."""

    def can(e: Effect) -> bool:
        easy = e.upto or e.do in ("peek", "add_pause")
        return useful(game, e, ctx) if easy else full(game, e, ctx)

    return [i for i, option in enumerate(effect.options) if all(can(e) for e in option)]


def option_refusals(game: Xcom, effect: Effect, ctx: Context, option: int) -> Iterator[Refusal]:
    """Why one of the possibilities of a card cannot be chosen now."""
    if option not in pickable(game, effect, ctx):
        yield Refusal("effects.choose", "That cannot be carried out now.", {}, "Choose another possibility.")


def _choosable(game: Xcom, effect: Effect, ctx: Context) -> bool:
    return any(all(useful(game, e, ctx) for e in effect.options[i]) for i in pickable(game, effect, ctx))


@operation("choose", full=lambda g, e, c: bool(pickable(g, e, c)), useful=_choosable)
def choose(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    options = pickable(game, effect, ctx) or [len(effect.options) - 1]
    at: int = yield from one_of(
        game,
        ctx,
        "option",
        "effects.choose",
        "Choose what {card} does.",
        options,
        label=lambda i: described(effect.options[i]),
    )
    yield from carry_out(game, effect.options[at], ctx)


@operation("roll_alien")
def roll_alien(game: Xcom, effect: Effect, ctx: Context) -> Flow[None]:
    """No card can change this die."""
    low, _ = yield from Roll(
        seat=ctx.decider,
        key="alien",
        rule="effects.roll_alien",
        prompt="Roll the alien die for {card}.",
        args={"card": ctx.card},
        n=1,
        cuts=(effect.at_most + 1,),
        sides=8,
        names=("low", "high"),
    )
    game.tell(
        "The alien die decides about {card}: {what}.",
        "effects.roll_alien",
        card=ctx.card,
        what=f"at most {effect.at_most}" if low else f"more than {effect.at_most}",
    )
    yield from carry_out(game, effect.then if low else effect.else_, ctx)
