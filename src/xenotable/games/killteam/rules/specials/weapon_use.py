"""Special rules that say when a weapon or a Psychic Action may be used and at whom (chapter specials)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Refusal, cite, rule
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Rule, rules_of
from xenotable.games.killteam.rules.datacards.printed import Use, has, has_ability, title
from xenotable.games.killteam.rules.play.measuring import between, within
from xenotable.games.killteam.rules.terrain.features import SOLID, killzone
from xenotable.games.killteam.state import CONCEAL, KillTeam, circle, standing_operatives
from xenotable.table import overlaps

ROOF_SLIVER = 0.04
MOVES = ("normal", "charge", "fall-back")
REACH = 6.0


def limited_key(use: Use) -> str:
    """What is used up: the weapon if all its profiles are Limited, else the profile alone."""
    cite("specials.limited-weapon")
    limited = [("Limited", 0) in rules_of(p) for p in use.arm.profiles]
    return use.weapon if all(limited) else f"{use.weapon}/{use.profile}"


@rule("specials.limited", neutral=lambda *_: ())
def limited_refusals(game: KillTeam, use: Use) -> Sequence[Refusal]:
    used = game.operatives[use.operative].used
    if not used or ("Limited", 0) not in rules_of(use.line) or limited_key(use) not in used:
        return ()
    return (Refusal("specials.limited", "The {w} was used in this battle already.", {"w": title(use)}),)


@rule("specials.silent", neutral=lambda *_: ())
def silent_refusals(game: KillTeam, use: Use, rules: tuple[Rule, ...]) -> Sequence[Refusal]:
    if game.operatives[use.operative].order != CONCEAL or has(rules, "Silent"):
        return ()
    says, args = "{operative} has a Conceal order and the {w} is not Silent.", {"operative": use.operative}
    return (Refusal("actions.shoot-conceal", says, {**args, "w": title(use)}, "Select a Silent weapon."),)


@rule("specials.heavy", neutral=lambda *_: ())
def heavy_refusals(game: KillTeam, use: Use, rules: tuple[Rule, ...]) -> Sequence[Refusal]:
    if not has(rules, "Heavy"):
        cite("specials.heavy-profile")
        return ()
    if not any(move in game.operatives[use.operative].did for move in MOVES):
        return ()
    says = "The {w} is Heavy and {operative} has moved."
    args = {"operative": use.operative, "w": title(use)}
    return (Refusal("specials.heavy", says, args, "Select another weapon."),)


@rule("specials.unwieldy", neutral=lambda *_: ())
def unwieldy_refusals(game: KillTeam, use: Use, rules: tuple[Rule, ...], spare_ap: int) -> Sequence[Refusal]:
    if not has(rules, "Unwieldy"):
        cite("specials.unwieldy-profile")
        return ()
    if is_free_of_charge(game, use) or (spare_ap >= 1 and game.operatives[use.operative].active):
        return ()
    says = "The {w} is Unwieldy and takes 1 AP more than {operative} has."
    return (Refusal("specials.unwieldy", says, {"operative": use.operative, "w": title(use)}),)


@rule("specials.unwieldy-free", neutral=lambda *_: True)
def is_free_of_charge(game: KillTeam, use: Use) -> bool:
    """Whether an Unwieldy weapon takes no AP more in this action: not even a free one saves it, as we rule."""
    return use.free and game.reads("specials.unwieldy-free=costs-nothing")


@rule("specials.rng", neutral=lambda *_: ())
def range_refusals(game: KillTeam, use: Use, target: str, rules: tuple[Rule, ...]) -> Sequence[Refusal]:
    reach = has(rules, "Rng")
    if not reach:
        return ()
    gap = between(game, use.operative, target)
    if within(gap, reach):
        return ()
    args = {"t": target, "gap": gap, "x": reach, "more": gap - reach}
    return (Refusal("specials.rng", "{t} is {gap:.1f} in away; the weapon reaches {x} in.", args, "Move nearer."),)


@rule("specials.barrage", neutral=lambda *_: False)
def is_under_roof(game: KillTeam, operative: str) -> bool:
    """Is some of its base hidden from straight above by a part over its head?"""
    cite("specials.barrage-overhead")
    row = game.operatives[operative]
    base = circle(row)
    for piece in killzone(game).under(base, SOLID):
        if piece.low > row.z + 0.01 and overlaps(base, piece, ROOF_SLIVER):
            return True
    return False


@rule("specials.psychic-action", neutral=lambda *_: ())
def psychic_refusals(game: KillTeam, operative: str) -> Iterator[Refusal]:
    """A Null Cantor nearby forbids Psychic Actions."""
    for i in standing_operatives(game, 1 - game.operatives[operative].seat):
        if has_ability(game, i, "ab-null-hymn") and within(between(game, operative, i), REACH):
            cite("datacards.ability-once")
            yield Refusal(
                content.entry("ab-null-hymn"), "The Null Hymn of {i} forbids Psychic Actions.", {"i": i}, "Move away."
            )
            return
