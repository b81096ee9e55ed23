"""Shooting: who shoots, targets per weapon system, focus and directed fire (chapter "shooting")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from xenotable.engine import Choose, Flow, Forecast, Pick, Reckon, Refusal, Scene, cite, is_legal, rule, scene
from xenotable.engine.memory import until_moved
from xenotable.engine.slots import Slot
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.rules.army.models import armoury
from xenotable.games.xenocide.rules.buildings.bombardment import aim_at, possible_sections, section_targets
from xenotable.games.xenocide.rules.command import pay
from xenotable.games.xenocide.rules.flight.pop_up import pop_refusals
from xenotable.games.xenocide.rules.overwatch import lose_watch
from xenotable.games.xenocide.rules.play.units import company_first, company_refusals, company_units
from xenotable.games.xenocide.rules.shooting.alternatives import dig_in, dig_refusals, go_on_overwatch, watch_refusals
from xenotable.games.xenocide.rules.shooting.fire import fire
from xenotable.games.xenocide.rules.shooting.pools import fits, volleys_for
from xenotable.games.xenocide.rules.shooting.targeting import aim, fire_refusals, possible, target_refusals, targets
from xenotable.games.xenocide.rules.titans.power import at_any_moment
from xenotable.games.xenocide.rules.titans.shooting import Barrel, barrel_id, barrel_of, barrels, load_weapon
from xenotable.games.xenocide.rules.transport.weapon_systems import systems
from xenotable.games.xenocide.scenes import (
    Declaring,
    Directed,
    Pool,
    Pooled,
    Pooling,
    PopDown,
    Salvo,
    Shooting,
    Shot,
    Suppression,
)
from xenotable.games.xenocide.state import Xenocide


@scene
@at_any_moment
def shooting(game: Xenocide, at: Shooting) -> Flow[list[Scene]]:
    """One unit after another, as the active player likes; then the suppression tests."""
    cite("play.decisions-shooting")
    cite("turn.order-optional-actions")
    waiting = yield from Reckon(
        key="waiting", rule="shooting.who-may-shoot",
        work=lambda: tuple(u for u in company_units(game, at.company) if not game.units[u].acted and able(game, u)),
    )  # fmt: skip
    if not waiting:
        return [Suppression(tuple(game.fire))]
    unit = yield from Choose(
        seat=at.seat, key="unit", rule="turn.unit-order-within-phase", prompt="Which unit shoots next?",
        among=lambda: (*waiting, *(x for x in company_first(game, at.company, at.seat) if x not in waiting), None),
        why_not=lambda x: () if x is None or x in waiting else resting_refusals(game, x, at.company),
        open=lambda: (*waiting, None),
        label=lambda x: "Nobody else" if x is None else game.name(x),
    )  # fmt: skip
    if unit is None:
        return [Suppression(tuple(game.fire))]
    what = yield from Choose(
        seat=at.seat, key="act", rule="shooting.sequence", prompt="What does {unit} do?", args={"unit": unit},
        among=lambda: ("shoot", "pool", "pop-up", "dig-in", "overwatch", "nothing"),
        why_not=lambda a: act_refusals(game, unit, a),
    )  # fmt: skip
    game.units.set(unit, acted=True)
    if what == "shoot":
        return [*declare(game, unit), at]
    if what == "pool":
        return [*(yield from pool(game, unit)), at]
    if what == "pop-up":
        game.units.set(unit, high=True, popped=True)
        game.tell("{unit} pops up.", "flight.pop-up", unit=unit)
        return [*declare(game, unit), PopDown(unit), at]
    if what == "dig-in":
        dig_in(game, unit)
    elif what == "overwatch":
        go_on_overwatch(game, unit)
    return [at]


@rule("shooting.who-may-shoot")
def able(game: Xenocide, unit: str) -> bool:
    return is_legal(fire_refusals(game, unit))


def resting_refusals(game: Xenocide, unit: str, company: str) -> Iterator[Refusal]:
    """Why a unit does not shoot now with this company."""
    yield from company_refusals(game, unit, company)
    if game.units[unit].acted:
        yield Refusal("turn.unit-order-within-phase", "{unit} has acted in this phase already.", {"unit": unit})
    yield from fire_refusals(game, unit)


def act_refusals(game: Xenocide, unit: str, what: str) -> Iterator[Refusal]:
    if what == "shoot":
        yield from fire_refusals(game, unit)
        if not any(has_target(game, unit, w) for w in systems(game, unit)):
            yield Refusal("shooting.eligibility", "{unit} has no target in range and sight.", {"unit": unit})
    elif what == "pool":
        if not partners(game, unit):
            yield Refusal("shooting.pooled-fire", "No other unit shoots together with {unit}.", {"unit": unit})
        else:
            yield from act_refusals(game, unit, "shoot")
    elif what == "pop-up":
        yield from pop_refusals(game, unit)
    elif what == "dig-in":
        yield from dig_refusals(game, unit)
    elif what == "overwatch":
        yield from watch_refusals(game, unit)


@until_moved
def has_target(game: Xenocide, unit: str, w: Weapon) -> bool:
    """Does a weapon system have a target at all?"""
    return any(True for _ in possible(game, unit, w)) or any(True for _ in possible_sections(game, unit, w))


def partners(game: Xenocide, unit: str) -> list[str]:
    """The other units of the company that have not acted in this phase and may shoot."""
    others = company_units(game, game.units[unit].company)
    return [x for x in others if x != unit and not game.units[x].acted and able(game, x)]


@rule("shooting.pooled-fire")
def pool(game: Xenocide, unit: str) -> Flow[list[Scene]]:
    """Several units declare their fire; what goes at one target is resolved together."""
    work, seat, company = partial(partners, game, unit), game.units[unit].seat, game.units[unit].company
    them = yield from Reckon(key="partners", rule="shooting.pooled-fire", work=work)  # a fork need not look again
    chosen = yield from Pick(
        seat=seat, key="pool", rule="shooting.pooled-fire", prompt="Who shoots together with {unit}?",
        args={"unit": unit}, least=1, label=lambda x: game.name(x),
        among=lambda: [*them, *(x for x in company_first(game, company, seat) if x not in (unit, *them))],
        why_not=lambda x: () if x in them else resting_refusals(game, x, company), open=lambda: them,
    )  # fmt: skip
    return [Pooling((unit, *chosen))]


@scene
def pooling(game: Xenocide, at: Pooling) -> list[Scene]:
    """One unit declares its fire, then the next; then everything is resolved."""
    if not at.left:
        return [Pooled(at.shots)] if at.shots else []
    x, *rest = at.left
    game.units.set(x, acted=True)
    return declare(game, x, Pooling(tuple(rest), at.shots))


# ---- declaring -------------------------------------------------------------------------------------------------------


target_odds = Slot[[Xenocide, str, Weapon, str | None], Sequence[Forecast] | None]("xenocide.target_odds")
focus_odds = Slot[[Xenocide, str, Weapon, str, int], Forecast]("xenocide.focus_odds")
directed_odds = Slot[[Xenocide, str, Sequence[Weapon], str, Directed], Sequence[Forecast]]("xenocide.directed_odds")


def declare(game: Xenocide, unit: str, pool: Pooling | None = None) -> list[Scene]:
    return [Declaring(unit, tuple(barrel_id(b) for b in barrels(game, unit)), pool=pool)]


@scene
@at_any_moment
@rule("shooting.declare-targets")
def declaring(game: Xenocide, at: Declaring) -> Flow[list[Scene]]:
    """A target for each weapon system before any die is rolled; then directed fire."""
    unit = at.shooter
    if at.left:
        found = yield from aimed_shot(game, unit, barrel_of(game, unit, at.left[0]))
        return [replace(at, left=at.left[1:], plan=at.plan if found is None else (*at.plan, found))]
    directed = yield from direct_fire(game, unit, at.plan)
    game.units.set(unit, shot=True)
    lose_watch(game, unit)
    if at.pool is None:
        return [Salvo(unit, at.plan, directed)] if at.plan else []
    chosen = dict(directed)
    shots = [Shot(unit, w, t, focus, chosen.get(t, ())) for w, t, focus in at.plan]
    return [replace(at.pool, shots=(*at.pool.shots, *shots))]


def aimed_shot(game: Xenocide, unit: str, barrel: Barrel) -> Flow[tuple[str, str, int] | None]:
    """The target of one weapon, and whether its fire is focused; None: it holds its fire."""
    w = yield from load_weapon(game, unit, barrel, partial(_aimless, game, unit))
    if w is None:
        return None
    work = partial(aims, game, unit, w)  # dear and certain: a fork need not look for targets again
    able_to = yield from Reckon(key="aims", rule="shooting.eligibility", work=work)
    if not able_to:
        return None
    target = yield from Choose(
        seat=game.units[unit].seat, key="target", rule="shooting.declare-targets", prompt="Target of {w} of {unit}?",
        args={"w": w.name, "unit": unit}, among=partial(_marks, game, unit, able_to, w is barrel),
        why_not=lambda t: () if t is None or t in able_to else closed_target(game, unit, w, t),
        open=lambda: (*able_to, None) if w is barrel else able_to,
        label=lambda t: "Hold fire" if t is None else game.name(t), odds=partial(target_odds, game, unit, w),
    )  # fmt: skip
    if target is None:
        return None
    focus = yield from focus_fire(game, unit, w, target)
    return w.id, target, focus


@until_moved
def aims(game: Xenocide, unit: str, w: Weapon) -> tuple[str, ...]:
    """What a weapon system may fire at."""
    return (*targets(game, unit, w), *section_targets(game, unit, w))


def _aimless(game: Xenocide, unit: str, w: Weapon) -> Iterator[Refusal]:
    if not has_target(game, unit, w):
        yield Refusal("shooting.eligibility", "{w} of {unit} has no target.", {"w": w.name, "unit": unit})


def _just(options: list[Directed]) -> list[Directed]:
    return options


def _marks(game: Xenocide, unit: str, able_to: Sequence[str], may_hold: bool) -> list[str | None]:
    """What a weapon may fire at, then every other enemy on the table, closed. A titan that has powered a weapon fires
    it: it could have held its fire before."""
    foes = (t for t, row in game.units.items() if row.seat != game.units[unit].seat and row.on and row.models)
    all_marks = [*able_to, *(t for t in foes if t not in able_to)]
    return [*all_marks, None] if may_hold else [*all_marks]


@until_moved
def closed_target(game: Xenocide, unit: str, w: Weapon, target: str) -> tuple[Refusal, ...]:
    return tuple(target_refusals(game, unit, w, target))


@rule("shooting.focus-fire")
def focus_fire(game: Xenocide, unit: str, w: Weapon, target: str) -> Flow[int]:
    """How many steps of strength a unit buys by trading three dice for one; 0: none."""
    steps = focus_steps(w)
    if not steps:
        return 0
    work = partial(direct_dice, game, unit, w, target)  # a fork need not aim again
    dice = yield from Reckon(key="dice", rule="shooting.focus-fire", work=work)
    options = [0] + [s for s in steps if dice >= 3**s]
    if len(options) == 1:
        return 0
    return (
        yield from Choose(
            seat=game.units[unit].seat, key="focus", rule="shooting.focus-fire",
            prompt="Focus {n:die|dice} of {w}?", args={"n": dice, "w": w.name}, among=lambda: options,
            label=lambda s: f"Strength {w.strength + s}: {3**s} dice make one" if s else "Fire normally",
            odds=lambda s: focus_odds(game, unit, w, target, s),
        )
    )  # fmt: skip


def direct_dice(game: Xenocide, unit: str, w: Weapon, target: str) -> int:
    """The dice of a weapon system that need not go over obstacles."""
    found = aim_at(game, unit, w, target) if target in game.sections else aim(game, unit, w, target)
    return w.shots * len(found.direct)


@rule("shooting.focus-fire-limits", neutral=lambda w: (1, 2, 3))
def focus_steps(w: Weapon) -> tuple[int, ...]:
    """From strength 0 to 1 or 2, from 1 to 2; never with area weapons."""
    if w.aoe:
        cite("aoe.no-directed-fire")
        return ()
    return tuple(range(1, 3 - w.strength))


def direct_fire(
    game: Xenocide, unit: str, plan: Sequence[tuple[str, str, int]]
) -> Flow[tuple[tuple[str, Directed], ...]]:
    """Directed fire at one kind of model, or one model, for a command point per target unit."""
    seat = game.units[unit].seat
    chosen: list[tuple[str, Directed]] = []
    for target in dict.fromkeys(t for _, t, _ in plan if t in game.units):
        if not game.sides[seat].points:
            break
        fired = [armoury()[w] for w, t, _ in plan if t == target]
        options = directions(game, unit, fired, target)
        if len(options) < 2:
            continue
        what: Directed = yield from Choose(
            seat=seat, key="directed", rule="command.use-directed-fire",
            prompt="Direct the fire of {unit} at some models of {t} (1 command point)?",
            args={"unit": unit, "t": target},
            among=partial(_just, options), default=(), label=partial(singled_out, game),
            odds=partial(directed_odds, game, unit, tuple(fired), target),
        )  # fmt: skip
        if what:
            pay(game, seat, "command.use-directed-fire")
            chosen.append((target, what))
    return tuple(chosen)


def directions(game: Xenocide, unit: str, fired: Sequence[Weapon], target: str) -> list[Directed]:
    """No direction, then every kind, aspect, cover and single model that can be singled out."""
    marks = {m: p for w in fired if not w.aoe for m, p in _exposed_models(game, unit, w, target).items()}
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


def singled_out(game: Xenocide, pick: Directed) -> str:
    """A direction of fire in words."""
    match pick:
        case ("kind", kind):
            return f"Only {game.kinds[kind].name}"
        case ("aspect", aspect):
            return f"Only those of aspect {int(aspect):+d}"
        case ("cover",):
            return "Only those in cover"
        case ("open",):
            return "Only those in the open"
        case ("model", model):
            one = game.models[model]
            return f"Only the {game.name(model)} at {one.x:.1f}, {one.y:.1f}"
    return "No"


def _exposed_models(game: Xenocide, unit: str, w: Weapon, target: str) -> dict[str, Pool]:
    volleys = volleys_for(game, unit, w, target, aim(game, unit, w, target))
    return {m: p for v in volleys for p in v.pools for m in p.models}


# ---- firing ----------------------------------------------------------------------------------------------------------


@scene
def salvo(game: Xenocide, at: Salvo) -> list[Scene]:
    """One weapon system after the other, each resolved before the next rolls."""
    if not at.left:
        return []
    (weapon, target, focus), *rest = at.left
    cite("shooting.deal-per-system")
    after = Salvo(at.shooter, tuple(rest), at.directed)
    there = target in game.sections or game.units[target].models
    if not there or not (game.units[at.shooter].models or game.units[at.shooter].riding):
        return [after]
    directed = dict(at.directed).get(target, ())
    return [*fire(game, at.shooter, armoury()[weapon], target, focus, directed), after]
