"""What hits cost, in the order of the book: divided by Armour, doubled, stunned, deflected, treated, limited.

The live game runs these steps and the exact odds enumerate the very same functions.
"""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import Confirm, Flow, Forecast, Roll, Slot, acts, cite, rule
from xenotable.games.rampant.rules.play.dice import BLOW, Blow, Wound
from xenotable.odds import DEFENDER, Steps, assign_seats, resolve


@BLOW.step("divide")
@rule("xeno.loss-order")
def divide(t: Blow, s: Wound) -> Wound:
    """One Strength Point for each full number of hits equal to the Armour; the rest is wasted."""
    cite("attacking.losses" if t.kind in ("attack", "masonry") else "shooting.losses")
    hit = min(s.hits, 1)  # later only whether it was hit at all matters, and fewer records make quicker odds
    if t.up and acts("xeno.undying-hits"):
        return replace(s, hits=hit, points=-(-s.hits // t.armour))
    return replace(s, hits=hit, points=s.hits // t.armour)


@BLOW.step("double")
def double(t: Blow, s: Wound) -> Wound:
    if not t.doubled:
        return s
    cite("xeno.otherworldly-weakness")
    return replace(s, points=s.points * 2)


@BLOW.step("stun")
def stun(t: Blow, s: Wound) -> Wound:
    if not t.stun:
        return s
    cite("xeno.stunners")
    return replace(s, points=0, stunned=s.points)


@BLOW.step("deflect")
def deflect(t: Blow, s: Wound) -> Flow[Wound]:
    """One die per point, surplus points included; stunned points may be deflected too."""
    n = s.points + s.stunned
    if not t.deflect or not n:
        return s
    _, saved = yield from Roll(
        seat=DEFENDER,
        key="deflect",
        rule="xeno.deflector",
        prompt="Deflect {n} points",
        args={"n": n},
        n=n,
        cuts=(t.deflect,),
        names=("through", "deflected"),
    )
    return replace(s, points=n - saved) if s.points else replace(s, stunned=n - saved)


@BLOW.step("surgeon")
def surgeon(t: Blow, s: Wound) -> Flow[Wound]:
    if not t.surgeon or not s.points:
        return s
    if not (yield from ask_surgeon(DEFENDER, s.points, t.surgeon)):
        return s
    _, kept = yield from Roll(
        seat=DEFENDER,
        key="surgeon",
        rule="xeno.field-surgeon",
        prompt="The surgeon tries to keep one point",
        n=1,
        cuts=(t.surgeon,),
        names=("lost", "kept"),
    )
    return replace(s, points=s.points - kept)


surgeon_odds = Slot[[int], Forecast]("rampant.surgeon_odds")  # of one die against this


def ask_surgeon(seat: int, lost: int, need: int) -> Confirm:
    """The owner may let the surgeon try to keep one of the lost points."""
    return Confirm(
        seat=seat,
        key="treat",
        rule="xeno.field-surgeon",
        prompt="{n} lost. Does the surgeon try to keep one?",
        args={"n": lost},
        yes="Let the surgeon try",
        no="Take the loss",
        default=True,
        odds=lambda yes: surgeon_odds(need) if yes else None,
    )


@BLOW.step("limit")
def limit(t: Blow, s: Wound) -> Wound:
    """Only now the result is limited to what the unit has. The points before the limit matter to nothing after."""
    return replace(s, points=0, lost=min(s.points, t.have))


FULL: Steps[Blow, Wound] = BLOW.compiled()
THROW: Steps[Blow, Wound] = Steps(FULL.plan[:1])
TOLL: Steps[Blow, Wound] = Steps(FULL.plan[1:])


def roll_to_hit(t: Blow, seat: int) -> Flow[Wound]:
    """The dice to hit."""
    return (yield from assign_seats(resolve(THROW, t, Wound()), (seat, 1 - seat)))


def resolve_losses(t: Blow, s: Wound, seat: int) -> Flow[Wound]:
    """What the hits cost; `seat` threw them."""
    return (yield from assign_seats(resolve(TOLL, t, s), (seat, 1 - seat)))
