"""What is shown is what happens: the odds of Rampant against going on from where they are shown."""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from foretold import Figure, ForetoldContract, Occasion, Reading, amount_of, chances_of
from xenotable.engine import Ask, Choose, Forecast
from xenotable.games.rampant.rules.courage.courage_test import WHY
from xenotable.games.rampant.title import GAME
from xenotable.odds import End


def as_suggested(game: Any, _: Any, ask: Ask[Any]) -> Any:
    return ask.default


def whoever_is_first(game: Any, _: Any, ask: Choose[Any]) -> Any:
    return ask.among()[0]


POLICY = {
    "firefight": False, "counter-charge": False, "courage-again": "", "order-again": "", "next-test": whoever_is_first,
    "throw-again": as_suggested, "treat": as_suggested, "reduction": as_suggested, "stun": "kill",
}  # fmt: skip


def fate(end: End, unit: str, hits: str) -> str | None:
    """What became of a unit that was struck, in the words of the forecast; None if nobody knows yet."""
    strikes = [e for e in end.told if e.rule in ("shooting.hit", "firefight.success", "attacking.values")]
    if not strikes:
        return None
    tests = [e for e in end.told if e.rule in WHY.values() and e.args.get("unit") == unit and "does" in e.args]
    if tests:
        total, need = tests[0].args["total"], tests[0].args["need"]
        return "passes" if total >= need else "Suppressed" if total > 0 else "routs"
    if end.game.units[unit].where == "gone":
        return "destroyed"
    return "not hit" if strikes[0].args[hits] == 0 and strikes[0].rule != "attacking.values" else "holds its ground"


def lost(occasion: Occasion, unit: str) -> Callable[[End], int | None]:
    """Strength Points that a blow has cost, of those that were told of it."""

    def count(end: End) -> int | None:
        hit = [e for e in end.told if e.rule in ("shooting.losses", "attacking.losses") and e.args.get("unit") == unit]
        return sum(e.args["n"] for e in hit)

    return count


def strike(occasion: Occasion, forecast: Forecast, unit: str, hits: str) -> Iterator[Figure]:
    def comes_to(label: str) -> Callable[[End], bool | None]:
        return lambda end: None if (now := fate(end, unit, hits)) is None else now == label

    labels = ("destroyed", "routs", "Suppressed", "passes", "holds its ground", "not hit")
    yield from chances_of(forecast, {label: comes_to(label) for label in labels})
    if forecast.unit == "Strength Points lost":
        yield from amount_of(forecast, lost(occasion, unit))


def wall_figures(occasion: Occasion, forecast: Forecast, building: str) -> Iterator[Figure]:
    was = occasion.game.buildings[building].strength

    def cracked(end: End) -> int | None:
        struck = any(e.rule == "terrain.building-target" and e.args.get("b") == building for e in end.told)
        return was - end.game.buildings[building].strength if struck else None

    def falls(end: End) -> bool | None:
        return None if (n := cracked(end)) is None else n == was

    yield from chances_of(forecast, {"collapses": falls})
    yield from amount_of(forecast, cracked)


def target_figures(occasion: Occasion) -> Iterator[Figure]:
    if occasion.answer in occasion.game.buildings:
        yield from wall_figures(occasion, occasion.forecasts[0], occasion.answer)
    elif occasion.ask.rule == "shooting.target":
        yield from strike(occasion, occasion.forecasts[0], occasion.answer, "n")
    else:
        attacker = occasion.ask.args["unit"]
        yield from strike(occasion, occasion.forecasts[0], occasion.answer, "n")
        yield from strike(occasion, occasion.forecasts[1], attacker, "m")


def order_figures(occasion: Occasion) -> Iterator[Figure]:
    def succeeds(end: End) -> bool | None:
        tests = [e for e in end.told if e.rule == "activation.test" and "r" in e.args]
        return tests[0].args["r"] == "success" if tests else None

    if occasion.forecasts[0].rule != "activation.free":
        yield Figure("succeeds", occasion.forecasts[0].chances[0].p, succeeds)


def counter_figures(occasion: Occasion) -> Iterator[Figure]:
    def succeeds(end: End) -> bool | None:
        tests = [e for e in end.told if e.rule == "specials.counter-charge" and "r" in e.args]
        return tests[0].args["r"] == "success" if tests else None

    return chances_of(occasion.forecasts[0], {"succeeds": succeeds})


