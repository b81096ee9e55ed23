"""Close assault in ten steps, round after round (chapter "assault")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from xenotable.engine import Choose, Flow, Pick, Reckon, Refusal, Scene, Then, cite, is_legal, rule, scene
from xenotable.engine.gestures import Aimed
from xenotable.games.xenocide.rules.assault import dice, morale
from xenotable.games.xenocide.rules.assault.flight import flee
from xenotable.games.xenocide.rules.assault.reinforcement import called
from xenotable.games.xenocide.rules.buildings.assault import calm, chain, fight_refusals
from xenotable.games.xenocide.rules.buildings.garrison_moves import follow_in
from xenotable.games.xenocide.rules.buildings.leaving import stay_behind, step_out
from xenotable.games.xenocide.rules.movement.moving import ask_move, settle
from xenotable.games.xenocide.rules.overwatch import lose_watch
from xenotable.games.xenocide.rules.play.measuring import enemies_met, in_contact, units_in_contact
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.play.units import alive, standing_units
from xenotable.games.xenocide.rules.titans.power import at_any_moment
from xenotable.games.xenocide.rules.titans.systems import is_hampered
from xenotable.games.xenocide.rules.transport.assault import ask_mounting, get_out
from xenotable.games.xenocide.rules.transport.passengers import load, unload
from xenotable.games.xenocide.scenes import STEPS, CloseAssault, Fight, FollowUp, Manner
from xenotable.games.xenocide.state import Xenocide

MANEUVER, FOLLOW = 2.0, 4.0


# ---- beginning -------------------------------------------------------------------------------------------------------


@rule("assault.start")
def groups(game: Xenocide, seat: int) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The groups of enemy units that hang together by contact: attackers and defenders."""
    left = [u for u in standing_units(game, seat) if enemies_met(game, u, 1 - seat)]
    found = []
    while left:
        mine, queue = [left[0]], [left[0]]
        theirs: list[str] = []
        while queue:
            for other in units_in_contact(game, queue.pop()):
                side = mine if game.units[other].seat == seat else theirs
                if other not in side:
                    side.append(other)
                    queue.append(other)
        left = [u for u in left if u not in mine]
        found.append((tuple(mine), tuple(theirs)))
    return found


@scene
@at_any_moment
def close_assault(game: Xenocide, at: CloseAssault) -> Then:
    """Separate assaults one after another, in the sequence the attacker chooses."""
    fights = groups(game, at.seat)
    if fights:
        return begin_fights(game, at, fights)
    calm(game)
    return []


def begin_fights(
    game: Xenocide, at: CloseAssault, fights: Sequence[tuple[tuple[str, ...], tuple[str, ...]]]
) -> Flow[list[Scene]]:
    first = 0
    if len(fights) > 1:
        first = yield from Choose(
            seat=at.seat, key="assault", rule="assault.several", prompt="Which assault is fought first?",
            among=lambda: tuple(range(len(fights))), label=lambda i: " and ".join(game.name(u) for u in fights[i][0]),
        )  # fmt: skip
    mine, theirs = fights[first]
    for unit in (*mine, *theirs):
        game.units.set(unit, fallen=0, fled=False)
        lose_watch(game, unit)
    mine, theirs = yield from chain(game, at.seat, mine, theirs)
    shows = (Aimed(game.units[mine[0]].models, game.units[theirs[0]].models, "fight"),)
    game.tell("{a} assaults {d}.", "assault.start", shows=shows, a=mine[0], d=theirs[0])
    return [Fight(at.seat, mine, theirs), at]


def on(at: Fight, step: str, done: tuple[str, ...] = ()) -> Fight:
    return Fight(at.seat, at.attackers, at.defenders, at.round, step, done)


