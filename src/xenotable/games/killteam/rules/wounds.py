"""Chapter wounds: damage, mortal wounds, falling, removal, healing."""

from __future__ import annotations

from xenotable.engine import Flow, acts, cite, rule
from xenotable.games.killteam.rules.datacards.printed import apl, is_leader
from xenotable.games.killteam.rules.markers import drop
from xenotable.games.killteam.rules.ploys.strategic import shrugs_off
from xenotable.games.killteam.rules.specials.dice import after_shrugging_off
from xenotable.games.killteam.state import Death, KillTeam, card_of


@rule("wounds.injured", neutral=lambda game, operative: False)
def is_injured(game: KillTeam, operative: str) -> bool:
    """Fewer than half of its starting wounds are left."""
    row = game.operatives[operative]
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
    row = game.operatives[operative]
    lost = min(row.wounds, n)
    if lost <= 0 or row.fallen:
        return 0
    game.operatives.set(operative, wounds=row.wounds - lost)
    left = row.wounds - lost
    what = "{operative} suffers {n:mortal wound}; " if mortal else "{operative} suffers {n} damage; "
    says = what + ("1 wound is left." if left == 1 else "{left} wounds are left.")
    game.tell(says, rule, operative=operative, n=n, left=left)
    if row.wounds == lost:
        fall(game, operative, by, how, weapon)
    return lost


def mortal(game: KillTeam, operative: str, n: int, by: str, how: str, rule: str) -> int:
    """Mortal wounds of one source, less what a Litany of Iron turns aside."""
    cite("wounds.mortal-not-hit")
    left = after_shrugging_off(n, shrugs_off(game, game.operatives[operative].seat))
    return suffer(game, operative, left, by, how, rule=rule, mortal=True)


@rule("wounds.incapacitated", neutral=lambda *_: None)
def fall(game: KillTeam, operative: str, by: str = "", how: str = "other", weapon: str = "") -> None:
    """Incapacitated: noted with whom it is credited to."""
    row = game.operatives[operative]
    game.operatives.set(operative, wounds=0, fallen=True, ready=False)
    if "rites" in row.effects:
        return  # it fell before, and was counted then
    number = game.now.deaths + 1
    game.battle.set("now", deaths=number)
    own = bool(by) and game.operatives[by].seat == row.seat
    credit = "" if own and acts("wounds.credit") else by
    slowed = apl(game, operative) < card_of(game, operative).APL
    death = Death(operative, row.seat, game.now.turn, credit, how, weapon, slowed, False, is_leader(game, operative))
    game.deaths.add(f"d{number}", death)
    if credit:
        game.operatives.set(credit, kills=game.operatives[credit].kills + 1)
    game.tell("{operative} is incapacitated.", "wounds.incapacitated", operative=operative)


def note_unhurt(game: KillTeam, operative: str) -> None:
    """Notes on the death of an operative that whoever fought it lost no wounds."""
    for key, death in reversed(game.deaths.items()):
        if death.operative == operative:
            game.deaths.set(key, unhurt=True)
            return


def remove(game: KillTeam, operative: str) -> Flow[None]:
    """Removed from the killzone; what it carries is dropped first."""
    if not game.operatives[operative].there:
        return
    if game.operatives[operative].carries:
        yield from drop(game, operative, "markers.carrier-removed")
    leave(game, operative, "wounds.incapacitated")


def leave(game: KillTeam, operative: str, rule: str) -> None:
    """Out of the killzone, with nothing carried and nothing left on it: modifiers and effects end."""
    game.operatives.set(operative, there=False, fallen=True, ready=False, active=False, ap=0, mods=(), effects=())
    game.tell("{operative} is removed from the killzone.", rule, operative=operative)


@rule("wounds.heal", neutral=lambda *_: 0)
def heal(game: KillTeam, operative: str, n: int, rule: str) -> int:
    """Regains wounds, never above what it started with."""
    row = game.operatives[operative]
    if row.fallen:
        return 0
    got = min(n, row.full - row.wounds)
    game.operatives.set(operative, wounds=row.wounds + got)
    says = (
        "{operative} regains 1 wound and has {left}." if got == 1 else "{operative} regains {n} wounds and has {left}."
    )
    game.tell(says, rule, operative=operative, n=got, left=row.wounds + got)
    return got
