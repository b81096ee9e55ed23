"""What battle honours and scars of narrative play do in a battle; the tables stand in the catalogue."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Flow, cite
from xenotable.games.killteam.content import Rule
from xenotable.games.killteam.datacards import Use, injured
from xenotable.games.killteam.dice import one_die
from xenotable.games.killteam.play import between, within
from xenotable.games.killteam.state import KillTeam


def granted(game: KillTeam, use: Use) -> Iterator[Rule]:
    """Special rules that honours give a weapon."""
    row = game.ops[use.op]
    for honour in row.honours:
        kind, _, roll = honour.partition(":")
        if kind == "blade" and use.kind == "fight":
            yield from _blade(game, use, int(roll))
        elif kind == "deadeye" and use.kind != "fight":
            yield from _deadeye(game, use, int(roll))
        elif honour == "ghost:6" and any(t.startswith("Rng ") and int(t[4:]) <= 6 for t in use.line.special):
            yield ("Silent", 0)


def _blade(game: KillTeam, use: Use, roll: int) -> Iterator[Rule]:
    charged = game.ops[use.op].active and "charge" in game.ops[use.op].did
    if roll == 1:
        yield ("Ceaseless", 0)
    elif roll == 2 and use.target and injured(game, use.target):
        yield ("Lethal", 5)
    elif roll == 3:
        yield ("Stun", 0)
    elif roll == 4:
        yield ("Reap", 1)
    elif roll == 6 and charged:
        yield ("Brutal", 0)


def _deadeye(game: KillTeam, use: Use, roll: int) -> Iterator[Rule]:
    row = game.ops[use.op]
    moved = row.active and any(move in row.did for move in ("normal", "charge", "fall-back"))
    gap = between(game, use.op, use.target) if use.target else None
    if roll == 1 and not moved:
        yield ("Balanced", 0)
    elif roll == 2:
        yield ("MW", 1)
    elif roll == 3:
        yield ("P", 1)
    elif roll == 5 and gap is not None and within(gap, 6.0):
        yield ("Lethal", 5)
    elif roll == 6 and gap is not None and within(gap, 12.0):
        yield ("Indirect", 0)


def forbidden(game: KillTeam, use: Use) -> set[str]:
    """Shaky Hand: no re-rolls by the rules of its ranged weapons."""
    if use.kind != "fight" and 3 in game.ops[use.op].scars:
        cite("scar:3")
        return {"Balanced", "Ceaseless", "Relentless"}
    return set()


def cool_head(game: KillTeam, op: str) -> bool:
    """The first loss of APL in a battle is ignored."""
    row = game.ops[op]
    if "bulwark:3" in row.honours and "bulwark:3" not in row.used:
        game.ops.set(op, used=(*row.used, "bulwark:3"))
        game.tell("{op} keeps a cool head.", "bulwark:3", op=op)
        return True
    return False


def last_one_standing(game: KillTeam, op: str, damage: int) -> Flow[int]:
    """The first time a shooting attack would incapacitate it, a 5+ leaves 1 wound. Gives the damage suffered."""
    row = game.ops[op]
    if "bulwark:6" not in row.honours or "bulwark:6" in row.used or damage < row.wounds:
        return damage
    game.ops.set(op, used=(*row.used, "bulwark:6"))
    face = yield from one_die(row.seat, "last-one-standing", "bulwark:6")
    wounds = game.ops[op].wounds
    game.tell("Last One Standing: {n}.", "bulwark:6", n=face)
    return wounds - 1 if face >= 5 else damage


def at_activation(game: KillTeam, op: str) -> None:
    """Walk it off regains a wound; the haunted start slowly."""
    from xenotable.games.killteam.datacards import change_apl
    from xenotable.games.killteam.wounds import heal

    row = game.ops[op]
    if "bulwark:5" in row.honours:
        heal(game, op, 1, "bulwark:5")
    if 6 in row.scars and row.activations == 0:
        change_apl(game, op, -1, "scar:6")


def cheaper(game: KillTeam, op: str, action: str, cost: int, mission: bool) -> int:
    """Slip Away and Quick Hands."""
    row = game.ops[op]
    if action == "fall-back" and "ghost:4" in row.honours:
        return 1
    if (action == "pick-up" or mission) and "ghost:5" in row.honours and "quick-hands" not in row.did:
        return max(0, cost - 1)
    return cost