@scene
@at_any_moment
@rule("assault.steps")
def fight(game: Xenocide, at: Fight) -> Flow[list[Scene]]:
    """One step of a round, then the next."""
    cite("play.decisions-assault")
    match at.step:
        case "maneuver-defender" | "maneuver-attacker":
            more = yield from maneuver(game, at)
        case "reinforce-defender" | "reinforce-attacker":
            more = yield from reinforce(game, at)
        case "tally":
            more = yield from tally(game, at)
        case "attack":
            yield from dice.strike(game, present(game, at.attackers), present(game, at.defenders), True, False)
            more = None
        case "strike-back":
            cite("assault.dice-frozen")
            yield from strike_back(game, at)
            more = None
        case "tests":
            yield from morale.tests(game, present(game, at.attackers), present(game, at.defenders), at.round)
            more = None
        case "flee-attackers" | "flee-defenders":
            more = yield from run(game, at)
        case _:
            more = yield from retreat(game, at)
    if more is not None:
        return [more]
    return after(game, at)


def strike_back(game: Xenocide, at: Fight) -> Flow[None]:
    """Dice were counted before anybody fell: a wiped-out unit still strikes back."""
    ours = [u for u in at.defenders if not game.units[u].fled]
    yield from dice.strike(game, ours, present(game, at.attackers), False, False)


def after(game: Xenocide, at: Fight) -> list[Scene]:
    """The next step, another round, or the follow-up when nobody is in contact any more."""
    i = STEPS.index(at.step)
    if i + 1 < len(STEPS):
        return [on(at, STEPS[i + 1])]
    mine, theirs = present(game, at.attackers), present(game, at.defenders)
    still = [u for u in mine if any(in_contact(game, u, t) for t in theirs)]
    if still:
        dice.clear(game, [u for u in (*at.attackers, *at.defenders) if u not in (*mine, *theirs)])
        game.tell("Round {n} of the close assault.", "assault.another-round", n=at.round + 1)
        return [Fight(at.seat, tuple(mine), tuple(theirs), at.round + 1)]
    return [FollowUp(at.seat, at.attackers, at.defenders)]


def present(game: Xenocide, units: Sequence[str]) -> list[str]:
    return [u for u in units if alive(game, u) and not game.units[u].fled]


def side_of(at: Fight) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """Whose step it is: seat, own units, enemies."""
    if at.step.endswith("attacker") or at.step.endswith("attackers"):
        return at.seat, at.attackers, at.defenders
    return 1 - at.seat, at.defenders, at.attackers


# ---- step 1 ----------------------------------------------------------------------------------------------------------


def maneuver(game: Xenocide, at: Fight) -> Flow[Fight | None]:
    """Units of one side move up to 2 inches nearer, one after another."""
    seat, ours, theirs = side_of(at)
    yield from get_out(game, at, present(game, ours))
    work = partial(newcomers, game, at)  # a fork need not look round again
    at = join_assault(game, at, (yield from Reckon(key="joined", rule="assault.maneuver-new-units", work=work)))
    seat, ours, theirs = side_of(at)
    left = [u for u in present(game, ours) if u not in at.done]
    able = [u for u in left if is_legal(maneuver_refusals(game, u))]
    foes = tuple(present(game, theirs))
    onward = on(at, STEPS[STEPS.index(at.step) + 1])
    if not able or not foes:
        return onward
    unit = yield from Choose(
        seat=seat, key="maneuver", rule="assault.maneuver", prompt="Who maneuvers?", among=lambda: (None, *left),
        why_not=lambda x: () if x is None or x in able else maneuver_refusals(game, x), open=lambda: (None, *able),
        label=lambda x: "Nobody else" if x is None else game.name(x), default=None,
    )  # fmt: skip
    if unit is None:
        return onward
    yield from shift(game, unit, foes, "maneuver-move")
    return (yield from drawn_in(game, on(at, at.step, (*at.done, unit))))


def shift(game: Xenocide, unit: str, foes: Sequence[str], key: str) -> Flow[None]:
    """Up to 2 inches nearer to enemies of the assault."""
    went = yield from ask_move(game, unit, Manner("walk", tuple(foes), limit=MANEUVER, maneuver=True), key)
    if any(went.paths.values()):
        game.tell("{unit} maneuvers.", "assault.maneuver", unit=unit)
    settle(game, unit, {m: went.way(m) for m in game.units[unit].models})
    cite("overwatch.not-triggered")


