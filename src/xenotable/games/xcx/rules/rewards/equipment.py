"""What attachments and carried items do in a battle."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Refusal, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.modifiers.values import Part
from xenotable.games.xcx.rules.play.table import within
from xenotable.games.xcx.rules.skills.reach import REACH, gap_to
from xenotable.games.xcx.rules.special.traits import machine
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.state import Xcx

DRESSING = {"field-dressing": 2, "trauma-kit": 4}


@rule("rewards.overcharge", neutral=lambda game, model, weapon: content.weapons()[weapon].damage)
def weapon_damage(game: Xcx, model: str, weapon: str) -> int:
    more = 1 if "overcharge-cell" in profile_of(game, model).fitted.get(weapon, ()) else 0
    return content.weapons()[weapon].damage + more


@rule("rewards.red-dot", neutral=lambda fitted: None)
def sight_part(fitted: tuple[str, ...]) -> Part | None:
    if "predictor-sight" in fitted:
        return ("Predictor Sight", 2, "rewards.red-dot")
    return ("Red-dot Sight", 1, "rewards.red-dot") if "red-dot-sight" in fitted else None


@rule("rewards.optic", neutral=lambda game, model, weapon, manner: 2)
def dice_of(game: Xcx, model: str, weapon: str, manner: str) -> int:
    """Three dice for a shot on Fire or Advance with a Magnified Optic; not for react fire or free attacks."""
    fitted = profile_of(game, model).fitted.get(weapon, ())
    return 3 if "magnified-optic" in fitted and manner in ("fire", "advance") else 2


@rule("rewards.field-dressing", neutral=lambda game, model, item, target: iter(()))
def dressing_refusals(game: Xcx, model: str, item: str, target: str) -> Iterator[Refusal]:
    row = game.models[model]
    if item not in profile_of(game, model).carried or item in row.used:
        yield Refusal("rewards.field-dressing", "{who} has no {item}.", {"who": model, "item": item})
    if game.models[target].side != row.side or (target != model and not within(gap_to(game, model, target), REACH)):
        yield Refusal("rewards.field-dressing", "Only itself or a friend within 1 Range can be treated.", {})
    if item == "field-dressing" and machine(game, target):
        yield Refusal("rewards.field-dressing", "A Field Dressing does not mend machines.", {})


@rule("rewards.pin-down-kit", neutral=lambda game, model, weapon: 1)
def markers_of(game: Xcx, model: str, weapon: str) -> int:
    """One marker a hit, two with a Pin-down Kit."""
    return 2 if "pin-down-kit" in profile_of(game, model).fitted.get(weapon, ()) else 1
