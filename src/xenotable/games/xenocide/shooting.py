"""Shooting: targets per weapon system, focus and directed fire, hits dealt, saves, losses (chapter "shooting")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from xenotable.engine import Arrange, Choose, Flow, Forecast, Refusal, Scene, allowed, cite, rule, scene
from xenotable.games.xenocide import odds
from xenotable.games.xenocide.aiming import (
    Aim,
    Where,
    aim,
    fire_refusals,
    systems,
    target_refusals,
    targets,
)
from xenotable.games.xenocide.casualties import remove
from xenotable.games.xenocide.command import pay
from xenotable.games.xenocide.content import Weapon, weapons
from xenotable.games.xenocide.holding import dig_in, dig_refusals, go_on_overwatch, pop_refusals, watch_refusals
from xenotable.games.xenocide.salvos import Directed, fits, pools_of, volley_of, volleys
from xenotable.games.xenocide.saves import lines
from xenotable.games.xenocide.state import Xenocide, company_units, outline, riders, standing
from xenotable.games.xenocide.suppression import Suppression, note
from xenotable.games.xenocide.volley import Pool, Volley, area_hits, deal, saves, to_hit
from xenotable.table import Point
from xenotable.table.near import in_outline


class Shooting(Scene, frozen=True):
    seat: int
    company: str


class PopDown(Scene, frozen=True):
    """After a pop-up attack: the enemy on overwatch may answer, then the unit is low again."""

    unit: str


class Salvo(Scene, frozen=True):
    """The weapon systems of a unit that have a target and have not fired: (weapon, target, focus)."""

    shooter: str
    left: tuple[tuple[str, str, int], ...]
    directed: tuple[tuple[str, Directed], ...] = ()


@scene
@rule("play.decisions-shooting")
@rule("turn.order-optional-actions")
def shooting(game: Xenocide, at: Shooting) -> Flow[list[Scene]]:
    """One unit after another, as the active player likes; then the suppression tests."""
    waiting = [u for u in company_units(game, at.company) if not game.units[u].acted and able(game, u)]
    if not waiting:
        return [Suppression(tuple(game.fire))]
    u = yield from Choose(
        seat=at.seat, key="unit", rule="turn.unit-order-within-phase", prompt="Which unit shoots next?",
        among=lambda: (*waiting, None), label=lambda x: "Nobody else" if x is None else game.name(x),
    )  # fmt: skip
    if u is None:
        return [Suppression(tuple(game.fire))]
    what = yield from Choose(
        seat=at.seat, key="act", rule="shooting.sequence", prompt="What does {u} do?", args={"u": u},
        among=lambda: ("shoot", "pop-up", "dig-in", "overwatch", "nothing"),
        why_not=lambda a: act_refusals(game, u, a),
    )  # fmt: skip
    game.units.set(u, acted=True)
    if what == "shoot":
        return [*(yield from declare(game, u)), at]
    if what == "pop-up":
        game.units.set(u, high=True, popped=True)
        game.tell("{u} pops up.", "flight.pop-up", u=u)
        return [*(yield from declare(game, u)), PopDown(u), at]
    if what == "dig-in":
        dig_in(game, u)
    elif what == "overwatch":
        go_on_overwatch(game, u)
    return [at]


@rule("shooting.who-may-shoot")
def able(game: Xenocide, u: str) -> bool:
    return allowed(fire_refusals(game, u))


def act_refusals(game: Xenocide, u: str, what: str) -> Iterator[Refusal]:
    if what == "shoot":
        yield from fire_refusals(game, u)
        if not any(True for w in systems(game, u) for _ in targets(game, u, w)):
            yield Refusal("shooting.eligibility", "{u} has no target in range and sight.", {"u": u})
    elif what == "pop-up":
        yield from pop_refusals(game, u)
    elif what == "dig-in":
        yield from dig_refusals(game, u)
    elif what == "overwatch":
        yield from watch_refusals(game, u)


# ---- declaring -------------------------------------------------------------------------------------------------------


@rule("shooting.declare-targets")
def declare(game: Xenocide, u: str) -> Flow[list[Scene]]:
    """A target for each weapon system before any die is rolled; then directed fire."""
    seat = game.units[u].seat
    plan: list[tuple[str, str, int]] = []
    for w in systems(game, u):
        able_to = targets(game, u, w)
        if not able_to:
            continue
        target = yield from Choose(
            seat=seat, key="target", rule="shooting.declare-targets", prompt="Target of {w} of {u}?",
            args={"w": w.name, "u": u}, among=partial(_or_none, able_to),
            label=lambda t: "Hold fire" if t is None else game.name(t), odds=partial(_odds, game, u, w),
        )  # fmt: skip
        if target is None:
            continue
        focus = yield from focus_fire(game, u, w, target)
        plan.append((w.id, target, focus))
    directed = yield from direct_fire(game, u, plan)
    game.units.set(u, shot=True, watch=False)
    return [Salvo(u, tuple(plan), directed)] if plan else []


def _just(options: list[Directed]) -> list[Directed]:
    return options


def _or_none(able_to: list[str]) -> list[str | None]:
    return [*able_to, None]


def _odds(game: Xenocide, u: str, w: Weapon, target: str | None) -> Forecast | None:
    return None if target is None else odds.of_fire(game, u, w, target)


@rule("shooting.focus-fire")
def focus_fire(game: Xenocide, u: str, w: Weapon, target: str) -> Flow[int]:
    """How many steps of strength a unit buys by trading three dice for one; 0: none."""
    found = aim(game, u, w, target)
    dice = w.shots * len(found.direct)
    options = [0] + [s for s in focus_steps(w) if dice >= 3**s]
    if len(options) == 1:
        return 0
    return (
        yield from Choose(
            seat=game.units[u].seat, key="focus", rule="shooting.focus-fire",
            prompt="Focus the {n} dice of {w}?", args={"n": dice, "w": w.name}, among=lambda: options,
            label=lambda s: f"Strength {w.strength + s}: {3**s} dice make one" if s else "Fire normally",
            odds=lambda s: odds.of_fire(game, u, w, target, s),
        )
    )  # fmt: skip


@rule("shooting.focus-fire-limits", neutral=lambda w: (1, 2, 3))
def focus_steps(w: Weapon) -> tuple[int, ...]:
    """From strength 0 to 1 or 2, from 1 to 2; never with area weapons."""
    if w.aoe:
        cite("aoe.no-directed-fire")
        return ()
    return tuple(range(1, 3 - w.strength))


def direct_fire(game: Xenocide, u: str, plan: Sequence[tuple[str, str, int]]) -> Flow[tuple[tuple[str, Directed], ...]]:
    """Directed fire at one kind of model, or one model, for a command point per target unit."""
    seat = game.units[u].seat
    chosen: list[tuple[str, Directed]] = []
    for target in dict.fromkeys(t for _, t, _ in plan):
        fired = [weapons()[w] for w, t, _ in plan if t == target]
        options = directions(game, u, fired, target)
        if not game.sides[seat].points or len(options) < 2:
            continue
        what: Directed = yield from Choose(
            seat=seat, key="directed", rule="command.use-directed-fire",
            prompt="Direct the fire of {u} at some models of {t} (1 command point)?", args={"u": u, "t": target},
            among=partial(_just, options), default=(), label=lambda d: " ".join(d) if d else "No",
        )  # fmt: skip
        if what:
            pay(game, seat, "command.use-directed-fire")
            chosen.append((target, what))
    return tuple(chosen)


def directions(game: Xenocide, u: str, fired: Sequence[Weapon], target: str) -> list[Directed]:
    """No direction, then every kind, aspect, cover and single model that can be singled out."""
    marks = {m: p for w in fired if not w.aoe for m, p in _exposed(game, u, w, target).items()}
    options: list[Directed] = [()]
    for pick in (
        *(("kind", k) for k in sorted({p.kind for p in marks.values()})),
        *(("aspect", str(a)) for a in sorted({p.aspect for p in marks.values()})),
        ("cover",), ("open",), *(("model", m) for m in marks),
    ):  # fmt: skip
        chosen = [m for m, p in marks.items() if fits(pick, m, p)]
        if chosen and (len(chosen) < len(marks)):
            options.append(pick)
    return options


def _exposed(game: Xenocide, u: str, w: Weapon, target: str) -> dict[str, Pool]:
    return {m: p for v in volleys(game, u, w, target, aim(game, u, w, target)) for p in v.pools for m in p.models}


# ---- firing ----------------------------------------------------------------------------------------------------------


@scene
def salvo(game: Xenocide, at: Salvo) -> Flow[list[Scene]]:
    """One weapon system after the other, each resolved before the next rolls."""
    if not at.left:
        return []
    (weapon, target, focus), *rest = at.left
    cite("shooting.deal-per-system")
    if game.units[target].models and game.units[at.shooter].models:
        directed = dict(at.directed).get(target, ())
        yield from fire(game, at.shooter, weapons()[weapon], target, focus, directed)
    return [Salvo(at.shooter, tuple(rest), at.directed)]


def fire(
    game: Xenocide, u: str, w: Weapon, target: str, focus: int = 0, directed: Directed = (),
    where: Where | None = None, watching: bool = False,
) -> Flow[None]:  # fmt: skip
    """A weapon system fires at a unit, and at those mingled with it."""
    found = aim(game, u, w, target, where, direct=watching)
    for v in volleys(game, u, w, target, found, focus, directed, where):
        game.tell("{u} fires {w} at {t}: {n} dice.", "shooting.sequence", u=u, w=w.name, t=target, n=v.dice)
        others = mingled(game, target)
        missed = yield from volley(game, u, target, v, found, watching)
        for other in others:
            if missed and game.units[other].models:
                missed = yield from mingled_reroll(game, u, w, other, v, missed, watching)


def volley(game: Xenocide, u: str, target: str, v: Volley, found: Aim, watching: bool) -> Flow[int]:
    """Dice, hits, saves, losses; gives the dice that missed. Overwatch fire leaves no trace for suppression."""
    if v.accuracy + max(p.aspect for p in v.pools) <= -3:
        return 0
    tally = yield from to_hit(v)
    hits = sum(tally.hits) + tally.splash
    if not watching:
        note(game, target, u, v, hits, tally.guns)
        nearest_gun(game, target, found.direct or found.indirect)
    area = bool(v.weapon.aoe)
    counts: Sequence[int] = ((yield from area_hits(v, tally)),) if area else tally.hits
    game.tell("{n} hits on {t}.", "shooting.hit-roll", n=sum(counts), t=target)
    before = len(game.units[target].models)
    yield from suffer(game, target, v, counts, area)
    lost = before - len(game.units[target].models)
    if lost:
        game.tell("{t} loses {n} models.", "shooting.remove-models", t=target, n=lost)
        if not watching:
            game.fire.set(target, casualty=True)
    return tally.misses


def suffer(game: Xenocide, target: str, v: Volley, counts: Sequence[int], area: bool) -> Flow[None]:
    """Deals hits to the pools, saves and removes, pool by pool."""
    order = yield from pool_order(game, target, v.pools, sum(counts))
    for p, hits in zip(order, deal(order, counts, area), strict=True):
        lost = yield from saves(v, p, hits)
        if area and hits and game.kinds[p.kind].open_transport:
            yield from riders_hit(game, target, v, p, hits)
        yield from remove(game, target, p.models, lost)


@rule("transport.open-area-hits", neutral=lambda *a: None)
def riders_hit(game: Xenocide, target: str, v: Volley, p: Pool, hits: int) -> Flow[None]:
    """For each area hit on an open transport its riders suffer one, too, with a cover save of 2."""
    aboard = [m for m in riders(game, target) if game.models[m].inside in p.models]
    if not aboard:
        return
    kind = game.models[aboard[0]].kind
    line = lines(game.kinds[kind], rider_cover(), v.weapon, v.strength)
    lost = yield from saves(v, Pool(kind, rider_cover(), 0, tuple(aboard), line), hits)
    yield from remove(game, target, aboard, lost)


@rule("saves.cover-open-transport")
def rider_cover() -> int:
    return 2


def pool_order(game: Xenocide, target: str, pools: tuple[Pool, ...], hits: int) -> Flow[tuple[Pool, ...]]:
    if len(pools) == 1:
        cite("shooting.single-type")
        return pools
    if not hits:
        return pools
    by_label = {p.label: p for p in pools}
    order = yield from Arrange(
        seat=game.units[target].seat, key="pools", rule="shooting.deal-evenly",
        prompt="In which order are the hits dealt to {t}?", args={"t": target}, items=tuple(by_label),
        default=tuple(by_label),
    )  # fmt: skip
    return tuple(by_label[x] for x in order)


def nearest_gun(game: Xenocide, target: str, guns: Sequence[str]) -> None:
    """Remembers the nearest model that fired at a unit in this phase: its test looks at cover from there."""
    best = game.fire[target].nearest
    for g in guns:
        x, y = game.models[g].x, game.models[g].y
        for m in game.units[target].models:
            d = (game.models[m].x - x) ** 2 + (game.models[m].y - y) ** 2
            if d < best[2]:
                best = (x, y, d)
    game.fire.set(target, nearest=best)


# ---- mingled units ---------------------------------------------------------------------------------------------------


@rule("shooting.mingled", neutral=lambda game, target: [])
def mingled(game: Xenocide, target: str) -> list[str]:
    """The other units of the side that stand among this one, largest first."""
    found: list[str] = []
    if game.units[target].high:
        return found
    mine, inside = outline(game, target), [(game.models[m].x, game.models[m].y) for m in game.units[target].models]
    for u in standing(game, game.units[target].seat):
        if u == target:
            continue
        theirs = [(game.models[m].x, game.models[m].y) for m in game.units[u].models]
        if _any_in(theirs, mine) or _any_in(inside, outline(game, u)):
            found.append(u)
    return sorted(found, key=lambda u: (-len(game.units[u].models), u))


def _any_in(points: Sequence[Point], corners: tuple[Point, ...]) -> bool:
    if len(corners) < 3:
        return False
    x0, x1 = min(c[0] for c in corners), max(c[0] for c in corners)
    return any(x0 <= p[0] <= x1 and in_outline(p, corners) for p in points)


@rule("shooting.mingled-reroll")
def mingled_reroll(game: Xenocide, u: str, w: Weapon, other: str, v: Volley, missed: int, watching: bool) -> Flow[int]:
    """Dice that missed are rolled once more against the next mingled unit that can be seen."""
    if not allowed(target_refusals(game, u, w, other)):
        return missed
    found = aim(game, u, w, other, direct=watching)
    guns = found.direct or found.indirect
    pools = pools_of(game, w, other, found, found.direct)
    if not pools:
        return missed
    cite("shooting.mingled-suppression")
    again = volley_of(game, u, w, other, missed, guns, v.accuracy, v.strength, pools)
    left = yield from volley(game, u, other, again, found, watching)
    return left
