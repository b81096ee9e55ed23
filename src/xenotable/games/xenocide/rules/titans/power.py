"""Power: drawn when a titan is activated, spent at any moment of its activation (chapter "titans").

`at_any_moment` puts the uses of power beside every decision of the owner; weapons, blades and special movement take
theirs where they are used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, TypeVar

from xenotable.engine import (
    All,
    Ask,
    Choose,
    First,
    Flow,
    Forecast,
    Move,
    Reckon,
    Refusal,
    Roll,
    Scene,
    Then,
    cite,
    is_legal,
    rule,
    scene,
)
from xenotable.engine.display import Chance
from xenotable.engine.memory import until_it_moved
from xenotable.games.xenocide.rules.play.models import is_titan
from xenotable.games.xenocide.rules.play.units import company_units
from xenotable.games.xenocide.rules.titans.frame import frame
from xenotable.games.xenocide.rules.titans.systems import is_buried, system_name, works
from xenotable.games.xenocide.scenes import LateRepairs, PowerUp, Scars
from xenotable.games.xenocide.state import DRIVE, PROJECTOR, Titan, Xenocide

REPAIRS, HEALS = 3, 4  # or less: of other titans, of regenerating ones
CORE, RECHARGE, BOOST = "core", "recharge", "boost"
UNASKED = (Roll, Reckon, All, First)  # nobody decides, or several do: power is not offered beside them
Use = tuple[str, str]  # the titan, and a system to repair, the core, "recharge" or "boost"
S = TypeVar("S", bound=Scene)
T = TypeVar("T")


# ---- drawing power ---------------------------------------------------------------------------------------------------


def titans_of(game: Xenocide, company: str) -> list[str]:
    return [u for u in company_units(game, company) if is_titan(game, u)] if game.titans else []


def power_up(game: Xenocide, seat: int, company: str) -> list[Scene]:
    """The beginning of an activation, if titans act in it."""
    return [PowerUp(seat, company)] if titans_of(game, company) else []


def late_repairs(game: Xenocide, seat: int, company: str) -> list[Scene]:
    return [LateRepairs(seat, company)] if titans_of(game, company) else []


@scene
def draw_power(game: Xenocide, at: PowerUp) -> Flow[list[Scene]]:
    """Repairs before anything else, then the pool."""
    left = [u for u in titans_of(game, at.company) if u not in at.done]
    if not left:
        return []
    unit = left[0]
    game.titans.set(unit, fired=(), boosted=False, dug=False)
    game.units.set(unit, moved=False)  # whoever fled before it was activated may still boost
    if frame(game, unit).regenerating:
        yield from regenerate(game, unit)
    elif game.titans[unit].core == 0:
        yield from restart(game, unit)
    draw(game, unit)
    return [PowerUp(at.seat, at.company, (*at.done, unit))]


@rule("titans.power-gain", neutral=lambda *a: None)
def draw(game: Xenocide, unit: str) -> None:
    """As much as the core gives now; what was left is lost."""
    n = game.titans[unit].core
    game.titans.set(unit, power=n)
    game.tell("{unit} draws {n} power.", "titans.power-gain", unit=unit, n=n)


@rule("titans.core-zero-repair", neutral=lambda *a: None)
def restart(game: Xenocide, unit: str) -> Flow[None]:
    """A titan without a core first makes a free repair roll."""
    yield from mend(game, unit, CORE, "titans.core-zero-repair")


@rule("titans.regenerating", neutral=lambda *a: None)
def regenerate(game: Xenocide, unit: str) -> Flow[None]:
    """One free attempt, before power is drawn; at core 0 it goes to the core."""
    if game.titans[unit].core == 0:
        yield from restart(game, unit)
        return
    hurts = wounds(game, unit)
    if not hurts:
        return
    what = yield from Choose(
        seat=game.units[unit].seat, key="regenerate", rule="titans.regenerating", prompt="What does {unit} regenerate?",
        args={"unit": unit}, among=lambda: hurts, label=lambda x: system_words(game, unit, x), default=hurts[0],
        odds=lambda x: repair_odds(game, unit),
    )  # fmt: skip
    yield from mend(game, unit, what, "titans.regenerating")


def wounds(game: Xenocide, unit: str) -> tuple[str, ...]:
    """What a repair could fix: the core below its starting level, damaged systems."""
    t = game.titans[unit]
    return (*((CORE,) if t.core < frame(game, unit).core else ()), *t.damaged)


def system_words(game: Xenocide, unit: str, what: str) -> str:
    return "Core" if what == CORE else system_name(frame(game, unit), what).capitalize()


def chance(game: Xenocide, unit: str) -> int:
    """A repair succeeds on this or less."""
    return heals() if frame(game, unit).regenerating else REPAIRS


@rule("titans.regenerating", neutral=lambda: REPAIRS)
def heals() -> int:
    return HEALS


def repair_odds(game: Xenocide, unit: str) -> Forecast:
    p = chance(game, unit) / 6
    return Forecast("Repair", "titans.repair", mean=p, unit="repaired", chances=(Chance("repaired", p),))


def mend(game: Xenocide, unit: str, what: str, rule_id: str) -> Flow[None]:
    """One attempt at the core or a system, named before the roll."""
    need = chance(game, unit)
    good, _ = yield from Roll(
        seat=game.units[unit].seat, key="repair", rule=rule_id, n=1, cuts=(need + 1,), names=("repaired", "in vain"),
        prompt="{unit} repairs: {n} or less", args={"unit": unit, "n": need},
    )  # fmt: skip
    name = system_words(game, unit, what).lower()
    if not good:
        game.tell("{unit} tries to repair its {s} in vain.", rule_id, unit=unit, s=name)
        return
    t = game.titans[unit]
    if what == CORE:
        cite("titans.repair-no-power")  # power is drawn at activation alone
        game.titans.set(unit, core=t.core + 1)
        game.tell("{unit} repairs its {s}: level {n}.", rule_id, unit=unit, s=name, n=t.core + 1)
    else:
        game.titans.set(unit, damaged=tuple(x for x in t.damaged if x != what))
        game.tell("{unit} repairs its {s}.", rule_id, unit=unit, s=name)


# ---- spending it -----------------------------------------------------------------------------------------------------


def awake(game: Xenocide) -> list[str]:
    """The titans with power whose company is being activated."""
    company, units = game.now.company, game.units
    if not company:
        return []
    return [u for u, t in game.titans.items() if t.power and units[u].company == company and units[u].models]


def uses(game: Xenocide, unit: str) -> tuple[Use, ...]:
    return (unit, BOOST), (unit, RECHARGE), (unit, CORE), *((unit, x) for x in game.titans[unit].damaged)


def use_refusals(game: Xenocide, use: Use) -> Iterator[Refusal]:
    """Why power cannot be spent in this way now."""
    if use[0] in awake(game):
        yield from awake_refusals(game, use)
    else:
        says = "{unit} repairs and recharges in its own activation, with power."
        yield Refusal("titans.power-outside", says, {"unit": use[0]})


def awake_refusals(game: Xenocide, use: Use) -> Iterator[Refusal]:
    """Why a titan with power, in its own activation, cannot spend it in this way."""
    unit, what = use
    t, f, args = game.titans[unit], frame(game, unit), {"unit": unit}
    if what == BOOST:
        yield from boost_refusals(game, unit)
    elif what == RECHARGE:
        if t.layers >= f.layers:
            yield Refusal("titans.recharge", "{unit} has all its deflector layers.", args)
        elif not works(game, unit, PROJECTOR) or not t.core:
            yield Refusal("titans.recharge", "{unit} needs a core and a working projector.", args, "Repair them first.")
    elif what not in wounds(game, unit):
        yield Refusal("titans.repair", "There is nothing to repair.", args)


def boost_refusals(game: Xenocide, unit: str) -> Iterator[Refusal]:
    row, args = game.units[unit], {"unit": unit}
    if game.titans[unit].boosted:
        yield Refusal("titans.stat-move-boost", "{unit} has boosted already.", args)
    if row.moved:
        yield Refusal("titans.stat-move-boost", "{unit} has moved already.", args)
    if not works(game, unit, DRIVE):
        yield Refusal("titans.systems", "The drive of {unit} is damaged.", args, "Repair it first.")


def spend_ask(game: Xenocide, boosts: bool, none: bool = False) -> Choose[Use | None] | None:
    """What the titans of this activation can do with their power now, as one ask; None: nothing."""
    ready = awake(game)
    if not any(needs_power(game, u) or (boosts and is_legal(boost_refusals(game, u))) for u in ready):
        return None
    found = [x for u in ready for x in uses(game, u) if boosts or x[1] != BOOST]
    unit = ready[0]
    prompt = "Spend power of {unit} ({n} left)?" if len(ready) == 1 else "Spend power of your titans?"
    return Choose(
        seat=game.units[unit].seat, key="power", rule="titans.power-spend", prompt=prompt,
        args={"unit": unit, "n": game.titans[unit].power}, among=lambda: ((None,) if none else ()) + tuple(found),
        why_not=lambda x: () if x is None else use_refusals(game, x), label=lambda x: use_label(game, x),
        odds=lambda x: repair_odds(game, x[0]) if x and is_repair(x) else None, has_odds=is_repair,
        on=lambda x: "" if x is None else game.units[x[0]].models[0],
    )  # fmt: skip


def is_repair(use: Use | None) -> bool:
    """Power that buys dice, and not just power or shields."""
    return use is not None and use[1] not in (BOOST, RECHARGE)


@until_it_moved
def needs_power(game: Xenocide, unit: str) -> bool:
    """Is there anything to repair or to recharge?"""
    return any(is_legal(awake_refusals(game, use)) for use in uses(game, unit) if use[1] != BOOST)


def use_label(game: Xenocide, use: Use | None) -> str:
    if use is None:
        return "Not now"
    unit, what = use
    f, name = frame(game, unit), game.name(unit)
    if what == BOOST:
        return f"{name}: boost its Move by {f.boost:g} in"
    if what == RECHARGE:
        return f"{name}: recharge a deflector layer"
    return f"{name}: repair {system_words(game, unit, what).lower()} ({chance(game, unit)} or less)"


def spend(game: Xenocide, use: Use) -> Flow[None]:
    """One point of power, used once."""
    unit, what = use
    left = game.titans.set(unit, power=game.titans[unit].power - 1).power
    game.tell("{unit} spends 1 power; {n} left.", "titans.power-spend", unit=unit, n=left)
    if what == BOOST:
        game.titans.set(unit, boosted=True)
        game.tell("{unit} boosts its Move by {n:g} in.", "titans.stat-move-boost", unit=unit, n=frame(game, unit).boost)
    elif what == RECHARGE:
        recharge(game, unit)
    else:
        yield from mend(game, unit, what, "titans.repair")


@rule("titans.recharge", neutral=lambda *a: None)
def recharge(game: Xenocide, unit: str) -> None:
    t = game.titans.set(unit, layers=game.titans[unit].layers + 1)
    game.tell("{unit} recharges its deflector: {n:layer}.", "titans.recharge", unit=unit, n=t.layers)


# ---- at any moment ---------------------------------------------------------------------------------------------------


def at_any_moment(function: Callable[[Xenocide, S], Then]) -> Callable[[Xenocide, S], Then]:
    """Puts the uses of power beside the decisions of a scene: titans of the company being activated may spend it
    before their owner answers anything, and before the enemy decides once they have been hurt."""

    @wraps(function)
    def flow(game: Xenocide, at: S) -> Then:
        then = function(game, at)
        if isinstance(then, list) or not (game.titans and awake(game)):  # nobody draws power in the midst of a scene
            return then
        return beside(game, then, getattr(at, "scars", ()))

    return flow


def beside(game: Xenocide, inner: Flow[T], before: Scars) -> Flow[T]:
    """The decisions of a scene. `before`: how its titans were when anybody last decided something: a scene that the
    enemy decides in and that may follow their wounds says so."""
    value: Any = None
    rows = tuple(game.titans.values())  # as they were then, if nothing is said
    while True:
        try:
            ask = inner.send(value)
        except StopIteration as end:
            result: T = end.value
            return result
        if type(ask) in UNASKED or ask.seat < 0:
            value = yield ask
            continue
        offer = spend_ask(game, boosts=type(ask) is not Move)
        if offer is None:
            value = yield ask
        elif offer.seat == ask.seat:
            value = yield from first_power(game, ask, offer)
        else:
            if scars(game) != (before or titan_scars(rows)):
                yield from window(game)
            value = yield ask
        before, rows = (), tuple(game.titans.values())


def scars(game: Xenocide) -> Scars:
    """What repairs and recharging could be for: it is different once a titan has been hurt."""
    return titan_scars(game.titans.values())


def titan_scars(titans: Iterable[Titan]) -> Scars:
    return tuple((t.core, t.layers, len(t.damaged)) for t in titans)


def first_power(game: Xenocide, ask: Ask[Any], offer: Ask[Any] | None) -> Flow[Any]:
    """The ask, with the uses of power beside it until the ask is answered."""
    while True:
        if ask.key in ("level", "blades"):  # their prompts say how much is left
            ask.args = {**(ask.args or {}), "n": game.titans[(ask.args or {})["unit"]].power}
        if offer is None:
            return (yield ask)
        reply = yield from First(asks=(ask, offer), fresh=True)
        if reply.key == ask.key:
            return reply.value
        yield from spend(game, reply.value)
        offer = spend_ask(game, boosts=type(ask) is not Move)


def window(game: Xenocide) -> Flow[None]:
    """The uses of power alone, until the owner has had enough of them."""
    while (offer := spend_ask(game, boosts=False, none=True)) is not None:
        offer.default = None
        use = yield from offer
        if use is None:
            return
        yield from spend(game, use)


# ---- special movement ------------------------------------------------------------------------------------------------

BELOW = ("dive", "tunnel", "surface")


def way_cost(game: Xenocide, unit: str, mode: str) -> int:
    """The power that a way of moving takes from a unit: of titans, a point for what is special."""
    if not is_titan(game, unit):
        return 0
    if mode in ("jump", "teleport"):
        return special()
    return special() if mode in BELOW and not game.titans[unit].dug else 0


@rule("titans.special-movement-power", neutral=lambda: 0)
def special() -> int:
    return 1


def affords(game: Xenocide, unit: str, mode: str) -> bool:
    return is_legal(way_refusals(game, unit, mode, False))


def way_refusals(game: Xenocide, unit: str, mode: str, assaults: bool) -> Iterator[Refusal]:
    """Special movement needs power and a working drive; but whoever is buried may always come up where it is."""
    if not is_titan(game, unit) or mode not in ("jump", "teleport", *BELOW):
        return
    if mode == "surface" and not assaults:
        return
    if not works(game, unit, DRIVE):
        yield Refusal("titans.systems", "The drive of {unit} is damaged.", {"unit": unit}, "Repair it first.")
    if game.titans[unit].power < way_cost(game, unit, mode):
        yield Refusal("titans.special-movement-power", "{unit} has no power for that.", {"unit": unit})


def pay_way(game: Xenocide, unit: str, mode: str) -> int:
    """The power of a special movement, paid when it is chosen: it cannot be spent twice. Gives what was paid."""
    cost = way_cost(game, unit, mode)
    if not cost or is_buried(game, game.units[unit].models[0]):
        return 0
    t = game.titans[unit]
    game.titans.set(unit, power=t.power - cost, dug=t.dug or mode in BELOW)
    says = "{unit} spends {n} power on its movement; {left} left."
    game.tell(says, "titans.special-movement-power", unit=unit, n=cost, left=t.power - cost)
    return cost


def pay_back(game: Xenocide, unit: str, mode: str, cost: int) -> None:
    """Who stays after all has not used its special movement."""
    if cost:
        t = game.titans[unit]
        game.titans.set(unit, power=t.power + cost, dug=t.dug and mode not in BELOW)
        game.tell("{unit} stays and keeps its power.", "titans.special-movement-power", unit=unit)