def drawn_in(game: Xenocide, at: Fight) -> Flow[Fight]:
    """Enemies whom a maneuver touched join, and each may answer with a maneuver of its own, which may touch others."""
    while True:
        after = join_assault(game, at)
        seat = side_of(at)[0]
        new = [t for t in (*after.attackers, *after.defenders) if t not in (*at.attackers, *at.defenders)]
        if not new:
            return after
        for t in new:
            game.tell("{t} is drawn into the close assault.", "assault.maneuver-new-units", t=t)
            if game.units[t].seat != seat and is_legal(maneuver_refusals(game, t)):
                foes = after.attackers if t in after.defenders else after.defenders
                yield from shift(game, t, present(game, foes), "answer-move")
        at = after


def maneuver_refusals(game: Xenocide, unit: str) -> Iterator[Refusal]:
    row = game.units[unit]
    yield from fight_refusals(game, unit)
    if is_hampered(game, unit):
        yield Refusal("movement.suppressed-move", "{unit} is suppressed and does not maneuver.", {"unit": unit})
    if not any(kind_of(game, m).move for m in row.models):
        yield Refusal("movement.move-zero", "{unit} cannot move.", {"unit": unit})


def newcomers(game: Xenocide, at: Fight) -> tuple[str, ...]:
    """Uninvolved units that are in contact with somebody of an assault."""
    near = (t for u in (*at.attackers, *at.defenders) if alive(game, u) for t in units_in_contact(game, u))
    return tuple(dict.fromkeys(t for t in near if t not in at.attackers and t not in at.defenders))


@rule("assault.maneuver-new-units", neutral=lambda game, at, new=None: at)
def join_assault(game: Xenocide, at: Fight, new: Sequence[str] | None = None) -> Fight:
    """Uninvolved units that a maneuver touched join the assault."""
    if new is None:
        new = newcomers(game, at)
    for t in new:
        lose_watch(game, t)
        game.units.set(t, fallen=0, fled=False)
    mine = [t for t in new if game.units[t].seat == at.seat]
    theirs = [t for t in new if game.units[t].seat != at.seat]
    return Fight(at.seat, (*at.attackers, *mine), (*at.defenders, *theirs), at.round, at.step, at.done)


def reinforce(game: Xenocide, at: Fight) -> Flow[Fight | None]:
    """From the second round a command point brings a unit in from up to 8 inches."""
    seat, ours, theirs = side_of(at)
    foes = present(game, theirs)
    if at.round < 2 or not game.sides[seat].points or not foes:
        return None
    unit = yield from called(game, seat, ours, foes, at.done)
    if unit is None:
        return None
    joined = join_assault(game, on(at, at.step, (*at.done, unit)))
    if unit in joined.attackers and not game.units[unit].sally:
        game.units.set(unit, charge="called")
    return joined


# ---- step 2 ----------------------------------------------------------------------------------------------------------


def tally(game: Xenocide, at: Fight) -> Flow[Fight | None]:
    """Dice are counted and split, the defender's units first."""
    waiting = [u for u in (*present(game, at.defenders), *present(game, at.attackers)) if u not in at.done]
    if not waiting:
        return None
    unit = waiting[0]
    foes = present(game, at.defenders if unit in at.attackers else at.attackers)
    work = partial(dice.engaged_models, game, unit, foes)  # a fork need not measure again
    models = yield from Reckon(key="engaged", rule="assault.engaged", work=work)
    yield from dice.split(game, unit, models, at.round == 1, foes)
    return on(at, at.step, (*at.done, unit))


# ---- steps 8 to 10 ---------------------------------------------------------------------------------------------------


