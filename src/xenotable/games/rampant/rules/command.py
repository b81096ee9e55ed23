"""The Commander: bonuses, loss, and the traits."""

from __future__ import annotations

import math
from collections.abc import Iterator

from xenotable.engine import Flow, Refusal, Roll, acts, cite, rule
from xenotable.faults import nearest
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.play.conventions import apart, centre, shape, within
from xenotable.games.rampant.state import Rampant, Roster, commander, present
from xenotable.table import Circle

BASE = 0.5  # radius of the Commander's own base
REACH = 12.0


@rule("command.model", neutral=lambda *a: 0.0)
def from_commander(game: Rampant, unit: str, chief: str) -> float:
    """From the Commander's base, at the centre of its unit, to the nearest edge of another unit."""
    x, y = centre(game, chief)
    return apart(Circle(x, y, BASE), shape(game, unit))


@rule("command.suppressed", neutral=lambda game, seat: commander(game, seat))
def leading_commander(game: Rampant, seat: int) -> str:
    """The Commander's unit if the Commander is on the table and not Suppressed, else nothing."""
    chief = commander(game, seat)
    if not chief:
        return ""
    return chief if present(game, chief) and not game.units[chief].suppressed else ""


def near(game: Rampant, unit: str) -> bool:
    """Is the unit within 12 in of its leading Commander, for bonuses and traits?"""
    row = game.units[unit]
    chief = leading_commander(game, row.seat)
    if not chief or row.where not in ("table", "inside"):
        return False
    if "overmind" in game.profile[unit].has and acts("xeno.overmind"):
        return True
    return truly_near(game, unit, chief)


def truly_near(game: Rampant, unit: str, chief: str) -> bool:
    if unit == chief:
        return True
    (ax, ay), (bx, by) = centre(game, unit), centre(game, chief)
    if math.hypot(ax - bx, ay - by) > 20.0:  # no footprint or building is that large
        return False
    return within(from_commander(game, unit, chief), REACH)


@rule("command.order-bonus", neutral=lambda *a: 0)
def order_bonus(game: Rampant, unit: str) -> int:
    """+1 on ordered activations near the Commander; Hesitant ones give none."""
    if has_trait(game, game.units[unit].seat, "hesitant"):
        return 0
    return int(near(game, unit))


@rule("command.courage-bonus", neutral=lambda *a: 0)
def courage_bonus(game: Rampant, unit: str) -> int:
    """+1 on Courage tests near the Commander; Uninspiring ones give none."""
    row = game.units[unit]
    if has_trait(game, row.seat, "uninspiring"):
        return 0
    return int(near(game, unit) or (row.suppressed and steadies_itself(game, unit)))


def steadies_itself(game: Rampant, unit: str) -> bool:
    """Whether a Suppressed Commander's own unit has the bonus all the same."""
    inspires = game.sides[game.units[unit].seat].trait != "uninspiring"
    return game.profile[unit].commander and inspires and game.reads("command.suppressed=own-unit")


def has_trait(game: Rampant, seat: int, trait: str) -> bool:
    """Does this trait work now? Traits rest while the Commander is Suppressed, away or lost."""
    if game.sides[seat].trait != trait or not leading_commander(game, seat):
        return False
    cite(content().traits[trait].rule)
    return True


def own_trait(game: Rampant, unit: str, trait: str) -> bool:
    """Does a trait of the Commander's own unit work for this unit?"""
    return game.profile[unit].commander and has_trait(game, game.units[unit].seat, trait)


FREE_BY_TRAIT = {"attack": "sound-the-charge", "move": "drillmaster", "shoot": "fire-control"}


@rule("command.trait-range", neutral=lambda *a: "")
def helping_trait(game: Rampant, unit: str, trait: str) -> bool:
    """May a trait that helps one unit each turn help this one now?"""
    seat = game.units[unit].seat
    return has_trait(game, seat, trait) and trait not in game.sides[seat].used and near(game, unit)


def use_trait(game: Rampant, seat: int, trait: str) -> None:
    game.sides.set(seat, used=(*game.sides[seat].used, trait))


def free_by_trait(game: Rampant, unit: str, action: str) -> str:
    """The trait that would make an action free for this unit, or nothing; a dash stays a dash."""
    trait = FREE_BY_TRAIT.get(action, "")
    if not trait or not getattr(game.profile[unit], action) or game.units[unit].rallied:
        return ""
    return trait if helping_trait(game, unit, trait) else ""


@rule("command.champion-2-faint-hearted", neutral=lambda *a: False)
def faint_hearted(game: Rampant, unit: str) -> bool:
    """A weakness does not rest while the Commander is Suppressed."""
    return game.sides[game.units[unit].seat].trait == "faint-hearted"


@rule("command.trait", neutral=lambda *a: ())
def trait_refusals(roster: Roster, picked: bool) -> Iterator[Refusal]:
    traits = content().traits
    id = roster.trait
    tables = {t.table for t in traits.values()}
    if not id or (id.startswith("roll:") and id[5:] in tables):
        return
    if id not in traits:
        yield Refusal(
            "command.trait", "There is no trait called {t}.", {"t": id}, f"Leave it out.{nearest(id, traits)}"
        )
    elif picked and traits[id].roll < 3:
        says = "{t} cannot be picked: only traits numbered 3 to 6 are free to choose."
        yield Refusal("command.trait", says, {"t": traits[id].name}, "Pick another, or none.")


@rule("command.trait")
def roll_trait(game: Rampant, seat: int) -> Flow[None]:
    """Rolled mode: one die on the table that the owner picked."""
    table = game.sides[seat].trait[5:]
    counts = yield from Roll(
        seat=seat, key="trait", rule="command.trait", prompt="Roll a trait on the {t} table", args={"t": table}, n=1
    )
    trait = next(t for t in content().traits.values() if t.table == table and t.roll == 1 + counts.index(1))
    game.sides.set(seat, trait=trait.id)
    game.tell("The Commander of {who} is {t}.", "command.trait", who=game.seat_name(seat), t=trait.name)
