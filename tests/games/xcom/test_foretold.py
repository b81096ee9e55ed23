"""What is shown is what happens: the odds of XCOM against going on from where they are shown."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from foretold import CLOSE, Figure, ForetoldContract, Occasion, Reading, amount_of
from xenotable.engine import Ask, Choose, Forecast
from xenotable.engine.asks import Safe
from xenotable.games.xcom.title import GAME
from xenotable.odds import End, TooMany, explore


def first_soldier(game: Any, _: Any, ask: Choose[Any]) -> Any:
    return next(option for option in ask.options() if option is not None)


POLICY = {"card": None, "icon": first_soldier, "redirect": None}


def after_the_roll(game: Any, ask: Ask[Any]) -> bool:
    return ask.key == "push" or (type(ask) is Safe and 0 not in game.throws)


def first_roll(end: End) -> dict[str, Any] | None:
    return next((e.args for e in end.told if e.rule == "tasks.roll"), None)


def roll_figures(occasion: Occasion) -> Iterator[Figure]:
    """Of the roll to come: whether it is enough, whether it is a loss, how many successes."""
    forecast = occasion.forecasts[0]
    if forecast.title != "This roll":
        return

    def count(end: End) -> int | None:
        return None if (said := first_roll(end)) is None else said["h"]

    enough, loss = forecast.chances
    need = int(enough.label.rpartition(" ")[2])
    yield Figure(enough.label, enough.p, lambda end: None if (n := count(end)) is None else n >= need)
    yield Figure(loss.label, loss.p, lambda end: None if (said := first_roll(end)) is None else bool(said["loss"]))
    if occasion.ask.key == "push":  # nobody is armoured there: successes that are rolled are successes that count
        yield from amount_of(forecast, count)


def reroll_figures(occasion: Occasion) -> Iterator[Figure]:
    """Of dice that are rolled again: whether the whole roll is enough then, and how many of them succeed."""
    (enough,), need = occasion.forecasts[0].chances, occasion.game.throws[0].need

    def again(end: End) -> int | None:
        return next((e.args["s"] for e in end.told if e.rule == "effects.reroll_xcom"), None)

    yield Figure(enough.label, enough.p, lambda end: None if (said := first_roll(end)) is None else said["h"] >= need)
    yield from amount_of(occasion.forecasts[0], again)


class TestForetold(ForetoldContract):
    game = GAME
    seeds = (1, 2)
    decisions = 400
    readings: ClassVar[Mapping[str, Reading]] = {
        "push": Reading(roll_figures, POLICY, after_the_roll),
        "attack": Reading(roll_figures, POLICY, after_the_roll),
        "reroll": Reading(reroll_figures, POLICY, after_the_roll),
        "icon": Reading(roll_figures, {**POLICY, "icon": None}, after_the_roll),  # nobody else joins
    }
    unread: ClassVar[Mapping[str, str]] = {
        "card": "what a card adds is a part of a roll, not all of it: test_odds compares it"
    }
    rolled_later: ClassVar[Mapping[str, str]] = {
        "card": "to use no card goes on with the roll whose odds were shown",
        "icon": "to put nobody on the last icon goes on with the roll whose odds were shown",
        "recruit": "the next step begins with a roll that nobody decides about",
        "redirect": "the roll whose odds were shown",
    }

    def test_pushing_on_comes_to_what_is_shown(self) -> None:
        """Every policy of pushing on that takes at most two rolls more."""
        compared, wrong = 0, []
        for key, occasion in self.occasions():
            if key != "push":
                continue
            threat = occasion.game.now.threat
            for k, forecast in enumerate(occasion.forecasts[1:3], threat):
                if forecast.rule == "odds.stop-at":
                    compared += 1
                    wrong += differences(occasion, forecast, k)
        assert compared
        assert not wrong, "\n".join(wrong)


def differences(occasion: Occasion, forecast: Forecast, most: int) -> Iterator[str]:
    place, need = occasion.ask.args["spot"], occasion.ask.args["need"]

    def push_on(game: Any, _: Any, ask: Choose[Any]) -> bool:
        return game.now.threat <= most

    def over(game: Any, ask: Ask[Any]) -> bool:
        return ask.key == "push" and (ask.args["spot"] != place or game.now.threat > most)

    try:
        found = explore(
            occasion.match, True, occasion.match.id(occasion.ask), policy={**POLICY, "push": push_on}, until=over,
            story=True, ways=4000,
        )  # fmt: skip
    except TooMany:
        return

    def rolls(end: End) -> list[dict[str, Any]]:
        return [e.args for e in end.told if e.rule == "tasks.roll"]

    measures = (
        (forecast.chances[0], lambda end: sum(roll["h"] for roll in rolls(end)) >= need),
        (forecast.chances[1], lambda end: any(roll["loss"] for roll in rolls(end))),
    )
    for chance, holds in measures:
        if abs(float(found.chance(holds)) - chance.p) > CLOSE:
            yield f"{forecast.title}, {chance.label}: shown {chance.p:.6f}, happens {float(found.chance(holds)):.6f}"
    mean = float(sum(end.p * len(rolls(end)) for end in found.ends))
    if abs(mean - (forecast.mean or 0.0)) > CLOSE:
        yield f"{forecast.title}, rolls: shown {forecast.mean:.6f}, happens {mean:.6f}"
