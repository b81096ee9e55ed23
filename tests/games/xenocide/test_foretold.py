"""What is shown is what happens: the odds of Xenocide against going on from where they are shown.

Whole assaults, overwatch and bombs roll too many dice to go through here: `test_foretold_laid` goes through small ones,
and `test_exchanges` plays large ones many times.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from foretold import Figure, ForetoldContract, Occasion, Reading, amount_of, chances_of
from xenotable.engine import Ask, Choose, Roll
from xenotable.engine.asks import UNSET, Safe
from xenotable.games.xenocide.rules.play.models import is_titan
from xenotable.games.xenocide.scenes import Declaring, Firing, Gathering, Harm, Pooled, Salvo, Shelled, Shelling
from xenotable.games.xenocide.title import GAME
from xenotable.odds import End

FIRE = Declaring | Salvo | Firing | Gathering | Harm | Pooled | Shelling | Shelled


def after_the_fire(game: Any, ask: Ask[Any]) -> bool:
    return type(ask) is Safe and not isinstance(game.scenes[-1], FIRE)


def first_allowed(game: Any, _: Any, ask: Ask[Any]) -> Any:
    return next(iter(ask.candidates(1, lambda: 0.0)), UNSET)


def hold_fire(game: Any, _: Any, ask: Choose[Any]) -> Any:
    """What other weapon systems of the unit do."""
    return None if None in ask.among() else UNSET


POLICY = {
    "target": hold_fire,
    "focus": 0,
    "directed": (),
    "pools": first_allowed,
    "remove": first_allowed,
    "merge": first_allowed,
}


def fire_figures(occasion: Occasion) -> Iterator[Figure]:
    """Models that a volley costs a unit. Of titans and buildings `test_exchanges` knows more."""
    game, target = occasion.game, target_of(occasion)
    if target not in game.units or is_titan(game, target) or len(occasion.forecasts) > 2:
        return
    before = len(game.units[target].models)

    def lost(end: End) -> int | None:
        return None if end.ask is not None else before - len(end.game.units[target].models)

    yield from chances_of(occasion.forecasts[0], {
        "loses a model": lambda end: None if (n := lost(end)) is None else n > 0,
        "eliminated": lambda end: None if (n := lost(end)) is None else n == before,
    })  # fmt: skip
    yield from amount_of(occasion.forecasts[0], lost)


def target_of(occasion: Occasion) -> str:
    if occasion.ask.key == "target":
        return occasion.answer
    if occasion.ask.key == "directed":
        return occasion.ask.args["t"]
    title = occasion.forecasts[0].title.partition(" at ")[2]
    return next((u for u in occasion.game.units if occasion.game.name(u) == title), "")


def rally_figures(occasion: Occasion) -> Iterator[Figure]:
    """Who rallies has no markers any more."""
    unit = occasion.answer if occasion.ask.key == "rally" else occasion.ask.args["unit"]
    yield from chances_of(occasion.forecasts[0], {"rallies": lambda end: end.game.units[unit].marks == 0})


def steady_figures(occasion: Occasion) -> Iterator[Figure]:
    """Who passes gets no marker."""
    unit = occasion.ask.args["unit"]
    before = occasion.game.units[unit].marks
    yield from chances_of(occasion.forecasts[0], {"passes": lambda end: end.game.units[unit].marks == before})


def repair_figures(occasion: Occasion) -> Iterator[Figure]:
    """What is repaired is as it was, or one level better."""
    unit, system = occasion.answer
    before = occasion.game.titans[unit]

    def repaired(end: End) -> bool:
        now = end.game.titans[unit]
        return now.core > before.core if system == "core" else now.damaged != before.damaged

    yield from chances_of(occasion.forecasts[0], {"repaired": repaired})


def once_rolled(game: Any, ask: Ask[Any]) -> bool:
    return type(ask) is not Roll


def at_the_next_scene(game: Any, ask: Ask[Any]) -> bool:
    return type(ask) is Safe


LAID = "they roll too many dice to be gone through here: test_foretold_laid does so in small positions"


class TestForetold(ForetoldContract):
    game = GAME
    seeds = (1, 2)
    decisions = 250
    readings: ClassVar[Mapping[str, Reading]] = {
        "target": Reading(fire_figures, POLICY, after_the_fire),
        "focus": Reading(fire_figures, POLICY, after_the_fire),
        "rally": Reading(rally_figures, {"rally-die": False}, at_the_next_scene),
        "rally-die": Reading(rally_figures, None, at_the_next_scene),
        "directed": Reading(fire_figures, POLICY, after_the_fire),
        "power": Reading(repair_figures, None, once_rolled),
        "steady": Reading(steady_figures, {"steady": False}, at_the_next_scene),
    }
    unread: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(
            (
                "react", "moment", "bomb", "split", "blades", "how", "break-down", "enter-how", "divide", "level",
                "section", "sally", "storm", "break-points", "regenerate", "port",
            ),
            LAID,
        ),
        "join": "the round that is shown is that of the unit alone, as of sally; it fights beside others",
    }  # fmt: skip
    rolled_later: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("bid", "edge", "first"), "a roll for initiative or sides, equal for both"),
        **dict.fromkeys(
            ("act", "unit", "coordinate", "held", "target", "follow"), "to do nothing goes on: tests, the next company"
        ),
        **dict.fromkeys(
            ("level", "merge", "pools", "remove", "get-down"), "the fire whose odds stand where its target is chosen"
        ),
        **dict.fromkeys(
            ("port-out", "insert"),
            "the test of a teleport, whose odds stand where it is chosen or whose number is told",
        ),
        **dict.fromkeys(("move", "enter-move", "fly"), "fire from overwatch, whose odds its owner sees"),
    }
