"""The activation bag. Dice are never stored, always counted: no death, arrival or change of sides can put the bag out
of step with the models (bag.invariant)."""

from __future__ import annotations

from xenotable.engine import All, Choose, Draw, Flow, Scene, cite, rule, scene
from xenotable.games.xcx.missions_end import check_end, wiped_out
from xenotable.games.xcx.models import is_ai, seat_of, standing
from xenotable.games.xcx.skills import expire, locked
from xenotable.games.xcx.state import DIFFICULTY, NEUTRAL, TABLE, Xcx


class Round(Scene, frozen=True):
    n: int


class Turn(Scene, frozen=True):
    """One die is drawn and used."""


class RoundEnd(Scene, frozen=True):
    n: int


class Pause(Scene, frozen=True):
    """Between two rounds: everybody looks at what has become of it, and here a side may concede."""

    n: int


@rule("bag.pick-unactivated")
def ready(game: Xcx, side: int) -> list[str]:
    """The models that a side can still activate this round: a controlled model, never its caster."""
    cite("skills.control-next-round")
    return [
        i
        for i, m in game.models.items()
        if m.side == side and m.state == TABLE and not m.activated and not (m.controls and locked(game, i))
    ]


@rule("bag.invariant")
def dice(game: Xcx) -> tuple[tuple[int, int], ...]:
    """How many dice of each side are in the bag."""
    count = [*game.now.spare, 0, 0]
    cite("skills.control-next-round")
    for i, m in game.models.items():
        if m.state == TABLE and not m.activated and not (m.controls and locked(game, i)):
            count[m.side] += 1
    return ((0, max(0, count[0])), (1, max(0, count[1])), (NEUTRAL, count[NEUTRAL]))


@rule("bag.odds-shown", neutral=lambda game: {})
def next_draws(game: Xcx) -> dict[int, tuple[float, float, float]]:
    """For each side the chance of the next die, of the next two and of the next three."""
    bag = dice(game)
    whole = sum(n for _, n in bag)
    found = {}
    for side, n in bag:
        odds, p = [], 1.0
        for k in range(3):
            p *= max(0, n - k) / (whole - k) if whole > k else 0.0
            odds.append(p)
        found[side] = (odds[0], odds[1], odds[2])
    return found


@rule("bag.forced-activation", neutral=lambda game, id: None)
def counts_as_activation(game: Xcx, id: str) -> None:
    """One die of the side that would have activated it leaves the bag; nothing happens if it had acted already."""
    if not game.models[id].activated:
        game.models.set(id, activated=True)


@rule("ai.difficulty", neutral=lambda game, side: 0)
def spare_dice(game: Xcx, side: int) -> int:
    """Dice that AI difficulty withholds (below 0, at least one stays) or adds."""
    if not game.setup.sides[side].ai:
        return 0
    more = DIFFICULTY[game.setup.sides[side].difficulty]
    return max(more, 1 - len(ready(game, side))) if more < 0 else more


@scene
def round_start(game: Xcx, at: Round) -> Flow[list[Scene]]:
    """Arrivals, then Infiltrate declarations, then the bag is filled."""
    from xenotable.games.xcx import missions
    from xenotable.games.xcx.infiltrate import declare_at_start

    cite("bag.round-start")
    game.note(round=at.n, marched=(), active="")
    game.tell("Round {n} begins.", "bag.turn-and-round", n=at.n)
    for id in [i for i, m in game.models.items() if m.activated or m.halted]:
        game.models.set(id, activated=False, halted=False)
    missions.round_starts(game)
    if at.n >= 2 and game.markers:
        yield from declare_at_start(game)
    game.note(spare=(0, 0))
    game.note(spare=(spare_dice(game, 0), spare_dice(game, 1)))
    game.tell("{a} and {b:die goes|dice go} into the bag.", "bag.fill", a=dice(game)[0][1], b=dice(game)[1][1])
    return [Turn(), RoundEnd(at.n)]


@scene
def turn(game: Xcx, at: Turn) -> Flow[list[Scene]]:
    """Draw a die blind; its side activates one model."""
    from xenotable.games.xcx.actions import Activation
    from xenotable.games.xcx.infiltrate import discover

    if game.now.active:
        game.note(active="")
    if game.markers:
        yield from discover(game, tuple(standing(game)))
    if wiped_out(game):
        return []
    bag = [(s, n) for s, n in dice(game) if n]
    if not bag:
        return []
    side = yield from Draw(key="bag", rule="bag.draw", prompt="Draw a die", bag=bag)
    game.tell("A die of {side} is drawn.", "bag.draw", side=game.side_name(side))
    cite("bag.no-pass")
    chosen = yield from picked(game, side)
    return [Activation(chosen), at] if chosen else [at]


@scene
def round_end(game: Xcx, at: RoundEnd) -> list[Scene]:
    """Mission effects and scoring, then control expires, then the end is checked, then dice are cleared."""
    from xenotable.games.xcx import missions

    cite("bag.round-end")
    game.note(active="")
    missions.round_ends(game)
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


# ---- who acts --------------------------------------------------------------------------------------------------------


def picked(game: Xcx, side: int) -> Flow[str]:
    """The model that the drawn die activates; "" if the die is set aside."""
    from xenotable.games.xcx.ai import pick_model

    among = ready(game, side)
    if not among:
        among = second_time(game, side)
        if not among:
            game.tell("The die finds nobody and is set aside.", "bag.dead-die")
            return ""
    if is_ai(game, side):
        return pick_model(game, side, among)
    own = game.commanders[side]
    seats = list(own) if len(own) == 1 else sorted({seat_of(game, i) for i in among})
    if len(seats) > 1:
        return (yield from agreed(game, side, seats, among))
    return (yield from choose_model(seats[0], among))


def second_time(game: Xcx, side: int) -> list[str]:
    """An added die may activate one model a second time, after all have acted once; it is used up in any case. A model
    won over this round acts for nobody in the rest of it."""
    spare = list(game.now.spare)
    if side < NEUTRAL and spare[side] > 0:
        spare[side] -= 1
        game.note(spare=(spare[0], spare[1]))
    own = ((i, game.models[i]) for i in standing(game, side))
    return [i for i, m in own if not m.controls and not (m.caster and m.until > game.now.round)]


def choose_model(seat: int, ready: list[str]) -> Choose[str]:
    return Choose(seat=seat, key="model", rule="bag.pick-unactivated", prompt="Which model acts?", among=lambda: ready)


@rule("ai.coop-squads", neutral=lambda game, side, seats, among: "")
def agreed(game: Xcx, side: int, seats: list[int], among: list[str]) -> Flow[str]:
    """Partners agree who acts; if they do not, the one who has acted least this round chooses."""
    wishes = yield from All(
        asks=[
            Choose(
                seat=s,
                key=f"wish:{s}",
                rule="ai.coop-squads",
                prompt="Who should act, in your opinion?",
                among=lambda: among,
            )
            for s in seats
        ]
    )
    if len(set(wishes)) == 1:
        return str(wishes[0])
    acted = {s: sum(m.activated for i, m in game.models.items() if m.seat == s) for s in seats}
    seat = min(seats, key=lambda s: (acted[s], s))
    return (yield from choose_model(seat, among))
