"""What narrative play does within a battle (chapter narrative): honours and scars at work, the weaker side, and what is
noted for the campaign."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Flow, cite, rule
from xenotable.games.killteam.content import Rule
from xenotable.games.killteam.rules.datacards.modified import change_apl
from xenotable.games.killteam.rules.datacards.printed import Use, title
from xenotable.games.killteam.rules.dice.rolls import meets, one_die
from xenotable.games.killteam.rules.markers import controller
from xenotable.games.killteam.rules.play.measuring import between, within
from xenotable.games.killteam.rules.setup.territory import in_territory, in_zone
from xenotable.games.killteam.rules.specials.dice import REROLLS
from xenotable.games.killteam.rules.wounds import heal, is_injured
from xenotable.games.killteam.state import SEATS, KillTeam, standing_operatives


def granted_by_honours(game: KillTeam, use: Use) -> Iterator[Rule]:
    """Special rules that honours give a weapon."""
    row = game.operatives[use.operative]
    for honour in row.honours:
        kind, _, roll = honour.partition(":")
        if kind == "blade" and use.kind == "fight":
            yield from _blade(game, use, int(roll))
        elif kind == "deadeye" and use.kind != "fight":
            yield from _deadeye(game, use, int(roll))
        elif honour == "ghost:6" and any(t.startswith("Rng ") and int(t[4:]) <= 6 for t in use.line.special):
            yield ("Silent", 0)


def _blade(game: KillTeam, use: Use, roll: int) -> Iterator[Rule]:
    charged = game.operatives[use.operative].active and "charge" in game.operatives[use.operative].did
    if roll == 1:
        yield ("Ceaseless", 0)
    elif roll == 2 and use.target and is_injured(game, use.target):
        yield ("Lethal", 5)
    elif roll == 3:
        yield ("Stun", 0)
    elif roll == 4:
        yield ("Reap", 1)
    elif roll == 6 and charged:
        yield ("Brutal", 0)


def _deadeye(game: KillTeam, use: Use, roll: int) -> Iterator[Rule]:
    row = game.operatives[use.operative]
    steady = row.active and not any(move in row.did for move in ("normal", "charge", "fall-back"))
    gap = between(game, use.operative, use.target) if use.target else None
    if roll == 1 and steady:
        yield ("Balanced", 0)
    elif roll == 2:
        yield ("MW", 1)
    elif roll == 3:
        yield ("P", 1)
    elif roll == 5 and gap is not None and within(gap, 6.0):
        yield ("Lethal", 5)
    elif roll == 6 and gap is not None and within(gap, 12.0):
        yield ("Indirect", 0)


def forbidden_by_scars(game: KillTeam, use: Use) -> set[str]:
    """Shaky Hand: no re-rolls by the rules of its ranged weapons."""
    if use.kind != "fight" and 3 in game.operatives[use.operative].scars:
        cite("scar:3")
        return set(REROLLS)
    return set()


def last_one_standing(game: KillTeam, operative: str, damage: int) -> Flow[int]:
    """The first time a shooting attack would incapacitate it, a 5+ leaves 1 wound. Gives the damage suffered."""
    row = game.operatives[operative]
    if "bulwark:6" not in row.honours or "bulwark:6" in row.used or damage < row.wounds:
        return damage
    game.operatives.set(operative, used=(*row.used, "bulwark:6"))
    face = yield from one_die(row.seat, "last-one-standing", "bulwark:6")
    wounds = game.operatives[operative].wounds
    game.tell("Last One Standing: {n}.", "bulwark:6", n=face)
    return wounds - 1 if meets(face, 5) else damage


def at_activation(game: KillTeam, operative: str) -> None:
    """Walk it off regains a wound; the haunted start slowly."""
    row = game.operatives[operative]
    if "bulwark:5" in row.honours:
        heal(game, operative, 1, "bulwark:5")
    if 6 in row.scars and row.activations == 0:
        change_apl(game, operative, -1, "scar:6")


def cheaper(game: KillTeam, operative: str, action: str, cost: int, mission: bool) -> int:
    """Slip Away and Quick Hands."""
    row = game.operatives[operative]
    if action == "fall-back" and "ghost:4" in row.honours:
        return 1
    if (action == "pick-up" or mission) and "ghost:5" in row.honours and "quick-hands" not in row.did:
        return max(0, cost - 1)
    return cost


def quick_hands(game: KillTeam, operative: str) -> None:
    if "ghost:5" in game.operatives[operative].honours:
        game.operatives.set(operative, did=(*game.operatives[operative].did, "quick-hands"))


@rule("narrative.balance", neutral=lambda game: None)
def weaker_side(game: KillTeam) -> None:
    """In narrative play 1 CP for each full 3 honours that the other side has more."""
    if game.setup.way != "narrative":
        return
    honours = [sum(len(o.honours) for o in game.operatives.values() if o.seat == s) for s in SEATS]
    for seat in SEATS:
        more = max(0, honours[1 - seat] - honours[seat]) // 3
        if more:
            game.sides.set(seat, cp=game.sides[seat].cp + more)
            game.tell(
                "{who} gained {n} CP as the less seasoned side.", "narrative.balance", who=game.seat_name(seat), n=more
            )


@rule("narrative.log", neutral=lambda *_: None)
def note_dice(game: KillTeam, use: Use, damage: int) -> None:
    """In narrative play the dice that did most are remembered."""
    seat = game.operatives[use.operative].seat
    if (
        game.setup.way != "narrative"
        or damage <= game.sides[seat].moment[0]
        or game.operatives[use.target].seat == seat
    ):
        return
    words = f"{game.name(use.operative)} dealt {damage} damage to {game.name(use.target)} with the {title(use)}"
    game.sides.set(seat, moment=(damage, words))


def note_turning_point(game: KillTeam) -> None:
    """Who stands in the enemy drop zone and holds ground of its own at the end of a turning point."""
    game.battle.set("now", ended=game.now.ended + 1)
    for seat in SEATS:
        side = game.sides[seat]
        there = any(in_zone(game, 1 - seat, game.operatives[i]) for i in standing_operatives(game, seat))
        own = [i for i, m in game.markers.items() if in_territory(game, seat, m.x, m.y, m.x, m.y)]
        holds = any(controller(game, i) == seat for i in own)
        if there or holds:
            game.sides.set(seat, reached=side.reached + there, held=side.held + holds)
