"""The special rules of a weapon for one attack (chapter datacards): printed, granted and forbidden."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import cite, rule
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Rule
from xenotable.games.killteam.rules.datacards.printed import Use, printed_rules
from xenotable.games.killteam.rules.equipment import effects
from xenotable.games.killteam.rules.narrative import battle_effects
from xenotable.games.killteam.rules.ploys import strategic
from xenotable.games.killteam.rules.specials.dice import merge_rules
from xenotable.games.killteam.state import KillTeam

# What can give a rule to a weapon, in a fight and in shooting.
GIVING_ITEMS = {True: frozenset(("it-cw-trench-club", "it-vc-blood-oil", "it-cb-venom-gland")), False: {"it-optic"}}
GIVING_PLOYS = {
    True: frozenset(("pl-fp-brand", "pl-vc-cruel-grace", "pl-cb-frenzy")),
    False: frozenset(("pl-cw-fields-of-fire", "pl-fp-brand")),
}


@rule("datacards.special-rules-scope", neutral=lambda game, use: content.rules_of(use.line))
def rules_for(game: KillTeam, use: Use) -> tuple[Rule, ...]:
    """The special rules of this weapon and profile for this very attack, granted ones included."""
    if is_as_printed(game, use):
        return printed_rules(use.line, use.kind == "fight")
    return granted_rules(game, use)


def granted_rules(game: KillTeam, use: Use) -> tuple[Rule, ...]:
    """The same, with everything asked that could add a rule or take one away."""
    granted = [
        *strategic.granted_by_ploys(game, use),
        *effects.granted_by_items(game, use),
        *battle_effects.granted_by_honours(game, use),
        *granted_by_direct_fire(game, use),
    ]
    forbidden = effects.forbidden_by_items(game, use) | battle_effects.forbidden_by_scars(game, use)
    fighting = use.kind == "fight"
    if not granted and not forbidden:
        return printed_rules(use.line, fighting)
    rules = [*content.rules_of(use.line), *granted]
    return merge_rules([r for r in content.at_work(rules, fighting) if r[0] not in forbidden])


def is_as_printed(game: KillTeam, use: Use) -> bool:
    """Can nothing add to the printed rules or take from them? Asked first, because it almost always is so."""
    row, fighting = game.operatives[use.operative], use.kind == "fight"
    if row.honours or row.scars or "range-cards" in row.effects or not GIVING_ITEMS[fighting].isdisjoint(row.items):
        return False
    if not GIVING_PLOYS[fighting].isdisjoint(game.sides[row.seat].in_force):
        return False
    if not use.target:
        return True
    if "it-fp-censer" in game.operatives[use.target].items:
        return False
    return row.unit != "cw-warden" or not game.operatives[use.original or use.target].effects


def note_direct_fire(game: KillTeam, use: Use) -> None:
    """A Warden's Shoot action with the enemy that Direct Fire names as its original target uses up its share of the
    order, once all attacks of the action are made."""
    row, first = game.operatives[use.operative], use.original
    if use.kind == "shoot" and row.unit == "cw-warden" and f"directed:{row.seat}" in game.operatives[first].effects:
        game.operatives.set(use.operative, effects=(*row.effects, f"followed:{first}"))


def granted_by_direct_fire(game: KillTeam, use: Use) -> Iterator[Rule]:
    """Direct Fire: the next Shoot of each Warden at that enemy is Balanced."""
    row = game.operatives[use.operative]
    first = use.original or use.target
    if use.kind != "shoot" or row.unit != "cw-warden" or not first or f"followed:{first}" in row.effects:
        return
    if f"directed:{row.seat}" in game.operatives[first].effects:
        cite("ua-direct-fire")
        yield ("Balanced", 0)