def courage_figures(occasion: Occasion) -> Iterator[Figure]:
    unit = occasion.ask.args["unit"] if occasion.ask.key == "courage-again" else occasion.answer

    def comes_to(what: str) -> Callable[[End], bool | None]:
        def holds(end: End) -> bool | None:
            tests = [e for e in end.told if e.rule in WHY.values() and e.args.get("unit") == unit and "does" in e.args]
            if not tests:
                return None
            total, need = tests[0].args["total"], tests[0].args["need"]
            return what == ("passes" if total >= need else "Suppressed" if total > 0 else "routs")

        return holds

    return chances_of(occasion.forecasts[0], {what: comes_to(what) for what in ("passes", "Suppressed", "routs")})


def spotter_figures(occasion: Occasion) -> Iterator[Figure]:
    yield from strike(occasion, occasion.forecasts[0], occasion.ask.args["t"], "n")


def stun_figures(occasion: Occasion) -> Iterator[Figure]:
    """Of an answer to fire only the odds should its test succeed are shown: `test_odds` compares those."""
    if occasion.forecasts[0].rule != "firefight.test":
        yield from strike(occasion, occasion.forecasts[0], occasion.ask.args["e"], "n")


def blink_figures(occasion: Occasion) -> Iterator[Figure]:
    """A double is seen by what it costs; nobody treats it here."""
    unit = occasion.ask.args["unit"]
    if occasion.ask.rule == "xeno.blink":
        before = occasion.game.units[unit].strength
        hurts = {"a double, which costs Strength": lambda end: end.game.units[unit].strength < before}
        yield from chances_of(occasion.forecasts[0], hurts)


def somewhere(game: Any, _: Any, ask: Ask[Any]) -> Any:
    return ask.candidates(1, random.Random(0).random)[0]


def landing_figures(occasion: Occasion) -> Iterator[Figure]:
    if occasion.forecasts:
        unit = occasion.ask.args["unit"]

        def points(end: End) -> int:
            return sum(e.args.get("n", 0) for e in end.told if e.rule == "xeno.drop-troops-failure")

        strength = occasion.game.units[unit].strength
        cases = {"lands unharmed": lambda end: not points(end), "destroyed": lambda end: points(end) == strength}
        yield from chances_of(occasion.forecasts[0], cases)
        yield from amount_of(occasion.forecasts[0], points)


class TestForetold(ForetoldContract):
    game = GAME
    readings: ClassVar[Mapping[str, Reading]] = {
        "target": Reading(target_figures, POLICY),
        "order": Reading(order_figures, POLICY),
        "order-again": Reading(order_figures, POLICY),
        "unit": Reading(order_figures, POLICY),
        "counter-charge": Reading(counter_figures, POLICY),
        "next-test": Reading(courage_figures, POLICY),
        "courage-again": Reading(courage_figures, POLICY),
        "stun": Reading(stun_figures, POLICY),
        "spotter": Reading(spotter_figures, POLICY),
        "power-target": Reading(order_figures, POLICY),
        "rally": Reading(courage_figures, POLICY),
        "drop-anyway": Reading(landing_figures, {**POLICY, "treat": False, "drop": somewhere}),
        "direction": Reading(blink_figures, {**POLICY, "treat": False, "along": whoever_is_first}),
    }
    unread: ClassVar[Mapping[str, str]] = {
        "part": "the target is asked for next, or is the only one, and compared there",
        "firefight": "the answer counts only if its test succeeds: test_odds compares it",
        "treat": "who is treated is not told apart from what else is lost: test_shooting goes through its die",
        "reduction": "which rule counts against Armour: test_odds compares the two",
    }
    rolled_later: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("contact", "charge", "facing"), "the odds of the attack stand where its target is chosen"),
        **dict.fromkeys(("retreat", "retreat-move"), "the next unit tests, as it would have without the retreat"),
        **dict.fromkeys(
            ("move", "manner", "deploy"), "what follows from the place, such as rough landings and first tests"
        ),
        **dict.fromkeys(("vows", "grudge"), "the set-up goes on with dice that nobody decides about"),
        "drop": "the odds of a hard landing stand where it is decided upon",
        "along": "a double, whose odds stand where the direction is chosen, brings its test wherever the unit goes",
        "storm": "the next unit tests, as it would have if the winner had stayed",
        "throw-again": "the odds of the shot count with it",
        "aim": "a bombardment: where it falls is rolled for, and who stands there is seen on the table",
        "firefight": "to keep heads down rolls the shot whose odds the shooter saw",
        "courage-again": "to let a test stand goes on with the test of somebody else",
    }
