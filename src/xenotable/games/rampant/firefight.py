"""Firefight: the shoot-back reaction."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Confirm, Flow, Refusal, Scene, acts, allowed, cite, rule
from xenotable.games.rampant.exchange import Blow
from xenotable.games.rampant.field import distance
from xenotable.games.rampant.rolling import reaction
from xenotable.games.rampant.state import Rampant
from xenotable.games.rampant.targets import concealment, night_refusals, shoot_range
from xenotable.games.rampant.terrain import sees
from xenotable.table import more_than


@rule("specials.firefight", neutral=lambda *a: ())
def drill_refusals(game: Rampant, uid: str) -> Iterator[Refusal]:
    what = game.profile[uid]
    if "firefight" not in what.has or not what.shoot_value:
        yield Refusal("specials.firefight", "{u} does not know how to answer fire.", {"u": uid})


@rule("firefight.first-only", neutral=lambda *a: ())
def first_refusals(game: Rampant, uid: str) -> Iterator[Refusal]:
    """Only against the first enemy that targets it in a turn, whether it could react to that one or not."""
    if game.units[uid].targeted and acts("firefight.chance-lost"):
        yield Refusal("firefight.first-only", "{u} was shot at already this turn.", {"u": uid})


@rule("suppression.no-reactions", neutral=lambda *a: ())
def suppressed_refusals(game: Rampant, uid: str) -> Iterator[Refusal]:
    if game.units[uid].suppressed and acts("shooting.suppressed"):
        yield Refusal("firefight.suppressed", "{u} is Suppressed.", {"u": uid}, "It must rally first.")


@rule("firefight.range", neutral=lambda *a: ())
def reach_refusals(game: Rampant, uid: str, shooter: str) -> Iterator[Refusal]:
    """Within its own range, never at extreme range, and in its sight."""
    far = distance(game, uid, shooter)
    if more_than(far, shoot_range(game, uid)):
        yield Refusal("firefight.range", "{s} is out of the range of {u}.", {"u": uid, "s": shooter})
    if not sees(game, uid, shooter):
        yield Refusal("firefight.range", "{u} does not see {s}.", {"u": uid, "s": shooter})


@rule("firefight.target-limits", neutral=lambda *a: ())
def aim_refusals(game: Rampant, uid: str, shooter: str) -> Iterator[Refusal]:
    """Whoever is too well hidden to be aimed at is not aimed at in a reaction either."""
    far = distance(game, uid, shooter)
    yield from concealment(game, uid, shooter, far)
    yield from night_refusals(game, far, uid)


def firefight_refusals(game: Rampant, uid: str, shooter: str) -> Iterator[Refusal]:
    yield from drill_refusals(game, uid)
    yield from first_refusals(game, uid)
    yield from suppressed_refusals(game, uid)
    yield from reach_refusals(game, uid, shooter)
    yield from aim_refusals(game, uid, shooter)


@rule("firefight.declare-before-dice")
def answer_fire(game: Rampant, uid: str, shooter: str) -> Flow[tuple[Blow | None, list[Scene]]]:
    """The target's owner may declare and test before anybody rolls to hit. Gives the answering fire, if any."""
    from xenotable.games.rampant.forecast import answer_odds
    from xenotable.games.rampant.shooting import volley
    from xenotable.games.rampant.xeno import ask_stun

    may = allowed(firefight_refusals(game, uid, shooter))
    game.units.set(uid, targeted=True)
    cite("firefight.no-chain")
    cite("firefight.next-activation")  # a reaction is no activation: nothing is marked but the shot itself
    if not may:
        return None, []
    yes = yield from Confirm(
        seat=game.units[uid].seat,
        key="firefight",
        rule="firefight.what",
        prompt="{s} aims at {u}. Answer the fire?",
        args={"s": shooter, "u": uid},
        default=True,
        yes="Firefight",
        no="Keep heads down",
        odds=lambda yes: answer_odds(game, uid, shooter) if yes else None,
    )
    if not yes:
        return None, []
    passed, after = yield from reaction(game, uid, "firefight-test", "firefight.test", "{u} answers fire")
    if not passed:
        game.tell("{u} fails to answer the fire.", "firefight.failure", u=uid)
        return None, after
    stun = yield from ask_stun(game, uid, shooter)
    return volley(game, uid, shooter, "firefight", stun=stun), after