@rule("assault.flee-who")
def runners(game: Xenocide, at: Fight) -> list[str]:
    """Attackers with a marker flee first; defenders only if some attacker remains."""
    if at.step == "flee-attackers":
        return [u for u in present(game, at.attackers) if game.units[u].marks]
    if not present(game, at.attackers):
        cite("assault.defender-stays")
        return []
    return [u for u in present(game, at.defenders) if game.units[u].marks]


def run(game: Xenocide, at: Fight) -> Flow[Fight | None]:
    left = runners(game, at)
    if not left or not present(game, side_of(at)[2]):
        return None
    yield from flee(game, left[0], [t for t in side_of(at)[2] if alive(game, t)])
    return at


@rule("assault.retreat")
def retreat(game: Xenocide, at: Fight) -> Flow[Fight | None]:
    """If enemies are still in contact, units may retreat: the attacker's, then the defender's."""
    seat, ours, theirs = side_of(at)
    foes = present(game, theirs)
    here = present(game, ours)
    able = [u for u in here if is_legal(retreat_refusals(game, u, foes))]
    if not able:
        return None
    if at.done:
        fleeing = [u for u in at.done if u in able]
    else:
        fleeing = list((yield from Pick(
            seat=seat, key="retreat", rule="assault.retreat", prompt="Which units retreat?", among=lambda: here,
            why_not=lambda u: () if u in able else retreat_refusals(game, u, foes), open=lambda: able,
            label=lambda u: game.name(u), default=(),
        )))  # fmt: skip
    if not fleeing:
        return None
    yield from flee(game, fleeing[0], [t for t in theirs if alive(game, t)])
    return on(at, at.step, tuple(fleeing[1:])) if fleeing[1:] else None


def retreat_refusals(game: Xenocide, unit: str, foes: Sequence[str]) -> Iterator[Refusal]:
    if not any(in_contact(game, unit, t) for t in foes):
        yield Refusal("assault.retreat", "{unit} is in contact with nobody any more.", {"unit": unit})
    yield from follow_refusals(game, unit)


@scene
@at_any_moment
def follow_up(game: Xenocide, at: FollowUp) -> Flow[list[Scene]]:
    """The remaining units of the assault move up to 4 inches, the attacker's first; then it is forgotten."""
    ours = at.defenders if at.defending else at.attackers
    left = [u for u in present(game, ours) if u not in at.done]
    able = [u for u in left if is_legal(follow_refusals(game, u))]
    unit = None
    if able:
        unit = yield from Choose(
            seat=game.units[able[0]].seat, key="follow", rule="assault.follow-up", prompt="Who follows up?",
            among=lambda: (None, *left), why_not=lambda x: () if x is None or x in able else follow_refusals(game, x),
            open=lambda: (None, *able), label=lambda x: "Nobody else" if x is None else game.name(x), default=None,
        )  # fmt: skip
    if unit is not None:
        cite("assault.follow-up-occupy")
        if (yield from follow_in(game, unit)):
            return [FollowUp(at.seat, at.attackers, at.defenders, at.defending, (*at.done, unit))]
        before = yield from step_out(game, unit, "walk")
        ride = yield from ask_mounting(game, unit)
        if ride == "load":
            load(game, unit)
        went = yield from ask_move(game, unit, Manner("walk", limit=FOLLOW), "follow-move")
        stay_behind(game, before, went)
        if any(went.paths.values()):
            game.tell("{unit} follows up.", "assault.follow-up", unit=unit)
        settle(game, unit, {m: went.way(m) for m in game.units[unit].models})
        if ride == "unload":
            yield from unload(game, unit)
        return [FollowUp(at.seat, at.attackers, at.defenders, at.defending, (*at.done, unit))]
    if not at.defending:
        return [FollowUp(at.seat, at.attackers, at.defenders, True)]
    dice.clear(game, [x for x in (*at.attackers, *at.defenders) if x in game.units])
    return []


def follow_refusals(game: Xenocide, unit: str) -> Iterator[Refusal]:
    if not any(kind_of(game, m).move for m in game.units[unit].models):
        yield Refusal("movement.move-zero", "{unit} cannot move.", {"unit": unit})
