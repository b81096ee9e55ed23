"""Chapter wounds: damage, mortal wounds, falling, removal, healing."""

from __future__ import annotations

from xenotable.engine import Flow, acts, cite, rule
from xenotable.games.killteam.rules.datacards.printed import apl, is_leader
from xenotable.games.killteam.rules.markers import drop
from xenotable.games.killteam.rules.ploys.strategic import shrugs_off
from xenotable.games.killteam.rules.specials.dice import after_shrugging_off
from xenotable.games.killteam.state import Death, KillTeam, card_of


@rule("wounds.injured", neutral=lambda game, op: False)
def is_injured(game: KillTeam, operative: str) -> bool:
    """Fewer than half of its starting wounds are left."""
    row = game.ops[operative]
    if "bulwark:4" in row.honours:
        return 3 * row.wounds < row.full
    return 2 * row.wounds < row.full


@rule("wounds.damage", neutral=lambda *_, **__: 0)
def suffer(
    game: KillTeam,
    operative: str,
    n: int,
    by: str = "",
    how: str = "other",
    weapon: str = "",
    rule: str = "wounds.damage",
    mortal: bool = False,
) -> int:
    """Takes wounds away at once; gives how many. Whoever reaches 0 has fallen, and stands until it is removed.

    mortal: these are mortal wounds
    """
    row = game.ops[operative]
    lost = min(row.wounds, n)
    if lost <= 0 or row.fallen:
        return 0
    game.ops.set(operative, wounds=row.wounds - lost)
    left = row.wounds - lost
    what = "{op} suffers {n:mortal wound}; " if mortal else "{op} suffers {n} damage; "
    says = what + ("1 wound is left." if left == 1 else "{left} wounds are left.")
    game.tell(says, rule, op=operative, n=n, left=left)
    if row.wounds == lost:
        fall(game, operative, by, how, weapon)
    return lost


def mortal(game: KillTeam, operative: str, n: int, by: str, how: str, rule: str) -> int:
    """Mortal wounds of one source, less what a Litany of Iron turns aside."""
    cite("wounds.mortal-not-hit")
    left = after_shrugging_off(n, shrugs_off(game, game.ops[operative].seat))
    return suffer(game, operative, left, by, how, rule=rule, mortal=True)


@rule("wounds.incapacitated", neutral=lambda *_: None)
def fall(game: KillTeam, operative: str, by: str = "", how: str = "other", weapon: str = "") -> None:
    """Incapacitated: noted with whom it is credited to."""
    row = game.ops[operative]
    game.ops.set(operative, wounds=0, fallen=True, ready=False)
    if "rites" in row.effects:
        return  # it fell before, and was counted then
    number = game.now.deaths + 1
    game.battle.set("now", deaths=number)
    own = bool(by) and game.ops[by].seat == row.seat
    credit = "" if own and acts("wounds.credit") else by
    slowed = apl(game, operative) < card_of(game, operative).APL
    death = Death(operative, row.seat, game.now.turn, credit, how, weapon, slowed, False, is_leader(game, operative))
    game.deaths.add(f"d{number}", death)
    if credit:
        game.ops.set(credit, kills=game.ops[credit].kills + 1)
    game.tell("{op} is incapacitated.", "wounds.incapacitated", op=operative)


def note_unhurt(game: KillTeam, operative: str) -> None:
    """Notes on the death of an operative that whoever fought it lost no wounds."""
    for key, death in reversed(game.deaths.items()):
        if death.op == operative:
            game.deaths.set(key, unhurt=True)
            return


def remove(game: KillTeam, operative: str) -> Flow[None]:
    """Removed from the killzone; what it carries is dropped first."""
    if not game.ops[operative].there:
        return
    if game.ops[operative].carries:
        yield from drop(game, operative, "markers.carrier-removed")
    leave(game, operative, "wounds.incapacitated")


def leave(game: KillTeam, operative: str, rule: str) -> None:
    """Out of the killzone, with nothing carried and nothing left on it: modifiers and effects end."""
    game.ops.set(operative, there=False, fallen=True, ready=False, active=False, ap=0, mods=(), effects=())
    game.tell("{op} is removed from the killzone.", rule, op=operative)


@rule("wounds.heal", neutral=lambda *_: 0)
def heal(game: KillTeam, operative: str, n: int, rule: str) -> int:
    """Regains wounds, never above what it started with."""
    row = game.ops[operative]
    if row.fallen:
        return 0
    got = min(n, row.full - row.wounds)
    game.ops.set(operative, wounds=row.wounds + got)
    says = "{op} regains 1 wound and has {left}." if got == 1 else "{op} regains {n} wounds and has {left}."
    game.tell(says, rule, op=operative, n=got, left=row.wounds + got)
    return got
