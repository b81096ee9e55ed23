"""Which weapons may be used and whom they may be aimed at: the parts of the special rules (chapter specials) and of the
shooting sequence that act before any die is rolled."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from xenotable.engine import Refusal, acts, cite, rule
from xenotable.games.killteam.content import Rule, entry, rules_of, weapons
from xenotable.games.killteam.coverlines import View
from xenotable.games.killteam.datacards import Use, has, rules_for, title
from xenotable.games.killteam.movement import engaged_with
from xenotable.games.killteam.play import between, within
from xenotable.games.killteam.sight import hidden_by_cover, look, obscured, sees, views
from xenotable.games.killteam.state import CONCEAL, ENGAGE, KillTeam, circle, in_force
from xenotable.games.killteam.terrain import SOLID, killzone
from xenotable.table import Point, overlaps

FUSILLADE, SPLASH, REAP = 2.0, 2.0, 1.0
ROOF_SLIVER = 0.04
MOVES = ("normal", "charge", "fall-back")
FAR = 100.0  # farther than anything on the table


def arms(game: KillTeam, op: str, kind: str) -> list[tuple[str, int]]:
    """The weapons of an operative with their profiles: ranged ones, or melee ones for a fight."""
    row = game.ops[op]
    owned = row.melee if kind == "fight" else row.ranged
    return [(w, n) for w in owned for n in range(len(weapons()[w].profiles))]


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


@rule("content.only-with", neutral=lambda *_: ())
def only_with_refusals(use: Use) -> Iterator[Refusal]:
    if use.arm.only_with and use.by != use.arm.only_with:
        yield Refusal("content.only-with", "The {w} is used through its own action only.", {"w": use.arm.name})
    elif use.by == "ua-unleash-lash" and use.arm.only_with != use.by:
        yield Refusal(entry("ua-unleash-lash"), "Unleash Lash fires the mind lash.")
    elif use.by == "ua-running-burst" and use.weapon != "cw-repeater":
        yield Refusal(entry("ua-running-burst"), "Running Burst fires the repeater carbine.")


def limited_key(use: Use) -> str:
    """What is used up: the weapon if all its profiles are Limited, else the profile alone."""
    cite("specials.limited-weapon")
    limited = [("Limited", 0) in rules_of(p) for p in use.arm.profiles]
    return use.weapon if all(limited) else f"{use.weapon}/{use.profile}"


@rule("specials.limited", neutral=lambda *_: ())
def limited_refusals(game: KillTeam, use: Use) -> Iterator[Refusal]:
    if ("Limited", 0) in rules_of(use.line) and limited_key(use) in game.ops[use.op].used:
        yield Refusal("specials.limited", "The {w} was used in this battle already.", {"w": title(use)})


@rule("specials.silent", neutral=lambda *_: ())
def silent_refusals(game: KillTeam, use: Use, rules: tuple[Rule, ...]) -> Iterator[Refusal]:
    if game.ops[use.op].order != CONCEAL:
        return
    if not has(rules, "Silent"):
        says = "{op} has a Conceal order and the {w} is not Silent."
        yield Refusal("actions.shoot-conceal", says, {"op": use.op, "w": title(use)}, "Select a Silent weapon.")
    else:
        cite("specials.silent-order-kept")
        if use.free:
            cite("combos.silent-free")


@rule("specials.heavy", neutral=lambda *_: ())
def heavy_refusals(game: KillTeam, use: Use, rules: tuple[Rule, ...]) -> Iterator[Refusal]:
    if not has(rules, "Heavy"):
        cite("specials.heavy-profile")
        return
    if any(move in game.ops[use.op].did for move in MOVES):
        says = "The {w} is Heavy and {op} has moved."
        yield Refusal("specials.heavy", says, {"op": use.op, "w": title(use)}, "Select another weapon.")


@rule("specials.unwieldy", neutral=lambda *_: ())
def unwieldy_refusals(game: KillTeam, use: Use, rules: tuple[Rule, ...], spare_ap: int) -> Iterator[Refusal]:
    if not has(rules, "Unwieldy"):
        cite("specials.unwieldy-profile")
        return
    if use.free:
        cite("specials.unwieldy-free")
    if game.ops[use.op].mods:
        cite("combos.stun-unwieldy")
    if spare_ap < 1 or not game.ops[use.op].active:
        says = "The {w} is Unwieldy and takes 1 AP more than {op} has."
        yield Refusal("specials.unwieldy", says, {"op": use.op, "w": title(use)})


@rule("combos.unwieldy-overwatch-blast", neutral=lambda *_: ())
def overwatch_refusals(use: Use, rules: tuple[Rule, ...]) -> Iterator[Refusal]:
    cite("actions.overwatch-not-shoot")
    if has(rules, "Blast"):
        yield Refusal("specials.blast-no-overwatch", "The {w} has Blast: not for Overwatch.", {"w": title(use)})
    if has(rules, "Unwieldy"):
        yield Refusal("specials.unwieldy-overwatch", "The {w} is Unwieldy: not for Overwatch.", {"w": title(use)})
    if has(rules, "Limited"):
        cite("combos.limited-overwatch")


# ---- targets


@rule("shooting.valid-target", neutral=lambda *_: ())
def target_refusals(game: KillTeam, use: Use, target: str, point: Point | None = None) -> Iterator[Refusal]:
    """Why an enemy is no valid target for this weapon."""
    op, foe = game.ops[use.op], game.ops[target]
    if foe.seat == op.seat or not foe.there or foe.fallen:
        yield Refusal("shooting.valid-target", "{t} is no enemy in the killzone.", {"t": target})
        return
    friends = [i for i in engaged_with(game, target) if i != use.op]
    if friends:
        says = "{f} is within engagement range of {t}."
        yield Refusal("shooting.valid-target", says, {"f": friends[0], "t": target}, "Choose another target.")
    rules = rules_for(game, use._replace(target=target))
    yield from range_refusals(game, use, target, rules)
    if use.kind == "overwatch":
        yield from mirage_refusals(game, target)
    yield from sight_refusals(game, use, target, rules, point)


@rule("specials.rng", neutral=lambda *_: ())
def range_refusals(game: KillTeam, use: Use, target: str, rules: tuple[Rule, ...]) -> Iterator[Refusal]:
    reach = has(rules, "Rng")
    if not reach:
        return
    gap = between(game, use.op, target)
    if not within(gap, reach):
        args = {"t": target, "gap": gap, "x": reach, "more": gap - reach}
        yield Refusal("specials.rng", "{t} is {gap:.1f} in away; the weapon reaches {x} in.", args, "Move nearer.")


def mirage_refusals(game: KillTeam, target: str) -> Iterator[Refusal]:
    if in_force(game, game.ops[target].seat, "pl-vc-mirage"):
        yield Refusal(entry("pl-vc-mirage"), "Mirage: {t} cannot be the target of an Overwatch.", {"t": target})


def sight_refusals(
    game: KillTeam, use: Use, target: str, rules: tuple[Rule, ...], point: Point | None = None
) -> Iterator[Refusal]:
    """Not Visible, Obscured, or concealed in Cover."""
    if not sees(game, use.op, target):
        yield Refusal("sight.visible", "{t} is not Visible to {op}.", {"t": target, "op": use.op})
        return
    indirect = bool(has(rules, "Indirect"))
    engages = game.ops[target].order == ENGAGE
    if engages and not indirect and not obscured(game, use.op, target, point):
        cite("sight.los-engage")
        return
    told: set[str] = set()
    for view in views(game, use.op, target, point):
        for refusal in view_refusals(game, use, target, rules, view):
            if refusal.rule not in told:
                told.add(refusal.rule)
                yield refusal


def view_refusals(game: KillTeam, use: Use, target: str, rules: tuple[Rule, ...], view: View) -> Iterator[Refusal]:
    """What a view of the target has against it."""
    indirect = bool(has(rules, "Indirect"))
    if view.obscured:
        if indirect:
            cite("combos.indirect-obscured")
        yield Refusal("sight.obscured", "{t} is Obscured by {by}.", {"t": target, "by": view.by})
    if hidden_by_cover(game, use.op, target, view, indirect):
        cite("activation.order-conceal")
        if has(rules, "No Cover"):
            cite("specials.no-cover-targeting")
        if has(rules, "Barrage"):
            cite("specials.barrage-targeting")
        says = "{t} has a Conceal order and is in Cover behind {by}."
        yield Refusal("sight.cover-conceal-benefit", says, {"t": target, "by": view.by}, "Choose a better place.")
    elif indirect and view.cover:
        if has(rules, "No Cover"):
            cite("combos.indirect-no-cover")
        if has(rules, "Barrage"):
            cite("combos.indirect-barrage")


def valid(game: KillTeam, use: Use, target: str) -> bool:
    """Nothing against it. Whether it is Visible is asked first, because it most often is not."""
    return sees(game, use.op, target) and next(target_refusals(game, use, target), None) is None


def in_reach(game: KillTeam, use: Use) -> Iterator[str]:
    """Enemies that are not clearly too far away: Rng is always printed, so this needs no rules of the attack."""
    row = game.ops[use.op]
    far = next((x for name, x in rules_of(use.line) if name == "Rng"), 99) + 3.0
    for i, o in game.ops.items():
        if o.seat != row.seat and o.there and not o.fallen and abs(o.x - row.x) < far and abs(o.y - row.y) < far:
            yield i


def valid_targets(game: KillTeam, use: Use) -> list[str]:
    return [i for i in in_reach(game, use) if valid(game, use, i)]


def any_target(game: KillTeam, use: Use, only: str = "") -> bool:
    """Is there a valid target? Those near and with an Engage order are asked first: they are it most often."""
    if only:
        return only in in_reach(game, use) and valid(game, use, only)
    ops = game.ops
    row = ops[use.op]
    x, y = row.x, row.y

    def unlikely(i: str) -> float:
        foe = ops[i]
        return abs(foe.x - x) + abs(foe.y - y) + (0.0 if foe.order == ENGAGE else FAR)

    found = list(in_reach(game, use))
    found.sort(key=unlikely)
    return any(valid(game, use, i) for i in found)


def usable(
    game: KillTeam, op: str, kind: str, spare: int, free: bool = False, by: str = ""
) -> Iterator[tuple[str, int]]:
    """Weapons that can be selected and have a valid target."""
    for weapon, n in arms(game, op, kind):
        use = Use(op, weapon, n, kind, free=free, by=by)
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


def cover_die(game: KillTeam, use: Use, rules: tuple[Rule, ...], point: Point | None = None) -> int:
    """Defence dice that the target may keep: one in Cover; by the view from above against Barrage."""
    if has(rules, "Barrage"):
        return 1 if roofed(game, use.target) else 0
    if use.original and has(rules, "Blast") and acts("specials.blast-no-cover"):
        return 0
    from xenotable.games.killteam.equipment import mirror_cloak

    view: View = look(game, use.op, use.target, point)
    if not view.cover:
        return 1 if mirror_cloak(game, use) else 0
    if game.ops[use.target].order == ENGAGE:
        cite("activation.order-engage")
        cite("sight.cover-engage-benefit")
    elif has(rules, "Indirect"):
        cite("specials.indirect-cover-die")
    else:
        cite("terrain.vantage-cover-kept")
    return 1


@rule("specials.barrage", neutral=lambda *_: False)
def roofed(game: KillTeam, op: str) -> bool:
    """Is some of its base hidden from straight above by a part over its head?"""
    cite("specials.barrage-overhead")
    row = game.ops[op]
    base = circle(row)
    for piece in killzone(game).under(base, SOLID):
        if piece.low > row.z + 0.01 and overlaps(base, piece, ROOF_SLIVER):
            return True
    return False


# ---- further targets


@rule("specials.blast", neutral=lambda *_: [])
def blast_targets(game: KillTeam, use: Use, x: float) -> list[str]:
    """Everybody whom the original target sees within x of it, friend and enemy alike; nothing else is asked."""
    cite("specials.blast-example-a")
    cite("specials.blast-example-b")
    cite("specials.blast-example-c")
    cite("specials.blast-validity")
    cite("specials.blast-mandatory")
    cite("combos.blast-rng")
    first = use.original
    return [
        i
        for i, o in game.ops.items()
        if o.there and i != first and within(between(game, first, i), x) and sees(game, first, i)
    ]


@rule("specials.torrent", neutral=lambda *_: [])
def torrent_targets(game: KillTeam, use: Use, x: float, hit: tuple[str, ...]) -> list[str]:
    """Valid targets within x of the original and of every other one attacked so far."""
    cite("specials.torrent-example-a")
    cite("specials.torrent-example-b")
    cite("specials.torrent-example-c")
    pool = valid_targets(game, use) if acts("specials.torrent-validity") else in_reach(game, use)
    return [i for i in pool if i not in hit and all(within(between(game, i, other), x) for other in hit)]


@rule("specials.torrent-set", neutral=lambda *_: [()])
def torrent_sets(game: KillTeam, use: Use, first: str, x: float) -> list[tuple[str, ...]]:
    """Every set of further Torrent targets: all of them, with the original, pairwise within x. For previews."""
    near = torrent_targets(game, use, x, (first,))
    sets = [s for n in range(len(near) + 1) for s in combinations(near, n)]
    return [s for s in sets if all(within(between(game, a, b), x) for a, b in combinations(s, 2))]


@rule("specials.fusillade-distance", neutral=lambda *_: [])
def fusillade_targets(game: KillTeam, use: Use, first: str) -> list[str]:
    """Other valid targets within 2 in of the original one."""
    return [i for i in valid_targets(game, use) if i != first and within(between(game, i, first), FUSILLADE)]


def splashed(game: KillTeam, target: str, radius: float = SPLASH) -> list[str]:
    """Everybody else Visible to and within 2 in of the target, the shooter too."""
    cite("specials.splash-friends")
    return [
        i
        for i, o in game.ops.items()
        if o.there
        and not o.fallen
        and i != target
        and within(between(game, target, i), radius)
        and sees(game, target, i)
    ]


@rule("specials.reap", neutral=lambda *_: [])
def reaped(game: KillTeam, wielder: str, target: str) -> list[str]:
    """Other enemies of the wielder, Visible to it, within 1 in of it or of the target."""
    cite("specials.reap-not-target")
    seat = game.ops[wielder].seat
    return [
        i
        for i, o in game.ops.items()
        if o.there
        and not o.fallen
        and o.seat != seat
        and i != target
        and (within(between(game, wielder, i), REAP) or within(between(game, target, i), REAP))
        and sees(game, wielder, i)
    ]
