"""Overwatch: fire at who moves, measured anywhere on its way (chapter "overwatch")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise

from msgspec.structs import replace

from xenotable.engine import Choose, Flow, Forecast, Reckon, Refusal, Scene, cite, is_legal, rule, scene
from xenotable.engine.gestures import Aimed
from xenotable.engine.slots import Slot
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.rules.play.measuring import WITHIN, stance, units_in_contact
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.play.positions import beyond
from xenotable.games.xenocide.rules.play.units import above_ground, alive
from xenotable.games.xenocide.rules.shooting.choices import direct_at, focus_fire
from xenotable.games.xenocide.rules.shooting.fire import fire
from xenotable.games.xenocide.rules.shooting.targeting import Where, aim, reach_of, target_refusals
from xenotable.games.xenocide.rules.sight.seen_stretches import legs_of, unseen_stretches
from xenotable.games.xenocide.rules.titans.power import at_any_moment, scars
from xenotable.games.xenocide.rules.titans.shooting import barrel_id, barrel_of, barrels, load_weapon
from xenotable.games.xenocide.rules.transport.riders import open_riders
from xenotable.games.xenocide.rules.transport.weapon_systems import systems
from xenotable.games.xenocide.scenes import Lowered, Reaction, Watching
from xenotable.games.xenocide.state import Sides, Xenocide
from xenotable.table import Point

PARTS = tuple(k / 8 for k in range(9))  # of a way: moments that are always offered


def along(start: Point, path: Sequence[Point], shares: Sequence[float]) -> list[Point]:
    """Where a model is after each of these shares of its way."""
    points = [start, *path]
    legs = [(*a, *b, ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5) for a, b in pairwise(points)]
    way = sum([leg[4] for leg in legs])
    found = []
    for share in shares:
        left, at = share * way, points[-1]
        for x, y, to_x, to_y, long in legs:
            if left <= long and long > 0.0:
                t = left / long
                at = round((x + (to_x - x) * t) * 1024) / 1024, round((y + (to_y - y) * t) * 1024) / 1024
                break
            left -= long
        found.append(at)
    return found


def moments(
    starts: Mapping[str, Point], ways: Mapping[str, Sequence[Point]], shares: Sequence[float] = PARTS
) -> list[Where]:
    """The positions of the moving models at each of these shares of their way."""
    places = [along(at, ways.get(m, ()), shares) for m, at in starts.items()]
    return [dict(zip(starts, [at[k] for at in places], strict=True)) for k in range(len(shares))]


@rule("overwatch.whole-way", neutral=lambda *a: PARTS)
def shares_of(game: Xenocide, watching: Sequence[str], mover: str, at: Reaction) -> tuple[float, ...]:
    """The moments of a way that are looked at: its parts, and one in every stretch in sight between them."""
    legs = legs_of(game, {m: p for m, p in at.starts if m in game.models}, dict(at.ways))
    found = list(PARTS)
    for w in watching:
        guns = [m for m in (*game.units[w].models, *open_riders(game, w)) if kind_of(game, m).weapons]
        found += unseen_stretches(game, guns, reach_of(game, w) + WITHIN, legs, found)
    return tuple(sorted(found))


@rule("overwatch.trigger", neutral=lambda *a: [])
def openings(game: Xenocide, watcher: str, mover: str, when: Sequence[Where]) -> list[int]:
    """The moments at which some weapon of a watching unit could fire at the mover."""
    return [
        k
        for k, where in enumerate(when)
        if any(is_legal(target_refusals(game, watcher, w, mover, where, direct=True)) for w in systems(game, watcher))
    ]


def all_openings(
    game: Xenocide, watching: Sequence[str], at: Reaction
) -> tuple[tuple[float, ...], list[Where], dict[str, tuple[int, ...]]]:
    """The moments of a move (as shares of its way, and where everybody was), and the watching units that could fire at
    some; dear, so a fork need not look again."""
    starts, ways = {m: p for m, p in at.starts if m in game.models}, dict(at.ways)
    if all(m in starts for m in game.units[at.mover].models):
        corners = [{m: p} for m, start in starts.items() for p in (start, *ways.get(m, ()))]
        around = swept_rectangle(game, corners)
        watching = [w for w in watching if not out_of_reach(game, w, around)]
    shares = shares_of(game, watching, at.mover, at) if watching else PARTS
    when = moments(starts, ways, shares)
    found = ((w, tuple(openings(game, w, at.mover, when))) for w in watching)
    return shares, when, {w: ks for w, ks in found if ks}


def swept_rectangle(game: Xenocide, when: Sequence[Where]) -> Sides:
    """The rectangle around all bases on their ways."""
    models, kinds = game.models, game.kinds
    spots = [(at[0], at[1], kinds[models[m].kind].radius) for where in when for m, at in where.items()]
    wide = max((r for _, _, r in spots), default=0.0)
    xs, ys = [x for x, _, _ in spots] or [0.0], [y for _, y, _ in spots] or [0.0]
    return min(xs) - wide, min(ys) - wide, max(xs) + wide, max(ys) + wide


def out_of_reach(game: Xenocide, watcher: str, around: Sides) -> bool:
    """Is everything in a rectangle certainly too far for all weapons of a unit?"""
    if game.units[watcher].riding:
        return False
    return beyond(stance(game, watcher), around, reach_of(game, watcher) + WITHIN)


def reaction(
    game: Xenocide, mover: str, starts: Mapping[str, Point], ways: Mapping[str, Sequence[Point]]
) -> list[Scene]:
    """What the enemy may do about a move, if he watches at all."""
    if not watchful(game, mover):
        return []
    gone = tuple((m, tuple((p[0], p[1]) for p in way)) for m, way in ways.items() if way)
    return [Reaction(mover, tuple((m, (at[0], at[1])) for m, at in starts.items()), gone)]


def watchful(game: Xenocide, mover: str) -> list[str]:
    """The enemies of a mover that are on overwatch."""
    return [w for w in above_ground(game, 1 - game.units[mover].seat) if game.units[w].watch]


@scene
@at_any_moment
@rule("overwatch.several-units")
def react(game: Xenocide, at: Reaction) -> Flow[list[Scene]]:
    """Who watches decides now; the next one after his fire has been suffered."""
    mover = at.mover
    watching = [w for w in watchful(game, mover) if w not in at.held]
    if not watching or not game.units[mover].models:
        return end_watch_of_assaulted(game, mover)
    shares, when, ready = yield from Reckon(
        key="openings", rule="overwatch.trigger", work=partial(all_openings, game, watching, at)
    )
    if not ready:
        return end_watch_of_assaulted(game, mover)
    shooter = yield from Choose(
        seat=1 - game.units[mover].seat, key="react", rule="overwatch.decide-now", prompt="Overwatch against {unit}?",
        args={"unit": mover}, among=lambda: [*ready, *(w for w in watching if w not in ready), None],
        why_not=lambda s: () if s is None or s in ready else unready(s, mover), open=lambda: (*ready, None),
        label=lambda s: "Hold fire" if s is None else game.name(s), default=None,
        odds=partial(_react_odds, game, mover, when, ready),
    )  # fmt: skip
    if shooter is None:
        return end_watch_of_assaulted(game, mover)
    where = yield from moment_of(game, shooter, mover, when, ready[shooter], shares)
    left = tuple(barrel_id(b) for b in barrels(game, shooter))
    hurt = scars(game)
    return [
        Watching(shooter, mover, tuple(where.items()), left, hurt),
        Reaction(mover, at.starts, at.ways, (*at.held, shooter), hurt),
    ]


@rule("overwatch.against-assaulter", neutral=lambda game, mover: [])
def end_watch_of_assaulted(game: Xenocide, mover: str) -> list[Scene]:
    """Who has been assaulted could fire at that; now it is in a close assault and watches nobody else."""
    for unit in units_in_contact(game, mover):
        lose_watch(game, unit)
    return []


def unready(watcher: str, mover: str) -> Iterator[Refusal]:
    says = "No part of the way of {unit} was in sight and range of {s}."
    yield Refusal("overwatch.trigger", says, {"s": watcher, "unit": mover})


moment_odds = Slot[[Xenocide, str, str, Where], Sequence[Forecast]]("xenocide.moment_odds")


def _react_odds(
    game: Xenocide, mover: str, when: Sequence[Where], ready: Mapping[str, Sequence[int]], shooter: str | None
) -> Sequence[Forecast] | None:
    if shooter is None:
        return None
    return moment_odds(game, shooter, mover, when[best_moment(game, shooter, mover, when, ready[shooter])])


def best_moment(game: Xenocide, shooter: str, mover: str, when: Sequence[Where], found: Sequence[int]) -> int:
    return max(found, key=lambda k: (strength(game, shooter, mover, when[k]), -k))


def moment_of(
    game: Xenocide, shooter: str, mover: str, when: Sequence[Where], found: Sequence[int], shares: Sequence[float]
) -> Flow[Where]:
    """The moment of the way at which a unit fires; its marker is spent."""
    best = yield from Reckon(
        key="best-moment", rule="overwatch.measuring-point",
        work=lambda: best_moment(game, shooter, mover, when, found),
    )  # fmt: skip
    k = yield from Choose(
        seat=game.units[shooter].seat, key="moment", rule="overwatch.measuring-point",
        prompt="At which part of the way does {s} fire?", args={"s": shooter}, among=lambda: found, default=best,
        odds=lambda k: moment_odds(game, shooter, mover, when[k]),
        label=lambda k: f"after {shares[k] * 100:.0f} % of its way",
    )  # fmt: skip
    game.units.set(shooter, watch=False)
    shows = (Aimed(game.units[shooter].models, game.units[mover].models),)
    game.tell("{s} fires on overwatch at {t}.", "overwatch.spent", shows=shows, s=shooter, t=mover)
    return when[k]


@scene
@at_any_moment
def watching(game: Xenocide, at: Watching) -> Flow[list[Scene]]:
    """All weapons that fire do so at the unit that moved, from the moment chosen."""
    if not at.left or not game.units[at.mover].models:
        return []
    cite("overwatch.one-target")
    cite("overwatch.no-suppression")
    id, *rest = at.left
    after = replace(at, left=tuple(rest), scars=scars(game))
    barrel = barrel_of(game, at.shooter, id)
    where = {m: p for m, p in at.where if m in game.models}
    w = yield from load_weapon(
        game, at.shooter, barrel, partial(_target_refusals, game, at.shooter, at.mover, where), True
    )
    if w is None or not is_legal(target_refusals(game, at.shooter, w, at.mover, where, direct=True)):
        return [after]
    cite("overwatch.direct-only")
    focus = yield from focus_fire(game, at.shooter, w, at.mover, where)
    directed = at.directed
    if directed is None and not w.aoe:  # once, for all weapons
        directed = yield from direct_at(game, at.shooter, [w], at.mover, where)
    shot = fire(game, at.shooter, w, at.mover, focus, directed or (), where, watching=True)
    return [*shot, replace(after, scars=scars(game), directed=directed)]


def _target_refusals(game: Xenocide, shooter: str, mover: str, where: Where, w: Weapon) -> Iterator[Refusal]:
    yield from target_refusals(game, shooter, w, mover, where, direct=True)


def strength(game: Xenocide, shooter: str, mover: str, where: Where) -> int:
    """How many dice could be rolled from a moment."""
    return sum(w.shots * len(aim(game, shooter, w, mover, where, direct=True).direct) for w in systems(game, shooter))


@scene
def lowered(game: Xenocide, at: Lowered) -> list[Scene]:
    game.units.set(at.unit, high=False, popped=False)
    if alive(game, at.unit):
        game.tell("{unit} comes down again.", "flight.pop-up", unit=at.unit)
    return []


def lose_watch(game: Xenocide, unit: str) -> None:
    """A unit that moves, shoots, fights or is suppressed gives up its watch."""
    if game.units[unit].watch:
        rule_id = "overwatch.overwatch-cancels-move" if game.units[unit].order == "fire-and-move" else "overwatch.lost"
        game.units.set(unit, watch=False)
        game.tell("{unit} is no longer on overwatch.", rule_id, unit=unit)
