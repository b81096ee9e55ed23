"""Chapter datacards: characteristics of operatives and weapons, read at the start of each attack or move, and what
modifies them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from xenotable.engine import acts, cite, rule
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Profile, Rule, Weapon
from xenotable.games.killteam.specials import SPECIALS, merged
from xenotable.games.killteam.state import KillTeam, card, card_of, in_force

LEAST_MOVE = 4.0
CHARGE_BONUS, DASH = 2.0, 3.0
INJURED_SLOWS = 2.0
# What can give a rule to a weapon, in a fight and in shooting.
GIVING_ITEMS = {True: frozenset(("it-cw-trench-club", "it-vc-blood-oil", "it-cb-venom-gland")), False: {"it-optic"}}
GIVING_PLOYS = {
    True: frozenset(("pl-fp-brand", "pl-vc-cruel-grace", "pl-cb-frenzy")),
    False: frozenset(("pl-cw-fields-of-fire", "pl-fp-brand")),
}


class Use(NamedTuple):
    """A weapon in use: whose, which profile, in which kind of action, against whom."""

    op: str
    weapon: str
    profile: int
    kind: str  # shoot, overwatch or fight
    target: str = ""
    original: str = ""  # the first target of the action, if this is a further one
    free: bool = False
    by: str = ""  # the action that grants a free Shoot

    @property
    def line(self) -> Profile:
        return content.weapons()[self.weapon].profiles[self.profile]

    @property
    def arm(self) -> Weapon:
        return content.weapons()[self.weapon]


def title(use: Use) -> str:
    name = use.line.name
    return use.arm.name + (f" ({name})" if name else "")


# ---- operatives


@rule("datacards.apl", neutral=lambda game, op: 0)
def apl(game: KillTeam, op: str) -> int:
    """The printed APL with all modifiers in force, which together never change it by more than one."""
    row = game.ops[op]
    more = sum(row.mods)
    if row.mods and acts("datacards.apl-modifier-cap"):
        more = max(-1, min(1, more))
    return card(row.unit).unit.APL + more


@rule("datacards.apl-change-while-active", neutral=lambda *_: None)
def change_apl(game: KillTeam, op: str, by: int, rule: str) -> None:
    """Adds a modifier, until the end of the activation if it is active, else of its next one."""
    from xenotable.games.killteam.equipment import keeps_apl
    from xenotable.games.killteam.honours import cool_head

    if by < 0 and (keeps_apl(game, op) or cool_head(game, op)):
        return
    cite("datacards.apl-modifier-duration")
    before = apl(game, op)
    game.ops.set(op, mods=(*game.ops[op].mods, by))
    if len(game.ops[op].mods) > 1:
        cite("combos.stun-apl-cap")
    row = game.ops[op]
    if row.active:
        game.ops.set(op, ap=max(0, row.ap + apl(game, op) - before))
    game.tell("{op} has APL {n} now.", rule, op=op, n=apl(game, op))


@rule("wounds.injured", neutral=lambda game, op: False)
def injured(game: KillTeam, op: str) -> bool:
    """Fewer than half of its starting wounds are left."""
    row = game.ops[op]
    if "bulwark:4" in row.honours:
        return 3 * row.wounds < row.full
    return 2 * row.wounds < row.full


def hampered(game: KillTeam, op: str) -> bool:
    """Injured, and affected by it."""
    return injured(game, op) and not {"grit", "rites"} & set(game.ops[op].effects)


@rule("datacards.movement", neutral=lambda game, op: float(card_of(game, op).M))
def movement(game: KillTeam, op: str) -> float:
    """M with everything that slows; never below 4 in."""
    from xenotable.games.killteam.scoring import carrying_slows

    row = game.ops[op]
    slower = carrying_slows(game, op) + (1 if 2 in row.scars else 0)
    if hampered(game, op):
        slower += INJURED_SLOWS
    m = float(card(row.unit).unit.M)
    if m - slower < LEAST_MOVE and acts("datacards.movement-floor"):
        return min(m, LEAST_MOVE)
    return m - slower


def reach_of(game: KillTeam, op: str, action: str) -> float:
    """How far an action may take an operative."""
    row = game.ops[op]
    more = 1.0 if action in ("normal", "charge") and in_force(game, row.seat, "pl-fp-procession") else 0.0
    if action == "dash":
        quick = in_force(game, row.seat, "pl-vc-quicksilver") or "ghost:1" in row.honours
        advance = row.unit == "cw-warden" and in_force(game, row.seat, "pl-cw-rolling-advance")
        return DASH + (1.0 if quick or advance else 0.0)
    if action == "charge":
        far = "blade:5" in row.honours or "pounce" in row.effects
        more += CHARGE_BONUS + (1.0 if far else 0.0)
    return movement(game, op) + more


@rule("datacards.df", neutral=lambda game, op: 0)
def defence(game: KillTeam, op: str) -> int:
    return max(0, card_of(game, op).DF - (1 if 4 in game.ops[op].scars else 0))


@rule("datacards.sv", neutral=lambda game, op: 6)
def save(game: KillTeam, op: str) -> int:
    """SV as modified. A 1 always fails and a 6 always saves, so it stays between 2 and 6."""
    sv = card_of(game, op).SV
    if in_force(game, game.ops[op].seat, "pl-cb-chitin-bloom"):
        cite("pl-cb-chitin-bloom")
        sv -= 1
    return max(2, min(6, sv)) if acts("datacards.save-limits") else sv


@rule("specials.invulnerable-several", neutral=lambda *_: 0)
def invulnerable(game: KillTeam, op: str) -> int:
    """The best invulnerable save an operative has; 0: none."""
    row = game.ops[op]
    owned = [card(row.unit).unit.inv]
    owned += [int(e.partition(":")[2]) for e in row.effects if e.startswith(("ward:", "oath:"))]
    owned += [5] if "it-st-aegis" in row.items else []
    owned += [6] if "bulwark:2" in row.honours else []
    return min((x for x in owned if x), default=0)


def has_keyword(game: KillTeam, op: str, keyword: str) -> bool:
    cite("datacards.keywords")
    return keyword in card_of(game, op).keywords


def has_ability(game: KillTeam, op: str, ability: str) -> bool:
    return ability in card_of(game, op).abilities


def is_leader(game: KillTeam, op: str) -> bool:
    return "LEADER" in card_of(game, op).keywords


# ---- weapons


def skill(game: KillTeam, use: Use, support: int = 0) -> int:
    """BS or WS as modified; a 6 always hits and a 1 never does."""
    worse = 0
    if hampered(game, use.op) and not (use.kind == "fight" and has_ability(game, use.op, "ab-unbowed")):
        worse += 1
    if use.kind == "overwatch" and not steady_overwatch(game, use.op):
        worse += 1
    if worse > 1:
        cite("datacards.modify-cumulative")
    needed = use.line.skill + worse - support
    return max(2, min(6, needed)) if acts("datacards.natural-limits") else needed


def steady_overwatch(game: KillTeam, op: str) -> bool:
    """Does something keep its Overwatch from worsening BS (Fire Discipline, Snap Shot)?"""
    from xenotable.games.killteam.play import between, within
    from xenotable.games.killteam.sight import sees

    row = game.ops[op]
    if "deadeye:4" in row.honours:
        cite("deadeye:4")
        return True
    if not has_keyword(game, op, "CINDER WARDEN"):
        return False
    for i, other in game.ops.items():
        if other.seat == row.seat and other.there and has_ability(game, i, "ab-fire-discipline"):
            cite("ab-fire-discipline")
            return within(between(game, i, op), 6.0) and sees(game, i, op)
    return False


@rule("datacards.special-rules-scope", neutral=lambda game, use: content.rules_of(use.line))
def rules_for(game: KillTeam, use: Use) -> tuple[Rule, ...]:
    """The special rules of this weapon and profile for this very attack, granted ones included."""
    if ungranted(game, use):
        return printed_rules(use.line, use.kind == "fight")
    return granted_rules(game, use)


def granted_rules(game: KillTeam, use: Use) -> tuple[Rule, ...]:
    """The same, with everything asked that could add a rule or take one away."""
    from xenotable.games.killteam import equipment, honours, ploys, unique

    granted = [
        *ploys.granted(game, use),
        *equipment.granted(game, use),
        *honours.granted(game, use),
        *unique.granted(game, use),
    ]
    forbidden = equipment.forbidden(game, use) | honours.forbidden(game, use)
    fighting = use.kind == "fight"
    if not granted and not forbidden:
        return printed_rules(use.line, fighting)
    rules = [*content.rules_of(use.line), *granted]
    if granted:
        cite("combos.granted-rule-range")
    rules = [r for r in rules if (SPECIALS[r[0]].fights if fighting else SPECIALS[r[0]].shoots)]
    return merged([r for r in rules if r[0] not in forbidden])


def ungranted(game: KillTeam, use: Use) -> bool:
    """Can nothing add to the printed rules or take from them? Asked first, because it almost always is so."""
    row, fighting = game.ops[use.op], use.kind == "fight"
    if row.honours or row.scars or "range-cards" in row.effects or not GIVING_ITEMS[fighting].isdisjoint(row.items):
        return False
    if not GIVING_PLOYS[fighting].isdisjoint(game.sides[row.seat].in_force):
        return False
    if not use.target:
        return True
    if "it-fp-censer" in game.ops[use.target].items:
        return False
    return row.unit != "cw-warden" or not game.ops[use.original or use.target].effects


@lru_cache(1024)
def printed_rules(line: Profile, fighting: bool) -> tuple[Rule, ...]:
    rules = content.rules_of(line)
    return merged([r for r in rules if (SPECIALS[r[0]].fights if fighting else SPECIALS[r[0]].shoots)])


def has(rules: tuple[Rule, ...], name: str) -> int:
    """The x of a rule; 1 for one without x, 0 where it is missing."""
    return next((x or 1 for n, x in rules if n == name), 0)
