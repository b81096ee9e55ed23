"""Reinforcements: a command point brings a unit into an assault (rule "assault.reinforcement")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import Choose, Flow, Pick, Reckon, Refusal, is_legal, rule
from xenotable.games.xenocide.rules.buildings.assault import help_out, helpers
from xenotable.games.xenocide.rules.buildings.leaving import stay_behind, step_out, ways_out
from xenotable.games.xenocide.rules.buildings.occupants import indoors, sections_of
from xenotable.games.xenocide.rules.command import pay
from xenotable.games.xenocide.rules.flight.special_moves import land, teleports, way_refusals
from xenotable.games.xenocide.rules.movement.moving import Ways, ask_move, ends_of, over_ground, settle
from xenotable.games.xenocide.rules.movement.proposals import charge
from xenotable.games.xenocide.rules.play.measuring import CONTACT, apart, centre, units_in_contact
from xenotable.games.xenocide.rules.play.models import is_titan, kind_of
from xenotable.games.xenocide.rules.play.units import on_table
from xenotable.games.xenocide.scenes import Manner
from xenotable.games.xenocide.state import Xenocide

FAR = 8.0
WAYS = {
    "walk": "On foot", "jump": "It jumps", "teleport": "It teleports", "surface": "It comes up", "land": "It lands",
}  # fmt: skip


def called(
    game: Xenocide, seat: int, ours: Sequence[str], foes: Sequence[str], done: Sequence[str]
) -> Flow[str | None]:
    """Whom a player brings in; nobody is asked for if nobody can come."""
    others = [u for u, row in game.units.items() if row.seat == seat and row.on and row.models and u not in done]
    near = yield from Reckon(  # dear and certain: a fork need not look for the ways again
        key="near", rule="assault.reinforcement",
        work=lambda: tuple(dict.fromkeys((
            *helpers(game, seat, ours, foes),
            *(u for u in others if is_legal(reinforcement_refusals(game, u, ours, foes))),
        ))),
    )  # fmt: skip
    if not near:
        return None
    away = [u for u in on_table(game, seat) if u not in near]
    unit = yield from Choose(
        seat=seat, key="reinforce", rule="command.use-assault-reinforcement",
        prompt="Bring a unit in (1 command point)?", among=lambda: (None, *near, *away),
        why_not=lambda x: () if x is None or x in near else reinforcement_refusals(game, x, (*ours, *done), foes),
        label=lambda x: "Nobody" if x is None else game.name(x), default=None,
    )  # fmt: skip
    if unit is None:
        return None
    if unit in helpers(game, seat, ours, foes):
        pay(game, seat, "command.use-assault-reinforcement")
        help_out(game, unit, ours, foes)
    else:
        yield from bring_in(game, unit, foes)
    return unit


def reinforcement_refusals(game: Xenocide, unit: str, ours: Sequence[str], foes: Sequence[str]) -> Iterator[Refusal]:
    """Why a unit cannot be brought in."""
    row, args = game.units[unit], {"unit": unit}
    if unit in ours or units_in_contact(game, unit):
        yield Refusal("assault.reinforcement-engaged", "{unit} is fighting already.", args)
    elif row.marks:
        yield Refusal("assault.reinforcement", "{unit} is suppressed.", args)
    elif not any(kind_of(game, m).move for m in row.models):
        yield Refusal("movement.move-zero", "{unit} cannot move.", args)
    elif min(apart(game, unit, t) for t in foes) >= FAR + CONTACT:
        far = min(apart(game, unit, t) for t in foes) - FAR - CONTACT
        yield Refusal("assault.reinforcement", "{unit} is {far:.1f} in too far from the assault.", {**args, "far": far})
    elif not ways_to(game, unit, foes):
        yield Refusal("assault.reinforcement", "No way of 8 in brings {unit} into contact.", args)


@rule("assault.reinforcement-mode", neutral=lambda game, unit: ["walk"])
def modes(game: Xenocide, unit: str) -> list[str]:
    """How a unit may come: on foot or by special movement; who is high lands, who is below comes up. The special
    movement of a titan needs power, which it may not spend on this."""
    able = [m for m in WAYS if is_legal(way_refusals(game, unit, m))]
    return [m for m in able if not is_titan(game, unit) or m in ("walk", "land")]


def ways_to(game: Xenocide, unit: str, foes: Sequence[str]) -> list[str]:
    """The modes by which a unit gets into contact. A garrison first has to come out: it is known when it does."""
    if indoors(game, unit):
        leaves = any(ways_out(game, s, indoors(game, unit)) for s in sections_of(game, unit))
        return [m for m in modes(game, unit) if m == "teleport" or (leaves and m in ("walk", "jump"))]
    near = [t for t in foes if apart(game, unit, t) < FAR + CONTACT]
    return [m for m in modes(game, unit) if any(charge(game, unit, Manner(m, (t,), limit=FAR)).paths for t in near)]


@rule("assault.reinforcement")
def bring_in(game: Xenocide, unit: str, foes: Sequence[str]) -> Flow[None]:
    """The unit moves up to 8 inches into contact; who then does not go pays nothing."""
    seat, stood = game.units[unit].seat, centre(game, unit)
    mode, named = yield from approach(game, unit, foes)
    manner = Manner(mode, named, limit=FAR)
    before = yield from step_out(game, unit, mode)
    went = yield from ask_move(game, unit, manner, "reinforce-move")
    stay_behind(game, before, went)
    if not any(went.paths.values()):
        return
    pay(game, seat, "command.use-assault-reinforcement")
    ways: Ways = {m: went.way(m) for m in game.units[unit].models}
    if mode == "walk":
        ways = yield from over_ground(game, unit, manner, ways)
    elif mode == "teleport" and not (yield from teleports(game, unit, ends_of(game, unit, went))):
        return
    settle(game, unit, ways)
    game.units.set(unit, high=False, burrowed=False, came=stood)
    if mode in ("jump", "teleport"):
        yield from land(game, unit, {m: ways[m][-1] for m in game.units[unit].models if ways.get(m)})
    if units_in_contact(game, unit):
        game.tell("{unit} joins the close assault.", "assault.reinforcement", unit=unit)
    elif game.units[unit].models:
        game.tell("{unit} does not get as far as the close assault.", "assault.reinforcement", unit=unit)


def approach(game: Xenocide, unit: str, foes: Sequence[str]) -> Flow[tuple[str, tuple[str, ...]]]:
    """How the unit comes, and whom it goes for, where there is a choice."""
    able = ways_to(game, unit, foes)
    near = [t for t in foes if apart(game, unit, t) < FAR + CONTACT]
    mode, named = able[0], tuple(near)
    if len(able) > 1:
        mode = yield from Choose(
            seat=game.units[unit].seat, key="reinforce-mode", rule="assault.reinforcement-mode",
            prompt="How does {unit} come?", args={"unit": unit}, among=lambda: able, label=lambda m: WAYS[m],
        )  # fmt: skip
    if len(near) > 1:
        named = yield from Pick(
            seat=game.units[unit].seat, key="reinforce-named", rule="movement.assault-declare",
            prompt="Which enemies does {unit} go for?", args={"unit": unit}, among=lambda: near, least=1,
            label=lambda t: game.name(t), default=(min(near, key=lambda t: apart(game, unit, t)),),
        )  # fmt: skip
    return mode, named
