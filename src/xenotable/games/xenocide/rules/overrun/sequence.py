"""An overrun step by step, and what comes after it (chapter "overrun")."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from xenotable.engine import Flow, Pick, Scene, rule, scene
from xenotable.games.xenocide.rules.assault import dice
from xenotable.games.xenocide.rules.movement.moving import ALL, ask_move, in_reach, perform
from xenotable.games.xenocide.rules.overrun import end_position, overrun_round
from xenotable.games.xenocide.rules.play.units import put, standing_units
from xenotable.games.xenocide.rules.titans import power
from xenotable.games.xenocide.scenes import Manner, Overrun
from xenotable.games.xenocide.state import Xenocide


@scene
@power.at_any_moment
def overrun(game: Xenocide, at: Overrun) -> Flow[list[Scene]]:
    """The round that is fought on the way, once the enemy has reacted: step by step."""
    unit, victims = at.unit, at.victims
    if at.step == 0:
        if not game.units[unit].models:
            return []
        at = meet(game, at)
        victims = yield from overrun_round.tally_round(game, at)
    elif at.step == 1:
        yield from dice.strike(game, (unit,), victims, True, True)
    elif at.step == 2:
        yield from dice.strike(game, victims, (unit,), False, True)
    elif at.step == 3:
        through = yield from overrun_round.resolve(game, at)
        if not through:
            dice.clear(game, (unit, *victims))
            return []
    else:
        went = yield from end_position.finish(game, at)
        dice.clear(game, (unit, *victims))
        if went is not None and game.units[unit].order == "assault":
            return (yield from press_on(game, unit, at.manner, went))
        return []
    return [replace(at, step=at.step + 1, victims=victims, scars=power.scars(game))]


def meet(game: Xenocide, at: Overrun) -> Overrun:
    """The models stand where they met the enemy while they fight: where the way ends is chosen when it is known who has
    fled where."""
    named = [t for t in at.manner.named if game.units[t].models]
    met, share = overrun_round.meeting_places(game, at.unit, named, dict(at.starts), dict(at.ways))
    for model, spot in met.items():
        put(game, model, spot)
    return replace(at, met=tuple(met.items()), share=share)


@rule("overrun.assault-after", neutral=lambda *a: [])
def press_on(game: Xenocide, unit: str, overran: Manner, used: Mapping[str, float]) -> Flow[list[Scene]]:
    """After a successful overrun a unit on Assault orders may assault another enemy with the movement it has left."""
    left = Manner(spent=tuple((m, used.get(m, ALL)) for m in game.units[unit].models))
    others = [t for t in standing_units(game, 1 - game.units[unit].seat) if t not in overran.named]
    near = [t for t in others if in_reach(game, unit, left, t)]
    if not near:
        return []
    named = yield from Pick(
        seat=game.units[unit].seat, key="press-on", rule="overrun.assault-after",
        prompt="Whom does {unit} assault with the rest of its movement?", args={"unit": unit}, among=lambda: near,
        default=(),
        label=lambda t: game.name(t),
    )  # fmt: skip
    if not named:
        return []
    manner = Manner(named=named, spent=left.spent)
    went = yield from ask_move(game, unit, manner, "press-on-move")
    return (yield from perform(game, unit, manner, went)) if any(went.paths.values()) else []
