"""Characteristics as modified (chapter datacards): APL, Movement, BS and WS, with what keeps them."""

from __future__ import annotations

from xenotable.engine import acts, cite, rule
from xenotable.games.killteam.rules.datacards.printed import Use, apl, has_ability, has_keyword
from xenotable.games.killteam.rules.play.measuring import between, within
from xenotable.games.killteam.rules.scoring.missions import carrying_slows
from xenotable.games.killteam.rules.sight.visibility import sees
from xenotable.games.killteam.rules.wounds import is_injured
from xenotable.games.killteam.state import KillTeam, Operative, card, card_of, in_force

LEAST_MOVE = 4.0
CHARGE_BONUS, DASH = 2.0, 3.0
INJURED_SLOWS = 2.0


@rule("datacards.apl-change-while-active", neutral=lambda *_: None)
def change_apl(game: KillTeam, operative: str, by: int, rule: str) -> None:
    """Adds a modifier, until the end of the activation if it is active, else of its next one."""
    if by < 0 and (keeps_apl(game, operative) or cool_head(game, operative)):
        return
    cite("datacards.apl-modifier-duration")
    before = apl(game, operative)
    game.operatives.set(operative, mods=(*game.operatives[operative].mods, by))
    row = game.operatives[operative]
    if row.active and not game.reads("datacards.apl-change-while-active=keeps-ap"):
        game.operatives.set(operative, ap=max(0, row.ap + apl(game, operative) - before))
    game.tell("{operative} has APL {n} now.", rule, operative=operative, n=apl(game, operative))


def is_hampered(game: KillTeam, operative: str) -> bool:
    """Injured, and affected by it."""
    return is_injured(game, operative) and not {"grit", "rites"} & set(game.operatives[operative].effects)


@rule("datacards.movement", neutral=lambda game, operative: float(card_of(game, operative).M))
def movement(game: KillTeam, operative: str) -> float:
    """M with everything that slows; never below 4 in."""
    row = game.operatives[operative]
    slower = carrying_slows(game, operative) + (1 if 2 in row.scars else 0)
    if is_hampered(game, operative):
        slower += INJURED_SLOWS
    m = float(card(row.unit).unit.M)
    if m - slower < LEAST_MOVE and acts("datacards.movement-floor"):
        return min(m, LEAST_MOVE)
    return m - slower


def reach_of(game: KillTeam, operative: str, action: str) -> float:
    """How far an action may take an operative."""
    row = game.operatives[operative]
    more = 1.0 if action in ("normal", "charge") and in_force(game, row.seat, "pl-fp-procession") else 0.0
    if action == "dash":
        quick = in_force(game, row.seat, "pl-vc-quicksilver") or "ghost:1" in row.honours
        advance = row.unit == "cw-warden" and in_force(game, row.seat, "pl-cw-rolling-advance")
        return DASH + (1.0 if quick or advance else 0.0)
    if action == "charge":
        far = "blade:5" in row.honours or "pounce" in row.effects
        more += CHARGE_BONUS + (1.0 if far else 0.0)
    return movement(game, operative) + more


# ---- weapons


def skill(game: KillTeam, use: Use, support: int = 0) -> int:
    """BS or WS as modified; a 6 always hits and a 1 never does."""
    worse = 0
    if is_hampered(game, use.operative) and not (
        use.kind == "fight" and has_ability(game, use.operative, "ab-unbowed")
    ):
        worse += 1
    if use.kind == "overwatch" and not steady_overwatch(game, use.operative):
        worse += 1
    needed = use.line.skill + worse - support
    return max(2, min(6, needed)) if acts("datacards.natural-limits") else needed


def steady_overwatch(game: KillTeam, operative: str) -> bool:
    """Does something keep its Overwatch from worsening BS (Fire Discipline, Snap Shot)?"""
    row = game.operatives[operative]
    if "deadeye:4" in row.honours:
        cite("deadeye:4")
        return True
    if not has_keyword(game, operative, "CINDER WARDEN"):
        return False
    for i, other in game.operatives.items():
        if other.seat == row.seat and other.there and has_ability(game, i, "ab-fire-discipline"):
            cite("ab-fire-discipline")
            return within(between(game, i, operative), 6.0) and sees(game, i, operative)
    return False


def keeps_apl(game: KillTeam, operative: str) -> bool:
    """Penance chains: the first loss of APL in each turning point does not happen."""
    row = game.operatives[operative]
    if are_chains_ready(row):
        game.operatives.set(operative, effects=(*row.effects, "chains"))
        game.tell("The chains hold: {operative} keeps its APL.", "it-fp-penance-chains", operative=operative)
        return True
    return False


def cool_head(game: KillTeam, operative: str) -> bool:
    """The first loss of APL in a battle is ignored."""
    row = game.operatives[operative]
    if is_head_cool(row):
        game.operatives.set(operative, used=(*row.used, "bulwark:3"))
        game.tell("{operative} keeps a cool head.", "bulwark:3", operative=operative)
        return True
    return False


def are_chains_ready(row: Operative) -> bool:
    return "it-fp-penance-chains" in row.items and "chains" not in row.effects


def is_head_cool(row: Operative) -> bool:
    return "bulwark:3" in row.honours and "bulwark:3" not in row.used


def is_spared_loss_of_apl(game: KillTeam, operative: str) -> bool:
    """Whether something would keep it from losing APL the next time."""
    row = game.operatives[operative]
    return are_chains_ready(row) or is_head_cool(row)
