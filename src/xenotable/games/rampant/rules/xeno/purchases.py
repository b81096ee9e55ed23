"""What bought xeno rules cost and change on the card, and which actions they free from a test."""

from __future__ import annotations

from collections.abc import Iterable

from xenotable.engine import cite, memoize, rule
from xenotable.games.rampant.content import ACTIONS, Xeno, content
from xenotable.games.rampant.state import Entry, Profile, Rampant, of_side


@memoize(1024)
def tier(bought: str) -> tuple[str, int]:
    """ "deflector:2" is the second tier; a rule without tiers has tier 1."""
    id, _, n = bought.partition(":")
    return id, int(n) if n.isdecimal() and len(n) < 10 else 1


def tiers_of(xeno: Xeno) -> tuple[str, ...]:
    """How a xeno rule is written on a roster: by its id, or with each of its tiers."""
    return tuple(f"{xeno.id}:{t.tier}" for t in xeno.tiers) or (xeno.id,)


def xeno_cost(bought: str) -> int:
    id, n = tier(bought)
    entry = content().xeno[id]
    if not entry.tiers:
        return entry.cost
    return next((t.cost for t in entry.tiers if t.tier == n), 0)


def applied_xeno(fields: dict[str, int], bought: Iterable[Xeno]) -> None:
    """The few xeno rules that change numbers of the card."""
    for xeno in bought:
        cite(xeno.rule)
        match xeno.id:
            case "slow":
                cite("moving.mobile-and-slow")
                fields["max_move"] -= 2
            case "assault-shields":
                fields["defence_value"] -= 1
            case "iron-discipline" if fields["courage"] > 3:
                fields["courage"] -= 1
            case "unarmed":
                fields.update(shoot=0, shoot_value=0, shoot_range=0)
            case "undying":
                fields["courage"] = 0


@rule("xeno.machine-orders", neutral=lambda entry, bare, *a: bare.free)
def free_actions(entry: Entry, bare: Profile, seasoned: bool) -> tuple[str, ...]:
    """The actions that need no test; one more for a Machine and for a Seasoned Commander, among those it can take."""
    free = bare.free
    if "machine" in bare.has:
        free = (*free, entry.machine_free)
    if seasoned and entry.commander:
        free = (*free, entry.seasoned_free)
    return tuple([a for a in ACTIONS if a in free and getattr(bare, a)])


@rule("xeno.drop-troops-alone", neutral=lambda *a: False)
def first_alone(game: Rampant, unit: str) -> bool:
    """With nobody on the table, the first drop of a turn needs no test."""
    seat = game.units[unit].seat
    return not of_side(game, seat) and game.sides[seat].drops == 0
