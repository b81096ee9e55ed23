"""Special rules of shooting: one reduction of Armour, Firefight, Spotted Fire."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from xenotable.engine import Choose, Flow, Refusal, is_legal, rule
from xenotable.games.rampant.content import content
from xenotable.games.rampant.rules.play.conventions import distance, within
from xenotable.games.rampant.rules.scenarios.battlefield import night_refusals
from xenotable.games.rampant.rules.shooting.armour import reductions, shooting_armour
from xenotable.games.rampant.rules.terrain.sight import sees
from xenotable.games.rampant.state import Rampant


@rule("specials.one-reduction", neutral=lambda *a: "")
def best_reduction(game: Rampant, shooter: str, id: str, extreme: bool) -> str:
    """Only one armour-reducing rule is used: by default the one that gives the lower Armour."""
    found = reductions(game, shooter, id)
    if len(found) < 2:
        return found[0] if found else ""
    return min(found, key=lambda r: shooting_armour(game, shooter, id, extreme, r))


def ask_reduction(game: Rampant, shooter: str, id: str, extreme: bool, odds: Callable[[str], Any]) -> Flow[str]:
    def armour(reduction: str) -> int:
        return shooting_armour(game, shooter, id, extreme, reduction)

    best = best_reduction(game, shooter, id, extreme)
    return (yield from ask_which_reduction(game, shooter, reductions(game, shooter, id), best, armour, odds))


def ask_which_reduction(
    game: Rampant, unit: str, found: Sequence[str], best: str, armour: Callable[[str], int], odds: Callable[[str], Any]
) -> Flow[str]:
    """Who has several chooses before rolling."""
    if len(found) < 2:
        return found[0] if found else ""
    return (
        yield from Choose(
            seat=game.units[unit].seat,
            key="reduction",
            rule="specials.one-reduction",
            args={"unit": unit},
            prompt="Which of its rules does {unit} use against Armour?",
            default=best,
            among=lambda: found,
            label=lambda r: f"{content().specials[r].name} (Armour {armour(r)})",
            odds=odds,
        )
    )


@rule("specials.firefight", neutral=lambda *a: ())
def drill_refusals(game: Rampant, unit: str) -> Iterator[Refusal]:
    what = game.profile[unit]
    if "firefight" not in what.has or not what.shoot_value:
        yield Refusal("specials.firefight", "{unit} does not know how to answer fire.", {"unit": unit})


@rule("specials.spotted-fire", neutral=lambda *a: False)
def may_spot(game: Rampant, spotter: str, shooter: str, target: str, blind: bool) -> bool:
    return spotter != shooter and is_legal(spot_refusals(game, spotter, target, blind))


def spot_refusals(game: Rampant, spotter: str, target: str, blind: bool) -> Iterator[Refusal]:
    """Why a friend cannot spot; `blind`: the shooter itself does not see the target."""
    row, far = game.units[spotter], distance(game, spotter, target)
    args: dict[str, object] = {"s": spotter, "t": target, "over": far - 12.0}
    if row.activated:
        yield Refusal("specials.spotter-cost", "{s} has been activated this phase.", args)
    elif row.rallied:  # Rebound leaves it one order, and to spot is none
        yield Refusal("specials.spotted-fire", "{s} has rallied this phase: it may take an order, not spot.", args)
    if row.suppressed:
        yield Refusal("specials.spotted-fire", "{s} is Suppressed.", args)
    if row.charge == "held":
        yield Refusal("activation.wild-charge-failure", "{s} has balked: it may only Move.", args)
    if not within(far, 12.0):
        yield Refusal("specials.spotted-fire", "{t} is {over:.1f} in too far away for {s} to spot.", args)
    yield from night_refusals(game, far, spotter)
    if blind and not sees(game, spotter, target):
        yield Refusal("options.lobbed-fire", "{s} does not see {t}.", args)
