"""What a unit chooses before it rolls, in its own phase and on overwatch: focus fire and directed fire (chapter
"shooting")."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from xenotable.engine import Choose, Flow, Forecast, Reckon, cite, rule
from xenotable.engine.slots import Slot
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.rules.army.models import armoury
from xenotable.games.xenocide.rules.buildings.bombardment import aim_at
from xenotable.games.xenocide.rules.command import pay
from xenotable.games.xenocide.rules.shooting.pools import fits, volleys_for
from xenotable.games.xenocide.rules.shooting.targeting import Where, aim
from xenotable.games.xenocide.scenes import Directed, Pool
from xenotable.games.xenocide.state import Xenocide

focus_odds = Slot[[Xenocide, str, Weapon, str, int, Where | None], Forecast]("xenocide.focus_odds")
directed_odds = Slot[[Xenocide, str, Sequence[Weapon], str, Where | None, Directed], Sequence[Forecast]](
    "xenocide.directed_odds"
)


@rule("shooting.focus-fire")
def focus_fire(game: Xenocide, unit: str, w: Weapon, target: str, where: Where | None = None) -> Flow[int]:
    """How many steps of strength a unit buys by trading three dice for one; 0: none. `where`: on overwatch, from where
    its target is fired at."""
    steps = focus_steps(w)
    if not steps:
        return 0
    work = partial(direct_dice, game, unit, w, target, where)  # a fork need not aim again
    dice = yield from Reckon(key="dice", rule="shooting.focus-fire", work=work)
    options = [0] + [s for s in steps if dice >= 3**s]
    if len(options) == 1:
        return 0
    return (
        yield from Choose(
            seat=game.units[unit].seat, key="focus", rule="shooting.focus-fire",
            prompt="Focus {n:die|dice} of {w}?", args={"n": dice, "w": w.name}, among=lambda: options,
            label=lambda s: f"Strength {w.strength + s}: {3**s} dice make one" if s else "Fire normally",
            odds=lambda s: focus_odds(game, unit, w, target, s, where),
        )
    )  # fmt: skip


def direct_dice(game: Xenocide, unit: str, w: Weapon, target: str, where: Where | None) -> int:
    """The dice of a weapon system that need not go over obstacles."""
    found = aim_at(game, unit, w, target) if target in game.sections else aim(game, unit, w, target, where)
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
    chosen: list[tuple[str, Directed]] = []
    for target in dict.fromkeys(t for _, t, _ in plan if t in game.units):
        what = yield from direct_at(game, unit, [armoury()[w] for w, t, _ in plan if t == target], target)
        if what:
            chosen.append((target, what))
    return tuple(chosen)


def direct_at(
    game: Xenocide, unit: str, fired: Sequence[Weapon], target: str, where: Where | None = None
) -> Flow[Directed]:
    """The models of a target that all fire of a unit goes at; (): it pays nothing and takes all of them."""
    seat = game.units[unit].seat
    options = directions(game, unit, fired, target, where) if game.sides[seat].points else []
    if len(options) < 2:
        return ()
    what: Directed = yield from Choose(
        seat=seat, key="directed", rule="command.use-directed-fire",
        prompt="Direct the fire of {unit} at some models of {t} (1 command point)?", args={"unit": unit, "t": target},
        among=partial(_just, options), default=(), label=partial(singled_out, game),
        odds=partial(directed_odds, game, unit, tuple(fired), target, where),
    )  # fmt: skip
    if what:
        pay(game, seat, "command.use-directed-fire")
    return what


def _just(options: list[Directed]) -> list[Directed]:
    return options


def directions(
    game: Xenocide, unit: str, fired: Sequence[Weapon], target: str, where: Where | None = None
) -> list[Directed]:
    """No direction, then every kind, aspect, cover and single model that can be singled out."""
    marks = {m: p for w in fired if not w.aoe for m, p in _exposed_models(game, unit, w, target, where).items()}
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


def _exposed_models(game: Xenocide, unit: str, w: Weapon, target: str, where: Where | None) -> dict[str, Pool]:
    found = aim(game, unit, w, target, where, direct=where is not None)
    return {m: p for v in volleys_for(game, unit, w, target, found, where=where) for p in v.pools for m in p.models}
