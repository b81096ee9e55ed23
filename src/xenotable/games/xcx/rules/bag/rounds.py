"""A round: the bag is filled, dice are drawn one by one, effects and scores follow, and somebody may concede."""

from __future__ import annotations

from xenotable.engine import NOBODY, All, Choose, Draw, Flow, Scene, cite, scene
from xenotable.engine.gestures import Drew
from xenotable.games.xcx.rules.ai.picking import agree_on_model, choose_model, pick_model, spare_dice
from xenotable.games.xcx.rules.bag.dice import all_ready, dice, wiped_out
from xenotable.games.xcx.rules.missions import tasks
from xenotable.games.xcx.rules.missions.end import check_end
from xenotable.games.xcx.rules.play.models import is_ai, seat_of, standing_models
from xenotable.games.xcx.rules.skills.control import expire
from xenotable.games.xcx.rules.special.infiltration import declare_at_start, discover
from xenotable.games.xcx.scenes import Activation, Pause, Round, RoundEnd, Turn
from xenotable.games.xcx.state import NEUTRAL, Xcx


@scene
def round_start(game: Xcx, at: Round) -> Flow[list[Scene]]:
    """Arrivals, then Infiltrate declarations, then the bag is filled."""
    cite("bag.round-start")
    game.note(round=at.n, marched=(), active="")
    game.tell("Round {n} begins.", "bag.turn-and-round", n=at.n)
    for id in [i for i, m in game.models.items() if m.activated or m.halted]:
        game.models.set(id, activated=False, halted=False)
    tasks.round_starts(game)
    if at.n >= 2 and game.markers:
        yield from declare_at_start(game)
    game.note(spare=(spare_dice(game, 0), spare_dice(game, 1)))
    (_, one), (_, two), _ = dice(game)
    game.tell("{a} and {b:die goes|dice go} into the bag.", "bag.fill", a=one, b=two)
    return [Turn(), RoundEnd(at.n)]


@scene
def turn(game: Xcx, at: Turn) -> Flow[list[Scene]]:
    """Draw a die blind; its side activates one model."""
    game.note(active="")
    if game.markers:
        yield from discover(game, tuple(standing_models(game)))
    if wiped_out(game):
        return []
    waiting = all_ready(game)
    bag = [(s, n) for s, n in dice(game, waiting) if n]
    if not bag:
        return []
    side = yield from Draw(key="bag", rule="bag.draw", prompt="Draw a die", bag=bag)
    if game.is_heard():
        drew = Drew(game.side_name(side), side if side < NEUTRAL else NOBODY)
        game.tell("A die of {side} is drawn.", "bag.draw", shows=(drew,), side=drew.card)
    cite("bag.no-pass")
    chosen = yield from choose_activation(game, side, waiting[side])
    return [Activation(chosen), at] if chosen else [at]


@scene
def round_end(game: Xcx, at: RoundEnd) -> list[Scene]:
    """Mission effects and scoring, then control expires, then the end is checked, then dice are cleared."""
    cite("bag.round-end")
    game.note(active="")
    tasks.round_ends(game)
    if game.result is None:
        expire(game)
        check_end(game, at.n)
    return [] if game.result is not None else [Pause(at.n), Round(at.n + 1)]


@scene
def pause(game: Xcx, at: Pause) -> Flow[list[Scene]]:
    """All players go on, or one of them concedes instead."""
    seats = [s for side in game.commanders for s in side]
    if seats:
        yield from All(asks=[onward_ask(s, at.n) for s in seats])
    return []


def onward_ask(seat: int, n: int) -> Choose[str]:
    return Choose(
        seat=seat,
        key=f"onward:{seat}",
        rule="missions.concede",
        prompt="Round {n} is over: fight on?",
        args={"n": n},
        always=True,
        default="on",
        among=lambda: ("on",),
        label=lambda _: "Fight on",
    )


def choose_activation(game: Xcx, side: int, among: list[str]) -> Flow[str]:
    """Which of these models the drawn die activates; "" if the die is set aside."""
    if not among:
        among = ready_again(game, side)
        if not among:
            game.tell("The die finds nobody and is set aside.", "bag.dead-die")
            return ""
    if is_ai(game, side):
        return pick_model(game, side, among)
    own = game.commanders[side]
    seats = list(own) if len(own) == 1 else sorted({seat_of(game, i) for i in among})
    if len(seats) > 1:
        return (yield from agree_on_model(game, side, seats, among))
    return (yield from choose_model(game, seats[0], among))


def ready_again(game: Xcx, side: int) -> list[str]:
    """An added die may activate one model a second time, after all have acted once; it is used up in any case. A model
    won over this round acts for nobody in the rest of it."""
    spare = list(game.now.spare)
    if side < NEUTRAL and spare[side] > 0:
        spare[side] -= 1
        game.note(spare=(spare[0], spare[1]))
    own = ((i, game.models[i]) for i in standing_models(game, side))
    return [i for i, m in own if not m.controls and not (m.caster and m.until > game.now.round)]
