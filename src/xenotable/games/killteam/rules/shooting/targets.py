"""Which weapons may be used and whom they may be aimed at (chapter shooting)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Refusal, acts, cite, is_legal, memoize, rule
from xenotable.games.killteam.content import Rule, entry, rules_of, weapons
from xenotable.games.killteam.rules.combos import overwatch_refusals
from xenotable.games.killteam.rules.content.rosters import only_with_refusals
from xenotable.games.killteam.rules.datacards.printed import Use, has, title
from xenotable.games.killteam.rules.datacards.special_rules import rules_for
from xenotable.games.killteam.rules.equipment.effects import mirror_cloak
from xenotable.games.killteam.rules.movement.legality import engaged_with
from xenotable.games.killteam.rules.sight.cover_lines import View
from xenotable.games.killteam.rules.sight.visibility import hidden_by_cover, is_obscured, look, sees, views
from xenotable.games.killteam.rules.specials.weapon_use import (
    heavy_refusals,
    is_under_roof,
    limited_refusals,
    range_refusals,
    silent_refusals,
    unwieldy_refusals,
)
from xenotable.games.killteam.state import ENGAGE, KillTeam, in_force, standing_operatives
from xenotable.table import Point

FAR = 100.0  # farther than anything on the table


def arms(game: KillTeam, operative: str, kind: str) -> Sequence[tuple[str, int]]:
    """The weapons of an operative with their profiles: ranged ones, or melee ones for a fight."""
    row = game.operatives[operative]
    return _with_profiles(row.melee if kind == "fight" else row.ranged)


@memoize(256)
def _with_profiles(owned: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((w, n) for w in owned for n in range(len(weapons()[w].profiles)))


# ---- weapons


def weapon_refusals(game: KillTeam, use: Use, spare_ap: int) -> Iterator[Refusal]:
    """Why a ranged weapon cannot be selected. `spare_ap` is what the operative has beyond the price of the action."""
    rules = rules_for(game, use)
    yield from only_with_refusals(use)
    yield from limited_refusals(game, use)
    if use.kind == "shoot":
        yield from silent_refusals(game, use, rules)
        yield from heavy_refusals(game, use, rules)
        yield from unwieldy_refusals(game, use, rules, spare_ap)
    else:
        yield from overwatch_refusals(use, rules)


# ---- targets


@rule("shooting.valid-target", neutral=lambda *_: ())
def target_refusals(
    game: KillTeam, use: Use, target: str, point: Point | None = None, seen: bool = False
) -> Iterator[Refusal]:
    """Why an enemy is no valid target for this weapon. `seen`: it is known to be Visible."""
    row, foe = game.operatives[use.operative], game.operatives[target]
    if foe.seat == row.seat or not foe.there or foe.fallen:
        yield Refusal("shooting.valid-target", "{t} is no enemy in the killzone.", {"t": target})
        return
    friends = [i for i in engaged_with(game, target) if i != use.operative]
    if friends:
        says = "{f} is within engagement range of {t}."
        yield Refusal("shooting.valid-target", says, {"f": friends[0], "t": target}, "Choose another target.")
    rules = rules_for(game, use.at(target))
    yield from range_refusals(game, use, target, rules)
    if use.kind == "overwatch":
        yield from mirage_refusals(game, target)
    yield from sight_refusals(game, use, target, rules, point, seen)


def mirage_refusals(game: KillTeam, target: str) -> Iterator[Refusal]:
    if in_force(game, game.operatives[target].seat, "pl-vc-mirage"):
        yield Refusal(entry("pl-vc-mirage"), "Mirage: {t} cannot be the target of an Overwatch.", {"t": target})


def sight_refusals(
    game: KillTeam, use: Use, target: str, rules: tuple[Rule, ...], point: Point | None = None, seen: bool = False
) -> Iterator[Refusal]:
    """Not Visible (unless it is known to be `seen`), Obscured, or concealed in Cover."""
    if not seen and not sees(game, use.operative, target):
        yield Refusal("sight.visible", "{t} is not Visible to {operative}.", {"t": target, "operative": use.operative})
        return
    indirect = bool(has(rules, "Indirect"))
    engages = game.operatives[target].order == ENGAGE
    if engages and not indirect and not is_obscured(game, use.operative, target, point):
        cite("sight.los-engage")
        return
    told: set[str] = set()
    for view in views(game, use.operative, target, point):
        for refusal in view_refusals(game, use, target, rules, view):
            if refusal.rule not in told:
                told.add(refusal.rule)
                yield refusal


def view_refusals(game: KillTeam, use: Use, target: str, rules: tuple[Rule, ...], view: View) -> Iterator[Refusal]:
    """What a view of the target has against it."""
    indirect = bool(has(rules, "Indirect"))
    if view.obscured:
        yield Refusal("sight.obscured", "{t} is Obscured by {by}.", {"t": target, "by": view.by})
    if hidden_by_cover(game, use.operative, target, view, indirect):
        cite("activation.order-conceal")
        says = "{t} has a Conceal order and is in Cover behind {by}."
        yield Refusal("sight.cover-conceal-benefit", says, {"t": target, "by": view.by}, "Choose a better place.")


def valid(game: KillTeam, use: Use, target: str) -> bool:
    """Nothing against it. Whether it is Visible is asked first, because it most often is not."""
    return sees(game, use.operative, target) and is_legal(target_refusals(game, use, target, seen=True))


def in_reach(game: KillTeam, use: Use) -> Sequence[str]:
    """Enemies that are not clearly too far away: Rng is always printed, so this needs no rules of the attack."""
    row = game.operatives[use.operative]
    foes, reach = standing_operatives(game, 1 - row.seat), has(rules_of(use.line), "Rng")
    if not reach:
        return foes
    rows, far = [(i, game.operatives[i]) for i in foes], reach + 3.0
    return [i for i, foe in rows if abs(foe.x - row.x) < far and abs(foe.y - row.y) < far]


def valid_targets(game: KillTeam, use: Use) -> list[str]:
    return [i for i in in_reach(game, use) if valid(game, use, i)]


def any_target(game: KillTeam, use: Use, only: str = "") -> bool:
    """Is there a valid target? Those near and with an Engage order are asked first: they are it most often."""
    if only:
        return only in in_reach(game, use) and valid(game, use, only)
    operatives = game.operatives
    row = operatives[use.operative]
    x, y = row.x, row.y

    def unlikely(operative: str) -> float:
        foe = operatives[operative]
        return abs(foe.x - x) + abs(foe.y - y) + (0.0 if foe.order == ENGAGE else FAR)

    for foe in sorted(in_reach(game, use), key=unlikely):  # noqa: SIM110  # quicker than any()
        if valid(game, use, foe):
            return True
    return False


def usable(
    game: KillTeam, operative: str, kind: str, spare: int, free: bool = False, by: str = ""
) -> Iterator[tuple[str, int]]:
    """Weapons that can be selected and have a valid target."""
    for weapon, n in arms(game, operative, kind):
        use = Use(operative, weapon, n, kind, free=free, by=by)
        if next(weapon_refusals(game, use, spare), None) is None and any_target(game, use):
            yield weapon, n


def arm_refusals(game: KillTeam, use: Use, spare: int, only: str = "") -> Iterator[Refusal]:
    barred = False
    for refusal in weapon_refusals(game, use, spare):
        barred = True
        yield refusal
    if not barred and not any_target(game, use, only):
        yield Refusal("shooting.no-target", "There is no valid target for the {w}.", {"w": title(use)})


# ---- Cover in the defence step


@rule("shooting.cover-die", neutral=lambda *_, **__: 0)
def cover_die(game: KillTeam, use: Use, rules: tuple[Rule, ...], point: Point | None = None) -> int:
    """Defence dice that the target may keep: one in Cover; by the view from above against Barrage."""
    follows = bool(use.original and has(rules, "Blast"))
    if has(rules, "Barrage"):
        bare = follows and game.reads("combos.barrage-blast=no-cover")
        return 1 if not bare and is_under_roof(game, use.target) else 0
    if follows and acts("specials.blast-no-cover"):
        return 0
    view: View = look(game, use.operative, use.target, point)
    return 1 if view.cover or mirror_cloak(game, use) else 0
